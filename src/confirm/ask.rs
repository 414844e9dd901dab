//! Which questions about the win are worth asking (ux.md: only for what
//! changes the score).

use crate::confirm::{Draft, DraftMeld, Zone};
use crate::meld::MeldKind;
use crate::rules::RuleSet;
use crate::rules::value::{FuritenOpenRiichi, FuritenTsumo, OpenDealin, Scheme, Units};
use crate::score::{ItemId, RonOn as Given, Win as Won};
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Furiten makes a difference in open riichi.
    pub furiten_open: bool,
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
    /// Ura indicators are turned.
    pub ura: bool,
}

impl Asks {
    /// What a rule set makes worth asking.
    pub fn of(rules: &RuleSet) -> Asks {
        let options = &rules.options;
        let exists = |yaku: ItemId| {
            let value = rules.value(yaku);
            value.closed != 0 || value.open != 0
        };
        let open_riichi = rules.value(ItemId::OpenRiichi).closed;
        let changes_open_riichi = |han| options.scheme != Scheme::Points && han != open_riichi;
        let many_waits = [ItemId::Kokushi13, ItemId::ChuurenPure];
        let double = |yaku: &ItemId| options.double_yakuman.has(*yaku);
        let many_waits_count_double = many_waits.iter().any(double);
        Asks {
            players: rules.players(),
            rounds: options.rounds.0.count_ones() > 1,
            honba: rules.counts_honba(),
            open_dealin: options.open_dealin != OpenDealin::None,
            furiten: options.furiten_tsumo != FuritenTsumo::Allowed
                || options.double_yakuman_furiten == Units::Single && many_waits_count_double,
            furiten_open: options.furiten_open_riichi == FuritenOpenRiichi::Chombo
                || options
                    .open_riichi_furiten_han
                    .is_some_and(changes_open_riichi),
            ron_on: options.pulled_ron || exists(ItemId::Kokushi),
            ponto: exists(ItemId::Ponto),
            consecutive: exists(ItemId::Paarenchan),
            pulls: options.gari_kinds.0 != 0 || options.flowers > 0,
            arisu: options.chips,
            ura: options.ura,
        }
    }
}

/// The questions for a draft, in the order of the panel.
pub fn questions(draft: &Draft, asks: &Asks) -> Vec<Question> {
    use Question::*;
    let situation = draft.situation();
    let ron = situation.win == Won::Ron;
    let riichi = situation.riichi > 0;
    let replaced =
        draft.melds().iter().any(|meld| meld.kind.is_kan()) || !draft.zone(Zone::Gari).is_empty();
    let last = situation.last_tile;
    [
        (Win, true),
        (Seat, true),
        (Discarder, ron),
        (Round, asks.rounds),
        (Riichi, draft.is_closed()),
        (OpenRiichi, riichi),
        (Ippatsu, riichi),
        (
            DiscarderRiichi,
            ron && situation.open_riichi && asks.open_dealin,
        ),
        (Rinshan, !ron && replaced && !last),
        (Chankan, ron && !last && situation.ron_on == Given::Discard),
        (LastTile, !situation.rinshan && !situation.chankan),
        (
            FirstTurn,
            draft.melds().is_empty() && !riichi && !last && first_turn_possible(draft),
        ),
        (
            Furiten,
            !ron && (asks.furiten || asks.furiten_open && situation.open_riichi),
        ),
        (RonOn, ron && asks.ron_on && looks_like_kokushi(draft)),
        (TankiOpen, asks.ponto && pon_or_kan(draft) == 4),
        (
            ConsecutiveWins,
            asks.consecutive && situation.seat == crate::seat::Seat::E,
        ),
        (Honba, asks.honba),
        (Sticks, true),
    ]
    .into_iter()
    .filter_map(|(question, wanted)| wanted.then_some(question))
    .collect()
}

/// The dealer cannot win by ron before his first discard, nor anybody who has
/// pulled a tile.
fn first_turn_possible(draft: &Draft) -> bool {
    let situation = draft.situation();
    let pulled = !draft.zone(Zone::Gari).is_empty();
    situation.win == Won::Tsumo || situation.seat != Seat::E && !pulled
}

/// Sets that ぽんと。 may consist of: concealed kans too, no chi.
fn pon_or_kan(draft: &Draft) -> usize {
    let counts = |meld: &&DraftMeld| meld.kind != MeldKind::Chi;
    draft.melds().iter().filter(counts).count()
}

/// Whether the hand holds little else than terminals and honors of many kinds.
fn looks_like_kokushi(draft: &Draft) -> bool {
    let kinds: std::collections::BTreeSet<Tile> = draft
        .zone(Zone::Hand)
        .iter()
        .map(|tile| tile.tile)
        .filter(|tile| tile.is_yaochuu())
        .collect();
    kinds.len() >= 11
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confirm::{Edit, Situation};
    use crate::notation;
    use crate::rules;

    fn asked(id: &str, text: &str, change: impl FnOnce(&mut Situation)) -> Vec<Question> {
        let draft = Draft::default().with_hand(&notation::parse(text).unwrap());
        let mut situation = draft.situation().clone();
        change(&mut situation);
        let asks = Asks::of(&rules::preset(id).unwrap());
        situation.settle_down(draft.is_closed(), asks.players);
        let draft = draft.edited(&Edit::SetSituation(situation)).unwrap();
        questions(&draft, &asks)
    }

    const CLOSED: &str = "123456p789s555z2z+2z";
    const OPEN: &str = "123456p789s2z+2z (555z)";
    const PON_AND_ANKAN: &str = "2z+2z (555z) (111s) (999s) [1111p]";
    const PON_AND_CHI: &str = "2z+2z (555z) (111s) (999s) (123p)";

    #[test]
    fn only_what_changes_the_score_is_asked() {
        use Question::*;
        let ron = |situation: &mut Situation| situation.win = Won::Ron;
        let riichi = |situation: &mut Situation| situation.riichi = 1;
        let open = |situation: &mut Situation| {
            (situation.riichi, situation.open_riichi) = (1, true);
        };
        let south_ron = |situation: &mut Situation| {
            (situation.win, situation.seat) = (Won::Ron, crate::seat::Seat::S);
        };
        let plain = |_: &mut Situation| ();
        for (asked, question, wanted) in [
            (asked("kichijoji", CLOSED, plain), Discarder, false),
            (asked("kichijoji", CLOSED, ron), Discarder, true),
            (asked("kichijoji", CLOSED, plain), Riichi, true),
            (asked("kichijoji", OPEN, plain), Riichi, false),
            (asked("kichijoji", CLOSED, plain), Ippatsu, false),
            (asked("kichijoji", CLOSED, riichi), Ippatsu, true),
            (asked("kichijoji", CLOSED, riichi), FirstTurn, false),
            (asked("kichijoji", CLOSED, plain), Rinshan, false),
            (
                asked("kichijoji", "123456p789s555z2z+2z g:1m", plain),
                Rinshan,
                true,
            ),
            (asked("kichijoji", CLOSED, plain), Honba, false),
            (asked("vip", CLOSED, plain), Honba, true),
            (asked("kichijoji", CLOSED, plain), Round, false),
            (asked("redblue", CLOSED, plain), Round, true),
            (asked("kichijoji", CLOSED, plain), ConsecutiveWins, false),
            (asked("redblue", CLOSED, plain), ConsecutiveWins, true),
            // Four sets of pon or kan, concealed ones too, and no chi.
            (asked("sakae", PON_AND_ANKAN, plain), TankiOpen, true),
            (asked("sakae", PON_AND_CHI, plain), TankiOpen, false),
            // Double yakuman count single in furiten; open riichi is a fault,
            // or worth something else.
            (asked("kichijoji", CLOSED, plain), Furiten, false),
            (asked("sakae", CLOSED, plain), Furiten, true),
            (asked("redblue", CLOSED, plain), Furiten, false),
            (asked("redblue", CLOSED, open), Furiten, true),
            (asked("vip", CLOSED, plain), Furiten, false),
            (asked("vip", CLOSED, open), Furiten, true),
            (asked("vip", CLOSED, ron), Furiten, false),
            (asked("kichijoji", CLOSED, south_ron), FirstTurn, true),
            (
                asked("kichijoji", "123456p789s555z2z+2z g:1m", south_ron),
                FirstTurn,
                false,
            ),
        ] {
            assert_eq!(
                asked.contains(&question),
                wanted,
                "{question:?} in {asked:?}"
            );
        }
    }

    #[test]
    fn taking_the_riichi_away_takes_along_what_hangs_on_it() {
        let mut situation = Situation {
            riichi: 1,
            ippatsu: true,
            open_riichi: true,
            win: Won::Ron,
            discarder: Some(Seat::N),
            ..Situation::default()
        };
        situation.settle_down(false, 3);
        assert_eq!(
            (situation.riichi, situation.ippatsu, situation.open_riichi),
            (0, false, false)
        );
        assert_eq!(
            situation.discarder,
            Some(Seat::S),
            "North does not sit here"
        );
    }
}
