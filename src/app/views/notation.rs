//! The notation field, in step with the tiles both ways.

use eframe::egui::{self, Id, TextEdit, Ui};

use crate::app::action::Action;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::Scene;

/// The field's name within egui, so that the keyboard can be put into it.
pub fn field_id() -> Id {
    Id::unique("notation")
}

/// Draws the field, and below it what is wrong with its text.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.horizontal(|ui| {
        let name = ui.label(scene.dim(scene.text(T::Notation)).small());
        let mut text = state.notation.text.clone();
        let hint = match ui.available_width() < 330.0 {
            true => T::NotationHintShort,
            false => T::NotationHint,
        };
        let field = TextEdit::singleline(&mut text)
            .id(field_id())
            .font(egui::TextStyle::Monospace)
            .hint_text(scene.text(hint))
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 5));
        let response = ui.add(field).labelled_by(name.id);
        if response.changed() {
            scene.ask(Action::Notation(text));
        }
        if response.lost_focus() {
            scene.ask(Action::NotationDone);
        }
    });
    // All faults at once, each with its place in the text.
    for fault in state.notation.faults.iter().take(3) {
        let place = state
            .notation
            .text
            .get(fault.place.clone())
            .filter(|part| !part.is_empty());
        let message = fault.message(scene.lang);
        let message = match place {
            Some(part) if !message.contains(part) => scene
                .lang
                .pick(
                    &format!("「{part}」 {message}"),
                    &format!("\"{part}\": {message}"),
                )
                .to_owned(),
            _ => message,
        };
        ui.label(
            egui::RichText::new(message)
                .color(scene.palette.loss)
                .small(),
        );
    }
}
