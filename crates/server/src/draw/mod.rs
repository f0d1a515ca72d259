//! Positions as images, drawn without fonts so that they look the same everywhere.

mod janggi;
mod pen;

use game::Seat;
use resvg::{tiny_skia, usvg};
use serde_json::Value;

/// A position as SVG, from the game's own view, with a seat at the bottom; `None` if the game has no drawing.
#[must_use]
pub(crate) fn svg(kind: &str, view: &Value, bottom: Seat, size: u32) -> Option<String> {
    match kind {
        "janggi" => janggi::svg(view, bottom, size),
        _ => None,
    }
}

/// An SVG of ours as PNG, `size` pixels wide.
#[must_use]
pub(crate) fn png(svg: &str, size: u32) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let scale = size as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixels = tiny_skia::Pixmap::new(size, height)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
