//! Corrections by a person; the only maker of a `ConfirmedHand`.
