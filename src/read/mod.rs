//! From detections to a hand: rows, zones, called sets, gari strip, legality.
//!
//! [`Reader`] is the whole way from a [`Frame`] to a [`Reading`].

mod reader;
mod record;
mod review;
mod types;
mod wall;

pub use reader::{Options, ReadError, Reader};
pub use record::{Record, notation};
pub use review::{Review, ReviewKind};
pub use types::{ModelId, ReadMeld, ReadTile, Reading, Renamed, Timing, Zone};
pub use wall::Wall;
