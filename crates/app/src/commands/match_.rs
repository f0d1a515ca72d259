//! `daeguk match`: engine against engine.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use engine::janggi::variant;
use game::record::Writer;
use game::rng::SplitMix;
use lab::arena::statistics::{Elo, Sprt, Verdict};
use lab::arena::{self, Contestant, Finished, Opening, Plan, Standing};

use crate::args::Match;
use crate::{Console, Failure, House, interrupt};

pub(crate) fn run(args: &Match, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let plan = plan(args)?;
    let mut archive = args.save.as_deref().map(|path| Archive::open(path, house)).transpose()?;
    let stop = interrupt::flag()?;
    let standing = arena::run(&plan, stop, &mut |game, standing| {
        console.note(&game_line(&plan, game, standing));
        archive.as_mut().map_or(Ok(()), |archive| archive.keep(&plan, game))
    })?;
    write!(console.out, "{}", summary(&plan, &standing))?;
    Ok(())
}

fn plan(args: &Match) -> Result<Plan> {
    let rules = variant::rules(&args.rules)?;
    let mut openings = match &args.openings {
        None => vec![Opening::usual(rules)?],
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
            arena::read_openings(&text, rules).with_context(|| path.display().to_string())?
        }
    };
    if let Some(seed) = args.shuffle {
        shuffle(&mut openings, seed);
    }
    let sprt = match args.sprt.as_slice() {
        [elo0, elo1] => Some(Sprt { elo0: *elo0, elo1: *elo1, alpha: args.alpha, beta: args.beta }),
        _ => None,
    };
    Ok(Plan {
        contestants: contestants(args)?,
        rules,
        openings,
        pairs: args.games.div_ceil(2),
        concurrency: args.concurrency,
        margin: Duration::from_millis(args.margin),
        sprt,
    })
}

fn contestants(args: &Match) -> Result<[Contestant; 2]> {
    let own = std::env::current_exe().context("where am I?")?.to_string_lossy().into_owned();
    let own = [own, "uci".to_owned()];
    let limit = |limit: &Option<arena::Limit>| limit.unwrap_or(args.limit);
    let mut first = Contestant::read(&args.engine1, &own, limit(&args.limit1))?;
    let mut second = Contestant::read(&args.engine2, &own, limit(&args.limit2))?;
    args.options1.iter().try_for_each(|option| first.add_option(option))?;
    args.options2.iter().try_for_each(|option| second.add_option(option))?;
    Ok([first, second])
}

fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut rng = SplitMix::new(seed);
    for index in (1..openings.len()).rev() {
        openings.swap(index, rng.below(index + 1));
    }
}

/// One line a game, for those who watch.
fn game_line(plan: &Plan, game: &Finished, standing: &Standing) -> String {
    let [cho, han] = [game.cho, 1 - game.cho].map(|index| &plan.contestants[index].name);
    let fault =
        game.bout.fault.as_ref().map(|(side, fault)| format!(" ({}: {fault})", side.name())).unwrap_or_default();
    format!(
        "game {}: {cho} - {han}: {}{fault}, {} plies; {}",
        standing.count(),
        game.bout.result,
        game.bout.plies,
        tally(standing)
    )
}

fn tally(standing: &Standing) -> String {
    let [losses, draws, wins] = standing.games;
    format!("W {wins} D {draws} L {losses}, {:.1} %, Elo {}", 100.0 * standing.share(), elo_text(standing.pairs.elo()))
}

/// The interval of pairs; nothing is known before the first pair is complete.
fn elo_text(Elo { low, middle, high }: Elo) -> String {
    format!("{middle:+.1} [{low:+.1}, {high:+.1}]")
}

/// What scripts read: a name and values a line.
fn summary(plan: &Plan, standing: &Standing) -> String {
    let [losses, draws, wins] = standing.games;
    let Elo { low, middle, high } = standing.pairs.elo();
    let pairs = standing.pairs.counts().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let ends: Vec<_> = standing.results.iter().map(|(result, count)| format!("{count} {result}")).collect();
    let mut lines = vec![
        format!("engines {} - {}", plan.contestants[0].name, plan.contestants[1].name),
        format!("games {}", standing.count()),
        format!("won {wins} drawn {draws} lost {losses}"),
        format!("pairs {pairs} (worth 0, 1/2, 1, 3/2, 2 points)"),
        format!("score {:.2} %", 100.0 * standing.share()),
        format!("elo {middle:+.1} from {low:+.1} to {high:+.1} (95 %, by pairs)"),
        format!("los {:.1} %", 100.0 * standing.pairs.likelihood_of_superiority()),
    ];
    lines.extend(plan.sprt.map(|sprt| sprt_line(&sprt, standing)));
    lines.push(format!("ends {}", ends.join(", ")));
    lines.push(format!("faults {} - {}", standing.faults[0], standing.faults[1]));
    lines.join("\n") + "\n"
}

fn sprt_line(sprt: &Sprt, standing: &Standing) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(&standing.pairs) {
        Verdict::Open => "open",
        Verdict::Rejected => "rejected",
        Verdict::Accepted => "accepted",
    };
    let (ratio, elo0, elo1) = (sprt.ratio(&standing.pairs), sprt.elo0, sprt.elo1);
    format!(
        "sprt {verdict} llr {ratio:+.2} from {low:+.2} to {high:+.2} elo0 {elo0} elo1 {elo1} (pentanomial, logistic)"
    )
}

/// A file to which games are added.
struct Archive {
    file: File,
    write: Writer,
}

impl Archive {
    fn open(path: &Path, house: House) -> Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let formats = house.find(arena::KIND).map_or(&[][..], |game| game.about().formats);
        let named = formats.iter().find(|format| format.name.eq_ignore_ascii_case(ending));
        let format = named.or_else(|| formats.iter().find(|format| format.write.is_some()));
        let write = format.and_then(|format| format.write).with_context(|| format!("`{ending}` cannot be written"))?;
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))?;
        Ok(Self { file, write })
    }

    fn keep(&mut self, plan: &Plan, game: &Finished) -> Result<()> {
        let mut record = game.bout.record.clone();
        record.set_header("Event", "daeguk match");
        record.set_header("Round", format!("{}.{}", game.pair + 1, game.cho + 1));
        record.set_header("Cho", plan.contestants[game.cho].name.clone());
        record.set_header("Han", plan.contestants[1 - game.cho].name.clone());
        if let (Some((side, fault)), Some(last)) = (&game.bout.fault, record.entries.last_mut()) {
            last.notes.push(format!("{}: {fault}", side.name()));
        }
        let bytes = (self.write)(&record).map_err(|refusal| anyhow::anyhow!("cannot save a game: {refusal}"))?;
        self.file.write_all(&bytes)?;
        Ok(())
    }
}
