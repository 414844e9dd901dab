//! Mistakes in labels, all of them at once.

use std::collections::HashMap;
use std::path::PathBuf;

use serde::Serialize;

use super::{Labelled, LabelledTile};
use crate::lang::Lang;
use crate::tile::Tile;

/// Labels that share this much of their area are of one tile.
const SAME_TILE: f32 = 0.8;
/// How far a label may reach out of the picture, in pixels (rounding).
const OUTSIDE: f32 = 2.0;
/// How far corners may lie outside their own box, as a share of its side.
const LOOSE: f32 = 0.15;
/// The most copies of a tile on one table.
const MOST_COPIES: usize = 4;
/// Four backs in every wall stack: no limit.
const UNLIMITED: Tile = Tile::BACK;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Mistake {
    /// The picture cannot be opened.
    Picture {
        /// Why, in English.
        cause: String,
    },
    /// The picture has another size than the labels say.
    Size {
        /// Width and height of the picture.
        picture: (u32, u32),
        /// Width and height in the labels.
        labelled: (u32, u32),
    },
    /// Two entries are of one file.
    Twice,
    /// A label that lies outside of the picture.
    Outside {
        /// Which label of the photo, from 0.
        label: usize,
    },
    /// A label without an area, or that is no number.
    Empty {
        /// Which label.
        label: usize,
    },
    /// Corners that cross, run anticlockwise or do not fit their box.
    Corners {
        /// Which label.
        label: usize,
    },
    /// Two labels of one tile.
    Overlap {
        /// Both labels.
        labels: [usize; 2],
    },
    /// More copies of a tile than there are.
    Copies {
        /// The tile.
        tile: String,
        /// How many are labelled.
        count: usize,
    },
}

impl Mistake {
    /// What is wrong, in words.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Mistake::Picture { cause }, Lang::Ja) => format!("画像を開けません ({cause})"),
            (Mistake::Picture { cause }, Lang::En) => {
                format!("the picture cannot be opened ({cause})")
            }
            (
                Mistake::Size {
                    picture: (w, h),
                    labelled: (lw, lh),
                },
                Lang::Ja,
            ) => {
                format!("画像は {w}×{h} ですが、ラベルには {lw}×{lh} とあります")
            }
            (
                Mistake::Size {
                    picture: (w, h),
                    labelled: (lw, lh),
                },
                Lang::En,
            ) => {
                format!("the picture is {w}×{h}, the labels say {lw}×{lh}")
            }
            (Mistake::Twice, Lang::Ja) => "同じ画像が二度あります".to_owned(),
            (Mistake::Twice, Lang::En) => "this picture stands here twice".to_owned(),
            (Mistake::Outside { label }, Lang::Ja) => format!("ラベル{label} が画像の外にあります"),
            (Mistake::Outside { label }, Lang::En) => {
                format!("label {label} lies outside of the picture")
            }
            (Mistake::Empty { label }, Lang::Ja) => format!("ラベル{label} に面積がありません"),
            (Mistake::Empty { label }, Lang::En) => format!("label {label} has no area"),
            (Mistake::Corners { label }, Lang::Ja) => {
                format!("ラベル{label} の四隅が交わるか、反時計回りか、枠と合いません")
            }
            (Mistake::Corners { label }, Lang::En) => format!(
                "the corners of label {label} cross, run anticlockwise or do not fit its box"
            ),
            (Mistake::Overlap { labels: [a, b] }, Lang::Ja) => {
                format!("ラベル{a} と{b} は同じ牌のようです")
            }
            (Mistake::Overlap { labels: [a, b] }, Lang::En) => {
                format!("labels {a} and {b} seem to be of one tile")
            }
            (Mistake::Copies { tile, count }, Lang::Ja) => {
                format!("{tile} が {count}枚あります (4枚まで)")
            }
            (Mistake::Copies { tile, count }, Lang::En) => {
                format!("{count} copies of {tile} (at most 4)")
            }
        }
    }
}

/// A mistake and where it is.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The photo.
    pub file: PathBuf,
    /// What is wrong.
    #[serde(flatten)]
    pub mistake: Mistake,
}

/// All mistakes, in the order of the photos. Pictures are opened by their
/// headers only.
pub fn check(photos: &[Labelled]) -> Vec<Finding> {
    let mut times: HashMap<&PathBuf, usize> = HashMap::new();
    let mut findings = Vec::new();
    for photo in photos {
        let seen = times.entry(&photo.file).or_default();
        *seen += 1;
        let twice = (*seen == 2).then_some(Mistake::Twice);
        let mistakes = twice.into_iter().chain(picture(photo)).chain(labels(photo));
        findings.extend(mistakes.map(|mistake| Finding {
            file: photo.file.clone(),
            mistake,
        }));
    }
    findings
}

fn picture(photo: &Labelled) -> Option<Mistake> {
    match image::image_dimensions(&photo.file) {
        Err(error) => Some(Mistake::Picture {
            cause: error.to_string(),
        }),
        Ok(size) if size != (photo.width, photo.height) => Some(Mistake::Size {
            picture: size,
            labelled: (photo.width, photo.height),
        }),
        Ok(_) => None,
    }
}

fn labels(photo: &Labelled) -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = photo
        .tiles
        .iter()
        .enumerate()
        .filter_map(|(label, tile)| one_label(photo, label, tile))
        .collect();
    for (a, tile) in photo.tiles.iter().enumerate() {
        for (b, other) in photo.tiles.iter().enumerate().skip(a + 1) {
            if shared(tile.bounds, other.bounds) > SAME_TILE {
                mistakes.push(Mistake::Overlap { labels: [a, b] });
            }
        }
    }
    for kind in Tile::all().filter(|&kind| kind != UNLIMITED) {
        let count = photo.tiles.iter().filter(|tile| tile.tile == kind).count();
        if count > MOST_COPIES {
            mistakes.push(Mistake::Copies {
                tile: kind.code().to_owned(),
                count,
            });
        }
    }
    mistakes
}

fn one_label(photo: &Labelled, label: usize, tile: &LabelledTile) -> Option<Mistake> {
    let [x0, y0, x1, y1] = tile.bounds;
    // Written so that what is no number fails too.
    if !(x1 > x0 && y1 > y0) {
        return Some(Mistake::Empty { label });
    }
    let (w, h) = (photo.width as f32 + OUTSIDE, photo.height as f32 + OUTSIDE);
    // Tiles that the frame cuts may reach out where corners are known.
    let inside = match tile.quad {
        None => x0 >= -OUTSIDE && y0 >= -OUTSIDE && x1 <= w && y1 <= h,
        Some(_) => x1 > 0.0 && y1 > 0.0 && x0 < w && y0 < h,
    };
    if !inside {
        return Some(Mistake::Outside { label });
    }
    let quad = tile.quad.as_ref()?;
    let (slack_x, slack_y) = (LOOSE * (x1 - x0) + OUTSIDE, LOOSE * (y1 - y0) + OUTSIDE);
    let fits = quad.0.iter().all(|&[x, y]| {
        (x0 - slack_x..=x1 + slack_x).contains(&x) && (y0 - slack_y..=y1 + slack_y).contains(&y)
    });
    (!fits || !quad.is_convex() || signed_area(quad.0) <= 0.0).then_some(Mistake::Corners { label })
}

/// Positive when the corners run clockwise in the picture (y downwards).
fn signed_area(corners: [[f32; 2]; 4]) -> f32 {
    (0..4)
        .map(|i| {
            let ([x0, y0], [x1, y1]) = (corners[i], corners[(i + 1) % 4]);
            x0 * y1 - x1 * y0
        })
        .sum::<f32>()
        / 2.0
}

/// Shared area over joined area.
fn shared(a: [f32; 4], b: [f32; 4]) -> f32 {
    let width = (a[2].min(b[2]) - a[0].max(b[0])).max(0.0);
    let height = (a[3].min(b[3]) - a[1].max(b[1])).max(0.0);
    let area = |r: [f32; 4]| (r[2] - r[0]) * (r[3] - r[1]);
    let both = width * height;
    both / (area(a) + area(b) - both).max(f32::EPSILON)
}
