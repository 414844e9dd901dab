//! `karasu score --receipt`: the hand in one file.

use std::path::{Path, PathBuf};

use crate::cli::failure::{Failure, Problem};
use crate::file;
use crate::receipt::Receipt;
use crate::rules::RuleSet;
use crate::score::Fault;
use crate::seat::Seat;

/// Where a receipt goes, and who sits where.
pub(crate) struct Target {
    path: PathBuf,
    players: Vec<String>,
}

impl Target {
    /// Checks what can be checked before the hand is scored. A receipt is
    /// evidence: none is ever written over.
    ///
    /// # Errors
    /// The file is there, or there are more or fewer names than seats.
    pub(super) fn new(path: &Path, players: &[String], rules: &RuleSet) -> Result<Target, Failure> {
        let seats = rules.players();
        if !players.is_empty() && players.len() != seats {
            let given = players.len();
            return Err(Failure::usage(Problem::new(
                "bad_players",
                format!("--players: 名前は席の順に {seats} 人です ({given} 人あります)"),
                format!("--players: name the {seats} people from East on ({given} are named)"),
            )));
        }
        let target = Target {
            path: path.to_owned(),
            players: players.to_vec(),
        };
        match path.symlink_metadata().is_ok() {
            true => Err(target.exists()),
            false => Ok(target),
        }
    }

    fn exists(&self) -> Failure {
        let path = self.path.display();
        Failure::usage(Problem::new(
            "exists",
            format!("{path}: すでにあります。控えは上書きしません。別の名前を指定してください"),
            format!(
                "{path}: it exists already, and a receipt is never written over: give another name"
            ),
        ))
    }

    /// Writes the receipt, with the names. A hand that is no win has none; why
    /// has been told.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&self, made: Result<Receipt, Vec<Fault>>) -> Result<(), Failure> {
        let Ok(receipt) = made else { return Ok(()) };
        let names = self.players.iter().map(String::as_str);
        let receipt = receipt.with_people(Seat::ALL.into_iter().zip(names));
        file::write_whole(&self.path, receipt.to_json().as_bytes())
            .map_err(|error| Failure::unwritable(&self.path, &error))
    }
}
