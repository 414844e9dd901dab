//! karasu: from a picture of a winning mahjong hand to who pays whom.
//!
//! The modules read in the order in which a frame becomes money:
//!
//! ```text
//! Frame → Vec<Detection> → Reading → ConfirmedHand → ScoreSheet → Settlement → ledger event
//! frame     detect          read      confirm          score        settle       ledger
//! ```
//!
//! The scoring side (`tile` … `settle`, and receipts) builds without images,
//! ONNX, cameras, windows or SQLite (`--no-default-features`).
//!
//! # All the way
//!
//! ```
//! # #[cfg(not(all(feature = "vision", feature = "ledger")))]
//! # fn main() {}
//! # #[cfg(all(feature = "vision", feature = "ledger"))]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use karasu::confirm::{Draft, Edit, Session, Situation};
//! use karasu::ledger::{After, Entry, Ledger, Winner};
//! use karasu::read::{Options, Reader};
//! use karasu::receipt::{PhotoId, Receipt};
//! use karasu::{frame, rules, seat::Seat};
//!
//! // Read a photo under the wall of the house.
//! let rules = rules::preset("kichijoji").ok_or("no such rule set")?;
//! let reader = Reader::new(Options::under(&rules))?;
//! let photo = frame::open("datasets/demo/hand.jpg".as_ref())?;
//! let reading = reader.read(&photo)?;
//!
//! // A person says how it was won, looks at what is doubtful, and confirms.
//! let mut session = Session::new(Draft::from_reading(&reading));
//! session.apply(&Edit::SetSituation(Situation { seat: Seat::E, ..Default::default() }))?;
//! for id in session.draft().doubtful() {
//!     let tile = session.draft().get(id).ok_or("gone")?.tile;
//!     session.apply(&Edit::SetTile { id, tile })?;
//! }
//! let hand = session.confirm(&rules)?;
//! println!("{} points, {:?}", hand.sheet().total, hand.sheet().deltas);
//!
//! // The receipt, from which others can recompute it.
//! let receipt = Receipt::of(&hand, &rules)
//!     .with_photo(PhotoId::of(&photo), &reading)
//!     .with_people([(Seat::E, "Aki"), (Seat::S, "Ben"), (Seat::W, "Chie")]);
//! assert!(receipt.verify().agrees());
//!
//! // The game, which keeps the hand and its receipt.
//! # let folder = std::env::temp_dir().join(format!("karasu-way-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let mut ledger = Ledger::create(&folder.join("evening.karasu"))?;
//! ledger.start(&rules, &["Aki", "Ben", "Chie"], None, None)?;
//! let aki = Winner {
//!     player: 0,
//!     hand: hand.input().clone(),
//!     receipt: Some(Box::new(receipt)),
//! };
//! let entry = Entry::Win { from: None, wins: vec![aki], riichi: vec![] };
//! ledger.enter(&entry, After::default())?;
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```

// What can fail is an error; `unwrap_used` is on for the whole package.
#![warn(clippy::expect_used)]

pub mod confirm;
pub mod file;
pub mod lang;
pub mod meld;
pub mod notation;
pub mod receipt;
pub mod rules;
pub mod score;
pub mod seat;
pub mod settle;
pub mod tile;

#[cfg(feature = "ledger")]
pub mod ledger;

#[cfg(feature = "vision")]
pub mod batch;
#[cfg(feature = "vision")]
pub mod detect;
#[cfg(feature = "vision")]
pub mod faces;
#[cfg(feature = "vision")]
pub mod frame;
#[cfg(any(feature = "vision", feature = "ledger"))]
pub mod home;
#[cfg(feature = "vision")]
pub mod labels;
#[cfg(feature = "vision")]
pub mod profile;
#[cfg(feature = "vision")]
pub mod read;
#[cfg(feature = "vision")]
pub mod render;

#[cfg(feature = "app")]
pub mod app;

pub mod cli;
