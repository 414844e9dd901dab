//! The questions about the win, only those that change the score.

use eframe::egui::{self, Id, Response, Ui};

use crate::app::action::Action;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, choice, kept, labelled_button, seat_name};
use crate::confirm::{Edit, Question, Situation, questions};
use crate::score::{RonOn, Win};
use crate::seat::Seat;

/// Draws the panel; gives the name of its first control, where Tab goes from
/// the tiles.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) -> Option<Id> {
    let asks = state.asks();
    let before = state.draft().situation().clone();
    let mut now = before.clone();
    let list = questions(state.draft(), &asks);
    let mut panel = Panel {
        state,
        scene,
        now: &mut now,
        players: asks.players,
        first: None,
    };
    ui.label(panel.scene.heading(panel.scene.text(T::Situation)));
    let game = state.book.game();
    if let Some(game) = game {
        let line = kept::to_come(game, panel.scene);
        ui.add(egui::Label::new(panel.scene.dim(line).small()).wrap());
    }
    ui.spacing_mut().item_spacing.y = 5.0;
    for question in &list {
        if !is_tick(*question) && !is_counter(*question) {
            panel.ask(ui, *question);
        }
    }
    if list.iter().any(|question| is_tick(*question)) {
        ui.horizontal_wrapped(|ui| {
            for question in list.iter().filter(|question| is_tick(**question)) {
                panel.tick(ui, *question);
            }
        });
    }
    // With a game, who put down the sticks is asked instead of how many there are.
    let counted = |question: &&Question| {
        is_counter(**question) && (game.is_none() || **question != Question::Sticks)
    };
    for question in list.iter().filter(counted) {
        panel.ask(ui, *question);
    }
    if let Some(game) = game {
        kept::questions(ui, state, game, panel.scene);
    }
    let first = panel.first;
    if now != before {
        scene.ask(Action::Edit(Edit::SetSituation(now)));
    }
    first
}

/// Questions with yes or no stand side by side.
fn is_tick(question: Question) -> bool {
    use Question::*;
    matches!(
        question,
        OpenRiichi
            | Ippatsu
            | Rinshan
            | Chankan
            | LastTile
            | FirstTurn
            | Furiten
            | DiscarderRiichi
            | TankiOpen
    )
}

/// Questions with a number, too.
fn is_counter(question: Question) -> bool {
    use Question::*;
    matches!(question, ConsecutiveWins | Honba | Sticks)
}

struct Panel<'a, 'b> {
    state: &'a State,
    scene: &'a mut Scene<'b>,
    now: &'a mut Situation,
    players: usize,
    first: Option<Id>,
}

impl Panel<'_, '_> {
    fn ask(&mut self, ui: &mut Ui, question: Question) {
        match question {
            Question::Win => self.win(ui),
            Question::Seat => self.seats(ui, T::Seat, T::WinnerIs, Some(self.now.seat)),
            Question::Discarder => {
                self.seats(ui, T::Discarder, T::DiscarderIs, self.now.discarder);
            }
            Question::Round => self.seats(ui, T::Round, T::RoundIs, Some(self.now.round)),
            Question::Riichi => self.riichi(ui),
            Question::RonOn => self.ron_on(ui),
            Question::ConsecutiveWins => {
                let value = self.now.consecutive_wins;
                self.now.consecutive_wins = self.counter(ui, T::ConsecutiveWins, value, 1);
            }
            Question::Honba => {
                let value = self.now.honba;
                self.now.honba = self.counter(ui, T::Honba, value, 0);
            }
            Question::Sticks => {
                let value = self.now.sticks;
                self.now.sticks = self.counter(ui, T::Sticks, value, 0);
            }
            _ => {}
        }
    }

    fn note_first(&mut self, response: &Response) {
        self.first.get_or_insert(response.id);
    }

    /// A row: what is asked, then the choices.
    fn row(&mut self, ui: &mut Ui, name: &str, add: impl FnOnce(&mut Self, &mut Ui)) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding.x = 7.0;
            ui.allocate_ui_with_layout(
                egui::vec2(90.0, 28.0),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(90.0);
                    ui.label(self.scene.dim(name));
                },
            );
            add(self, ui);
        });
    }

    fn win(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            for (win, text) in [(Win::Tsumo, T::Tsumo), (Win::Ron, T::Ron)] {
                let shown = self.scene.text(text);
                let on = self.now.win == win;
                ui.spacing_mut().button_padding = egui::vec2(30.0, 7.0);
                let response = choice(ui, self.scene.palette, on, shown, shown);
                self.note_first(&response);
                if response.clicked() {
                    self.now.win = win;
                }
            }
        });
    }

    fn seats(&mut self, ui: &mut Ui, name: T, label: T, on: Option<Seat>) {
        let lang = self.scene.lang;
        self.row(ui, name.get(lang), |panel, ui| {
            for &seat in Seat::at_table(panel.players) {
                if name == T::Discarder && seat == panel.now.seat {
                    continue;
                }
                let shown = kept::who(panel.state, seat, panel.scene);
                let shown = match name {
                    T::Round => seat_name(seat, lang).to_owned(),
                    _ => shown,
                };
                let spoken = label.with(lang, &[("seat", &shown)]);
                let response = choice(ui, panel.scene.palette, on == Some(seat), &shown, &spoken);
                if !response.clicked() {
                    continue;
                }
                match name {
                    T::Seat => panel.now.seat = seat,
                    T::Round => panel.now.round = seat,
                    _ => panel.now.discarder = Some(seat),
                }
            }
        });
    }

    fn riichi(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (value, text) in [(0, T::RiichiNone), (1, T::Riichi), (2, T::DoubleRiichi)] {
                let shown = self.scene.text(text);
                let on = self.now.riichi == value;
                if choice(ui, self.scene.palette, on, shown, shown).clicked() {
                    self.now.riichi = value;
                }
            }
        });
    }

    fn ron_on(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (value, text) in [
                (RonOn::Discard, T::RonOnDiscard),
                (RonOn::PulledGari, T::RonOnPulled),
                (RonOn::Ankan, T::RonOnAnkan),
            ] {
                let shown = self.scene.text(text);
                let on = self.now.ron_on == value;
                if choice(ui, self.scene.palette, on, shown, shown).clicked() {
                    self.now.ron_on = value;
                }
            }
        });
    }

    fn counter(&mut self, ui: &mut Ui, name: T, value: u32, least: u32) -> u32 {
        let lang = self.scene.lang;
        let what = name.get(lang);
        let mut value = value;
        self.row(ui, what, |panel, ui| {
            let less = T::Less.with(lang, &[("what", what)]);
            if labelled_button(ui, "−", &less).clicked() {
                value = value.saturating_sub(1).max(least);
            }
            let number = egui::RichText::new(value.to_string()).color(panel.scene.palette.text);
            ui.add_sized([22.0, 24.0], egui::Label::new(number));
            let more = T::More.with(lang, &[("what", what)]);
            if labelled_button(ui, "+", &more).clicked() {
                value += 1;
            }
        });
        value
    }

    fn tick(&mut self, ui: &mut Ui, question: Question) {
        let text = self.tick_text(question);
        let now = &mut *self.now;
        let value = match question {
            Question::OpenRiichi => &mut now.open_riichi,
            Question::Ippatsu => &mut now.ippatsu,
            Question::Rinshan => &mut now.rinshan,
            Question::Chankan => &mut now.chankan,
            Question::LastTile => &mut now.last_tile,
            Question::FirstTurn => &mut now.first_turn,
            Question::Furiten => &mut now.furiten,
            Question::DiscarderRiichi => &mut now.discarder_riichi,
            Question::TankiOpen => &mut now.tanki_open,
            _ => return,
        };
        let shown = text.get(self.scene.lang);
        if choice(ui, self.scene.palette, *value, shown, shown).clicked() {
            *value = !*value;
        }
    }

    fn tick_text(&self, question: Question) -> T {
        let ron = self.now.win == Win::Ron;
        match question {
            Question::OpenRiichi => T::OpenRiichi,
            Question::Ippatsu => T::Ippatsu,
            Question::Rinshan => T::Rinshan,
            Question::Chankan => T::Chankan,
            Question::LastTile if ron => T::Houtei,
            Question::LastTile => T::Haitei,
            Question::FirstTurn if ron => T::Renhou,
            Question::FirstTurn if self.now.seat == Seat::E => T::Tenhou,
            Question::FirstTurn => T::Chiihou,
            Question::Furiten => T::Furiten,
            Question::DiscarderRiichi => T::DiscarderRiichi,
            _ => T::TankiOpen,
        }
    }
}
