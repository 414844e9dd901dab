//! Rule sets of clubs: TOML files beside those that come with the program.

use std::path::{Path, PathBuf};

use crate::app::state::State;
use crate::app::text::T;
use crate::app::worker::Problem;
use crate::lang::Lang;
use crate::rules::{self, PRESETS, RuleFault, RuleSet};

/// Mistakes of a file that are told at once.
const MOST_FAULTS: usize = 3;

/// Why a rule file is not used.
enum Unusable {
    /// It has mistakes.
    Faults(Vec<RuleFault>),
    /// A rule set of the program has its id.
    IdTaken(String),
}

impl Unusable {
    fn message(&self, path: &Path, lang: Lang) -> String {
        let what = match self {
            Unusable::Faults(faults) => {
                let told = faults.iter().take(MOST_FAULTS);
                let told: Vec<String> = told.map(|fault| fault.message(lang)).collect();
                told.join("; ")
            }
            Unusable::IdTaken(id) => T::RuleIdTaken.with(lang, &[("id", id)]),
        };
        format!("{}: {what}", path.display())
    }
}

fn load(path: &Path) -> Result<RuleSet, Unusable> {
    let rules = rules::load(path).map_err(Unusable::Faults)?;
    match PRESETS.contains(&rules.id.as_str()) {
        true => Err(Unusable::IdTaken(rules.id)),
        false => Ok(rules),
    }
}

impl State {
    /// Loads the rule files that were used before. One that cannot be used any
    /// more is told of, and looked for again at the next start.
    pub fn resume_rule_files(&mut self) {
        let mut troubles = Vec::new();
        for path in self.settings.rule_files.clone() {
            match load(&path) {
                Ok(rules) => self.put_rules(rules),
                Err(unusable) => troubles.push((path, unusable)),
            }
        }
        if !troubles.is_empty() {
            self.alarm();
            self.say_both(|lang| {
                let each = troubles.iter();
                let each: Vec<String> = each.map(|(path, why)| why.message(path, lang)).collect();
                each.join("; ")
            });
        }
    }

    /// Takes a club's rule file among the rule sets, and goes by it; its id, or
    /// why not. While a game is being played its own rules stay in force.
    pub(super) fn use_rule_file(&mut self, path: PathBuf) -> Result<String, Problem> {
        let rules = load(&path).map_err(|why| Problem::both(|lang| why.message(&path, lang)))?;
        let id = rules.id.clone();
        self.put_rules(rules);
        self.settings.rule_files.retain(|known| *known != path);
        self.settings.rule_files.push(path);
        if self.book.game().is_none() {
            self.use_rules(id.clone());
        }
        Ok(id)
    }

    /// Puts a rule set among the others; one of the same id is replaced.
    fn put_rules(&mut self, rules: RuleSet) {
        match self.rule_sets.iter_mut().find(|old| old.id == rules.id) {
            Some(old) => *old = rules,
            None => self.rule_sets.push(rules),
        }
    }
}
