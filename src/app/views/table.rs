//! The result for the whole table (F11): every seat reads its own change from
//! its own side, three metres away.

use std::f32::consts::{FRAC_PI_2, PI};

use eframe::egui::{self, Color32, FontId, Pos2, Rect, Ui, epaint::TextShape};

use crate::app::fonts;
use crate::app::ledger::Kept;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::payments::{elided, plain, signed};
use crate::app::views::result::total_text;
use crate::app::views::{Scene, kept};
use crate::ledger::words;
use crate::score::ScoreSheet;
use crate::seat::Seat;

/// Draws the view over the whole window.
pub fn show(ui: &mut Ui, state: &State, scene: &Scene) {
    let area = ui.max_rect();
    ui.painter().rect_filled(area, 0.0, scene.palette.ground);
    let sheet = state.sheet_on_show();
    let sides = sides(state, scene, sheet);
    let response = ui.interact(area, ui.scope_id().with("table"), egui::Sense::hover());
    let each = sides
        .iter()
        .map(|side| format!("{} {}", side.line, side.below));
    let spoken = format!(
        "{}: {}",
        scene.text(T::TableView),
        each.collect::<Vec<_>>().join(scene.lang.pick("、", ", "))
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &spoken));
    let unit = area.width().min(area.height());
    let (centre, dim) = (area.center(), scene.palette.dim);
    match (sheet, state.book.game()) {
        (Some(sheet), _) => middle(ui, state, scene, sheet, area, unit),
        (None, Some(game)) => {
            let angle = f32::from(state.table_turn % 4) * FRAC_PI_2;
            let along = egui::Vec2::angled(angle + FRAC_PI_2) * unit * 0.05;
            let hand = words::hand_name(game, &game.turn, scene.lang);
            let sticks = T::OnTable.n(scene.lang, game.turn.sticks);
            let (size, long) = (unit * 0.075, unit * 0.8);
            write(ui, centre - along, angle, &hand, (size, long), dim);
            write(ui, centre + along, angle, &sticks, (size, long), dim);
        }
        (None, None) => write(ui, centre, 0.0, scene.text(T::NoHandYet), (32.0, unit), dim),
    }
    let playing = state.rules().map_or(3, |rules| rules.players());
    let playing = sheet.map_or(playing, |sheet| sheet.deltas.seats().len());
    for (side, (edge, angle)) in sides.iter().zip(places(area, playing)) {
        let inwards = -egui::Vec2::angled(angle + FRAC_PI_2);
        let long = unit * 0.8;
        let place = edge + inwards * unit * 0.135;
        write(
            ui,
            place,
            angle,
            &side.line,
            (unit * 0.075, long),
            side.color,
        );
        let below = edge + inwards * unit * 0.055;
        let color = scene.palette.text;
        write(ui, below, angle, &side.below, (unit * 0.055, long), color);
    }
}

/// What one side of the table reads.
struct Side {
    /// Who, and what the hand changes.
    line: String,
    /// Points held, and chips.
    below: String,
    color: Color32,
}

/// The seats that play, and after them who sits out.
fn sides(state: &State, scene: &Scene, sheet: Option<&ScoreSheet>) -> Vec<Side> {
    let game = state.book.last_game().filter(|game| {
        let written = !matches!(state.kept, Kept::Nowhere);
        written || game.end.is_none()
    });
    if sheet.is_none() && game.is_none() {
        return Vec::new();
    }
    let held = |name: &str| {
        let game = game?;
        let player = game.players.iter().position(|player| player == name)?;
        let points = game.points.get(player)?;
        Some(T::Held.n(scene.lang, plain(*points)))
    };
    let players = state.rules().map_or(3, |rules| rules.players());
    let seats = sheet.map_or(Seat::at_table(players), |sheet| sheet.deltas.seats());
    let mut sides: Vec<Side> = seats
        .iter()
        .map(|&seat| {
            let mut side = side(state, scene, sheet, seat);
            let held = state.name_at(seat).and_then(held);
            let parts = [held, Some(side.below).filter(|chips| !chips.is_empty())];
            side.below = parts.into_iter().flatten().collect::<Vec<_>>().join("  ");
            side
        })
        .collect();
    // Seated are those of the hand on show; the fourth sits out.
    let plays = |name: &String| seats.iter().any(|seat| state.name_at(*seat) == Some(name));
    let names = game.map_or(&[][..], |game| &game.players);
    let named = state.name_at(Seat::E).is_some();
    for name in names.iter().filter(|name| named && !plays(name)) {
        sides.push(Side {
            line: T::SitsOut.with(scene.lang, &[("name", name)]),
            below: held(name).unwrap_or_default(),
            color: scene.palette.dim,
        });
    }
    sides
}

/// A seat: its name, its change, its chips.
fn side(state: &State, scene: &Scene, sheet: Option<&ScoreSheet>, seat: Seat) -> Side {
    let name = kept::who(state, seat, scene);
    let Some(sheet) = sheet else {
        return Side {
            line: name,
            below: String::new(),
            color: scene.palette.text,
        };
    };
    let delta = sheet.deltas.get(seat);
    let color = match delta {
        0 => scene.palette.dim,
        1.. => scene.palette.gain,
        _ => scene.palette.loss,
    };
    let below = match sheet.chip_deltas.get(seat) {
        0 => String::new(),
        chips => format!("{} {}", scene.text(T::Chips), signed(chips)),
    };
    Side {
        line: format!("{name} {}", signed(delta)),
        below,
        color,
    }
}

/// The middle of each side and how far the text is turned to face it: East at
/// the bottom, the others counter-clockwise. Where three play, the side across
/// from East is for the one who sits out.
fn places(area: Rect, playing: usize) -> Vec<(Pos2, f32)> {
    let all = [
        (area.center_bottom(), 0.0),
        (area.right_center(), -FRAC_PI_2),
        (area.left_center(), FRAC_PI_2),
        (area.center_top(), PI),
    ];
    match playing {
        4 => vec![all[0], all[1], all[3], all[2]],
        _ => all.to_vec(),
    }
}

/// How the middle lies, in shares of the shorter side of the window.
struct Lines {
    /// Where the total stands, below the centre.
    total: f32,
    /// Columns of items.
    columns: usize,
    /// Length of a line, and of all columns together.
    long: f32,
    /// Room for the rows.
    deep: f32,
}

const UPRIGHT: Lines = Lines {
    total: -0.21,
    columns: 2,
    long: 0.98,
    deep: 0.4,
};

/// Turned to a side its lines run from the near edge to the far one, which have
/// their own to say; the rows have the length of the window.
const SIDEWAYS: Lines = Lines {
    total: -0.32,
    columns: 1,
    long: 0.58,
    deep: 0.66,
};

/// What is paid and for what, turned to the side that was chosen.
fn middle(ui: &Ui, state: &State, scene: &Scene, sheet: &ScoreSheet, area: Rect, unit: f32) {
    let angle = f32::from(state.table_turn % 4) * FRAC_PI_2;
    let centre = area.center();
    let along = egui::Vec2::angled(angle + FRAC_PI_2);
    let across = egui::Vec2::angled(angle);
    let at = |down: f32, right: f32| centre + along * down * unit + across * right * unit;
    let total = total_text(state, scene, sheet);
    let lines = match state.table_turn % 2 {
        0 => UPRIGHT,
        _ => SIDEWAYS,
    };
    let size = (unit * 0.13, unit * lines.long);
    let place = at(lines.total, 0.0);
    write(ui, place, angle, &total, size, scene.palette.text);
    // The items in columns, as large as they fit.
    let rows = sheet.items.len().div_ceil(lines.columns).max(1);
    let step = (lines.deep / rows as f32).min(0.06);
    let wide = lines.long / lines.columns as f32;
    for (index, item) in sheet.items.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        let right = (column as f32 - (lines.columns - 1) as f32 / 2.0) * wide;
        let text = format!("{}  {}", item.name(scene.lang), item.value);
        let place = at(lines.total + 0.12 + row as f32 * step, right);
        let size = (unit * step * 0.62, unit * (wide - 0.01));
        write(ui, place, angle, &text, size, scene.palette.dim);
    }
}

/// Writes one line turned round its middle, at most so long: smaller where it
/// is longer, down to half of this size.
fn write(ui: &Ui, centre: Pos2, angle: f32, text: &str, (size, long): (f32, f32), color: Color32) {
    let painter = ui.painter();
    let font = |size| FontId::new(size, fonts::bold());
    let whole = painter.layout_no_wrap(text.to_owned(), font(size), color);
    let fitting = size * (long / whole.size().x.max(1.0)).clamp(0.5, 1.0);
    let job = elided(text, font(fitting), color, long);
    let galley = painter.layout_job(job);
    let half = galley.size() / 2.0;
    let turned = egui::emath::Rot2::from_angle(angle) * half;
    painter.add(TextShape::new(centre - turned, galley, color).with_angle(angle));
}
