//! Taking the result along: the clipboard, a picture, and items that light up
//! with their tiles.

use eframe::egui::accesskit::Toggled;
use eframe::egui::{Event, Key, Modifiers, OutputCommand};
use egui_kittest::kittest::{NodeT, Queryable};

use karasu::app::action::Action;
use karasu::app::state::Dialog;
use karasu::app::text::T;
use karasu::lang::Lang;
use karasu::receipt::Receipt;

use crate::flow::{BOTH, Flow, SEEN, scratch, window};

/// A settled hand with three 白 and a pair of 南.
fn settled(lang: Lang) -> Flow {
    let mut flow = window(lang);
    flow.open("good.jpg");
    flow.press(&[Key::Num2, Key::Z, Key::Enter]);
    assert!(flow.settled());
    flow
}

/// What the next frames put on the clipboard.
fn copied(flow: &mut Flow) -> Option<String> {
    for _ in 0..4 {
        flow.harness.step();
        let commands = &flow.harness.output().platform_output.commands;
        let text = commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if text.is_some() {
            return text;
        }
    }
    None
}

#[test]
fn the_result_is_copied_as_text_in_both_languages() {
    for lang in BOTH {
        let mut flow = settled(lang);
        flow.harness.event(Event::Copy);
        let text = copied(&mut flow).unwrap();
        let state = &flow.harness.state().state;
        let sheet = state.sheet_on_show().unwrap();
        for item in &sheet.items {
            assert!(text.contains(item.name(lang)), "{text}");
        }
        assert!(
            text.contains(&state.draft().to_hand().to_string()),
            "{text}"
        );
        assert!(text.contains(&sheet.total.to_string()), "{text}");
        assert!(text.contains(state.rules().unwrap().name(lang)), "{text}");
        flow.harness.run();
        assert!(flow.sees(flow.text(T::Copied)));
        // The button says its key and does the same.
        let label = format!("{} (Ctrl+C)", flow.text(T::CopyText));
        flow.harness.get_by_label(&label).click_accesskit();
        assert_eq!(copied(&mut flow).as_ref(), Some(&text));
        // Nothing to copy is said, not copied.
        let mut empty = window(lang);
        empty.harness.event(Event::Copy);
        assert_eq!(copied(&mut empty), None);
        empty.harness.run();
        assert!(empty.sees(empty.text(T::NothingToCopy)));
    }
}

#[test]
fn the_result_is_saved_as_a_picture_by_keyboard_alone() {
    for lang in BOTH {
        let folder = scratch("picture");
        let file = folder.join("result.png");
        let mut flow = settled(lang);
        flow.harness.state_mut().state.settings.pictures = Some(folder.clone());
        flow.hold(Modifiers::COMMAND, Key::S);
        // A free name is filled in, and the field has the keyboard.
        let asked = flow.harness.state().state.dialog.clone();
        let first = folder.join("karasu.png").display().to_string();
        assert_eq!(asked, Dialog::SavePicture(first));
        let field = flow.harness.get_by_label(flow.text(T::PictureFile));
        assert!(field.is_focused());
        let name = file.with_extension("").display().to_string();
        flow.harness
            .state_mut()
            .state
            .act(Action::PictureFile(name));
        flow.harness.run();
        flow.press(&[Key::Enter]);
        assert_eq!(flow.harness.state().state.dialog, Dialog::None);
        let picture = image::open(&file).unwrap().into_rgb8();
        let bytes = std::fs::read(&file).unwrap();
        assert!(
            picture.height() > 600 && picture.width() == 940,
            "{:?}",
            picture.dimensions()
        );
        let mut colours: Vec<[u8; 3]> = picture.pixels().map(|p| p.0).collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() > 200, "a blank picture");
        // What is there is never written over.
        flow.hold(Modifiers::COMMAND, Key::S);
        let path = file.display().to_string();
        flow.harness
            .state_mut()
            .state
            .act(Action::PictureFile(path));
        flow.harness.run();
        flow.press(&[Key::Enter]);
        assert!(flow.sees(lang.pick("すでにあります", "it exists already")));
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
        flow.press(&[Key::Escape, Key::Escape]);
        assert_eq!(flow.harness.state().state.dialog, Dialog::None);
    }
}

#[test]
fn the_settled_hand_is_saved_as_a_receipt_that_agrees() {
    for lang in BOTH {
        let folder = scratch("receipt");
        // A draft has no receipt, and that is said.
        let mut flow = window(lang);
        flow.open("good.jpg");
        flow.hold(Modifiers::COMMAND, Key::R);
        assert_eq!(flow.harness.state().state.dialog, Dialog::None);
        assert!(flow.sees(flow.text(T::ReceiptOfSettled)));

        let mut flow = settled(lang);
        flow.harness.state_mut().state.settings.pictures = Some(folder.clone());
        flow.hold(Modifiers::COMMAND, Key::R);
        let file = folder.join("karasu.receipt.json");
        let asked = flow.harness.state().state.dialog.clone();
        assert_eq!(asked, Dialog::SaveReceipt(file.display().to_string()));
        flow.press(&[Key::Enter]);
        flow.wait("written", |_| file.exists());
        let receipt = Receipt::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert!(receipt.verify().agrees(), "{:?}", receipt.verify());
        let state = &flow.harness.state().state;
        assert_eq!(receipt.sheet().total, state.sheet_on_show().unwrap().total);
        // The photo, all that was seen on it, and the tile that was put right.
        assert_eq!(receipt.photo().map(|photo| photo.width), Some(640));
        assert_eq!(receipt.tiles().len(), SEEN.split(' ').count());
        assert_eq!(receipt.changes().len(), 1);
        // The file is there a moment before the thread says so.
        flow.wait("said", |state| state.note.is_some());
        flow.harness.run();
        assert!(flow.sees(flow.text(T::ReceiptSaved)));
    }
}

/// Whether the line of an item is lit.
fn is_lit(flow: &Flow, name: &str) -> bool {
    let mut lines = flow.harness.query_all_by_label_contains(name);
    lines.any(|line| line.accesskit_node().toggled() == Some(Toggled::True))
}

#[test]
fn a_tile_lights_its_items_and_an_item_its_tiles() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    flow.press(&[Key::Num2, Key::Z]);
    let state = &flow.harness.state().state;
    let sheet = state.sheet_on_show().unwrap();
    let haku = "5z".parse().unwrap();
    let item = sheet.items.iter().find(|item| item.tiles.contains(&haku));
    let name = item.unwrap().name(Lang::En).to_owned();
    assert!(!is_lit(&flow, &name));
    let tile = flow.harness.get_by_label_contains("Hand 10: 5z").rect();
    flow.harness.hover_at(tile.center());
    flow.harness.run();
    assert_eq!(flow.harness.state().state.lit_tile(), Some(haku));
    assert!(is_lit(&flow, &name));
    // And the other way round.
    let lines: Vec<_> = flow.harness.query_all_by_label_contains(&name).collect();
    let line = lines.first().unwrap().rect();
    flow.harness.hover_at(line.center());
    flow.harness.run();
    assert!(flow.harness.state().state.pointed.contains(&haku));
    assert!(!is_lit(&flow, &name), "the pointer has left the tile");
    // By keyboard: once settled, the tile under the cursor lights its items.
    flow.harness.remove_cursor();
    flow.press(&[Key::Enter]);
    assert!(flow.settled());
    for _ in 0..20 {
        flow.press(&[Key::ArrowLeft]);
    }
    assert!(!is_lit(&flow, &name), "1p is not in it");
    for _ in 0..9 {
        flow.press(&[Key::ArrowRight]);
    }
    assert_eq!(flow.harness.state().state.lit_tile(), Some(haku));
    let lines = flow.harness.query_all_by_label_contains(&name);
    let seen: Vec<_> = lines
        .map(|line| {
            format!(
                "{:?} {:?}",
                line.accesskit_node().label(),
                line.accesskit_node().is_selected()
            )
        })
        .collect();
    assert!(is_lit(&flow, &name), "{name} {seen:?}");
}

#[test]
fn bad_states_are_counted_for_who_wants_to_hear_them() {
    let mut flow = window(Lang::En);
    let alarms = |flow: &Flow| flow.harness.state().state.alarms;
    flow.open("good.jpg");
    flow.press(&[Key::ArrowLeft, Key::ArrowRight]);
    assert_eq!(alarms(&flow), 0, "nothing bad");
    assert!(!flow.harness.state().state.settings.sound, "off by default");
    flow.open("bad.jpg");
    assert_eq!(alarms(&flow), 1);
}
