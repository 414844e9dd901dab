//! The same hand under a second rule set, differing lines marked.

use eframe::egui::{self, RichText, Ui};

use crate::app::action::Action;
use crate::app::fonts;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::Scene;
use crate::confirm::NotReady;
use crate::score::{Item, ItemId, ScoreSheet};

/// One line of the comparison: an item and its value under each rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The item.
    pub id: ItemId,
    /// Its value and unit under the rule set in force.
    pub here: Option<Item>,
    /// The same under the other.
    pub there: Option<Item>,
}

impl Line {
    /// Whether the two rule sets differ in it.
    pub fn differs(&self) -> bool {
        let value = |item: &Option<Item>| item.as_ref().map(|item| (item.value, item.unit));
        value(&self.here) != value(&self.there)
    }
}

/// The items of both sheets in the order of declaration.
pub fn lines(here: &ScoreSheet, there: &ScoreSheet) -> Vec<Line> {
    let find = |sheet: &ScoreSheet, id| sheet.items.iter().find(|item| item.id == id).cloned();
    let mut ids: Vec<ItemId> = here.items.iter().map(|item| item.id).collect();
    ids.extend(there.items.iter().map(|item| item.id));
    ids.sort();
    ids.dedup();
    ids.into_iter()
        .map(|id| Line {
            id,
            here: find(here, id),
            there: find(there, id),
        })
        .collect()
}

/// Draws the chooser, and the comparison when a second rule set is chosen.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(scene.dim(scene.text(T::CompareWith)));
        chooser(ui, state, scene);
    });
    let Some((rules, there)) = state.compared() else {
        return;
    };
    let here_name = state.rules().map_or("", |rules| rules.name(scene.lang));
    let there_name = rules.name(scene.lang);
    match (&state.preview, there) {
        (Ok(here), Ok(there)) => {
            table(ui, scene, (here_name, here), (there_name, there));
        }
        (_, Err(NotReady::Faults(faults))) => {
            for fault in faults {
                let text = format!("{there_name}: {}", fault.message(scene.lang));
                ui.label(RichText::new(text).color(scene.palette.loss));
            }
        }
        _ => {}
    }
}

fn chooser(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let none = scene.text(T::CompareNone);
    let current = state
        .compared()
        .map_or(none, |(rules, _)| rules.name(scene.lang));
    let label = format!("{}: {current}", scene.text(T::CompareWith));
    let response = egui::ComboBox::from_id_salt("compare")
        .selected_text(current)
        .width(150.0)
        .show_ui(ui, |ui| {
            if ui.selectable_label(state.compare.is_none(), none).clicked() {
                scene.ask(Action::Compare(None));
            }
            for rules in &state.rule_sets {
                let on = state.compare.as_ref() == Some(&rules.id);
                if ui.selectable_label(on, rules.name(scene.lang)).clicked() {
                    scene.ask(Action::Compare(Some(rules.id.clone())));
                }
            }
        })
        .response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
}

fn table(ui: &mut Ui, scene: &Scene, here: (&str, &ScoreSheet), there: (&str, &ScoreSheet)) {
    let strong = |text: String| RichText::new(text).font(egui::FontId::new(14.5, fonts::bold()));
    egui::Grid::new("compare-grid")
        .num_columns(3)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            ui.label("");
            for (name, _) in [here, there] {
                ui.scope(|ui| {
                    ui.set_max_width(84.0);
                    ui.add(egui::Label::new(scene.dim(name).small()).wrap());
                });
            }
            ui.end_row();
            ui.label(scene.text(T::Result));
            ui.label(strong(here.1.total.to_string()));
            ui.label(strong(there.1.total.to_string()));
            ui.end_row();
            for line in lines(here.1, there.1) {
                let differs = line.differs();
                let color = match differs {
                    true => scene.palette.unsure,
                    false => scene.palette.dim,
                };
                // A sign as well as a colour.
                let mark = if differs { "≠ " } else { "" };
                let name = scene.lang.pick(line.id.name_ja(), line.id.name_en());
                ui.label(RichText::new(format!("{mark}{name}")).color(color));
                for item in [&line.here, &line.there] {
                    let text = item.as_ref().map_or("–".to_owned(), |item| {
                        format!("{}{}", item.value, item.unit.suffix(item.value, scene.lang))
                    });
                    ui.label(RichText::new(text).color(color));
                }
                ui.end_row();
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confirm::Draft;
    use crate::notation;
    use crate::rules;

    #[test]
    fn rule_sets_that_value_an_item_differently_are_marked() {
        let hand = notation::parse("123456p789s555z2z+2z").unwrap();
        let draft = Draft::default().with_hand(&hand);
        let score = |id: &str| draft.preview(&rules::preset(id).unwrap()).unwrap();
        let (here, there) = (score("kichijoji"), score("vip"));
        let lines = lines(&here, &there);
        assert!(lines.len() >= here.items.len().max(there.items.len()));
        for line in &lines {
            let values = [&here, &there].map(|sheet| {
                let item = sheet.items.iter().find(|item| item.id == line.id);
                item.map(|item| (item.value, item.unit))
            });
            assert_eq!(line.differs(), values[0] != values[1], "{:?}", line.id);
        }
        assert!(
            lines.iter().any(Line::differs),
            "the two houses agree on all"
        );
    }
}
