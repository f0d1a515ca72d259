//! `daeguk lab ladder`: how much stronger each level of a game is than the one below.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use engine::levels::LevelInfo;
use engine::{Limits, catalog};
use game::Game;
use lab::contest::{self, Plan, Player, Seats, Standing};

use crate::args::LabLadder;
use crate::{Console, Failure, interrupt};

pub(crate) fn run(args: &LabLadder, console: &mut Console<'_>) -> Result<(), Failure> {
    let game =
        catalog::find(&args.game).ok_or_else(|| Failure::Misused(format!("there is no game `{}`", args.game)))?;
    let levels = ladder(&args.game);
    let stop = interrupt::flag()?;
    if let Some(folder) = &args.journal {
        std::fs::create_dir_all(folder)?;
    }
    for step in levels.windows(2) {
        let [lower, upper] = [0, 1].map(|place: usize| step[place].name);
        let plan = plan(args, game, [upper, lower])?;
        let journal = args.journal.as_deref().map(|folder| journal(folder, args, upper));
        let standing = contest::run(&plan, journal.as_deref(), stop, &mut |_, standing| {
            console.note(&line([lower, upper], standing));
        })?;
        writeln!(console.out, "{}", line([lower, upper], &standing))?;
        if stop.load(Relaxed) {
            break;
        }
    }
    Ok(())
}

/// The levels whose neighbors are compared: the ranks where there are ranks.
fn ladder(kind: &str) -> Vec<LevelInfo> {
    let levels = catalog::levels(kind);
    let ranks = levels.iter().copied().filter(|level| level.about.is_none());
    let ranks: Vec<_> = ranks.collect();
    if ranks.is_empty() { levels.to_vec() } else { ranks }
}

fn plan(args: &LabLadder, game: &'static dyn Game, players: [&str; 2]) -> Result<Plan, Failure> {
    let [one, two] = players.map(|name| Player::new(&args.game, name).map_err(Failure::Misused));
    let seats = if game.about().seats.len() == 2 { Seats::Two } else { Seats::Half };
    // The levels have limits of their own. Time would make the games depend on the machine.
    let limits = [Limits::default(); 2];
    Ok(Plan {
        game,
        rules: args.rules.clone(),
        players: [one?, two?],
        limits,
        seats,
        random_actions: args.random_actions,
        trials: args.games.div_ceil(seats.games()),
        seed: args.seed,
        concurrency: args.concurrency,
        sprt: None,
    })
}

/// A file for each step.
fn journal(folder: &Path, args: &LabLadder, upper: &str) -> std::path::PathBuf {
    folder.join(format!("{}-{upper}.match", args.game))
}

/// What scripts read: the step, the games and the score of the upper level.
fn line([lower, upper]: [&str; 2], standing: &Standing) -> String {
    let half = 100.0 * standing.trials.half_width();
    let [own, other] = [0, 1].map(|player: usize| standing.spent[player].means());
    format!(
        "{lower} to {upper}: {:.1} % give or take {half:.1} of {} games; {:.0} ms, {:.0} positions, depth {:.1} after {:.0} ms, {:.0}, {:.1}",
        100.0 * standing.share(),
        standing.count(),
        own[0],
        own[1],
        own[2],
        other[0],
        other[1],
        other[2],
    )
}
