//! `daeguk state`: where a game stands.

use game::Table;

use crate::args::Play;
use crate::sitting::Sitting;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Play, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let sitting = Sitting::play(house, args)?;
    writeln!(console.out, "{}", sitting.table.state())?;
    writeln!(console.out, "{}", standing(sitting.table.as_ref()))?;
    sitting.finish()
}

fn standing(table: &dyn Table) -> String {
    match table.turn() {
        Some(seat) => format!("turn {}", table.seats()[seat.index()]),
        None => format!("result {}", table.result().unwrap_or_default()),
    }
}
