//! `daeguk perft`: counting action sequences.

use crate::args::Perft;
use crate::progress::while_waiting;
use crate::sitting::sit_down;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Perft, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let table = sit_down(house, &args.from)?;
    let what = format!("counting {} to depth {}", args.from.game, args.depth);
    if args.divide && args.depth > 0 {
        let counts = while_waiting(console, &what, || table.divide(args.depth));
        for (action, count) in &counts {
            writeln!(console.out, "{action} {count}")?;
        }
        writeln!(console.out, "{}", counts.iter().map(|(_, count)| count).sum::<u64>())?;
    } else {
        let count = while_waiting(console, &what, || table.perft(args.depth));
        writeln!(console.out, "{count}")?;
    }
    Ok(())
}
