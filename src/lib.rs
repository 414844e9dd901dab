//! karasu: from a picture of a winning mahjong hand to who pays whom.
//!
//! The modules read in the order in which a frame becomes money:
//!
//! ```text
//! Frame → Vec<Detection> → Reading → ConfirmedHand → ScoreSheet → Settlement → ledger event
//! frame     detect          read      confirm          score        settle       ledger
//! ```
//!
//! The scoring side (`tile`, `notation`, `rules`, `score`, `settle`) builds
//! without images, ONNX, cameras or windows (`--no-default-features`).

pub mod tile;
