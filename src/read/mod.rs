//! From detections to a hand: rows, zones, called sets, gari strip, legality.
//!
//! [`Reader`] is the whole way from a [`Frame`] to a [`Reading`].
//!
//! ```
//! use karasu::read::{self, Options, Reader};
//! use karasu::{frame, rules};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = rules::preset("kichijoji").ok_or("no such rule set")?;
//! let reader = Reader::new(Options::under(&rules))?;
//! let photo = frame::open("datasets/demo/hand.jpg".as_ref())?;
//! let reading = reader.read(&photo)?;
//! println!("{}", read::notation(&reading));
//! for review in &reading.review {
//!     println!("{}", review.message(karasu::lang::Lang::En));
//! }
//! assert!(reading.tiles.len() >= 14);
//! # Ok(())
//! # }
//! ```
//!
//! [`Frame`]: crate::frame::Frame

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
