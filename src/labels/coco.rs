//! COCO JSON (contract.md, "Dataset format"), the format of the project's own.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{LabelError, LabelFault, Labelled, LabelledTile, MAX_BYTES, place_of};
use crate::detect::Quad;
use crate::file::read_bounded;
use crate::tile::Tile;

/// The name of the file in a dataset's folder.
pub const FILE: &str = "annotations.coco.json";

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
    #[serde(default)]
    group: Option<String>,
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

/// Reads a COCO file. Categories go by their names, so their ids are free.
///
/// # Errors
/// When the file cannot be read, is no COCO, or names an unknown class.
pub fn load(path: &Path) -> Result<Vec<Labelled>, LabelError> {
    labelled(path).map_err(|kind| LabelError {
        file: path.to_owned(),
        kind,
    })
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
            group: image.group,
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

/// Labels as COCO JSON, pictures named by `name`.
pub fn write(photos: &[Labelled], name: impl Fn(&Labelled) -> String) -> Value {
    let categories: Vec<Value> = Tile::all()
        .zip(1..)
        .map(|(tile, id)| json!({"id": id, "name": tile.code(), "supercategory": "tile"}))
        .collect();
    let images: Vec<Value> = photos
        .iter()
        .zip(1..)
        .map(|(photo, id)| image(photo, id, name(photo)))
        .collect();
    let all = photos
        .iter()
        .zip(1..)
        .flat_map(|(photo, id): (&Labelled, u64)| photo.tiles.iter().map(move |tile| (id, tile)));
    let annotations: Vec<Value> = all
        .zip(1..)
        .map(|((image, tile), id): (_, u64)| annotation(id, image, tile))
        .collect();
    json!({
        "images": images,
        "annotations": annotations,
        "categories": categories,
    })
}

fn image(photo: &Labelled, id: u64, name: String) -> Value {
    let mut image = json!({
        "id": id,
        "file_name": name,
        "width": photo.width,
        "height": photo.height,
    });
    if let Some(group) = &photo.group {
        image["group"] = json!(group);
    }
    image
}

fn annotation(id: u64, image: u64, label: &LabelledTile) -> Value {
    let round = |v: f32| f64::from((v * 100.0).round()) / 100.0;
    let [x0, y0, x1, y1] = label.bounds;
    let mut value = json!({
        "id": id,
        "image_id": image,
        "category_id": label.tile.index() + 1,
        "bbox": [round(x0), round(y0), round(x1 - x0), round(y1 - y0)],
        "area": round(label.quad.map_or((x1 - x0) * (y1 - y0), |quad| quad.area())),
        "iscrowd": 0,
    });
    if let Some(quad) = &label.quad {
        let corners: Vec<f64> = quad.0.iter().flatten().map(|v| round(*v)).collect();
        value["segmentation"] = json!([corners]);
    }
    if label.visibility < 1.0 {
        value["visibility"] = json!(round(label.visibility));
    }
    if let Some(zone) = &label.zone {
        value["zone"] = json!(zone);
    }
    value
}
