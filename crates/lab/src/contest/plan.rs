//! What is to be played.

use anyhow::{Result, anyhow, bail};
use engine::Limits;
use game::rng::SplitMix;
use game::{Game, Table};

use super::{OPENINGS_MAX, Player, Seating, Seats};
use crate::arena::statistics::Sprt;

/// A match: two players, a game, and how often.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub game: &'static dyn Game,
    /// Its rules; `{round}` in them becomes the number of the trial, so that each has other terrain.
    pub rules: String,
    /// Who plays.
    pub players: [Player; 2],
    /// What each may spend on a thought.
    pub limits: [Limits; 2],
    /// How seats are shared out.
    pub seats: Seats,
    /// How many random actions a game begins with, the same for the games of a trial.
    pub random_actions: usize,
    /// How many trials.
    pub trials: usize,
    /// Other openings and choices for another seed.
    pub seed: u64,
    /// How many games at a time.
    pub concurrency: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// How many games make the whole match.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.trials * self.seats.games()
    }

    /// The trial of a game and who sits where in it.
    #[must_use]
    pub const fn place(&self, number: usize) -> (usize, Seating) {
        (number / self.seats.games(), self.seats.seating(number))
    }

    /// All that decides the content of the games, for journals.
    pub(super) fn recipe(&self) -> String {
        let [one, two] = [0, 1].map(|player| {
            let Limits { nodes, depth, time_ms } = self.limits[player];
            format!("{} {nodes:?} {depth:?} {time_ms:?}", self.players[player].name())
        });
        let (kind, Self { rules, seats, random_actions, seed, .. }) = (self.game.about().kind, self);
        format!("{kind} {rules:?} {one} - {two} {seats:?} {random_actions} {seed}")
    }

    /// The start of a trial's games: the same random actions for all of them.
    ///
    /// # Errors
    /// If the rules are refused, or all openings end the game.
    pub(super) fn start(&self, round: usize) -> Result<Box<dyn Table>> {
        opening(self.game, &self.rules, self.random_actions, self.seed * 1000 + round as u64)
    }
}

/// A game after so many random actions, always the same for a number, which also stands for `{round}` in the rules.
///
/// # Errors
/// If the rules are refused, or all openings end the game.
pub(crate) fn opening(
    game: &'static dyn Game,
    rules: &str,
    random_actions: usize,
    number: u64,
) -> Result<Box<dyn Table>> {
    let mut rng = SplitMix::new(number);
    let rules = rules.replace("{round}", &number.to_string());
    for _ in 0..OPENINGS_MAX {
        let mut table = game.start(&rules).map_err(|refusal| anyhow!("{refusal}"))?;
        table.carry_out_forced();
        for _ in 0..random_actions {
            let legal = table.legal();
            let Some(text) = rng.pick(&legal) else { break };
            table.act(text).map_err(|refusal| anyhow!("{refusal}"))?;
            table.carry_out_forced();
        }
        if table.outcome().is_none() {
            return Ok(table);
        }
    }
    bail!("{OPENINGS_MAX} random openings of {random_actions} actions all ended the game")
}
