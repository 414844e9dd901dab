//! Pictures of the window without a person: `karasu --open PHOTO --screenshot
//! OUT.png`, for the README.

use std::collections::VecDeque;
use std::path::PathBuf;

use eframe::egui::{self, Event, Key, Modifiers, ViewportCommand};
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage};

use crate::app::Args;
use crate::app::camera::Feed;
use crate::app::teach::Teach;
use crate::app::window::Window;
use crate::read::live::Phase;

/// `1280x800` as a size in points; the designed size for anything else.
pub fn size(text: &str) -> [f32; 2] {
    let parsed = text.split_once('x').and_then(|(width, height)| {
        Some([width.parse::<f32>().ok()?, height.parse::<f32>().ok()?])
    });
    parsed.unwrap_or([1280.0, 800.0])
}

/// Of JPEG pictures: small enough for a repository, and text stays clear.
const QUALITY: u8 = 60;

/// Frames between two keys, and before the picture: layouts settle.
const SETTLE: u32 = 4;

/// A window that takes a picture of itself when it was asked to; otherwise just
/// the window.
pub struct Shooting {
    window: Window,
    target: Option<PathBuf>,
    result: Option<PathBuf>,
    keys: VecDeque<String>,
    wait: u32,
    asked: bool,
}

impl Shooting {
    /// Wraps a window.
    pub fn new(window: Window, args: &Args) -> Shooting {
        Shooting {
            window,
            target: args.screenshot.clone(),
            result: args.result.clone(),
            keys: args.press.split_whitespace().map(str::to_owned).collect(),
            wait: SETTLE,
            asked: false,
        }
    }

    fn step(&mut self, ctx: &egui::Context) {
        if self.target.is_none() || self.asked {
            return;
        }
        ctx.request_repaint();
        if !self.is_ready() {
            return;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        self.wait = SETTLE;
        if self.keys.is_empty() {
            self.shoot(ctx);
        }
    }

    /// The photo, or something of what the camera shows, has been read.
    fn is_ready(&self) -> bool {
        let state = &self.window.state;
        let steady = |feed: &Feed| feed.look.phase == Phase::Steady;
        let seen = state.feed.as_ref().is_none_or(steady);
        let taught = |teach: &Teach| !teach.photo.busy && !teach.storing;
        seen && !state.photo.busy && state.teach.as_ref().is_none_or(taught)
    }

    fn shoot(&mut self, ctx: &egui::Context) {
        self.asked = true;
        let Some(target) = self.target.clone() else {
            return;
        };
        if let Some(file) = &self.result {
            let state = &self.window.state;
            let text = state.result_text(state.settings.lang).unwrap_or_default();
            if let Err(error) = std::fs::write(file, text) {
                eprintln!("karasu: {}: {error}", file.display());
            }
        }
        let closer = ctx.clone();
        ctx.request_screenshot(move |image| {
            if let Err(error) = save(&image, &target) {
                eprintln!("karasu: {}: {error}", target.display());
            }
            closer.send_viewport_cmd(ViewportCommand::Close);
            closer.request_repaint();
        });
    }
}

fn save(image: &egui::ColorImage, target: &std::path::Path) -> Result<(), image::ImageError> {
    let [width, height] = image.size;
    let bytes: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .collect();
    let Some(picture) = RgbImage::from_raw(width as u32, height as u32, bytes) else {
        return Ok(());
    };
    match ImageFormat::from_path(target)? {
        ImageFormat::Jpeg => {
            let file = std::io::BufWriter::new(std::fs::File::create(target)?);
            picture.write_with_encoder(JpegEncoder::new_with_quality(file, QUALITY))
        }
        _ => picture.save(target),
    }
}

/// A key by its egui name, with `Ctrl+`, `Alt+` or `Shift+` before it.
fn key_events(text: &str) -> Vec<Event> {
    let mut modifiers = Modifiers::NONE;
    let mut name = text;
    while let Some((held, rest)) = name.split_once('+') {
        modifiers |= match held {
            "Ctrl" => Modifiers::COMMAND | Modifiers::CTRL,
            "Alt" => Modifiers::ALT,
            _ => Modifiers::SHIFT,
        };
        name = rest;
    }
    let Some(key) = Key::from_name(name) else {
        eprintln!("karasu: {name:?} is not a key");
        return Vec::new();
    };
    let event = |pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers,
    };
    vec![event(true), event(false)]
}

impl eframe::App for Shooting {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.window.show(ui);
        self.step(ui.ctx());
    }

    fn raw_input_hook(&mut self, _ctx: &egui::Context, input: &mut egui::RawInput) {
        // A pointer that happens to lie over the window points at nothing.
        if self.target.is_some() {
            input.events.push(Event::PointerGone);
        }
        let ready = self.target.is_some() && self.wait == 0 && self.is_ready();
        if ready && let Some(key) = self.keys.pop_front() {
            input.events.extend(key_events(&key));
            self.wait = SETTLE;
        }
    }
}
