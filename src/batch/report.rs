//! What a person looks at after a batch: one page that works offline, the
//! doubtful photos with their doubtful tiles first, and the file to fill in.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use image::RgbImage;
use serde_json::Value;

use super::corrections::Filled;
use super::sidecar::Table;
use super::work::{Done, Status};
use crate::detect;
use crate::lang::{Lang, Said, counted, html as escape};
use crate::read::{Reading, annotate};

/// The file to fill in.
pub const CORRECTIONS: &str = "corrections.csv";
const PAGE: &str = "index.html";
const IMAGES: &str = "images";
/// Longest side of a picture on the page.
const SHOWN: u32 = 1400;
/// Doubtful tiles shown of one photo, at most.
const MOST_CROPS: usize = 12;

/// Totals at the top of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Photos.
    pub photos: usize,
    /// Read and scored without doubt.
    pub ok: usize,
    /// To be looked at.
    pub review: usize,
    /// That gave nothing.
    pub failed: usize,
}

impl Totals {
    /// Counts one more photo.
    pub fn add(&mut self, status: Status) {
        self.photos += 1;
        match status {
            Status::Ok => self.ok += 1,
            Status::Review => self.review += 1,
            Status::Failed => self.failed += 1,
        }
    }

    /// The counts in words.
    pub fn text(self, lang: Lang) -> String {
        let Totals {
            photos,
            ok,
            review,
            failed,
        } = self;
        match lang {
            Lang::Ja => {
                format!("写真 {photos} 枚: そのまま {ok}、要確認 {review}、読めない {failed}")
            }
            Lang::En => format!(
                "{}: {ok} in order, {review} to look at, {failed} that gave nothing",
                counted(photos as i64, "photo")
            ),
        }
    }
}

/// A report being written: entries go to the disk as they come, so that a
/// hundred thousand photos need no more memory than one.
pub struct Report {
    folder: PathBuf,
    entries: BufWriter<File>,
    corrections: csv::Writer<File>,
    count: usize,
    lang: Lang,
    /// What a person has filled in, of photos that have not come yet.
    filled: Filled,
}

impl Report {
    /// Starts a report in a folder (made if need be). What a person had filled
    /// in before is kept.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn start(folder: &Path, lang: Lang) -> io::Result<Report> {
        std::fs::create_dir_all(folder.join(IMAGES))?;
        let filled = Filled::load(&folder.join(CORRECTIONS));
        let mut corrections = csv::Writer::from_path(folder.join("corrections.new"))?;
        corrections.write_record(filled.columns())?;
        Ok(Report {
            entries: BufWriter::new(File::create(folder.join("entries.part"))?),
            corrections,
            folder: folder.to_owned(),
            count: 0,
            lang,
            filled,
        })
    }

    /// Adds a photo that is not in order, or one that a person has put right
    /// (which stays in the file to fill in).
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, done: &Done, image: &str) -> io::Result<()> {
        let record = &done.record;
        let corrected = record["corrected"] == Value::Bool(true);
        if done.status == Status::Ok && !corrected {
            return Ok(());
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let read = text(&record["reading"]["reading"]["notation"]);
        // A hand that could not be used yet stays as it was typed.
        let corrected = corrected.then(|| text(&record["notation"]));
        let why = self.why(record);
        let row = self.filled.row(image, corrected, &read, &why.join(" / "));
        self.corrections.write_record(row)?;
        if done.status == Status::Ok {
            return Ok(());
        }
        self.count += 1;
        writeln!(self.entries, "<section><h2>{}</h2>", escape(image))?;
        for reason in &why {
            writeln!(self.entries, "<p class=why>{}</p>", escape(reason))?;
        }
        if let Some((picture, reading)) = &done.seen {
            self.crops(picture, reading)?;
            let name = format!("{IMAGES}/{:06}.jpg", self.count);
            save(
                &smaller(annotate::draw(picture, reading)),
                &self.folder.join(&name),
            )?;
            writeln!(
                self.entries,
                "<img loading=lazy src=\"{name}\" alt=\"{}\">",
                escape(image)
            )?;
        }
        writeln!(
            self.entries,
            "<p><code>{}</code></p></section>",
            escape(&read)
        )
    }

    /// The doubtful tiles, cut out, before the whole picture.
    fn crops(&mut self, picture: &RgbImage, reading: &Reading) -> io::Result<()> {
        let mut doubtful: Vec<usize> = reading
            .review
            .iter()
            .flat_map(|r| r.tiles.clone())
            .collect();
        doubtful.sort_unstable();
        doubtful.dedup();
        writeln!(self.entries, "<div class=crops>")?;
        for tile in doubtful
            .iter()
            .take(MOST_CROPS)
            .filter_map(|&at| reading.tiles.get(at))
        {
            let at = format!(
                "{IMAGES}/{:06}-{:.0}-{:.0}.jpg",
                self.count, tile.quad.0[0][0], tile.quad.0[0][1]
            );
            save(&detect::cut(picture, &tile.quad), &self.folder.join(&at))?;
            let mut names = format!("{} {:.0} %", tile.tile.code(), 100.0 * tile.score);
            for (other, p) in tile.alternatives.iter().take(2) {
                names += &format!("<br>{} {:.0} %", other.code(), 100.0 * p);
            }
            writeln!(
                self.entries,
                "<figure><img src=\"{at}\" alt=\"{}\"><figcaption>{names}</figcaption></figure>",
                tile.tile.code()
            )?;
        }
        writeln!(self.entries, "</div>")
    }

    fn why(&self, record: &Value) -> Vec<String> {
        let message = |value: &Value| value["message"].as_str().map(str::to_owned);
        let reviews = record["reading"]["review"].as_array().into_iter().flatten();
        let all: Vec<String> = message(&record["correction"])
            .into_iter()
            .chain(message(&record["error"]))
            .chain(reviews.filter_map(message))
            .collect();
        // What another one says, too, and more of it, need not be said.
        let said = |at: usize| {
            let mut others = all.iter().enumerate().filter(|(other, _)| *other != at);
            others.any(|(_, other)| other.len() > all[at].len() && other.starts_with(&all[at]))
        };
        let each = all.iter().enumerate().filter(|(at, _)| !said(*at));
        each.map(|(_, message)| message.clone()).collect()
    }

    /// Puts the page and the file to fill in in their places.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn finish(mut self, totals: Totals) -> io::Result<PathBuf> {
        // Filled in for photos that this run did not see: never thrown away.
        for row in self.filled.rest() {
            self.corrections.write_record(row)?;
        }
        self.corrections.flush()?;
        self.entries.flush()?;
        let page = self.folder.join(PAGE);
        let mut file = BufWriter::new(File::create(&page)?);
        file.write_all(head(totals, self.lang).as_bytes())?;
        let part = self.folder.join("entries.part");
        io::copy(&mut File::open(&part)?, &mut file)?;
        file.write_all(b"</main></body></html>\n")?;
        file.flush()?;
        std::fs::remove_file(part)?;
        let place = self.folder.join(CORRECTIONS);
        std::fs::rename(self.folder.join("corrections.new"), place)?;
        Ok(page)
    }
}

/// What a person has filled in since the last run.
///
/// # Errors
/// The file is there and cannot be used.
pub fn filled_in(folder: &Path) -> Result<Table, Said> {
    let path = folder.join(CORRECTIONS);
    match path.exists() {
        true => Table::load(&path),
        false => Ok(Table::default()),
    }
}

fn head(totals: Totals, lang: Lang) -> String {
    let counts = totals.text(lang);
    let (title, how) = match lang {
        Lang::Ja => (
            "確認のページ",
            format!(
                "{CORRECTIONS} の hand の欄に正しい手牌を書き、同じコマンドをもう一度実行すると反映されます。"
            ),
        ),
        Lang::En => (
            "To be looked at",
            format!(
                "Write the hand as it really is into the column `hand` of {CORRECTIONS} and run the same command again."
            ),
        ),
    };
    let code = lang.pick("ja", "en");
    format!(
        "<!doctype html>\n<html lang={code}><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>karasu: {title}</title><style>\
         body{{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}}\
         section{{border-top:1px solid #999;padding:1rem 0}}h2{{font-size:1rem;overflow-wrap:anywhere}}\
         .why{{color:#b84500;margin:.2rem 0}}section>img{{max-width:100%}}\
         .crops{{display:flex;flex-wrap:wrap;gap:.8rem}}figure{{margin:.5rem 0;text-align:center;font-size:.85rem}}\
         figure img{{height:120px;border:2px dashed #f08200}}code{{overflow-wrap:anywhere}}\
         @media (prefers-color-scheme:dark){{body{{background:#12171a;color:#edf1ef}}.why{{color:#f0ac2a}}}}\
         </style></head><body><main><h1>{title}</h1><p><b>{counts}</b></p><p>{how}</p>\n"
    )
}

fn smaller(image: RgbImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let long = width.max(height);
    if long <= SHOWN {
        return image;
    }
    let side = |n: u32| (u64::from(n) * u64::from(SHOWN) / u64::from(long)).max(1) as u32;
    image::imageops::thumbnail(&image, side(width), side(height))
}

fn save(image: &RgbImage, path: &Path) -> io::Result<()> {
    image.save(path).map_err(io::Error::other)
}
