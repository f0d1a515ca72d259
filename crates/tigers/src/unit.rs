//! A general in a game: whose it is, where it is, what lies upon it (§8).

use crate::geometry::Tile;

game::sides! {
    /// One of the two players.
    pub enum Side {
        /// Rows 0 and 1.
        A = "A" 'A',
        /// Rows 4 and 5.
        B = "B" 'B',
    }
}

impl Side {
    /// A code as this side writes it: upper case for A, lower case for B.
    #[must_use]
    pub fn cased(self, code: &str) -> String {
        match self {
            Self::A => code.to_ascii_uppercase(),
            Self::B => code.to_ascii_lowercase(),
        }
    }
}

/// How many generals a side commands.
pub(crate) const DECK: usize = 5;

/// One of the ten generals of a game: the place in its side's deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit(u8);

game::define_set! {
    /// A set of generals of one game.
    pub struct Units(u16) of Unit;
}

impl Unit {
    /// Both decks.
    pub const COUNT: usize = 2 * DECK;

    /// The general at that place (0–4) of a side's deck.
    ///
    /// # Panics
    /// If a deck has no such place.
    #[must_use]
    #[inline]
    pub const fn new(side: Side, slot: usize) -> Self {
        assert!(slot < DECK, "a deck has five generals");
        Self((side.index() * DECK + slot) as u8)
    }

    /// A's deck is 0–4, B's 5–9.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// Whose it is.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        if self.index() < DECK { Side::A } else { Side::B }
    }

    /// Its place in the deck.
    #[must_use]
    #[inline]
    pub const fn slot(self) -> usize {
        self.index() % DECK
    }

    /// A's deck, then B's.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The deck of a side.
    #[inline]
    pub fn of(side: Side) -> impl Iterator<Item = Self> + Clone {
        let first = (side.index() * DECK) as u8;
        (first..first + DECK as u8).map(Self)
    }
}

/// Where a general is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// On the board.
    Board(Tile),
    /// Annihilated once; back after so many own turn starts.
    Out(Wait),
    /// Handed over its troops; back after so many own turn starts.
    Away(Wait),
    /// Full mode: carried by the ally at this place of the deck.
    Riding(u8),
    /// Full mode: ready for a sortie.
    Headquarters,
    /// Annihilated twice: never back.
    Fallen,
}

/// How many own turn starts a general still waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// Two.
    Two,
    /// One.
    One,
}

/// A [`Place`] in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedPlace(u8);

const OUT: u8 = Tile::COUNT as u8;
const AWAY: u8 = OUT + 2;
const HEADQUARTERS: u8 = AWAY + 2;
const FALLEN: u8 = HEADQUARTERS + 1;
const RIDING: u8 = FALLEN + 1;

impl PackedPlace {
    pub(crate) const fn new(place: Place) -> Self {
        Self(match place {
            Place::Board(tile) => tile.number(),
            Place::Out(wait) => OUT + wait as u8,
            Place::Away(wait) => AWAY + wait as u8,
            Place::Headquarters => HEADQUARTERS,
            Place::Fallen => FALLEN,
            Place::Riding(slot) => RIDING + slot,
        })
    }

    pub(crate) const fn open(self) -> Place {
        const WAITS: [Wait; 2] = [Wait::Two, Wait::One];
        match self.0 {
            OUT..AWAY => Place::Out(WAITS[(self.0 - OUT) as usize]),
            AWAY..HEADQUARTERS => Place::Away(WAITS[(self.0 - AWAY) as usize]),
            HEADQUARTERS => Place::Headquarters,
            FALLEN => Place::Fallen,
            RIDING.. => Place::Riding(self.0 - RIDING),
            tile => Place::Board(Tile::from_index(tile as usize)),
        }
    }

    #[inline]
    pub(crate) const fn tile(self) -> Option<Tile> {
        Tile::new(self.0 as usize)
    }

    pub(crate) const fn byte(self) -> u8 {
        self.0
    }
}

/// What lies upon a general on the board (§30).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effects(u16);

impl Effects {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Loses no troops.
    pub const UNBREAKABLE: Self = Self(1);
    /// Sun and Moon +1, frontline attacks deal 2.
    pub const MIGHT: Self = Self(2);
    /// Strikes back when attacked.
    pub const COUNTERATTACK: Self = Self(4);
    /// May step over corners in this turn's Move.
    pub const BREAKTHROUGH: Self = Self(8);
    /// Cannot act in its owner's next turn.
    pub const DISRUPTED: Self = Self(16);
    /// Ends at the owner's next turn start.
    pub const UNTIL_TURN_START: Self = Self(1 | 2 | 4);

    const SNARE: u16 = 32;
    const SNARES: u16 = 3 * Self::SNARE;
    const PROVOKED: u16 = 128;
    const PROVOKER: u16 = 256;
    const PROVOCATION: u16 = Self::PROVOKED + 7 * Self::PROVOKER;

    /// Whether nothing lies upon it.
    #[must_use]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether any of these effects is there.
    #[must_use]
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// These effects and others.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These effects without others.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// For how many ends of its owner's turns it cannot move.
    #[must_use]
    #[inline]
    pub const fn snared(self) -> u8 {
        ((self.0 & Self::SNARES) / Self::SNARE) as u8
    }

    /// Snared for so many (0–2) ends of its owner's turns.
    #[must_use]
    pub const fn with_snare(self, turns: u8) -> Self {
        Self((self.0 & !Self::SNARES) | ((turns as u16 * Self::SNARE) & Self::SNARES))
    }

    /// The deck place of the enemy that provoked it.
    #[must_use]
    #[inline]
    pub const fn provoker(self) -> Option<usize> {
        if self.0 & Self::PROVOKED == 0 { None } else { Some((self.0 / Self::PROVOKER % 8) as usize) }
    }

    /// Provoked by the enemy at that deck place; a new provocation replaces the old one.
    #[must_use]
    pub const fn provoked_by(self, slot: usize) -> Self {
        Self(self.unprovoked().0 | Self::PROVOKED | (slot as u16 * Self::PROVOKER))
    }

    /// Without a provocation.
    #[must_use]
    pub const fn unprovoked(self) -> Self {
        Self(self.0 & !Self::PROVOCATION)
    }

    /// Without what Hua Tuo cures: disruption, snare and provocation.
    #[must_use]
    pub const fn cured(self) -> Self {
        self.without(Self::DISRUPTED).with_snare(0).unprovoked()
    }

    /// What is left of it when its owner's turn ends (§12).
    #[must_use]
    pub const fn after_turn(self) -> Self {
        let kept = self.without(Self::DISRUPTED).without(Self::BREAKTHROUGH).unprovoked();
        kept.with_snare(self.snared().saturating_sub(1))
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }
}

/// The kinds of action that a general has used this turn (§13).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Used(u8);

game::small_enum! {
    /// A kind of action that a general does at most once a turn.
    pub enum Kind {
        /// `m`
        Move = 'm',
        /// `a`
        Attack = 'a',
        /// `k`
        Knock = 'k',
        /// `d`
        Sortie = 'd',
        /// `t`
        Tactic = 't',
    }
}

impl Kind {
    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Attack => "attack",
            Self::Knock => "knock",
            Self::Sortie => "sortie",
            Self::Tactic => "tactic",
        }
    }
}

impl Used {
    /// Nothing yet.
    pub const NONE: Self = Self(0);

    /// Whether that kind is used up.
    #[must_use]
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// That kind used as well.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u8)
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
}
