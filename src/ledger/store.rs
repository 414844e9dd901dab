//! The file: SQLite in WAL mode, every commit on the disk before it is
//! acknowledged (synchronous FULL), events that can only be added.

use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, Error, ErrorCode, OpenFlags, TransactionBehavior, ffi};

use crate::file;
use crate::lang::{Lang, Said};
use crate::ledger::canon::{GENESIS, Hash, link};
use crate::ledger::fault::LedgerFault;

/// `KRSU` in the header of the file.
const APPLICATION_ID: i64 = 0x4b52_5355;
/// What every SQLite file begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// How long to wait for another program's write to end.
const PATIENCE: Duration = Duration::from_millis(400);

/// What each version of the schema adds; the version of a file is the number
/// of steps it has had.
const STEPS: &[&str] = &["
CREATE TABLE event (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    void_of INTEGER UNIQUE REFERENCES event (seq) CHECK (void_of < seq)
) STRICT;
CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO head VALUES (1, 0, zeroblob(32));
CREATE TRIGGER event_in_order BEFORE INSERT ON event
WHEN NEW.seq <> (SELECT seq FROM head) + 1
BEGIN SELECT RAISE(ABORT, 'events are added at the end'); END;
CREATE TRIGGER event_to_head AFTER INSERT ON event
BEGIN UPDATE head SET seq = NEW.seq, hash = NEW.hash; END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER head_forward BEFORE UPDATE ON head
WHEN NEW.id <> 1 OR NEW.seq <> OLD.seq + 1
    OR NEW.hash IS NOT (SELECT hash FROM event WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the head follows the events'); END;
CREATE TRIGGER head_no_delete BEFORE DELETE ON head
BEGIN SELECT RAISE(ABORT, 'the head is never deleted'); END;
"];

/// One event as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Canonical JSON.
    pub body: String,
    /// Of the body and the hash before.
    pub hash: Hash,
    /// The event that it voids.
    pub void_of: Option<u64>,
}

/// An open file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Number and hash of the last event known.
    head: (u64, Hash),
    read_only: bool,
}

impl Store {
    /// Makes a new file. One that an earlier try left unfinished is taken.
    ///
    /// # Errors
    /// [`LedgerFault::Exists`], or that it cannot be written.
    pub fn create(path: &Path) -> Result<Store, LedgerFault> {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => return Err(a_folder()),
            Ok(data) if !data.is_file() => return Err(LedgerFault::Exists),
            Ok(data) if data.len() > 0 && !unfinished(path) => return Err(LedgerFault::Exists),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(io(&error)),
            _ => {}
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| match io(&error) {
                LedgerFault::NotFound => no_folder(folder),
                other => other,
            })?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
        connection.busy_timeout(PATIENCE).map_err(sqlite)?;
        let mode = connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        mode.map_err(sqlite)?;
        settings(&connection)?;
        migrate(&mut connection, STEPS)?;
        Store::ready(connection, path, false)
    }

    /// Opens a file that exists.
    ///
    /// # Errors
    /// Everything that is wrong with the file as such; its events are not
    /// looked at yet ([`Store::rows`]).
    pub fn open(path: &Path) -> Result<Store, LedgerFault> {
        check_kind(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags);
        let mut connection = match opened.map_err(sqlite).and_then(probed) {
            Ok(connection) => connection,
            // In a folder that may not be written to SQLite cannot share a
            // WAL file; what is complete can still be read.
            Err(LedgerFault::ReadOnly) if no_wal(path) => {
                let connection = immutable(path)?;
                return Store::ready(probed(connection)?, path, true);
            }
            Err(fault) => return Err(fault),
        };
        settings(&connection)?;
        let read_only = connection.is_readonly("main").map_err(sqlite)?;
        if !read_only {
            migrate(&mut connection, STEPS)?;
        }
        Store::ready(connection, path, read_only)
    }

    fn ready(connection: Connection, path: &Path, read_only: bool) -> Result<Store, LedgerFault> {
        check_schema(&connection)?;
        Ok(Store {
            connection,
            path: path.to_owned(),
            head: (0, GENESIS),
            read_only,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All events, each proved to be what was written.
    ///
    /// # Errors
    /// The first event that is not ([`LedgerFault::Chain`]), or damage.
    pub fn rows(&mut self) -> Result<Vec<Row>, LedgerFault> {
        // One snapshot for both, whoever writes meanwhile.
        let snapshot = self.connection.transaction().map_err(sqlite)?;
        let head = head(&snapshot)?;
        let mut rows = Vec::new();
        {
            let sql = "SELECT seq, body, hash, void_of FROM event ORDER BY seq";
            let mut query = snapshot.prepare(sql).map_err(sqlite)?;
            let mut found = query.query([]).map_err(sqlite)?;
            let mut last = (0, GENESIS);
            while let Some(row) = found.next().map_err(sqlite)? {
                let seq: i64 = row.get(0).map_err(sqlite)?;
                let expected = last.0 + 1;
                let broken = |_| LedgerFault::Chain(expected);
                let body: String = row.get(1).map_err(broken)?;
                let hash: Hash = row.get(2).map_err(broken)?;
                let void_of: Option<i64> = row.get(3).map_err(broken)?;
                if u64::try_from(seq) != Ok(expected) || link(&last.1, &body) != hash {
                    return Err(LedgerFault::Chain(expected));
                }
                last = (expected, hash);
                let void_of = void_of.and_then(|of| u64::try_from(of).ok());
                rows.push(Row {
                    body,
                    hash,
                    void_of,
                });
            }
            if head != last {
                return Err(LedgerFault::Chain(last.0 + 1));
            }
        }
        snapshot.finish().map_err(sqlite)?;
        self.head = head;
        Ok(rows)
    }

    /// Adds events; they are on the disk when this returns.
    ///
    /// # Errors
    /// That nothing was added, and why.
    pub fn append(&mut self, rows: &[Row]) -> Result<(), LedgerFault> {
        if self.read_only {
            return Err(LedgerFault::ReadOnly);
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(sqlite)?;
        if head(&transaction)? != self.head {
            return Err(LedgerFault::Changed);
        }
        let mut seq = self.head.0;
        {
            let sql = "INSERT INTO event (seq, body, hash, void_of) VALUES (?1, ?2, ?3, ?4)";
            let mut insert = transaction.prepare_cached(sql).map_err(sqlite)?;
            for row in rows {
                seq += 1;
                let void_of = row.void_of.map(|of| of as i64);
                insert
                    .execute((seq as i64, &row.body, row.hash, void_of))
                    .map_err(sqlite)?;
            }
        }
        transaction.commit().map_err(sqlite)?;
        if let Some(last) = rows.last() {
            self.head = (seq, last.hash);
        }
        Ok(())
    }

    /// Number and hash of the last event.
    pub fn head(&self) -> (u64, Hash) {
        self.head
    }

    /// SQLite's own examination of the whole file.
    ///
    /// # Errors
    /// [`LedgerFault::Damaged`] with what it found first.
    pub fn examine(&self) -> Result<(), LedgerFault> {
        let found = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| {
                row.get::<_, String>(0)
            })
            .map_err(sqlite)?;
        match found.as_str() {
            "ok" => Ok(()),
            // SQLite's words may have several lines.
            other => {
                let words: Vec<&str> = other.split_whitespace().collect();
                Err(LedgerFault::Damaged(words.join(" ")))
            }
        }
    }

    /// A time as a person writes it, in the local time zone.
    pub fn date(&self, at: i64) -> String {
        let sql = "SELECT strftime('%Y-%m-%d %H:%M', ?1, 'unixepoch', 'localtime')";
        let text = self
            .connection
            .query_row(sql, [at / 1000], |row| row.get(0));
        text.unwrap_or_default()
    }
}

/// Refuses what is no SQLite file before SQLite sees it.
fn check_kind(path: &Path) -> Result<(), LedgerFault> {
    let data = fs::metadata(path).map_err(|error| io(&error))?;
    if !data.is_file() {
        return Err(LedgerFault::NotALedger);
    }
    let mut start = [0; MAGIC.len()];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    match read {
        Ok(()) if start == *MAGIC => Ok(()),
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(io(&error)),
        _ => Err(LedgerFault::NotALedger),
    }
}

/// Whether the file is SQLite without any table: a ledger whose making was
/// broken off.
fn unfinished(path: &Path) -> bool {
    let empty = || -> Result<bool, Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let count = "SELECT count(*) FROM sqlite_schema";
        connection.query_row(count, [], |row| {
            row.get::<_, i64>(0).map(|count| count == 0)
        })
    };
    check_kind(path).is_ok() && empty().unwrap_or(false)
}

/// Looks into the header: whose file it is, and of which version.
fn probed(connection: Connection) -> Result<Connection, LedgerFault> {
    connection.busy_timeout(PATIENCE).map_err(sqlite)?;
    if pragma(&connection, "application_id")? != APPLICATION_ID {
        return Err(LedgerFault::NotALedger);
    }
    let found = pragma(&connection, "user_version")?;
    let known = STEPS.len() as i64;
    match found {
        _ if found > known => Err(LedgerFault::Newer { found, known }),
        _ if found < 1 => Err(LedgerFault::Schema("user_version".to_owned())),
        _ => Ok(connection),
    }
}

fn no_wal(path: &Path) -> bool {
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    fs::metadata(wal).map_or(true, |data| data.len() == 0)
}

/// Opens for reading a file that nobody can be writing to.
fn immutable(path: &Path) -> Result<Connection, LedgerFault> {
    let absolute = std::path::absolute(path).map_err(|error| io(&error))?;
    let escaped: String = absolute
        .to_string_lossy()
        .chars()
        .map(|ch| match ch {
            '%' | '?' | '#' => format!("%{:02x}", ch as u32),
            other => other.to_string(),
        })
        .collect();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let name = format!("file:{escaped}?immutable=1");
    Connection::open_with_flags(name, flags).map_err(sqlite)
}

fn pragma(connection: &Connection, name: &str) -> Result<i64, LedgerFault> {
    let value = connection.pragma_query_value(None, name, |row| row.get(0));
    value.map_err(sqlite)
}

fn settings(connection: &Connection) -> Result<(), LedgerFault> {
    connection
        .execute_batch(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
             PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;",
        )
        .map_err(sqlite)
}

/// Takes a file up to the latest version in one transaction: all or nothing.
fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), LedgerFault> {
    if pragma(connection, "user_version")? == steps.len() as i64 {
        return Ok(());
    }
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(sqlite)?;
    // Another program may have done it while this one waited.
    let version = pragma(&transaction, "user_version")?;
    for step in steps.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step).map_err(sqlite)?;
    }
    transaction
        .pragma_update(None, "application_id", APPLICATION_ID)
        .and_then(|()| transaction.pragma_update(None, "user_version", steps.len() as i64))
        .and_then(|()| transaction.commit())
        .map_err(sqlite)
}

type Definition = (String, Option<String>);

fn definitions(connection: &Connection) -> Result<Vec<Definition>, Error> {
    let sql = "SELECT name, sql FROM sqlite_schema ORDER BY name";
    let mut query = connection.prepare(sql)?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Whether tables and triggers are those that this program makes.
fn check_schema(connection: &Connection) -> Result<(), LedgerFault> {
    let found = definitions(connection).map_err(sqlite)?;
    let mut made = Connection::open_in_memory().map_err(sqlite)?;
    migrate(&mut made, STEPS)?;
    let expected = definitions(&made).map_err(sqlite)?;
    let differs = |one: &[Definition], other: &[Definition]| {
        let strange = one.iter().find(|definition| !other.contains(definition));
        strange.map(|(name, _)| LedgerFault::Schema(name.clone()))
    };
    match differs(&found, &expected).or_else(|| differs(&expected, &found)) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

fn head(connection: &Connection) -> Result<(u64, Hash), LedgerFault> {
    let row = connection.query_row("SELECT seq, hash FROM head", [], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, Hash>(1)?))
    });
    match row {
        Ok((seq, hash)) => Ok((u64::try_from(seq).unwrap_or(u64::MAX), hash)),
        Err(Error::SqliteFailure(error, text)) => Err(sqlite(Error::SqliteFailure(error, text))),
        // No row, or no hash in it.
        Err(_) => Err(LedgerFault::Schema("head".to_owned())),
    }
}

fn a_folder() -> LedgerFault {
    LedgerFault::Io(Said::new(
        "フォルダです。その中のファイルの名前まで指定してください",
        "this is a folder; name a file in it",
    ))
}

/// Where the system itself allows no folder.
fn no_folder(folder: &Path) -> LedgerFault {
    let folder = folder.display();
    LedgerFault::Io(Said::new(
        format!("フォルダ {folder} を作れません。書ける場所のファイルを指定してください"),
        format!("the folder {folder} cannot be made; name a file where you may write"),
    ))
}

fn io(error: &std::io::Error) -> LedgerFault {
    match error.kind() {
        ErrorKind::NotFound => LedgerFault::NotFound,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => LedgerFault::ReadOnly,
        ErrorKind::StorageFull => LedgerFault::Full,
        _ => LedgerFault::Io(Said::new(
            file::reason(error, Lang::Ja),
            file::reason(error, Lang::En),
        )),
    }
}

/// SQLite's fault by our names.
fn sqlite(error: Error) -> LedgerFault {
    let Error::SqliteFailure(failure, text) = &error else {
        return LedgerFault::Damaged(error.to_string());
    };
    let words = || text.clone().unwrap_or_else(|| failure.to_string());
    match failure.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => LedgerFault::Busy,
        ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
            LedgerFault::ReadOnly
        }
        ErrorCode::DiskFull => LedgerFault::Full,
        ErrorCode::SystemIoFailure => match failure.extended_code {
            // The file is shorter than it says.
            ffi::SQLITE_IOERR_SHORT_READ => LedgerFault::Damaged(words()),
            _ => LedgerFault::WriteFailed(words()),
        },
        _ => LedgerFault::Damaged(words()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("karasu-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn row(previous: &Hash, body: &str) -> Row {
        Row {
            body: body.to_owned(),
            hash: link(previous, body),
            void_of: None,
        }
    }

    #[test]
    fn a_full_disk_is_named_and_loses_nothing() {
        let folder = folder("full");
        let path = folder.join("a.karasu");
        let mut store = Store::create(&path).expect("made");
        let first = row(&GENESIS, "{}");
        store.append(std::slice::from_ref(&first)).expect("written");
        let pages = pragma(&store.connection, "page_count").expect("a number");
        let limit = store
            .connection
            .pragma_update(None, "max_page_count", pages);
        limit.expect("a limit");
        let large = row(&first.hash, &"x".repeat(100_000));
        assert_eq!(store.append(&[large]), Err(LedgerFault::Full));
        assert_eq!(store.rows(), Ok(vec![first.clone()]));
        let unlimited = store
            .connection
            .pragma_update(None, "max_page_count", 1_000_000);
        unlimited.expect("no limit");
        let second = row(&first.hash, "{}");
        store.append(&[second]).expect("goes on");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn an_old_file_is_taken_up_to_the_new_version_and_keeps_its_events() {
        let folder = folder("migrate");
        let path = folder.join("a.karasu");
        let mut store = Store::create(&path).expect("made");
        let first = row(&GENESIS, "{}");
        store.append(std::slice::from_ref(&first)).expect("written");
        let later = [STEPS, &["CREATE TABLE note (text TEXT) STRICT;"]].concat();
        migrate(&mut store.connection, &later).expect("taken up");
        assert_eq!(pragma(&store.connection, "user_version"), Ok(2));
        assert_eq!(store.rows(), Ok(vec![first]));
        // A step that fails leaves the file as it was.
        let broken = [later.as_slice(), &["CREATE TABLE more (x); nonsense;"]].concat();
        assert!(migrate(&mut store.connection, &broken).is_err());
        assert_eq!(pragma(&store.connection, "user_version"), Ok(2));
        let tables = definitions(&store.connection).expect("a list");
        assert!(tables.iter().all(|(name, _)| name != "more"));
        // And today's program does not touch what a later one made.
        drop(store);
        let newer = LedgerFault::Newer { found: 2, known: 1 };
        assert_eq!(Store::open(&path).map(|_| ()), Err(newer));
        fs::remove_dir_all(folder).expect("removed");
    }
}
