//! Where pieces reach by their way of moving (§5–§9), and from where a point is reached.
//!
//! These are questions about occupied points alone: who owns what is the caller's business.

use crate::geometry::{DIAGONAL_STEPS, PALACE_STEPS, Points, Way, across};
use crate::{Point, Role, Side, lines};

/// Where a chariot reaches, palace diagonals included (§5).
#[inline]
#[must_use]
pub fn chariot_targets(from: Point, occupied: Points) -> Points {
    let mut reach = lines::chariot_reach(from, occupied);
    let near = DIAGONAL_STEPS[from.index()];
    if !near.is_empty() {
        reach |= near;
        if let Some((center, far)) = across(from)
            && !occupied.contains(center)
        {
            reach = reach.with(far);
        }
    }
    reach
}

/// Where a cannon reaches, palace diagonals included (§6); whom it may capture is another matter.
#[inline]
#[must_use]
pub fn cannon_targets(from: Point, occupied: Points, cannons: Points) -> Points {
    let reach = lines::cannon_reach(from, occupied, cannons);
    match across(from) {
        Some((center, far)) if (occupied & !cannons).contains(center) => reach.with(far),
        _ => reach,
    }
}

/// Where a horse reaches (§7).
#[must_use]
#[inline]
pub fn horse_targets(from: Point, occupied: Points) -> Points {
    open_ends(&HORSE_FROM[from.index()], occupied)
}

/// Where an elephant reaches (§8).
#[must_use]
#[inline]
pub fn elephant_targets(from: Point, occupied: Points) -> Points {
    open_ends(&ELEPHANT_FROM[from.index()], occupied)
}

/// Where a soldier steps (§9).
#[must_use]
pub fn soldier_targets(from: Point, side: Side) -> Points {
    SOLDIER_STEPS[side.index()][from.index()]
}

/// From where a horse reaches a point: its leg is the point next to the horse.
#[must_use]
#[inline]
pub fn horse_sources(target: Point, occupied: Points) -> Points {
    open_ends(&HORSE_TO[target.index()], occupied)
}

/// From where an elephant reaches a point.
#[must_use]
#[inline]
pub fn elephant_sources(target: Point, occupied: Points) -> Points {
    open_ends(&ELEPHANT_TO[target.index()], occupied)
}

/// A way of a horse or elephant: the legs that must be empty, and where it ends.
#[derive(Clone, Copy)]
struct Leap {
    legs: Points,
    end: Points,
}

type Leaps = [Leap; 8];

#[inline]
fn open_ends(leaps: &Leaps, occupied: Points) -> Points {
    let mut ends = Points::EMPTY;
    for leap in leaps {
        if !leap.legs.meets(occupied) {
            ends |= leap.end;
        }
    }
    ends
}

static HORSE_FROM: [Leaps; Point::COUNT] = leaps(1, true);
static HORSE_TO: [Leaps; Point::COUNT] = leaps(1, false);
static ELEPHANT_FROM: [Leaps; Point::COUNT] = leaps(2, true);
static ELEPHANT_TO: [Leaps; Point::COUNT] = leaps(2, false);

/// One straight step and `diagonals` diagonal ones, listed by origin or by end.
#[allow(clippy::large_stack_arrays)] // evaluated by the compiler only
const fn leaps(diagonals: usize, by_origin: bool) -> [Leaps; Point::COUNT] {
    let none = Leap { legs: Points::EMPTY, end: Points::EMPTY };
    let mut table = [[none; 8]; Point::COUNT];
    let mut from = 0;
    while from < Point::COUNT {
        let mut bend = 0;
        while bend < Way::BENDS.len() {
            let origin = Point::from_index(from);
            if let Some((target, legs)) = bent_path(origin, Way::BENDS[bend], diagonals) {
                if by_origin {
                    table[from][bend] = Leap { legs, end: Points::of(target) };
                } else {
                    // A bend leads to a point from one origin only, so its place is free.
                    table[target.index()][bend] = Leap { legs, end: Points::of(origin) };
                }
            }
            bend += 1;
        }
        from += 1;
    }
    table
}

/// From where a piece of a role could reach a point if nothing were in its way; a soldier's side aside.
#[must_use]
#[inline]
pub fn range(role: Role, target: Point) -> Points {
    RANGES[target.index()][role.index()]
}

static RANGES: [[Points; Role::COUNT]; Point::COUNT] = {
    let mut table = [[Points::EMPTY; Role::COUNT]; Point::COUNT];
    let mut at = 0;
    while at < Point::COUNT {
        let point = Point::from_index(at);
        let lines = Points::file(point.file()).or(Points::rank(point.rank())).without(point).or(DIAGONAL_STEPS[at]);
        let lines = if let Some((_, far)) = across(point) { lines.with(far) } else { lines };
        let row = &mut table[at];
        row[Role::Chariot.index()] = lines;
        row[Role::Cannon.index()] = lines;
        row[Role::Horse.index()] = all_ends(&HORSE_TO[at]);
        row[Role::Elephant.index()] = all_ends(&ELEPHANT_TO[at]);
        row[Role::Soldier.index()] = SOLDIER_STEPS[0][at].or(SOLDIER_STEPS[1][at]);
        if let Some(slot) = point.palace_slot() {
            row[Role::King.index()] = PALACE_STEPS[slot.index()];
            row[Role::Guard.index()] = PALACE_STEPS[slot.index()];
        }
        at += 1;
    }
    table
};

const fn all_ends(leaps: &Leaps) -> Points {
    let mut ends = Points::EMPTY;
    let mut way = 0;
    while way < leaps.len() {
        ends = ends.or(leaps[way].end);
        way += 1;
    }
    ends
}

/// The end of a way and the points before it.
pub(crate) const fn bent_path(
    from: Point,
    (straight, diagonal): (Way, Way),
    diagonals: usize,
) -> Option<(Point, Points)> {
    let mut legs = Points::EMPTY;
    let mut at = from.step(straight);
    let mut left = diagonals;
    while let Some(point) = at {
        if left == 0 {
            return Some((point, legs));
        }
        legs = legs.with(point);
        at = point.step(diagonal);
        left -= 1;
    }
    None
}

/// From where a side's soldiers reach a point: its own steps, seen from the other side.
#[must_use]
pub fn soldier_sources(target: Point, side: Side) -> Points {
    SOLDIER_STEPS[side.other().index()][target.index()]
}

/// The points strictly between a palace point and another on its file, rank or palace diagonal.
#[must_use]
#[inline]
pub fn between(palace: Point, other: Point) -> Points {
    crate::attack::between(palace, other)
}

/// Where a king or guard steps (§4).
#[must_use]
#[inline]
pub fn palace_steps(from: Point) -> Points {
    from.palace_slot().map_or(Points::EMPTY, |slot| PALACE_STEPS[slot.index()])
}

/// A soldier's straight ways: forward and sideways.
pub(crate) const fn soldier_ways(side: Side) -> [Way; 3] {
    match side {
        Side::Cho => [Way::North, Way::East, Way::West],
        Side::Han => [Way::South, Way::East, Way::West],
    }
}

/// A soldier's ways along palace diagonals.
pub(crate) const fn soldier_diagonals(side: Side) -> [Way; 2] {
    match side {
        Side::Cho => [Way::NorthEast, Way::NorthWest],
        Side::Han => [Way::SouthEast, Way::SouthWest],
    }
}

pub(crate) static SOLDIER_STEPS: [[Points; Point::COUNT]; 2] = [soldier_steps(Side::Cho), soldier_steps(Side::Han)];

const fn soldier_steps(side: Side) -> [Points; Point::COUNT] {
    let mut table = [Points::EMPTY; Point::COUNT];
    let mut from = 0;
    while from < Point::COUNT {
        let point = Points::of(Point::from_index(from));
        let [forward, east, west] = soldier_ways(side);
        let [left, right] = soldier_diagonals(side);
        let diagonal = point.step(left).or(point.step(right)).and(DIAGONAL_STEPS[from]);
        table[from] = point.step(forward).or(point.step(east)).or(point.step(west)).or(diagonal);
        from += 1;
    }
    table
}
