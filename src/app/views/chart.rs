//! Points over the hands of a game.
//!
//! The lines differ by colour (Okabe and Ito's), by their dashes and by the
//! mark at each hand, and each carries its name at its end.

use eframe::egui::{self, Align2, Color32, RichText, Ui};
use egui_plot::{Line, LineStyle, MarkerShape, Plot, PlotPoint, Points, Text};

use crate::app::fonts;
use crate::app::text::T;
use crate::app::theme::Palette;
use crate::app::views::Scene;
use crate::app::views::payments::plain;
use crate::ledger::{Game, Ledger};

/// More hands than this are drawn without a mark at each.
const MOST_MARKS: usize = 60;

/// How a player's line looks.
struct Look {
    color: Color32,
    style: LineStyle,
    mark: MarkerShape,
    /// The mark as a sign, for the list of names.
    sign: &'static str,
}

/// The colours of the lines.
pub fn colors(palette: &Palette) -> [Color32; 4] {
    [palette.accent, palette.unsure, palette.text, palette.weak]
}

fn look(player: usize, palette: &Palette) -> Look {
    let color = colors(palette)[player % 4];
    let (style, mark, sign) = match player % 4 {
        0 => (LineStyle::Solid, MarkerShape::Circle, "●"),
        1 => (LineStyle::Dashed { length: 10.0 }, MarkerShape::Square, "■"),
        2 => (LineStyle::Dotted { spacing: 6.0 }, MarkerShape::Up, "▲"),
        _ => (LineStyle::Dashed { length: 4.0 }, MarkerShape::Diamond, "◆"),
    };
    Look {
        color,
        style,
        mark,
        sign,
    }
}

/// Points of every player at the beginning and after each hand.
pub fn curves(ledger: &Ledger, game: &Game) -> Vec<Vec<i32>> {
    let mut curves = vec![vec![game.start]; game.players.len()];
    for step in &game.steps {
        let event = ledger.record(step.seq).map(|record| &record.event);
        let ends = event.is_some_and(|event| event.ends_hand());
        for (curve, points) in curves.iter_mut().zip(&step.points) {
            match curve.last_mut() {
                // What is paid between two hands belongs to the last one.
                Some(last) if !ends => *last = *points,
                _ => curve.push(*points),
            }
        }
    }
    curves
}

/// Draws the chart of a game.
pub fn show(ui: &mut Ui, ledger: &Ledger, game: &Game, height: f32, scene: &Scene) {
    let curves = curves(ledger, game);
    ui.horizontal_wrapped(|ui| {
        for (player, name) in game.players.iter().enumerate() {
            let look = look(player, scene.palette);
            let held = game.points.get(player).copied().unwrap_or(0);
            let text = format!("{} {name} {}", look.sign, plain(held));
            ui.label(RichText::new(text).color(look.color));
        }
    });
    ui.label(scene.dim(scene.text(T::ChartHow)).small());
    let hands = curves.first().map_or(0, Vec::len);
    // Some ten to fifty lines, whatever the length of the game.
    let step = 10_f64.powf((hands as f64 / 50.0).log10().ceil().max(0.0));
    let names = Names::placed(ui, game, &curves, height);
    let last = hands.saturating_sub(1) as f64;
    let plot = Plot::new("points")
        .height(height)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .show_crosshair(false)
        .grid_color(scene.palette.line)
        .include_x((last + BESIDE) / (1.0 - names.share))
        .include_y(names.low)
        .x_grid_spacer(egui_plot::uniform_grid_spacer(move |_| {
            [step, step * 5.0, step * 20.0]
        }))
        .x_axis_label(scene.text(T::ChartHand));
    let drawn = plot.show(ui, |plot| {
        for (player, curve) in curves.iter().enumerate() {
            let look = look(player, scene.palette);
            line(plot, &game.name(player), curve, &look);
            if let Some((name, at)) = names.all.get(player) {
                let text = RichText::new(name).font(name_font());
                let text = Text::new(name, PlotPoint::new(last + BESIDE, *at), text);
                plot.text(text.color(look.color).anchor(Align2::LEFT_CENTER));
            }
        }
    });
    let spoken = spoken(game, &curves, scene);
    let picture = || egui::WidgetInfo::labeled(egui::Role::Image, true, &spoken);
    drawn.response.widget_info(picture);
}

fn line<'a>(plot: &mut egui_plot::PlotUi<'a>, name: &str, curve: &[i32], look: &Look) {
    let points = || -> Vec<[f64; 2]> {
        let each = curve.iter().enumerate();
        each.map(|(hand, points)| [hand as f64, f64::from(*points)])
            .collect()
    };
    plot.line(
        Line::new(name, points())
            .color(look.color)
            .width(2.5)
            .style(look.style),
    );
    if curve.len() <= MOST_MARKS {
        plot.points(
            Points::new(name, points())
                .color(look.color)
                .shape(look.mark)
                .radius(5.0),
        );
    }
}

/// From the end of a line to its name, in hands.
const BESIDE: f64 = 0.1;
/// Most of the width that names take; longer ones are cut.
const MOST_NAMES: f32 = 0.3;

fn name_font() -> egui::FontId {
    egui::FontId::new(13.0, fonts::bold())
}

/// The names at the ends of the lines.
struct Names {
    /// Share of the chart's width that they take.
    share: f64,
    /// Below all of them.
    low: f64,
    /// Each with the height at which it stands: beside its line, or as near as
    /// the other names let it.
    all: Vec<(String, f64)>,
}

impl Names {
    fn placed(ui: &Ui, game: &Game, curves: &[Vec<i32>], height: f32) -> Names {
        let width = |text: &str| {
            let galley = ui.painter();
            let galley = galley.layout_no_wrap(text.to_owned(), name_font(), Color32::WHITE);
            galley.size().x + 8.0
        };
        // Left of the chart stand the numbers of its axis.
        let room = (ui.available_width() - 60.0).max(100.0);
        let most = room * MOST_NAMES;
        let mut all: Vec<(String, f64)> = game
            .players
            .iter()
            .zip(curves)
            .map(|(name, curve)| {
                let last = curve.last().copied().unwrap_or(0);
                (shortened(name, |text| width(text) <= most), f64::from(last))
            })
            .collect();
        let widest = all.iter().map(|(name, _)| width(name)).fold(0.0, f32::max);
        let gap = spread(&mut all, curves, height);
        let lowest = all.iter().map(|(_, at)| *at).fold(f64::MAX, f64::min);
        Names {
            low: lowest - gap,
            share: f64::from(widest / room),
            all,
        }
    }
}

/// As much of a name as fits.
fn shortened(name: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut kept: Vec<char> = name.chars().collect();
    let mut text = name.to_owned();
    while !fits(&text) && kept.pop().is_some() {
        text = kept.iter().chain(&['…']).collect();
    }
    text
}

/// Moves names apart that would stand on each other, the highest stays; the
/// height of a name, in points of the game.
fn spread(names: &mut [(String, f64)], curves: &[Vec<i32>], height: f32) -> f64 {
    let all = || curves.iter().flatten().map(|points| f64::from(*points));
    let (low, high) = (
        all().fold(f64::MAX, f64::min),
        all().fold(f64::MIN, f64::max),
    );
    // A name is 15 points high; the axis takes some of the height.
    let gap = 15.0 * (high - low).max(1.0) / f64::from((height * 0.75).max(60.0));
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| names[*b].1.total_cmp(&names[*a].1));
    for pair in order.windows(2) {
        let above = names[pair[0]].1;
        let own = &mut names[pair[1]].1;
        *own = own.min(above - gap);
    }
    gap
}

/// The curves in words: each player's points, hand by hand.
fn spoken(game: &Game, curves: &[Vec<i32>], scene: &Scene) -> String {
    let each = game.players.iter().zip(curves).map(|(name, curve)| {
        let last = curve.iter().rev().take(MOST_MARKS).rev();
        let numbers: Vec<String> = last.map(i32::to_string).collect();
        format!("{name} {}", numbers.join(" "))
    });
    let text = each.collect::<Vec<_>>().join(scene.lang.pick("、", ", "));
    T::ChartSpoken.with(scene.lang, &[("text", &text)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::theme::Scheme;

    /// What a person without the green cones sees (Viénot, Brettel and Mollon
    /// 1999), as linear light.
    fn deuteranope(color: Color32) -> [f64; 3] {
        let linear = |value: u8| (f64::from(value) / 255.0).powf(2.2);
        let [r, g, b] = [color.r(), color.g(), color.b()].map(linear);
        [
            0.29275 * r + 0.70725 * g,
            0.29275 * r + 0.70725 * g,
            -0.02234 * r + 0.02234 * g + b,
        ]
    }

    /// Lightness (0 … 100) and the one hue that is left, yellow against blue.
    fn seen(color: Color32) -> [f64; 2] {
        let [r, g, b] = deuteranope(color);
        let root = |light: f64| light.max(0.0).cbrt();
        let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        [
            116.0 * root(luminance) - 16.0,
            200.0 * (root(luminance) - root(b)),
        ]
    }

    #[test]
    fn a_deuteranope_tells_the_lines_apart() {
        for scheme in Scheme::ALL {
            let palette = scheme.palette();
            let mut all = colors(palette).to_vec();
            all.push(palette.panel);
            for (at, one) in all.iter().enumerate() {
                for other in &all[..at] {
                    let ([a, b], [c, d]) = (seen(*one), seen(*other));
                    let apart = (a - c).hypot(b - d);
                    // Just noticeable is about 2.3 in these units.
                    assert!(apart > 12.0, "{scheme:?}: {one:?} {other:?} {apart:.1}");
                }
            }
        }
    }

    #[test]
    fn no_two_lines_look_alike_without_colour() {
        let looks: Vec<Look> = (0..4).map(|at| look(at, Scheme::Dark.palette())).collect();
        for (at, one) in looks.iter().enumerate() {
            for other in &looks[..at] {
                assert_ne!(one.style, other.style);
                assert_ne!(one.mark, other.mark);
            }
        }
    }
}
