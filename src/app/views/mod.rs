//! One file per part of the window. A view draws the [`State`] and says what
//! the person asked for; it changes nothing itself.
//!
//! [`State`]: crate::app::state::State

pub mod board;
pub mod bottom;
pub mod camera;
pub mod card;
pub mod chart;
pub mod chooser;
pub mod compare;
pub mod crop;
pub mod framing;
pub mod help;
pub mod kept;
pub mod ledger;
pub mod notation;
pub mod path;
pub mod payments;
pub mod photo;
pub mod picker;
pub mod placed;
pub mod result;
pub mod save;
pub mod settings;
pub mod situation;
pub mod table;
pub mod teach;
pub mod tile;
pub mod tiles;
pub mod top;

use eframe::egui::{self, Color32, RichText};

use crate::app::action::Action;
use crate::app::fonts;
use crate::app::text::T;
use crate::app::theme::Palette;
use crate::lang::Lang;
use crate::seat::Seat;

/// What every view is given besides the state.
pub struct Scene<'a> {
    /// Language of all texts.
    pub lang: Lang,
    /// Colours.
    pub palette: &'static Palette,
    /// Where the views put what was asked for.
    pub wishes: &'a mut Vec<Action>,
}

impl Scene<'_> {
    /// Notes a wish.
    pub fn ask(&mut self, action: Action) {
        self.wishes.push(action);
    }

    /// A text in the window's language.
    pub fn text(&self, text: T) -> &'static str {
        text.get(self.lang)
    }

    /// A text in quiet colour.
    pub fn dim(&self, text: impl Into<String>) -> RichText {
        RichText::new(text).color(self.palette.dim)
    }

    /// The heading of a panel.
    pub fn heading(&self, text: impl Into<String>) -> RichText {
        RichText::new(text)
            .font(egui::FontId::new(16.0, fonts::bold()))
            .color(self.palette.text)
    }
}

/// The name of a seat.
pub fn seat_name(seat: Seat, lang: Lang) -> &'static str {
    let text = match seat {
        Seat::E => T::East,
        Seat::S => T::South,
        Seat::W => T::West,
        Seat::N => T::North,
    };
    text.get(lang)
}

/// A button with a label for screen readers that differs from what it shows.
pub fn labelled_button(
    ui: &mut egui::Ui,
    shown: impl Into<egui::WidgetText>,
    label: &str,
) -> egui::Response {
    let shown = shown.into();
    let button = ui.button(shown);
    let enabled = ui.is_enabled();
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, label));
    button.on_hover_text(label)
}

/// A button that stays in while `on`: one of several choices.
pub fn choice(
    ui: &mut egui::Ui,
    palette: &Palette,
    on: bool,
    shown: &str,
    label: &str,
) -> egui::Response {
    let color = if on { palette.on_accent } else { palette.text };
    let text = RichText::new(shown).color(color);
    let mut button = egui::Button::new(text);
    if on {
        button = button.fill(palette.accent);
    }
    let response = ui.add(button);
    let enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, on, label));
    response
}

/// A card on a panel.
pub fn card(palette: &Palette, edge: Color32) -> egui::Frame {
    egui::Frame::new()
        .fill(palette.card)
        .stroke(egui::Stroke::new(1.0, edge))
        .corner_radius(8)
        .inner_margin(egui::Margin::symmetric(10, 8))
}

/// What a dialog holds: it scrolls where the window is too low for it.
pub fn scrolled<R>(ui: &mut egui::Ui, contents: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let most = ui.ctx().content_rect().height() - 76.0;
    egui::ScrollArea::vertical()
        .max_height(most.max(120.0))
        .min_scrolled_height(most.max(120.0))
        .show(ui, |ui| {
            let inner = contents(ui);
            follow_focus(ui);
            inner
        })
        .inner
}

/// Brings what the keyboard has come to into sight; comes last in whatever
/// scrolls.
pub fn follow_focus(ui: &mut egui::Ui) {
    let key = ui.scope_id().with("focus");
    let focused = ui.memory(|memory| memory.focused());
    let before = ui.data(|data| data.get_temp::<egui::Id>(key));
    let Some(id) = focused.filter(|id| Some(*id) != before) else {
        return;
    };
    ui.data_mut(|data| data.insert_temp(key, id));
    let Some(response) = ui.ctx().read_response(id) else {
        return;
    };
    // What is seen in full lies in sight, or is of another panel.
    let hidden = response.interact_rect != response.rect;
    let inside = ui.min_rect().expand(2.0).contains_rect(response.rect);
    if hidden && inside && response.layer_id == ui.layer_id() {
        ui.scroll_to_rect(response.rect.expand(6.0), None);
    }
}

/// A ring round the control that has the keyboard, unlike any choice that is
/// on; tiles have their own.
pub fn ring(ctx: &egui::Context, palette: &Palette) {
    let focused = ctx.memory(|memory| memory.focused());
    let Some(response) = focused.and_then(|id| ctx.read_response(id)) else {
        return;
    };
    let clip = response.interact_rect.expand(4.0);
    let painter = ctx.layer_painter(response.layer_id).with_clip_rect(clip);
    let stroke = egui::Stroke::new(2.0, palette.text);
    let kind = egui::StrokeKind::Outside;
    painter.rect_stroke(response.rect.expand(1.0), 7.0, stroke, kind);
}

/// A dialog over the window.
pub fn modal(ui: &egui::Ui, name: &str) -> egui::Modal {
    let frame = egui::Frame::popup(ui.style())
        .inner_margin(egui::Margin::same(18))
        .corner_radius(10);
    egui::Modal::new(egui::Id::unique(name)).frame(frame)
}
