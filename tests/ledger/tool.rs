//! What the tests of the ledger share.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use karasu::ledger::{After, Entry, Ledger, Winner};
use karasu::notation;
use karasu::rules;
use karasu::score::HandInput;

/// A folder that goes away with the value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("karasu-ledger-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left lies in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Without red fives, which some houses do not have.
pub const HAND: &str = "234p567p345s66s78s+6s";

pub fn hand(text: &str) -> HandInput {
    let typed = notation::parse(text).expect("a hand");
    typed.win_tile.expect("a winning tile");
    HandInput::default().with_hand(typed)
}

pub fn win(player: usize, from: Option<usize>, hand: HandInput) -> Entry {
    Entry::Win {
        from,
        wins: vec![Winner {
            player,
            hand,
            receipt: None,
        }],
        riichi: vec![],
    }
}

/// A new ledger with a game.
pub fn game(path: &Path, rules: &str, players: &[&str]) -> Ledger {
    let mut ledger = Ledger::create(path).expect("made");
    let rules = rules::preset(rules).expect("a preset");
    ledger.start(&rules, players, None, None).expect("begun");
    ledger
}

/// A ledger with seven events of several kinds, closed: a game, a win, a
/// draw, a penalty that busts, and both undone.
pub fn evening(path: &Path) {
    let mut ledger = game(path, "kichijoji", &["Aki", "Ben", "千恵"]);
    let mut enter = |entry: &Entry| ledger.enter(entry, After::default()).map(|_| ());
    enter(&win(1, Some(0), hand(HAND))).expect("won");
    let draw = Entry::Draw {
        kind: karasu::ledger::event::DrawKind::Exhausted,
        tenpai: vec![2],
        riichi: vec![2],
    };
    enter(&draw).expect("drawn");
    let fault = Entry::Penalty {
        player: 0,
        kind: "chombo".to_owned(),
    };
    enter(&fault).expect("paid");
    ledger.undo().expect("undone");
}

pub fn karasu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(args)
        .output()
        .expect("the program starts")
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
