//! `daeguk lab`: the workshop of the engine.

use std::path::{Path, PathBuf};

use engine::janggi::depth::Depth;
use engine::janggi::engine::Judgment;
use engine::janggi::variant;
use lab::games::{self, Course};
use lab::selfplay::Settings;
use lab::{datagen, imitate, relabel, spsa, train, tune};

use crate::args::{Datagen, Imitate, Lab, LabCommand, Relabel, Spsa, Train, Tune};
use crate::{Console, Failure, interrupt};

pub(crate) fn run(args: &Lab, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.command {
        LabCommand::Match(args) => super::lab_match::run(args, console),
        LabCommand::Ladder(args) => super::lab_ladder::run(args, console),
        LabCommand::Scale(args) => super::lab_scale::run(args, console),
        LabCommand::Datagen(args) => make_data(args, console),
        LabCommand::Imitate(args) => walk_about(args, console),
        LabCommand::Relabel(args) => judge_anew(args, console),
        LabCommand::Train(args) => train_network(args, console),
        LabCommand::Tune(args) => tune_weights(args, console),
        LabCommand::Spsa(args) => tune_search(args, console),
    }
}

fn make_data(args: &Datagen, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(course) = course(args.game.as_deref())? {
        return play_games(course, args, console);
    }
    let [rules] = &args.rules[..] else { return Err(Failure::Misused("janggi takes one set of rules".to_owned())) };
    let rules = variant::rules(rules).map_err(|refusal| Failure::misused(&refusal))?;
    let settings = Settings { nodes: args.nodes, random_plies: args.random_plies, rules };
    let judgment = Judgment::named(&args.network).map_err(Failure::Misused)?;
    let order = datagen::Order { settings, games: args.games, seed: args.seed, threads: args.threads, judgment };
    let (games, positions) = datagen::run(&order, &args.out, interrupt::flag()?)?;
    writeln!(console.out, "{games} of {} games, {positions} positions", args.games)?;
    Ok(())
}

/// The school of a game; none for the engine that has one of its own.
fn course(game: Option<&str>) -> Result<Option<&'static Course>, Failure> {
    let Some(game) = game.filter(|game| *game != lab::arena::KIND) else { return Ok(None) };
    let course = Course::find(game).ok_or_else(|| Failure::Misused(format!("there is no network for `{game}`")))?;
    Ok(Some(course))
}

fn play_games(course: &Course, args: &Datagen, console: &mut Console<'_>) -> Result<(), Failure> {
    let order = games::PlayOrder {
        rules: args.rules.clone(),
        games: usize::try_from(args.games).unwrap_or(usize::MAX),
        nodes: args.nodes,
        random: args.random_plies,
        seed: args.seed,
        threads: args.threads,
        network: (!matches!(&*args.network, "none" | "built-in")).then(|| PathBuf::from(&args.network)),
    };
    let (games, lessons) = (course.play)(&order, &args.out, interrupt::flag()?)?;
    writeln!(console.out, "{games} of {} games, {lessons} positions", args.games)?;
    Ok(())
}

fn train_beside_hand(course: &Course, args: &Train, console: &mut Console<'_>) -> Result<(), Failure> {
    let Train { epochs, rate, batch, seed, .. } = *args;
    let order = games::TrainOrder { epochs, rate, batch, seed, start: args.start.clone() };
    let paths = paths(&args.data);
    let trained = (course.train)(&order, &paths, &args.out, &mut |line| console.note(line))?;
    let [learned, held_out, by_hand] = trained.errors;
    writeln!(console.out, "finished: error {learned:.6}, held out {held_out:.6}, by hand {by_hand:.6}")?;
    Ok(())
}

fn paths(data: &[PathBuf]) -> Vec<&Path> {
    data.iter().map(AsRef::as_ref).collect()
}

fn walk_about(args: &Imitate, console: &mut Console<'_>) -> Result<(), Failure> {
    let order = imitate::Order { walks: args.walks, seed: args.seed };
    let positions = imitate::run(order, &paths(&args.data), &args.out)?;
    writeln!(console.out, "{positions} positions")?;
    Ok(())
}

fn judge_anew(args: &Relabel, console: &mut Console<'_>) -> Result<(), Failure> {
    let judgment = Judgment::named(&args.network).map_err(Failure::Misused)?;
    let order = relabel::Order { depth: Depth::new(args.depth), threads: args.threads, judgment };
    let stop = interrupt::flag()?;
    let (games, positions) = relabel::run(&order, &args.data, &args.out, stop, &mut |line| console.note(line))?;
    writeln!(console.out, "{games} games, {positions} positions")?;
    Ok(())
}

fn train_network(args: &Train, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(course) = course(args.game.as_deref())? {
        return train_beside_hand(course, args, console);
    }
    let order = train::Order {
        epochs: args.epochs,
        rate: args.rate,
        reading: train::Reading { result_share: args.result_share, pointless_every: 20 },
        batch: args.batch,
        threads: args.threads,
        seed: args.seed,
        start: args.start.clone(),
    };
    let paths = paths(&args.data);
    let trained = train::run(&order, &paths, &args.out, interrupt::flag()?, &mut |line| console.note(line))?;
    let [learned, held_out] = trained.errors;
    let state = if trained.finished { "finished" } else { "interrupted" };
    writeln!(console.out, "{state}: error {learned:.6}, held out {held_out:.6}")?;
    Ok(())
}

fn tune_weights(args: &Tune, console: &mut Console<'_>) -> Result<(), Failure> {
    let order = tune::Order { epochs: args.epochs, result_share: args.result_share, rate: args.rate };
    let paths = paths(&args.data);
    let tuned = tune::run(&order, &paths, &mut |line| console.note(line))?;
    std::fs::write(&args.out, tuned.source)
        .map_err(|error| Failure::Misused(format!("cannot write {}: {error}", args.out.display())))?;
    writeln!(console.out, "error {:.6} before, {:.6} after", tuned.error_before, tuned.error_after)?;
    Ok(())
}

/// Random moves at the start of a game.
const RANDOM_PLIES: usize = 8;

fn tune_search(args: &Spsa, console: &mut Console<'_>) -> Result<(), Failure> {
    let rules = variant::rules(&args.rules).map_err(|refusal| Failure::misused(&refusal))?;
    let settings = Settings { nodes: args.nodes, random_plies: RANDOM_PLIES, rules };
    let judgment = Judgment::named(&args.network).map_err(Failure::Misused)?;
    let Spsa { pairs, rate, seed, threads, .. } = *args;
    let order = spsa::Order { settings, pairs, rate, seed, threads, judgment };
    let err = &mut *console.err;
    // Standard error is for people: if it is gone, the numbers are still found.
    let params = spsa::run(&order, interrupt::flag()?, &mut |text| drop(writeln!(err, "{text}")));
    write!(console.out, "{}", spsa::describe(&params))?;
    Ok(())
}
