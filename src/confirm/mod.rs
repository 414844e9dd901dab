//! Corrections by a person; the only maker of a [`ConfirmedHand`].
//!
//! A [`Draft`] is what the program believes and a person may change: tiles by
//! zone, called sets, and the situation. Every change is an [`Edit`]; a
//! [`Session`] keeps them undoable and knows what was changed against the
//! reading.

mod ask;
mod changes;
mod confirmed;
mod draft;
mod edit;
#[cfg(feature = "vision")]
mod from_reading;
mod session;
mod situation;
mod typed;

pub use ask::{Asks, Question, questions};
pub use changes::{Change, changes};
pub use confirmed::{ConfirmedHand, NotReady};
pub use draft::{Doubt, Draft, DraftMeld, DraftTile, Place, TileId, Zone};
pub use edit::{Edit, Refusal};
pub use session::Session;
pub use situation::{Situation, Told};
