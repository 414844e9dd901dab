//! The window: views, keys, theme. No rule and no pixel arithmetic beyond
//! drawing: what is legal, what a hand is worth and what was seen are asked of
//! the library.
//!
//! A frame goes round once: [`window::Window::show`] takes the input
//! ([`keys`]), draws the [`views`], and lets [`state::State::act`] fulfil every
//! [`action::Action`] that was asked for.

pub mod action;
mod acts;
pub mod camera;
pub mod faces;
pub mod fonts;
pub mod keep;
pub mod keys;
pub mod ledger;
pub mod measure;
pub mod picture;
mod pips;
mod raster;
pub mod reader;
mod receipt;
mod result;
mod rulebook;
pub mod settings;
pub mod shot;
pub mod sound;
pub mod startup;
pub mod state;
pub mod teach;
pub mod text;
pub mod theme;
mod tiles;
pub mod views;
pub mod window;
pub mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use eframe::egui;

use crate::cli::Exit;
use crate::lang::Lang;
use crate::profile::Shelf;
use crate::rules::{self, RuleSet};

use camera::Devices;
use settings::Settings;
use startup::Obstacle;
use state::State;
use window::Window;
use worker::Worker;

/// Arguments of `karasu` without a subcommand.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Args {
    /// Open this photo in the window
    // A desktop's menu starts the program with no photo after the flag.
    #[arg(long, value_name = "PHOTO", num_args = 0..=1, default_missing_value = "")]
    pub open: Option<PathBuf>,
    /// Start with this camera: its number (`karasu cameras`), the address of a
    /// phone's stream, or a folder of photos to replay
    #[arg(long, value_name = "NUMBER|ADDRESS|FOLDER", conflicts_with = "open")]
    pub camera: Option<String>,
    /// Start with this rule set
    #[arg(long = "with-rules", value_name = "ID", hide = true)]
    pub with_rules: Option<String>,
    /// Draw the window once the photo is read, keep the picture, and end
    /// (for the pictures of the README)
    #[arg(long, value_name = "PNG", hide = true)]
    pub screenshot: Option<PathBuf>,
    /// Measure start, reading and idling (or the camera) for so many seconds
    #[arg(long, value_name = "SECONDS", hide = true)]
    pub measure: Option<f64>,
    /// Show a second rule set beside the first
    #[arg(long, value_name = "ID", hide = true)]
    pub compare: Option<String>,
    /// Also write the result as text into this file at --screenshot
    #[arg(long, value_name = "FILE", hide = true)]
    pub result: Option<PathBuf>,
    /// Keep the window's settings in this file instead of the user's folder
    #[arg(long, value_name = "FILE", hide = true)]
    pub settings: Option<PathBuf>,
    /// Size of the window for --screenshot
    #[arg(long, value_name = "WxH", default_value = "1280x800", hide = true)]
    pub window_size: String,
    /// Keys to press before --screenshot, separated by blanks
    #[arg(long, value_name = "KEYS", default_value = "", hide = true)]
    pub press: String,
}

/// The rule sets that come with the program, in the order of the chooser.
pub fn rule_sets() -> Vec<RuleSet> {
    rules::PRESETS
        .iter()
        .filter_map(|id| rules::preset(id))
        .collect()
}

/// Opens the window and returns when it is closed. Where no window can open,
/// says what to do instead.
pub fn run(args: &Args, lang: Option<Lang>) -> anyhow::Result<Exit> {
    let spoken = lang.unwrap_or_else(Lang::from_env);
    let outcome = match startup::check() {
        Ok(()) => open(args, lang),
        Err(obstacle) => Err(Failure::Obstacle(obstacle)),
    };
    match outcome {
        Ok(()) => Ok(Exit::Ok),
        Err(Failure::Obstacle(obstacle)) => {
            eprintln!("karasu: {}", obstacle.message(spoken));
            Ok(Exit::Usage)
        }
        Err(Failure::Fault(words)) => anyhow::bail!("{words}"),
    }
}

fn open(args: &Args, lang: Option<Lang>) -> Result<(), Failure> {
    let staged = args.screenshot.is_some() || args.measure.is_some();
    let own = || Settings::path().filter(|_| !staged);
    let path = args.settings.clone().or_else(own);
    let known = path.as_deref().is_some_and(|path| path.exists());
    let (mut settings, damaged) = path.as_deref().map(Settings::load).unwrap_or_default();
    if let Some(lang) = lang {
        settings.lang = lang;
    } else if !known {
        settings.lang = Lang::from_env();
    }
    if let Some(rules) = &args.with_rules {
        settings.rules = rules.clone();
    }
    let size = shot::size(&args.window_size);
    let viewport = egui::ViewportBuilder::default()
        .with_title("karasu カラス")
        .with_app_id("karasu")
        .with_inner_size(size)
        .with_min_inner_size([800.0, 520.0]);
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        multisampling: 4,
        ..Default::default()
    };
    let (args, started) = (args.clone(), Instant::now());
    let opened = Arc::new(AtomicBool::new(false));
    let created = opened.clone();
    let run = move || {
        let creator = move |creation: &eframe::CreationContext<'_>| {
            created.store(true, Ordering::Relaxed);
            let window = make(&creation.egui_ctx, settings, (path, damaged), &args);
            Ok(match args.measure {
                Some(seconds) => Box::new(measure::Measuring::new(window, seconds, started))
                    as Box<dyn eframe::App>,
                None => Box::new(shot::Shooting::new(window, &args)),
            })
        };
        eframe::run_native("karasu", options, Box::new(creator))
    };
    match contained(run) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Failure::Obstacle(Obstacle::of_toolkit(&error.to_string()))),
        Err(words) if opened.load(Ordering::Relaxed) => Err(Failure::Fault(words)),
        Err(words) => Err(Failure::Obstacle(Obstacle::of_toolkit(&words))),
    }
}

/// Why the window is not there any more.
enum Failure {
    /// It could not open.
    Obstacle(Obstacle),
    /// It broke while it was open.
    Fault(String),
}

/// Runs the toolkit and turns a panic into its words: winit panics where a
/// library is missing that the check does not know.
fn contained<R>(run: impl FnOnce() -> R) -> Result<R, String> {
    let before = std::panic::take_hook();
    // A person gets one line, never a stack trace.
    std::panic::set_hook(Box::new(|info| eprintln!("karasu: {info}")));
    let result = catch_unwind(AssertUnwindSafe(run));
    std::panic::set_hook(before);
    result.map_err(|payload| {
        payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| {
                payload
                    .downcast_ref::<&str>()
                    .map(|&words| words.to_owned())
            })
            .unwrap_or_else(|| "winit".to_owned())
    })
}

/// The window on settings, which are kept in the first file; those in the second
/// could not be understood.
fn make(
    ctx: &egui::Context,
    settings: Settings,
    (path, damaged): (Option<PathBuf>, Option<PathBuf>),
    args: &Args,
) -> Window {
    fonts::install(ctx);
    let waker = ctx.clone();
    let reader = || reader::ModelReader::new(Shelf::open().ok());
    let worker = Worker::start(reader, move || waker.request_repaint());
    let waker = ctx.clone();
    let devices = Devices::real(move || waker.request_repaint());
    let mut state = State::new(settings, rule_sets(), worker, devices);
    if let Some(aside) = damaged {
        state.settings_moved_to(&aside);
    }
    state.resume_rule_files();
    // A picture for the README shows nobody's games unless it was told where.
    if args.screenshot.is_none() || std::env::var_os(crate::home::VARIABLE).is_some() {
        let settings = path
            .as_deref()
            .and_then(Path::parent)
            .map(Path::to_path_buf);
        let folders = crate::home::data_folder().into_iter().chain(settings);
        state.keep_unwritten_in(folders.collect());
        state.resume_ledger();
    }
    if let Some(photo) = args
        .open
        .as_ref()
        .filter(|path| !path.as_os_str().is_empty())
    {
        state.act(action::Action::Open(photo.clone()));
    }
    if let Some(camera) = &args.camera {
        state.act(action::Action::UseInput(camera::Input::typed(camera)));
    }
    if args.compare.is_some() {
        state.act(action::Action::Compare(args.compare.clone()));
    }
    Window::new(state, path)
}
