//! `karasu model eval`: readings against labelled photos.

use std::path::PathBuf;

use clap::ValueHint;

use super::report::{self, Rows};
use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::read::EngineArgs;
use crate::cli::usage::whole;
use crate::cli::{Exit, outln};
use crate::detect::{Detected, Quad};
use crate::frame::{self, Frame, FrameError};
use crate::lang::Lang;
use crate::profile::{Known, Profile, Sample, TileSets};
use crate::read::eval::{self, Labelled, PhotoRow, Plan, Tally};
use crate::read::{self, ReadError, Reader, Reading};

/// Arguments of `karasu model eval`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder with annotations.coco.json and images/
    #[arg(value_hint = ValueHint::DirPath)]
    dataset: PathBuf,
    /// Learn K crops a class from some photos and compare on the others
    #[arg(long, value_name = "K", value_parser = whole::<usize>, default_value_t = 0, hide_default_value = true)]
    enrol: usize,
    /// Seed of the choice of photos to learn from
    #[arg(long, value_name = "N", value_parser = whole::<u64>, default_value_t = 1)]
    seed: u64,
    /// Write one row per photo
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,
    /// Only every Nth photo
    #[arg(long, value_name = "N", value_parser = whole::<usize>, default_value_t = 1)]
    every: usize,
    /// Name each tile alone: no joint decoding
    #[arg(long)]
    plain: bool,
    /// One line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The results of a measurement.
#[derive(Default)]
pub(super) struct Measured {
    /// Without enrolment.
    pub tally: Tally,
    /// With it.
    pub enrolled: Option<Enrolled>,
    /// Some photos could not be read.
    pub failed: bool,
}

/// What enrolment gave.
pub(super) struct Enrolled {
    /// Crops a class.
    pub k: usize,
    /// The seed.
    pub seed: u64,
    /// Names of the photos that were learned from and are not measured.
    pub left_out: Vec<String>,
    /// Classes that were learned.
    pub classes: usize,
    /// Crops that were learned.
    pub crops: usize,
    /// The results, on the same photos as those without.
    pub tally: Tally,
}

/// Runs the command.
pub(super) fn run(args: &Args, lang: Lang) -> Done {
    let dataset = &args.dataset;
    let photos = eval::load(dataset).map_err(|error| bad_dataset(|lang| error.message(lang)))?;
    let photos: Vec<Labelled> = photos.into_iter().step_by(args.every.max(1)).collect();
    if photos.is_empty() {
        let none = |lang: Lang| lang.pick("写真がありません", "there are no photos");
        return Err(bad_dataset(|lang| {
            format!("{}: {}", dataset.display(), none(lang))
        }));
    }
    let mut reader = args.engine.reader()?;
    reader.set_options(|options| options.plain = args.plain);
    // Opened first: nobody wants to measure for an hour for nothing.
    let mut rows = args
        .csv
        .as_deref()
        .map(|path| Rows::create(path, args.enrol > 0))
        .transpose()?;
    let measured = match args.enrol {
        0 => alone(&reader, &photos, &mut rows, lang),
        _ => side_by_side(&reader, &photos, args, &mut rows, lang)?,
    };
    rows.map_or(Ok(()), Rows::finish)?;
    let text = match args.json {
        true => report::summary(&measured).to_string(),
        false => report::table(&measured, lang),
    };
    outln!("{}", text.trim_end());
    Ok(match measured.failed {
        true => Exit::SomeFailed,
        false => Exit::Ok,
    })
}

fn bad_dataset(words: impl Fn(Lang) -> String) -> Failure {
    Failure::input(Problem::worded("bad_dataset", words))
}

/// Why a photo could not be measured.
enum Unread {
    Frame(FrameError),
    Engine(ReadError),
}

fn seen(reader: &Reader, photo: &Labelled) -> Result<(Frame, Detected), Unread> {
    let frame = frame::open(&photo.file).map_err(Unread::Frame)?;
    let detected = reader.detector().detect(&frame.image);
    let detected = detected.map_err(|error| Unread::Engine(error.into()))?;
    Ok((frame, detected))
}

/// A photo that cannot be read is told and counts as one with all missed.
fn unread(unread: &Unread, photo: &Labelled, lang: Lang) -> PhotoRow {
    let words = match unread {
        Unread::Frame(error) => error.message(lang),
        Unread::Engine(error) => error.message(lang),
    };
    eprintln!("{}: {words}", photo.file.display());
    eval::compare(&Reading::default(), photo)
}

/// Measures every photo as it is.
fn alone(reader: &Reader, photos: &[Labelled], rows: &mut Option<Rows>, lang: Lang) -> Measured {
    let mut measured = Measured::default();
    for photo in photos {
        let row = match seen(reader, photo) {
            Ok((frame, detected)) => {
                let reading = reader.read_detected(&frame, detected, &TileSets::None);
                eval::compare(&reading, photo)
            }
            Err(fault) => {
                measured.failed = true;
                unread(&fault, photo, lang)
            }
        };
        if let Some(rows) = rows {
            rows.add(photo, &row, None);
        }
        measured.tally.photos.push(row);
    }
    measured
}

/// Learns from some photos and measures the others without and with it.
fn side_by_side(
    reader: &Reader,
    photos: &[Labelled],
    args: &Args,
    rows: &mut Option<Rows>,
    lang: Lang,
) -> Result<Measured, Failure> {
    let mut measured = Measured::default();
    let found: Vec<Plain> = photos
        .iter()
        .map(|photo| {
            let plain = Plain::of(reader, photo);
            measured.failed |= plain.is_err();
            plain.unwrap_or_else(|fault| Plain::unread(&fault, photo, lang))
        })
        .collect();
    let detections: Vec<_> = found
        .iter()
        .map(|plain| (plain.detected.detections.clone(), plain.size))
        .collect();
    let plan = eval::plan(photos, &detections, args.enrol, args.seed);
    let profile = enrolled(reader, photos, &found, &plan)?;
    let sets = TileSets::Named(Known::of(&profile));
    let mut with = Tally::default();
    for (n, (photo, plain)) in photos.iter().zip(found).enumerate() {
        if plan.photos.binary_search(&n).is_ok() {
            continue;
        }
        // The picture was not kept: a set may have thousands.
        let better = match frame::open(&photo.file) {
            Ok(frame) => {
                let reading = reader.read_detected(&frame, plain.detected, &sets);
                eval::compare(&reading, photo)
            }
            Err(_) => plain.row.clone(),
        };
        if let Some(rows) = rows {
            rows.add(photo, &plain.row, Some(0));
            rows.add(photo, &better, Some(args.enrol));
        }
        measured.tally.photos.push(plain.row);
        with.photos.push(better);
    }
    let left_out = plan.photos.iter().map(|&n| report::name(&photos[n]));
    measured.enrolled = Some(Enrolled {
        k: args.enrol,
        seed: args.seed,
        left_out: left_out.collect(),
        classes: profile.classes().len(),
        crops: profile.classes().values().sum(),
        tally: with,
    });
    Ok(measured)
}

/// A photo as it is seen without a profile.
struct Plain {
    row: PhotoRow,
    detected: Detected,
    size: (u32, u32),
}

impl Plain {
    fn of(reader: &Reader, photo: &Labelled) -> Result<Plain, Unread> {
        let (frame, detected) = seen(reader, photo)?;
        let reading = reader.read_detected(&frame, detected.clone(), &TileSets::None);
        Ok(Plain {
            row: eval::compare(&reading, photo),
            detected,
            size: frame.image.dimensions(),
        })
    }

    fn unread(fault: &Unread, photo: &Labelled, lang: Lang) -> Plain {
        Plain {
            row: unread(fault, photo, lang),
            detected: Detected::default(),
            size: (1, 1),
        }
    }
}

/// A profile of the planned crops, cut as from a person's photo: by the
/// detector's outlines.
fn enrolled(
    reader: &Reader,
    photos: &[Labelled],
    found: &[Plain],
    plan: &Plan,
) -> Result<Profile, Failure> {
    let internal = |error: anyhow::Error| Failure::from(error);
    let mut samples: Vec<Sample> = Vec::new();
    for &n in &plan.photos {
        let Ok(frame) = frame::open(&photos[n].file) else {
            continue;
        };
        let up: Vec<Quad> = read::upright(&found[n].detected.detections);
        let taken = plan.taken.iter().filter(|taken| taken.photo == n);
        let tiles = taken.map(|taken| (taken.tile, up[taken.detection]));
        samples.extend(Sample::confirmed(&frame.image, tiles));
    }
    let profile = Profile::new("enrolled", reader.embedding_model());
    let mut profile = profile.map_err(|error| internal(error.into()))?;
    profile
        .learn(samples, reader.detector())
        .map_err(|error| internal(error.into()))?;
    Ok(profile)
}
