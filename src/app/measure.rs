//! How fast the window is: `karasu --measure SECONDS --open PHOTO`, or with
//! `--camera FOLDER`. One line of JSON on stdout, then the window closes.

use std::time::{Duration, Instant};

use eframe::egui::{self, ViewportCommand};
use serde_json::{Value, json};

use crate::app::window::Window;
use crate::cli::outln;

/// Let the window come to rest before its idling is measured.
const REST: Duration = Duration::from_secs(2);

/// What is being measured.
enum Stage {
    /// The window has not been drawn.
    Opening,
    /// The photo is being read, or the camera is on.
    Working(Instant),
    /// There is nothing to be done any more; until the window is at rest.
    Resting(Instant),
    /// Nothing is to be done: what the process had used by then.
    Idling(Instant, Duration),
    /// Told.
    Done,
}

/// A window that measures itself.
pub struct Measuring {
    window: Window,
    span: Duration,
    stage: Stage,
    started: Instant,
    first_frame_ms: f64,
    read_ms: Option<f64>,
    /// Frames drawn while idling.
    frames: u64,
    /// Milliseconds from the arrival of a camera's picture to the end of the
    /// frame that shows it, and to the one that shows its reading.
    shown: Vec<f64>,
    seen: Vec<f64>,
    last: (u64, u64),
}

impl Measuring {
    /// Wraps a window; `started` is when the program began.
    pub fn new(window: Window, seconds: f64, started: Instant) -> Measuring {
        Measuring {
            window,
            span: Duration::from_secs_f64(seconds.clamp(1.0, 600.0)),
            stage: Stage::Opening,
            started,
            first_frame_ms: 0.0,
            read_ms: None,
            frames: 0,
            shown: Vec::new(),
            seen: Vec::new(),
            last: (0, 0),
        }
    }

    fn step(&mut self, ctx: &egui::Context) {
        let now = Instant::now();
        self.watch_camera();
        match self.stage {
            Stage::Opening => {
                self.first_frame_ms = ms(self.started.elapsed());
                self.stage = Stage::Working(now);
                ctx.request_repaint();
            }
            Stage::Working(since) => {
                let state = &self.window.state;
                if !state.photo.busy && self.read_ms.is_none() {
                    self.read_ms = Some(ms(since.elapsed()));
                }
                let (framing, busy) = (state.is_framing(), state.photo.busy);
                if framing && since.elapsed() >= self.span {
                    return self.tell(ctx, None);
                }
                if !framing && !busy {
                    self.stage = Stage::Resting(now);
                    wake(ctx, REST);
                }
            }
            Stage::Resting(since) => {
                if since.elapsed() >= REST {
                    self.stage = Stage::Idling(now, used());
                    wake(ctx, self.span);
                }
            }
            Stage::Idling(since, before) => {
                self.frames += 1;
                let span = since.elapsed();
                if span >= self.span {
                    let share = used().saturating_sub(before).as_secs_f64() / span.as_secs_f64();
                    self.tell(ctx, Some(share));
                }
            }
            Stage::Done => {}
        }
    }

    /// Notes how long the newest picture and the newest reading took.
    fn watch_camera(&mut self) {
        let Some(feed) = &self.window.state.feed else {
            return;
        };
        if let Some((count, age)) = feed.shown_age()
            && count != self.last.0
        {
            self.last.0 = count;
            self.shown.push(ms(age));
        }
        if let Some((count, age)) = feed.read_age()
            && count != self.last.1
        {
            self.last.1 = count;
            self.seen.push(ms(age));
        }
    }

    fn tell(&mut self, ctx: &egui::Context, idle: Option<f64>) {
        self.stage = Stage::Done;
        let percent = |share: f64| (share * 1e4).round() / 100.0;
        let report = json!({
            "first_frame_ms": self.first_frame_ms,
            "photo_read_ms": self.read_ms,
            "idle_percent_of_a_core": idle.map(percent),
            "idle_frames": idle.map(|_| self.frames),
            "picture_to_screen_ms": spread(&mut self.shown),
            "picture_to_reading_ms": spread(&mut self.seen),
        });
        outln!("{report}");
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}

/// Wakes the window after a time without keeping it awake.
fn wake(ctx: &egui::Context, after: Duration) {
    let ctx = ctx.clone();
    std::thread::spawn(move || {
        std::thread::sleep(after);
        ctx.request_repaint();
    });
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

/// Median and 95th of a hundred.
fn spread(values: &mut [f64]) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| {
        values.get(((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1)))
    };
    json!({"count": values.len(), "median": at(0.5), "p95": at(0.95)})
}

/// Processor time that this process has used, all threads together; zero where
/// the system does not tell.
fn used() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in brackets may hold blanks; user and system time are the 12th
    // and 13th field after it, in hundredths of a second (fixed for programs).
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = fields
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
}

impl eframe::App for Measuring {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.window.show(ui);
        self.step(ui.ctx());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_seen_in_the_used_time() {
        let (before, start) = (used(), Instant::now());
        let mut sum = 0.0_f64;
        while used() - before < Duration::from_millis(30) {
            assert!(start.elapsed() < Duration::from_secs(20), "{sum}");
            sum += (0..20_000).map(f64::from).map(f64::sqrt).sum::<f64>();
        }
    }

    #[test]
    fn the_spread_of_nothing_is_nothing() {
        assert_eq!(spread(&mut [])["median"], Value::Null);
        assert_eq!(spread(&mut [3.0, 1.0, 2.0])["median"], 2.0);
    }
}
