//! A thinking player for any game that has a judge.

use game::rng::SplitMix;
use game::{BySeat, Deed, Match, Position};

use crate::alpha_beta::{Chains, Finding, Inquiry, Method, Oversight, room, search_with};
use crate::brain::opposed;
use crate::chain::Chain;
use crate::judge::Judge;
use crate::levels::{Care, Strength};
use crate::trail::Trail;
use crate::transpositions::Transpositions;
use crate::view::View;
use crate::worth::Worth;
use crate::{Brain, Decision, Limits, Score, Task, Thought};

/// Searches as deep as its strength allows and chooses with the care that its strength has.
#[derive(Clone, Debug)]
pub struct Thinker<P: Position, J> {
    judge: J,
    method: Method,
    strength: Strength,
    seed: u64,
    /// What it has found in the thoughts before: a turn of several actions is thought through once.
    table: Option<Transpositions<P::Action>>,
}

/// A chain that so many positions do not show is not looked for further.
const CHAIN_NODES: u64 = 40_000;
/// How far the first action of a chain is looked at, to tell of it.
const CHAIN_DEPTH: u32 = 2;
/// How many guesses are searched where something is hidden.
const GUESSES: u32 = 4;
/// Guesses are compared by worth, so other actions than the best of one need theirs, too.
const GUESS_MARGIN: i32 = 200;

impl<P: Position, J: Judge<P>> Thinker<P, J> {
    /// A player whose inexact choices depend on the seed and on nothing else but the game.
    #[must_use]
    pub const fn new(judge: J, method: Method, strength: Strength, seed: u64) -> Self {
        Self { judge, method, strength, seed, table: None }
    }

    fn decide(&mut self, game: &Match<P>, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Option<Decision> {
        let view = View::new(game, task, &self.judge);
        let act = |action| Decision::Act(view.position.spell(&Deed::Act(action)));
        if let ([only], false) = (&game.legal()[..], task.is_study()) {
            return Some(act(*only));
        }
        if let Some(action) = self.chain(&view, task) {
            self.tell_of(action, &view, task, tell);
            return Some(act(action));
        }
        let mut rng = SplitMix::new(view.seed ^ self.seed);
        let finding = self.search(&view, task, &mut rng, tell);
        if self.gives_up(&view, &finding) {
            return Some(Decision::Resign);
        }
        choose(&finding.choices, self.strength.care, &mut rng).map(act)
    }

    /// The first action of a chain of threats that beats somebody, where the game is one of such chains.
    fn chain(&self, view: &View<'_, P>, task: &Task<'_>) -> Option<P::Action> {
        let share = self.judge.chain_share();
        if self.method.chains == Chains::Ignored || share == 0 || task.is_study() || view.position.turn() != view.seat {
            return None;
        }
        let limits = self.limits(task.limits, &view.position);
        let nodes = limits.nodes.map_or(CHAIN_NODES, |nodes| CHAIN_NODES.min(nodes * share / 100));
        let time_ms = limits.time_ms.map(|time| time * share / 100);
        Chain::new(
            &self.judge,
            &view.position,
            &view.past,
            Limits { nodes: Some(nodes), depth: None, time_ms },
            task.timer,
        )
        .find(&view.position)
    }

    /// Tells what a short look at one action shows.
    fn tell_of(&mut self, action: P::Action, view: &View<'_, P>, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) {
        let only = [action.to_string()];
        let Task { table, seat, limits, timer, lines, known, .. } = *task;
        let limits = Limits { depth: Some(CHAIN_DEPTH), ..self.limits(limits, &view.position) };
        let task = Task { table, seat, limits, timer, lines, only: &only, known };
        self.search_one(view, &view.position, &task, limits, 0, tell);
    }

    fn search(
        &mut self,
        view: &View<'_, P>,
        task: &Task<'_>,
        rng: &mut SplitMix,
        tell: &mut dyn FnMut(&Thought),
    ) -> Finding<P::Action> {
        let limits = self.limits(task.limits, &view.position);
        if !self.judge.hides(&view.position, view.seat) {
            return self.search_one(view, &view.position, task, limits, self.strength.care.margin, tell);
        }
        let share =
            Limits { nodes: limits.nodes.map(|nodes| nodes / u64::from(GUESSES)), depth: limits.depth, time_ms: None };
        let margin = self.strength.care.margin.max(GUESS_MARGIN);
        let findings = (1..=GUESSES).map(|number| {
            let time_ms = limits.time_ms.map(|time| time * u64::from(number) / u64::from(GUESSES));
            let guess = self.judge.guess(&view.position, view.seat, rng);
            self.search_one(view, &guess, task, Limits { time_ms, ..share }, margin, tell)
        });
        merged(&findings.collect::<Vec<_>>(), margin)
    }

    fn search_one(
        &mut self,
        view: &View<'_, P>,
        position: &P,
        task: &Task<'_>,
        limits: Limits,
        margin: i32,
        tell: &mut dyn FnMut(&Thought),
    ) -> Finding<P::Action> {
        let only: Vec<_> = task.only.iter().filter_map(|text| position.parse(text).ok()).collect();
        let inquiry = Inquiry {
            position,
            past: &view.past,
            seat: view.seat,
            judge: &self.judge,
            method: self.method,
            oversight: Oversight::new(self.strength.overlooks, self.seed),
            margin,
            lines: task.lines,
            only: &only,
            limits,
            timer: task.timer,
        };
        let nodes = room(&inquiry);
        let table = self.table.take().map_or_else(|| Transpositions::for_nodes(nodes), |table| table.renewed(nodes));
        let table = self.table.insert(table);
        search_with(&inquiry, table, &mut |finding| report(&self.judge, view, position, task, finding, tell))
    }

    /// The tighter of the strength's limits and the task's, with less thought where less is due.
    fn limits(&self, task: Limits, position: &P) -> Limits {
        let own = self.strength.limits;
        let effort = u64::from(self.judge.effort(position));
        Limits {
            nodes: tighter(own.nodes.map(|nodes| nodes * effort / 100), task.nodes),
            depth: tighter(own.depth, task.depth),
            time_ms: tighter(own.time_ms, task.time_ms),
        }
    }

    /// Only when it is plain to see on the board as well as found by searching.
    fn gives_up(&self, view: &View<'_, P>, finding: &Finding<P::Action>) -> bool {
        let hopeless = self.judge.hopeless(&view.position).filter(|_| self.strength.resigns);
        hopeless.is_some_and(|limit| {
            finding.depth > 1
                && finding.worth() < Worth::value(limit)
                && self.judge.value(&view.position, view.seat) < limit
        })
    }
}

impl<P: Position, J: Judge<P>> Brain for Thinker<P, J> {
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let game = task.table.as_any().downcast_ref::<Match<P>>();
        let decision = game.and_then(|game| self.decide(game, task, tell));
        // Of a game that it does not know, or that is over, it can only take leave.
        decision.unwrap_or(Decision::Resign)
    }

    fn memory(&self) -> usize {
        self.table.as_ref().map_or(0, Transpositions::bytes)
    }
}

fn report<P: Position, J: Judge<P>>(
    judge: &J,
    view: &View<'_, P>,
    position: &P,
    task: &Task<'_>,
    finding: &Finding<P::Action>,
    tell: &mut dyn FnMut(&Thought),
) {
    let found = finding.choices.iter().zip(&finding.lines).take(task.lines.max(1));
    for (index, ((_, worth), line)) in found.enumerate() {
        tell(&Thought {
            index,
            depth: finding.depth,
            score: worth.score(),
            nodes: finding.nodes,
            line: line.iter().map(ToString::to_string).collect(),
            values: values(judge, view, position, *worth, line),
        });
    }
}

/// With more than two seats the worth of a search is what one of them fears, so the judge is asked at the end
/// of the line.
fn values<P: Position, J: Judge<P>>(
    judge: &J,
    view: &View<'_, P>,
    position: &P,
    worth: Worth,
    line: &[P::Action],
) -> BySeat<i32> {
    if P::SEATS.len() == 2 {
        return opposed(2, view.seat, worth.number());
    }
    let mut trail = Trail::new(&view.past);
    let end = line.iter().fold(position.clone(), |position, action| trail.play(&position, *action).0);
    BySeat::from_fn(P::SEATS.len(), |seat| {
        let decided = judge.merit(&end, seat).map(|merit| Worth::end(merit, 0).number());
        decided.unwrap_or_else(|| judge.value(&end, seat))
    })
}

fn tighter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The average over several guesses. An action whose worth one of them did not tell is worth the
/// least there that it can be.
fn merged<A: Copy + Eq>(findings: &[Finding<A>], margin: i32) -> Finding<A> {
    let count = i32::try_from(findings.len()).unwrap_or(1).max(1);
    let mut sums: Vec<(A, i32)> = Vec::new();
    for (action, _) in findings.iter().flat_map(|finding| &finding.choices) {
        if sums.iter().all(|(other, _)| other != action) {
            let worth = |finding: &Finding<A>| {
                let known = finding.choices.iter().find(|choice| choice.0 == *action);
                known.map_or(finding.worth().number() - margin - 1, |choice| choice.1.number())
            };
            sums.push((*action, findings.iter().map(worth).sum::<i32>() / count));
        }
    }
    // Stable: the first of equals stays first.
    sums.sort_by_key(|(_, sum)| -sum);
    let nodes = findings.iter().map(|finding| finding.nodes).sum();
    let depth = findings.first().map_or(0, |finding| finding.depth);
    let told = |action| {
        let mut lines = findings.iter().flat_map(|finding| finding.choices.iter().zip(&finding.lines));
        lines.find(|((other, _), _)| *other == action).map_or_else(|| vec![action], |(_, line)| line.clone())
    };
    let lines = sums.iter().map(|(action, _)| told(*action)).collect();
    let choices = sums.into_iter().map(|(action, sum)| (action, Worth::value(sum))).collect();
    Finding { choices, depth, nodes, lines }
}

/// One of the best actions, the better the likelier. A certain end is never toyed with.
fn choose<A: Copy>(choices: &[(A, Worth)], care: Care, rng: &mut SplitMix) -> Option<A> {
    let (best, worth) = *choices.first()?;
    if care.margin == 0 || !matches!(worth.score(), Score::Value(_)) {
        return Some(best);
    }
    let near = choices.iter().filter(|choice| choice.1.number() + care.margin >= worth.number());
    let weights: Vec<(A, f64)> = near
        .map(|(action, other)| (*action, (f64::from(other.number() - worth.number()) / care.spread).exp()))
        .collect();
    let mut draw = fraction(rng) * weights.iter().map(|weight| weight.1).sum::<f64>();
    for (action, weight) in &weights {
        draw -= weight;
        if draw < 0.0 {
            return Some(*action);
        }
    }
    Some(best)
}

/// From 0 up to, but not including, 1.
fn fraction(rng: &mut SplitMix) -> f64 {
    f64::from((rng.next_u64() >> 32) as u32) / (f64::from(u32::MAX) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARE: Care = Care { margin: 100, spread: 50.0 };

    #[test]
    fn choices_keep_to_the_margin_and_prefer_the_better() {
        let choices: Vec<_> = [('a', 30), ('b', 0), ('c', -65), ('d', -71), ('e', -500)]
            .map(|(name, value)| (name, Worth::value(value)))
            .into();
        let mut rng = SplitMix::new(7);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..10_000 {
            *counts.entry(choose(&choices, CARE, &mut rng)).or_insert(0) += 1;
        }
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [Some('a'), Some('b'), Some('c')]);
        assert!(counts[&Some('a')] > counts[&Some('b')] && counts[&Some('b')] > counts[&Some('c')]);
    }

    #[test]
    fn a_win_is_never_toyed_with() {
        let choices = [('a', Worth::end(crate::Merit::WIN, 1)), ('b', Worth::end(crate::Merit::WIN, 3))];
        let mut rng = SplitMix::new(1);
        assert!((0..100).all(|_| choose(&choices, CARE, &mut rng) == Some('a')));
    }
}
