//! What yaku and yakuman are worth.

use karasu::rules;

use super::{PLAIN, Table, hand, open_riichi, outcome, riichi, ron, tsumo};

#[test]
pub fn values_of_yaku() {
    let mut table = Table::default();
    // 2 + 5 + 2 + 2 + 2 + fives 2 + karasu 20.
    table.row(
        "kichijoji",
        &hand(PLAIN, riichi),
        "35 c0 +35",
        "pinfu_value=0",
        "33 c0 +33",
    );
    let open = hand("234p567p345s66s78s+6s g:9m", |input| {
        open_riichi(input);
        input.discarder_riichi = true;
    });
    table.row(
        "kichijoji",
        &open,
        "18 c0 +18",
        "open_riichi=total",
        "16 c0 +16",
    );
    // menzen 1, riichi 1, open 1, pinfu 1, tanyao 1, fives 2, gari 1.
    table.row("vip", &open, "8 c0 +8", "open_riichi=add", "9 c0 +9");
    // riichi, open, pinfu, tanyao: 4 han 30 fu; without open 3 han 30 fu.
    let open = hand(PLAIN, open_riichi);
    table.row(
        "sakae_free",
        &open,
        "7700 c0 +7700",
        "open_riichi_han=0",
        "3900 c0 +3900",
    );
    let furiten = hand(PLAIN, |input| {
        input.riichi = 1;
        input.open_riichi = true;
        input.furiten = true;
    });
    // riichi, open, tsumo, pinfu, tanyao: mangan 4,000 + 2,000; without open
    // 4 han 20 fu: 2,600 + 1,300.
    table.row(
        "sakae_free",
        &furiten,
        "6000 c0 +6000",
        "open_riichi_furiten_han=0",
        "3900 c0 +3900",
    );
    // In furiten its own number counts, whatever the ordinary one is.
    let rules = rules::preset("sakae_free").expect("a preset");
    let rules = rules.with_text("open_riichi_han", "0").expect("an option");
    table.expect(
        "open_riichi_han=0 in furiten".to_owned(),
        outcome(&rules, &furiten),
        "6000 c0 +6000",
    );
    table.row(
        "redblue",
        &furiten,
        "5200 c0 +5200",
        "open_riichi_furiten_han=1",
        "8000 c0 +8000",
    );
    // (1 + 1 + 1 + 1 + 1 + gari 1) × 4 = 24 → 30, + 10; without: 20, + 10.
    let ippatsu = hand("234p567p345s66s78s+6s g:5m", |input| {
        riichi(input);
        input.ippatsu = true;
    });
    table.row("sakae", &ippatsu, "40 c0 +40", "ippatsu_han=0", "30 c0 +30");
    // (1 + riichi, pinfu, tanyao 3 + gari 1) × 4 = 20 + open 10.
    let open = hand("234p567p345s66s78s+6s g:5m", open_riichi);
    table.row(
        "sakae",
        &open,
        "30 c0 +30",
        "open_riichi_han=1",
        "40 c0 +40",
    );
    // 2 + 5 + 8 + 1.
    let fours = hand("2222p4466p33s88s7z+7z g:9m", ron);
    table.row(
        "kichijoji",
        &fours,
        "16 c0 +16",
        "chiitoi_values=[4,10,16,32]",
        "18 c0 +18",
    );
    table.row(
        "kichijoji",
        &fours,
        "16 c0 +16",
        "chiitoi_values=[4,\"none\",16,32]",
        "not_winning_shape",
    );
    // 2 + 5 + 2 + 2 + five 1 + red 2 + 1; stacked the red five is a five too.
    let red = hand("234p067p345s66s78s+6s g:9m", ron);
    table.row(
        "kichijoji",
        &red,
        "15 c1 +15",
        "red_five_value=stack",
        "16 c1 +16",
    );
    // menzen 1, pinfu 1, tanyao 1, fives 2, gari 1.
    let menzen = hand("234p567p345s66s78s+6s g:9m", ron);
    table.row(
        "vip",
        &menzen,
        "6 c0 +6",
        "menzen_point=tsumo_only",
        "5 c0 +5",
    );
    // (1 + 2 + 8) × 4 = 44 → 50; (1 + 2 + 4) × 4 = 28 → 30.
    let flowers = hand("234p567p345s66s78s+6s g:1234f", ron);
    table.row(
        "sakae",
        &flowers,
        "50 c0 +50",
        "flower_set_counts=false",
        "30 c0 +30",
    );
    table.finish();
}

#[test]
pub fn yakuman() {
    let mut table = Table::default();
    // 字一色 and 大三元, closed tsumo: suuankou too.
    let two = hand("555666777z1122z+2z g:9m", tsumo);
    // 2 + 3 × 50 + tsumo 1 + 場風 2 + 自風 0 (South) + gari 1; 10 chips each.
    table.row(
        "kichijoji",
        &two,
        "156 c30 +312",
        "yakuman_multiple=single",
        "56 c10 +112",
    );
    let chips = hand("222p333p444s777s8s+8s g:9m", |input| {
        input.riichi = 1;
        input.ippatsu = true;
    });
    // 2 + 四暗刻 50 + riichi 2 + ippatsu 2 + tsumo 1 + tanyao 2 + 1.
    table.row(
        "kichijoji",
        &chips,
        "60 c11 +120",
        "yakuman_adds=situational",
        "58 c11 +116",
    );
    table.row(
        "kichijoji",
        &chips,
        "60 c11 +120",
        "yakuman_adds=fixed",
        "53 c11 +106",
    );
    table.row(
        "kichijoji",
        &chips,
        "60 c11 +120",
        "yakuman_adds=none",
        "50 c11 +100",
    );
    table.row(
        "kichijoji",
        &two,
        "156 c30 +312",
        "yakuman_chips_per=once",
        "156 c10 +312",
    );
    let clean = hand("222p333p444s777s8s+8s", |input| {
        input.riichi = 1;
        input.ippatsu = true;
    });
    // Karasu 20 more; chips 1 × 2 + 10, or (1 + 10) × 2.
    table.row(
        "kichijoji",
        &clean,
        "79 c12 +158",
        "yakuman_chips_multiplied=true",
        "79 c22 +158",
    );
    // menzen, tsumo, 50, tanyao, gari = 54; with toitoi 2 and sanankou 2: 58.
    let contained = hand("222p333p444s777s8s+8s g:9m", tsumo);
    table.row(
        "vip",
        &contained,
        "54 c0 +108",
        "yakuman_contained_yaku=true",
        "58 c0 +116",
    );
    let first = hand("234p567p345s66s78s+6s", |input| {
        ron(input);
        input.first_turn = true;
    });
    // 2 + 5 + 50 + pinfu 2 + tanyao 2 + fives 2 + karasu 20.
    table.row(
        "kichijoji",
        &first,
        "83 c20 +83",
        "renhou=none",
        "33 c0 +33",
    );
    table.row("kichijoji", &first, "83 c20 +83", "renhou=30", "63 c0 +63");
    table.row("vip", &first, "45 c0 +45", "renhou=yakuman", "75 c0 +75");
    table.row(
        "redblue",
        &first,
        "16000 c0 +16000",
        "renhou=yakuman",
        "32000 c0 +32000",
    );
    // Pinfu and tanyao: 2 han 30 fu.
    table.row(
        "redblue",
        &first,
        "16000 c0 +16000",
        "renhou=none",
        "2000 c0 +2000",
    );
    // (1 + 0) × 4 + 100 → 110 + karasu 30; (1 + 2) × 4 → 20 + 30.
    table.row("sakae", &first, "140 c0 +140", "renhou=none", "50 c0 +50");
    let kans = hand("2p+2p(7777s)(1111s)[3333s](4444p) g:9m", ron);
    // 2 + 5 + 50 + kans 2 + 2 + 4 + 2 + gari 1: 三槓子 is a yakuman as well,
    // and without the fourth 対々和 is no longer contained.
    table.row(
        "kichijoji",
        &kans,
        "68 c20 +68",
        "suukantsu=false",
        "72 c20 +72",
    );
    table.row("vip", &kans, "56 c0 +56", "suukantsu=false", "10 c0 +10");
    let ends = hand("1111p9999p1111s9s+9s g:9m", ron);
    // 2 + 5 + 32 + 4 + 1; as a yakuman 50 with 七対子 32 beside it.
    table.row(
        "kichijoji",
        &ends,
        "44 c0 +44",
        "chinroutou_quads=yakuman",
        "90 c20 +90",
    );
    let gates = hand("1112345678999p+4p", ron);
    table.row(
        "redblue",
        &gates,
        "64000 c0 +64000",
        "double_yakuman=[]",
        "32000 c0 +32000",
    );
    let furiten = hand("19m19p19s1234567z+9p", |input| input.furiten = true);
    table.row(
        "redblue",
        &furiten,
        "64000 c0 +64000",
        "double_yakuman_furiten=single",
        "32000 c0 +32000",
    );
    // Two pay 16,000 + 8,000 for each unit.
    table.row(
        "sakae_free",
        &furiten,
        "24000 c0 +24000",
        "double_yakuman_furiten=double",
        "48000 c0 +48000",
    );
    table.finish();
}
