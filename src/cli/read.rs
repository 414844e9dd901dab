//! `karasu read`.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::Exit;
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
        Ok(Reader::new(Options {
            model_dir: self.model.clone(),
            threads: self.threads,
            ..Options::default()
        })?)
    }
}

/// Runs the command.
pub fn run(args: Args, lang: Lang) -> anyhow::Result<Exit> {
    let reader = args.engine.reader()?;
    if let Some(folder) = &args.annotate {
        std::fs::create_dir_all(folder)?;
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
            writeln!(std::io::stdout().lock(), "{line}")?;
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
        let stem = photo.file_stem().unwrap_or(photo.as_os_str());
        let file = folder.join(stem).with_extension("jpg");
        annotate::draw(&frame.image, &reading)
            .save(&file)
            .map_err(|e| Fault::Other(anyhow::Error::new(e).context(file.display().to_string())))?;
    }
    Ok(reading)
}

/// A reading for people: the notation, then every doubt.
fn plain(reading: &Reading, name: &str, lang: Lang) -> String {
    let mut text = format!("{name}: {}", crate::read::notation(reading));
    for review in &reading.review {
        text.push_str(&format!("\n  ! {}", review.message(lang)));
    }
    text
}
