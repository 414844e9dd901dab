//! Cameras that follow a script: framing, freezing, faults (promise 15).

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use eframe::egui::{Key, Modifiers};
use image::RgbImage;

use karasu::app::action::Action;
use karasu::app::camera::{CameraSettings, Devices, Input};
use karasu::app::text::T;
use karasu::frame::Frame;
use karasu::frame::camera::{CameraEntry, CameraId};
use karasu::frame::source::{FrameSource, SourceError};
use karasu::lang::Lang;

use crate::flow::{BOTH, Flow, SEEN, window_with};

type Word = Result<Frame, SourceError>;

/// A camera that says what the test tells it to, and blocks in between as a
/// driver does.
struct Told(Arc<Mutex<Receiver<Word>>>);

impl FrameSource for Told {
    fn next_frame(&mut self) -> Word {
        let told = self.0.lock().unwrap();
        told.recv().unwrap_or(Err(SourceError::Ended))
    }
}

struct Script {
    tell: Sender<Word>,
    opened: Arc<AtomicU32>,
}

fn scripted() -> (Script, Devices) {
    let (tell, told) = channel();
    let told = Arc::new(Mutex::new(told));
    let opened = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&opened);
    let entry = CameraEntry {
        index: 3,
        name: "C920".into(),
        place: "usb-1".into(),
        modes: Vec::new(),
    };
    let devices = Devices {
        open: Arc::new(move |_, _| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(Told(Arc::clone(&told))) as Box<dyn FrameSource>)
        }),
        list: Arc::new(move || Ok(vec![entry.clone()])),
        wake: Arc::new(|| {}),
        pause: Duration::from_millis(5),
        patience: Duration::from_millis(400),
    };
    (Script { tell, opened }, devices)
}

fn picture(shade: u8) -> Word {
    let image = RgbImage::from_pixel(640, 200, image::Rgb([shade; 3]));
    Ok(Frame::new(image, "scripted"))
}

const NOTHING: u8 = 0;
const HAND: u8 = 90;
const CLEAN: u8 = 255;

/// A window whose camera is on.
fn framing(lang: Lang) -> (Flow, Script) {
    let (script, devices) = scripted();
    let mut flow = window_with(lang, devices);
    let camera = Input::Camera(CameraId::default());
    flow.harness.state_mut().state.act(Action::UseInput(camera));
    (flow, script)
}

impl Script {
    /// Goes back to the camera. The thread of before hangs in its driver; it
    /// gets one more picture, which must not be seen any more.
    fn release(&self, flow: &mut Flow) {
        flow.press(&[Key::Space]);
        assert!(flow.harness.state().state.is_framing());
        self.tell.send(picture(NOTHING)).unwrap();
    }

    /// Shows a picture and waits until it was read.
    fn show(&self, flow: &mut Flow, shade: u8) {
        let before = flow.harness.state().state.photo.reading.clone();
        self.tell.send(picture(shade)).unwrap();
        flow.wait("seen", |state| {
            let now = state.photo.reading.as_ref();
            match (&before, now) {
                (_, None) => !state.is_framing(),
                (None, Some(_)) => true,
                (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
            }
        });
    }
}

#[test]
fn by_keyboard_alone_from_the_camera_to_a_settled_hand() {
    for lang in BOTH {
        let (mut flow, script) = framing(lang);
        script.show(&mut flow, NOTHING);
        assert!(
            !flow.sees(flow.text(T::NothingSeen)),
            "never an error while framing"
        );
        script.show(&mut flow, HAND);
        assert_eq!(flow.hand(), SEEN, "the draft follows the camera");
        assert!(flow.sees(flow.text(T::Framing)));
        flow.press(&[Key::Space]);
        assert!(!flow.harness.state().state.is_framing());
        assert_eq!(flow.hand(), SEEN);
        flow.press(&[Key::Num2, Key::Z, Key::Enter]);
        assert!(flow.settled());
        // And on to the next hand.
        flow.press(&[Key::Space]);
        assert!(flow.harness.state().state.is_framing() && !flow.settled());
        flow.wait("opened", |_| script.opened.load(Ordering::Relaxed) == 2);
    }
}

#[test]
fn a_clean_hand_takes_one_key_and_a_doubtful_one_does_not() {
    let (mut flow, script) = framing(Lang::En);
    script.show(&mut flow, HAND);
    flow.press(&[Key::Enter]);
    assert!(!flow.settled(), "a doubtful tile is looked at first");
    script.release(&mut flow);
    script.show(&mut flow, CLEAN);
    flow.harness
        .state_mut()
        .state
        .act(Action::Edit(karasu::confirm::Edit::SetSituation(
            karasu::confirm::Situation::default(),
        )));
    assert!(
        flow.harness.state().state.is_framing(),
        "the situation is no tile"
    );
    flow.press(&[Key::Enter]);
    assert!(!flow.harness.state().state.is_framing());
    assert!(flow.settled(), "one key is enough");
}

#[test]
fn editing_while_framing_freezes_first_so_that_nothing_is_lost() {
    let (mut flow, script) = framing(Lang::Ja);
    script.show(&mut flow, HAND);
    flow.press(&[Key::ArrowLeft, Key::Num4, Key::Z]);
    assert!(!flow.harness.state().state.is_framing());
    let edited = flow.hand();
    assert_ne!(edited, SEEN);
    // Releasing lays the edited hand aside; Ctrl+Z brings it back.
    script.release(&mut flow);
    script.show(&mut flow, HAND);
    flow.hold(Modifiers::COMMAND, Key::Z);
    assert!(!flow.harness.state().state.is_framing());
    assert_eq!(flow.hand(), edited);
}

#[test]
fn a_resting_clean_hand_is_taken_once_by_itself() {
    let (mut flow, script) = framing(Lang::En);
    let settings = CameraSettings {
        auto_capture: true,
        ..flow.harness.state().state.settings.camera.clone()
    };
    flow.harness.state_mut().state.act(Action::Camera(settings));
    let show_for = |flow: &mut Flow, shade: u8, frames: u32| {
        for _ in 0..frames {
            if !flow.harness.state().state.is_framing() {
                return;
            }
            script.show(flow, shade);
            std::thread::sleep(Duration::from_millis(60));
        }
    };
    show_for(&mut flow, HAND, 12);
    assert!(
        flow.harness.state().state.is_framing(),
        "a doubt is never taken"
    );
    show_for(&mut flow, CLEAN, 40);
    assert!(!flow.harness.state().state.is_framing(), "frozen by itself");
    script.release(&mut flow);
    show_for(&mut flow, CLEAN, 12);
    assert!(
        flow.harness.state().state.is_framing(),
        "not the same hand again"
    );
}

#[test]
fn faults_are_named_and_the_camera_comes_back_by_itself() {
    for lang in BOTH {
        let (mut flow, script) = framing(lang);
        script.show(&mut flow, HAND);
        for fault in [
            SourceError::Absent("C920".into()),
            SourceError::Busy("C920".into()),
            SourceError::NoPermission("C920".into()),
            SourceError::BadFrame("half a JPEG".into()),
        ] {
            let advice = fault.advice(lang);
            script.tell.send(Err(fault)).unwrap();
            flow.wait("fault", |state| {
                state
                    .feed
                    .as_ref()
                    .is_some_and(|feed| feed.fault().is_some())
            });
            flow.harness.step();
            assert!(flow.sees(&advice), "{advice}");
            assert_eq!(flow.hand(), SEEN, "the draft is kept");
            script.show(&mut flow, HAND);
        }
        assert!(script.opened.load(Ordering::Relaxed) >= 4, "opened again");
    }
}

#[test]
fn a_camera_that_hangs_is_opened_anew() {
    let (mut flow, script) = framing(Lang::En);
    script.show(&mut flow, HAND);
    let before = script.opened.load(Ordering::Relaxed);
    let stalled = SourceError::Stalled(String::new()).advice(Lang::En);
    flow.wait("noticed", |state| {
        state
            .feed
            .as_ref()
            .is_some_and(|feed| feed.fault().is_some())
    });
    flow.harness.step();
    assert!(flow.sees(&stalled));
    assert_eq!(flow.hand(), SEEN, "the draft is kept");
    // The hung thread holds the script; it lets go with its next word.
    script.tell.send(picture(HAND)).unwrap();
    flow.wait("opened", |_| script.opened.load(Ordering::Relaxed) > before);
}

#[test]
fn a_camera_is_chosen_from_the_list() {
    for lang in BOTH {
        let (script, devices) = scripted();
        let mut flow = window_with(lang, devices);
        // While it is looked for, something turns.
        flow.harness.key_press(Key::C);
        flow.wait("listed", |state| state.cameras.get().is_some());
        flow.harness.run();
        let label = T::UseThis.with(lang, &[("name", "C920")]);
        flow.click(&label);
        assert!(flow.harness.state().state.is_framing());
        let chosen = flow.harness.state().state.settings.camera.input.clone();
        assert!(matches!(chosen, Some(Input::Camera(id)) if id.name == "C920" && id.index == 3));
        script.show(&mut flow, HAND);
        flow.press(&[Key::Escape]);
        assert!(!flow.harness.state().state.is_framing(), "Esc turns it off");
        assert!(flow.hand().is_empty(), "it was only a look");
    }
}
