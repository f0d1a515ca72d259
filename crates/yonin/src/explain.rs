//! Why an action is refused, in the rule book's order (§12).

use game::{Leaving, Refusal};

use crate::action::{Spelled, Wish};
use crate::rules::{Resign, Uchifuzume};
use crate::{Action, Kind, Man, Position, Role, Side, Square};

impl Position {
    /// Reads a text and refuses what does not depend on the board.
    pub(crate) fn understand(&self, text: &str) -> Result<Wish, Refusal> {
        let spelled = Spelled::read(text).ok_or_else(|| syntax(text))?;
        self.check_going_on()?;
        if let Some(seat) = spelled.seat {
            self.check_turn(seat)?;
        }
        match spelled.wish {
            Wish::DropKing => Err(no_piece(self.turn, Role::King)),
            wish => Ok(wish),
        }
    }

    fn check_going_on(&self) -> Result<(), Refusal> {
        if self.ending.is_none() { Ok(()) } else { Err(Refusal::new("E_GAME_OVER", "the game is over")) }
    }

    fn check_turn(&self, seat: Side) -> Result<(), Refusal> {
        if seat == self.turn {
            return Ok(());
        }
        let (asked, turn) = (seat.title(), self.turn.title());
        Err(Refusal::new("E_WRONG_SEAT", format!("it is not {asked}'s turn but {turn}'s")))
    }

    /// §8: a seat leaves on its own turn; some tournaments let nobody resign before the duel.
    pub(crate) fn check_departure(&self, seat: Side, why: Leaving) -> Result<(), Refusal> {
        self.check_going_on()?;
        self.check_turn(seat)?;
        if why == Leaving::Resigned && self.rules.resign == Resign::Duel && self.living.len() > 2 {
            return Err(Refusal::new("E_RESIGN", "under resign=duel nobody resigns while more than two seats live"));
        }
        Ok(())
    }

    /// The first rule that forbids an action.
    pub(crate) fn check_action(&self, action: Action) -> Result<(), Refusal> {
        self.check_going_on()?;
        match action {
            Action::Move { from, to, promote } => self.check_move(from, to, promote)?,
            Action::Drop { kind, to } => self.check_drop(kind, to)?,
        }
        self.check_kings(action)
    }

    fn check_move(&self, from: Square, to: Square, promote: bool) -> Result<(), Refusal> {
        let Some(man) = self.board.at(from) else {
            return Err(Refusal::new("E_EMPTY", format!("there is no man on {from}")));
        };
        if man.owner() != Some(self.turn) {
            return Err(Refusal::new("E_NOT_OWN", format!("the man on {from} is not {}'s", self.turn.title())));
        }
        if !self.board.reach(man, from).contains(to) {
            return Err(Refusal::new("E_BAD_MOVE", format!("the man on {from} does not reach {to}")));
        }
        self.check_target(to)?;
        self.check_promotion(man, from, to, promote)
    }

    fn check_target(&self, to: Square) -> Result<(), Refusal> {
        match self.board.at(to) {
            Some(man) if man.owner() == Some(self.turn) => {
                Err(Refusal::new("E_TARGET_OWN", format!("a man of one's own stands on {to}")))
            }
            Some(man) if man.role() == Role::King => {
                Err(Refusal::new("E_TARGET_KING", format!("the king on {to} cannot be captured, nor any other")))
            }
            _ => Ok(()),
        }
    }

    fn check_promotion(&self, man: Man, from: Square, to: Square, promote: bool) -> Result<(), Refusal> {
        let facing = man.facing();
        let zone = self.rules.zone.squares(facing);
        if promote && man.role().promoted().is_none() {
            return Err(Refusal::new("E_BAD_PROMOTION", format!("{} does not promote", man.role().code())));
        }
        if promote && !zone.contains(from) && !zone.contains(to) {
            return Err(Refusal::new("E_BAD_PROMOTION", "the move neither starts nor ends in the promotion zone"));
        }
        if !promote && man.role() == Role::Pawn && self.rules.pawnforce.squares(facing).contains(to) {
            return Err(Refusal::new("E_MUST_PROMOTE", format!("a pawn that reaches {to} must promote")));
        }
        Ok(())
    }

    fn check_drop(&self, kind: Kind, to: Square) -> Result<(), Refusal> {
        if self.hand(self.turn)[kind.index()] == 0 {
            return Err(no_piece(self.turn, kind.role()));
        }
        if self.board.at(to).is_some() {
            return Err(Refusal::new("E_OCCUPIED", format!("there is a man on {to}; drops go to empty squares")));
        }
        if kind == Kind::Pawn && self.dead_for_pawns(self.turn).contains(to) {
            return Err(Refusal::new("E_DEAD_DROP", format!("a pawn dropped on {to} could never move")));
        }
        if kind == Kind::Pawn && self.files_with_pawns(self.turn).contains(to) {
            return Err(Refusal::new("E_NIFU", format!("an unpromoted pawn of one's own is in line with {to}")));
        }
        Ok(())
    }

    /// §5, §7, §10: what the kings say to it.
    fn check_kings(&self, action: Action) -> Result<(), Refusal> {
        let after = self.after(self.turn, action);
        if after.board.is_attacked(self.turn) {
            return Err(Refusal::new("E_SELF_CHECK", "the mover's own king would be in check"));
        }
        let partner = self.partner(self.turn);
        if partner.is_some_and(|partner| !self.board.is_attacked(partner) && after.board.is_attacked(partner)) {
            return Err(Refusal::new("E_PARTNER_CHECK", "in doubles nobody checks the partner"));
        }
        match action {
            Action::Drop { kind: Kind::Pawn, to }
                if self.rules.uchifuzume == Uchifuzume::Forbid && self.mates_by_pawn(self.turn, to) =>
            {
                Err(Refusal::new("E_PAWN_MATE", "a dropped pawn may not mate"))
            }
            _ => Ok(()),
        }
    }
}

fn no_piece(side: Side, role: Role) -> Refusal {
    Refusal::new("E_NO_PIECE", format!("{} has no {} in hand", side.title(), role.code()))
}

fn syntax(text: &str) -> Refusal {
    let shown: String = text.chars().take(20).collect();
    Refusal::syntax(format!("`{shown}` is none of 5g5f, 5g5f+, P*5e, resign and timeout"))
}
