//! The notation: print ∘ parse = identity, every fault at once, no panic.
#![allow(clippy::unwrap_used)]

use karasu::lang::Lang;
use karasu::meld::{Meld, MeldKind};
use karasu::notation::{FaultKind, Hand, explain, parse};
use karasu::tile::Tile;
use proptest::prelude::*;

fn tiles(codes: &str) -> Vec<Tile> {
    codes
        .split_whitespace()
        .map(|c| c.parse().unwrap())
        .collect()
}

#[test]
fn the_contract_s_examples() {
    let hand = parse("123m406p789s11z").unwrap();
    assert_eq!(hand.concealed, tiles("1m 2m 3m 4p 0p 6p 7s 8s 9s 1z"));
    assert_eq!(hand.win_tile, Some("1z".parse().unwrap()));

    let hand = parse(
        "11z +5p (555z)(345p)(5555z)[5555z][0550z](555+5z) g:1559m4z g:0m 3f d:1p u:2p a:5z5z",
    )
    .unwrap();
    let kinds: Vec<MeldKind> = hand.melds.iter().map(|m| m.kind).collect();
    use MeldKind::*;
    assert_eq!(kinds, [Pon, Chi, Daiminkan, Ankan, Ankan, Kakan]);
    assert_eq!(hand.melds[4].tiles, tiles("5z 5z 5z 5z"));
    assert_eq!(hand.gari, tiles("1m 5m 5m 9m 4z 0m 3f"));
    assert_eq!(hand.arisu, tiles("5z 5z"));
}

#[test]
fn many_ways_to_write_one_hand() {
    let want = parse("1230m 406p 1155z+5z").unwrap();
    for text in [
        "１２３0m，406p 東東白白 ＋ 白",
        "406筒 123r5萬 東東 白白+白",
        "4r56p 1235mr 1155z+5z",
        "4赤56p 123五万r 1155Z+5Z",
        "一二三赤五萬 四r5六筒 東東白白＋白",
        "1m2m3m0m4p0p6p1z1z5z5z5z",
    ] {
        assert_eq!(parse(text).unwrap().to_string(), want.to_string(), "{text}");
    }
    assert_eq!(want.to_string(), "1230m406p1155z+5z");
}

#[test]
fn backs_of_a_concealed_kan_are_not_red_fives() {
    assert_eq!(
        parse("1z [0550p]").unwrap().melds[0].tiles,
        tiles("5p 5p 5p 5p")
    );
    assert_eq!(
        parse("1z [0110m]").unwrap().melds[0].tiles,
        tiles("1m 1m 1m 1m")
    );
    assert_eq!(
        parse("1z [0555p]").unwrap().melds[0].tiles,
        tiles("0p 5p 5p 5p")
    );
    // Two red fives are written inside, where they cannot be backs.
    let hand = parse("1z [5005p]").unwrap();
    assert_eq!(hand.melds[0].tiles, tiles("0p 0p 5p 5p"));
    assert_eq!(hand.to_string(), "+1z [5005p]");
}

#[test]
fn all_faults_at_once_with_their_places() {
    let text = "12x3m 8z (125p) 45 (11 [222s) +1p";
    let faults = parse(text).unwrap_err();
    let found: Vec<(&str, FaultKind)> = faults
        .iter()
        .map(|f| (&text[f.place.clone()], f.kind.clone()))
        .collect();
    assert_eq!(
        found,
        [
            ("x", FaultKind::UnexpectedChar('x')),
            ("8", FaultKind::NoSuchTile("8z".into())),
            ("(125p)", FaultKind::BadMeld),
            ("45", FaultKind::RanksWithoutSuit),
            ("11", FaultKind::RanksWithoutSuit),
            ("[", FaultKind::NestedBracket),
        ]
    );
    for lang in [Lang::Ja, Lang::En] {
        let words = explain(text, &faults, lang);
        assert_eq!(words.lines().count(), 3 * faults.len());
    }
}

#[test]
fn each_fault_is_named() {
    for (text, kind) in [
        ("", FaultKind::Empty),
        ("g:1m", FaultKind::Empty),
        ("m", FaultKind::SuitWithoutRanks('m')),
        ("12m r4p", FaultKind::RedNotFive),
        ("11z r", FaultKind::RedNotFive),
        ("11z+1z+2z", FaultKind::SecondPlus),
        ("11z+", FaultKind::PlusWithoutTile),
        ("11z+12p", FaultKind::TilesAfterWinTile),
        ("11z (555z", FaultKind::UnclosedBracket('(')),
        ("11z (555z]", FaultKind::UnclosedBracket('(')),
        ("11z 555z)", FaultKind::StrayBracket(')')),
        ("11z (891p)", FaultKind::BadMeld),
        ("11z (123z)", FaultKind::BadMeld),
        ("11z (55+55z)", FaultKind::BadMeld),
        ("11z [555z]", FaultKind::BadMeld),
        ("11z (9s1p2p)", FaultKind::BadMeld),
        ("11z ()", FaultKind::BadMeld),
        ("11z 9f", FaultKind::NoSuchTile("9f".into())),
    ] {
        let faults = parse(text).expect_err(text);
        assert!(faults.iter().any(|f| f.kind == kind), "{text}: {faults:?}");
    }
}

fn any_tile() -> impl Strategy<Value = Tile> {
    (0..Tile::COUNT).prop_map(|i| Tile::from_index(i).unwrap())
}

fn any_meld() -> impl Strategy<Value = Meld> {
    let same = (0..Tile::KINDS, 0..4usize, any::<bool>()).prop_map(|(i, form, red)| {
        let tile = Tile::from_index(i).unwrap();
        let kind = [
            MeldKind::Pon,
            MeldKind::Daiminkan,
            MeldKind::Kakan,
            MeldKind::Ankan,
        ][form];
        let mut tiles = vec![tile; if form == 0 { 3 } else { 4 }];
        if let (true, Some(red)) = (red, tile.red()) {
            tiles[0] = red;
        }
        Meld { kind, tiles }
    });
    let run = (0..3usize, 0..7usize).prop_map(|(suit, from)| Meld {
        kind: MeldKind::Chi,
        tiles: (from..from + 3)
            .map(|r| Tile::from_index(suit * 9 + r).unwrap())
            .collect(),
    });
    prop_oneof![same, run]
}

prop_compose! {
    fn any_hand()(
        concealed in prop::collection::vec(any_tile(), 0..14),
        win_tile in any_tile(),
        melds in prop::collection::vec(any_meld(), 0..5),
        gari in prop::collection::vec(any_tile(), 0..8),
        dora in prop::collection::vec(any_tile(), 0..5),
        ura in prop::collection::vec(any_tile(), 0..5),
        arisu in prop::collection::vec(any_tile(), 0..5),
    ) -> Hand {
        Hand { concealed, win_tile: Some(win_tile), melds, gari, dora, ura, arisu }
    }
}

proptest! {
    #[test]
    fn parsing_what_was_printed_gives_the_hand(hand in any_hand()) {
        let text = hand.to_string();
        let again = parse(&text).map_err(|f| TestCaseError::fail(explain(&text, &f, Lang::En)))?;
        prop_assert_eq!(&again, &hand.canonical());
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn no_text_panics_and_places_lie_inside(text in "[0-9mpszfrgdua:+()\\[\\] ,東白赤五萬０ｐ（\u{3000}é]{0,40}") {
        if let Err(faults) = parse(&text) {
            prop_assert!(!faults.is_empty());
            for fault in &faults {
                prop_assert!(text.get(fault.place.clone()).is_some());
            }
            explain(&text, &faults, Lang::Ja);
        }
    }

    #[test]
    fn any_text_at_all(text in any::<String>()) {
        let _ = parse(&text);
    }
}
