//! Why a picture could not be opened, and what a person can do about it.

use crate::file::reason;
use crate::lang::Lang;

/// A picture that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// There is nothing at this path.
    #[error("there is no such file")]
    NotFound,
    /// A folder, pipe, socket or device.
    #[error("this is {what}, not a picture file")]
    NotAFile {
        /// What it is.
        what: Special,
    },
    /// The system refuses to read it.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// Zero bytes.
    #[error("the file is empty")]
    Empty,
    /// More bytes than any photo has.
    #[error("the file has {bytes} bytes; the limit is {limit}")]
    FileTooLarge {
        /// Bytes found.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// More pixels, or a longer side, than any photo has.
    #[error("the picture claims {width} × {height} pixels, which is too large")]
    TooManyPixels {
        /// Claimed width.
        width: u32,
        /// Claimed height.
        height: u32,
    },
    /// Too small to hold a tile.
    #[error("the picture has only {width} × {height} pixels")]
    TooFewPixels {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
    },
    /// A file of another type, whatever its name says.
    #[error("this is {real}, not a JPEG, PNG or WebP picture")]
    WrongType {
        /// The type by its content.
        real: &'static str,
    },
    /// The end of the file is missing.
    #[error("the file is cut short: copy it again")]
    Truncated,
    /// Some of the coded picture is not what was written; decoders paint over
    /// it in silence.
    #[error("part of the picture is damaged: copy the file again")]
    DamagedInside,
    /// The content contradicts itself.
    #[error("the picture is damaged ({0}): copy the file again, or take another")]
    Damaged(String),
}

/// What else a path can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// A folder.
    Folder,
    /// A named pipe or socket, which could block for ever.
    Pipe,
    /// A device.
    Device,
}

impl std::fmt::Display for Special {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name(Lang::En))
    }
}

impl Special {
    const fn name(self, lang: Lang) -> &'static str {
        match self {
            Special::Folder => lang.pick("フォルダー", "a folder"),
            Special::Pipe => lang.pick("パイプ", "a pipe"),
            Special::Device => lang.pick("デバイス", "a device"),
        }
    }
}

impl FrameError {
    /// The word for it in JSON (`error.kind`).
    pub const fn code(&self) -> &'static str {
        match self {
            FrameError::NotFound => "not_found",
            FrameError::NotAFile { .. } => "not_a_file",
            FrameError::Unreadable(_) => "unreadable",
            FrameError::Empty => "empty",
            FrameError::FileTooLarge { .. } => "file_too_large",
            FrameError::TooManyPixels { .. } => "too_many_pixels",
            FrameError::TooFewPixels { .. } => "too_few_pixels",
            FrameError::WrongType { .. } => "wrong_type",
            FrameError::Truncated => "truncated",
            FrameError::Damaged(_) | FrameError::DamagedInside => "damaged",
        }
    }

    /// What to tell a person: the fault, and what to do.
    pub fn message(&self, lang: Lang) -> String {
        match lang {
            Lang::Ja => self.message_ja(),
            Lang::En => self.message_en(),
        }
    }

    fn message_ja(&self) -> String {
        match self {
            FrameError::NotFound => "ファイルがありません".to_owned(),
            FrameError::NotAFile { what } => {
                format!(
                    "{}です: 写真のファイルを指定してください",
                    what.name(Lang::Ja)
                )
            }
            FrameError::Unreadable(error) => {
                format!("ファイルを読めません: {}", reason(error, Lang::Ja))
            }
            FrameError::Empty => "ファイルが空です: もう一度コピーしてください".to_owned(),
            FrameError::FileTooLarge { limit, .. } => {
                format!("ファイルが大きすぎます: {} MB までです", limit >> 20)
            }
            FrameError::TooManyPixels { width, height } => {
                format!("{width} × {height} 画素は大きすぎます: 縮小してください")
            }
            FrameError::TooFewPixels { width, height } => {
                format!("{width} × {height} 画素では小さすぎます: 元の写真を使ってください")
            }
            FrameError::WrongType { real } => format!(
                "中身は{}です: JPEG、PNG、WebP のどれかで保存し直してください{}",
                type_ja(real),
                heic_hint(real, Lang::Ja)
            ),
            FrameError::Truncated => {
                "ファイルが途中で切れています: もう一度コピーしてください".to_owned()
            }
            FrameError::DamagedInside => {
                "画像の途中が壊れています: もう一度コピーしてください".to_owned()
            }
            FrameError::Damaged(detail) => {
                format!("画像が壊れています ({detail}): もう一度コピーするか、撮り直してください")
            }
        }
    }

    fn message_en(&self) -> String {
        match self {
            FrameError::Unreadable(error) => {
                format!("the file cannot be read: {}", reason(error, Lang::En))
            }
            FrameError::NotAFile { .. } => format!("{self}: name a photo"),
            FrameError::Empty => format!("{self}: copy it again"),
            FrameError::TooManyPixels { .. } => format!("{self}: scale it down"),
            FrameError::TooFewPixels { .. } => format!("{self}: use the original photo"),
            FrameError::WrongType { real } => format!(
                "{self}: save it as one of these{}",
                heic_hint(real, Lang::En)
            ),
            other => other.to_string(),
        }
    }
}

/// What a file really is, in Japanese; the names of formats are the same.
fn type_ja(real: &str) -> String {
    let name = match real {
        "no known picture type" => "写真ではないもの",
        "a web page (HTML)" => "ウェブページ (HTML)",
        "text" => "文字",
        "a program" => "プログラム",
        "a database" => "データベース",
        "a broken JPEG" => "壊れた JPEG ",
        "Matroska / WebM video" => "動画 (Matroska / WebM) ",
        "MP4 / MOV video" => "動画 (MP4 / MOV) ",
        format => return format!(" {format} "),
    };
    name.to_owned()
}

/// iPhones write HEIC unless told otherwise, so say how to tell them.
fn heic_hint(real: &str, lang: Lang) -> &'static str {
    if real.starts_with("HEIC") {
        lang.pick(
            " (iPhone: 設定 → カメラ → フォーマット → 互換性優先)",
            " (iPhone: Settings → Camera → Formats → Most Compatible)",
        )
    } else {
        ""
    }
}
