//! Forces an aim against every reply, or shows that it cannot be forced so quickly.
//!
//! Turns of the solver are counted, not actions: a seat that acts several times in a row has one turn, and what all
//! others do before the solver's next is one reply.

use std::collections::{HashMap, HashSet};

use game::{Deed, Match, Position, Table};

use super::aim::Aim;
use super::prove::{Budget, Unproved};
use crate::judge::Judge;
use crate::trail::{Mark, Trail};

/// The most actions that are tried within one turn.
const ACTS_MAX: usize = 4;
/// The most replies that are told.
const REPLIES_MAX: usize = 400;
/// The most turns that are counted.
const TURNS_MAX: usize = 8;

/// The actions of a turn, spelled.
type Turn = Result<Vec<String>, Unproved>;
/// Turns of which any may be played.
type Turns = Result<Vec<Vec<String>>, Unproved>;

/// The proofs of a game, for callers that handle any game.
#[derive(Clone, Copy)]
pub(crate) struct Prover {
    /// In how few turns the aim can be forced by threats alone, up to so many.
    pub(crate) find: fn(&dyn Table, &Aim, usize, &mut Budget) -> Option<usize>,
    /// The only turn with which the aim is forced in so many turns.
    pub(crate) only: fn(&dyn Table, &Aim, usize, &mut Budget) -> Turn,
    /// Any turn with which the aim is reached at once.
    pub(crate) last: fn(&dyn Table, &Aim, &mut Budget) -> Turn,
    /// The replies after which the aim takes just so many turns more.
    pub(crate) replies: fn(&dyn Table, &Aim, usize, &mut Budget) -> Turns,
}

impl Prover {
    pub(crate) const fn of<P: Position, J: Judge<P> + Default>() -> Self {
        Self {
            find: |table, aim, turns_max, budget| {
                let game = game_of::<P>(table).ok()?;
                let is_forced = |turns: &usize| {
                    let mut search = Search::<P, J>::new(game, aim, budget);
                    search.threats_only = true;
                    search.wins(game.position(), *turns) == Ok(true)
                };
                (1..=turns_max.min(TURNS_MAX)).find(is_forced)
            },
            only: |table, aim, turns, budget| {
                let game = game_of::<P>(table)?;
                let acts = Search::<P, J>::new(game, aim, budget).only(game.position(), turns)?;
                spelled(game, &acts)
            },
            last: |table, aim, budget| {
                let game = game_of::<P>(table)?;
                let ends = Search::<P, J>::new(game, aim, budget).quickest(game.position())?;
                spelled(game, &ends.first().ok_or(Unproved::NotForced)?.acts)
            },
            replies: |table, aim, turns, budget| {
                let game = game_of::<P>(table)?;
                let replies = Search::<P, J>::new(game, aim, budget).replies(game.position(), turns)?;
                replies.iter().map(|acts| spelled(game, acts)).collect()
            },
        }
    }
}

fn game_of<P: Position>(table: &dyn Table) -> Result<&Match<P>, Unproved> {
    table.as_any().downcast_ref().ok_or(Unproved::NotForced)
}

fn spelled<P: Position>(game: &Match<P>, acts: &[P::Action]) -> Turn {
    let mut game = game.clone();
    let mut texts = Vec::with_capacity(acts.len());
    for action in acts {
        texts.push(game.position().spell(&Deed::Act(*action)));
        game.do_deed(Deed::Act(*action)).map_err(|_| Unproved::NotForced)?;
    }
    Ok(texts)
}

/// A turn played to its end.
struct End<A> {
    acts: Vec<A>,
    key: u64,
    /// Whether the aim is reached with it; nothing if the others are to move.
    reached: Option<bool>,
}

struct Search<'a, P: Position, J> {
    judge: J,
    aim: &'a Aim,
    trail: Trail,
    /// What is known of positions, by their key and the turns that are left.
    known: HashMap<u64, bool>,
    /// What settled the last position with so many turns left, for whoever was to move.
    killers: [[Option<P::Action>; 2]; TURNS_MAX + 1],
    budget: &'a mut Budget,
    /// Whether the solver may do nothing but threaten.
    threats_only: bool,
}

impl<'a, P: Position, J: Judge<P> + Default> Search<'a, P, J> {
    fn new(game: &Match<P>, aim: &'a Aim, budget: &'a mut Budget) -> Self {
        Self {
            judge: J::default(),
            aim,
            trail: Trail::new(game.past()),
            known: HashMap::new(),
            killers: [[None; 2]; TURNS_MAX + 1],
            budget,
            threats_only: false,
        }
    }

    /// Whether the aim is reached within so many turns of the solver, whatever the others do.
    fn wins(&mut self, position: &P, turns: usize) -> Result<bool, Unproved> {
        let turns = turns.min(TURNS_MAX);
        let own = position.turn() == self.aim.seat();
        let key = self.judge.search_key(position) ^ (turns as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if let Some(wins) = self.known.get(&key) {
            return Ok(*wins);
        }
        let actions = self.ordered(position, self.killers[turns][usize::from(own)]);
        // Without an answer nobody is forced to anything.
        let mut wins = !own && !actions.is_empty();
        for action in actions {
            if self.step(position, action, turns)? == own {
                wins = own;
                self.killers[turns][usize::from(own)] = Some(action);
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    fn step(&mut self, position: &P, action: P::Action, turns: usize) -> Result<bool, Unproved> {
        let (child, mark) = self.play(position, action)?;
        let found = self.follow_up(position, &child, turns);
        self.trail.back(mark);
        found
    }

    fn follow_up(&mut self, before: &P, child: &P, turns: usize) -> Result<bool, Unproved> {
        if let Some(reached) = self.aim.reached(child) {
            return Ok(reached);
        }
        let passed = self.passes(before, child);
        let left = turns - usize::from(passed);
        if left == 0 || (passed && self.threats_only && !self.judge.must_answer(child)) {
            return Ok(false);
        }
        self.wins(child, left)
    }

    /// Whether the solver's turn ends between two positions.
    fn passes(&self, before: &P, child: &P) -> bool {
        let seat = self.aim.seat();
        before.turn() == seat && (child.turn() != seat || child.turn_mark() != before.turn_mark())
    }

    fn play(&mut self, position: &P, action: P::Action) -> Result<(P, Mark), Unproved> {
        self.budget.spend()?;
        Ok(self.trail.play(position, action))
    }

    /// The actions that board and past allow, the most promising first.
    fn ordered(&self, position: &P, killer: Option<P::Action>) -> Vec<P::Action> {
        let mut ranked = Vec::new();
        position.each_legal(&mut |action| {
            if position.bans(action, self.trail.past()).is_none() {
                let hint = if Some(action) == killer { i32::MAX } else { self.judge.hint(position, action) };
                ranked.push((hint, action));
            }
        });
        ranked.sort_by_key(|(hint, _)| std::cmp::Reverse(*hint));
        ranked.into_iter().map(|(_, action)| action).collect()
    }

    /// The only turn that forces the aim in just so many turns. Turns that lead to the same position, or do the same
    /// in another order, are one.
    fn only(&mut self, root: &P, turns: usize) -> Result<Vec<P::Action>, Unproved> {
        let quickest = self.quickest(root)?;
        if turns == 1 {
            return single(quickest);
        }
        if !quickest.is_empty() {
            return Err(Unproved::Sooner);
        }
        let mut winners: Vec<End<P::Action>> = Vec::new();
        for end in self.ends(root)? {
            if end.reached.is_none() && self.forces(root, &end.acts, turns - 1)? {
                winners.push(end);
            }
        }
        let acts = single(winners)?;
        if turns > 2 && self.forces(root, &acts, turns - 2)? { Err(Unproved::Sooner) } else { Ok(acts) }
    }

    /// Whether the aim is forced within so many turns after some actions.
    fn forces(&mut self, root: &P, acts: &[P::Action], turns: usize) -> Result<bool, Unproved> {
        let (position, mark) = self.walk(root, acts)?;
        let wins = self.wins(&position, turns);
        if let Some(mark) = mark {
            self.trail.back(mark);
        }
        wins
    }

    /// The position after some actions, and the way back.
    fn walk(&mut self, root: &P, acts: &[P::Action]) -> Result<(P, Option<Mark>), Unproved> {
        let (mut position, mut first) = (root.clone(), None);
        for action in acts {
            let (child, mark) = self.play(&position, *action)?;
            position = child;
            first.get_or_insert(mark);
        }
        Ok((position, first))
    }

    /// The turns that reach the aim at once with the fewest actions.
    fn quickest(&mut self, root: &P) -> Result<Vec<End<P::Action>>, Unproved> {
        let mut frontier = vec![Vec::new()];
        let mut seen = HashSet::new();
        for _ in 0..ACTS_MAX {
            let mut ends = Vec::new();
            frontier = self.widened(root, &frontier, &mut seen, &mut ends)?;
            ends.retain(|end| end.reached == Some(true));
            if !ends.is_empty() || frontier.is_empty() {
                return Ok(ends);
            }
        }
        Ok(Vec::new())
    }

    /// Every turn, once for each position to which it leads.
    fn ends(&mut self, root: &P) -> Result<Vec<End<P::Action>>, Unproved> {
        let (mut frontier, mut seen, mut ends) = (vec![Vec::new()], HashSet::new(), Vec::new());
        for _ in 0..ACTS_MAX {
            frontier = self.widened(root, &frontier, &mut seen, &mut ends)?;
        }
        Ok(ends)
    }

    /// Turns that are under way with one action more; those that have come to their end go to `ends`.
    fn widened(
        &mut self,
        root: &P,
        frontier: &[Vec<P::Action>],
        seen: &mut HashSet<u64>,
        ends: &mut Vec<End<P::Action>>,
    ) -> Result<Vec<Vec<P::Action>>, Unproved> {
        let mut wider = Vec::new();
        for acts in frontier {
            let (position, start) = self.walk(root, acts)?;
            for action in self.ordered(&position, None) {
                let (child, mark) = self.play(&position, action)?;
                self.trail.back(mark);
                let key = self.judge.search_key(&child);
                if !seen.insert(key) {
                    continue;
                }
                let longer: Vec<_> = acts.iter().copied().chain([action]).collect();
                let reached = self.aim.reached(&child);
                if reached.is_some() || self.passes(&position, &child) {
                    ends.push(End { acts: longer, key, reached });
                } else {
                    wider.push(longer);
                }
            }
            if let Some(mark) = start {
                self.trail.back(mark);
            }
        }
        Ok(wider)
    }

    /// What all others may do before the solver's next turn so that the aim takes just so many turns more.
    fn replies(&mut self, root: &P, turns: usize) -> Result<Vec<Vec<P::Action>>, Unproved> {
        let mut found = Vec::new();
        self.gather_replies(root, turns, &mut Vec::new(), &mut found)?;
        Ok(found)
    }

    fn gather_replies(
        &mut self,
        position: &P,
        turns: usize,
        acts: &mut Vec<P::Action>,
        found: &mut Vec<Vec<P::Action>>,
    ) -> Result<(), Unproved> {
        if position.turn() == self.aim.seat() {
            if found.len() < REPLIES_MAX && (turns == 1 || !self.wins(position, turns - 1)?) {
                found.push(acts.clone());
            }
            return Ok(());
        }
        for action in self.ordered(position, None) {
            let (child, mark) = self.play(position, action)?;
            if self.aim.reached(&child).is_none() {
                acts.push(action);
                self.gather_replies(&child, turns, acts, found)?;
                acts.pop();
            }
            self.trail.back(mark);
        }
        Ok(())
    }
}

/// The one turn of several that do the same.
fn single<A: Copy + Eq + std::fmt::Display>(ends: Vec<End<A>>) -> Result<Vec<A>, Unproved> {
    let sorted = |acts: &[A]| {
        let mut texts: Vec<String> = acts.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    };
    let mut ends = ends.into_iter();
    let first = ends.next().ok_or(Unproved::NotForced)?;
    let same = |other: &End<A>| other.key == first.key || sorted(&other.acts) == sorted(&first.acts);
    if ends.all(|other| same(&other)) { Ok(first.acts) } else { Err(Unproved::Other) }
}
