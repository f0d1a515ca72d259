//! From what was typed to a game in progress.

use game::{Game, Refusal, Table};

use crate::args::{Beginning, Play};
use crate::{Failure, House};

/// The game of that name, which the argument parser has already seen to exist.
pub(crate) fn find(house: House, kind: &str) -> Result<&'static dyn Game, Failure> {
    house.find(kind).ok_or_else(|| Failure::Misused(format!("there is no game `{kind}`")))
}

/// Sits down to a game at its start or at a given state.
pub(crate) fn sit_down(house: House, from: &Beginning) -> Result<Box<dyn Table>, Failure> {
    let game = find(house, &from.game)?;
    let table = match &from.state {
        None => game.start(&from.rules),
        Some(state) => game.load(&from.rules, state),
    };
    table.map_err(|refusal| Failure::misused(&refusal))
}

/// A game after the actions that the rules allowed.
pub(crate) struct Sitting {
    /// The game before the first refused action, or after all of them.
    pub(crate) table: Box<dyn Table>,
    /// Why the next action was refused.
    refusal: Option<Refusal>,
}

impl Sitting {
    /// Plays the actions up to the first that is refused.
    pub(crate) fn play(house: House, play: &Play) -> Result<Self, Failure> {
        let mut table = sit_down(house, &play.from)?;
        let refusal = play.actions.iter().find_map(|action| table.act(action).err());
        // A state that was merely loaded is shown as it is; after an action the rules have their turn.
        if table.deeds() > 0 {
            table.carry_out_forced();
        }
        Ok(Self { table, refusal })
    }

    /// The table, if no action was refused.
    pub(crate) fn into_table(self) -> Result<Box<dyn Table>, Failure> {
        self.refusal.map_or(Ok(self.table), |refusal| Err(Failure::Refused(refusal)))
    }

    /// The end of a command that has printed the table.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.refusal.map_or(Ok(()), |refusal| Err(Failure::Refused(refusal)))
    }
}
