//! Raw V4L2 bindings for 64-bit Linux (see README.md).
#![allow(warnings, clippy::all)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("these V4L2 bindings are for 64-bit Linux; generate them anew for this target (README.md)");

include!("bindings.rs");
