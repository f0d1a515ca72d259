//! Everything a drawing of the board needs, as plain data.

use serde::Serialize;

use crate::board::Board;
use crate::geometry::{Square, Squares};
use crate::position::{Phase, Position};
use crate::rules::{Rules, Variant};
use crate::setup::Setup;
use crate::side::Side;

/// A position ready to draw. Squares are written as in texts, arrays start at `a1` and go rank by
/// rank; pairs are Blue's and Red's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// `base`, `siege`, `sea` or `firearms`.
    pub variant: &'static str,
    /// `terrain`, `inspection`, `battle` or `over`.
    pub phase: &'static str,
    /// `blue` or `red`: who acts, or would act.
    pub turn: &'static str,
    /// The result as in the state string.
    pub result: Option<String>,
    /// The height of every square.
    pub heights: Vec<u8>,
    /// The greatest height that a square can have.
    pub height_max: u8,
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// The armies that will stand on the ground, while it is built; they are `pieces` afterwards.
    pub muster: Vec<PieceView>,
    /// Blocks in hand.
    pub hands: [u8; 2],
    /// Blocks left in the terrain turn.
    pub left_in_turn: u8,
    /// Whether each king could be killed by the next action of the other side.
    pub danger: [bool; 2],
    /// How many pieces of each side have been killed.
    pub killed: [u32; 2],
    /// Plies since the last progress, and how many end the game (0: never).
    pub quiet: [u32; 2],
    /// The number of the battle turn.
    pub number: u32,
    /// The castle squares of each side, in a siege.
    pub castles: Option<[Vec<String>; 2]>,
    /// The broken castle squares.
    pub breached: Vec<String>,
    /// Bombs left, with firearms.
    pub bombs: Option<[u8; 2]>,
    /// Where a fuse burns.
    pub fuse: Option<String>,
    /// The last action and the squares to mark for it.
    pub last: Option<LastView>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceView {
    /// Where it stands.
    pub square: String,
    /// `blue` or `red`.
    pub side: &'static str,
    /// Its name, such as `king`.
    pub role: &'static str,
    /// Its letter in texts, a capital for Blue.
    pub letter: char,
    /// The character on it.
    pub hanja: char,
}

/// The last action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LastView {
    /// Its text.
    pub action: String,
    /// The squares that it names.
    pub squares: Vec<String>,
}

impl View {
    pub(crate) fn of(position: &Position) -> Self {
        let rules = position.rules;
        Self {
            variant: rules.variant.text(),
            phase: phase_name(position),
            turn: position.turn.name(),
            result: position.ending.map(crate::Ending::text),
            heights: position.ground.heights().to_vec(),
            height_max: rules.height_max(),
            pieces: pieces(&position.board),
            muster: muster(position),
            hands: position.hands,
            left_in_turn: if position.phase == Phase::Terrain { position.left_in_turn() } else { 0 },
            danger: Side::ALL.map(|side| position.in_danger(side)),
            killed: Side::ALL.map(|side| killed(position, side)),
            quiet: [position.quiet, rules.limit],
            number: position.number,
            castles: (rules.variant == Variant::Siege).then(|| Side::ALL.map(|side| texts(side.castle()))),
            breached: texts(position.breached),
            bombs: (rules.variant == Variant::Firearms).then_some(position.bombs),
            fuse: position.fuse.map(|square| square.to_string()),
            last: last(position),
        }
    }
}

impl View {
    /// A set-up that may break every law: only what is where.
    pub(crate) fn plain(setup: &Setup, rules: &Rules) -> Self {
        let rules = Rules { variant: setup.variant, ..*rules };
        Self {
            variant: setup.variant.text(),
            phase: "battle",
            turn: setup.turn.name(),
            result: None,
            heights: setup.heights.to_vec(),
            height_max: rules.height_max(),
            pieces: pieces(&setup.board),
            muster: Vec::new(),
            hands: setup.hands,
            left_in_turn: 0,
            danger: [false; 2],
            killed: [0; 2],
            quiet: [setup.quiet, rules.limit],
            number: setup.number,
            castles: (setup.variant == Variant::Siege).then(|| Side::ALL.map(|side| texts(side.castle()))),
            breached: texts(setup.breached),
            bombs: (setup.variant == Variant::Firearms).then_some(setup.bombs),
            fuse: setup.fuse.map(|square| square.to_string()),
            last: None,
        }
    }
}

pub(crate) fn phase_name(position: &Position) -> &'static str {
    match (position.ending, position.phase) {
        (Some(_), _) => "over",
        (None, Phase::Terrain) => "terrain",
        (None, Phase::Inspection) => "inspection",
        (None, Phase::Battle) => "battle",
    }
}

fn texts(squares: Squares) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

fn muster(position: &Position) -> Vec<PieceView> {
    match position.phase {
        Phase::Terrain | Phase::Inspection => pieces(&position.rules.variant.layout()),
        Phase::Battle => Vec::new(),
    }
}

fn pieces(board: &Board) -> Vec<PieceView> {
    let view = |(square, piece): (Square, crate::Piece)| PieceView {
        square: square.to_string(),
        side: piece.side.name(),
        role: piece.role.name(),
        letter: piece.letter(),
        hanja: piece.role.hanja(),
    };
    board.pieces().map(view).collect()
}

fn last(position: &Position) -> Option<LastView> {
    let action = position.last?;
    Some(LastView { action: action.to_string(), squares: action.squares().map(|square| square.to_string()).collect() })
}

/// How many pieces of a side have been killed since the battle began.
pub(crate) fn killed(position: &Position, side: Side) -> u32 {
    let before = position.rules.variant.layout().of(side).len();
    match position.phase {
        Phase::Battle => before.saturating_sub(position.board.of(side).len()),
        Phase::Terrain | Phase::Inspection => 0,
    }
}
