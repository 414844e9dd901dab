//! Fu, line by line.

use crate::rules::RuleSet;
use crate::rules::value::FuCount;
use crate::score::feature::pair_fu;
use crate::score::hand::{Form, Hand, is_yaochuu, tile};
use crate::score::sheet::FuItem;
use crate::score::split::{Reading, Shape, Wait};

/// One line of the fu count.
#[derive(Clone, Copy, Debug)]
pub struct FuLine {
    /// `base`, `ankou` …
    pub name: Name,
    /// Fu.
    pub fu: u8,
    /// The kind it comes from.
    pub kind: Option<u8>,
}

macro_rules! names {
    ($($name:ident $id:literal)*) => {
        /// What a line of fu is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Name { $($name),* }

        impl Name {
            /// The name in case files and sheets.
            pub const fn id(self) -> &'static str {
                match self { $(Name::$name => $id),* }
            }
        }
    };
}

names! {
    Base "base"
    MenzenRon "menzen_ron"
    Ankou "ankou"
    Minkou "minkou"
    Ankan "ankan"
    Minkan "minkan"
    Pair "pair"
    Kanchan "kanchan"
    Penchan "penchan"
    Tanki "tanki"
    Tsumo "tsumo"
    OpenPinfu "open_pinfu"
    Chiitoi "chiitoi"
    Fixed "fixed"
}

/// At most base, closed ron, four sets, pair, wait and tsumo.
const ROOM: usize = 10;

/// The fu of a reading.
#[derive(Clone, Copy, Debug)]
pub struct Fu {
    lines: [FuLine; ROOM],
    len: usize,
    exact: bool,
}

impl Fu {
    /// No fu.
    pub const fn none() -> Fu {
        let unused = FuLine {
            name: Name::Base,
            fu: 0,
            kind: None,
        };
        Fu {
            lines: [unused; ROOM],
            len: 0,
            exact: false,
        }
    }

    fn push(&mut self, name: Name, fu: u8, kind: Option<u8>) {
        // The lines of one hand never outnumber `ROOM` (see there).
        if fu > 0 && self.len < ROOM {
            self.lines[self.len] = FuLine { name, fu, kind };
            self.len += 1;
        }
    }

    /// The lines.
    pub fn as_slice(&self) -> &[FuLine] {
        &self.lines[..self.len]
    }

    /// The sum of the lines, rounded up to tens (七対子 is exact).
    pub fn total(&self) -> u32 {
        let sum: u32 = self.as_slice().iter().map(|line| u32::from(line.fu)).sum();
        if self.exact {
            sum
        } else {
            sum.div_ceil(10) * 10
        }
    }

    /// The lines as they stand on a sheet.
    pub fn items(&self) -> Vec<FuItem> {
        let item = |line: &FuLine| match line.kind {
            Some(kind) => FuItem::Tile(line.name.id().into(), line.fu.into(), tile(kind as usize)),
            None => FuItem::Hand(line.name.id().into(), line.fu.into()),
        };
        self.as_slice().iter().map(item).collect()
    }
}

/// Counts the fu of a reading; `pinfu` says that it is counted as 平和.
pub fn count(rules: &RuleSet, hand: &Hand, reading: &Reading, pinfu: bool) -> Fu {
    let mut fu = Fu::none();
    match reading.shape {
        Shape::Standard => {}
        Shape::Pairs { .. } => {
            fu.exact = true;
            fu.push(Name::Chiitoi, 25, None);
            return fu;
        }
        _ => return fu,
    }
    if rules.options.fu == FuCount::Fixed30 {
        fu.push(Name::Fixed, 30, None);
        return fu;
    }
    let closed = hand.is_closed();
    fu.push(Name::Base, 20, None);
    if closed && hand.is_ron() {
        fu.push(Name::MenzenRon, 10, None);
    }
    for set in &reading.sets {
        let double = if is_yaochuu(set.low as usize) { 2 } else { 1 };
        let (name, worth) = match (set.form, set.concealed) {
            (Form::Seq, _) => continue,
            (Form::Trip, true) => (Name::Ankou, 4),
            (Form::Trip, false) => (Name::Minkou, 2),
            (Form::Quad, true) => (Name::Ankan, 16),
            (Form::Quad, false) => (Name::Minkan, 8),
        };
        fu.push(name, worth * double, Some(set.low));
    }
    fu.push(
        Name::Pair,
        pair_fu(rules, hand, reading.pair as usize),
        Some(reading.pair),
    );
    match reading.wait {
        Wait::Middle => fu.push(Name::Kanchan, 2, None),
        Wait::Edge => fu.push(Name::Penchan, 2, None),
        Wait::Single => fu.push(Name::Tanki, 2, None),
        _ => {}
    }
    if !hand.is_ron() && !pinfu {
        fu.push(Name::Tsumo, 2, None);
    }
    if !closed && fu.len == 1 {
        fu.push(Name::OpenPinfu, 10, None);
    }
    fu
}
