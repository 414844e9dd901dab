//! `karasu read`.

use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::score::{find_rules, report};
use crate::cli::{Exit, outln};
use crate::frame;
use crate::lang::Lang;
use crate::read::{Options, Reader, Reading, Record, annotate};

/// Arguments of `karasu read`.
#[derive(clap::Args)]
pub struct Args {
    /// Photos (JPEG, PNG, WebP)
    #[arg(required = true, value_name = "PHOTO", value_hint = ValueHint::FilePath)]
    photos: Vec<PathBuf>,
    /// One line of JSON per photo (schema karasu.read/1)
    #[arg(long)]
    json: bool,
    /// Also write each photo with outlines and names into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    annotate: Option<PathBuf>,
    /// Read under the wall of this rule set (an id, or a TOML file)
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
    /// Name each tile alone: no joint decoding
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What every command that reads photos takes.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct EngineArgs {
    /// Folder with other models than the built-in ones
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    model: Option<PathBuf>,
    /// Threads for the networks (default: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

impl EngineArgs {
    /// A reader with these settings.
    ///
    /// # Errors
    /// When a model cannot be used.
    pub fn reader(&self) -> anyhow::Result<Reader> {
        self.reader_with(Options::default())
    }

    /// A reader for one rule set's wall or other special settings.
    ///
    /// # Errors
    /// When a model cannot be used.
    pub fn reader_with(&self, options: Options) -> anyhow::Result<Reader> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Reader::new(Options {
            model_dir: self.model.clone(),
            // More threads than cores only wait for one another.
            threads: self.threads.min(cores),
            ..options
        })?)
    }
}

/// Runs the command.
pub fn run(args: Args, lang: Lang) -> anyhow::Result<Exit> {
    let mut options = Options::default();
    if let Some(name) = &args.rules {
        match find_rules(name) {
            Ok(rules) => options = Options::under(&rules),
            Err(faults) => return Ok(report(&faults, lang)),
        }
    }
    options.plain = args.plain;
    let reader = args.engine.reader_with(options)?;
    if let Some(folder) = &args.annotate
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let advice = lang.pick(
            "このフォルダには書けません。--annotate に別のフォルダを指定してください",
            "cannot write to this folder: give --annotate another one",
        );
        eprintln!("karasu: {}: {advice} ({error})", folder.display());
        return Ok(Exit::Usage);
    }
    let mut exit = Exit::Ok;
    for photo in &args.photos {
        let name = photo.display().to_string();
        let outcome = read_one(&reader, photo, args.annotate.as_deref());
        let line = match (&outcome, args.json) {
            (Ok(reading), true) => serde_json::to_string(&Record::new(reading, &name, lang))?,
            (Ok(reading), false) => plain(reading, &name, lang),
            (Err(fault), true) => fault.json(&name, lang),
            (Err(fault), false) => {
                eprintln!("{name}: {}", fault.message(lang));
                String::new()
            }
        };
        if outcome.is_err() {
            exit = Exit::SomeFailed;
        }
        if !line.is_empty() {
            outln!("{line}");
        }
    }
    Ok(exit)
}

/// Why one photo gave no reading.
enum Fault {
    Frame(frame::FrameError),
    Other(anyhow::Error),
}

impl Fault {
    fn message(&self, lang: Lang) -> String {
        match self {
            Fault::Frame(error) => error.message(lang),
            Fault::Other(error) => format!("{error:#}"),
        }
    }

    fn json(&self, image: &str, lang: Lang) -> String {
        let kind = match self {
            Fault::Frame(error) => error.code(),
            Fault::Other(_) => "internal",
        };
        let error = serde_json::json!({"kind": kind, "message": self.message(lang)});
        serde_json::json!({"schema": "karasu.read/1", "image": image, "error": error}).to_string()
    }
}

fn read_one(
    reader: &Reader,
    photo: &std::path::Path,
    annotated: Option<&std::path::Path>,
) -> Result<Reading, Fault> {
    let frame = frame::open(photo).map_err(Fault::Frame)?;
    let reading = reader.read(&frame).map_err(|e| Fault::Other(e.into()))?;
    if let Some(folder) = annotated {
        let file = free_name(folder, photo);
        annotate::draw(&frame.image, &reading)
            .save(&file)
            .map_err(|e| Fault::Other(anyhow::Error::new(e).context(file.display().to_string())))?;
    }
    Ok(reading)
}

/// `folder/photo.jpg`, or `photo-2.jpg` … where a photo of that name has been
/// drawn already. An annotated picture is never written over another file.
fn free_name(folder: &std::path::Path, photo: &std::path::Path) -> PathBuf {
    let stem = photo
        .file_stem()
        .unwrap_or(photo.as_os_str())
        .to_string_lossy();
    let mut file = folder.join(format!("{stem}.jpg"));
    let mut n = 2;
    while file.exists() {
        file = folder.join(format!("{stem}-{n}.jpg"));
        n += 1;
    }
    file
}

/// A reading for people: the notation, then every doubt.
fn plain(reading: &Reading, name: &str, lang: Lang) -> String {
    let mut text = format!("{name}: {}", crate::read::notation(reading));
    for review in &reading.review {
        text.push_str(&format!("\n  ! {}", review.message(lang)));
    }
    text
}
