//! What the evaluation looks at: one list of terms for the weights, the evaluation and the tuner.

use janggi::geometry::Points;
use janggi::rules::Rules;
use janggi::{Board, Point, Position, Role, Side, reach};

/// Takes the terms of a position: how often each occurs, Cho's positive and Han's negative.
pub trait Sink {
    /// A term occurs `count` times.
    fn add(&mut self, term: usize, count: i32);
}

/// The places of the terms among the weights.
pub mod term {
    use janggi::Role;

    /// Points of one half of the board, mirrored: five files, ten ranks.
    pub const HALF_BOARD: usize = 50;
    const MOBILITY_MAX: usize = 18;

    /// A piece on a point, by role and own view; material is in here too.
    pub const PLACE: usize = 0;
    /// How many points a piece reaches, by role and number.
    pub const MOBILITY: usize = PLACE + Role::COUNT * HALF_BOARD;
    /// Enemy palace points that a piece reaches, by role.
    pub const PALACE_ATTACK: usize = MOBILITY + 4 * MOBILITY_MAX;
    /// A chariot on the enemy king's line, by pieces between.
    pub const CHARIOT_LINE: usize = PALACE_ATTACK + Role::COUNT;
    /// A cannon on the enemy king's line, by pieces between.
    pub const CANNON_LINE: usize = CHARIOT_LINE + LINE_MAX;
    /// The most pieces between that are told apart.
    pub const LINE_MAX: usize = 5;
    /// Guards next to their king, by number.
    pub const GUARDS_NEAR: usize = CANNON_LINE + LINE_MAX;
    /// A soldier beside a soldier.
    pub const CONNECTED: usize = GUARDS_NEAR + 3;
    /// An enemy piece attacked by a cheaper class, by class and role.
    pub const THREAT: usize = CONNECTED + 1;
    /// The classes of attackers: soldier, horse or elephant, cannon, chariot.
    pub const CLASSES: usize = 4;
    /// An enemy piece attacked and not protected, by role.
    pub const HANGING: usize = THREAT + CLASSES * Role::COUNT;
    /// Leading on points where points decide.
    pub const LEADER: usize = HANGING + Role::COUNT;
    /// The same, sixteen times as the no-capture limit comes near.
    pub const LEADER_LATE: usize = LEADER + 1;
    /// Pieces of a role above one, by role: pairs are worth more or less than twice one.
    pub const PAIR: usize = LEADER_LATE + 1;
    /// Points from which a piece could give check without being taken, by role.
    pub const SAFE_CHECK: usize = PAIR + Role::COUNT;
    /// Pieces that reach into the enemy palace, by number.
    pub const ATTACKERS: usize = SAFE_CHECK + Role::COUNT;
    /// The most attackers that are told apart.
    pub const ATTACKERS_MAX: usize = 8;
    /// Steps of the own king to points that are not attacked, by number.
    pub const ESCAPES: usize = ATTACKERS + ATTACKERS_MAX;
    const ESCAPES_MAX: usize = 9;
    /// How many terms there are.
    pub const COUNT: usize = ESCAPES + ESCAPES_MAX;

    /// The place of a mobility term.
    #[must_use]
    pub const fn mobility(row: usize, reached: usize) -> usize {
        let reached = if reached < MOBILITY_MAX { reached } else { MOBILITY_MAX - 1 };
        MOBILITY + row * MOBILITY_MAX + reached
    }
}

/// The most material for which a middle game is a middle game: all chariots, cannons, horses and
/// elephants.
pub const PHASE_MAX: i32 = 112;

/// How much of the middle game is left.
#[must_use]
pub fn phase(board: &Board) -> i32 {
    const PIECES: [Role; 4] = [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant];
    let material: u32 = PIECES.iter().map(|role| board.role(*role).len() * role.points()).sum();
    (material as i32).min(PHASE_MAX)
}

/// Gives every term of a position to `sink`.
pub fn collect(position: &Position, sink: &mut impl Sink) {
    let board = position.board();
    let sides = [Reaches::of(board, Side::Cho), Reaches::of(board, Side::Han)];
    for side in Side::ALL {
        let sign = if side == Side::Cho { 1 } else { -1 };
        let view = SideView { board, side, own: &sides[side.index()], enemy: &sides[side.other().index()], sign };
        view.places(sink);
        view.mobility(sink);
        view.king_lines(sink);
        view.king_hunt(sink);
        view.guards(sink);
        view.soldiers(sink);
        view.threats(sink);
    }
    points_lead(position, sink);
}

/// Leading matters only where points decide, and the more the nearer the limit.
fn points_lead(position: &Position, sink: &mut impl Sink) {
    let rules: &Rules = position.rules();
    if !rules.scores() {
        return;
    }
    let sign = if position.leader() == Side::Cho { 1 } else { -1 };
    sink.add(term::LEADER, sign);
    let late = (16 * i32::from(position.halfmove())).checked_div(i32::from(rules.no_capture_limit)).unwrap_or(0);
    sink.add(term::LEADER_LATE, sign * late.min(16));
}

/// Where the pieces of a side reach, by class.
struct Reaches {
    /// Soldiers; horses and elephants; cannons; chariots.
    classes: [Points; term::CLASSES],
    all: Points,
    /// Point, reach, role index of the pieces with mobility, in the order in which they were found.
    moving: arrayvec::ArrayVec<(usize, Points), 8>,
}

/// The rows of the mobility terms.
const MOBILE: [Role; 4] = [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant];
const CLASS_OF_ROW: [usize; 4] = [3, 2, 1, 1];

impl Reaches {
    fn of(board: &Board, side: Side) -> Self {
        let occupied = board.occupied();
        let cannons = board.role(Role::Cannon);
        let mut reaches = Self { classes: [Points::EMPTY; 4], all: Points::EMPTY, moving: arrayvec::ArrayVec::new() };
        for (row, role) in MOBILE.into_iter().enumerate() {
            for from in board.pieces(side, role).iter() {
                let reach = match role {
                    Role::Chariot => reach::chariot_targets(from, occupied),
                    Role::Cannon => reach::cannon_targets(from, occupied, cannons) & !cannons,
                    Role::Horse => reach::horse_targets(from, occupied),
                    _ => reach::elephant_targets(from, occupied),
                };
                reaches.classes[CLASS_OF_ROW[row]] |= reach;
                let _ = reaches.moving.try_push((row, reach));
            }
        }
        for from in board.pieces(side, Role::Soldier).iter() {
            reaches.classes[0] |= reach::soldier_targets(from, side);
        }
        let palace = board.pieces(side, Role::Guard) | board.pieces(side, Role::King);
        let guarded = palace.iter().fold(Points::EMPTY, |set, from| set | reach::palace_steps(from));
        reaches.all = reaches.classes.into_iter().fold(guarded, |set, class| set | class);
        reaches
    }
}

struct SideView<'a> {
    board: &'a Board,
    side: Side,
    own: &'a Reaches,
    enemy: &'a Reaches,
    sign: i32,
}

impl SideView<'_> {
    fn pieces(&self, role: Role) -> Points {
        self.board.pieces(self.side, role)
    }

    fn places(&self, sink: &mut impl Sink) {
        for role in Role::ALL {
            let pieces = self.pieces(role);
            for at in pieces.iter() {
                sink.add(term::PLACE + role.index() * term::HALF_BOARD + half_board(at, self.side), self.sign);
            }
            if pieces.is_many() {
                sink.add(term::PAIR + role.index(), self.sign);
            }
        }
    }

    fn mobility(&self, sink: &mut impl Sink) {
        let own = self.board.of(self.side);
        let palace = janggi::geometry::palace(self.side.other());
        let safe = !self.enemy.classes[0];
        for (row, reach) in &self.own.moving {
            let free = (*reach & !own & safe).len() as usize;
            sink.add(term::mobility(*row, free), self.sign);
            let attacked = (*reach & palace).len() as i32;
            sink.add(term::PALACE_ATTACK + MOBILE[*row].index(), self.sign * attacked);
        }
        let soldiers = (self.own.classes[0] & palace).len() as i32;
        sink.add(term::PALACE_ATTACK + Role::Soldier.index(), self.sign * soldiers);
    }

    fn king_lines(&self, sink: &mut impl Sink) {
        let Some(king) = self.board.king(self.side.other()) else { return };
        let lines = Points::file(king.file()) | Points::rank(king.rank());
        for (role, base) in [(Role::Chariot, term::CHARIOT_LINE), (Role::Cannon, term::CANNON_LINE)] {
            for from in (self.pieces(role) & lines).iter() {
                let between = (reach::between(king, from) & self.board.occupied()).len() as usize;
                sink.add(base + between.min(term::LINE_MAX - 1), self.sign);
            }
        }
    }

    /// Who comes near the enemy king, who could give check, and where it could flee.
    fn king_hunt(&self, sink: &mut impl Sink) {
        let enemy = self.side.other();
        let Some(king) = self.board.king(enemy) else { return };
        let occupied = self.board.occupied();
        let safe = !self.board.of(self.side) & !self.enemy.all;
        let mut attackers = 0;
        for (row, reach) in &self.own.moving {
            attackers += usize::from(reach.meets(janggi::geometry::palace(enemy)));
            let checks = match MOBILE[*row] {
                Role::Chariot => reach::chariot_targets(king, occupied),
                Role::Cannon => reach::cannon_targets(king, occupied, self.board.role(Role::Cannon)),
                Role::Horse => reach::horse_sources(king, occupied),
                _ => reach::elephant_sources(king, occupied),
            };
            let safe_checks = (*reach & checks & safe).len() as i32;
            if safe_checks > 0 {
                sink.add(term::SAFE_CHECK + MOBILE[*row].index(), self.sign * safe_checks.min(3));
            }
        }
        sink.add(term::ATTACKERS + attackers.min(term::ATTACKERS_MAX - 1), self.sign);
        let escapes = reach::palace_steps(king) & !self.board.of(enemy) & !self.own.all;
        sink.add(term::ESCAPES + escapes.len() as usize, -self.sign);
    }

    fn guards(&self, sink: &mut impl Sink) {
        let Some(king) = self.board.king(self.side) else { return };
        let near = (self.pieces(Role::Guard) & reach::palace_steps(king)).len() as usize;
        sink.add(term::GUARDS_NEAR + near.min(2), self.sign);
    }

    fn soldiers(&self, sink: &mut impl Sink) {
        let soldiers = self.pieces(Role::Soldier);
        let connected = (soldiers & soldiers.step(janggi::geometry::Way::East)).len() as i32;
        sink.add(term::CONNECTED, self.sign * connected);
    }

    fn threats(&self, sink: &mut impl Sink) {
        let enemies = self.board.of(self.side.other());
        for (class, reach) in self.own.classes.iter().enumerate() {
            self.each_role(enemies & *reach, |role| sink.add(term::THREAT + class * Role::COUNT + role, self.sign));
        }
        let hanging = enemies & self.own.all & !self.enemy.all;
        self.each_role(hanging, |role| sink.add(term::HANGING + role, self.sign));
    }

    #[inline]
    fn each_role(&self, points: Points, mut visit: impl FnMut(usize)) {
        for piece in points.iter().filter_map(|point| self.board.at(point)) {
            visit(piece.role().index());
        }
    }
}

/// A point as its owner sees it, both wings alike.
fn half_board(point: Point, side: Side) -> usize {
    let point = if side == Side::Cho { point } else { point.turned() };
    point.rank() * 5 + point.file().min(8 - point.file())
}
