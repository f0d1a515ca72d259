//! Puzzles: positions in which one turn is right, and the proof of it.
//!
//! A [`Puzzle`] is a position, the mistake that led there and the line that punishes it; [`read`] takes a file of them.
//! [`attempt`] says whether a try is right, [`prove`](prove::prove) and [`check`](prove::check) force an end against
//! every reply, [`themes`] names what the line shows. Nothing here does input or output, and nothing names a game but
//! the list of themes.

mod aim;
mod attempt;
mod daily;
pub mod prove;
mod prover;
mod puzzle;
mod themes;

use std::sync::LazyLock;

pub(crate) use aim::is_counted;
pub use aim::{Aim, Goal};
pub use attempt::{Answer, Attempt, Verdict, attempt, begin};
pub use daily::{daily, day_ends_ms, day_of};
pub use prove::{Budget, Unproved};
pub(crate) use prover::Prover;
pub use puzzle::{Flaw, LINE_MAX, NotRead, Proof, Puzzle, RD_FIRST, read, read_line};
pub(crate) use themes::shown;
pub use themes::{THEMES, known, themes};

/// The puzzles that come with the program, in the order of the catalog.
pub const FILES: [(&str, &str); 4] = [
    ("janggi", include_str!("../../puzzles/janggi.jsonl")),
    ("nanguk", include_str!("../../puzzles/nanguk.jsonl")),
    ("tigers", include_str!("../../puzzles/tigers.jsonl")),
    ("yonin", include_str!("../../puzzles/yonin.jsonl")),
];

static SHIPPED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let rows = FILES.iter().flat_map(|(kind, text)| text.lines().map(move |line| (kind, line)));
    rows.map(|(kind, line)| Puzzle::trusted(line).unwrap_or_else(|flaw| panic!("{kind}: {flaw}"))).collect()
});

/// Every puzzle that comes with the program. They are replayed by the tests and not anew at every start.
#[must_use]
pub fn shipped() -> &'static [Puzzle] {
    &SHIPPED
}

/// The puzzles of one game.
pub fn of_kind(kind: &str) -> impl Iterator<Item = &'static Puzzle> {
    shipped().iter().filter(move |puzzle| puzzle.kind == kind)
}

/// The puzzle of that name.
#[must_use]
pub fn find(id: &str) -> Option<&'static Puzzle> {
    shipped().iter().find(|puzzle| puzzle.id == id)
}
