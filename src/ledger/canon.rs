//! The one way to write an event, and the chain that holds events together.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A SHA-256.
pub type Hash = [u8; 32];

/// What the first event is chained to.
pub const GENESIS: Hash = [0; 32];

/// JSON with sorted keys and no blanks: equal values are equal texts.
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value);
    out
}

fn write(out: &mut String, value: &Value) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            list(out, ['{', '}'], entries, |out, (key, value)| {
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                write(out, value);
            });
        }
        Value::Array(items) => list(out, ['[', ']'], items, write),
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn list<T>(
    out: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    each: impl Fn(&mut String, T),
) {
    out.push(open);
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        each(out, item);
    }
    out.push(close);
}

/// The hash of an event after the event with hash `previous`.
pub fn link(previous: &Hash, body: &str) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(previous);
    hasher.update(body.as_bytes());
    hasher.finalize().into()
}

/// The hash in 64 lower-case hexadecimal digits.
pub fn hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads what [`hex`] wrote.
pub fn unhex(text: &str) -> Option<Hash> {
    let lower = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 64 || !text.bytes().all(lower) {
        return None;
    }
    let mut hash = GENESIS;
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_value_has_one_text() {
        let value = json!({"b": [1, {"d": null, "c": "\"鴉\n"}], "a": -0.1});
        let text = r#"{"a":-0.1,"b":[1,{"c":"\"鴉\n","d":null}]}"#;
        assert_eq!(canonical(&value), text);
        assert_eq!(serde_json::from_str::<Value>(text).ok(), Some(value));
    }

    #[test]
    fn the_chain_depends_on_what_went_before() {
        let first = link(&GENESIS, "{}");
        assert_ne!(link(&first, "{}"), first);
        assert_eq!(unhex(&hex(&first)), Some(first));
        assert_eq!(unhex(&hex(&first).to_uppercase()), None);
    }
}
