//! Tile-set profiles: what karasu has learned of the tiles on one table.
//!
//! The faces of a physical set are only 34 to 46 pictures. [`lesson`] reads one
//! photo of them in rows ([`Page`] is what is made of it and put right by a
//! person), [`Profile`] keeps the crops, [`Shelf`] stores profiles
//! in a folder of the person's own, [`Prototypes`] joins what is known to the
//! classifier's probabilities, and [`TileSets`] says which set is on the table.

mod cells;
mod fault;
mod in_use;
mod kept;
mod lesson;
mod manifest;
mod page;
mod prototypes;
mod shelf;
mod teach;
mod words;

pub use cells::{Cell, Doubt};
pub use fault::ProfileError;
pub use in_use::{ChosenSet, Given, Known, Remark, TileSets, wanted};
pub use kept::{Profile, Sample};
pub use lesson::{Lesson, Order, OrderFault, lesson, order};
pub use page::{LookError, Page, unseen};
pub use prototypes::Prototypes;
pub use shelf::{Entry, Shelf};
pub use teach::Learned;
