//! Why an action is refused, in the rule book's order (§35).

use game::Refusal;

use crate::action::Action;
use crate::geometry::{Bearing, Square, Squares, path};
use crate::piece::{Piece, Role};
use crate::position::{Phase, Position};
use crate::refusals;
use crate::rules::{ArrowBlock, KingLaw, LevelShot, Uphill, Variant};

type Verdict = Result<(), Refusal>;

/// Passes on if nothing is wrong.
fn unless(wrong: bool, refusal: Refusal) -> Verdict {
    if wrong { Err(refusal) } else { Ok(()) }
}

impl Position {
    /// Whether the rules allow an action, and if not, the first refusal that applies.
    pub(crate) fn check_action(&self, action: Action) -> Verdict {
        unless(self.ending.is_some(), refusals::OVER)?;
        match action {
            Action::Place(square) => {
                unless(self.phase != Phase::Terrain, refusals::PHASE)?;
                self.check_block(square)
            }
            Action::Relocate { from, to } => {
                unless(self.phase == Phase::Battle || !self.rules.on_honor(), refusals::PHASE)?;
                self.check_relocation(from, to)
            }
            Action::Pass => self.check_pass(),
            Action::Go { from, .. }
            | Action::Shoot { from, .. }
            | Action::Charge { from, .. }
            | Action::Lob { from, .. }
            | Action::Volley(from)
            | Action::Reload(from) => {
                let piece = self.own_piece(from)?;
                self.check_deed(piece.role, action)?;
                let exposed = self.rules.king == KingLaw::Check && self.exposes_king(action);
                unless(exposed, refusals::CHECK)
            }
        }
    }

    fn check_pass(&self) -> Verdict {
        match self.phase {
            Phase::Terrain => Err(refusals::PHASE),
            Phase::Inspection => Ok(()),
            Phase::Battle => unless(!self.must_pass(), refusals::PASS),
        }
    }

    /// The piece of the side to move on a square, with the general refusals.
    pub(crate) fn own_piece(&self, square: Square) -> Result<Piece, Refusal> {
        unless(self.ending.is_some(), refusals::OVER)?;
        unless(self.phase != Phase::Battle, refusals::PHASE)?;
        let piece = self.board.at(square).ok_or(refusals::EMPTY)?;
        unless(piece.side != self.turn, refusals::OWNER)?;
        Ok(piece)
    }

    fn check_deed(&self, role: Role, action: Action) -> Verdict {
        match action {
            Action::Go { from, to, .. } => Step { position: self, role, from, to }.check(),
            Action::Shoot { from, to } => self.check_shot(role, from, to),
            Action::Charge { from, to } => self.check_charge(role, from, to),
            Action::Lob { from, to } => self.check_lob(role, from, to),
            Action::Volley(from) => self.check_volley(role, from),
            Action::Reload(_) => unless(role != Role::EmptyCart, refusals::PATTERN),
            Action::Place(_) | Action::Relocate { .. } | Action::Pass => Ok(()),
        }
    }

    fn check_shot(&self, role: Role, from: Square, to: Square) -> Verdict {
        let bearing = Bearing::new(from, to);
        let sea = self.rules.variant == Variant::Sea;
        let forward = bearing.ranks * self.turn.forward().offset().signum();
        let near = bearing.files == 0 && forward == 1;
        let far = bearing.files.abs() <= 1 && forward == 2;
        let shape = match role {
            Role::Archer if sea => bearing.is_diagonal() && bearing.distance() == 2,
            Role::Archer => near || far,
            Role::Gunship => bearing.is_straight() && matches!(bearing.distance(), 2 | 3),
            _ => false,
        };
        unless(!shape, refusals::PATTERN)?;
        unless(!self.board.of(self.turn.other()).contains(to), refusals::NOTARGET)?;
        unless(self.board.men(self.turn.other(), Role::Spy).contains(to), refusals::IMMUNE)?;
        match role {
            Role::Archer if !sea => {
                unless(!self.heights_fit(from, to, far), refusals::HEIGHT)?;
                unless(far && self.arrow_is_blocked(from), refusals::BLOCKED)
            }
            Role::Gunship => {
                let islands = self.ground.raised();
                let in_between = path(from, to).any(|square| square != to && islands.contains(square));
                unless(in_between, refusals::LAND)
            }
            _ => Ok(()),
        }
    }

    /// §14: down at far squares, up at the near one, on the level as the option says.
    fn heights_fit(&self, from: Square, to: Square, far: bool) -> bool {
        let level_shot = self.rules.level_shot;
        match self.ground.height(to).cmp(&self.ground.height(from)) {
            std::cmp::Ordering::Less => far,
            std::cmp::Ordering::Greater => !far,
            std::cmp::Ordering::Equal if far => matches!(level_shot, LevelShot::Far | LevelShot::Both),
            std::cmp::Ordering::Equal => matches!(level_shot, LevelShot::Near | LevelShot::Both),
        }
    }

    fn arrow_is_blocked(&self, from: Square) -> bool {
        let ahead = Squares::of(from).shifted(self.turn.forward());
        self.rules.arrow_block == ArrowBlock::Pieces && self.board.occupied().meets(ahead)
    }

    fn check_charge(&self, role: Role, from: Square, to: Square) -> Verdict {
        let shape = role == Role::Ram && Bearing::new(from, to).is_straight();
        unless(!shape, refusals::PATTERN)?;
        let castle = self.turn.other().castle();
        unless(!(castle & !self.breached).contains(to), refusals::NOTARGET)?;
        unless(self.board.of(self.turn).contains(to), refusals::FRIEND)?;
        let travelled: Vec<Square> = path(from, to).filter(|square| *square != to).collect();
        unless(travelled.iter().any(|square| castle.contains(*square)), refusals::WALL)?;
        let occupied = self.board.occupied();
        unless(travelled.iter().any(|square| occupied.contains(*square)), refusals::BLOCKED)?;
        unless(!self.may_climb(from, &travelled), refusals::UPHILL)
    }

    fn check_lob(&self, role: Role, from: Square, to: Square) -> Verdict {
        let bearing = Bearing::new(from, to);
        let shape = role == Role::Mortar && bearing.is_straight() && matches!(bearing.distance(), 2..=4);
        unless(!shape, refusals::PATTERN)?;
        unless(self.bombs(self.turn) == 0, refusals::AMMO)
    }

    fn check_volley(&self, role: Role, from: Square) -> Verdict {
        unless(role == Role::EmptyCart, refusals::EMPTYCART)?;
        unless(role != Role::RocketCart, refusals::PATTERN)?;
        let enemy = self.board.of(self.turn.other());
        let hits = self.turn.fan().into_iter().any(|way| Squares::of(from).shifted(way).meets(enemy));
        unless(!hits, refusals::NOTARGET)
    }

    /// §12: whether a heavy piece may go along these squares.
    fn may_climb(&self, from: Square, squares: &[Square]) -> bool {
        let heights = || std::iter::once(&from).chain(squares).map(|square| self.ground.height(*square));
        let climb = heights().zip(heights().skip(1)).position(|(before, after)| after > before);
        match (climb, self.rules.uphill) {
            (None, _) => true,
            (Some(_), Uphill::Whole) => squares.len() <= 2,
            (Some(to_the_foot), Uphill::Foot) => squares.len() <= to_the_foot + 2,
        }
    }
}

/// A move that a piece of the side to move would like to make.
struct Step<'a> {
    position: &'a Position,
    role: Role,
    from: Square,
    to: Square,
}

impl Step<'_> {
    fn check(&self) -> Verdict {
        let board = &self.position.board;
        let takes = board.of(self.position.turn.other()).contains(self.to);
        unless(!self.has_shape(), refusals::PATTERN)?;
        unless(board.of(self.position.turn).contains(self.to), refusals::FRIEND)?;
        unless(self.meets_land(), refusals::LAND)?;
        unless(self.is_blocked(), refusals::BLOCKED)?;
        unless(self.leaves_castle(), refusals::CONFINED)?;
        unless(self.meets_wall(), refusals::WALL)?;
        unless(self.climbs_too_far(), refusals::UPHILL)?;
        unless(self.leaves_camp(), refusals::CAMP)?;
        unless(takes && !self.can_take(), refusals::NOATTACK)?;
        unless(takes && self.is_immune(), refusals::IMMUNE)
    }

    fn is_at(&self, variant: Variant) -> bool {
        self.position.rules.variant == variant
    }

    /// Whether the piece ever goes so, on an empty and level board.
    fn has_shape(&self) -> bool {
        let bearing = Bearing::new(self.from, self.to);
        let forward = bearing.ranks * self.position.turn.forward().offset().signum();
        let one_straight = bearing.is_straight() && bearing.distance() == 1;
        match self.role {
            Role::King | Role::Spy => bearing.distance() == 1,
            Role::General => bearing.is_line(),
            Role::Colonel | Role::Ram => bearing.is_straight(),
            Role::Musketeer => bearing.is_diagonal(),
            Role::Horse => matches!((bearing.files.abs(), bearing.ranks.abs()), (1, 2) | (2, 1)),
            Role::Archer if self.is_at(Variant::Sea) => one_straight,
            Role::Archer | Role::Infantry => one_straight && forward >= 0,
            Role::Swordsman => bearing.files == 0 && matches!(forward, 1 | 2),
            Role::Ladder | Role::Mortar | Role::RocketCart | Role::EmptyCart => one_straight,
            Role::TurtleShip => bearing.is_line() && bearing.distance() <= 2,
            Role::Gunship => bearing.is_straight() && bearing.distance() <= 2,
        }
    }

    const fn jumps(&self) -> bool {
        matches!(self.role, Role::Horse | Role::Swordsman)
    }

    /// All squares of the way; of a jump the last alone.
    fn squares(&self) -> Vec<Square> {
        if self.jumps() { vec![self.to] } else { path(self.from, self.to).collect() }
    }

    fn meets_land(&self) -> bool {
        let islands = self.position.ground.raised();
        self.is_at(Variant::Sea) && self.squares().iter().any(|square| islands.contains(*square))
    }

    fn is_blocked(&self) -> bool {
        let occupied = self.position.board.occupied();
        self.squares().iter().any(|square| *square != self.to && occupied.contains(*square))
    }

    fn leaves_castle(&self) -> bool {
        let confined = matches!(self.role, Role::King | Role::Archer);
        self.is_at(Variant::Siege) && confined && !self.position.turn.castle().contains(self.to)
    }

    /// §22: entering the enemy castle from outside needs an open square; engines never enter.
    fn meets_wall(&self) -> bool {
        if !self.is_at(Variant::Siege) {
            return false;
        }
        let castle = self.position.turn.other().castle();
        let squares = self.squares();
        if matches!(self.role, Role::Ram | Role::Ladder) {
            return squares.iter().any(|square| castle.contains(*square));
        }
        let open = self.position.open_squares(self.position.turn);
        let mut inside = castle.contains(self.from);
        squares.into_iter().any(|square| {
            let was_inside = std::mem::replace(&mut inside, castle.contains(square));
            inside && !was_inside && !open.contains(square)
        })
    }

    fn climbs_too_far(&self) -> bool {
        let heavy = matches!(self.role, Role::General | Role::Colonel | Role::Musketeer | Role::Ram);
        heavy && !self.position.may_climb(self.from, &self.squares())
    }

    fn leaves_camp(&self) -> bool {
        self.role == Role::Spy && !self.position.turn.other().camp().contains(self.to)
    }

    fn can_take(&self) -> bool {
        match self.role {
            Role::King
            | Role::General
            | Role::Colonel
            | Role::Musketeer
            | Role::Horse
            | Role::Swordsman
            | Role::TurtleShip => true,
            Role::Infantry => self.from.file() == self.to.file(),
            Role::Archer
            | Role::Ram
            | Role::Ladder
            | Role::Gunship
            | Role::Spy
            | Role::Mortar
            | Role::RocketCart
            | Role::EmptyCart => false,
        }
    }

    fn is_immune(&self) -> bool {
        match self.position.board.at(self.to).map(|piece| piece.role) {
            Some(Role::Spy) => true,
            Some(Role::TurtleShip) => self.role != Role::King,
            _ => false,
        }
    }
}
