//! The hand that a person stands by, and the way to it.

use crate::confirm::{Change, Draft, Session, TileId, Zone};
use crate::rules::RuleSet;
use crate::score::{self, Fault, HandInput, ScoreSheet};

/// A legal hand that a person accepted, scored. It cannot be made in any other
/// way than by [`Session::confirm`]:
///
/// ```compile_fail
/// # use karasu::confirm::{ConfirmedHand, Draft};
/// # use karasu::rules;
/// # let input = Draft::default().to_input().unwrap();
/// # let sheet = Draft::default().preview(&rules::preset("vip").unwrap()).unwrap();
/// let hand = ConfirmedHand { input, sheet, session: Default::default() };
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmedHand {
    rules: RuleSet,
    input: HandInput,
    sheet: ScoreSheet,
    session: Session,
}

impl ConfirmedHand {
    /// The rules it was confirmed under.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// What was scored.
    pub fn input(&self) -> &HandInput {
        &self.input
    }

    /// The score.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.sheet
    }

    /// What a person changed against the reading.
    pub fn changes(&self) -> Vec<Change> {
        self.session.changes()
    }

    /// The way from the reading to the hand, for the receipt.
    pub fn session(&self) -> &Session {
        &self.session
    }
}

/// Why a draft is not yet a hand.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotReady {
    /// There are no tiles.
    #[error("there are no tiles")]
    Empty,
    /// A person has not looked at these tiles.
    #[error("{} tiles are doubtful", .0.len())]
    Doubtful(Vec<TileId>),
    /// The hand is not legal, or no win.
    #[error("the hand cannot be scored: {}", list(.0))]
    Faults(Vec<Fault>),
}

fn list(faults: &[Fault]) -> String {
    let texts: Vec<String> = faults.iter().map(Fault::to_string).collect();
    texts.join("; ")
}

impl Draft {
    /// What the scorer is told. The last tile of the hand counts as the
    /// winning tile where none is marked; `None` for an empty hand.
    pub fn to_input(&self) -> Option<HandInput> {
        let hand = self.to_hand();
        let situation = self.situation();
        let ron = situation.win == score::Win::Ron;
        hand.win_tile?;
        let tiles = HandInput::default().with_hand(hand);
        Some(HandInput {
            call_order_known: self.call_order_known(),
            win: situation.win,
            discarder: situation.discarder.filter(|_| ron),
            ron_on: situation.ron_on,
            seat_wind: situation.seat,
            round_wind: situation.round,
            riichi: situation.riichi,
            open_riichi: situation.open_riichi,
            ippatsu: situation.ippatsu,
            rinshan: situation.rinshan,
            haitei: situation.last_tile && !ron,
            houtei: situation.last_tile && ron,
            chankan: situation.chankan,
            first_turn: situation.first_turn,
            furiten: situation.furiten,
            discarder_riichi: situation.discarder_riichi,
            tanki_open: situation.tanki_open,
            consecutive_wins: situation.consecutive_wins,
            // Ura and flips that nobody may turn are not looked at, so that
            // taking the riichi away needs no second edit.
            ura_indicators: match situation.riichi {
                0 => Vec::new(),
                _ => tiles.ura_indicators,
            },
            honba: situation.honba,
            sticks: situation.sticks,
            ..tiles
        })
    }

    /// Scores the draft as it stands, doubtful tiles taken as they are: for
    /// showing, not for settling.
    pub fn preview(&self, rules: &RuleSet) -> Result<ScoreSheet, NotReady> {
        let input = self.to_input().ok_or(NotReady::Empty)?;
        score::score(rules, &input).map_err(NotReady::Faults)
    }

    /// Tiles of the win that nobody has vouched for.
    pub fn doubtful(&self) -> Vec<TileId> {
        self.tiles()
            .filter(|(zone, tile)| {
                *zone != Zone::Other && tile.doubt != crate::confirm::Doubt::Sure
            })
            .map(|(_, tile)| tile.id)
            .collect()
    }
}

impl Session {
    /// Accepts the draft as it stands.
    ///
    /// # Errors
    /// While a tile is doubtful, or the hand is not a legal win.
    pub fn confirm(&self, rules: &RuleSet) -> Result<ConfirmedHand, NotReady> {
        let draft = self.draft();
        let input = draft.to_input().ok_or(NotReady::Empty)?;
        let doubtful = draft.doubtful();
        if !doubtful.is_empty() {
            return Err(NotReady::Doubtful(doubtful));
        }
        let sheet = score::score(rules, &input).map_err(NotReady::Faults)?;
        Ok(ConfirmedHand {
            rules: rules.clone(),
            input,
            sheet,
            session: self.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confirm::{Doubt, Edit};
    use crate::notation;
    use crate::rules;
    use crate::score::FaultId;

    fn session(text: &str) -> Session {
        let hand = notation::parse(text).unwrap();
        Session::new(Draft::default().with_hand(&hand))
    }

    fn rules() -> RuleSet {
        rules::preset("kichijoji").unwrap()
    }

    #[test]
    fn a_legal_hand_is_confirmed_with_what_was_changed() {
        let mut session = session("123456p789s555z2z+3z");
        let last = session.draft().zone(Zone::Hand)[13].id;
        assert!(session.confirm(&rules()).is_err(), "not a win as read");
        let tile = "2z".parse().unwrap();
        session.apply(&Edit::SetTile { id: last, tile }).unwrap();
        let hand = session.confirm(&rules()).unwrap();
        assert_eq!(hand.changes().len(), 1);
        let sum: i32 = hand.sheet().items.iter().map(|item| item.value).sum();
        assert_eq!(sum, hand.sheet().total, "the items are the total");
    }

    #[test]
    fn an_illegal_draft_is_never_confirmed() {
        for (text, fault) in [
            ("55555z123p456p78s+9s", FaultId::FiveOfATile),
            ("123p456p789s55z+5z", FaultId::WrongCount),
            ("234m456p789s555z2z+2z", FaultId::NotInWall),
        ] {
            let Err(NotReady::Faults(faults)) = session(text).confirm(&rules()) else {
                panic!("{text} was confirmed");
            };
            assert!(
                faults.iter().any(|found| found.id == fault),
                "{text}: {faults:?}"
            );
        }
        assert_eq!(Session::default().confirm(&rules()), Err(NotReady::Empty));
    }

    #[test]
    fn a_doubtful_tile_must_be_looked_at_first() {
        let mut session = session("123456p789s555z2z+2z");
        let mut draft = session.draft().clone();
        draft.hand[4].doubt = Doubt::Unsure;
        let (id, tile) = (draft.hand[4].id, draft.hand[4].tile);
        session = Session::new(draft);
        assert_eq!(session.confirm(&rules()), Err(NotReady::Doubtful(vec![id])));
        session.apply(&Edit::SetTile { id, tile }).unwrap();
        assert!(session.confirm(&rules()).is_ok());
        assert!(session.changes().is_empty(), "vouching changes no tile");
    }
}
