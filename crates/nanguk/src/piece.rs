//! Pieces of the base game and of the variants (§3, §20, §27, §29).

use crate::side::Side;

macro_rules! roles {
    ($($(#[$meta:meta])* $role:ident = $letter:literal $hanja:literal $name:literal),+ $(,)?) => {
        game::small_enum! {
            /// What a piece is, with the capital letter of texts, in the order of the rule book.
            pub enum Role { $($(#[$meta])* $role = $letter),+ }
        }

        impl Role {
            /// The character on the piece.
            #[must_use]
            pub const fn hanja(self) -> char {
                match self { $(Self::$role => $hanja),+ }
            }

            /// A code for drawings and translations.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$role => $name),+ }
            }
        }
    };
}

roles! {
    /// 왕, whose death ends the game; the flagship at sea.
    King = 'K' '王' "king",
    /// 영장, slides in all directions.
    General = 'G' '將' "general",
    /// 파총, slides straight.
    Colonel = 'C' '摠' "colonel",
    /// 포수, slides diagonally.
    Musketeer = 'P' '砲' "musketeer",
    /// 마병, jumps.
    Horse = 'M' '馬' "horse",
    /// 사수, shoots; an archer boat at sea.
    Archer = 'A' '射' "archer",
    /// 살수, forward one or two.
    Swordsman = 'S' '殺' "swordsman",
    /// 보병; a boat at sea.
    Infantry = 'B' '步' "infantry",
    /// 충차, breaks walls.
    Ram = 'R' '衝' "ram",
    /// 운제, opens walls.
    Ladder = 'L' '梯' "ladder",
    /// 거북선, cannot be boarded.
    TurtleShip = 'T' '龜' "turtle_ship",
    /// 판옥선, shoots far.
    Gunship = 'O' '板' "gunship",
    /// 첩, stands in the way.
    Spy = 'Y' '諜' "spy",
    /// 완구, lobs bombs.
    Mortar = 'W' '碗' "mortar",
    /// 화차, loaded.
    RocketCart = 'H' '火' "rocket_cart",
    /// 화차 that has fired and not been loaded again.
    EmptyCart = 'E' '火' "empty_cart",
}

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// A capital letter for Blue, a small one for Red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::Blue => self.role.letter(),
            Side::Red => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with that letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::Blue } else { Side::Red };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Self { side, role }),
            None => None,
        }
    }
}
