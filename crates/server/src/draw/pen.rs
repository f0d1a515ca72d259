//! A small writer of SVG.

use std::fmt::Write as _;

/// A drawing in user units.
pub(super) struct Pen {
    text: String,
}

impl Pen {
    /// An empty sheet, `width` by `height` units, shown `size` pixels wide.
    pub(super) fn new(width: f64, height: f64, size: u32) -> Self {
        let pixels_high = (f64::from(size) * height / width).ceil();
        let mut text = String::with_capacity(8192);
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{pixels_high}\" \
             viewBox=\"0 0 {width} {height}\">"
        );
        Self { text }
    }

    /// A filled rectangle with round corners.
    pub(super) fn sheet(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: &str) {
        let _ = write!(
            self.text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\".12\" fill=\"{fill}\"/>"
        );
    }

    /// A path, `style` as attributes.
    pub(super) fn path(&mut self, path: &str, style: &str) {
        let _ = write!(self.text, "<path d=\"{path}\" {style}/>");
    }

    /// Whatever `draw` draws, moved, turned by degrees and scaled.
    pub(super) fn at(&mut self, [x, y]: [f64; 2], turn: f64, scale: f64, draw: impl FnOnce(&mut Self)) {
        let _ = write!(self.text, "<g transform=\"translate({x} {y}) rotate({turn}) scale({scale})\">");
        draw(self);
        self.text.push_str("</g>");
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
