//! `karasu batch`: many photos into one file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueHint;
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};

use crate::batch::output::{Before, Format, Output, Wanted};
use crate::batch::report::{self, Report, Totals};
use crate::batch::sidecar::Table;
use crate::batch::work::{Bench, Done as Photo};
use crate::batch::{corrections, inputs, ordered};
use crate::cli::Exit;
use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::read::SightArgs;
use crate::cli::score::{find_rules, flags};
use crate::cli::usage::whole;
use crate::lang::{Lang, Said, counted, quoted};
use crate::read::{Options, Reader};
use crate::rules::{RuleSet, snapshot};

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
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = flags::key_value)]
    set: Vec<(String, String)>,
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
    let rules = find_rules(&args.rules)?;
    flags::tell_unused(std::slice::from_ref(&rules), &args.set, lang);
    let rules = flags::with_set(rules, &args.set)?;
    let photos = inputs::expand(&args.photos, args.report.as_deref()).map_err(usage)?;
    let situations = args
        .situations
        .as_deref()
        .map(Table::load)
        .transpose()
        .map_err(usage)?;
    let filled = args.report.as_deref().map(report::filled_in);
    let filled = filled.transpose().map_err(usage)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores).clamp(1, photos.len().max(1));
    let readers = readers(args, &rules, jobs, lang)?;
    let bench = Bench {
        rules: &rules,
        situations: situations.as_ref(),
        corrections: filled.as_ref(),
        lang,
        keep: args.report.is_some(),
        settings: settings(&rules, &readers),
    };
    let (output, before) = open(args, format, &photos, &bench).map_err(usage)?;
    let bad_rows = tell_bad_rows([situations.as_ref(), filled.as_ref()], lang);
    tell_strangers(situations.as_ref(), &photos, lang);
    let report = match &args.report {
        Some(folder) => Some(started(folder, filled.as_ref(), lang)?),
        None => None,
    };
    let mut run = Run {
        args,
        photos: &photos,
        bench,
        readers: Mutex::new(readers),
        stop: stop_on_interrupt(lang),
        bar: bar(photos.len() as u64),
        output,
        report,
        totals: Totals::default(),
        bad_rows,
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

/// The file to write: taken up where it was left, or new.
fn open(
    args: &Args,
    format: Format,
    photos: &[PathBuf],
    bench: &Bench,
) -> Result<(Output, Before), Said> {
    if args.resume {
        let wanted = Wanted {
            photos,
            settings: &bench.settings,
            inputs: &|photo| bench.inputs(photo),
        };
        return Output::resume(&args.out, format, &wanted);
    }
    let (output, aside) = Output::anew(&args.out, format)?;
    if let Some(aside) = aside {
        let (out, aside) = (args.out.display(), aside.display());
        match bench.lang {
            Lang::Ja => eprintln!(
                "karasu: {out} はすでにあったので {aside} に移しました (続きから行うなら --resume)"
            ),
            Lang::En => eprintln!(
                "karasu: {out} was there already and is {aside} now (--resume goes on with it)"
            ),
        }
    }
    Ok((output, Before::default()))
}

/// Names the rows of the tables that cannot be used; the others are. Whether
/// there are such.
fn tell_bad_rows(tables: [Option<&Table>; 2], lang: Lang) -> bool {
    let faults = tables.into_iter().flatten().flat_map(Table::faults);
    let mut any = false;
    for fault in faults {
        eprintln!("karasu: {}", fault.text(lang));
        any = true;
    }
    any
}

/// Names photos that the situations speak of and that are none of this run: a
/// misspelt name is a situation that does not count.
fn tell_strangers(situations: Option<&Table>, photos: &[PathBuf], lang: Lang) {
    let strangers = situations.map_or(Vec::new(), |table| table.strangers(photos));
    let Some(first) = strangers.first() else {
        return;
    };
    let (first, count) = (quoted(first), strangers.len());
    match lang {
        Lang::Ja => eprintln!(
            "karasu: --situations のうち {count} 枚は今回の写真にありません (はじめは {first})"
        ),
        Lang::En => eprintln!(
            "karasu: --situations speaks of {} that this run does not have (the first: {first})",
            counted(count as i64, "photo")
        ),
    }
}

/// The report begun; a file to fill in of which rows would get lost is laid aside.
fn started(folder: &Path, filled: Option<&Table>, lang: Lang) -> Result<Report, Failure> {
    let bad = |error: io::Error| Failure::unwritable(folder, &error);
    let path = folder.join(report::CORRECTIONS);
    let aside = filled.map(|table| corrections::lay_aside(&path, table));
    if let Some(copy) = aside.transpose().map_err(bad)?.flatten() {
        let copy = copy.display();
        match lang {
            Lang::Ja => eprintln!("karasu: 読めない行のあるファイルを {copy} に写しました"),
            Lang::En => {
                eprintln!("karasu: the file with the rows not understood is kept as {copy}")
            }
        }
    }
    Report::start(folder, lang).map_err(bad)
}

/// A sum over what decides every record but the photo itself and what is said
/// about it.
fn settings(rules: &RuleSet, readers: &[Reader]) -> String {
    let mut sum = Sha256::new();
    sum.update(snapshot::write(rules).to_string());
    for reader in readers.iter().take(1) {
        sum.update(&reader.model().sha256);
        sum.update(reader.tile_sets().digest());
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
fn stop_on_interrupt(lang: Lang) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once: the file is whole
    // then too, but for its last line.
    if ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).is_err() {
        eprintln!(
            "karasu: {}",
            lang.pick(
                "Ctrl-C を受け取れません。押すとその場で終わります。続きは --resume で",
                "Ctrl-C cannot be caught: it ends the run at once. Go on with --resume",
            )
        );
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
    /// Rows of the tables could not be used.
    bad_rows: bool,
}

impl<'a> Run<'a> {
    /// Counts what was done before, and does again what is out of date; the
    /// report needs its doubtful photos again, too.
    fn take_up(&mut self, before: &Before, jobs: usize) -> Result<(), Failure> {
        let done = before.records - before.stale.len();
        self.totals = Totals {
            photos: done,
            ok: done - before.review.len(),
            review: before.review.len() - before.failed,
            failed: before.failed,
        };
        self.bar.set_position(done as u64);
        let again = self.again(before);
        if again.is_empty() {
            return Ok(());
        }
        let stale = |at: usize| before.stale.binary_search_by_key(&at, |stale| stale.at);
        let places = self.places();
        let renewal = (!before.stale.is_empty()).then(|| self.output.renew(&self.args.out));
        let mut renewal = renewal.transpose().map_err(|error| places.out(error))?;
        let mut outcome = Ok(());
        let Run {
            photos,
            bench,
            readers,
            stop,
            report,
            totals,
            bar,
            ..
        } = self;
        let mut count = 0;
        ordered::each(
            again.iter().copied(),
            jobs,
            stop,
            |at| (at, one(bench, readers, &photos[at])),
            |(at, photo)| {
                if let (Ok(stale), Some(renewal)) = (stale(at), &mut renewal) {
                    let put = renewal.put(&before.stale[stale], &photo.record);
                    outcome = put.map_err(|error| places.out(error));
                    totals.add(photo.status);
                    bar.inc(1);
                }
                if outcome.is_ok() {
                    outcome = places.add(report, &photo, &photos[at]);
                }
                count += 1;
                outcome.is_ok()
            },
        );
        // Interrupted or failed in between, the file stays as it was.
        let whole = outcome.is_ok() && count == again.len();
        match renewal {
            Some(renewal) if whole => {
                let renewed = renewal.finish(&self.args.out);
                self.output = renewed.map_err(|error| places.out(error))?;
            }
            Some(renewal) => renewal.give_up(),
            None => {}
        }
        outcome
    }

    /// The photos to be read again, in order.
    fn again(&self, before: &Before) -> Vec<usize> {
        let mut again: Vec<usize> = before.stale.iter().map(|stale| stale.at).collect();
        if self.report.is_some() {
            again.extend(&before.review);
            again.sort_unstable();
        }
        again
    }

    fn go_on(&mut self, from: usize, jobs: usize) -> Result<(), Failure> {
        let places = self.places();
        let mut outcome = Ok(());
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
                let written = output.write(&photo.record);
                outcome = written.map_err(|error| places.out(error));
                if outcome.is_ok() {
                    outcome = places.add(report, &photo, &photos[count]);
                }
                count += 1;
                totals.add(photo.status);
                bar.inc(1);
                outcome.is_ok()
            },
        );
        outcome
    }

    fn places(&self) -> Places<'a> {
        Places(self.args)
    }

    fn end(self, lang: Lang) -> Done {
        self.bar.finish_and_clear();
        let Totals {
            photos,
            review,
            failed,
            ..
        } = self.totals;
        eprintln!("{}", self.totals.text(lang));
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
            let page = report.finish(self.totals);
            let page = page.map_err(|error| Places(self.args).report(error))?;
            eprintln!("{}", page.display());
        }
        Ok(match (failed, review) {
            // What was not done has not come out either.
            _ if photos < self.photos.len() => Exit::SomeFailed,
            _ if self.bad_rows => Exit::SomeFailed,
            (0, 0) => Exit::Ok,
            (0, _) => Exit::Review,
            _ => Exit::SomeFailed,
        })
    }
}

/// What could not be written, by its name.
struct Places<'a>(&'a Args);

impl Places<'_> {
    fn out(&self, error: io::Error) -> Failure {
        Failure::cut_short(&self.0.out, &error)
    }

    /// Adds a photo to the report, if one is wanted.
    fn add(&self, report: &mut Option<Report>, photo: &Photo, path: &Path) -> Result<(), Failure> {
        let Some(report) = report else { return Ok(()) };
        let added = report.add(photo, &path.display().to_string());
        added.map_err(|error| self.report(error))
    }

    fn report(&self, error: io::Error) -> Failure {
        let folder = self.0.report.as_deref().unwrap_or(Path::new(""));
        Failure::cut_short(folder, &error)
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
