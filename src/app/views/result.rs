//! The score: one line an item with one chip a point, what must be put right,
//! and the way to settle.

use eframe::egui::{self, Color32, Id, RichText, Ui, vec2};

use crate::app::action::Action;
use crate::app::fonts;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, card, compare, kept, labelled_button, payments};
use crate::confirm::NotReady;
use crate::rules::value::Scheme;
use crate::score::{Item, ScoreSheet, Unit, Win};
use crate::tile::Tile;

/// More chips than this in a line are only counted.
const MOST_CHIPS: i32 = 20;

/// Draws the panel; gives the name of the button that settles.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) -> Option<Id> {
    heading(ui, state, scene);
    let settled = state.settled.as_ref().map(|hand| hand.sheet());
    match (settled, &state.preview) {
        (Some(sheet), _) | (None, Ok(sheet)) => return Some(scored(ui, state, scene, sheet)),
        (None, Err(NotReady::Empty)) => {
            ui.label(scene.dim(scene.text(T::NoHandYet)));
        }
        (None, Err(NotReady::Faults(faults))) => {
            let messages: Vec<String> = faults
                .iter()
                .map(|fault| fault.message(scene.lang))
                .collect();
            to_fix(ui, scene, &messages);
        }
        // A preview looks at the tiles as they are.
        (None, Err(NotReady::Doubtful(_))) => {}
    }
    None
}

fn heading(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.horizontal(|ui| {
        ui.label(scene.heading(scene.text(T::Result)));
        let (text, color) = match state.settled {
            Some(_) => (T::Settled, scene.palette.gain),
            None => (T::Preview, scene.palette.dim),
        };
        if state.settled.is_some() || state.preview.is_ok() {
            ui.label(RichText::new(scene.text(text)).color(color).small());
        }
    });
}

fn to_fix(ui: &mut Ui, scene: &Scene, messages: &[String]) {
    card(scene.palette, scene.palette.loss).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let title = RichText::new(scene.text(T::ToFix)).color(scene.palette.loss);
        ui.label(title.font(egui::FontId::new(14.5, fonts::bold())));
        for message in messages {
            ui.label(message);
        }
    });
}

fn scored(ui: &mut Ui, state: &State, scene: &mut Scene, sheet: &ScoreSheet) -> Id {
    total(ui, state, scene, sheet);
    let settle = button(ui, state, scene);
    kept::card_of_hand(ui, state, scene);
    payments::show(ui, state, scene, sheet);
    ui.add_space(4.0);
    ui.scope(|ui| lines(ui, scene, sheet, state.lit_tile()));
    compare::show(ui, state, scene);
    take_along(ui, scene);
    for warning in &sheet.warnings {
        let text = scene.lang.pick(&warning.ja, &warning.en);
        ui.label(RichText::new(text).color(scene.palette.unsure));
    }
    if let Some(hand) = &state.settled {
        let text = T::ChangesMade.n(scene.lang, hand.changes().len());
        ui.label(scene.dim(text).small());
    }
    settle
}

/// The ways to take the result along.
fn take_along(ui: &mut Ui, scene: &mut Scene) {
    ui.horizontal_wrapped(|ui| {
        for (text, key, action) in [
            (T::CopyText, "Ctrl+C", Action::CopyResult),
            (T::SavePicture, "Ctrl+S", Action::SavePicture),
            (T::SaveReceipt, "Ctrl+R", Action::SaveReceipt),
        ] {
            let label = format!("{} ({key})", scene.text(text));
            if labelled_button(ui, scene.text(text), &label).clicked() {
                scene.ask(action);
            }
        }
    });
}

/// Every item, points first, then chips; those about `lit` are lit.
pub(super) fn lines(ui: &mut Ui, scene: &mut Scene, sheet: &ScoreSheet, lit: Option<Tile>) {
    ui.spacing_mut().interact_size.y = 20.0;
    ui.spacing_mut().item_spacing.y = 3.0;
    for item in &sheet.items {
        line(ui, scene, item, lit);
    }
    if !sheet.chip_items.is_empty() {
        ui.add_space(4.0);
        let name = T::ChipsCount.n(scene.lang, sheet.chips_each_payer);
        ui.label(RichText::new(name).font(egui::FontId::new(14.5, fonts::bold())));
        for item in &sheet.chip_items {
            line(ui, scene, item, lit);
        }
    }
}

/// What is paid, in words: `12点オール`.
pub fn total_text(state: &State, scene: &Scene, sheet: &ScoreSheet) -> String {
    let tsumo = state.draft().situation().win == Win::Tsumo;
    match !counts_han(state) && tsumo {
        true => T::Each.n(scene.lang, sheet.total),
        false => T::OneOff.n(scene.lang, sheet.total),
    }
}

fn counts_han(state: &State) -> bool {
    state
        .rules_on_show()
        .is_some_and(|rules| rules.options.scheme == Scheme::HanFu)
}

/// What is paid, large enough to be read across the table.
pub(super) fn total(ui: &mut Ui, state: &State, scene: &Scene, sheet: &ScoreSheet) {
    let han_fu = counts_han(state);
    let text = total_text(state, scene, sheet);
    let big = RichText::new(text)
        .font(egui::FontId::new(34.0, fonts::bold()))
        .color(scene.palette.text);
    ui.horizontal_wrapped(|ui| {
        ui.label(big);
        if han_fu && sheet.yakuman_units == 0 && sheet.han > 0 {
            let values = [("han", sheet.han.to_string()), ("fu", sheet.fu.to_string())];
            let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
            ui.label(scene.dim(T::HanFu.with(scene.lang, &values)));
        }
        if !sheet.limit.is_empty() {
            ui.label(RichText::new(limit_name(&sheet.limit, scene)).color(scene.palette.unsure));
        }
    });
}

fn limit_name(limit: &str, scene: &Scene) -> String {
    let known = [
        ("mangan", "満貫"),
        ("haneman", "跳満"),
        ("baiman", "倍満"),
        ("sanbaiman", "三倍満"),
        ("yakuman", "役満"),
        ("kazoe", "数え役満"),
    ];
    match known.iter().find(|(en, ja)| *en == limit || *ja == limit) {
        Some((en, ja)) => scene.lang.pick(ja, en).to_owned(),
        None => limit.to_owned(),
    }
}

fn button(ui: &mut Ui, state: &State, scene: &mut Scene) -> Id {
    if state.settled.is_some() {
        let row = ui.horizontal(|ui| {
            let next = ui.button(scene.text(T::NextHand));
            if next.clicked() {
                scene.ask(Action::NewHand);
            }
            if ui.button(scene.text(T::TakeBack)).clicked() {
                scene.ask(Action::Undo);
            }
            next.id
        });
        return row.inner;
    }
    let doubtful = !state.draft().doubtful().is_empty();
    let text = if doubtful {
        T::CheckDoubtful
    } else {
        T::SettleKey
    };
    let label = if doubtful {
        T::CheckDoubtful
    } else {
        T::Settle
    };
    let fill = match doubtful {
        true => scene.palette.unsure,
        false => scene.palette.accent,
    };
    let shown = RichText::new(scene.text(text))
        .font(egui::FontId::new(16.0, fonts::bold()))
        .color(scene.palette.on_accent);
    let width = ui.available_width();
    let response = ui.add_sized([width, 40.0], egui::Button::new(shown).fill(fill));
    let spoken = scene.text(label);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, spoken));
    if response.clicked() {
        scene.ask(Action::Accept);
    }
    response.id
}

/// One item: name, chips, value. The tiles it is about light up on hover, and
/// it lights up when one of them is hovered.
fn line(ui: &mut Ui, scene: &mut Scene, item: &Item, lit: Option<Tile>) {
    let lit = lit.is_some_and(|tile| item.tiles.contains(&tile));
    let ground = ui.painter().add(egui::Shape::Noop);
    let response = ui
        .horizontal(|ui| {
            let value = value_text(item, scene);
            ui.set_min_height(20.0);
            ui.label(item.name(scene.lang));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let strong = RichText::new(value).font(egui::FontId::new(14.5, fonts::bold()));
                ui.label(strong);
                chips(ui, scene, item);
            });
        })
        .response;
    let spoken = format!("{} {}", item.name(scene.lang), value_text(item, scene));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListItem, true, lit, &spoken));
    if lit {
        let rect = response.rect.expand2(vec2(4.0, 1.0));
        let color = scene.palette.gain.gamma_multiply(0.28);
        ui.painter()
            .set(ground, egui::Shape::rect_filled(rect, 4.0, color));
        let edge = egui::Stroke::new(3.0, scene.palette.gain);
        ui.painter().vline(rect.left(), rect.y_range(), edge);
    }
    if !item.tiles.is_empty() && response.contains_pointer() {
        scene.ask(Action::PointAt(item.tiles.to_vec()));
    }
}

fn value_text(item: &Item, scene: &Scene) -> String {
    match item.unit {
        Unit::Mult => T::UnitTimes.n(scene.lang, item.value),
        Unit::Note | Unit::Flat => String::new(),
        unit => {
            let suffix = unit.suffix(item.value, scene.lang);
            format!("{}{suffix}", item.value)
        }
    }
}

/// One chip a point, in groups of five, so that the table can count along.
fn chips(ui: &mut Ui, scene: &Scene, item: &Item) {
    let counted = matches!(
        item.unit,
        Unit::Point | Unit::Chip | Unit::Han | Unit::Base | Unit::Gari | Unit::Honba
    );
    if !counted || item.value <= 0 || item.value > MOST_CHIPS {
        return;
    }
    let (step, radius) = (8.0, 3.2);
    let count = item.value as usize;
    let groups = (count - 1) / 5;
    let size = vec2(count as f32 * step + groups as f32 * 4.0, 14.0);
    if size.x > ui.available_width() - 4.0 {
        return;
    }
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let color = chip_color(scene, item.unit);
    for index in 0..count {
        let x = rect.left() + step / 2.0 + index as f32 * step + (index / 5) as f32 * 4.0;
        let centre = egui::pos2(x, rect.center().y);
        ui.painter().circle_filled(centre, radius, color);
    }
}

fn chip_color(scene: &Scene, unit: Unit) -> Color32 {
    match unit {
        Unit::Chip => scene.palette.unsure,
        _ => scene.palette.accent,
    }
}
