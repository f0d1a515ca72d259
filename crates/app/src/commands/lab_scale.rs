//! `daeguk lab scale`: how values become expected results.

use std::sync::atomic::Ordering::Relaxed;

use engine::catalog;
use lab::scale::{self, Fit, Order};

use crate::args::LabScale;
use crate::{Console, Failure, interrupt};

pub(crate) fn run(args: &LabScale, console: &mut Console<'_>) -> Result<(), Failure> {
    let LabScale { games, nodes, random_actions, seed, .. } = *args;
    let missing = || Failure::Misused(format!("there is no game `{}`", args.game));
    let game = catalog::find(&args.game).ok_or_else(missing)?;
    let present = catalog::scale(&args.game).ok_or_else(missing)?;
    let order = Order { game, rules: args.rules.clone(), games, nodes, random_actions, seed };
    let stop = interrupt::flag()?;
    let mut played = 0;
    let samples = scale::gather(&order, stop, &mut |number| {
        played = number;
        console.note(&format!("{number} of {games} games"));
    })?;
    let ended = if stop.load(Relaxed) { ", interrupted" } else { "" };
    writeln!(console.out, "{played} games, {} leads{ended}", samples.len())?;
    write(&scale::fit(&samples), "best", console)?;
    write(&scale::judged(&samples, present), "in use", console)
}

fn write(fit: &Fit, name: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let scale = fit.scale;
    writeln!(
        console.out,
        "\n{name}: scale {:.0}, bend {:.1}, log loss {:.4}",
        scale.unit(),
        scale.bend(),
        fit.log_loss
    )?;
    writeln!(console.out, "  leads  expected  found")?;
    for bin in &fit.bins {
        writeln!(console.out, "{:>7}  {:>8.1}  {:>5.1}", bin.count, bin.expected, bin.found)?;
    }
    Ok(())
}
