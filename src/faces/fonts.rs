//! Glyph outlines of many typefaces.
//!
//! A few small subsets of OFL fonts are part of the program, so faces can be
//! drawn anywhere; training adds whatever free fonts the machine has.

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::path::{Path, Point};

/// Characters that faces, indices and printed clutter are drawn with.
pub const CHARACTERS: &str = "一二三四五伍六七八九萬万東南西北白發発中梅蘭菊竹春夏秋冬\
    0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzのはにをたがで";

/// Characters that are drawn only where a typeface has them.
const RARE: &str = "发龍鳳福財喜漁樵耕讀琴棋書畫";

/// Fonts shipped in the program (licences beside the files).
const EMBEDDED: [(&str, &[u8]); 6] = [
    ("yuji-syuku", include_bytes!("fonts/yuji-syuku-400.ttf")),
    ("yuji-boku", include_bytes!("fonts/yuji-boku-400.ttf")),
    (
        "kaisei-tokumin",
        include_bytes!("fonts/kaisei-tokumin-800.ttf"),
    ),
    (
        "shippori-mincho",
        include_bytes!("fonts/shippori-mincho-800.ttf"),
    ),
    ("zen-antique", include_bytes!("fonts/zen-antique-400.ttf")),
    (
        "lxgw-wenkai-tc",
        include_bytes!("fonts/lxgw-wenkai-tc-700.ttf"),
    ),
];

/// Beginnings of the file names of system fonts that are known to be free
/// for any use (OFL, IPA, Arphic, GPL with font exception, public domain);
/// a system may also hold fonts that are not.
const FREE_SYSTEM_FONTS: [&str; 14] = [
    "NotoSerifCJK-Bold",
    "NotoSerifCJK-Black",
    "NotoSerifCJK-Medium",
    "NotoSansCJK-Bold",
    "NotoSansCJK-Regular",
    "ipam.",
    "ipag.",
    "ukai",
    "uming",
    "bkai00mp",
    "cwkai",
    "HanaMinA",
    "AoyagiKouzan",
    "aoyagi-soseki",
];

/// A folder or file of fonts that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FontError {
    /// A `--fonts` folder that cannot be listed.
    #[error(
        "cannot read the font folder {path}: {source} (name a folder of .ttf, .otf or .ttc files)"
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// One typeface: outlines with y down, the glyph's box scaled so that the
/// em is 1 and its own bounding box starts at (0, 0).
#[derive(Clone, Debug)]
pub struct Typeface {
    /// File name without its ending.
    pub name: String,
    glyphs: BTreeMap<char, Path>,
}

impl Typeface {
    /// Reads the outlines needed; `None` if the data is no usable font or
    /// lacks most of the numerals.
    pub fn parse(name: &str, data: &[u8]) -> Option<Typeface> {
        let font = FontRef::from_index(data, 0).ok()?;
        let (charmap, outlines) = (font.charmap(), font.outline_glyphs());
        let per_em = f32::from(
            font.metrics(Size::unscaled(), LocationRef::default())
                .units_per_em,
        );
        let mut glyphs = BTreeMap::new();
        for character in CHARACTERS.chars().chain(RARE.chars()) {
            let Some(glyph) = charmap.map(character).and_then(|id| outlines.get(id)) else {
                continue;
            };
            let mut pen = Pen::default();
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            if glyph.draw(settings, &mut pen).is_err() {
                continue;
            }
            let path = Path(pen.contours);
            let [x0, y0, x1, _] = path.bounds();
            if x1 > x0 {
                let scale = per_em.recip();
                let moved = path.map(|[x, y]| [(x - x0) * scale, (y - y0) * scale]);
                glyphs.insert(character, moved);
            }
        }
        let name = name.to_owned();
        let numerals = "一二三四六七八九".chars();
        let usable = numerals.clone().all(|c| glyphs.contains_key(&c));
        usable.then_some(Typeface { name, glyphs })
    }

    /// The outline of a character, if this typeface has it.
    pub fn glyph(&self, character: char) -> Option<&Path> {
        self.glyphs.get(&character)
    }
}

/// All typefaces at hand; never empty, and in an order that depends on the
/// files' names only.
#[derive(Clone, Debug)]
pub struct FontBank {
    faces: Vec<Typeface>,
}

impl FontBank {
    /// Only what is in the program.
    pub fn embedded() -> FontBank {
        let faces = EMBEDDED
            .iter()
            .filter_map(|(name, data)| Typeface::parse(name, data));
        FontBank {
            faces: faces.collect(),
        }
    }

    /// Adds every font of these folders (without descending), and the free
    /// ones of the system's font folders if `system` is set.
    ///
    /// # Errors
    /// A folder that cannot be listed; single unusable files are left out.
    pub fn with_folders(folders: &[PathBuf], system: bool) -> Result<FontBank, FontError> {
        let mut files = Vec::new();
        for path in folders {
            let entries = std::fs::read_dir(path).map_err(|source| FontError::Folder {
                path: path.clone(),
                source,
            })?;
            files.extend(entries.flatten().map(|entry| entry.path()));
        }
        if system {
            let mut found = Vec::new();
            descend(FilePath::new("/usr/share/fonts"), &mut found, 6);
            files.extend(found.into_iter().filter(|path| {
                let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
                name.is_some_and(|n| FREE_SYSTEM_FONTS.iter().any(|free| n.starts_with(free)))
            }));
        }
        files.retain(|path| {
            let ending = path.extension().map(|e| e.to_ascii_lowercase());
            ending.is_some_and(|e| ["ttf", "otf", "ttc"].iter().any(|known| e == *known))
        });
        files.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
        let mut bank = FontBank::embedded();
        for path in files {
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
            let (Some(stem), Ok(data)) = (stem, std::fs::read(&path)) else {
                continue;
            };
            bank.faces.extend(Typeface::parse(&stem, &data));
        }
        Ok(bank)
    }

    /// Number of typefaces.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// Whether there is none (never so).
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.faces.iter().map(|face| face.name.as_str())
    }

    /// A character in the given typeface, or in the next one that has it.
    pub fn glyph(&self, face: usize, character: char) -> Option<&Path> {
        let n = self.faces.len();
        (0..n).find_map(|step| self.faces[(face + step) % n].glyph(character))
    }
}

fn descend(folder: &FilePath, found: &mut Vec<PathBuf>, depth: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return; // no such system folder: simply no system fonts
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && depth > 0 {
            descend(&path, found, depth - 1);
        } else {
            found.push(path);
        }
    }
}

/// Flattens curves while the font library draws; turns y to point down.
#[derive(Default)]
struct Pen {
    contours: Vec<Vec<Point>>,
}

/// Straight pieces per curve: a face is at most a few hundred pixels wide.
const PIECES: usize = 5;

impl Pen {
    fn last(&self) -> Point {
        self.contours
            .last()
            .and_then(|c| c.last())
            .copied()
            .unwrap_or([0.0, 0.0])
    }

    fn push(&mut self, point: Point) {
        if let Some(contour) = self.contours.last_mut() {
            contour.push(point);
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(vec![[x, -y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push([x, -y]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let a = self.last();
        for step in 1..=PIECES {
            let t = step as f32 / PIECES as f32;
            let (u, v, w) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            self.push([u * a[0] + v * cx + w * x, u * a[1] - v * cy - w * y]);
        }
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let a = self.last();
        for step in 1..=PIECES {
            let t = step as f32 / PIECES as f32;
            let s = 1.0 - t;
            let (k0, k1, k2, k3) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
            self.push([
                k0 * a[0] + k1 * cx0 + k2 * cx1 + k3 * x,
                k0 * a[1] - k1 * cy0 - k2 * cy1 - k3 * y,
            ]);
        }
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_fonts_have_every_character() {
        let bank = FontBank::embedded();
        assert_eq!(bank.len(), EMBEDDED.len());
        for character in CHARACTERS.chars() {
            let path = bank.glyph(0, character);
            let [x0, y0, x1, y1] = path.map_or([0.0; 4], Path::bounds);
            assert!(
                x0 == 0.0 && y0 == 0.0 && x1 > 0.02 && y1 > 0.02,
                "{character}"
            );
        }
    }

    #[test]
    fn an_unknown_folder_is_named() {
        let error = FontBank::with_folders(&["/no/such/folder".into()], false).unwrap_err();
        assert!(error.to_string().contains("/no/such/folder"));
    }

    #[test]
    fn data_that_is_no_font_is_left_out() {
        assert!(Typeface::parse("x", b"not a font").is_none());
        let (name, data) = EMBEDDED[0];
        for cut in (0..data.len()).step_by(997) {
            let _ = Typeface::parse(name, &data[..cut]); // must not panic
        }
    }
}
