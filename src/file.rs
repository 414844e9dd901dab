//! Reading and writing small files that a person names.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::lang::Lang;

/// What to tell a person about a file that could not be read or written; the
/// system's own words only where no better ones are known.
pub fn reason(error: &io::Error, lang: Lang) -> String {
    let (ja, en) = match error.kind() {
        io::ErrorKind::NotFound => ("ファイルがありません", "there is no such file"),
        io::ErrorKind::PermissionDenied => ("権限がありません", "no permission"),
        io::ErrorKind::IsADirectory => ("フォルダです", "this is a folder, not a file"),
        io::ErrorKind::NotADirectory => ("フォルダではありません", "this is no folder"),
        io::ErrorKind::AlreadyExists => ("すでにあります", "it exists already"),
        io::ErrorKind::InvalidInput => (
            "パイプかデバイスです",
            "this is a pipe or a device, not a file",
        ),
        io::ErrorKind::FileTooLarge => ("ファイルが大きすぎます", "the file is too large"),
        io::ErrorKind::InvalidData => ("UTF-8 の文字ではありません", "this is no UTF-8 text"),
        io::ErrorKind::ResourceBusy => (
            "ほかのプログラムが書いています",
            "another program is writing to it",
        ),
        io::ErrorKind::StorageFull => ("ディスクがいっぱいです", "the disk is full"),
        io::ErrorKind::ReadOnlyFilesystem => ("書き込めないディスクです", "the disk is read-only"),
        _ => return error.to_string(),
    };
    lang.pick(ja, en).to_owned()
}

/// As [`reason`], for a file that was to be written: what is missing then is
/// its folder.
pub fn write_reason(error: &io::Error, lang: Lang) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => lang
            .pick("フォルダがありません", "there is no such folder")
            .to_owned(),
        _ => reason(error, lang),
    }
}

/// The whole of a regular file of at most `limit` bytes. Pipes, devices and
/// folders are refused without being opened: reading them may never end.
///
/// # Errors
/// `InvalidInput` for what is no regular file, `FileTooLarge`, or the system's.
pub fn read_bounded(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let data = std::fs::metadata(path)?;
    if data.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "this is a folder, not a file",
        ));
    }
    if !data.is_file() {
        let text = "this is a pipe or a device, not a file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    let too_large = || {
        let text = format!("larger than {limit} bytes");
        io::Error::new(io::ErrorKind::FileTooLarge, text)
    };
    if data.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    std::fs::File::open(path)?
        .take(limit + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// As [`read_bounded`], as text.
///
/// # Errors
/// Also `InvalidData` for what is not UTF-8.
pub fn read_text_bounded(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = read_bounded(path, limit)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Moves a file that cannot be understood to a free name beside it
/// (`stem.json.damaged` …), so that nothing is written over it: the new name, if
/// it could be moved.
pub fn move_aside(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let aside = free_name(folder, &stem, "json.damaged");
    std::fs::rename(path, &aside).ok().map(|()| aside)
}

/// `stem.ending`, `stem-2.ending` … in a folder, whichever is not there yet.
pub fn free_name(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    let first = folder.join(format!("{stem}.{ending}"));
    let more = (2..).map(|n: u32| folder.join(format!("{stem}-{n}.{ending}")));
    let mut all = std::iter::once(first).chain(more);
    all.find(|path| !path.exists()).unwrap_or_default()
}

/// Whether two names are of one file that is there.
pub fn same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Writes beside the place and moves there: the file is whole or not there.
/// A pipe or a device is written to as it is.
///
/// # Errors
/// The system's; the place is as it was then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return std::fs::write(path, bytes);
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let new = PathBuf::from(name);
    let written = std::fs::File::create(&new).and_then(|mut file| {
        io::Write::write_all(&mut file, bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| std::fs::rename(&new, path));
    if moved.is_err() {
        // What could not be written is of no use; the fault is told.
        let _ = std::fs::remove_file(&new);
    }
    moved
}

/// As [`write_whole`], into a place where nothing is yet.
///
/// # Errors
/// Also `AlreadyExists`, and nothing is changed.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    write_whole(path, bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn two_files_of_one_stem_are_written_at_once() {
        let folder = std::env::temp_dir().join(format!("karasu-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let write = |name: &'static str| {
            let path = folder.join(name);
            move || {
                for _ in 0..200 {
                    write_whole(&path, name.as_bytes()).expect("written");
                    let found = std::fs::read(&path).expect("read");
                    assert_eq!(found, name.as_bytes());
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write("page.html"));
            scope.spawn(write("page.png"));
        });
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn endless_and_large_files_are_refused() {
        let kind = |path: &str, limit| read_bounded(Path::new(path), limit).map_err(|e| e.kind());
        assert_eq!(kind("/dev/zero", 10), Err(io::ErrorKind::InvalidInput));
        assert_eq!(kind("/", 10), Err(io::ErrorKind::IsADirectory));
        let cargo = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(kind(cargo, 10), Err(io::ErrorKind::FileTooLarge));
        assert!(kind(cargo, 1 << 20).is_ok_and(|bytes| !bytes.is_empty()));
    }
}
