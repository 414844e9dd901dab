//! Choosing files and rules without a terminal, by keyboard alone; the keyboard
//! is always in sight.

use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable;

use karasu::app::camera::Input;
use karasu::app::state::Dialog;
use karasu::app::text::T;
use karasu::lang::Lang;
use karasu::tile::Tile;

use crate::flow::{BOTH, Flow, scratch, window, window_keeping};
use crate::ledger::{Folder, PEOPLE};

/// A folder with photos in a folder of it.
fn photos() -> std::path::PathBuf {
    let folder = scratch("photos");
    let inner = folder.join("table");
    std::fs::create_dir_all(&inner).unwrap();
    for name in ["bad.jpg", "good.jpg", "notes.txt"] {
        std::fs::write(inner.join(name), "x").unwrap();
    }
    folder
}

fn opened(flow: &mut Flow) -> Option<std::path::PathBuf> {
    flow.wait("read", |state| !state.photo.busy);
    flow.harness.run();
    let state = &flow.harness.state().state;
    assert_eq!(state.dialog, Dialog::None);
    state.settings.recent.first().cloned()
}

#[test]
fn a_photo_is_opened_by_the_beginning_of_its_name() {
    for lang in BOTH {
        let folder = photos();
        let mut flow = window(lang);
        flow.harness.state_mut().state.settings.folder = Some(folder.clone());
        flow.press(&[Key::O]);
        let field = flow.harness.get_by_label(flow.text(T::PathHow));
        assert!(field.is_focused(), "the keyboard is in the field");
        // Tab completes the folder, then the file; Enter takes it.
        flow.write("ta");
        flow.press(&[Key::Tab]);
        assert!(flow.sees(&T::File.with(lang, &[("name", "good.jpg")])));
        assert!(!flow.sees("notes.txt"), "no photo");
        flow.write("g");
        assert!(!flow.sees("bad.jpg"), "what is typed narrows the list");
        flow.press(&[Key::Tab, Key::Enter]);
        let photo = folder.join("table/good.jpg");
        assert_eq!(opened(&mut flow), Some(photo.clone()));
        assert!(flow.harness.state().state.photo.reading.is_some());
        // The next time it stands among the recent ones.
        flow.press(&[Key::O]);
        flow.enter_on(&T::RecentPhoto.with(lang, &[("name", "good.jpg")]));
        assert_eq!(opened(&mut flow), Some(photo));
        // Up, and down again, by buttons.
        flow.press(&[Key::O]);
        flow.enter_on(flow.text(T::ParentFolder));
        flow.enter_on(&T::Folder.with(lang, &[("name", "table")]));
        flow.enter_on(&T::File.with(lang, &[("name", "bad.jpg")]));
        assert_eq!(opened(&mut flow), Some(folder.join("table/bad.jpg")));
    }
}

#[test]
fn a_folder_to_replay_is_chosen() {
    let folder = photos();
    let mut flow = window(Lang::En);
    flow.harness.state_mut().state.settings.folder = Some(folder.clone());
    flow.harness
        .state_mut()
        .state
        .act(karasu::app::action::Action::ChooseCamera);
    flow.wait("listed", |state| state.cameras.get().is_some());
    flow.harness.run();
    flow.enter_on(flow.text(T::OtherFolder));
    // Left, one is back among the cameras.
    flow.press(&[Key::Escape]);
    assert_eq!(flow.harness.state().state.dialog, Dialog::Camera);
    flow.enter_on(flow.text(T::OtherFolder));
    flow.write("table/");
    flow.press(&[Key::Enter]);
    let input = flow.harness.state().state.settings.camera.input.clone();
    assert_eq!(input, Some(Input::Folder(folder.join("table/"))));
}

/// A club's rules: those of Kichijoji with sevens of characters in the wall.
const CLUB: &str = "id = \"club\"\nversion = \"1\"\nname_ja = \"クラブ\"\nname_en = \"Club\"\n\
base = \"riichi4\"\n";

#[test]
fn a_game_begins_with_a_clubs_rule_file_and_its_wall_is_used() {
    for lang in BOTH {
        let folder = Folder::new();
        std::fs::write(folder.file("club.toml"), CLUB).unwrap();
        std::fs::write(folder.file("bad.toml"), "id = \"bad\"\nbase = \"no\"\n").unwrap();
        std::fs::write(folder.file("taken.toml"), CLUB.replace("club", "vip")).unwrap();
        let mut flow = window(lang);
        flow.use_ledger(&folder.file("ledger.karasu"));
        flow.open("good.jpg");
        let seven: Tile = "7m".parse().unwrap();
        let limit = |flow: &Flow| {
            flow.harness
                .state()
                .state
                .photo
                .under
                .wall
                .class_limit(seven)
        };
        assert_eq!(limit(&flow), 0, "no 7m in Kichijoji");
        flow.press(&[Key::F3]);
        flow.write("Aki");
        flow.enter_on(flow.text(T::ChooseRuleFile));
        // Faults are told where the file is chosen.
        let path = |name: &str| folder.file(name).display().to_string();
        for (name, said) in [
            ("bad.toml", "base"),
            ("taken.toml", &T::RuleIdTaken.with(lang, &[("id", "vip")])),
        ] {
            flow.retype(&path(name));
            flow.press(&[Key::Enter]);
            assert!(flow.sees(said), "{said}");
        }
        flow.retype(&path("club.toml"));
        flow.press(&[Key::Enter]);
        // Back in the form, what was typed still there.
        for (at, name) in (1..).zip(["", "Ben", "千恵", "Dan"]) {
            flow.tab_to(&T::PlayerN.n(lang, at));
            flow.write(name);
        }
        flow.press(&[Key::Enter, Key::Escape]);
        assert_eq!(flow.game().players, ["Aki", "Ben", "千恵", "Dan"]);
        assert_eq!(flow.game().rules.id, "club");
        flow.wait("read again", |state| !state.photo.busy);
        assert_eq!(limit(&flow), 4, "read again under the game's wall");
        // The next start knows the file.
        let files = flow.harness.state().state.settings.rule_files.clone();
        let mut next = window(lang);
        let state = &mut next.harness.state_mut().state;
        state.settings.rule_files = files;
        state.resume_rule_files();
        assert!(state.rule_sets.iter().any(|rules| rules.id == "club"));
    }
}

#[test]
fn enter_goes_from_name_to_name_and_begins_when_there_are_enough() {
    for lang in BOTH {
        let folder = Folder::new();
        let mut flow = window(lang);
        flow.use_ledger(&folder.file("ledger.karasu"));
        flow.press(&[Key::F3]);
        for name in PEOPLE {
            flow.write(name);
            flow.press(&[Key::Enter]);
        }
        assert_eq!(flow.game().players, PEOPLE);
    }
}

#[test]
fn settings_that_cannot_be_kept_are_told_of_once() {
    for lang in BOTH {
        let mut flow = window_keeping(lang, "/dev/null/window.json");
        let act = |flow: &mut Flow, larger| {
            let action = karasu::app::action::Action::TextSize(larger);
            flow.harness.state_mut().state.act(action);
            // Something asked for in the window saves what has changed.
            flow.press(&[Key::B]);
        };
        act(&mut flow, true);
        let told = T::SettingsNotKept.with(lang, &[("path", "/dev/null/window.json")]);
        assert!(flow.sees(&told), "{told}");
        act(&mut flow, false);
        assert!(!flow.sees(&told));
    }
}

#[test]
fn the_control_that_has_the_keyboard_is_in_sight() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.harness.set_size(Vec2::new(1024.0, 520.0));
        flow.open("good.jpg");
        flow.press(&[Key::Num2, Key::Z, Key::F6]);
        let last = format!("{} (Ctrl+R)", flow.text(T::SaveReceipt));
        for label in [last.as_str(), flow.text(T::Tsumo)] {
            flow.tab_to(label);
            flow.harness.run();
            let node = flow.harness.get_by_label(label);
            let place = node.rect();
            assert!(node.is_focused());
            assert!(
                place.top() >= 40.0 && place.bottom() <= 520.0 - 20.0,
                "{label}: {place:?}"
            );
        }
    }
}
