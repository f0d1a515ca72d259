//! How many positions of a file the janggi engine solves in a given time.
//!
//! `cargo run --release -p daeguk-engine --example tactics -- FILE [MILLISECONDS]`, a line of the file
//! being `FEN;bm MOVE;…`.
#![allow(clippy::print_stdout)] // its output is its purpose

use std::sync::atomic::AtomicBool;

use engine::janggi::clock::PonderTimer;
use engine::janggi::engine::{Engine, Problem};
use engine::janggi::search::Budget;
use game::Match;
use janggi::{Position, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let milliseconds = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let text = std::fs::read_to_string(file)?;
    let (mut solved, mut count) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or_default();
        let best = fields.next().and_then(|field| field.strip_prefix("bm ")).ok_or("a line without bm")?;
        let game: Match<Position> = Match::load(Rules::FSF_JANGGI, fen).map_err(|refusal| refusal.to_string())?;
        let budget = Budget { hard_ms: Some(milliseconds), ..Budget::default() };
        let stop = AtomicBool::new(false);
        let lines =
            Engine::new(64, 1).think(&Problem::of(&game), &budget, &PonderTimer::new(false), &stop, &mut |_| {});
        let line = lines.first().ok_or("no move at all")?;
        let found = line.actions[0].to_string();
        // Another way to a certain win is as good.
        let right = found == best || line.value.is_won();
        solved += i32::from(right);
        count += 1;
        if !right {
            println!("{fen}: {found} ({}) instead of {best} at depth {}", line.value.hundredths(), line.depth);
        }
    }
    println!("{solved} of {count} solved in {milliseconds} ms");
    Ok(())
}
