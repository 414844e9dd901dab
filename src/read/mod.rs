//! From detections to a hand: rows, zones, called sets, gari strip, legality.
