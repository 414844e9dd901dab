//! Everything a person should look at in a reading.

use image::RgbImage;

use crate::detect::Quad;
use crate::meld::MeldKind;
use crate::tile::{Tile, TileSet};

use super::{Ghost, ReadTile, Reading, Review, ReviewKind, Wall, Zone, record};

/// Below this confidence a name is shown as doubtful.
pub(super) const DOUBTFUL: f32 = 0.75;
/// Below this heat the locator is not sure that a tile is there.
pub(super) const WEAK: f32 = 0.35;
/// A tile that sticks out of the picture by more than this share of its width.
const CUT: f32 = 0.06;
/// Tiles that share more than this of the smaller one's area lie on each other.
const OVERLAP: f32 = 0.18;
/// Something taken for no tile is still asked about from this score on ...
const GHOST: f32 = 0.2;
/// ... when its centre is nearer to a tile of the hand than this many tile sides.
const BESIDE: f32 = 1.7;
/// Smaller than this in pixels (root of the area), a face loses its details.
const SMALL: f32 = 22.0;
/// Mean brightness of the tiles below which a picture is too dark.
const DARK: f32 = 45.0;
/// Mean spread of the colour channels below which a picture is grey.
const GREY: f32 = 4.0;
/// Share of a tile's pixels burnt out to white.
const BURNT: f32 = 0.45;
/// Difference between neighbouring pixels of a doubtful crop, against its
/// contrast, below which it is blurred.
const SOFT: f32 = 0.045;

/// All reviews of a reading, in the order a person should see them.
pub(super) fn reviews(reading: &Reading, wall: &Wall, image: Option<&RgbImage>) -> Vec<Review> {
    if reading.tiles.is_empty() {
        return vec![Review {
            kind: ReviewKind::Nothing,
            tiles: Vec::new(),
        }];
    }
    let mut found = Vec::new();
    found.extend(count(reading));
    found.extend(illegal(reading, wall));
    found.extend(rivals(reading));
    found.extend(win_tile(reading));
    found.extend(renamed(reading));
    found.extend(each(reading, ReviewKind::Unsure, |tile| {
        tile.score < DOUBTFUL && tile.renamed.is_none()
    }));
    found.extend(each(reading, ReviewKind::Weak, |tile| tile.found < WEAK));
    found.extend(ghosts(reading));
    found.extend(face_down(reading));
    found.extend(hidden_reds(reading));
    found.extend(open_kans(reading));
    found.extend(cut_off(reading));
    found.extend(overlap(reading));
    found.extend(each(reading, ReviewKind::TooSmall, |tile| {
        tile.quad.side() < SMALL
    }));
    if let Some(image) = image {
        light(reading, image, &mut found);
    }
    found
}

/// Whether doubts about a tile matter for the hand.
fn matters(tile: &ReadTile) -> bool {
    tile.zone != Zone::Other
}

fn each(reading: &Reading, kind: ReviewKind, test: impl Fn(&ReadTile) -> bool) -> Option<Review> {
    let tiles = indices(reading, |tile| matters(tile) && test(tile));
    (!tiles.is_empty()).then_some(Review { kind, tiles })
}

fn indices(reading: &Reading, test: impl Fn(&ReadTile) -> bool) -> Vec<usize> {
    let tiles = reading.tiles.iter().enumerate();
    tiles.filter(|(_, t)| test(t)).map(|(i, _)| i).collect()
}

/// A winning hand has 14 tiles, each set counted as three; 17 in some rules.
fn count(reading: &Reading) -> Option<Review> {
    let tiles: Vec<usize> = reading.zone(Zone::Hand).collect();
    let found = tiles.len() + 3 * reading.melds.len();
    let expected = if found > 15 { 17 } else { 14 };
    (found != expected).then_some(Review {
        kind: ReviewKind::Count { found, expected },
        tiles,
    })
}

fn rivals(reading: &Reading) -> impl Iterator<Item = Review> + '_ {
    reading.rivals.iter().map(|rival| Review {
        kind: ReviewKind::Rival {
            notation: record::notation(rival),
        },
        tiles: Vec::new(),
    })
}

/// The waits, and so the score, depend on which tile came last.
fn win_tile(reading: &Reading) -> Option<Review> {
    let win = reading.win.filter(|_| !reading.win_is_apart)?;
    Some(Review {
        kind: ReviewKind::WinTile {
            taken: reading.tiles[win].tile,
        },
        tiles: vec![win],
    })
}

/// What lies beside the hand like another tile of it but was taken for none.
fn ghosts(reading: &Reading) -> impl Iterator<Item = Review> + '_ {
    let beside = move |quad: &Quad| {
        reading
            .tiles
            .iter()
            .filter(|tile| matters(tile))
            .any(|tile| {
                let ([ax, ay], [bx, by]) = (quad.centre(), tile.quad.centre());
                let (a, b) = (quad.side(), tile.quad.side());
                (ax - bx).hypot(ay - by) < BESIDE * b && (0.67..1.5).contains(&(a / b))
            })
    };
    // Where a tile lies already, there is no other.
    let free = |quad: &Quad| {
        let shared = reading.tiles.iter().map(|tile| tile.quad.shared_area(quad));
        shared.sum::<f32>() < OVERLAP * quad.area()
    };
    let asked =
        move |ghost: &&Ghost| ghost.score >= GHOST && beside(&ghost.quad) && free(&ghost.quad);
    reading.ghosts.iter().filter(asked).map(|ghost| Review {
        kind: ReviewKind::Ghost {
            at: ghost.quad.centre().map(|v| v.max(0.0).round() as u32),
        },
        tiles: Vec::new(),
    })
}

fn renamed(reading: &Reading) -> impl Iterator<Item = Review> + '_ {
    reading.tiles.iter().enumerate().filter_map(|(i, tile)| {
        tile.renamed.map(|change| Review {
            kind: ReviewKind::Renamed {
                from: change.from,
                to: tile.tile,
            },
            tiles: vec![i],
        })
    })
}

/// The copies that lie face down in concealed kans.
pub(super) fn hidden(melds: &[Vec<Tile>]) -> TileSet {
    let mut hidden = TileSet::default();
    for meld in melds {
        let backs = meld.iter().filter(|&&tile| tile == Tile::BACK).count();
        if let Some(face) = meld.iter().find(|&&tile| tile != Tile::BACK) {
            (0..backs).for_each(|_| hidden.insert(face.plain()));
        }
    }
    hidden
}

fn illegal(reading: &Reading, wall: &Wall) -> Vec<Review> {
    let melds: Vec<Vec<Tile>> = reading
        .melds
        .iter()
        .map(|meld| reading.shown(meld))
        .collect();
    let hidden = hidden(&melds);
    // All that are seen come out of one wall, wherever they lie; what is not
    // sure elsewhere on the table proves nothing.
    let counted = indices(reading, |tile| matters(tile) || tile.score >= DOUBTFUL);
    let shown = counted.iter().map(|&i| reading.tiles[i].tile);
    let held: TileSet = hidden.iter().chain(shown).collect();
    let mut found = Vec::new();
    for tile in Tile::all() {
        // Hidden copies of a kan may be the red ones: only kinds count there.
        let class = usize::from(held.count(tile) - hidden.count(tile));
        let kind = usize::from(held.count_kind(tile));
        let (class_limit, kind_limit) = (
            usize::from(wall.class_limit(tile)),
            usize::from(wall.kind_limit(tile)),
        );
        let (count, limit, same): (_, _, fn(Tile) -> Tile) = if class > class_limit {
            (class, class_limit, |t| t)
        } else if kind > kind_limit && !tile.is_red() {
            (kind, kind_limit, |t| t.plain())
        } else {
            continue;
        };
        let tiles = counted
            .iter()
            .copied()
            .filter(|&i| same(reading.tiles[i].tile) == tile)
            .collect();
        let kind = ReviewKind::Illegal { tile, count, limit };
        found.push(Review { kind, tiles });
    }
    found
}

/// Marks the concealed kans of fives that must hide a red one.
pub(super) fn find_hidden_reds(reading: &mut Reading, wall: &Wall) {
    for k in 0..reading.melds.len() {
        let shown = reading.shown(&reading.melds[k]);
        let faces = || shown.iter().filter(|&&tile| tile != Tile::BACK);
        let Some(plain) = faces().next().map(|tile| tile.plain()) else {
            continue;
        };
        let reds = faces().filter(|tile| tile.is_red()).count();
        let most = usize::from(wall.class_limit(plain));
        let hides = faces().count() < shown.len() && shown.len() - reds > most;
        reading.melds[k].hides_red = hides && plain.red().is_some();
    }
}

fn hidden_reds(reading: &Reading) -> impl Iterator<Item = Review> + '_ {
    let hiding = reading.melds.iter().filter(|meld| meld.hides_red);
    hiding.map(|meld| Review {
        kind: ReviewKind::HiddenRed,
        tiles: meld.tiles.clone(),
    })
}

/// A concealed kan is shown with tiles face down, but some turn all four up;
/// whether it was called changes the score and is not to be seen.
fn open_kans(reading: &Reading) -> impl Iterator<Item = Review> + '_ {
    let open = reading
        .melds
        .iter()
        .filter(|meld| meld.kind == MeldKind::Ankan && !reading.shown(meld).contains(&Tile::BACK));
    open.map(|meld| Review {
        kind: ReviewKind::OpenKan,
        tiles: meld.tiles.clone(),
    })
}

fn face_down(reading: &Reading) -> Option<Review> {
    let tiles = indices(reading, |tile| {
        tile.tile == Tile::BACK && tile.zone == Zone::Hand
    });
    let kind = ReviewKind::FaceDown;
    (!tiles.is_empty()).then_some(Review { kind, tiles })
}

fn cut_off(reading: &Reading) -> Option<Review> {
    let (w, h) = (reading.width as f32, reading.height as f32);
    each(reading, ReviewKind::CutOff, |tile| {
        let [left, top, right, bottom] = tile.quad.bounds();
        let margin = CUT * tile.quad.side();
        left < -margin || top < -margin || right > w + margin || bottom > h + margin
    })
}

fn overlap(reading: &Reading) -> Option<Review> {
    let mut tiles = Vec::new();
    for (i, a) in reading.tiles.iter().enumerate() {
        for (j, b) in reading.tiles.iter().enumerate().skip(i + 1) {
            let smaller = a.quad.area().min(b.quad.area());
            if matters(a) && matters(b) && a.quad.shared_area(&b.quad) > OVERLAP * smaller {
                tiles.extend([i, j]);
            }
        }
    }
    tiles.sort_unstable();
    tiles.dedup();
    let kind = ReviewKind::Overlap;
    (!tiles.is_empty()).then_some(Review { kind, tiles })
}

/// Light and sharpness, from a grid of samples in each tile.
fn light(reading: &Reading, image: &RgbImage, found: &mut Vec<Review>) {
    let looks: Vec<(usize, Look)> = indices(reading, matters)
        .into_iter()
        .map(|i| (i, Look::at(&reading.tiles[i], image)))
        .collect();
    let n = looks.len().max(1) as f32;
    if looks.iter().map(|(_, look)| look.mean).sum::<f32>() / n < DARK && !looks.is_empty() {
        found.push(Review {
            kind: ReviewKind::TooDark,
            tiles: Vec::new(),
        });
    }
    if looks.iter().map(|(_, look)| look.spread).sum::<f32>() / n < GREY && !looks.is_empty() {
        found.push(Review {
            kind: ReviewKind::Grey,
            tiles: Vec::new(),
        });
    }
    // White tiles are bright by nature: only a doubt makes light a fault.
    let doubtful = |i: usize| reading.tiles[i].score < DOUBTFUL;
    for (kind, test) in [
        (ReviewKind::Glare, Look::is_burnt as fn(&Look) -> bool),
        (ReviewKind::Blur, Look::is_soft),
    ] {
        let tiles: Vec<usize> = looks
            .iter()
            .filter(|(i, look)| doubtful(*i) && test(look))
            .map(|&(i, _)| i)
            .collect();
        if !tiles.is_empty() {
            found.push(Review { kind, tiles });
        }
    }
}

/// How a tile's pixels look.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    mean: f32,
    /// Brightest less darkest channel.
    spread: f32,
    burnt: f32,
    edges: f32,
}

impl Look {
    const GRID: usize = 24;

    fn at(tile: &ReadTile, image: &RgbImage) -> Look {
        let q = &tile.quad.0;
        let sample = |u: f32, v: f32| {
            let mix = |a: usize, b: usize, t: f32| {
                [
                    q[a][0] + (q[b][0] - q[a][0]) * t,
                    q[a][1] + (q[b][1] - q[a][1]) * t,
                ]
            };
            let (top, bottom) = (mix(0, 1, u), mix(3, 2, u));
            let x = top[0] + (bottom[0] - top[0]) * v;
            let y = top[1] + (bottom[1] - top[1]) * v;
            let inside = |t: f32, limit: u32| (t.max(0.0) as u32).min(limit - 1);
            let pixel = image.get_pixel(inside(x, image.width()), inside(y, image.height()));
            pixel.0.map(f32::from)
        };
        let mut look = Look::default();
        let (mut lowest, mut highest) = (f32::MAX, f32::MIN);
        let mut previous = 0.0;
        let n = (Look::GRID * Look::GRID) as f32;
        for i in 0..Look::GRID * Look::GRID {
            let at = |k: usize| 0.1 + 0.8 * (k as f32 + 0.5) / Look::GRID as f32;
            let [r, g, b] = sample(at(i % Look::GRID), at(i / Look::GRID));
            let grey = 0.3 * r + 0.6 * g + 0.1 * b;
            look.mean += grey / n;
            look.spread += (r.max(g).max(b) - r.min(g).min(b)) / n;
            look.burnt += if r.min(g).min(b) >= 252.0 {
                1.0 / n
            } else {
                0.0
            };
            if i % Look::GRID > 0 {
                look.edges += (grey - previous).abs() / n;
            }
            (lowest, highest) = (lowest.min(grey), highest.max(grey));
            previous = grey;
        }
        look.edges /= (highest - lowest).max(16.0);
        look
    }

    fn is_burnt(&self) -> bool {
        self.burnt > BURNT
    }

    fn is_soft(&self) -> bool {
        self.edges < SOFT
    }
}
