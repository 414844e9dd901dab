//! From an item list to payments between players.
