//! Characters written stroke by stroke: hands that no typeface has.
//!
//! Strokes are lists of points in a box of 100 by 100; a set's [`Hand`] says
//! how they are written: how wide, how crooked, how much thinner across.

use super::path::{Path, Point};
use super::rng::Rng;

/// How a set's maker writes.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    /// Key of the crookedness, the same for every face of a set.
    pub key: u64,
    /// Stroke width, in shares of the character's box.
    pub width: f32,
    /// How much thinner strokes across are than upright ones, 0 to 0.7.
    pub contrast: f32,
    /// How much strokes thin out towards their end, 0 to 0.8.
    pub taper: f32,
    /// Standard deviation of the places of points, in shares of the box.
    pub shake: f32,
    /// Strokes across rise to the right by this much.
    pub rise: f32,
    /// Curved rather than straight between points.
    pub round: bool,
    /// Share by which strokes are shortened, so that they part.
    pub part: f32,
    /// Size of the triangles at the right ends of strokes across.
    pub scale: f32,
}

impl Hand {
    /// A random hand.
    pub fn random(rng: &mut Rng) -> Hand {
        Hand {
            key: rng.next_u64(),
            width: rng.log_range(0.055, 0.17),
            contrast: rng.pick(&[0.0, 0.0, 0.3, 0.5, 0.65]),
            taper: rng.pick(&[0.0, 0.1, 0.4, 0.7]),
            shake: rng.log_range(0.006, 0.035),
            rise: rng.pick(&[0.0, 0.0, 0.05, 0.12]) + rng.gauss(0.015),
            round: rng.chance(0.45),
            part: if rng.chance(0.25) {
                rng.range(0.02, 0.09)
            } else {
                0.0
            },
            scale: if rng.chance(0.25) {
                rng.range(0.5, 1.1)
            } else {
                0.0
            },
        }
    }

    /// The outline of a character, its box starting at (0, 0); `None` if its
    /// strokes are not known.
    pub fn glyph(&self, character: char) -> Option<Path> {
        let (_, forms) = FORMS.iter().find(|(known, _)| *known == character)?;
        let mut rng = Rng::keyed(&[self.key, u64::from(u32::from(character))]);
        let form = forms[rng.below(forms.len())];
        let mut path = Path::default();
        for stroke in form.split(';') {
            path.0.extend(self.stroke(stroke, &mut rng).0);
        }
        let path = path.oriented();
        let [x0, y0, _, _] = path.bounds();
        Some(path.map(|[x, y]| [x - x0, y - y0]))
    }

    fn stroke(&self, text: &str, rng: &mut Rng) -> Path {
        let mut points: Vec<Point> = text
            .split_whitespace()
            .filter_map(|pair| {
                let (x, y) = pair.split_once(',')?;
                let (x, y) = (x.parse::<f32>().ok()?, y.parse::<f32>().ok()?);
                let (x, y) = (x / 100.0, y / 100.0);
                let y = y - self.rise * (x - 0.5);
                Some([x + rng.gauss(self.shake), y + rng.gauss(self.shake)])
            })
            .collect();
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
            return Path::default();
        };
        if let [a, .., b] = points.as_mut_slice() {
            for k in 0..2 {
                a[k] += (last[k] - first[k]) * self.part;
                b[k] -= (last[k] - first[k]) * self.part;
            }
        }
        let across = (last[0] - first[0]).abs() / (last[0] - first[0]).hypot(last[1] - first[1]);
        let flat = points.len() == 2 && across > 0.9;
        let thin = 1.0 - self.contrast * if flat { 1.0 } else { across * 0.5 };
        let width = self.width * thin * (1.0 + rng.gauss(0.06));
        let line = if self.round {
            Path::curve(&points, 4)
        } else {
            points
        };
        let mut path = Path::brush(&line, |t| width * (1.0 - self.taper * t * t));
        if flat && self.scale > 0.0 {
            // The triangle of printed characters.
            let [x, y] = last;
            let size = self.width * self.scale;
            let triangle = vec![
                [x - 2.2 * size, y],
                [x - 0.6 * size, y - 1.2 * size],
                [x + 0.4 * size, y + width / 2.0],
            ];
            path.0.push(triangle);
        }
        path
    }
}

/// The ways to write each character.
#[rustfmt::skip]
const FORMS: &[(char, &[&str])] = &[
    ('一', &["5,50 95,49", "6,54 32,50 94,45", "8,46 40,52 70,52 95,47"]),
    ('二', &[
            "20,25 80,24;5,78 95,77",
            "24,24 50,26 78,22;4,80 40,76 96,78",
    ]),
    ('三', &[
            "16,14 84,13;24,48 76,47;5,84 95,83",
            "18,16 82,12;28,47 74,44;6,86 94,80",
            "12,14 88,14;14,48 86,48;5,84 95,84",
    ]),
    ('四', &[
            "12,14 14,90;12,14 88,14 86,90;40,16 38,40 26,60;60,16 60,52 70,56 80,52;14,82 86,82",
            "10,20 16,86;10,20 90,18 84,84;38,20 36,44 24,62;62,20 64,60;16,80 86,80",
    ]),
    ('五', &[
            "12,12 88,11;44,12 32,86;20,46 74,45 70,86;4,88 96,87",
            "16,12 84,10;48,12 34,86;22,48 70,46 66,86;5,88 95,86",
    ]),
    ('伍', &[
            "28,4 18,30 4,52;20,34 20,96;38,16 94,15;62,16 54,84;42,48 84,47 82,84;34,88 98,87",
            "26,5 18,28 5,48;19,32 19,95;36,18 92,14;64,16 50,86;40,50 80,46 78,84;32,90 98,86",
    ]),
    ('六', &[
            "50,4 54,20;6,34 94,32;36,48 26,74 8,94;62,48 78,72 92,92",
            "46,4 54,18;5,36 95,30;38,46 10,92;60,46 92,90",
    ]),
    ('七', &[
            "6,50 94,34;42,6 44,76 54,88 88,86 92,70",
            "5,46 95,36;44,5 44,80 58,90 94,86",
            "6,54 92,30;38,8 42,70 56,92 90,80",
    ]),
    ('八', &[
            "38,14 32,52 6,90;54,10 66,48 96,90",
            "36,20 6,88;52,12 62,14 74,56 96,88",
            "40,10 30,56 8,92;60,12 70,52 94,92",
    ]),
    ('九', &[
            "8,36 70,32 68,78 78,90 94,86 96,66;42,6 38,52 8,94",
            "10,32 68,28 64,82 76,92 96,88;44,5 40,50 6,92",
            "6,38 66,30 68,84 92,90 95,72;38,8 36,54 12,90",
    ]),
    ('萬', &[
            "8,14 92,13;32,3 33,24;68,3 67,24;26,30 27,56;26,30 74,29 73,56;27,43 73,42;\
             27,56 73,55;50,30 50,88;12,66 13,97;12,66 89,65 87,92 76,90;50,72 38,86 66,83;62,76 70,88",
            "6,15 94,13;30,3 34,24;70,3 64,24;24,31 28,58;24,31 76,29 72,58;28,44 72,43;\
             28,57 72,56;50,31 48,90;10,70 12,97;10,70 90,66 86,93 74,88;34,90 66,84",
            "8,14 92,14;30,4 30,22;70,4 70,22;22,30 22,58;22,30 78,30 78,58;22,44 78,44;22,58 78,58;\
             50,30 50,86;8,68 8,97;8,68 92,68 92,96;36,86 66,86",
    ]),
    ('万', &[
            "8,16 92,15;42,40 80,39 76,86 60,92 52,86;42,16 38,54 8,94",
            "6,18 94,14;44,42 78,40 72,92 54,86;44,18 36,58 6,92",
    ]),
    ('東', &[
            "10,20 90,19;24,32 25,66;24,32 76,31 75,66;25,48 75,48;25,65 75,65;50,4 50,98;\
             47,66 30,84 6,94;53,66 70,82 95,92",
            "8,22 92,18;22,34 26,66;22,34 78,31 74,66;26,49 74,48;26,65 74,64;50,3 50,97 42,92;\
             46,68 8,94;54,66 94,90",
    ]),
    ('南', &[
            "10,18 90,17;50,3 49,32;14,34 15,97;14,34 86,33 85,92 74,94;36,42 43,54;64,42 57,54;\
             30,58 70,57;26,74 74,73;50,57 50,94",
            "8,20 92,16;50,2 46,34;12,37 16,97;12,37 88,33 84,94 72,90;36,44 44,56;62,42 56,56;\
             28,59 72,57;24,75 76,73;50,58 50,96",
    ]),
    ('西', &[
            "8,12 92,11;14,34 16,94;14,34 86,33 84,94;38,12 36,50 26,66;60,12 60,58 76,64;16,88 84,88",
            "6,14 94,10;12,36 18,92;12,36 88,33 82,92;40,12 36,54 24,68;60,12 62,62;18,86 82,86",
    ]),
    ('北', &[
            "36,6 36,90;8,36 36,34;6,82 36,70;60,6 60,80 68,90 92,88 94,70;60,44 88,26",
            "38,5 38,94;8,38 38,36;5,86 38,66;60,5 60,78 70,92 96,86;62,46 92,24",
    ]),
    ('白', &["50,2 40,20;18,22 19,96;18,22 82,21 81,96;19,56 81,56;19,90 81,90"]),
    ('中', &[
            "14,28 16,66;14,28 86,27 84,66;16,62 84,62;50,3 50,98",
            "10,30 18,64;10,30 90,26 82,62;18,60 82,58;50,2 50,99",
            "22,22 24,70;22,22 78,22 76,70;24,66 76,66;50,2 50,99",
            "8,34 14,60;8,34 92,30 86,58;14,58 86,56;52,2 50,70 46,99",
    ]),
    ('發', &[
            "12,10 40,9 26,32 5,46;15,19 26,29;56,5 70,28 97,45;82,6 65,19;93,16 74,30;\
             14,49 44,48 44,61;16,61 44,61;16,61 12,77 44,76 41,96 27,92;\
             62,49 60,61 50,69;62,49 84,48 84,60 95,62;54,75 86,74 70,90 46,98;56,79 74,91 97,98",
            "10,12 42,9 24,34 4,48;14,20 27,31;58,4 72,30 98,46;84,5 66,18;94,17 75,31;\
             12,52 42,50 42,63;14,63 42,63;14,63 11,79 42,78 38,97 24,92;\
             64,50 52,64;58,61 92,59;50,77 97,75;74,60 72,79 48,98;75,79 96,98",
            "14,12 44,10 6,46;18,22 30,32;60,6 96,44;86,8 68,22;96,20 78,34;\
             30,50 72,48;22,64 78,62;50,48 46,72 8,98;34,74 66,72 52,90;54,74 94,98",
            "8,16 40,12 30,30 8,44;60,10 90,40;86,10 68,26;26,48 70,46 66,60 28,62;\
             28,62 24,78 66,76 60,98 42,92;84,50 60,98;70,58 96,96",
    ]),
    ('発', &[
            "12,10 40,8 28,30 5,44;14,20 26,30;58,5 70,28 96,44;88,6 66,20;95,17 74,31;\
             26,47 74,46;10,65 90,64;38,47 36,66 8,97;60,47 60,84 68,93 93,91 93,77",
    ]),
    ('发', &[
            "30,8 22,37 88,33;48,5 40,50 5,95;38,56 76,54 60,80 24,98;44,60 66,82 95,97;66,9 79,22",
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_character_fills_its_box() {
        for key in 0..60 {
            let hand = Hand::random(&mut Rng::keyed(&[key]));
            for character in "二三四五伍六七八九萬万東南西北白中發発发".chars()
            {
                let [x0, y0, x1, y1] = hand.glyph(character).unwrap().bounds();
                assert_eq!([x0, y0], [0.0; 2], "{character}");
                assert!((0.5..1.4).contains(&x1), "{character}: {x1}");
                assert!((0.5..1.4).contains(&y1), "{character}: {y1}");
            }
            assert!(hand.glyph('A').is_none());
        }
    }
}
