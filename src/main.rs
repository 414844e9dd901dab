//! The `karasu` binary: parse the command line, call the library, print.

fn main() {}
