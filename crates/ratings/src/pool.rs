//! Which results are compared with which.

use std::fmt;
use std::str::FromStr;

use game::clock::Control;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How fast a game is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tempo {
    /// Over within a quarter of an hour for one seat.
    Fast,
    /// Over in one sitting.
    Slow,
    /// Played over days.
    Days,
}

/// A game of the slow tempo takes one seat at least so many seconds.
const SLOW_S: u64 = 900;
/// A game of the tempo of days takes one seat at least so many seconds.
const DAYS_S: u64 = 21_600;
/// So many turns of a game add their increment.
const TURNS_WITH_INCREMENT: u64 = 60;
/// So many turns of a game go to the end of a period, or of the limit of a turn.
const TURNS_IN_FULL: u64 = 25;

impl Tempo {
    /// All of them, the fastest first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Slow, Self::Days];

    /// The tempo of a clock; `None` if no seat's time is limited.
    #[must_use]
    pub fn of(control: &Control) -> Option<Self> {
        let seconds = expected_ms(control)? / 1000;
        Some(match seconds {
            ..SLOW_S => Self::Fast,
            SLOW_S..DAYS_S => Self::Slow,
            _ => Self::Days,
        })
    }

    /// The word in the name of a pool.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Slow => "slow",
            Self::Days => "days",
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tempo| tempo.text() == text)
    }
}

/// What a game is expected to take one seat. A limit of the turn counts only where nothing else does.
fn expected_ms(control: &Control) -> Option<u64> {
    let periods = u64::from(control.periods) * TURNS_IN_FULL;
    let bank = control.main_ms + TURNS_WITH_INCREMENT * control.increment_ms + periods * control.byoyomi_ms;
    let turns = TURNS_IN_FULL * control.turn_ms;
    [bank, turns].into_iter().find(|expected| *expected > 0)
}

/// One game, one family of its presets, one tempo: `janggi/std/slow`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool {
    kind: String,
    family: String,
    tempo: Tempo,
}

/// A text that is not the name of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a pool is `kind/family/tempo`")]
pub struct NotAPool;

/// The longest name of a game or family.
const WORD_MAX: usize = 32;

impl Pool {
    /// The pool of a game.
    ///
    /// # Errors
    /// If a word could not stand in an address.
    pub fn new(kind: &str, family: &str, tempo: Tempo) -> Result<Self, NotAPool> {
        let sound = |word: &str| {
            (1..=WORD_MAX).contains(&word.len())
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if !sound(kind) || !sound(family) {
            return Err(NotAPool);
        }
        Ok(Self { kind: kind.to_owned(), family: family.to_owned(), tempo })
    }

    /// Which game.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Which family of its presets.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// How fast.
    #[must_use]
    pub const fn tempo(&self) -> Tempo {
        self.tempo
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.kind, self.family, self.tempo.text())
    }
}

impl FromStr for Pool {
    type Err = NotAPool;

    fn from_str(text: &str) -> Result<Self, NotAPool> {
        let mut words = text.split('/');
        let (Some(kind), Some(family), Some(tempo), None) = (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(NotAPool);
        };
        Self::new(kind, family, Tempo::from_text(tempo).ok_or(NotAPool)?)
    }
}

impl Serialize for Pool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Pool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tempo(control: Control) -> Option<&'static str> {
        Tempo::of(&control).map(Tempo::text)
    }

    #[test]
    fn the_clock_decides_the_tempo() {
        let main = |main_ms| Control { main_ms, ..Control::default() };
        assert_eq!(tempo(Control { increment_ms: 2000, ..main(180_000) }), Some("fast"));
        assert_eq!(tempo(Control { byoyomi_ms: 30_000, periods: 3, ..main(600_000) }), Some("slow"));
        assert_eq!(tempo(main(899_999)), Some("fast"));
        assert_eq!(tempo(main(900_000)), Some("slow"));
        assert_eq!(tempo(main(21_599_999)), Some("slow"));
        assert_eq!(tempo(main(21_600_000)), Some("days"));
    }

    #[test]
    fn a_limit_of_the_turn_counts_where_nothing_else_does() {
        let turn = |turn_ms| Control { turn_ms, ..Control::default() };
        assert_eq!(tempo(turn(60_000)), Some("slow"));
        assert_eq!(tempo(turn(86_400_000)), Some("days"));
        assert_eq!(tempo(Control { main_ms: 60_000, ..turn(86_400_000) }), Some("fast"));
        assert_eq!(tempo(Control { total_ms: 60_000, ..Control::default() }), None);
    }

    #[test]
    fn a_pool_reads_back_and_nonsense_is_refused() {
        let pool = Pool::new("janggi", "std", Tempo::Slow).expect("sound words");
        assert_eq!(pool.to_string(), "janggi/std/slow");
        assert_eq!("janggi/std/slow".parse(), Ok(pool));
        for text in
            ["", "janggi", "janggi/std", "janggi/std/never", "janggi/std/slow/", "/std/slow", "a/B/slow", "a/ /fast"]
        {
            assert_eq!(text.parse::<Pool>(), Err(NotAPool), "{text}");
        }
        assert_eq!(format!("{}/std/slow", "a".repeat(33)).parse::<Pool>(), Err(NotAPool));
    }
}
