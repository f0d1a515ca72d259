//! How long an engine may think.

use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, Error, Result, bail, ensure};

/// A limit for every move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So long for every move.
    MoveTime(Duration),
    /// So many positions for every move.
    Nodes(u64),
    /// So deep for every move.
    Depth(u32),
    /// A clock for the game, with an increment.
    Clock {
        /// What it shows at first.
        base: Duration,
        /// What every move adds.
        increment: Duration,
    },
}

/// The longest time that can be asked for.
const SECONDS_MAX: f64 = 1e6;

/// Reads `movetime=100`, `nodes=5000`, `depth=8` or `tc=10+0.1` (seconds).
impl FromStr for Limit {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (kind, value) = text.split_once('=').context("a limit is written like `movetime=100`")?;
        let number = || -> Result<u64> {
            let number = value.parse().with_context(|| format!("`{value}` is not a number"))?;
            ensure!((1..=1_000_000_000_000).contains(&number), "`{value}` is out of range");
            Ok(number)
        };
        Ok(match kind {
            "movetime" => Self::MoveTime(Duration::from_millis(number()?)),
            "nodes" => Self::Nodes(number()?),
            "depth" => Self::Depth(u32::try_from(number()?).context("too deep")?),
            "tc" => read_clock(value)?,
            _ => bail!("there is no limit `{kind}`; there are movetime, nodes, depth and tc"),
        })
    }
}

fn read_clock(text: &str) -> Result<Limit> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| -> Result<Duration> {
        let seconds: f64 = text.parse().with_context(|| format!("`{text}` is not a number of seconds"))?;
        ensure!((0.0..=SECONDS_MAX).contains(&seconds), "`{text}` is out of range");
        Ok(Duration::from_secs_f64(seconds))
    };
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    ensure!(!base.is_zero() || !increment.is_zero(), "a clock needs some time");
    Ok(Limit::Clock { base, increment })
}

/// A limit and, if there is one, what its clock shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    limit: Limit,
    left: Duration,
}

/// Whoever counts positions or depth may take this long over a move.
const PATIENCE: Duration = Duration::from_mins(10);

impl Allowance {
    pub(super) fn new(limit: Limit) -> Self {
        let left = if let Limit::Clock { base, increment } = limit { base + increment } else { Duration::ZERO };
        Self { limit, left }
    }

    /// How long a move may take at most.
    pub(super) fn longest(&self) -> Duration {
        match self.limit {
            Limit::MoveTime(time) => time,
            Limit::Clock { .. } => self.left,
            Limit::Nodes(_) | Limit::Depth(_) => PATIENCE,
        }
    }

    /// The `go` command; `cho` and `han` are both sides' allowances.
    pub(super) fn command(&self, cho: &Self, han: &Self) -> String {
        match self.limit {
            Limit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::Clock { .. } => {
                let [(wtime, winc), (btime, binc)] = [cho, han].map(Self::clock_ms);
                format!("go wtime {wtime} btime {btime} winc {winc} binc {binc}")
            }
        }
    }

    /// What the clock shows and gains, in milliseconds. A side without a clock seems to have plenty.
    fn clock_ms(&self) -> (u128, u128) {
        match self.limit {
            Limit::Clock { increment, .. } => (self.left.as_millis().max(1), increment.as_millis()),
            _ => (60_000, 0),
        }
    }

    /// A move has been made; overruns within the margin are forgiven.
    pub(super) fn spend(&mut self, time: Duration) {
        if let Limit::Clock { increment, .. } = self.limit {
            self.left = self.left.saturating_sub(time) + increment;
        }
    }

    /// What the clock shows, if there is one.
    pub(super) fn shown_ms(&self) -> Option<u64> {
        matches!(self.limit, Limit::Clock { .. }).then(|| u64::try_from(self.left.as_millis()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_nonsense_is_refused() {
        let read = |text: &str| text.parse::<Limit>().ok();
        assert_eq!(read("movetime=100"), Some(Limit::MoveTime(Duration::from_millis(100))));
        assert_eq!(read("nodes=5000"), Some(Limit::Nodes(5000)));
        assert_eq!(read("depth=8"), Some(Limit::Depth(8)));
        let clock = Limit::Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
        assert_eq!(read("tc=10+0.1"), Some(clock));
        for text in ["", "nodes", "nodes=", "nodes=0", "nodes=-1", "tc=0", "tc=inf", "tc=1e9", "tc=x+1", "speed=3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_clock_runs_and_gains() {
        let mut allowance = Allowance::new("tc=1+0.5".parse().expect("a limit"));
        allowance.spend(Duration::from_millis(700));
        assert_eq!(allowance.longest(), Duration::from_millis(1300));
        allowance.spend(Duration::from_secs(9));
        let other = Allowance::new(Limit::Nodes(1));
        assert_eq!(allowance.command(&allowance, &other), "go wtime 500 btime 60000 winc 500 binc 0");
        assert_eq!((allowance.shown_ms(), other.shown_ms()), (Some(500), None));
    }
}
