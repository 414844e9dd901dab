//! One tile as a widget: a button that screen readers and tests find by name.

use eframe::egui::{self, Id, Rect, Response, Sense, Stroke, Ui, Vec2, vec2};

use crate::app::faces;
use crate::app::text::T;
use crate::app::theme::Palette;
use crate::confirm::{Doubt, TileId};
use crate::lang::Lang;
use crate::tile::Tile;

/// How a tile is to look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Its face.
    pub tile: Tile,
    /// How far it is trusted.
    pub doubt: Doubt,
    /// It is under the cursor.
    pub selected: bool,
    /// It is the winning tile.
    pub win: bool,
    /// It is out of play.
    pub faded: bool,
    /// A line of the score points at it.
    pub pointed: bool,
}

impl Look {
    /// A sure tile with nothing special about it.
    pub fn plain(tile: Tile) -> Look {
        Look {
            tile,
            doubt: Doubt::Sure,
            selected: false,
            win: false,
            faded: false,
            pointed: false,
        }
    }
}

/// The widget's name within egui, so that the keyboard can be put on it.
pub fn id(tile: TileId) -> Id {
    Id::unique(("tile", tile))
}

/// The size of a tile of a width, with the room round it for its marks.
pub fn size(width: f32) -> Vec2 {
    vec2(width, width * faces::ASPECT) + vec2(6.0, 8.0)
}

/// The name of a tile in a language: 五萬 or `5m`.
pub fn name(tile: Tile, lang: Lang) -> &'static str {
    lang.pick(tile.name_ja(), tile.code())
}

/// Draws a tile of a draft and makes it clickable and draggable.
pub fn draft_tile(
    ui: &mut Ui,
    palette: &Palette,
    tile_id: TileId,
    width: f32,
    look: Look,
    label: &str,
) -> Response {
    let (rect, _) = ui.allocate_exact_size(size(width), Sense::hover());
    let response = ui.interact(rect, id(tile_id), Sense::click_and_drag());
    response.dnd_set_drag_payload(tile_id);
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, look.selected, label));
    paint(ui, palette, rect, look, response.hovered());
    response.on_hover_text(label)
}

/// Draws a tile that can be chosen.
pub fn choice(ui: &mut Ui, palette: &Palette, width: f32, look: Look, label: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(size(width), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
    let mut shown = look;
    shown.selected |= response.has_focus();
    paint(ui, palette, rect, shown, response.hovered());
    response.on_hover_text(label)
}

/// Draws a tile that does nothing.
pub fn still(ui: &mut Ui, width: f32, tile: Tile) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, width * faces::ASPECT), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, tile.code()));
    faces::paint(ui.painter(), rect, tile, false);
}

fn paint(ui: &Ui, palette: &Palette, rect: Rect, look: Look, hovered: bool) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    let lift = if look.selected || hovered { 2.0 } else { 0.0 };
    let face = rect.shrink2(vec2(3.0, 4.0)).translate(vec2(0.0, -lift));
    let painter = ui.painter();
    faces::paint(painter, face, look.tile, look.faded);
    if look.doubt != Doubt::Sure {
        let stroke = faces::outline_stroke(palette, look.doubt, 2.5);
        faces::outline(painter, face.expand(1.0), look.doubt, stroke);
    }
    if look.selected {
        painter.rect_stroke(
            rect.translate(vec2(0.0, -lift)),
            6.0,
            Stroke::new(2.5, palette.accent),
            egui::StrokeKind::Inside,
        );
    }
    if look.pointed {
        let stroke = Stroke::new(2.5, palette.gain);
        painter.rect_stroke(face.expand(1.5), 5.0, stroke, egui::StrokeKind::Outside);
    }
    if look.win {
        win_mark(painter, palette, face);
    }
}

/// A small flag under the winning tile.
fn win_mark(painter: &egui::Painter, palette: &Palette, face: Rect) {
    let centre = face.center_bottom() + vec2(0.0, 5.0);
    let half = face.width() * 0.2;
    let flag = vec![
        centre + vec2(-half, 0.0),
        centre + vec2(0.0, -half * 1.1),
        centre + vec2(half, 0.0),
    ];
    painter.add(egui::Shape::convex_polygon(
        flag,
        palette.gain,
        Stroke::new(1.0, palette.ground),
    ));
}

/// What a screen reader says of a tile of the draft.
pub fn describe(place: &str, number: usize, look: Look, lang: Lang) -> String {
    let mut text = T::TileLabel.with(
        lang,
        &[
            ("zone", place),
            ("n", &number.to_string()),
            ("tile", name(look.tile, lang)),
        ],
    );
    let doubt = match look.doubt {
        Doubt::Sure => None,
        Doubt::Unsure => Some(T::Unsure),
        Doubt::Weak => Some(T::Weak),
    };
    for word in doubt.into_iter().chain(look.win.then_some(T::WinningTile)) {
        text.push_str(lang.pick("、", ", "));
        text.push_str(word.get(lang));
    }
    text
}
