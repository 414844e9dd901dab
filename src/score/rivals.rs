//! Why the other readings of a hand were passed over, in words.

use std::fmt::Write as _;

use crate::lang::{Lang, counted};
use crate::score::sheet::{Item, Rival, ScoreSheet};

/// How many readings are told; the others lose to these too.
const TOLD: usize = 2;

/// One line for each of the best readings passed over: its sets and wait,
/// what it would make, and why it loses.
pub fn text(sheet: &ScoreSheet, lang: Lang) -> String {
    let mut out = String::new();
    for rival in sheet.rivals.iter().take(TOLD) {
        let _ = writeln!(
            out,
            "{} {}{}: {}, {}{}",
            lang.pick("別の読み", "Other reading"),
            rival.split,
            wait(rival, lang),
            result(rival, lang),
            verdict(sheet, rival, lang),
            differences(sheet, rival, lang)
        );
    }
    out
}

fn wait(rival: &Rival, lang: Lang) -> String {
    let (ja, en) = match &*rival.wait {
        "ryanmen" => ("両面", "two-sided wait"),
        "kanchan" => ("嵌張", "middle wait"),
        "penchan" => ("辺張", "edge wait"),
        "shanpon" => ("双碰", "two-pair wait"),
        "tanki" => ("単騎", "single wait"),
        _ => return String::new(),
    };
    format!(" ({})", lang.pick(ja, en))
}

fn result(rival: &Rival, lang: Lang) -> String {
    let mut parts = Vec::new();
    if rival.fu > 0 {
        let (han, fu) = (rival.han, rival.fu);
        parts.push(match lang {
            Lang::Ja => format!("{han}翻{fu}符"),
            Lang::En => format!("{han} han {fu} fu"),
        });
    }
    let total = rival.total;
    parts.push(match lang {
        Lang::Ja => format!("{total}点"),
        Lang::En => counted(total, "point"),
    });
    parts.join(" ")
}

/// The first thing that is less than in the reading used.
fn verdict(sheet: &ScoreSheet, rival: &Rival, lang: Lang) -> String {
    let points = sheet.total - rival.total;
    let chips = sheet.chips_each_payer - rival.chips;
    if points > 0 {
        return match lang {
            Lang::Ja => format!("{points}点少ない"),
            Lang::En => format!("{} less", counted(points, "point")),
        };
    }
    let less = |less: bool, ja: &'static str, en: &'static str| less.then(|| lang.pick(ja, en));
    less(chips > 0, "チップが少ない", "fewer chips")
        .or(less(sheet.han > rival.han, "翻が少ない", "fewer han"))
        .or(less(sheet.fu > rival.fu, "符が少ない", "fewer fu"))
        .unwrap_or(lang.pick("点は同じ", "pays the same"))
        .to_owned()
}

/// Lines that only one of the two has, or has at another value.
fn differences(sheet: &ScoreSheet, rival: &Rival, lang: Lang) -> String {
    let only = |items: &[Item], others: &[Item]| -> Vec<&'static str> {
        let same = |a: &Item, b: &Item| a.id == b.id && a.value == b.value;
        let alone = items
            .iter()
            .filter(|item| !others.iter().any(|other| same(item, other)));
        alone.map(|item| item.name(lang)).collect()
    };
    let join = |sign: &str, names: Vec<&str>| match names.is_empty() {
        true => String::new(),
        false => format!(" {sign} {}", names.join(", ")),
    };
    let gained = join("+", only(&rival.items, &sheet.items));
    let lost = join("−", only(&sheet.items, &rival.items));
    match (gained + &lost).trim() {
        "" => String::new(),
        names => format!(" ({names})"),
    }
}
