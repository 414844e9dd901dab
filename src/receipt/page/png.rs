//! The page as a picture, A4 at 150 dots an inch.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _, Rgb, RgbImage, imageops};
use imageproc::drawing::{draw_filled_rect_mut, draw_hollow_rect_mut};
use imageproc::rect::Rect;

use super::ink::{Ink, Tiles};
use super::{Page, Row};

const WIDTH: u32 = 1240;
const HEIGHT: u32 = 1754;
const MARGIN: f32 = 70.0;
/// Sizes of letters to try, as a share of the usual ones, until all of it fits.
const SHARES: [f32; 6] = [1.0, 0.92, 0.84, 0.76, 0.68, 0.6];

const PAPER: Rgb<u8> = Rgb([255, 255, 255]);
const BLACK: Rgb<u8> = Rgb([17, 17, 17]);
const QUIET: Rgb<u8> = Rgb([90, 90, 90]);
const LINE: Rgb<u8> = Rgb([200, 200, 200]);
const GOOD: Rgb<u8> = Rgb([28, 118, 74]);
const BAD: Rgb<u8> = Rgb([179, 51, 51]);
const DOUBT: Rgb<u8> = Rgb([208, 106, 0]);

impl Page {
    /// The page as a PNG file. What does not fit in the smallest letters is
    /// cut off at the foot; a hand has never been that long.
    pub fn png(&self) -> Vec<u8> {
        let mut sheet = Sheet::new(1.0);
        for share in SHARES {
            sheet = Sheet::new(share);
            sheet.set(self);
            if sheet.y <= HEIGHT as f32 - MARGIN {
                break;
            }
        }
        let mut bytes = Vec::new();
        // Into memory: it cannot fail.
        let _ = PngEncoder::new(&mut bytes).write_image(
            sheet.paper.as_raw(),
            WIDTH,
            HEIGHT,
            ExtendedColorType::Rgb8,
        );
        bytes
    }
}

/// Paper that is being set from the top down.
struct Sheet {
    paper: RgbImage,
    regular: Ink,
    bold: Ink,
    tiles: Tiles,
    share: f32,
    /// The next line's top.
    y: f32,
}

impl Sheet {
    fn new(share: f32) -> Sheet {
        Sheet {
            paper: RgbImage::from_pixel(WIDTH, HEIGHT, PAPER),
            regular: Ink::regular(),
            bold: Ink::bold(),
            tiles: Tiles::new(),
            share,
            y: MARGIN,
        }
    }

    fn size(&self, usual: f32) -> f32 {
        usual * self.share
    }

    /// Width between the margins.
    const fn room() -> f32 {
        WIDTH as f32 - 2.0 * MARGIN
    }

    fn set(&mut self, page: &Page) {
        self.bold_line(&format!("karasu — {}", page.title), 34.0);
        self.y += self.size(6.0);
        for (name, text) in &page.facts {
            self.fact(name, text);
        }
        self.verdict(page);
        if let Some(photo) = &page.photo {
            self.photo(photo);
        }
        self.hand(page);
        self.head(page.lang.pick("点数えあげ", "Count"));
        self.rows(&page.rows);
        self.y += self.size(6.0);
        self.bold_line(&page.total, 27.0);
        self.rows(&page.chips);
        self.payments(page);
        self.doubts(page);
        self.compared(page);
        self.cites(page);
        self.signs(page);
    }

    fn bold_line(&mut self, text: &str, usual: f32) {
        let size = self.size(usual);
        let at = (MARGIN, self.y);
        self.bold.draw(&mut self.paper, at, size, text, BLACK);
        self.y += size * 1.25;
    }

    fn head(&mut self, text: &str) {
        self.y += self.size(12.0);
        self.bold_line(text, 22.0);
        self.rule(QUIET);
        self.y += self.size(5.0);
    }

    fn rule(&mut self, ink: Rgb<u8>) {
        let line = Rect::at(MARGIN as i32, self.y as i32).of_size(Sheet::room() as u32, 1);
        draw_filled_rect_mut(&mut self.paper, line, ink);
    }

    fn fact(&mut self, name: &str, text: &str) {
        let size = self.size(20.0);
        let indent = self.size(130.0);
        let at = (MARGIN, self.y);
        self.regular.draw(&mut self.paper, at, size, name, QUIET);
        self.paragraph(text, 20.0, indent, BLACK);
    }

    /// A text over as many lines as it needs.
    fn paragraph(&mut self, text: &str, usual: f32, indent: f32, ink: Rgb<u8>) {
        let size = self.size(usual);
        for line in self.regular.wrap(text, size, Sheet::room() - indent) {
            let at = (MARGIN + indent, self.y);
            self.regular.draw(&mut self.paper, at, size, &line, ink);
            self.y += size * 1.28;
        }
    }

    fn verdict(&mut self, page: &Page) {
        let (agrees, text) = &page.verdict;
        let ink = if *agrees { GOOD } else { BAD };
        let size = self.size(22.0);
        self.y += self.size(10.0);
        let (top, pad) = (self.y, self.size(8.0));
        self.y += pad;
        for line in self.bold.wrap(text, size, Sheet::room() - 2.0 * pad) {
            let at = (MARGIN + pad, self.y);
            self.bold.draw(&mut self.paper, at, size, &line, BLACK);
            self.y += size * 1.28;
        }
        self.y += pad * 0.6;
        let height = (self.y - top) as u32;
        for thick in 0..3 {
            let frame = Rect::at(MARGIN as i32 + thick, top as i32 + thick).of_size(
                Sheet::room() as u32 - 2 * thick as u32,
                height.saturating_sub(2 * thick as u32).max(1),
            );
            draw_hollow_rect_mut(&mut self.paper, frame, ink);
        }
        self.y += self.size(10.0);
    }

    fn photo(&mut self, photo: &RgbImage) {
        let most = (Sheet::room(), self.size(430.0));
        let (width, height) = (photo.width() as f32, photo.height() as f32);
        let factor = (most.0 / width).min(most.1 / height).min(1.0);
        let side = |n: f32| ((n * factor).round() as u32).max(1);
        let kind = imageops::FilterType::Triangle;
        let small = imageops::resize(photo, side(width), side(height), kind);
        let left = (WIDTH - small.width().min(WIDTH)) / 2;
        imageops::replace(&mut self.paper, &small, i64::from(left), self.y as i64);
        self.y += small.height() as f32 + self.size(12.0);
    }

    fn hand(&mut self, page: &Page) {
        let wide = self.size(50.0).round();
        let (label, small) = (self.size(16.0), self.size(17.0));
        let high = label * 1.3 + wide * 4.0 / 3.0 + small * 1.4;
        let mut x = MARGIN;
        for group in &page.groups {
            let width = group.cells.len() as f32 * (wide + 3.0) + self.size(34.0);
            if x > MARGIN && x + width > WIDTH as f32 - MARGIN {
                x = MARGIN;
                self.y += high;
            }
            let at = (x, self.y);
            self.regular
                .draw(&mut self.paper, at, label, &group.label, QUIET);
            for cell in &group.cells {
                if cell.win && group.cells.len() > 1 {
                    x += self.size(12.0);
                }
                let top = self.y + label * 1.3;
                self.tiles
                    .lay(&mut self.paper, (x, top), cell.tile, wide as usize);
                let number = cell
                    .number
                    .map_or_else(|| "+".to_owned(), |n| n.to_string());
                let mark = if cell.marked { "!" } else { "" };
                let text = format!("{number}{mark}");
                let ink = if cell.marked { DOUBT } else { QUIET };
                let centre = x + (wide - self.bold.width(&text, small)) / 2.0;
                let at = (centre, top + wide * 4.0 / 3.0 + 1.0);
                self.bold.draw(&mut self.paper, at, small, &text, ink);
                x += wide + 3.0;
            }
            x += self.size(22.0);
        }
        self.y += high;
    }

    /// Lines with their value, the count so far, their tiles and their rule.
    fn rows(&mut self, rows: &[Row]) {
        let size = self.size(20.0);
        let tile = self.size(22.0).round();
        let high = (tile * 4.0 / 3.0).max(size) + self.size(5.0);
        let rule = self.size(14.0);
        for row in rows {
            let down = (high - size) / 2.0 - self.size(2.0);
            let at = |x: f32| (MARGIN + x * self.share.max(0.8), self.y + down);
            let paper = &mut self.paper;
            self.regular.draw(paper, at(0.0), size, &row.name, BLACK);
            self.regular.draw(paper, at(300.0), size, &row.value, BLACK);
            self.bold.draw(paper, at(400.0), size, &row.so_far, BLACK);
            let mut x = at(460.0).0;
            for &face in &row.tiles {
                self.tiles.lay(paper, (x, self.y), face, tile as usize);
                x += tile + 1.0;
            }
            let x = x.max(at(600.0).0) + 10.0;
            let room = WIDTH as f32 - MARGIN - x;
            let lines = self.regular.wrap(&row.rule, rule, room);
            for (n, line) in lines.iter().take(2).enumerate() {
                let middle = if lines.len() > 1 { 0.0 } else { rule / 2.0 };
                let at = (x, self.y + middle + n as f32 * rule * 1.05);
                self.regular.draw(paper, at, rule, line, QUIET);
            }
            self.y += high;
            self.rule(LINE);
            self.y += 2.0;
        }
    }

    fn payments(&mut self, page: &Page) {
        self.head(page.lang.pick("支払い", "Payments"));
        let size = self.size(22.0);
        let step = Sheet::room() / page.payments.len().max(1) as f32;
        for (at, (person, points, chips)) in page.payments.iter().enumerate() {
            let chips = match chips.is_empty() {
                true => String::new(),
                false => format!("  {chips}"),
            };
            let x = MARGIN + at as f32 * step;
            let at = (x, self.y);
            let name = format!("{person}  ");
            self.regular.draw(&mut self.paper, at, size, &name, BLACK);
            let at = (x + self.regular.width(&name, size), self.y);
            let paid = format!("{points}{chips}");
            self.bold.draw(&mut self.paper, at, size, &paid, BLACK);
        }
        self.y += size * 1.3;
    }

    fn doubts(&mut self, page: &Page) {
        self.head(page.lang.pick(
            "争いになる牌と、ほかの読み",
            "Tiles in dispute, and other readings",
        ));
        if page.doubts.is_empty() {
            self.paragraph(page.nothing(), 18.0, 0.0, QUIET);
        }
        for line in &page.doubts {
            let at = (MARGIN, self.y);
            let size = self.size(18.0);
            self.regular.draw(&mut self.paper, at, size, "・", BLACK);
            self.paragraph(line, 18.0, size, BLACK);
        }
    }

    fn compared(&mut self, page: &Page) {
        if page.compared.is_empty() {
            return;
        }
        self.head(page.lang.pick("ほかのルールでは", "Under other rules"));
        let size = self.size(18.0);
        for row in &page.compared {
            let mark = row.differs() && !row.name.is_empty();
            let ink = if mark { &self.bold } else { &self.regular };
            let sign = if mark { "≠ " } else { "" };
            let name = format!("{sign}{}", row.name);
            ink.draw(&mut self.paper, (MARGIN, self.y), size, &name, BLACK);
            let step = (Sheet::room() - 420.0) / row.cells.len().max(1) as f32;
            for (at, cell) in row.cells.iter().enumerate() {
                let x = MARGIN + 420.0 + at as f32 * step;
                ink.draw(&mut self.paper, (x, self.y), size, cell, BLACK);
            }
            self.y += size * 1.3;
        }
        for line in &page.refused {
            self.paragraph(line, 15.0, 0.0, QUIET);
        }
    }

    fn cites(&mut self, page: &Page) {
        self.head(page.lang.pick("根拠のルール", "Rules cited"));
        for (cite, text) in &page.cites {
            self.paragraph(&format!("[{cite}] {text}"), 14.0, 0.0, QUIET);
        }
    }

    fn signs(&mut self, page: &Page) {
        let size = self.size(15.0);
        self.y += self.size(50.0);
        let half = Sheet::room() / 2.0 - 30.0;
        let (one, two) = page.signs();
        for (x, text) in [(MARGIN, one), (MARGIN + half + 60.0, two)] {
            let line = Rect::at(x as i32, self.y as i32).of_size(half as u32, 1);
            draw_filled_rect_mut(&mut self.paper, line, BLACK);
            let at = (x, self.y + 3.0);
            self.regular.draw(&mut self.paper, at, size, text, QUIET);
        }
        self.y += size * 1.3;
    }
}
