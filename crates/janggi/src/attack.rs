//! Who attacks a king, and what its defenders must not do (§3, §10).

use arrayvec::ArrayVec;

use crate::geometry::{DIAGONAL_STEPS, PalaceSlot, Points, Way, across, slot_point};
use crate::reach::{SOLDIER_STEPS, bent_path};
use crate::{Board, Point, Role, Side};

/// The points strictly between a palace point and another on one of its lines.
#[inline]
pub(crate) fn between(palace: Point, other: Point) -> Points {
    palace.palace_slot().map_or(Points::EMPTY, |slot| BETWEEN[slot.index()][other.index()])
}

/// Whether `by` could capture a king of the other side standing on `target`, if `occupied` were
/// the occupied points.
#[inline]
pub(crate) fn attacked(board: &Board, target: PalaceSlot, by: Side, occupied: Points) -> bool {
    let slot = target.index();
    let cannons = board.role(Role::Cannon);
    let chariot = |from: Point| !BETWEEN[slot][from.index()].meets(occupied);
    let cannon = |from: Point| {
        let screens = BETWEEN[slot][from.index()] & occupied;
        !screens.is_empty() && !screens.is_many() && !screens.meets(cannons)
    };
    let horse = |from: Point| !HORSE_LEGS[slot][from.index()].meets(occupied);
    let elephant = |from: Point| !ELEPHANT_LEGS[slot][from.index()].meets(occupied);

    board.pieces(by, Role::Soldier).meets(SOLDIERS_BY[by.index()][slot])
        || (board.pieces(by, Role::Chariot) & ALIGNED[slot]).iter().any(chariot)
        || (board.pieces(by, Role::Cannon) & ALIGNED[slot]).iter().any(cannon)
        || (board.pieces(by, Role::Horse) & HORSES_BY[slot]).iter().any(horse)
        || (board.pieces(by, Role::Elephant) & ELEPHANTS_BY[slot]).iter().any(elephant)
}

/// Whether any piece of `by` stands where it could attack some point of the other side's palace.
#[inline]
pub(crate) fn near_palace(board: &Board, by: Side) -> bool {
    let zone = &ZONES[by.other().index()];
    let sliders = board.role(Role::Chariot) | board.role(Role::Cannon);
    let threats = (sliders & zone.lines)
        | (board.role(Role::Horse) & zone.horses)
        | (board.role(Role::Elephant) & zone.elephants)
        | (board.role(Role::Soldier) & zone.soldiers);
    threats.meets(board.of(by))
}

/// What a king's defenders must mind.
pub(crate) struct Guarding {
    /// The king is attacked now.
    pub(crate) checked: bool,
    /// Pieces that may not move freely.
    pub(crate) pinned: Points,
    /// Where those may go; a piece may stand here more than once and must obey every line.
    pub(crate) pins: ArrayVec<(Point, Points), MAX_PINS>,
    /// Where a piece that can be jumped would become the screen of an enemy cannon.
    pub(crate) screens: Points,
}

/// Four sliders with two blockers each, two horses, two elephants and the facing king.
const MAX_PINS: usize = 16;

impl Guarding {
    /// Looks along every line to the king on `king`. With `kings_repel` the enemy king counts as a
    /// chariot on its file: kings may not face.
    pub(crate) fn of(board: &Board, king: PalaceSlot, side: Side, kings_repel: bool) -> Self {
        let enemy = side.other();
        let checked = board.pieces(enemy, Role::Soldier).meets(SOLDIERS_BY[enemy.index()][king.index()]);
        let mut guarding = Self { checked, pinned: Points::EMPTY, pins: ArrayVec::new(), screens: Points::EMPTY };
        let mut watch = Watch { board, slot: king.index(), side, guarding: &mut guarding };
        watch.chariots();
        watch.cannons();
        watch.horses();
        watch.elephants();
        if kings_repel {
            watch.facing_king();
        }
        guarding
    }

    /// Where a pinned piece may go, whatever its own way of moving.
    pub(crate) fn allowed(&self, from: Point) -> Points {
        self.pins.iter().filter(|(pinned, _)| *pinned == from).fold(Points::ALL, |set, (_, allowed)| set & *allowed)
    }

    fn pin(&mut self, piece: Point, allowed: Points) {
        self.pinned = self.pinned.with(piece);
        self.pins.push((piece, allowed));
    }
}

struct Watch<'a> {
    board: &'a Board,
    slot: usize,
    side: Side,
    guarding: &'a mut Guarding,
}

impl Watch<'_> {
    fn enemies(&self, role: Role, aligned: Points) -> Points {
        self.board.pieces(self.side.other(), role) & aligned
    }

    fn chariots(&mut self) {
        for from in self.enemies(Role::Chariot, ALIGNED[self.slot]).iter() {
            let line = BETWEEN[self.slot][from.index()];
            let blockers = line & self.board.occupied();
            match blockers.first() {
                None => self.guarding.checked = true,
                Some(only) if !blockers.is_many() => self.pin_own(only, line.with(from)),
                Some(_) => {}
            }
        }
    }

    fn facing_king(&mut self) {
        let (Some(enemy), king) = (self.board.king(self.side.other()), slot_point(self.slot)) else { return };
        if enemy.file() != king.file() {
            return;
        }
        let line = BETWEEN[self.slot][enemy.index()];
        let blockers = line & self.board.occupied();
        if let Some(only) = blockers.first()
            && !blockers.is_many()
        {
            self.pin_own(only, line);
        }
    }

    fn pin_own(&mut self, piece: Point, allowed: Points) {
        if self.board.of(self.side).contains(piece) {
            self.guarding.pin(piece, allowed);
        }
    }

    fn cannons(&mut self) {
        for from in self.enemies(Role::Cannon, ALIGNED[self.slot]).iter() {
            let line = BETWEEN[self.slot][from.index()];
            let blockers = line & self.board.occupied();
            match blockers.len() {
                0 => self.guarding.screens |= line,
                1 => self.lone_blocker(blockers),
                2 => self.two_blockers(from, line, blockers),
                _ => {}
            }
        }
    }

    /// One piece before an enemy cannon: a screen, unless it is a cannon; then whatever captures
    /// it becomes the screen.
    fn lone_blocker(&mut self, blocker: Points) {
        if blocker.meets(self.board.role(Role::Cannon)) {
            self.guarding.screens |= blocker & self.board.of(self.side.other());
        } else {
            self.guarding.checked = true;
        }
    }

    /// Two pieces before an enemy cannon: if one leaves the line, the other may become the screen.
    fn two_blockers(&mut self, cannon: Point, line: Points, blockers: Points) {
        let cannons = self.board.role(Role::Cannon);
        for own in (blockers & self.board.of(self.side)).iter() {
            let other = blockers.without(own);
            if !other.meets(cannons) {
                self.guarding.pin(own, (line & !other).with(cannon));
            } else if !cannons.contains(own) {
                // Taking that cannon would leave the taker as the only screen.
                self.guarding.pin(own, !other);
            }
        }
    }

    fn horses(&mut self) {
        for from in self.enemies(Role::Horse, HORSES_BY[self.slot]).iter() {
            match (HORSE_LEGS[self.slot][from.index()] & self.board.occupied()).first() {
                None => self.guarding.checked = true,
                Some(leg) => self.pin_own(leg, Points::of(from)),
            }
        }
    }

    fn elephants(&mut self) {
        for from in self.enemies(Role::Elephant, ELEPHANTS_BY[self.slot]).iter() {
            let legs = ELEPHANT_LEGS[self.slot][from.index()];
            let blockers = legs & self.board.occupied();
            match blockers.first() {
                None => self.guarding.checked = true,
                Some(only) if !blockers.is_many() => self.pin_own(only, legs.without(only).with(from)),
                Some(_) => {}
            }
        }
    }
}

type ByOrigin<T> = [[T; Point::COUNT]; PalaceSlot::COUNT];

/// From where a side's soldiers attack a palace point.
static SOLDIERS_BY: [[Points; PalaceSlot::COUNT]; 2] = {
    let mut table = [[Points::EMPTY; PalaceSlot::COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let mut slot = 0;
        while slot < PalaceSlot::COUNT {
            let mut from = 0;
            while from < Point::COUNT {
                if SOLDIER_STEPS[side][from].contains(slot_point(slot)) {
                    table[side][slot] = table[side][slot].with(Point::from_index(from));
                }
                from += 1;
            }
            slot += 1;
        }
        side += 1;
    }
    table
};

static BETWEEN: ByOrigin<Points> = {
    let mut table = [[Points::EMPTY; Point::COUNT]; PalaceSlot::COUNT];
    let mut slot = 0;
    while slot < PalaceSlot::COUNT {
        let king = slot_point(slot);
        let mut way = 0;
        while way < 4 {
            let mut line = Points::EMPTY;
            let mut at = king.step(Way::STRAIGHT[way]);
            while let Some(point) = at {
                table[slot][point.index()] = line;
                line = line.with(point);
                at = point.step(Way::STRAIGHT[way]);
            }
            way += 1;
        }
        if let Some((center, far)) = across(king) {
            table[slot][far.index()] = Points::of(center);
        }
        slot += 1;
    }
    table
};

/// The points on a line with a palace point: its file, its rank and its palace diagonals.
static ALIGNED: [Points; PalaceSlot::COUNT] = {
    let mut table = [Points::EMPTY; PalaceSlot::COUNT];
    let mut slot = 0;
    while slot < PalaceSlot::COUNT {
        let king = slot_point(slot);
        let mut set = Points::file(king.file()).or(Points::rank(king.rank())).or(DIAGONAL_STEPS[king.index()]);
        if let Some((_, far)) = across(king) {
            set = set.with(far);
        }
        table[slot] = set.without(king);
        slot += 1;
    }
    table
};

/// For each point from which a horse attacks a palace point, the leg that must be empty.
static HORSE_LEGS: ByOrigin<Points> = legs(1);
/// For each point from which an elephant attacks a palace point, the legs that must be empty.
static ELEPHANT_LEGS: ByOrigin<Points> = legs(2);
static HORSES_BY: [Points; PalaceSlot::COUNT] = origins(&HORSE_LEGS);
static ELEPHANTS_BY: [Points; PalaceSlot::COUNT] = origins(&ELEPHANT_LEGS);

#[allow(clippy::large_stack_arrays)] // evaluated by the compiler only
/// One straight step and `diagonals` diagonal ones: all points but the last are legs.
const fn legs(diagonals: usize) -> ByOrigin<Points> {
    let mut table = [[Points::EMPTY; Point::COUNT]; PalaceSlot::COUNT];
    let mut from = 0;
    while from < Point::COUNT {
        let mut bend = 0;
        while bend < Way::BENDS.len() {
            if let Some((target, legs)) = bent_path(Point::from_index(from), Way::BENDS[bend], diagonals)
                && let Some(slot) = target.palace_slot()
            {
                table[slot.index()][from] = legs;
            }
            bend += 1;
        }
        from += 1;
    }
    table
}

const fn origins(legs: &ByOrigin<Points>) -> [Points; PalaceSlot::COUNT] {
    let mut table = [Points::EMPTY; PalaceSlot::COUNT];
    let mut slot = 0;
    while slot < PalaceSlot::COUNT {
        let mut from = 0;
        while from < Point::COUNT {
            if !legs[slot][from].is_empty() {
                table[slot] = table[slot].with(Point::from_index(from));
            }
            from += 1;
        }
        slot += 1;
    }
    table
}

/// Where enemy pieces can attack any point of a palace.
struct Zone {
    lines: Points,
    horses: Points,
    elephants: Points,
    soldiers: Points,
}

static ZONES: [Zone; 2] = [zone(Side::Cho), zone(Side::Han)];

const fn zone(palace: Side) -> Zone {
    let none = Points::EMPTY;
    let mut zone = Zone { lines: none, horses: none, elephants: none, soldiers: none };
    let mut slot = palace.index() * 9;
    while slot < palace.index() * 9 + 9 {
        zone.lines = zone.lines.or(ALIGNED[slot]);
        zone.horses = zone.horses.or(HORSES_BY[slot]);
        zone.elephants = zone.elephants.or(ELEPHANTS_BY[slot]);
        zone.soldiers = zone.soldiers.or(SOLDIERS_BY[palace.other().index()][slot]);
        slot += 1;
    }
    zone
}
