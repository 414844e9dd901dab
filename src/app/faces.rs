//! Tile pictures, drawn with shapes and the shipped font.

use eframe::egui::{
    self, Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    Vec2, pos2, vec2,
};

use crate::app::fonts;
use crate::app::pips::{self, Ink};
use crate::app::theme::Palette;
use crate::confirm::Doubt;
use crate::tile::{Suit, Tile};

/// Height of a tile for a width of 1.
pub const ASPECT: f32 = 1.36;

/// All characters drawn on tiles, for the test of the fonts.
pub const GLYPHS: &[&str] = &[
    NUMERALS[0],
    NUMERALS[1],
    NUMERALS[2],
    NUMERALS[3],
    NUMERALS[4],
    NUMERALS[5],
    NUMERALS[6],
    NUMERALS[7],
    NUMERALS[8],
    "萬東南西北發中梅蘭菊竹春夏秋冬12345678",
];

const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

const IVORY: Color32 = Color32::from_rgb(0xfb, 0xf8, 0xee);
const EDGE: Color32 = Color32::from_rgb(0xc9, 0xc2, 0xae);
const BACK: Color32 = Color32::from_rgb(0xd9, 0x9a, 0x2b);
const INK: Color32 = Color32::from_rgb(0x1b, 0x2a, 0x33);
const RED: Color32 = Color32::from_rgb(0xc4, 0x2b, 0x2b);
const GREEN: Color32 = Color32::from_rgb(0x1c, 0x76, 0x4a);
const BLUE: Color32 = Color32::from_rgb(0x25, 0x55, 0x9a);

/// Draws a tile into a rectangle; `faded` for tiles that are out of play.
pub fn paint(painter: &Painter, rect: Rect, tile: Tile, faded: bool) {
    let radius = CornerRadius::from((rect.width() * 0.12).max(2.0));
    let thickness = rect.height() * 0.045;
    painter.rect_filled(rect, radius, if tile == Tile::BACK { EDGE } else { BACK });
    let face = Rect::from_min_max(rect.min, rect.max - vec2(0.0, thickness));
    let fill = if tile == Tile::BACK { BACK } else { IVORY };
    painter.rect(
        face,
        radius,
        fill,
        Stroke::new(0.8, EDGE),
        StrokeKind::Inside,
    );
    let art = Art {
        painter,
        area: face.shrink2(vec2(face.width() * 0.11, face.height() * 0.09)),
        red: tile.is_red(),
    };
    match tile.suit() {
        Suit::Man => art.man(tile.rank()),
        Suit::Pin => art.pin(tile.rank()),
        Suit::Sou => art.sou(tile.rank()),
        Suit::Honor => art.honor(tile),
        Suit::Flower => art.flower(tile),
        Suit::Back => art.back(),
    }
    if tile.is_red() {
        let dot = pos2(
            face.right() - face.width() * 0.13,
            face.top() + face.width() * 0.13,
        );
        painter.circle_filled(dot, face.width() * 0.065, RED);
    }
    if faded {
        painter.rect_filled(rect, radius, Color32::from_black_alpha(120));
    }
}

/// Draws the outline that tells how far a tile is trusted: solid, dashed or
/// dotted.
pub fn outline(painter: &Painter, rect: Rect, doubt: Doubt, stroke: Stroke) {
    let mut corners = vec![
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
    ];
    corners.push(corners[0]);
    polyline(painter, &corners, doubt, stroke);
}

/// As [`outline`], round any closed line of points.
pub fn polyline(painter: &Painter, points: &[Pos2], doubt: Doubt, stroke: Stroke) {
    match doubt {
        Doubt::Sure => {
            painter.add(Shape::line(points.to_vec(), stroke));
        }
        Doubt::Unsure => {
            let dash = stroke.width * 3.2;
            painter.extend(Shape::dashed_line(points, stroke, dash, dash * 0.75));
        }
        Doubt::Weak => {
            let gap = stroke.width * 2.6;
            painter.extend(Shape::dotted_line(
                points,
                stroke.color,
                gap,
                stroke.width * 0.62,
            ));
        }
    }
}

/// The colour a doubt is drawn in; sure tiles have a quiet outline.
pub fn outline_stroke(palette: &Palette, doubt: Doubt, width: f32) -> Stroke {
    Stroke::new(width, palette.doubt(doubt))
}

struct Art<'a> {
    painter: &'a Painter,
    area: Rect,
    red: bool,
}

impl Art<'_> {
    /// A point of the face: `0..1` across and down.
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.area.min + self.area.size() * vec2(x, y)
    }

    /// The colour, or red on a red five.
    fn ink(&self, color: Color32) -> Color32 {
        if self.red { RED } else { color }
    }

    fn glyph(&self, at: (f32, f32), size: f32, text: &str, color: Color32) {
        self.painter.text(
            self.at(at),
            Align2::CENTER_CENTER,
            text,
            FontId::new(size * self.area.width(), fonts::bold()),
            color,
        );
    }

    fn man(&self, rank: u8) {
        let numeral = NUMERALS[usize::from(rank.clamp(1, 9)) - 1];
        self.glyph((0.5, 0.25), 0.62, numeral, self.ink(INK));
        self.glyph((0.5, 0.73), 0.66, "萬", RED);
    }

    fn honor(&self, tile: Tile) {
        match tile {
            Tile::HAKU => {
                let frame = self.area.shrink(self.area.width() * 0.06);
                let stroke = Stroke::new(self.area.width() * 0.07, BLUE);
                self.painter
                    .rect_stroke(frame, 2.0, stroke, StrokeKind::Inside);
            }
            Tile::HATSU => self.glyph((0.5, 0.48), 0.92, "發", GREEN),
            Tile::CHUN => self.glyph((0.5, 0.48), 0.92, "中", RED),
            wind => self.glyph((0.5, 0.48), 0.92, wind.name_ja(), INK),
        }
    }

    fn flower(&self, tile: Tile) {
        let color = if tile.rank() <= 4 { GREEN } else { RED };
        self.glyph((0.5, 0.58), 0.74, tile.name_ja(), color);
        let number = ["1", "2", "3", "4", "5", "6", "7", "8"];
        let label = number[usize::from(tile.rank().clamp(1, 8)) - 1];
        self.glyph((0.12, 0.1), 0.26, label, INK);
    }

    fn back(&self) {
        let line = Stroke::new(1.0, Color32::from_rgb(0xb4, 0x78, 0x12));
        let frame = self.area.shrink(1.0);
        self.painter
            .rect_stroke(frame, 2.0, line, StrokeKind::Inside);
        let centre = self.area.center();
        let half = self.area.size() * 0.28;
        let diamond = vec![
            centre - vec2(0.0, half.y),
            centre + vec2(half.x, 0.0),
            centre + vec2(0.0, half.y),
            centre - vec2(half.x, 0.0),
        ];
        self.painter.add(Shape::closed_line(diamond, line));
    }

    fn pin(&self, rank: u8) {
        if rank == 1 {
            let (centre, r) = (self.at((0.5, 0.5)), self.area.width() * 0.42);
            for (part, color) in [
                (1.0, GREEN),
                (0.8, IVORY),
                (0.66, BLUE),
                (0.4, IVORY),
                (0.27, RED),
            ] {
                self.painter.circle_filled(centre, r * part, color);
            }
            return;
        }
        let r = self.area.width() * if rank <= 5 { 0.185 } else { 0.15 };
        for (index, &at) in pips::dots(rank).iter().enumerate() {
            let color = self.ink(match pips::disc_ink(rank, index) {
                Ink::Green => GREEN,
                Ink::Red => RED,
                Ink::Blue => BLUE,
            });
            let centre = self.at(at);
            self.painter.circle_filled(centre, r, color);
            self.painter.circle_filled(centre, r * 0.62, IVORY);
            self.painter.circle_filled(centre, r * 0.34, color);
        }
    }

    fn sou(&self, rank: u8) {
        if rank == 1 {
            return self.bird();
        }
        let length = self.area.height() * if rank <= 5 { 0.34 } else { 0.27 };
        for (index, &(x, y, lean)) in pips::sticks(rank).iter().enumerate() {
            let red = self.red || matches!((rank, index), (5, 2) | (7, 0) | (9, 1 | 4 | 7));
            let color = if red { RED } else { GREEN };
            self.stick(self.at((x, y)), length, lean, color);
        }
    }

    fn stick(&self, centre: Pos2, length: f32, lean: f32, color: Color32) {
        let width = self.area.width() * 0.105;
        let half = Vec2::angled(lean + std::f32::consts::FRAC_PI_2) * (length / 2.0 - width / 2.0);
        let ends = [centre - half, centre + half];
        self.painter.line_segment(ends, Stroke::new(width, color));
        for end in [ends[0], centre, ends[1]] {
            self.painter.circle_filled(end, width * 0.62, color);
        }
        self.painter.circle_filled(centre, width * 0.22, IVORY);
    }

    /// The 1 of bamboo is a bird; ours is a crow with a sharp eye.
    fn bird(&self) {
        let u = self.area.width();
        let p = |x, y| self.at((x, y));
        let tail = vec![p(0.42, 0.62), p(0.02, 0.98), p(0.2, 0.98), p(0.56, 0.76)];
        self.painter
            .add(Shape::convex_polygon(tail, BLUE, Stroke::NONE));
        let body = egui::epaint::EllipseShape::filled(p(0.5, 0.56), vec2(0.25, 0.3) * u, GREEN);
        self.painter.add(body);
        let wing = egui::epaint::EllipseShape::filled(p(0.42, 0.6), vec2(0.13, 0.24) * u, BLUE);
        self.painter.add(wing);
        self.painter.circle_filled(p(0.62, 0.25), 0.17 * u, GREEN);
        let beak = vec![p(0.76, 0.18), p(1.0, 0.29), p(0.74, 0.32)];
        self.painter
            .add(Shape::convex_polygon(beak, RED, Stroke::NONE));
        self.painter.circle_filled(p(0.66, 0.23), 0.06 * u, IVORY);
        self.painter.circle_filled(p(0.67, 0.23), 0.03 * u, INK);
        for x in [0.5, 0.64] {
            self.painter
                .line_segment([p(x, 0.76), p(x + 0.04, 0.98)], Stroke::new(0.05 * u, RED));
        }
    }
}
