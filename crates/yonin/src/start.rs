//! How a game begins: the only question is who moves first (§4).

use crate::Side;

/// The choices of a beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Who moves first.
    pub first: Side,
}

impl Default for Start {
    fn default() -> Self {
        Self { first: Side::South }
    }
}

game::options! { Start { ("first", first, { side Side }, "Which seat moves first.") } }
