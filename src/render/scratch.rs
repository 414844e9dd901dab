//! Picture-sized buffers of a thread, used again and again: fresh memory costs
//! more than writing over old.

use std::cell::RefCell;

use super::math::V3;

thread_local! {
    static KEPT: RefCell<Vec<Vec<V3>>> = const { RefCell::new(Vec::new()) };
}

/// Buffers kept at most.
const MOST: usize = 4;

/// A buffer of `n` pixels; what is in it is left over from earlier.
pub(super) fn take(n: usize) -> Vec<V3> {
    let mut buffer = KEPT.with_borrow_mut(Vec::pop).unwrap_or_default();
    buffer.resize(n, [0.0; 3]);
    buffer
}

/// Leaves a buffer for later.
pub(super) fn give(buffer: Vec<V3>) {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() < MOST {
            kept.push(buffer);
        }
    });
}
