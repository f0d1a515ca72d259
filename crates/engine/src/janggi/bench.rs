//! A fixed set of positions searched to a fixed depth with one thread and a fresh memory: the
//! nodes are a checksum of the search's behavior.

use std::sync::atomic::AtomicBool;

use game::Match;
use janggi::Rules;

use super::depth::Depth;
use super::engine::{Engine, Problem};
use super::search::Budget;

/// The usual depth.
pub const DEPTH: Depth = Depth::new(9);

/// Openings, middle games and endings.
pub const POSITIONS: &[&str] = &[
    "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
    "1nba1ab1r/r3k4/1c4nc1/p1p1p1pp1/9/2P1P1P2/P7P/1C5C1/4K4/RBNA1ABNR w - - 6 4",
    "rbnaa2br/4k4/5ncc1/p2pp1pp1/9/9/1PP1P1P1P/RC1N1N1C1/4K3R/1B1A1A1B1 w - - 10 6",
    "rnba1a1br/4k4/1c3n1c1/1pp2pp1p/9/9/P1P1P1P1P/1C1N3C1/R8/1B1AKABNR w - - 6 4",
    "3a1a3/4k4/2c1b4/1np1b4/2r1np3/6p2/3BPP1P1/3K1C2r/4AA1C1/N8 b - - 0 1",
    "3ka1R2/9/9/p1p6/7r1/P3c1b2/1P6n/3A5/5R3/3KC4 w - - 0 1",
    "r3a1R2/2R1ak3/c8/pp3C2n/2b1p1N1r/9/P4PP2/4B4/4K4/3AA1BN1 w - - 0 1",
    "4k4/4a4/4b4/p1p1P1p1p/9/9/P1P3P1P/4B4/4A4/4K4 w - - 20 40",
    "3k5/4a4/9/4n4/2p3P2/9/4N4/9/4A4/5K3 b - - 12 50",
    "r2a1a2r/4k4/1cn1b1nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1B1NC1/4K4/R2A1A2R w - - 0 1",
    "2ba1a3/4k4/4c4/p1p1R1p1p/9/9/P1P1P1P1P/4C4/4K4/2BA1A1r1 b - - 3 20",
    "5k3/9/4b4/9/9/2C6/4R4/4A4/4K4/9 w - - 0 60",
];

/// Searches one position and gives the number of positions looked at, fewer if told to stop.
///
/// # Panics
/// If the FEN is not legal; those of [`POSITIONS`] are.
#[must_use]
pub fn search(fen: &str, depth: Depth, stop: &AtomicBool) -> u64 {
    let game = Match::load(Rules::FSF_JANGGI, fen).expect("a bench position is legal");
    let budget = Budget { depth, ..Budget::default() };
    let mut nodes = 0;
    Engine::new(16, 1).think(&Problem::of(&game), &budget, &(), stop, &mut |report| nodes = report.nodes);
    nodes
}
