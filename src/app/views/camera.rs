//! Choosing a camera, a phone or a folder, and how it is used.

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::camera::{CameraSettings, Input, SIZES, input_name};
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, choice, modal, scrolled};
use crate::frame::camera::{CameraEntry, CameraId};

/// Shows the choice as a dialog.
pub fn show(ui: &Ui, state: &mut State, scene: &mut Scene) {
    let modal = modal(ui, "camera").show(ui.ctx(), |ui| {
        ui.set_width(560.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        scrolled(ui, |ui| {
            ui.label(scene.heading(scene.text(T::ChooseCamera)));
            ui.add_space(4.0);
            cameras(ui, state, scene);
            ui.separator();
            phone(ui, state, scene);
            ui.separator();
            folder(ui, state, scene);
            ui.separator();
            options(ui, &state.settings.camera, scene);
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

fn cameras(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.horizontal(|ui| {
        ui.label(scene.text(T::CamerasHere));
        if ui.button(scene.text(T::LookAgain)).clicked() {
            scene.ask(Action::ChooseCamera);
        }
    });
    match state.cameras.get() {
        None => {
            ui.horizontal(|ui| {
                ui.add(egui::Spinner::new());
                ui.label(scene.dim(scene.text(T::LookingForCameras)));
            });
        }
        Some(Err(fault)) => {
            ui.label(fault.advice(scene.lang));
        }
        Some(Ok(list)) if list.is_empty() => {
            ui.label(scene.dim(scene.text(T::NoCameras)));
        }
        Some(Ok(list)) => {
            for camera in &list {
                one_camera(ui, state, scene, camera);
            }
        }
    }
}

fn one_camera(ui: &mut Ui, state: &State, scene: &mut Scene, camera: &CameraEntry) {
    let input = Input::Camera(CameraId::from(camera));
    let on = state.settings.camera.input.as_ref() == Some(&input);
    let best = camera
        .modes
        .iter()
        .map(|mode| (mode.width, mode.height))
        .max();
    let size = best.map_or(String::new(), |(w, h)| format!("  {w} × {h}"));
    let shown = format!("{}{size}", camera.name);
    let label = T::UseThis.with(scene.lang, &[("name", &camera.name)]);
    if choice(ui, scene.palette, on, &shown, &label).clicked() {
        scene.ask(Action::UseInput(input));
    }
}

fn phone(ui: &mut Ui, state: &mut State, scene: &mut Scene) {
    ui.label(scene.text(T::PhoneCamera));
    ui.add(egui::Label::new(scene.dim(scene.text(T::PhoneHow))).wrap());
    ui.horizontal(|ui| {
        let name = ui.label(scene.text(T::PhoneAddress)).id;
        let mut address = state.settings.camera.phone.clone();
        let field = egui::TextEdit::singleline(&mut address)
            .hint_text(scene.text(T::PhoneHint))
            .desired_width(260.0);
        let response = ui.add(field).labelled_by(name);
        let entered =
            response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if address != state.settings.camera.phone {
            let camera = CameraSettings {
                phone: address.clone(),
                ..state.settings.camera.clone()
            };
            scene.ask(Action::Camera(camera));
        }
        let usable = !address.trim().is_empty();
        let button = ui.add_enabled(usable, egui::Button::new(scene.text(T::Connect)));
        if usable && (button.clicked() || entered) {
            scene.ask(Action::UseInput(Input::Phone(address)));
        }
    });
}

/// Offers the folder in which photos were opened last, and any other.
fn folder(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.label(scene.text(T::ReplayFolder));
    ui.horizontal_wrapped(|ui| {
        if let Some(folder) = &state.settings.folder {
            let input = Input::Folder(folder.clone());
            let text = T::ReplayThis.with(scene.lang, &[("name", &input_name(&input))]);
            if ui.button(text).clicked() {
                scene.ask(Action::UseInput(input));
            }
        }
        if ui.button(scene.text(T::OtherFolder)).clicked() {
            scene.ask(Action::ChooseReplay);
        }
    });
}

fn options(ui: &mut Ui, camera: &CameraSettings, scene: &mut Scene) {
    let mut next = camera.clone();
    ui.horizontal(|ui| {
        ui.label(scene.text(T::Resolution));
        for size in SIZES {
            let shown = format!("{} × {}", size.0, size.1);
            let label = format!("{} {shown}", scene.text(T::Resolution));
            if choice(ui, scene.palette, camera.size == size, &shown, &label).clicked() {
                next.size = size;
            }
        }
    });
    ui.checkbox(&mut next.mirrored, scene.text(T::Mirrored));
    ui.checkbox(&mut next.auto_capture, scene.text(T::AutoCapture));
    if next != *camera {
        scene.ask(Action::Camera(next));
    }
}
