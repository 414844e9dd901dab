//! The line at the bottom: what was said last, else what the keys do.

use eframe::egui::{Color32, FontId, Label, RichText, Ui};

use crate::app::state::{Note, State};
use crate::app::text::T;
use crate::app::views::Scene;

/// Draws the line.
pub fn show(ui: &mut Ui, state: &State, scene: &Scene) {
    let (text, color) = match (&state.pending, &state.note) {
        (Some(digit), _) => (
            T::HintPending.with(scene.lang, &[("digit", &digit.to_string())]),
            scene.palette.accent,
        ),
        (None, Some(Note::Text(text))) => (scene.text(*text).to_owned(), scene.palette.unsure),
        (None, Some(Note::Refusal(refusal))) => {
            (refusal.message(scene.lang).to_owned(), scene.palette.unsure)
        }
        (None, Some(Note::Said(words))) => {
            (words.message(scene.lang).to_owned(), scene.palette.unsure)
        }
        (None, Some(Note::Ledger(trouble))) => (trouble.message(scene.lang), scene.palette.loss),
        (None, None) => (hint(state, scene).to_owned(), scene.palette.dim),
    };
    ui.horizontal_centered(|ui| {
        let shown = fitting(ui, &text);
        let line = RichText::new(shown).color(color).size(SIZE);
        ui.add(Label::new(line).truncate()).on_hover_text(text);
    });
}

/// Size of the text.
const SIZE: f32 = 13.0;
/// What stands between two hints.
const BETWEEN: &str = "   ";

/// As many hints as there is room for: the last one, which tells where all keys
/// stand, and the first ones.
fn fitting(ui: &Ui, text: &str) -> String {
    let mut hints: Vec<&str> = text.split(BETWEEN).collect();
    let width = |text: String| {
        let font = FontId::proportional(SIZE);
        let galley = ui.painter().layout_no_wrap(text, font, Color32::WHITE);
        galley.size().x
    };
    while hints.len() > 2 && width(hints.join(BETWEEN)) > ui.available_width() {
        hints.remove(hints.len() - 2);
    }
    hints.join(BETWEEN)
}

fn hint(state: &State, scene: &Scene) -> &'static str {
    scene.text(if let Some(teach) = &state.teach {
        match (state.is_framing(), &teach.outcome, &teach.page) {
            (true, ..) => T::HintTeachFrame,
            (_, Some(Ok(_)), _) => T::HintTeachDone,
            (_, _, Some(_)) => T::HintTeach,
            _ => T::HintTeachBegin,
        }
    } else if state.is_framing() {
        T::HintFraming
    } else if state.settled.is_some() && state.uses_camera() {
        T::SettledHowCamera
    } else if state.settled.is_some() {
        T::SettledHow
    } else if state.uses_camera() {
        T::HintFrozen
    } else if state.draft().is_empty() {
        T::HintEmpty
    } else {
        T::HintDraft
    })
}
