//! Anything that may stand in a set-up, and what the law says about it.

use game::{Flaw, Problems, Refusal, Rules as _};

use crate::board::Board;
use crate::ending::Ending;
use crate::geometry::{Square, Squares};
use crate::ground::Ground;
use crate::key::HAND_MAX;
use crate::position::{Phase, Position};
use crate::refusals;
use crate::rules::{BOMBS_MAX, Rules, Variant};
use crate::side::Side;

/// With fewer islands than this there is always a place for one more (§26): a sea in which none is
/// left is one narrow way across the zone, and the longest such way has thirteen squares.
const ISLANDS_MAX: u32 = 32 - 13;

/// What a state string says, before anybody asks whether such a game can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The variant, which wins over that of the rules.
    pub variant: Variant,
    /// The heights, from a1 to h8.
    pub heights: [u8; Square::COUNT],
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Side,
    /// What the players are doing, or were when the game ended.
    pub phase: Phase,
    /// Blocks not yet laid, Blue's and Red's.
    pub hands: [u8; 2],
    /// Plies since the last progress.
    pub quiet: u32,
    /// The number of the battle turn.
    pub number: u32,
    /// Broken castle squares.
    pub breached: Squares,
    /// Bombs left, Blue's and Red's.
    pub bombs: [u8; 2],
    /// Where a fuse burns.
    pub fuse: Option<Square>,
    /// How the game ended.
    pub ending: Option<Ending>,
}

impl Setup {
    /// Everything that forbids playing from here under those rules, all at once.
    #[must_use]
    pub fn problems(&self, rules: &Rules) -> Problems {
        Position::from_setup(self, rules).err().unwrap_or_default()
    }

    /// What can be said of each thing alone.
    fn part_problems(&self, rules: &Rules) -> Problems {
        let mut problems = Problems::default();
        let highest = rules.height_max();
        for (square, height) in Square::all().zip(self.heights) {
            problems.require(height <= highest, || {
                bad("the terrain", format!("on {square} is not a height from 0 to {highest}"))
                    .because(Flaw::new("height").at([square]).count(height).most(highest))
            });
        }
        for (square, piece) in self.board.pieces().filter(|(_, piece)| !self.variant.has(piece.role)) {
            let (letter, variant) = (piece.letter(), self.variant.text());
            let detail = format!("has a `{letter}` on {square}, which `{variant}` does not know");
            problems.add(bad("the board", detail).because(Flaw::new("stranger").man(letter).at([square])));
        }
        for side in Side::ALL {
            problems.require(!self.board.king(side).is_many(), || {
                bad("the board", format!("has more than one king of {}", side.name()))
                    .because(Flaw::new("kings").seat(side.seat()).at(self.board.king(side).iter()))
            });
        }
        let blocks = self.variant.blocks();
        problems.require(self.hands.iter().all(|hand| *hand <= blocks), || {
            bad("the hands", format!("hold more than {blocks} blocks")).because(Flaw::new("hands").most(blocks))
        });
        problems.require(self.bombs.iter().all(|bombs| *bombs <= BOMBS_MAX), || {
            bad("the extras", format!("have more than {BOMBS_MAX} bombs")).because(Flaw::new("bombs").most(BOMBS_MAX))
        });
        let castles = Side::Blue.castle() | Side::Red.castle();
        problems.require(!self.breached.meets(!castles), || {
            bad("the extras", "name a broken square that belongs to no castle")
                .because(Flaw::new("breach").at((self.breached & !castles).iter()))
        });
        problems
    }
}

impl Position {
    /// The position of a set-up, if a game can stand so. The set-up's variant wins over that of
    /// the rules.
    ///
    /// # Errors
    /// Everything that is against it.
    pub fn from_setup(setup: &Setup, rules: &Rules) -> Result<Self, Problems> {
        let rules = Rules { variant: setup.variant, ..*rules };
        rules.validate()?;
        let mut problems = setup.part_problems(&rules);
        let is_beyond = setup.heights.iter().any(|height| *height > rules.height_max())
            || setup.hands.iter().any(|hand| *hand > HAND_MAX)
            || setup.bombs.iter().any(|bombs| *bombs > BOMBS_MAX);
        if is_beyond {
            // Of ground or numbers that no game knows, no more can be said.
            return Err(problems);
        }
        let mut position = Self {
            ground: Ground::new(&setup.heights),
            board: setup.board,
            turn: setup.turn,
            phase: setup.phase,
            hands: setup.hands,
            quiet: setup.quiet,
            number: setup.number,
            breached: setup.breached,
            bombs: setup.bombs,
            fuse: setup.fuse,
            ending: setup.ending,
            ..Self::bare(&rules)
        };
        position.key = position.hash();
        problems.extend(position.phase_problem());
        problems.extend(position.ground_problem());
        problems.or(position)
    }

    /// A position from a state string. Its variant wins over that of the rules.
    ///
    /// # Errors
    /// Everything that is wrong with the text, or else with what it says.
    pub fn from_state(state: &str, rules: &Rules) -> Result<Self, Problems> {
        Self::from_setup(&state.parse()?, rules)
    }

    /// The set-up of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            variant: self.rules.variant,
            heights: std::array::from_fn(|index| self.ground.height(Square::from_index(index))),
            board: self.board,
            turn: self.turn,
            phase: self.phase,
            hands: self.hands,
            quiet: self.quiet,
            number: self.number,
            breached: self.breached,
            bombs: self.bombs,
            fuse: self.fuse,
            ending: self.ending,
        }
    }

    /// A phase says what else can be there.
    fn phase_problem(&self) -> Option<Refusal> {
        if self.ending.is_some() {
            return None;
        }
        let fought = !self.board.occupied().is_empty() || self.fuse.is_some() || !self.breached.is_empty();
        match self.phase {
            Phase::Battle | Phase::Inspection if self.hands != [0; 2] => {
                Some(bad("the hands", "are not 0:0 although all blocks are laid").because(Flaw::new("hands_left")))
            }
            Phase::Terrain if !self.hands_fit_turn() => {
                let detail = "the hands cannot be so: the sides lay whole turns, Blue first (§5)";
                Some(Refusal::new("E_COUNT", detail).because(Flaw::new("hands_order")))
            }
            Phase::Terrain if !self.has_room_for_hands() => {
                let detail = "hold more blocks than the ground has room for (§5, §26)";
                Some(bad("the hands", detail).because(Flaw::new("hands_room")))
            }
            Phase::Terrain | Phase::Inspection if fought || (self.quiet, self.number) != (0, 1) => {
                let detail = "is before the battle, but there are pieces or counters of a battle";
                Some(bad("the phase", detail).because(Flaw::new("phase")))
            }
            _ => None,
        }
    }

    /// Blue lays whole turns ahead of Red and is never more than one ahead (§5).
    fn hands_fit_turn(&self) -> bool {
        let size = self.rules.blocks_a_turn();
        let (own, other) = (self.hand(self.turn), self.hand(self.turn.other()));
        let in_order = match self.turn {
            Side::Blue => own <= other && other < own + size,
            Side::Red => other < own && own <= other + size,
        };
        own > 0 && other.is_multiple_of(size) && in_order
    }

    /// Whether every block in hand will find a place, however the others are laid.
    fn has_room_for_hands(&self) -> bool {
        let blocks = self.ground.blocks() + self.hands.map(u32::from).iter().sum::<u32>();
        match self.rules.variant {
            Variant::Sea => blocks <= ISLANDS_MAX && self.has_sound_sea(),
            _ => blocks <= Square::COUNT as u32 * u32::from(self.rules.height_max()),
        }
    }

    /// Cliffs are for honor placing (§6, §8): no other way leads to them, and bursts leave none.
    fn ground_problem(&self) -> Option<Refusal> {
        if self.rules.on_honor() || self.ground.keeps_slope_rule() {
            return None;
        }
        let cliffs = self.ground.too_high();
        let cliff = cliffs.first().map_or(String::new(), |square| square.to_string());
        let detail = format!("the terrain breaks the slope rule on {cliff}, which only placing=honour allows (§6)");
        Some(Refusal::new(refusals::SLOPE.code, detail).because(Flaw::new("cliff").at(cliffs.iter())))
    }
}

/// A problem with a part of a set-up.
pub(crate) fn bad(what: &str, problem: impl AsRef<str>) -> Refusal {
    Refusal::state(format!("{what} {}", problem.as_ref()))
}
