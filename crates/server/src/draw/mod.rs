//! Positions as images, drawn without fonts so that they look the same everywhere.

mod animation;
mod glyphs;
mod janggi;
mod nanguk;
mod pen;
mod tigers;
mod yonin;

use game::Seat;
use resvg::{tiny_skia, usvg};
use serde_json::Value;

pub(crate) use animation::gif;

/// A position as SVG, from the game's own view, with a seat at the bottom; `None` if the game has no drawing.
#[must_use]
pub(crate) fn svg(kind: &str, view: &Value, bottom: Seat, size: u32) -> Option<String> {
    match kind {
        "janggi" => janggi::svg(view, bottom, size),
        "nanguk" => nanguk::svg(view, bottom, size),
        "tigers" => tigers::svg(view, bottom, size),
        "yonin" => yonin::svg(view, bottom, size),
        _ => None,
    }
}

/// No drawing is higher than so many times its width.
const SLENDER: f32 = 2.0;

/// An SVG of ours as PNG, `size` pixels wide.
#[must_use]
pub(crate) fn png(svg: &str, size: u32) -> Option<Vec<u8>> {
    pixels(svg, size)?.encode_png().ok()
}

/// An SVG of ours, painted `size` pixels wide.
#[must_use]
pub(crate) fn pixels(svg: &str, size: u32) -> Option<tiny_skia::Pixmap> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let wide = tiny_skia::IntSize::from_wh(size, size)?.to_size();
    let shown = tree.size().scale_to(tiny_skia::Size::from_wh(wide.width(), wide.height() * SLENDER)?);
    let scale = shown.width() / tree.size().width();
    let fitted = shown.to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(fitted.width(), fitted.height())?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Some(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_drawn_from_every_seat() {
        for game in engine::catalog::games() {
            let about = game.about();
            let table = game.start("").expect("the default start");
            for seat in Seat::first(about.seats.len()) {
                let svg = svg(about.kind, &table.view(Some(seat)), seat, 240).expect(about.kind);
                let png = png(&svg, 240).expect(about.kind);
                assert!(png.len() > 500, "{}: {} bytes", about.kind, png.len());
            }
        }
    }

    #[test]
    fn a_view_that_is_none_is_not_drawn() {
        for kind in ["janggi", "nanguk", "tigers", "yonin", "tiddlywinks"] {
            assert_eq!(svg(kind, &serde_json::json!({ "pieces": [{ "at": "z99" }] }), Seat::FIRST, 240), None);
        }
    }
}
