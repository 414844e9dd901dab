//! Every way to read the tiles as a winning hand.
//!
//! Kinds are 0..34: 1–9 man, 1–9 pin, 1–9 sou, 東南西北白發中.

use karasu::meld::MeldKind;
use karasu::score::{HandInput, Win};

pub const EAST: usize = 27;
pub const NORTH: usize = 30;
pub const HAKU: usize = 31;
pub const HATSU: usize = 32;
pub const CHUN: usize = 33;
pub const FIVES: [usize; 3] = [4, 13, 22];
/// The thirteen kinds of 国士無双.
pub const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SetKind {
    Sequence,
    Triplet,
    Quad,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set {
    pub kind: SetKind,
    /// The kind of the (lowest) tile.
    pub first: usize,
    /// Not concealed: called, or a triplet completed by ron.
    pub open: bool,
    /// Place in the order of melds, for called and declared sets.
    pub meld: Option<usize>,
    /// Holds the winning tile.
    pub won: bool,
}

impl Set {
    pub fn same_tiles(&self) -> bool {
        self.kind != SetKind::Sequence
    }

    pub fn tiles(&self) -> Vec<usize> {
        match self.kind {
            SetKind::Sequence => vec![self.first, self.first + 1, self.first + 2],
            SetKind::Triplet => vec![self.first; 3],
            SetKind::Quad => vec![self.first; 4],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wait {
    TwoSided,
    Closed,
    Edge,
    Shanpon,
    Single,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Four sets and a pair.
    Sets {
        sets: Vec<Set>,
        pair: usize,
        wait: Wait,
    },
    /// 七対子 with so many fours (a four counts as two pairs).
    Pairs { fours: usize },
    /// 国士無双.
    Orphans { thirteen_waits: bool },
}

/// One reading of the hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub form: Form,
    /// Kinds of all tiles, sets beside the hand included.
    pub tiles: Vec<usize>,
    pub closed: bool,
    pub win: usize,
    pub tsumo: bool,
    /// The tiles without the winning tile are 1112345678999 of one suit.
    pub nine_gates_pure: bool,
    /// The tiles are 1112345678999 and one more of the same suit.
    pub nine_gates: bool,
}

impl Reading {
    pub fn sets(&self) -> &[Set] {
        match &self.form {
            Form::Sets { sets, .. } => sets,
            _ => &[],
        }
    }

    pub fn pair(&self) -> Option<usize> {
        match self.form {
            Form::Sets { pair, .. } => Some(pair),
            _ => None,
        }
    }
}

pub fn is_honor(kind: usize) -> bool {
    kind >= 27
}

pub fn suit(kind: usize) -> usize {
    kind / 9
}

/// 1–9.
pub fn rank(kind: usize) -> usize {
    kind % 9 + 1
}

pub fn is_terminal(kind: usize) -> bool {
    !is_honor(kind) && (rank(kind) == 1 || rank(kind) == 9)
}

pub fn is_yaochuu(kind: usize) -> bool {
    is_honor(kind) || is_terminal(kind)
}

type Counts = [usize; 34];

fn counts(tiles: &[usize]) -> Counts {
    let mut counts = [0; 34];
    for &kind in tiles {
        counts[kind] += 1;
    }
    counts
}

/// Every way to cut the counted tiles into sequences and triplets.
fn cut(
    counts: &mut Counts,
    so_far: &mut Vec<(SetKind, usize)>,
    out: &mut Vec<Vec<(SetKind, usize)>>,
) {
    let Some(low) = (0..34).find(|&kind| counts[kind] > 0) else {
        out.push(so_far.clone());
        return;
    };
    if counts[low] >= 3 {
        counts[low] -= 3;
        so_far.push((SetKind::Triplet, low));
        cut(counts, so_far, out);
        so_far.pop();
        counts[low] += 3;
    }
    let runs = low < 27 && rank(low) <= 7;
    if runs && counts[low + 1] > 0 && counts[low + 2] > 0 {
        for step in 0..3 {
            counts[low + step] -= 1;
        }
        so_far.push((SetKind::Sequence, low));
        cut(counts, so_far, out);
        so_far.pop();
        for step in 0..3 {
            counts[low + step] += 1;
        }
    }
}

/// Kinds of the concealed tiles without the winning tile.
pub fn concealed(input: &HandInput) -> Vec<usize> {
    let kind = |tile: &karasu::tile::Tile| tile.kind().expect("a tile of the hand");
    input.concealed.iter().map(kind).collect()
}

fn called_sets(input: &HandInput) -> Vec<Set> {
    let meld = |(place, meld): (usize, &karasu::meld::Meld)| Set {
        kind: match meld.kind {
            MeldKind::Chi => SetKind::Sequence,
            MeldKind::Pon => SetKind::Triplet,
            MeldKind::Daiminkan | MeldKind::Kakan | MeldKind::Ankan => SetKind::Quad,
        },
        first: meld
            .tiles
            .iter()
            .filter_map(|tile| tile.kind())
            .min()
            .expect("tiles"),
        open: meld.kind != MeldKind::Ankan,
        meld: Some(place),
        won: false,
    };
    input.melds.iter().enumerate().map(meld).collect()
}

fn wait_in_sequence(first: usize, win: usize) -> Wait {
    if win == first + 1 {
        Wait::Closed
    } else if (win == first + 2 && rank(first) == 1) || (win == first && rank(first) == 7) {
        Wait::Edge
    } else {
        Wait::TwoSided
    }
}

/// Every reading with `win` as the kind of the winning tile.
pub fn readings(input: &HandInput, win: usize) -> Vec<Reading> {
    let thirteen = concealed(input);
    let mut hand = thirteen.clone();
    hand.push(win);
    let called = called_sets(input);
    let mut tiles = hand.clone();
    tiles.extend(called.iter().flat_map(Set::tiles));
    let pattern = |base: usize| [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8].map(|r| base + r);
    let gates = |base: usize| counts(&pattern(base));
    let holds = |of: &Counts, need: &Counts| (0..34).all(|k| of[k] >= need[k]);
    let flush = hand.len() == 14 && hand.iter().all(|&k| k < 27 && suit(k) == suit(hand[0]));
    let reading = |form: Form| Reading {
        form,
        tiles: tiles.clone(),
        closed: called.iter().all(|set| !set.open),
        win,
        tsumo: input.win == Win::Tsumo,
        nine_gates: flush && holds(&counts(&hand), &gates(suit(win) * 9)),
        nine_gates_pure: flush && counts(&thirteen) == gates(suit(win) * 9),
    };
    let mut all: Vec<Reading> = set_forms(&hand, &called, win, input.win == Win::Ron)
        .into_iter()
        .map(reading)
        .collect();
    if called.is_empty() && hand.len() == 14 {
        let held = counts(&hand);
        if held.iter().all(|n| n % 2 == 0) {
            let fours = held.iter().filter(|&&n| n == 4).count();
            all.push(reading(Form::Pairs { fours }));
        }
        if ORPHANS.iter().all(|&kind| held[kind] > 0) && hand.iter().all(|&k| is_yaochuu(k)) {
            let thirteen_waits = ORPHANS.iter().all(|kind| thirteen.contains(kind));
            all.push(reading(Form::Orphans { thirteen_waits }));
        }
    }
    all
}

/// Every cut into four sets and a pair, with every place of the winning tile.
fn set_forms(hand: &[usize], called: &[Set], win: usize, ron: bool) -> Vec<Form> {
    let mut forms = Vec::new();
    for pair in 0..34 {
        let mut left = counts(hand);
        if left[pair] < 2 {
            continue;
        }
        left[pair] -= 2;
        let mut cuts = Vec::new();
        cut(&mut left, &mut Vec::new(), &mut cuts);
        for parts in cuts {
            if parts.len() + called.len() != 4 {
                continue;
            }
            let plain = |&(kind, first): &(SetKind, usize)| Set {
                kind,
                first,
                open: false,
                meld: None,
                won: false,
            };
            let own: Vec<Set> = parts.iter().map(plain).collect();
            if pair == win {
                let sets = own.iter().chain(called).copied().collect();
                forms.push(Form::Sets {
                    sets,
                    pair,
                    wait: Wait::Single,
                });
            }
            for place in 0..own.len() {
                if !own[place].tiles().contains(&win) {
                    continue;
                }
                let mut own = own.clone();
                own[place].won = true;
                // A triplet completed by ron is not concealed.
                own[place].open = ron && own[place].same_tiles();
                let wait = match own[place].kind {
                    SetKind::Sequence => wait_in_sequence(own[place].first, win),
                    _ => Wait::Shanpon,
                };
                let sets = own.into_iter().chain(called.iter().copied()).collect();
                forms.push(Form::Sets { sets, pair, wait });
            }
        }
    }
    forms
}
