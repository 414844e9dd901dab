//! Who pays whom: the seats round the table, arrows with the amounts.

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{self, Align2, FontId, Pos2, Rect, Stroke, Ui, Vec2, vec2};

use crate::app::fonts;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, kept};
use crate::score::ScoreSheet;
use crate::seat::Seat;

/// Size of a seat's card.
const CARD: Vec2 = vec2(112.0, 48.0);

/// Draws the table with every seat's change of points and chips.
pub fn show(ui: &mut Ui, state: &State, scene: &Scene, sheet: &ScoreSheet) {
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 150.0), egui::Sense::hover());
    let spoken = spoken(state, scene, sheet);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &spoken));
    let winner = state.draft().situation().seat;
    let seats = sheet.deltas.seats();
    for &seat in seats {
        if seat != winner && sheet.deltas.get(seat) < 0 {
            arrow(
                ui,
                scene,
                place(rect, seats, seat),
                place(rect, seats, winner),
            );
        }
    }
    for &seat in seats {
        seat_card(
            ui,
            scene,
            sheet,
            place(rect, seats, seat),
            seat,
            (seat == winner, &kept::who(state, seat, scene)),
        );
    }
}

fn spoken(state: &State, scene: &Scene, sheet: &ScoreSheet) -> String {
    let parts: Vec<String> = sheet
        .deltas
        .iter()
        .map(|(seat, delta)| {
            let name = kept::who(state, seat, scene);
            T::PaymentOf.with(scene.lang, &[("seat", &name), ("delta", &signed(delta))])
        })
        .collect();
    format!(
        "{}: {}",
        scene.text(T::Payments),
        parts.join(scene.lang.pick("、", ", "))
    )
}

/// A number of points held: a minus where nothing is left, thousands apart.
pub fn plain(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        _ => signed(value).trim_start_matches('+').to_owned(),
    }
}

/// A number with its sign, a true minus, and thousands apart.
pub fn signed(value: i32) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    match value {
        0 => "±0".to_owned(),
        1.. => format!("+{text}"),
        _ => format!("−{text}"),
    }
}

/// East sits at the bottom, the others follow counter-clockwise.
fn place(rect: Rect, seats: &[Seat], seat: Seat) -> Pos2 {
    let index = seats.iter().position(|&other| other == seat).unwrap_or(0);
    let (x, y) = match (seats.len(), index) {
        (3, 0) => (0.5, 0.82),
        (3, 1) => (0.82, 0.2),
        (3, _) => (0.18, 0.2),
        (_, 0) => (0.5, 0.84),
        (_, 1) => (0.83, 0.5),
        (_, 2) => (0.5, 0.16),
        _ => (0.17, 0.5),
    };
    rect.min + rect.size() * vec2(x, y)
}

fn seat_card(
    ui: &Ui,
    scene: &Scene,
    sheet: &ScoreSheet,
    centre: Pos2,
    seat: Seat,
    (winner, name): (bool, &str),
) {
    let delta = sheet.deltas.get(seat);
    let chips = sheet.chip_deltas.get(seat);
    let card = Rect::from_center_size(centre, CARD);
    let painter = ui.painter();
    let (width, edge) = match winner {
        true => (2.0, scene.palette.gain),
        false => (1.0, scene.palette.line),
    };
    let (fill, edge) = (scene.palette.card, Stroke::new(width, edge));
    painter.rect(card, 8.0, fill, edge, egui::StrokeKind::Inside);
    let color = match delta {
        0 => scene.palette.dim,
        1.. => scene.palette.gain,
        _ => scene.palette.loss,
    };
    let size = if delta.abs() < 10_000 { 18.0 } else { 15.0 };
    // A short name stands beside the points, a longer one above them.
    let wide = |text: &str, font: FontId| {
        let galley = painter.layout_no_wrap(text.to_owned(), font, color);
        galley.size().x
    };
    let both = wide(name, FontId::proportional(13.0))
        + wide(&signed(delta), FontId::new(size, fonts::bold()));
    let named = both + 8.0 > card.width() - 18.0;
    let middle = match (named, chips) {
        (false, 0) => card.center().y,
        (false, _) => card.top() + 16.0,
        (true, _) => card.bottom() - 15.0,
    };
    let name_y = if named { card.top() + 12.0 } else { middle };
    let job = elided(name, FontId::proportional(13.0), scene.palette.dim, 94.0);
    let galley = ui.painter().layout_job(job);
    let at = egui::pos2(card.left() + 9.0, name_y - galley.size().y / 2.0);
    painter.galley(at, galley, scene.palette.dim);
    painter.text(
        egui::pos2(card.right() - 9.0, middle),
        Align2::RIGHT_CENTER,
        signed(delta),
        FontId::new(size, fonts::bold()),
        color,
    );
    if chips != 0 {
        let text = format!("{} {}", scene.text(T::Chips), signed(chips));
        let (place, align) = match named {
            true => (card.left_bottom() + vec2(9.0, -13.0), Align2::LEFT_CENTER),
            false => (card.right_bottom() - vec2(9.0, 11.0), Align2::RIGHT_CENTER),
        };
        let font = FontId::proportional(if named { 10.5 } else { 11.5 });
        painter.text(place, align, text, font, scene.palette.unsure);
    }
}

/// One line that ends in `…` where it would be wider than this.
pub fn elided(text: &str, font: FontId, color: egui::Color32, width: f32) -> LayoutJob {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(width);
    job
}

/// An arrow from card to card that stops short of both.
fn arrow(ui: &Ui, scene: &Scene, from: Pos2, to: Pos2) {
    let way: Vec2 = to - from;
    // From the edge of one card to that of the other, and a little air.
    let reach = |share: Vec2| (share / way.abs().max(vec2(1e-3, 1e-3))).min_elem();
    let out = reach(CARD / 2.0 + vec2(3.0, 3.0)).min(0.45);
    let (start, end) = (from + way * out, to - way * out);
    let along = way.normalized();
    let across = vec2(-along.y, along.x);
    let stroke = Stroke::new(2.5, scene.palette.loss);
    let painter = ui.painter();
    painter.line_segment([start, end - along * 6.0], stroke);
    let head = vec![
        end,
        end - along * 11.0 + across * 6.0,
        end - along * 11.0 - across * 6.0,
    ];
    painter.add(egui::Shape::convex_polygon(
        head,
        scene.palette.loss,
        Stroke::NONE,
    ));
}

#[cfg(test)]
mod tests {
    use super::{plain, signed};

    #[test]
    fn amounts_have_signs_and_thousands() {
        let shown = [0, 5, -48, 12_000, -1_234_567].map(signed);
        assert_eq!(shown, ["±0", "+5", "−48", "+12,000", "−1,234,567"]);
        assert_eq!([0, 25_000, -3].map(plain), ["0", "25,000", "−3"]);
    }
}
