//! `karasu model`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueHint};
use serde_json::json;

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::read::{EngineArgs, read_one};
use crate::cli::usage::whole;
use crate::cli::{Exit, outln};
use crate::detect::{self, ModelError, engine};
use crate::file;
use crate::lang::Lang;
use crate::read::eval::{self, Tally};
use crate::read::{Reader, Reading};
use crate::score::explain::pad;

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
        /// One line of JSON
        #[arg(long)]
        json: bool,
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
    },
}

/// Runs the command.
pub(crate) fn run(args: Args, lang: Lang) -> Done {
    let command = args.command.unwrap_or(Command::Info {
        engine: EngineArgs::default(),
        json: false,
    });
    match command {
        Command::Info { engine, json } => info(&engine, json, lang),
        Command::Check { file, json } => check(&file, json, lang),
        Command::Eval {
            dataset,
            csv,
            every,
            plain,
            json,
            engine,
        } => {
            let mut photos =
                eval::load(&dataset).map_err(|error| bad_dataset(|lang| error.message(lang)))?;
            let mut n = 0;
            photos.retain(|_| {
                n += 1;
                (n - 1) % every.max(1) == 0
            });
            if photos.is_empty() {
                let none = |lang: Lang| lang.pick("写真がありません", "there are no photos");
                return Err(bad_dataset(|lang| {
                    format!("{}: {}", dataset.display(), none(lang))
                }));
            }
            let mut reader = engine.reader()?;
            reader.set_options(|options| options.plain = plain);
            // Opened first: nobody wants to measure for an hour for nothing.
            let rows = csv.as_deref().map(Rows::create).transpose()?;
            let (tally, failed) = measure(&reader, &photos, rows, lang)?;
            let text = if json {
                summary(&tally).to_string()
            } else {
                table(&tally, lang)
            };
            outln!("{}", text.trim_end());
            Ok(if failed { Exit::SomeFailed } else { Exit::Ok })
        }
    }
}

fn bad_dataset(words: impl Fn(Lang) -> String) -> Failure {
    Failure::input(Problem::worded("bad_dataset", words))
}

fn info(args: &EngineArgs, json: bool, lang: Lang) -> Done {
    let reader = args.reader()?;
    let engine = engine::engine().map_err(anyhow::Error::from)?;
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
    let blank = " ".repeat(11);
    outln!(
        "{} {}",
        pad(lang.pick("エンジン", "engine"), 11),
        engine.name()
    );
    if let Some(note) = &engine.note {
        outln!("{blank} {}: {note}", lang.pick("使えない", "not used"));
    }
    for model in files {
        let vouched = match model.vouched {
            true => "",
            false => lang.pick("  (マニフェストなし)", "  (no manifest)"),
        };
        outln!(
            "{} {}  {}  sha256 {}{vouched}",
            pad(model.kind.name(), 11),
            model.version,
            size(model.bytes, lang),
            model.sha256
        );
    }
    outln!(
        "{} {}",
        pad(lang.pick("合わせて", "together"), 11),
        reader.model().sha256
    );
    Ok(Exit::Ok)
}

fn size(bytes: usize, lang: Lang) -> String {
    format!("{bytes} {}", lang.pick("バイト", "bytes"))
}

fn check(file: &Path, json: bool, lang: Lang) -> Done {
    let name = file.display();
    let model = detect::check(file).map_err(|error| {
        // Some faults name their file, the others are about this one.
        let words = |lang| match &error {
            ModelError::Unreadable { .. } => error.message(lang),
            other => format!("{name}: {}", other.message(lang)),
        };
        Failure::input(Problem::worded("bad_model", words))
    })?;
    if json {
        outln!(
            "{}",
            json!({"file": name.to_string(), "kind": model.kind.name(), "version": model.version,
                   "bytes": model.bytes, "sha256": model.sha256})
        );
    } else {
        outln!(
            "{name}: {} {}, {}, sha256 {}",
            model.kind.name(),
            model.version,
            size(model.bytes, lang),
            model.sha256
        );
    }
    Ok(Exit::Ok)
}

/// The rows of `--csv`.
struct Rows {
    path: PathBuf,
    file: std::fs::File,
    text: String,
}

impl Rows {
    fn create(path: &Path) -> Result<Rows, Failure> {
        let file = std::fs::File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Rows {
            path: path.to_owned(),
            file,
            text: "image,tiles,found,right,missed,misnamed,extra,whole,flagged,\
                   decode_ms,locate_ms,classify_ms,read_ms\n"
                .to_owned(),
        })
    }

    fn finish(mut self) -> Result<(), Failure> {
        let written = self.file.write_all(self.text.as_bytes());
        written.map_err(|error| unwritable(&self.path, &error))
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    let words = |lang| format!("{}: {}", path.display(), file::write_reason(error, lang));
    Failure::usage(Problem::worded("unwritable", words))
}

/// Reads every photo; whether some could not be read.
fn measure(
    reader: &Reader,
    photos: &[eval::Labelled],
    mut rows: Option<Rows>,
    lang: Lang,
) -> Result<(Tally, bool), Failure> {
    let mut tally = Tally::default();
    let mut failed = false;
    for photo in photos {
        let row = match read_one(reader, &photo.file, None) {
            Ok(reading) => eval::compare(&reading, photo),
            Err(fault) => {
                eprintln!("{}: {}", photo.file.display(), fault.message(lang));
                failed = true;
                // A photo that cannot be read counts as one with all missed.
                eval::compare(&Reading::default(), photo)
            }
        };
        if let Some(rows) = &mut rows {
            rows.text.push_str(&csv_row(&photo.file, &row));
        }
        tally.photos.push(row);
    }
    rows.map_or(Ok(()), Rows::finish)?;
    Ok((tally, failed))
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
    // A comma or quote in a file's name must not move the columns.
    let name = match name.contains([',', '"', '\n']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")).into(),
        false => name,
    };
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

/// The measures for people, one a line.
fn table(tally: &Tally, lang: Lang) -> String {
    let percent = |share: f64| format!("{:6.2} %", share * 100.0);
    let mut text = match lang {
        Lang::Ja => format!("写真 {}   牌 {}\n", tally.photos.len(), tally.tiles()),
        Lang::En => format!("photos {}   tiles {}\n", tally.photos.len(), tally.tiles()),
    };
    let mut row = |ja: &str, en: &str, value: String| {
        text.push_str(&format!("{} {value}\n", pad(lang.pick(ja, en), 19)));
    };
    row("見つけた", "located", percent(tally.found()));
    row(
        "見つけて正しい",
        "located and named",
        percent(tally.right()),
    );
    row(
        "見つけた中で正しい",
        "named, if located",
        percent(tally.named()),
    );
    row("適合率", "precision", percent(tally.precision()));
    row("全部正しい写真", "whole photos", percent(tally.whole()));
    row("… 余計もない", "... nothing extra", percent(tally.exact()));
    let silent = match lang {
        Lang::Ja => format!("{:6} 枚", tally.silent()),
        Lang::En => format!("{:6} photos", tally.silent()),
    };
    row("黙って誤った", "wrong, unflagged", silent);
    if let Some(zones) = tally.zones() {
        row("正しい牌の区分", "zone, if named", percent(zones));
    }
    let [decode, locate, classify, read] = tally.milliseconds();
    row(
        "中央値 ms",
        "median ms",
        format!("decode {decode:.0}, locate {locate:.0}, classify {classify:.0}, read {read:.1}"),
    );
    by_class(&mut text, tally, lang);
    reliability(&mut text, tally, lang);
    text.push_str(lang.pick("\n読み誤り\n", "\ntaken for\n"));
    for ((is, said), n) in tally.confusions().into_iter().take(15) {
        text.push_str(&format!("  {is} > {said}  {n}\n"));
    }
    text
}

fn by_class(text: &mut String, tally: &Tally, lang: Lang) {
    text.push_str(lang.pick(
        "\n   牌    枚数   発見   正解      報告\n",
        "\nclass  tiles  found  right  reported\n",
    ));
    for (tile, row) in tally.classes() {
        text.push_str(&format!(
            "{tile:>5} {:6} {:6} {:6} {:9}\n",
            row.tiles, row.found, row.right, row.reported
        ));
    }
}

fn reliability(text: &mut String, tally: &Tally, lang: Lang) {
    text.push_str(lang.pick(
        "\n確率         枚数   平均   正解\n",
        "\nprobability  names  mean   right\n",
    ));
    for (bin, (n, mean, right)) in tally.reliability().into_iter().enumerate() {
        if n > 0 {
            text.push_str(&format!(
                "   {:.1}–{:.1}  {n:6}  {mean:.3}  {right:.3}\n",
                bin as f64 / 10.0,
                (bin + 1) as f64 / 10.0
            ));
        }
    }
}
