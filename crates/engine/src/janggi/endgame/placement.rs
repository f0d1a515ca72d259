//! Where the pieces of a class stand, as a number.
//!
//! The stronger side plays upward, as Cho does, and its king is kept off the right wing: a board and its
//! mirror image are one entry.

use arrayvec::ArrayVec;
use janggi::geometry::{FILES, RANKS};
use janggi::{Action, Board, Piece, Point, Role, Setup, Side};

use super::Class;

/// The most pieces of a class, kings included.
pub(super) const MEN_MAX: usize = 8;
/// The first file of the palaces, and the one in the middle.
const PALACE_FILE: usize = 3;
const MIDDLE_FILE: usize = FILES / 2;
const PALACE_CELLS: usize = 9;
/// The strong king stands on one of two files.
const KING_CELLS: usize = 6;

/// The points of the pieces in the order of a [`Layout`].
pub type Men = ArrayVec<Point, MEN_MAX>;

/// The pieces of a class in order, and how many points each may stand on.
#[derive(Clone, Debug)]
pub struct Layout {
    pieces: ArrayVec<Piece, MEN_MAX>,
}

impl Layout {
    /// The order of a class: the strong side's king, guards and attackers, then the weak side's.
    #[must_use]
    pub fn new(class: &Class) -> Self {
        let pieces = [(Side::Cho, class.strong()), (Side::Han, class.weak())].into_iter().flat_map(|(side, force)| {
            std::iter::once(Role::King).chain(force.roles()).map(move |role| Piece::new(side, role))
        });
        Self { pieces: pieces.collect() }
    }

    /// The pieces, in order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// How many entries a table has: those with the strong side to move, then the others.
    #[must_use]
    pub fn entries(&self) -> usize {
        2 * self.pieces.iter().map(|piece| cells(*piece)).product::<usize>()
    }

    /// Where the pieces of a board of this class stand, the strong side turned to play upward.
    #[must_use]
    pub fn men(&self, board: &Board, strong: Side) -> Men {
        let mut men = Men::new();
        let mut groups = self.pieces.as_slice();
        while let Some(piece) = groups.first() {
            let actual = if strong == Side::Cho { piece.side() } else { piece.side().other() };
            let points = board.pieces(actual, piece.role()).iter();
            men.extend(points.map(|point| if strong == Side::Cho { point } else { point.turned() }));
            groups = &groups[groups.iter().take_while(|other| *other == piece).count()..];
        }
        men
    }

    /// The entry of a placing.
    #[must_use]
    pub fn index(&self, men: &Men, strong_to_move: bool) -> usize {
        let mut men = if men[0].file() > MIDDLE_FILE { Self::mirrored(men) } else { men.clone() };
        self.sort(&mut men);
        let digits = self.pieces.iter().zip(&men);
        let place = digits.fold(0, |index, (piece, point)| index * cells(*piece) + cell(*piece, *point));
        if strong_to_move { place } else { self.entries() / 2 + place }
    }

    /// The mirror image of a placing.
    #[must_use]
    pub fn mirrored(men: &Men) -> Men {
        men.iter().map(|point| point.mirrored()).collect()
    }

    /// Whether a placing and its mirror image are two entries: the king stands in the middle.
    #[must_use]
    pub fn is_twofold(men: &Men) -> bool {
        men[0].file() == MIDDLE_FILE
    }

    /// Like pieces have no names: they stand in the order of their points.
    fn sort(&self, men: &mut Men) {
        for later in 1..men.len() {
            let mut at = later;
            while at > 0 && self.pieces[at] == self.pieces[at - 1] && men[at] < men[at - 1] {
                men.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    /// The placing of an entry and whether the strong side is to move; `None` if two pieces share a point, or
    /// if another entry stands for the same placing.
    #[must_use]
    pub fn placing(&self, index: usize) -> Option<(Men, bool)> {
        let half = self.entries() / 2;
        let (strong_to_move, mut rest) = (index < half, index % half);
        let mut men = Men::new();
        for piece in self.pieces.iter().rev() {
            men.push(point(*piece, rest % cells(*piece)));
            rest /= cells(*piece);
        }
        men.reverse();
        let is_free = |at: usize| men[..at].iter().all(|other| *other != men[at]);
        let is_sorted = |at: usize| at == 0 || self.pieces[at] != self.pieces[at - 1] || men[at - 1] < men[at];
        (0..men.len()).all(|at| is_free(at) && is_sorted(at)).then_some((men, strong_to_move))
    }

    /// The diagram of a placing.
    #[must_use]
    pub fn setup(&self, men: &Men, strong_to_move: bool) -> Setup {
        let mut board = Board::default();
        for (piece, point) in self.pieces.iter().zip(men) {
            board.put(*piece, *point);
        }
        let turn = if strong_to_move { Side::Cho } else { Side::Han };
        Setup { board, turn, halfmove: 0, fullmove: 1 }
    }

    /// The placing after a move that captures nothing.
    #[must_use]
    pub fn moved(men: &Men, action: Action) -> Men {
        men.iter().map(|point| if *point == action.from { action.to } else { *point }).collect()
    }
}

const fn cells(piece: Piece) -> usize {
    match (piece.role(), piece.side()) {
        (Role::King, Side::Cho) => KING_CELLS,
        (Role::King | Role::Guard, _) => PALACE_CELLS,
        _ => Point::COUNT,
    }
}

const fn palace_rank(side: Side) -> usize {
    match side {
        Side::Cho => 0,
        Side::Han => RANKS - 3,
    }
}

fn cell(piece: Piece, point: Point) -> usize {
    let width = match cells(piece) {
        KING_CELLS => 2,
        PALACE_CELLS => 3,
        _ => return point.index(),
    };
    (point.rank() - palace_rank(piece.side())) * width + point.file() - PALACE_FILE
}

fn point(piece: Piece, cell: usize) -> Point {
    let width = match cells(piece) {
        KING_CELLS => 2,
        PALACE_CELLS => 3,
        _ => return Point::from_index(cell),
    };
    Point::from_index((palace_rank(piece.side()) + cell / width) * FILES + PALACE_FILE + cell % width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::janggi::endgame::tier;

    #[test]
    fn every_placing_has_the_entry_that_it_came_from() {
        for class in [tier(1), tier(3)].concat().iter().step_by(7) {
            let layout = Layout::new(class);
            for index in (0..layout.entries()).step_by(997) {
                let Some((men, strong_to_move)) = layout.placing(index) else { continue };
                assert_eq!(layout.index(&men, strong_to_move), index, "{class} {men:?}");
                let board = layout.setup(&men, strong_to_move).board;
                assert_eq!(layout.index(&layout.men(&board, Side::Cho), strong_to_move), index);
                let (known, strong) = Class::of(&board).expect("few pieces");
                assert_eq!(&known, class);
                // Equal forces may be named either way.
                assert!(strong == Side::Cho || class.strong() == class.weak());
            }
        }
    }

    #[test]
    fn a_mirrored_or_turned_board_is_the_same_entry() {
        let class = Class::from_name("KRNvKAA").expect("a class");
        let layout = Layout::new(&class);
        let entry = |fen: &str, strong: Side| {
            let setup: Setup = fen.parse().expect("a diagram");
            layout.index(&layout.men(&setup.board, strong), setup.turn == strong)
        };
        let plain = entry("3aka3/9/9/R8/9/9/1N7/9/9/3K5 w - - 0 1", Side::Cho);
        assert_eq!(plain, entry("3aka3/9/9/8R/9/9/7N1/9/9/5K3 w - - 0 1", Side::Cho));
        assert_eq!(plain, entry("5k3/9/9/7n1/9/9/8r/9/9/3AKA3 b - - 0 1", Side::Han));
    }
}
