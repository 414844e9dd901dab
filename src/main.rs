//! The `karasu` binary: everything is in the library.

fn main() -> std::process::ExitCode {
    karasu::cli::main()
}
