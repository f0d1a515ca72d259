//! Yonin shogi as an image: men point where they go, hands lie beside the board.

use game::Seat;
use serde_json::Value;

use super::pen::{Pen, polygon};

const SIDE: f64 = 9.0;
const MARGIN: f64 = 1.0;
const PAPER: &str = "#efe3c2";
const LINE: &str = "fill=\"none\" stroke=\"#5b4632\" stroke-width=\".03\"";
const FROZEN: &str = "#8a857b";
const SEATS: [(&str, &str); 4] = [("s", "#0b6b5d"), ("w", "#b3261e"), ("n", "#8a5a00"), ("e", "#5b3a8e")];

/// The image, or `None` if the view is not one of yonin shogi.
pub(super) fn svg(view: &Value, bottom: Seat, size: u32) -> Option<String> {
    let whole = SIDE + 2.0 * MARGIN;
    let mut pen = Pen::new(whole, whole, size);
    pen.sheet([0.0, 0.0], [whole, whole], PAPER);
    let cells = view.get("cells")?.as_array()?;
    // Clockwise from South, a quarter turn back for each.
    let turn = -90.0 * bottom.index() as f64;
    pen.at([whole / 2.0, whole / 2.0], turn, 1.0, |pen| {
        lines(pen);
        for (index, man) in cells.iter().enumerate().filter(|(_, man)| man.is_object()) {
            let at = [(index % 9) as f64 - 4.0, (index / 9) as f64 - 4.0];
            draw_man(pen, at, man);
        }
        for hand in view.get("hands").and_then(Value::as_array).into_iter().flatten() {
            draw_hand(pen, hand);
        }
    });
    Some(pen.finish())
}

fn lines(pen: &mut Pen) {
    for at in (0..=9).map(|n| f64::from(n) - SIDE / 2.0) {
        pen.path(&format!("M{at} -4.5V4.5M-4.5 {at}H4.5"), LINE);
    }
}

fn index_of(seat: Option<&Value>) -> Option<usize> {
    let letter = seat?.as_str()?;
    SEATS.iter().position(|(known, _)| *known == letter)
}

fn draw_man(pen: &mut Pen, at: [f64; 2], man: &Value) {
    let color = index_of(man.get("owner")).map_or(FROZEN, |seat| SEATS[seat].1);
    let turn = 90.0 * index_of(man.get("facing")).unwrap_or(0) as f64;
    let role = man.get("role").and_then(Value::as_str).unwrap_or_default();
    let body = polygon(&[[0.0, -0.44], [0.3, -0.28], [0.38, 0.4], [-0.38, 0.4], [-0.3, -0.28]]);
    pen.at(at, turn, 1.0, |pen| {
        pen.path(&body, &format!("fill=\"#fbf3df\" stroke=\"{color}\" stroke-width=\".06\""));
        pen.letters([0.0, 0.08], 0.36, color, role);
    });
}

/// Each hand lies outside the edge of its seat.
fn draw_hand(pen: &mut Pen, hand: &Value) {
    let Some(seat) = index_of(hand.get("seat")) else { return };
    let count = |kind: &str| hand.get(kind).and_then(Value::as_u64).unwrap_or(0);
    let kinds = [("R", "rook"), ("G", "gold"), ("S", "silver"), ("P", "pawn")];
    let held = kinds.iter().filter(|(_, kind)| count(kind) > 0);
    let text: Vec<_> = held.map(|(letter, kind)| format!("{letter}{}", count(kind))).collect();
    pen.at([0.0, 0.0], 90.0 * seat as f64, 1.0, |pen| pen.letters([0.0, 5.0], 0.3, SEATS[seat].1, &text.join(" ")));
}
