//! Danger to kings, and the law of check (§17).

use crate::action::Action;
use crate::generate::Kind;
use crate::geometry::{Bearing, Square, Squares};
use crate::position::{Phase, Position};
use crate::rules::{ArrowBlock, KingLaw, Variant};
use crate::side::Side;

impl Position {
    /// 위급 (§17): whether the other side, if it were to move now, could kill this side's king, or
    /// whether the king stands on a burning fuse.
    #[must_use]
    pub fn in_danger(&self, side: Side) -> bool {
        let king = self.board.king(side);
        if king.is_empty() || self.phase != Phase::Battle {
            return false;
        }
        let mut danger = self.fuse.is_some_and(|fuse| king.contains(fuse));
        let fan = side.other().fan();
        self.each_wave(side.other(), &mut |wave| {
            danger |= match wave.kind {
                Kind::Go | Kind::Shoot | Kind::Charge => wave.to.meets(king),
                Kind::Volley => fan.iter().any(|way| wave.to.shifted(*way).meets(king)),
                Kind::Lob | Kind::Reload => false,
            };
        });
        danger
    }

    /// §17, `king=check`: whether the action leaves the mover's own king dead or in danger. Killing
    /// the enemy king comes before all that.
    pub(crate) fn exposes_king(&self, action: Action) -> bool {
        let mut after = self.clone();
        after.play_battle(action);
        match after.ending {
            Some(ending) => ending.winner() != Some(self.turn),
            None => after.in_danger(self.turn),
        }
    }

    /// The squares from which a move might expose the own king; a move from elsewhere needs no
    /// test. While the king is safe, only leaving one of its lines can let an enemy through.
    pub(crate) fn risky_origins(&self) -> Squares {
        let Some(king) = self.board.king(self.turn).first() else { return Squares::EMPTY };
        // Castles, arrows that can be blocked and bursts have effects far from the king's lines.
        let simple = self.rules.variant != Variant::Siege
            && self.rules.arrow_block == ArrowBlock::Never
            && self.fuse.is_none()
            && !self.in_danger(self.turn);
        if simple { KING_LINES[king.index()].with(king) } else { Squares::ALL }
    }

    /// `king=check`: whether an action is allowed as far as the own king is concerned, given the
    /// [risky origins](Self::risky_origins).
    pub(crate) fn keeps_king_safe(&self, action: Action, risky: Squares) -> bool {
        let needs_no_test = matches!(action, Action::Go { from, .. } if !risky.contains(from));
        needs_no_test || !self.exposes_king(action)
    }

    /// Whether a side without an action has lost its king (§17).
    pub(crate) fn is_mate_without_action(&self) -> bool {
        self.rules.king == KingLaw::Check && self.in_danger(self.turn)
    }
}

/// All squares in line with each square.
static KING_LINES: [Squares; Square::COUNT] = lines();

const fn lines() -> [Squares; Square::COUNT] {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let (from, to) = (Square::from_index(index / 64), Square::from_index(index % 64));
        if Bearing::new(from, to).is_line() {
            table[from.index()] = table[from.index()].with(to);
        }
        index += 1;
    }
    table
}
