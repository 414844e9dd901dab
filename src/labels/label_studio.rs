//! Label Studio's JSON: a list of tasks, each with a picture and its labels in
//! percent of the picture, as rectangles (turned by an angle) or as polygons.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{LabelError, LabelFault, Labelled, LabelledTile, MAX_BYTES, place_of};
use crate::detect::Quad;
use crate::file::read_bounded;
use crate::tile::Tile;

const FORMAT: &str = "Label Studio JSON";

#[derive(Deserialize)]
struct Task {
    data: Data,
    #[serde(default)]
    annotations: Vec<Answer>,
}

#[derive(Deserialize)]
struct Data {
    image: String,
}

#[derive(Deserialize)]
struct Answer {
    result: Vec<Mark>,
}

#[derive(Deserialize)]
struct Mark {
    #[serde(default)]
    original_width: u32,
    #[serde(default)]
    original_height: u32,
    value: Shape,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Shape {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    rotation: f32,
    points: Vec<[f32; 2]>,
    rectanglelabels: Vec<String>,
    polygonlabels: Vec<String>,
}

/// Reads an export (or a file that [`write()`] made).
///
/// # Errors
/// [`LabelFault::NotOther`] if it is no list of tasks; unreadable; an unknown
/// class.
pub fn load(file: &Path) -> Result<Vec<Labelled>, LabelError> {
    let fail = |kind| LabelError {
        file: file.to_owned(),
        kind,
    };
    let text =
        read_bounded(file, MAX_BYTES).map_err(|error| fail(LabelFault::Unreadable(error)))?;
    let tasks: Vec<Task> = serde_json::from_slice(&text)
        .map_err(|error| fail(LabelFault::NotOther(FORMAT, error.to_string())))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    tasks
        .into_iter()
        .map(|task| photo(folder, task).map_err(fail))
        .collect()
}

fn photo(folder: &Path, task: Task) -> Result<Labelled, LabelFault> {
    // Uploads are named `/data/upload/1/abcd-NAME`; local files by `?d=NAME`.
    let name = task
        .data
        .image
        .rsplit(['/', '='])
        .next()
        .unwrap_or_default();
    let file = place_of(folder, name);
    let marks: Vec<Mark> = task
        .annotations
        .into_iter()
        .flat_map(|answer| answer.result)
        .collect();
    let size = marks
        .iter()
        .map(|mark| (mark.original_width, mark.original_height))
        .find(|&(width, height)| width > 0 && height > 0)
        .or_else(|| image::image_dimensions(&file).ok());
    let (width, height) = size.ok_or_else(|| LabelFault::NoPicture(name.to_owned()))?;
    let tiles = marks
        .iter()
        .map(|mark| tile(&mark.value, [width as f32, height as f32]))
        .collect::<Result<_, _>>()?;
    Ok(Labelled {
        file,
        width,
        height,
        group: None,
        tiles,
    })
}

fn tile(shape: &Shape, [w, h]: [f32; 2]) -> Result<LabelledTile, LabelFault> {
    let name = shape
        .rectanglelabels
        .first()
        .or(shape.polygonlabels.first());
    let name = name.cloned().unwrap_or_default();
    let tile: Tile = name.parse().map_err(|_| LabelFault::NoTile(name))?;
    let pixel = |[x, y]: [f32; 2]| [x * w / 100.0, y * h / 100.0];
    let quad = match shape.points[..] {
        [a, b, c, d] => Some(Quad([a, b, c, d].map(pixel))),
        _ if shape.rotation != 0.0 => Some(turned(shape, pixel([shape.x, shape.y]), [w, h])),
        _ => None,
    };
    let [x, y] = pixel([shape.x, shape.y]);
    let [bw, bh] = pixel([shape.width, shape.height]);
    let bounds = quad.map_or([x, y, x + bw, y + bh], |quad| quad.bounds());
    Ok(LabelledTile {
        tile,
        bounds,
        quad,
        visibility: 1.0,
        zone: None,
    })
}

/// A rectangle that was turned clockwise about its top left corner.
fn turned(shape: &Shape, [x, y]: [f32; 2], [w, h]: [f32; 2]) -> Quad {
    let (sin, cos) = shape.rotation.to_radians().sin_cos();
    let (width, height) = (shape.width * w / 100.0, shape.height * h / 100.0);
    let at = |dx: f32, dy: f32| [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
    Quad([
        at(0.0, 0.0),
        at(width, 0.0),
        at(width, height),
        at(0.0, height),
    ])
}

/// Labels as tasks that Label Studio imports, pictures named by `name`.
pub fn write(photos: &[Labelled], name: impl Fn(&Labelled) -> String) -> Value {
    let task = |photo: &Labelled| {
        let marks: Vec<Value> = photo.tiles.iter().map(|tile| mark(photo, tile)).collect();
        json!({
            "data": {"image": name(photo)},
            "annotations": [{"result": marks}],
        })
    };
    photos.iter().map(task).collect()
}

fn mark(photo: &Labelled, label: &LabelledTile) -> Value {
    let (w, h) = (photo.width as f32, photo.height as f32);
    let percent = |v: f32, whole: f32| f64::from((v / whole * 1e6).round()) / 1e4;
    let code = label.tile.code();
    let (kind, value) = match &label.quad {
        Some(quad) => {
            let points: Vec<[f64; 2]> = quad
                .0
                .iter()
                .map(|&[x, y]| [percent(x, w), percent(y, h)])
                .collect();
            (
                "polygonlabels",
                json!({"points": points, "polygonlabels": [code]}),
            )
        }
        None => {
            let [x0, y0, x1, y1] = label.bounds;
            let value = json!({
                "x": percent(x0, w), "y": percent(y0, h),
                "width": percent(x1 - x0, w), "height": percent(y1 - y0, h),
                "rotation": 0, "rectanglelabels": [code],
            });
            ("rectanglelabels", value)
        }
    };
    json!({
        "type": kind,
        "from_name": "tile",
        "to_name": "image",
        "original_width": photo.width,
        "original_height": photo.height,
        "value": value,
    })
}
