//! What a person sets once and finds again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::camera::CameraSettings;
use crate::app::theme::Scheme;
use crate::file;
use crate::lang::Lang;

/// Largest file of settings read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The sizes of text to choose from, 1 = as designed.
pub const TEXT_SIZES: [f32; 6] = [0.85, 1.0, 1.15, 1.3, 1.5, 1.75];

/// The window's settings, kept between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Language of the window.
    pub lang: Lang,
    /// Colours.
    pub scheme: Scheme,
    /// Index into [`TEXT_SIZES`].
    pub text_size: usize,
    /// Id of the rule set.
    pub rules: String,
    /// Where photos were last opened.
    pub folder: Option<PathBuf>,
    /// Photos that were opened last, the newest first.
    pub recent: Vec<PathBuf>,
    /// Rule files of clubs.
    pub rule_files: Vec<PathBuf>,
    /// Where a result was last saved as a picture.
    pub pictures: Option<PathBuf>,
    /// The camera.
    pub camera: CameraSettings,
    /// Confirmed photos are kept as new labels, on this machine.
    pub keep_corrections: bool,
    /// The ledger used last; none was chosen but the one in the data folder.
    pub ledger: Option<PathBuf>,
    /// Hands are settled without being written down.
    pub ledger_put_away: bool,
    /// The tile-set profile in use: a name, `auto` (the one that fits) or `none`.
    pub tiles: String,
    /// Confirmed hands teach the profile in use, on this machine.
    pub learn_from_hands: bool,
    /// Bad states are heard too.
    pub sound: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lang: Lang::Ja,
            scheme: Scheme::Dark,
            text_size: 1,
            rules: "kichijoji".to_owned(),
            folder: None,
            recent: Vec::new(),
            rule_files: Vec::new(),
            pictures: None,
            camera: CameraSettings::default(),
            keep_corrections: false,
            ledger: None,
            ledger_put_away: false,
            tiles: "auto".to_owned(),
            learn_from_hands: false,
            sound: false,
        }
    }
}

impl Settings {
    /// The factor all sizes are multiplied with.
    pub fn zoom(&self) -> f32 {
        TEXT_SIZES[self.text_size.min(TEXT_SIZES.len() - 1)]
    }

    /// One step larger or smaller, within [`TEXT_SIZES`].
    pub fn step_text_size(&mut self, larger: bool) {
        let last = TEXT_SIZES.len() - 1;
        self.text_size = match larger {
            true => (self.text_size + 1).min(last),
            false => self.text_size.saturating_sub(1),
        };
    }

    /// Where settings are kept: `karasu/window.json` in the user's
    /// configuration folder (XDG, or `~/.config`).
    pub fn path() -> Option<PathBuf> {
        let absolute = |name: &str| {
            std::env::var_os(name)
                .map(PathBuf::from)
                .filter(|p| p.is_absolute())
        };
        let base = absolute("XDG_CONFIG_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
        Some(base.join("karasu").join("window.json"))
    }

    /// The kept settings; the defaults where there are none. A file that cannot be
    /// understood, which may name a ledger and a club's rules, is moved aside: its
    /// new name is given back.
    pub fn load(path: &Path) -> (Settings, Option<PathBuf>) {
        let Ok(text) = file::read_text_bounded(path, MAX_BYTES) else {
            return (Settings::default(), None);
        };
        if let Ok(settings) = serde_json::from_str(&text) {
            return (settings, None);
        }
        (Settings::default(), file::move_aside(path))
    }

    /// Keeps the settings. The new file replaces the old one in one step.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        file::write_whole(path, serde_json::to_string_pretty(self)?.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_keeping_and_damage() {
        let folder = std::env::temp_dir().join(format!("karasu-settings-{}", std::process::id()));
        let path = folder.join("window.json");
        let mut settings = Settings {
            lang: Lang::En,
            scheme: Scheme::Light,
            ..Settings::default()
        };
        settings.step_text_size(true);
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), (settings, None));
        std::fs::write(&path, "{\"lang\":").unwrap();
        let aside = folder.join("window.json.damaged");
        assert_eq!(
            Settings::load(&path),
            (Settings::default(), Some(aside.clone()))
        );
        assert_eq!(std::fs::read_to_string(&aside).unwrap(), "{\"lang\":");
        assert_eq!(Settings::load(&path), (Settings::default(), None));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
