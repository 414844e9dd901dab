//! Whether a window can open here, checked before anything can panic.

use std::path::{Path, PathBuf};

use crate::lang::Lang;

/// Shared libraries that the window toolkit loads at run time, with the Debian
/// package of each (measured on a bare Debian 12; a missing libXi or
/// libxkbcommon-x11 is a panic inside winit).
const X11_LIBRARIES: [(&str, &str); 6] = [
    ("libX11.so.6", "libx11-6"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ("libGL.so.1", "libgl1"),
];

/// Why no window can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Neither an X nor a Wayland display.
    NoDisplay,
    /// Packages that are not installed.
    Missing(Vec<&'static str>),
    /// A display is named, and nothing answers there: the variable and its value.
    NoAnswer(&'static str, String),
    /// The toolkit gave up, with its words.
    Toolkit(String),
}

impl Obstacle {
    /// From the toolkit's error, which may begin with a place in its source.
    pub fn of_toolkit(words: &str) -> Obstacle {
        let unanswered = [
            ("X server", "DISPLAY"),
            ("wayland compositor", "WAYLAND_DISPLAY"),
        ];
        for (mark, variable) in unanswered {
            if words.contains(mark) {
                return Obstacle::NoAnswer(variable, std::env::var(variable).unwrap_or_default());
            }
        }
        let words = match words.rsplit_once(".rs:") {
            Some((_, rest)) => rest.split_once(": ").map_or(rest, |(_line, words)| words),
            None => words,
        };
        Obstacle::Toolkit(words.to_owned())
    }

    /// What to do about it.
    pub fn message(&self, lang: Lang) -> String {
        let instead = lang.pick(
            "窓なしでも `karasu read 写真`、`karasu score '123m406p…' --rules kichijoji` が使えます",
            "without a window, use `karasu read PHOTO` or `karasu score '123m406p…' --rules kichijoji`",
        );
        let what = match self {
            Obstacle::NoDisplay => lang
                .pick(
                    "画面がありません (DISPLAY も WAYLAND_DISPLAY も空です)",
                    "there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)",
                )
                .to_owned(),
            Obstacle::Missing(packages) => {
                let list = packages.join(" ");
                match lang {
                    Lang::Ja => format!(
                        "窓に必要なライブラリがありません。入れてください: sudo apt install {list}"
                    ),
                    Lang::En => {
                        format!("libraries for the window are missing: sudo apt install {list}")
                    }
                }
            }
            Obstacle::NoAnswer(variable, value) => match lang {
                Lang::Ja => format!("画面につながりません: {variable}={value} を確かめてください"),
                Lang::En => {
                    format!("no screen answers: check whether {variable}={value} is right")
                }
            },
            Obstacle::Toolkit(words) => match lang {
                Lang::Ja => format!("窓を開けませんでした ({words})"),
                Lang::En => format!("the window could not be opened ({words})"),
            },
        };
        format!("{what}\n  {instead}")
    }
}

/// Looks for a display and, on X11 under Linux, for the libraries.
pub fn check() -> Result<(), Obstacle> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wayland = set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET");
    if !wayland && !set("DISPLAY") {
        return Err(Obstacle::NoDisplay);
    }
    if wayland {
        return Ok(());
    }
    missing(&library_folders(), &cache())
}

fn missing(folders: &[PathBuf], cache: &[u8]) -> Result<(), Obstacle> {
    let absent: Vec<&'static str> = X11_LIBRARIES
        .iter()
        .filter(|(library, _)| !is_cached(cache, library) && !is_in(folders, library))
        .map(|&(_, package)| package)
        .collect();
    match absent.is_empty() {
        true => Ok(()),
        false => Err(Obstacle::Missing(absent)),
    }
}

/// The loader's own list of libraries; empty where there is none.
fn cache() -> Vec<u8> {
    std::fs::read("/etc/ld.so.cache").unwrap_or_default()
}

fn is_cached(cache: &[u8], library: &str) -> bool {
    // Names stand in the cache as C strings.
    let mut name = library.as_bytes().to_vec();
    name.push(0);
    cache.windows(name.len()).any(|window| window == name)
}

fn is_in(folders: &[PathBuf], library: &str) -> bool {
    folders.iter().any(|folder| folder.join(library).exists())
}

fn library_folders() -> Vec<PathBuf> {
    let own = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let usual = ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib"];
    let triple = format!("{}-linux-gnu", std::env::consts::ARCH);
    std::env::split_paths(&own)
        .chain(usual.iter().map(PathBuf::from))
        .chain(usual.iter().map(|folder| Path::new(folder).join(&triple)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_machine_is_told_what_to_install() {
        let Err(Obstacle::Missing(packages)) = missing(&[], b"libX11.so.6\0libGL.so.1\0") else {
            panic!("nothing was found missing");
        };
        assert_eq!(
            packages,
            ["libxcursor1", "libxi6", "libx11-xcb1", "libxkbcommon-x11-0"]
        );
        let message = Obstacle::Missing(packages).message(Lang::En);
        assert!(
            message.contains("apt install libxcursor1 libxi6"),
            "{message}"
        );
    }

    #[test]
    fn the_toolkits_words_are_told_without_their_place() {
        let words =
            "winit EventLoopError: os error at /home/b/.cargo/winit-0.30/linux/mod.rs:788: ";
        let x11 = Obstacle::of_toolkit(&format!("{words}Failed to open connection to X server"));
        assert!(matches!(x11, Obstacle::NoAnswer("DISPLAY", _)), "{x11:?}");
        for lang in [Lang::Ja, Lang::En] {
            assert!(x11.message(lang).contains("DISPLAY="));
        }
        let other = Obstacle::of_toolkit(&format!("{words}no visual: 24 bit"));
        assert_eq!(other, Obstacle::Toolkit("no visual: 24 bit".to_owned()));
        let plain = Obstacle::of_toolkit("out of memory");
        assert_eq!(plain, Obstacle::Toolkit("out of memory".to_owned()));
    }
}
