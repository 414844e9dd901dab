//! A new game: which rules, who plays.

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::ledger::Wish;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::Scene;
use crate::app::views::ledger::{caption, field};
use crate::rules::RuleSet;
use crate::rules::value::SitOut;

/// What was chosen and typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    rules: String,
    names: [String; 4],
    /// The keyboard has been put into a field.
    begun: bool,
}

impl Form {
    /// The game is to be played by this rule set.
    pub fn choose_rules(&mut self, id: String) {
        self.rules = id;
    }

    /// The rules in force and the players of the last game.
    pub fn filled(state: &State) -> Form {
        let mut form = Form {
            rules: state
                .rules()
                .map(|rules| rules.id.clone())
                .unwrap_or_default(),
            ..Form::default()
        };
        let before = state.book.last_game().map(|game| game.players.as_slice());
        for (name, known) in form.names.iter_mut().zip(before.unwrap_or_default()) {
            name.clone_from(known);
        }
        form
    }
}

/// Draws the form.
pub fn show(ui: &mut Ui, state: &State, form: &mut Form, scene: &mut Scene) {
    ui.label(scene.heading(scene.text(T::NewGame)));
    ui.horizontal(|ui| {
        ui.label(scene.text(T::Rules));
        choose_rules(ui, state, form, scene);
        let text = scene.text(T::ChooseRuleFile);
        if ui.button(text).clicked() {
            scene.ask(Action::ChooseRules);
        }
    });
    let chosen = state.rule_sets.iter().find(|rules| rules.id == form.rules);
    let Some(rules) = chosen else { return };
    ui.label(scene.dim(scene.text(T::NewGameHow)));
    // One more than a table of three takes may sit out.
    let most = (rules.players() + 1).min(4);
    let entered = names(ui, form, most, rules.players(), scene);
    if rules.players() == 3 {
        fourth(ui, rules, scene);
    }
    ui.add_space(4.0);
    if state.book.ledger().is_none()
        && let Some(path) = state.book.path()
    {
        let path = path.display().to_string();
        let text = T::BeginMade.with(scene.lang, &[("path", &path)]);
        ui.add(egui::Label::new(scene.dim(text)).wrap());
    }
    if ui.button(scene.text(T::BeginGame)).clicked() || entered {
        scene.ask(Action::Ledger(Wish::Begin {
            rules: rules.id.clone(),
            players: form.names.iter().take(most).cloned().collect(),
        }));
    }
}

/// The fields for the names. Enter goes on to the next that is empty, until
/// there are enough; whether there are and Enter was pressed.
fn names(ui: &mut Ui, form: &mut Form, most: usize, least: usize, scene: &Scene) -> bool {
    let mut entered = false;
    let mut empty: Option<egui::Response> = None;
    for (at, name) in form.names.iter_mut().enumerate().take(most) {
        ui.horizontal(|ui| {
            let label = T::PlayerN.n(scene.lang, at + 1);
            caption(ui, &label);
            let response = field(ui, name, &label, 260.0);
            let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
            entered |= response.lost_focus() && enter;
            if name.trim().is_empty() && at < least && empty.is_none() {
                empty = Some(response);
            }
        });
    }
    // The keyboard begins with the names: the rest is filled in already.
    // A dialog that has only just opened may lose it again.
    match &empty {
        Some(field) if entered || !form.begun => {
            form.begun |= field.has_focus();
            field.request_focus();
        }
        Some(_) => {}
        None => form.begun = true,
    }
    entered && empty.is_none()
}

fn fourth(ui: &mut Ui, rules: &RuleSet, scene: &Scene) {
    let after = match rules.options.sit_out {
        SitOut::None => T::NewGameByHand,
        _ => T::NewGameRotates,
    };
    let (how, after) = (scene.text(T::NewGameFourth), scene.text(after));
    let text = format!("{how} {after}");
    ui.add(egui::Label::new(scene.dim(text)).wrap());
}

fn choose_rules(ui: &mut Ui, state: &State, form: &mut Form, scene: &Scene) {
    let chosen = state.rule_sets.iter().find(|rules| rules.id == form.rules);
    let current = chosen.map_or("", |rules| rules.name(scene.lang));
    let label = format!(
        "{} ({}): {current}",
        scene.text(T::Rules),
        scene.text(T::NewGame)
    );
    let response = egui::ComboBox::from_id_salt("rules of the new game")
        .selected_text(current)
        .width(240.0)
        .show_ui(ui, |ui| {
            for rules in &state.rule_sets {
                let on = rules.id == form.rules;
                if ui.selectable_label(on, rules.name(scene.lang)).clicked() {
                    form.rules.clone_from(&rules.id);
                }
            }
        })
        .response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
}
