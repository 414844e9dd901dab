//! Making receipts.

use std::collections::BTreeMap;

use super::{Laid, Program, Receipt, SCHEMA};
use crate::confirm::{ConfirmedHand, Draft, Edit, Session};
use crate::rules::{RuleSet, snapshot};
use crate::score::{self, Fault, HandInput, ScoreSheet};
use crate::seat::Seat;

/// The session in which a reading became what was scored.
fn led_to(read: &Draft, input: &HandInput) -> Session {
    let mut session = Session::new(read.clone());
    let hand = input.hand();
    if read.to_hand().canonical() != hand.canonical() {
        // A replacement is never refused.
        let _ = session.apply(&Edit::Replace(Box::new(read.with_hand(&hand))));
    }
    session
}

impl Receipt {
    /// The receipt of a hand that a person confirmed, under the rules that it
    /// was confirmed under. What the photo showed is added with
    /// `Receipt::with_photo`, who sat where with [`Receipt::with_people`].
    pub fn of(hand: &ConfirmedHand, rules: &RuleSet) -> Receipt {
        Receipt::new(
            hand.input().clone(),
            hand.sheet().clone(),
            hand.session(),
            rules,
        )
    }

    /// The receipt of a hand that was scored without being confirmed: typed, or
    /// taken from a photo as it was read.
    ///
    /// # Errors
    /// The hand is no win under these rules.
    pub fn scored(input: &HandInput, rules: &RuleSet) -> Result<Receipt, Vec<Fault>> {
        Receipt::scored_from(&Draft::default(), input, rules)
    }

    /// As [`Receipt::scored`], of a hand that was `read`; where the two differ
    /// a person has said so.
    ///
    /// # Errors
    /// The hand is no win under these rules.
    pub fn scored_from(
        read: &Draft,
        input: &HandInput,
        rules: &RuleSet,
    ) -> Result<Receipt, Vec<Fault>> {
        let sheet = score::score(rules, input)?;
        let session = led_to(read, input);
        Ok(Receipt::new(input.clone(), sheet, &session, rules))
    }

    /// As [`Receipt::scored_from`], of a hand that a person has typed in full:
    /// that vouches for every tile of it.
    ///
    /// # Errors
    /// The hand is no win under these rules.
    pub fn corrected(
        read: &Draft,
        input: &HandInput,
        rules: &RuleSet,
    ) -> Result<Receipt, Vec<Fault>> {
        let sheet = score::score(rules, input)?;
        let mut session = led_to(read, input);
        for id in session.draft().doubtful() {
            if let Some(tile) = session.draft().get(id).map(|tile| tile.tile) {
                // The tile was there a line ago.
                let _ = session.apply(&Edit::SetTile { id, tile });
            }
        }
        Ok(Receipt::new(input.clone(), sheet, &session, rules))
    }

    fn new(case: HandInput, result: ScoreSheet, session: &Session, rules: &RuleSet) -> Receipt {
        let read = (!session.reading().is_empty()).then(|| Laid::of(session.reading()));
        Receipt {
            schema: SCHEMA.to_owned(),
            program: Program {
                name: env!("CARGO_PKG_NAME").to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            photo: None,
            model: None,
            tiles: Vec::new(),
            review: Vec::new(),
            rivals: Vec::new(),
            // Typing a hand is no change of a reading.
            changes: match read {
                Some(_) => session.history(),
                None => Vec::new(),
            },
            read,
            confirmed: Laid::of(session.draft()),
            case,
            rules: snapshot::write(rules),
            house: rules.clone(),
            seats: BTreeMap::new(),
            result,
            broken: Vec::new(),
        }
    }

    /// With the names of the people.
    #[must_use]
    pub fn with_people<'a>(mut self, people: impl IntoIterator<Item = (Seat, &'a str)>) -> Receipt {
        let people = people.into_iter();
        self.seats = people.map(|(seat, name)| (seat, name.to_owned())).collect();
        self
    }
}
