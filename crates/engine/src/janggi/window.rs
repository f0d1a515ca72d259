//! What a search asks of a position: where its value lies between two others.

use super::value::Value;

/// Values between `alpha`, which the side to move has already, and `beta`, which the other side will
/// not allow. `alpha` is less than `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// Asks for the value itself.
    pub const WHOLE: Self = Self { alpha: Value::NOTHING, beta: Value::INFINITE };

    /// Asks for the value if it is near another.
    #[must_use]
    pub fn around(value: Value, margin: i32) -> Self {
        Self { alpha: value - margin, beta: value + margin }
    }

    /// Only asks whether the value is at least this.
    #[must_use]
    pub fn at_least(beta: Value) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Only asks whether the value is more than this.
    #[must_use]
    pub fn above(alpha: Value) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// What the side to move has already.
    #[must_use]
    pub const fn alpha(self) -> Value {
        self.alpha
    }

    /// What the other side will not allow.
    #[must_use]
    pub const fn beta(self) -> Value {
        self.beta
    }

    /// The same question, as the other side asks it.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of the window from `low` to `high`.
    ///
    /// # Errors
    /// The value that answers the question, if nothing is left to ask.
    pub fn within(self, low: Value, high: Value) -> Result<Self, Value> {
        let (alpha, beta) = (self.alpha.max(low), self.beta.min(high));
        if alpha < beta { Ok(Self { alpha, beta }) } else { Err(alpha) }
    }

    /// The side to move has found `value`, which is less than `beta`.
    #[inline]
    pub fn raise(&mut self, value: Value) {
        debug_assert!(value < self.beta, "{value:?} is above the window");
        self.alpha = self.alpha.max(value);
    }

    /// After a value below the window: the next one to ask with, `margin` further down.
    #[must_use]
    pub fn lowered(self, value: Value, margin: i32) -> Self {
        Self { alpha: (value - margin).max(Value::NOTHING), beta: self.alpha.midpoint(self.beta) }
    }

    /// After a value above the window: the next one to ask with, `margin` further up.
    #[must_use]
    pub fn lifted(self, value: Value, margin: i32) -> Self {
        Self { alpha: self.alpha, beta: (value + margin).min(Value::INFINITE) }
    }
}
