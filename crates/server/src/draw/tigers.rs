//! Five tigers as an image: triangles, generals with their troops.

use game::Seat;
use serde_json::Value;

use super::pen::{Pen, polygon};

const WIDE: f64 = 6.0;
const HIGH: f64 = 6.0;
/// A row is as high as an equilateral triangle, in half base lengths.
const ROW: f64 = 1.732;
const MARGIN: f64 = 0.3;
const COLORS: [&str; 2] = ["#0b5b8a", "#b3261e"];

/// The image, or `None` if the view is not one of five tigers.
pub(super) fn svg(view: &Value, bottom: Seat, size: u32) -> Option<String> {
    let (wide, high) = (WIDE + 2.0 * MARGIN, HIGH * ROW + 2.0 * MARGIN);
    let mut pen = Pen::new(wide, high, size);
    pen.sheet([0.0, 0.0], [wide, high], "#efe6cf");
    let place = |x: f64, y: f64| {
        // A's end row is the first, and y grows downward: A sits at the bottom after half a turn.
        let (x, y) = if bottom == Seat::FIRST { (WIDE - x, HIGH - y) } else { (x, y) };
        [x + MARGIN, y * ROW + MARGIN]
    };
    let mut centers = Vec::new();
    for tile in view.get("tiles")?.as_array()? {
        let corners = corners(tile)?.map(|[x, y]| place(x, y));
        let fill = ground(tile.get("zone")?.as_str()?);
        pen.path(&polygon(&corners), &format!("fill=\"{fill}\" stroke=\"#5b4632\" stroke-width=\".04\""));
        centers.push(middle(corners));
    }
    for (side, color) in view.get("sides")?.as_array()?.iter().zip(COLORS) {
        for general in side.get("generals")?.as_array()? {
            let Some(tile) = general.get("tile").and_then(Value::as_u64) else { continue };
            let [x, y] = *centers.get(usize::try_from(tile).ok()?)?;
            pen.disc([x, y], 0.42, "#fbf3df", color);
            pen.letters([x, y - 0.12], 0.26, color, general.get("code")?.as_str()?);
            pen.letters([x, y + 0.22], 0.22, color, &general.get("troops")?.to_string());
        }
    }
    Some(pen.finish())
}

fn corners(tile: &Value) -> Option<[[f64; 2]; 3]> {
    let corners = tile.get("corners")?.as_array()?;
    let corner = |index: usize| {
        let pair = corners.get(index)?.as_array()?;
        Some([pair.first()?.as_f64()?, pair.get(1)?.as_f64()?])
    };
    Some([corner(0)?, corner(1)?, corner(2)?])
}

fn middle(corners: [[f64; 2]; 3]) -> [f64; 2] {
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0)
}

fn ground(zone: &str) -> &'static str {
    match zone {
        "A-end" => "#bcd7de",
        "A-camp" => "#d6e5e4",
        "B-end" => "#e7b9b0",
        "B-camp" => "#f0d6cc",
        "edge" => "#d9cfb4",
        _ => "#f6eedb",
    }
}
