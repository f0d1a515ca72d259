//! The men: what they are, whom they obey and where they point.

use std::num::NonZeroU8;

use serde::{Serialize, Serializer};

use crate::Side;

game::small_enum! {
    /// What a man is on the board (§3).
    pub enum Role {
        /// `K`, 왕장 王將.
        King,
        /// `R`, 비차 飛車.
        Rook,
        /// `G`, 금장 金將.
        Gold,
        /// `S`, 은장 銀將.
        Silver,
        /// `P`, 보병 步兵.
        Pawn,
        /// `+R`, 용왕 龍王.
        Dragon,
        /// `+S`, 성은 成銀; it moves as a gold.
        PromotedSilver,
        /// `+P`, 토금 と金; it moves as a gold.
        Tokin,
    }
}

impl Role {
    /// What it becomes by promotion (§6).
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Rook => Some(Self::Dragon),
            Self::Silver => Some(Self::PromotedSilver),
            Self::Pawn => Some(Self::Tokin),
            _ => None,
        }
    }

    /// What it becomes in a hand; a king never does.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Self::King => None,
            Self::Rook | Self::Dragon => Some(Kind::Rook),
            Self::Gold => Some(Kind::Gold),
            Self::Silver | Self::PromotedSilver => Some(Kind::Silver),
            Self::Pawn | Self::Tokin => Some(Kind::Pawn),
        }
    }

    /// The code in state strings.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::King => "K",
            Self::Rook => "R",
            Self::Gold => "G",
            Self::Silver => "S",
            Self::Pawn => "P",
            Self::Dragon => "+R",
            Self::PromotedSilver => "+S",
            Self::Tokin => "+P",
        }
    }

    /// The role with that letter, promoted or not.
    #[must_use]
    pub fn from_letter(letter: char, promoted: bool) -> Option<Self> {
        let plain = match letter {
            'K' => Self::King,
            'R' => Self::Rook,
            'G' => Self::Gold,
            'S' => Self::Silver,
            'P' => Self::Pawn,
            _ => return None,
        };
        if promoted { plain.promoted() } else { Some(plain) }
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

game::small_enum! {
    /// What a man is in a hand, where nothing is promoted.
    pub enum Kind {
        /// `R`.
        Rook,
        /// `G`.
        Gold,
        /// `S`.
        Silver,
        /// `P`.
        Pawn,
    }
}

impl Kind {
    /// What it is on the board.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        match self {
            Self::Rook => Role::Rook,
            Self::Gold => Role::Gold,
            Self::Silver => Role::Silver,
            Self::Pawn => Role::Pawn,
        }
    }

    /// What it counts at an impasse (§9).
    #[must_use]
    pub const fn points(self) -> u32 {
        match self {
            Self::Rook => 5,
            _ => 1,
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.role().code())
    }
}

/// A man on the board, in one byte. Owner and facing are apart: an inherited man keeps pointing
/// where it pointed, and a frozen one has no owner (§8).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man(NonZeroU8);

const FROZEN: u8 = Side::COUNT as u8;

impl Man {
    /// A man of that owner (`None`: frozen), pointing like that side's men.
    ///
    /// # Panics
    /// Never: the owner's number is not zero.
    #[must_use]
    #[inline]
    pub const fn new(owner: Option<Side>, facing: Side, role: Role) -> Self {
        let owner = match owner {
            Some(side) => side as u8,
            None => FROZEN,
        };
        // The owner is counted from one, so that no man is zero.
        let code = (owner + 1) << 5 | (facing as u8) << 3 | role as u8;
        Self(NonZeroU8::new(code).expect("the owner's number is not zero"))
    }

    /// A man of that side, pointing away from it.
    #[must_use]
    #[inline]
    pub const fn of(side: Side, role: Role) -> Self {
        Self::new(Some(side), side, role)
    }

    /// Who may move it; `None` if it is frozen.
    #[must_use]
    #[inline]
    pub const fn owner(self) -> Option<Side> {
        match self.owner_index() {
            index if index < Side::COUNT => Some(Side::ALL[index]),
            _ => None,
        }
    }

    /// The number of the owner, the number of sides if it is frozen.
    #[inline]
    pub(crate) const fn owner_index(self) -> usize {
        (self.0.get() >> 5) as usize - 1
    }

    /// Where it points.
    #[must_use]
    #[inline]
    pub const fn facing(self) -> Side {
        Side::ALL[(self.0.get() >> 3 & 3) as usize]
    }

    /// What it is.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        Role::ALL[(self.0.get() & 7) as usize]
    }

    /// The same man under another owner.
    #[must_use]
    pub const fn owned_by(self, owner: Option<Side>) -> Self {
        Self::new(owner, self.facing(), self.role())
    }

    /// The same man turned over, if it has another face.
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Self {
        match self.role().promoted() {
            Some(role) => Self::new(self.owner(), self.facing(), role),
            None => self,
        }
    }
}

impl std::fmt::Display for Man {
    /// As in state strings: the facing is left out where it is the owner's.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let facing = self.facing();
        match self.owner() {
            Some(owner) if owner == facing => write!(f, "{}", owner.letter())?,
            Some(owner) => write!(f, "{}{}", owner.letter(), facing.letter())?,
            None => write!(f, "x{}", facing.letter())?,
        }
        f.write_str(self.role().code())
    }
}

impl std::fmt::Debug for Man {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_keeps_owner_facing_and_role() {
        for owner in Side::ALL.into_iter().map(Some).chain([None]) {
            for (facing, role) in Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| (side, role))) {
                let man = Man::new(owner, facing, role);
                assert_eq!((man.owner(), man.facing(), man.role()), (owner, facing, role));
            }
        }
        assert_eq!(size_of::<Option<Man>>(), 1);
    }

    #[test]
    fn men_are_written_as_in_states() {
        assert_eq!(Man::of(Side::West, Role::PromotedSilver).to_string(), "w+S");
        assert_eq!(Man::new(Some(Side::South), Side::North, Role::Gold).to_string(), "snG");
        assert_eq!(Man::new(None, Side::North, Role::King).to_string(), "xnK");
    }
}
