//! Events that move points without a scored hand (`cases/README.md`,
//! "Settlement case").

use serde::{Deserialize, Serialize};

use crate::lang::Lang;
use crate::rules::{RuleFault, RuleSet};
use crate::score::sheet::BySeat;
use crate::seat::Seat;
use crate::settle::seating::{self, Ended, Seating, Table};
use crate::settle::{end, fault, hand};
use crate::tile::Tile;

/// One winner of several on one discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MultiWin {
    /// The winner.
    pub seat: Seat,
    /// What the discarder pays it, honba included.
    pub total: i32,
    /// The same without honba.
    pub total_without_honba: i32,
}

/// 流し or 流しタンヤオ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NagashiKind {
    /// Only terminals and honors discarded.
    Nagashi,
    /// Only 2–8 discarded.
    NagashiTanyao,
}

/// What the dealer did in the last hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealerResult {
    /// Won.
    Win,
    /// Tenpai at a drawn hand.
    Tenpai,
    /// Not tenpai at a drawn hand.
    Noten,
    /// Anything else: another player won.
    #[serde(other)]
    Lost,
}

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// A drawn hand.
    Draw { tenpai: Vec<Seat>, dealer: Seat },
    /// 流し満貫 and its kin.
    Nagashi { player: Seat, kind: NagashiKind },
    /// Several winners on one discard.
    MultiRon {
        discarder: Seat,
        wins: Vec<MultiWin>,
        #[serde(default)]
        honba: u32,
        #[serde(default)]
        sticks: u32,
    },
    /// A fault of a player. `with_win`: somebody won the same hand.
    Fault {
        player: Seat,
        kind: String,
        #[serde(default)]
        with_win: bool,
    },
    /// Is somebody out? `points` after the payment, `winner` of the hand.
    Bust {
        points: BySeat,
        #[serde(default)]
        winner: Option<Seat>,
    },
    /// 焼き鳥 at the end of a game.
    Yakitori { birds: Vec<Seat> },
    /// The end of a game.
    End {
        points: BySeat,
        #[serde(default)]
        chips: Option<BySeat>,
    },
    /// Does the game go on into the West round?
    WestCheck { points: BySeat },
    /// Does the last hand end the game?
    OorasCheck {
        points: BySeat,
        dealer: Seat,
        dealer_result: DealerResult,
    },
    /// The first discards of all players (四風連打).
    FirstDiscards {
        discards: Vec<Tile>,
        round_wind: Seat,
        dealer: Seat,
    },
    /// Four people at a table of three: who sits out next (抜け番). Not one of
    /// the events of `cases/README.md`; the people are names.
    SitOut {
        #[serde(flatten)]
        table: Table,
        #[serde(flatten)]
        ended: Ended,
    },
}

/// A line of the final account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndItem {
    /// `oka` or `uma`.
    pub id: &'static str,
    /// Whose.
    pub seat: Seat,
    /// Points.
    pub value: i32,
}

/// What an event does. Only the fields that it decides are there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Points of every seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deltas: Option<BySeat>,
    /// Chips of every seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip_deltas: Option<BySeat>,
    /// Points put on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<i32>,
    /// Chips put on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_chips: Option<i32>,
    /// What becomes of the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// The player may no longer win in this hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<bool>,
    /// Who takes sticks and honba.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sticks_to: Option<Seat>,
    /// Who deals next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
    /// Who is out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busted: Option<Vec<Seat>>,
    /// Whether the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_over: Option<bool>,
    /// Final order, first to last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<Seat>>,
    /// Final result against the return points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<BySeat>,
    /// What was added to the final points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<EndItem>>,
    /// Points that the players began with and nobody has at the end: left on
    /// the table, or a slip in keeping score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unaccounted: Option<i32>,
    /// Whether the West round is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub west: Option<bool>,
    /// Whether the hand is void.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abort: Option<bool>,
    /// Who plays the next hand of four people at a table of three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Seating>,
}

/// Why an event cannot be settled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventFault {
    /// The text is no event.
    #[error("not an event: {0}")]
    Unreadable(String),
    /// A seat that is not at this table.
    #[error("no seat {0} at this table")]
    NotAtTable(Seat),
    /// Points or chips that leave out a seat of this table.
    #[error("{field} lacks seat {seat}; name every seat of the table")]
    MissingSeat {
        /// `points`, `chips` or `deltas`.
        field: &'static str,
        /// The first seat that is not there.
        seat: Seat,
    },
    /// The rules know no such penalty.
    #[error("the rules have no penalty {kind:?}{}", near(.nearest, "; did you mean "))]
    UnknownPenalty {
        /// The kind asked for.
        kind: String,
        /// The known kind most like it.
        nearest: Option<String>,
    },
    /// The rules do not have such a payment.
    #[error("the rules have no {0}")]
    NotPlayed(&'static str),
    /// An option that the rules do not know, or a value it cannot have.
    #[error("{}", messages(.0, Lang::En))]
    BadOption(Vec<RuleFault>),
    /// Nobody wins, or a winner is named twice or discards itself.
    #[error("the winners must be different players and not the discarder; a tsumo has one")]
    BadWinners,
    /// Not four people, or the dealer sits out.
    #[error("people must be four different names, out and dealer two different ones of them")]
    BadSeating,
}

fn messages(faults: &[RuleFault], lang: Lang) -> String {
    let each: Vec<String> = faults.iter().map(|fault| fault.message(lang)).collect();
    each.join("; ")
}

fn near(nearest: &Option<String>, before: &str) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |nearest| format!("{before}{nearest}"))
}

impl EventFault {
    /// The message in a language.
    pub fn message(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            EventFault::Unreadable(error) => format!("出来事として読めません: {error}"),
            EventFault::NotAtTable(seat) => format!("この卓に {} 家はいません", seat.kanji()),
            EventFault::MissingSeat { field, seat } => {
                let seat = seat.kanji();
                format!("{field} に {seat} 家がありません。卓の全員の分を書いてください")
            }
            EventFault::UnknownPenalty { kind, nearest } => {
                let near = near(nearest, "。もしかして ");
                format!("このルールに罰則 {kind:?} はありません{near}")
            }
            EventFault::NotPlayed(what) => format!("このルールに {what} はありません"),
            EventFault::BadOption(faults) => messages(faults, lang),
            EventFault::BadWinners => {
                "和了者は放銃者でない別々の人です。ツモなら一人です".to_owned()
            }
            EventFault::BadSeating => {
                "people は四人の別々の名前、out と dealer はそのうちの別々の二人です".to_owned()
            }
        }
    }
}

/// Settles an event.
///
/// # Errors
/// What the rules do not have, and seats that are not at the table.
pub fn settle(rules: &RuleSet, event: &Event) -> Result<Outcome, EventFault> {
    let table = Seat::at_table(rules.players());
    let seats = seats_named(event);
    if let Some(stranger) = seats.into_iter().find(|seat| !table.contains(seat)) {
        return Err(EventFault::NotAtTable(stranger));
    }
    for (field, by_seat) in values_given(event) {
        let missing = table.iter().find(|seat| !by_seat.seats().contains(seat));
        if let Some(&seat) = missing {
            return Err(EventFault::MissingSeat { field, seat });
        }
    }
    match event {
        Event::Draw { tenpai, dealer } => Ok(hand::draw(rules, tenpai, *dealer)),
        Event::Nagashi { player, kind } => hand::nagashi(rules, *player, *kind),
        Event::MultiRon {
            discarder,
            wins,
            honba: _,
            sticks,
        } => hand::multi_ron(rules, *discarder, wins, *sticks),
        Event::Fault {
            player,
            kind,
            with_win,
        } => fault::fault(rules, *player, kind, *with_win),
        Event::Bust { points, winner } => Ok(end::bust(rules, points, *winner)),
        Event::Yakitori { birds } => Ok(end::yakitori(rules, birds)),
        Event::End { points, chips } => Ok(end::end(rules, points, chips.as_ref())),
        Event::WestCheck { points } => end::west(rules, points),
        Event::OorasCheck {
            points,
            dealer,
            dealer_result,
        } => end::ooras(rules, points, *dealer, *dealer_result),
        Event::FirstDiscards {
            discards,
            round_wind,
            dealer,
        } => Ok(hand::first_discards(rules, discards, *round_wind, *dealer)),
        Event::SitOut { table, ended } => Ok(Outcome {
            next: Some(seating::next(rules, table, ended)?),
            ..Outcome::default()
        }),
    }
}

fn seats_named(event: &Event) -> Vec<Seat> {
    let values = values_given(event);
    let mut seats: Vec<Seat> = values
        .flat_map(|(_, by_seat)| by_seat.seats())
        .copied()
        .collect();
    match event {
        Event::Draw { tenpai, dealer } => {
            seats.extend(tenpai);
            seats.push(*dealer);
        }
        Event::Nagashi { player, .. } | Event::Fault { player, .. } => seats.push(*player),
        Event::MultiRon {
            discarder, wins, ..
        } => {
            seats.extend(wins.iter().map(|win| win.seat));
            seats.push(*discarder);
        }
        Event::Bust { winner, .. } => seats.extend(winner),
        Event::Yakitori { birds } => seats.extend(birds),
        Event::End { .. } | Event::WestCheck { .. } => (),
        Event::OorasCheck { dealer, .. } => seats.push(*dealer),
        Event::FirstDiscards {
            round_wind, dealer, ..
        } => seats.extend([*round_wind, *dealer]),
        Event::SitOut { ended, .. } => {
            seats.extend(&ended.winners);
            seats.extend(&ended.tenpai);
            seats.extend(ended.discarder);
        }
    }
    seats
}

/// The fields of an event that hold a number for every seat.
const BY_SEAT: [&str; 3] = ["points", "chips", "deltas"];

/// What an event says of every seat, with the name of the field.
fn values_given(event: &Event) -> impl Iterator<Item = (&'static str, &BySeat)> {
    let (points, chips, deltas) = match event {
        Event::Bust { points, .. }
        | Event::WestCheck { points }
        | Event::OorasCheck { points, .. } => (Some(points), None, None),
        Event::End { points, chips } => (Some(points), chips.as_ref(), None),
        Event::SitOut { ended, .. } => (None, None, ended.deltas.as_ref()),
        _ => (None, None, None),
    };
    let given = BY_SEAT.into_iter().zip([points, chips, deltas]);
    given.filter_map(|(field, by_seat)| Some((field, by_seat?)))
}

/// That the numbers by seat of a case name the seats of the table, each of
/// them and no other: [`BySeat`] itself only knows for how many it is.
fn every_seat(rules: &RuleSet, case: &serde_json::Value) -> Result<(), EventFault> {
    let table = Seat::at_table(rules.players());
    for field in BY_SEAT {
        let Some(given) = case.get(field).and_then(|value| value.as_object()) else {
            continue;
        };
        let named = |seat: &Seat| given.contains_key(&seat.to_string());
        if let Some(stranger) = Seat::ALL
            .iter()
            .find(|seat| named(seat) && !table.contains(seat))
        {
            return Err(EventFault::NotAtTable(*stranger));
        }
        if let Some(&seat) = table.iter().find(|seat| !named(seat)) {
            return Err(EventFault::MissingSeat { field, seat });
        }
    }
    Ok(())
}

/// Settles the event of a case, under its own options if it has any.
///
/// # Errors
/// As [`settle`], what is no event, and options that the rules do not know.
pub fn settle_case(rules: &RuleSet, case: serde_json::Value) -> Result<Outcome, EventFault> {
    let own = match case.get("options") {
        Some(serde_json::Value::Object(options)) if !options.is_empty() => {
            Some(rules.with_json(options).map_err(EventFault::BadOption)?)
        }
        _ => None,
    };
    let rules = own.as_ref().unwrap_or(rules);
    every_seat(rules, &case)?;
    let event: Event =
        serde_json::from_value(case).map_err(|error| EventFault::Unreadable(error.to_string()))?;
    settle(rules, &event)
}

/// As [`settle_case`], from the text of a case line.
///
/// # Errors
/// As [`settle_case`], and what is no JSON.
pub fn settle_json(rules: &RuleSet, text: &str) -> Result<Outcome, EventFault> {
    let case = serde_json::from_str(text)
        .map_err(|error: serde_json::Error| EventFault::Unreadable(error.to_string()))?;
    settle_case(rules, case)
}
