//! The keyboard: which key asks for what (ux.md, "Draft keys").

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{self, Event, FocusDirection, Key, Modifiers};

use crate::app::action::Action;
use crate::app::ledger::Wish;
use crate::app::state::PickFor;

/// What has the keyboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// A tile, or nothing in particular: all keys belong to the tiles.
    #[default]
    Tiles,
    /// A button or the like: it keeps Tab, arrows, Space and Enter.
    Widget,
    /// A text field: it keeps everything but Escape and what has Ctrl.
    Text,
    /// A dialog: it keeps everything but what it is given here.
    Dialog,
}

/// Takes the keys that are meant for the draft out of the input and says what
/// they ask for. `pending` tells that a digit waits for its suit, `camera` that
/// hands come from a camera.
pub fn actions(ctx: &egui::Context, focus: Focus, pending: bool, camera: bool) -> Vec<Action> {
    let mut list = Vec::new();
    if focus == Focus::Tiles {
        // With a camera Space freezes and releases; `P` opens the picker.
        ctx.input_mut(|input| {
            if camera && consume_exact(input, Modifiers::NONE, Key::Space) {
                list.push(Action::Freeze);
            }
            if consume_exact(input, Modifiers::SHIFT, Key::C) {
                list.push(Action::ChooseCamera);
            }
        });
        tile_keys(ctx, &mut list);
    }
    if matches!(focus, Focus::Tiles | Focus::Widget) {
        list.extend(copy(ctx));
        ctx.input_mut(|input| {
            retype_keys(input, pending, &mut list);
            letter_keys(input, &mut list);
            for (modifiers, key, action) in undo_keys() {
                if input.consume_key(modifiers, key) {
                    list.push(action);
                }
            }
        });
    }
    if focus != Focus::Dialog {
        ctx.input_mut(|input| window_keys(input, &mut list));
    }
    list
}

/// The keys that are about the window, whatever has the keyboard in it.
fn window_keys(input: &mut egui::InputState, list: &mut Vec<Action>) {
    for (keys, larger) in [([Key::Plus, Key::Equals], true), ([Key::Minus; 2], false)] {
        let mut keys = keys.into_iter();
        if keys.any(|key| input.consume_key(Modifiers::COMMAND, key)) {
            list.push(Action::TextSize(larger));
        }
    }
    let none = Modifiers::NONE;
    let table = [
        (none, Key::F6, Action::NextPanel),
        (none, Key::F11, Action::ToggleTable),
        (none, Key::F3, Action::Ledger(Wish::Show)),
        (none, Key::F7, Action::Teach),
        (Modifiers::COMMAND, Key::R, Action::SaveReceipt),
        (none, Key::F2, Action::OpenSettings),
        (none, Key::F1, Action::ToggleHelp),
    ];
    for (modifiers, key, action) in table {
        if input.consume_key(modifiers, key) {
            list.push(action);
        }
    }
    if input.consume_key(Modifiers::COMMAND, Key::S) {
        // Whichever there is: the set that is taught, or the result.
        list.extend([Action::StoreSet, Action::SavePicture]);
    }
}

/// Keys in a dialog that do not belong to a widget of it: retyping works there
/// too, so that a person need not look for the tile, and so do the keys that
/// its buttons name.
/// What they do is asked for last: what it has to say would go with the dialog.
pub fn picker_actions(ctx: &egui::Context, pending: bool, target: PickFor) -> Vec<Action> {
    let mut list = Vec::new();
    // A tile that is yet to come is neither deleted, moved, nor made red.
    let buttons_of = match target {
        PickFor::Tile(_) => 4,
        PickFor::Cell(_) => 1,
        PickFor::Place(_) => 0,
    };
    ctx.input_mut(|input| {
        retype_keys(input, pending, &mut list);
        if buttons_of == 0 {
            list.retain(|action| !matches!(action, Action::Red));
        }
        let buttons = [
            (Key::Delete, Action::Delete),
            (Key::W, Action::MakeWin),
            (Key::G, Action::ToggleGari),
            (Key::M, Action::ToggleMeld),
        ];
        for (key, action) in buttons.into_iter().take(buttons_of) {
            if consume_exact(input, Modifiers::NONE, key) {
                list.extend([Action::CloseDialog, action]);
            }
        }
    });
    list
}

/// Ctrl+C, as the system has it; text that is marked goes first.
fn copy(ctx: &egui::Context) -> Option<Action> {
    let marked = ctx.plugin::<LabelSelectionState>().lock().has_selection();
    let asked = |event: &Event| *event == Event::Copy;
    let copies = !marked && ctx.input(|input| input.events.iter().any(asked));
    copies.then_some(Action::CopyResult)
}

/// Tab, arrows, Space, Enter, Escape: those that egui would use itself.
fn tile_keys(ctx: &egui::Context, list: &mut Vec<Action>) {
    let before = list.len();
    ctx.input_mut(|input| {
        let table = [
            (Modifiers::ALT, Key::ArrowLeft, Action::Shift(-1)),
            (Modifiers::ALT, Key::ArrowRight, Action::Shift(1)),
            (Modifiers::ALT, Key::ArrowUp, Action::ShiftZone(-1)),
            (Modifiers::ALT, Key::ArrowDown, Action::ShiftZone(1)),
            (Modifiers::NONE, Key::ArrowLeft, Action::Step(-1)),
            (Modifiers::NONE, Key::ArrowRight, Action::Step(1)),
            (Modifiers::NONE, Key::ArrowUp, Action::StepZone(-1)),
            (Modifiers::NONE, Key::ArrowDown, Action::StepZone(1)),
            (Modifiers::NONE, Key::Tab, Action::NextDoubtful),
            (Modifiers::NONE, Key::Enter, Action::Accept),
            (Modifiers::NONE, Key::Space, Action::OpenPicker),
            (Modifiers::NONE, Key::Escape, Action::Back),
            (Modifiers::NONE, Key::Delete, Action::Delete),
            (Modifiers::NONE, Key::Backspace, Action::Delete),
            (Modifiers::NONE, Key::Insert, Action::OpenInsert(None)),
        ];
        for (modifiers, key, action) in table {
            if consume_exact(input, modifiers, key) {
                list.push(action);
            }
        }
    });
    if list.len() > before {
        // egui has already noted a direction for these keys; take that back.
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
}

fn retype_keys(input: &mut egui::InputState, pending: bool, list: &mut Vec<Action>) {
    const DIGITS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    for (digit, key) in (1..).zip(DIGITS) {
        if consume_exact(input, Modifiers::NONE, key) {
            list.push(Action::Digit(digit));
        }
    }
    if consume_exact(input, Modifiers::NONE, Key::Num0) {
        list.push(Action::Red);
    }
    let waits = pending || list.iter().any(|action| matches!(action, Action::Digit(_)));
    if waits {
        for (key, letter) in [
            (Key::M, 'm'),
            (Key::P, 'p'),
            (Key::S, 's'),
            (Key::Z, 'z'),
            (Key::F, 'f'),
        ] {
            if consume_exact(input, Modifiers::NONE, key) {
                list.push(Action::Suit(letter));
            }
        }
    }
}

fn letter_keys(input: &mut egui::InputState, list: &mut Vec<Action>) {
    let table = [
        (Key::G, Action::ToggleGari),
        (Key::W, Action::MakeWin),
        (Key::M, Action::ToggleMeld),
        (Key::K, Action::NextMeldKind(None)),
        (Key::P, Action::OpenPicker),
        (Key::R, Action::BackToReading),
        (Key::L, Action::NextReading),
        (Key::B, Action::ToggleBoxes),
        (Key::V, Action::ToggleWhole),
        (Key::N, Action::FocusNotation),
        (Key::T, Action::ToggleWin),
        (Key::O, Action::OpenChooser),
        (Key::C, Action::ToggleCamera),
        (Key::U, Action::TeachThis),
    ];
    for (key, action) in table {
        if consume_exact(input, Modifiers::NONE, key) {
            list.push(action);
        }
    }
    let asked = input
        .events
        .iter()
        .any(|event| matches!(event, Event::Text(text) if text == "?" || text == "？"));
    if asked || consume_exact(input, Modifiers::NONE, Key::Questionmark) {
        list.push(Action::ToggleHelp);
    }
}

fn undo_keys() -> [(Modifiers, Key, Action); 3] {
    let redo = Modifiers::COMMAND | Modifiers::SHIFT;
    [
        (redo, Key::Z, Action::Redo),
        (Modifiers::COMMAND, Key::Z, Action::Undo),
        (Modifiers::COMMAND, Key::Y, Action::Redo),
    ]
}

/// egui's `consume_key` lets extra modifiers pass (Shift, Alt); here Alt+← is
/// not ←.
fn consume_exact(input: &mut egui::InputState, modifiers: Modifiers, key: Key) -> bool {
    let mut hit = false;
    input.events.retain(|event| match event {
        Event::Key {
            key: pressed_key,
            modifiers: held,
            pressed: true,
            ..
        } if *pressed_key == key && held.matches_exact(modifiers) => {
            hit = true;
            false
        }
        _ => true,
    });
    hit
}
