//! Naming a file or folder: a field that completes what is typed, and what lies
//! in the folder.

use std::path::{Path, PathBuf};

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{self, Id, Key, Modifiers, Response, TextEdit, Ui};

use crate::app::text::T;
use crate::app::views::Scene;

/// Folders offered below a field.
const MOST_FOLDERS: usize = 8;

/// One folder as it was when it was looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The folder.
    pub folder: PathBuf,
    /// Names of the folders in it.
    pub folders: Vec<String>,
    /// Names of the files in it that are wanted.
    pub files: Vec<String>,
    /// It cannot be looked into.
    pub failed: bool,
}

impl Listing {
    /// Looks into a folder; hidden entries are left out.
    pub fn look(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Listing {
        let mut listing = Listing {
            folder: folder.to_path_buf(),
            ..Listing::default()
        };
        let Ok(entries) = std::fs::read_dir(folder) else {
            listing.failed = true;
            return listing;
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            if entry.path().is_dir() {
                listing.folders.push(name);
            } else if wanted(&entry.path()) {
                listing.files.push(name);
            }
        }
        listing.folders.sort_by_key(|name| name.to_lowercase());
        listing.files.sort_by_key(|name| name.to_lowercase());
        listing
    }

    /// The entries that begin with what was typed, folders first: each with
    /// whether it is a folder.
    pub fn matching<'a>(&'a self, part: &str) -> Vec<(bool, &'a str)> {
        let part = part.to_lowercase();
        let fits = |name: &&String| name.to_lowercase().starts_with(&part);
        let folders = self.folders.iter().filter(fits);
        let files = self.files.iter().filter(fits);
        let folders = folders.map(|name| (true, name.as_str()));
        folders
            .chain(files.map(|name| (false, name.as_str())))
            .collect()
    }

    /// What was typed, as far as there is only one way on; `None` where there
    /// is nothing to add.
    pub fn completed(&self, text: &str) -> Option<String> {
        let (_, part) = split(text);
        if part.is_empty() {
            // Tab goes on to what can be chosen.
            return None;
        }
        let found = self.matching(&part);
        let (is_folder, first) = *found.first()?;
        let mut common: Vec<char> = first.chars().collect();
        for (_, name) in &found {
            let same = |(a, b): &(&char, char)| a.to_lowercase().eq(b.to_lowercase());
            let length = common.iter().zip(name.chars()).take_while(same).count();
            common.truncate(length);
        }
        let mut name: String = common.into_iter().collect();
        if found.len() == 1 && is_folder {
            name.push(std::path::MAIN_SEPARATOR);
        }
        let head = text.get(..text.len() - part.len())?;
        let next = format!("{head}{name}");
        (next.chars().count() > text.chars().count()).then_some(next)
    }
}

/// The folder that a text names, and what of a name stands after it. `~` is the
/// person's own folder.
pub fn split(text: &str) -> (PathBuf, String) {
    let (head, part) = match text.rfind(std::path::is_separator) {
        Some(at) => (&text[..=at], &text[at + 1..]),
        None => ("", text),
    };
    (full(head), part.to_owned())
}

/// The path that a text names.
pub fn full(text: &str) -> PathBuf {
    let home = |rest: &str| Some(etcetera::home_dir().ok()?.join(rest));
    let named = match text.strip_prefix('~') {
        Some("") => home(""),
        Some(rest) => rest.strip_prefix('/').and_then(home),
        None => None,
    };
    named.unwrap_or_else(|| PathBuf::from(text))
}

/// A folder as a text that names can be added to.
pub fn as_text(folder: &Path) -> String {
    let text = folder.display().to_string();
    match text.ends_with(std::path::is_separator) || text.is_empty() {
        true => text,
        false => format!("{text}{}", std::path::MAIN_SEPARATOR),
    }
}

/// A field for a path in which Tab completes.
pub fn field(ui: &mut Ui, id: Id, text: &mut String, listing: &Listing) -> Response {
    let completed = listing.completed(text);
    let focused = ui.memory(|memory| memory.has_focus(id));
    let tab = |input: &mut egui::InputState| input.consume_key(Modifiers::NONE, Key::Tab);
    let mut done = false;
    if let Some(completed) = &completed
        && focused
        && ui.input_mut(tab)
    {
        text.clone_from(completed);
        done = true;
    }
    // Where there is nothing to complete Tab leaves the field.
    let field = TextEdit::singleline(text)
        .id(id)
        .desired_width(f32::INFINITY)
        .lock_focus(completed.is_some());
    let mut output = field.show(ui);
    if done {
        cursor_to_end(ui, id, output.state, text);
        output.response.response.mark_changed();
        ui.ctx().request_repaint();
    }
    output.response.response
}

/// Puts the cursor of the field behind its text.
pub fn cursor_to_end(ui: &Ui, id: Id, mut state: TextEditState, text: &str) {
    let end = CCursor::new(text.chars().count());
    let range = CCursorRange::one(end);
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), id);
}

/// A field for a file that is to be written, and the folders to go to from
/// there; whether the text is another.
pub fn saving(
    ui: &mut Ui,
    id: Id,
    text: &mut String,
    label: Option<Id>,
    scene: &Scene,
) -> (Response, bool) {
    let before = text.clone();
    let (folder, part) = split(text);
    let known = ui.data(|data| data.get_temp::<Listing>(id));
    let listing = match known.filter(|known| known.folder == folder) {
        Some(known) => known,
        None => {
            let looked = Listing::look(&folder, |_| false);
            ui.data_mut(|data| data.insert_temp(id, looked.clone()));
            looked
        }
    };
    let mut response = field(ui, id, text, &listing);
    if let Some(label) = label {
        response = response.labelled_by(label);
    }
    let mut next = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(parent) = folder.parent() {
            let up = super::labelled_button(ui, "↑ ..", scene.text(T::ParentFolder));
            next = up.clicked().then(|| parent.to_path_buf());
        }
        for name in listing.folders.iter().take(MOST_FOLDERS) {
            let label = T::Folder.with(scene.lang, &[("name", name)]);
            if super::labelled_button(ui, format!("▶ {name}"), &label).clicked() {
                next = Some(folder.join(name));
            }
        }
        if listing.folders.len() > MOST_FOLDERS {
            ui.label(scene.dim("…"));
        }
    });
    if let Some(next) = next {
        *text = format!("{}{part}", as_text(&next));
    }
    let changed = *text != before;
    (response, changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing() -> Listing {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect();
        Listing {
            folder: "/h".into(),
            folders: names(&["Music", "Pictures", "写真"]),
            files: names(&["hand-1.jpg", "hand-2.jpg", "İx.jpg"]),
            failed: false,
        }
    }

    #[test]
    fn what_is_typed_is_completed_as_far_as_it_is_certain() {
        let listing = listing();
        let cases = [
            ("/h/pi", Some("/h/Pictures/")),
            ("/h/ha", Some("/h/hand-")),
            ("/h/hand-", None),
            ("/h/hand-2", Some("/h/hand-2.jpg")),
            ("/h/hand-2.jpg", None),
            ("/h/写", Some("/h/写真/")),
            ("/h/", None),
            ("/h/x", None),
        ];
        for (typed, completed) in cases {
            assert_eq!(listing.completed(typed).as_deref(), completed, "{typed}");
        }
    }

    #[test]
    fn a_text_is_a_folder_and_the_beginning_of_a_name() {
        assert_eq!(split("/a/b/c"), ("/a/b/".into(), "c".to_owned()));
        assert_eq!(split("c"), (PathBuf::new(), "c".to_owned()));
        assert_eq!(as_text(Path::new("/a")), "/a/");
        assert_eq!(as_text(Path::new("/")), "/");
        let home = etcetera::home_dir().unwrap();
        assert_eq!(full("~/x"), home.join("x"));
        assert_eq!(full("~x"), PathBuf::from("~x"), "another person's");
    }
}
