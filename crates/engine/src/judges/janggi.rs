//! A plain judge of janggi: what the pieces are worth and how freely they stand. The strong player
//! has its own; this one is the measure against which it is checked.

use game::{Position as _, Seat};
use janggi::{Action, Point, Position, Role, Side};

use crate::alpha_beta::Method;
use crate::judge::Judge;
use crate::levels::{Care, Graded, Level, Strength};

/// Points of the rule book with a little for the place.
#[derive(Clone, Copy, Debug, Default)]
pub struct JanggiJudge;

/// Hundredths of a point, as players rate pieces rather than as the rules count them.
const fn worth(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Guard | Role::Elephant => 300,
        Role::Chariot => 1300,
        Role::Cannon => 700,
        Role::Horse => 500,
        Role::Soldier => 200,
    }
}

/// A side that has lost so much has nothing left to hope for.
const HOPELESS: i32 = -3000;

/// Pieces stand better toward the middle, and soldiers further ahead.
fn place(role: Role, point: Point, side: Side) -> i32 {
    let own = if side == Side::Cho { point } else { point.turned() };
    let file = 4 - i32::from(own.file().abs_diff(4) as u8);
    let rank = i32::from(own.rank() as u8);
    match role {
        Role::Soldier => 4 * (rank - 3) + 3 * file,
        Role::Horse | Role::Elephant => 5 * file + 4 * rank.min(5),
        Role::Chariot => 4 * rank.min(6),
        Role::Cannon => 5 * file,
        Role::King => -12 * rank,
        Role::Guard => -4 * rank,
    }
}

fn side_value(position: &Position, side: Side) -> i32 {
    let own = position.board().iter().filter(|(_, piece)| piece.side() == side);
    own.map(|(point, piece)| worth(piece.role()) + place(piece.role(), point, side)).sum()
}

fn taken(position: &Position, action: Action) -> Option<Role> {
    if action.is_pass() { None } else { position.board().at(action.to).map(janggi::Piece::role) }
}

impl Judge<Position> for JanggiJudge {
    fn value(&self, position: &Position, seat: Seat) -> i32 {
        let (own, other) = (Side::of(seat), Side::of(seat).other());
        // Whoever leads in points can end many games by passing or facing.
        let lead = if position.leader() == own { 60 } else { -60 };
        side_value(position, own) - side_value(position, other) + lead
    }

    fn is_loud(&self, position: &Position, action: Action) -> bool {
        taken(position, action).is_some()
    }

    fn hint(&self, position: &Position, action: Action) -> i32 {
        let mover = position.board().at(action.from).map_or(0, |piece| worth(piece.role()) / 100);
        match taken(position, action) {
            Some(role) => 100 + worth(role) / 10 - mover,
            None if action.is_pass() => -10,
            None => 0,
        }
    }

    fn slot(&self, action: Action) -> usize {
        action.from.index() * Point::COUNT + action.to.index()
    }

    fn must_answer(&self, position: &Position) -> bool {
        position.in_check(position.side())
    }

    fn search_key(&self, position: &Position) -> u64 {
        const AFTER_PASS: u64 = 0x8a5c_d789_635d_2dff;
        const BIKJANG: u64 = 0x1216_55b7_8f3a_9c41;
        let pass = if position.after_pass() { AFTER_PASS } else { 0 };
        let facing = if position.bikjang() { BIKJANG } else { 0 };
        position.key() ^ pass ^ facing ^ late(position)
    }

    fn hopeless(&self, _: &Position) -> Option<i32> {
        Some(HOPELESS)
    }
}

impl Graded<Position> for JanggiJudge {
    const METHOD: Method = Method::STRONG;

    fn strength(level: Level) -> Strength {
        match level {
            Level::Newcomer | Level::Beginner => Strength::new(300, Care::within(250)),
            Level::Gentle | Level::Easy => Strength::new(3_000, Care::within(100)),
            Level::Casual | Level::Normal => Strength::new(40_000, Care::within(20)).resigning(),
            Level::Skilled | Level::Hard => Strength::new(300_000, Care::within(8)).resigning(),
        }
    }
}

/// Near a limit of plies the count matters; far from it, it does not.
fn late(position: &Position) -> u64 {
    const NEAR: u16 = 24;
    let rules = position.rules();
    let counted = |limit: u16, count: u16| if limit > 0 && count + NEAR >= limit { u64::from(count) + 1 } else { 0 };
    let quiet = counted(rules.no_capture_limit, position.halfmove());
    let total = counted(rules.total_ply_limit, position.plies());
    quiet.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ total.wrapping_mul(0xd1b5_4a32_d192_ed03)
}
