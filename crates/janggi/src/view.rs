//! What a board drawing needs to know.

use serde::Serialize;

use crate::geometry::{Point, Points};
use crate::{Piece, Position, Role, Rules, Setup, Side};

/// A position, ready to draw. Points are written as in UCI.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Every piece with its point.
    pub pieces: Vec<Placed>,
    /// Whose turn it is.
    pub turn: Side,
    /// Where kings stand in check.
    pub checked: Vec<Point>,
    /// Whether the kings face.
    pub facing: bool,
    /// Whether the side to move has to answer a bikjang.
    pub bikjang: bool,
    /// Twice the points of Cho and Han, Han's extra points included.
    pub half_points: [u32; 2],
    /// Han's extra points, doubled.
    pub dum_half_points: u32,
    /// The side that would win on points now.
    pub leader: Side,
    /// What each side has lost of a full set, as FEN letters.
    pub lost: [String; 2],
    /// Plies since the last capture.
    pub halfmove: u16,
    /// The number of the move.
    pub fullmove: u16,
    /// How the game ended.
    pub result: Option<String>,
}

/// A piece on its point.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The point, such as `e2`.
    pub at: Point,
    /// The FEN letter.
    pub piece: Piece,
}

impl View {
    pub(crate) fn of(position: &Position) -> Self {
        let board = position.board();
        let checked = Side::ALL.into_iter().filter(|side| position.in_check(*side));
        Self {
            pieces: board.iter().map(|(point, piece)| Placed { at: point, piece }).collect(),
            turn: position.side(),
            checked: checked.map(|side| position.king(side)).collect(),
            facing: board.kings_face(),
            bikjang: position.bikjang(),
            half_points: Side::ALL.map(|side| position.half_points(side)),
            dum_half_points: position.rules().dum.half_points(),
            leader: position.leader(),
            lost: Side::ALL.map(|side| lost(position, side)),
            halfmove: position.halfmove(),
            fullmove: position.setup().fullmove,
            result: position.ending().map(crate::Ending::text),
        }
    }
}

impl View {
    /// A diagram that may break every law: only what stands where.
    pub(crate) fn plain(setup: &Setup, rules: &Rules) -> Self {
        let Setup { board, turn, halfmove, fullmove } = setup;
        let dum_half_points = rules.dum.half_points();
        Self {
            pieces: board.iter().map(|(point, piece)| Placed { at: point, piece }).collect(),
            turn: *turn,
            checked: Vec::new(),
            facing: board.kings_face(),
            bikjang: false,
            half_points: [2 * board.points(Side::Cho), 2 * board.points(Side::Han) + dum_half_points],
            dum_half_points,
            leader: Side::Han,
            lost: Default::default(),
            halfmove: *halfmove,
            fullmove: *fullmove,
            result: None,
        }
    }
}

fn lost(position: &Position, side: Side) -> String {
    let missing = |role: &Role| {
        let left: Points = position.board().pieces(side, *role);
        role.full_count().saturating_sub(left.len()) as usize
    };
    Role::ALL.iter().flat_map(|role| std::iter::repeat_n(Piece::new(side, *role).letter(), missing(role))).collect()
}
