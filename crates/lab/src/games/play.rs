//! Games of a player against itself, with what a careful search thinks of their positions.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use anyhow::{Context as _, Result, anyhow};
use engine::alpha_beta::{Finding, Inquiry, Method, Oversight, Shortcuts, search};
use engine::{Judge, Limits, Score, catalog};
use game::rng::SplitMix;
use game::{Deed, Match, Position};

use super::file::{Block, Step, Walk, Writer};

/// What to play.
#[derive(Clone, Debug)]
pub struct Order {
    /// The rules, taken in turn; `{round}` in them becomes the number of the game.
    pub rules: Vec<String>,
    /// The number of games in the whole file.
    pub games: usize,
    /// Positions to look at for each action.
    pub nodes: u64,
    /// Random actions at the start, at least; up to half as many more.
    pub random: usize,
    /// The seed of all games.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
    /// A network beside the judge by hand.
    pub network: Option<PathBuf>,
}

/// A game is left after so many actions.
const STEPS_MAX: usize = 400;
/// The longest walk.
const WALK_MAX: usize = 4;
/// One position in so many sets out for a walk.
const WALK_EVERY: usize = 2;
/// Values beyond this are decided and teach nothing.
const VALUE_MAX: i32 = 4000;
/// One action in so many is not the best but one of about the same worth.
const STRAY_EVERY: usize = 6;
const STRAY_MARGIN: i32 = 25;

/// Plays the games that the file lacks. `stop` ends it early without losing anything.
pub(super) fn run<P: Position, J: Judge<P>>(
    order: &Order,
    method: Method,
    judge: &J,
    out: &Path,
    stop: &AtomicBool,
) -> Result<(usize, usize)> {
    let mut writer = Writer::open(out, &recipe::<P>(order))?;
    let missing: Vec<usize> = (0..order.games).filter(|number| !writer.has(*number)).collect();
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::sync_channel(64);
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..order.threads.max(1) {
            let (sender, next, missing) = (sender.clone(), &next, &missing);
            scope.spawn(move || {
                let player = Player { order, judge, method: Method { shortcuts: Shortcuts::Safe, ..method } };
                while !stop.load(Relaxed) {
                    let Some(number) = missing.get(next.fetch_add(1, Relaxed)) else { break };
                    if sender.send(player.game::<P>(*number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        finished.into_iter().try_for_each(|game| writer.append(&game?))
    })?;
    Ok(writer.count())
}

/// All that decides the content of the games.
fn recipe<P: Position>(order: &Order) -> String {
    let Order { rules, nodes, random, seed, network, .. } = order;
    format!("{} {rules:?} {nodes} {random} {seed} {network:?}", P::KIND)
}

/// A game from its beginning.
pub(super) fn start<P: Position>(rules: &str) -> Result<Match<P>> {
    let table = catalog::find(P::KIND).context("a game of the house")?.start(rules).map_err(|why| anyhow!("{why}"))?;
    let mut game = table.as_any().downcast_ref::<Match<P>>().context("the game of its own kind")?.clone();
    game.carry_out_forced();
    Ok(game)
}

/// Does the action of that number; nothing if there is none.
pub(super) fn advance<P: Position>(game: &mut Match<P>, number: u16) -> Option<()> {
    let action = *game.legal().get(usize::from(number))?;
    game.do_deed(Deed::Act(action)).ok()?;
    game.carry_out_forced();
    Some(())
}

struct Player<'a, J> {
    order: &'a Order,
    judge: &'a J,
    method: Method,
}

impl<J> Player<'_, J> {
    fn game<P: Position>(&self, number: usize) -> Result<Block>
    where
        J: Judge<P>,
    {
        let mut rng = SplitMix::new(self.order.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64);
        let rules = self.order.rules[number % self.order.rules.len()].replace("{round}", &number.to_string());
        let mut game = start::<P>(&rules)?;
        let random = self.order.random + rng.below(self.order.random / 2 + 1);
        let (mut steps, mut walks) = (Vec::new(), Vec::new());
        while game.outcome().is_none() && steps.len() < STEPS_MAX {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            let step = if steps.len() < random || legal.len() == 1 {
                Step { action: rng.below(legal.len()) as u16, value: None }
            } else {
                let (finding, value) = self.think(&game);
                let chosen = choose(&finding, &mut rng);
                let action = legal.iter().position(|action| Some(*action) == chosen).unwrap_or_default();
                walks.extend(self.walk(&game, steps.len(), &mut rng));
                Step { action: action as u16, value }
            };
            advance(&mut game, step.action).context("a legal action is allowed")?;
            steps.push(step);
        }
        Ok(Block { number, rules, steps, walks })
    }

    /// What a search finds, and the value that is worth learning: the mean of two successive depths, if
    /// nothing loud is in the air.
    fn think<P: Position>(&self, game: &Match<P>) -> (Finding<P::Action>, Option<i16>)
    where
        J: Judge<P>,
    {
        let position = game.position();
        let inquiry = Inquiry {
            position,
            past: game.past(),
            seat: position.turn(),
            judge: self.judge,
            method: self.method,
            oversight: Oversight::NONE,
            margin: STRAY_MARGIN,
            lines: 1,
            only: &[],
            limits: Limits { nodes: Some(self.order.nodes), ..Limits::default() },
            timer: &(),
        };
        let mut scores = Vec::new();
        let finding = search(&inquiry, &mut |finding| scores.push(finding.worth().score()));
        let loud = finding.choices.first().is_none_or(|choice| self.judge.is_loud(position, choice.0));
        let value = match scores[..] {
            _ if loud || self.judge.must_answer(position) => None,
            [.., Score::Value(before), Score::Value(last)] => Some(i32::midpoint(before, last)),
            [Score::Value(only)] => Some(only),
            _ => None,
        };
        (finding, value.filter(|value| value.abs() <= VALUE_MAX).map(|value| value as i16))
    }

    fn walk<P: Position>(&self, game: &Match<P>, after: usize, rng: &mut SplitMix) -> Option<Walk>
    where
        J: Judge<P>,
    {
        if rng.below(WALK_EVERY) > 0 {
            return None;
        }
        let mut walked = game.clone();
        let mut actions = Vec::new();
        for _ in 0..=rng.below(WALK_MAX) {
            let legal = walked.legal().len();
            let action = if legal > 0 { rng.below(legal) as u16 } else { return None };
            advance(&mut walked, action)?;
            actions.push(action);
        }
        if walked.outcome().is_some() || walked.legal().len() < 2 {
            return None;
        }
        let value = self.think(&walked).1?;
        Some(Walk { after: after as u16, actions, value })
    }
}

/// The best, or now and then another of about the same worth.
fn choose<A: Copy>(finding: &Finding<A>, rng: &mut SplitMix) -> Option<A> {
    let reach = if rng.below(STRAY_EVERY) == 0 { finding.choices.len() } else { 1 };
    let near: Vec<A> = finding.choices.iter().take(reach).map(|choice| choice.0).collect();
    rng.pick(&near).copied()
}
