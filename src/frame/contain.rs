//! Panics in other people's code as values, without their noise on stderr.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; `None` if it panicked. The panic is not printed when it
/// happens on this thread: a hostile file is no fault of the program's.
pub(crate) fn contain<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                previous(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work)).ok();
    QUIET.set(before);
    result
}

#[cfg(test)]
mod tests {
    #[test]
    fn panics_become_none() {
        assert_eq!(super::contain(|| 1), Some(1));
        assert_eq!(super::contain(|| -> u8 { panic!("boom") }), None);
    }
}
