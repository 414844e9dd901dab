//! Measuring readings against labelled photos (COCO, contract.md "Dataset
//! format"): what was found, what was named right, whole photos, doubt.

mod tally;

pub use crate::labels::{LabelError, LabelFault, Labelled, LabelledTile, load};
pub use tally::{ClassRow, PhotoRow, Tally, compare};
