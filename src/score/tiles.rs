//! The tiles that a line of the sheet points at.

use crate::rules::RuleSet;
use crate::score::hand::{Form, HAKU, Hand, Set, tile};
use crate::score::input::HandInput;
use crate::score::item::Scope;
use crate::score::split::{Reading, Shape};
use crate::tile::Tile;

/// Resolves scopes for one reading.
pub struct Pointer<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The input, for the physical tiles.
    pub input: &'a HandInput,
    /// The hand as counted.
    pub hand: &'a Hand,
    /// The reading.
    pub reading: &'a Reading,
}

impl Pointer<'_> {
    /// The tiles of a scope, physical ones where the input has them.
    pub fn tiles(&self, scope: Scope) -> Vec<Tile> {
        match scope {
            Scope::Nothing => Vec::new(),
            Scope::Whole => self.held().collect(),
            Scope::Win => vec![self.input.win_tile],
            Scope::Kind(kind) => self.of_kind(kind as usize),
            Scope::SeatWind => self.of_kind(self.hand.seat),
            Scope::RoundWind => self.of_kind(self.hand.round),
            Scope::Honors => self.held().filter(|tile| tile.is_honor()).collect(),
            Scope::Fives => {
                let fives = self.held().filter(|tile| tile.plain().red().is_some());
                fives.filter(|tile| !tile.is_red()).collect()
            }
            Scope::Reds => self.held().filter(|tile| tile.is_red()).collect(),
            Scope::AllReds => {
                let all = self.held().chain(self.input.gari.iter().copied());
                all.filter(|tile| tile.is_red()).collect()
            }
            Scope::Gari => {
                let pulled = self.input.gari.iter().chain(&self.input.flowers);
                pulled.copied().filter(|tile| !tile.is_red()).collect()
            }
            Scope::RedGari => {
                let pulled = self.input.gari.iter().copied();
                pulled.filter(|tile| tile.is_red()).collect()
            }
            Scope::Dora => self.hit(&self.hand.dora),
            Scope::Ura => self.hit(&self.hand.ura),
            _ => self.of_sets(scope),
        }
    }

    fn held(&self) -> impl Iterator<Item = Tile> + '_ {
        let in_melds = self.input.melds.iter().flat_map(|meld| &meld.tiles);
        let hand = self.input.concealed.iter().chain([&self.input.win_tile]);
        hand.chain(in_melds).copied()
    }

    fn of_kind(&self, kind: usize) -> Vec<Tile> {
        self.held()
            .filter(|tile| tile.kind() == Some(kind))
            .collect()
    }

    fn hit(&self, shown: &[u8; 34]) -> Vec<Tile> {
        let pulled = self.input.gari.iter().copied();
        let pulled = pulled.filter(|_| self.rules.options.dora_on_gari);
        let hit = |tile: &Tile| tile.kind().is_some_and(|kind| shown[kind] > 0);
        let wild =
            self.hand.win != self.input.win_tile.kind().unwrap_or(HAKU) && shown[self.hand.win] > 0;
        let stand_in = wild.then_some(self.input.win_tile);
        self.held()
            .chain(pulled)
            .filter(hit)
            .chain(stand_in)
            .collect()
    }

    fn of_sets(&self, scope: Scope) -> Vec<Tile> {
        if self.reading.shape != Shape::Standard {
            return Vec::new();
        }
        let sets = &self.reading.sets;
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
}

/// The plain tiles of a set.
pub fn set_tiles(set: Set) -> Vec<Tile> {
    let low = set.low as usize;
    match set.form {
        Form::Seq => (low..low + 3).map(tile).collect(),
        Form::Trip => vec![tile(low); 3],
        Form::Quad => vec![tile(low); 4],
    }
}

/// A reading as text: its sets, then the pair; or the name of its shape.
pub fn split_text(reading: &Reading) -> String {
    let shape = match reading.shape {
        Shape::Standard => {
            let mut text = String::with_capacity(32);
            for set in &reading.sets {
                push_kinds(&mut text, *set);
                text.push(' ');
            }
            let pair = tile(reading.pair as usize).code();
            text.push_str(&pair[..1]);
            text.push_str(pair);
            return text;
        }
        Shape::Pairs { .. } => "chiitoi",
        Shape::Kokushi => "kokushi",
        Shape::Scattered { pair: true } => "shiisanpuuta",
        Shape::Scattered { pair: false } => "shiisuupuuta",
    };
    shape.to_owned()
}

/// The ranks of a set and its suit letter, such as `123p` or `5555z`.
fn push_kinds(text: &mut String, set: Set) {
    let low = set.low as usize;
    let (step, count) = match set.form {
        Form::Seq => (1, 3),
        Form::Trip => (0, 3),
        Form::Quad => (0, 4),
    };
    for at in 0..count {
        text.push_str(&tile(low + at * step).code()[..1]);
    }
    text.push_str(&tile(low).code()[1..]);
}
