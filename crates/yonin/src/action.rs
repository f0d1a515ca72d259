//! What a seat can do in its turn, and how it is written (§12).

use std::fmt;

use game::Leaving;

use crate::{Kind, Side, Square};

/// A move or a drop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A man on the board moves; `5g5f`, `5g5f+`.
    Move {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it is turned over.
        promote: bool,
    },
    /// A man in the hand is put down; `P*5e`.
    Drop {
        /// What is put down.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to, promote } => write!(f, "{from}{to}{}", if *promote { "+" } else { "" }),
            Self::Drop { kind, to } => write!(f, "{}*{to}", kind.role().code()),
        }
    }
}

/// A text of the right form: an optional seat, and what it wishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spelled {
    pub(crate) seat: Option<Side>,
    pub(crate) wish: Wish,
}

/// What a text asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    Act(Action),
    /// `K*5e` has the form of a drop, but no hand ever holds a king.
    DropKing,
    Leave(Leaving),
}

impl Spelled {
    /// Reads `5g5f`, `5g5f+`, `P*5e`, `resign` and `timeout`, each with or without `w:` before it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (seat, wish) = match text.as_bytes() {
            [letter, b':', ..] => (Some(Side::from_letter(char::from(*letter))?), text.get(2..)?),
            _ => (None, text),
        };
        Some(Self { seat, wish: Wish::read(wish)? })
    }
}

impl Wish {
    fn read(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [file, rank, to_file, to_rank] => Self::read_move([file, rank], [to_file, to_rank], false),
            [file, rank, to_file, to_rank, b'+'] => Self::read_move([file, rank], [to_file, to_rank], true),
            _ if text == Leaving::Resigned.word() => Some(Self::Leave(Leaving::Resigned)),
            _ if text == Leaving::Flagged.word() => Some(Self::Leave(Leaving::Flagged)),
            _ => None,
        }
    }

    fn read_move(from: [u8; 2], to: [u8; 2], promote: bool) -> Option<Self> {
        let to = Square::from_ascii(to[0], to[1])?;
        match from {
            [_, b'*'] if promote => None,
            [b'K', b'*'] => Some(Self::DropKing),
            [letter, b'*'] => Kind::ALL
                .into_iter()
                .find(|kind| kind.role().code().as_bytes() == [letter])
                .map(|kind| Self::Act(Action::Drop { kind, to })),
            [file, rank] => Square::from_ascii(file, rank).map(|from| Self::Act(Action::Move { from, to, promote })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for text in ["5g5f", "5g5f+", "P*5e", "R*9a", "1i9a"] {
            match Spelled::read(text).map(|spelled| spelled.wish) {
                Some(Wish::Act(action)) => assert_eq!(action.to_string(), text),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn other_texts_are_not_of_the_form() {
        let bad =
            ["", "5g5z", "P*5e+", "+P*5e", "p*5e", "L*5e", "x:5g5f", "w:", "w:w:5g5f", "5g5f++", "Resign", "보*5e"];
        for text in bad {
            assert_eq!(Spelled::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_seat_may_stand_before() {
        let spelled = Spelled::read("e:timeout").expect("a known form");
        assert_eq!(spelled, Spelled { seat: Some(Side::East), wish: Wish::Leave(Leaving::Flagged) });
    }
}
