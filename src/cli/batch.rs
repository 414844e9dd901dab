//! `karasu batch`: many photos into one file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueHint;
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};

use crate::batch::output::{Before, Format, Output};
use crate::batch::report::{self, Report, Totals};
use crate::batch::sidecar::Table;
use crate::batch::work::{Bench, Done as Photo};
use crate::batch::{inputs, ordered};
use crate::cli::Exit;
use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::read::SightArgs;
use crate::cli::score::find_rules;
use crate::cli::usage::whole;
use crate::lang::{Lang, Said};
use crate::read::{Options, Reader};
use crate::rules::{RuleSet, describe};

/// Arguments of `karasu batch`.
#[derive(clap::Args)]
pub struct Args {
    /// Photos, folders (and the folders in them), patterns such as '*.jpg', or
    /// @FILE with one photo a line
    #[arg(required = true, value_name = "PHOTO|DIR|GLOB|@FILE", value_hint = ValueHint::AnyPath)]
    photos: Vec<PathBuf>,
    /// Rule set: an id, or a TOML file
    #[arg(long, value_name = "ID|FILE")]
    rules: OsString,
    /// File to write: .jsonl or .csv
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Photos at a time (default: one per core)
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    jobs: Option<usize>,
    /// Go on where an interrupted run stopped
    #[arg(long)]
    resume: bool,
    /// Write a page with the doubtful photos, and a file for corrections, into
    /// this folder; corrections filled in there are applied
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    report: Option<PathBuf>,
    /// Situations in a table: CSV with a column `image` and case fields
    #[arg(long, value_name = "CSV", value_hint = ValueHint::FilePath)]
    situations: Option<PathBuf>,
    /// Change a house option, such as red_five_value=stack
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    sight: SightArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args, lang: Lang) -> Done {
    let usage = |said: Said| {
        Failure::usage(Problem {
            said,
            ..Problem::new("bad_argument", "", "")
        })
    };
    let format = Format::of(&args.out).ok_or_else(|| usage(no_format(&args.out)))?;
    let rules = rules(args)?;
    let photos = inputs::expand(&args.photos).map_err(usage)?;
    let situations = args
        .situations
        .as_deref()
        .map(Table::load)
        .transpose()
        .map_err(usage)?;
    let corrections = args
        .report
        .as_deref()
        .map(report::filled_in)
        .transpose()
        .map_err(usage)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores).clamp(1, photos.len().max(1));
    let readers = readers(args, &rules, jobs, lang)?;
    let settings = settings(
        &rules,
        &readers,
        [situations.as_ref(), corrections.as_ref()],
    );
    let (output, before) = match args.resume {
        true => Output::resume(&args.out, format, &photos, &settings).map_err(usage)?,
        false => (
            Output::create(&args.out, format).map_err(usage)?,
            Before::default(),
        ),
    };
    let report = match &args.report {
        Some(folder) => {
            Some(Report::start(folder, lang).map_err(|error| Failure::unwritable(folder, &error))?)
        }
        None => None,
    };
    let bench = Bench {
        rules: &rules,
        situations: situations.as_ref(),
        corrections: corrections.as_ref(),
        lang,
        keep: report.is_some(),
        settings,
    };
    let mut run = Run {
        args,
        photos: &photos,
        bench,
        readers: Mutex::new(readers),
        stop: stop_on_interrupt(),
        bar: bar(photos.len() as u64),
        output,
        report,
        totals: Totals::default(),
    };
    run.take_up(&before, jobs)?;
    run.go_on(before.records, jobs)?;
    run.end(lang)
}

fn no_format(out: &Path) -> Said {
    let out = out.display();
    Said::new(
        format!("{out}: --out は .jsonl か .csv のファイルです"),
        format!("{out}: --out must end in .jsonl or .csv"),
    )
}

fn rules(args: &Args) -> Result<RuleSet, Failure> {
    let mut rules = find_rules(&args.rules)?;
    for option in &args.set {
        let (key, value) = option.split_once('=').unwrap_or((option.as_str(), ""));
        rules = rules
            .with_text(key.trim(), value.trim())
            .map_err(|faults| {
                let one = |fault| Problem::of_rules("bad_option", "--set", fault);
                Failure::usage(faults.iter().map(one).collect::<Vec<_>>())
            })?;
    }
    Ok(rules)
}

/// A sum over what decides every record but the photo itself and the file
/// beside it.
fn settings(rules: &RuleSet, readers: &[Reader], tables: [Option<&Table>; 2]) -> String {
    let mut sum = Sha256::new();
    sum.update(describe::json(rules).to_string());
    for reader in readers.iter().take(1) {
        sum.update(&reader.model().sha256);
        sum.update(reader.tile_sets().digest());
    }
    // A report's own remarks change with each run; what is filled in counts.
    for table in tables.into_iter().flatten() {
        sum.update(table.print());
    }
    crate::detect::hex(&sum.finalize())[..12].to_owned()
}

/// A reader for each photo at a time: one network serves one caller. With
/// several, each keeps to one thread. All go by the same tile-set profiles.
fn readers(args: &Args, rules: &RuleSet, jobs: usize, lang: Lang) -> Result<Vec<Reader>, Failure> {
    let sight = match jobs {
        1 => args.sight.clone(),
        _ => args.sight.single(),
    };
    sight.readers_with(&Options::under(rules), jobs, lang)
}

/// Set by Ctrl-C: photos under way are finished, then the run ends.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once: the file is whole
    // then too, but for its last line.
    if ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).is_err() {
        eprintln!("karasu: Ctrl-C ?");
    }
    stop
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let style = "{bar:30} {pos}/{len}  {per_sec}  {eta}  {msg}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}

struct Run<'a> {
    args: &'a Args,
    photos: &'a [PathBuf],
    bench: Bench<'a>,
    readers: Mutex<Vec<Reader>>,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    output: Output,
    report: Option<Report>,
    totals: Totals,
}

impl Run<'_> {
    /// Counts what was done before; the report needs its doubtful photos again.
    fn take_up(&mut self, before: &Before, jobs: usize) -> Result<(), Failure> {
        let review = before.review.len() - before.failed;
        self.totals = Totals {
            photos: before.records,
            ok: before.records - before.review.len(),
            review,
            failed: before.failed,
        };
        self.bar.set_position(before.records as u64);
        if self.report.is_none() {
            return Ok(());
        }
        let mut outcome = Ok(());
        let Run {
            photos,
            bench,
            readers,
            stop,
            report,
            ..
        } = self;
        ordered::each(
            before.review.iter().copied(),
            jobs,
            stop,
            |at| (at, one(bench, readers, &photos[at])),
            |(at, photo)| {
                if let Some(report) = report {
                    outcome = report.add(&photo, &photos[at].display().to_string());
                }
                outcome.is_ok()
            },
        );
        outcome.map_err(|error| self.lost(&error))
    }

    fn go_on(&mut self, from: usize, jobs: usize) -> Result<(), Failure> {
        let mut outcome: io::Result<()> = Ok(());
        let mut count = from;
        let Run {
            photos,
            bench,
            readers,
            stop,
            bar,
            output,
            report,
            totals,
            ..
        } = self;
        ordered::each(
            photos.iter().skip(from),
            jobs,
            stop,
            |path| one(bench, readers, path),
            |photo| {
                outcome = output.write(&photo.record);
                if let (Ok(()), Some(report)) = (&outcome, report.as_mut()) {
                    outcome = report.add(&photo, &photos[count].display().to_string());
                }
                count += 1;
                totals.add(photo.status);
                bar.inc(1);
                outcome.is_ok()
            },
        );
        outcome.map_err(|error| self.lost(&error))
    }

    fn lost(&self, error: &io::Error) -> Failure {
        Failure::unwritable(&self.args.out, error)
    }

    fn end(self, lang: Lang) -> Done {
        self.bar.finish_and_clear();
        let Totals {
            photos,
            ok,
            review,
            failed,
        } = self.totals;
        match lang {
            Lang::Ja => {
                eprintln!("写真 {photos} 枚: そのまま {ok}、要確認 {review}、読めない {failed}")
            }
            Lang::En => eprintln!(
                "{photos} photos: {ok} in order, {review} to look at, {failed} that gave nothing"
            ),
        }
        if photos < self.photos.len() {
            let left = self.photos.len() - photos;
            eprintln!(
                "{}",
                lang.pick(
                    format!(
                        "止めました。残り {left} 枚は同じコマンドに --resume を付けて続けられます"
                    )
                    .as_str(),
                    format!("stopped; the same command with --resume does the other {left}")
                        .as_str(),
                )
            );
        }
        if let Some(report) = self.report {
            let folder = self.args.report.clone().unwrap_or_default();
            let page = report
                .finish(self.totals)
                .map_err(|error| Failure::unwritable(&folder, &error))?;
            eprintln!("{}", page.display());
        }
        Ok(match (failed, review) {
            // What was not done has not come out either.
            _ if photos < self.photos.len() => Exit::SomeFailed,
            (0, 0) => Exit::Ok,
            (0, _) => Exit::Review,
            _ => Exit::SomeFailed,
        })
    }
}

/// Does one photo with a reader that is free.
fn one(bench: &Bench, readers: &Mutex<Vec<Reader>>, path: &Path) -> Photo {
    let free = || readers.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(reader) = free().pop() else {
        unreachable!("there are as many readers as photos at a time");
    };
    let photo = bench.photo(&reader, path);
    free().push(reader);
    photo
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::work::Status;

    #[test]
    fn the_format_is_that_of_the_ending() {
        assert_eq!(Format::of(Path::new("a.CSV")), Some(Format::Csv));
        assert_eq!(Format::of(Path::new("a.jsonl")), Some(Format::Jsonl));
        assert_eq!(Format::of(Path::new("a.txt")), None);
        let mut totals = Totals::default();
        totals.add(Status::Failed);
        assert_eq!((totals.photos, totals.failed), (1, 1));
    }
}
