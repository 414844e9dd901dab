//! Recomputing a receipt.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::concern::{self, Concern};
use super::seal::Broken;
use super::words;
use super::{Receipt, chain, lines};
use crate::lang::{Lang, Said};
use crate::rules::{describe, preset};
use crate::score::{self, Fault, ScoreSheet};
use crate::seat::Seat;

/// Why a line differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Another tile.
    Tile,
    /// A change by a person that does not fit.
    Change,
    /// Another way of winning, honba, sticks.
    Situation,
    /// Another rule or option.
    Rule,
    /// A figure that does not follow from tiles and rules.
    Sum,
    /// Another version of the program.
    Program,
    /// Another model.
    Model,
    /// Another photo.
    Photo,
    /// Anything else was changed after the receipt was written.
    Edited,
}

impl Cause {
    /// Why, in words.
    pub fn reason(self, lang: Lang) -> &'static str {
        match self {
            Cause::Tile => lang.pick("別の牌", "another tile"),
            Cause::Change => lang.pick("別の変更", "another change"),
            Cause::Situation => lang.pick("別の状況", "another situation"),
            Cause::Rule => lang.pick("別のルール", "another rule"),
            Cause::Sum => lang.pick("数字の書き換え", "a changed figure"),
            Cause::Program => lang.pick("別の版の karasu", "another version of karasu"),
            Cause::Model => lang.pick("別のモデル", "another model"),
            Cause::Photo => lang.pick("別の写真", "another photo"),
            Cause::Edited => lang.pick("書いた後の変更", "changed after it was written"),
        }
    }

    /// The cause behind a part that is not as it was written.
    fn of_part(path: &str) -> Cause {
        let field = path.split(['.', '[']).nth(1).unwrap_or_default();
        match path.split(['.', '[']).next().unwrap_or_default() {
            "photo" => Cause::Photo,
            "model" => Cause::Model,
            "program" | "schema" => Cause::Program,
            "tiles" | "read" | "confirmed" | "review" | "rivals" => Cause::Tile,
            "changes" => Cause::Change,
            "rules" => Cause::Rule,
            "result" => Cause::Sum,
            "case" if TILE_FIELDS.contains(&field) => Cause::Tile,
            "case" => Cause::Situation,
            _ => Cause::Edited,
        }
    }
}

/// Fields of the case that are tiles.
const TILE_FIELDS: [&str; 8] = [
    "concealed",
    "win_tile",
    "melds",
    "gari",
    "flowers",
    "dora_indicators",
    "ura_indicators",
    "arisu_flips",
];

/// One line that is not as recomputed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its path in the receipt, such as `result.items.dora.value`.
    pub line: String,
    /// Why.
    pub cause: Cause,
    /// What stands there and what should.
    pub said: Said,
}

impl Difference {
    pub(super) fn new(line: impl Into<String>, cause: Cause, said: Said) -> Difference {
        Difference {
            line: line.into(),
            cause,
            said,
        }
    }

    /// One line: what it is about, what differs, why.
    pub fn message(&self, lang: Lang) -> String {
        format!("{} — {}", self.told(lang), self.cause.reason(lang))
    }

    /// What it is about and what differs.
    pub fn told(&self, lang: Lang) -> String {
        let name = words::name(&self.line);
        let (name, said) = (name.text(lang), self.said.text(lang));
        format!("{name} [{}]: {said}", self.line)
    }
}

/// What recomputing a receipt gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Every line that differs, in the order of the file.
    pub differences: Vec<Difference>,
    /// What a person should know and what makes no difference.
    pub notes: Vec<Said>,
    /// Tiles that were corrected by hand or doubtful, and what hangs on them.
    pub concerns: Vec<Concern>,
    /// The score as recomputed.
    pub sheet: Result<ScoreSheet, Vec<Fault>>,
}

impl Verdict {
    /// Whether the receipt holds.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }

    /// The record of `karasu verify --json`, schema `karasu.verify/1`.
    pub fn json(&self, lang: Lang) -> Json {
        let difference = |difference: &Difference| {
            json!({
                "line": difference.line,
                "cause": difference.cause,
                "message": difference.said.text(lang),
            })
        };
        let notes: Vec<&str> = self.notes.iter().map(|note| note.text(lang)).collect();
        let concerns: Vec<Json> = self.concerns.iter().map(|one| one.json(lang)).collect();
        let all: Vec<Json> = self.differences.iter().map(difference).collect();
        json!({
            "schema": "karasu.verify/1",
            "agrees": self.agrees(),
            "differences": all,
            "notes": notes,
            "depends": concerns,
            "result": self.sheet.as_ref().ok(),
        })
    }
}

impl Receipt {
    /// Recomputes everything under the receipt's own rule set.
    pub fn verify(&self) -> Verdict {
        let mut differences = chain::check(self);
        let mut notes = Vec::new();
        self.version(&mut notes);
        self.people_at_table(&mut differences);
        self.rules_of_today(&mut differences, &mut notes);
        let sheet = self.scored_again(&mut differences, &mut notes);
        self.edited(&mut differences);
        differences.sort_by_key(|difference| rank(&difference.line));
        Verdict {
            concerns: concern::all(self),
            differences,
            notes,
            sheet,
        }
    }

    fn version(&self, notes: &mut Vec<Said>) {
        let (then, now) = (&self.program.version, env!("CARGO_PKG_VERSION"));
        if then != now {
            notes.push(Said::new(
                format!("控えを作ったのは karasu {then}、今は {now} です"),
                format!("karasu {then} made this receipt; this is {now}"),
            ));
        }
    }

    fn people_at_table(&self, found: &mut Vec<Difference>) {
        let table = self.result.deltas.seats();
        for seat in self.seats.keys().filter(|seat| !table.contains(seat)) {
            let said = Said::new("この卓にない席です", "there is no such seat at this table");
            found.push(Difference::new(
                format!("seats.{seat}"),
                Cause::Edited,
                said,
            ));
        }
    }

    /// Parts of the rule set that were edited, and how the house's rules have
    /// changed since.
    fn rules_of_today(&self, found: &mut Vec<Difference>, notes: &mut Vec<Said>) {
        let id = self.rules["id"].as_str().unwrap_or_default();
        let Some(today) = preset(id) else { return };
        let then = &self.house;
        let mut others = Vec::new();
        for rule in describe::differences(then, &today) {
            let path = rule.path();
            let describe::Difference {
                key,
                name,
                left,
                right,
            } = rule;
            if self.is_broken(&path) {
                let said = Said::new(
                    format!("{}: 控えでは {}、{id} では {}", name.ja, left.ja, right.ja),
                    format!(
                        "{}: {} in the receipt, {} in {id}",
                        name.en, left.en, right.en
                    ),
                );
                found.push(Difference::new(path, Cause::Rule, said));
            } else {
                others.push(Said::new(
                    format!("{key} = {} ({})", left.ja, right.ja),
                    format!("{key} = {} ({})", left.en, right.en),
                ));
            }
        }
        if !others.is_empty() {
            let list = |lang| others.iter().map(|one| one.text(lang)).collect::<Vec<_>>();
            let (ja, en) = (list(Lang::Ja).join("、"), list(Lang::En).join(", "));
            notes.push(Said::new(
                format!("今の {id} と違う取り決め (かっこは今の値): {ja}"),
                format!("options that {id} has otherwise today (in brackets): {en}"),
            ));
        }
        let (then, now) = (&then.version, &today.version);
        if then != now {
            notes.push(Said::new(
                format!("控えのルールは {id} {then} 版、今は {now} 版です"),
                format!("the receipt's rules are {id} {then}; today's are {now}"),
            ));
        }
    }

    fn scored_again(
        &self,
        found: &mut Vec<Difference>,
        notes: &mut Vec<Said>,
    ) -> Result<ScoreSheet, Vec<Fault>> {
        let result = score::score(&self.house, &self.case);
        let chain_broke = !found.is_empty();
        match &result {
            Ok(sheet) => {
                for line in lines::differences(&self.result, sheet) {
                    let cause = self.blame(&line.path, chain_broke.then(|| found[0].cause));
                    // A newer version may word a remark otherwise.
                    match line.aside && cause == Cause::Program {
                        true => notes.push(line.said),
                        false => found.push(Difference::new(line.path, cause, line.said)),
                    }
                }
            }
            Err(faults) => {
                let cause = self.blame("result", chain_broke.then(|| found[0].cause));
                let words = |lang| {
                    let all: Vec<String> = faults.iter().map(|fault| fault.message(lang)).collect();
                    format!(
                        "{}: {}",
                        lang.pick("この手牌では和了れません", "this hand is no win"),
                        all.join(" / ")
                    )
                };
                let said = Said::new(words(Lang::Ja), words(Lang::En));
                found.push(Difference::new("result", cause, said));
            }
        }
        result
    }

    /// Why a line of the result is not as recomputed.
    fn blame(&self, line: &str, chain: Option<Cause>) -> Cause {
        let broken = |part: &'static str| {
            let paths = self.broken.iter().map(Broken::path);
            paths.filter(move |path| within(path, part))
        };
        if broken("result").any(|path| within(line, path)) {
            Cause::Sum
        } else if broken("rules").next().is_some() {
            Cause::Rule
        } else if let Some(path) = broken("case").next() {
            Cause::of_part(path)
        } else if let Some(cause) = chain {
            cause
        } else if self.program.version != env!("CARGO_PKG_VERSION") {
            Cause::Program
        } else {
            Cause::Sum
        }
    }

    fn is_broken(&self, path: &str) -> bool {
        let mut broken = self.broken.iter();
        broken.any(|broken| within(path, broken.path()))
    }

    /// Parts that are not as they were written and that nothing else has named.
    fn edited(&self, found: &mut Vec<Difference>) {
        let parts = self.parts();
        for broken in &self.broken {
            let path = broken.path();
            let named = |line: &str| within(line, path) || within(path, line);
            if found.iter().any(|difference| named(&difference.line)) {
                continue;
            }
            let value = lookup(&parts, path).map(|value| crate::lang::quoted(&value.to_string()));
            let value = value.unwrap_or_default();
            let said = match broken {
                Broken::Changed(_) => Said::new(
                    format!("検査値が合いません。今の値: {value}"),
                    format!("its checksum does not fit; it is {value} now"),
                ),
                Broken::Added(_) => Said::new(
                    format!("もとの控えにありませんでした。今の値: {value}"),
                    format!("it was not in the receipt as written; it is {value} now"),
                ),
                Broken::Removed(_) => Said::new(
                    "もとの控えにありましたが、消えています",
                    "it was in the receipt as written and is gone",
                ),
            };
            found.push(Difference::new(path, Cause::of_part(path), said));
        }
    }

    /// One line: the rules, the hand, what it made.
    pub fn headline(&self, lang: Lang) -> String {
        let text = |key: &str| self.rules[key].as_str().unwrap_or_default();
        let house = lang.pick(text("name_ja"), text("name_en"));
        let (id, version) = (text("id"), text("version"));
        let (hand, total) = (&self.confirmed.notation, self.result.total);
        match lang {
            Lang::Ja => format!("{house} ({id} {version})  {hand}  {total}点"),
            Lang::En => format!(
                "{house} ({id} {version})  {hand}  {}",
                crate::lang::counted(total, "point")
            ),
        }
    }

    /// The wind of a seat, and who sits there if that is known.
    pub fn person(&self, seat: Seat, lang: Lang) -> String {
        let wind = match lang {
            Lang::Ja => seat.kanji().to_string(),
            Lang::En => seat.to_string(),
        };
        match self.seats.get(&seat) {
            Some(name) => format!("{wind} {name}"),
            None => wind,
        }
    }
}

/// Whether a path is another one or lies within it.
fn within(path: &str, outer: &str) -> bool {
    let rest = path.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The part at a path of the checksums.
fn lookup<'a>(parts: &'a Json, path: &str) -> Option<&'a Json> {
    let mut at = parts;
    for step in path.split(['.', '[']) {
        at = match step.strip_suffix(']') {
            Some(index) => at.get(index.parse::<usize>().ok()?)?,
            None => at.get(step)?,
        };
    }
    Some(at)
}

/// The place of a part in the file.
fn rank(line: &str) -> usize {
    const PARTS: [&str; 14] = [
        "schema",
        "program",
        "photo",
        "model",
        "tiles",
        "review",
        "rivals",
        "read",
        "changes",
        "confirmed",
        "case",
        "rules",
        "seats",
        "result",
    ];
    let part = line.split(['.', '[']).next().unwrap_or_default();
    let known = PARTS.iter().position(|known| *known == part);
    known.unwrap_or(PARTS.len())
}
