//! From single pictures to what a camera has seen over time.
//!
//! [`Tracker`] follows every tile from frame to frame and joins what the frames
//! say about it; [`Watch`] decides when the table is at rest and when a hand may
//! be taken without being asked (promise 9).

use std::time::Duration;

use crate::detect::{Detected, Detection, Scale};
use crate::tile::Tile;

use super::{Reading, Zone};

/// A tile may move this share of its side between two frames and is still the
/// same one.
const REACH: f32 = 0.5;
/// Where the camera itself may have moved to is judged by at most so many pairs.
const GUESSES: usize = 80;
/// A tile lands on another when it misses it by less than this share of its side.
const LANDS: f32 = 0.25;
/// Up to this share of its side it lies still, and its outline is averaged.
const STILL: f32 = 0.12;
/// How much of what was seen before still counts after one more frame: about
/// the last four frames speak.
const MEMORY: f32 = 0.75;
/// Frames of one camera share their light, their blur and the tile's own dirt:
/// the evidence of `n` frames counts as that of its root.
const INDEPENDENCE: f32 = 0.5;
/// Frames that a tile may be hidden (a hand passes) before it is forgotten.
const HIDDEN: u32 = 3;
/// What a hidden tile loses of the confidence that it is there, each frame.
const FADING: f32 = 0.7;
/// If less than this share of the tiles is seen again, the scene is another.
const SAME_SCENE: f32 = 0.3;
/// Every so many frames all scales are tried.
const LOOK_AROUND: u32 = 10;
/// Least probability that is believed of one frame.
const FLOOR: f32 = 1e-4;

/// One tile over time.
#[derive(Clone, Debug)]
struct Track {
    newest: Detection,
    /// Faded sum of the log-probabilities of each class.
    logs: Vec<f32>,
    /// Faded number of frames in that sum.
    frames: f32,
    hidden: u32,
}

/// Follows tiles over the frames of one camera.
#[derive(Clone, Debug, Default)]
pub struct Tracker {
    tracks: Vec<Track>,
    /// How large the tiles were in the last frame.
    scale: Option<Scale>,
    /// Frames since the beginning.
    frames: u32,
}

impl Tracker {
    /// Where the next frame is looked at first; now and then everywhere, as in a
    /// single picture, since one look may miss what lies apart and is larger or
    /// smaller.
    pub(super) fn scale(&self) -> Option<Scale> {
        self.scale
            .filter(|_| !self.frames.is_multiple_of(LOOK_AROUND))
    }

    /// Takes in what one frame shows; the detections become what all frames so
    /// far say, as in [`add`](Tracker::add).
    pub(super) fn follow(&mut self, detected: &mut Detected) {
        self.scale = detected.scale;
        detected.detections = self.add(&detected.detections);
    }

    /// Takes in one frame's detections and gives what all frames so far say:
    /// the tiles of this frame and those hidden for a moment, each with joined
    /// probabilities. A frame of another scene starts anew.
    pub fn add(&mut self, detections: &[Detection]) -> Vec<Detection> {
        self.frames = self.frames.wrapping_add(1);
        let owners = self.owners(detections);
        let again = owners.iter().flatten().count();
        if (again as f32) < SAME_SCENE * self.tracks.len() as f32 {
            self.tracks.clear();
            self.tracks.extend(detections.iter().map(Track::new));
            return self.joined();
        }
        for track in &mut self.tracks {
            track.hidden += 1;
        }
        for (detection, owner) in detections.iter().zip(owners) {
            match owner {
                Some(at) => self.tracks[at].see(detection),
                None => self.tracks.push(Track::new(detection)),
            }
        }
        self.tracks.retain(|track| track.hidden <= HIDDEN);
        self.joined()
    }

    /// Forgets everything: another camera, another hand.
    pub fn clear(&mut self) {
        *self = Tracker::default();
    }

    fn joined(&self) -> Vec<Detection> {
        self.tracks.iter().map(Track::joined).collect()
    }

    /// How far the picture moved since the last frame, in pixels. A camera in
    /// the hand moves all tiles alike, and by a tile's width every tile would
    /// come to lie where its neighbour was: so the shift is taken that brings
    /// the most tiles onto one of the same name, and none unless it is better
    /// than standing still.
    fn motion(&self, detections: &[Detection]) -> [f32; 2] {
        let names: Vec<Tile> = detections.iter().map(|d| d.best().0).collect();
        let known: Vec<Tile> = self.tracks.iter().map(|t| t.newest.best().0).collect();
        let landed = |shift: [f32; 2]| {
            let lands = |(detection, name): (&Detection, &Tile)| {
                let mut tracks = self.tracks.iter().zip(&known);
                tracks.any(|(track, other)| {
                    other == name && distance(&track.newest, detection, shift) < LANDS
                })
            };
            detections
                .iter()
                .zip(&names)
                .filter(|&pair| lands(pair))
                .count()
        };
        let still = [0.0; 2];
        let mut best = (landed(still), still);
        if best.0 == detections.len() {
            return still;
        }
        let pairs = detections.iter().zip(&names).flat_map(|(detection, name)| {
            let same = self
                .tracks
                .iter()
                .zip(&known)
                .filter(move |(_, o)| *o == name);
            same.map(move |(track, _)| {
                let ([ax, ay], [bx, by]) = (track.newest.quad.centre(), detection.quad.centre());
                [bx - ax, by - ay]
            })
        });
        for shift in pairs.take(GUESSES) {
            let count = landed(shift);
            if count > best.0 {
                best = (count, shift);
            }
        }
        best.1
    }

    /// For each detection the track it continues, nearest pairs first.
    fn owners(&self, detections: &[Detection]) -> Vec<Option<usize>> {
        let shift = self.motion(detections);
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for (d, detection) in detections.iter().enumerate() {
            for (t, track) in self.tracks.iter().enumerate() {
                let far = distance(&track.newest, detection, shift);
                if far < REACH {
                    pairs.push((far, d, t));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut owners = vec![None; detections.len()];
        let mut taken = vec![false; self.tracks.len()];
        for (_, d, t) in pairs {
            if owners[d].is_none() && !taken[t] {
                owners[d] = Some(t);
                taken[t] = true;
            }
        }
        owners
    }
}

/// Between the centre of `a`, moved by `shift`, and that of `b`, in sides of
/// `a`; far apart in size is infinitely far.
fn distance(a: &Detection, b: &Detection, [dx, dy]: [f32; 2]) -> f32 {
    let (side, other) = (a.quad.area().sqrt(), b.quad.area().sqrt());
    // Also true for what is no number.
    if !(side > 0.0 && other > 0.0 && (0.6..1.7).contains(&(side / other))) {
        return f32::INFINITY;
    }
    let ([ax, ay], [bx, by]) = (a.quad.centre(), b.quad.centre());
    (ax + dx - bx).hypot(ay + dy - by) / side
}

impl Track {
    fn new(detection: &Detection) -> Track {
        Track {
            newest: detection.clone(),
            logs: detection.probabilities.iter().map(|&p| log(p)).collect(),
            frames: 1.0,
            hidden: 0,
        }
    }

    fn see(&mut self, detection: &Detection) {
        for (sum, &p) in self.logs.iter_mut().zip(&detection.probabilities) {
            *sum = MEMORY * *sum + log(p);
        }
        self.frames = MEMORY * self.frames + 1.0;
        self.hidden = 0;
        let still = distance(&self.newest, detection, [0.0; 2]) < STILL;
        let mut newest = detection.clone();
        if still {
            for (corner, before) in newest.quad.0.iter_mut().zip(self.newest.quad.0) {
                // Only where both start at the same corner of the tile.
                let near = (corner[0] - before[0]).hypot(corner[1] - before[1])
                    < STILL * 2.0 * detection.quad.area().sqrt();
                if near {
                    *corner = [(corner[0] + before[0]) / 2.0, (corner[1] + before[1]) / 2.0];
                }
            }
            newest.found = (newest.found + self.newest.found) / 2.0;
        }
        self.newest = newest;
    }

    fn joined(&self) -> Detection {
        let weight = self.frames.powf(INDEPENDENCE) / self.frames;
        let best = self.logs.iter().copied().fold(f32::MIN, f32::max);
        let mut probabilities: Vec<f32> = self
            .logs
            .iter()
            .map(|sum| ((sum - best) * weight).exp())
            .collect();
        let total: f32 = probabilities.iter().sum();
        for p in &mut probabilities {
            *p /= total;
        }
        Detection {
            found: self.newest.found * FADING.powi(self.hidden as i32),
            probabilities,
            ..self.newest.clone()
        }
    }
}

fn log(p: f32) -> f32 {
    if p.is_nan() {
        FLOOR.ln()
    } else {
        p.clamp(FLOOR, 1.0).ln()
    }
}

/// Equal readings needed before the table is at rest …
const EQUAL: u32 = 4;
/// … and for how long they must have been equal.
const AT_REST: Duration = Duration::from_millis(500);
/// A hand that has this share of its tiles in common with the one that was
/// taken last is that one, read a little differently.
const SAME_HAND: f32 = 0.75;

/// Whether the camera sees a table at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Something moves, or the readings differ.
    #[default]
    Framing,
    /// The same was read for some time.
    Steady,
}

/// What [`Watch`] makes of one more reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// At rest or not.
    pub phase: Phase,
    /// A hand that may be taken by itself: at rest, clean, and not the one that
    /// was taken last.
    pub capture: bool,
}

/// Watches readings over time.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    last: Option<Vec<(Zone, Tile)>>,
    equal: u32,
    since: Duration,
    taken: Vec<Tile>,
}

impl Watch {
    /// Takes in a reading made at `now`, on any clock that never goes back.
    pub fn look(&mut self, reading: &Reading, now: Duration) -> Look {
        let seen = essence(reading);
        if self.last.as_ref() == Some(&seen) && !seen.is_empty() {
            self.equal += 1;
        } else {
            self.equal = 1;
            self.since = now;
        }
        let tiles: Vec<Tile> = seen.iter().map(|&(_, tile)| tile).collect();
        self.last = Some(seen);
        let rested = self.equal >= EQUAL && now.saturating_sub(self.since) >= AT_REST;
        let steady = rested && !tiles.is_empty();
        Look {
            phase: if steady {
                Phase::Steady
            } else {
                Phase::Framing
            },
            capture: steady && reading.is_clean() && !self.was_taken(&tiles),
        }
    }

    /// Notes that the hand of the last reading was taken, by itself or by a
    /// person: it is never taken again by itself, not even when it was covered
    /// or carried about in between.
    pub fn take(&mut self) {
        let tiles = self.last.iter().flatten().map(|&(_, tile)| tile);
        self.taken = tiles.collect();
        self.equal = 0;
    }

    /// Readings are counted from here on; what was taken stays known. Comes
    /// before the clock of [`look`](Watch::look) begins anew.
    pub fn restart(&mut self) {
        (self.last, self.equal) = (None, 0);
    }

    fn was_taken(&self, tiles: &[Tile]) -> bool {
        let mut left = tiles.to_vec();
        let shared = self.taken.iter().filter(|&tile| {
            let at = left.iter().position(|other| other == tile);
            at.map(|at| left.swap_remove(at)).is_some()
        });
        let most = self.taken.len().max(tiles.len());
        most > 0 && shared.count() as f32 >= SAME_HAND * most as f32
    }
}

/// What makes two readings the same: the hand's tiles with their zones. What
/// else lies about may flicker.
fn essence(reading: &Reading) -> Vec<(Zone, Tile)> {
    let mut seen: Vec<(Zone, Tile)> = reading
        .tiles
        .iter()
        .filter(|tile| tile.zone != Zone::Other)
        .map(|tile| (tile.zone, tile.tile))
        .collect();
    seen.sort_unstable();
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::{CLASSES, Quad};
    use crate::read::ReadTile;

    fn tile(code: &str) -> Tile {
        code.parse().unwrap()
    }

    /// A detection at `x` that gives `code` the probability `p` and `other` the rest.
    fn seen(x: f32, code: &str, p: f32, other: &str) -> Detection {
        let mut probabilities = vec![0.0; CLASSES];
        probabilities[tile(code).index()] = p;
        probabilities[tile(other).index()] += 1.0 - p;
        Detection {
            quad: Quad([[x, 0.0], [x + 30.0, 0.0], [x + 30.0, 40.0], [x, 40.0]]),
            found: 0.9,
            probabilities,
            embedding: Vec::new(),
            turned_embedding: Vec::new(),
        }
    }

    #[test]
    fn one_bad_frame_does_not_rename_a_tile() {
        let mut tracker = Tracker::default();
        for p in [0.8, 0.9, 0.85] {
            tracker.add(&[seen(0.0, "2m", p, "3m")]);
        }
        let joined = tracker.add(&[seen(1.0, "3m", 0.7, "2m")]);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].best().0, tile("2m"));
    }

    #[test]
    fn frames_that_agree_are_surer_than_one_and_less_than_certain() {
        let mut tracker = Tracker::default();
        let mut sure = tracker.add(&[seen(0.0, "2m", 0.7, "3m")])[0].best().1;
        for _ in 0..8 {
            let next = tracker.add(&[seen(0.0, "2m", 0.7, "3m")])[0].best().1;
            assert!(next >= sure - 1e-6, "{next} after {sure}");
            sure = next;
        }
        // Eight equal frames are no eight witnesses.
        assert!((0.8..0.95).contains(&sure), "{sure}");
    }

    #[test]
    fn a_covered_tile_is_kept_for_a_moment_and_fades() {
        let mut tracker = Tracker::default();
        let row = |n: usize| -> Vec<Detection> {
            (0..n)
                .map(|i| seen(40.0 * i as f32, "2m", 0.9, "3m"))
                .collect()
        };
        tracker.add(&row(5));
        let mut before = 0.9;
        for _ in 0..HIDDEN {
            let joined = tracker.add(&row(4));
            assert_eq!(joined.len(), 5);
            assert!(joined[4].found < before);
            before = joined[4].found;
        }
        assert_eq!(tracker.add(&row(4)).len(), 4);
    }

    #[test]
    fn another_scene_starts_anew_and_order_does_not_matter() {
        let mut tracker = Tracker::default();
        let [a, b] = [seen(0.0, "2m", 0.9, "3m"), seen(40.0, "5p", 0.9, "6p")];
        tracker.add(&[a.clone(), b.clone()]);
        let joined = tracker.add(&[b, a]);
        assert_eq!(joined[0].best().0, tile("2m"));
        let elsewhere = tracker.add(&[seen(500.0, "7s", 0.9, "8s")]);
        assert_eq!(elsewhere.len(), 1);
        assert_eq!(elsewhere[0].best().0, tile("7s"));
    }

    #[test]
    fn a_camera_that_moves_by_a_tile_mixes_no_names() {
        let row = |x: f32| -> Vec<Detection> {
            let codes = ["1p", "2p", "3p", "4p", "5p", "6p"];
            let at = |(i, code): (usize, &&str)| seen(x + 32.0 * i as f32, code, 0.9, "9m");
            codes.iter().enumerate().map(at).collect()
        };
        let mut tracker = Tracker::default();
        for _ in 0..6 {
            tracker.add(&row(0.0));
        }
        let before = tracker.joined();
        // Each tile now lies where its neighbour was.
        let joined = tracker.add(&row(32.0));
        assert_eq!(joined.len(), 6);
        for (before, now) in before.iter().zip(&joined) {
            assert_eq!(now.best().0, before.best().0);
            assert!(now.best().1 >= 0.9, "{:?}", now.best());
        }
        assert_eq!(joined[0].quad.0[0], [32.0, 0.0]);
    }

    fn reading(codes: &str) -> Reading {
        let tile = |code: &str| ReadTile {
            tile: tile(code),
            score: 0.99,
            found: 0.99,
            quad: Quad([[0.0, 0.0], [30.0, 0.0], [30.0, 40.0], [0.0, 40.0]]),
            alternatives: Vec::new(),
            turn: 0,
            zone: Zone::Hand,
            row: 0,
            index: 0,
            renamed: None,
            embedding: Vec::new(),
        };
        Reading {
            tiles: codes.split_whitespace().map(tile).collect(),
            ..Reading::default()
        }
    }

    const HAND: &str = "1p 2p 3p 4p 5p 6p 7s 8s 9s 5z 5z 5z 2z 2z";
    const NEXT: &str = "2s 3s 4s 4s 5s 6s 7p 7p 7p 3z 3z 3z 9m 9m";

    /// Shows readings, ten a second; how often one was captured by itself.
    fn captures(watch: &mut Watch, clock: &mut u64, codes: &[&str]) -> u32 {
        let mut count = 0;
        for code in codes {
            *clock += 100;
            if watch
                .look(&reading(code), Duration::from_millis(*clock))
                .capture
            {
                watch.take();
                count += 1;
            }
        }
        count
    }

    #[test]
    fn flicker_never_captures() {
        let (mut watch, mut clock) = (Watch::default(), 0);
        let flicker: Vec<&str> = (0..60)
            .map(|i| if i % 3 == 0 { NEXT } else { HAND })
            .collect();
        assert_eq!(captures(&mut watch, &mut clock, &flicker), 0);
        assert_eq!(captures(&mut watch, &mut clock, &[""; 30]), 0);
    }

    #[test]
    fn a_resting_hand_is_captured_once_even_if_it_was_covered() {
        let (mut watch, mut clock) = (Watch::default(), 0);
        assert_eq!(captures(&mut watch, &mut clock, &[HAND; 40]), 1);
        assert_eq!(captures(&mut watch, &mut clock, &[""; 20]), 0);
        assert_eq!(captures(&mut watch, &mut clock, &[HAND; 40]), 0);
        // One tile read otherwise makes it no other hand.
        let misread = HAND.replace("9s", "6s");
        assert_eq!(captures(&mut watch, &mut clock, &[misread.as_str(); 40]), 0);
        assert_eq!(captures(&mut watch, &mut clock, &[NEXT; 40]), 1);
    }

    #[test]
    fn half_a_second_and_four_frames_are_both_needed() {
        let mut watch = Watch::default();
        let hand = reading(HAND);
        let at = |ms| Duration::from_millis(ms);
        for ms in [0, 10, 20, 30, 40] {
            assert_eq!(watch.look(&hand, at(ms)).phase, Phase::Framing);
        }
        assert_eq!(watch.look(&hand, at(500)).phase, Phase::Steady);
        let mut slow = Watch::default();
        for ms in [0, 900, 1800] {
            assert_eq!(slow.look(&hand, at(ms)).phase, Phase::Framing);
        }
        assert_eq!(slow.look(&hand, at(2700)).phase, Phase::Steady);
    }
}
