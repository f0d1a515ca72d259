//! `daeguk lab match`: two players of the house, in any game.

use engine::{Limits, catalog};
use lab::arena::statistics::{Elo, Sprt, Verdict};
use lab::contest::{self, Finished, Plan, Player, Seats, Spent, Standing};

use crate::args::LabMatch;
use crate::{Console, Failure, interrupt};

/// The test may be wrong so often, either way.
const ERROR_RATE: f64 = 0.05;

pub(crate) fn run(args: &LabMatch, console: &mut Console<'_>) -> Result<(), Failure> {
    let plan = plan(args)?;
    let stop = interrupt::flag()?;
    let standing = contest::run(&plan, args.journal.as_deref(), stop, &mut |game, standing| {
        console.note(&game_line(&plan, game, standing));
    })?;
    write!(console.out, "{}", summary(&plan, &standing))?;
    Ok(())
}

fn plan(args: &LabMatch) -> Result<Plan, Failure> {
    let game =
        catalog::find(&args.game).ok_or_else(|| Failure::Misused(format!("there is no game `{}`", args.game)))?;
    let seats = match (game.about().seats.len(), args.seats.as_str()) {
        (2, _) => Seats::Two,
        (_, "one") => Seats::One,
        _ => Seats::Half,
    };
    let player = |name: &str| Player::new(&args.game, name).map_err(Failure::Misused);
    let limits = |nodes, time_ms| Limits { nodes, depth: None, time_ms };
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: ERROR_RATE, beta: ERROR_RATE });
    Ok(Plan {
        game,
        rules: args.rules.clone(),
        players: [player(&args.one)?, player(&args.two)?],
        limits: [
            limits(args.nodes, args.movetime),
            limits(args.nodes2.or(args.nodes), args.movetime2.or(args.movetime)),
        ],
        seats,
        random_actions: args.random_actions,
        trials: args.games.div_ceil(seats.games()),
        seed: args.seed,
        concurrency: args.concurrency,
        sprt,
    })
}

/// One line a game, for those who watch.
fn game_line(plan: &Plan, game: &Finished, standing: &Standing) -> String {
    let (trial, seating) = plan.place(game.number);
    let own = seating.names(plan.game.about().seats);
    let Elo { low, middle, high } = standing.trials.elo();
    format!(
        "game {} of {}: trial {}, {} as {own}: {}/{} points, {}, {} deeds; {:.1} %, Elo {middle:+.0} [{low:+.0}, {high:+.0}]",
        standing.count(),
        plan.games(),
        trial + 1,
        plan.players[0].name(),
        game.points,
        plan.seats.points_max(),
        game.reason,
        game.deeds,
        100.0 * standing.share(),
    )
}

/// What scripts read: a name and values a line.
fn summary(plan: &Plan, standing: &Standing) -> String {
    let [losses, draws, wins] = standing.games;
    let Elo { low, middle, high } = standing.trials.elo();
    let ends: Vec<_> = standing.ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
    let mut lines = vec![
        format!("players {} - {}", plan.players[0].name(), plan.players[1].name()),
        format!("games {}", standing.count()),
        format!("won {wins} drawn {draws} lost {losses}, alone in first place {}", standing.firsts),
        format!("score {:.2} % give or take {:.2}", 100.0 * standing.share(), 100.0 * standing.trials.half_width()),
        format!("elo {middle:+.1} from {low:+.1} to {high:+.1} (95 %, by {} trials)", standing.trials.count()),
        format!("trials {} (from no points to all)", places(standing)),
    ];
    lines.extend(plan.sprt.map(|sprt| sprt_line(&sprt, standing)));
    lines.push(format!("ends {}", ends.join(", ")));
    lines.push(format!("deeds {} a game", standing.deeds / standing.count().max(1)));
    let names = plan.players.iter().map(Player::name);
    lines.extend(names.zip(&standing.spent).map(|(name, spent)| spent_line(name, spent)));
    lines.join("\n") + "\n"
}

fn places(standing: &Standing) -> String {
    standing.trials.counts().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn sprt_line(sprt: &Sprt, standing: &Standing) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(&standing.trials) {
        Verdict::Open => "open",
        Verdict::Rejected => "rejected",
        Verdict::Accepted => "accepted",
    };
    let (ratio, Sprt { elo0, elo1, .. }) = (sprt.ratio(&standing.trials), sprt);
    format!("sprt {verdict} llr {ratio:+.2} from {low:+.2} to {high:+.2} elo0 {elo0} elo1 {elo1} (by trials, logistic)")
}

fn spent_line(name: &str, spent: &Spent) -> String {
    let [time_ms, nodes, depth] = spent.means();
    format!("thoughts of {name}: {time_ms:.1} ms, {nodes:.0} positions, depth {depth:.1}")
}
