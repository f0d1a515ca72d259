//! Lessons: small positions with a goal, on the real rules.
//!
//! A [`Book`] holds the lessons of a game; the files lie in `crates/engine/lessons`. [`Progress`] is
//! how far a learner is in a [`Stage`], [`goal`](Goal) decides by the rules and never by comparing
//! texts whether the stage is solved, and [`attempt`] is all of that as one question and one answer.
//! Nothing here does input or output, so that a server and a browser give the same bytes.

mod attempt;
mod book;
mod goal;
mod progress;
mod sight;

use std::sync::LazyLock;

pub(crate) use attempt::{ACTS_MAX, SHOWN_FROM, told};
pub use attempt::{Attempt, Feedback, RefusedAct, Say, Standing, Told, attempt};
pub use book::{Act, Book, Goal, Lesson, Measure, Practice, Refused, Stage, Text, Threat, When, Wrong};
pub use progress::Progress;
pub use sight::{BookSight, Language};

/// The lesson files as they lie in the repository, in the order of the catalog.
pub const FILES: [(&str, &str); 4] = [
    ("janggi", include_str!("../../lessons/janggi.json")),
    ("nanguk", include_str!("../../lessons/nanguk.json")),
    ("tigers", include_str!("../../lessons/tigers.json")),
    ("yonin", include_str!("../../lessons/yonin.json")),
];

static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let read = |(kind, text): &(&str, &str)| Book::read(text).unwrap_or_else(|error| panic!("{kind}: {error}"));
    FILES.iter().map(read).collect()
});

/// Every book, in the order of the catalog.
#[must_use]
pub fn books() -> &'static [Book] {
    &BOOKS
}

/// The book of a game.
#[must_use]
pub fn book(kind: &str) -> Option<&'static Book> {
    books().iter().find(|book| book.game == kind)
}
