//! Networks without weights. The painted world they see: on a dark table, each
//! tile is a bright rectangle whose class and top are written in its colours.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::{Rgb, RgbImage};
use karasu::detect::engine::EngineError;
use karasu::detect::{
    CHANNELS, CLASSES, CROP_HEIGHT, CROP_WIDTH, Classifier, Detector, EMBEDDING, Face, Locator,
    Map, Planes, Quad,
};
use karasu::read::{ModelId, Options, Reader};
use karasu::tile::Tile;

/// Blue of the lower half of every tile.
const LOW: u8 = 240;
/// Blue of the upper half: darker, so that the top can be told.
const HIGH: u8 = 130;

/// Paints a tile: red and green count the class in steps that survive JPEG.
pub fn paint(image: &mut RgbImage, quad: &Quad, tile: Tile) {
    let code = tile.index();
    let red = 90 + 22 * (code % 7) as u8;
    let green = 90 + 22 * (code / 7) as u8;
    let [left, top, right, bottom] = quad.bounds();
    for y in top.max(0.0) as u32..(bottom.ceil().max(0.0) as u32).min(image.height()) {
        for x in left.max(0.0) as u32..(right.ceil().max(0.0) as u32).min(image.width()) {
            let point = [x as f32 + 0.5, y as f32 + 0.5];
            if quad.contains(point) {
                let [a, b, c, d] = quad.0;
                let middle = |p: [f32; 2], q: [f32; 2]| [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0];
                let (l, r) = (middle(a, d), middle(b, c));
                let upper = Quad([a, b, r, l]).contains(point);
                image.put_pixel(x, y, Rgb([red, green, if upper { HIGH } else { LOW }]));
            }
        }
    }
}

/// A dark table with painted tiles.
pub fn table(width: u32, height: u32, tiles: &[(Quad, Tile)]) -> RgbImage {
    let mut image = RgbImage::from_pixel(width, height, Rgb([10, 10, 10]));
    for (quad, tile) in tiles {
        paint(&mut image, quad, *tile);
    }
    image
}

/// Finds painted tiles: connected bright pixels, upright boxes around them.
/// Counts how often it is asked.
#[derive(Clone, Default)]
pub struct FakeLocator(pub Arc<AtomicUsize>);

impl Locator for FakeLocator {
    fn locate(&self, picture: &Planes) -> Result<Map, EngineError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let (w, h) = (picture.width, picture.height);
        // Brighter in blue than the padding (114).
        let bright: Vec<bool> = picture.data[2 * w * h..]
            .iter()
            .map(|&v| v > -0.08)
            .collect();
        let mut seen = vec![false; w * h];
        let (cells_w, cells_h) = (w / 8, h / 8);
        let mut data = vec![0.0; CHANNELS * cells_w * cells_h];
        data[..cells_w * cells_h].fill(-9.0);
        for start in 0..w * h {
            if !bright[start] || seen[start] {
                continue;
            }
            let [l, t, r, b] = flood(&bright, &mut seen, w, h, start);
            let (l, t, r, b) = (l as f32, t as f32, r as f32 + 1.0, b as f32 + 1.0);
            if r - l < 3.0 || b - t < 3.0 {
                continue;
            }
            let quad = Quad([[l, t], [r, t], [r, b], [l, b]]);
            let [cx, cy] = quad.centre();
            let (x, y) = ((cx / 8.0) as usize, (cy / 8.0) as usize);
            let mut code = quad.invariants();
            code[0] -= (x as f32 + 0.5) * 8.0;
            code[1] -= (y as f32 + 0.5) * 8.0;
            data[y * cells_w + x] = 4.0;
            for (c, v) in code.iter().enumerate() {
                data[((c + 1) * cells_h + y) * cells_w + x] = v / 32.0;
            }
        }
        Ok(Map::new(cells_w, cells_h, data).expect("sized above"))
    }
}

fn flood(bright: &[bool], seen: &mut [bool], w: usize, h: usize, start: usize) -> [usize; 4] {
    let mut bounds = [start % w, start / w, start % w, start / w];
    let mut todo = vec![start];
    seen[start] = true;
    while let Some(at) = todo.pop() {
        let (x, y) = (at % w, at / w);
        bounds = [
            bounds[0].min(x),
            bounds[1].min(y),
            bounds[2].max(x),
            bounds[3].max(y),
        ];
        for (nx, ny) in [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ] {
            if nx < w && ny < h && bright[ny * w + nx] && !seen[ny * w + nx] {
                seen[ny * w + nx] = true;
                todo.push(ny * w + nx);
            }
        }
    }
    bounds
}

/// Reads the class from the colours in the middle, the top from the halves.
pub struct FakeClassifier;

impl Classifier for FakeClassifier {
    fn name(&self, crops: &[f32]) -> Result<Vec<Face>, EngineError> {
        let (w, h) = (CROP_WIDTH as usize, CROP_HEIGHT as usize);
        Ok(crops
            .chunks(3 * w * h)
            .map(|crop| face(crop, w, h))
            .collect())
    }
}

fn face(crop: &[f32], w: usize, h: usize) -> Face {
    let at = |c: usize, x: usize, y: usize| (crop[(c * h + y) * w + x] + 1.0) * 128.0;
    let digit = |c: usize| {
        ((at(c, w / 2, h / 2) - 90.0) / 22.0)
            .round()
            .clamp(0.0, 6.0) as usize
    };
    let class = (digit(0) + 7 * digit(1)).min(CLASSES - 1);
    let mut logits = vec![0.0; CLASSES];
    logits[class] = 12.0;
    // The darker side is the top.
    let blue = [
        at(2, w / 2, h / 5),
        at(2, 4 * w / 5, h / 2),
        at(2, w / 2, 4 * h / 5),
        at(2, w / 5, h / 2),
    ];
    // The halves differ along one axis only; on the other, samples lie on the
    // line between them.
    let upright = (blue[0] - blue[2]).abs() > (blue[1] - blue[3]).abs();
    let (a, b) = if upright { (0, 2) } else { (1, 3) };
    let top = if blue[a] <= blue[b] { a } else { b };
    let mut turn = [0.0; 4];
    turn[top] = 9.0;
    let mut embedding = vec![0.05; EMBEDDING];
    embedding[class] = 1.0;
    Face {
        logits,
        turn,
        embedding,
    }
}

/// A reader whose networks are these fakes.
pub fn reader() -> Reader {
    reader_of("")
}

/// The same, its weights having another sum.
pub fn reader_of(sha256: &str) -> Reader {
    reader_with(FakeLocator::default(), sha256)
}

/// The same with a locator that somebody else looks at, too.
pub fn reader_with(locator: FakeLocator, sha256: &str) -> Reader {
    let detector = Detector {
        locator: Box::new(locator),
        classifier: Box::new(FakeClassifier),
    };
    let model = ModelId {
        sha256: sha256.to_owned(),
        ..ModelId::default()
    };
    Reader::with_detector(detector, model, Options::default())
}
