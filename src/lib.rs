//! karasu: from a picture of a winning mahjong hand to who pays whom.
//!
//! The modules read in the order in which a frame becomes money:
//!
//! ```text
//! Frame → Vec<Detection> → Reading → ConfirmedHand → ScoreSheet → Settlement → ledger event
//! frame     detect          read      confirm          score        settle       ledger
//! ```
//!
//! The scoring side (`tile` … `settle`) builds without images, ONNX, cameras,
//! windows or SQLite (`--no-default-features`).

// What can fail is an error; `unwrap_used` is on for the whole package.
#![warn(clippy::expect_used)]

pub mod file;
pub mod lang;
pub mod meld;
pub mod notation;
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
pub mod confirm;
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
