//! Model files: the built-in pair, a folder with another pair, and the checks
//! that stand before any of them is believed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ort::session::Session;
use sha2::{Digest, Sha256};

use super::classifier::{Classifier, OnnxClassifier};
use super::crop;
use super::engine::{self, EngineError};
use super::locator::{Locator, OnnxLocator};
use super::picture::{GRID, Planes};
use crate::file::{read_bounded, read_text_bounded, reason};
use crate::lang::Lang;
use crate::tile::CODES;

/// No model file is larger: ours have 4 MB.
const MAX_BYTES: u64 = 256 << 20;

/// Which of the two networks a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Finds tiles.
    Locator,
    /// Names faces.
    Classifier,
}

impl Kind {
    /// Both, in the order of use.
    pub const ALL: [Kind; 2] = [Kind::Locator, Kind::Classifier];

    /// The word in metadata and manifest.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Locator => "locator",
            Kind::Classifier => "classifier",
        }
    }

    /// What `karasu.size` must say.
    const fn size(self) -> &'static str {
        match self {
            Kind::Locator => "multiple of 32",
            Kind::Classifier => "64x80",
        }
    }
}

/// A model that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// This program was built without models.
    #[error("no models are built in: name a folder with --model")]
    NotBuiltIn,
    /// The file cannot be read.
    #[error("{file}: {source}")]
    Unreadable {
        /// Which file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The manifest is not what it should be.
    #[error("{file}: {detail}")]
    Manifest {
        /// Which file.
        file: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// The bytes are not those that were tested and shipped.
    #[error(
        "the {kind} is damaged or was exchanged: its SHA-256 is {found}, the manifest says {expected}"
    )]
    WrongSum {
        /// Which network.
        kind: &'static str,
        /// By the manifest.
        expected: String,
        /// Of the file.
        found: String,
    },
    /// No ONNX model, or one the engine cannot run.
    #[error("the {kind} is not a usable ONNX model: {detail}")]
    NotUsable {
        /// Which network.
        kind: &'static str,
        /// What the engine says.
        detail: String,
    },
    /// A model, but not of karasu.
    #[error("the {kind} has no metadata {key}: it was not made for karasu")]
    NoMetadata {
        /// Which network.
        kind: &'static str,
        /// The missing key.
        key: &'static str,
    },
    /// Metadata with another value than this program works with.
    #[error("the {kind} has {key} = {found:?}; this program needs {expected:?}")]
    WrongMetadata {
        /// Which network.
        kind: &'static str,
        /// The key.
        key: &'static str,
        /// Needed.
        expected: String,
        /// Found.
        found: String,
    },
    /// The engine itself.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl ModelError {
    /// What is wrong and what to do about it.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (ModelError::Unreadable { file, source }, _) => {
                format!("{}: {}", file.display(), reason(source, lang))
            }
            (ModelError::Engine(error), _) => error.message(lang),
            (other, Lang::En) => other.to_string(),
            (other, Lang::Ja) => other.message_ja(),
        }
    }

    fn message_ja(&self) -> String {
        match self {
            ModelError::NotBuiltIn => {
                "モデルが組み込まれていません: --model でフォルダを指定してください".to_owned()
            }
            ModelError::Manifest { file, detail } => {
                format!("{}: マニフェストを読めません ({detail})", file.display())
            }
            ModelError::WrongSum {
                kind,
                expected,
                found,
            } => format!(
                "{kind} が壊れているか、すり替えられています: SHA-256 は {found}、マニフェストでは {expected}"
            ),
            ModelError::NotUsable { kind, detail } => {
                format!("{kind} は使える ONNX モデルではありません ({detail})")
            }
            ModelError::NoMetadata { kind, key } => {
                format!("{kind} に {key} がありません: karasu 用のモデルではありません")
            }
            ModelError::WrongMetadata {
                kind,
                key,
                expected,
                found,
            } => format!("{kind} の {key} が {found:?} です: 要るのは {expected:?}"),
            ModelError::Unreadable { .. } | ModelError::Engine(_) => self.message(Lang::Ja),
        }
    }
}

/// What is known about one model file.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelInfo {
    /// Which network.
    pub kind: Kind,
    /// `karasu.version`.
    pub version: String,
    /// SHA-256 of the file in hex.
    pub sha256: String,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// Whether a manifest vouches for the sum.
    pub vouched: bool,
    /// The classifier's temperature.
    pub temperature: Option<f32>,
}

/// The two networks, loaded and checked.
pub struct Models {
    /// Finds tiles.
    pub locator: Box<dyn Locator>,
    /// Names faces.
    pub classifier: Box<dyn Classifier>,
    /// What is known about each, locator first.
    pub info: [ModelInfo; 2],
}

/// The bytes that are built in, with the manifest they were shipped with.
#[cfg(karasu_models)]
const BUILT_IN: Option<([&[u8]; 2], &str)> = Some((
    [
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/models/locator.onnx")),
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/models/classifier.onnx"
        )),
    ],
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/models/manifest.toml")),
));
#[cfg(not(karasu_models))]
const BUILT_IN: Option<([&[u8]; 2], &str)> = None;

impl Models {
    /// The models that are built in.
    ///
    /// # Errors
    /// See [`ModelError`].
    pub fn built_in(threads: usize) -> Result<Models, ModelError> {
        let (bytes, manifest) = BUILT_IN.ok_or(ModelError::NotBuiltIn)?;
        let sums = sums(manifest, Path::new("manifest.toml (built in)"))?;
        Models::from_bytes(bytes, Some(&sums), threads)
    }

    /// The models of a folder: `locator.onnx`, `classifier.onnx` and, if there
    /// is one, the `manifest.toml` that vouches for them.
    ///
    /// # Errors
    /// See [`ModelError`].
    pub fn from_folder(folder: &Path, threads: usize) -> Result<Models, ModelError> {
        let [locator, classifier] = Kind::ALL.map(|kind| {
            let file = folder.join(kind.name()).with_extension("onnx");
            read_bounded(&file, MAX_BYTES).map_err(|source| ModelError::Unreadable { file, source })
        });
        let manifest = folder.join("manifest.toml");
        let sums = match read_text_bounded(&manifest, MAX_BYTES) {
            Ok(text) => Some(sums(&text, &manifest)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(source) => {
                let file = manifest;
                return Err(ModelError::Unreadable { file, source });
            }
        };
        Models::from_bytes([&locator?, &classifier?], sums.as_ref(), threads)
    }

    fn from_bytes(
        bytes: [&[u8]; 2],
        sums: Option<&BTreeMap<String, String>>,
        threads: usize,
    ) -> Result<Models, ModelError> {
        let [locator, classifier] = bytes;
        let (locator, first) = load_locator(locator, sums, threads)?;
        let (classifier, second) = load_classifier(classifier, sums, threads)?;
        Ok(Models {
            locator: Box::new(locator),
            classifier: Box::new(classifier),
            info: [first, second],
        })
    }
}

/// Checks one model file, of whichever kind it says it is, as at start.
///
/// # Errors
/// See [`ModelError`].
pub fn check(file: &Path) -> Result<ModelInfo, ModelError> {
    let bytes = read_bounded(file, MAX_BYTES).map_err(|source| ModelError::Unreadable {
        file: file.to_owned(),
        source,
    })?;
    let session = engine::load(&bytes, 1).map_err(|error| ModelError::NotUsable {
        kind: "file",
        detail: error.0,
    })?;
    let found = metadata(&session, "file", "karasu.kind")?;
    drop(session);
    match found.as_str() {
        "locator" => load_locator(&bytes, None, 1).map(|(_, info)| info),
        "classifier" => load_classifier(&bytes, None, 1).map(|(_, info)| info),
        _ => Err(ModelError::WrongMetadata {
            kind: "file",
            key: "karasu.kind",
            expected: "locator or classifier".to_owned(),
            found,
        }),
    }
}

fn load_locator(
    bytes: &[u8],
    sums: Option<&BTreeMap<String, String>>,
    threads: usize,
) -> Result<(OnnxLocator, ModelInfo), ModelError> {
    let (session, info) = load(Kind::Locator, bytes, sums, threads)?;
    let locator = OnnxLocator::new(session);
    // A model whose outputs have other shapes must fail now, not at the table.
    let tiny = Planes::blank(GRID as usize, GRID as usize);
    locator.locate(&tiny).map_err(not_usable(Kind::Locator))?;
    Ok((locator, info))
}

fn load_classifier(
    bytes: &[u8],
    sums: Option<&BTreeMap<String, String>>,
    threads: usize,
) -> Result<(OnnxClassifier, ModelInfo), ModelError> {
    let (session, mut info) = load(Kind::Classifier, bytes, sums, threads)?;
    let kind = Kind::Classifier.name();
    let key = "karasu.temperature";
    // A checkpoint that was not calibrated yet is read as it is.
    let text = match metadata(&session, kind, key) {
        Err(ModelError::NoMetadata { .. }) => "1".to_owned(),
        text => text?,
    };
    let temperature = text
        .parse()
        .ok()
        .filter(|t: &f32| (0.05..20.0).contains(t))
        .ok_or_else(|| ModelError::WrongMetadata {
            kind,
            key,
            expected: "a number between 0.05 and 20".to_owned(),
            found: text,
        })?;
    info.temperature = Some(temperature);
    let classifier = OnnxClassifier::new(session, temperature);
    classifier
        .name(&vec![0.0; crop::NUMBERS])
        .map_err(not_usable(Kind::Classifier))?;
    Ok((classifier, info))
}

fn not_usable(kind: Kind) -> impl FnOnce(EngineError) -> ModelError {
    move |error| ModelError::NotUsable {
        kind: kind.name(),
        detail: error.0,
    }
}

fn load(
    kind: Kind,
    bytes: &[u8],
    sums: Option<&BTreeMap<String, String>>,
    threads: usize,
) -> Result<(Session, ModelInfo), ModelError> {
    let found = sha256(bytes);
    if let Some(expected) = sums.and_then(|sums| sums.get(kind.name()))
        && *expected != found
    {
        return Err(ModelError::WrongSum {
            kind: kind.name(),
            expected: expected.clone(),
            found,
        });
    }
    let session = engine::load(bytes, threads).map_err(not_usable(kind))?;
    let classes = CODES.join(",");
    let needed = [
        ("karasu.kind", kind.name()),
        ("karasu.classes", &classes),
        ("karasu.input", "rgb/128-1"),
        ("karasu.size", kind.size()),
    ];
    for (key, expected) in needed {
        let found = metadata(&session, kind.name(), key)?;
        if found != expected {
            return Err(ModelError::WrongMetadata {
                kind: kind.name(),
                key,
                expected: expected.to_owned(),
                found,
            });
        }
    }
    let version = metadata(&session, kind.name(), "karasu.version")?;
    let info = ModelInfo {
        kind,
        version,
        sha256: found,
        bytes: bytes.len(),
        vouched: sums.is_some(),
        temperature: None,
    };
    Ok((session, info))
}

fn metadata(
    session: &Session,
    kind: &'static str,
    key: &'static str,
) -> Result<String, ModelError> {
    let metadata = session.metadata().map_err(EngineError::from)?;
    metadata
        .custom(key)
        .ok_or(ModelError::NoMetadata { kind, key })
}

/// The sums that a manifest gives, by network.
fn sums(manifest: &str, file: &Path) -> Result<BTreeMap<String, String>, ModelError> {
    let fault = |detail: String| ModelError::Manifest {
        file: file.to_owned(),
        detail,
    };
    let table: toml::Table = manifest
        .parse()
        .map_err(|e: toml::de::Error| fault(e.to_string()))?;
    Kind::ALL
        .iter()
        .map(|kind| {
            let sum = table
                .get(kind.name())
                .and_then(|entry| entry.get("sha256"))
                .and_then(toml::Value::as_str)
                .ok_or_else(|| fault(format!("[{}] sha256 is missing", kind.name())))?;
            Ok((kind.name().to_owned(), sum.to_ascii_lowercase()))
        })
        .collect()
}

/// SHA-256 in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
