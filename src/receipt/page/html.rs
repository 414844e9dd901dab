//! The page as HTML that needs nothing else: pictures are in it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _};

use super::ink::Tiles;
use super::{Cell, Page, Row, typed};
use crate::lang::html as escape;
use crate::tile::Tile;

/// Width of the tile pictures in pixels; shown at less than half of it.
const TILE: usize = 72;
const JPEG_QUALITY: u8 = 88;
/// What A4 leaves within its margins, in millimetres: the height (with a little
/// to spare, since letters differ from machine to machine) and the width.
const PAPER: f32 = 258.0;
const WIDTH: f32 = 188.0;

const STYLE: &str = "@page{size:A4;margin:11mm}\
*{box-sizing:border-box}\
body{font:9.5pt/1.35 'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic',Meiryo,sans-serif;\
color:#111;background:#fff;margin:0 auto;padding:1mm 0}.why{margin:.5mm 0;font-size:8pt;color:#555}\
h1{font-size:15pt;margin:0 0 1mm}h2{font-size:10pt;margin:2.5mm 0 1mm;border-bottom:.3mm solid #888}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 3mm;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}\
.verdict{font-weight:700;padding:1mm 2mm;border:.5mm solid #1c764a;margin:2mm 0}\
.verdict.no{border:.5mm dashed #b33}\
.photo{display:block;max-width:100%;max-height:62mm;margin:2mm auto}\
.hand{display:flex;flex-wrap:wrap;gap:1mm 4mm;align-items:flex-end}\
.group{display:inline-flex;flex-direction:column}.group small{color:#555}.tiles{display:inline-flex}\
figure{margin:0 .2mm;text-align:center;font-size:7pt}figure svg{width:7.4mm;display:block}\
figure.win{margin-left:2mm}figure.marked figcaption{outline:.4mm dashed #d06a00;font-weight:700}\
table{border-collapse:collapse;width:100%}td,th{padding:.25mm 1.5mm;text-align:left;vertical-align:middle;border-bottom:.1mm solid #ddd}\
td.n{text-align:right;white-space:nowrap}td.rule{color:#555;font-size:7.5pt}td svg{width:4.2mm;vertical-align:middle}\
.total{font-weight:700;font-size:12pt;margin:1mm 0}.two{display:grid;grid-template-columns:1fr 2fr;gap:6mm}\
ul{margin:0;padding-left:4mm}.cites{font-size:7.5pt}.cites dt{max-width:60mm;overflow-wrap:anywhere}\
tr.differs td{font-weight:700}\
.sign{display:grid;grid-template-columns:1fr 1fr;gap:10mm;margin-top:7mm}.sign div{border-top:.3mm solid #111;color:#555;font-size:8pt}";

impl Page {
    /// The page as one HTML file.
    pub fn html(&self) -> String {
        let mut out = String::new();
        let (lang, title) = (self.lang, escape(&self.title));
        let zoom = (PAPER / self.height()).min(1.0);
        let width = WIDTH / zoom;
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            out,
            "<!doctype html>\n<html lang={lang}><head><meta charset=utf-8>\
             <meta name=viewport content=\"width=device-width\"><title>karasu: {title}</title>\
             <style>{STYLE}</style></head><body style=\"zoom:{zoom:.3};max-width:{width:.0}mm\">\n<h1>karasu — {title}</h1>\n"
        );
        self.head(&mut out);
        pictures(&mut out, &self.shown());
        self.hand(&mut out);
        self.count_out(&mut out);
        self.rest(&mut out);
        out.push_str("</body></html>\n");
        out
    }

    /// About how high the page is at its full size, in millimetres.
    fn height(&self) -> f32 {
        let photo = if self.photo.is_some() { 64.0 } else { 0.0 };
        let rows = (self.rows.len() + self.chips.len()) as f32 * 6.3;
        let doubts = self.doubts.iter().map(|line| line.chars().count() / 60 + 1);
        let doubts = doubts.sum::<usize>() as f32 * 4.6 + 9.0;
        let payments = (self.payments.len() as f32 * 5.3 + 9.0).max(doubts);
        let compared = match self.compared.len() {
            0 => 0.0,
            rows => (rows + self.refused.len()) as f32 * 5.3 + 8.0,
        };
        let cites = self.cites.iter().map(|(cite, _)| cite.len() / 45 + 1);
        let cites = cites.sum::<usize>() as f32 * 3.7 + 8.0;
        98.0 + photo + rows + payments + compared + cites
    }

    /// The tiles that stand on the page.
    fn shown(&self) -> BTreeSet<Tile> {
        let hand = self.groups.iter().flat_map(|group| &group.cells);
        let rows = self.rows.iter().chain(&self.chips);
        let rows = rows.flat_map(|row| row.tiles.iter().copied());
        hand.map(|cell| cell.tile).chain(rows).collect()
    }

    fn section(&self, out: &mut String, ja: &str, en: &str) {
        let _ = writeln!(out, "<h2>{}</h2>", self.lang.pick(ja, en));
    }

    fn head(&self, out: &mut String) {
        out.push_str("<dl>");
        for (name, text) in &self.facts {
            let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(text));
        }
        out.push_str("</dl>\n");
        let (agrees, text) = &self.verdict;
        let class = if *agrees { "verdict" } else { "verdict no" };
        let _ = writeln!(out, "<p class=\"{class}\">{}</p>", escape(text));
        if let Some(photo) = &self.photo {
            let mut bytes = Vec::new();
            let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
            let (width, height) = photo.dimensions();
            let kind = ExtendedColorType::Rgb8;
            // Into memory, of a size that JPEG knows.
            if encoder
                .write_image(photo.as_raw(), width, height, kind)
                .is_ok()
            {
                let data = BASE64_STANDARD.encode(bytes);
                let alt = self
                    .lang
                    .pick("番号を付けた写真", "the photo with numbered tiles");
                let _ = writeln!(
                    out,
                    "<img class=photo alt=\"{alt}\" src=\"data:image/jpeg;base64,{data}\">"
                );
            }
        }
    }

    fn hand(&self, out: &mut String) {
        out.push_str("<div class=hand>");
        for group in &self.groups {
            let _ = write!(
                out,
                "<div class=group><small>{}</small><div class=tiles>",
                escape(&group.label)
            );
            for cell in &group.cells {
                figure(out, cell);
            }
            out.push_str("</div></div>");
        }
        out.push_str("</div>\n");
    }

    fn count_out(&self, out: &mut String) {
        self.section(out, "点数えあげ", "Count");
        table(out, &self.rows);
        let _ = writeln!(out, "<p class=total>{}</p>", escape(&self.total));
        if !self.chips.is_empty() {
            table(out, &self.chips);
        }
    }

    fn rest(&self, out: &mut String) {
        out.push_str("<div class=two><div>");
        self.section(out, "支払い", "Payments");
        out.push_str("<table>");
        for (person, points, chips) in &self.payments {
            let person = escape(person);
            let _ = write!(out, "<tr><td>{person}</td><td class=n>{points}</td>");
            if !chips.is_empty() {
                let _ = write!(out, "<td class=n>{chips}</td>");
            }
            out.push_str("</tr>");
        }
        out.push_str("</table></div><div>");
        self.section(
            out,
            "争いになる牌と、ほかの読み",
            "Tiles in dispute, and other readings",
        );
        list(out, &self.doubts, self.nothing());
        out.push_str("</div></div>\n");
        if !self.compared.is_empty() {
            self.section(out, "ほかのルールでは", "Under other rules");
            out.push_str("<table>");
            for row in &self.compared {
                let head = row.name.is_empty();
                let mark = row.differs() && !head;
                let class = if mark { " class=differs" } else { "" };
                let sign = if mark { "≠ " } else { "" };
                let _ = write!(out, "<tr{class}><td>{sign}{}</td>", escape(&row.name));
                for cell in &row.cells {
                    let _ = write!(out, "<td class=n>{}</td>", escape(cell));
                }
                out.push_str("</tr>");
            }
            out.push_str("</table>\n");
            for line in &self.refused {
                let _ = write!(out, "<p class=why>{}</p>", escape(line));
            }
        }
        self.section(out, "根拠のルール", "Rules cited");
        out.push_str("<dl class=cites>");
        for (cite, text) in &self.cites {
            let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(cite), escape(text));
        }
        let (one, two) = self.signs();
        let _ = writeln!(
            out,
            "</dl>\n<div class=sign><div>{one}</div><div>{two}</div></div>"
        );
    }
}

fn figure(out: &mut String, cell: &Cell) {
    let class = match (cell.win, cell.marked) {
        (true, true) => "win marked",
        (true, false) => "win",
        (false, true) => "marked",
        (false, false) => "",
    };
    let number = cell
        .number
        .map_or_else(|| "+".to_owned(), |n| n.to_string());
    let mark = if cell.marked { "!" } else { "" };
    let picture = picture(cell.tile);
    let _ = write!(
        out,
        "<figure class=\"{class}\">{picture}<figcaption>{number}{mark}</figcaption></figure>"
    );
}

fn table(out: &mut String, rows: &[Row]) {
    out.push_str("<table>");
    for row in rows {
        let _ = write!(
            out,
            "<tr><td>{}</td><td class=n>{}</td><td class=n>{}</td><td title=\"{}\">",
            escape(&row.name),
            escape(&row.value),
            row.so_far,
            typed(&row.tiles)
        );
        for tile in &row.tiles {
            out.push_str(&picture(*tile));
        }
        let _ = write!(out, "</td><td class=rule>{}</td></tr>", escape(&row.rule));
    }
    out.push_str("</table>\n");
}

fn list(out: &mut String, lines: &[String], nothing: &str) {
    if lines.is_empty() {
        let _ = write!(out, "<p>{nothing}</p>");
        return;
    }
    out.push_str("<ul>");
    for line in lines {
        let _ = write!(out, "<li>{}</li>", escape(line));
    }
    out.push_str("</ul>");
}

fn picture(tile: Tile) -> String {
    format!(
        "<svg viewBox=\"0 0 3 4\" role=img aria-label=\"{tile}\"><use href=\"#t{tile}\"/></svg>"
    )
}

/// Every picture of the page once; the page refers to them by name.
fn pictures(out: &mut String, shown: &BTreeSet<Tile>) {
    let mut tiles = Tiles::new();
    out.push_str("<svg width=0 height=0 style=\"position:absolute\">");
    for &tile in shown {
        let picture = tiles.picture(tile, TILE);
        let mut bytes = Vec::new();
        let encoder = PngEncoder::new(&mut bytes);
        let (width, height) = (picture.w as u32, picture.h as u32);
        // Into memory: it cannot fail.
        let _ = encoder.write_image(&picture.rgba, width, height, ExtendedColorType::Rgba8);
        let data = BASE64_STANDARD.encode(bytes);
        let _ = write!(
            out,
            "<symbol id=t{tile} viewBox=\"0 0 3 4\"><image width=3 height=4 \
             href=\"data:image/png;base64,{data}\"/></symbol>"
        );
    }
    out.push_str("</svg>\n");
}
