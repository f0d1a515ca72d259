//! Where the pieces stand.

use crate::geometry::{Square, Squares};
use crate::key;
use crate::piece::{Piece, Role};
use crate::side::Side;

/// The pieces as bits: a set for each side and the four bits of every role's number. That is a
/// third of one set a role, and it finds the role on a square without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    sides: [Squares; 2],
    roles: [Squares; 4],
}

impl Board {
    /// All pieces of a side.
    #[must_use]
    #[inline]
    pub const fn of(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// All pieces.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Squares {
        self.sides[0].or(self.sides[1])
    }

    /// The pieces of a side with that role.
    #[must_use]
    #[inline]
    pub fn men(&self, side: Side, role: Role) -> Squares {
        let number = role as usize;
        let mut men = self.of(side);
        for (bit, set) in self.roles.into_iter().enumerate() {
            men &= if number >> bit & 1 == 0 { !set } else { set };
        }
        men
    }

    /// The pieces of a side with one of those roles.
    #[must_use]
    #[inline]
    pub fn any_of(&self, side: Side, roles: &[Role]) -> Squares {
        roles.iter().fold(Squares::EMPTY, |men, role| men | self.men(side, *role))
    }

    /// The king of a side.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> Squares {
        self.men(side, Role::King)
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let side = if self.sides[0].contains(square) {
            Side::Blue
        } else if self.sides[1].contains(square) {
            Side::Red
        } else {
            return None;
        };
        let bit = |index: usize| usize::from(self.roles[index].contains(square)) << index;
        Some(Piece { side, role: Role::ALL[bit(0) | bit(1) | bit(2) | bit(3)] })
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(!self.occupied().contains(square), "{square} is taken");
        self.flip(piece, Squares::of(square));
    }

    /// Takes the piece off a square.
    #[inline]
    pub fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.at(square)?;
        self.flip(piece, Squares::of(square));
        Some(piece)
    }

    /// Takes a piece from one square to another, which is empty.
    #[inline]
    pub fn carry(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert!(!self.occupied().contains(to), "{to} is taken");
        self.flip(piece, Squares::of(from) | Squares::of(to));
    }

    #[inline]
    fn flip(&mut self, piece: Piece, at: Squares) {
        self.sides[piece.side.index()] ^= at;
        for (bit, set) in self.roles.iter_mut().enumerate() {
            let has_bit = piece.role as u64 >> bit & 1;
            *set ^= Squares::from_bits(at.bits() & has_bit.wrapping_neg());
        }
    }

    /// Every piece with its square, lowest index first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().iter().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// The hash of all pieces.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.pieces().fold(0, |key, (square, piece)| key ^ key::piece(piece, square))
    }
}
