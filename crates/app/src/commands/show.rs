//! `daeguk show`: the board for a person.

use crate::args::Play;
use crate::sitting::Sitting;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Play, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let sitting = Sitting::play(house, args)?;
    let board = sitting.table.show(None, console.paint());
    writeln!(console.out, "{}", board.trim_end_matches('\n'))?;
    sitting.finish()
}
