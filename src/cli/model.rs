//! `karasu model`.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueHint};
use serde_json::json;

use crate::cli::read::EngineArgs;
use crate::cli::{Exit, outln};
use crate::detect::{self, engine};
use crate::frame;
use crate::lang::Lang;
use crate::read::eval::{self, Tally};
use crate::read::{Reader, Reading};

/// Arguments of `karasu model`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Which models and which engine are in use
    Info {
        #[command(flatten)]
        engine: EngineArgs,
        /// One line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Check one ONNX file as at start
    Check {
        /// The file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Measure readings on labelled photos (COCO)
    Eval {
        /// Folder with annotations.coco.json and images/
        #[arg(value_hint = ValueHint::DirPath)]
        dataset: PathBuf,
        /// Write one row per photo
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        csv: Option<PathBuf>,
        /// Only every Nth photo
        #[arg(long, value_name = "N", default_value_t = 1)]
        every: usize,
        /// Name each tile alone: no joint decoding
        #[arg(long)]
        plain: bool,
        /// One line of JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        engine: EngineArgs,
    },
}

/// Runs the command.
pub fn run(args: Args, _lang: Lang) -> anyhow::Result<Exit> {
    let command = args.command.unwrap_or(Command::Info {
        engine: EngineArgs::default(),
        json: false,
    });
    match command {
        Command::Info { engine, json } => info(&engine, json),
        Command::Check { file } => check(&file),
        Command::Eval {
            dataset,
            csv,
            every,
            plain,
            json,
            engine,
        } => {
            let mut reader = engine.reader()?;
            reader.set_options(|options| options.plain = plain);
            let mut photos = eval::load(&dataset)?;
            let mut n = 0;
            photos.retain(|_| {
                n += 1;
                (n - 1) % every.max(1) == 0
            });
            let (tally, failed) = measure(&reader, &photos, csv.as_deref())?;
            let text = if json {
                summary(&tally).to_string()
            } else {
                table(&tally)
            };
            outln!("{}", text.trim_end());
            Ok(if failed { Exit::SomeFailed } else { Exit::Ok })
        }
    }
}

fn info(args: &EngineArgs, json: bool) -> anyhow::Result<Exit> {
    let engine = engine::engine()?;
    let reader = args.reader()?;
    let files = reader.info().into_iter().flatten();
    if json {
        let models: Vec<_> = files
            .map(|m| {
                json!({"kind": m.kind.name(), "version": m.version, "bytes": m.bytes,
                       "sha256": m.sha256, "vouched": m.vouched, "temperature": m.temperature})
            })
            .collect();
        let line = json!({"engine": engine.name(), "note": engine.note, "models": models,
                          "name": reader.model().name, "sha256": reader.model().sha256});
        outln!("{line}");
        return Ok(Exit::Ok);
    }
    outln!("engine      {}", engine.name());
    if let Some(note) = &engine.note {
        outln!("            not used: {note}");
    }
    for model in files {
        let vouched = if model.vouched { "" } else { "  (no manifest)" };
        outln!(
            "{:<11} {}  {} bytes  sha256 {}{vouched}",
            model.kind.name(),
            model.version,
            model.bytes,
            model.sha256
        );
    }
    outln!("together    {}", reader.model().sha256);
    Ok(Exit::Ok)
}

fn check(file: &Path) -> anyhow::Result<Exit> {
    let model = detect::check(file)?;
    outln!(
        "{}: {} {}, {} bytes, sha256 {}",
        file.display(),
        model.kind.name(),
        model.version,
        model.bytes,
        model.sha256
    );
    Ok(Exit::Ok)
}

/// Reads every photo; whether some could not be read.
fn measure(
    reader: &Reader,
    photos: &[eval::Labelled],
    csv: Option<&Path>,
) -> anyhow::Result<(Tally, bool)> {
    let mut tally = Tally::default();
    let mut failed = false;
    let mut rows = String::from(
        "image,tiles,found,right,missed,misnamed,extra,whole,flagged,\
         decode_ms,locate_ms,classify_ms,read_ms\n",
    );
    for photo in photos {
        let row = match read(reader, &photo.file) {
            Ok(reading) => eval::compare(&reading, photo),
            Err(error) => {
                eprintln!("{}: {error:#}", photo.file.display());
                failed = true;
                // A photo that cannot be read counts as one with all missed.
                eval::compare(&Reading::default(), photo)
            }
        };
        rows.push_str(&csv_row(&photo.file, &row));
        tally.photos.push(row);
    }
    if let Some(file) = csv {
        std::fs::write(file, rows)?;
    }
    Ok((tally, failed))
}

fn read(reader: &Reader, file: &Path) -> anyhow::Result<Reading> {
    Ok(reader.read(&frame::open(file)?)?)
}

fn csv_row(file: &Path, row: &eval::PhotoRow) -> String {
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    let list = |tiles: &[crate::tile::Tile]| {
        let codes: Vec<&str> = tiles.iter().map(|tile| tile.code()).collect();
        codes.join(" ")
    };
    let misnamed: Vec<String> = row
        .misnamed
        .iter()
        .map(|(is, said)| format!("{is}>{said}"))
        .collect();
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1e3;
    let t = &row.timing;
    format!(
        "{name},{},{},{},{},{},{},{},{},{:.1},{:.1},{:.1},{:.1}\n",
        row.tiles,
        row.found,
        row.right,
        list(&row.missed),
        misnamed.join(" "),
        list(&row.extra),
        u8::from(row.whole()),
        u8::from(row.flagged),
        ms(t.decode),
        ms(t.locate),
        ms(t.classify),
        ms(t.read),
    )
}

fn summary(tally: &Tally) -> serde_json::Value {
    let [decode, locate, classify, read] = tally.milliseconds();
    let classes: serde_json::Map<String, serde_json::Value> = tally
        .classes()
        .iter()
        .map(|(tile, row)| {
            let row = json!({"tiles": row.tiles, "found": row.found, "right": row.right,
                             "reported": row.reported});
            (tile.to_string(), row)
        })
        .collect();
    json!({
        "photos": tally.photos.len(), "tiles": tally.tiles(), "found": tally.found(),
        "right": tally.right(), "named": tally.named(), "precision": tally.precision(),
        "whole": tally.whole(), "exact": tally.exact(), "zones": tally.zones(),
        "silent": tally.silent(),
        "median_ms": {"decode": decode, "locate": locate, "classify": classify, "read": read},
        "classes": classes,
    })
}

fn table(tally: &Tally) -> String {
    let percent = |share: f64| format!("{:6.2} %", share * 100.0);
    let [decode, locate, classify, read] = tally.milliseconds();
    let mut text = format!(
        "photos {}   tiles {}\n\
         located             {}\n\
         located and named   {}\n\
         named, if located   {}\n\
         precision           {}\n\
         whole photos        {}\n\
         ... nothing extra   {}\n\
         wrong, unflagged    {:6} photos\n",
        tally.photos.len(),
        tally.tiles(),
        percent(tally.found()),
        percent(tally.right()),
        percent(tally.named()),
        percent(tally.precision()),
        percent(tally.whole()),
        percent(tally.exact()),
        tally.silent(),
    );
    if let Some(zones) = tally.zones() {
        text.push_str(&format!("zone, if named      {}\n", percent(zones)));
    }
    text.push_str(&format!(
        "median ms           decode {decode:.0}, locate {locate:.0}, classify {classify:.0}, read {read:.1}\n\n"
    ));
    text.push_str("class  tiles  found  right  reported\n");
    for (tile, row) in tally.classes() {
        text.push_str(&format!(
            "{tile:>5} {:6} {:6} {:6} {:9}\n",
            row.tiles, row.found, row.right, row.reported
        ));
    }
    text.push_str("\nprobability  names  mean   right\n");
    for (bin, (n, mean, right)) in tally.reliability().into_iter().enumerate() {
        if n > 0 {
            text.push_str(&format!(
                "   {:.1}–{:.1}  {n:6}  {mean:.3}  {right:.3}\n",
                bin as f64 / 10.0,
                (bin + 1) as f64 / 10.0
            ));
        }
    }
    text.push_str("\ntaken for\n");
    for ((is, said), n) in tally.confusions().into_iter().take(15) {
        text.push_str(&format!("  {is} > {said}  {n}\n"));
    }
    text
}
