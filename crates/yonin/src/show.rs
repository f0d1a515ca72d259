//! The board as text for a terminal: every man with its owner and an arrow where it points.

use game::Paint;

use crate::state::write_hand;
use crate::{Man, Position, Side, Square};

impl Position {
    /// Draws the board; everybody sees it from South.
    pub(crate) fn draw(&self, paint: Paint) -> String {
        let mut lines = vec![header(paint)];
        lines.extend((0..9).map(|row| self.row_text(row, paint)));
        lines.push(String::new());
        lines.extend(Side::ALL.iter().map(|side| self.side_text(*side, paint)));
        lines.push(String::new());
        lines.push(self.turn_text());
        lines.join("\n") + "\n"
    }

    fn row_text(&self, row: usize, paint: Paint) -> String {
        let cells: String = (0..9).map(|column| self.cell_text(Square::from_index(row * 9 + column), paint)).collect();
        let rank = paint.dim(&char::from(b'a' + row as u8).to_string());
        format!("{rank} {}", cells.trim_end())
    }

    /// Five columns: `w→+R`, `x↓K` for a frozen man, `s↓G` for an inherited one.
    fn cell_text(&self, at: Square, paint: Paint) -> String {
        let Some(man) = self.board.at(at) else { return paint.dim("  .") + "  " };
        let text = man_text(man);
        let padding = " ".repeat(5 - text.chars().count());
        let painted = match man.owner() {
            Some(owner) => paint.seat(owner.seat(), &text),
            None => paint.dim(&text),
        };
        painted + &padding
    }

    /// `West  in check  hand 2P`.
    fn side_text(&self, side: Side, paint: Paint) -> String {
        let name = format!("{} {} {:<6}", side.letter(), side.arrow(), side.title());
        let mut notes = Vec::new();
        if let Some(out) = self.out.iter().find(|out| out.seat == side) {
            let by = out.credit.map_or(String::new(), |credit| format!(" by {}", credit.title()));
            notes.push(format!("{}{by}", out.cause.word()));
        }
        if self.pending().any(|seat| seat == side) {
            let attackers: Vec<_> = self.board.attackers(side).iter().map(|at| at.to_string()).collect();
            notes.push(format!("in check from {}", attackers.join(" ")));
        }
        if let Some(hand) = write_hand(self.hand(side)) {
            notes.push(format!("hand {hand}"));
        }
        format!("{} {}", paint.seat(side.seat(), &name), notes.join(", ")).trim_end().to_owned()
    }

    fn turn_text(&self) -> String {
        let Some(turn) = self.mover() else {
            return format!("result {}", self.result_line().unwrap_or_default());
        };
        let mut text = format!("move {}: {} to play", self.ply, turn.title());
        let skipped: Vec<_> = self.skipped().iter().map(|side| side.title()).collect();
        if !skipped.is_empty() {
            text = format!("{text}; {} skipped", skipped.join(" and "));
        }
        text
    }
}

fn header(paint: Paint) -> String {
    paint.dim("    9    8    7    6    5    4    3    2    1")
}

fn man_text(man: Man) -> String {
    let owner = man.owner().map_or('x', Side::letter);
    format!("{owner}{}{}", man.facing().arrow(), man.role().code())
}
