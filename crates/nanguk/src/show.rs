//! The board as text for a person.
//!
//! Every square shows its height as a digit and as a shade, so that hills are seen at a glance:
//! `▓G3` is Blue's general on height 3. Blue has capital letters, Red small ones.

use std::fmt::Write as _;

use game::Paint;

use crate::geometry::Square;
use crate::position::{Phase, Position};
use crate::rules::Variant;
use crate::side::Side;
use crate::view::{killed, phase_name};

const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
const FILES: &str = "a    b    c    d    e    f    g    h";

const INFALLIBLE: &str = "writing to a string cannot fail";

impl Position {
    /// Draws the board as that side sees it; spectators sit with Blue.
    pub(crate) fn draw(&self, viewer: Option<Side>, paint: Paint) -> String {
        let turned = viewer == Some(Side::Red);
        let files = if turned { FILES.chars().rev().collect() } else { FILES.to_owned() };
        let files = format!("    {files}\n");
        let mut text = files.clone();
        for row in 0..8 {
            let rank = if turned { row } else { 7 - row };
            self.draw_rank(rank, turned, paint, &mut text);
        }
        text.push_str(&files);
        self.write_facts(paint, &mut text);
        text
    }

    fn draw_rank(&self, rank: usize, turned: bool, paint: Paint, text: &mut String) {
        let number = rank + 1;
        write!(text, "{number} ").expect(INFALLIBLE);
        for column in 0..8 {
            let file = if turned { 7 - column } else { column };
            let cell = self.cell(Square::from_index(rank * 8 + file), paint);
            write!(text, " {cell}").expect(INFALLIBLE);
        }
        writeln!(text, " {number}").expect(INFALLIBLE);
    }

    fn cell(&self, square: Square, paint: Paint) -> String {
        let height = self.ground.height(square);
        let shade = match paint {
            Paint::Plain => SHADES[usize::from(height)],
            Paint::Color => ' ',
        };
        let letter = match self.board.at(square) {
            Some(piece) => paint.seat(piece.side.seat(), &piece.letter().to_string()),
            None => paint.dim("·"),
        };
        let mark = self.mark(square);
        let ground = |text: &str| paint.ground(height, text);
        format!("{}{}{}", ground(&shade.to_string()), ground(&letter), ground(&format!("{height}{mark}")))
    }

    fn mark(&self, square: Square) -> char {
        let castles = Side::Blue.castle() | Side::Red.castle();
        let is_castle = self.rules.variant == Variant::Siege && castles.contains(square);
        match () {
            () if self.fuse == Some(square) => '@',
            () if self.breached.contains(square) => '/',
            () if is_castle => '#',
            () => ' ',
        }
    }

    fn write_facts(&self, paint: Paint, text: &mut String) {
        let mut line = |fact: String| {
            text.push_str(&fact);
            text.push('\n');
        };
        let side = |side: Side| paint.seat(side.seat(), side.name());
        match self.ending {
            Some(ending) => line(format!("result {}: {}", ending.text(), ending.outcome().reason)),
            None => line(format!("{} to act, {}", side(self.turn), phase_name(self))),
        }
        match self.phase {
            Phase::Terrain => line(format!(
                "blocks in hand: blue {}, red {}; {} left in this turn",
                self.hands[0],
                self.hands[1],
                self.left_in_turn()
            )),
            Phase::Inspection => line("blue may move misplaced blocks (~e4-h8), then -- begins the battle".to_owned()),
            Phase::Battle => line(format!("turn {}, {} plies without progress", self.number, self.quiet)),
        }
        self.write_extras(&mut line);
        for king in Side::ALL.into_iter().filter(|king| self.ending.is_none() && self.in_danger(*king)) {
            line(format!("the {} king is in danger", side(king)));
        }
        if self.ending.is_some() {
            self.write_clearing_up(&mut line);
        }
    }

    fn write_extras(&self, line: &mut impl FnMut(String)) {
        match self.rules.variant {
            Variant::Siege => line("# castle wall, / breach".to_owned()),
            Variant::Sea => line("height 1 is island".to_owned()),
            Variant::Firearms => {
                let fuse = self.fuse.map_or_else(String::new, |square| format!("; a fuse burns on {square} (@)"));
                line(format!("bombs: blue {}, red {}{fuse}", self.bombs[0], self.bombs[1]));
            }
            Variant::Base => {}
        }
    }

    /// 수습 (§37): pieces, then blocks, then the floor.
    fn write_clearing_up(&self, line: &mut impl FnMut(String)) {
        let left = |side: Side| self.board.of(side).len();
        line(format!(
            "pieces: blue {} killed, {} left; red {} killed, {} left",
            killed(self, Side::Blue),
            left(Side::Blue),
            killed(self, Side::Red),
            left(Side::Red)
        ));
        line(format!("blocks: {}", self.ground.blocks()));
        line("floor: folded".to_owned());
    }
}
