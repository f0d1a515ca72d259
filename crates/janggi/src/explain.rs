//! Why an action is refused (§23): the first rule that forbids it, in one sentence.

use game::Refusal;

use crate::geometry::{PALACE, Way, across};
use crate::notation::{self, Spelling};
use crate::rules::{Facing, Pass, Stalemate};
use crate::{Action, Piece, Point, Position, Role, Side};

impl Position {
    /// Reads an action in any spelling (§2). A piece that is named must stand there.
    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Refusal> {
        let spelling = notation::read(text).ok_or_else(|| {
            Refusal::syntax(format!("`{text}` is no move; write it like `e4e5`, `75-65`, `75卒65` or `pass`"))
        })?;
        match spelling {
            Spelling::Pass => Ok(Action::pass(self.king(self.turn))),
            Spelling::Move { from, to, role } => {
                self.check_name(from, role)?;
                Ok(Action::new(from, to))
            }
        }
    }

    fn check_name(&self, from: Point, role: Option<Role>) -> Result<(), Refusal> {
        match (role, self.board.at(from)) {
            (Some(role), Some(piece)) if piece.role() != role => {
                let (named, found) = (role.a_name(), piece.role().a_name());
                Err(Refusal::new("E_PIECE", format!("the piece on {from} is {found}, not {named}")))
            }
            _ => Ok(()),
        }
    }

    /// Whether the board allows an action, and if not, which rule forbids it.
    pub(crate) fn check_action(&self, action: Action) -> Result<(), Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::new("E_OVER", format!("the game is over: {}", ending.text())));
        }
        let piece = self.own_piece(action.from)?;
        if action.is_pass() {
            return self.check_pass(action.from, piece);
        }
        if self.board.of(self.turn).contains(action.to) {
            return Err(Refusal::new("E_FRIEND", format!("an own piece stands on {}", action.to)));
        }
        if !self.reach(action.from).contains(action.to) {
            return Err(self.why_out_of_reach(piece, action));
        }
        self.check_king(action)
    }

    /// Whether the board allows an action, without saying why not.
    #[must_use]
    pub fn allows(&self, action: Action) -> bool {
        let own = |point| self.board.of(self.turn).contains(point);
        if self.ending.is_some() || !own(action.from) {
            return false;
        }
        if action.is_pass() {
            return self.board.at(action.from).is_some_and(|piece| self.check_pass(action.from, piece).is_ok());
        }
        let kings_must_part = self.rules.facing == Facing::Illegal || self.bikjang();
        !own(action.to) && self.reach(action.from).contains(action.to) && self.is_safe(action, kings_must_part)
    }

    fn own_piece(&self, from: Point) -> Result<Piece, Refusal> {
        match self.board.at(from) {
            None => Err(Refusal::new("E_EMPTY", format!("no piece stands on {from}"))),
            Some(piece) if piece.side() != self.turn => {
                Err(Refusal::new("E_OWNER", format!("the piece on {from} belongs to {}", piece.side().name())))
            }
            Some(piece) => Ok(piece),
        }
    }

    /// §13, §14: only a king stays in place, and that is the pass.
    fn check_pass(&self, from: Point, piece: Piece) -> Result<(), Refusal> {
        if piece.role() != Role::King {
            return Err(Refusal::new("E_PATTERN", format!("the {} on {from} does not move", piece.role().name())));
        }
        if self.bikjang() {
            return Ok(());
        }
        if self.in_check(self.turn) {
            return Err(Refusal::new("E_PASS_CHECK", "a side in check may not pass"));
        }
        let stuck = !self.has_move();
        let forced = stuck && self.rules.stalemate == Stalemate::ForcedPass;
        if self.rules.facing == Facing::Illegal && self.board.kings_face() && !forced {
            return Err(Refusal::new("E_FACING", "the kings face: a move must part them"));
        }
        match self.rules.pass {
            Pass::OnlyIfNoMove if !stuck => {
                Err(Refusal::new("E_PASS", "passing is allowed only when no piece can move"))
            }
            Pass::Never if !forced => Err(Refusal::new("E_PASS", "these rules know no pass")),
            Pass::NotInCheck | Pass::OnlyIfNoMove | Pass::Never => Ok(()),
        }
    }

    /// §3, §14: the own king must be safe, and facing kings must part where the rules say so.
    fn check_king(&self, action: Action) -> Result<(), Refusal> {
        if !self.is_safe(action, false) {
            let detail = if self.in_check(self.turn) {
                "the move does not end the check"
            } else {
                "the move leaves the king in check"
            };
            return Err(Refusal::new("E_CHECK", detail));
        }
        if self.rules.facing == Facing::Illegal && !self.is_safe(action, true) {
            return Err(Refusal::new("E_FACING", "after the move the kings would face"));
        }
        if self.bikjang() && !self.is_safe(action, true) {
            return Err(Refusal::new("E_BIKJANG", "bikjang: part the kings, or accept by passing"));
        }
        Ok(())
    }

    fn why_out_of_reach(&self, piece: Piece, action: Action) -> Refusal {
        match piece.role() {
            Role::King | Role::Guard => why_not_in_palace(piece, action),
            Role::Chariot => why_not_chariot(action),
            Role::Cannon => self.why_not_cannon(action),
            Role::Horse => self.why_not_bent(piece, action, 1),
            Role::Elephant => self.why_not_bent(piece, action, 2),
            Role::Soldier => why_not_soldier(piece.side(), action),
        }
    }

    /// §6.
    fn why_not_cannon(&self, action: Action) -> Refusal {
        let Some(line) = line(action.from, action.to) else { return pattern(Role::Cannon, action) };
        let between: Vec<_> = line.iter().filter_map(|point| Some((*point, self.board.at(*point)?))).collect();
        match between[..] {
            [] => Refusal::new("E_NO_SCREEN", "a cannon needs a piece to jump over"),
            [(point, screen)] if screen.role() == Role::Cannon => {
                Refusal::new("E_CANNON_SCREEN", format!("a cannon may not jump the cannon on {point}"))
            }
            [_] => Refusal::new("E_CANNON_TARGET", format!("a cannon may not take the cannon on {}", action.to)),
            [..] => Refusal::new("E_SCREENS", "a cannon jumps exactly one piece"),
        }
    }

    /// §7, §8: one straight step, then `diagonals` diagonal ones, over empty points.
    fn why_not_bent(&self, piece: Piece, action: Action, diagonals: usize) -> Refusal {
        let path = |(straight, diagonal): (Way, Way)| {
            let mut path = vec![action.from.step(straight)?];
            for _ in 0..diagonals {
                path.push(path.last()?.step(diagonal)?);
            }
            (path.pop() == Some(action.to)).then_some(path)
        };
        let legs = Way::BENDS.into_iter().find_map(path).unwrap_or_default();
        match legs.iter().find(|leg| self.board.at(**leg).is_some()) {
            Some(leg) => Refusal::new("E_LEG", format!("the way of the {} is blocked on {leg}", piece.role().name())),
            None => pattern(piece.role(), action),
        }
    }
}

/// §4.
fn why_not_in_palace(piece: Piece, action: Action) -> Refusal {
    if PALACE[piece.side().index()].contains(action.to) {
        pattern(piece.role(), action)
    } else {
        Refusal::new("E_PALACE", format!("{} never leaves its palace", piece.role().a_name()))
    }
}

/// §5.
fn why_not_chariot(action: Action) -> Refusal {
    match line(action.from, action.to) {
        Some(_) => Refusal::new("E_BLOCKED", "a piece stands in the chariot's way"),
        None => pattern(Role::Chariot, action),
    }
}

/// §9.
fn why_not_soldier(side: Side, action: Action) -> Refusal {
    let back = match side {
        Side::Cho => action.to.rank() < action.from.rank(),
        Side::Han => action.to.rank() > action.from.rank(),
    };
    if back { Refusal::new("E_BACKWARD", "a soldier never moves back") } else { pattern(Role::Soldier, action) }
}

fn pattern(role: Role, action: Action) -> Refusal {
    Refusal::new("E_PATTERN", format!("{} does not move from {} to {}", role.a_name(), action.from, action.to))
}

/// The points strictly between two points of a rank, a file or a palace diagonal.
fn line(from: Point, to: Point) -> Option<Vec<Point>> {
    if let Some((center, far)) = across(from)
        && far == to
    {
        return Some(vec![center]);
    }
    if crate::geometry::DIAGONAL_STEPS[from.index()].contains(to) {
        return Some(Vec::new());
    }
    Way::STRAIGHT.into_iter().find_map(|way| {
        let mut points = Vec::new();
        let mut at = from.step(way)?;
        while at != to {
            points.push(at);
            at = at.step(way)?;
        }
        Some(points)
    })
}
