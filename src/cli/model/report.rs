//! What `karasu model eval` writes: rows, a summary, tables.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::eval::{Enrolled, Measured};
use crate::cli::failure::Failure;
use crate::lang::Lang;
use crate::read::eval::{Labelled, PhotoRow, Tally};
use crate::score::explain::pad;

/// The rows of `--csv`.
pub(super) struct Rows {
    path: PathBuf,
    file: std::fs::File,
    text: String,
}

impl Rows {
    /// Makes the file; with enrolment each photo has two rows, told apart by a
    /// column `enrolled`.
    pub fn create(path: &Path, enrolled: bool) -> Result<Rows, Failure> {
        let file =
            std::fs::File::create(path).map_err(|error| Failure::unwritable(path, &error))?;
        let column = if enrolled { ",enrolled" } else { "" };
        Ok(Rows {
            path: path.to_owned(),
            file,
            text: format!(
                "image,tiles,found,right,missed,misnamed,extra,whole,flagged,\
                 decode_ms,locate_ms,classify_ms,read_ms{column}\n"
            ),
        })
    }

    /// Adds a photo's result; `enrolled` is the number of crops a class.
    pub fn add(&mut self, photo: &Labelled, row: &PhotoRow, enrolled: Option<usize>) {
        self.text.push_str(&csv_row(photo, row));
        if let Some(k) = enrolled {
            self.text.push_str(&format!(",{k}"));
        }
        self.text.push('\n');
    }

    /// Writes the file.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = self.file.write_all(self.text.as_bytes());
        written.map_err(|error| Failure::unwritable(&self.path, &error))
    }
}

/// A photo's file name.
pub(super) fn name(photo: &Labelled) -> String {
    let file = &photo.file;
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

fn csv_row(photo: &Labelled, row: &PhotoRow) -> String {
    let name = name(photo);
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
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name,
    };
    format!(
        "{name},{},{},{},{},{},{},{},{},{:.1},{:.1},{:.1},{:.1}",
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

/// The measures as JSON: those without enrolment, and beside them `enrol` with
/// what was learned and the measures with it.
pub(super) fn summary(measured: &Measured) -> Value {
    let mut line = measures(&measured.tally);
    if let Some(Enrolled {
        k,
        seed,
        left_out,
        classes,
        crops,
        tally,
    }) = &measured.enrolled
    {
        line["enrol"] = json!({"k": k, "seed": seed, "left_out": left_out, "classes": classes,
                               "crops": crops, "with": measures(tally)});
    }
    line
}

fn measures(tally: &Tally) -> Value {
    let [decode, locate, classify, read] = tally.milliseconds();
    let classes: serde_json::Map<String, Value> = tally
        .classes()
        .iter()
        .map(|(tile, row)| {
            let row = json!({"tiles": row.tiles, "found": row.found, "right": row.right,
                             "reported": row.reported});
            (tile.to_string(), row)
        })
        .collect();
    let reliability: Vec<Value> = tally
        .reliability()
        .into_iter()
        .map(|(names, mean, right)| json!({"names": names, "mean": mean, "right": right}))
        .collect();
    json!({
        "photos": tally.photos.len(), "tiles": tally.tiles(), "found": tally.found(),
        "right": tally.right(), "named": tally.named(), "precision": tally.precision(),
        "whole": tally.whole(), "exact": tally.exact(), "zones": tally.zones(),
        "silent": tally.silent(), "calibration_error": tally.calibration_error(),
        "wrong_and_sure": tally.wrong_and_sure(), "reliability": reliability,
        "median_ms": {"decode": decode, "locate": locate, "classify": classify, "read": read},
        "classes": classes,
    })
}

/// The measures for people.
pub(super) fn table(measured: &Measured, lang: Lang) -> String {
    let tally = &measured.tally;
    let with = measured.enrolled.as_ref().map(|enrolled| &enrolled.tally);
    let columns: Vec<&Tally> = std::iter::once(tally).chain(with).collect();
    let mut text = match lang {
        Lang::Ja => format!("写真 {}   牌 {}\n", tally.photos.len(), tally.tiles()),
        Lang::En => format!("photos {}   tiles {}\n", tally.photos.len(), tally.tiles()),
    };
    if let Some(enrolled) = &measured.enrolled {
        text.push_str(&learned(enrolled, lang));
    }
    main_rows(&mut text, &columns, lang);
    for column in &columns {
        // With two columns, the details are those of the second.
        if columns.len() == 1 || std::ptr::eq(*column, columns[1]) {
            by_class(&mut text, column, lang);
        }
        reliability(&mut text, column, lang);
    }
    text.push_str(lang.pick("\n読み誤り\n", "\ntaken for\n"));
    let last = columns.last().map(|tally| tally.confusions());
    for ((is, said), n) in last.unwrap_or_default().into_iter().take(15) {
        text.push_str(&format!("  {is} > {said}  {n}\n"));
    }
    text
}

fn learned(enrolled: &Enrolled, lang: Lang) -> String {
    let Enrolled {
        k,
        seed,
        left_out,
        classes,
        crops,
        ..
    } = enrolled;
    let photos = left_out.len();
    match lang {
        Lang::Ja => format!(
            "{photos} 枚の写真 (種 {seed}) から {classes} 種類を {crops} 枚 (一種類 {k} 枚まで) 覚え、残りで測る\n\
             {}覚えない     覚えて\n",
            pad("", 20)
        ),
        Lang::En => format!(
            "learned {crops} crops of {classes} classes (at most {k} each) from {photos} photos \
             (seed {seed}), measured on the others\n{} without     with\n",
            pad("", 19)
        ),
    }
}

/// A way to take one figure.
type Figure = (&'static str, &'static str, fn(&Tally) -> f64);

const FIGURES: [Figure; 8] = [
    ("見つけた", "located", Tally::found),
    ("見つけて正しい", "located and named", Tally::right),
    ("見つけた中で正しい", "named, if located", Tally::named),
    ("適合率", "precision", Tally::precision),
    ("全部正しい写真", "whole photos", Tally::whole),
    ("… 余計もない", "... nothing extra", Tally::exact),
    ("0.9 以上で誤り", "wrong at >= 0.9", Tally::wrong_and_sure),
    (
        "確率のずれ (ECE)",
        "calibration error",
        Tally::calibration_error,
    ),
];

fn main_rows(text: &mut String, columns: &[&Tally], lang: Lang) {
    let mut row = |ja: &str, en: &str, values: Vec<String>| {
        text.push_str(&format!(
            "{} {}\n",
            pad(lang.pick(ja, en), 19),
            values.join("  ")
        ));
    };
    let percent = |share: f64| format!("{:6.2} %", share * 100.0);
    for (ja, en, figure) in FIGURES {
        row(
            ja,
            en,
            columns.iter().map(|tally| percent(figure(tally))).collect(),
        );
    }
    let silent = |tally: &&Tally| match lang {
        Lang::Ja => format!("{:6} 枚", tally.silent()),
        Lang::En => format!("{:6} photos", tally.silent()),
    };
    row(
        "黙って誤った",
        "wrong, unflagged",
        columns.iter().map(silent).collect(),
    );
    let zones: Option<Vec<f64>> = columns.iter().map(|tally| tally.zones()).collect();
    if let Some(zones) = zones {
        row(
            "正しい牌の区分",
            "zone, if named",
            zones.into_iter().map(percent).collect(),
        );
    }
    let [decode, locate, classify, read] = columns[0].milliseconds();
    row(
        "中央値 ms",
        "median ms",
        vec![format!(
            "decode {decode:.0}, locate {locate:.0}, classify {classify:.0}, read {read:.1}"
        )],
    );
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
