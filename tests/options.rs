//! Every option of `options.md` changes what it says it changes: for each a
//! hand, the result under the preset, and the result with the option.
//!
//! A result reads `TOTAL cCHIPS +GAIN`: the total of the sheet, the chips from
//! each payer, and what the winner gains; or it is the id of the first fault.
//! The numbers are counted by hand from the rule texts.

use karasu::notation;
use karasu::rules::load::typed_value;
use karasu::rules::{self, RuleSet, SPECS};
use karasu::score::{self, HandInput, RonOn, Win};
use karasu::seat::Seat;
use karasu::tile::Suit;

/// A typed hand; the closure sets the situation.
fn hand(text: &str, situation: impl FnOnce(&mut HandInput)) -> HandInput {
    let typed = notation::parse(text).expect("a hand");
    let (flowers, gari) = typed
        .gari
        .into_iter()
        .partition(|tile| tile.suit() == Suit::Flower);
    let mut input = HandInput {
        concealed: typed.concealed,
        win_tile: typed.win_tile.expect("a winning tile"),
        melds: typed.melds,
        gari,
        flowers,
        dora_indicators: typed.dora,
        ura_indicators: typed.ura,
        arisu_flips: typed.arisu,
        ..HandInput::default()
    };
    situation(&mut input);
    input
}

fn ron(input: &mut HandInput) {
    input.win = Win::Ron;
    input.discarder = Some(Seat::W);
}

fn riichi(input: &mut HandInput) {
    ron(input);
    input.riichi = 1;
}

fn open_riichi(input: &mut HandInput) {
    riichi(input);
    input.open_riichi = true;
}

fn tsumo(_: &mut HandInput) {}

fn outcome(rules: &RuleSet, input: &HandInput) -> String {
    match score::score(rules, input) {
        Ok(sheet) => {
            let gain = sheet.deltas.get(input.seat_wind);
            format!("{} c{} +{gain}", sheet.total, sheet.chips_each_payer)
        }
        Err(faults) => faults[0].id.id().to_owned(),
    }
}

#[derive(Default)]
struct Table {
    wrong: Vec<String>,
}

impl Table {
    fn expect(&mut self, what: String, got: String, want: &str) {
        if got != want {
            self.wrong
                .push(format!("{what}: expected {want}, got {got}"));
        }
    }

    /// The hand under a preset, with one option changed (on the rules, and in
    /// the case), and changed back.
    fn row(&mut self, id: &str, input: &HandInput, before: &str, option: &str, after: &str) {
        assert_ne!(before, after, "{option} must change something");
        let rules = rules::preset(id).expect("a preset");
        self.expect(
            format!("{id}, {option} not set"),
            outcome(&rules, input),
            before,
        );
        let (key, value) = option.split_once('=').expect("key=value");
        let changed = rules.with_text(key, value).expect("an option");
        self.expect(format!("{id}, {option}"), outcome(&changed, input), after);
        let mut in_case = input.clone();
        let json = serde_json::to_value(typed_value(value)).expect("JSON");
        in_case.options.insert(key.to_owned(), json);
        self.expect(
            format!("{id}, {option} in the case"),
            outcome(&rules, &in_case),
            after,
        );
        let spec = SPECS.iter().find(|spec| spec.key == key).expect("known");
        let own = (spec.get)(&rules.options);
        let back = changed.with([(key, own)]).expect("the preset's own value");
        self.expect(
            format!("{id}, back from {option}"),
            outcome(&back, input),
            before,
        );
    }

    fn finish(self) {
        assert!(self.wrong.is_empty(), "\n{}", self.wrong.join("\n"));
    }
}

/// Closed, 平和 and 断么九 on both waits, two fives.
const PLAIN: &str = "234p567p345s66s78s+6s";

#[test]
fn tiles_and_dora() {
    let mut table = Table::default();
    // 2 + 5, riichi 2, pinfu 2, tanyao 2, fives 2, one pulled 1 = 16.
    let with = |extra: &str| hand(&format!("{PLAIN} {extra}"), riichi);
    table.row(
        "kichijoji",
        &with("g:9m d:1m"),
        "16 c0 +16",
        "man_dora_order=19",
        "18 c0 +18",
    );
    table.row(
        "kichijoji",
        &with("g:9m d:5m"),
        "18 c0 +18",
        "dora_on_gari=false",
        "16 c0 +16",
    );
    // 5s shows 6s, three of them: 6 points and 3 chips.
    table.row(
        "kichijoji",
        &with("g:9m u:5s"),
        "22 c3 +22",
        "ura=false",
        "16 c0 +16",
    );
    table.row(
        "kichijoji",
        &with("g:9m d:1z5s"),
        "22 c0 +22",
        "kan_dora=false",
        "16 c0 +16",
    );
    table.row(
        "kichijoji",
        &with("g:1f"),
        "not_in_wall",
        "flowers=4",
        "16 c0 +16",
    );
    table.row(
        "kichijoji",
        &with("g:1m"),
        "16 c0 +16",
        "gari_kinds=[\"5m\",\"9m\"]",
        "pulled_not_gari",
    );
    table.row(
        "kichijoji",
        &with("g:4z"),
        "pulled_not_gari",
        "north=gari",
        "16 c0 +16",
    );
    let red = hand("234p067p345s66s78s+6s g:9m", riichi);
    // One five is red: 1 + 2 instead of 1 + 1.
    table.row(
        "kichijoji",
        &red,
        "17 c1 +17",
        "reds={m=1,p=0,s=1}",
        "not_in_wall",
    );
    // 222m: 2 + 5 + riichi 2 + tanyao 2 + fives 2 + karasu 20.
    let man = hand("222m567p345s66s78s+6s", riichi);
    table.row(
        "kichijoji",
        &man,
        "not_in_wall",
        "man_kinds=[1,2,5,9]",
        "33 c0 +33",
    );
    // North triplet for everybody: 2 + 5 + 2 + fives 2 + karasu 20.
    let north = hand("234p567p34s66s444z+5s", ron);
    table.row("kichijoji", &north, "no_yaku", "north=yakuhai", "31 c0 +31");
    // 2 + 5 + tanyao 2 + fives 2 + 1.
    let chi = hand("567p345s66s78s(234p)+6s g:9m", ron);
    table.row(
        "kichijoji",
        &chi,
        "chi_not_allowed",
        "chi=true",
        "12 c0 +12",
    );
    table.finish();
}

#[test]
fn winning_conditions() {
    let mut table = Table::default();
    let tanyao = hand("567p345s66s78s(222p)+6s g:9m", ron);
    table.row("kichijoji", &tanyao, "12 c0 +12", "kuitan=false", "no_yaku");
    // 白 after another call: 2 + 5 + 2 + fives 2 + 1.
    let late = hand("567p345s66s55z(222p)+5z g:9m", ron);
    table.row(
        "kichijoji",
        &late,
        "12 c0 +12",
        "atozuke=forbidden",
        "sakizuke_call_order",
    );
    // 1 han, 20 + 2 (222p) + 4 (555z) = 30 fu: 1,000.
    let late = hand("567p345s66s55z(222p)+5z", ron);
    table.row(
        "sakae_free",
        &late,
        "sakizuke_call_order",
        "atozuke=allowed",
        "1000 c0 +1000",
    );
    let robbed = hand("567p345s66s79s(222s)+8s", |input| {
        ron(input);
        input.chankan = true;
    });
    table.row(
        "sakae_free",
        &robbed,
        "1000 c0 +1000",
        "sakizuke_chankan_validates=false",
        "no_yaku",
    );
    // Waits 3m 6m 9m: 一通 on 9m only, and 平和 on all three would share, but
    // the pair of 白 rules it out. 1 han 40 fu with the option: 2 han 40 fu.
    let straight = hand("123m45678m234p55z+9m", ron);
    table.row(
        "redblue",
        &straight,
        "multi_wait",
        "atozuke=allowed",
        "2600 c0 +2600",
    );
    // Waits 3m 6m with 44m (平和), and 5m alone with 444m: nothing in common.
    let exempt = hand("4445m234p567p789s+3m", ron);
    table.row(
        "redblue",
        &exempt,
        "1000 c0 +1000",
        "multi_wait_pinfu_exempt=false",
        "multi_wait",
    );
    let several = hand(PLAIN, |input| {
        riichi(input);
        input.chankan = true;
    });
    // Riichi, chankan, pinfu, tanyao: 4 han 30 fu = 7,700.
    table.row(
        "redblue",
        &several,
        "chankan_multi_wait",
        "chankan_single_wait_only=false",
        "7700 c0 +7700",
    );
    let furiten = hand("234p567p345s66s78s+6s g:9m", |input| input.furiten = true);
    // 2 + tsumo 1 + pinfu 2 + tanyao 2 + fives 2 + 1 = 10 from each.
    table.row(
        "kichijoji",
        &furiten,
        "10 c0 +20",
        "furiten_tsumo=open_riichi_only",
        "furiten_tsumo",
    );
    let open = hand("234p567p345s66s78s+6s g:9m", |input| {
        input.furiten = true;
        input.riichi = 1;
        input.open_riichi = true;
    });
    // menzen 1, tsumo 1, riichi 1, open 1, pinfu 1, tanyao 1, fives 2, gari 1.
    table.row(
        "vip",
        &open,
        "furiten_open_riichi",
        "furiten_open_riichi=allowed",
        "9 c0 +18",
    );
    // Menzen 1, fives 2, gari 1.
    let nothing = hand("234p567p345s789s1z+1z g:9m", ron);
    table.row("vip", &nothing, "no_yaku", "menzen_is_yaku=true", "4 c0 +4");
    let drawn = hand("234p567p345s66s78s+6s g:9m", |input| input.rinshan = true);
    table.row(
        "kichijoji",
        &drawn,
        "11 c0 +22",
        "gari_rinshan=false",
        "rinshan_without_replacement",
    );
    table.finish();
}

#[test]
fn kokushi_and_wild_tiles() {
    let mut table = Table::default();
    let pulled = hand("19m19p19s1234567z+9m", |input| {
        ron(input);
        input.ron_on = RonOn::PulledGari;
    });
    // 2 + 5 + 50 + karasu 20, 20 chips for the yakuman.
    table.row(
        "kichijoji",
        &pulled,
        "77 c20 +77",
        "pulled_gari_ron_is_chankan=true",
        "79 c20 +79",
    );
    table.row(
        "kichijoji",
        &pulled,
        "77 c20 +77",
        "karasu_kokushi=false",
        "57 c20 +57",
    );
    table.row(
        "vip",
        &pulled,
        "71 c0 +71",
        "karasu_kokushi=false",
        "51 c0 +51",
    );
    let wild = |text: &str| {
        hand(text, |input| {
            input.riichi = 1;
            input.ippatsu = true;
        })
    };
    // As 6s: 2, riichi 2, ippatsu 2, tsumo 1, pinfu 2, tanyao 2, fives 2, 1.
    let white = wild("234p567p345s66s78s+5z g:9m");
    table.row(
        "kichijoji",
        &white,
        "14 c1 +28",
        "almighty_white=false",
        "not_winning_shape",
    );
    // 2, riichi 2, ippatsu 2, tsumo 1, ankan 4, gari 1, as 6s; as a fifth 9s
    // チャンタ 15 more.
    let fifth = wild("123p789p78s11z[9999s]+5z g:9m");
    table.row(
        "kichijoji",
        &fifth,
        "12 c1 +24",
        "almighty_fifth_copy=true",
        "27 c1 +54",
    );
    table.finish();
}

#[test]
fn values_of_yaku() {
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
fn yakuman() {
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

#[test]
fn house_yaku() {
    let mut table = Table::default();
    let ponto = hand("8p+8p(222p)(555s)(111z)[7777s]", |input| {
        ron(input);
        input.tanki_open = true;
        input.seat_wind = Seat::E;
    });
    // ぽんと。: 100 + 2 × 4 → 110, karasu 20; else 対々和 2 and two winds.
    table.row(
        "sakae",
        &ponto,
        "130 c0 +130",
        "local_yaku=false",
        "50 c0 +50",
    );
    // With pons only a kan does not count.
    table.row(
        "sakae",
        &ponto,
        "130 c0 +130",
        "ponto_melds=pon",
        "50 c0 +50",
    );
    let pair = hand("147m258p369s1123z+4z", |input| input.first_turn = true);
    table.row(
        "redblue",
        &pair,
        "16000 c0 +16000",
        "shiisanpuuta=yakuman",
        "32000 c0 +32000",
    );
    table.row(
        "redblue",
        &pair,
        "16000 c0 +16000",
        "local_yaku=false",
        "not_winning_shape",
    );
    let eighth = hand("234p(567p)345s66s78s+6s", |input| {
        ron(input);
        input.seat_wind = Seat::E;
        input.consecutive_wins = 8;
    });
    table.row(
        "redblue",
        &eighth,
        "no_yaku",
        "paarenchan_needs_yaku=false",
        "48000 c0 +48000",
    );
    table.finish();
}

#[test]
fn payments_of_points() {
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
fn sevens_and_bonuses() {
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
fn han_and_fu() {
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
fn chips() {
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
