//! All keys on one page.

use eframe::egui::{self, RichText, Ui};

use crate::app::action::Action;
use crate::app::fonts;
use crate::app::text::T;
use crate::app::views::{Scene, modal, scrolled};

const KEYS: [(&str, T); 36] = [
    ("← →  ↑ ↓", T::HelpArrows),
    ("Tab", T::HelpTab),
    ("1-9  m p s z f", T::HelpRetype),
    ("0", T::HelpRed),
    ("P", T::HelpPicker),
    ("G", T::HelpGari),
    ("W", T::HelpWin),
    ("M", T::HelpMeld),
    ("K", T::HelpKind),
    ("Del", T::HelpDelete),
    ("Ins", T::HelpInsert),
    ("Alt + ← → ↑ ↓", T::HelpReorder),
    ("Ctrl + Z / Y", T::HelpUndo),
    ("R", T::HelpReading),
    ("L", T::HelpRival),
    ("B", T::HelpBoxes),
    ("V", T::HelpWhole),
    ("Z", T::HelpZoom),
    ("N", T::HelpNotation),
    ("T", T::HelpRonTsumo),
    ("F6", T::HelpPanels),
    ("F11", T::HelpTable),
    ("Enter", T::HelpAccept),
    ("Esc", T::HelpBack),
    ("O", T::HelpOpen),
    ("C", T::CameraSwitch),
    ("Shift + C", T::ChooseCamera),
    ("Space", T::HelpFreeze),
    ("Ctrl + V", T::PasteHelp),
    ("Ctrl + C", T::CopyText),
    ("Ctrl + S", T::SavePicture),
    ("Ctrl + R", T::SaveReceipt),
    ("F7", T::TeachTitle),
    ("F2", T::Settings),
    ("F3", T::Ledger),
    ("?  F1", T::HelpKeys),
];

/// Shows the list as a dialog.
pub fn show(ui: &Ui, scene: &mut Scene) {
    let modal = modal(ui, "help").show(ui.ctx(), |ui| {
        ui.set_width(700.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        scrolled(ui, |ui| {
            ui.label(scene.heading(scene.text(T::HelpTitle)));
            ui.add_space(6.0);
            ui.set_width(ui.available_width() - 12.0);
            let count = if ui.available_width() < 620.0 { 1 } else { 2 };
            ui.columns(count, |columns| {
                let part = KEYS.len().div_ceil(count);
                for (index, (keys, text)) in KEYS.iter().enumerate() {
                    line(&mut columns[index / part], scene, keys, *text);
                }
            });
            ui.add_space(8.0);
            if ui.button(scene.text(T::Close)).clicked() {
                scene.ask(Action::CloseDialog);
            }
        });
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
}

fn line(ui: &mut Ui, scene: &Scene, keys: &str, text: T) {
    ui.horizontal_top(|ui| {
        let key = RichText::new(keys)
            .font(egui::FontId::new(13.5, fonts::bold()))
            .color(scene.palette.accent);
        ui.allocate_ui_with_layout(
            egui::vec2(108.0, 20.0),
            egui::Layout::left_to_right(egui::Align::Min),
            |ui| {
                ui.set_min_width(108.0);
                ui.label(key);
            },
        );
        ui.add(egui::Label::new(scene.text(text)).wrap());
    });
}
