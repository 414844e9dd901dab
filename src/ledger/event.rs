//! What is written into the ledger. Players are counted from 0 in the order
//! in which the game named them; points and chips are lists in that order.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::receipt::{BadReceipt, Receipt};
use crate::rules::value::SitOut;
use crate::rules::{RuleSet, snapshot};
use crate::score::item::{ItemId, Unit};
use crate::score::{HandInput, Item, mpsz};
use crate::seat::Seat;
use crate::settle::event::NagashiKind;

/// One event with its place and time.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// 1, 2, 3 … without gaps.
    pub seq: u64,
    /// Milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// What happened.
    pub event: Event,
}

/// Something that happened, with what it made everybody pay.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A game began.
    Start(Box<Start>),
    /// One or more players won a hand.
    Hand(Box<Hand>),
    /// A hand nobody won.
    Draw(Draw),
    /// 流し満貫 and its kin.
    Nagashi(Nagashi),
    /// A player paid for a fault (チョンボ …).
    Penalty(Penalty),
    /// Points, chips or the table were set right by hand.
    Adjust(Adjust),
    /// とび: somebody has nothing left.
    Bust(Bust),
    /// The final account of a game.
    End(End),
    /// Another event does not count.
    Void(Void),
}

impl Event {
    /// The word for it in exports.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Start(_) => "start",
            Event::Hand(_) => "hand",
            Event::Draw(_) => "draw",
            Event::Nagashi(_) => "nagashi",
            Event::Penalty(_) => "penalty",
            Event::Adjust(_) => "adjust",
            Event::Bust(_) => "bust",
            Event::End(_) => "end",
            Event::Void(_) => "void",
        }
    }

    /// Points of every player; empty where none move.
    pub fn deltas(&self) -> &[i32] {
        match self {
            Event::Hand(hand) => &hand.deltas,
            Event::Draw(draw) => &draw.deltas,
            Event::Nagashi(nagashi) => &nagashi.deltas,
            Event::Penalty(penalty) => &penalty.deltas,
            Event::Adjust(adjust) => &adjust.deltas,
            Event::Bust(bust) => &bust.deltas,
            Event::Start(_) | Event::End(_) | Event::Void(_) => &[],
        }
    }

    /// Chips of every player; empty where none move.
    pub fn chips(&self) -> &[i32] {
        match self {
            Event::Hand(hand) => &hand.chips,
            Event::Penalty(penalty) => &penalty.chips,
            Event::Adjust(adjust) => &adjust.chips,
            _ => &[],
        }
    }

    /// How the table stands afterwards, where the event changes it.
    pub fn next(&self) -> Option<&Turn> {
        match self {
            Event::Hand(hand) => Some(&hand.next),
            Event::Draw(draw) => Some(&draw.next),
            Event::Nagashi(nagashi) => Some(&nagashi.next),
            Event::Penalty(penalty) => Some(&penalty.next),
            Event::Adjust(adjust) => Some(&adjust.next),
            _ => None,
        }
    }

    /// Whether a hand was played to its end.
    pub fn ends_hand(&self) -> bool {
        matches!(self, Event::Hand(_) | Event::Draw(_) | Event::Nagashi(_))
    }
}

/// A game begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The rule set in full ([`crate::rules::snapshot`]).
    pub rules: Value,
    /// The players in turn order, the first dealer first.
    pub players: Vec<String>,
    /// Who sits out the first hand, where one is more than the table takes.
    pub sits_out: Option<usize>,
    /// Points that each begins with.
    pub start: i32,
}

impl Start {
    /// The beginning of a game; `start` are the points of each. `None`: as the
    /// rules say; where they give no points to begin with, accounts are kept
    /// from 0. Where the rules say who sits out (option `sit_out`), the fourth
    /// named does so first unless `sits_out` names another.
    pub fn new(
        rules: &RuleSet,
        players: &[&str],
        sits_out: Option<usize>,
        start: Option<i32>,
    ) -> Start {
        let fourth = (rules.players()..players.len()).next();
        let rests = fourth.filter(|_| rules.options.sit_out != SitOut::None);
        let usual = match rules.declared_key("start") {
            true => rules.options.start,
            false => 0,
        };
        Start {
            rules: snapshot::write(rules),
            players: players.iter().map(|name| (*name).to_owned()).collect(),
            sits_out: sits_out.or(rests),
            start: start.unwrap_or(usual),
        }
    }
}

/// How the table stands between two hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Who deals.
    pub dealer: usize,
    /// Who sits out (抜け番).
    pub sits_out: Option<usize>,
    /// Round wind.
    pub round: Seat,
    /// 局, from 1.
    pub kyoku: u32,
    /// 本場
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// Other points on the table, which the next winner takes.
    pub pot: i32,
    /// Chips on the table, which the next winner takes.
    pub pot_chips: i32,
    /// Hands that the dealer has won in a row.
    pub streak: u32,
}

/// A hand that was won.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Who dealt in; `None` on tsumo.
    pub from: Option<usize>,
    /// The winners, nearest to the discarder first.
    pub wins: Vec<Win>,
    /// Riichi sticks that each player put down in this hand.
    pub riichi: Vec<u32>,
    /// Points of every player, the sticks put down included.
    pub deltas: Vec<i32>,
    /// Chips of every player.
    pub chips: Vec<i32>,
    /// How the table stands afterwards.
    pub next: Turn,
}

/// What one winner had.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Win {
    /// Who.
    pub winner: usize,
    /// The hand case (`cases/README.md`) as it was scored.
    pub hand: Box<RawValue>,
    /// The lines of the sheet.
    pub items: Vec<Line>,
    /// The lines of the chips.
    pub chip_items: Vec<Line>,
    /// The total of the sheet.
    pub total: i32,
    /// Han.
    pub han: i32,
    /// Fu.
    pub fu: u32,
    /// 満貫 … 役満, or empty.
    pub limit: String,
    /// The reading used.
    pub split: String,
    /// What the winner was paid for it, sticks included.
    pub paid: i32,
    /// Pulled tiles and flowers.
    pub gari: u32,
    /// The receipt of the hand, where one was made.
    pub receipt: Option<Box<RawValue>>,
}

impl Win {
    /// The hand as it was scored.
    ///
    /// # Errors
    /// A text that is no hand case.
    pub fn input(&self) -> Result<HandInput, serde_json::Error> {
        serde_json::from_str(self.hand.get())
    }

    /// The receipt that is kept with the hand.
    ///
    /// # Errors
    /// Something else is kept there.
    pub fn receipt(&self) -> Option<Result<Receipt, BadReceipt>> {
        let kept = self.receipt.as_ref()?;
        Some(Receipt::parse(kept.get()))
    }
}

/// A line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What it is.
    pub id: ItemId,
    /// How much, counted in `unit`.
    pub value: i32,
    /// What the value counts.
    pub unit: Unit,
    /// The tiles it points at, as typed.
    pub tiles: String,
}

impl From<&Item> for Line {
    fn from(item: &Item) -> Line {
        Line {
            id: item.id,
            value: item.value,
            unit: item.unit,
            tiles: mpsz::print(&item.tiles),
        }
    }
}

/// Why nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawKind {
    /// The wall ran out.
    Exhausted,
    /// 途中流局: the hand is void and nobody pays.
    Aborted,
}

/// A hand that nobody won.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Why.
    pub kind: DrawKind,
    /// Who was tenpai.
    pub tenpai: Vec<usize>,
    /// Riichi sticks that each player put down in this hand.
    pub riichi: Vec<u32>,
    /// Points of every player.
    pub deltas: Vec<i32>,
    /// How the table stands afterwards.
    pub next: Turn,
}

/// 流し満貫 and its kin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nagashi {
    /// Who.
    pub player: usize,
    /// Which.
    pub kind: NagashiKind,
    /// Who was tenpai.
    pub tenpai: Vec<usize>,
    /// Riichi sticks that each player put down in this hand.
    pub riichi: Vec<u32>,
    /// Points of every player.
    pub deltas: Vec<i32>,
    /// How the table stands afterwards.
    pub next: Turn,
}

/// A fault that a player paid for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    /// Who.
    pub player: usize,
    /// Which, as the rules call it.
    pub kind: String,
    /// What becomes of the hand, as the rules say it.
    pub hand: String,
    /// Points of every player.
    pub deltas: Vec<i32>,
    /// Chips of every player.
    pub chips: Vec<i32>,
    /// How the table stands afterwards.
    pub next: Turn,
}

/// Something set right by hand.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjust {
    /// Why.
    pub reason: String,
    /// Points of every player.
    pub deltas: Vec<i32>,
    /// Chips of every player.
    pub chips: Vec<i32>,
    /// How the table stands afterwards.
    pub next: Turn,
}

/// Somebody has nothing left.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bust {
    /// Who.
    pub busted: Vec<usize>,
    /// Who put them out, if anybody did.
    pub winner: Option<usize>,
    /// とび賞.
    pub deltas: Vec<i32>,
    /// The event that did it; the two are undone together.
    pub cause: u64,
}

/// The final account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// First to last.
    pub order: Vec<usize>,
    /// Points held, after 焼き鳥.
    pub points: Vec<i32>,
    /// 焼き鳥.
    pub yakitori: Vec<i32>,
    /// Result against the return points.
    pub result: Vec<i32>,
    /// オカ, ウマ.
    pub items: Vec<EndLine>,
    /// Points that were left on the table.
    pub unaccounted: i32,
}

/// A line of the final account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndLine {
    /// `oka` or `uma`.
    pub id: String,
    /// Whose.
    pub player: usize,
    /// Points.
    pub value: i32,
}

/// An event that does not count.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// Its number.
    pub of: u64,
}
