//! Painting egui's triangles without a graphics card, for pictures that are
//! larger than the window and for machines without a screen.

use std::collections::HashMap;

use eframe::egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Primitive, Vertex};
use eframe::egui::{Color32, ColorImage, Mesh, Pos2, Rect, TextureId, TexturesDelta};
use image::{Rgb, RgbImage};

/// What egui has put on the graphics card that is not there.
#[derive(Default)]
pub struct Textures(HashMap<TextureId, ColorImage>);

impl Textures {
    /// Takes in what has changed since the last frame.
    pub fn apply(&mut self, mut delta: TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.change(id, change);
            }
        }
        for id in delta.free.drain() {
            self.0.remove(&id);
        }
    }

    fn change(&mut self, id: TextureId, change: ImageDelta) {
        let ImageData::Color(patch) = &change.image;
        match (change.pos, self.0.get_mut(&id)) {
            (Some([left, top]), Some(whole)) => {
                for (y, row) in patch.pixels.chunks(patch.size[0].max(1)).enumerate() {
                    let start = (top + y) * whole.size[0] + left;
                    if let Some(place) = whole.pixels.get_mut(start..start + row.len()) {
                        place.copy_from_slice(row);
                    }
                }
            }
            _ => {
                self.0.insert(id, ColorImage::clone(patch));
            }
        }
    }
}

/// Paints a frame of a size in pixels; `scale` is pixels per point.
pub fn paint(
    size: [u32; 2],
    ground: Color32,
    primitives: &[ClippedPrimitive],
    textures: &Textures,
    scale: f32,
) -> RgbImage {
    let ground = Rgb([ground.r(), ground.g(), ground.b()]);
    let mut picture = RgbImage::from_pixel(size[0], size[1], ground);
    for primitive in primitives {
        let Primitive::Mesh(mesh) = &primitive.primitive else {
            continue;
        };
        if let Some(texture) = textures.0.get(&mesh.texture_id) {
            let clip = primitive.clip_rect * scale;
            paint_mesh(&mut picture, mesh, texture, clip, scale);
        }
    }
    picture
}

fn paint_mesh(picture: &mut RgbImage, mesh: &Mesh, texture: &ColorImage, clip: Rect, scale: f32) {
    for corners in mesh.indices.chunks_exact(3) {
        let corner = |n: usize| {
            let vertex = mesh.vertices[corners[n] as usize];
            Vertex {
                pos: vertex.pos * scale,
                ..vertex
            }
        };
        let [a, b, c] = [corner(0), corner(1), corner(2)];
        // Both windings occur; one of them is enough below.
        let triangle = match across(a.pos, b.pos, c.pos) {
            area if area > 0.0 => [a, b, c],
            area if area < 0.0 => [a, c, b],
            _ => continue,
        };
        fill(picture, &triangle, texture, clip);
    }
}

/// Twice the area of a triangle, positive if `c` lies right of `a → b`.
fn across(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn fill(picture: &mut RgbImage, triangle: &[Vertex; 3], texture: &ColorImage, clip: Rect) {
    let [a, b, c] = triangle.map(|vertex| vertex.pos);
    let whole = Rect::from_min_max(
        Pos2::ZERO,
        Pos2::new(picture.width() as f32, picture.height() as f32),
    );
    let bounds = Rect::from_points(&[a, b, c])
        .intersect(clip)
        .intersect(whole);
    if !bounds.is_positive() {
        return;
    }
    let area = across(a, b, c);
    // A pixel on an edge that two triangles share belongs to one of them.
    let owns = |from: Pos2, to: Pos2| (to.y == from.y && to.x > from.x) || to.y < from.y;
    let inside = |value: f32, from: Pos2, to: Pos2| value > 0.0 || (value == 0.0 && owns(from, to));
    for y in bounds.top().floor() as u32..bounds.bottom().ceil() as u32 {
        for x in bounds.left().floor() as u32..bounds.right().ceil() as u32 {
            let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            let weights = [across(b, c, at), across(c, a, at), across(a, b, at)];
            let covered =
                inside(weights[0], b, c) && inside(weights[1], c, a) && inside(weights[2], a, b);
            if covered && clip.contains(at) && x < picture.width() && y < picture.height() {
                let color = shade(triangle, weights.map(|w| w / area), texture);
                blend(picture.get_pixel_mut(x, y), color);
            }
        }
    }
}

/// The colour of a point in a triangle: red, green, blue, opacity, each
/// `0..=255`, the colours multiplied by the opacity.
fn shade(triangle: &[Vertex; 3], weights: [f32; 3], texture: &ColorImage) -> [f32; 4] {
    let mut color = [0.0; 4];
    let (mut u, mut v) = (0.0, 0.0);
    for (vertex, weight) in triangle.iter().zip(weights) {
        let of_vertex = vertex.color.to_array();
        for (sum, channel) in color.iter_mut().zip(of_vertex) {
            *sum += f32::from(channel) * weight;
        }
        u += vertex.uv.x * weight;
        v += vertex.uv.y * weight;
    }
    let texel = sample(texture, u, v);
    [0, 1, 2, 3].map(|n| color[n] * texel[n] / 255.0)
}

/// The texture between its four nearest texels.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (right, down) = (x - left, y - top);
    let mut color = [0.0; 4];
    for (dx, dy, weight) in [
        (0.0, 0.0, (1.0 - right) * (1.0 - down)),
        (1.0, 0.0, right * (1.0 - down)),
        (0.0, 1.0, (1.0 - right) * down),
        (1.0, 1.0, right * down),
    ] {
        let column = (left + dx).clamp(0.0, width as f32 - 1.0) as usize;
        let row = (top + dy).clamp(0.0, height as f32 - 1.0) as usize;
        let texel = texture.pixels[row * width + column].to_array();
        for (sum, channel) in color.iter_mut().zip(texel) {
            *sum += f32::from(channel) * weight;
        }
    }
    color
}

fn blend(pixel: &mut Rgb<u8>, color: [f32; 4]) {
    let stays = 1.0 - color[3] / 255.0;
    for (below, above) in pixel.0.iter_mut().zip(color) {
        *below = (above + f32::from(*below) * stays)
            .round()
            .clamp(0.0, 255.0) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{self, vec2};

    /// Two triangles that share a diagonal, half transparent: no seam, and
    /// nothing outside the clip.
    #[test]
    fn a_transparent_square_is_even_and_clipped() {
        let mut mesh = Mesh::default();
        let square = Rect::from_min_size(Pos2::new(2.0, 2.0), vec2(12.0, 12.0));
        mesh.add_colored_rect(square, Color32::from_white_alpha(128));
        let clip = Rect::from_min_max(Pos2::ZERO, Pos2::new(10.0, 20.0));
        let mut textures = Textures::default();
        let white = ColorImage::filled([1, 1], Color32::WHITE);
        textures.0.insert(mesh.texture_id, white);
        let primitives = [ClippedPrimitive {
            clip_rect: clip,
            primitive: Primitive::Mesh(mesh),
        }];
        let picture = paint([20, 20], Color32::BLACK, &primitives, &textures, 1.0);
        for (x, y, pixel) in picture.enumerate_pixels() {
            let within = (2..10).contains(&x) && (2..14).contains(&y);
            assert_eq!(pixel.0, [if within { 128 } else { 0 }; 3], "{x} {y}");
        }
    }

    #[test]
    fn a_patch_changes_its_part_of_a_texture() {
        let mut textures = Textures::default();
        let id = TextureId::default();
        let options = egui::TextureOptions::LINEAR;
        let whole = ColorImage::filled([4, 4], Color32::BLACK);
        textures.change(id, ImageDelta::full(whole, options));
        let patch = ColorImage::filled([2, 1], Color32::WHITE);
        textures.change(id, ImageDelta::partial([1, 3], patch, options));
        let white = |x: usize, y: usize| textures.0[&id].pixels[y * 4 + x] == Color32::WHITE;
        assert!(white(1, 3) && white(2, 3) && !white(0, 3) && !white(3, 3) && !white(1, 2));
    }
}
