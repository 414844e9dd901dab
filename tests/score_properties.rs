//! Promise 11: the order of tiles and sets never matters; every number on a
//! sheet is the sum of its lines; payments sum to the sticks.

use std::path::Path;

use karasu::rules::{self, PRESETS, RuleSet};
use karasu::score::{self, HandInput, RawHand, ScoreSheet, Unit};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

/// All hands of the case files with the rules they were played under.
fn hands() -> Vec<(RuleSet, HandInput)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/cases");
    let mut hands = Vec::new();
    for id in PRESETS {
        let text = std::fs::read_to_string(dir.join(format!("{id}.jsonl"))).expect("case file");
        for line in text.lines() {
            let raw: RawHand = serde_json::from_str(line).expect("a case");
            let rules = rules::preset(id).expect("a preset");
            hands.push((rules, raw.resolve().expect("tiles")));
        }
    }
    assert_eq!(hands.len(), 6000);
    hands
}

/// What a sheet says apart from the tiles that its lines point at.
fn said(sheet: &ScoreSheet) -> Value {
    let mut json = serde_json::to_value(sheet).expect("JSON");
    for list in ["items", "chip_items", "rivals"] {
        for item in json[list].as_array_mut().into_iter().flatten() {
            if let Some(item) = item.as_object_mut() {
                item.remove("tiles");
                item.remove("split");
                item.remove("items");
            }
        }
    }
    // The sets of the split stand in the order of the calls, and of two equal
    // readings either may be named.
    for key in ["split", "fu_items", "rivals"] {
        json.as_object_mut().expect("object").remove(key);
    }
    json
}

fn sum(sheet: &ScoreSheet, unit: Unit) -> i32 {
    let items = sheet.items.iter().filter(|item| item.unit == unit);
    items.map(|item| item.value).sum()
}

#[test]
fn every_line_of_every_case_names_its_paragraph() {
    let mut without = std::collections::BTreeSet::new();
    for (rules, input) in hands() {
        let Ok(sheet) = score::score(&rules, &input) else {
            continue;
        };
        for item in sheet.items.iter().chain(&sheet.chip_items) {
            if !item.rule.contains(".md") {
                without.insert(format!("{} {}: {:?}", rules.id, item.id, item.rule));
            }
        }
        if sheet.fu > 0 && !sheet.fu_rule.contains(".md") {
            without.insert(format!("{} fu: {:?}", rules.id, sheet.fu_rule));
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

#[test]
fn every_number_is_the_sum_of_the_lines_shown() {
    let mut scored = 0;
    for (rules, input) in hands() {
        let Ok(sheet) = score::score(&rules, &input) else {
            continue;
        };
        scored += 1;
        let sticks = input.sticks as i32 * rules.options.riichi_stick;
        assert_eq!(sheet.deltas.sum(), sticks, "{input:?}");
        assert_eq!(sheet.chip_deltas.sum(), 0, "{input:?}");
        assert_eq!(sheet.han, sum(&sheet, Unit::Han), "{input:?}");
        let fold = |sum: i32, item: &score::Item| match item.unit {
            Unit::Mult => sum * item.value,
            _ => sum + item.value,
        };
        assert_eq!(
            sheet.chips_each_payer,
            sheet.chip_items.iter().fold(0, fold)
        );
        let fu: u32 = sheet.fu_items.iter().map(score::FuItem::fu).sum();
        let rounded = if fu == 25 { 25 } else { fu.div_ceil(10) * 10 };
        assert_eq!(sheet.fu, rounded, "{input:?}");
        if let Some(raw) = sheet.raw {
            let inside = [Unit::Base, Unit::Han, Unit::Gari, Unit::Honba];
            let inside: i32 = inside.iter().map(|&unit| sum(&sheet, unit)).sum();
            assert_eq!(raw, inside * 4 + 100 * sum(&sheet, Unit::Yakuman));
            let mult = sum(&sheet, Unit::Mult).max(1);
            let bonus = sum(&sheet, Unit::Bonus);
            assert_eq!(sheet.total, (raw + 9) / 10 * 10 * mult + bonus);
        } else if sheet.fu == 0 && sheet.limit.is_empty() {
            assert_eq!(sheet.total, sheet.items.iter().fold(0, fold), "{input:?}");
        }
    }
    assert_eq!(scored, 6000 - 308 - 132, "all but the cases without a yaku");
}

#[test]
fn a_sheet_and_an_input_survive_json() {
    for (rules, input) in hands().into_iter().step_by(7) {
        let text = serde_json::to_string(&input).expect("JSON");
        let again: HandInput = serde_json::from_str(&text).expect("an input");
        assert_eq!(again, input);
        if let Ok(sheet) = score::score(&rules, &input) {
            let text = serde_json::to_string(&sheet).expect("JSON");
            assert_eq!(
                serde_json::from_str::<ScoreSheet>(&text).expect("a sheet"),
                sheet
            );
        }
    }
}

/// A permutation drawn from indices.
fn shuffle<T>(list: &mut [T], indices: &[Index]) {
    for (at, index) in indices.iter().enumerate().take(list.len()) {
        let other = at + index.index(list.len() - at);
        list.swap(at, other);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn order_of_tiles_and_sets_does_not_matter(
        indices in prop::collection::vec(any::<Index>(), 16),
        start in 0..200usize,
    ) {
        for (rules, input) in hands().into_iter().skip(start).step_by(97) {
            let mut mixed = input.clone();
            shuffle(&mut mixed.concealed, &indices);
            shuffle(&mut mixed.gari, &indices);
            shuffle(&mut mixed.flowers, &indices);
            for meld in &mut mixed.melds {
                shuffle(&mut meld.tiles, &indices);
            }
            // The order of the calls is a fact of the game where late value
            // triplets are refused.
            if rules.options.atozuke == karasu::rules::value::Atozuke::Allowed {
                shuffle(&mut mixed.melds, &indices);
            }
            match (score::score(&rules, &input), score::score(&rules, &mixed)) {
                (Ok(one), Ok(other)) => prop_assert_eq!(said(&one), said(&other)),
                (Err(one), Err(other)) => prop_assert_eq!(one[0].id, other[0].id),
                (one, other) => prop_assert!(false, "{one:?} but {other:?}"),
            }
        }
    }

    #[test]
    fn no_line_of_text_makes_the_scorer_panic(text in "\\PC{0,80}", win in "[0-9mpszf]{0,3}") {
        let case = serde_json::json!({"concealed": text, "win_tile": win, "win": "tsumo",
            "seat_wind": "S", "melds": [{"type": "pon", "tiles": win}]});
        if let Ok(raw) = serde_json::from_value::<RawHand>(case)
            && let Ok(input) = raw.resolve()
        {
            for id in PRESETS {
                let rules = rules::preset(id).expect("a preset");
                let _ = score::score(&rules, &input);
            }
        }
    }

    #[test]
    fn wild_inputs_give_a_sheet_or_faults(
        tiles in prop::collection::vec(0..46usize, 10..15),
        flags in any::<u16>(),
        numbers in any::<(u8, u32, u32)>(),
    ) {
        let mut tiles: Vec<_> = tiles.into_iter().filter_map(karasu::tile::Tile::from_index).collect();
        let win_tile = tiles.pop().expect("ten tiles at least");
        let flag = |bit: u16| flags >> bit & 1 == 1;
        let input = HandInput {
            concealed: tiles,
            win_tile,
            win: if flag(0) { score::Win::Ron } else { score::Win::Tsumo },
            discarder: flag(0).then_some(karasu::seat::Seat::W),
            riichi: numbers.0,
            open_riichi: flag(1),
            ippatsu: flag(2),
            first_turn: flag(3),
            honba: numbers.1,
            sticks: numbers.2,
            ..HandInput::default()
        };
        for id in PRESETS {
            let rules = rules::preset(id).expect("a preset");
            if let Err(faults) = score::score(&rules, &input) {
                prop_assert!(!faults.is_empty());
            }
        }
    }
}
