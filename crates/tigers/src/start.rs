//! How a game begins: layout, first player and what each side brings (§9–§11, §36).

use std::fmt;

use game::Refusal;

use crate::general::Name;
use crate::geometry::{Tile, Tiles};
use crate::position::{Identity, POOL, Position};
use crate::refusal::Code;
use crate::request::read_number;
use crate::rules::{Mode, Rules};
use crate::setup::automatic_tile;
use crate::tactic::{HAND, Hand, Tactic};
use crate::unit::{DECK, Place, Side, Unit};

game::choice_enum! {
    /// Where automatic deployment puts B's line.
    #[derive(Default)]
    pub enum Layout {
        /// Both players see the same line from their own seat.
        #[default]
        Mirror = "mirror",
        /// Each general of B faces A's general of the same place.
        Facing = "facing",
    }
}

game::choice_enum! {
    /// Who moves first.
    #[derive(Default)]
    pub enum First {
        /// A.
        #[default]
        A = "A",
        /// B.
        B = "B",
    }
}

game::choice_enum! {
    /// The actions of the very first turn.
    #[derive(Default)]
    pub enum FirstActions {
        /// As many as in every turn.
        #[default]
        Same = "ap",
        /// One.
        One = "1",
        /// Two.
        Two = "2",
        /// Three.
        Three = "3",
    }
}

/// The choices of a start. Who is first by lot or as the loser of the last game is the host's
/// business.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// Where automatic deployment puts B's line.
    pub layout: Layout,
    /// Who moves first.
    pub first: First,
    /// The actions of the very first turn.
    pub first_actions: FirstActions,
    /// What A brings; automatic if empty.
    pub a: Opening,
    /// What B brings; automatic if empty.
    pub b: Opening,
}

impl Start {
    /// What a side brings.
    #[must_use]
    pub const fn opening(&self, side: Side) -> &Opening {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

const OPENINGS: &[&str] = &["", "TEXT"];

game::options! {
    Start {
        ("layout", layout, Layout, "where automatic deployment puts B's generals"),
        ("first", first, First, "who moves first"),
        ("first_actions", first_actions, FirstActions, "actions of the very first turn"),
        ("A", a, { text OPENINGS, Opening::read }, "what A brings, such as GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4"),
        ("B", b, { text OPENINGS, Opening::read }, "what B brings, such as gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4"),
    }
}

/// What a side brings: generals, tiles, troops and, in full mode, tactics. Empty means automatic.
///
/// Written like the general entries of a state string; whatever is left out is automatic:
/// `GY@0:10`, `ZF:4`, `MC@h/4{IM.AM.TR}`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening(Vec<Wish>);

/// One general of an opening, not yet held against the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wish {
    code: String,
    place: Option<Spot>,
    troops: Option<u32>,
    start: Option<u32>,
    tactics: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    Headquarters,
    Tile(u32),
}

impl Opening {
    /// Reads an opening; only its form is looked at.
    ///
    /// # Errors
    /// `E_OPTION` with the entry that cannot be read.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let read =
            |entry| Wish::read(entry).ok_or_else(|| Refusal::option(format!("`{entry}` is not a general's entry")));
        // One more than a deck: what follows cannot change the refusal.
        text.split(',').take(DECK + 1).map(read).collect::<Result<_, _>>().map(Self)
    }
}

impl Wish {
    fn read(text: &str) -> Option<Self> {
        let (body, tactics) = match text.strip_suffix('}') {
            None => (text, None),
            Some(rest) => rest.split_once('{').map(|(body, list)| (body, Some(list)))?,
        };
        let (body, start) = split_number(body, '/')?;
        let (body, troops) = split_number(body, ':')?;
        let (code, place) = body.split_once('@').map_or((body, None), |(code, place)| (code, Some(place)));
        let is_code = |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
        let place = match place {
            None => None,
            Some("h") => Some(Spot::Headquarters),
            Some(tile) => Some(Spot::Tile(read_number(tile)?)),
        };
        let tactics: Option<Vec<_>> =
            tactics.map(|list| list.split('.').take(HAND + 1).map(str::to_ascii_uppercase).collect());
        let readable = is_code(code) && tactics.iter().flatten().all(|code| is_code(code));
        readable.then(|| Self { code: code.to_ascii_uppercase(), place, troops, start, tactics })
    }
}

fn split_number(text: &str, separator: char) -> Option<(&str, Option<u32>)> {
    match text.split_once(separator) {
        None => Some((text, None)),
        Some((head, number)) => Some((head, Some(read_number(number)?))),
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, wish) in self.0.iter().enumerate() {
            write!(f, "{}{wish}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)?;
        match self.place {
            None => {}
            Some(Spot::Headquarters) => f.write_str("@h")?,
            Some(Spot::Tile(tile)) => write!(f, "@{tile}")?,
        }
        if let Some(troops) = self.troops {
            write!(f, ":{troops}")?;
        }
        if let Some(start) = self.start {
            write!(f, "/{start}")?;
        }
        if let Some(tactics) = &self.tactics {
            write!(f, "{{{}}}", tactics.join("."))?;
        }
        Ok(())
    }
}

/// The tactics that a tiger carries unless its owner chooses (§10).
pub(crate) const USUAL_TACTICS: [[Tactic; HAND]; DECK] = [
    [Tactic::Strike, Tactic::Unbreakable, Tactic::Recruit],
    [Tactic::Provoke, Tactic::BatteringRam, Tactic::Counterattack],
    [Tactic::Breakthrough, Tactic::PremiumCarrot, Tactic::HuaTuo],
    [Tactic::RepeatingCrossbow, Tactic::Catapult, Tactic::Fire],
    [Tactic::InfantryMight, Tactic::Ambush, Tactic::Trap],
];

/// The most that the numbers of a deck's generals add up to; the tigers have exactly that.
pub(crate) const BUDGET: u32 = 57;
/// How often a tactic may be in a deck.
pub(crate) const COPIES: usize = 2;

/// One general of an opening with everything filled in.
#[derive(Clone, Debug)]
struct Recruit {
    name: Name,
    at_headquarters: bool,
    start: Option<Tile>,
    troops: u32,
    /// `None`: no such tactic.
    tactics: Vec<Option<Tactic>>,
}

impl Position {
    /// The first position of a game (§9–§11).
    pub(crate) fn begin(rules: &Rules, start: &Start) -> Result<Self, Refusal> {
        let mut position = Self::empty(*rules);
        for side in Side::ALL {
            let deck = Deck::gather(rules.mode, start, side).and_then(Deck::verified);
            position.deploy(&deck.map_err(|code| side_refusal(side, code))?);
        }
        position.turn = if start.first == First::A { Side::A } else { Side::B };
        position.actions = match start.first_actions {
            FirstActions::Same => rules.actions,
            FirstActions::One => 1,
            FirstActions::Two => 2,
            FirstActions::Three => 3,
        };
        Ok(position)
    }

    fn deploy(&mut self, deck: &Deck) {
        let mut reserve = POOL;
        for (unit, recruit) in Unit::of(deck.side).zip(&deck.recruits) {
            let start = recruit.start.unwrap_or_else(|| automatic_tile(unit));
            let troops = recruit.troops as u8;
            self.identities[unit.index()] = Identity::new(recruit.name, start.rank_for(deck.side));
            self.troops[unit.index()] = troops;
            self.initial[unit.index()] = if self.is_full() { recruit.name.general().cap() } else { troops };
            if recruit.at_headquarters {
                self.put_away(unit, Place::Headquarters);
            } else {
                self.put(unit, start);
            }
            if let Ok(tactics) = recruit.tactics.iter().copied().flatten().collect::<Vec<_>>().try_into() {
                self.hands[unit.index()] = Hand::fresh(tactics);
            }
            reserve = reserve.saturating_sub(troops);
        }
        if self.is_full() {
            self.reserve[deck.side.index()] = reserve;
        }
    }
}

fn side_refusal(side: Side, code: Code) -> Refusal {
    Refusal::new(code.text(), format!("{}: {}", side.letter(), code.sentence()))
}

/// Five generals of a side, to be held against the rules.
#[derive(Clone, Debug)]
struct Deck {
    side: Side,
    mode: Mode,
    recruits: Vec<Recruit>,
}

impl Deck {
    fn gather(mode: Mode, start: &Start, side: Side) -> Result<Self, Code> {
        let opening = start.opening(side);
        let tigers = || Name::TIGERS.map(Wish::automatic).to_vec();
        let wishes = if opening.0.is_empty() { tigers() } else { opening.0.clone() };
        if wishes.len() != DECK {
            return Err(Code::SetupCount);
        }
        let recruits = Unit::of(side).zip(&wishes).map(|(unit, wish)| {
            let automatic = match (start.layout, side) {
                (Layout::Facing, Side::B) => Tile::from_index(25 + unit.slot()),
                _ => automatic_tile(unit),
            };
            wish.fill_in(mode, automatic)
        });
        Ok(Self { side, mode, recruits: recruits.collect::<Result<_, _>>()? })
    }

    /// The refusals in the order of the rule book (§9).
    fn verified(self) -> Result<Self, Code> {
        let refuse = |refused: bool, code: Code| if refused { Err(code) } else { Ok(()) };
        refuse(self.has_duplicate(), Code::SetupDuplicate)?;
        refuse(!self.recruits.iter().all(|recruit| self.starts_well(recruit)), Code::SetupTile)?;
        refuse(!self.recruits.iter().all(Recruit::has_fitting_troops), Code::SetupTroops)?;
        if self.mode == Mode::Full {
            let troops: u32 = self.recruits.iter().map(|recruit| recruit.troops).sum();
            refuse(troops > POOL.into(), Code::SetupPool)?;
            let worth: u32 = self.recruits.iter().map(|recruit| u32::from(recruit.name.general().worth())).sum();
            refuse(worth > BUDGET, Code::SetupBudget)?;
        }
        refuse(!self.has_fitting_tactics(), Code::SetupTactics)?;
        refuse(self.recruits.iter().all(|recruit| recruit.at_headquarters), Code::SetupEmpty)?;
        Ok(self)
    }

    fn has_duplicate(&self) -> bool {
        let names = self.recruits.iter().map(|recruit| recruit.name);
        let starts = self.recruits.iter().filter_map(|recruit| recruit.start);
        let within = |recruit: &Recruit| repeats(recruit.tactics.iter().flatten());
        repeats(names) || repeats(starts) || self.recruits.iter().any(within)
    }

    fn starts_well(&self, recruit: &Recruit) -> bool {
        let on_end_row = recruit.start.is_some_and(|tile| Tiles::end_row(self.side).contains(tile));
        on_end_row && (self.mode == Mode::Full || !recruit.at_headquarters)
    }

    fn has_fitting_tactics(&self) -> bool {
        let each = if self.mode == Mode::Full { HAND } else { 0 };
        let fits = |recruit: &Recruit| recruit.tactics.len() == each && recruit.tactics.iter().all(Option::is_some);
        let all: Vec<_> = self.recruits.iter().flat_map(|recruit| recruit.tactics.iter().flatten()).collect();
        let copies = |tactic: &&Tactic| all.iter().filter(|other| *other == tactic).count();
        self.recruits.iter().all(fits) && all.iter().all(|tactic| copies(tactic) <= COPIES)
    }
}

fn repeats<T: PartialEq>(items: impl Iterator<Item = T>) -> bool {
    let items: Vec<T> = items.collect();
    items.iter().enumerate().any(|(index, item)| items[..index].contains(item))
}

impl Wish {
    fn automatic(name: Name) -> Self {
        Self { code: name.general().code.to_owned(), place: None, troops: None, start: None, tactics: None }
    }

    /// A general outside the roster, or outside the tigers in base mode, is not one of five.
    fn fill_in(&self, mode: Mode, automatic: Tile) -> Result<Recruit, Code> {
        let name = Name::from_code(&self.code).ok_or(Code::SetupCount)?;
        if mode == Mode::Base && !name.is_tiger() {
            return Err(Code::SetupCount);
        }
        let at_headquarters = self.place == Some(Spot::Headquarters);
        let tile = |number: u32| Tile::new(number as usize);
        let start = match (self.place, self.start) {
            (_, Some(start)) => tile(start),
            (Some(Spot::Tile(place)), None) => tile(place),
            _ => Some(automatic),
        };
        let contradicts = matches!((self.place, self.start), (Some(Spot::Tile(place)), Some(start)) if place != start);
        let general = name.general();
        let usual_troops = match mode {
            _ if at_headquarters => 0,
            Mode::Base => general.cap(),
            Mode::Full => general.star,
        };
        Ok(Recruit {
            name,
            at_headquarters,
            start: start.filter(|_| !contradicts),
            troops: self.troops.unwrap_or(usual_troops.into()),
            tactics: self.fill_in_tactics(mode, name),
        })
    }

    fn fill_in_tactics(&self, mode: Mode, name: Name) -> Vec<Option<Tactic>> {
        match &self.tactics {
            Some(codes) => codes.iter().map(|code| Tactic::from_code(code)).collect(),
            None if mode == Mode::Full && name.is_tiger() => {
                USUAL_TACTICS[name.index()].into_iter().map(Some).collect()
            }
            None => Vec::new(),
        }
    }
}

impl Recruit {
    fn has_fitting_troops(&self) -> bool {
        let cap = u32::from(self.name.general().cap());
        if self.at_headquarters { self.troops == 0 } else { (1..=cap).contains(&self.troops) }
    }
}
