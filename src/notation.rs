//! Hands as a person types them: `123m406p789s (555z) 11z+1z g:1m9m d:3p`
//! (contract.md, "Notation a person types").
//!
//! [`parse`] reports every fault at once; [`Hand`]'s `Display` is the one
//! canonical form. `parse(hand.to_string())` gives back `hand.canonical()`.

mod fault;

use std::fmt;
use std::ops::Range;

pub use fault::{Fault, FaultKind, explain};

use crate::meld::{Meld, MeldKind};
use crate::score::mpsz;
use crate::tile::{Suit, Tile};

/// A typed hand. Nothing is checked beyond the notation itself: counts and
/// legality are the scorer's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Tiles in the hand, without the winning tile and the sets, as typed.
    pub concealed: Vec<Tile>,
    /// The tile after `+`, else the last tile of the hand.
    pub win_tile: Option<Tile>,
    /// Sets in the order typed, which is the order in which they were called.
    pub melds: Vec<Meld>,
    /// Pulled tiles (抜きドラ, `g:`).
    pub gari: Vec<Tile>,
    /// Dora indicators in the order turned (`d:`).
    pub dora: Vec<Tile>,
    /// Ura indicators in the order turned (`u:`).
    pub ura: Vec<Tile>,
    /// アリス flips in the order turned (`a:`).
    pub arisu: Vec<Tile>,
}

/// Where tiles go at the moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Hand,
    Gari,
    Dora,
    Ura,
    Arisu,
}

/// A set being typed.
struct OpenMeld {
    bracket: char,
    start: usize,
    tiles: Vec<Tile>,
    /// Number of tiles before `+`, if there was one.
    plus: Option<usize>,
}

struct Parser {
    hand: Hand,
    faults: Vec<Fault>,
    section: Section,
    /// Ranks waiting for their suit letter: position, rank, red by prefix.
    ranks: Vec<(Range<usize>, u8, bool)>,
    red_prefix: Option<Range<usize>>,
    open: Option<OpenMeld>,
    plus: Option<Range<usize>>,
    /// Tiles typed after `+`.
    after_plus: Vec<(Range<usize>, Tile)>,
    /// End of the last tile, for a suffix `r` that touches it.
    last_end: usize,
}

/// Parses a typed hand.
///
/// Blanks and commas are skipped, full-width characters count as their ASCII
/// forms, `東南西北白發中` and `梅蘭菊竹春夏秋冬` are tiles, `萬 筒 索` are suits,
/// and `r5m`, `赤5m`, `5mr`, `0m` are red fives.
///
/// # Errors
/// Every fault of the text, in order of place.
pub fn parse(text: &str) -> Result<Hand, Vec<Fault>> {
    let mut parser = Parser::new();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut i = 0;
    while i < chars.len() {
        let (at, raw) = chars[i];
        let place = at..at + raw.len_utf8();
        let c = plain(raw);
        let next = chars.get(i + 1).map(|&(_, c)| plain(c));
        let section = match (c, next) {
            ('g', Some(':')) => Some(Section::Gari),
            ('d', Some(':')) => Some(Section::Dora),
            ('u', Some(':')) => Some(Section::Ura),
            ('a', Some(':')) => Some(Section::Arisu),
            _ => None,
        };
        if let Some(section) = section {
            parser.begin_section(section, place.start);
            i += 2;
            continue;
        }
        parser.take(c, place, next);
        i += 1;
    }
    parser.finish(text.len())
}

/// Full-width forms as ASCII, letters in lower case, Japanese signs as the
/// letters they stand for.
fn plain(c: char) -> char {
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c) // always ASCII
        }
        '\u{3000}' | '、' => ' ',
        '萬' | '万' => 'm',
        '筒' => 'p',
        '索' => 's',
        '赤' => 'r',
        '一' => '1',
        '二' => '2',
        '三' => '3',
        '四' => '4',
        '五' | '伍' => '5',
        '六' => '6',
        '七' => '7',
        '八' => '8',
        '九' => '9',
        c => c,
    };
    c.to_ascii_lowercase()
}

fn suit_of(c: char) -> Option<Suit> {
    Some(match c {
        'm' => Suit::Man,
        'p' => Suit::Pin,
        's' => Suit::Sou,
        'z' => Suit::Honor,
        'f' => Suit::Flower,
        _ => return None,
    })
}

/// A tile written as one character of its own.
fn named_tile(c: char) -> Option<Tile> {
    let (suit, rank) = match c {
        '東' => (Suit::Honor, 1),
        '南' => (Suit::Honor, 2),
        '西' => (Suit::Honor, 3),
        '北' => (Suit::Honor, 4),
        '白' => (Suit::Honor, 5),
        '發' | '発' => (Suit::Honor, 6),
        '中' => (Suit::Honor, 7),
        '梅' => (Suit::Flower, 1),
        '蘭' => (Suit::Flower, 2),
        '菊' => (Suit::Flower, 3),
        '竹' => (Suit::Flower, 4),
        '春' => (Suit::Flower, 5),
        '夏' => (Suit::Flower, 6),
        '秋' => (Suit::Flower, 7),
        '冬' => (Suit::Flower, 8),
        _ => return None,
    };
    Tile::new(suit, rank)
}

impl Parser {
    fn new() -> Parser {
        Parser {
            hand: Hand::default(),
            faults: Vec::new(),
            section: Section::Hand,
            ranks: Vec::new(),
            red_prefix: None,
            open: None,
            plus: None,
            after_plus: Vec::new(),
            last_end: usize::MAX,
        }
    }

    fn fault(&mut self, place: Range<usize>, kind: FaultKind) {
        self.faults.push(Fault { place, kind });
    }

    fn take(&mut self, c: char, place: Range<usize>, next: Option<char>) {
        match c {
            _ if c.is_whitespace() || c == ',' => {}
            '0'..='9' => {
                let red = self.red_prefix.take().is_some();
                self.ranks.push((place, c as u8 - b'0', red));
            }
            'r' => self.red(place, next),
            '(' | '[' => self.begin_meld(c, place),
            ')' | ']' => self.end_meld(c, place),
            '+' => self.take_plus(place),
            _ => {
                if let Some(suit) = suit_of(c) {
                    self.take_suit(suit, c, place);
                } else if let Some(tile) = named_tile(c) {
                    self.flush_ranks();
                    self.add(tile, place);
                } else {
                    self.fault(place, FaultKind::UnexpectedChar(c));
                }
            }
        }
    }

    /// `r` right behind a five's suit letter reddens that five; anywhere else
    /// it reddens the rank that follows.
    fn red(&mut self, place: Range<usize>, next: Option<char>) {
        let touches = self.last_end == place.start && self.ranks.is_empty();
        let end = place.end;
        match self.last_tile() {
            Some(tile) if touches && tile.red().is_some() && !tile.is_red() => {
                if let Some(red) = tile.red() {
                    *tile = red;
                }
                self.last_end = end;
            }
            _ if next.is_some_and(|c| c.is_ascii_digit()) => self.red_prefix = Some(place),
            _ => self.fault(place, FaultKind::RedNotFive),
        }
    }

    /// The tile most recently added, wherever it went.
    fn last_tile(&mut self) -> Option<&mut Tile> {
        if let Some(open) = &mut self.open {
            return open.tiles.last_mut();
        }
        match self.section {
            Section::Hand if self.plus.is_some() => self.after_plus.last_mut().map(|(_, t)| t),
            Section::Hand => self.hand.concealed.last_mut(),
            section => section_of(&mut self.hand, section).last_mut(),
        }
    }

    fn take_suit(&mut self, suit: Suit, letter: char, place: Range<usize>) {
        if self.ranks.is_empty() {
            self.fault(place, FaultKind::SuitWithoutRanks(letter));
            return;
        }
        for (at, rank, red) in std::mem::take(&mut self.ranks) {
            let tile = match (suit, rank) {
                (Suit::Honor, 0) => Some(Tile::BACK),
                // Kept as typed: whether these zeros are red fives or the two
                // backs of a concealed kan is known when the bracket closes.
                _ => Tile::new(suit, rank),
            };
            match tile {
                Some(tile) if red => match tile.red() {
                    Some(red) => self.add(red, at),
                    None => self.fault(at, FaultKind::RedNotFive),
                },
                Some(tile) => self.add(tile, at),
                None => self.fault(at, FaultKind::NoSuchTile(format!("{rank}{letter}"))),
            }
        }
        self.last_end = place.end;
    }

    fn add(&mut self, tile: Tile, place: Range<usize>) {
        self.last_end = place.end;
        if let Some(open) = &mut self.open {
            open.tiles.push(tile);
        } else if self.section != Section::Hand {
            section_of(&mut self.hand, self.section).push(tile);
        } else if self.plus.is_some() {
            self.after_plus.push((place, tile));
        } else {
            self.hand.concealed.push(tile);
        }
    }

    /// Faults ranks that are still without a suit.
    fn flush_ranks(&mut self) {
        if let (Some(first), Some(last)) = (self.ranks.first(), self.ranks.last()) {
            let place = first.0.start..last.0.end;
            self.ranks.clear();
            self.fault(place, FaultKind::RanksWithoutSuit);
        }
    }

    fn begin_section(&mut self, section: Section, at: usize) {
        self.close_unfinished(at);
        self.section = section;
    }

    fn begin_meld(&mut self, bracket: char, place: Range<usize>) {
        self.flush_ranks();
        if self.open.is_some() {
            self.fault(place, FaultKind::NestedBracket);
            return;
        }
        self.open = Some(OpenMeld {
            bracket,
            start: place.start,
            tiles: Vec::new(),
            plus: None,
        });
    }

    fn end_meld(&mut self, bracket: char, place: Range<usize>) {
        self.flush_ranks();
        let Some(open) = self.open.take() else {
            self.fault(place, FaultKind::StrayBracket(bracket));
            return;
        };
        let whole = open.start..place.end;
        if (open.bracket == '(') != (bracket == ')') {
            self.fault(whole, FaultKind::UnclosedBracket(open.bracket));
            return;
        }
        match meld_of(&open) {
            Some(meld) => self.hand.melds.push(meld),
            None => self.fault(whole, FaultKind::BadMeld),
        }
    }

    fn take_plus(&mut self, place: Range<usize>) {
        if let Some(open) = &mut self.open {
            // `(555+5z)`: the suit letter comes after the plus, so the ranks
            // typed so far are the pon.
            let typed = open.tiles.len() + self.ranks.len();
            if open.plus.replace(typed).is_some() {
                self.fault(place, FaultKind::SecondPlus);
            }
            return;
        }
        self.flush_ranks();
        if self.section != Section::Hand {
            // `… g:1m +5p`: back to the hand for its winning tile.
            self.section = Section::Hand;
        }
        if self.plus.is_some() {
            self.fault(place, FaultKind::SecondPlus);
        } else {
            self.plus = Some(place);
        }
    }

    fn close_unfinished(&mut self, at: usize) {
        self.flush_ranks();
        if let Some(open) = self.open.take() {
            self.fault(open.start..at, FaultKind::UnclosedBracket(open.bracket));
        }
    }

    fn finish(mut self, end: usize) -> Result<Hand, Vec<Fault>> {
        self.close_unfinished(end);
        match (self.plus.take(), self.after_plus.len()) {
            (None, _) => self.hand.win_tile = self.hand.concealed.pop(),
            (Some(place), 0) => self.fault(place, FaultKind::PlusWithoutTile),
            (Some(_), 1) => self.hand.win_tile = Some(self.after_plus[0].1),
            (Some(_), n) => {
                let place = self.after_plus[1].0.start..self.after_plus[n - 1].0.end;
                self.fault(place, FaultKind::TilesAfterWinTile);
            }
        }
        if self.faults.is_empty() && self.hand.win_tile.is_none() && self.hand.melds.is_empty() {
            self.fault(0..end, FaultKind::Empty);
        }
        if self.faults.is_empty() {
            return Ok(self.hand);
        }
        self.faults.sort_by_key(|fault| fault.place.start);
        Err(self.faults)
    }
}

fn section_of(hand: &mut Hand, section: Section) -> &mut Vec<Tile> {
    match section {
        Section::Hand => &mut hand.concealed,
        Section::Gari => &mut hand.gari,
        Section::Dora => &mut hand.dora,
        Section::Ura => &mut hand.ura,
        Section::Arisu => &mut hand.arisu,
    }
}

/// The set that a closed bracket holds, if it is one.
fn meld_of(open: &OpenMeld) -> Option<Meld> {
    let mut tiles = open.tiles.clone();
    let concealed = open.bracket == '[';
    if concealed {
        turn_backs_up(&mut tiles);
    }
    let alike = tiles.windows(2).all(|w| w[0].plain() == w[1].plain());
    let kind = match (concealed, open.plus, tiles.len(), alike) {
        (true, None, 4, true) => MeldKind::Ankan,
        (false, None, 4, true) => MeldKind::Daiminkan,
        (false, Some(3), 4, true) => MeldKind::Kakan,
        (false, None, 3, true) => MeldKind::Pon,
        (false, None, 3, false) if is_run(&tiles) => MeldKind::Chi,
        _ => return None,
    };
    if tiles.iter().any(|t| t.kind().is_none()) {
        return None;
    }
    // The added tile of a 加槓 stays last; everything else is sorted.
    let sorted = if kind == MeldKind::Kakan {
        3
    } else {
        tiles.len()
    };
    tiles[..sorted].sort_by_key(|&t| order(t));
    Some(Meld { kind, tiles })
}

/// `[0550z]`: two face-down tiles round two open ones stand for the same tile.
fn turn_backs_up(tiles: &mut [Tile]) {
    let [first, a, b, last] = tiles else { return };
    let is_zero = |t: &Tile| *t == Tile::BACK || t.is_red();
    if is_zero(first) && is_zero(last) && !is_zero(a) && a == b {
        *first = a.plain();
        *last = a.plain();
    }
}

fn is_run(tiles: &[Tile]) -> bool {
    let mut ranks: Vec<u8> = tiles.iter().map(|t| t.rank()).collect();
    ranks.sort_unstable();
    let suit = tiles[0].suit();
    matches!(suit, Suit::Man | Suit::Pin | Suit::Sou)
        && tiles.iter().all(|t| t.suit() == suit)
        && ranks[1] == ranks[0] + 1
        && ranks[2] == ranks[1] + 1
}

/// Sort key of the canonical form: m p s z f, a red five just before the plain.
fn order(tile: Tile) -> (Suit, u8, bool) {
    (tile.suit(), tile.rank(), !tile.is_red())
}

/// Writes one set in brackets.
pub fn meld_text(meld: &Meld) -> String {
    let tiles = mpsz::print(&meld.tiles);
    match meld.kind {
        MeldKind::Ankan => format!("[{}]", ankan_text(meld)),
        MeldKind::Kakan => match tiles.split_at_checked(3) {
            Some((pon, added)) => format!("({pon}+{added})"),
            None => format!("({tiles})"),
        },
        MeldKind::Chi | MeldKind::Pon | MeldKind::Daiminkan => format!("({tiles})"),
    }
}

/// Red fives are written inside, so that they are never taken for backs.
fn ankan_text(meld: &Meld) -> String {
    let (red, plain): (Vec<Tile>, Vec<Tile>) = meld.tiles.iter().partition(|t| t.is_red());
    match (red.as_slice(), plain.as_slice()) {
        ([r1, r2], [p1, p2]) => mpsz::print(&[*p1, *r1, *r2, *p2]),
        _ => mpsz::print(&meld.tiles),
    }
}

impl Hand {
    /// The same hand with everything whose order means nothing sorted.
    pub fn canonical(&self) -> Hand {
        let mut hand = self.clone();
        hand.concealed.sort_by_key(|&t| order(t));
        hand.gari.sort_by_key(|&t| order(t));
        for meld in &mut hand.melds {
            let sorted = if meld.kind == MeldKind::Kakan {
                3
            } else {
                meld.tiles.len()
            };
            let sorted = sorted.min(meld.tiles.len());
            meld.tiles[..sorted].sort_by_key(|&t| order(t));
        }
        hand
    }
}

impl fmt::Display for Hand {
    /// The canonical form, such as `123m406p11z+1z (555z) g:1m9m d:3p`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = self.canonical();
        let mut parts = Vec::new();
        let win = hand.win_tile.map(|t| format!("+{t}")).unwrap_or_default();
        let main = mpsz::print(&hand.concealed) + &win;
        if !main.is_empty() {
            parts.push(main);
        }
        parts.extend(hand.melds.iter().map(meld_text));
        let sections = [
            ("g", &hand.gari),
            ("d", &hand.dora),
            ("u", &hand.ura),
            ("a", &hand.arisu),
        ];
        for (key, tiles) in sections {
            if !tiles.is_empty() {
                parts.push(format!("{key}:{}", mpsz::print(tiles)));
            }
        }
        f.write_str(&parts.join(" "))
    }
}
