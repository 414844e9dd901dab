//! Promises 15 and 16: the window's flows by label and by keyboard alone, in
//! both languages, on a reader that needs no models and cameras that follow a
//! script.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "ui-tests")]

mod camera;
mod choose;
#[path = "../vision/fakes.rs"]
#[allow(dead_code)]
mod fakes;
mod flow;
mod hands;
mod kept;
mod ledger;
mod mishaps;
mod result;
mod soak;
mod teach;
mod texts;
