//! Rule files: every mistake named with its line, and presets as data.

use karasu::lang::Lang;
use karasu::rules::{self, PRESETS, RuleFault, SPECS, check, describe};
use proptest::prelude::*;

fn faults(text: &str) -> Vec<RuleFault> {
    check::check(text)
}

#[test]
fn every_mistake_is_named_at_once_with_its_line() {
    let text = "\
id = \"club\"
base = \"kichijoji\"
red_five_valeu = \"stack\"
chi = \"perhaps\"
flowers = 3
menzen_point = \"any_closed\"
[yaku]
pinfu = 3
pinnfu = [1, 1]
";
    let found = faults(text);
    let places: Vec<(Option<usize>, &str, bool)> = found
        .iter()
        .map(|fault| (fault.line, fault.key.as_str(), fault.warning))
        .collect();
    let expected = [
        (Some(3), "red_five_valeu", false),
        (Some(4), "chi", false),
        (Some(5), "flowers", false),
        (Some(6), "menzen_point", true),
        (Some(8), "yaku.pinfu", false),
        (Some(9), "yaku.pinnfu", false),
    ];
    assert_eq!(places, expected);
    assert!(
        found[0].message(Lang::En).contains("red_five_value"),
        "the nearest right key"
    );
    assert!(
        found[1].message(Lang::En).contains("true | false"),
        "what is allowed"
    );
    assert!(found[5].message(Lang::Ja).contains("pinfu"));
    assert!(rules::parse(text).is_err());
}

#[test]
fn a_syntax_error_and_a_missing_base_are_named() {
    let broken = faults("id = \"club\"\nchi = = true\n");
    assert_eq!(broken[0].line, Some(2), "{broken:?}");
    let unknown = faults("id = \"club\"\nbase = \"nowhere\"\n");
    assert_eq!(unknown[0].line, Some(2));
    assert!(
        unknown[0].message(Lang::En).contains("kichijoji"),
        "{unknown:?}"
    );
    assert!(
        faults("base = \"vip\"\n")
            .iter()
            .any(|fault| fault.key == "id")
    );
}

#[test]
fn a_club_file_is_a_difference_from_its_base() {
    let text =
        "id = \"club\"\nbase = \"kichijoji\"\nname_ja = \"部\"\nred_five_value = \"stack\"\n";
    assert_eq!(faults(text), []);
    let club = rules::parse(text).expect("a rule set");
    let base = rules::preset("kichijoji").expect("a preset");
    let found = describe::differences(&base, &club);
    let keys: Vec<&str> = found
        .iter()
        .map(|difference| difference.key.as_str())
        .collect();
    assert_eq!(keys, ["red_five_value"]);
    assert_eq!(
        (found[0].left.text(Lang::Ja), found[0].right.text(Lang::En)),
        ("replace", "stack")
    );
    // The file without the difference is the base under another name.
    let same = rules::parse("id = \"club\"\nbase = \"kichijoji\"\n").expect("a rule set");
    assert_eq!(describe::differences(&base, &same), []);
    assert_eq!(same.derived, base.derived);
}

/// Loading names the mistakes in the order of the file, as `check` does.
#[test]
fn mistakes_are_named_from_the_top_of_the_file() {
    let text =
        "id = \"club\"\nplayers = 5\nbase = \"vip\"\nnoten = \"x\"\nmax_ron = 9\nchii = true\n";
    let faults = rules::parse(text).expect_err("mistakes");
    let lines: Vec<_> = faults.iter().filter_map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 4, 5, 6], "{faults:?}");
}

#[test]
fn options_may_stand_in_a_table_of_their_own() {
    let flat = rules::parse("id = \"a\"\nbase = \"vip\"\nhonba_value = 2\n").expect("a rule set");
    let table = rules::parse("id = \"a\"\nbase = \"vip\"\n[options]\nhonba_value = 2\n");
    assert_eq!(flat, table.expect("a rule set"));
}

#[test]
fn every_option_prints_a_value_that_reads_as_itself() {
    for id in PRESETS {
        let rules = rules::preset(id).expect("a preset");
        for spec in SPECS {
            let mut copy = rules.options;
            let value = (spec.get)(&rules.options);
            (spec.set)(&mut copy, &value).unwrap_or_else(|error| panic!("{}: {error}", spec.key));
            assert_eq!(copy, rules.options, "{id} {}", spec.key);
        }
    }
}

#[test]
fn every_key_of_the_option_table_is_known_and_explained() {
    let keys: std::collections::HashSet<_> = SPECS.iter().map(|spec| spec.key).collect();
    assert_eq!(keys.len(), SPECS.len());
    for spec in SPECS {
        assert!(!spec.meaning(Lang::Ja).is_empty() && spec.meaning(Lang::En).is_ascii());
        let allowed = (spec.allowed)();
        assert!(!allowed.ja.is_empty() && allowed.en.is_ascii(), "{allowed}");
    }
    for key in [
        "man_kinds",
        "flowers",
        "reds",
        "gari_kinds",
        "north",
        "chi",
        "man_dora_order",
        "dora_on_gari",
        "ura",
        "kan_dora",
        "kuitan",
        "atozuke",
        "sakizuke_chankan_validates",
        "multi_wait_pinfu_exempt",
        "chankan_single_wait_only",
        "furiten_tsumo",
        "furiten_open_riichi",
        "menzen_is_yaku",
        "gari_rinshan",
        "pulled_gari_ron_is_chankan",
        "almighty_white",
        "almighty_fifth_copy",
        "pinfu_value",
        "open_riichi",
        "open_riichi_han",
        "open_riichi_furiten_han",
        "ippatsu_han",
        "chiitoi_values",
        "red_five_value",
        "menzen_point",
        "karasu_kokushi",
        "flower_set_counts",
        "local_yaku",
        "shiisanpuuta",
        "paarenchan_needs_yaku",
        "yakuman_multiple",
        "yakuman_adds",
        "yakuman_contained_yaku",
        "renhou",
        "suukantsu",
        "chinroutou_quads",
        "double_yakuman",
        "double_yakuman_furiten",
        "ponto_melds",
        "kazoe",
        "honba_value",
        "honba",
        "honba_double_from",
        "open_dealin_doubled",
        "seven_stage",
        "seven_on_bonus",
        "seven_on_yakuman",
        "bonus_per_payer",
        "fu",
        "double_wind_pair_fu",
        "kiriage",
        "tsumo",
        "open_dealin",
        "riichi_stick",
        "chip_value",
        "all_star_mult",
        "open_red_chips",
        "yakuman_chips_multiplied",
        "yakuman_chips_per",
        "start",
        "return",
        "oka",
        "uma",
        "kubi",
        "noten",
        "bust",
        "tobi_bonus",
        "yakitori",
        "nagashi",
        "nagashi_tanyao",
        "chombo",
        "max_ron",
        "double_ron_sticks",
        "gari_discard",
        "west_if_top_le",
        "suufon",
        "ippatsu_cancel",
    ] {
        assert!(keys.contains(key), "{key} of options.md");
    }
}

#[test]
fn the_sheet_shows_what_the_engine_reads() {
    let rules = rules::preset("kichijoji").expect("a preset");
    let sheet = describe::sheet(&rules, Lang::En);
    for line in [
        "red_five_value",
        "Mixed outside hand",
        "15 / 10",
        "contains: Twin sequences",
    ] {
        assert!(sheet.contains(line), "{line}");
    }
    let changed = rules.with_text("pinfu_value", "0").expect("allowed");
    assert!(!describe::sheet(&changed, Lang::En).contains("Pinfu "));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(id|base|chi|\\[yaku\\]|pinfu|=|\"|\\[|\\]|kichijoji|[0-9]|\n| ){0,40}") {
        for fault in faults(&text) {
            prop_assert!(!fault.message(Lang::En).is_empty());
        }
    }

    #[test]
    fn no_value_makes_an_option_panic(at in 0..SPECS.len(), text in "\\PC{0,20}") {
        let rules = rules::preset("sakae").expect("a preset");
        if let Ok(changed) = rules.with_text(SPECS[at].key, &text) {
            let written = (SPECS[at].get)(&changed.options);
            let again = rules.with([(SPECS[at].key, written)]).expect("its own value");
            prop_assert_eq!(again.options, changed.options);
        }
    }
}

/// Rules that count otherwise differ, whichever table says so.
#[test]
fn what_a_yaku_contains_and_what_a_fault_costs_are_differences_too() {
    let base = rules::preset("kichijoji").expect("a preset");
    let club = |more: &str| {
        let text = format!("id = \"kichijoji\"\nbase = \"kichijoji\"\n{more}");
        rules::parse(&text).expect("a rule set")
    };
    for (more, key) in [
        ("[contains]\nryanpeikou = []\n", "contains.ryanpeikou"),
        (
            "[penalty]\nchombo = { chombo = true, hand = \"redo\" }\n",
            "penalty.chombo",
        ),
    ] {
        let club = club(more);
        let found = describe::differences(&base, &club);
        let keys: Vec<&str> = found.iter().map(|found| found.key.as_str()).collect();
        assert_eq!(keys, [key]);
        for lang in [Lang::Ja, Lang::En] {
            let words = found[0].left.text(lang);
            assert_eq!(words.is_ascii(), lang == Lang::En, "{words}");
        }
        assert_ne!(describe::json(&base), describe::json(&club), "{key}");
    }
}

/// No id of a penalty, and no word for what becomes of a hand, is left as the
/// file has it.
#[test]
fn penalties_are_shown_in_the_language_of_the_reader() {
    for id in PRESETS {
        let rules = rules::preset(id).expect("a preset");
        for (kind, penalty) in &rules.penalties {
            let name = rules::penalty::name(kind, Lang::Ja);
            let text = rules::penalty::text(penalty, Lang::Ja);
            assert!(!name.is_ascii(), "{id} {kind}");
            let words = text.replace(|c: char| c.is_ascii_digit() || c == ' ', "");
            assert!(!words.chars().any(|c| c.is_ascii()), "{id} {kind}: {text}");
            assert!(rules::penalty::text(penalty, Lang::En).is_ascii());
        }
    }
    let vip = rules::preset("vip").expect("a preset");
    let sheet = describe::sheet(&vip, Lang::Ja);
    assert!(
        !sheet.contains("continues") && !sheet.contains("ends"),
        "{sheet}"
    );
}
