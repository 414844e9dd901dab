//! The real reader behind the worker: bounded decoding, then the models.

use std::collections::HashMap;
use std::path::Path;

use image::RgbImage;

use crate::app::worker::{PhotoReader, Pixels, Problem};
use crate::frame::{self, Frame};
use crate::lang::Lang;
use crate::read::{Options, Reader, Reading, Wall};
use crate::rules::{self, RuleSet};

/// Reads with the shipped models; one engine a rule set, since the wall is part
/// of reading.
#[derive(Default)]
pub struct ModelReader {
    engines: HashMap<String, Reader>,
}

fn both(message: impl Fn(Lang) -> String) -> Problem {
    Problem {
        ja: message(Lang::Ja),
        en: message(Lang::En),
    }
}

fn wall(rules: Option<&RuleSet>) -> Wall {
    rules.map_or_else(Wall::default, |rules| {
        Wall::from_copies(|tile| rules.derived.wall[tile.index()])
    })
}

impl ModelReader {
    fn engine(&mut self, id: &str) -> Result<&Reader, Problem> {
        if !self.engines.contains_key(id) {
            let options = Options {
                wall: wall(rules::preset(id).as_ref()),
                ..Options::default()
            };
            let reader = Reader::new(options).map_err(|error| both(|_| error.to_string()))?;
            self.engines.insert(id.to_owned(), reader);
        }
        self.engines.get(id).ok_or_else(|| both(|_| id.to_owned()))
    }
}

impl PhotoReader for ModelReader {
    fn decode(&mut self, path: &Path) -> Result<RgbImage, Problem> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        frame::open(path)
            .map(|frame| frame.image)
            .map_err(|error| both(|lang| format!("{name}: {}", error.message(lang))))
    }

    fn read(&mut self, picture: &Pixels, rules: &str) -> Result<Reading, Problem> {
        if let Ok(f) = std::env::var("KARASU_FAKE") {
            return Ok(fake(&f));
        }
        let frame = Frame::new(picture.image.as_ref().clone(), picture.name.clone());
        self.engine(rules)?
            .read(&frame)
            .map_err(|error| both(|_| error.to_string()))
    }
}

fn fake(f: &str) -> Reading {
    use crate::read::*;
    let v: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(f).unwrap()).unwrap();
    let mut r = Reading {
        width: 640,
        height: 640,
        ..Reading::default()
    };
    let mut doubts = [vec![], vec![], vec![]];
    for (i, t) in v.as_array().unwrap().iter().enumerate() {
        let b: Vec<f32> = t["b"]
            .as_array()
            .unwrap()
            .iter()
            .map(|x| x.as_f64().unwrap() as f32)
            .collect();
        let (x, y, w, h) = (b[0], b[1], b[2], b[3]);
        doubts[t["d"].as_u64().unwrap() as usize].push(i);
        r.tiles.push(ReadTile {
            tile: t["c"].as_str().unwrap().parse().unwrap(),
            score: 0.62,
            found: 0.9,
            quad: crate::detect::Quad([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]),
            alternatives: vec![("5p".parse().unwrap(), 0.31), ("9p".parse().unwrap(), 0.05)],
            turn: 0,
            zone: Zone::Hand,
            row: 0,
            index: i,
            renamed: None,
            embedding: vec![],
        });
    }
    r.win = Some(r.tiles.len() - 1);
    r.review = vec![
        Review {
            kind: ReviewKind::Unsure,
            tiles: doubts[1].clone(),
        },
        Review {
            kind: ReviewKind::Weak,
            tiles: doubts[2].clone(),
        },
    ];
    r
}
