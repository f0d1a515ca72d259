//! The errors of all epochs as a picture.

use std::fmt::Write as _;

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 400.0;
const MARGIN: f32 = 60.0;
const COLORS: [(&str, &str); 2] = [("training", "#2a6f97"), ("held out", "#bc4749")];

/// An SVG of the errors: training and held out.
pub(crate) fn draw(curve: &[[f32; 2]]) -> String {
    let (low, high) = bounds(curve);
    let x = |epoch: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * epoch as f32 / curve.len().saturating_sub(1).max(1) as f32;
    let y = |error: f32| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (error - low) / (high - low).max(1e-9);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for step in 0..=4_u8 {
        let error = low + (high - low) * f32::from(step) / 4.0;
        let (left, right, at) = (MARGIN, WIDTH - MARGIN, y(error));
        let _ = writeln!(svg, "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{error:.4}</text>", left - 6.0, at + 4.0);
    }
    for (which, (name, color)) in COLORS.into_iter().enumerate() {
        let point = |(epoch, errors): (usize, &[f32; 2])| format!("{:.1},{:.1}", x(epoch), y(errors[which]));
        let points: Vec<_> = curve.iter().enumerate().map(point).collect();
        let joined = points.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{joined}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>");
        let at = MARGIN + 20.0 * which as f32;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{at}\" fill=\"{color}\">{name}</text>", WIDTH - MARGIN - 70.0);
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">epochs: {}</text>\n</svg>", MARGIN, HEIGHT - 20.0, curve.len());
    svg
}

fn bounds(curve: &[[f32; 2]]) -> (f32, f32) {
    let errors = || curve.iter().flatten().copied();
    (errors().fold(f32::INFINITY, f32::min), errors().fold(0.0, f32::max))
}
