//! From detections to a hand: rows, zones, called sets, gari strip, legality.
//!
//! [`Reader`] is the whole way from a [`Frame`] to a [`Reading`].

pub mod annotate;
mod checks;
pub mod eval;
mod interpret;
mod joint;
pub mod live;
mod reader;
mod record;
mod review;
mod rows;
mod sets;
mod types;
mod wall;
mod zones;

pub use interpret::{interpret, rows_of, tiles_among, upright};
pub use reader::{Options, ReadError, Reader};
pub use record::{Record, meld_tiles, notation, typed};
pub use review::{Review, ReviewKind};
pub use types::{Ghost, ModelId, ReadMeld, ReadTile, Reading, Renamed, Timing, Zone};
pub use wall::Wall;
