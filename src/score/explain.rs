//! A score sheet in words: the lines, what they make, who pays whom.

use std::fmt::Write as _;

use crate::lang::{Lang, counted};
use crate::score::item::Unit;
use crate::score::sheet::{BySeat, FuItem, Item, ScoreSheet};
use crate::score::{mpsz, rivals};

/// Width of a text in a terminal: Japanese characters take two columns.
pub fn width(text: &str) -> usize {
    text.chars()
        .map(|ch| if ch.is_ascii() { 1 } else { 2 })
        .sum()
}

/// The text filled up with blanks to `columns`.
pub fn pad(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(blanks))
}

/// The value of a line with its unit, such as `2点` or `×4`.
pub fn value_text(item: &Item, lang: Lang) -> String {
    match item.unit {
        Unit::Mult => format!("×{}", item.value),
        Unit::Flat | Unit::Note => String::new(),
        Unit::Yakuman if item.value == 1 => lang.pick("役満", "yakuman").to_owned(),
        unit => format!("{}{}", item.value, unit.suffix(item.value, lang)),
    }
}

/// The sheet: one row for each line, the result, the payments.
pub fn sheet_text(sheet: &ScoreSheet, lang: Lang) -> String {
    let mut out = String::new();
    rows(&mut out, &sheet.items, lang);
    out.push_str(&result_line(sheet, lang));
    out.push('\n');
    if !sheet.chip_items.is_empty() {
        rows(&mut out, &sheet.chip_items, lang);
        let chips = sheet.chips_each_payer;
        let _ = match lang {
            Lang::Ja => writeln!(out, "チップ {chips}枚"),
            Lang::En => writeln!(out, "Chips {chips}"),
        };
    }
    payments(&mut out, sheet, lang);
    for warning in &sheet.warnings {
        let _ = writeln!(out, "! {}", lang.pick(&warning.ja, &warning.en));
    }
    out
}

fn rows(out: &mut String, items: &[Item], lang: Lang) {
    for item in items {
        let name = pad(item.name(lang), 36);
        let tiles = mpsz::print(&item.tiles);
        let row = format!("  {name} {}", pad(&value_text(item, lang), 8));
        let _ = writeln!(out, "{}", format!("{row} {tiles}").trim_end());
    }
}

/// One line: han, fu, limit and total.
pub fn result_line(sheet: &ScoreSheet, lang: Lang) -> String {
    let mut parts = Vec::new();
    if sheet.han > 0 {
        parts.push(format!("{}{}", sheet.han, lang.pick("翻", " han")));
    }
    if sheet.fu > 0 {
        parts.push(format!("{}{}", sheet.fu, lang.pick("符", " fu")));
    }
    if !sheet.limit.is_empty() {
        parts.push(limit_text(&sheet.limit, lang));
    }
    if let (Some(raw), Some(rounded)) = (sheet.raw, sheet.rounded) {
        parts.push(format!("{raw} → {rounded}"));
    }
    parts.push(match lang {
        Lang::Ja => format!("{}点", sheet.total),
        Lang::En => counted(sheet.total, "point"),
    });
    format!("{} {}", lang.pick("合計", "Total"), parts.join(" "))
}

/// A limit by its Japanese name in a language.
pub fn limit_text(limit: &str, lang: Lang) -> String {
    let english = match limit {
        "満貫" => "mangan",
        "跳満" => "haneman",
        "倍満" => "baiman",
        "三倍満" => "sanbaiman",
        "数え役満" => "counted yakuman",
        "役満" => "yakuman",
        other => match other.strip_suffix("倍役満") {
            Some(times) if lang == Lang::En => return format!("{times} x yakuman"),
            _ => other,
        },
    };
    lang.pick(limit, english).to_owned()
}

fn payments(out: &mut String, sheet: &ScoreSheet, lang: Lang) {
    let line = |by_seat: &BySeat| {
        let each = |(seat, value): (crate::seat::Seat, i32)| {
            let name = match lang {
                Lang::Ja => seat.kanji().to_string(),
                Lang::En => seat.to_string(),
            };
            format!("{name} {value:+}")
        };
        by_seat.iter().map(each).collect::<Vec<_>>().join("  ")
    };
    let _ = writeln!(
        out,
        "{} {}",
        lang.pick("点棒", "Points"),
        line(&sheet.deltas)
    );
    if sheet.chip_deltas.iter().any(|(_, value)| value != 0) {
        let chips = line(&sheet.chip_deltas);
        let _ = writeln!(out, "{} {chips}", lang.pick("チップ", "Chips"));
    }
}

/// 点数えあげ: every line in the order of declaration with the count so far,
/// the fu, and the readings that were passed over.
pub fn count_out(sheet: &ScoreSheet, lang: Lang) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} {}", lang.pick("面子", "Reading"), sheet.split);
    if let Some(tile) = sheet.almighty_as {
        let _ = match lang {
            Lang::Ja => writeln!(out, "オールマイティー: 白は {} の代わり", tile.name_ja()),
            Lang::En => writeln!(out, "Wild white dragon stands for {tile}"),
        };
    }
    running(&mut out, &sheet.items, sheet.raw.is_some(), lang);
    if !sheet.fu_items.is_empty() {
        fu_lines(&mut out, sheet, lang);
    }
    out.push_str(&result_line(sheet, lang));
    out.push('\n');
    running(&mut out, &sheet.chip_items, false, lang);
    payments(&mut out, sheet, lang);
    out.push_str(&rivals::text(sheet, lang));
    for warning in &sheet.warnings {
        let _ = writeln!(out, "! {}", lang.pick(&warning.ja, &warning.en));
    }
    out
}

/// Whether a unit stands inside the bracket, whose terms are one sum.
fn in_bracket(unit: Unit) -> bool {
    matches!(unit, Unit::Base | Unit::Han | Unit::Gari | Unit::Honba)
}

/// The count after each line; nothing for a line that multiplies a bracket.
///
/// Lines of one unit count up; a multiplier multiplies what stands before it.
/// With a `bracket` its terms are counted as one, and what is multiplied is
/// the rounded result below.
pub fn counts(items: &[Item], bracket: bool) -> Vec<Option<i32>> {
    let mut count = 0;
    let mut unit = None;
    let after = |item: &Item| {
        match item.unit {
            Unit::Mult => count *= item.value,
            same if unit == Some(same) => count += item.value,
            term if bracket && in_bracket(term) && unit.is_some_and(in_bracket) => {
                unit = Some(term);
                count += item.value;
            }
            other => {
                unit = Some(other);
                count = item.value;
            }
        }
        (!bracket || item.unit != Unit::Mult).then_some(count)
    };
    items.iter().map(after).collect()
}

fn running(out: &mut String, items: &[Item], bracket: bool, lang: Lang) {
    for (item, count) in items.iter().zip(counts(items, bracket)) {
        let name = pad(item.name(lang), 36);
        let tiles = mpsz::print(&item.tiles);
        let value = pad(&value_text(item, lang), 10);
        let shown = count.map_or_else(String::new, |count| count.to_string());
        let so_far = pad(&shown, 6);
        let row = format!(
            "  {name} {value} {so_far} {} {}",
            pad(&tiles, 20),
            rule_text(&item.rule)
        );
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

/// The rule behind a line, in brackets; nothing where none is known.
fn rule_text(rule: &str) -> String {
    match rule.is_empty() {
        true => String::new(),
        false => format!("[{rule}]"),
    }
}

fn fu_lines(out: &mut String, sheet: &ScoreSheet, lang: Lang) {
    let text = |item: &FuItem| match item {
        FuItem::Tile(name, fu, tile) => format!("{} {tile} {fu}", fu_name(name, lang)),
        FuItem::Hand(name, fu) => format!("{} {fu}", fu_name(name, lang)),
    };
    let lines: Vec<String> = sheet.fu_items.iter().map(text).collect();
    let exact: u32 = sheet.fu_items.iter().map(FuItem::fu).sum();
    let sum = match exact == sheet.fu {
        true => exact.to_string(),
        false => format!("{exact} → {}", sheet.fu),
    };
    let _ = writeln!(
        out,
        "{} {} = {sum}  {}",
        lang.pick("符", "Fu"),
        lines.join(" + "),
        rule_text(&sheet.fu_rule)
    );
}

/// The name of a fu line.
fn fu_name(id: &str, lang: Lang) -> &str {
    let (ja, en) = match id {
        "base" => ("副底", "base"),
        "menzen_ron" => ("門前ロン", "closed ron"),
        "ankou" => ("暗刻", "concealed triplet"),
        "minkou" => ("明刻", "open triplet"),
        "ankan" => ("暗槓", "concealed kan"),
        "minkan" => ("明槓", "open kan"),
        "pair" => ("雀頭", "pair"),
        "kanchan" => ("嵌張", "middle wait"),
        "penchan" => ("辺張", "edge wait"),
        "tanki" => ("単騎", "single wait"),
        "tsumo" => ("ツモ", "tsumo"),
        "open_pinfu" => ("平和形", "open all-sequence hand"),
        "chiitoi" => ("七対子", "seven pairs"),
        "fixed" => ("固定", "fixed"),
        other => (other, other),
    };
    lang.pick(ja, en)
}

/// A row of sheets side by side.
pub struct Compared {
    /// The line's name; empty for the heads of the columns.
    pub name: String,
    /// A value for each sheet.
    pub cells: Vec<String>,
}

impl Compared {
    /// Whether the sheets do not agree in this row.
    pub fn differs(&self) -> bool {
        self.cells.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// Two or more sheets of one hand side by side, heads first and totals last.
/// `None` stands for a hand that these rules refuse.
pub fn compared(columns: &[(String, Option<&ScoreSheet>)], lang: Lang) -> Vec<Compared> {
    let mut ids = Vec::new();
    for item in columns
        .iter()
        .filter_map(|(_, sheet)| *sheet)
        .flat_map(|sheet| &sheet.items)
    {
        if !ids.contains(&item.id) {
            ids.push(item.id);
        }
    }
    ids.sort();
    let mut rows = Vec::new();
    let mut row = |name: &str, cells: Vec<String>| {
        let name = name.to_owned();
        rows.push(Compared { name, cells });
    };
    row("", columns.iter().map(|(name, _)| name.clone()).collect());
    for id in ids {
        let cell = |sheet: Option<&ScoreSheet>| {
            let item = sheet.and_then(|sheet| sheet.items.iter().find(|item| item.id == id));
            item.map_or_else(|| "-".to_owned(), |item| value_text(item, lang))
        };
        let cells = columns.iter().map(|(_, sheet)| cell(*sheet)).collect();
        row(lang.pick(id.name_ja(), id.name_en()), cells);
    }
    let totals = columns.iter().map(|(_, sheet)| match sheet {
        Some(sheet) => sheet.total.to_string(),
        None => lang.pick("和了できない", "no win").to_owned(),
    });
    row(lang.pick("合計", "Total"), totals.collect());
    rows
}

/// As [`compared`], in words; differing rows are marked `≠`.
pub fn compare_text(columns: &[(String, Option<&ScoreSheet>)], lang: Lang) -> String {
    let mut out = String::new();
    for row in compared(columns, lang) {
        let mark = if row.differs() { "≠ " } else { "  " };
        let cells: Vec<String> = row.cells.iter().map(|cell| pad(cell, 18)).collect();
        let line = format!("{mark}{} {}", pad(&row.name, 36), cells.join(" "));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}
