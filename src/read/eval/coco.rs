//! Labelled photos.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::detect::Quad;
use crate::file::{read_bounded, reason};
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

#[derive(Deserialize)]
struct Coco {
    images: Vec<Image>,
    annotations: Vec<Annotation>,
    categories: Vec<Category>,
}

#[derive(Deserialize)]
struct Image {
    id: u64,
    file_name: String,
    width: u32,
    height: u32,
}

#[derive(Deserialize)]
struct Annotation {
    image_id: u64,
    category_id: u64,
    bbox: [f32; 4],
    #[serde(default)]
    segmentation: serde_json::Value,
    #[serde(default = "fully_visible")]
    visibility: f32,
    #[serde(default)]
    zone: Option<String>,
}

const fn fully_visible() -> f32 {
    1.0
}

#[derive(Deserialize)]
struct Category {
    id: u64,
    name: String,
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

/// Reads a dataset: a folder with `annotations.coco.json` and `images/`, or
/// the JSON file itself. Categories go by their names, so their ids are free.
///
/// # Errors
/// When the file cannot be read, is no COCO, or names an unknown class.
pub fn load(path: &Path) -> Result<Vec<Labelled>, LabelError> {
    let file = if path.is_dir() {
        path.join("annotations.coco.json")
    } else {
        path.to_owned()
    };
    labelled(&file).map_err(|kind| LabelError { file, kind })
}

fn labelled(file: &Path) -> Result<Vec<Labelled>, LabelFault> {
    let text = read_bounded(file, MAX_BYTES).map_err(LabelFault::Unreadable)?;
    let coco: Coco =
        serde_json::from_slice(&text).map_err(|error| LabelFault::NotCoco(error.to_string()))?;
    let class = |c: &Category| match c.name.parse::<Tile>() {
        Ok(tile) => Ok((c.id, tile)),
        Err(_) => Err(LabelFault::NoTile(c.name.clone())),
    };
    let classes: HashMap<u64, Tile> = coco
        .categories
        .iter()
        .map(class)
        .collect::<Result<_, _>>()?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut photos: Vec<Labelled> = Vec::with_capacity(coco.images.len());
    let mut place = HashMap::new();
    for image in coco.images {
        place.insert(image.id, photos.len());
        photos.push(Labelled {
            file: place_of(folder, &image.file_name),
            width: image.width,
            height: image.height,
            tiles: Vec::new(),
        });
    }
    for label in coco.annotations {
        let class = classes.get(&label.category_id).copied();
        let (Some(&at), Some(tile)) = (place.get(&label.image_id), class) else {
            return Err(LabelFault::Undeclared(label.image_id, label.category_id));
        };
        let [x, y, w, h] = label.bbox;
        photos[at].tiles.push(LabelledTile {
            tile,
            bounds: [x, y, x + w, y + h],
            quad: quad(&label.segmentation),
            visibility: label.visibility,
            zone: label.zone,
        });
    }
    Ok(photos)
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

/// A segmentation of exactly one polygon with four corners.
fn quad(segmentation: &serde_json::Value) -> Option<Quad> {
    let numbers: Vec<f32> = segmentation
        .as_array()
        .filter(|polygons| polygons.len() == 1)?
        .first()?
        .as_array()?
        .iter()
        .map(|v| v.as_f64().map(|v| v as f32))
        .collect::<Option<_>>()?;
    let corners: [f32; 8] = numbers.try_into().ok()?;
    let [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
    Some(Quad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]))
}
