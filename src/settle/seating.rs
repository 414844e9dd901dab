//! 抜け番: four people at a table of three, one of whom sits out.
//!
//! People sit round the table in a fixed order, the one who sits out among
//! them. East is the dealer; the other seats follow in that order, past the one
//! who sits out. The rule texts know no payment to or from that person, so its
//! share of every hand is 0.

use serde::{Deserialize, Serialize, Serializer};

use crate::rules::RuleSet;
use crate::rules::value::SitOut;
use crate::score::sheet::BySeat;
use crate::seat::Seat;
use crate::settle::event::EventFault;
use crate::settle::hand;

/// Four people, three of whom play.
const PEOPLE: usize = 4;

/// Who sits where before a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The four people in turn order, each name once.
    pub people: Vec<String>,
    /// Who sits out.
    pub out: String,
    /// Who deals; not the one who sits out.
    pub dealer: String,
}

/// How a hand ended, as far as the next seating depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The winners; nobody for a drawn hand.
    #[serde(default)]
    pub winners: Vec<Seat>,
    /// Who discarded; `None` on tsumo and for a drawn hand.
    #[serde(default)]
    pub discarder: Option<Seat>,
    /// Who was tenpai at a drawn hand.
    #[serde(default)]
    pub tenpai: Vec<Seat>,
    /// Points of the hand by seat, if the people's shares are wanted.
    #[serde(default)]
    pub deltas: Option<BySeat>,
}

/// Who plays the next hand, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seating {
    /// Who sits out.
    pub out: String,
    /// Who deals; absent where the rules do not say who does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer: Option<String>,
    /// Who sits where, East first; absent without a dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Names>,
    /// Points of the hand of all four, in the order in which they sit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Shares>,
}

/// A name for each seat of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<(Seat, String)>);

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(seat, name)| (seat, name)))
    }
}

/// Points for each name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares(pub Vec<(String, i32)>);

impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, points)| (name, points)))
    }
}

/// The seating of the next hand.
///
/// # Errors
/// Rules under which nobody sits out, people that are not four, and winners
/// that cannot be.
pub fn next(rules: &RuleSet, table: &Table, ended: &Ended) -> Result<Seating, EventFault> {
    let sit_out = rules.options.sit_out;
    if sit_out == SitOut::None {
        return Err(EventFault::NotPlayed("sit_out"));
    }
    let ring = Ring::of(table).ok_or(EventFault::BadSeating)?;
    let leaves = leaves(rules, sit_out, &ring, ended)?;
    let dealer = deals(rules, &ring, ended).map(|dealer| match dealer == leaves {
        // Nobody deals a hand that he does not play: the next in turn does.
        true => ring.after(dealer, leaves),
        false => dealer,
    });
    let seats = dealer.map(|dealer| ring.seats(dealer, leaves));
    let named = |seats: [usize; 3]| {
        let names = seats.map(|person| ring.people[person].clone());
        Names(Seat::ALL.into_iter().zip(names).collect())
    };
    Ok(Seating {
        out: ring.people[leaves].clone(),
        dealer: dealer.map(|dealer| ring.people[dealer].clone()),
        seats: seats.map(named),
        shares: ended.deltas.as_ref().map(|deltas| ring.shares(deltas)),
    })
}

/// Who sits out the next hand. A drawn hand, of which the texts say nothing,
/// leaves everybody where they are, save under a rotation.
fn leaves(
    rules: &RuleSet,
    sit_out: SitOut,
    ring: &Ring,
    ended: &Ended,
) -> Result<usize, EventFault> {
    let winner = match (ended.winners.as_slice(), ended.discarder) {
        (&[], None) => None,
        (&[winner], None) => Some(winner),
        (winners, Some(discarder)) => {
            hand::in_turn(rules, discarder, winners).ok_or(EventFault::BadWinners)?;
            winners.first().copied()
        }
        _ => return Err(EventFault::BadWinners),
    };
    let shimocha = |seat| ring.at(hand::next(rules, seat));
    Ok(match (sit_out, winner, ended.discarder) {
        (SitOut::Rotation, _, _) => (ring.out + 1) % PEOPLE,
        (_, None, _) => ring.out,
        (SitOut::DiscarderOrShimocha, _, Some(discarder)) => ring.at(discarder),
        (_, _, Some(discarder)) => shimocha(discarder),
        (_, Some(winner), None) => shimocha(winner),
    })
}

/// Who would deal the next hand if everybody played it.
fn deals(rules: &RuleSet, ring: &Ring, ended: &Ended) -> Option<usize> {
    let dealer = match (ended.winners.as_slice(), ended.discarder) {
        (&[], _) => hand::dealer_after_draw(rules, &ended.tenpai, Seat::E),
        (winners, Some(discarder)) => {
            let winners = hand::in_turn(rules, discarder, winners)?;
            let taker = hand::takes_sticks(rules, discarder, &winners);
            hand::dealer_after_win(rules, taker, winners.contains(&Seat::E))
        }
        (&[winner, ..], None) => hand::dealer_after_win(rules, winner, winner == Seat::E),
    };
    dealer.map(|seat| ring.at(seat))
}

/// The people by their place in the order of turns, and who plays.
struct Ring<'a> {
    people: &'a [String],
    /// Who sits out.
    out: usize,
    /// East, South and West.
    seats: [usize; 3],
}

impl Ring<'_> {
    /// `None` unless there are four names, no two alike, and the dealer and
    /// the one who sits out are two of them.
    fn of(table: &Table) -> Option<Ring<'_>> {
        let people = table.people.as_slice();
        let place = |name: &String| people.iter().position(|person| person == name);
        let all_differ = (0..people.len()).all(|at| place(&people[at]) == Some(at));
        let (out, dealer) = (place(&table.out)?, place(&table.dealer)?);
        if people.len() != PEOPLE || !all_differ || out == dealer {
            return None;
        }
        let seats = [0; 3];
        let ring = Ring { people, out, seats };
        let seats = ring.seats(dealer, out);
        Some(Ring { seats, ..ring })
    }

    /// Who sits on a seat of this hand. Seats of a fourth player do not exist
    /// here: events are checked for strangers first.
    fn at(&self, seat: Seat) -> usize {
        self.seats[seat.index() % self.seats.len()]
    }

    /// The next in turn who does not sit out.
    fn after(&self, person: usize, out: usize) -> usize {
        match (person + 1) % PEOPLE {
            next if next == out => (next + 1) % PEOPLE,
            next => next,
        }
    }

    /// East, South and West with this dealer.
    fn seats(&self, dealer: usize, out: usize) -> [usize; 3] {
        let south = self.after(dealer, out);
        [dealer, south, self.after(south, out)]
    }

    fn shares(&self, deltas: &BySeat) -> Shares {
        let points = |person: usize| {
            let seat = self.seats.iter().position(|&sits| sits == person);
            seat.map_or(0, |seat| deltas.get(Seat::ALL[seat]))
        };
        let people = self.people.iter().enumerate();
        Shares(
            people
                .map(|(at, name)| (name.clone(), points(at)))
                .collect(),
        )
    }
}
