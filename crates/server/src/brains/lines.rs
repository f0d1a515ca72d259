//! A line of thought as it is told to people.

use engine::{Scale, Score, Thought};
use game::Seat;
use serde_json::{Value, json};

/// Its actions, what it is worth to the seat, and after how many actions it is certain.
pub(crate) fn line_sight(seat: Seat, scale: Scale, thought: &Thought) -> Value {
    let (value, end) = match thought.score {
        Score::Value(value) => (Some(value), None),
        Score::WinIn(plies) => (None, Some(i64::from(plies))),
        Score::LossIn(plies) => (None, Some(-i64::from(plies))),
        Score::Draw => (None, Some(0)),
    };
    let expected = tenths(scale.expectations(seat, thought)[seat]);
    json!({ "acts": thought.line, "v": value, "end": end, "w": expected })
}

/// A share of a hundred as it is told.
pub(crate) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
