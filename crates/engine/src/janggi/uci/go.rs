//! What a `go` command asks for.

use game::Position as _;
use janggi::{Action, Position, Side};

use crate::janggi::depth::Depth;
use crate::janggi::time::Clock;

/// A `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// So deep.
    pub depth: Option<Depth>,
    /// Until a mate within so many moves is found.
    pub mate: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Exactly so long.
    pub move_ms: Option<u64>,
    /// What the clock says.
    pub clock: Option<Clock>,
    /// Until told to stop.
    pub infinite: bool,
    /// In the other side's time.
    pub ponder: bool,
    /// Count moves instead.
    pub perft: Option<u32>,
    /// Only these moves; empty for all.
    pub only: Vec<Action>,
}

const WORDS: [&str; 16] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "byoyomi",
    "periods",
    "infinite",
    "ponder",
    "perft",
    "mate",
    "searchmoves",
    "time",
];

/// More moves than any line has.
const MATE_MAX: u64 = 500;
/// Longer than anybody waits, and short enough to be multiplied.
const MS_MAX: u64 = 1 << 40;

/// Reads what follows `go`.
pub(super) fn read_go(text: &str, position: &Position) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = text.split_whitespace().peekable();
    let cho = position.side() == Side::Cho;
    let mut clock = Clock::default();
    let mut timed = false;
    while let Some(word) = words.next() {
        let mut number = || -> Result<u64, String> {
            let text = words.next().ok_or(format!("`{word}` needs a number"))?;
            // GUIs send negative times when a clock has run over.
            text.parse::<i64>().map(|n| n.max(0) as u64).map_err(|_| format!("`{text}` is not a number"))
        };
        match word {
            "depth" => go.depth = Some(Depth::wished(number()?)),
            "nodes" => go.nodes = Some(number()?.max(1)),
            "movetime" => go.move_ms = Some(number()?.clamp(1, MS_MAX)),
            "mate" => go.mate = Some(number()?.min(MATE_MAX) as u32),
            "perft" => go.perft = Some(number()?.min(20) as u32),
            "wtime" | "btime" => {
                let time = number()?.min(MS_MAX);
                if (word == "wtime") == cho {
                    clock.left_ms = time;
                    timed = true;
                }
            }
            "winc" | "binc" => {
                let increment = number()?.min(MS_MAX);
                if (word == "winc") == cho {
                    clock.increment_ms = increment;
                }
            }
            "byoyomi" => {
                clock.byoyomi_ms = number()?.min(MS_MAX);
                clock.periods = clock.periods.max(1);
                timed = true;
            }
            "periods" => clock.periods = number()?.min(1000) as u32,
            "movestogo" => clock.moves_to_go = Some(number()?.clamp(1, 1000) as u32),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(action) = words.next_if(|word| !WORDS.contains(word)) {
                    let read = position.parse(action).and_then(|read| position.check(read).map(|()| read));
                    go.only.push(read.map_err(|refusal| format!("{action}: {refusal}"))?);
                }
            }
            _ => return Err(format!("`go` does not know `{word}`")),
        }
    }
    go.clock = timed.then_some(clock);
    Ok(go)
}
