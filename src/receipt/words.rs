//! What the parts of a receipt are called.

use serde_json::Value as Json;

use super::LaidTile;
use crate::confirm::Zone;
use crate::lang::{Lang, Said};
use crate::rules::describe;

/// Parts of the result and of the file by their path.
const NAMES: &[(&str, &str, &str)] = &[
    ("program", "プログラム", "program"),
    ("photo", "写真", "photo"),
    ("model", "モデル", "model"),
    ("tiles", "写真の牌", "tile of the photo"),
    ("review", "読み取りの疑い", "doubt of the reading"),
    ("rivals", "別の読み取り", "other reading"),
    ("read", "読み取り", "reading"),
    ("changes", "人の変更", "change by a person"),
    ("confirmed", "確かめた手牌", "confirmed hand"),
    ("case.win", "あがり方", "way of winning"),
    ("case.seat_wind", "自風", "seat"),
    ("case.discarder", "放銃した席", "seat of the discarder"),
    ("case.round_wind", "場風", "round wind"),
    ("case.honba", "本場", "honba"),
    ("case.sticks", "供託", "sticks"),
    ("case", "採点した手牌と状況", "scored hand and situation"),
    ("rules", "ルール", "rule set"),
    ("seats", "名前", "names"),
    ("result.total", "合計", "total"),
    ("result.han", "翻", "han"),
    ("result.fu", "符", "fu"),
    ("result.fu_items", "符の内訳", "fu lines"),
    ("result.limit", "満貫など", "limit"),
    ("result.yakuman_units", "役満の数", "yakuman units"),
    ("result.deltas", "点棒", "points"),
    ("result.chips_each_payer", "チップ", "chips from each payer"),
    ("result.chip_deltas", "チップ", "chips"),
    ("result.split", "面子", "sets"),
    ("result.rules", "ルールの版", "version of the rules"),
    ("result", "結果", "result"),
];

/// What a path is about: the longest beginning of it that has a name.
pub fn name(path: &str) -> Said {
    let fits = |known: &&(&str, &str, &str)| {
        let rest = path.strip_prefix(known.0);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let found = NAMES.iter().filter(fits).max_by_key(|known| known.0.len());
    match found {
        Some((_, ja, en)) => Said::new(*ja, *en),
        None => Said::new(path, path),
    }
}

/// A tile by its number on the photo, or by what it is.
pub fn number(tile: &LaidTile) -> Said {
    match tile.seen {
        Some(seen) => Said::new(format!("牌 {}", seen + 1), format!("tile {}", seen + 1)),
        None => Said::new(
            format!("加えた牌 {}", tile.tile),
            format!("the added tile {}", tile.tile),
        ),
    }
}

/// Where a tile lies.
pub fn zone_name(zone: Zone) -> Said {
    match zone {
        Zone::Hand => Said::new("手牌", "hand"),
        Zone::Meld(at) => Said::new(format!("面子 {}", at + 1), format!("set {}", at + 1)),
        Zone::Gari => Said::new("ガリ", "gari"),
        Zone::Dora => Said::new("ドラ表示牌", "dora indicators"),
        Zone::Ura => Said::new("裏ドラ表示牌", "ura indicators"),
        Zone::Arisu => Said::new("アリス", "arisu flips"),
        Zone::Other => Said::new("ほか", "other tiles"),
    }
}

/// What stands in the receipt, and what it should be.
pub fn two_values(receipt: &str, now: &str) -> Said {
    let shown = |text: &str| match text {
        "" => "-".to_owned(),
        text => crate::lang::quoted(text),
    };
    let (receipt, now) = (shown(receipt), shown(now));
    Said::new(
        format!("控えでは {receipt}、計算し直すと {now}"),
        format!("{receipt} in the receipt, {now} recomputed"),
    )
}

/// The same of a rule that another rule set has otherwise.
pub fn two_rules(rule: &describe::Difference) -> Said {
    let words = |lang| {
        let both = two_values(rule.left.text(lang), rule.right.text(lang));
        both.text(lang).to_owned()
    };
    Said::new(words(Lang::Ja), words(Lang::En))
}

/// A value of a receipt as [`two_values`] shows it.
pub fn json_text(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
