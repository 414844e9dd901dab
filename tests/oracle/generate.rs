//! Random legal hands, biased so that every kind of item comes up often.

use karasu::meld::{Meld, MeldKind};
use karasu::score::{HandInput, RonOn, Win};
use karasu::seat::Seat;
use karasu::tile::Tile;

use super::dora::{ManOrder, shown};
use super::rng::Rng;
use super::shape::{self, ORPHANS, is_honor, is_yaochuu, rank};

/// What a rule set allows at the table.
struct House {
    /// Kinds of man in the wall.
    man: &'static [usize],
    /// Kinds that may lie in a hand.
    in_hand: Vec<usize>,
    reds: &'static [&'static str],
    gari: &'static [usize],
    flowers: bool,
    chi: bool,
    players: usize,
    rounds: &'static [Seat],
    order: ManOrder,
}

fn house(id: &str) -> House {
    let kinds = |man: &[usize], north: bool| -> Vec<usize> {
        let rest = (9..34).filter(|&kind| north || kind != shape::NORTH);
        man.iter().copied().chain(rest).collect()
    };
    let three = House {
        man: &[0, 4, 8],
        in_hand: kinds(&[], true),
        reds: &[],
        gari: &[],
        flowers: false,
        chi: false,
        players: 3,
        rounds: &[Seat::E],
        order: ManOrder::OneFiveNine,
    };
    match id {
        "kichijoji" => House {
            reds: &["0m", "0p", "0s"],
            gari: &[0, 4, 8],
            ..three
        },
        "vip" => House {
            in_hand: kinds(&[], false),
            gari: &[0, 4, 8, 30],
            ..three
        },
        "sakae" => House {
            in_hand: kinds(&[0, 8], true),
            gari: &[4],
            flowers: true,
            order: ManOrder::OneNine,
            ..three
        },
        "sakae_free" => House {
            man: &[0, 8],
            in_hand: kinds(&[0, 8], true),
            rounds: &[Seat::E, Seat::S],
            order: ManOrder::OneNine,
            ..three
        },
        _ => House {
            man: &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            in_hand: (0..34).collect(),
            reds: &["0p"],
            chi: true,
            players: 4,
            rounds: &[Seat::E, Seat::S, Seat::W],
            order: ManOrder::Full,
            ..three
        },
    }
}

/// The tiles not yet lying anywhere.
struct Wall {
    left: Vec<Tile>,
}

impl Wall {
    fn new(house: &House) -> Wall {
        let kinds = (0..34).filter(|kind| *kind >= 9 || house.man.contains(kind));
        let mut left: Vec<Tile> = kinds
            .flat_map(|kind| vec![Tile::from_index(kind).expect("kind"); 4])
            .collect();
        for code in house.reds {
            let red: Tile = code.parse().expect("a red five");
            let place = left
                .iter()
                .position(|tile| *tile == red.plain())
                .expect("a five");
            left[place] = red;
        }
        Wall { left }
    }

    fn count(&self, kind: usize) -> usize {
        self.left
            .iter()
            .filter(|tile| tile.kind() == Some(kind))
            .count()
    }

    /// Takes one tile of the kind, any of those left.
    fn take(&mut self, kind: usize, rng: &mut Rng) -> Option<Tile> {
        let places: Vec<usize> = (0..self.left.len())
            .filter(|&i| self.left[i].kind() == Some(kind))
            .collect();
        if places.is_empty() {
            return None;
        }
        Some(self.left.remove(rng.pick(&places)))
    }

    /// Takes all or nothing.
    fn take_all(&mut self, kinds: &[usize], rng: &mut Rng) -> Option<Vec<Tile>> {
        let before = self.left.clone();
        let taken: Option<Vec<Tile>> = kinds.iter().map(|&kind| self.take(kind, rng)).collect();
        if taken.is_none() {
            self.left = before;
        }
        taken
    }
}

/// Which tiles a hand is drawn from and how.
struct Taste {
    pool: Vec<usize>,
    triplets: usize,
    called: usize,
    kans: usize,
    repeat: usize,
}

fn taste(house: &House, rng: &mut Rng) -> Taste {
    let all = &house.in_hand;
    let suit = 1 + rng.below(2);
    let suit = if house.chi { rng.below(3) } else { suit };
    let only = |test: &dyn Fn(usize) -> bool| -> Vec<usize> {
        all.iter().copied().filter(|&kind| test(kind)).collect()
    };
    let of_suit = |kind: usize| !is_honor(kind) && kind / 9 == suit;
    let pool = match rng.below(24) {
        12..=19 => all.clone(),
        0 => only(&of_suit),
        1 => only(&|kind| of_suit(kind) || is_honor(kind)),
        2 => only(&|kind| is_yaochuu(kind)),
        3 => only(&|kind| is_honor(kind) || rank(kind) <= 3 || rank(kind) >= 7),
        4 => only(&|kind| !is_honor(kind) && (rank(kind) <= 3 || rank(kind) >= 7)),
        5 => only(&|kind| [19, 20, 21, 23, 25, 32].contains(&kind)),
        6 => only(&is_honor),
        7 => only(&|kind| !is_yaochuu(kind)),
        8 => only(&|kind| !is_honor(kind) && kind >= 9 && (2..=4).contains(&rank(kind))),
        9 => only(&|kind| kind >= 31 || of_suit(kind)),
        10 => only(&|kind| kind < 9 || is_honor(kind)),
        _ => {
            only(&|kind| of_suit(kind) && (4..=8).contains(&rank(kind)) || kind == 15 || kind == 24)
        }
    };
    Taste {
        pool,
        triplets: rng.pick(&[10, 30, 50, 80, 100]),
        called: rng.pick(&[0, 0, 0, 30, 60, 100]),
        kans: rng.pick(&[0, 10, 10, 40, 90]),
        repeat: rng.pick(&[0, 10, 40, 80]),
    }
}

/// A set before it is called or kept.
fn set(taste: &Taste, wall: &mut Wall, before: &[Vec<usize>], rng: &mut Rng) -> Option<Vec<usize>> {
    if rng.chance(taste.repeat) && !before.is_empty() {
        let again = before[rng.below(before.len())].clone();
        if again[0] != again[1] {
            return Some(again);
        }
        let next = again[0] + 1;
        let shifted = [next, (again[0] + 9) % 27];
        let kind = rng.pick(&shifted);
        if taste.pool.contains(&kind) {
            return Some(vec![kind; 3]);
        }
    }
    let kind = rng.pick(&taste.pool);
    if rng.chance(taste.triplets) || is_honor(kind) {
        return (wall.count(kind) >= 3).then(|| vec![kind; 3]);
    }
    let run = rank(kind) <= 7 && (kind + 1..kind + 3).all(|k| taste.pool.contains(&k));
    run.then(|| vec![kind, kind + 1, kind + 2])
}

/// Four sets and a pair as they lie, then the place of the winning tile.
fn four_sets(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<(Vec<Tile>, Vec<Meld>)> {
    let taste = taste(house, rng);
    if taste.pool.is_empty() {
        return None;
    }
    let mut hand = Vec::new();
    let mut melds = Vec::new();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for _ in 0..4 {
        let kinds = set(&taste, wall, &sets, rng)?;
        let same = kinds[0] == kinds[1];
        let mut tiles = wall.take_all(&kinds, rng)?;
        let called = rng.chance(taste.called);
        if same && rng.chance(taste.kans) {
            if let Some(fourth) = wall.take(kinds[0], rng) {
                tiles.push(fourth);
                let open = [MeldKind::Daiminkan, MeldKind::Kakan];
                let kind = if called {
                    rng.pick(&open)
                } else {
                    MeldKind::Ankan
                };
                melds.push(Meld { kind, tiles });
                sets.push(kinds);
                continue;
            }
        }
        if called && (same || house.chi) {
            let kind = if same { MeldKind::Pon } else { MeldKind::Chi };
            melds.push(Meld { kind, tiles });
        } else {
            hand.extend(tiles);
        }
        sets.push(kinds);
    }
    let pair = rng.pick(&taste.pool);
    hand.extend(wall.take_all(&[pair, pair], rng)?);
    rng.shuffle(&mut melds);
    Some((hand, melds))
}

fn seven_pairs(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let pool = taste(house, rng).pool;
    if pool.is_empty() {
        return None;
    }
    let twins = rng.chance(40);
    let mut hand = Vec::new();
    while hand.len() < 14 {
        let kind = rng.pick(&pool);
        let pairs = if twins && rng.chance(40) && hand.len() <= 10 {
            2
        } else {
            1
        };
        hand.extend(wall.take_all(&vec![kind; 2 * pairs], rng)?);
    }
    Some(hand)
}

fn orphans(wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let mut kinds = ORPHANS.to_vec();
    kinds.push(rng.pick(&ORPHANS));
    wall.take_all(&kinds, rng)
}

fn nine_gates(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let base = if house.chi {
        9 * rng.below(3)
    } else {
        9 * (1 + rng.below(2))
    };
    let mut kinds: Vec<usize> = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
        .map(|r| base + r)
        .to_vec();
    kinds.push(base + rng.below(9));
    wall.take_all(&kinds, rng)
}

/// Seven pairs of one suit in a row (大車輪 when they are 2 to 8).
fn wheels(house: &House, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let suit = if house.chi {
        rng.below(3)
    } else {
        1 + rng.below(2)
    };
    let low = 9 * suit + rng.pick(&[0, 1, 1, 2]);
    let kinds: Vec<usize> = (low..low + 7).flat_map(|kind| [kind; 2]).collect();
    wall.take_all(&kinds, rng)
}

/// Tiles apart from each other, with or without a pair (十三不塔, 十四不塔).
fn scattered(wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let mut kinds: Vec<usize> = (27..34).collect();
    for base in [0, 9, 18] {
        let ranks = rng.pick(&[
            [0, 3, 6],
            [0, 3, 7],
            [0, 4, 7],
            [1, 4, 7],
            [2, 5, 8],
            [0, 5, 8],
        ]);
        kinds.extend(ranks.map(|r| base + r));
    }
    rng.shuffle(&mut kinds);
    kinds.truncate(14);
    if rng.chance(60) {
        kinds[13] = kinds[rng.below(13)];
    }
    wall.take_all(&kinds, rng)
}

/// Winds (and in vip terminals of man) that make the yakuman which excuse them.
fn excused(id: &str, wall: &mut Wall, rng: &mut Rng) -> Option<Vec<Tile>> {
    let mut kinds = Vec::new();
    if id == "vip" && rng.chance(50) {
        let mut ends = vec![0, 8, 9, 17, 18, 26];
        rng.shuffle(&mut ends);
        for kind in &ends[..4] {
            kinds.extend([*kind; 3]);
        }
        kinds.extend([ends[4]; 2]);
    } else {
        let mut winds = vec![27, 28, 29, 30];
        rng.shuffle(&mut winds);
        for kind in &winds[..3] {
            kinds.extend([*kind; 3]);
        }
        let kind = 9 + rng.below(18);
        let (fourth, pair) = if rng.chance(50) {
            (kind, winds[3])
        } else {
            (winds[3], kind)
        };
        kinds.extend([fourth; 3]);
        kinds.extend([pair; 2]);
    }
    wall.take_all(&kinds, rng)
}

/// The tiles of a win: hand, winning tile among them, and melds.
fn tiles(
    id: &str,
    house: &House,
    wall: &mut Wall,
    rng: &mut Rng,
) -> Option<(Vec<Tile>, Vec<Meld>)> {
    let none = Vec::new();
    match rng.below(40) {
        0..=3 => seven_pairs(house, wall, rng).map(|hand| (hand, none)),
        4 => orphans(wall, rng).map(|hand| (hand, none)),
        5 => nine_gates(house, wall, rng).map(|hand| (hand, none)),
        7 if id == "redblue" => scattered(wall, rng).map(|hand| (hand, none)),
        8 => wheels(house, wall, rng).map(|hand| (hand, none)),
        6 => excused(id, wall, rng).map(|hand| (hand, none)),
        _ => four_sets(house, wall, rng),
    }
}

/// A hand of the rule set; it may lack a yaku, else it is a legal win.
pub fn hand(id: &str, rng: &mut Rng) -> HandInput {
    if (id == "kichijoji" || id == "vip") && rng.chance(2) {
        return unusual_ron(id, rng);
    }
    loop {
        if let Some(input) = attempt(id, rng) {
            return input;
        }
    }
}

fn attempt(id: &str, rng: &mut Rng) -> Option<HandInput> {
    let house = house(id);
    let mut wall = Wall::new(&house);
    let (mut hand, melds) = tiles(id, &house, &mut wall, rng)?;
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
    place(&mut input, &house, rng);
    situation(&mut input, id, rng);
    pull(&mut input, &house, &mut wall, rng);
    replacement(&mut input, rng);
    indicators(&mut input, &house, &mut wall, rng);
    arisu(&mut input, id, &mut wall, rng);
    legal(&input, id, &house).then_some(input)
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

/// Indicators, half of them chosen to hit.
fn indicators(input: &mut HandInput, house: &House, wall: &mut Wall, rng: &mut Rng) {
    let held: Vec<usize> = input
        .concealed
        .iter()
        .chain(&input.gari)
        .filter_map(|tile| tile.kind())
        .collect();
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
    let held: Vec<usize> = input
        .concealed
        .iter()
        .chain(&input.gari)
        .filter_map(|tile| tile.kind())
        .collect();
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
    let gari_won = house.gari.contains(&win) && input.win == Win::Ron;
    let scattered = input.first_turn && input.win == Win::Tsumo
        || input.concealed.len() < 13
        || !shape::readings(input, win).is_empty();
    let child = !(input.first_turn && input.win == Win::Ron && input.seat_wind == Seat::E);
    let furiten = !(id == "vip" && input.furiten && input.open_riichi);
    robbed && scattered && child && furiten && !gari_won
}

/// 国士 on a tile that another player pulls, or on a concealed kan.
fn unusual_ron(id: &str, rng: &mut Rng) -> HandInput {
    loop {
        let house = house(id);
        let mut wall = Wall::new(&house);
        let Some(mut hand) = orphans(&mut wall, rng) else {
            continue;
        };
        let win_tile = hand.remove(rng.below(14));
        let mut input = HandInput {
            concealed: hand,
            win_tile,
            ..HandInput::default()
        };
        place(&mut input, &house, rng);
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
        if !gari && !(id == "vip" && alone) {
            continue;
        }
        input.ron_on = if gari {
            RonOn::PulledGari
        } else {
            RonOn::Ankan
        };
        if gari {
            pull(&mut input, &house, &mut wall, rng);
            indicators(&mut input, &house, &mut wall, rng);
        } else {
            // The three others lie in the kan.
            wall.left.retain(|tile| tile.kind() != Some(win));
            indicators(&mut input, &house, &mut wall, rng);
        }
        return input;
    }
}
