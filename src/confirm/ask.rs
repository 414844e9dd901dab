//! Which questions about the win are worth asking (ux.md: only for what
//! changes the score).

use crate::confirm::{Draft, RonOn};
use crate::rules::RuleSet;
use crate::score::Win;
use crate::seat::Seat;
use crate::tile::Tile;

/// One question about the situation of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// Tsumo or ron.
    Win,
    /// Which seat won.
    Seat,
    /// Which seat gave the tile.
    Discarder,
    /// The round wind.
    Round,
    /// Riichi or double riichi.
    Riichi,
    /// Open riichi.
    OpenRiichi,
    /// 一発
    Ippatsu,
    /// 嶺上開花
    Rinshan,
    /// 槍槓
    Chankan,
    /// 海底 or 河底
    LastTile,
    /// 天和, 地和, 人和
    FirstTurn,
    /// フリテン
    Furiten,
    /// Whether the discarder was in riichi.
    DiscarderRiichi,
    /// What a ron was called on.
    RonOn,
    /// ぽんと。
    TankiOpen,
    /// Wins in a row of the dealer.
    ConsecutiveWins,
    /// 本場
    Honba,
    /// Riichi sticks on the table.
    Sticks,
}

/// What the rule set makes worth asking.
///
/// Taken from the options of a [`RuleSet`], so that a club's own TOML decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asks {
    /// Players at the table.
    pub players: usize,
    /// Rounds other than East exist.
    pub rounds: bool,
    /// 本場 are counted.
    pub honba: bool,
    /// A deal-in to an open riichi is dearer for a player not in riichi.
    pub open_dealin: bool,
    /// Furiten makes a difference on tsumo.
    pub furiten: bool,
    /// Other players' pulled tiles or kans may be taken by 国士.
    pub ron_on: bool,
    /// The house knows ぽんと。
    pub ponto: bool,
    /// The house knows 八連荘.
    pub consecutive: bool,
    /// Something can be pulled.
    pub pulls: bool,
    /// アリス is played.
    pub arisu: bool,
}

/// The questions for a draft, in the order of the panel.
pub fn questions(draft: &Draft, asks: &Asks) -> Vec<Question> {
    use Question::*;
    let situation = draft.situation();
    let ron = situation.win == Win::Ron;
    let riichi = situation.riichi > 0;
    let replaced = draft.melds().iter().any(|meld| meld.kind.is_kan())
        || !draft.zone(crate::confirm::Zone::Gari).is_empty();
    let last = situation.last_tile;
    [
        (Win, true),
        (Seat, true),
        (Discarder, ron),
        (Round, asks.rounds),
        (Riichi, draft.is_closed()),
        (OpenRiichi, riichi),
        (Ippatsu, riichi),
        (DiscarderRiichi, ron && situation.open_riichi && asks.open_dealin),
        (Rinshan, !ron && replaced && !last),
        (Chankan, ron && !last && situation.ron_on == RonOn::Discard),
        (LastTile, !situation.rinshan && !situation.chankan),
        (FirstTurn, draft.melds().is_empty() && !riichi && !last && first_turn_possible(draft)),
        (Furiten, !ron && asks.furiten),
        (RonOn, ron && asks.ron_on && looks_like_kokushi(draft)),
        (TankiOpen, asks.ponto && open_calls(draft) == 4),
        (ConsecutiveWins, asks.consecutive && situation.seat == self::Seat::E),
        (Honba, asks.honba),
        (Sticks, true),
    ]
    .into_iter()
    .filter_map(|(question, wanted)| wanted.then_some(question))
    .collect()
}

/// The dealer cannot win by ron before his first discard.
fn first_turn_possible(draft: &Draft) -> bool {
    let situation = draft.situation();
    situation.seat != Seat::E || situation.win == Win::Tsumo
}

fn open_calls(draft: &Draft) -> usize {
    let open = |meld: &&crate::confirm::DraftMeld| meld.kind.is_open();
    draft.melds().iter().filter(open).count()
}

/// Whether the hand holds little else than terminals and honors of many kinds.
fn looks_like_kokushi(draft: &Draft) -> bool {
    let kinds: std::collections::BTreeSet<Tile> = draft
        .zone(crate::confirm::Zone::Hand)
        .iter()
        .map(|tile| tile.tile)
        .filter(|tile| tile.is_yaochuu())
        .collect();
    kinds.len() >= 11
}
