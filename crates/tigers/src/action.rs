//! What a player does, and its text (§32).

use std::fmt;

use crate::general::Name;
use crate::geometry::Tile;
use crate::tactic::Tactic;
use crate::unit::{Side, Unit};

/// The atom of play. `Display` gives its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `GYm5-30`: along a path; a last step onto an ally is supply.
    Move(Actor, Path),
    /// `GYxzf`, `GYx17`: on a general or a structure across an edge.
    Attack(Actor, Target),
    /// `GYk`: on the opponent's end row.
    Knock(Actor),
    /// `GYd0:6`: from headquarters to a tile with so many troops.
    Sortie(Actor, Tile, u8),
    /// `GYtST>gy`: one of the three tactics.
    Tactic(Actor, Tactic, Targets),
    /// `end`: the turn is over.
    End,
}

const _: () = assert!(size_of::<Action>() <= 16);

/// A general of a game, with its name so that it can be written without the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Actor {
    /// Whose, and its place in the deck.
    pub unit: Unit,
    /// Who it is.
    pub name: Name,
}

/// What an attack or a tactic is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A general.
    General(Actor),
    /// A tile.
    Tile(Tile),
}

/// What a tactic is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Targets {
    /// Nothing in particular.
    None,
    /// One target.
    One(Target),
    /// Two targets, in order.
    Two(Target, Target),
}

impl Targets {
    /// The targets in order.
    pub fn iter(self) -> impl Iterator<Item = Target> {
        let (first, second) = match self {
            Self::None => (None, None),
            Self::One(one) => (Some(one), None),
            Self::Two(one, two) => (Some(one), Some(two)),
        };
        first.into_iter().chain(second)
    }
}

/// The tiles that a Move steps on, one to five.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    steps: [Tile; Self::LONGEST],
    len: u8,
}

impl Path {
    /// No general has more move points.
    pub const LONGEST: usize = 5;

    /// The path over these tiles, if there are one to five.
    #[must_use]
    pub fn new(tiles: &[Tile]) -> Option<Self> {
        let last = *tiles.last()?;
        // The unused steps repeat the last one, so that equal paths have equal bits.
        let mut steps = [last; Self::LONGEST];
        steps.get_mut(..tiles.len())?.copy_from_slice(tiles);
        Some(Self { steps, len: tiles.len() as u8 })
    }

    /// The path of one step.
    pub(crate) const fn to(tile: Tile) -> Self {
        Self { steps: [tile; Self::LONGEST], len: 1 }
    }

    /// The same and one step more; it must not be the longest yet.
    pub(crate) fn then(mut self, tile: Tile) -> Self {
        self.steps[usize::from(self.len)..].fill(tile);
        self.len += 1;
        self
    }

    /// The tiles in order.
    #[must_use]
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        &self.steps[..usize::from(self.len)]
    }

    /// The last tile.
    #[must_use]
    pub const fn end(&self) -> Tile {
        self.steps[Self::LONGEST - 1]
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.name.general().code;
        match self.unit.side() {
            Side::A => f.write_str(code),
            Side::B => code.chars().try_for_each(|letter| write!(f, "{}", letter.to_ascii_lowercase())),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::General(general) => general.fmt(f),
            Self::Tile(tile) => tile.fmt(f),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        separated(f, self.tiles(), '-')
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        separated(f, self.iter(), ',')
    }
}

fn separated<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    separator: char,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            write!(f, "{separator}")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(actor, path) => write!(f, "{actor}m{path}"),
            Self::Attack(actor, target) => write!(f, "{actor}x{target}"),
            Self::Knock(actor) => write!(f, "{actor}k"),
            Self::Sortie(actor, tile, troops) => write!(f, "{actor}d{tile}:{troops}"),
            Self::Tactic(actor, tactic, targets) => write_tactic(f, *actor, tactic.code(), *targets),
            Self::End => f.write_str("end"),
        }
    }
}

fn write_tactic(f: &mut fmt::Formatter<'_>, actor: Actor, code: &str, targets: Targets) -> fmt::Result {
    match targets {
        Targets::None => write!(f, "{actor}t{code}"),
        targets => write!(f, "{actor}t{code}>{targets}"),
    }
}
