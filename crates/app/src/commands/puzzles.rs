//! `daeguk puzzles`: positions in which one turn is right.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use engine::catalog;
use engine::puzzles::{read, shipped};
use lab::puzzles::{self as workshop, Order, Source};

use crate::args::puzzles::{Check, Mine, Puzzles, PuzzlesCommand};
use crate::source::Source as RecordFile;
use crate::{Console, Failure, House, interrupt};

/// Every so many games somebody is told.
const GAMES_A_NOTE: usize = 10;

pub(crate) fn run(args: &Puzzles, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.command {
        PuzzlesCommand::Mine(args) => mine(args, house, console),
        PuzzlesCommand::Check(args) => check(args, console),
    }
}

fn mine(args: &Mine, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let Mine { count, threads, seed, .. } = *args;
    let game =
        catalog::find(&args.game).ok_or_else(|| Failure::Misused(format!("there is no game `{}`", args.game)))?;
    let source = match args.from.as_str() {
        "self" => Source::Own,
        "near" => Source::Near,
        path => records(house, Path::new(path), &args.game)?,
    };
    let order = Order { game, source, count, threads, seed };
    let stop = interrupt::flag()?;
    let mut told = 0;
    let end = workshop::mine(&order, &args.out, stop, &mut |now| {
        if now.puzzles > told || now.games.is_multiple_of(GAMES_A_NOTE) {
            told = now.puzzles;
            let (games, positions) = (now.games, now.positions);
            console.note(&format!("{told} of {count} puzzles after {games} games, {positions} positions looked at"));
        }
    })?;
    let ended = if stop.load(Relaxed) { ", interrupted" } else { "" };
    writeln!(console.out, "{} puzzles, {} games, {} positions{ended}", end.puzzles, end.games, end.positions)?;
    Ok(())
}

fn records(house: House, path: &Path, kind: &str) -> Result<Source, Failure> {
    let file = RecordFile::recognize(house, path)?;
    if file.game.about().kind != kind {
        return Err(Failure::Misused(format!("{} holds games of {}", path.display(), file.game.about().kind)));
    }
    let records = file.format.read(&file.bytes()?).into_iter().filter_map(Result::ok);
    Ok(Source::Records(records.collect()))
}

fn check(args: &Check, console: &mut Console<'_>) -> Result<(), Failure> {
    let puzzles = match &args.file {
        None => shipped().to_vec(),
        Some(path) => {
            let name = path.display();
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::Misused(format!("cannot read {name}: {error}")))?;
            read(&text).map_err(|flaw| Failure::Misused(format!("{name}: {flaw}")))?
        }
    };
    let stop = interrupt::flag()?;
    let mut done = 0;
    let failed = workshop::recheck(&puzzles, args.nodes, args.threads, stop, &mut |number| {
        done = number;
        if number.is_multiple_of(GAMES_A_NOTE) {
            console.note(&format!("{number} of {} puzzles", puzzles.len()));
        }
    });
    for failed in &failed {
        writeln!(console.out, "{}: {}", failed.id, failed.why)?;
    }
    writeln!(console.out, "{done} puzzles, {} hold", done - failed.len())?;
    if failed.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}
