//! From an item list to payments between players, and everything else that
//! moves points: drawn hands, several winners, penalties, the end of a game.
//!
//! Every payment sums to zero over the table, apart from what lies on it
//! (sticks, points put down for a fault), which the results name.
//!
//! ```
//! use karasu::settle::{Event, settle};
//! use karasu::{rules, seat::Seat};
//!
//! let rules = rules::preset("riichi4").expect("built in");
//! let drawn = Event::Draw { tenpai: vec![Seat::S], dealer: Seat::E };
//! let outcome = settle(&rules, &drawn).expect("a drawn hand");
//! let deltas = outcome.deltas.expect("noten is paid");
//! assert_eq!((deltas.get(Seat::S), deltas.sum()), (3000, 0));
//! assert_eq!(outcome.next_dealer, Some(Seat::S));
//! ```

pub mod end;
pub mod event;
pub mod fault;
pub mod hand;
pub mod seating;
pub mod win;

pub use event::{Event, EventFault, Outcome, settle};
