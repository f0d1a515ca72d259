//! One game between two engines.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use game::{Deed, Leaving, Match, Record};
use janggi::{Position, Rules, Side};

use super::limit::Allowance;
use super::process::{Process, Silence};
use super::{Limit, Opening};

/// Why an engine lost otherwise than by the rules of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It played what is not legal.
    Illegal(String),
    /// Its process ended.
    Crashed,
    /// It took too long.
    Late,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "illegal move `{text}`"),
            Self::Crashed => write!(f, "crash"),
            Self::Late => write!(f, "time forfeit"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The rule book's text for the result.
    pub result: String,
    /// Whose fault it was and what, if a game ended so.
    pub fault: Option<(Side, Fault)>,
    /// How many deeds were done, the opening's included.
    pub plies: usize,
    /// The whole game.
    pub record: Record,
}

/// Where and how a game is played.
pub(super) struct Setting<'a> {
    pub(super) rules: Rules,
    pub(super) opening: &'a Opening,
    /// Which of the two engines plays Cho.
    pub(super) cho: usize,
    /// The engines' limits.
    pub(super) limits: [Limit; 2],
    /// What a clock may be overrun by.
    pub(super) margin: Duration,
    pub(super) stop: &'a AtomicBool,
}

impl Setting<'_> {
    fn engine_of(&self, side: Side) -> usize {
        if side == Side::Cho { self.cho } else { 1 - self.cho }
    }
}

/// Plays a game; `None` if it was stopped before its end.
///
/// # Errors
/// If the opening cannot be played by the rules.
pub(super) fn play(engines: &mut [Process; 2], setting: &Setting<'_>) -> Result<Option<Bout>> {
    let mut game = setting.opening.play(setting.rules)?;
    let mut clocks = Side::ALL.map(|side| Allowance::new(setting.limits[setting.engine_of(side)]));
    for side in Side::ALL {
        match new_game(&mut engines[setting.engine_of(side)], setting.stop) {
            Ok(()) => {}
            Err(Silence::Stopped) => return Ok(None),
            Err(silence) => return Ok(Some(forfeited(game, side, fault(silence)))),
        }
    }
    let mut shown = Vec::new();
    while let Some(seat) = game.turn() {
        let side = Side::of(seat);
        match turn(&mut engines[setting.engine_of(side)], &mut game, &mut clocks, setting) {
            Ok(moment) => shown.push(moment),
            Err(Trouble::Stopped) => return Ok(None),
            Err(Trouble::Fault(fault)) => return Ok(Some(timed(forfeited(game, side, fault), &shown))),
        }
    }
    Ok(Some(timed(finished(&game, None), &shown)))
}

/// What a clock showed after which deed.
type Shown = (usize, Option<u64>);

fn timed(mut bout: Bout, shown: &[Shown]) -> Bout {
    for (index, clock_ms) in shown {
        bout.record.entries[*index].clock_ms = *clock_ms;
    }
    bout
}

fn new_game(engine: &mut Process, stop: &AtomicBool) -> Result<(), Silence> {
    engine.send("ucinewgame")?;
    engine.make_ready(stop)
}

/// Why a turn was not completed.
enum Trouble {
    Stopped,
    Fault(Fault),
}

impl From<Silence> for Trouble {
    fn from(silence: Silence) -> Self {
        if silence == Silence::Stopped { Self::Stopped } else { Self::Fault(fault(silence)) }
    }
}

fn fault(silence: Silence) -> Fault {
    if silence == Silence::Late { Fault::Late } else { Fault::Crashed }
}

/// Asks the engine whose turn it is, and does what it answers.
fn turn(
    engine: &mut Process,
    game: &mut Match<Position>,
    clocks: &mut [Allowance; 2],
    setting: &Setting<'_>,
) -> Result<Shown, Trouble> {
    let side = game.position().side().index();
    engine.send(&position_command(&setting.opening.start, game))?;
    let begin = Instant::now();
    engine.send(&clocks[side].command(&clocks[0], &clocks[1]))?;
    let answer = engine.wait_for("bestmove", begin + clocks[side].longest() + setting.margin, setting.stop)?;
    let text = answer.split(' ').next().unwrap_or_default();
    clocks[side].spend(begin.elapsed());
    let action = game.legal().into_iter().find(|action| action.to_string() == text);
    let action = action.ok_or_else(|| Trouble::Fault(Fault::Illegal(text.to_owned())))?;
    game.do_deed(Deed::Act(action)).map_err(|_| Trouble::Fault(Fault::Illegal(text.to_owned())))?;
    let shown = (game.entries().len() - 1, clocks[side].shown_ms());
    game.carry_out_forced();
    Ok(shown)
}

fn position_command(start: &str, game: &Match<Position>) -> String {
    let mut command = format!("position fen {start}");
    for (index, entry) in game.entries().iter().enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        command.push_str(&entry.deed);
    }
    command
}

/// A game that an engine lost by its own fault.
fn forfeited(mut game: Match<Position>, side: Side, fault: Fault) -> Bout {
    let why = if fault == Fault::Late { Leaving::Flagged } else { Leaving::Forfeited };
    game.leave(side.seat(), why).expect("a game under way can be left");
    finished(&game, Some((side, fault)))
}

fn finished(game: &Match<Position>, fault: Option<(Side, Fault)>) -> Bout {
    let winner = game.position().ending().and_then(|ending| ending.winner);
    let record = game.record();
    let result = record.result.clone().unwrap_or_default();
    Bout { winner, result, fault, plies: game.entries().len(), record }
}
