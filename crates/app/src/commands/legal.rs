//! `daeguk legal`: what may be done.

use crate::args::Play;
use crate::sitting::Sitting;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Play, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let sitting = Sitting::play(house, args)?;
    if sitting.table.turn().is_some() {
        for action in sitting.table.legal() {
            writeln!(console.out, "{action}")?;
        }
    }
    sitting.finish()
}
