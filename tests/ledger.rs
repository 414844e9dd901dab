//! Promise 13 (and 12 and 18 for the ledger): killed, out of disk, read-only,
//! written to by two, from a later version, cut short or changed by one byte,
//! the ledger loses nothing and says what is wrong.
#![cfg(feature = "ledger")]

#[path = "ledger/chain.rs"]
mod chain;
#[path = "ledger/commands.rs"]
mod commands;
#[path = "ledger/disk.rs"]
mod disk;
#[path = "ledger/kill.rs"]
mod kill;
#[path = "ledger/properties.rs"]
mod properties;
#[path = "ledger/table.rs"]
mod table;
#[path = "ledger/tool.rs"]
mod tool;
#[path = "ledger/wrong.rs"]
mod wrong;
