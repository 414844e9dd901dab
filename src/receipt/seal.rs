//! Checksums by path, so that an edited file names the place of the edit.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

/// The part that holds the checksums.
pub const SUMS: &str = "sums";
/// Hex digits of a checksum: against accidents and hasty edits, not against
/// somebody who writes the checksums anew.
const DIGITS: usize = 8;
/// Parts whose entries have a checksum each, below those of the first level.
const DEEP: [&str; 2] = ["rules.options", "rules.yaku"];

/// How a part is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Another value stands there.
    Changed(String),
    /// It was not there.
    Added(String),
    /// It is no longer there.
    Removed(String),
}

impl Broken {
    /// The path, such as `case.riichi` or `tiles[3]`.
    pub fn path(&self) -> &str {
        match self {
            Broken::Changed(path) | Broken::Added(path) | Broken::Removed(path) => path,
        }
    }
}

/// The text of a receipt file: the parts, one a line (lists of objects one
/// object a line), and their checksums.
pub fn file(parts: &Json) -> String {
    let mut out = String::from("{\n");
    let sums = (SUMS.to_owned(), json!(sums(parts)));
    let fields = parts.as_object().into_iter().flatten();
    let mut fields: Vec<(String, Json)> = fields.map(|(k, v)| (k.clone(), v.clone())).collect();
    fields.push(sums);
    let count = fields.len();
    for (at, (key, value)) in fields.iter().enumerate() {
        let comma = if at + 1 < count { "," } else { "" };
        let lines = match value.as_array() {
            Some(list) if list.iter().any(Json::is_object) => {
                let lines: Vec<String> = list.iter().map(|line| format!("  {line}")).collect();
                format!("[\n{}\n ]", lines.join(",\n"))
            }
            _ => value.to_string(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, " {}: {lines}{comma}", json!(key));
    }
    out.push_str("}\n");
    out
}

/// A checksum for every part.
pub fn sums(parts: &Json) -> Map<String, Json> {
    let leaves = leaves(parts).into_iter();
    leaves
        .map(|(path, value)| (path.clone(), json!(sum(&path, &value))))
        .collect()
}

/// Every part whose checksum does not fit, in the order of the file.
pub fn broken(whole: &Json) -> Vec<Broken> {
    let mut parts = whole.clone();
    let known = parts.as_object_mut().and_then(|parts| parts.remove(SUMS));
    let known = known.as_ref().and_then(Json::as_object);
    let of = |path: &str| known.and_then(|sums| sums.get(path));
    let now = leaves(&parts);
    let mut found: Vec<Broken> = now
        .iter()
        .filter_map(|(path, value)| match of(path) {
            Some(written) if *written == json!(sum(path, value)) => None,
            Some(_) => Some(Broken::Changed(path.clone())),
            None => Some(Broken::Added(path.clone())),
        })
        .collect();
    let gone = known.into_iter().flatten().map(|(path, _)| path);
    let gone = gone.filter(|path| !now.iter().any(|(there, _)| there == *path));
    found.extend(gone.map(|path| Broken::Removed(path.clone())));
    found
}

/// Paths and values that have a checksum each: what is in the parts, and for
/// [`DEEP`] what is in there.
fn leaves(parts: &Json) -> Vec<(String, Json)> {
    let mut found = Vec::new();
    for (key, value) in parts.as_object().into_iter().flatten() {
        let mut list: Vec<(String, &Json)> = Vec::new();
        open(key, value, &mut list);
        for (path, value) in list {
            if DEEP.contains(&path.as_str()) {
                let mut deeper = Vec::new();
                open(&path, value, &mut deeper);
                found.extend(
                    deeper
                        .into_iter()
                        .map(|(path, value)| (path, value.clone())),
                );
            } else {
                found.push((path, value.clone()));
            }
        }
    }
    found
}

/// The entries of an object or a list; itself where there are none.
fn open<'a>(path: &str, value: &'a Json, found: &mut Vec<(String, &'a Json)>) {
    match value {
        Json::Object(fields) if !fields.is_empty() => {
            found.extend(fields.iter().map(|(key, v)| (format!("{path}.{key}"), v)));
        }
        Json::Array(list) if !list.is_empty() => {
            let entries = list.iter().enumerate();
            found.extend(entries.map(|(at, v)| (format!("{path}[{at}]"), v)));
        }
        _ => found.push((path.to_owned(), value)),
    }
}

/// The place counts too: two parts cannot change places.
fn sum(path: &str, value: &Json) -> String {
    let mut text = format!("{path} ");
    canonical(value, &mut text);
    let digest = Sha256::digest(text);
    let hex = digest.iter().map(|byte| format!("{byte:02x}"));
    hex.collect::<String>()[..DIGITS].to_owned()
}

/// JSON without blanks and with sorted keys: what a formatter does to a file
/// changes nothing.
fn canonical(value: &Json, out: &mut String) {
    match value {
        Json::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort();
            out.push('{');
            for key in keys {
                let _ = write!(out, "{}:", json!(key));
                canonical(&fields[key], out);
                out.push(',');
            }
            out.push('}');
        }
        Json::Array(list) => {
            out.push('[');
            for entry in list {
                canonical(entry, out);
                out.push(',');
            }
            out.push(']');
        }
        plain => {
            let _ = write!(out, "{plain}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Json {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn a_formatter_may_do_what_it_likes_and_an_editor_may_not() {
        let parts = json!({"a": {"x": 1, "y": [2, 3]}, "list": [{"k": 0.25}], "none": null});
        let text = file(&parts);
        assert_eq!(broken(&read(&text)), []);
        let mut tidy = read(&text);
        // Other order, other blanks.
        let fields = tidy.as_object_mut().expect("an object");
        let a = fields.remove("a").expect("there");
        fields.insert("a".to_owned(), a);
        let pretty = serde_json::to_string_pretty(&tidy).expect("JSON");
        assert_eq!(broken(&read(&pretty)), []);
        for (from, to, found) in [
            ("\"x\":1", "\"x\":2", Broken::Changed("a.x".to_owned())),
            ("0.25", "0.26", Broken::Changed("list[0]".to_owned())),
            ("\"x\":1,", "", Broken::Removed("a.x".to_owned())),
            ("null", "7", Broken::Changed("none".to_owned())),
            (
                "\"x\":1",
                "\"x\":1,\"z\":1",
                Broken::Added("a.z".to_owned()),
            ),
        ] {
            assert_eq!(broken(&read(&text.replacen(from, to, 1))), [found]);
        }
    }
}
