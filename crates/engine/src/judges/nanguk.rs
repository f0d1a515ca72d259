//! A judge of nanguk: pieces, where they stand, and how high.

use game::{Position as _, Seat};
use nanguk::{Action, Phase, Piece, Position, Role, Side, Square, Variant};

use crate::alpha_beta::Method;
use crate::judge::Judge;
use crate::levels::{Care, Graded, Level, Strength};

/// Pieces, ground and, in the variants, walls and bombs.
#[derive(Clone, Copy, Debug, Default)]
pub struct NangukJudge;

/// Hundredths of an infantryman.
const fn worth(role: Role) -> i32 {
    match role {
        Role::King | Role::Spy => 0,
        Role::General => 900,
        Role::Colonel => 500,
        Role::Musketeer | Role::Horse => 330,
        Role::Archer => 220,
        Role::Swordsman => 160,
        Role::Infantry => 100,
        Role::Ram | Role::Ladder => 200,
        Role::TurtleShip => 700,
        Role::Gunship => 350,
        Role::Mortar | Role::RocketCart => 300,
        Role::EmptyCart => 250,
    }
}

const HOPELESS: i32 = -1800;
/// What one level of height is worth to the pieces that run or shoot from it.
const HEIGHT: i32 = 8;
const BOMB: i32 = 60;
const BREACH: i32 = 40;

fn distance(one: Square, other: Square) -> i32 {
    let files = (one.file() - other.file()).unsigned_abs();
    let ranks = (one.rank() - other.rank()).unsigned_abs();
    i32::from(files.max(ranks))
}

/// How far a square is from a side's first rank.
fn ahead(side: Side, square: Square) -> usize {
    usize::from((if side == Side::Blue { square.rank() } else { 7 - square.rank() }).unsigned_abs())
}

/// By ranks ahead: soldiers who cannot go back are worth less and less near the far edge.
const SWORDSMAN: [i32; 8] = [0, 0, 4, 8, 10, 0, -20, -140];
const INFANTRY: [i32; 8] = [0, 0, 4, 8, 12, 16, 12, -50];

/// What the place of a piece is worth.
fn place(position: &Position, piece: Piece, at: Square, enemy_king: Option<Square>) -> i32 {
    let rank = ahead(piece.side, at);
    let ahead = i32::from(rank as u8);
    let center = 3 - (2 * i32::from(at.file()) - 7).abs() / 2;
    let height = HEIGHT * i32::from(position.ground().height(at));
    let near = enemy_king.map_or(0, |king| 7 - distance(at, king));
    match piece.role {
        Role::King => -14 * ahead + center.min(1),
        Role::General | Role::Colonel | Role::Musketeer => height + 5 * near + 3 * ahead.min(3),
        Role::Horse => 4 * center + 5 * near + 4 * ahead.min(3),
        Role::Archer => height + 4 * center + if ahead == 7 { -150 } else { 6 * ahead.min(3) },
        Role::Swordsman => 3 * center + SWORDSMAN[rank & 7],
        Role::Infantry => 3 * center + INFANTRY[rank & 7],
        Role::Ram | Role::Ladder => 10 * near + 4 * ahead.min(5),
        Role::TurtleShip | Role::Gunship => 5 * near + 4 * ahead.min(4) + 2 * center,
        Role::Mortar | Role::RocketCart | Role::EmptyCart => 2 * ahead.min(3) + 3 * near,
        Role::Spy => 4 * near,
    }
}

fn battle_value(position: &Position, side: Side) -> i32 {
    let board = position.board();
    let king = board.king(side.other()).first();
    let of_role = |role| {
        let men = board.men(side, role).iter();
        men.map(|at| worth(role) + place(position, Piece { side, role }, at, king)).sum::<i32>()
    };
    let men: i32 = Role::ALL.into_iter().map(of_role).sum();
    let around = |king: Square| board.of(side).iter().filter(|at| distance(*at, king) == 1).map(|_| 1).sum::<i32>();
    let guards = board.king(side).first().map_or(0, around);
    let breaches = (position.breached() & side.other().castle()).len().cast_signed();
    men + 6 * guards.min(5) + BOMB * i32::from(position.bombs(side)) + BREACH * breaches
}

/// High ground behind the own lines and a level way down: the runners of the first ranks are free,
/// and whoever comes has to climb. Archers look over the heads of their own infantry.
fn ground_value(position: &Position, side: Side) -> i32 {
    if position.rules().variant == Variant::Sea {
        return 0;
    }
    let ground = position.ground();
    let weigh = |square: Square| {
        let height = i32::from(ground.height(square));
        let archers = matches!(square.file(), 1 | 6) && ahead(side, square) == 1;
        match ahead(side, square) {
            0 => 5 * height,
            1 => 7 * height + if archers { 8 * height } else { 0 },
            2 => 3 * height,
            3 => -2 * height,
            _ => 0,
        }
    };
    Square::all().map(weigh).sum()
}

impl NangukJudge {
    fn taken(position: &Position, action: Action) -> Option<Role> {
        match action {
            Action::Go { to, takes: true, .. } | Action::Shoot { to, .. } | Action::Charge { to, .. } => {
                position.board().at(to).map(|piece| piece.role)
            }
            _ => None,
        }
    }
}

impl Judge<Position> for NangukJudge {
    fn value(&self, position: &Position, seat: Seat) -> i32 {
        let (own, other) = (Side::of(seat), Side::of(seat).other());
        match position.phase() {
            Phase::Battle => battle_value(position, own) - battle_value(position, other),
            Phase::Terrain | Phase::Inspection => ground_value(position, own) - ground_value(position, other),
        }
    }

    fn is_loud(&self, position: &Position, action: Action) -> bool {
        match action {
            Action::Volley(_) | Action::Charge { .. } => true,
            _ => Self::taken(position, action).is_some(),
        }
    }

    fn hint(&self, position: &Position, action: Action) -> i32 {
        let mover = action.origin().and_then(|at| position.board().at(at)).map_or(0, |piece| worth(piece.role));
        match (action, Self::taken(position, action)) {
            (_, Some(Role::King)) => 5000,
            (Action::Shoot { .. }, Some(role)) => 120 + worth(role) / 4,
            (_, Some(role)) => 100 + worth(role) / 4 - mover / 40,
            (Action::Volley(_), _) => 110,
            (Action::Charge { .. }, _) => 100,
            _ => 0,
        }
    }

    fn slot(&self, action: Action) -> usize {
        action.squares().fold(0, |slot, square| slot * Square::COUNT + square.index())
    }

    fn must_answer(&self, position: &Position) -> bool {
        position.phase() == Phase::Battle && position.in_danger(position.side())
    }

    fn search_key(&self, position: &Position) -> u64 {
        const NEAR: u32 = 24;
        let limit = position.rules().limit;
        let quiet = position.quiet();
        let late = limit > 0 && quiet + NEAR >= limit;
        position.key() ^ if late { u64::from(quiet + 1).wrapping_mul(0x9fb2_1c65_1e98_df25) } else { 0 }
    }

    /// Blocks are many and each matters little.
    fn effort(&self, position: &Position) -> u32 {
        if position.phase() == Phase::Battle { 100 } else { 3 }
    }

    fn hopeless(&self, position: &Position) -> Option<i32> {
        (position.phase() == Phase::Battle).then_some(HOPELESS)
    }
}

impl Graded<Position> for NangukJudge {
    const METHOD: Method = Method::STRONG;

    fn strength(level: Level) -> Strength {
        match level {
            // Even one answer of a hundred overlooked costs more here than half of the positions.
            Level::Newcomer => Strength::new(200, Care::within(160)).overlooking(5),
            Level::Beginner => Strength::new(500, Care::within(110)).overlooking(2),
            Level::Gentle => Strength::new(1_200, Care::within(80)).overlooking(1),
            Level::Easy => Strength::new(1_000, Care::within(90)),
            Level::Casual => Strength::new(4_000, Care::within(55)),
            Level::Normal => Strength::new(20_000, Care::within(28)).resigning(),
            Level::Skilled => Strength::new(170_000, Care::within(12)).resigning(),
            Level::Hard => Strength::new(1_500_000, Care::within(5)).resigning().within_ms(5_000),
        }
    }
}
