//! What one physical set of tiles looks like: every choice a maker makes.

use super::canvas::Rgb;
use super::hand::Hand;
use super::rng::Rng;

/// Which ink of the set a part is printed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Black or the darkest ink of the set.
    Black,
}

/// The four inks of a set.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    red: Rgb,
    green: Rgb,
    blue: Rgb,
    black: Rgb,
}

impl Inks {
    /// The colour of an ink.
    pub fn of(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Red => self.red,
            Ink::Green => self.green,
            Ink::Blue => self.blue,
            Ink::Black => self.black,
        }
    }

    /// From a letter of the layout tables (`R G B K`).
    pub fn letter(letter: u8) -> Ink {
        match letter {
            b'R' => Ink::Red,
            b'G' => Ink::Green,
            b'B' => Ink::Blue,
            _ => Ink::Black,
        }
    }

    fn random(rng: &mut Rng) -> Inks {
        let reds = [
            [0.75, 0.12, 0.15],
            [0.62, 0.13, 0.18],
            [0.86, 0.1, 0.1],
            [0.7, 0.2, 0.22],
            [0.88, 0.2, 0.16],
        ];
        let greens = [
            [0.05, 0.42, 0.2],
            [0.08, 0.5, 0.2],
            [0.05, 0.3, 0.12],
            [0.1, 0.35, 0.28],
            [0.25, 0.5, 0.1],
            [0.02, 0.45, 0.33],
        ];
        let blues = [
            [0.1, 0.2, 0.55],
            [0.12, 0.15, 0.4],
            [0.08, 0.25, 0.7],
            [0.15, 0.25, 0.35],
            [0.2, 0.35, 0.75],
        ];
        let blacks = [
            [0.06, 0.06, 0.07],
            [0.1, 0.1, 0.14],
            [0.08, 0.1, 0.28],
            [0.16, 0.12, 0.1],
            [0.05, 0.14, 0.12],
        ];
        // Worn or faded print moves all inks towards the body together.
        let fade = if rng.chance(0.25) {
            rng.range(0.0, 0.25)
        } else {
            0.0
        };
        let mut vary = |list: &[Rgb]| {
            let base = rng.pick(list);
            base.map(|v| ((v + rng.gauss(0.04)) * (1.0 - fade) + 0.75 * fade).clamp(0.0, 1.0))
        };
        let mut inks = Inks {
            red: vary(&reds),
            green: vary(&greens),
            blue: vary(&blues),
            black: vary(&blacks),
        };
        // Many sets print with fewer inks.
        match rng.below(12) {
            0 | 1 => inks.blue = inks.black,
            2 => inks.black = inks.blue,
            3 => inks.blue = inks.green,
            _ => {}
        }
        inks
    }
}

/// Where small Latin numerals and letters stand on the faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// None: Japanese and Chinese sets.
    None,
    /// Top left corner.
    TopLeft,
    /// Top right corner.
    TopRight,
    /// Top left, and turned round at the bottom right.
    Both,
}

/// Lettering of one kind of face.
#[derive(Clone, Copy, Debug)]
pub struct Lettering {
    /// Typeface number in the bank (taken modulo its length).
    pub font: usize,
    /// Thicker (positive) or thinner strokes, in hundredths of the face's width.
    pub weight: f32,
    /// Horizontal shear.
    pub slant: f32,
}

impl Lettering {
    fn random(rng: &mut Rng) -> Lettering {
        Lettering {
            font: rng.below(10_000),
            weight: rng.pick(&[0.0, 0.0, 0.4, 0.8, 1.2, 2.0, -0.4]) + rng.gauss(0.2),
            slant: if rng.chance(0.3) {
                rng.gauss(0.06)
            } else {
                0.0
            },
        }
    }
}

/// All choices of a set; each face is a pure function of this and its code.
#[derive(Clone, Debug)]
pub struct Style {
    /// Key of the streams that faces draw their details from.
    pub key: u64,
    /// Colours.
    pub inks: Inks,
    /// Ink of man numerals, of 萬, and of the winds.
    pub man_inks: [Ink; 3],
    /// Lettering of numerals, 萬, and honours.
    pub letterings: [Lettering; 3],
    /// The characters for five and for ten thousand, and for 發.
    pub variants: [char; 3],
    /// Share of the height of man numerals, and width of numeral and 萬.
    pub man_shape: [f32; 3],
    /// Width and height of honours.
    pub honor_shape: [f32; 2],
    /// All dots and sticks of this one ink instead of the usual mix.
    pub single_ink: Option<Ink>,
    /// How far dots and sticks spread from the middle (about 1).
    pub spread: f32,
    /// Size of dots and sticks relative to the usual.
    pub mark_size: f32,
    /// Ink of sticks where the tables say green.
    pub stick_ink: Ink,
    /// Corner indices.
    pub index: Index,
    /// What the white dragon shows: 0 nothing, 1 frame, 2 double frame,
    /// 3 ornamented frame, 4 the character, 5 frame of blocks, 6 oval.
    pub white: usize,
    /// Share of the face that is engraved.
    pub scale: f32,
    /// Written by this hand instead of set in the letterings, where its
    /// strokes are known.
    pub hands: [Option<Hand>; 3],
    /// The bird of 1s, if it is not to follow from the key alone.
    pub bird: Option<Bird>,
    /// How red fives differ from plain ones.
    pub reds: Reds,
}

/// Which bird is on 1s.
#[derive(Clone, Copy, Debug)]
pub struct Bird {
    /// 0 to 4: a family of its own; above, put together from parts.
    pub kind: usize,
    /// Larger parts are outlines only.
    pub hollow: bool,
}

impl Bird {
    fn random(rng: &mut Rng) -> Bird {
        Bird {
            kind: rng.pick(&[0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5]),
            hollow: rng.chance(0.25),
        }
    }
}

/// How the red fives of a set are printed.
#[derive(Clone, Copy, Debug)]
pub struct Reds {
    /// Their red; `None` is the set's own.
    pub ink: Option<Rgb>,
    /// The middle mark keeps the colour it has on the plain five.
    pub middle_kept: bool,
    /// Ornaments keep their second ink.
    pub second_kept: bool,
    /// A mark in a corner: 0 none, 1 dot, 2 star, 3 two dots.
    pub mark: usize,
}

impl Reds {
    const PLAIN: Reds = Reds {
        ink: None,
        middle_kept: false,
        second_kept: false,
        mark: 0,
    };

    fn random(rng: &mut Rng) -> Reds {
        let inks = [
            [0.9, 0.08, 0.08],
            [0.85, 0.16, 0.3],
            [0.93, 0.3, 0.1],
            [0.6, 0.05, 0.1],
            [0.88, 0.2, 0.45],
        ];
        Reds {
            ink: rng.chance(0.5).then(|| rng.pick(&inks)),
            middle_kept: rng.chance(0.08),
            second_kept: rng.chance(0.2),
            mark: rng.weighted(&[0.75, 0.13, 0.06, 0.06]),
        }
    }
}

/// Inks of man numerals, the common ones repeated.
const NUMERAL_INKS: [Ink; 6] = [
    Ink::Black,
    Ink::Black,
    Ink::Black,
    Ink::Blue,
    Ink::Blue,
    Ink::Green,
];

/// Inks of 萬, the common ones repeated.
const WAN_INKS: [Ink; 8] = [
    Ink::Red,
    Ink::Red,
    Ink::Red,
    Ink::Red,
    Ink::Red,
    Ink::Red,
    Ink::Black,
    Ink::Green,
];

/// The characters for five, for ten thousand and for 發.
fn variants(rng: &mut Rng) -> [char; 3] {
    [
        if rng.chance(0.6) { '伍' } else { '五' },
        if rng.chance(0.88) { '萬' } else { '万' },
        match rng.below(20) {
            0 => '发',
            1..4 => '発',
            _ => '發',
        },
    ]
}

/// Hands for numerals, 萬 and honours, from a stream of their own.
fn hands(key: u64) -> [Option<Hand>; 3] {
    let mut rng = Rng::keyed(&[key, 0x4a2d]);
    let one = Hand::random(&mut rng);
    let other = Hand::random(&mut rng);
    match rng.below(10) {
        0 => [Some(one); 3],
        1 => [Some(one), Some(one), None],
        2 => [None, None, Some(one)],
        3 => [Some(one), None, Some(other)],
        _ => [None; 3],
    }
}

impl Style {
    /// A random set.
    pub fn random(key: u64) -> Style {
        let mut rng = Rng::keyed(&[key, 0x5e7]);
        let rng = &mut rng;
        let first = Lettering::random(rng);
        let same = rng.chance(0.65);
        let other = |rng: &mut Rng| if same { first } else { Lettering::random(rng) };
        let letterings = [first, other(rng), other(rng)];
        let number_ink = rng.pick(&NUMERAL_INKS);
        let wan_ink = rng.pick(&WAN_INKS);
        let wind_ink = match rng.below(6) {
            0 | 1 => Ink::Black,
            2 | 3 => Ink::Blue,
            4 => Ink::Green,
            _ => number_ink,
        };
        Style {
            key,
            inks: Inks::random(rng),
            man_inks: [number_ink, wan_ink, wind_ink],
            letterings,
            variants: variants(rng),
            man_shape: [
                rng.range(0.27, 0.38),
                rng.range(0.5, 0.74),
                rng.range(0.5, 0.76),
            ],
            honor_shape: [rng.range(0.58, 0.8), rng.range(0.56, 0.8)],
            single_ink: rng
                .chance(0.08)
                .then(|| rng.pick(&[Ink::Black, Ink::Blue, Ink::Green])),
            spread: rng.range(0.9, 1.06),
            mark_size: rng.range(0.84, 1.12),
            stick_ink: rng.pick(&[
                Ink::Green,
                Ink::Green,
                Ink::Green,
                Ink::Green,
                Ink::Green,
                Ink::Blue,
                Ink::Black,
            ]),
            index: match rng.below(20) {
                0 | 1 => Index::TopLeft,
                2 => Index::TopRight,
                3 => Index::Both,
                _ => Index::None,
            },
            white: rng.weighted(&[0.4, 0.14, 0.16, 0.12, 0.06, 0.08, 0.04]),
            scale: rng.range(0.84, 1.0),
            hands: hands(key),
            bird: Some(Bird::random(&mut Rng::keyed(&[key, 0xb12d]))),
            reds: Reds::random(&mut Rng::keyed(&[key, 0x4ed])),
        }
    }

    /// The set that the program's own window shows: clear, upright, classic.
    pub fn classic() -> Style {
        let plain = Lettering {
            font: 2,
            weight: 0.3,
            slant: 0.0,
        };
        Style {
            key: 9, // the plainest bird, discs and sticks of the first forty
            inks: Inks {
                red: [0.78, 0.1, 0.12],
                green: [0.04, 0.42, 0.2],
                blue: [0.1, 0.2, 0.55],
                black: [0.07, 0.07, 0.09],
            },
            man_inks: [Ink::Black, Ink::Red, Ink::Black],
            letterings: [plain; 3],
            variants: ['五', '萬', '發'],
            man_shape: [0.33, 0.68, 0.7],
            honor_shape: [0.72, 0.72],
            single_ink: None,
            spread: 1.0,
            mark_size: 1.0,
            stick_ink: Ink::Green,
            index: Index::None,
            white: 1,
            scale: 0.95,
            hands: [None; 3],
            bird: None,
            reds: Reds::PLAIN,
        }
    }

    /// The stream that one face draws its details from.
    pub fn stream(&self, part: u64) -> Rng {
        Rng::keyed(&[self.key, 0xface, part])
    }
}
