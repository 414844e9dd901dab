//! House options of one hand (`rules/options.md`), for the oracle: read from
//! `HandInput::options`, and drawn at random.

use karasu::score::HandInput;
use serde_json::{Map, Value, json};

use super::rng::Rng;

/// A yes or no; `default` is the rule set's own value.
pub fn flag(input: &HandInput, key: &str, default: bool) -> bool {
    let value = input.options.get(key);
    value.map_or(default, |value| value.as_bool().expect("true or false"))
}

/// A number.
pub fn number(input: &HandInput, key: &str, default: i32) -> i32 {
    let value = input.options.get(key);
    value.map_or(default, |value| value.as_i64().expect("a number") as i32)
}

/// A word.
pub fn word<'a>(input: &'a HandInput, key: &str, default: &'a str) -> &'a str {
    let value = input.options.get(key);
    value.map_or(default, |value| value.as_str().expect("a word"))
}

/// A list of ids.
pub fn list<'a>(input: &'a HandInput, key: &str, default: &[&'a str]) -> Vec<&'a str> {
    match input.options.get(key) {
        Some(value) => {
            let all = value.as_array().expect("a list").iter();
            all.filter_map(Value::as_str).collect()
        }
        None => default.to_vec(),
    }
}

/// Two numbers.
pub fn pair(input: &HandInput, key: &str, default: [i32; 2]) -> [i32; 2] {
    match input.options.get(key) {
        Some(value) => [0, 1].map(|at| value[at].as_i64().expect("a number") as i32),
        None => default,
    }
}

/// Value of 七対子 with so many fours; `None` is no winning form.
pub fn chiitoi(input: &HandInput, fours: usize, default: [i32; 4]) -> Option<i32> {
    match input.options.get("chiitoi_values") {
        Some(value) => value[fours].as_i64().map(|value| value as i32),
        None => Some(default[fours]).filter(|value| *value > 0),
    }
}

/// Yaku of 七対子 by the number of fours.
pub const CHIITOI: [&str; 4] = ["chiitoi", "chiitoi_q1", "chiitoi_q2", "chiitoi_q3"];

const POINTS: &[&str] = &["kichijoji", "vip"];
const TOUTENKOU: &[&str] = &["kichijoji", "vip", "sakae"];
const THREE_HOUSES: &[&str] = &["kichijoji", "vip", "sakae", "sakae_free"];
const HAN_FU: &[&str] = &["sakae_free", "redblue", "riichi4", "riichi3"];
const PULLING: &[&str] = &["kichijoji", "vip", "sakae", "riichi3"];
const BRACKET_AND_HAN: &[&str] = &["sakae", "sakae_free", "redblue", "riichi4", "riichi3"];
const OPEN_RIICHI: &[&str] = &["kichijoji", "vip", "sakae", "sakae_free", "redblue"];
const ALL: &[&str] = karasu::rules::PRESETS;

/// The options the oracle knows: where they are drawn, and their values.
fn table() -> Vec<(&'static str, &'static [&'static str], Vec<Value>)> {
    let both = || vec![json!(false), json!(true)];
    vec![
        (
            "man_dora_order",
            THREE_HOUSES,
            vec![json!("159"), json!("19")],
        ),
        ("chi", ALL, both()),
        ("flowers", &["sakae"], vec![json!(4), json!(0), json!(8)]),
        (
            "man_kinds",
            &["redblue", "riichi4"],
            vec![json!([1, 9]), json!([1, 5, 9]), json!([1, 2, 3, 7, 8, 9])],
        ),
        (
            "reds",
            &["kichijoji", "redblue", "riichi4", "riichi3"],
            vec![
                json!({"m": 0, "p": 0, "s": 0}),
                json!({"m": 0, "p": 2, "s": 1}),
                json!({"m": 0, "p": 1, "s": 4}),
            ],
        ),
        ("dora_on_gari", PULLING, both()),
        ("ura", ALL, both()),
        ("kan_dora", ALL, both()),
        ("kuitan", ALL, both()),
        (
            "atozuke",
            ALL,
            vec![json!("allowed"), json!("forbidden"), json!("multi_wait")],
        ),
        (
            "sakizuke_chankan_validates",
            &["sakae_free", "redblue", "riichi4"],
            both(),
        ),
        ("multi_wait_pinfu_exempt", HAN_FU, both()),
        ("chankan_single_wait_only", BRACKET_AND_HAN, both()),
        (
            "furiten_tsumo",
            ALL,
            vec![json!("allowed"), json!("open_riichi_only")],
        ),
        (
            "furiten_open_riichi",
            OPEN_RIICHI,
            vec![json!("allowed"), json!("chombo")],
        ),
        ("menzen_is_yaku", &["vip"], both()),
        ("gari_rinshan", PULLING, both()),
        ("pulled_gari_ron_is_chankan", POINTS, both()),
        ("almighty_white", &["kichijoji"], both()),
        ("almighty_fifth_copy", &["kichijoji"], both()),
        (
            "pinfu_value",
            &["kichijoji"],
            vec![json!(2), json!(0), json!(1), json!(5)],
        ),
        ("open_riichi", POINTS, vec![json!("add"), json!("total")]),
        (
            "open_riichi_han",
            &["sakae", "sakae_free", "redblue"],
            vec![json!(0), json!(1)],
        ),
        (
            "open_riichi_furiten_han",
            &["sakae_free", "redblue"],
            vec![json!(0), json!(1)],
        ),
        ("ippatsu_han", &["sakae"], vec![json!(0), json!(1)]),
        (
            "chiitoi_values",
            POINTS,
            vec![
                json!([4, 8, 16, 32]),
                json!([2, 8, "none", "none"]),
                json!(["none", 10, 12, 14]),
            ],
        ),
        (
            "chiitoi_values",
            BRACKET_AND_HAN,
            vec![
                json!([2, "none", "none", "none"]),
                json!([2, 4, "none", 8]),
                json!(["none", "none", "none", "none"]),
            ],
        ),
        (
            "red_five_value",
            &["kichijoji"],
            vec![json!("replace"), json!("stack")],
        ),
        (
            "menzen_point",
            &["vip"],
            vec![json!("any_closed"), json!("tsumo_only")],
        ),
        ("karasu_kokushi", POINTS, both()),
        ("flower_set_counts", &["sakae"], both()),
        ("local_yaku", &["sakae", "sakae_free", "redblue"], both()),
        (
            "shiisanpuuta",
            &["redblue"],
            vec![json!("baiman"), json!("yakuman")],
        ),
        ("paarenchan_needs_yaku", &["redblue"], both()),
        ("yakuman_multiple", ALL, vec![json!("sum"), json!("single")]),
        (
            "yakuman_adds",
            TOUTENKOU,
            vec![
                json!("all"),
                json!("situational"),
                json!("fixed"),
                json!("none"),
            ],
        ),
        ("yakuman_contained_yaku", &["vip"], both()),
        (
            "renhou",
            POINTS,
            vec![
                json!("yakuman"),
                json!(20),
                json!(7),
                json!(1),
                json!("none"),
            ],
        ),
        ("renhou", &["sakae"], vec![json!("yakuman"), json!("none")]),
        (
            "renhou",
            HAN_FU,
            vec![json!("yakuman"), json!("baiman"), json!("none")],
        ),
        ("suukantsu", ALL, both()),
        (
            "chinroutou_quads",
            &["kichijoji"],
            vec![json!("ignore"), json!("yakuman")],
        ),
        (
            "double_yakuman",
            BRACKET_AND_HAN,
            vec![
                json!([]),
                json!(["kokushi13", "suuankou_tanki"]),
                json!(["kokushi13", "chuuren_pure", "daisuushii", "suuankou_tanki"]),
            ],
        ),
        (
            "double_yakuman",
            POINTS,
            vec![
                json!([]),
                json!(["kokushi13", "chuuren_pure", "daisuushii", "suuankou_tanki"]),
                json!(["daisangen", "tsuuiisou", "tenhou", "suuankou"]),
            ],
        ),
        (
            "double_yakuman_furiten",
            BRACKET_AND_HAN,
            vec![json!("single"), json!("double")],
        ),
        (
            "ponto_melds",
            &["sakae", "sakae_free"],
            vec![json!("pon_or_kan"), json!("pon")],
        ),
        ("kazoe", HAN_FU, vec![json!(13), json!(0)]),
        ("honba_value", TOUTENKOU, vec![json!(0), json!(1), json!(3)]),
        (
            "honba",
            HAN_FU,
            vec![json!([300, 100]), json!([1000, 500]), json!([0, 0])],
        ),
        (
            "honba_double_from",
            &["vip"],
            vec![json!(0), json!(5), json!(1), json!(3)],
        ),
        ("open_dealin_doubled", &["vip"], both()),
        (
            "seven_stage",
            &["sakae"],
            vec![json!("after_rounding"), json!("before_rounding")],
        ),
        ("seven_on_bonus", &["sakae"], both()),
        ("seven_on_yakuman", &["sakae"], both()),
        ("bonus_per_payer", &["sakae"], both()),
        ("fu", HAN_FU, vec![json!("full"), json!("fixed30")]),
        ("double_wind_pair_fu", HAN_FU, vec![json!(2), json!(4)]),
        ("kiriage", HAN_FU, both()),
        (
            "tsumo",
            &["sakae_free", "riichi3"],
            vec![json!("loss"), json!("split_north")],
        ),
        ("open_dealin", POINTS, vec![json!("none"), json!("plus50")]),
        (
            "open_dealin",
            &["sakae_free", "redblue"],
            vec![json!("none"), json!("yakuman")],
        ),
        ("riichi_stick", ALL, vec![json!(0), json!(2), json!(1000)]),
        (
            "chip_value",
            &["kichijoji"],
            vec![json!(0), json!(50), json!(1)],
        ),
        ("all_star_mult", &["kichijoji"], vec![json!(1), json!(2)]),
        ("open_red_chips", &["kichijoji"], both()),
        ("yakuman_chips_multiplied", &["kichijoji"], both()),
        (
            "yakuman_chips_per",
            &["kichijoji"],
            vec![json!("each"), json!("once")],
        ),
        (
            "north",
            &["kichijoji", "sakae", "sakae_free"],
            vec![json!("plain"), json!("yakuhai")],
        ),
    ]
}

/// Keys drawn for a rule set.
pub fn keys(id: &str) -> Vec<&'static str> {
    let rows = table().into_iter().filter(|row| row.1.contains(&id));
    rows.map(|row| row.0).collect()
}

/// One to four options of a rule set with random values.
pub fn draw(id: &str, rng: &mut Rng) -> Map<String, Value> {
    let rows: Vec<_> = table()
        .into_iter()
        .filter(|row| row.1.contains(&id))
        .collect();
    let mut options = Map::new();
    for _ in 0..=rng.below(4) {
        let (key, _, values) = &rows[rng.below(rows.len())];
        let value = values[rng.below(values.len())].clone();
        options.insert((*key).to_owned(), value);
        // Options that mean something only under another one.
        let under = match *key {
            "sakizuke_chankan_validates" => "forbidden",
            "multi_wait_pinfu_exempt" => "multi_wait",
            _ => continue,
        };
        options.insert("atozuke".to_owned(), json!(under));
    }
    options
}

/// Options that decide which hands are dealt: of a hand that fits, nothing need
/// change without them.
pub const DEALT: [&str; 4] = ["chi", "flowers", "man_kinds", "reds"];

/// Options whose hands chance makes too seldom to wait for (清老頭 of seven
/// pairs, a furiten tsumo on nine waits, a yaku that only robbing a kan makes), or that a preset refuses and so are
/// not dealt (open riichi in furiten); `tests/options.rs` has them.
pub const RARE: [&str; 6] = [
    "almighty_fifth_copy",
    "open_riichi_furiten_han",
    "chinroutou_quads",
    "double_yakuman_furiten",
    "furiten_open_riichi",
    "sakizuke_chankan_validates",
];
