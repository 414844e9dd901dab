//! Measuring readings against labelled photos (COCO, contract.md "Dataset
//! format"): what was found, what was named right, whole photos, doubt.

mod enrol;
mod tally;

pub use crate::labels::{LabelError, LabelFault, Labelled, LabelledTile, load};
pub use enrol::{Plan, Taken, plan};
pub use tally::{ClassRow, PhotoRow, Tally, compare, pairs};
