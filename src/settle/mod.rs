//! From an item list to payments between players, and everything else that
//! moves points: drawn hands, several winners, penalties, the end of a game.
//!
//! Every payment sums to zero over the table, apart from what lies on it
//! (sticks, points put down for a fault), which the results name.

pub mod end;
pub mod event;
pub mod fault;
pub mod hand;
pub mod seating;
pub mod win;

pub use event::{Event, EventFault, Outcome, settle};
