//! From an item list to payments between players.

pub mod win;
pub mod event;
