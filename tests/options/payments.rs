//! Payments, bonuses, fu, chips.

use karasu::seat::Seat;

use super::{PLAIN, Table, hand, open_riichi, riichi, ron, tsumo};

#[test]
pub fn payments_of_points() {
    let mut table = Table::default();
    let honba = hand("234p567p345s66s78s+6s g:9m", |input| {
        riichi(input);
        input.honba = 5;
        input.sticks = 2;
    });
    // 16 + 2 sticks.
    table.row(
        "kichijoji",
        &honba,
        "16 c0 +18",
        "honba_value=1",
        "21 c0 +23",
    );
    table.row(
        "kichijoji",
        &honba,
        "16 c0 +18",
        "riichi_stick=2",
        "16 c0 +20",
    );
    // (menzen, riichi, pinfu, tanyao, fives 2, gari = 7, honba 5) × 2.
    table.row(
        "vip",
        &honba,
        "24 c0 +26",
        "honba_double_from=0",
        "12 c0 +14",
    );
    table.row("vip", &honba, "24 c0 +26", "honba_value=0", "14 c0 +16");
    let dealt_in = hand("234p567p345s66s78s+6s g:9m", |input| {
        open_riichi(input);
        input.honba = 5;
    });
    // 8 + 5 + 50 = 63, doubled; the penalty outside the doubling: 13 × 2 + 50.
    table.row(
        "vip",
        &dealt_in,
        "126 c0 +126",
        "open_dealin_doubled=false",
        "76 c0 +76",
    );
    table.row(
        "vip",
        &dealt_in,
        "126 c0 +126",
        "open_dealin=none",
        "26 c0 +26",
    );
    table.row(
        "redblue",
        &hand(PLAIN, open_riichi),
        "32000 c0 +32000",
        "open_dealin=none",
        "7700 c0 +7700",
    );
    table.row(
        "sakae_free",
        &hand(PLAIN, open_riichi),
        "7700 c0 +7700",
        "open_dealin=yakuman",
        "32000 c0 +32000",
    );
    table.finish();
}

#[test]
pub fn sevens_and_bonuses() {
    let mut table = Table::default();
    // 777p concealed: (1 + riichi 1 + ippatsu 1 + tanyao 1 + gari 2) × 4 = 24
    // → 30, × 2, + 10.
    let sevens = hand("777p345s66s78s234p+6s g:55m", |input| {
        riichi(input);
        input.ippatsu = true;
    });
    table.row(
        "sakae",
        &sevens,
        "70 c0 +70",
        "seven_stage=before_rounding",
        "60 c0 +60",
    );
    table.row(
        "sakae",
        &sevens,
        "70 c0 +70",
        "seven_on_bonus=true",
        "80 c0 +80",
    );
    // 四暗刻: (1 + tsumo 1 + gari 1) × 4 = 12 → 20, + 100, × 2.
    let yakuman = hand("777p222s444s88s66p+6p g:5m", tsumo);
    table.row(
        "sakae",
        &yakuman,
        "240 c0 +480",
        "seven_on_yakuman=false",
        "140 c0 +280",
    );
    // (1 + tsumo, riichi, ippatsu, pinfu, tanyao 5) × 4 = 24 → 30, bonuses
    // 10 + karasu 30; halves of 40 are 20 for each.
    let drawn = hand(PLAIN, |input| {
        input.riichi = 1;
        input.ippatsu = true;
    });
    table.row(
        "sakae",
        &drawn,
        "70 c0 +140",
        "bonus_per_payer=false",
        "50 c0 +100",
    );
    table.finish();
}

#[test]
pub fn han_and_fu() {
    let mut table = Table::default();
    let honba = hand(PLAIN, |input| {
        ron(input);
        input.honba = 2;
    });
    // Pinfu, tanyao: 2,000.
    table.row(
        "redblue",
        &honba,
        "2600 c0 +2600",
        "honba=[1000,500]",
        "4000 c0 +4000",
    );
    // Riichi, 30 + 8 (111z) + 8 (999p) = 46 → 50 fu; fixed 30.
    let fu = hand("999p111z345s66s78s+6s", |input| {
        riichi(input);
        input.round_wind = Seat::S;
    });
    table.row(
        "redblue",
        &fu,
        "1600 c0 +1600",
        "fu=fixed30",
        "1000 c0 +1000",
    );
    // Riichi: 20 + 10 + 8 (999p) + pair 4 = 42 → 50 fu; with 2: 40 fu.
    let pair = hand("999p345s678s22z67p+8p", |input| {
        riichi(input);
        input.round_wind = Seat::S;
    });
    table.row(
        "redblue",
        &pair,
        "1600 c0 +1600",
        "double_wind_pair_fu=2",
        "1300 c0 +1300",
    );
    // Riichi, pinfu, tanyao, dora 1: 4 han 30 fu = 7,700, or mangan.
    let four = hand("234p567p345s66s78s+6s d:1p", riichi);
    table.row(
        "redblue",
        &four,
        "7700 c0 +7700",
        "kiriage=true",
        "8000 c0 +8000",
    );
    let mangan = hand("234p567p345s66s78s+6s d:1p", |input| input.riichi = 1);
    // Riichi, tsumo, pinfu, tanyao, dora: 4,000 + 2,000; with 1,000 more each.
    table.row(
        "sakae_free",
        &mangan,
        "6000 c0 +6000",
        "tsumo=split_north",
        "8000 c0 +8000",
    );
    // 13 han: riichi, ippatsu, tsumo, chinitsu 6, ittsu 2, pinfu, iipeikou.
    let counted = hand("1234555566789s+4s", |input| {
        input.riichi = 1;
        input.ippatsu = true;
    });
    table.row(
        "redblue",
        &counted,
        "32000 c0 +32000",
        "kazoe=0",
        "24000 c0 +24000",
    );
    table.finish();
}

#[test]
pub fn chips() {
    let mut table = Table::default();
    let stars = hand("234p067p340s66s78s+6s g:0m", riichi);
    // Three reds × 2; 2 + 5 + 6 + 4 + red gari 2.
    table.row(
        "kichijoji",
        &stars,
        "19 c6 +19",
        "all_star_mult=1",
        "19 c3 +19",
    );
    let open = hand("067p345s66s78s(222p)+6s g:9m", ron);
    // 2 + 5 + 2 + five 1 + red 2 + 1.
    table.row(
        "kichijoji",
        &open,
        "13 c1 +13",
        "open_red_chips=false",
        "13 c0 +13",
    );
    table.finish();
}
