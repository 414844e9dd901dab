//! Promise 15, first part: a source that fails leaves the last good picture
//! and names its fault; a broken frame is not the end.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "vision")]

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use image::RgbImage;
use karasu::frame::Frame;
use karasu::frame::source::{FrameSource, Live, Replay, SourceError};
use karasu::lang::Lang;

struct Scripted(std::vec::IntoIter<Result<Frame, SourceError>>);

impl FrameSource for Scripted {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        self.0.next().unwrap_or(Err(SourceError::Ended))
    }
}

fn picture(shade: u8) -> Frame {
    Frame::new(
        RgbImage::from_pixel(4, 3, image::Rgb([shade; 3])),
        "scripted",
    )
}

/// Runs a script to its end.
fn run(script: Vec<Result<Frame, SourceError>>) -> Live {
    let (woken, changes) = channel();
    let count = script.len() + 1;
    let live = Live::start(
        move || Ok(Scripted(script.into_iter())),
        move || {
            let _ = woken.send(());
        },
    );
    wait(&changes, count);
    live
}

fn wait(changes: &Receiver<()>, count: usize) {
    for _ in 0..count {
        changes
            .recv_timeout(Duration::from_secs(20))
            .expect("the source says something");
    }
}

#[test]
fn a_broken_frame_is_passed_over() {
    let broken = || Err(SourceError::BadFrame("half a JPEG".into()));
    let newest = run(vec![Ok(picture(1)), broken(), broken(), Ok(picture(2))]).newest();
    assert_eq!(newest.count, 2);
    assert_eq!(newest.frame.unwrap().image.get_pixel(0, 0).0, [2; 3]);
    assert_eq!(newest.fault, Some(SourceError::Ended));
}

#[test]
fn an_unplugged_camera_leaves_the_last_picture_and_says_so() {
    let gone = SourceError::Absent("0".into());
    let script = vec![Ok(picture(7)), Err(gone.clone())];
    let (woken, changes) = channel();
    let live = Live::start(
        move || Ok(Scripted(script.into_iter())),
        move || {
            let _ = woken.send(());
        },
    );
    wait(&changes, 2);
    let newest = live.newest();
    assert_eq!(newest.frame.unwrap().image.get_pixel(0, 0).0, [7; 3]);
    assert_eq!(newest.fault, Some(gone.clone()));
    for lang in [Lang::Ja, Lang::En] {
        assert!(gone.advice(lang).contains("karasu cameras"));
    }
}

#[test]
fn a_source_that_cannot_be_opened_is_named() {
    let (woken, changes) = channel();
    let live = Live::start(
        || Err::<Scripted, _>(SourceError::Busy("1".into())),
        move || {
            let _ = woken.send(());
        },
    );
    wait(&changes, 1);
    assert_eq!(live.newest().fault, Some(SourceError::Busy("1".into())));
}

#[test]
fn stills_are_replayed_and_a_missing_one_is_passed_over() {
    let dir = std::env::temp_dir().join(format!("karasu-live-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let paths: Vec<_> = ["a.png", "missing.png", "b.png"]
        .map(|name| dir.join(name))
        .into();
    for path in [&paths[0], &paths[2]] {
        RgbImage::from_pixel(64, 64, image::Rgb([90; 3]))
            .save(path)
            .unwrap();
    }
    let mut replay = Replay::new(paths, Duration::ZERO);
    assert!(replay.next_frame().is_ok());
    assert!(replay.next_frame().unwrap_err().is_passing());
    assert!(replay.next_frame().is_ok());
    assert_eq!(replay.next_frame().unwrap_err(), SourceError::Ended);
    std::fs::remove_dir_all(dir).unwrap();
}
