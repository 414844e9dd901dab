//! The shape of a case line (`cases/README.md`), and of a situation without its
//! tiles: which fields there are and what stands in each. What does not fit is
//! named with its field, all at once, and a field that nobody would read is
//! never dropped in silence.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use crate::lang::{Said, quoted};
use crate::meld::MeldKind;
use crate::rules::options::nearest;
use crate::score::RawHand;
use crate::seat::Seat;
use crate::tile::Tile;

/// What stands in a field.
#[derive(Clone, Copy)]
enum Shape {
    Text,
    /// A text that the scorer reads as one of these words, with a fault of its
    /// own for others.
    Kind(&'static [&'static str]),
    Bool,
    /// A whole number from 0 to this.
    Count(u64),
    /// A whole number of either sign.
    Points,
    /// A list of texts: tiles, which the scorer reads.
    Texts,
    /// A tile list of an event.
    Tiles,
    /// A seat of an event; that of a hand is the scorer's.
    Seat,
    /// A seat as a person writes it.
    SeatWord,
    /// Seats of an event.
    Seats,
    /// Points by seat.
    BySeat,
    /// Names of people, which settlement compares.
    Names,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of objects with these fields.
    Objects(&'static [Field]),
    /// An object whose keys are checked elsewhere.
    Object,
    /// Not read here: an expectation, a remark.
    Anything,
}

#[derive(Clone, Copy)]
struct Field {
    name: &'static str,
    shape: Shape,
    needed: bool,
    nullable: bool,
}

const fn needs(name: &'static str, shape: Shape) -> Field {
    Field {
        name,
        shape,
        needed: true,
        nullable: false,
    }
}

/// A field that may be absent.
const fn may(name: &'static str, shape: Shape) -> Field {
    Field {
        needed: false,
        ..needs(name, shape)
    }
}

/// A field that may be absent or `null`.
const fn null(name: &'static str, shape: Shape) -> Field {
    Field {
        nullable: true,
        ..may(name, shape)
    }
}

const BIG: u64 = u32::MAX as u64;

/// Fields that every case may have.
const COMMON: [Field; 7] = [
    null("id", Shape::Anything),
    null("rules", Shape::Text),
    null("options", Shape::Object),
    null("expected", Shape::Anything),
    null("error_case", Shape::Anything),
    null("note", Shape::Anything),
    null("comment", Shape::Anything),
];

/// Fields whose values nobody reads.
const UNREAD: [&str; 4] = ["expected", "error_case", "note", "comment"];

const MELD: [Field; 2] = [
    needs("type", Shape::Kind(&MeldKind::WORDS)),
    needs("tiles", Shape::Text),
];

const HAND: [Field; 28] = [
    needs("concealed", Shape::Text),
    needs("win_tile", Shape::Text),
    null("melds", Shape::Objects(&MELD)),
    may("call_order_known", Shape::Bool),
    null("gari", Shape::Texts),
    null("flowers", Shape::Texts),
    needs("win", Shape::Word(&["tsumo", "ron"])),
    null("discarder", Shape::Text),
    null("ron_on", Shape::Word(&["discard", "pulled_gari", "ankan"])),
    needs("seat_wind", Shape::Text),
    may("round_wind", Shape::Text),
    null("riichi", Shape::Count(2)),
    null("open_riichi", Shape::Bool),
    null("ippatsu", Shape::Bool),
    null("rinshan", Shape::Bool),
    null("haitei", Shape::Bool),
    null("houtei", Shape::Bool),
    null("chankan", Shape::Bool),
    null("first_turn", Shape::Bool),
    null("furiten", Shape::Bool),
    null("discarder_riichi", Shape::Bool),
    null("tanki_open", Shape::Bool),
    null("consecutive_wins", Shape::Count(BIG)),
    null("dora_indicators", Shape::Texts),
    null("ura_indicators", Shape::Texts),
    null("arisu_flips", Shape::Texts),
    null("honba", Shape::Count(BIG)),
    null("sticks", Shape::Count(BIG)),
];

const WIN: [Field; 3] = [
    needs("seat", Shape::Seat),
    needs("total", Shape::Points),
    needs("total_without_honba", Shape::Points),
];

/// The events and their fields.
const EVENTS: [(&str, &[Field]); 11] = [
    (
        "draw",
        &[needs("tenpai", Shape::Seats), needs("dealer", Shape::Seat)],
    ),
    (
        "nagashi",
        &[
            needs("player", Shape::Seat),
            needs("kind", Shape::Word(&["nagashi", "nagashi_tanyao"])),
        ],
    ),
    (
        "multi_ron",
        &[
            needs("discarder", Shape::Seat),
            needs("wins", Shape::Objects(&WIN)),
            may("honba", Shape::Count(BIG)),
            may("sticks", Shape::Count(BIG)),
        ],
    ),
    (
        "fault",
        &[
            needs("player", Shape::Seat),
            needs("kind", Shape::Text),
            may("with_win", Shape::Bool),
        ],
    ),
    (
        "bust",
        &[needs("points", Shape::BySeat), null("winner", Shape::Seat)],
    ),
    ("yakitori", &[needs("birds", Shape::Seats)]),
    (
        "end",
        &[needs("points", Shape::BySeat), null("chips", Shape::BySeat)],
    ),
    ("west_check", &[needs("points", Shape::BySeat)]),
    (
        "ooras_check",
        &[
            needs("points", Shape::BySeat),
            needs("dealer", Shape::Seat),
            needs(
                "dealer_result",
                Shape::Word(&["win", "tenpai", "noten", "lost"]),
            ),
        ],
    ),
    (
        "first_discards",
        &[
            needs("discards", Shape::Tiles),
            needs("round_wind", Shape::Seat),
            needs("dealer", Shape::Seat),
        ],
    ),
    // Not in the README of the cases: `settle::seating`.
    (
        "sit_out",
        &[
            needs("people", Shape::Names),
            needs("out", Shape::Text),
            needs("dealer", Shape::Text),
            needs("winners", Shape::Seats),
            null("discarder", Shape::Seat),
            may("tenpai", Shape::Seats),
            null("deltas", Shape::BySeat),
        ],
    ),
];

/// Fields that are the tiles of a hand, not its situation.
pub const OF_TILES: [&str; 5] = ["concealed", "win_tile", "melds", "gari", "flowers"];

/// Everything that is wrong with the fields of a situation whose tiles come
/// from elsewhere: none is needed, and seats and indicators are checked too.
pub fn situation_faults(fields: &Map<String, Value>) -> Vec<Said> {
    let known = HAND.iter().filter(|field| !OF_TILES.contains(&field.name));
    let known: Vec<Field> = known
        .map(|field| Field {
            shape: match field.name {
                "discarder" | "seat_wind" | "round_wind" => Shape::SeatWord,
                "dora_indicators" | "ura_indicators" | "arisu_flips" => Shape::Tiles,
                _ => field.shape,
            },
            needed: false,
            nullable: true,
            ..*field
        })
        .chain([null("options", Shape::Object)])
        .collect();
    let known: Vec<&Field> = known.iter().collect();
    let entries: Vec<_> = fields.iter().map(|(key, v)| (key.as_str(), v)).collect();
    let mut faults = Vec::new();
    check(&entries, &known, "", &mut faults);
    faults
}

/// A JSON object with its keys as they stand, repeated ones too; what nobody
/// reads is `null`.
pub struct Line(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Line, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Line;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
                let mut fields = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let value = match UNREAD.contains(&key.as_str()) {
                        true => map.next_value::<IgnoredAny>().map(|_| Value::Null)?,
                        false => map.next_value()?,
                    };
                    fields.push((key, value));
                }
                Ok(Line(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

impl Line {
    /// The value of a field; the first if it is repeated.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value)
    }

    /// The hand of the line, without reading its text a second time.
    pub fn into_hand(self) -> serde_json::Result<RawHand> {
        let fields = MapDeserializer::<_, serde_json::Error>::new(self.0.into_iter());
        RawHand::deserialize(fields)
    }

    /// The line as one value; of repeated fields the last.
    pub fn into_value(self) -> Value {
        Value::Object(self.0.into_iter().collect())
    }

    /// Everything about the line that does not fit.
    pub fn faults(&self) -> Vec<Said> {
        let mut faults = Vec::new();
        let own: &[Field] = match self.get("event") {
            None | Some(Value::Null) => &HAND,
            Some(event) => match EVENTS.iter().find(|(name, _)| *event == *name) {
                Some((_, fields)) => fields,
                None => {
                    let names: Vec<&str> = EVENTS.iter().map(|(name, _)| *name).collect();
                    return vec![wrong("event", event, &words(&names))];
                }
            },
        };
        let entries: Vec<(&str, &Value)> = self.0.iter().map(|(k, v)| (k.as_str(), v)).collect();
        let event = null("event", Shape::Anything);
        let known: Vec<&Field> = own.iter().chain(&COMMON).chain([&event]).collect();
        check(&entries, &known, "", &mut faults);
        faults
    }
}

/// Checks the fields of an object; `prefix` is what stands before its names.
fn check(entries: &[(&str, &Value)], known: &[&Field], prefix: &str, faults: &mut Vec<Said>) {
    for (at, (key, value)) in entries.iter().enumerate() {
        // Made only for a fault: most of a million lines have none.
        let name = || format!("{prefix}{}", quoted(key));
        if entries[..at].iter().any(|(before, _)| before == key) {
            let name = name();
            faults.push(Said::new(
                format!("{name} が二度あります"),
                format!("{name} stands twice"),
            ));
            continue;
        }
        match known.iter().find(|field| field.name == *key) {
            Some(field) => field.check(&name, value, faults),
            None => faults.push(unknown(key, &name(), known)),
        }
    }
    for field in known.iter().filter(|field| field.needed) {
        if !entries.iter().any(|(key, _)| *key == field.name) {
            let name = format!("{prefix}{}", field.name);
            let Said { ja, en } = field.expected();
            faults.push(Said::new(
                format!("{name} がありません。書けるのは: {ja}"),
                format!("{name} is missing: write {en}"),
            ));
        }
    }
}

fn unknown(key: &str, name: &str, known: &[&Field]) -> Said {
    let near = nearest(key, known.iter().map(|field| field.name));
    let near = near.map(|near| format!(" ({near}?)")).unwrap_or_default();
    Said::new(
        format!("{name} という項目はありません{near}"),
        format!("there is no field {name}{near}"),
    )
}

fn wrong(name: &str, value: &Value, expected: &Said) -> Said {
    let value = quoted(&value.to_string());
    Said::new(
        format!(
            "{name} に {value} は使えません。書けるのは: {}",
            expected.ja
        ),
        format!("{name} cannot be {value}: write {}", expected.en),
    )
}

fn words(allowed: &[&str]) -> Said {
    let all = allowed.join(" | ");
    Said::new(all.clone(), all)
}

impl Field {
    fn check(&self, name: &dyn Fn() -> String, value: &Value, faults: &mut Vec<Said>) {
        if value.is_null() && self.nullable {
            return;
        }
        if let (Shape::Objects(fields), Value::Array(list)) = (&self.shape, value) {
            let known: Vec<&Field> = fields.iter().collect();
            let name = name();
            for (at, object) in list.iter().enumerate() {
                let Some(object) = object.as_object() else {
                    faults.push(wrong(&format!("{name}[{at}]"), object, &self.expected()));
                    continue;
                };
                let entries: Vec<_> = object.iter().map(|(k, v)| (k.as_str(), v)).collect();
                check(&entries, &known, &format!("{name}[{at}]."), faults);
            }
        } else if !self.fits(value) {
            faults.push(wrong(&name(), value, &self.expected()));
        }
    }

    fn fits(&self, value: &Value) -> bool {
        match &self.shape {
            Shape::Text | Shape::Kind(_) => value.is_string(),
            Shape::Bool => value.is_boolean(),
            Shape::Count(most) => value.as_u64().is_some_and(|count| count <= *most),
            Shape::Points => is_points(value),
            Shape::Texts | Shape::Names => all(value, Value::is_string),
            Shape::Tiles => all(value, |item| {
                item.as_str()
                    .is_some_and(|text| text.parse::<Tile>().is_ok())
            }),
            Shape::Seat => is_seat(value),
            Shape::SeatWord => value
                .as_str()
                .is_some_and(|text| text.parse::<Seat>().is_ok()),
            Shape::Seats => all(value, is_seat),
            Shape::BySeat => value.as_object().is_some_and(|seats| {
                let at_table = |seat: &String| SEATS.contains(&seat.as_str());
                seats.keys().all(at_table) && seats.values().all(is_points)
            }),
            Shape::Word(allowed) => value.as_str().is_some_and(|word| allowed.contains(&word)),
            Shape::Objects(_) => false,
            Shape::Object => value.is_object(),
            Shape::Anything => true,
        }
    }

    fn expected(&self) -> Said {
        match &self.shape {
            Shape::Text => Said::new("文字列", "a text"),
            Shape::Bool => Said::new("true | false", "true | false"),
            Shape::Count(most) => Said::new(
                format!("0 から {most} の整数"),
                format!("a whole number from 0 to {most}"),
            ),
            Shape::Points => Said::new("整数", "a whole number"),
            Shape::Texts => Said::new(
                "文字列の並び、例えば [\"1m\"]",
                "a list of texts such as [\"1m\"]",
            ),
            Shape::Tiles => Said::new(
                "牌の並び、例えば [\"1z\"]",
                "a list of tiles such as [\"1z\"]",
            ),
            Shape::Seat | Shape::SeatWord => words(&SEATS),
            Shape::Seats => Said::new(
                "席の並び、例えば [\"E\", \"S\"]",
                "a list of seats such as [\"E\", \"S\"]",
            ),
            Shape::BySeat => Said::new(
                "席ごとの整数、例えば {\"E\": 100, \"S\": -100}",
                "whole numbers by seat such as {\"E\": 100, \"S\": -100}",
            ),
            Shape::Word(allowed) | Shape::Kind(allowed) => words(allowed),
            Shape::Names => Said::new(
                "名前の並び、例えば [\"青木\", \"馬場\", \"千葉\", \"土井\"]",
                "a list of names such as [\"Ann\", \"Bob\", \"Cid\", \"Dan\"]",
            ),
            Shape::Objects(fields) => {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let names = names.join(", ");
                Said::new(
                    format!("{{{names}}} の並び"),
                    format!("a list of {{{names}}}"),
                )
            }
            Shape::Object => Said::new("{..}", "{..}"),
            Shape::Anything => Said::new("何でも", "anything"),
        }
    }
}

const SEATS: [&str; 4] = ["E", "S", "W", "N"];

fn is_seat(value: &Value) -> bool {
    value.as_str().is_some_and(|seat| SEATS.contains(&seat))
}

fn all(value: &Value, fits: impl Fn(&Value) -> bool) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(fits))
}

fn is_points(value: &Value) -> bool {
    value
        .as_i64()
        .is_some_and(|points| i32::try_from(points).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let line: Line = serde_json::from_str(text).expect("an object");
        line.faults().into_iter().map(|said| said.en).collect()
    }

    #[test]
    fn a_misspelt_field_is_named_with_the_right_one() {
        let hand = r#"{"concealed":"1z","win_tile":"1z","win":"tsumo","seat_wind":"E","ritchi":1}"#;
        assert_eq!(faults(hand), ["there is no field ritchi (riichi?)"]);
    }

    #[test]
    fn every_field_that_does_not_fit_is_named_at_once() {
        let hand = r#"{"concealed":5,"win_tile":"1z","win":"tsuma","riichi":3,"gari":"1m",
            "melds":[{"typ":"pon","tiles":"111z"},7],"honba":1,"honba":2}"#;
        let found = faults(hand);
        for needle in [
            "concealed cannot be 5: write a text",
            "win cannot be \"tsuma\": write tsumo | ron",
            "riichi cannot be 3: write a whole number from 0 to 2",
            "gari cannot be \"1m\"",
            "no field melds[0].typ (type?)",
            "melds[0].type is missing",
            "melds[1] cannot be 7",
            "honba stands twice",
            "seat_wind is missing",
        ] {
            assert!(
                found.iter().any(|fault| fault.contains(needle)),
                "{needle}: {found:?}"
            );
        }
        assert_eq!(found.len(), 9, "{found:?}");
    }

    #[test]
    fn events_have_fields_of_their_own() {
        assert_eq!(
            faults(r#"{"event":"drawn","tenpai":[],"dealer":"E"}"#).len(),
            1
        );
        let found = faults(r#"{"event":"draw","tenpai":[],"dealer":"E","riichi":1}"#);
        assert_eq!(found, ["there is no field riichi"]);
        let found = faults(r#"{"event":"yakitori","birds":["E","X"],"rules":null}"#);
        assert!(found[0].contains("a list of seats"), "{found:?}");
        let found = faults(r#"{"event":"end","points":{"E":1,"X":2}}"#);
        assert!(found[0].contains("by seat"), "{found:?}");
    }
}
