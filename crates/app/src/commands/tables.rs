//! `daeguk tables`: endings known to their last move.

use std::path::PathBuf;

use engine::janggi::endgame::{Class, Family, TableFile, Verdict, bundle, read_all, tier};
use lab::endgame::{self as workshop, Tally, Watch};

use crate::args::tables::{Build, Bundle, Probe, Shelf, Tables, TablesCommand, Verify};
use crate::{Console, Failure, interrupt};

pub(crate) fn run(args: &Tables, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.command {
        TablesCommand::Build(args) => build(args, console),
        TablesCommand::Bundle(args) => bundle_up(args, console),
        TablesCommand::Probe(args) => probe(args, console),
        TablesCommand::Verify(args) => verify(args, console),
    }
}

fn folder(shelf: &Shelf) -> Result<PathBuf, Failure> {
    let usual = || server::data_folder().map(|folder| folder.join("tables"));
    shelf.dir.clone().or_else(usual).ok_or_else(|| Failure::Misused("there is no data folder; use --dir".to_owned()))
}

fn build(args: &Build, console: &mut Console<'_>) -> Result<(), Failure> {
    let folder = folder(&args.shelf)?;
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::Misused(format!("cannot make {}: {error}", folder.display())))?;
    let families = if args.family.is_empty() { Family::ALL.to_vec() } else { args.family.clone() };
    let mut tell = |class: &Class, family: Family, plies: u8, settled: usize| {
        console.note(&format!("{}: {settled} entries are over in {plies} plies", TableFile::name(class, family)));
    };
    let mut watch = Watch { tell: &mut tell, stop: interrupt::flag()? };
    let made = workshop::build(&folder, args.tier, &families, args.threads, &mut watch).map_err(anyhow::Error::from)?;
    for (name, bytes) in made {
        writeln!(console.out, "{name} {bytes}")?;
    }
    Ok(())
}

fn bundle_up(args: &Bundle, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut tables = read_all(&folder(&args.shelf)?).map_err(anyhow::Error::from)?;
    let wanted: Vec<Class> = args.tier.iter().flat_map(|number| tier(*number)).collect();
    let families = if args.family.is_empty() { Family::ALL.to_vec() } else { args.family.clone() };
    tables.retain(|table| {
        let class = table.class();
        wanted.contains(class) && class.men() <= args.men && families.contains(&table.family())
    });
    let bytes = bundle(&tables);
    std::fs::write(&args.out, &bytes)
        .map_err(|error| Failure::Misused(format!("cannot write {}: {error}", args.out.display())))?;
    writeln!(console.out, "{} tables, {} bytes", tables.len(), bytes.len())?;
    Ok(())
}

fn probe(args: &Probe, console: &mut Console<'_>) -> Result<(), Failure> {
    let probed = workshop::probe(&folder(&args.shelf)?, &args.rules, &args.state)?;
    writeln!(console.out, "{}", words(probed.verdict))?;
    for (action, verdict) in probed.actions {
        writeln!(console.out, "{action} {}", words(verdict))?;
    }
    Ok(())
}

fn words(verdict: Option<Verdict>) -> String {
    match verdict {
        None => "unknown".to_owned(),
        Some(Verdict::Win(moves)) => format!("win {moves}"),
        Some(Verdict::Loss(moves)) => format!("loss {moves}"),
        Some(Verdict::Open) => "open".to_owned(),
    }
}

fn verify(args: &Verify, console: &mut Console<'_>) -> Result<(), Failure> {
    let folder = folder(&args.shelf)?;
    let mut wrong = 0;
    for table in read_all(&folder).map_err(anyhow::Error::from)? {
        let (class, family) = (table.class(), table.family());
        let found = workshop::check(&folder, class, family, args.every, args.threads).map_err(anyhow::Error::from)?;
        let longest = found.longest.map_or_else(String::new, |(moves, fen)| format!("; longest win {moves}: {fen}"));
        let name = TableFile::name(class, family);
        writeln!(console.out, "{name}: stronger {}; weaker {}{longest}", shares(found.strong), shares(found.weak))?;
        for fen in &found.wrong {
            writeln!(console.out, "{name} wrong: {fen}")?;
        }
        wrong += found.wrong.len();
    }
    if wrong > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Of the entries with a side to move.
fn shares(tally: Tally) -> String {
    let share = |count: usize| 100.0 * count as f64 / tally.entries().max(1) as f64;
    format!("wins {:.2} % and loses {:.2} % of {}", share(tally.won), share(tally.lost), tally.entries())
}
