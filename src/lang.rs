//! The two languages of everything a person reads.

use std::fmt;
use std::str::FromStr;

/// Language of messages, names and windows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Japanese, the default when the locale says nothing.
    #[default]
    Ja,
    /// English.
    En,
}

impl Lang {
    /// The language of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG` in
    /// that order): English only for an `en…` locale, else Japanese.
    pub fn from_env() -> Lang {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        match locale {
            Some(value) if value.starts_with("en") => Lang::En,
            _ => Lang::Ja,
        }
    }

    /// Picks one of two texts.
    pub const fn pick<'a>(self, ja: &'a str, en: &'a str) -> &'a str {
        match self {
            Lang::Ja => ja,
            Lang::En => en,
        }
    }
}

/// A text in both languages, for words that are chosen before it is known who
/// reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// In Japanese.
    pub ja: String,
    /// In English.
    pub en: String,
}

impl Said {
    /// The same thing said twice.
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> Said {
        Said {
            ja: ja.into(),
            en: en.into(),
        }
    }

    /// The text in one language.
    pub fn text(&self, lang: Lang) -> &str {
        lang.pick(&self.ja, &self.en)
    }
}

impl fmt::Display for Said {
    /// In English, for logs and tests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Said {}

/// A number with its English noun: `1 tile`, `2 tiles`.
pub fn counted(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    let ending = if count.abs() == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// A person's words as a message quotes them: at most 60 characters, so that
/// the message stays readable whatever was typed.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text as HTML shows it.
pub fn html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("ja", "en"))
    }
}

impl FromStr for Lang {
    type Err = Said;

    fn from_str(s: &str) -> Result<Lang, Said> {
        match s {
            "ja" => Ok(Lang::Ja),
            "en" => Ok(Lang::En),
            _ => Err(Said::new(
                "ja か en を指定してください",
                "the languages are ja and en",
            )),
        }
    }
}
