//! Nothing can be changed unnoticed.

use std::path::Path;

use karasu::ledger::canon::{canonical, link};
use karasu::ledger::transfer::{self, Format};
use karasu::ledger::{Ledger, LedgerFault};
use proptest::prelude::*;
use rusqlite::Connection;

use super::tool::{Folder, evening};

/// Changes the tables as somebody with SQLite at hand would: triggers away,
/// the change, triggers back.
fn tampered(change: &str) -> Result<usize, LedgerFault> {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    tamper(&path, change);
    let opened = Ledger::open(&path).map(|ledger| ledger.records().len());
    assert_eq!(Ledger::check(&path).err(), opened.clone().err(), "{change}");
    opened
}

fn tamper(path: &Path, change: &str) {
    let connection = Connection::open(path).expect("opened");
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
    let mut query = connection.prepare(sql).expect("a query");
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let triggers: Vec<(String, String)> =
        rows.expect("rows").map(|row| row.expect("a row")).collect();
    for (name, _) in &triggers {
        connection
            .execute_batch(&format!("DROP TRIGGER {name}"))
            .expect("dropped");
    }
    connection.execute_batch(change).expect("changed");
    for (_, sql) in &triggers {
        connection.execute_batch(sql).expect("restored");
    }
}

#[test]
fn a_changed_event_is_named() {
    assert_eq!(tampered(""), Ok(7));
    let changes = [
        (
            "UPDATE event SET body = replace(body, 'Aki', 'Ako') WHERE seq = 1",
            1,
        ),
        ("UPDATE event SET body = body || ' ' WHERE seq = 2", 2),
        (
            "UPDATE event SET body = replace(body, '\"at\":1', '\"at\":2') WHERE seq = 3",
            3,
        ),
        ("UPDATE event SET hash = zeroblob(32) WHERE seq = 4", 4),
        ("UPDATE event SET hash = zeroblob(32) WHERE seq = 5", 5),
    ];
    for (change, seq) in changes {
        assert_eq!(tampered(change), Err(LedgerFault::Chain(seq)), "{change}");
    }
}

#[test]
fn a_removed_event_is_named() {
    for seq in 1..=7u64 {
        // The last two void the two before.
        let change = format!(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \
             DELETE FROM event WHERE seq = {seq}"
        );
        assert_eq!(tampered(&change), Err(LedgerFault::Chain(seq)), "{seq}");
        let closed = format!("{change}; UPDATE event SET seq = seq - 1 WHERE seq > {seq}");
        assert_eq!(
            tampered(&closed),
            Err(LedgerFault::Chain(seq)),
            "{seq}, gap closed"
        );
    }
}

#[test]
fn events_in_another_order_are_named() {
    let swap = "UPDATE event SET seq = -2 WHERE seq = 2; UPDATE event SET seq = 2 WHERE seq = 3; \
                UPDATE event SET seq = 3 WHERE seq = -2";
    let swap = format!("PRAGMA ignore_check_constraints = ON; {swap}");
    assert_eq!(tampered(&swap), Err(LedgerFault::Chain(2)));
}

#[test]
fn a_whole_new_chain_still_has_to_add_up() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let mut ledger = Ledger::open(&path).expect("opens");
    let export = transfer::export(&mut ledger, Format::Json).expect("written out");
    // One player is paid more, and every hash is made anew.
    let mut document: serde_json::Value = serde_json::from_str(&export).expect("JSON");
    let mut hash = karasu::ledger::canon::GENESIS;
    let events = document["events"].as_array_mut().expect("a list");
    events[1]["event"]["event"]["hand"]["deltas"][1] = 1000.into();
    for line in events {
        hash = link(&hash, &canonical(&line["event"]));
        line["hash"] = karasu::ledger::canon::hex(&hash).into();
    }
    let refused = transfer::import(&document.to_string(), &folder.file("b.karasu"));
    let refused = refused.expect_err("more points than there are");
    assert_eq!(
        (refused.id(), folder.file("b.karasu").exists()),
        ("inconsistent", false)
    );
}

#[test]
fn the_tables_themselves_refuse_every_change() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let connection = Connection::open(&path).expect("opened");
    for change in [
        "UPDATE event SET body = body",
        "DELETE FROM event",
        "DELETE FROM event WHERE seq = 7",
        "INSERT OR REPLACE INTO event VALUES (2, '{}', zeroblob(32), NULL)",
        "INSERT INTO event VALUES (9, '{}', zeroblob(32), NULL)",
        "INSERT INTO event VALUES (8, '{}', zeroblob(32), 5)",
        "UPDATE head SET seq = 1",
        "DELETE FROM head",
        "INSERT INTO head VALUES (2, 1, zeroblob(32))",
    ] {
        assert!(connection.execute_batch(change).is_err(), "{change}");
    }
    drop(connection);
    Ledger::check(&path).expect("as it was");
}

#[test]
fn a_dropped_trigger_is_named() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let connection = Connection::open(&path).expect("opened");
    connection
        .execute_batch("DROP TRIGGER event_no_delete")
        .expect("dropped");
    drop(connection);
    let fault = LedgerFault::Schema("event_no_delete".to_owned());
    assert_eq!(Ledger::open(&path).map(|_| ()), Err(fault));
}

/// The file of an evening, and the evening written out.
fn sample() -> (Vec<u8>, String) {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let bytes = std::fs::read(&path).expect("read");
    let mut ledger = Ledger::open(&path).expect("opens");
    let export = transfer::export(&mut ledger, Format::Json).expect("written out");
    (bytes, export)
}

/// A file with these bytes is refused with a name, or holds the same events.
fn refused_or_the_same(bytes: &[u8], export: &str) -> Result<(), &'static str> {
    let folder = Folder::new();
    let path = folder.file("b.karasu");
    std::fs::write(&path, bytes).expect("written");
    match Ledger::open(&path) {
        Err(fault) => Err(fault.id()),
        Ok(mut ledger) => {
            let found = transfer::export(&mut ledger, Format::Json).expect("written out");
            assert!(found == export, "other events than were written");
            Ok(())
        }
    }
}

#[test]
fn one_changed_byte_anywhere_in_the_file_changes_no_event_unnoticed() {
    let (bytes, export) = sample();
    assert_eq!(refused_or_the_same(&bytes, &export), Ok(()));
    let step = std::env::var("KARASU_FLIPS").map_or(97, |_| 1);
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(step) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        refused += u32::from(refused_or_the_same(&changed, &export).is_err());
    }
    assert!(refused > 0);
}

#[test]
fn every_byte_of_an_event_counts() {
    let (bytes, export) = sample();
    // In the file, the start of the game as it is written.
    let body = export.lines().nth(2).expect("the second event");
    let body = &body["{\"event\":".len()..body.find(",\"hash\"").expect("a hash")];
    let find = |needle: &[u8]| {
        bytes
            .windows(needle.len())
            .position(|window| window == needle)
    };
    let at = find(body.as_bytes()).expect("the event in the file");
    for by in 0..body.len() {
        let mut changed = bytes.clone();
        changed[at + by] ^= 1;
        let refused = refused_or_the_same(&changed, &export);
        assert_eq!(refused, Err("broken_chain"), "byte {by}");
    }
}

#[test]
fn a_file_cut_short_is_named() {
    let (bytes, export) = sample();
    for length in (0..bytes.len()).step_by(509) {
        let short = &bytes[..length];
        if refused_or_the_same(short, &export).is_ok() {
            // Only what no event lies on was cut off; the examination of the
            // whole file finds that as well.
            let folder = Folder::new();
            let path = folder.file("b.karasu");
            std::fs::write(&path, short).expect("written");
            assert!(Ledger::check(&path).is_err(), "{length}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_can_be_tried_to_import(text in "\\PC*") {
        let folder = Folder::new();
        prop_assert!(transfer::import(&text, &folder.file("a.karasu")).is_err());
        prop_assert!(!folder.file("a.karasu").exists());
    }

    #[test]
    fn a_changed_export_is_refused(at in 0..100_000usize, byte in 32..127u8) {
        static SAMPLE: std::sync::OnceLock<String> = std::sync::OnceLock::new();
        let export = SAMPLE.get_or_init(|| sample().1);
        let mut bytes = export.clone().into_bytes();
        let at = at % bytes.len();
        prop_assume!(bytes[at].is_ascii() && bytes[at] != byte);
        bytes[at] = byte;
        let text = String::from_utf8(bytes).expect("ASCII for ASCII");
        let folder = Folder::new();
        let path = folder.file("a.karasu");
        // Blanks between the parts may change, nothing else.
        if let Ok(mut ledger) = transfer::import(&text, &path) {
            let again = transfer::export(&mut ledger, Format::Json).expect("written out");
            prop_assert_eq!(&again, export);
        }
    }
}
