//! Anything that may stand in a set-up, and what the law says about it.

use game::{Flaw, Problems, Refusal};

use crate::general::Name;
use crate::geometry::{Tile, Tiles};
use crate::position::{Ending, Identity, POOL, Position};
use crate::rules::{Mode, Rules};
use crate::site::Site;
use crate::tactic::Hand;
use crate::unit::{DECK, Effects, Place, Side, Unit, Used};

/// What a state string says, before anybody asks whether such a game can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The options of the string; who sees markers is not among them.
    pub rules: Rules,
    /// The generals, A's deck and then B's.
    pub generals: [Stand; Unit::COUNT],
    /// The side to move.
    pub turn: Side,
    /// The actions left in the turn.
    pub actions: u8,
    /// Who stands locked with whom, A's general first.
    pub pairs: Vec<[Unit; 2]>,
    /// The knocks of A and B.
    pub knocks: [u8; 2],
    /// The number of the turn.
    pub number: u16,
    /// Turns since the last progress.
    pub quiet: u16,
    /// How the game ended.
    pub ending: Option<Ending>,
    /// Full mode: troops that no general leads.
    pub reserve: [u8; 2],
    /// Full mode: troops that were lost.
    pub graveyard: [u8; 2],
    /// What is built where.
    pub sites: Vec<(Tile, Site)>,
}

/// One general of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Who it is.
    pub name: Name,
    /// Where it is.
    pub place: Place,
    /// Its troops.
    pub troops: u8,
    /// Whether it was annihilated once.
    pub has_out: bool,
    /// Where it started, if that was not left to the rules.
    pub start: Option<Tile>,
    /// With how many troops it started, if not with all that it can lead.
    pub initial: Option<u8>,
    /// What lies upon it.
    pub effects: Effects,
    /// Its tactics.
    pub hand: Hand,
    /// What it has done this turn.
    pub used: Used,
}

impl Setup {
    /// Everything that forbids playing from here under those rules, all at once.
    #[must_use]
    pub fn problems(&self, rules: &Rules) -> Problems {
        Position::from_setup(self, rules).err().unwrap_or_default()
    }

    /// A general's code in its side's case.
    pub(crate) fn code(&self, unit: Unit) -> String {
        unit.side().cased(self.generals[unit.index()].name.general().code)
    }

    pub(crate) const fn is_full(&self) -> bool {
        matches!(self.rules.mode, Mode::Full)
    }
}

/// Where the i-th general of a deck starts unless its owner chooses (§9).
pub(crate) fn automatic_tile(unit: Unit) -> Tile {
    let tile = Tile::from_index(unit.slot());
    if unit.side() == Side::A { tile } else { tile.half_turn() }
}

impl Position {
    /// The position of a set-up, if a game can stand so. The set-up's options win over the rules.
    ///
    /// # Errors
    /// Everything that is against it.
    pub fn from_setup(setup: &Setup, rules: &Rules) -> Result<Self, Problems> {
        let (position, problems) = Self::admitted(setup, rules);
        problems.or(position)
    }

    /// The position as far as it is in order, and everything that is not.
    pub(crate) fn admitted(setup: &Setup, rules: &Rules) -> (Self, Problems) {
        let position = Self::empty(Rules { markers: rules.markers, ..setup.rules });
        let mut gate = Gate { setup, position, problems: Problems::default() };
        gate.admit_generals();
        gate.admit_counts();
        gate.admit_pairs();
        gate.admit_sites();
        (gate.position, gate.problems)
    }

    /// A position from a state string. Its options win over the rules.
    ///
    /// # Errors
    /// Everything that is wrong with the text, or else with what it says.
    pub fn from_state(state: &str, rules: &Rules) -> Result<Self, Problems> {
        Self::from_setup(&state.parse()?, rules)
    }

    /// The set-up of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let units: [Unit; Unit::COUNT] = std::array::from_fn(Unit::from_index);
        let pair = |unit: Unit| Some([unit, self.partner(unit)?]);
        Setup {
            rules: self.rules,
            generals: units.map(|unit| self.stand(unit)),
            turn: self.turn,
            actions: self.actions,
            pairs: Unit::of(Side::A).filter_map(pair).collect(),
            knocks: self.knocks,
            number: self.clock.number,
            quiet: self.clock.quiet,
            ending: self.ending,
            reserve: self.reserve,
            graveyard: self.graveyard,
            sites: self.sites().collect(),
        }
    }

    fn stand(&self, unit: Unit) -> Stand {
        let (start, initial) = (self.start_tile(unit), self.initial_troops(unit));
        Stand {
            name: self.name(unit),
            place: self.place(unit),
            troops: self.troops(unit),
            has_out: self.has_out(unit),
            start: (start != automatic_tile(unit)).then_some(start),
            initial: (!self.is_full() && initial != self.general(unit).cap()).then_some(initial),
            effects: self.effects(unit),
            hand: self.hand(unit),
            used: self.used(unit),
        }
    }
}

/// A position on its way in: what is in order stands in it, what is not is a problem.
struct Gate<'a> {
    setup: &'a Setup,
    position: Position,
    problems: Problems,
}

impl Gate<'_> {
    fn require(&mut self, holds: bool, problem: &str, flaw: Flaw) {
        self.problems.require(holds, || Refusal::state(problem.to_owned()).because(flaw));
    }

    fn require_of(&mut self, unit: Unit, holds: bool, problem: &str, flaw: Flaw) {
        if holds {
            return;
        }
        let code = self.setup.code(unit);
        // Who is not on the board has a portrait beside it, which bears the same name.
        let at = match self.setup.generals[unit.index()].place {
            Place::Board(tile) => tile.to_string(),
            _ => code.clone(),
        };
        let flaw = flaw.man(&code).at([at]);
        self.problems.add(Refusal::state(format!("{code}: {problem}")).because(flaw));
    }

    fn admit_generals(&mut self) {
        for (unit, stand) in Unit::all().zip(&self.setup.generals) {
            let start = stand.start.unwrap_or_else(|| automatic_tile(unit));
            self.position.identities[unit.index()] =
                Identity::new(stand.name, start.rank_for(unit.side()) % DECK as u8);
            self.position.effects[unit.index()] = stand.effects;
            self.position.used[unit.index()] = stand.used;
            self.position.hands[unit.index()] = stand.hand;
            let twins = Unit::of(unit.side()).filter(|other| self.setup.generals[other.index()].name == stand.name);
            let alone = twins.count() == 1;
            self.require_of(unit, alone, "the general is there twice", Flaw::new("twice"));
            let own = Tiles::end_row(unit.side()).contains(start);
            self.require_of(unit, own, "a start tile lies on the own end row", Flaw::new("start"));
            self.admit_place(unit, stand);
            self.admit_troops(unit, stand);
            self.admit_hand(unit, stand);
        }
        Unit::all().for_each(|unit| self.admit_company(unit));
    }

    fn admit_place(&mut self, unit: Unit, stand: &Stand) {
        let full = self.setup.is_full();
        match stand.place {
            Place::Board(tile) if self.position.free().contains(tile) => self.position.put(unit, tile),
            Place::Board(_) => self.require_of(unit, false, "two generals stand on one tile", Flaw::new("tile")),
            place => {
                let known = full || !matches!(place, Place::Headquarters | Place::Riding(_));
                self.require_of(unit, known, "that place is for full mode", Flaw::new("place"));
                self.position.put_away(unit, place);
            }
        }
        match stand.place {
            Place::Fallen => {
                self.require_of(unit, !stand.has_out, "a fallen general bears no `!`", Flaw::new("fallen"));
            }
            Place::Out(_) => {
                self.require_of(unit, stand.has_out, "a general that is out bears a `!`", Flaw::new("out"));
            }
            _ => {}
        }
        if stand.has_out {
            self.position.outs = self.position.outs.with(unit);
        }
    }

    fn admit_troops(&mut self, unit: Unit, stand: &Stand) {
        let (full, cap) = (self.setup.is_full(), stand.name.general().cap());
        let most = if full { POOL } else { cap };
        let leads = match stand.place {
            Place::Board(_) => true,
            Place::Away(_) => !full,
            _ => false,
        };
        let (least, most) = if leads { (1, most) } else { (0, 0) };
        let problem = format!("{} troops are not from {least} to {most}", stand.troops);
        let flaw = Flaw::new("troops").count(stand.troops).least(least).most(most);
        self.require_of(unit, (least..=most).contains(&stand.troops), &problem, flaw);
        self.position.troops[unit.index()] = stand.troops;
        self.require_of(
            unit,
            !full || stand.initial.is_none(),
            "initial troops are for base mode",
            Flaw::new("initial_mode"),
        );
        let initial = stand.initial.unwrap_or(cap);
        let problem = format!("initial troops are from 1 to {cap}");
        self.require_of(unit, (1..=cap).contains(&initial), &problem, Flaw::new("initial").least(1_u8).most(cap));
        self.position.initial[unit.index()] = initial;
    }

    fn admit_hand(&mut self, unit: Unit, stand: &Stand) {
        let on_board = matches!(stand.place, Place::Board(_));
        self.require_of(
            unit,
            on_board || stand.effects.is_none(),
            "only a general on the board has effects",
            Flaw::new("effects"),
        );
        let tactics: Vec<_> = stand.hand.cards().map(|card| card.tactic).collect();
        let twice = tactics.iter().enumerate().any(|(index, tactic)| tactics[..index].contains(tactic));
        self.require_of(unit, !twice, "a tactic is there twice", Flaw::new("tactic"));
        let full = self.setup.is_full();
        self.require_of(
            unit,
            !full || !tactics.is_empty(),
            "in full mode every general has tactics",
            Flaw::new("no_tactics"),
        );
        self.require_of(unit, full || tactics.is_empty(), "tactics are for full mode", Flaw::new("tactics"));
    }

    /// Riders have a host of their own; a provocation ends when its caster leaves the board (§27).
    fn admit_company(&mut self, unit: Unit) {
        if let Place::Riding(slot) = self.setup.generals[unit.index()].place {
            let host = Unit::new(unit.side(), usize::from(slot) % DECK);
            let carried = self.position.tile(host).is_some() && self.position.rider(host) == Some(unit);
            self.require_of(
                unit,
                carried,
                "a rider has a host on the board that carries nobody else",
                Flaw::new("rider"),
            );
        }
        if let Some(slot) = self.setup.generals[unit.index()].effects.provoker() {
            let present = self.position.tile(Unit::new(unit.side().other(), slot % DECK)).is_some();
            self.require_of(unit, present, "a provoker is on the board", Flaw::new("provoker"));
        }
    }

    fn admit_counts(&mut self) {
        let (setup, position) = (self.setup, &mut self.position);
        (position.turn, position.actions, position.knocks) = (setup.turn, setup.actions, setup.knocks);
        (position.clock.number, position.clock.quiet) = (setup.number, setup.quiet);
        (position.reserve, position.graveyard) = (setup.reserve, setup.graveyard);
        position.ending = setup.ending;
        position.clock.stirred = position.seems_stirred();
        for side in Side::ALL.into_iter().filter(|_| setup.is_full()) {
            let sum = self.position.strength(side) + u32::from(self.position.graveyard(side));
            let problem = format!("the troops of {} add up to {sum} instead of {POOL}", side.letter());
            let flaw = Flaw::new("sum").seat(side.seat()).count(sum).most(POOL);
            self.require(sum == u32::from(POOL), &problem, flaw);
        }
    }

    fn admit_pairs(&mut self) {
        for [a, b] in &self.setup.pairs {
            let front = self.position.tile(*a).and_then(Tile::across_front);
            let faces = front.is_some() && front == self.position.tile(*b);
            self.require_of(*a, faces, "a pair faces each other over a horizontal edge", Flaw::new("pair"));
            let alone = !self.position.is_engaged(*a);
            self.require_of(*a, alone, "a pair is there twice", Flaw::new("pair_twice"));
            self.position.engaged = self.position.engaged.with(*a).with(*b);
        }
    }

    fn admit_sites(&mut self) {
        for (tile, site) in &self.setup.sites {
            let (problem, flaw) = if !Tiles::OUTSIDE_END_ROWS.contains(*tile) {
                ("nothing is built on an end row", Flaw::new("end_row"))
            } else if self.position.site(*tile).is_some() {
                ("two installations on one tile", Flaw::new("two_sites"))
            } else if site.is_structure() && !self.position.free().contains(*tile) {
                ("a general stands on a structure", Flaw::new("structure"))
            } else {
                self.position.put_site(*tile, *site);
                continue;
            };
            self.require(false, &format!("tile {tile}: {problem}"), flaw.at([*tile]));
        }
    }
}
