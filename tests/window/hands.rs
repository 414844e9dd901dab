//! From a photo to a settled hand.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use karasu::app::action::Action;
use karasu::app::text::T;
use karasu::confirm::Zone;
use karasu::lang::Lang;

use crate::flow::{BOTH, DOUBTFUL, Flow, SEEN, window};

#[test]
fn by_keyboard_alone_read_fix_settle_undo() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        assert!(flow.sees(flow.text(T::Unsure)), "the doubt is said");
        let cursor = flow.harness.state().state.cursor;
        let last = flow.harness.state().state.draft().zone(Zone::Hand)[DOUBTFUL].id;
        assert_eq!(cursor, Some(last), "the doubtful tile has the cursor");
        // Enter does not settle what nobody looked at: 2z it is.
        flow.press(&[Key::Num2, Key::Z]);
        assert_eq!(flow.hand(), SEEN.replace("3z", "2z"));
        flow.press(&[Key::Enter]);
        assert!(flow.settled(), "{:?}", flow.harness.state().state.preview);
        assert!(flow.sees(flow.text(T::Settled)));
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert!(!flow.settled(), "the settling is taken back first");
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert_eq!(flow.hand(), SEEN, "then the correction");
        flow.hold(Modifiers::COMMAND, Key::Y);
        assert_eq!(flow.hand(), SEEN.replace("3z", "2z"));
    }
}

/// A reading that comes late, as on a slow machine, takes nothing away.
#[test]
fn what_is_entered_while_a_photo_is_read_stays() {
    const TYPED: &str = "123p456p789s555z2z+2z";
    for lang in BOTH {
        for settled in [false, true] {
            let mut flow = window(lang);
            let state = &mut flow.harness.state_mut().state;
            state.act(Action::Open("good.jpg".into()));
            state.act(Action::Notation(TYPED.to_owned()));
            if settled {
                state.act(Action::NotationDone);
                state.act(Action::Accept);
                assert!(state.settled.is_some());
            }
            flow.wait("read", |state| !state.photo.busy);
            assert_eq!(flow.hand(), "1p 2p 3p 4p 5p 6p 7s 8s 9s 5z 5z 5z 2z 2z");
            assert_eq!(flow.settled(), settled);
            if !settled {
                assert!(flow.sees(flow.text(T::LateReading)));
                flow.harness.state_mut().state.act(Action::BackToReading);
                assert_eq!(flow.hand(), SEEN);
                flow.harness.state_mut().state.act(Action::Undo);
                assert_ne!(flow.hand(), SEEN, "undone like any other");
            }
        }
    }
}

#[test]
fn by_mouse_and_label_pick_a_tile_and_settle() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        let tile = lang.pick("西", "3z");
        let label = format!("{} 14: {tile}", flow.text(T::Hand));
        flow.harness.get_by_label_contains(&label).click();
        flow.harness.run();
        assert!(flow.sees(flow.text(T::PickerTitle)));
        let south = lang.pick("南", "2z");
        let suggestion = T::PickSuggestion.with(lang, &[("tile", south), ("percent", "40")]);
        flow.click(&suggestion);
        assert_eq!(flow.hand(), SEEN.replace("3z", "2z"));
        flow.click(flow.text(T::Settle));
        assert!(flow.settled());
        flow.click(flow.text(T::TakeBack));
        assert!(!flow.settled());
    }
}

#[test]
fn the_language_switches_while_a_hand_is_open() {
    let mut flow = window(Lang::Ja);
    flow.open("good.jpg");
    flow.click("English");
    flow.lang = Lang::En;
    assert!(flow.sees(flow.text(T::Situation)));
    assert!(!flow.sees(T::Situation.get(Lang::Ja)));
    assert_eq!(flow.hand(), SEEN);
}

#[test]
fn a_hand_can_be_typed_in_the_notation_field() {
    let mut flow = window(Lang::En);
    flow.press(&[Key::N]);
    let field = flow.harness.get_by_label(flow.text(T::Notation));
    assert!(field.is_focused());
    field.type_text("123p456p789s555z2z+2z");
    flow.harness.run();
    assert_eq!(flow.hand(), "1p 2p 3p 4p 5p 6p 7s 8s 9s 5z 5z 5z 2z 2z");
    // Escape leaves the field; one undo takes the whole typing back.
    flow.press(&[Key::Escape]);
    flow.hold(Modifiers::COMMAND, Key::Z);
    assert_eq!(flow.hand(), "");
}

#[test]
fn a_bad_notation_is_explained_and_changes_nothing() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    flow.press(&[Key::N]);
    flow.harness
        .get_by_label(flow.text(T::Notation))
        .type_text("8z");
    flow.harness.run();
    assert!(flow.sees("no tile 8z"));
    assert_eq!(flow.hand(), SEEN);
}

#[test]
fn digits_and_suits_build_a_hand_from_nothing() {
    let mut flow = window(Lang::Ja);
    flow.press(&[Key::Num1, Key::P]);
    assert_eq!(flow.hand(), "1p");
}

#[test]
fn tiles_move_between_zones_by_key() {
    let mut flow = window(Lang::Ja);
    flow.open("good.jpg");
    flow.press(&[Key::ArrowLeft, Key::ArrowLeft, Key::M]);
    let melds = |flow: &Flow| flow.harness.state().state.draft().melds().len();
    assert_eq!(melds(&flow), 1, "the three 白 become a set");
    assert!(flow.sees(flow.text(T::Pon)));
    flow.press(&[Key::M]);
    assert_eq!(melds(&flow), 0);
    flow.press(&[Key::G]);
    let gari = flow.harness.state().state.draft().zone(Zone::Gari).len();
    assert_eq!(gari, 1);
    flow.press(&[Key::R]);
    assert_eq!(flow.hand(), SEEN, "back to the reading");
}

#[test]
fn the_other_reading_of_a_photo_is_one_key_away() {
    let mut flow = window(Lang::Ja);
    flow.open("good.jpg");
    flow.press(&[Key::L]);
    assert_eq!(flow.hand(), SEEN.replace("3z", "2z"));
    flow.press(&[Key::L]);
    assert_eq!(flow.hand(), SEEN, "round to the reading");
    flow.hold(Modifiers::COMMAND, Key::Z);
    assert_eq!(flow.hand(), SEEN.replace("3z", "2z"));
}

#[test]
fn a_hand_that_was_worked_on_is_kept_when_another_photo_is_opened() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        flow.press(&[Key::Num4, Key::Z]);
        let changed = flow.hand();
        flow.open("good.jpg");
        assert_eq!(flow.hand(), SEEN);
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert_eq!(flow.hand(), changed, "nothing entered is lost");
        flow.hold(Modifiers::COMMAND, Key::Z);
        assert_eq!(flow.hand(), SEEN, "and its own past with it");
    }
}

#[test]
fn tab_goes_to_the_doubtful_tile_then_on_to_the_questions() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    flow.press(&[Key::ArrowLeft, Key::Tab]);
    let state = &flow.harness.state().state;
    let doubtful = state.draft().zone(Zone::Hand)[DOUBTFUL].id;
    assert_eq!(state.cursor, Some(doubtful));
    // Enter vouches for it, then Tab leaves the tiles.
    flow.press(&[Key::Enter]);
    assert!(flow.harness.state().state.draft().doubtful().is_empty());
    assert!(!flow.settled());
    flow.press(&[Key::Tab]);
    assert!(flow.harness.get_by_label(flow.text(T::Tsumo)).is_focused());
    flow.press(&[Key::Tab, Key::Space]);
    assert!(
        flow.sees(flow.text(T::Discarder)),
        "ron asks for the discarder"
    );
    flow.press(&[Key::Escape, Key::ArrowLeft]);
    assert_ne!(flow.harness.state().state.cursor, Some(doubtful));
}

#[test]
fn a_file_that_is_no_photo_is_said_in_the_window() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("bad.jpg");
        assert!(flow.sees(lang.pick("写真ではありません", "not a photo")));
    }
}

#[test]
fn help_opens_and_closes() {
    let mut flow = window(Lang::Ja);
    flow.press(&[Key::Questionmark]);
    assert!(flow.sees(flow.text(T::HelpTitle)));
    flow.press(&[Key::Escape]);
    assert!(!flow.sees(flow.text(T::HelpTitle)));
}

#[test]
fn a_tile_can_be_dragged_to_the_pulled_tiles() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    let tile = flow.harness.get_by_label_contains("Hand 1: 1p").rect();
    let add = T::AddTile.with(Lang::En, &[("zone", flow.text(T::Gari))]);
    let target = flow.harness.get_by_label(&add).rect();
    flow.harness.drag_at(tile.center());
    flow.harness.run();
    flow.harness.hover_at(target.center());
    flow.harness.run();
    flow.harness.drop_at(target.center());
    flow.harness.run();
    let state = &flow.harness.state().state;
    assert_eq!(state.draft().zone(Zone::Gari).len(), 1);
    assert_eq!(state.draft().zone(Zone::Hand).len(), 13);
    assert_eq!(
        state.dialog,
        karasu::app::state::Dialog::None,
        "a drag is no click"
    );
}

#[test]
fn a_second_rule_set_stands_beside_the_first() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    flow.press(&[Key::Num2, Key::Z]);
    let action = Action::Compare(Some("vip".to_owned()));
    flow.harness.state_mut().state.act(action);
    flow.harness.run();
    assert!(flow.sees("≠"), "a line that differs is marked");
}

#[test]
fn every_size_and_scheme_draws_without_complaint() {
    use karasu::app::theme::Scheme;
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        // Four seats make the widest row of questions.
        let rules = Action::Rules("redblue".to_owned());
        flow.harness.state_mut().state.act(rules);
        flow.harness.run();
        let north = T::WinnerIs.with(lang, &[("seat", flow.text(T::North))]);
        assert!(flow.sees(&north), "four seats are offered");
        for scheme in Scheme::ALL {
            flow.harness.state_mut().state.act(Action::Scheme(scheme));
            for size in [[1280.0, 800.0], [1024.0, 640.0], [800.0, 520.0]] {
                flow.harness.set_size(size.into());
                flow.harness.run();
                for label in [&north, flow.text(T::Keys)] {
                    let rect = flow.harness.get_by_label(label).rect();
                    let inside = rect.right() <= size[0] && rect.left() > size[0] / 2.0;
                    assert!(inside, "{label} in {size:?}: {rect:?}");
                }
            }
        }
        flow.press(&[Key::F11]);
        assert!(flow.sees(flow.text(T::TableView)));
        flow.press(&[Key::Escape]);
        assert!(flow.sees(flow.text(T::Situation)));
    }
}

#[test]
fn space_opens_the_picker_and_chooses_nothing() {
    let mut flow = window(Lang::En);
    flow.open("good.jpg");
    flow.press(&[Key::Space]);
    assert!(flow.sees(flow.text(T::PickerTitle)));
    assert_eq!(flow.hand(), SEEN);
    flow.press(&[Key::Escape]);
    assert!(!flow.sees(flow.text(T::PickerTitle)));
    assert_eq!(flow.hand(), SEEN);
    // A settled hand is not edited: the status line says how to get back.
    flow.press(&[Key::Num2, Key::Z, Key::Enter, Key::Space]);
    assert!(flow.settled());
    assert!(!flow.sees(flow.text(T::PickerTitle)));
    assert!(flow.sees(flow.text(T::SettledHow)));
}
