//! Why a profile cannot be used, kept or found.

use std::io;
use std::path::PathBuf;

use crate::detect::engine::EngineError;
use crate::file::{reason, write_reason};
use crate::home;
use crate::lang::{Lang, Said, quoted};

/// What is wrong with a profile.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message(Lang::En))]
pub enum ProfileError {
    /// A name that no profile can have.
    BadName(String),
    /// There is no profile of this name; those there are.
    Unknown(String, Vec<String>),
    /// What is stored is not what karasu stored: name, place, and what is wrong.
    Damaged(String, PathBuf, Said),
    /// A file that cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A file or folder that cannot be written.
    Unwritable(PathBuf, io::Error),
    /// Nowhere to keep profiles.
    NoHome,
    /// The classifier failed on the kept crops.
    Engine(#[from] EngineError),
}

impl ProfileError {
    /// The word for it in JSON.
    pub const fn code(&self) -> &'static str {
        match self {
            ProfileError::BadName(_) => "bad_set_name",
            ProfileError::Unknown(..) => "unknown_set",
            ProfileError::Damaged(..) => "damaged_set",
            ProfileError::Unreadable(..) => "unreadable_set",
            ProfileError::Unwritable(..) => "unwritable",
            ProfileError::NoHome => "no_home",
            ProfileError::Engine(_) => "internal",
        }
    }

    /// What is wrong and what to do about it.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            ProfileError::Unreadable(path, error) => {
                format!("{}: {}", path.display(), reason(error, lang))
            }
            ProfileError::Unwritable(path, error) => {
                format!("{}: {}", path.display(), write_reason(error, lang))
            }
            ProfileError::Engine(error) => error.message(lang),
            other => match lang {
                Lang::Ja => other.message_ja(),
                Lang::En => other.message_en(),
            },
        }
    }

    fn message_ja(&self) -> String {
        match self {
            ProfileError::BadName(name) => format!(
                "{:?} は牌セットの名前に使えません。文字、数字、- と _ で 40 字まで (auto と none は使えません)",
                quoted(name)
            ),
            ProfileError::Unknown(name, known) => {
                let known = match known.is_empty() {
                    true => {
                        "まだ一つもありません: `karasu set learn 名前 写真` で覚えます".to_owned()
                    }
                    false => format!("あるのは {}", known.join(", ")),
                };
                format!("{:?} という牌セットはありません。{known}", quoted(name))
            }
            ProfileError::Damaged(name, path, what) => format!(
                "牌セット {name} が壊れています ({}: {})。`karasu set forget {name}` で消して、もう一度覚えさせてください",
                path.display(),
                what.ja
            ),
            _ => format!(
                "牌セットを置く場所がわかりません。環境変数 {} にフォルダを指定してください",
                home::VARIABLE
            ),
        }
    }

    fn message_en(&self) -> String {
        match self {
            ProfileError::BadName(name) => format!(
                "{:?} cannot name a tile set: use letters, digits, - and _, at most 40 of them (not auto or none)",
                quoted(name)
            ),
            ProfileError::Unknown(name, known) => {
                let known = match known.is_empty() {
                    true => {
                        "there is none yet: learn one with `karasu set learn NAME PHOTO`".to_owned()
                    }
                    false => format!("there are {}", known.join(", ")),
                };
                format!("there is no tile set {:?}; {known}", quoted(name))
            }
            ProfileError::Damaged(name, path, what) => format!(
                "the tile set {name} is damaged ({}: {}): remove it with `karasu set forget {name}` and learn it again",
                path.display(),
                what.en
            ),
            _ => format!(
                "there is no folder to keep tile sets in: name one in the environment variable {}",
                home::VARIABLE
            ),
        }
    }
}
