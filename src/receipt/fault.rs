//! What keeps a file from being a receipt.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{LARGEST, Receipt, SCHEMA, seal};
use crate::lang::{Lang, quoted};
use crate::rules::{RuleFault, snapshot};

/// Why a text is no receipt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReceipt {
    /// It is no JSON, in the words of the JSON reader.
    #[error("no JSON: {0}")]
    NoJson(String),
    /// It is JSON, but no receipt that this program knows; the schema found.
    #[error("the schema is {0:?}")]
    Schema(Option<String>),
    /// A part that no receipt has.
    #[error("no receipt has a part {0:?}")]
    Foreign(String),
    /// A part is missing or of another kind; what is wrong with it.
    #[error("{path}: {why}")]
    Part {
        /// The part.
        path: String,
        /// In the words of the JSON reader; empty for a missing part.
        why: String,
    },
    /// The rule set cannot be read.
    #[error("the rule set cannot be read")]
    Rules(Vec<RuleFault>),
}

impl BadReceipt {
    /// What is wrong, for a person.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (BadReceipt::NoJson(why), Lang::Ja) => format!("JSON として読めません ({why})"),
            (BadReceipt::NoJson(why), Lang::En) => format!("this JSON cannot be read ({why})"),
            (BadReceipt::Schema(None), Lang::Ja) => {
                format!(
                    "控えではありません。schema に {SCHEMA} と書かれているファイルを指定してください"
                )
            }
            (BadReceipt::Schema(None), Lang::En) => {
                format!("this is no receipt: name a file whose schema is {SCHEMA}")
            }
            (BadReceipt::Schema(Some(found)), Lang::Ja) => {
                format!(
                    "schema が {} です。この karasu が読めるのは {SCHEMA} です",
                    quoted(found)
                )
            }
            (BadReceipt::Schema(Some(found)), Lang::En) => {
                format!(
                    "the schema is {}; this karasu reads {SCHEMA}",
                    quoted(found)
                )
            }
            (BadReceipt::Foreign(part), Lang::Ja) => format!(
                "控えに {} という項目はありません。外すか、その項目を書いた karasu で検算してください",
                quoted(part)
            ),
            (BadReceipt::Foreign(part), Lang::En) => format!(
                "no receipt has a part {}: take it out, or verify with the karasu that wrote it",
                quoted(part)
            ),
            (BadReceipt::Part { path, why }, Lang::Ja) if why.is_empty() => {
                format!("{path} がありません")
            }
            (BadReceipt::Part { path, why }, Lang::En) if why.is_empty() => {
                format!("{path} is missing")
            }
            (BadReceipt::Part { path, why }, Lang::Ja) => {
                format!("{path} を読めません ({why})")
            }
            (BadReceipt::Part { path, why }, Lang::En) => {
                format!("{path} cannot be read ({why})")
            }
            (BadReceipt::Rules(faults), lang) => {
                let all: Vec<String> = faults.iter().map(|fault| fault.message(lang)).collect();
                format!("rules: {}", all.join(" / "))
            }
        }
    }
}

/// Reads a receipt, part by part so that a fault names its part.
pub fn read(text: &str) -> Result<Receipt, BadReceipt> {
    // Some editors put a mark before the text.
    let text = text.trim_start_matches('\u{feff}');
    if text.len() as u64 > LARGEST {
        return Err(BadReceipt::NoJson(format!("> {LARGEST} bytes")));
    }
    let whole: Json =
        serde_json::from_str(text).map_err(|error| BadReceipt::NoJson(error.to_string()))?;
    let broken = seal::broken(&whole);
    let Json::Object(mut parts) = whole else {
        return Err(BadReceipt::Schema(None));
    };
    let schema = parts.get("schema").and_then(Json::as_str);
    if schema != Some(SCHEMA) {
        return Err(BadReceipt::Schema(schema.map(str::to_owned)));
    }
    parts.remove(seal::SUMS);
    let rules: Json = take(&mut parts, "rules")?;
    let receipt = Receipt {
        schema: take(&mut parts, "schema")?,
        program: take(&mut parts, "program")?,
        photo: take(&mut parts, "photo")?,
        model: take(&mut parts, "model")?,
        tiles: take(&mut parts, "tiles")?,
        review: take(&mut parts, "review")?,
        rivals: take(&mut parts, "rivals")?,
        read: take(&mut parts, "read")?,
        changes: take(&mut parts, "changes")?,
        confirmed: take(&mut parts, "confirmed")?,
        case: take(&mut parts, "case")?,
        house: snapshot::read(&rules).map_err(BadReceipt::Rules)?,
        rules,
        seats: take(&mut parts, "seats")?,
        result: take(&mut parts, "result")?,
        broken,
    };
    if let Some(foreign) = parts.keys().next() {
        return Err(BadReceipt::Foreign(foreign.clone()));
    }
    Ok(receipt)
}

fn take<T: DeserializeOwned>(parts: &mut Map<String, Json>, name: &str) -> Result<T, BadReceipt> {
    let part = |why: String| BadReceipt::Part {
        path: name.to_owned(),
        why,
    };
    let value = parts.remove(name).ok_or_else(|| part(String::new()))?;
    serde_json::from_value(value).map_err(|error| part(error.to_string()))
}
