//! `karasu verify --photo`, and the page for the people who disagree.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use crate::cli::failure::{Failure, Problem};
use crate::cli::photo::look;
use crate::cli::read::SightArgs;
use crate::cli::score::find_rules;
use crate::file;
use crate::frame::Frame;
use crate::lang::Lang;
use crate::receipt::page::Page;
use crate::receipt::{Receipt, Verdict};

/// What needs pictures.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Compare with the photo: its hash, and what today's model reads on it
    #[arg(long, value_name = "PHOTO", value_hint = ValueHint::FilePath)]
    photo: Option<PathBuf>,
    /// Write the printable one-page receipt as HTML (A4, works offline; with --photo the photo is in it)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Write the same page as PNG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    png: Option<PathBuf>,
    /// Rule sets to compare with on the page: ids, or TOML files
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    compare: Vec<OsString>,
    #[command(flatten)]
    sight: SightArgs,
}

impl PictureArgs {
    /// That no page is written over the receipt, the photo or the other page.
    pub(super) fn keep_apart(&self, receipt: &Path) -> Result<(), Failure> {
        let read = [Some(receipt), self.photo.as_deref()];
        for page in [&self.html, &self.png].into_iter().flatten() {
            let over = read
                .into_iter()
                .flatten()
                .any(|path| file::same(page, path));
            if over || self.html == self.png {
                let page = page.display();
                return Err(Failure::usage(Problem::new(
                    "written_over",
                    format!(
                        "{page}: 控えか写真か、もう一方のページと同じ名前です。別の名前を指定してください"
                    ),
                    format!(
                        "{page}: this is the receipt, the photo or the other page: give another name"
                    ),
                )));
            }
        }
        Ok(())
    }

    /// Compares with the photo and writes the pages.
    pub(super) fn run(
        &self,
        receipt: &Receipt,
        verdict: &mut Verdict,
        lang: Lang,
    ) -> Result<(), Failure> {
        if !self.compare.is_empty() && self.html.is_none() && self.png.is_none() {
            return Err(Failure::usage(Problem::new(
                "no_page",
                "--compare は --html か --png と使います",
                "--compare goes with --html or --png",
            )));
        }
        let houses = self.compare.iter().map(|name| find_rules(name));
        let houses = houses.collect::<Result<Vec<_>, _>>()?;
        let frame = self.again(receipt, verdict, lang)?;
        if self.html.is_none() && self.png.is_none() {
            return Ok(());
        }
        let page = Page::of(receipt, verdict, frame.as_ref(), &houses, lang);
        if let Some(path) = &self.html {
            file::write_whole(path, page.html().as_bytes())
                .map_err(|error| Failure::unwritable(path, &error))?;
        }
        if let Some(path) = &self.png {
            file::write_whole(path, &page.png())
                .map_err(|error| Failure::unwritable(path, &error))?;
        }
        Ok(())
    }

    /// Reads the photo again under the receipt's rules.
    fn again(
        &self,
        receipt: &Receipt,
        verdict: &mut Verdict,
        lang: Lang,
    ) -> Result<Option<Frame>, Failure> {
        let Some(path) = &self.photo else {
            return Ok(None);
        };
        if receipt.photo().is_none() {
            return Err(Failure::usage(Problem::new(
                "no_photo",
                "この控えは文字で書いた手牌のもので、写真はありません",
                "this receipt is of a typed hand: it has no photo",
            )));
        }
        let (frame, reading) = look(path, Some(receipt.rule_set()), &self.sight, lang)?;
        verdict.with_photo(receipt, &frame, &reading);
        Ok(Some(frame))
    }
}
