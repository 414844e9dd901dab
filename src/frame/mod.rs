//! Pictures: still photos with bounded decoding, cameras, replayed folders.
