//! A small writer of SVG.

use std::fmt::Write as _;

use super::glyphs;

/// The width of a character and the gap after it, in its own grid.
const ADVANCE: f64 = 6.0;

/// A drawing in user units.
pub(super) struct Pen {
    text: String,
}

impl Pen {
    /// An empty sheet, `width` by `height` units, shown `size` pixels wide.
    pub(super) fn new(width: f64, height: f64, size: u32) -> Self {
        let pixels_high = (f64::from(size) * height / width).ceil();
        let mut text = String::with_capacity(16 * 1024);
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{pixels_high}\" \
             viewBox=\"0 0 {width} {height}\">"
        );
        Self { text }
    }

    /// A filled rectangle.
    pub(super) fn sheet(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: &str) {
        let _ = write!(self.text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
    }

    /// A disc with an edge.
    pub(super) fn disc(&mut self, [x, y]: [f64; 2], radius: f64, fill: &str, edge: &str) {
        let _ = write!(
            self.text,
            "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".06\"/>"
        );
    }

    /// A path, `style` as attributes.
    pub(super) fn path(&mut self, path: &str, style: &str) {
        let _ = write!(self.text, "<path d=\"{path}\" {style}/>");
    }

    /// Whatever `draw` draws, moved, turned by degrees and scaled.
    pub(super) fn at(&mut self, [x, y]: [f64; 2], turn: f64, scale: f64, draw: impl FnOnce(&mut Self)) {
        let _ = write!(self.text, "<g transform=\"translate({x:.3} {y:.3}) rotate({turn}) scale({scale:.4})\">");
        draw(self);
        self.text.push_str("</g>");
    }

    /// Letters and digits, centered, of that height.
    pub(super) fn letters(&mut self, center: [f64; 2], height: f64, color: &str, letters: &str) {
        let width = letters.chars().count() as f64 * ADVANCE - 2.0;
        let style = format!(
            "fill=\"none\" stroke=\"{color}\" stroke-width=\".9\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        );
        self.at(center, 0.0, height / 6.0, |pen| {
            for (index, letter) in letters.chars().enumerate() {
                pen.at([index as f64 * ADVANCE - width / 2.0, -3.0], 0.0, 1.0, |pen| {
                    pen.path(glyphs::strokes(letter), &style);
                });
            }
        });
    }

    /// The finished drawing.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }
}

/// A closed line through these points.
pub(super) fn polygon(points: &[[f64; 2]]) -> String {
    let mut path = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        let _ = write!(path, "{}{x:.3} {y:.3}", if index == 0 { 'M' } else { 'L' });
    }
    path.push('Z');
    path
}
