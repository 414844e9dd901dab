//! The tiles that a line of the sheet points at.

use crate::rules::RuleSet;
use crate::score::hand::{Form, HAKU, Hand, Set, tile};
use crate::score::input::HandInput;
use crate::score::item::Scope;
use crate::score::sheet::Tiles;
use crate::score::split::{Reading, Shape};
use crate::tile::Tile;

/// Resolves scopes for one hand.
pub struct Pointer<'a> {
    rules: &'a RuleSet,
    input: &'a HandInput,
    hand: &'a Hand,
    /// The physical tiles of the hand and its sets.
    whole: Tiles,
    /// Those of them that are what they show: a wild 白 is none of them.
    held: Tiles,
}

impl<'a> Pointer<'a> {
    /// Points into a hand read from this input.
    pub fn new(rules: &'a RuleSet, input: &'a HandInput, hand: &'a Hand) -> Pointer<'a> {
        let mut whole = Tiles::from_slice(&input.concealed);
        let at = whole.len();
        whole.push(input.win_tile);
        for meld in &input.melds {
            whole.extend_from_slice(&meld.tiles);
        }
        let mut held = whole.clone();
        if is_wild(input, hand) {
            held.remove(at);
        }
        Pointer {
            rules,
            input,
            hand,
            whole,
            held,
        }
    }

    /// The tiles of a scope in a reading, physical ones where the input has
    /// them.
    pub fn tiles(&self, scope: Scope, reading: &Reading) -> Tiles {
        let HandInput { gari, flowers, .. } = self.input;
        match scope {
            Scope::Nothing => Tiles::new(),
            Scope::Whole => self.whole.clone(),
            Scope::Win => Tiles::from_slice(&[self.input.win_tile]),
            Scope::Kind(kind) => self.of_kind(kind as usize),
            Scope::SeatWind => self.of_kind(self.hand.seat),
            Scope::RoundWind => self.of_kind(self.hand.round),
            Scope::Honors => pick(&[&self.held], Tile::is_honor),
            Scope::Fives => self.with_stand_in(
                pick(&[&self.held], is_plain_five),
                is_plain_five(tile(self.hand.win)),
            ),
            Scope::Reds => pick(&[&self.held], Tile::is_red),
            Scope::AllReds => pick(&[&self.held, gari], Tile::is_red),
            Scope::Gari => pick(&[gari, flowers], |tile| !tile.is_red()),
            Scope::RedGari => pick(&[gari], Tile::is_red),
            Scope::Dora => self.hit(&self.hand.dora),
            Scope::Ura => self.hit(&self.hand.ura),
            _ => of_sets(scope, reading),
        }
    }

    fn of_kind(&self, kind: usize) -> Tiles {
        let held = pick(&[&self.held], |tile| tile.kind() == Some(kind));
        self.with_stand_in(held, self.hand.win == kind)
    }

    /// The wild tile too, where what it stands for is among those wanted.
    fn with_stand_in(&self, mut tiles: Tiles, wanted: bool) -> Tiles {
        if wanted && is_wild(self.input, self.hand) {
            tiles.push(self.input.win_tile);
        }
        tiles
    }

    fn hit(&self, shown: &[u8; 34]) -> Tiles {
        let pulled = match self.rules.options.dora_on_gari {
            true => self.input.gari.as_slice(),
            false => &[],
        };
        let hit = pick(&[&self.held, pulled], |tile| {
            tile.kind().is_some_and(|kind| shown[kind] > 0)
        });
        self.with_stand_in(hit, shown[self.hand.win] > 0)
    }
}

/// Whether the winning tile counts as another kind than it shows.
fn is_wild(input: &HandInput, hand: &Hand) -> bool {
    hand.win != input.win_tile.kind().unwrap_or(HAKU)
}

fn is_plain_five(tile: Tile) -> bool {
    tile.red().is_some() && !tile.is_red()
}

/// The tiles of these lists that are wanted.
fn pick(lists: &[&[Tile]], wanted: impl Fn(Tile) -> bool) -> Tiles {
    let mut picked = Tiles::new();
    for &tile in lists.iter().copied().flatten() {
        if wanted(tile) {
            picked.push(tile);
        }
    }
    picked
}

/// The plain tiles of the sets that a scope names.
fn of_sets(scope: Scope, reading: &Reading) -> Tiles {
    if reading.shape != Shape::Standard {
        return Tiles::new();
    }
    let sets = &reading.sets;
    let wanted = |set: &&Set| match scope {
        Scope::Sequences => set.form == Form::Seq,
        Scope::Twins => {
            set.form == Form::Seq
                && sets
                    .iter()
                    .filter(|other| other.low == set.low && other.form == Form::Seq)
                    .count()
                    > 1
        }
        Scope::Triplets => set.form != Form::Seq,
        Scope::Ankou => set.form != Form::Seq && set.concealed,
        Scope::Kans => set.form == Form::Quad,
        Scope::Ankan => set.form == Form::Quad && set.concealed,
        Scope::Minkan => set.form == Form::Quad && !set.concealed,
        Scope::Sevens => set.form != Form::Seq && set.concealed && matches!(set.low, 15 | 24),
        _ => false,
    };
    sets.iter()
        .filter(wanted)
        .flat_map(|set| set_tiles(*set))
        .collect()
}

/// The plain tiles of a set.
fn set_tiles(set: Set) -> impl Iterator<Item = Tile> {
    let (step, count) = match set.form {
        Form::Seq => (1, 3),
        Form::Trip => (0, 3),
        Form::Quad => (0, 4),
    };
    let low = set.low as usize;
    (0..count).map(move |at| tile(low + at * step))
}

/// A reading as text: its sets (`123p`, `5555z`), then the pair; or the name of
/// its shape.
pub fn split_text(reading: &Reading) -> String {
    let shape = match reading.shape {
        Shape::Standard => return sets_text(reading),
        Shape::Pairs { .. } => "chiitoi",
        Shape::Kokushi => "kokushi",
        Shape::Scattered { pair: true } => "shiisanpuuta",
        Shape::Scattered { pair: false } => "shiisuupuuta",
    };
    shape.to_owned()
}

fn sets_text(reading: &Reading) -> String {
    let code = |kind: u8| {
        let code = tile(kind.into()).code().as_bytes();
        (code[0], code[1])
    };
    let mut text = Vec::with_capacity(32);
    for set in &reading.sets {
        let (rank, suit) = code(set.low);
        match set.form {
            Form::Seq => text.extend([rank, rank + 1, rank + 2, suit, b' ']),
            Form::Trip => text.extend([rank, rank, rank, suit, b' ']),
            Form::Quad => text.extend([rank, rank, rank, rank, suit, b' ']),
        }
    }
    let (rank, suit) = code(reading.pair);
    text.extend([rank, rank, suit]);
    // The codes of tiles are ASCII.
    String::from_utf8(text).unwrap_or_default()
}
