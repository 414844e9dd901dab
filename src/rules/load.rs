//! Rule files: TOML, each a difference from a base.

use std::path::Path;
use std::sync::Arc;

use toml::de::DeTable;
use toml::{Table, Value};

use crate::file;
use crate::lang::{Lang, Said, quoted};
use crate::rules::cite::Cites;
use crate::rules::options::{self, Options, SPECS};
use crate::rules::value::OptionValue;
use crate::rules::{Derived, Penalty, RuleFault, RuleSet, YakuValue, check, preset_text};
use crate::score::item::{self, ItemId, ItemSet};
use crate::score::sheet::RulesRef;

/// Largest rule file read, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// Keys that describe the file itself.
const META: [&str; 5] = ["id", "version", "name_ja", "name_en", "base"];
/// Tables of a rule file.
const TABLES: [&str; 5] = ["yaku", "contains", "penalty", "cite", "options"];

/// Reads a rule file.
///
/// # Errors
/// That the file cannot be read, or every mistake in it.
pub fn load(path: &Path) -> Result<RuleSet, Vec<RuleFault>> {
    let text = read_text(path).map_err(|fault| vec![fault])?;
    parse(&text)
}

/// The text of a rule file, bounded.
pub(crate) fn read_text(path: &Path) -> Result<String, RuleFault> {
    file::read_text_bounded(path, MAX_BYTES).map_err(|error| {
        let [ja, en] = [Lang::Ja, Lang::En].map(|lang| file::reason(&error, lang));
        fault(None, "", &ja, &en)
    })
}

/// Reads the text of a rule file. Warnings are dropped; [`check`] shows them.
///
/// # Errors
/// Every mistake, with its line.
pub fn parse(text: &str) -> Result<RuleSet, Vec<RuleFault>> {
    let (rules, faults) = parse_with_warnings(text, 0);
    let errors: Vec<_> = faults.into_iter().filter(|fault| !fault.warning).collect();
    match (rules, errors.is_empty()) {
        (Some(rules), true) => Ok(rules),
        (_, _) => Err(errors),
    }
}

/// Reads a rule file and returns what could be made of it together with every
/// mistake and warning, by line. `depth` counts the bases above.
pub(crate) fn parse_with_warnings(text: &str, depth: u32) -> (Option<RuleSet>, Vec<RuleFault>) {
    let (spanned, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return (None, syntax_faults(text, &syntax));
    }
    let Ok(table) = text.parse::<Table>() else {
        return (
            None,
            vec![fault(None, "", "TOML として読めません", "not TOML")],
        );
    };
    let lines = Lines {
        text,
        table: spanned.get_ref(),
    };
    let mut reader = Reader {
        lines,
        faults: Vec::new(),
    };
    let rules = reader.read(&table, depth);
    let mut faults = reader.faults;
    faults.sort_by_key(|fault| fault.line);
    (rules, faults)
}

fn syntax_faults(text: &str, errors: &[toml::de::Error]) -> Vec<RuleFault> {
    let one = |error: &toml::de::Error| {
        let line = error.span().map(|span| line_of(text, span.start));
        let message = error.message();
        fault(
            line,
            "TOML",
            &format!("書き方の誤り: {message}"),
            &format!("syntax: {message}"),
        )
    };
    errors.iter().map(one).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

pub(crate) fn fault(line: Option<usize>, key: &str, ja: &str, en: &str) -> RuleFault {
    RuleFault {
        line,
        key: key.to_owned(),
        ja: ja.to_owned(),
        en: en.to_owned(),
        warning: false,
    }
}

/// Finds the line of a key.
struct Lines<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
}

impl Lines<'_> {
    fn of(&self, path: &[&str]) -> Option<usize> {
        let mut table = self.table;
        let mut line = None;
        for key in path {
            let (name, value) = table.iter().find(|(name, _)| name.get_ref() == key)?;
            line = Some(line_of(self.text, name.span().start));
            match value.get_ref().as_table() {
                Some(inner) => table = inner,
                None => return line,
            }
        }
        line
    }
}

struct Reader<'a> {
    lines: Lines<'a>,
    faults: Vec<RuleFault>,
}

impl Reader<'_> {
    fn fault(&mut self, path: &[&str], ja: &str, en: &str) {
        let line = self.lines.of(path);
        self.faults.push(fault(line, &path.join("."), ja, en));
    }

    fn read(&mut self, table: &Table, depth: u32) -> Option<RuleSet> {
        let mut rules = self.base(table, depth)?;
        self.meta(table, &mut rules);
        for (key, value) in table {
            match (key.as_str(), value) {
                (key, _) if META.contains(&key) => {}
                ("yaku", Value::Table(yaku)) => self.yaku(yaku, &mut rules),
                ("contains", Value::Table(contains)) => self.contains(contains, &mut rules),
                // Read last: it cites what all the others say.
                ("cite", Value::Table(_)) => {}
                ("penalty", Value::Table(list)) => self.penalties(list, &mut rules),
                ("options", Value::Table(list)) => {
                    for (key, value) in list {
                        self.option(&["options", key], value, &mut rules);
                    }
                }
                (key, _) if TABLES.contains(&key) => {
                    self.fault(&[key], "表 [..] で書きます", "must be a table [..]");
                }
                (key, value) => self.option(&[key], value, &mut rules),
            }
        }
        if let Some(Value::Table(cites)) = table.get("cite") {
            self.cites(cites, &mut rules);
        }
        for mut found in check::contradictions(&rules) {
            let key = found.key.clone();
            found.line = self.lines.of(&[&key]).or(self.lines.of(&["options", &key]));
            self.faults.push(found);
        }
        rules.derived = Derived::of(&rules);
        Some(rules)
    }

    fn base(&mut self, table: &Table, depth: u32) -> Option<RuleSet> {
        let Some(base) = table.get("base") else {
            return Some(RuleSet::blank());
        };
        let Some(id) = base.as_str() else {
            self.fault(&["base"], "文字列で書きます", "must be a text");
            return None;
        };
        let text = preset_text(id).filter(|_| depth < 8);
        let Some(text) = text else {
            let known = super::PRESETS.join(", ");
            self.fault(
                &["base"],
                &format!(
                    "{:?} という元のルールはありません。使えるのは {known}",
                    quoted(id)
                ),
                &format!(
                    "there is no rule set {:?} to start from; known: {known}",
                    quoted(id)
                ),
            );
            return None;
        };
        let (rules, faults) = parse_with_warnings(text, depth + 1);
        self.faults
            .extend(faults.into_iter().filter(|fault| !fault.warning));
        rules
    }

    fn meta(&mut self, table: &Table, rules: &mut RuleSet) {
        let mut texts = META.map(|key| (key, None));
        for (key, text) in &mut texts {
            match table.get(*key) {
                None => {}
                Some(Value::String(value)) if !value.trim().is_empty() => *text = Some(value),
                Some(_) => self.fault(
                    &[key],
                    "空でない文字列で書きます",
                    "must be a text that is not empty",
                ),
            }
        }
        let [id, version, ja, en, base] = texts.map(|(_, text)| text.cloned());
        if id.is_none() && !table.contains_key("id") {
            self.faults.push(fault(
                Some(1),
                "id",
                "id がありません。例: id = \"myclub\"",
                "there is no id; write for example id = \"myclub\"",
            ));
        }
        rules.base = base;
        rules.id = id.unwrap_or_default();
        rules.version = version.unwrap_or_else(|| "1".to_owned());
        rules.reference = Arc::new(RulesRef {
            id: rules.id.clone(),
            version: rules.version.clone(),
        });
        rules.name_ja = ja.unwrap_or_else(|| rules.id.clone());
        rules.name_en = en.unwrap_or_else(|| rules.id.clone());
    }

    fn option(&mut self, path: &[&str], value: &Value, rules: &mut RuleSet) {
        let key = path[path.len() - 1];
        let known = rules.base.is_none();
        let meaningful = options::position(key).is_none_or(|at| rules.declared[at]);
        match set_option(rules, key, value) {
            Err(found) => self.faults.push(RuleFault {
                line: self.lines.of(path),
                ..found
            }),
            Ok(()) if !known && !meaningful && !is_preset(&rules.id) => {
                self.faults.push(RuleFault {
                    line: self.lines.of(path),
                    warning: true,
                    ..fault(
                        None,
                        key,
                        "元のルールではこの項目は使われません",
                        "the rule set this one starts from does not use this key",
                    )
                });
            }
            Ok(()) => {}
        }
    }

    fn cites(&mut self, table: &Table, rules: &mut RuleSet) {
        match Cites::read(table, rules) {
            Ok(cites) => rules.cites = cites.into(),
            Err(paragraph) => self.fault(
                &["cite", &paragraph],
                "項目の id の一覧で書きます",
                "must be a list of item ids",
            ),
        }
    }

    fn item(&mut self, path: &[&str], id: &str) -> Option<ItemId> {
        let found = id.parse().ok();
        if found.is_none() {
            let near = options::nearest(id, item::ALL.iter().map(|item| item.id()));
            let (ja, en) = unknown("役", "yaku", near);
            self.fault(path, &ja, &en);
        }
        found
    }

    fn yaku(&mut self, table: &Table, rules: &mut RuleSet) {
        for (id, value) in table {
            let Some(yaku) = self.item(&["yaku", id], id) else {
                continue;
            };
            match yaku_value(value) {
                Some(value) => rules.yaku[yaku.index()] = value,
                None => self.fault(
                    &["yaku", id],
                    "[門前, 鳴き] の二つの数か \"yakuman\" か \"none\" で書きます",
                    "write [closed, open], two whole numbers, or \"yakuman\", or \"none\"",
                ),
            }
        }
    }

    fn contains(&mut self, table: &Table, rules: &mut RuleSet) {
        for (id, value) in table {
            let Some(yaku) = self.item(&["contains", id], id) else {
                continue;
            };
            match ItemSet::read(value) {
                Ok(set) => rules.contains[yaku.index()] = set,
                Err(expected) => self.fault(
                    &["contains", id],
                    &format!("書けるのは: {}", expected.ja),
                    &format!("must be {}", expected.en),
                ),
            }
        }
    }

    fn penalties(&mut self, table: &Table, rules: &mut RuleSet) {
        for (kind, value) in table {
            match penalty(value) {
                Ok(found) => {
                    rules.penalties.retain(|(known, _)| known != kind);
                    if let Some(found) = found {
                        rules.penalties.push((kind.clone(), found));
                    }
                }
                Err(key) => self.fault(
                    &["penalty", kind],
                    &format!("{key} が読めません。{PENALTY_SHAPE}"),
                    &format!("{key} cannot be read; {PENALTY_SHAPE}"),
                ),
            }
        }
    }
}

const PENALTY_SHAPE: &str =
    "{ chombo = true, table = 0, table_chips = 0, hand = \"ends\", forfeit = false }";

fn is_preset(id: &str) -> bool {
    preset_text(id).is_some()
}

fn yaku_value(value: &Value) -> Option<YakuValue> {
    if let Some(word) = value.as_str() {
        return match word {
            "yakuman" => Some(YakuValue::YAKUMAN),
            "none" => Some(YakuValue::NONE),
            _ => None,
        };
    }
    let [closed, open] = <[i32; 2]>::read(value).ok()?;
    Some(YakuValue {
        closed,
        open,
        yakuman: false,
    })
}

/// Reads a penalty; `"none"` removes it. The error is the key at fault.
fn penalty(value: &Value) -> Result<Option<Penalty>, String> {
    if value.as_str() == Some("none") {
        return Ok(None);
    }
    let table = value.as_table().ok_or("penalty")?;
    let mut penalty = Penalty {
        hand: "continues".to_owned(),
        ..Penalty::default()
    };
    for (key, value) in table {
        let bad = || key.clone();
        match key.as_str() {
            "chombo" => penalty.chombo = value.as_bool().ok_or_else(bad)?,
            "forfeit" => penalty.forfeit = value.as_bool().ok_or_else(bad)?,
            "table" => penalty.table = i32::read(value).map_err(|_| bad())?,
            "table_chips" => penalty.table_chips = i32::read(value).map_err(|_| bad())?,
            "hand" => penalty.hand = value.as_str().ok_or_else(bad)?.to_owned(),
            _ => return Err(bad()),
        }
    }
    Ok(Some(penalty))
}

fn unknown(ja: &str, en: &str, near: Option<&str>) -> (String, String) {
    match near {
        Some(near) => (
            format!("そのような{ja}はありません。{near} の誤りではありませんか"),
            format!("there is no such {en}; did you mean {near}?"),
        ),
        None => (
            format!("そのような{ja}はありません"),
            format!("there is no such {en}"),
        ),
    }
}

/// Sets one option by key, without deriving the tables anew.
pub(crate) fn set_option(rules: &mut RuleSet, key: &str, value: &Value) -> Result<(), RuleFault> {
    let Some(at) = options::position(key) else {
        let keys = SPECS.iter().map(|spec| spec.key).chain(META).chain(TABLES);
        let (ja, en) = unknown("項目", "key", options::nearest(key, keys));
        return Err(fault(None, key, &ja, &en));
    };
    let spec = &SPECS[at];
    rules.declared[at] = true;
    (spec.set)(&mut rules.options, value).map_err(|expected| {
        let given = quoted(&value.to_string());
        let Said { ja, en } = expected;
        fault(
            None,
            key,
            &format!("{given} は使えません。使える値: {ja}"),
            &format!("{given} is not allowed; allowed: {en}"),
        )
    })
}

/// A value as a person types it after `KEY=`: TOML, or a bare word.
pub fn typed_value(text: &str) -> Value {
    let text = text.trim();
    let toml = format!("v = {text}");
    match toml
        .parse::<Table>()
        .ok()
        .and_then(|mut table| table.remove("v"))
    {
        Some(value) => value,
        None => Value::String(text.to_owned()),
    }
}

impl RuleSet {
    /// Rules with every option at its default and no yaku at all.
    fn blank() -> RuleSet {
        let mut rules = RuleSet {
            id: String::new(),
            version: String::new(),
            reference: Arc::default(),
            name_ja: String::new(),
            name_en: String::new(),
            base: None,
            options: Options::default(),
            declared: vec![false; options::COUNT],
            yaku: [YakuValue::NONE; item::COUNT],
            contains: [ItemSet::EMPTY; item::COUNT],
            penalties: Vec::new(),
            cites: Cites::default().into(),
            derived: Derived::empty(),
        };
        rules.derived = Derived::of(&rules);
        rules
    }
}
