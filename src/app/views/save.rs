//! Where to save the result as a picture.

use eframe::egui::{self, Key, RichText, Ui};

use crate::app::action::Action;
use crate::app::state::{Note, State};
use crate::app::text::T;
use crate::app::views::{Scene, modal};

/// Shows the question as a dialog.
pub fn show(ui: &Ui, state: &State, path: &str, scene: &mut Scene) {
    let modal = modal(ui, "save picture").show(ui.ctx(), |ui| {
        ui.set_width(520.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        ui.label(scene.heading(scene.text(T::SavePicture)));
        ui.add_space(4.0);
        let label = ui.label(scene.text(T::PictureFile));
        let mut text = path.to_owned();
        let field = egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label.id);
        if field.changed() {
            scene.ask(Action::PictureFile(text));
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if ui.memory(|memory| memory.focused().is_none()) && !entered {
            field.request_focus();
        }
        // Why it could not be written there.
        if let Some(Note::Said(words)) = &state.note {
            let words = RichText::new(words.message(scene.lang)).color(scene.palette.loss);
            ui.add(egui::Label::new(words).wrap());
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button(scene.text(T::Save)).clicked() || entered {
                scene.ask(Action::WritePicture);
            }
            if ui.button(scene.text(T::Cancel)).clicked() {
                scene.ask(Action::CloseDialog);
            }
        });
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
}
