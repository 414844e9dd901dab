//! Random legal hands, biased so that every kind of item comes up often.

use karasu::score::{HandInput, RonOn, Win};
use karasu::seat::Seat;
use karasu::tile::Tile;
use serde_json::{Map, Value};

use super::deal::{orphans, tiles};
use super::dora::shown;
use super::rng::Rng;
use super::shape;
use super::wall::{House, Wall, house_under};

/// A hand of the rule set under house options; it may lack a yaku, else it is
/// a legal win.
pub fn hand(id: &str, options: &Map<String, Value>, rng: &mut Rng) -> HandInput {
    let house = house_under(id, options);
    let mut input = match (id == "kichijoji" || id == "vip") && rng.chance(2) {
        true => unusual_ron(id, &house, rng),
        false => loop {
            if let Some(input) = attempt(id, &house, rng) {
                break input;
            }
        },
    };
    input.options = options.clone();
    input
}

fn attempt(id: &str, house: &House, rng: &mut Rng) -> Option<HandInput> {
    let mut wall = Wall::new(house);
    let (mut hand, melds) = tiles(id, house, &mut wall, rng)?;
    let win_tile = hand.remove(rng.below(hand.len()));
    rng.shuffle(&mut hand);
    let mut input = HandInput {
        concealed: hand,
        win_tile,
        melds,
        ..HandInput::default()
    };
    if id == "kichijoji" && rng.chance(15) {
        make_wild(&mut input, &mut wall, rng);
    }
    place(&mut input, house, rng);
    situation(&mut input, id, rng);
    pull(&mut input, house, &mut wall, rng);
    replacement(&mut input, rng);
    indicators(&mut input, house, &mut wall, rng);
    arisu(&mut input, id, &mut wall, rng);
    legal(&input, id, house).then_some(input)
}

/// The winning tile becomes a 白 drawn as 一発ツモ (オールマイティー).
fn make_wild(input: &mut HandInput, wall: &mut Wall, rng: &mut Rng) {
    if !input.is_closed() {
        return;
    }
    if let Some(white) = wall.take(shape::HAKU, rng) {
        wall.left.push(input.win_tile);
        input.win_tile = white;
        input.riichi = 1 + rng.below(2) as u8;
        input.ippatsu = true;
    }
}

fn place(input: &mut HandInput, house: &House, rng: &mut Rng) {
    let seats = Seat::at_table(house.players);
    input.seat_wind = rng.pick(seats);
    input.round_wind = rng.pick(house.rounds);
    if !input.ippatsu && rng.chance(50) {
        input.win = Win::Ron;
        let others: Vec<Seat> = seats
            .iter()
            .copied()
            .filter(|seat| *seat != input.seat_wind)
            .collect();
        input.discarder = Some(rng.pick(&others));
    }
}

fn situation(input: &mut HandInput, id: &str, rng: &mut Rng) {
    let tsumo = input.win == Win::Tsumo;
    if input.is_closed() && (input.riichi > 0 || rng.chance(45)) {
        input.riichi = input.riichi.max(1 + u8::from(rng.chance(15)));
        input.ippatsu |= rng.chance(25);
        input.open_riichi = rng.chance(15);
    }
    match rng.below(16) {
        0 if tsumo => input.haitei = true,
        0 => input.houtei = true,
        1 if !tsumo => input.chankan = true,
        2 | 3 if input.melds.is_empty() && input.riichi == 0 => input.first_turn = true,
        _ => {}
    }
    input.furiten = tsumo && rng.chance(6);
    input.discarder_riichi = !tsumo && rng.chance(20);
    input.honba = if rng.chance(50) {
        0
    } else {
        rng.below(8) as u32
    };
    input.sticks = rng.below(4) as u32;
    // Ordinary riichi knows no open riichi.
    input.open_riichi &= !id.starts_with("riichi");
    if id != "kichijoji" && id != "vip" {
        input.tanki_open = input.melds.len() == 4 && rng.chance(50);
    }
    if id == "redblue" && input.seat_wind == Seat::E && rng.chance(20) {
        input.consecutive_wins = 6 + rng.below(5) as u32;
    }
}

fn pull(input: &mut HandInput, house: &House, wall: &mut Wall, rng: &mut Rng) {
    let most = rng.pick(&[0, 0, 1, 2, 3, 5, 9]);
    for _ in 0..most {
        if house.gari.is_empty() || (input.first_turn && input.win == Win::Ron) {
            break;
        }
        input.gari.extend(wall.take(rng.pick(house.gari), rng));
    }
    if house.flowers && !(input.first_turn && input.win == Win::Ron) && rng.chance(60) {
        let mut flowers: Vec<Tile> = ["1f", "2f", "3f", "4f"]
            .map(|code| code.parse().expect("a flower"))
            .to_vec();
        rng.shuffle(&mut flowers);
        flowers.truncate(1 + rng.below(4));
        input.flowers = flowers;
    }
}

/// 嶺上 needs a kan or a pulled tile to have drawn for.
fn replacement(input: &mut HandInput, rng: &mut Rng) {
    let drew = !input.gari.is_empty()
        || !input.flowers.is_empty()
        || input.melds.iter().any(|meld| meld.kind.is_kan());
    if input.win == Win::Tsumo && !input.haitei && drew {
        input.rinshan = rng.chance(15);
    }
}

/// The kinds in the hand and among the pulled tiles.
fn held(input: &HandInput) -> Vec<usize> {
    let tiles = input.concealed.iter().chain(&input.gari);
    tiles.filter_map(|tile| tile.kind()).collect()
}

/// Indicators, half of them chosen to hit.
fn indicators(input: &mut HandInput, house: &House, wall: &mut Wall, rng: &mut Rng) {
    let held = held(input);
    let kans = input.melds.iter().filter(|meld| meld.kind.is_kan()).count();
    let shows = |tile: &Tile| shown(*tile, house.order).is_some_and(|kind| held.contains(&kind));
    let mut turn = |rng: &mut Rng| {
        let hitting: Vec<usize> = (0..wall.left.len())
            .filter(|&i| shows(&wall.left[i]))
            .collect();
        let any = rng.below(wall.left.len());
        let place = if rng.chance(50) && !hitting.is_empty() {
            rng.pick(&hitting)
        } else {
            any
        };
        wall.left.remove(place)
    };
    input.dora_indicators = (0..=kans).map(|_| turn(rng)).collect();
    if input.riichi > 0 {
        input.ura_indicators = (0..=kans).map(|_| turn(rng)).collect();
    }
}

fn arisu(input: &mut HandInput, id: &str, wall: &mut Wall, rng: &mut Rng) {
    if id != "kichijoji" || !(input.is_closed() && rng.chance(60)) {
        return;
    }
    let held = held(input);
    for _ in 0..rng.below(6) {
        let kind = if rng.chance(15) {
            shape::HAKU
        } else {
            rng.pick(&held)
        };
        input.arisu_flips.extend(wall.take(kind, rng));
        if rng.chance(30) {
            let place = rng.below(wall.left.len());
            input.arisu_flips.push(wall.left.remove(place));
        }
    }
}

/// Whether the situation can have happened; sets what the tiles ask for.
fn legal(input: &HandInput, id: &str, house: &House) -> bool {
    let win = input.win_tile.kind().expect("a tile of the hand");
    let fourth = |kind: usize| {
        let all = input
            .concealed
            .iter()
            .chain(input.melds.iter().flat_map(|meld| &meld.tiles));
        let all = all
            .chain(&input.dora_indicators)
            .chain(&input.ura_indicators)
            .chain(&input.arisu_flips);
        all.filter(|tile| tile.kind() == Some(kind)).count() == 0
    };
    // 槍槓: another player holds the three others.
    let robbed = !input.chankan || fourth(win);
    let gari_won = !house.gari_in_hand && house.gari.contains(&win) && input.win == Win::Ron;
    let scattered = input.first_turn && input.win == Win::Tsumo
        || input.concealed.len() < 13
        || !shape::readings(input, win).is_empty();
    let child = !(input.first_turn && input.win == Win::Ron && input.seat_wind == Seat::E);
    let furiten = !(id == "vip" && input.furiten && input.open_riichi);
    robbed && scattered && child && furiten && !gari_won
}

/// 国士 on a tile that another player pulls, or on a concealed kan.
fn unusual_ron(id: &str, house: &House, rng: &mut Rng) -> HandInput {
    loop {
        let mut wall = Wall::new(house);
        let Some(mut hand) = orphans(&mut wall, rng) else {
            continue;
        };
        let win_tile = hand.remove(rng.below(14));
        let mut input = HandInput {
            concealed: hand,
            win_tile,
            ..HandInput::default()
        };
        place(&mut input, house, rng);
        input.win = Win::Ron;
        let seats = Seat::at_table(house.players).iter().copied();
        let others: Vec<Seat> = seats.filter(|seat| *seat != input.seat_wind).collect();
        input.discarder = Some(rng.pick(&others));
        situation(&mut input, id, rng);
        (input.chankan, input.furiten, input.ippatsu) = (false, false, false);
        (input.houtei, input.first_turn, input.haitei) = (false, false, false);
        let win = win_tile.kind().expect("a kind");
        let gari = house.gari.contains(&win);
        let alone = !input.concealed.contains(&win_tile);
        let on_kan = id == "vip" && alone;
        if !gari && !on_kan {
            continue;
        }
        input.ron_on = if gari {
            RonOn::PulledGari
        } else {
            RonOn::Ankan
        };
        if gari {
            pull(&mut input, house, &mut wall, rng);
            indicators(&mut input, house, &mut wall, rng);
        } else {
            // The three others lie in the kan.
            wall.left.retain(|tile| tile.kind() != Some(win));
            indicators(&mut input, house, &mut wall, rng);
        }
        return input;
    }
}
