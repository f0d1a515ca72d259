//! What a board drawing needs, as plain data: codes, never sentences.

use serde::Serialize;

use crate::position::Hand;
use crate::{Action, Elimination, Kind, Man, Position, Role, Setup, Side, Square};

/// A position, ready to draw. Nothing is hidden in this game, so every viewer gets the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The 81 squares from `9a` to `1i`, row by row.
    pub cells: Vec<Option<ManView>>,
    /// The hands, by seat.
    pub hands: Vec<HandView>,
    /// Who is to move; nobody if the game is over.
    pub turn: Option<Side>,
    /// The seats in check, clockwise from the seat to move, with what attacks them.
    pub checks: Vec<CheckView>,
    /// The living seats between the last mover and the seat to move, which lost their turn.
    pub skipped: Vec<Side>,
    /// The seats that are out, in order.
    pub out: Vec<Elimination>,
    /// One more than the number of moves made.
    pub ply: u32,
    /// The points of each seat, as an impasse would count them.
    pub points: Vec<u32>,
    /// What was done last, if it is known.
    pub last: Option<LastView>,
    /// The result line, if the game is over.
    pub result: Option<String>,
}

/// A man to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ManView {
    /// Who may move it; nobody if it is frozen.
    pub owner: Option<Side>,
    /// Where it points.
    pub facing: Side,
    /// What it is.
    pub role: Role,
}

/// A hand to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HandView {
    /// Whose it is.
    pub seat: Side,
    /// Whether it can be used: the hands of seats that are out only stay listed.
    pub usable: bool,
    /// How many of each kind.
    #[serde(flatten)]
    pub counts: CountsView,
}

/// How many of each kind a hand holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs, reason = "the kinds' names say it")]
pub struct CountsView {
    pub rook: u8,
    pub gold: u8,
    pub silver: u8,
    pub pawn: u8,
}

/// A king in check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckView {
    /// Whose king.
    pub seat: Side,
    /// Where it stands.
    pub king: Square,
    /// The men that attack it.
    pub by: Vec<Square>,
}

/// The last action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LastView {
    /// Who moved.
    pub by: Side,
    /// Where the man came from; nowhere if it was dropped.
    pub from: Option<Square>,
    /// Where it went.
    pub to: Square,
}

impl View {
    pub(crate) fn of(position: &Position) -> Self {
        Self {
            cells: position.board.men().iter().map(|man| man.map(ManView::from)).collect(),
            hands: Side::ALL.iter().map(|seat| position.hand_view(*seat)).collect(),
            turn: position.mover(),
            checks: position.pending().map(|seat| position.check_view(seat)).collect(),
            skipped: position.skipped(),
            out: position.out.to_vec(),
            ply: position.ply,
            points: Side::ALL.iter().map(|seat| position.points(*seat)).collect(),
            last: position.last.map(|(by, action)| LastView::new(by, action)),
            result: position.result_line(),
        }
    }
}

impl View {
    /// A set-up that may break every law: only what is where.
    pub(crate) fn plain(setup: &Setup) -> Self {
        let hand = |seat: Side| HandView { seat, usable: true, counts: setup.hands[seat.index()].into() };
        Self {
            cells: setup.men.iter().map(|man| man.map(ManView::from)).collect(),
            hands: Side::ALL.into_iter().map(hand).collect(),
            turn: setup.turn,
            checks: Vec::new(),
            skipped: Vec::new(),
            out: setup.out.to_vec(),
            ply: setup.ply,
            points: vec![0; Side::COUNT],
            last: None,
            result: None,
        }
    }
}

impl Position {
    fn hand_view(&self, seat: Side) -> HandView {
        HandView { seat, usable: self.living.contains(seat), counts: self.hand(seat).into() }
    }

    fn check_view(&self, seat: Side) -> CheckView {
        CheckView { seat, king: self.board.king(seat), by: self.board.attackers(seat).iter().collect() }
    }

    /// The living seats that the turn jumped over, clockwise after the last mover (§5).
    #[must_use]
    pub fn skipped(&self) -> Vec<Side> {
        match (self.last, self.mover()) {
            (Some((mover, _)), Some(turn)) => {
                let passed = mover.others().into_iter().take_while(|seat| *seat != turn);
                passed.filter(|seat| self.living.contains(*seat)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl From<Man> for ManView {
    fn from(man: Man) -> Self {
        Self { owner: man.owner(), facing: man.facing(), role: man.role() }
    }
}

impl From<Hand> for CountsView {
    fn from(hand: Hand) -> Self {
        let of = |kind: Kind| hand[kind.index()];
        Self { rook: of(Kind::Rook), gold: of(Kind::Gold), silver: of(Kind::Silver), pawn: of(Kind::Pawn) }
    }
}

impl LastView {
    const fn new(by: Side, action: Action) -> Self {
        match action {
            Action::Move { from, to, .. } => Self { by, from: Some(from), to },
            Action::Drop { to, .. } => Self { by, from: None, to },
        }
    }
}
