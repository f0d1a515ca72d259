//! Anything that may stand in a set-up, and what the law says about it.

use arrayvec::ArrayVec;
use game::{Flaw, Problems, Refusal};

use crate::board::Board;
use crate::key::HAND_MAX;
use crate::position::{Hand, OUT_MAX};
use crate::state::write_pending;
use crate::{Elimination, Ending, Man, Position, Role, Rules, Side, Sides, Square};

/// What a state string says, before anybody asks whether such a game can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The men, from `9a` to `1i`.
    pub men: [Option<Man>; Square::COUNT],
    /// Who is to move; nobody if the game is over.
    pub turn: Option<Side>,
    /// The hands.
    pub hands: [Hand; Side::COUNT],
    /// The seats in check as the string lists them; `None` if it asks to compute them.
    pub pending: Option<ArrayVec<Side, { Side::COUNT }>>,
    /// The seats that are out.
    pub out: ArrayVec<Elimination, OUT_MAX>,
    /// One more than the number of moves made.
    pub ply: u32,
}

impl Setup {
    /// Everything that forbids playing from here under those rules, all at once.
    #[must_use]
    pub fn problems(&self, rules: &Rules) -> Problems {
        Position::from_setup(self, rules).err().unwrap_or_default()
    }

    fn gone(&self) -> Sides {
        self.out.iter().map(|elimination| elimination.seat).collect()
    }

    fn placed(&self) -> impl Iterator<Item = (Square, Man)> {
        Square::all().zip(self.men).filter_map(|(at, man)| man.map(|man| (at, man)))
    }

    /// What can be said of the men alone.
    fn problems_of_men(&self) -> Problems {
        let (mut problems, gone) = (Problems::default(), self.gone());
        for (at, man) in self.placed() {
            let owner = man.owner();
            problems.require(!owner.is_some_and(|owner| gone.contains(owner)), || {
                Refusal::state(format!("{man} on {at} belongs to a seat that is out"))
                    .because(Flaw::new("gone").man(man).at([at]))
            });
            problems.require(man.role() != Role::King || owner.is_none_or(|owner| owner == man.facing()), || {
                Refusal::state(format!("the king {man} on {at} has another owner than its own"))
                    .because(Flaw::new("king_owner").man(man).at([at]))
            });
            problems.require(man.role() != Role::Pawn || at.depth(man.facing()) != 1, || {
                Refusal::state(format!("the pawn {man} on {at} could never move"))
                    .because(Flaw::new("dead_pawn").man(man).at([at]))
            });
        }
        let in_hands: usize = self.hands.iter().flatten().copied().map(usize::from).sum();
        problems.require(in_hands + self.placed().count() <= HAND_MAX, || {
            Refusal::state(format!("there are more than {HAND_MAX} men"))
                .because(Flaw::new("crowd").most(HAND_MAX as u32))
        });
        problems
    }

    /// Every seat has exactly one king, flipped if the seat is out.
    fn king(&self, side: Side) -> Result<Square, Refusal> {
        let flipped = self.gone().contains(side);
        let mut found = self.placed().filter(|(_, man)| man.role() == Role::King && man.facing() == side);
        match (found.next(), found.next()) {
            (Some((at, man)), None) if man.owner().is_none() == flipped => Ok(at),
            _ => {
                let wanted = if flipped { "flipped king" } else { "king" };
                let kings = self.placed().filter(|(_, man)| man.role() == Role::King && man.facing() == side);
                let name = if flipped { "flipped_king" } else { "one_king" };
                let flaw = Flaw::new(name).seat(side.seat()).at(kings.map(|(at, _)| at));
                Err(Refusal::state(format!("{} needs exactly one {wanted}", side.title())).because(flaw))
            }
        }
    }

    /// Whether the string and the board agree on who is in check and to move.
    fn problems_of_turn(&self, position: &Position) -> Problems {
        let mut problems = Problems::default();
        let pending: ArrayVec<Side, { Side::COUNT }> = position.pending().collect();
        problems.require(self.pending.as_ref().is_none_or(|given| *given == pending), || {
            Refusal::state(format!("the seats in check are `{}`", write_pending(&pending)))
                .because(Flaw::new("pending"))
        });
        problems.extend(self.turn.and_then(|turn| position.problem_of_mover(turn)));
        problems
    }
}

impl Position {
    /// The position of a set-up, if a game can stand so.
    ///
    /// # Errors
    /// Everything that is against it.
    pub fn from_setup(setup: &Setup, rules: &Rules) -> Result<Self, Problems> {
        let mut problems = setup.problems_of_men();
        let kings = Side::ALL.map(|side| problems.take(setup.king(side), Square::from_index(0)));
        problems.or(())?;
        let mut position = Self {
            rules: *rules,
            board: Board::new(&setup.men, kings),
            hands: setup.hands,
            turn: setup.turn.unwrap_or(Side::South),
            living: !setup.gone(),
            checked: Sides::EMPTY,
            ending: None,
            out: setup.out.clone(),
            ply: setup.ply,
            last: None,
            side_key: 0,
        };
        position.checked = position.checked_afresh();
        position.ending = if setup.turn.is_none() { Some(position.supposed_end()) } else { None };
        position.side_key = position.side_key_afresh();
        setup.problems_of_turn(&position).or(position)
    }

    /// A position from a state string.
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
            men: *self.board.men(),
            turn: self.mover(),
            hands: self.hands,
            pending: Some(self.pending().collect()),
            out: self.out.clone(),
            ply: self.ply,
        }
    }

    /// Why a seat cannot be the one to move.
    fn problem_of_mover(&self, turn: Side) -> Option<Refusal> {
        let title = turn.title();
        let king = || [self.board.king(turn)];
        let about = |name| Flaw::new(name).seat(turn.seat());
        if !self.living.contains(turn) {
            Some(Refusal::state(format!("{title} is out and cannot be to move")).because(about("mover_out")))
        } else if self.end_by_eliminations().is_some() {
            let detail = "the game is over under these rules, so the turn must be `-`";
            Some(Refusal::state(detail).because(about("over")))
        } else if !self.checked.is_empty() && !self.checked.contains(turn) {
            let detail = format!("somebody is in check, but not {title}, whose turn it is");
            let kings = Side::ALL.into_iter().filter(|side| self.checked.contains(*side));
            Some(Refusal::state(detail).because(about("not_checked").at(kings.map(|side| self.board.king(side)))))
        } else if !self.has_legal(turn) {
            let detail = format!("{title} is to move and has no legal move");
            Some(Refusal::state(detail).because(about("no_move").at(king())))
        } else {
            None
        }
    }

    /// How a game whose state names nobody to move has ended: as the seats that are out demand,
    /// by the cap if it is reached, and else by repetition.
    fn supposed_end(&self) -> Ending {
        let capped = self.rules.cap != 0 && self.ply > self.rules.cap;
        self.end_by_eliminations().unwrap_or(if capped { Ending::Impasse } else { Ending::Repetition })
    }
}
