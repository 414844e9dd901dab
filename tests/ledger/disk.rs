//! What disks and other programs do to a file.

use std::process::Command;

use karasu::ledger::{Ledger, LedgerFault};

use super::tool::{Folder, HAND, evening, karasu, stderr, text};

fn add(path: &str) -> [&str; 8] {
    [
        "ledger", "add", path, HAND, "--winner", "Aki", "--lang", "en",
    ]
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_no_more_is_named_and_nothing_is_lost() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let before = Ledger::open(&path).expect("opens").records().len();
    // No file may grow beyond 4 KiB; the signal that would come is ignored,
    // as on a disk with a quota.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    let output = Command::new("bash")
        .args(["-c", script, "bash", env!("CARGO_BIN_EXE_karasu")])
        .args(add(text(&path)))
        .output()
        .expect("bash");
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("disk") && told.contains("not lost"), "{told}");
    assert_eq!(Ledger::open(&path).expect("opens").records().len(), before);
    assert_eq!(karasu(&add(text(&path))).status.code(), Some(0));
    Ledger::check(&path).expect("whole");
}

/// The command without the right to write: root has every right, so as
/// somebody else.
#[cfg(target_os = "linux")]
fn without_rights(args: &[&str]) -> Option<std::process::Output> {
    let id = Command::new("id").arg("-u").output().ok()?;
    if String::from_utf8_lossy(&id.stdout).trim() != "0" {
        return Some(karasu(args));
    }
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(env!("CARGO_BIN_EXE_karasu"))
        .args(args)
        .output();
    // Where root cannot become nobody, or nobody cannot reach the program,
    // there is nothing to be tried.
    output
        .ok()
        .filter(|output| output.status.code() != Some(127) && output.status.code() != Some(126))
}

#[cfg(target_os = "linux")]
#[test]
fn in_a_folder_that_may_only_be_read_it_is_shown_and_not_written() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let rights = |path: &std::path::Path, mode| {
        let rights = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, rights).expect("rights");
    };
    let bytes = std::fs::read(&path).expect("read");
    rights(&path, 0o444);
    rights(folder.path(), 0o555);
    let shown = without_rights(&["ledger", "show", text(&path), "--lang", "en"]);
    let added = without_rights(&add(text(&path)));
    let made = folder.file("new.karasu");
    let begun = without_rights(&[
        "ledger",
        "new",
        text(&made),
        "--rules",
        "vip",
        "--players",
        "A,B,C",
        "--lang",
        "en",
    ]);
    rights(folder.path(), 0o755);
    let (Some(shown), Some(added), Some(begun)) = (shown, added, begun) else {
        eprintln!("SKIPPED: cannot give up root's rights here");
        return;
    };
    assert_eq!(shown.status.code(), Some(0), "{}", stderr(&shown));
    for refused in [added, begun] {
        assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
        let told = stderr(&refused);
        assert!(told.contains("may not be written to"), "{told}");
    }
    assert_eq!(std::fs::read(&path).expect("read"), bytes);
    assert!(!made.exists());
}

#[test]
fn a_newer_ledger_is_named_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("a.karasu");
    evening(&path);
    let connection = rusqlite::Connection::open(&path).expect("opened");
    connection
        .pragma_update(None, "user_version", 99)
        .expect("set");
    drop(connection);
    let bytes = std::fs::read(&path).expect("read");
    let newer = LedgerFault::Newer {
        found: 99,
        known: 1,
    };
    assert_eq!(Ledger::open(&path).map(|_| ()), Err(newer));
    assert_eq!(std::fs::read(&path).expect("read"), bytes);
}

#[test]
fn what_is_no_ledger_is_called_so() {
    let folder = Folder::new();
    let id = |path: &std::path::Path| Ledger::open(path).map_err(|fault| fault.id()).map(|_| ());
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.file(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    assert_eq!(id(&folder.file("none.karasu")), Err("no_ledger"));
    assert_eq!(id(folder.path()), Err("not_a_ledger"));
    assert_eq!(id(&file("empty", b"")), Err("not_a_ledger"));
    assert_eq!(
        id(&file("text", "帳簿".repeat(1000).as_bytes())),
        Err("not_a_ledger")
    );
    let other = folder.file("other.db");
    let connection = rusqlite::Connection::open(&other).expect("made");
    connection
        .execute_batch("CREATE TABLE t (x)")
        .expect("made");
    drop(connection);
    assert_eq!(id(&other), Err("not_a_ledger"));
    // And none of them is written over by a new one.
    for name in ["text", "other.db"] {
        let made = Ledger::create(&folder.file(name)).map(|_| ());
        assert_eq!(made, Err(LedgerFault::Exists), "{name}");
    }
}

#[test]
fn every_fault_says_what_to_do_in_both_languages() {
    use karasu::lang::{Lang, Said};
    use karasu::ledger::Refusal;
    let faults = [
        LedgerFault::NotFound,
        LedgerFault::Exists,
        LedgerFault::NotALedger,
        LedgerFault::Newer { found: 2, known: 1 },
        LedgerFault::Busy,
        LedgerFault::Changed,
        LedgerFault::ReadOnly,
        LedgerFault::Full,
        LedgerFault::WriteFailed("x".to_owned()),
        LedgerFault::Damaged("x".to_owned()),
        LedgerFault::Chain(3),
        LedgerFault::Schema("x".to_owned()),
        LedgerFault::NotAnExport(Said::new("x", "x")),
        LedgerFault::Unreadable {
            seq: 3,
            why: "x".to_owned(),
        },
        LedgerFault::Inconsistent {
            seq: 3,
            why: Box::new(Refusal::GameOver),
        },
        LedgerFault::Edited {
            seq: 3,
            column: "points",
            found: "x".to_owned(),
            written: "y".to_owned(),
        },
        LedgerFault::Refused(Box::new(Refusal::NoGame)),
    ];
    for fault in faults {
        let (ja, en) = (fault.message(Lang::Ja), fault.message(Lang::En));
        assert!(en.is_ascii() && !ja.is_ascii(), "{en} / {ja}");
        assert!(en.len() > 20 && !en.contains("  "), "{en}");
    }
}

#[test]
fn a_place_that_cannot_hold_a_ledger_is_told_in_the_language_asked_for() {
    let folder = Folder::new();
    let file = folder.file("file");
    std::fs::write(&file, "x").expect("written");
    let within = file.join("a.karasu");
    for (lang, locale) in [("ja", "en_US.UTF-8"), ("en", "ja_JP.UTF-8")] {
        let shown = std::process::Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args(["ledger", "show", text(&within), "--lang", lang])
            .env("LC_ALL", locale)
            .output()
            .expect("the program starts");
        assert_eq!(shown.status.code(), Some(3));
        let told = stderr(&shown);
        let told = told.replace(text(&within), "");
        assert_eq!(told.is_ascii(), lang == "en", "{told}");
    }
}

#[test]
fn a_folder_is_no_ledger_and_a_place_without_folders_is_named() {
    let folder = Folder::new();
    let begin = |file: &str, lang: &str| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_karasu"))
            .args([
                "ledger",
                "new",
                "--rules",
                "kichijoji",
                "--players",
                "A,B,C",
            ])
            .args(["--lang", lang, file])
            .output()
            .expect("the program starts");
        assert_eq!(done.status.code(), Some(3), "{}", stderr(&done));
        stderr(&done)
    };
    let here = text(&folder.file("")).to_owned();
    assert!(begin(&here, "ja").contains("フォルダです"));
    assert!(begin(&here, "en").contains("this is a folder"));
    // The system allows no folder in there.
    let nowhere = "/proc/nowhere/karasu/a.karasu";
    if cfg!(target_os = "linux") {
        assert!(begin(nowhere, "ja").contains("/proc/nowhere/karasu を作れません"));
        assert!(begin(nowhere, "en").contains("/proc/nowhere/karasu cannot be made"));
    }
}
