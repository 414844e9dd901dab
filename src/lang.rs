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

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("ja", "en"))
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(s: &str) -> Result<Lang, String> {
        match s {
            "ja" => Ok(Lang::Ja),
            "en" => Ok(Lang::En),
            other => Err(format!("{other:?} is not a language: use ja or en")),
        }
    }
}
