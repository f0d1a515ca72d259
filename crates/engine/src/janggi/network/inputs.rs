//! What the network sees: for each side the pieces as seen from its seat, in a frame chosen by its
//! own king.
//!
//! A side looks at the board from its own edge and mirrors it so that more of what matters stands
//! on the left: its king first, then the enemy's, then the other pieces. So a position and its
//! mirror image look the same, and three of the nine places of the king need no weights.

use janggi::{Board, Piece, Point, Position, Role, Side};

/// The own king's places after mirroring.
const KING_PLACES: usize = 6;
/// Own and enemy pieces by role.
const KINDS: usize = 2 * Role::COUNT;
/// The weights of one king place.
const PLACE_INPUTS: usize = KINDS * Point::COUNT;

/// How many inputs there are for one side's view.
pub const INPUTS: usize = KING_PLACES * PLACE_INPUTS;
/// The inputs without the king's place: what [`INPUTS`] have in common.
pub const SHARED_INPUTS: usize = PLACE_INPUTS;

/// How a side looks at the board: where its king stands, and whether left is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View(u8); // invariant: < View::COUNT

impl View {
    /// How many views there are.
    pub const COUNT: usize = 2 * KING_PLACES;

    /// The view of a side whose king stands on `king`, on a board that leans by `tilt`.
    #[must_use]
    #[inline]
    pub fn new(side: Side, king: Point, tilt: Tilt) -> Self {
        let mirror = tilt.0[side.index()] > 0;
        let king = framed(side, mirror, king);
        // The palace's files left of its right one, its three ranks.
        let place = king.file().saturating_sub(PALACE_LEFT).min(1) * 3 + king.rank().min(2);
        Self((place * 2 + usize::from(mirror)) as u8)
    }

    /// A number of its own.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The input of a piece on a point, as `side` sees it.
    #[must_use]
    #[inline]
    pub fn input(self, side: Side, piece: Piece, at: Point) -> usize {
        let place = usize::from(self.0 / 2);
        place * PLACE_INPUTS + shared_input(side, piece, framed(side, self.0 % 2 == 1, at))
    }
}

const PALACE_LEFT: usize = 3;
const MIDDLE: i64 = 4;

#[inline]
fn framed(side: Side, mirror: bool, point: Point) -> Point {
    let point = if side == Side::Cho { point } else { point.turned() };
    if mirror { point.mirrored() } else { point }
}

#[inline]
fn shared_input(side: Side, piece: Piece, framed: Point) -> usize {
    let kind = if piece.side() == side { 0 } else { Role::COUNT } + piece.role().index();
    kind * Point::COUNT + framed.index()
}

/// To which wing the board leans, as each side sees it: above zero for the right one.
///
/// The own king decides; where it stands in the middle, the enemy's; then guards and the rest,
/// those that move least first. Only a position that is its own mirror image leans nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tilt([i64; 2]);

impl Tilt {
    /// The tilt of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut tilt = Self::default();
        for (at, piece) in board.iter() {
            tilt.add(piece, at);
        }
        tilt
    }

    /// A piece is put on a point.
    #[inline]
    pub fn add(&mut self, piece: Piece, at: Point) {
        for (sum, lever) in self.0.iter_mut().zip(LEVERS[piece.index()][at.index()]) {
            *sum += lever;
        }
    }

    /// A piece is taken from a point.
    #[inline]
    pub fn remove(&mut self, piece: Piece, at: Point) {
        for (sum, lever) in self.0.iter_mut().zip(LEVERS[piece.index()][at.index()]) {
            *sum -= lever;
        }
    }
}

/// What a piece on a point adds to the tilts of both sides.
static LEVERS: [[[i64; 2]; Point::COUNT]; KINDS] = levers();

/// Roles by importance, each with one more than twice the most that its pieces of one side can
/// add up to: digits of a number, so that no amount of a lesser role outweighs a greater one.
const DIGITS: [(Role, i64); Role::COUNT] = [
    (Role::Chariot, 17),
    (Role::Cannon, 17),
    (Role::Horse, 17),
    (Role::Elephant, 17),
    (Role::Soldier, 41),
    (Role::Guard, 5),
    (Role::King, 3),
];
/// Room below the lowest digit for what tells balanced boards apart.
const NOISE: i64 = 1024;

#[allow(clippy::large_stack_arrays)] // the compiler's stack, not the program's
const fn levers() -> [[[i64; 2]; Point::COUNT]; KINDS] {
    let mut table = [[[0; 2]; Point::COUNT]; KINDS];
    let mut unit = NOISE;
    let mut digit = 0;
    while digit < Role::COUNT {
        let (role, base) = DIGITS[digit];
        let mut own = 0;
        // The enemy's pieces come right below the own ones.
        while own < 2 {
            let mut side = 0;
            while side < 2 {
                let owner = if own == 1 { side } else { 1 - side };
                let kind = owner * Role::COUNT + role.index();
                let mut at = 0;
                while at < Point::COUNT {
                    table[kind][at][side] = lever(side, own, role.index(), at, unit);
                    at += 1;
                }
                side += 1;
            }
            unit *= base;
            own += 1;
        }
        digit += 1;
    }
    table
}

/// The lever of one piece: its distance from the middle file, and a little that depends on the
/// point, with opposite signs on opposite wings.
const fn lever(side: usize, own: usize, role: usize, at: usize, unit: i64) -> i64 {
    let seen = if side == 0 { at } else { Point::COUNT - 1 - at };
    let (file, rank) = ((seen % 9) as i64, seen / 9);
    let arm = file - MIDDLE;
    // In 64 bits on every machine, so that every machine sees the same board.
    let hash = ((rank * 7 + role * 5 + own * 3) as u64 + arm.unsigned_abs() * 11) * 2_654_435_761 % 15;
    arm * unit + arm.signum() * (2 * hash as i64 + 1)
}

/// What both sides know beside the board: who leads on points, by how much, and how near the
/// limit without captures is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context(u8); // invariant: < Context::COUNT

impl Context {
    const LEADS: usize = 6;
    const URGENCIES: usize = 4;
    /// How many contexts there are; the last one is a game that points do not decide.
    pub const COUNT: usize = 2 * Self::LEADS * Self::URGENCIES + 1;
    /// A game that points do not decide.
    pub const POINTLESS: Self = Self((Self::COUNT - 1) as u8);

    /// The context of a position for each side.
    #[must_use]
    pub fn of(position: &Position) -> [Self; 2] {
        let rules = position.rules();
        if !rules.scores() {
            return [Self::POINTLESS; 2];
        }
        let (leader, half_points) = position.lead();
        let limit = usize::from(rules.no_capture_limit);
        let urgency = (Self::URGENCIES * usize::from(position.halfmove())).checked_div(limit).unwrap_or(0);
        Side::ALL.map(|side| Self::new(side == leader, half_points, urgency.min(Self::URGENCIES - 1)))
    }

    fn new(leads: bool, half_points: u32, urgency: usize) -> Self {
        let step = match half_points {
            0..=2 => 0,
            3..=4 => 1,
            5..=7 => 2,
            8..=12 => 3,
            13..=24 => 4,
            _ => 5,
        };
        Self(((usize::from(leads) * Self::LEADS + step) * Self::URGENCIES + urgency) as u8)
    }

    /// A number of its own.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Stages of a game by the number of pieces, each with its own weights of the output.
pub const STAGES: usize = 8;

/// The stage of a board with so many pieces.
#[must_use]
#[inline]
pub const fn stage_of(pieces: usize) -> usize {
    let stage = pieces.saturating_sub(2) / 4;
    if stage < STAGES { stage } else { STAGES - 1 }
}
