//! Every action of the battle, as waves of bits (§11–§16, §20–§31).
//!
//! A wave holds all actions of one kind and one displacement at once: the set of their targets.
//! The same waves are counted in bulk, spelled out one by one, or searched for a king.

use crate::action::Action;
use crate::geometry::{Square, Squares, Way};
use crate::piece::Role;
use crate::position::{Phase, Position};
use crate::rules::{ArrowBlock, KingLaw, LevelShot, Stalemate, Uphill, Variant};
use crate::side::Side;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Go,
    Shoot,
    Charge,
    Lob,
    Volley,
    Reload,
}

/// Actions of one kind whose targets all lie `offset` indices beyond their origins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wave {
    kind: Kind,
    offset: i8,
    to: Squares,
}

impl Wave {
    fn action(self, to: Square, occupied: Squares) -> Action {
        let from = to.back(self.offset);
        match self.kind {
            Kind::Go => Action::Go { from, to, takes: occupied.contains(to) },
            Kind::Shoot => Action::Shoot { from, to },
            Kind::Charge => Action::Charge { from, to },
            Kind::Lob => Action::Lob { from, to },
            Kind::Volley => Action::Volley(to),
            Kind::Reload => Action::Reload(to),
        }
    }
}

const STRAIGHT: std::ops::Range<usize> = 0..4;
const DIAGONAL: std::ops::Range<usize> = 4..8;

impl Position {
    /// Calls `visit` with every action of the battle that the pieces of `side` can carry out,
    /// whatever it means for their king.
    #[inline]
    fn each_wave(&self, side: Side, visit: &mut impl FnMut(Wave)) {
        match self.rules.variant {
            Variant::Base => Army::<false>::new(self, side).base(visit),
            Variant::Siege => Army::<true>::new(self, side).siege(visit),
            Variant::Sea => Army::<false>::new(self, side).sea(visit),
            Variant::Firearms => Army::<false>::new(self, side).firearms(visit),
        }
    }

    fn each_untested(&self, visit: &mut impl FnMut(Action)) {
        let occupied = self.board.occupied();
        self.each_wave(self.turn, &mut |wave| {
            for to in wave.to.iter() {
                visit(wave.action(to, occupied));
            }
        });
    }

    /// Every legal action of the battle but the forced pass.
    pub(crate) fn each_battle_action(&self, visit: &mut impl FnMut(Action)) {
        match self.rules.king {
            KingLaw::Capture => self.each_untested(visit),
            KingLaw::Check => self.each_untested(&mut |action| {
                if !self.exposes_king(action) {
                    visit(action);
                }
            }),
        }
    }

    /// Their number, without spelling them out where nothing needs testing.
    pub(crate) fn count_battle_actions(&self) -> u64 {
        let mut count = 0;
        match self.rules.king {
            KingLaw::Capture => self.each_wave(self.turn, &mut |wave| count += u64::from(wave.to.len())),
            KingLaw::Check => self.each_battle_action(&mut |_| count += 1),
        }
        count
    }

    pub(crate) fn has_battle_action(&self) -> bool {
        if self.rules.king == KingLaw::Capture {
            return self.count_battle_actions() > 0;
        }
        let mut found = false;
        self.each_untested(&mut |action| found = found || !self.exposes_king(action));
        found
    }

    /// §19: whether the side to move has nothing but the pass.
    pub(crate) fn must_pass(&self) -> bool {
        self.rules.stalemate == Stalemate::Pass && !self.has_battle_action() && !self.is_mate_without_action()
    }

    /// Whether a side without an action has lost its king (§17).
    pub(crate) fn is_mate_without_action(&self) -> bool {
        self.rules.king == KingLaw::Check && self.in_danger(self.turn)
    }

    /// 위급 (§17): whether the other side, if it were to move now, could kill this side's king, or
    /// whether the king stands on a burning fuse.
    #[must_use]
    pub fn in_danger(&self, side: Side) -> bool {
        let king = self.board.king(side);
        if king.is_empty() || self.phase != Phase::Battle {
            return false;
        }
        let mut danger = self.fuse.is_some_and(|fuse| king.contains(fuse));
        let fan = side.other().fan();
        self.each_wave(side.other(), &mut |wave| {
            danger |= match wave.kind {
                Kind::Go | Kind::Shoot | Kind::Charge => wave.to.meets(king),
                Kind::Volley => fan.iter().any(|way| wave.to.shifted(*way).meets(king)),
                Kind::Lob | Kind::Reload => false,
            };
        });
        danger
    }

    /// §17, `king=check`: whether the action leaves the mover's own king dead or in danger. Killing
    /// the enemy king comes before all that.
    pub(crate) fn exposes_king(&self, action: Action) -> bool {
        let mut after = self.clone();
        after.play_battle(action);
        match after.ending {
            Some(ending) => ending.winner() != Some(self.turn),
            None => after.in_danger(self.turn),
        }
    }

    /// The enemy castle squares through which `side` can enter (§22).
    pub(crate) fn open_squares(&self, side: Side) -> Squares {
        let castle = side.other().castle();
        let ladders = self.board.men(side, Role::Ladder) & !castle;
        castle & (self.breached | ladders.neighbors())
    }
}

/// What the generator asks about all the time. `WALLS` is whether castles matter.
struct Army<'a, const WALLS: bool> {
    position: &'a Position,
    side: Side,
    own: Squares,
    enemy: Squares,
    empty: Squares,
    /// The enemy castle squares that cannot be entered from outside.
    wall: Squares,
}

impl<'a, const WALLS: bool> Army<'a, WALLS> {
    #[inline]
    fn new(position: &'a Position, side: Side) -> Self {
        let (own, enemy) = (position.board.of(side), position.board.of(side.other()));
        let wall = if WALLS { side.other().castle() & !position.open_squares(side) } else { Squares::EMPTY };
        Self { position, side, own, enemy, empty: !(own | enemy), wall }
    }

    #[inline]
    fn men(&self, role: Role) -> Squares {
        self.position.board.men(self.side, role)
    }

    /// Moves that way all that no wall keeps out (§22): whoever stands inside already passes.
    #[inline]
    fn enter(&self, from: Squares, way: Way) -> Squares {
        if WALLS {
            let outside = from & !self.side.other().castle();
            outside.shifted(way) & !self.wall | (from ^ outside).shifted(way)
        } else {
            from.shifted(way)
        }
    }

    #[inline]
    fn step(&self, men: Squares, way: Way, onto: Squares, visit: &mut impl FnMut(Wave)) {
        go(way.offset(), self.enter(men, way) & onto, visit);
    }

    #[inline]
    fn steps(&self, men: Squares, ways: &[Way], onto: Squares, visit: &mut impl FnMut(Wave)) {
        for way in ways {
            self.step(men, *way, onto, visit);
        }
    }

    /// 난국 and what the variants on land have in common.
    #[inline]
    fn base(&self, visit: &mut impl FnMut(Wave)) {
        self.steps(self.men(Role::King), &Way::LINES, !self.own, visit);
        self.archers(Squares::ALL, visit);
        self.field_army(visit);
    }

    /// Everyone on land but the king and the archers, whom a castle may confine.
    #[inline]
    fn field_army(&self, visit: &mut impl FnMut(Wave)) {
        let general = self.men(Role::General);
        for line in STRAIGHT {
            self.slide(general | self.men(Role::Colonel), line, visit);
        }
        for line in DIAGONAL {
            self.slide(general | self.men(Role::Musketeer), line, visit);
        }
        self.steps(self.men(Role::Horse), &Way::HORSE, !self.own, visit);
        let swordsmen = self.men(Role::Swordsman);
        self.step(swordsmen, self.side.forward(), !self.own, visit);
        self.step(swordsmen, self.side.leap(), !self.own, visit);
        self.infantry(!self.own, visit);
    }

    /// §16: forward, taking; sideways onto empty squares.
    #[inline]
    fn infantry(&self, onto: Squares, visit: &mut impl FnMut(Wave)) {
        let infantry = self.men(Role::Infantry);
        self.step(infantry, self.side.forward(), onto, visit);
        self.steps(infantry, &[Way::EAST, Way::WEST], onto & self.empty, visit);
    }

    /// §12: the first two squares whatever the ground, then on without a climb.
    #[inline]
    fn slide(&self, men: Squares, line: usize, visit: &mut impl FnMut(Wave)) {
        if men.is_empty() {
            return;
        }
        let offset = Way::LINES[line].offset();
        self.run(men, line, self.empty, &mut |n, reached| go(n * offset, reached & !self.own, visit));
    }

    /// The squares at distance 1, 2, … along a line that a slider reaches through `free` squares
    /// under the uphill rule; the last one may be taken.
    #[inline]
    fn run(&self, men: Squares, line: usize, free: Squares, reach: &mut impl FnMut(i8, Squares)) {
        match self.position.rules.uphill {
            Uphill::Whole => self.run_whole(men, line, free, reach),
            Uphill::Foot => self.run_foot(men, line, free, reach),
        }
    }

    #[inline]
    fn run_whole(&self, men: Squares, line: usize, free: Squares, reach: &mut impl FnMut(i8, Squares)) {
        let way = Way::LINES[line];
        let gentle = self.position.ground.gentle(line);
        let first = self.enter(men, way);
        reach(1, first);
        reach(2, self.enter(first & free, way));
        let mut ahead = self.enter(self.enter(men & gentle, way) & free & gentle, way);
        for distance in 3..8 {
            ahead = self.enter(ahead & free & gentle, way);
            if ahead.is_empty() {
                return;
            }
            reach(distance, ahead);
        }
    }

    /// `uphill=foot`: up to the foot of the first climb, then two squares at most.
    fn run_foot(&self, men: Squares, line: usize, free: Squares, reach: &mut impl FnMut(i8, Squares)) {
        let way = Way::LINES[line];
        let gentle = self.position.ground.gentle(line);
        let (mut level, mut climbed) = (men, Squares::EMPTY);
        for distance in 1..8 {
            let climbing = self.enter(level & !gentle, way);
            let second = self.enter(climbed, way);
            level = self.enter(level & gentle, way);
            reach(distance, level | climbing | second);
            climbed = climbing & free;
            level &= free;
        }
    }

    /// §14: moves onto empty squares within `bounds`, and shots that know no bounds.
    #[inline]
    fn archers(&self, bounds: Squares, visit: &mut impl FnMut(Wave)) {
        let archers = self.men(Role::Archer);
        if archers.is_empty() {
            return;
        }
        self.steps(archers, &[self.side.forward(), Way::EAST, Way::WEST], bounds & self.empty, visit);
        let ground = &self.position.ground;
        let level_shot = self.position.rules.level_shot;

        let near = self.side.forward();
        let mut hit = ground.shifted_up(archers, near);
        if matches!(level_shot, LevelShot::Near | LevelShot::Both) {
            hit |= archers.shifted(near) & !ground.shifted_down(archers, near);
        }
        shoot(near.offset(), hit & self.enemy, visit);

        let far_archers = match self.position.rules.arrow_block {
            ArrowBlock::Never => archers,
            ArrowBlock::Pieces => archers & self.empty.shifted(self.side.other().forward()),
        };
        for far in self.side.fan() {
            let mut hit = ground.shifted_down(far_archers, far);
            if matches!(level_shot, LevelShot::Far | LevelShot::Both) {
                hit |= far_archers.shifted(far) & !ground.shifted_up(far_archers, far);
            }
            shoot(far.offset(), hit & self.enemy, visit);
        }
    }

    /// 난성 (§20–§24).
    #[inline]
    fn siege(&self, visit: &mut impl FnMut(Wave)) {
        let home = self.side.castle();
        self.steps(self.men(Role::King), &Way::LINES, home & !self.own, visit);
        self.archers(home, visit);
        self.field_army(visit);
        let outside = self.empty & !self.side.other().castle();
        self.steps(self.men(Role::Ladder), &Way::LINES[STRAIGHT], outside, visit);
        for line in STRAIGHT {
            self.rams(line, outside, visit);
        }
    }

    /// §23: a ram slides outside the enemy castle; wherever it could halt before a standing castle
    /// square it may charge that square instead.
    #[inline]
    fn rams(&self, line: usize, outside: Squares, visit: &mut impl FnMut(Wave)) {
        let rams = self.men(Role::Ram);
        if rams.is_empty() {
            return;
        }
        let way = Way::LINES[line];
        let standing = self.side.other().castle() & !self.position.breached & !self.own;
        let mut charge = |travelled: i8, before: Squares| {
            let to = before.shifted(way) & standing;
            visit(Wave { kind: Kind::Charge, offset: (travelled + 1) * way.offset(), to });
        };
        charge(0, rams);
        self.run(rams, line, outside, &mut |n, reached| charge(n, reached & outside));
        self.run(rams, line, outside, &mut |n, reached| go(n * way.offset(), reached & outside, visit));
    }

    /// 난해 (§26–§28): ships keep off the islands.
    #[inline]
    fn sea(&self, visit: &mut impl FnMut(Wave)) {
        let water = !self.position.ground.raised();
        let foe = self.side.other();
        let spy = self.position.board.men(foe, Role::Spy);
        let turtle = self.position.board.men(foe, Role::TurtleShip);
        let free = water & self.empty;
        let boardable = water & !self.own & !spy & !turtle;

        self.steps(self.men(Role::King), &Way::LINES, boardable | (turtle & water), visit);
        for way in Way::LINES {
            self.sail(self.men(Role::TurtleShip), way, free, boardable, visit);
        }
        for way in &Way::LINES[STRAIGHT] {
            self.sail(self.men(Role::Gunship), *way, free, free, visit);
            self.cannons(*way, self.enemy & !spy, visit);
        }
        self.archer_boats(free, self.enemy & !spy, visit);
        self.infantry(boardable, visit);
        self.steps(self.men(Role::Spy), &Way::LINES, free & foe.camp(), visit);
    }

    /// One or two squares without jumping.
    #[inline]
    fn sail(&self, ships: Squares, way: Way, free: Squares, onto: Squares, visit: &mut impl FnMut(Wave)) {
        let first = ships.shifted(way);
        go(way.offset(), first & onto, visit);
        go(2 * way.offset(), (first & free).shifted(way) & onto, visit);
    }

    /// A gunship hits what is two or three squares away, over ships but not over islands.
    #[inline]
    fn cannons(&self, way: Way, targets: Squares, visit: &mut impl FnMut(Wave)) {
        let water = !self.position.ground.raised();
        let two = (self.men(Role::Gunship).shifted(way) & water).shifted(way);
        shoot(2 * way.offset(), two & targets, visit);
        shoot(3 * way.offset(), (two & water).shifted(way) & targets, visit);
    }

    #[inline]
    fn archer_boats(&self, free: Squares, targets: Squares, visit: &mut impl FnMut(Wave)) {
        let boats = self.men(Role::Archer);
        self.steps(boats, &Way::LINES[STRAIGHT], free, visit);
        for way in &Way::LINES[DIAGONAL] {
            shoot(2 * way.offset(), boats.shifted(*way).shifted(*way) & targets, visit);
        }
    }

    /// 화기 난국 (§29–§31).
    #[inline]
    fn firearms(&self, visit: &mut impl FnMut(Wave)) {
        self.base(visit);
        let mortars = self.men(Role::Mortar);
        let (loaded, spent) = (self.men(Role::RocketCart), self.men(Role::EmptyCart));
        self.steps(mortars | loaded | spent, &Way::LINES[STRAIGHT], self.empty, visit);
        if self.position.bombs(self.side) > 0 {
            self.lobs(mortars, visit);
        }
        // A cart has in its fan whoever would have the cart in his.
        let threatening = |way: Way| loaded & self.enemy.shifted(way);
        let ready = self.side.other().fan().into_iter().fold(Squares::EMPTY, |ready, way| ready | threatening(way));
        visit(Wave { kind: Kind::Volley, offset: 0, to: ready });
        visit(Wave { kind: Kind::Reload, offset: 0, to: spent });
    }

    /// Two, three or four squares straight, over anything, onto anything.
    #[inline]
    fn lobs(&self, mortars: Squares, visit: &mut impl FnMut(Wave)) {
        for way in &Way::LINES[STRAIGHT] {
            let mut to = mortars.shifted(*way);
            for distance in 2..=4 {
                to = to.shifted(*way);
                visit(Wave { kind: Kind::Lob, offset: distance * way.offset(), to });
            }
        }
    }
}

#[inline]
fn go(offset: i8, to: Squares, visit: &mut impl FnMut(Wave)) {
    visit(Wave { kind: Kind::Go, offset, to });
}

#[inline]
fn shoot(offset: i8, to: Squares, visit: &mut impl FnMut(Wave)) {
    visit(Wave { kind: Kind::Shoot, offset, to });
}
