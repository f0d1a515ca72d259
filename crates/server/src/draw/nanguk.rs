//! Nanguk as an image: flat ground, darker where it is higher.

use game::Seat;
use serde_json::Value;

use super::pen::Pen;

const SIDE: usize = 8;
const GROUND: [&str; 8] = ["#9cc3cf", "#e9dfbf", "#dccb9c", "#cdb67d", "#bba063", "#a6884d", "#8f713c", "#78592c"];
const LINE: &str = "fill=\"none\" stroke=\"#5b4632\" stroke-width=\".03\"";
const BLUE: &str = "#0b5b8a";
const RED: &str = "#b3261e";

/// The image, or `None` if the view is not one of nanguk.
pub(super) fn svg(view: &Value, bottom: Seat, size: u32) -> Option<String> {
    let mut pen = Pen::new(SIDE as f64, SIDE as f64, size);
    let place = |file: usize, rank: usize| {
        let (file, rank) = if bottom == Seat::FIRST { (file, SIDE - 1 - rank) } else { (SIDE - 1 - file, rank) };
        [file as f64, rank as f64]
    };
    for (index, height) in view.get("heights")?.as_array()?.iter().enumerate().take(SIDE * SIDE) {
        let height = usize::try_from(height.as_u64()?).ok()?;
        let [x, y] = place(index % SIDE, index / SIDE);
        pen.sheet([x, y], [1.0, 1.0], GROUND[height.min(GROUND.len() - 1)]);
        pen.letters([x + 0.14, y + 0.16], 0.16, "#5b4632", &height.to_string());
    }
    for n in 0..=SIDE {
        pen.path(&format!("M{n} 0V8M0 {n}H8"), LINE);
    }
    for piece in view.get("pieces")?.as_array()? {
        let (file, rank) = square(piece.get("square")?.as_str()?)?;
        let [x, y] = place(file, rank);
        let color = if piece.get("side")?.as_str()? == "blue" { BLUE } else { RED };
        pen.disc([x + 0.5, y + 0.5], 0.36, "#fbf3df", color);
        pen.letters([x + 0.5, y + 0.5], 0.36, color, piece.get("letter")?.as_str()?);
    }
    Some(pen.finish())
}

/// File and rank of a square such as `e2`, from 0.
fn square(text: &str) -> Option<(usize, usize)> {
    let [file, rank] = *text.as_bytes() else { return None };
    let (file, rank) = (usize::from(file.checked_sub(b'a')?), usize::from(rank.checked_sub(b'1')?));
    (file < SIDE && rank < SIDE).then_some((file, rank))
}
