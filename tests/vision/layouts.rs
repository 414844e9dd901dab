//! Promises 7 and 8: the reading of a layout does not depend on the order of
//! the detections, on rotation, scale or perspective; no reading holds more
//! than the wall, loses a tile, or renames a sure one.

use karasu::detect::{CLASSES, Detection, Quad};
use karasu::meld::MeldKind;
use karasu::read::{Options, Reading, ReviewKind, Wall, Zone, interpret, notation, tiles_among};
use karasu::tile::Tile;
use proptest::prelude::*;

/// Height of a tile whose width is 1.
const H: f32 = 1.35;

/// A tile on the table: its class, its centre in tile widths (y down), and how
/// many quarter turns it is turned clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub tile: Tile,
    pub at: [f32; 2],
    pub quarters: usize,
}

/// Lays tiles from `x` on to the right, their lower edges on one line at `y`.
/// `code-` lies sideways, `code/` upside down, `|` is a gap of half a width,
/// `||` of a whole one.
fn row(out: &mut Vec<Laid>, codes: &str, mut x: f32, y: f32) {
    for code in codes.split(' ') {
        if code.starts_with('|') {
            x += 0.5 * code.len() as f32;
            continue;
        }
        let quarters = match code.chars().last() {
            Some('-') => 3,
            Some('/') => 2,
            _ => 0,
        };
        let (w, h) = if quarters == 3 { (H, 1.0) } else { (1.0, H) };
        let tile = code.trim_end_matches(['-', '/']).parse().unwrap();
        out.push(Laid {
            tile,
            at: [x + w / 2.0, y - h / 2.0],
            quarters,
        });
        x += w + 0.04;
    }
}

/// How a camera sees the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub angle: f32,
    pub scale: f32,
    pub tilt: f32,
    pub pan: f32,
}

const STRAIGHT: View = View {
    angle: 0.0,
    scale: 40.0,
    tilt: 0.0,
    pan: 0.0,
};

impl View {
    fn project(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        // About the middle of a hand; far tiles get smaller.
        let (x, y) = (x - 7.0, y);
        let depth = 1.0 - self.tilt * y / 20.0 - self.pan * x / 20.0;
        let (x, y) = (x / depth * self.scale, y / depth * self.scale);
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [1000.0 + x * cos - y * sin, 1000.0 + x * sin + y * cos]
    }

    fn detect(&self, laid: &Laid) -> Detection {
        let corner = |u: f32, v: f32| {
            let (mut x, mut y) = (u / 2.0, v * H / 2.0);
            (0..laid.quarters).for_each(|_| (x, y) = (-y, x));
            self.project([laid.at[0] + x, laid.at[1] + y])
        };
        let quad = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mut probabilities = vec![0.001 / 46.0; CLASSES];
        probabilities[laid.tile.index()] = 0.999;
        Detection {
            quad: Quad(quad.map(|(u, v)| corner(u, v))),
            found: 0.95,
            probabilities,
            embedding: Vec::new(),
            turned_embedding: Vec::new(),
        }
    }
}

pub(super) fn read(laid: &[Laid], view: View, order: &[usize]) -> Reading {
    let detections: Vec<Detection> = order.iter().map(|&i| view.detect(&laid[i])).collect();
    interpret(&detections, (2000, 2000), &Options::default(), None)
}

/// Layouts with the notation that they must be read as.
pub(super) fn layouts() -> Vec<(Vec<Laid>, &'static str)> {
    let mut list = Vec::new();
    let mut add = |rows: &[(&str, f32, f32)], expected| {
        let mut laid = Vec::new();
        rows.iter()
            .for_each(|(codes, x, y)| row(&mut laid, codes, *x, *y));
        list.push((laid, expected));
    };
    let hand = "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z";
    let closed = "123456p789s2277z+7z";
    add(&[(&format!("{hand} | 7z"), 0.0, 0.0)], closed);
    add(&[(&format!("{hand} 7z"), 0.0, 0.0)], closed);
    add(
        &[("1p 2p 3p 4p 5p 6p 7s 8s 2z 2z 7z 7z 7z 9s-", 0.0, 0.0)],
        "123456p78s22777z+9s",
    );
    // Some tiles upside down, as they are turned over by hand.
    add(
        &[("1p 2p 3p/ 4p 5p 6p/ 7s 8s 9s 2z 2z/ 7z 7z | 7z", 0.0, 0.0)],
        closed,
    );
    // A gari strip above and indicators at the far right.
    add(
        &[
            (&format!("{hand} | 7z"), 0.0, 0.0),
            ("1m 9m 0m 9m", 1.0, -2.2),
        ],
        "123456p789s2277z+7z g:1099m",
    );
    add(
        &[
            (&format!("{hand} | 7z"), 0.0, 0.0),
            ("1m 3f", 1.0, -2.2),
            ("0z 0z 8p 0z 0z", 4.0, -4.5),
        ],
        "123456p789s2277z+7z g:1m3f d:8p",
    );
    // The strip at the end of the hand's own row.
    add(
        &[(&format!("{hand} | 7z || 1m 1m 9m"), 0.0, 0.0)],
        "123456p789s2277z+7z g:119m",
    );
    // Called sets: a sideways tile anywhere in the set.
    add(
        &[("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z | 2z || 5z 5z- 5z", 0.0, 0.0)],
        "123456p789s2z+2z (555z)",
    );
    add(
        &[(
            "1p 2p 3p 4p 5p 6p 2z | 2z || 6s- 4s 5s | 7z 7z 7z-",
            0.0,
            0.0,
        )],
        "123456p2z+2z (456s) (777z)",
    );
    add(
        &[(
            "1p 2p 3p 2z | 2z || 6s- 4s 5s | 7z 7z 7z- | 9p- 9p 9p 9p",
            0.0,
            0.0,
        )],
        "123p2z+2z (456s) (777z) (9999p)",
    );
    add(
        &[(
            "2z | 2z || 6s- 4s 5s | 7z 7z 7z- | 9p- 9p 9p 9p | 1z 1z- 1z",
            0.0,
            0.0,
        )],
        "2z+2z (456s) (777z) (9999p) (111z)",
    );
    // A concealed kan, in both ways of showing it.
    add(
        &[(
            "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z | 2z || 0z 1s 1s 0z",
            0.0,
            0.0,
        )],
        "123456p789s2z+2z [1111s]",
    );
    add(
        &[(
            "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z | 2z || 1s 0z 0z 1s",
            0.0,
            0.0,
        )],
        "123456p789s2z+2z [1111s]",
    );
    // Sets in a row of their own, and an added kan.
    add(
        &[
            ("1p 2p 3p 4p 5p 6p 2z | 2z", 0.0, 0.0),
            ("6s- 4s 5s || 7z 7z 7z-", 8.0, -2.4),
        ],
        "123456p2z+2z (456s) (777z)",
    );
    add(
        &[
            ("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z | 2z || 5z 5z- 5z", 0.0, 0.0),
            ("5z-", 13.62, -1.04),
        ],
        "123456p789s2z+2z (555+5z)",
    );
    // Two rows.
    add(
        &[
            ("1p 2p 3p 4p 5p 6p 7s", 0.0, -1.5),
            ("8s 9s 2z 2z 7z 7z | 7z", 0.0, 0.0),
        ],
        closed,
    );
    add(
        &[
            ("1p 2p 3p 4p 5p 6p 7s", 0.0, -1.5),
            ("8s 9s 2z 2z 7z 7z | 7z", 0.0, 0.0),
            ("1m 9m 9m", 1.0, -4.6),
        ],
        "123456p789s2277z+7z g:199m",
    );
    // Discards beyond the hand are no part of it.
    add(
        &[
            (&format!("{hand} | 7z"), 0.0, 0.0),
            ("1s 3z 9s 4z 8p 2s", 3.0, -6.4),
            ("3s 3z 6s 4z 6p 2s", 3.0, -5.0),
        ],
        closed,
    );
    list
}

#[test]
fn layouts_are_read_as_they_lie() {
    let mut wrong = Vec::new();
    for (laid, expected) in layouts() {
        let order: Vec<usize> = (0..laid.len()).collect();
        let reading = read(&laid, STRAIGHT, &order);
        // Without a gap before the last tile, which one came last is a guess.
        let doubts = reading.review.iter();
        let doubts = doubts.filter(|r| !matches!(r.kind, ReviewKind::WinTile { .. }));
        if notation(&reading) != expected || doubts.count() > 0 {
            wrong.push((expected, notation(&reading), reading.review));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn the_view_does_not_change_the_reading(
        which in 0usize..18,
        angle in -20.0..20f32,
        scale in 15.0..90f32,
        tilt in 0.0..0.6f32,
        pan in -0.25..0.25f32,
        seed in any::<u64>(),
    ) {
        let all = layouts();
        let (laid, expected) = &all[which % all.len()];
        let mut order: Vec<usize> = (0..laid.len()).collect();
        // A shuffle that depends on the seed alone.
        order.sort_by_key(|&i| (i as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
        let view = View { angle, scale, tilt, pan };
        let reading = read(laid, view, &order);
        prop_assert_eq!(notation(&reading), *expected);
        prop_assert_eq!(reading.tiles.len(), laid.len());
    }

    #[test]
    fn a_reading_keeps_the_wall_and_every_tile(
        hand in prop::collection::vec((0usize..45, 0usize..46, 0.5..1.0f32, 0.05..1.0f32), 1..24),
    ) {
        let detections: Vec<Detection> = hand.iter().enumerate().map(|(i, &(a, b, p, found))| {
            let laid = Laid { tile: Tile::from_index(a).unwrap(), at: [i as f32 * 1.05, 0.0], quarters: 0 };
            let mut detection = STRAIGHT.detect(&laid);
            detection.found = found;
            detection.probabilities = vec![0.0; CLASSES];
            detection.probabilities[a] += p;
            detection.probabilities[b] += 1.0 - p;
            detection
        }).collect();
        let taken = tiles_among(&detections);
        for (detection, &taken) in detections.iter().zip(&taken) {
            let plain = detection.found >= 0.7 && detection.best().1 >= 0.65;
            prop_assert!(taken || !plain, "a plain tile is taken for none");
        }
        let options = Options::default();
        let reading = interpret(&detections, (2000, 2000), &options, None);
        let tiles = taken.iter().filter(|&&taken| taken).count();
        prop_assert_eq!(reading.tiles.len(), tiles, "nothing is lost");
        prop_assert_eq!(tiles + reading.ghosts.len(), detections.len(), "nothing is dropped");
        let weak = |r: &karasu::read::Review| r.kind == ReviewKind::Weak;
        for (i, tile) in reading.tiles.iter().enumerate() {
            let mine = detections.iter().find(|d| d.quad == tile.quad).unwrap();
            let (best, p) = mine.best();
            if p >= 0.97 {
                prop_assert_eq!(tile.tile, best, "a sure tile keeps its name");
            }
            if tile.tile != best {
                prop_assert_eq!(tile.renamed.map(|r| r.from), Some(best));
                let said = reading.review.iter().any(|r| matches!(r.kind, ReviewKind::Renamed { .. }) && r.tiles == [i]);
                prop_assert!(said, "a renamed tile is reported");
            }
            if tile.found < 0.35 && tile.zone != Zone::Other {
                prop_assert!(reading.review.iter().any(|r| weak(r) && r.tiles.contains(&i)));
            }
        }
        for tile in Tile::all().filter(|&t| t != Tile::BACK) {
            let held = reading.tiles.iter().filter(|t| t.zone != Zone::Other && t.tile == tile).count();
            let over = held > usize::from(options.wall.class_limit(tile));
            let said = reading.review.iter().any(|r| matches!(r.kind, ReviewKind::Illegal { tile: t, .. } if t == tile));
            prop_assert!(!over || said, "too many {tile} without a word");
        }
    }
}

/// The detections of one row, seen straight.
fn detections(codes: &str) -> Vec<Detection> {
    let mut laid = Vec::new();
    row(&mut laid, codes, 0.0, 0.0);
    laid.iter().map(|tile| STRAIGHT.detect(tile)).collect()
}

fn read_all(detections: &[Detection]) -> Reading {
    interpret(detections, (2000, 2000), &Options::default(), None)
}

fn asks(reading: &Reading, code: &str) -> bool {
    reading.review.iter().any(|r| r.kind.code() == code)
}

#[test]
fn a_set_without_a_sideways_tile_is_offered_beside_the_closed_hand() {
    let reading = read_all(&detections("0p 6p 7p 7p 8p 3s 4s 5s 2z 2z | 9p | 6z 6z 6z"));
    let mut hands: Vec<String> = reading.rivals.iter().map(notation).collect();
    hands.push(notation(&reading));
    for hand in ["06778p345s22z+9p (666z)", "067789p345s2266z+6z"] {
        assert!(
            hands.iter().any(|h| h == hand),
            "{hand} is not in {hands:?}"
        );
    }
    assert!(asks(&reading, "rival"), "{:?}", reading.review);
}

/// The winning tile laid sideways at the end of the hand, or a pon beside it?
#[test]
fn a_sideways_third_tile_at_the_end_is_asked_about() {
    let reading = read_all(&detections("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z 7z-"));
    assert_eq!(notation(&reading), "123456p789s2277z+7z");
    let rivals: Vec<String> = reading.rivals.iter().map(notation).collect();
    assert_eq!(rivals, ["123456p789s2z+2z (777z)"]);
    assert!(asks(&reading, "rival"));
}

#[test]
fn a_clear_hand_has_no_rival() {
    for codes in [
        "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z | 7z",
        "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z | 2z || 5z 5z- 5z",
    ] {
        let reading = read_all(&detections(codes));
        assert!(reading.rivals.is_empty() && reading.is_clean(), "{codes}");
    }
}

#[test]
fn two_names_that_both_win_are_both_offered() {
    let mut seen = detections("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s | 6s");
    let last = &mut seen[13];
    last.probabilities = vec![0.0; CLASSES];
    let index = |code: &str| code.parse::<Tile>().unwrap().index();
    (
        last.probabilities[index("6s")],
        last.probabilities[index("3s")],
    ) = (0.6, 0.4);
    let reading = read_all(&seen);
    assert_eq!(notation(&reading), "123456p45789s22z+6s");
    let rivals: Vec<String> = reading.rivals.iter().map(notation).collect();
    assert_eq!(rivals, ["123456p45789s22z+3s"]);
    assert!(asks(&reading, "rival"));
}

/// One wrong name among the pulled tiles made indicators of all of them, which
/// count as dora.
#[test]
fn a_misread_tile_leaves_the_gari_strip_together() {
    let index = |code: &str| code.parse::<Tile>().unwrap().index();
    let hand = "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z | 7z";
    for (strip, at) in [("1m 9m 1m 9m", [1.0, -2.2]), ("1m 9m 1m", [17.0, 0.0])] {
        let mut laid = Vec::new();
        row(&mut laid, hand, 0.0, 0.0);
        row(&mut laid, strip, at[0], at[1]);
        let mut seen: Vec<Detection> = laid.iter().map(|tile| STRAIGHT.detect(tile)).collect();
        let misread = |seen: &mut [Detection], p: f32| {
            seen[16].probabilities = vec![0.0; CLASSES];
            seen[16].probabilities[index("2m")] = p;
            seen[16].probabilities[index("1m")] = 1.0 - p;
        };
        misread(&mut seen, 0.8);
        let reading = read_all(&seen);
        let tile = reading.tiles.iter().find(|t| t.renamed.is_some()).unwrap();
        assert_eq!((tile.tile.code(), tile.zone), ("1m", Zone::Gari));
        assert_eq!(tile.renamed.unwrap().from.code(), "2m", "never in silence");
        let pulled = reading
            .tiles
            .iter()
            .filter(|t| t.zone == Zone::Gari)
            .count();
        assert_eq!(pulled, strip.split(' ').count(), "{}", notation(&reading));
        // A name that is sure is never touched.
        misread(&mut seen, 0.985);
        let reading = read_all(&seen);
        assert!(reading.tiles.iter().all(|t| t.renamed.is_none()));
        assert!(reading.tiles.iter().any(|t| t.tile.code() == "2m"));
    }
}

#[test]
fn the_winning_tile_is_asked_for_when_nothing_sets_it_apart() {
    let together = read_all(&detections("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z 7z"));
    assert!(asks(&together, "win_tile") && !together.win_is_apart);
    let apart = read_all(&detections("7z | 1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z"));
    assert!(!asks(&apart, "win_tile"));
    assert_eq!(notation(&apart), "123456p789s2277z+7z");
}

#[test]
fn what_is_passed_over_beside_the_hand_is_asked_about() {
    let mut seen = detections("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z | 7z 8p");
    seen[14].found = 0.4;
    seen[14].probabilities = vec![0.5 / 46.0; CLASSES];
    seen[14].probabilities[Tile::COUNT] = 0.5;
    seen[14].probabilities[16] = 0.3;
    let reading = read_all(&seen);
    assert_eq!(reading.ghosts.len(), 1);
    assert!(asks(&reading, "ghost"), "{:?}", reading.review);
    // Far from the hand it is kept, but nobody is asked.
    for corner in &mut seen[14].quad.0 {
        corner[1] += 500.0;
    }
    let reading = read_all(&seen);
    assert_eq!(reading.ghosts.len(), 1);
    assert!(reading.is_clean(), "{:?}", reading.review);
}

/// A hole in a tray looks like a back: where nothing lies beside it, it must be
/// surer than a back in a kan. It is kept as a ghost.
#[test]
fn a_weak_back_by_itself_is_no_tile() {
    let mut seen = detections("1p 2p 3p 7p 8p 9p 7s 8s 9s 2z | 2z || 0z 5p 5p 0z");
    for back in [11, 14] {
        seen[back].found = 0.3;
    }
    assert_eq!(read_all(&seen).tiles.len(), 15);
    for corner in &mut seen[14].quad.0 {
        corner[1] += 500.0;
    }
    let reading = read_all(&seen);
    assert_eq!((reading.tiles.len(), reading.ghosts.len()), (14, 1));
    seen[14].found = 0.9;
    assert_eq!(read_all(&seen).tiles.len(), 15);
}

/// Nothing tells a concealed kan with all its faces up from a called one whose
/// sideways tile was put straight.
#[test]
fn a_kan_with_all_faces_up_and_none_sideways_is_asked_about() {
    let reading = read_all(&detections(
        "1p 2p 3p 7p 8p 9p 7s 8s 9s 2z | 2z || 6z 6z 6z 6z",
    ));
    assert_eq!(notation(&reading), "123789p789s2z+2z [6666z]");
    assert!(asks(&reading, "open_kan"), "{:?}", reading.review);
    for plain in ["0z 6z 6z 0z", "6z 6z- 6z 6z"] {
        let table = format!("1p 2p 3p 7p 8p 9p 7s 8s 9s 2z | 2z || {plain}");
        let reading = read_all(&detections(&table));
        assert!(reading.is_clean(), "{plain}: {:?}", reading.review);
    }
}

/// With one red 5p there are three plain ones: four in a kan are one red.
#[test]
fn a_concealed_kan_of_fives_hides_the_red_one() {
    let seen = detections("1p 2p 3p 7p 8p 9p 7s 8s 9s 2z | 2z || 0z 5p 5p 0z");
    let red = |tile: Tile| if tile.is_red() { 1 } else { 3 };
    let copies = |tile: Tile| if tile.rank() == 5 { red(tile) } else { 4 };
    let options = Options {
        wall: Wall::from_copies(copies),
        ..Options::default()
    };
    let reading = interpret(&seen, (2000, 2000), &options, None);
    assert_eq!(notation(&reading), "123789p789s2z+2z [0555p]");
    assert!(asks(&reading, "hidden_red"), "{:?}", reading.review);
    let draft = karasu::confirm::Draft::from_reading(&reading);
    assert_eq!(draft.to_hand().to_string(), notation(&reading));
    // Where all fives may be plain, nothing is known.
    let reading = read_all(&seen);
    assert_eq!(notation(&reading), "123789p789s2z+2z [5555p]");
    assert!(reading.is_clean(), "{:?}", reading.review);
}

#[test]
fn a_grey_picture_cannot_show_red_fives() {
    let seen = detections("1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z | 7z");
    for (pixel, grey) in [([130, 130, 130], true), ([200, 180, 150], false)] {
        let image = image::RgbImage::from_pixel(2000, 2000, image::Rgb(pixel));
        let reading = interpret(&seen, (2000, 2000), &Options::default(), Some(&image));
        assert_eq!(asks(&reading, "grey"), grey, "{pixel:?}");
    }
}

/// Face-down tiles of a grey picture were read as 5z: six of them are too many
/// wherever they lie.
#[test]
fn a_fifth_copy_is_reported_wherever_it_lies() {
    let mut laid = Vec::new();
    row(
        &mut laid,
        "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z 7z | 7z",
        0.0,
        0.0,
    );
    row(&mut laid, "5z 5z 5z 4p 5z 5z 5z", 2.0, -4.5);
    let order: Vec<usize> = (0..laid.len()).collect();
    let reading = read(&laid, STRAIGHT, &order);
    let over = reading.review.iter().find_map(|r| match r.kind {
        ReviewKind::Illegal { tile, count, limit } => Some((tile.code(), count, limit)),
        _ => None,
    });
    assert_eq!(over, Some(("5z", 6, 4)), "{:?}", reading.review);
}

#[test]
fn hidden_tiles_of_a_kan_count_for_the_wall() {
    let mut laid = Vec::new();
    row(
        &mut laid,
        "1p 2p 3p 4p 5p 6p 7s 8s 1s 9s | 9s || 0z 1s 1s 0z",
        0.0,
        0.0,
    );
    let order: Vec<usize> = (0..laid.len()).collect();
    let reading = read(&laid, STRAIGHT, &order);
    assert_eq!(reading.melds[0].kind, MeldKind::Ankan);
    let illegal = reading
        .review
        .iter()
        .find(|r| matches!(r.kind, ReviewKind::Illegal { .. }));
    assert!(illegal.is_some(), "{:?}", reading.review);
}

#[test]
fn a_wall_without_a_tile_makes_it_illegal() {
    let wall = Wall::from_copies(|tile| if tile.code() == "2m" { 0 } else { 4 });
    let mut laid = Vec::new();
    row(
        &mut laid,
        "2m 2m 3p 4p 5p 6p 7p 8p 1s 1s 1s 7z 7z | 7z",
        0.0,
        0.0,
    );
    let detections: Vec<Detection> = laid.iter().map(|l| STRAIGHT.detect(l)).collect();
    let options = Options {
        wall,
        ..Options::default()
    };
    let reading = interpret(&detections, (2000, 2000), &options, None);
    assert!(reading.review.iter().any(|r| r.kind
        == ReviewKind::Illegal {
            tile: "2m".parse().unwrap(),
            count: 2,
            limit: 0
        }));
}

#[test]
fn missing_tiles_are_counted_aloud() {
    let mut laid = Vec::new();
    row(&mut laid, "1p 2p 3p 4p 5p 6p 7s 8s 9s 2z 2z 7z", 0.0, 0.0);
    let order: Vec<usize> = (0..laid.len()).collect();
    let reading = read(&laid, STRAIGHT, &order);
    let count = ReviewKind::Count {
        found: 12,
        expected: 14,
    };
    assert!(
        reading.review.iter().any(|r| r.kind == count),
        "{:?}",
        reading.review
    );
}
