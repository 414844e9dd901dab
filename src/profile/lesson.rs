//! One photo of a set in rows, as a lesson: which tile lies where.

use image::RgbImage;

use crate::detect::{Detection, Quad};
use crate::lang::{Lang, quoted};
use crate::read;
use crate::score::mpsz;
use crate::tile::Tile;

use super::cells::{self, Cell, Doubt};
use super::kept::Sample;

/// From this probability on, a tile that was also seen elsewhere is itself.
const SURELY: f32 = 0.9;

/// What a photo of a set shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Rows from the top, tiles from the left.
    pub rows: Vec<Vec<Cell>>,
}

/// What a person says about the rows: the tiles of each, `None` for a row that
/// is not to be learned.
pub type Order = Vec<Option<Vec<Tile>>>;

/// An order that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message(Lang::En))]
pub enum OrderFault {
    /// This part of the order is no tile.
    NoTile(String),
    /// So many rows were said, so many are seen.
    Rows(usize, usize),
    /// In this row, from 1, so many tiles were said, so many are seen.
    Tiles(usize, usize, usize),
}

impl OrderFault {
    /// What is wrong and what to do.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (OrderFault::NoTile(text), Lang::Ja) => {
                format!(
                    "{:?} は牌ではありません。行ごとに、例えば 123456789m 1234567z",
                    quoted(text)
                )
            }
            (OrderFault::NoTile(text), Lang::En) => {
                format!(
                    "{:?} is no tile; write each row, such as 123456789m 1234567z",
                    quoted(text)
                )
            }
            (OrderFault::Rows(said, seen), Lang::Ja) => {
                format!(
                    "{said} 行と書いてありますが、写真には {seen} 行見えます (覚えない行は - と書きます)"
                )
            }
            (OrderFault::Rows(said, seen), Lang::En) => {
                format!(
                    "the order has {said} rows, the photo shows {seen} (write - for a row to leave out)"
                )
            }
            (OrderFault::Tiles(row, said, seen), Lang::Ja) => {
                format!("{row} 行目は {said} 枚と書いてありますが、写真には {seen} 枚見えます")
            }
            (OrderFault::Tiles(row, said, seen), Lang::En) => {
                format!("row {row} has {said} tiles by the order, {seen} in the photo")
            }
        }
    }
}

/// Reads an order: rows with blanks between them, `123456789m 1234567z0m0p0s`,
/// `-` for a row to leave out.
///
/// # Errors
/// The first text that is no tile.
pub fn order(text: &str) -> Result<Order, OrderFault> {
    let row = |word: &str| match word {
        "-" => Ok(None),
        tiles => mpsz::parse(tiles).map(Some).map_err(OrderFault::NoTile),
    };
    text.split_whitespace().map(row).collect()
}

/// Understands a photo of a set in rows. Rows may come in any order, and tiles
/// may be missing; each row is in the order of its suit, unless `order` says
/// what it is.
///
/// # Errors
/// When `order` has other rows than the photo.
pub fn lesson(detections: &[Detection], order: Option<&Order>) -> Result<Lesson, OrderFault> {
    let rows = read::rows_of(detections);
    let Some(order) = order else {
        let mut rows: Vec<Vec<Cell>> = rows.iter().map(|row| by_look(row, detections)).collect();
        doubt_repeated(&mut rows, detections);
        return Ok(Lesson { rows });
    };
    if order.len() != rows.len() {
        return Err(OrderFault::Rows(order.len(), rows.len()));
    }
    let mut told = Vec::with_capacity(rows.len());
    for (n, (row, order)) in rows.iter().zip(order).enumerate() {
        let Some(tiles) = order else {
            continue;
        };
        if tiles.len() != row.len() {
            return Err(OrderFault::Tiles(n + 1, tiles.len(), row.len()));
        }
        let cells = row.iter().zip(tiles);
        told.push(
            cells
                .map(|(&i, &tile)| as_told(i, tile, detections))
                .collect(),
        );
    }
    Ok(Lesson { rows: told })
}

fn by_look(row: &[usize], detections: &[Detection]) -> Vec<Cell> {
    let looks: Vec<&[f32]> = row.iter().map(|&i| look(&detections[i])).collect();
    let mut cells = cells::cells(row, &looks);
    // What lies alone has no neighbours to speak for it, and may be no tile.
    if let ([cell], [look]) = (cells.as_mut_slice(), looks.as_slice())
        && look[cell.tile.index()] < SURELY
    {
        cell.doubt = Some(Doubt::Alone);
    }
    cells
}

fn look(detection: &Detection) -> &[f32] {
    &detection.probabilities[..Tile::COUNT]
}

/// A cell that a person named.
fn as_told(detection: usize, tile: Tile, detections: &[Detection]) -> Cell {
    let (own, p) = cells::best(look(&detections[detection]));
    Cell {
        detection,
        tile,
        score: 1.0,
        doubt: (own != tile && p >= SURELY).then_some(Doubt::LooksLike(own, p)),
        told: true,
    }
}

/// A row of which a person has named some tiles: the others are understood
/// between them.
fn between_told(row: &[Cell], detections: &[Detection]) -> Vec<Cell> {
    let certain: Vec<Vec<f32>> = row
        .iter()
        .map(|cell| {
            let mut certain = vec![0.0; Tile::COUNT];
            certain[cell.tile.index()] = 1.0;
            certain
        })
        .collect();
    let looks: Vec<&[f32]> = row
        .iter()
        .zip(&certain)
        .map(|(cell, certain)| match cell.told {
            true => certain.as_slice(),
            false => look(&detections[cell.detection]),
        })
        .collect();
    let numbers: Vec<usize> = row.iter().map(|cell| cell.detection).collect();
    let mut next = cells::cells(&numbers, &looks);
    for (cell, before) in next.iter_mut().zip(row) {
        if before.told {
            *cell = Cell {
                score: 1.0,
                doubt: None,
                ..*before
            };
        }
    }
    next
}

/// A set is laid out once: where a tile lies in two rows, those that do not look
/// like it themselves are doubtful.
fn doubt_repeated(rows: &mut [Vec<Cell>], detections: &[Detection]) {
    let held: Vec<Vec<Tile>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.tile).collect())
        .collect();
    for (r, row) in rows.iter_mut().enumerate() {
        for cell in row.iter_mut() {
            let elsewhere = held
                .iter()
                .enumerate()
                .any(|(o, tiles)| o != r && tiles.contains(&cell.tile));
            let own = detections[cell.detection].probabilities[cell.tile.index()];
            if elsewhere && own < SURELY && cell.is_sure() && !cell.told {
                cell.doubt = Some(Doubt::Twice);
            }
        }
    }
}

impl Lesson {
    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flatten()
    }

    /// The cell at a row and column, from 0.
    pub fn cell(&self, (row, column): (usize, usize)) -> Option<&Cell> {
        self.rows.get(row)?.get(column)
    }

    /// Names a tile; its row is understood anew with it, and where the same
    /// tile was seen twice, that too.
    pub(super) fn name(&mut self, at: (usize, usize), tile: Tile, detections: &[Detection]) {
        if let Some(cell) = self.rows.get_mut(at.0).and_then(|row| row.get_mut(at.1)) {
            cell.tile = tile;
            cell.told = true;
            self.understand(at.0, detections);
        }
    }

    /// Takes a cell out: what lies there is no tile of the set.
    pub(super) fn leave_out(&mut self, at: (usize, usize), detections: &[Detection]) {
        if self.cell(at).is_some() {
            self.rows[at.0].remove(at.1);
            match self.rows[at.0].is_empty() {
                true => drop(self.rows.remove(at.0)),
                false => self.understand(at.0, detections),
            }
        }
    }

    fn understand(&mut self, row: usize, detections: &[Detection]) {
        self.rows[row] = between_told(&self.rows[row], detections);
        // Told anew for all rows: a name that moved away frees the other.
        for cell in self.rows.iter_mut().flatten() {
            if cell.doubt == Some(Doubt::Twice) {
                cell.doubt = None;
            }
        }
        doubt_repeated(&mut self.rows, detections);
    }

    /// The faces to learn: every sure cell, cut out of the photo by its upright
    /// outline.
    pub(super) fn samples(&self, image: &RgbImage, upright: &[Quad]) -> Vec<Sample> {
        let sure = self.cells().filter(|cell| cell.is_sure());
        sure.map(|cell| Sample::cut(image, &upright[cell.detection], cell.tile))
            .collect()
    }
}
