//! What lies over the live picture: at rest or not, what is counted, how fast
//! it is read, and what is wrong with the camera.

use eframe::egui::{self, Color32, Rect, RichText, Ui, vec2};

use crate::app::action::Action;
use crate::app::camera::Feed;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::board::{count_text, zone_name};
use crate::app::views::{Scene, card, labelled_button};
use crate::confirm::Zone;
use crate::read::live::Phase;

/// Draws it, while the camera is on.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene, area: Rect) {
    let Some(feed) = &state.feed else { return };
    bar(ui, state, scene, feed, area);
    if let Some(fault) = feed.fault() {
        trouble(ui, scene, area, &fault.advice(scene.lang));
    } else if !feed.has_picture() {
        trouble(ui, scene, area, scene.text(T::Connecting));
    }
}

fn bar(ui: &mut Ui, state: &State, scene: &mut Scene, feed: &Feed, area: Rect) {
    let rect = Rect::from_min_size(area.min, vec2(area.width(), 34.0));
    ui.painter()
        .rect_filled(rect, 8.0, Color32::from_black_alpha(190));
    let inner = rect.shrink2(vec2(10.0, 3.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
        ui.horizontal_centered(|ui| {
            let (phase, color) = match feed.look.phase {
                Phase::Steady => (T::Steady, Color32::from_rgb(0x5f, 0xd9, 0xa8)),
                Phase::Framing => (T::Framing, Color32::from_rgb(0xf0, 0xc0, 0x60)),
            };
            let mark = if phase == T::Steady { "●" } else { "○" };
            let text = format!("{mark} {}", scene.text(phase));
            ui.label(RichText::new(text).color(color).strong());
            for text in counts(state, scene) {
                ui.label(RichText::new(text).color(Color32::WHITE));
            }
            if state.wants_light() {
                let text = scene.text(T::MoreLight);
                ui.label(RichText::new(text).color(Color32::from_rgb(0xf0, 0xc0, 0x60)));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if labelled_button(ui, scene.text(T::FreezeNow), scene.text(T::HelpFreeze))
                    .clicked()
                {
                    scene.ask(Action::Freeze);
                }
                let text = pace(feed, scene);
                let text = RichText::new(text)
                    .color(Color32::from_gray(190))
                    .size(12.0);
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
}

/// The tiles of each zone, the hand with what it lacks.
fn counts(state: &State, scene: &Scene) -> Vec<String> {
    let draft = state.draft();
    let count = |zone: Zone, n: usize| {
        let name = zone_name(zone, scene);
        T::ZoneCount.with(scene.lang, &[("zone", &name), ("n", &n.to_string())])
    };
    let size = draft.size();
    let mut texts = Vec::new();
    if size > 0 {
        let lacks = count_text(size, scene);
        texts.push(format!("{}: {lacks}", count(Zone::Hand, size)));
    }
    for zone in [Zone::Gari, Zone::Dora, Zone::Other] {
        let n = draft.zone(zone).len();
        if n > 0 {
            texts.push(count(zone, n));
        }
    }
    texts
}

fn pace(feed: &Feed, scene: &Scene) -> String {
    let pace = feed.pace;
    T::Pace.with(
        scene.lang,
        &[
            ("rate", &format!("{:.1}", pace.rate)),
            ("delay", &pace.delay.as_millis().to_string()),
            ("skipped", &feed.skipped.to_string()),
        ],
    )
}

fn trouble(ui: &mut Ui, scene: &mut Scene, area: Rect, message: &str) {
    let size = vec2((area.width() - 60.0).min(520.0), 110.0);
    let rect = Rect::from_center_size(area.center(), size);
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        card(scene.palette, scene.palette.unsure).show(ui, |ui| {
            ui.label(message);
            if ui.button(scene.text(T::ChooseCamera)).clicked() {
                scene.ask(Action::ChooseCamera);
            }
        });
    });
}
