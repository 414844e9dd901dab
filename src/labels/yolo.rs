//! YOLO text labels: `labels/NAME.txt` beside `images/NAME.jpg`, one tile a
//! line, in shares of the picture. Five numbers are class and box (middle x,
//! middle y, width, height); nine are class and four corners (the "oriented"
//! variant), which keeps quads.

use std::io;
use std::path::{Path, PathBuf};

use super::{LabelError, LabelFault, Labelled, LabelledTile, MAX_BYTES};
use crate::detect::Quad;
use crate::file::read_text_bounded;
use crate::frame;
use crate::tile::Tile;

/// The folder of the labels.
pub const LABELS: &str = "labels";
const IMAGES: &str = "images";
const CLASSES: &str = "classes.txt";
const DATA: &str = "data.yaml";
const FORMAT: &str = "YOLO";

/// Reads a YOLO folder. Sizes are taken from the pictures' headers.
///
/// # Errors
/// Unreadable files, an unknown class, a line that is no label.
pub fn load(folder: &Path) -> Result<Vec<Labelled>, LabelError> {
    let fail = |file: &Path| {
        let file = file.to_owned();
        move |kind| LabelError { file, kind }
    };
    let classes = classes(folder).map_err(fail(folder))?;
    let images = folder.join(IMAGES);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&images)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .map_err(LabelFault::Unreadable)
        .map_err(fail(&images))?;
    files.retain(|file| frame::is_photo(file));
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let stem = file.file_stem().unwrap_or_default();
            let text = folder.join(LABELS).join(stem).with_extension("txt");
            photo(&file, &text, &classes).map_err(fail(&text))
        })
        .collect()
}

fn photo(file: &Path, labels: &Path, classes: &[Tile]) -> Result<Labelled, LabelFault> {
    let size = image::image_dimensions(file);
    let (width, height) = size.map_err(|error| not_yolo(format!("{}: {error}", file.display())))?;
    let text = match read_text_bounded(labels, MAX_BYTES) {
        Ok(text) => text,
        // A picture without a file of labels shows no tile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(LabelFault::Unreadable(error)),
    };
    let size = [width as f32, height as f32];
    let tiles = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty())
        .map(|(line, number)| tile(line, number, classes, size))
        .collect::<Result<_, _>>()?;
    Ok(Labelled {
        file: file.to_owned(),
        width,
        height,
        group: None,
        tiles,
    })
}

fn tile(
    line: &str,
    number: usize,
    classes: &[Tile],
    [w, h]: [f32; 2],
) -> Result<LabelledTile, LabelFault> {
    let fault = || {
        not_yolo(format!(
            "line {number}: {line:?}; expected a class and 4 or 8 numbers"
        ))
    };
    let mut words = line.split_whitespace();
    let class: usize = words
        .next()
        .and_then(|word| word.parse().ok())
        .ok_or_else(fault)?;
    let tile = *classes
        .get(class)
        .ok_or_else(|| not_yolo(format!("line {number}: class {class} of {}", classes.len())))?;
    let numbers: Vec<f32> = words
        .map(|word| word.parse().ok().filter(|v: &f32| v.is_finite()))
        .collect::<Option<_>>()
        .ok_or_else(fault)?;
    let (bounds, quad) = match numbers[..] {
        [x, y, bw, bh] => {
            let [x, y, bw, bh] = [x * w, y * h, bw * w, bh * h];
            (
                [x - bw / 2.0, y - bh / 2.0, x + bw / 2.0, y + bh / 2.0],
                None,
            )
        }
        [x0, y0, x1, y1, x2, y2, x3, y3] => {
            let quad = Quad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]).scaled(w, h);
            (quad.bounds(), Some(quad))
        }
        _ => return Err(fault()),
    };
    Ok(LabelledTile {
        tile,
        bounds,
        quad,
        visibility: 1.0,
        zone: None,
    })
}

fn not_yolo(detail: String) -> LabelFault {
    LabelFault::NotOther(FORMAT, detail)
}

/// The class list, from `classes.txt` or from the names in `data.yaml`.
fn classes(folder: &Path) -> Result<Vec<Tile>, LabelFault> {
    let read = |name: &str| read_text_bounded(&folder.join(name), MAX_BYTES);
    let names = match read(CLASSES) {
        // A class's number is its line, so only the end is cut.
        Ok(text) => text
            .trim_end()
            .lines()
            .map(|line| line.trim().to_owned())
            .collect(),
        Err(_) => names(&read(DATA).map_err(LabelFault::Unreadable)?),
    };
    let known = |name: &String| {
        let tile = name.parse::<Tile>();
        tile.map_err(|_| LabelFault::NoTile(name.clone()))
    };
    names.iter().map(known).collect()
}

/// The `names` of a `data.yaml` in any of its three usual shapes: `[a, b]`,
/// `- a`, `0: a`.
fn names(yaml: &str) -> Vec<String> {
    let bare = |text: &str| text.trim().trim_matches(['\'', '"']).to_owned();
    let mut lines = yaml.lines().skip_while(|line| !line.starts_with("names:"));
    let first = lines.next().unwrap_or_default();
    let inline = first.trim_start_matches("names:").trim();
    if !inline.is_empty() {
        let list = inline.trim_matches(['[', ']']);
        return list.split(',').map(bare).collect();
    }
    lines
        .take_while(|line| line.starts_with([' ', '-']))
        .map(|line| {
            let line = line.trim();
            let item = line
                .strip_prefix('-')
                .or_else(|| Some(line.split_once(':')?.1));
            bare(item.unwrap_or_default())
        })
        .collect()
}

/// The lines of one photo's labels; `quads` writes corners where they are
/// known.
pub fn lines(photo: &Labelled, quads: bool) -> String {
    let (w, h) = (photo.width as f32, photo.height as f32);
    let mut text = String::new();
    for label in &photo.tiles {
        let class = label.tile.index();
        let numbers: Vec<f32> = match label.quad.filter(|_| quads) {
            Some(quad) => quad
                .scaled(1.0 / w, 1.0 / h)
                .0
                .into_iter()
                .flatten()
                .collect(),
            None => {
                let [x0, y0, x1, y1] = label.bounds;
                vec![
                    (x0 + x1) / 2.0 / w,
                    (y0 + y1) / 2.0 / h,
                    (x1 - x0) / w,
                    (y1 - y0) / h,
                ]
            }
        };
        let numbers: Vec<String> = numbers.iter().map(|v| format!("{v:.6}")).collect();
        text += &format!("{class} {}\n", numbers.join(" "));
    }
    text
}

/// `classes.txt` and `data.yaml` of the 46 classes.
pub fn class_files() -> [(&'static str, String); 2] {
    let codes: Vec<&str> = Tile::all().map(Tile::code).collect();
    let mut yaml = "path: .\ntrain: images\nval: images\nnames:\n".to_owned();
    for (index, code) in codes.iter().enumerate() {
        yaml += &format!("  {index}: {code}\n");
    }
    [(CLASSES, codes.join("\n") + "\n"), (DATA, yaml)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_are_found_in_every_usual_shape() {
        let expected = ["1m", "0p"];
        for yaml in [
            "nc: 2\nnames: ['1m', \"0p\"]\n",
            "names:\n- 1m\n- '0p'\ntrain: x\n",
            "names:\n  0: 1m\n  1: 0p\n",
        ] {
            assert_eq!(names(yaml), expected, "{yaml}");
        }
        assert!(names("train: x").iter().all(String::is_empty));
    }

    #[test]
    fn a_line_that_is_no_label_is_named() {
        let classes: Vec<Tile> = Tile::all().collect();
        for bad in ["x 1 2 3 4", "0 1 2 3", "99 .1 .1 .1 .1", "0 nan 0 0 0"] {
            assert!(tile(bad, 3, &classes, [100.0, 100.0]).is_err(), "{bad}");
        }
        let good = tile("4 0.5 0.5 0.2 0.4", 1, &classes, [100.0, 50.0]).unwrap();
        assert_eq!(good.bounds, [40.0, 15.0, 60.0, 35.0]);
        assert_eq!(good.tile.code(), "5m");
    }
}
