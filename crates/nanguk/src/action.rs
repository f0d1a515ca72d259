//! What a player can do, and how it is written (§34).

use std::fmt;

use game::Refusal;

use crate::geometry::Square;

/// The atom of play: one block in the terrain phase, one deed of one piece in the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `+e4`: a block.
    Place(Square),
    /// `~e4-h8`: the misplaced block of one square goes to another.
    Relocate {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// `--`: the end of the inspection, or a forced pass.
    Pass,
    /// `e2-e3` or `e2xe3`: a move.
    Go {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Whether a piece is taken. It only decides how the move is written.
        takes: bool,
    },
    /// `b3*c5`: a shot.
    Shoot {
        /// Who shoots.
        from: Square,
        /// At what.
        to: Square,
    },
    /// `c3!c7`: a ram charges a wall.
    Charge {
        /// From where.
        from: Square,
        /// The castle square that breaks.
        to: Square,
    },
    /// `c3@c6`: a mortar lobs a bomb.
    Lob {
        /// The mortar.
        from: Square,
        /// Where the bomb falls.
        to: Square,
    },
    /// `f3**`: a rocket cart fires.
    Volley(Square),
    /// `f3^`: a rocket cart is loaded.
    Reload(Square),
}

impl Action {
    /// The square of the acting piece, in the battle.
    #[must_use]
    pub const fn origin(self) -> Option<Square> {
        match self {
            Self::Go { from, .. }
            | Self::Shoot { from, .. }
            | Self::Charge { from, .. }
            | Self::Lob { from, .. }
            | Self::Volley(from)
            | Self::Reload(from) => Some(from),
            Self::Place(_) | Self::Relocate { .. } | Self::Pass => None,
        }
    }

    /// The squares that the action names, the origin first.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Pass => (None, None),
            Self::Place(square) | Self::Volley(square) | Self::Reload(square) => (Some(square), None),
            Self::Go { from, to, .. }
            | Self::Relocate { from, to }
            | Self::Shoot { from, to }
            | Self::Charge { from, to }
            | Self::Lob { from, to } => (Some(from), Some(to)),
        };
        first.into_iter().chain(second)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => write!(f, "+{square}"),
            Self::Relocate { from, to } => write!(f, "~{from}-{to}"),
            Self::Pass => write!(f, "--"),
            Self::Go { from, to, takes: false } => write!(f, "{from}-{to}"),
            Self::Go { from, to, takes: true } => write!(f, "{from}x{to}"),
            Self::Shoot { from, to } => write!(f, "{from}*{to}"),
            Self::Charge { from, to } => write!(f, "{from}!{to}"),
            Self::Lob { from, to } => write!(f, "{from}@{to}"),
            Self::Volley(from) => write!(f, "{from}**"),
            Self::Reload(from) => write!(f, "{from}^"),
        }
    }
}

/// An action as it was written, perhaps with the letter of the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) letter: Option<char>,
    pub(crate) action: Action,
}

impl Written {
    pub(crate) fn from_text(text: &str) -> Result<Self, Refusal> {
        Self::read(text.as_bytes()).ok_or_else(|| not_an_action(text))
    }

    fn read(text: &[u8]) -> Option<Self> {
        let plain = |action| Some(Self { letter: None, action });
        match *text {
            [b'-', b'-'] => plain(Action::Pass),
            [b'+', file, rank] => plain(Action::Place(Square::from_text([file, rank])?)),
            [b'~', a, b, b'-', c, d] => {
                plain(Action::Relocate { from: Square::from_text([a, b])?, to: Square::from_text([c, d])? })
            }
            [letter @ b'A'..=b'Z', ref rest @ ..] => {
                Some(Self { letter: Some(char::from(letter)), action: read_battle_action(rest)? })
            }
            _ => plain(read_battle_action(text)?),
        }
    }
}

fn read_battle_action(text: &[u8]) -> Option<Action> {
    let (&[file, rank], rest) = text.split_first_chunk::<2>()?;
    let from = Square::from_text([file, rank])?;
    match *rest {
        [b'*', b'*'] => Some(Action::Volley(from)),
        [b'^'] => Some(Action::Reload(from)),
        [sign, file, rank] => {
            let to = Square::from_text([file, rank])?;
            match sign {
                b'-' => Some(Action::Go { from, to, takes: false }),
                b'x' => Some(Action::Go { from, to, takes: true }),
                b'*' => Some(Action::Shoot { from, to }),
                b'!' => Some(Action::Charge { from, to }),
                b'@' => Some(Action::Lob { from, to }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Reads `+e4,d4,…`; `None` if the text is anything else, a single block included.
pub(crate) fn read_macro(text: &str) -> Option<Vec<Square>> {
    let blocks = text.strip_prefix('+')?;
    if !blocks.contains(',') {
        return None;
    }
    blocks.split(',').map(|block| Square::from_text(block.as_bytes().try_into().ok()?)).collect()
}

pub(crate) fn not_an_action(text: &str) -> Refusal {
    Refusal::syntax(format!("`{}` is not of any form such as e2-e3, b3*c5, +e4 or --", text.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_small() {
        assert!(size_of::<Action>() <= 4);
    }

    #[test]
    fn texts_are_read_back() {
        for text in ["+e4", "~e4-h8", "--", "e2-e3", "e2xe3", "b3*c5", "c3!c7", "c3@c6", "f3**", "f3^"] {
            let written = Written::from_text(text).expect("a form of the rule book");
            assert_eq!(written.action.to_string(), text);
            assert_eq!(written.letter, None);
        }
        assert_eq!(Written::from_text("Ab3*c5").expect("with a letter").letter, Some('A'));
        for text in ["", "+", "+e9", "e2", "e2e3", "ab3*c5", "A+e4", "A--", "e2-e3 ", "f3^^", "~e4xh8", "왕e1-e2"] {
            assert_eq!(Written::from_text(text).map_err(|refusal| refusal.code), Err("E_SYNTAX"), "{text}");
        }
        assert_eq!(read_macro("+e4,d4").map(|blocks| blocks.len()), Some(2));
        assert_eq!(read_macro("+e4,"), None);
        assert_eq!(read_macro("+e4"), None);
    }
}
