//! Color for boards in a terminal.

use crate::Seat;

/// Whether a text board may use escape sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Plain text, the same everywhere.
    Plain,
    /// ANSI colors, for a terminal.
    Color,
}

impl Paint {
    /// Something that belongs to a seat.
    #[must_use]
    pub fn seat(self, seat: Seat, text: &str) -> String {
        const COLORS: [&str; Seat::MAX] = ["1;36", "1;31", "1;33", "1;32"];
        self.wrap(COLORS[seat.index()], text)
    }

    /// Something in the background.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// Something with a shaded ground, from 0 (none) to 4 (dark).
    #[must_use]
    pub fn ground(self, level: u8, text: &str) -> String {
        const SHADES: [&str; 5] = ["49", "48;5;236", "48;5;239", "48;5;243", "48;5;247"];
        self.wrap(SHADES[usize::from(level.min(4))], text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Color => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}
