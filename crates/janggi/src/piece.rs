//! Sides and pieces.

use std::num::NonZeroU8;

use serde::Serialize;

game::sides! {
    /// One of the two sides. Cho (초, 楚, blue) sits at the bottom and moves first.
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Side {
        /// 초 楚, upper case in a FEN.
        Cho = "cho" 'w',
        /// 한 漢, lower case in a FEN.
        Han = "han" 'b',
    }
}

game::small_enum! {
    /// What a piece is, with the capital letter of a FEN.
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Role {
        /// 궁 (楚 漢), §4.
        King = 'K',
        /// 사 士, §4.
        Guard = 'A',
        /// 차 車, §5.
        Chariot = 'R',
        /// 포 包, §6.
        Cannon = 'C',
        /// 마 馬, §7.
        Horse = 'N',
        /// 상 象, §8.
        Elephant = 'B',
        /// 졸 卒 or 병 兵, §9.
        Soldier = 'P',
    }
}

impl Role {
    /// Worth in points (§17).
    #[must_use]
    pub const fn points(self) -> u32 {
        match self {
            Self::King => 0,
            Self::Guard | Self::Elephant => 3,
            Self::Chariot => 13,
            Self::Cannon => 7,
            Self::Horse => 5,
            Self::Soldier => 2,
        }
    }

    /// How many of them a side has in a full set.
    #[must_use]
    pub const fn full_count(self) -> u32 {
        match self {
            Self::King => 1,
            Self::Soldier => 5,
            _ => 2,
        }
    }

    /// The role of a capital letter as others write it: `H` and `E` are horse and elephant as well.
    #[must_use]
    pub const fn from_any_letter(letter: char) -> Option<Self> {
        match letter {
            'H' => Some(Self::Horse),
            'E' => Some(Self::Elephant),
            _ => Self::from_letter(letter),
        }
    }

    /// The role of a character in a Korean record, Hanja or Hangul.
    #[must_use]
    pub const fn from_character(character: char) -> Option<Self> {
        Some(match character {
            '將' | '楚' | '漢' | '장' | '궁' => Self::King,
            '士' | '사' => Self::Guard,
            '車' | '차' => Self::Chariot,
            '包' | '포' | '砲' => Self::Cannon,
            '馬' | '마' => Self::Horse,
            '象' | '상' => Self::Elephant,
            '卒' | '兵' | '졸' | '병' => Self::Soldier,
            _ => return None,
        })
    }

    /// The plain English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Guard => "guard",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Horse => "horse",
            Self::Elephant => "elephant",
            Self::Soldier => "soldier",
        }
    }

    /// The same behind its article.
    #[must_use]
    pub const fn a_name(self) -> &'static str {
        match self {
            Self::King => "a king",
            Self::Guard => "a guard",
            Self::Chariot => "a chariot",
            Self::Cannon => "a cannon",
            Self::Horse => "a horse",
            Self::Elephant => "an elephant",
            Self::Soldier => "a soldier",
        }
    }
}

/// A piece: whose it is and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8); // 1 + role + 8 × side, so that an empty point is a zero byte

impl Piece {
    /// A piece of a side.
    #[must_use]
    #[inline]
    pub const fn new(side: Side, role: Role) -> Self {
        match NonZeroU8::new(((side as u8) << 3) | (role as u8 + 1)) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// Whose it is.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.get() >> 3 == 0 { Side::Cho } else { Side::Han }
    }

    /// What it is.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        Role::ALL[(self.0.get() & 7) as usize - 1]
    }

    /// A number below 14, for tables.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.side().index() * Role::COUNT + self.role().index()
    }

    /// The FEN letter: capital for Cho.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side() {
            Side::Cho => self.role().letter(),
            Side::Han => self.role().letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::Cho } else { Side::Han };
        match Role::from_any_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Self::new(side, role)),
            None => None,
        }
    }

    /// The Hanja character of records and boards; the kings are 楚 and 漢 on the board.
    #[must_use]
    pub const fn hanja(self) -> char {
        match (self.role(), self.side()) {
            (Role::King, Side::Cho) => '楚',
            (Role::King, Side::Han) => '漢',
            (Role::Guard, _) => '士',
            (Role::Chariot, _) => '車',
            (Role::Cannon, _) => '包',
            (Role::Horse, _) => '馬',
            (Role::Elephant, _) => '象',
            (Role::Soldier, Side::Cho) => '卒',
            (Role::Soldier, Side::Han) => '兵',
        }
    }

    /// The Hanja character in the moves of a record, where both kings are 將 (§24).
    #[must_use]
    pub const fn record_hanja(self) -> char {
        match self.role() {
            Role::King => '將',
            _ => self.hanja(),
        }
    }

    /// The Hangul syllable.
    #[must_use]
    pub const fn hangul(self) -> char {
        match (self.role(), self.side()) {
            (Role::King, Side::Cho) => '초',
            (Role::King, Side::Han) => '한',
            (Role::Guard, _) => '사',
            (Role::Chariot, _) => '차',
            (Role::Cannon, _) => '포',
            (Role::Horse, _) => '마',
            (Role::Elephant, _) => '상',
            (Role::Soldier, Side::Cho) => '졸',
            (Role::Soldier, Side::Han) => '병',
        }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Piece {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}
