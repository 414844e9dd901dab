//! Where to save the result as a picture, or as a receipt.

use eframe::egui::{self, Key, RichText, Ui};

use crate::app::action::Action;
use crate::app::state::{Note, State};
use crate::app::text::T;
use crate::app::views::{Scene, modal, path};

/// What is asked: a title, what the file is, and what the answers do.
struct Question {
    title: T,
    file: T,
    name: fn(String) -> Action,
    write: Action,
}

/// Asks where to save the picture.
pub fn picture(ui: &Ui, state: &State, path: &str, scene: &mut Scene) {
    let question = Question {
        title: T::SavePicture,
        file: T::PictureFile,
        name: Action::PictureFile,
        write: Action::WritePicture,
    };
    ask(ui, state, path, scene, question);
}

/// Asks where to save the receipt.
pub fn receipt(ui: &Ui, state: &State, path: &str, scene: &mut Scene) {
    let question = Question {
        title: T::SaveReceipt,
        file: T::ReceiptFile,
        name: Action::ReceiptFile,
        write: Action::WriteReceipt,
    };
    ask(ui, state, path, scene, question);
}

/// Shows the question as a dialog.
fn ask(ui: &Ui, state: &State, file: &str, scene: &mut Scene, question: Question) {
    let modal = modal(ui, "save a file").show(ui.ctx(), |ui| {
        ui.set_width(520.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        ui.label(scene.heading(scene.text(question.title)));
        ui.add_space(4.0);
        let label = ui.label(scene.text(question.file));
        let mut text = file.to_owned();
        let id = egui::Id::unique("file to save");
        let (field, changed) = path::saving(ui, id, &mut text, Some(label.id), scene);
        if changed {
            scene.ask((question.name)(text));
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
                scene.ask(question.write);
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
