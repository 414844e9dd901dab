//! Labelled photos: what is to be seen in them, in the formats that labelling
//! tools use.
//!
//! [`load`] takes COCO JSON, a YOLO folder or a Label Studio export, whichever
//! is there; [`check`] looks for mistakes in labels, [`stats`] counts, [`split`]
//! divides by physical set, and [`keep`] adds a photo that a person has
//! corrected.

mod check;
pub mod coco;
mod keep;
pub mod label_studio;
mod split;
mod stats;
pub mod yolo;

pub use check::{Finding, Mistake, check};
pub use keep::{KeepError, Kept, keep};
pub use split::{Part, split};
pub use stats::{Stats, stats};

use std::path::{Path, PathBuf};

use crate::detect::Quad;
use crate::file::reason;
use crate::lang::{Lang, quoted};
use crate::tile::Tile;

/// Labels of a hundred thousand photos fit.
const MAX_BYTES: u64 = 1 << 30;

/// A photo with what is to be seen in it.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The file.
    pub file: PathBuf,
    /// Width in pixels, as labelled.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The physical set of tiles it shows, where it is named. Datasets are
    /// split by it, never by photo.
    pub group: Option<String>,
    /// Its tiles.
    pub tiles: Vec<LabelledTile>,
}

/// One labelled tile.
#[derive(Clone, Debug)]
pub struct LabelledTile {
    /// Its class.
    pub tile: Tile,
    /// Left, top, right, bottom in pixels.
    pub bounds: [f32; 4],
    /// The four corners, where they are labelled.
    pub quad: Option<Quad>,
    /// Share of the face that can be seen; 1 where it is not labelled.
    pub visibility: f32,
    /// The zone, where it is labelled (rendered scenes).
    pub zone: Option<String>,
}

/// Labels that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message(Lang::En))]
pub struct LabelError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub kind: LabelFault,
}

/// What is wrong with a file of labels.
#[derive(Debug)]
pub enum LabelFault {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// It is no COCO JSON; the parser's words.
    NotCoco(String),
    /// It is no file of this other format; what is wrong with it.
    NotOther(&'static str, String),
    /// A picture whose size nothing tells, since it is not there.
    NoPicture(String),
    /// Nothing in the folder looks like labels.
    NoLabels,
    /// A category that is no tile.
    NoTile(String),
    /// A label of an image and a category of which one is not declared.
    Undeclared(u64, u64),
}

impl LabelError {
    /// What is wrong, in words.
    pub fn message(&self, lang: Lang) -> String {
        let text = match (&self.kind, lang) {
            (LabelFault::Unreadable(error), _) => reason(error, lang),
            (LabelFault::NotCoco(detail), Lang::Ja) => {
                format!("COCO の JSON として読めません ({detail})")
            }
            (LabelFault::NotCoco(detail), Lang::En) => format!("this is no COCO JSON ({detail})"),
            (LabelFault::NotOther(format, detail), Lang::Ja) => {
                format!("{format} として読めません ({detail})")
            }
            (LabelFault::NotOther(format, detail), Lang::En) => {
                format!("this cannot be read as {format} ({detail})")
            }
            (LabelFault::NoPicture(name), Lang::Ja) => {
                format!("画像 {:?} がありません。ラベルのそばか images/ に置いてください", quoted(name))
            }
            (LabelFault::NoPicture(name), Lang::En) => format!(
                "there is no picture {:?}: put it beside the labels or into images/",
                quoted(name)
            ),
            (LabelFault::NoLabels, Lang::Ja) => {
                "ラベルがありません (annotations.coco.json、labels/ と classes.txt、または Label Studio の JSON)".to_owned()
            }
            (LabelFault::NoLabels, Lang::En) => {
                "no labels here (annotations.coco.json, labels/ with classes.txt, or a Label Studio JSON)".to_owned()
            }
            (LabelFault::NoTile(name), Lang::Ja) => {
                format!("分類 {:?} は牌ではありません", quoted(name))
            }
            (LabelFault::NoTile(name), Lang::En) => {
                format!("category {:?} is no tile", quoted(name))
            }
            (LabelFault::Undeclared(image, category), Lang::Ja) => {
                format!("ラベルの画像 {image} か分類 {category} の宣言がありません")
            }
            (LabelFault::Undeclared(image, category), Lang::En) => {
                format!("a label names image {image} and category {category}; one is not declared")
            }
        };
        format!("{}: {text}", self.file.display())
    }
}

/// Reads a dataset: a folder with `annotations.coco.json` beside `images/`, a
/// YOLO folder (`images/`, `labels/`, `classes.txt` or `data.yaml`), or the
/// JSON file of COCO or Label Studio itself.
///
/// # Errors
/// When the file cannot be read, is of no known format, or names an unknown
/// class.
pub fn load(path: &Path) -> Result<Vec<Labelled>, LabelError> {
    if path.is_dir() {
        let own = path.join(coco::FILE);
        let fault = |kind| LabelError {
            file: path.to_owned(),
            kind,
        };
        return match (own.exists(), path.join(yolo::LABELS).is_dir()) {
            (true, _) => coco::load(&own),
            (false, true) => yolo::load(path),
            // The message names the file that is looked for first.
            (false, false) if path.join("images").is_dir() => Err(fault(LabelFault::NoLabels)),
            (false, false) => coco::load(&own),
        };
    }
    match label_studio::load(path) {
        Err(LabelError {
            kind: LabelFault::NotOther(..),
            ..
        }) => coco::load(path),
        other => other,
    }
}

/// Where a picture lies: names are given from the folder or from `images/`.
fn place_of(folder: &Path, name: &str) -> PathBuf {
    let inside = folder.join("images").join(name);
    if inside.exists() {
        inside
    } else {
        folder.join(name)
    }
}

/// The name of a photo's file.
pub fn file_name(photo: &Labelled) -> String {
    photo
        .file
        .file_name()
        .unwrap_or(photo.file.as_os_str())
        .to_string_lossy()
        .into_owned()
}
