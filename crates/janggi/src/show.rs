//! The board as text for a person.

use std::fmt::Write as _;

use game::Paint;

use crate::geometry::{CENTER, FILES, PALACE, RANKS};
use crate::{Point, Position, Side};

impl Position {
    /// Draws the board with Hanja pieces (two columns each) as that side sees it, and the facts
    /// beside it; spectators sit with Cho.
    pub(crate) fn draw(&self, viewer: Option<Side>, paint: Paint) -> String {
        board(self, viewer == Some(Side::Han), paint)
    }
}

fn board(position: &Position, turned: bool, paint: Paint) -> String {
    let mut text = String::new();
    for row in 0..RANKS {
        let rank = if turned { row } else { RANKS - 1 - row };
        let _ = write!(text, "{:>3} ", rank + 1);
        for column in 0..FILES {
            let file = if turned { FILES - 1 - column } else { column };
            text.push_str(&cell(position, Point::from_index(rank * FILES + file), column == 0, paint));
        }
        text.push('\n');
        if row + 1 < RANKS {
            let lower = if turned { rank } else { rank - 1 };
            let _ = writeln!(text, "    {}", paint.dim(between_ranks(lower, turned)));
        }
    }
    text.push_str("    ");
    for column in 0..FILES {
        let file = if turned { FILES - 1 - column } else { column };
        let _ = write!(text, "{}   ", char::from(b'a' + file as u8));
    }
    while text.ends_with(' ') {
        text.pop();
    }
    text.push_str("\n\n");
    text.push_str(&facts(position));
    text
}

fn cell(position: &Position, at: Point, first: bool, paint: Paint) -> String {
    let joint = if first { String::new() } else { paint.dim("──") };
    let content = match position.board().at(at) {
        Some(piece) => paint.seat(piece.side().seat(), &piece.hanja().to_string()),
        None => paint.dim(crossing(at)),
    };
    joint + &content
}

/// An empty point, two columns wide like a piece.
fn crossing(point: Point) -> &'static str {
    if CENTER.contains(&point) {
        "╳─"
    } else if point.file() == FILES - 1 {
        "┤ "
    } else if PALACE.iter().any(|palace| palace.contains(point)) {
        "╬─"
    } else {
        "┼─"
    }
}

/// The lines between two ranks; `lower` is the lower one. Palace diagonals are drawn: they lead away
/// from the palace's center, which is above them or, on a turned board, below.
fn between_ranks(lower: usize, turned: bool) -> &'static str {
    match (lower, turned) {
        (0 | 7, false) | (1 | 8, true) => "│   │   │   │ ╱ │ ╲ │   │   │   │",
        (1 | 8, false) | (0 | 7, true) => "│   │   │   │ ╲ │ ╱ │   │   │   │",
        _ => "│   │   │   │   │   │   │   │   │",
    }
}

fn facts(position: &Position) -> String {
    let points = |side| {
        let half = position.half_points(side);
        if half.is_multiple_of(2) { format!("{}", half / 2) } else { format!("{}.5", half / 2) }
    };
    let mut text = format!("points: cho {} : han {}\n", points(Side::Cho), points(Side::Han));
    match position.ending() {
        Some(ending) => {
            let _ = writeln!(text, "result: {}", ending.text());
        }
        None => text.push_str(&whose_turn(position)),
    }
    text
}

fn whose_turn(position: &Position) -> String {
    let side = position.side();
    let mut text = format!("turn: {} (move {})", side.name(), position.setup().fullmove);
    if position.in_check(side) {
        text.push_str(", in check 장군!");
    }
    if position.bikjang() {
        text.push_str(", bikjang 빅장! (part the kings, or pass to accept)");
    }
    text.push('\n');
    text
}
