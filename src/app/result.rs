//! Taking the result along: as text on the clipboard, as a picture in a file.

use std::path::{Path, PathBuf};

use crate::app::picture;
use crate::app::state::{Dialog, Note, State};
use crate::app::text::T;
use crate::app::worker::Problem;
use crate::file;
use crate::lang::Lang;
use crate::rules::RuleSet;
use crate::score::{ScoreSheet, explain};

/// What files made here are called, where nobody says otherwise.
pub(super) const STEM: &str = "karasu";

impl State {
    /// The settled score, else that of the draft as it stands.
    pub fn sheet_on_show(&self) -> Option<&ScoreSheet> {
        let settled = self.settled.as_ref().map(|hand| hand.sheet());
        settled.or(self.preview.as_ref().ok())
    }

    /// The rules of that score: a settled hand keeps those it was settled under.
    pub fn rules_on_show(&self) -> Option<&RuleSet> {
        let settled = self.settled.as_ref().map(|hand| hand.rules());
        settled.or_else(|| self.rules())
    }

    /// The result as text: rule set, hand, items, total, payments.
    pub fn result_text(&self, lang: Lang) -> Option<String> {
        let sheet = self.sheet_on_show()?;
        let rules = self.rules_on_show()?.name(lang);
        let hand = self.draft().to_hand();
        let state = match self.settled {
            Some(_) => String::new(),
            None => format!(" ({})", T::Preview.get(lang)),
        };
        let items = explain::sheet_text(sheet, lang);
        Some(format!("{rules}{state}\n{hand}\n{items}"))
    }

    pub(super) fn copy_result(&mut self) {
        self.clipboard = self.result_text(self.settings.lang);
        let said = match self.clipboard {
            Some(_) => T::Copied,
            None => T::NothingToCopy,
        };
        self.note = Some(Note::Text(said));
    }

    /// Opens the question where to save the picture, with a free name filled in.
    pub(super) fn ask_for_picture(&mut self) {
        if self.sheet_on_show().is_none() {
            self.note = Some(Note::Text(T::NothingToCopy));
            return;
        }
        let folder = self.settings.pictures.clone().or_else(own_folder);
        let path = file::free_name(&folder.unwrap_or_default(), STEM, "png");
        self.dialog = Dialog::SavePicture(path.display().to_string());
    }

    /// Saves the picture where the dialog says. A file that is there is not
    /// written over.
    pub(super) fn write_picture(&mut self) {
        let Dialog::SavePicture(path) = &self.dialog else {
            return;
        };
        let path = with_ending(Path::new(path.trim()), "png");
        let Some(picture) = picture::of_result(self) else {
            return;
        };
        let named = |what: &dyn Fn(Lang) -> String| {
            Problem::both(|lang| format!("{}: {}", path.display(), what(lang)))
        };
        self.note = Some(Note::Said(match save(&picture, &path) {
            Ok(()) => {
                self.settings.pictures = path.parent().map(Path::to_owned);
                self.dialog = Dialog::None;
                named(&|lang| T::PictureSaved.get(lang).to_owned())
            }
            Err(error) => {
                self.alarms += 1;
                named(&|lang| file::write_reason(&error, lang))
            }
        }));
    }
}

fn save(picture: &image::RgbImage, path: &Path) -> std::io::Result<()> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .map_err(std::io::Error::other)?;
    file::write_new(path, &bytes.into_inner())
}

/// A path that ends as such files do.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let there = path.extension();
    match there.is_some_and(|there| there.eq_ignore_ascii_case(ending)) {
        true => path.to_owned(),
        false => {
            let mut name = path.as_os_str().to_owned();
            name.push(".");
            name.push(ending);
            name.into()
        }
    }
}

/// The person's own folder.
pub(super) fn own_folder() -> Option<PathBuf> {
    etcetera::home_dir().ok()
}
