//! Every action of the battle, as waves of bits (§11–§16, §20–§31).
//!
//! A wave holds many actions of one kind at once: the set of their targets.
//! The same waves are counted in bulk, spelled out one by one, or searched for a king.

use crate::action::Action;
use crate::geometry::{Square, Squares, Way};
use crate::ground::Ground;
use crate::piece::Role;
use crate::position::Position;
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

/// Actions of one kind by their targets, and how to find the origin of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wave {
    pub(crate) kind: Kind,
    origin: Origin,
    pub(crate) to: Squares,
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// One piece does it all.
    At(Square),
    /// So many indices before the target.
    Behind(i8),
    /// The first of the men that one meets going back in steps of that size. Men who slide the
    /// same way never share a target: the one behind is stopped by the one before.
    Along { men: Squares, step: i8 },
}

impl Origin {
    fn of(self, to: Square) -> Square {
        match self {
            Self::At(square) => square,
            Self::Behind(offset) => to.back(offset),
            Self::Along { men, step } => {
                let mut from = to.back(step);
                // A line has eight squares.
                for _ in 0..6 {
                    if men.contains(from) {
                        break;
                    }
                    from = from.back(step);
                }
                from
            }
        }
    }
}

impl Wave {
    fn action(self, to: Square, occupied: Squares) -> Action {
        let from = self.origin.of(to);
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

/// Where a piece gets in one step or jump from every square.
type Steps = [Squares; Square::COUNT];

static KING: Steps = table(Way::LINES);
static HORSE: Steps = table(Way::HORSE);

const fn table(ways: [Way; 8]) -> Steps {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < 8 * Square::COUNT {
        let square = Square::from_index(index / 8);
        table[square.index()] = table[square.index()].or(Squares::of(square).shifted(ways[index % 8]));
        index += 1;
    }
    table
}

const STRAIGHT: std::ops::Range<usize> = 0..4;
const DIAGONAL: std::ops::Range<usize> = 4..8;

impl Position {
    /// Calls `visit` with every action of the battle that the pieces of `side` can carry out,
    /// whatever it means for their king.
    #[inline]
    pub(crate) fn each_wave(&self, side: Side, visit: &mut impl FnMut(Wave)) {
        match side {
            Side::Blue => self.each_wave_of::<true>(visit),
            Side::Red => self.each_wave_of::<false>(visit),
        }
    }

    #[inline]
    fn each_wave_of<const BLUE: bool>(&self, visit: &mut impl FnMut(Wave)) {
        match self.rules.variant {
            Variant::Base => Army::<BLUE, false>::new(self).base(visit),
            Variant::Siege => Army::<BLUE, true>::new(self).siege(visit),
            Variant::Sea => Army::<BLUE, false>::new(self).sea(visit),
            Variant::Firearms => Army::<BLUE, false>::new(self).firearms(visit),
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
            KingLaw::Check => {
                let risky = self.risky_origins();
                self.each_untested(&mut |action| {
                    if self.keeps_king_safe(action, risky) {
                        visit(action);
                    }
                });
            }
        }
    }

    /// Their number, without spelling them out where nothing needs testing.
    pub(crate) fn count_battle_actions(&self) -> u64 {
        let mut count = 0;
        match self.rules.king {
            KingLaw::Capture => self.each_wave(self.turn, &mut |wave| count += wave.to.len()),
            KingLaw::Check => self.each_battle_action(&mut |_| count += 1),
        }
        u64::from(count)
    }

    pub(crate) fn has_battle_action(&self) -> bool {
        if self.rules.king == KingLaw::Capture {
            return self.count_battle_actions() > 0;
        }
        let mut found = false;
        let risky = self.risky_origins();
        self.each_untested(&mut |action| found = found || self.keeps_king_safe(action, risky));
        found
    }

    /// §19: whether the side to move has nothing but the pass.
    pub(crate) fn must_pass(&self) -> bool {
        self.rules.stalemate == Stalemate::Pass && !self.has_battle_action() && !self.is_mate_without_action()
    }

    /// The enemy castle squares through which `side` can enter (§22).
    pub(crate) fn open_squares(&self, side: Side) -> Squares {
        let castle = side.other().castle();
        let ladders = self.board.men(side, Role::Ladder) & !castle;
        castle & (self.breached | ladders.neighbors())
    }
}

/// What the generator asks about all the time. Whose army it is and whether castles matter is
/// known when the program is built, so that every direction is a constant.
struct Army<'a, const BLUE: bool, const WALLS: bool> {
    position: &'a Position,
    own: Squares,
    enemy: Squares,
    empty: Squares,
    /// The enemy castle squares that cannot be entered from outside.
    wall: Squares,
}

impl<'a, const BLUE: bool, const WALLS: bool> Army<'a, BLUE, WALLS> {
    const SIDE: Side = if BLUE { Side::Blue } else { Side::Red };
    const FOE: Side = Self::SIDE.other();

    #[inline]
    fn new(position: &'a Position) -> Self {
        let (own, enemy) = (position.board.of(Self::SIDE), position.board.of(Self::FOE));
        let wall = if WALLS { Self::FOE.castle() & !position.open_squares(Self::SIDE) } else { Squares::EMPTY };
        Self { position, own, enemy, empty: !(own | enemy), wall }
    }

    #[inline]
    fn men(&self, role: Role) -> Squares {
        self.position.board.men(Self::SIDE, role)
    }

    /// Moves that way all that no wall keeps out (§22): whoever stands inside already passes.
    #[inline]
    fn enter(&self, from: Squares, way: Way) -> Squares {
        if WALLS {
            let outside = from & !Self::FOE.castle();
            outside.shifted(way) & !self.wall | (from ^ outside).shifted(way)
        } else {
            from.shifted(way)
        }
    }

    /// One step or jump of all men at once.
    #[inline]
    fn step(&self, men: Squares, way: Way, onto: Squares, visit: &mut impl FnMut(Wave)) {
        let to = self.enter(men, way) & onto;
        visit(Wave { kind: Kind::Go, origin: Origin::Behind(way.offset()), to });
    }

    #[inline]
    fn steps(&self, men: Squares, ways: &[Way], onto: Squares, visit: &mut impl FnMut(Wave)) {
        for way in ways {
            self.step(men, *way, onto, visit);
        }
    }

    /// All steps or jumps of one man after another, by a table.
    #[inline]
    fn leaps(&self, men: Squares, table: &Steps, onto: Squares, visit: &mut impl FnMut(Wave)) {
        for from in men.iter() {
            let mut to = table[from.index()] & onto;
            if WALLS && !Self::FOE.castle().contains(from) {
                to &= !self.wall;
            }
            visit(Wave { kind: Kind::Go, origin: Origin::At(from), to });
        }
    }

    /// 난국 and what the variants on land have in common.
    #[inline]
    fn base(&self, visit: &mut impl FnMut(Wave)) {
        self.leaps(self.men(Role::King), &KING, !self.own, visit);
        self.archers(Squares::ALL, visit);
        self.field_army(visit);
    }

    /// Everyone on land but the king and the archers, whom a castle may confine.
    #[inline]
    fn field_army(&self, visit: &mut impl FnMut(Wave)) {
        let general = self.men(Role::General);
        let (straight, diagonal) = (general | self.men(Role::Colonel), general | self.men(Role::Musketeer));
        self.slide::<0>(straight, visit);
        self.slide::<1>(straight, visit);
        self.slide::<2>(straight, visit);
        self.slide::<3>(straight, visit);
        self.slide::<4>(diagonal, visit);
        self.slide::<5>(diagonal, visit);
        self.slide::<6>(diagonal, visit);
        self.slide::<7>(diagonal, visit);
        self.leaps(self.men(Role::Horse), &HORSE, !self.own, visit);
        let swordsmen = self.men(Role::Swordsman);
        self.step(swordsmen, Self::SIDE.forward(), !self.own, visit);
        self.step(swordsmen, Self::SIDE.leap(), !self.own, visit);
        self.infantry(!self.own, visit);
    }

    /// §16: forward, taking; sideways onto empty squares.
    #[inline]
    fn infantry(&self, onto: Squares, visit: &mut impl FnMut(Wave)) {
        let infantry = self.men(Role::Infantry);
        self.step(infantry, Self::SIDE.forward(), onto, visit);
        self.steps(infantry, &[Way::EAST, Way::WEST], onto & self.empty, visit);
    }

    /// The direction is a constant, too: that counts a third faster than a loop.
    #[inline]
    fn slide<const LINE: usize>(&self, men: Squares, visit: &mut impl FnMut(Wave)) {
        if !men.is_empty() {
            let origin = Origin::Along { men, step: Way::LINES[LINE].offset() };
            visit(Wave { kind: Kind::Go, origin, to: self.run(men, LINE, self.empty) & !self.own });
        }
    }

    /// §12: what sliding men reach along a line through `free` squares; the last square may be
    /// taken.
    #[inline]
    fn run(&self, men: Squares, line: usize, free: Squares) -> Squares {
        match self.position.rules.uphill {
            Uphill::Whole => self.run_whole(men, line, free),
            Uphill::Foot => self.run_foot(men, line, free),
        }
    }

    /// Two squares whatever the ground, or on and on without a climb.
    #[inline]
    fn run_whole(&self, men: Squares, line: usize, free: Squares) -> Squares {
        let way = Way::LINES[line];
        let gentle = self.position.ground.gentle(line);
        let first = self.enter(men, way);
        if !first.meets(free) {
            return first;
        }
        let second = self.enter(first & free, way);
        let mut reached = first | second;
        let mut ahead = self.enter(men & gentle, way) & free & gentle;
        ahead = self.enter(ahead, way) & free & gentle;
        while !ahead.is_empty() {
            ahead = self.enter(ahead, way);
            reached |= ahead;
            ahead &= free & gentle;
        }
        reached
    }

    /// `uphill=foot`: to the foot of the first climb, then two squares at most.
    fn run_foot(&self, men: Squares, line: usize, free: Squares) -> Squares {
        let way = Way::LINES[line];
        let gentle = self.position.ground.gentle(line);
        let (mut level, mut climbed, mut reached) = (men, Squares::EMPTY, Squares::EMPTY);
        while !(level | climbed).is_empty() {
            let climbing = self.enter(level & !gentle, way);
            let second = self.enter(climbed, way);
            level = self.enter(level & gentle, way);
            reached |= level | climbing | second;
            climbed = climbing & free;
            level &= free;
        }
        reached
    }

    /// §14: moves onto empty squares within `bounds`, and shots that know no bounds.
    #[inline]
    fn archers(&self, bounds: Squares, visit: &mut impl FnMut(Wave)) {
        let archers = self.men(Role::Archer);
        if archers.is_empty() {
            return;
        }
        self.steps(archers, &[Self::SIDE.forward(), Way::EAST, Way::WEST], bounds & self.empty, visit);
        let level_shot = self.position.rules.level_shot;
        let level = matches!(level_shot, LevelShot::Near | LevelShot::Both);
        self.shots(archers, Self::SIDE.forward(), Ground::shifted_up, level, visit);

        let far_archers = match self.position.rules.arrow_block {
            ArrowBlock::Never => archers,
            ArrowBlock::Pieces => archers & self.empty.shifted(Self::FOE.forward()),
        };
        let level = matches!(level_shot, LevelShot::Far | LevelShot::Both);
        for way in Self::SIDE.fan() {
            self.shots(far_archers, way, Ground::shifted_down, level, visit);
        }
    }

    /// Shots one way at enemies whose height differs as `uneven` says, or not at all if `level`.
    #[inline]
    fn shots(
        &self,
        archers: Squares,
        way: Way,
        uneven: fn(&Ground, Squares, Way) -> Squares,
        level: bool,
        visit: &mut impl FnMut(Wave),
    ) {
        let targets = archers.shifted(way) & self.enemy;
        if targets.is_empty() {
            return;
        }
        let ground = &self.position.ground;
        let mut hit = uneven(ground, archers, way);
        if level {
            hit |= !(ground.shifted_up(archers, way) | ground.shifted_down(archers, way));
        }
        shoot(way.offset(), hit & targets, visit);
    }

    /// 난성 (§20–§24).
    #[inline]
    fn siege(&self, visit: &mut impl FnMut(Wave)) {
        let home = Self::SIDE.castle();
        self.leaps(self.men(Role::King), &KING, home & !self.own, visit);
        self.archers(home, visit);
        self.field_army(visit);
        let outside = self.empty & !Self::FOE.castle();
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
        let origin = Origin::Along { men: rams, step: way.offset() };
        let halts = self.run(rams, line, outside) & outside;
        visit(Wave { kind: Kind::Go, origin, to: halts });
        let standing = Self::FOE.castle() & !self.position.breached & !self.own;
        visit(Wave { kind: Kind::Charge, origin, to: (rams | halts).shifted(way) & standing });
    }

    /// 난해 (§26–§28): ships keep off the islands.
    #[inline]
    fn sea(&self, visit: &mut impl FnMut(Wave)) {
        let water = !self.position.ground.raised();
        let spy = self.position.board.men(Self::FOE, Role::Spy);
        let turtle = self.position.board.men(Self::FOE, Role::TurtleShip);
        let free = water & self.empty;
        let boardable = water & !self.own & !spy & !turtle;

        self.leaps(self.men(Role::King), &KING, boardable | (turtle & water), visit);
        let (turtles, gunships) = (self.men(Role::TurtleShip), self.men(Role::Gunship));
        for way in Way::LINES {
            sail(turtles, way, free, boardable, visit);
        }
        for way in &Way::LINES[STRAIGHT] {
            sail(gunships, *way, free, free, visit);
            self.cannons(gunships, *way, self.enemy & !spy, visit);
        }
        self.archer_boats(free, self.enemy & !spy, visit);
        self.infantry(boardable, visit);
        self.leaps(self.men(Role::Spy), &KING, free & Self::FOE.camp(), visit);
    }

    /// A gunship hits what is two or three squares away, over ships but not over islands.
    #[inline]
    fn cannons(&self, gunships: Squares, way: Way, targets: Squares, visit: &mut impl FnMut(Wave)) {
        let water = !self.position.ground.raised();
        let two = (gunships.shifted(way) & water).shifted(way);
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
        if self.position.bombs(Self::SIDE) > 0 {
            lobs(mortars, visit);
        }
        // A cart has in its fan whoever would have the cart in his.
        let threatening = |way: Way| loaded & self.enemy.shifted(way);
        let ready = Self::FOE.fan().into_iter().fold(Squares::EMPTY, |ready, way| ready | threatening(way));
        visit(Wave { kind: Kind::Volley, origin: Origin::Behind(0), to: ready });
        visit(Wave { kind: Kind::Reload, origin: Origin::Behind(0), to: spent });
    }
}

#[inline]
fn go(offset: i8, to: Squares, visit: &mut impl FnMut(Wave)) {
    visit(Wave { kind: Kind::Go, origin: Origin::Behind(offset), to });
}

#[inline]
fn shoot(offset: i8, to: Squares, visit: &mut impl FnMut(Wave)) {
    visit(Wave { kind: Kind::Shoot, origin: Origin::Behind(offset), to });
}

/// One or two squares without jumping.
#[inline]
fn sail(ships: Squares, way: Way, free: Squares, onto: Squares, visit: &mut impl FnMut(Wave)) {
    let first = ships.shifted(way);
    go(way.offset(), first & onto, visit);
    go(2 * way.offset(), (first & free).shifted(way) & onto, visit);
}

/// Two, three or four squares straight, over anything, onto anything.
#[inline]
fn lobs(mortars: Squares, visit: &mut impl FnMut(Wave)) {
    for way in &Way::LINES[STRAIGHT] {
        let mut to = mortars.shifted(*way);
        for distance in 2..=4 {
            to = to.shifted(*way);
            visit(Wave { kind: Kind::Lob, origin: Origin::Behind(distance * way.offset()), to });
        }
    }
}
