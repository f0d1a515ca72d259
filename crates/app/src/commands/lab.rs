//! `daeguk lab`: the workshop of the engine.

use std::path::Path;

use engine::janggi::variant;
use lab::selfplay::Settings;
use lab::{datagen, tune};

use crate::args::{Datagen, Lab, LabCommand, Tune};
use crate::{Console, Failure, interrupt};

pub(crate) fn run(args: &Lab, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.command {
        LabCommand::Datagen(args) => make_data(args, console),
        LabCommand::Tune(args) => tune_weights(args, console),
    }
}

fn make_data(args: &Datagen, console: &mut Console<'_>) -> Result<(), Failure> {
    let rules = variant::rules(&args.rules).map_err(|refusal| Failure::misused(&refusal))?;
    let settings = Settings { nodes: args.nodes, random_plies: args.random_plies, rules };
    let order = datagen::Order { settings, games: args.games, seed: args.seed, threads: args.threads };
    let (games, positions) = datagen::run(&order, &args.out, interrupt::flag()?)?;
    writeln!(console.out, "{games} of {} games, {positions} positions", args.games)?;
    Ok(())
}

fn tune_weights(args: &Tune, console: &mut Console<'_>) -> Result<(), Failure> {
    let order = tune::Order { epochs: args.epochs, result_share: args.result_share, rate: args.rate };
    let paths: Vec<&Path> = args.data.iter().map(AsRef::as_ref).collect();
    let tuned = tune::run(&order, &paths, &mut |line| console.note(line))?;
    std::fs::write(&args.out, tuned.source)
        .map_err(|error| Failure::Misused(format!("cannot write {}: {error}", args.out.display())))?;
    writeln!(console.out, "error {:.6} before, {:.6} after", tuned.error_before, tuned.error_after)?;
    Ok(())
}
