//! A short sound for bad states, for who has asked for it.
//!
//! It is played by a program of the system: a sound library would need ALSA's
//! headers to build, and the README promises that a C compiler is enough.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Programs that play a file and end, in the order in which they are tried.
const PLAYERS: [(&str, &[&str]); 4] = [
    ("pw-play", &[]),
    ("paplay", &[]),
    ("aplay", &["-q"]),
    ("afplay", &[]),
];

/// Samples a second.
const RATE: u32 = 22_050;
/// Two short tones, falling: hertz and seconds.
const TONES: [(f32, f32); 2] = [(660.0, 0.09), (440.0, 0.14)];
/// Of full volume.
const VOLUME: f32 = 0.25;

/// The program that would play, if there is one.
pub fn player() -> Option<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let there = |name: &&str| folders.iter().any(|folder| folder.join(name).is_file());
    PLAYERS.map(|(name, _)| name).into_iter().find(there)
}

/// Plays the sound in a thread of its own. Where it cannot be played nothing
/// happens: the bad state is on the screen as well.
pub fn play() {
    let Some(name) = player() else { return };
    std::thread::spawn(move || {
        static PLAYED: AtomicU32 = AtomicU32::new(0);
        let number = PLAYED.fetch_add(1, Ordering::Relaxed);
        let name_of_file = format!("karasu-{}-{number}.wav", std::process::id());
        let file = std::env::temp_dir().join(name_of_file);
        if std::fs::write(&file, wave()).is_err() {
            return;
        }
        let options = PLAYERS.iter().find(|(player, _)| *player == name);
        let mut command = Command::new(name);
        command.args(options.map_or(&[][..], |(_, options)| options));
        command.arg(&file).stdin(Stdio::null());
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let _ = std::fs::remove_file(&file);
    });
}

/// The sound as a WAV file: 16 bits, one channel.
fn wave() -> Vec<u8> {
    let samples: Vec<i16> = TONES
        .iter()
        .flat_map(|&(hertz, time)| tone(hertz, time))
        .collect();
    let length = samples.len() as u32 * 2;
    let mut bytes = Vec::with_capacity(44 + samples.len() * 2);
    bytes.extend(b"RIFF");
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16u32.to_le_bytes());
    // Plain samples, one channel.
    bytes.extend([1, 0, 1, 0]);
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((RATE * 2).to_le_bytes());
    bytes.extend([2, 0, 16, 0]);
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    bytes.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    bytes
}

/// A tone that swells and fades, so that it does not click.
fn tone(hertz: f32, seconds: f32) -> impl Iterator<Item = i16> {
    let count = (seconds * RATE as f32) as usize;
    (0..count).map(move |n| {
        let time = n as f32 / RATE as f32;
        let swell = (std::f32::consts::PI * n as f32 / count as f32).sin();
        let wave = (std::f32::consts::TAU * hertz * time).sin();
        (wave * swell * VOLUME * f32::from(i16::MAX)) as i16
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sound_is_a_whole_wave_file() {
        let bytes = wave();
        let number = |at: usize| {
            let field: [u8; 4] = bytes[at..at + 4].try_into().unwrap();
            u32::from_le_bytes(field) as usize
        };
        assert_eq!(&bytes[..4], b"RIFF");
        assert_eq!(number(4), bytes.len() - 8);
        assert_eq!(number(40), bytes.len() - 44);
        assert!(bytes[44..].iter().any(|&byte| byte != 0), "silence");
    }
}
