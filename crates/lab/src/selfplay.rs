//! One game of the engine against itself.

use std::sync::atomic::AtomicBool;

use engine::janggi::engine::{Engine, Problem};
use engine::janggi::search::{Budget, Line};
use engine::janggi::value::Value;
use game::Match;
use game::rng::SplitMix;
use janggi::{Action, Handicap, Lineup, Position, Rules, Start};

use crate::data::{GameResult, Sample};

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Positions to look at for each move.
    pub nodes: u64,
    /// Random plies at the start, at least; up to half as many more.
    pub random_plies: usize,
    /// The rules.
    pub rules: Rules,
}

/// A value at which a game is given up for lost, and for how many plies it must last.
const LOST: i32 = 3000;
const LOST_PLIES: u32 = 6;
/// Openings that are already lopsided teach nothing.
const OPENING_MAX: i32 = 900;

/// Plays the game with that number: the same number always gives the same game.
pub fn play(engine: &mut Engine, settings: &Settings, seed: u64, number: u64) -> Vec<Sample> {
    engine.clear();
    let mut game = opening(settings, seed, number);
    let mut samples = Vec::new();
    let think = |game: &Match<Position>| think(engine, game, settings.nodes);
    let result = conduct(&mut game, think, |position, line| {
        if is_quiet(position, line.actions[0]) && !line.value.is_certain() {
            samples.push(sample(position, line.value));
        }
    });
    result.map_or_else(Vec::new, |result| decided(samples, result))
}

/// Won less lost games of the first engine in two games with colors swapped.
pub fn play_pair(engines: &mut [Engine; 2], settings: &Settings, seed: u64, number: u64) -> i32 {
    let mut balance = 0;
    for cho in 0..2 {
        engines.iter_mut().for_each(Engine::clear);
        let mut game = opening(settings, seed, number);
        let think = |game: &Match<Position>| {
            let first_is_to_move = (game.position().side() == janggi::Side::Cho) == (cho == 0);
            think(&mut engines[usize::from(!first_is_to_move)], game, settings.nodes)
        };
        match conduct(&mut game, think, |_, _| {}) {
            Some(GameResult::Won) => balance += if cho == 0 { 1 } else { -1 },
            Some(GameResult::Lost) => balance -= if cho == 0 { 1 } else { -1 },
            Some(GameResult::Drawn) => {}
            None => return 0,
        }
    }
    balance
}

/// The engine's best line.
fn think(engine: &mut Engine, game: &Match<Position>, nodes: u64) -> Option<Line> {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    engine.think(&Problem::of(game), &budget, &(), &AtomicBool::new(false), &mut |_| {}).into_iter().next()
}

/// Plays a game to its end, or until it is plainly lost; gives Cho's result, or nothing where the
/// opening is lopsided.
fn conduct(
    game: &mut Match<Position>,
    mut think: impl FnMut(&Match<Position>) -> Option<Line>,
    mut note: impl FnMut(&Position, &Line),
) -> Option<GameResult> {
    let mut lost_for = 0;
    let mut first = true;
    while game.turn().is_some() {
        let Some(line) = think(game) else { break };
        if first && line.value.hundredths().abs() > OPENING_MAX {
            return None;
        }
        first = false;
        note(game.position(), &line);
        lost_for = if line.value.hundredths().abs() >= LOST { lost_for + 1 } else { 0 };
        if lost_for >= LOST_PLIES {
            let cho = (line.value > Value::EVEN) == (game.position().side() == janggi::Side::Cho);
            return Some(if cho { GameResult::Won } else { GameResult::Lost });
        }
        if game.do_deed(game::Deed::Act(line.actions[0])).is_err() {
            break;
        }
    }
    Some(match game.position().ending().and_then(|ending| ending.winner) {
        Some(janggi::Side::Cho) => GameResult::Won,
        Some(janggi::Side::Han) => GameResult::Lost,
        None => GameResult::Drawn,
    })
}

fn decided(mut samples: Vec<Sample>, result: GameResult) -> Vec<Sample> {
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

fn sample(position: &Position, value: Value) -> Sample {
    Sample {
        board: position.board().clone(),
        side: position.side(),
        value: value.hundredths() as i16,
        result: GameResult::Drawn,
        halfmove: position.halfmove().min(255) as u8,
    }
}

/// Nothing hangs in the air: no check, no bikjang, no capture about to be made.
pub(crate) fn is_quiet(position: &Position, action: Action) -> bool {
    !position.in_check(position.side())
        && !position.bikjang()
        && (action.is_pass() || position.board().at(action.to).is_none())
}

/// One of the sixteen pairs of set-ups, then random moves.
fn opening(settings: &Settings, seed: u64, number: u64) -> Match<Position> {
    let mut rng = SplitMix::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    loop {
        let pair = (number % 16) as usize;
        let start = Start { cho: Lineup::ALL[pair / 4], han: Lineup::ALL[pair % 4], handicap: Handicap::Off };
        let mut game: Match<Position> = Match::start(settings.rules, &start).expect("the four set-ups are offered");
        let plies = settings.random_plies + rng.below(settings.random_plies / 2 + 1);
        for _ in 0..plies {
            let moves: Vec<_> = game.legal().into_iter().filter(|action| !action.is_pass()).collect();
            let Some(action) = rng.pick(&moves) else { break };
            if game.do_deed(game::Deed::Act(*action)).is_err() {
                break;
            }
        }
        if game.turn().is_some() && game.entries().len() == plies {
            return game;
        }
    }
}
