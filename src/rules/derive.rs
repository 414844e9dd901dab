//! The tables the engine reads, made once from a rule set.

use crate::rules::value::{
    Amount, ChinroutouQuads, Kinds, ManDoraOrder, North, OpenRiichiValue, Scheme, Shiisanpuuta,
};
use crate::rules::{RuleSet, YakuValue, cite};
use crate::score::hand::tile;
use crate::score::item::{self, ItemId, ItemSet};
use crate::tile::{Suit, Tile};

/// What follows from the options, so that scoring a hand works nothing out that
/// is the same for every hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// What each yaku is worth under the options.
    pub values: [YakuValue; item::COUNT],
    /// Yaku that exist for closed and for open hands.
    pub exists: [ItemSet; 2],
    /// What each yaku contains, directly or through another.
    pub contains: [ItemSet; item::COUNT],
    /// Yaku that are yakuman.
    pub yakuman: ItemSet,
    /// Yaku whose value is a limit and nothing else (flat hands).
    pub flat: ItemSet,
    /// Copies of each of the 46 classes in the wall.
    pub wall: [u8; Tile::COUNT],
    /// The most copies of each class that may be seen: as `wall`, but black
    /// fives up to all fives of the suit.
    pub most: [u8; Tile::COUNT],
    /// Kinds in the wall, as bits `0..34`.
    pub kinds: u64,
    /// Tiles that are pulled.
    pub gari: Kinds,
    /// The classes that no hand may hold, as bits `0..46`: flowers, and pulled
    /// kinds where no hand may use them (elsewhere it depends on the yaku).
    pub not_in_hand: u64,
    /// Where the value of each item comes from, as words.
    pub rule_of: [&'static str; item::COUNT],
    /// Where the fu come from.
    pub fu_rule: &'static str,
    /// The kind that an indicator of each kind shows; `NO_DORA` for none.
    pub dora_next: [u8; Tile::KINDS],
}

/// The entry of [`Derived::dora_next`] for an indicator that shows nothing.
pub const NO_DORA: u8 = u8::MAX;

impl Derived {
    /// Tables of nothing.
    pub(crate) fn empty() -> Derived {
        Derived {
            values: [YakuValue::NONE; item::COUNT],
            exists: [ItemSet::EMPTY; 2],
            contains: [ItemSet::EMPTY; item::COUNT],
            yakuman: ItemSet::EMPTY,
            flat: ItemSet::EMPTY,
            wall: [0; Tile::COUNT],
            most: [0; Tile::COUNT],
            kinds: 0,
            gari: Kinds(0),
            not_in_hand: 0,
            rule_of: [""; item::COUNT],
            fu_rule: "",
            dora_next: [NO_DORA; Tile::KINDS],
        }
    }

    /// The tables of a rule set.
    pub fn of(rules: &RuleSet) -> Derived {
        let (values, flat) = values(rules);
        let wall = wall(rules);
        let in_wall = |kind: usize| {
            let tile = tile(kind);
            wall[tile.index()] > 0 || tile.red().is_some_and(|red| wall[red.index()] > 0)
        };
        let kinds = (0..Tile::KINDS)
            .filter(|&kind| in_wall(kind))
            .fold(0, |bits, kind| bits | 1 << kind);
        Derived {
            exists: [true, false].map(|closed| {
                let mut set = exists(&values, closed);
                // Worth nothing but in furiten, where it has a number of its own.
                let in_furiten = rules.options.open_riichi_furiten_han;
                if closed && in_furiten.is_some_and(|han| han > 0) {
                    set.insert(ItemId::OpenRiichi);
                }
                set
            }),
            contains: closure(&rules.contains),
            yakuman: yakuman(&values),
            values,
            flat,
            wall,
            most: most(&wall),
            kinds,
            gari: gari(rules),
            not_in_hand: not_in_hand(rules),
            rule_of: cite::of_items(rules),
            fu_rule: cite::of_fu(rules),
            dora_next: dora_next(rules),
        }
    }
}

fn exists(values: &[YakuValue; item::COUNT], closed: bool) -> ItemSet {
    let mut set = ItemSet::EMPTY;
    for (yaku, value) in item::ALL.iter().zip(values) {
        let worth = if closed { value.closed } else { value.open };
        if worth != 0 {
            set.insert(*yaku);
        }
    }
    set
}

fn yakuman(values: &[YakuValue; item::COUNT]) -> ItemSet {
    let mut set = ItemSet::EMPTY;
    for (yaku, value) in item::ALL.iter().zip(values) {
        if value.yakuman {
            set.insert(*yaku);
        }
    }
    set
}

fn closure(direct: &[ItemSet; item::COUNT]) -> [ItemSet; item::COUNT] {
    let mut all = *direct;
    // A chain is never longer than the number of passes that change something.
    loop {
        let before = all;
        for set in &mut all {
            for inner in set.iter() {
                *set = set.or(before[inner.index()]);
            }
        }
        if all == before {
            return all;
        }
    }
}

/// Yaku values after the options that change them, and which are flat.
fn values(rules: &RuleSet) -> ([YakuValue; item::COUNT], ItemSet) {
    let options = &rules.options;
    let mut values = rules.yaku;
    let mut flat = ItemSet::EMPTY;
    let mut set = |yaku: ItemId, value: YakuValue| values[yaku.index()] = value;
    let [chiitoi, q1, q2, q3] = options.chiitoi_values.map(|value| value.unwrap_or(0));
    set(ItemId::Chiitoi, closed_only(chiitoi));
    set(ItemId::ChiitoiQ1, closed_only(q1));
    set(ItemId::ChiitoiQ2, closed_only(q2));
    set(ItemId::ChiitoiQ3, closed_only(q3));
    if let Some(pinfu) = options.pinfu_value {
        set(ItemId::Pinfu, closed_only(pinfu));
    }
    if let Some(han) = options.ippatsu_han {
        set(ItemId::Ippatsu, closed_only(han));
    }
    set(ItemId::OpenRiichi, closed_only(open_riichi(rules)));
    if !options.kuitan {
        let closed = rules.yaku[ItemId::Tanyao.index()].closed;
        set(ItemId::Tanyao, closed_only(closed));
    }
    if options.north != North::Yakuhai {
        set(ItemId::NorthCommon, YakuValue::NONE);
    }
    if !options.suukantsu {
        set(ItemId::Suukantsu, YakuValue::NONE);
    }
    match options.chinroutou_quads {
        Some(ChinroutouQuads::Ignore) => set(ItemId::Chinroutou, YakuValue::NONE),
        Some(ChinroutouQuads::Yakuman) => set(ItemId::Chinroutou, YakuValue::YAKUMAN),
        None => {}
    }
    let (renhou, is_flat) = renhou(options);
    set(ItemId::Renhou, renhou);
    if is_flat {
        flat.insert(ItemId::Renhou);
    }
    if options.shiisanpuuta == Shiisanpuuta::Baiman {
        flat.insert(ItemId::Shiisanpuuta);
    }
    for yaku in options.double_yakuman.iter() {
        let value = &mut values[yaku.index()];
        if value.yakuman {
            (value.closed, value.open) = (2, 2);
        }
    }
    if !options.local_yaku {
        for yaku in options.local_list.iter() {
            values[yaku.index()] = YakuValue::NONE;
        }
    }
    (values, flat)
}

/// Value of 人和, and whether it is a limit of its own rather than so many han.
fn renhou(options: &super::Options) -> (YakuValue, bool) {
    match options.renhou {
        Amount::Yakuman => (YakuValue::YAKUMAN, false),
        Amount::Points(points) if options.scheme == Scheme::Points => (closed_only(points), false),
        Amount::Points(_) | Amount::Baiman | Amount::Mangan => (closed_only(1), true),
        _ => (YakuValue::NONE, false),
    }
}

/// A yaku that an open hand does not have.
const fn closed_only(closed: i32) -> YakuValue {
    YakuValue {
        closed,
        open: 0,
        yakuman: false,
    }
}

/// Value of the line オープンリーチ, which stands beside リーチ.
fn open_riichi(rules: &RuleSet) -> i32 {
    let stated = rules.yaku[ItemId::OpenRiichi.index()].closed;
    match (rules.options.scheme, rules.options.open_riichi) {
        (Scheme::Points, OpenRiichiValue::Add) => stated,
        (Scheme::Points, OpenRiichiValue::Total) => {
            (stated - rules.yaku[ItemId::Riichi.index()].closed).max(0)
        }
        _ => rules.options.open_riichi_han.unwrap_or(stated),
    }
}

fn wall(rules: &RuleSet) -> [u8; Tile::COUNT] {
    let options = &rules.options;
    let mut wall = [0; Tile::COUNT];
    for tile in Tile::all() {
        wall[tile.index()] = match tile.suit() {
            Suit::Back => 0,
            Suit::Flower => u8::from(i32::from(tile.rank()) <= options.flowers),
            Suit::Man if !options.man_kinds.has(tile.rank()) => 0,
            suit => {
                let reds = match suit {
                    Suit::Man => options.reds.0[0],
                    Suit::Pin => options.reds.0[1],
                    Suit::Sou => options.reds.0[2],
                    _ => 0,
                };
                match (tile.is_red(), tile.red().is_some()) {
                    (true, _) => reds.min(4),
                    (false, true) => 4 - reds.min(4),
                    (false, false) => 4,
                }
            }
        };
    }
    wall
}

fn most(wall: &[u8; Tile::COUNT]) -> [u8; Tile::COUNT] {
    let mut most = *wall;
    for tile in Tile::all().filter(|tile| tile.is_red()) {
        most[tile.plain().index()] += wall[tile.index()];
    }
    most
}

fn gari(rules: &RuleSet) -> Kinds {
    let options = &rules.options;
    let north = 1 << Tile::NORTH.index();
    let mut kinds = options.gari_kinds.0;
    // Flowers in the wall can only be pulled.
    if options.flowers > 0 {
        kinds |= Kinds::FLOWERS;
    }
    match options.north {
        North::Gari => kinds |= north,
        _ => kinds &= !north,
    }
    Kinds(kinds)
}

fn not_in_hand(rules: &RuleSet) -> u64 {
    let options = &rules.options;
    let never = options.gari_hands.is_empty() && !options.gari_free;
    let gari = gari(rules);
    let misplaced = |tile: &Tile| match tile.kind() {
        Some(_) => never && gari.has(*tile),
        None => tile.suit() == Suit::Flower,
    };
    let misplaced = Tile::all().filter(misplaced);
    misplaced.fold(0, |bits, tile| bits | 1 << tile.index())
}

fn dora_next(rules: &RuleSet) -> [u8; Tile::KINDS] {
    std::array::from_fn(|kind| {
        let kind = kind as u8;
        match kind {
            0..=8 => man_next(rules.options.man_dora_order, kind),
            9..=26 if kind % 9 == 8 => kind - 8,
            30 => 27,
            33 => 31,
            _ => kind + 1,
        }
    })
}

fn man_next(order: ManDoraOrder, kind: u8) -> u8 {
    match (order, kind) {
        (ManDoraOrder::Full, 8) => 0,
        (ManDoraOrder::Full, _) => kind + 1,
        (ManDoraOrder::OneFiveNine, 0) => 4,
        (ManDoraOrder::OneFiveNine, 4) => 8,
        (ManDoraOrder::OneNine, 0) => 8,
        (_, 8) => 0,
        _ => NO_DORA,
    }
}
