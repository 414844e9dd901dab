//! Receipts: a settled hand in one file, from which everything can be
//! recomputed by people who disagree.
//!
//! A receipt holds what was seen (photo, quads, faces with their
//! alternatives), what a person changed, the hand that was confirmed, how it
//! was won, the whole rule set, and what came of it. Nothing in it needs the
//! ledger: a hand that was only scored has a receipt too, and a build without
//! SQLite or without photos verifies it. That is why receipts are a module of
//! their own, between settlement and ledger.
//!
//! ```text
//! Receipt::of(hand, rules) ─ to_json ─→ file ─ parse ─→ Receipt ─ verify ─→ Verdict
//! ```
//!
//! # The file
//!
//! One JSON object, schema `karasu.receipt/1`; an example is
//! `tests/fixtures/receipt.json`. Equal hands give equal bytes.
//!
//! | field | holds |
//! |---|---|
//! | `schema` | `karasu.receipt/1` |
//! | `program` | `name`, `version` of karasu |
//! | `photo` | `name`, `sha256` of the file (`null` for a camera's frame), `pixels_sha256` of the upright RGB pixels, `width`, `height`; `null` for a typed hand |
//! | `model` | `name`, `sha256`, `tile_set` (the profile that helped, or `null`) |
//! | `tiles` | what was seen, in reading order: `class`, `score`, `quad`, `alternatives`, `zone` |
//! | `review` | what was doubtful: `kind` and `tiles` (positions in `tiles`) |
//! | `rivals` | other whole hands that the photo may show, in notation |
//! | `read` | the hand as read: `notation`, `tiles` (`id`, `tile`, `zone`, `doubt`, `seen` = position in `tiles`), `melds` (kinds), `win` (an id) |
//! | `changes` | what a person did, in order: `face`, `zone`, `added`, `removed`, `win`, `kinds`, `vouched` |
//! | `confirmed` | the hand as confirmed, like `read` |
//! | `case` | what was scored: a hand case of `datasets/cases/README.md` |
//! | `rules` | the rule set in full: id, version, every option, yaku and penalty |
//! | `seats` | names by seat |
//! | `result` | items with tiles, sums, chips, payments, as `score --cases` prints them |
//! | `sums` | a checksum of every part above, by its path |
//!
//! The checksums name the part that was changed after the receipt was written.
//! They are no signature: who writes them anew can claim another photo or other
//! names, but no line that does not follow from the tiles and the rules, and no
//! tile that is not explained by the reading and the changes; with the photo at
//! hand, nor another photo or other tiles on it.
//!
//! # Example
//!
//! ```
//! use karasu::receipt::Receipt;
//! use karasu::score::HandInput;
//! use karasu::seat::Seat;
//! use karasu::{notation, rules};
//!
//! let rules = rules::preset("kichijoji").expect("built in");
//! let hand = notation::parse("123p456p789p55s44z+4z g:1m9m").expect("a hand");
//! let win = HandInput::default().with_hand(hand);
//!
//! let receipt = Receipt::scored(&win, &rules)
//!     .expect("a win")
//!     .with_people([(Seat::E, "Aki"), (Seat::S, "Ben"), (Seat::W, "Chie")]);
//! let file = receipt.to_json();
//! assert!(Receipt::parse(&file).expect("a receipt").verify().agrees());
//!
//! // Somebody writes a larger sum into the file.
//! let total = format!("\"total\":{}", receipt.sheet().total);
//! let forged = file.replace(&total, "\"total\":99");
//! let verdict = Receipt::parse(&forged).expect("still a receipt").verify();
//! assert_eq!(verdict.differences[0].line, "result.total");
//! ```

mod chain;
mod concern;
mod fault;
mod lines;
mod make;
#[cfg(feature = "vision")]
pub mod page;
#[cfg(feature = "vision")]
mod photo;
mod same;
mod seal;
mod verify;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::confirm::{Change, Doubt, Draft, TileId, Zone};
use crate::meld::{Meld, MeldKind};
use crate::notation::Hand;
use crate::rules::RuleSet;
use crate::score::{HandInput, ScoreSheet};
use crate::seat::Seat;
use crate::tile::Tile;

pub use concern::{Concern, Instead, Why};
pub use fault::BadReceipt;
pub use verify::{Cause, Difference, Verdict};

/// The schema of a receipt.
pub const SCHEMA: &str = "karasu.receipt/1";
/// Largest receipt file, in bytes.
pub const LARGEST: u64 = 2 << 20;

/// A settled hand with everything that led to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Receipt {
    schema: String,
    program: Program,
    photo: Option<PhotoId>,
    model: Option<Model>,
    tiles: Vec<SeenTile>,
    review: Vec<Doubtful>,
    rivals: Vec<String>,
    read: Option<Laid>,
    changes: Vec<Change>,
    confirmed: Laid,
    case: HandInput,
    rules: Json,
    seats: BTreeMap<Seat, String>,
    result: ScoreSheet,
    /// The rule set of `rules`.
    #[serde(skip)]
    house: RuleSet,
    /// Parts that are not as they were written.
    #[serde(skip)]
    broken: Vec<seal::Broken>,
}

/// What wrote a receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// `karasu`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// Which photo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhotoId {
    /// The file's name without its folder, or what the camera is called.
    pub name: String,
    /// SHA-256 of the file in hex; `None` for a picture that came from no file.
    pub sha256: Option<String>,
    /// SHA-256 of the pixels as a person sees them, 8-bit RGB, row by row.
    pub pixels_sha256: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Which weights read the photo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Name and version.
    pub name: String,
    /// The sum that `karasu model info` prints.
    pub sha256: String,
    /// The tile-set profile that helped.
    pub tile_set: Option<String>,
}

/// One tile as it was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenTile {
    /// Its face.
    pub class: Tile,
    /// The probability of that face, `0..=1`, to four places.
    pub score: f64,
    /// Corners in pixels, clockwise from the tile's own top left.
    pub quad: [[f64; 2]; 4],
    /// Other faces with their probabilities, best first.
    pub alternatives: Vec<(Tile, f64)>,
    /// Where it was read: `hand`, `meld`, `gari`, `indicator` or `other`.
    pub zone: String,
}

/// One doubt of the reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubtful {
    /// The word of `karasu read --json`.
    pub kind: String,
    /// Positions of the tiles concerned; empty when it is about the picture.
    pub tiles: Vec<usize>,
}

/// The tiles of a draft as a receipt keeps them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laid {
    /// All of it as a person types it.
    pub notation: String,
    /// Every tile, in the order of the window.
    pub tiles: Vec<LaidTile>,
    /// How the called sets were made, in the order of the calls.
    pub melds: Vec<MeldKind>,
    /// The winning tile.
    pub win: Option<TileId>,
}

/// One tile of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidTile {
    /// Its name, the same in `read`, `changes` and `confirmed`.
    pub id: TileId,
    /// Its face.
    pub tile: Tile,
    /// Where it lies.
    pub zone: Zone,
    /// How far the face is trusted.
    pub doubt: Doubt,
    /// Position among the seen tiles.
    pub seen: Option<usize>,
}

impl Laid {
    /// The tiles of a draft.
    pub fn of(draft: &Draft) -> Laid {
        let tile = |(zone, tile): (Zone, &crate::confirm::DraftTile)| LaidTile {
            id: tile.id,
            tile: tile.tile,
            zone,
            doubt: tile.doubt,
            seen: tile.seen,
        };
        Laid {
            notation: draft.to_hand().to_string(),
            tiles: draft.tiles().map(tile).collect(),
            melds: draft.melds().iter().map(|meld| meld.kind).collect(),
            win: draft.win(),
        }
    }

    /// The tiles as a person types them.
    pub fn hand(&self) -> Hand {
        let of = |zone: Zone| self.tiles.iter().filter(move |tile| tile.zone == zone);
        let faces = |zone: Zone| of(zone).map(|tile| tile.tile).collect::<Vec<Tile>>();
        let last = of(Zone::Hand).next_back().map(|tile| tile.id);
        let win = self.win.or(last);
        let rest = of(Zone::Hand).filter(|tile| Some(tile.id) != win);
        Hand {
            concealed: rest.map(|tile| tile.tile).collect(),
            win_tile: of(Zone::Hand)
                .find(|tile| Some(tile.id) == win)
                .map(|tile| tile.tile),
            melds: self
                .melds
                .iter()
                .enumerate()
                .map(|(index, &kind)| Meld {
                    kind,
                    tiles: faces(Zone::Meld(index)),
                })
                .collect(),
            gari: faces(Zone::Gari),
            dora: faces(Zone::Dora),
            ura: faces(Zone::Ura),
            arisu: faces(Zone::Arisu),
        }
    }

    /// The tile of a name.
    pub fn get(&self, id: TileId) -> Option<&LaidTile> {
        self.tiles.iter().find(|tile| tile.id == id)
    }
}

impl Receipt {
    /// The file's text: one part a line, the same for equal receipts.
    pub fn to_json(&self) -> String {
        seal::file(&self.parts())
    }

    /// The parts without checksums.
    fn parts(&self) -> Json {
        // Every key is a text and every number finite, so this cannot fail.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Reads a receipt. Whether its parts are as they were written is for
    /// [`Receipt::verify`] to say.
    ///
    /// # Errors
    /// No JSON, another schema, or a part that cannot be understood.
    pub fn parse(text: &str) -> Result<Receipt, BadReceipt> {
        fault::read(text)
    }

    /// The score as it was settled.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.result
    }

    /// Which photo, if there was one.
    pub fn photo(&self) -> Option<&PhotoId> {
        self.photo.as_ref()
    }

    /// Which weights read it.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// What was seen on the photo.
    pub fn tiles(&self) -> &[SeenTile] {
        &self.tiles
    }

    /// The hand as read; `None` for a typed hand.
    pub fn read(&self) -> Option<&Laid> {
        self.read.as_ref()
    }

    /// What a person changed, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The hand as confirmed.
    pub fn confirmed(&self) -> &Laid {
        &self.confirmed
    }

    /// The rule set, as the receipt has it.
    pub fn rule_set(&self) -> &RuleSet {
        &self.house
    }

    /// What was scored.
    pub fn case(&self) -> &HandInput {
        &self.case
    }

    /// Names by seat.
    pub fn people(&self) -> &BTreeMap<Seat, String> {
        &self.seats
    }
}
