//! Tiles, winning conditions, wild tiles, house yaku.

use karasu::score::RonOn;
use karasu::seat::Seat;

use super::{PLAIN, Table, hand, riichi, ron};

#[test]
pub fn tiles_and_dora() {
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
    table.row(
        "kichijoji",
        &with("g:5m"),
        "16 c0 +16",
        "man_kinds=[1,9]",
        "not_in_wall",
    );
    // Riichi, pinfu, tanyao and 2m as dora: 4 han 30 fu; else 3 han 30 fu.
    table.row(
        "redblue",
        &hand("234m567p345s66s78s+6s d:1m", riichi),
        "7700 c0 +7700",
        "man_dora_order=19",
        "3900 c0 +3900",
    );
    // Pinfu, tanyao and a fifth flower: (1 + 2 + 1) × 4 = 16 → 20.
    table.row(
        "sakae",
        &hand(&format!("{PLAIN} g:5f"), ron),
        "not_in_wall",
        "flowers=8",
        "20 c0 +20",
    );
    // 自風 of the player in the North: 1 han, 20 + 10 + 8 = 38 → 40 fu.
    let seat = hand("234p567p34s66s444z+5s", |input| {
        ron(input);
        input.seat_wind = Seat::N;
    });
    table.row("redblue", &seat, "1300 c0 +1300", "north=plain", "no_yaku");
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
pub fn winning_conditions() {
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
pub fn kokushi_and_wild_tiles() {
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
pub fn house_yaku() {
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
