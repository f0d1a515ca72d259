//! Where the pieces stand when the battle begins, and which pieces a variant has (§3, §20, §27,
//! §29).

use crate::board::Board;
use crate::geometry::Square;
use crate::piece::{Piece, Role};
use crate::rules::Variant;
use crate::side::Side;

impl Variant {
    /// Blue's ranks 1, 2 and 3.
    const fn ranks(self) -> [&'static [u8; 8]; 3] {
        match self {
            Self::Base => [b"CMPGKPMC", b"BABSSBAB", b".B.BB.B."],
            Self::Siege => [b"CMPGKPMC", b"BBASSABB", b"LBRBBRBL"],
            Self::Sea => [b"OAOTKOAO", b"B.BBBB.B", b"........"],
            Self::Firearms => [b"CMPGKPMC", b"BABSSBAB", b".BWBBHB."],
        }
    }

    /// The position of all pieces at the start of the battle. Red's are Blue's after a half turn.
    #[must_use]
    pub fn layout(self) -> Board {
        let mut board = Board::default();
        let mut put = |role: Role, square: Square| {
            board.put(Piece { side: Side::Blue, role }, square);
            board.put(Piece { side: Side::Red, role }, square.opposite());
        };
        for (index, letter) in self.ranks().into_iter().flatten().enumerate() {
            if let Some(role) = Role::from_letter(char::from(*letter)) {
                put(role, Square::from_index(index));
            }
        }
        if self == Self::Sea {
            // Blue's spy stands on b7, in the enemy's camp, Red's on g2 (§28).
            put(Role::Spy, Square::from_index(49));
        }
        board
    }

    /// Whether a piece of that role can be on the board.
    #[must_use]
    pub const fn has(self, role: Role) -> bool {
        use Role::{
            Archer, Colonel, EmptyCart, General, Gunship, Horse, Infantry, King, Ladder, Mortar, Musketeer, Ram,
            RocketCart, Spy, Swordsman, TurtleShip,
        };
        match role {
            King | Archer | Infantry => true,
            General | Colonel | Musketeer | Horse | Swordsman => !matches!(self, Self::Sea),
            Ram | Ladder => matches!(self, Self::Siege),
            TurtleShip | Gunship | Spy => matches!(self, Self::Sea),
            Mortar | RocketCart | EmptyCart => matches!(self, Self::Firearms),
        }
    }
}
