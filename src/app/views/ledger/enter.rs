//! What is no won hand: draws, nagashi, penalties, adjustments.

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::ledger::Wish;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::ledger::{caption, field, players};
use crate::app::views::{Scene, kept};
use crate::ledger::event::{DrawKind, Turn};
use crate::ledger::{After, Entry, Game, words};
use crate::rules::value::Amount;
use crate::seat::Seat;
use crate::settle::event::NagashiKind;

/// What was chosen and typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    tenpai: Vec<usize>,
    nagashi: Option<usize>,
    at_fault: Option<usize>,
    penalty: String,
    reason: String,
    points: [String; 4],
    chips: [String; 4],
    dealer: Option<usize>,
    sits_out: Option<usize>,
    round: Option<Seat>,
    honba: String,
}

/// Draws the forms.
pub fn show(ui: &mut Ui, state: &State, game: &Game, form: &mut Form, scene: &mut Scene) {
    let seated = |player: usize| (player, game.name(player));
    let seated: Vec<(usize, String)> = game.seating().into_iter().map(seated).collect();
    ui.label(scene.heading(scene.text(T::DrawnHand)));
    let mut page = Page {
        state,
        game,
        form,
        seated,
    };
    page.draw(ui, scene);
    let options = &game.rules.options;
    if options.nagashi != Amount::None || options.nagashi_tanyao != Amount::None {
        page.nagashi(ui, scene);
    }
    ui.separator();
    ui.label(scene.heading(scene.text(T::PenaltyTitle)));
    page.penalty(ui, scene);
    ui.separator();
    ui.label(scene.heading(scene.text(T::AdjustTitle)));
    page.adjust(ui, scene);
}

fn enter(scene: &mut Scene, entry: Entry, after: After) {
    scene.ask(Action::Ledger(Wish::Enter(entry, after)));
}

/// A number as a person writes it: `+10`, `−5`, nothing.
fn number(text: &str) -> Option<i32> {
    let plain = text.trim().replace(['−', '－'], "-").replace('＋', "+");
    match plain.is_empty() {
        true => Some(0),
        false => plain.parse().ok(),
    }
}

struct Page<'a> {
    state: &'a State,
    game: &'a Game,
    form: &'a mut Form,
    /// Who sits at the table.
    seated: Vec<(usize, String)>,
}

impl Page<'_> {
    fn row(&self, ui: &mut Ui, name: T, scene: &Scene, add: impl FnOnce(&mut Ui)) {
        ui.horizontal(|ui| {
            caption(ui, scene.dim(scene.text(name)));
            add(ui);
        });
    }

    fn draw(&mut self, ui: &mut Ui, scene: &mut Scene) {
        let mut tenpai = self.form.tenpai.clone();
        self.row(ui, T::TenpaiWho, scene, |ui| {
            let on = |player| self.form.tenpai.contains(&player);
            if let Some(player) = players(ui, &self.seated, on, T::TenpaiOf, scene) {
                match tenpai.iter().position(|other| *other == player) {
                    Some(at) => drop(tenpai.remove(at)),
                    None => tenpai.push(player),
                }
            }
        });
        self.form.tenpai = tenpai;
        ui.horizontal(|ui| {
            caption(ui, scene.dim(scene.text(T::RiichiBy)));
            let declared = |player| self.state.book.declared(player);
            let declared: Vec<u32> = (0..self.game.players.len()).map(declared).collect();
            kept::sticks(ui, self.game, &declared, scene);
        });
        ui.horizontal(|ui| {
            for (text, kind) in [
                (T::WriteDraw, DrawKind::Exhausted),
                (T::WriteAbort, DrawKind::Aborted),
            ] {
                if ui.button(scene.text(text)).clicked() {
                    let exhausted = kind == DrawKind::Exhausted;
                    let tenpai = match exhausted {
                        true => self.form.tenpai.clone(),
                        false => Vec::new(),
                    };
                    let riichi = self.state.book.riichi();
                    let entry = Entry::Draw {
                        kind,
                        tenpai,
                        riichi,
                    };
                    enter(scene, entry, After::default());
                }
            }
        });
    }

    fn nagashi(&mut self, ui: &mut Ui, scene: &mut Scene) {
        ui.separator();
        ui.label(scene.heading(scene.text(T::NagashiTitle)));
        let mut who = self.form.nagashi;
        self.row(ui, T::NagashiWho, scene, |ui| {
            let on = |player| self.form.nagashi == Some(player);
            let pressed = players(ui, &self.seated, on, T::NagashiOf, scene);
            who = pressed.or(who);
        });
        self.form.nagashi = who;
        let options = &self.game.rules.options;
        let kinds = [
            (options.nagashi, T::WriteNagashi, NagashiKind::Nagashi),
            (
                options.nagashi_tanyao,
                T::WriteNagashiTanyao,
                NagashiKind::NagashiTanyao,
            ),
        ];
        ui.horizontal(|ui| {
            let played = kinds.into_iter().filter(|kind| kind.0 != Amount::None);
            for (_, text, kind) in played {
                let button = egui::Button::new(scene.text(text));
                let pressed = ui.add_enabled(who.is_some(), button).clicked();
                if let Some(player) = who.filter(|_| pressed) {
                    let entry = Entry::Nagashi {
                        player,
                        kind,
                        tenpai: self.form.tenpai.clone(),
                        riichi: self.state.book.riichi(),
                    };
                    enter(scene, entry, After::default());
                }
            }
        });
    }

    fn penalty(&mut self, ui: &mut Ui, scene: &mut Scene) {
        let kinds = &self.game.rules.penalties;
        let Some((first, _)) = kinds.first() else {
            ui.label(scene.dim(scene.text(T::NoPenalties)));
            return;
        };
        if !kinds.iter().any(|(kind, _)| *kind == self.form.penalty) {
            self.form.penalty.clone_from(first);
        }
        let mut who = self.form.at_fault;
        self.row(ui, T::PenaltyWho, scene, |ui| {
            let on = |player| self.form.at_fault == Some(player);
            let pressed = players(ui, &self.seated, on, T::PenaltyOf, scene);
            who = pressed.or(who);
        });
        self.form.at_fault = who;
        let mut penalty = self.form.penalty.clone();
        self.row(ui, T::PenaltyKind, scene, |ui| {
            let name = words::penalty_name(&penalty, scene.lang).to_owned();
            let label = format!("{}: {name}", scene.text(T::PenaltyKind));
            let list = egui::ComboBox::from_id_salt("penalty").selected_text(name);
            let response = list.width(260.0).show_ui(ui, |ui| {
                for (kind, _) in kinds {
                    let name = words::penalty_name(kind, scene.lang);
                    ui.selectable_value(&mut penalty, kind.clone(), name);
                }
            });
            let info = || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label);
            response.response.widget_info(info);
        });
        self.form.penalty = penalty;
        let button = egui::Button::new(scene.text(T::WritePenalty));
        let pressed = ui.add_enabled(who.is_some(), button).clicked();
        if let Some(player) = who.filter(|_| pressed) {
            let kind = self.form.penalty.clone();
            enter(scene, Entry::Penalty { player, kind }, After::default());
        }
    }

    fn adjust(&mut self, ui: &mut Ui, scene: &mut Scene) {
        let form = &mut *self.form;
        ui.horizontal(|ui| {
            let label = scene.text(T::AdjustReason);
            caption(ui, scene.dim(label));
            field(ui, &mut form.reason, label, 420.0);
        });
        let named = |list: &mut [String; 4], ui: &mut Ui, title: T, label: T| {
            ui.horizontal_wrapped(|ui| {
                caption(ui, scene.dim(scene.text(title)));
                for (name, text) in self.game.players.iter().zip(list) {
                    ui.label(name);
                    let label = label.with(scene.lang, &[("name", name)]);
                    field(ui, text, &label, 64.0);
                }
            });
        };
        named(&mut form.points, ui, T::AdjustPoints, T::AdjustPointsOf);
        named(&mut form.chips, ui, T::AdjustChips, T::AdjustChipsOf);
        self.table(ui, scene);
        self.write_adjust(ui, scene);
    }

    /// The table, where it is to be changed.
    fn table(&mut self, ui: &mut Ui, scene: &mut Scene) {
        let (turn, all) = (&self.game.turn, 0..self.game.players.len());
        let all: Vec<(usize, String)> =
            all.map(|player| (player, self.game.name(player))).collect();
        let dealer = self.form.dealer.unwrap_or(turn.dealer);
        let mut pressed = None;
        self.row(ui, T::AdjustDealer, scene, |ui| {
            pressed = players(
                ui,
                &all,
                |player| player == dealer,
                T::AdjustDealerIs,
                scene,
            );
        });
        self.form.dealer = pressed.or(self.form.dealer);
        if let Some(rests) = turn.sits_out {
            let rests = self.form.sits_out.unwrap_or(rests);
            let mut pressed = None;
            self.row(ui, T::SitsOutName, scene, |ui| {
                pressed = players(
                    ui,
                    &all,
                    |player| player == rests,
                    T::AdjustSitsOutIs,
                    scene,
                );
            });
            self.form.sits_out = pressed.or(self.form.sits_out);
        }
        if self.game.counts_honba() {
            let mut honba = self.form.honba.clone();
            self.row(ui, T::Honba, scene, |ui| {
                field(ui, &mut honba, scene.text(T::Honba), 64.0);
                ui.label(scene.dim(turn.honba.to_string()));
            });
            self.form.honba = honba;
        }
        if self.game.counts_kyoku() {
            let round = self.form.round.unwrap_or(turn.round);
            let mut pressed = None;
            let winds: Vec<(usize, String)> = Seat::ALL
                .iter()
                .filter(|seat| self.game.rules.options.rounds.has(**seat))
                .map(|seat| {
                    (
                        seat.index(),
                        super::super::seat_name(*seat, scene.lang).to_owned(),
                    )
                })
                .collect();
            self.row(ui, T::Round, scene, |ui| {
                let on = |at| at == round.index();
                pressed = players(ui, &winds, on, T::RoundNamed, scene);
            });
            let chosen = pressed.and_then(|at| Seat::ALL.get(at).copied());
            self.form.round = chosen.or(self.form.round);
        }
    }

    fn write_adjust(&mut self, ui: &mut Ui, scene: &mut Scene) {
        let form = &*self.form;
        let mut texts = form.points.iter().chain(&form.chips);
        let wrong = texts.find(|text| number(text).is_none());
        // A row of wins is not negative.
        let honba = Some(&form.honba).filter(|text| number(text).is_none_or(|n| n < 0));
        if let Some(text) = wrong.or(honba) {
            let words = T::NotANumber.with(scene.lang, &[("text", text)]);
            ui.label(egui::RichText::new(words).color(scene.palette.loss));
            return;
        }
        if !ui.button(scene.text(T::WriteAdjust)).clicked() {
            return;
        }
        let list = |texts: &[String; 4]| {
            let numbers = texts.iter().filter_map(|text| number(text)).enumerate();
            numbers.filter(|(_, value)| *value != 0).collect()
        };
        let turn = &self.game.turn;
        let honba = (!form.honba.trim().is_empty())
            .then(|| number(&form.honba))
            .flatten();
        let honba = honba.and_then(|honba| u32::try_from(honba).ok());
        let table = Turn {
            dealer: form.dealer.unwrap_or(turn.dealer),
            sits_out: form.sits_out.or(turn.sits_out),
            round: form.round.unwrap_or(turn.round),
            honba: honba.unwrap_or(turn.honba),
            ..turn.clone()
        };
        let entry = Entry::Adjust {
            reason: form.reason.clone(),
            points: list(&form.points),
            chips: list(&form.chips),
            table: Some(table),
        };
        enter(scene, entry, After::default());
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let read = ["", " ", "+10", "-5", "−5", "－5", "＋3", "1x", "--1"].map(number);
        let minus = Some(-5);
        let wanted = [
            Some(0),
            Some(0),
            Some(10),
            minus,
            minus,
            minus,
            Some(3),
            None,
            None,
        ];
        assert_eq!(read, wanted);
    }
}
