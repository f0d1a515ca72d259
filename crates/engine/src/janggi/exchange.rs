//! What a series of captures on one point brings (static exchange evaluation).
//!
//! Every capture changes the lines: screens vanish and appear, legs open. So the attackers are
//! looked up anew after each.

use janggi::rules::YesNo;
use janggi::{Action, Point, Points, Position, Role, Side, reach};

/// The worth of a piece in an exchange, in hundredths of a point.
#[must_use]
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::King => 10_000,
        Role::Guard => 300,
        Role::Chariot => 1300,
        Role::Cannon => 700,
        Role::Horse => 500,
        Role::Elephant => 330,
        Role::Soldier => 210,
    }
}

/// Cheapest first.
const BY_WORTH: [Role; Role::COUNT] =
    [Role::Soldier, Role::Guard, Role::Elephant, Role::Horse, Role::Cannon, Role::Chariot, Role::King];

/// Whether an action wins at least `threshold` hundredths of a point if both sides go on capturing on its target as long
/// as it pays.
#[must_use]
pub fn wins_at_least(position: &Position, action: Action, threshold: i32) -> bool {
    if action.is_pass() {
        return threshold <= 0;
    }
    let board = position.board();
    let Some(mover) = board.at(action.from) else { return threshold <= 0 };
    let mut balance = board.at(action.to).map_or(0, |piece| worth(piece.role())) - threshold;
    if balance < 0 {
        return false;
    }
    let mut at_stake = mover.role();
    balance -= worth(at_stake);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(action.from).with(action.to);
    let mut side = mover.side().other();
    // The side to recapture must do so to change the verdict; it turns with every capture.
    let mut wins = true;
    while let Some((from, role)) = cheapest_attacker(position, action.to, side, occupied, at_stake) {
        wins = !wins;
        occupied = occupied.without(from);
        // A king may not capture what is still protected.
        if role == Role::King && cheapest_attacker(position, action.to, side.other(), occupied, Role::King).is_some() {
            return !wins;
        }
        balance = -balance - 1 - worth(role);
        if balance >= 0 {
            break;
        }
        at_stake = role;
        side = side.other();
    }
    wins
}

fn cheapest_attacker(
    position: &Position,
    target: Point,
    side: Side,
    occupied: Points,
    standing: Role,
) -> Option<(Point, Role)> {
    let board = position.board();
    BY_WORTH.into_iter().find_map(|role| {
        // Most pieces are far away, and then no line needs to be looked along.
        let pieces = board.pieces(side, role) & occupied & reach::range(role, target);
        if pieces.is_empty() {
            return None;
        }
        let sources = match role {
            Role::King | Role::Guard => reach::palace_steps(target),
            Role::Chariot => reach::chariot_targets(target, occupied),
            Role::Cannon => {
                if standing == Role::Cannon && position.rules().cannon_takes_cannon == YesNo::No {
                    return None;
                }
                reach::cannon_targets(target, occupied, board.role(Role::Cannon) & occupied)
            }
            Role::Horse => reach::horse_sources(target, occupied),
            Role::Elephant => reach::elephant_sources(target, occupied),
            Role::Soldier => reach::soldier_sources(target, side),
        };
        (pieces & sources).without(target).first().map(|from| (from, role))
    })
}
