//! `karasu read`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::score::find_rules;
use crate::cli::usage::whole;
use crate::cli::{Exit, outln};
use crate::detect::ModelError;
use crate::file;
use crate::frame::{self, FrameError};
use crate::lang::Lang;
use crate::profile::Given;
use crate::read::{Options, ReadError, Reader, Reading, Record, annotate};

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
    rules: Option<OsString>,
    /// Name each tile alone: no joint decoding
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    sight: SightArgs,
}

/// What every command that reads a table's tiles takes.
#[derive(clap::Args, Clone, Debug)]
pub struct SightArgs {
    /// Tile-set profile: a name, auto (the one that fits, if any), or none
    #[arg(long, value_name = "NAME", default_value = "auto")]
    tiles: String,
    #[command(flatten)]
    engine: EngineArgs,
}

impl SightArgs {
    /// A reader that goes by the wanted profiles. What a person should know of
    /// these is told on stderr.
    ///
    /// # Errors
    /// When a model, or the named profile, cannot be used.
    pub(crate) fn reader_with(&self, options: Options, lang: Lang) -> Result<Reader, Failure> {
        let mut reader = self.engine.reader_with(options)?;
        let sets = crate::cli::set::wanted(&self.tiles, &reader, lang)?;
        reader.use_tile_sets(sets);
        Ok(reader)
    }

    /// So many readers, at least one, that all go by the wanted profiles.
    ///
    /// # Errors
    /// As [`SightArgs::reader_with`].
    pub(crate) fn readers_with(
        &self,
        options: &Options,
        count: usize,
        lang: Lang,
    ) -> Result<Vec<Reader>, Failure> {
        let first = self.reader_with(options.clone(), lang)?;
        let sets = first.tile_sets().clone();
        let mut readers = vec![first];
        while readers.len() < count {
            let mut reader = self.engine.reader_with(options.clone())?;
            reader.use_tile_sets(sets.clone());
            readers.push(reader);
        }
        Ok(readers)
    }

    /// The same with one thread for the networks.
    pub(crate) fn single(&self) -> SightArgs {
        SightArgs {
            engine: self.engine.single(),
            ..self.clone()
        }
    }
}

/// What every command that uses the networks takes.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct EngineArgs {
    /// Folder with other models than the built-in ones
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    model: Option<PathBuf>,
    /// Threads for the networks (default: one per core)
    #[arg(long, value_name = "N", value_parser = whole::<usize>, default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

impl EngineArgs {
    /// A reader with these settings.
    ///
    /// # Errors
    /// When a model cannot be used.
    pub(crate) fn reader(&self) -> Result<Reader, Failure> {
        self.reader_with(Options::default())
    }

    /// The same with one thread.
    pub(crate) fn single(&self) -> EngineArgs {
        EngineArgs {
            threads: 1,
            ..self.clone()
        }
    }

    /// A reader for one rule set's wall or other special settings.
    ///
    /// # Errors
    /// When a model cannot be used: a fault of the command line where it names
    /// the model, else one of the program.
    pub(crate) fn reader_with(&self, options: Options) -> Result<Reader, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let reader = Reader::new(Options {
            model_dir: self.model.clone(),
            // More threads than cores only wait for one another.
            threads: self.threads.min(cores),
            ..options
        });
        reader.map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &ReadError) -> Failure {
        let problem = Problem::worded("bad_model", |lang| error.message(lang));
        let absent = matches!(error, ReadError::Model(ModelError::NotBuiltIn));
        let exit = match self.model.is_some() || absent {
            true => Exit::Usage,
            false => Exit::Internal,
        };
        Failure {
            exit,
            ..Failure::usage(problem)
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, lang: Lang) -> Done {
    let mut options = Options::default();
    if let Some(name) = &args.rules {
        options = Options::under(&find_rules(name)?);
    }
    options.plain = args.plain;
    let reader = args.sight.reader_with(options, lang)?;
    if let Some(folder) = &args.annotate {
        std::fs::create_dir_all(folder).map_err(|error| no_folder(folder, &error))?;
    }
    let mut exit = Exit::Ok;
    for photo in &args.photos {
        let name = photo.display().to_string();
        let outcome = read_one(&reader, photo, args.annotate.as_deref());
        if let Ok(reading) = &outcome {
            tell_set(reading, &name, lang);
        }
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

/// Says on stderr which profile was chosen where nobody named one.
pub(crate) fn tell_set(reading: &Reading, name: &str, lang: Lang) {
    let chosen = reading.tile_set.as_ref();
    if let Some(set) = chosen.filter(|set| set.chosen == Given::Auto) {
        let profile = &set.profile;
        match lang {
            Lang::Ja => {
                eprintln!("{name}: 牌セット {profile} として読みました (--tiles で変えられます)")
            }
            Lang::En => {
                eprintln!("{name}: read as the tile set {profile} (--tiles chooses another)")
            }
        }
    }
}

fn no_folder(folder: &Path, error: &std::io::Error) -> Failure {
    let (folder, why) = (folder.display(), |lang| file::write_reason(error, lang));
    Failure::usage(Problem::new(
        "unwritable",
        format!(
            "{folder}: このフォルダには書けません。--annotate に別のフォルダを指定してください ({})",
            why(Lang::Ja)
        ),
        format!(
            "{folder}: cannot write to this folder: give --annotate another one ({})",
            why(Lang::En)
        ),
    ))
}

/// Why one photo gave no reading.
pub(crate) enum Fault {
    /// The file.
    Frame(FrameError),
    /// The engine.
    Read(ReadError),
    /// The annotated picture, which could not be written.
    Annotated(PathBuf, image::ImageError),
}

impl Fault {
    /// What is wrong, without the photo's name.
    pub(crate) fn message(&self, lang: Lang) -> String {
        match self {
            Fault::Frame(error) => error.message(lang),
            Fault::Read(error) => error.message(lang),
            Fault::Annotated(path, image::ImageError::IoError(error)) => {
                format!("{}: {}", path.display(), file::write_reason(error, lang))
            }
            Fault::Annotated(path, error) => format!("{}: {error}", path.display()),
        }
    }

    fn json(&self, image: &str, lang: Lang) -> String {
        let kind = match self {
            Fault::Frame(error) => error.code(),
            Fault::Read(_) => "internal",
            Fault::Annotated(..) => "unwritable",
        };
        let error = serde_json::json!({"kind": kind, "message": self.message(lang)});
        serde_json::json!({"schema": "karasu.read/1", "image": image, "error": error}).to_string()
    }
}

/// Reads one photo, and draws the reading into a folder.
pub(crate) fn read_one(
    reader: &Reader,
    photo: &Path,
    annotated: Option<&Path>,
) -> Result<Reading, Fault> {
    let frame = frame::open(photo).map_err(Fault::Frame)?;
    let reading = reader.read(&frame).map_err(Fault::Read)?;
    if let Some(folder) = annotated {
        // An annotated picture is never written over another file.
        let stem = photo.file_stem().unwrap_or(photo.as_os_str());
        let file = file::free_name(folder, &stem.to_string_lossy(), "jpg");
        annotate::draw(&frame.image, &reading)
            .save(&file)
            .map_err(|error| Fault::Annotated(file, error))?;
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
