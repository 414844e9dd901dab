//! Which engine runs the networks: a real ONNX Runtime where one is found,
//! else the built-in one. Both are used through `ort`.

mod builtin;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;

use crate::lang::Lang;

/// Names the engine to use: `builtin`, or a path to an ONNX Runtime library.
pub const ENGINE_VARIABLE: &str = "KARASU_ENGINE";
/// Where `ort` users keep the path of their ONNX Runtime.
const LIBRARY_VARIABLE: &str = "ORT_DYLIB_PATH";

/// The engine of this process, chosen once.
#[derive(Debug)]
pub struct Engine {
    /// The library in use; `None` for the built-in engine.
    pub library: Option<PathBuf>,
    /// Why a library that was asked for is not in use.
    pub note: Option<String>,
    environment: Environment,
}

impl Engine {
    /// A name for people, such as `rten (built in)`.
    pub fn name(&self) -> String {
        match &self.library {
            Some(path) => format!("ONNX Runtime ({})", path.display()),
            None => "rten (built in)".to_owned(),
        }
    }
}

/// No engine could be started, or it refused a model.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct EngineError(pub String);

impl EngineError {
    /// The engine's own words, introduced in the reader's language.
    pub fn message(&self, lang: Lang) -> String {
        match lang {
            Lang::Ja => format!("認識エンジンの不具合です ({self})"),
            Lang::En => format!("the recognition engine failed ({self})"),
        }
    }
}

impl<T> From<ort::Error<T>> for EngineError {
    fn from(error: ort::Error<T>) -> EngineError {
        EngineError(error.message().to_owned())
    }
}

/// The engine of this process; the first call chooses it.
///
/// # Errors
/// When not even the built-in engine starts.
pub fn engine() -> Result<&'static Engine, EngineError> {
    static ENGINE: OnceLock<Result<Engine, EngineError>> = OnceLock::new();
    ENGINE.get_or_init(choose).as_ref().map_err(Clone::clone)
}

fn choose() -> Result<Engine, EngineError> {
    let wanted = std::env::var_os(ENGINE_VARIABLE).filter(|value| !value.is_empty());
    if wanted.as_deref() == Some("builtin".as_ref()) {
        return built_in(None);
    }
    let named = wanted.or_else(|| std::env::var_os(LIBRARY_VARIABLE));
    let named = named.filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut note = None;
    // ort looks for a relative path beside the executable, and panics where the
    // system does not tell where that is (a chroot without /proc).
    let told = |path: &PathBuf| path.is_absolute() || std::env::current_exe().is_ok();
    for path in named.iter().cloned().chain(usual_places()).filter(told) {
        match ort::init_from(&path) {
            Ok(builder) => {
                return Ok(Engine {
                    environment: builder.with_telemetry(false).build()?,
                    library: Some(path),
                    note,
                });
            }
            // Only a library that somebody asked for is worth a word.
            Err(error) if named.as_deref() == Some(&path) => note = Some(error.to_string()),
            Err(_) => {}
        }
    }
    built_in(note)
}

fn built_in(note: Option<String>) -> Result<Engine, EngineError> {
    ort::set_api(builtin::api());
    Ok(Engine {
        environment: ort::init().with_telemetry(false).build()?,
        library: None,
        note,
    })
}

/// Beside the executable, then wherever the system looks for libraries.
fn usual_places() -> impl Iterator<Item = PathBuf> {
    let name = format!(
        "{}onnxruntime{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let beside = std::env::current_exe()
        .ok()
        .and_then(|exe| exe.parent().map(Path::to_owned))
        .map(|folder| folder.join(&name))
        .filter(|path| path.is_file());
    beside.into_iter().chain([PathBuf::from(name)])
}

/// Loads a model; `threads` = 0 means as many as there are cores.
///
/// # Errors
/// When the bytes are no model that the engine can run.
pub fn load(model: &[u8], threads: usize) -> Result<Session, EngineError> {
    let engine = engine()?;
    let session = Session::builder(&engine.environment)?
        .with_optimization_level(GraphOptimizationLevel::Level3)?
        .with_intra_threads(threads)?
        .commit_from_memory(model)?;
    Ok(session)
}
