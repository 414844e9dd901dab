//! The fixed numbers of the rule texts: keys of the rule file that
//! `options.md` does not list.

use karasu::rules;
use karasu::rules::load::typed_value;
use karasu::score::RonOn;
use karasu::seat::Seat;

use super::{PLAIN, Table, hand, met, open_riichi, outcome, riichi, ron, tsumo};

#[test]
pub fn numbers_of_points() {
    let mut table = Table::default();
    let clean = hand(PLAIN, riichi);
    // 2 + 5 + riichi, pinfu, tanyao 2 each + fives 2 + karasu 20.
    for (option, after) in [
        ("base_points=0", "33 c0 +33"),
        ("ron_points=0", "30 c0 +30"),
        ("five_points=0", "33 c0 +33"),
        ("karasu_points=[10,10]", "25 c0 +25"),
        // Six han, or (1 + 6) × 4 = 28 → 30 and karasu 20.
        ("scheme=han_fu", "12000 c0 +12000"),
        ("scheme=bracket", "50 c0 +50"),
    ] {
        table.row("kichijoji", &clean, "35 c0 +35", option, after);
    }
    let dealer = hand(PLAIN, |input| {
        riichi(input);
        input.seat_wind = Seat::E;
    });
    table.row(
        "kichijoji",
        &dealer,
        "36 c0 +36",
        "dealer_points=0",
        "35 c0 +35",
    );
    let menzen = hand(&format!("{PLAIN} g:9m"), ron);
    table.row("vip", &menzen, "6 c0 +6", "menzen_points=0", "5 c0 +5");
    // 2 + 5 + tanyao 2 + fives 2 + gari 1, and the kan.
    let ankan = hand("567p345s66s78s[2222p]+6s g:9m", ron);
    table.row(
        "kichijoji",
        &ankan,
        "16 c0 +16",
        "ankan_points=0",
        "12 c0 +12",
    );
    let minkan = hand("567p345s66s78s(2222p)+6s g:9m", ron);
    table.row(
        "kichijoji",
        &minkan,
        "14 c0 +14",
        "minkan_points=0",
        "12 c0 +12",
    );
    let pulled = |extra: &str| hand(&format!("{PLAIN} {extra}"), riichi);
    table.row(
        "kichijoji",
        &pulled("g:9m"),
        "16 c0 +16",
        "gari_points=0",
        "15 c0 +15",
    );
    table.row(
        "kichijoji",
        &pulled("g:5m"),
        "16 c0 +16",
        "five_on_gari=true",
        "17 c0 +17",
    );
    table.row(
        "kichijoji",
        &pulled("g:0m"),
        "17 c1 +17",
        "red_gari_points=0",
        "15 c1 +15",
    );
    table.row(
        "kichijoji",
        &pulled("g:9m d:5m"),
        "18 c0 +18",
        "dora_points=1",
        "17 c0 +17",
    );
    let red = hand("234p067p345s66s78s+6s g:9m", ron);
    table.row(
        "kichijoji",
        &red,
        "15 c1 +15",
        "red_five_points=0",
        "13 c1 +13",
    );
    // Three 6s as dora: 6 points, which spoil karasu in the other house.
    table.row(
        "kichijoji",
        &pulled("d:5s"),
        "41 c0 +41",
        "karasu_needs=no_gari_no_dora",
        "21 c0 +21",
    );
    let first = hand(PLAIN, |input| {
        ron(input);
        input.first_turn = true;
    });
    table.row(
        "kichijoji",
        &first,
        "83 c20 +83",
        "yakuman_points=100",
        "133 c20 +133",
    );
    table.row(
        "kichijoji",
        &first,
        "83 c20 +83",
        "yakuman_chips=[30,10]",
        "83 c30 +83",
    );
    table.finish();
}

#[test]
pub fn numbers_of_the_bracket() {
    let mut table = Table::default();
    let open = hand(&format!("{PLAIN} g:5m"), open_riichi);
    // (1 + riichi, pinfu, tanyao 3 + gari 1) × 4 = 20 + 10.
    table.row("sakae", &open, "30 c0 +30", "base_point=[2,2]", "40 c0 +40");
    table.row(
        "sakae",
        &open,
        "30 c0 +30",
        "open_riichi_bonus=0",
        "20 c0 +20",
    );
    let ippatsu = hand(&format!("{PLAIN} g:5m"), |input| {
        riichi(input);
        input.ippatsu = true;
    });
    table.row(
        "sakae",
        &ippatsu,
        "40 c0 +40",
        "ippatsu_bonus=0",
        "30 c0 +30",
    );
    // (2 + pinfu, tanyao 2 + gari 1 + 3) × 4 = 32 → 40, the prize 10.
    let third = hand(&format!("{PLAIN} g:5m"), |input| {
        ron(input);
        input.seat_wind = Seat::E;
        input.honba = 3;
    });
    table.row("sakae", &third, "50 c0 +50", "prize_from=0", "40 c0 +40");
    table.row("sakae", &third, "50 c0 +50", "prize_step=20", "60 c0 +60");
    let sevens = hand("777p345s66s78s234p+6s g:55m", |input| {
        riichi(input);
        input.ippatsu = true;
    });
    table.row(
        "sakae",
        &sevens,
        "70 c0 +70",
        "seven_mult=false",
        "40 c0 +40",
    );
    // (1 + 2 + 8) × 4 = 44 → 50; (1 + 2 + 4) × 4 = 28 → 30.
    table.row(
        "sakae",
        &hand(&format!("{PLAIN} g:5555m"), ron),
        "50 c0 +50",
        "gari_set_doubles=false",
        "30 c0 +30",
    );
    let ponto = hand("8p+8p(222p)(555s)(111z)[7777s]", |input| {
        ron(input);
        input.tanki_open = true;
        input.seat_wind = Seat::E;
    });
    // The list says which yaku `local_yaku=false` takes away.
    let house = rules::preset("sakae").expect("a preset");
    let off = house.with_text("local_yaku", "false").expect("an option");
    let none = off.with_text("local_list", "[]").expect("an option");
    table.expect("local_list".to_owned(), outcome(&off, &ponto), "50 c0 +50");
    table.expect("none".to_owned(), outcome(&none, &ponto), "130 c0 +130");
    met("local_list", &typed_value("[]"));
    table.finish();
}

#[test]
pub fn frame_of_the_game() {
    let mut table = Table::default();
    // 2 + tsumo 1 + pinfu 2 + tanyao 2 + fives 2 + karasu 20 from each.
    table.row(
        "kichijoji",
        &hand(PLAIN, tsumo),
        "29 c0 +58",
        "players=4",
        "29 c0 +87",
    );
    let south = hand(PLAIN, |input| {
        ron(input);
        input.round_wind = Seat::S;
    });
    table.row(
        "kichijoji",
        &south,
        "bad_round",
        "rounds=[\"E\",\"S\"]",
        "33 c0 +33",
    );
    let pulled = hand("19m19p19s1234567z+9m", |input| {
        ron(input);
        input.ron_on = RonOn::PulledGari;
    });
    table.row(
        "kichijoji",
        &pulled,
        "77 c20 +77",
        "gari_hands=[]",
        "gari_in_hand",
    );
    table.row(
        "kichijoji",
        &pulled,
        "77 c20 +77",
        "pulled_ron=false",
        "bad_ron_on",
    );
    // 2 + 5 + riichi 2 + fives 2 + karasu 20.
    table.row(
        "kichijoji",
        &hand("999m567p345s66s78s+6s", riichi),
        "gari_in_hand",
        "gari_free=true",
        "31 c0 +31",
    );
    // 50 + menzen 1 + sanankou 2 + karasu 20.
    table.row(
        "vip",
        &hand("111m99m111p999p11s+9m", ron),
        "gari_in_hand",
        "gari_callable=true",
        "73 c0 +73",
    );
    table.finish();
}

#[test]
pub fn numbers_of_chips() {
    let mut table = Table::default();
    let ippatsu = hand(PLAIN, |input| {
        riichi(input);
        input.ippatsu = true;
    });
    table.row(
        "kichijoji",
        &ippatsu,
        "37 c2 +37",
        "karasu_chip_mult=3",
        "37 c3 +37",
    );
    table.row(
        "kichijoji",
        &ippatsu,
        "37 c2 +37",
        "chips=false",
        "37 c0 +37",
    );
    // 2 + 5 + 6 + reds 4 + karasu 20; two reds × 4.
    let stars = hand("234p067p340s66s78s+6s", riichi);
    table.row(
        "kichijoji",
        &stars,
        "37 c8 +37",
        "karasu_star_mult=8",
        "37 c16 +37",
    );
    table.finish();
}
