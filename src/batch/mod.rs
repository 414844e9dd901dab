//! Many photos: read, scored, written in the order given.
//!
//! [`inputs`] names the photos, [`sidecar`] says what no photo shows, [`work`]
//! does one, [`ordered`] does all of them on every core and keeps the order,
//! [`output`] writes and takes up again, [`report`] is what a person looks at,
//! [`corrections`] the file that the person fills in.

pub mod corrections;
pub mod inputs;
pub mod ordered;
pub mod output;
pub mod report;
pub mod sidecar;
pub mod work;
