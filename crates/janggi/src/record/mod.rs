//! Game records (§24).
//!
//! Every reader plays the game it reads, so that a [`game::Record`] is always legal; errors carry
//! their line, and a broken game does not hide the others of its file.
//!
//! - [`jgn`]: our own, exact.
//! - [`gib`]: what Korean programs write.
//! - [`san`]: PGN with pychess's moves.
//! - [`uci`]: a line a game, as engines are told it.

use game::{Format, Refusal};

pub mod gib;
pub mod jgn;
mod movetext;
mod play;
pub mod san;
mod sheet;
pub mod uci;
mod verdict;

/// Every format that janggi reads or writes.
pub(crate) const FORMATS: &[Format] = &[
    Format {
        name: "jgn",
        about: "our own text, everything is kept",
        exact: true,
        each: jgn::each,
        write: Some(jgn::write),
    },
    Format {
        name: "gib",
        about: "Korean programs (CP949); clocks and comments are left out",
        exact: false,
        each: gib::each,
        write: Some(gib::write),
    },
    Format {
        name: "san",
        about: "PGN with the moves of pychess",
        exact: false,
        each: san::each,
        write: Some(san::write),
    },
    Format {
        name: "uci",
        about: "one line a game, as engines are told it",
        exact: false,
        each: uci::each,
        write: Some(uci::write),
    },
];

/// The refusal of a text that is not built like a record.
fn malformed(detail: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new("E_RECORD", detail)
}
