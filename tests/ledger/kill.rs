//! Kill −9 at random points of 200 writes: every acknowledged event is there,
//! nothing is torn, and the ledger goes on. `KARASU_KILLS=50` for the full run.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use karasu::ledger::canon::hex;
use karasu::ledger::{After, Entry, Ledger, LedgerFault, transfer};

use super::tool::{Folder, HAND, evening, game, hand, karasu, stderr, text, win};

/// Names the ledger to a child process; it is this same test program.
const WRITE: &str = "KARASU_TEST_WRITE";
const HOLD: &str = "KARASU_TEST_HOLD";
const WRITES: usize = 200;

fn child(task: &str, path: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "kill::child_process", "--nocapture"])
        .env(task, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

/// No test by itself: what the child processes do.
#[test]
fn child_process() {
    if let Some(path) = std::env::var_os(WRITE) {
        write_all(Path::new(&path));
    }
    if let Some(path) = std::env::var_os(HOLD) {
        hold(Path::new(&path));
    }
}

/// Writes 200 times, telling after each what is safe now.
fn write_all(path: &Path) {
    let mut ledger = game(path, "vip", &["Aki", "Ben", "Chie"]);
    for at in 0..WRITES {
        let done = match at % 5 {
            4 => ledger.undo().map(|_| ()),
            _ => {
                let entry = win(at % 3, (at % 2 == 0).then_some((at + 1) % 3), hand(HAND));
                ledger.enter(&entry, After::default()).map(|_| ())
            }
        };
        done.expect("written");
        let (seq, hash) = ledger.head();
        let mut out = std::io::stdout().lock();
        let told = writeln!(out, "\nsafe {seq} {}", hex(&hash)).and_then(|()| out.flush());
        told.expect("told");
    }
}

/// Keeps the ledger locked for writing until standard input closes.
fn hold(path: &Path) {
    let connection = rusqlite::Connection::open(path).expect("opened");
    connection.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let mut out = std::io::stdout().lock();
    let told = writeln!(out, "\nheld").and_then(|()| out.flush());
    told.expect("told");
    drop(out);
    std::io::stdin().lines().for_each(drop);
}

/// A small generator: the points of time need not be good, only different.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

#[test]
fn killed_at_any_point_it_keeps_every_acknowledged_event() {
    let named = std::env::var("KARASU_KILLS").ok();
    let rounds = named.and_then(|text| text.parse().ok()).unwrap_or(5);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ u64::from(std::process::id()));
    let (mut acknowledged, mut beyond) = (0, 0);
    for round in 0..rounds {
        let folder = Folder::new();
        let path = folder.file("a.karasu");
        let mut child = child(WRITE, &path);
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut safe = None;
        // Every tenth round while the file is being made.
        let wanted = if round % 10 == 9 {
            0
        } else {
            1 + dice.below(WRITES as u64 - 1)
        };
        let mut seen = 0;
        while seen < wanted {
            let line = lines.next().expect("a line").expect("text");
            if let Some(told) = line.strip_prefix("safe ") {
                safe = Some(told.to_owned());
                seen += 1;
            }
        }
        std::thread::sleep(Duration::from_micros(dice.below(8_000)));
        child.kill().expect("killed");
        child.wait().expect("gone");
        // What it still told before it died counts, too.
        for line in lines.map_while(Result::ok) {
            safe = line.strip_prefix("safe ").map(str::to_owned).or(safe);
        }
        let (kept, more) = look(&path, safe.as_deref());
        acknowledged += kept;
        beyond += more;
    }
    println!("{rounds} kills, {acknowledged} acknowledged events kept, {beyond} beyond");
}

/// Every acknowledged event is there, and the ledger goes on.
fn look(path: &Path, safe: Option<&str>) -> (u64, u64) {
    let Some(safe) = safe else {
        // Killed before anything was safe: there is a ledger, or one can be
        // made in its place.
        match Ledger::open(path) {
            Ok(_) => {}
            Err(_) => drop(Ledger::create(path).expect("made anew")),
        }
        return (0, 0);
    };
    let (seq, hash) = safe.split_once(' ').expect("number and hash");
    let seq: u64 = seq.parse().expect("a number");
    Ledger::check(path).expect("whole");
    let mut ledger = Ledger::open(path).expect("opens");
    let export = transfer::export(&mut ledger, transfer::Format::Json).expect("written out");
    let line = export
        .lines()
        .nth(seq as usize)
        .expect("the acknowledged event");
    assert!(line.contains(hash), "event {seq} is another: {line}");
    let there = ledger.records().len() as u64;
    // At most what was being written and not yet acknowledged.
    assert!(
        (seq..=seq + 1).contains(&there),
        "{seq} acknowledged, {there} there"
    );
    let entry = win(0, None, hand(HAND));
    ledger.enter(&entry, After::default()).expect("goes on");
    (seq, there - seq)
}

#[test]
fn while_another_program_writes_nothing_is_written_and_nothing_lost() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let mut other = child(HOLD, &path);
    let mut lines = BufReader::new(other.stdout.take().expect("a pipe")).lines();
    while lines.next().expect("a line").expect("text") != "held" {}
    let before = Ledger::open(&path)
        .expect("reading goes on")
        .records()
        .len();
    let add = [
        "ledger",
        "add",
        text(&path),
        HAND,
        "--winner",
        "Aki",
        "--lang",
        "en",
    ];
    let output = karasu(&add);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("another program is writing"),
        "{}",
        stderr(&output)
    );
    drop(other.stdin.take());
    other.wait().expect("gone");
    assert_eq!(karasu(&add).status.code(), Some(0));
    let after = Ledger::open(&path).expect("opens").records().len();
    assert_eq!(after, before + 1);
}

#[test]
fn of_two_that_write_in_turn_the_second_is_told_to_look_again() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let mut one = Ledger::open(&path).expect("opens");
    let mut two = Ledger::open(&path).expect("opens");
    let entry: Entry = win(0, None, hand(HAND));
    one.enter(&entry, After::default()).expect("written");
    let refused = two.enter(&entry, After::default()).map(|_| ());
    assert_eq!(refused, Err(LedgerFault::Changed));
    assert_eq!(two.records().len() + 1, one.records().len());
    let mut again = Ledger::open(&path).expect("opens");
    again.enter(&entry, After::default()).expect("written");
}
