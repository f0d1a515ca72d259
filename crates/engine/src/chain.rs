//! Chains of threats: lines in which a seat threatens with every action, whoever is threatened must answer at
//! once, and no answer saves it.
//!
//! A search to a fixed width hardly sees them, because they are long and thin. Proof numbers do (depth-first,
//! Nagai 2002): the next position to look at is always where the fewest further ones decide.

use std::collections::HashMap;
use std::marker::PhantomData;

use game::{Moment, Position, Seat};

use crate::judge::Judge;
use crate::trail::Trail;
use crate::{Limits, Timer};

/// No line is followed further.
const PLY_MAX: usize = 31;
/// Proven, or disproven.
const NEVER: u32 = 1 << 30;

/// The least number of positions that must be decided to prove a chain, or to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const PROVEN: Self = Self { proof: 0, disproof: NEVER };
    const DISPROVEN: Self = Self { proof: NEVER, disproof: 0 };
    const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    /// As whoever is not to move sees them.
    const fn turned(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}

/// An action and the key of where it leads.
struct Branch<A> {
    action: A,
    key: u64,
    numbers: Numbers,
}

/// The search has used up what it may.
struct Spent;

/// One search for a chain.
pub struct Chain<'a, P: Position, J> {
    judge: &'a J,
    seat: Seat,
    trail: Trail,
    known: HashMap<u64, Numbers>,
    /// Opponents that are out already.
    beaten: usize,
    nodes: u64,
    limits: Limits,
    timer: &'a dyn Timer,
    game: PhantomData<fn() -> P>,
}

impl<'a, P: Position, J: Judge<P>> Chain<'a, P, J> {
    /// Prepares a search for a chain that beats an opponent of the seat to move.
    #[must_use]
    pub fn new(judge: &'a J, position: &P, past: &[Moment], limits: Limits, timer: &'a dyn Timer) -> Self {
        let (seat, trail, known) = (position.turn(), Trail::new(past), HashMap::new());
        let mut chain = Self { judge, seat, trail, known, beaten: 0, nodes: 0, limits, timer, game: PhantomData };
        chain.beaten = chain.beaten_in(position);
        chain
    }

    /// The first action of a chain, if there is one and it is found.
    pub fn find(&mut self, position: &P) -> Option<P::Action> {
        let limit = Numbers { proof: NEVER, disproof: NEVER };
        let numbers = self.look(position, limit, 0).ok()?;
        if numbers.proof > 0 {
            return None;
        }
        let branches = self.branches(position).ok()?;
        branches.into_iter().find(|branch| branch.numbers.proof == 0).map(|branch| branch.action)
    }

    /// How many positions were looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn beaten_in(&self, position: &P) -> usize {
        let others = Seat::first(P::SEATS.len()).filter(|other| !self.judge.allied(position, self.seat, *other));
        others.filter(|other| self.judge.merit(position, *other).is_some_and(|merit| merit.number() < 0)).count()
    }

    /// What is known of a position before anybody looks further: it is over, the chain is broken, or nothing.
    fn first_sight(&self, position: &P) -> Option<Numbers> {
        if self.beaten_in(position) > self.beaten {
            return Some(Numbers::PROVEN);
        }
        let goes_on =
            position.outcome().is_none() && (position.turn() == self.seat || self.judge.must_answer(position));
        (!goes_on).then_some(Numbers::DISPROVEN)
    }

    /// The actions of a position that keep the chain going, or all answers to it.
    fn branches(&mut self, position: &P) -> Result<Vec<Branch<P::Action>>, Spent> {
        let own = position.turn() == self.seat;
        let mut actions = Vec::new();
        position.each_legal(&mut |action| {
            if !own || self.judge.may_threaten(position, action) {
                actions.push(action);
            }
        });
        let mut branches = Vec::with_capacity(actions.len());
        for action in actions {
            if position.bans(action, self.trail.past()).is_some() {
                continue;
            }
            self.nodes += 1;
            let (child, mark) = self.trail.play(position, action);
            self.trail.back(mark);
            let seen = self.first_sight(&child);
            let keeps_on = seen.is_some() || child.turn() != self.seat;
            if own && (seen == Some(Numbers::DISPROVEN) || !keeps_on) {
                continue;
            }
            let key = self.judge.search_key(&child);
            let numbers = seen.or_else(|| self.known.get(&key).copied()).unwrap_or(Numbers::UNKNOWN);
            branches.push(Branch { action, key, numbers });
        }
        if self.is_spent() { Err(Spent) } else { Ok(branches) }
    }

    fn is_spent(&self) -> bool {
        let many = self.limits.nodes.is_some_and(|nodes| self.nodes > nodes);
        let late = self.limits.time_ms.is_some_and(|limit| self.timer.elapsed_ms() >= limit);
        many || late || self.timer.stopped()
    }

    /// Looks below a position until one of its numbers reaches its limit.
    fn look(&mut self, position: &P, limit: Numbers, ply: usize) -> Result<Numbers, Spent> {
        if ply >= PLY_MAX {
            return Ok(Numbers::DISPROVEN);
        }
        // Seen from whoever is to move, both kinds of positions are alike: one good branch is enough.
        let own = position.turn() == self.seat;
        let view = |numbers: Numbers| if own { numbers } else { numbers.turned() };
        let limit = view(limit);
        let mut branches = self.branches(position)?;
        loop {
            let whole = summed(&branches, view);
            if whole.proof >= limit.proof || whole.disproof >= limit.disproof {
                let numbers = view(whole);
                self.known.insert(self.judge.search_key(position), numbers);
                return Ok(numbers);
            }
            let Some((best, second)) = most_promising(&branches, view) else { return Ok(view(whole)) };
            let branch = &branches[best];
            let others = whole.disproof - view(branch.numbers).disproof;
            let below = Numbers {
                proof: limit.proof.min(second.saturating_add(1)),
                disproof: limit.disproof.saturating_sub(others).min(NEVER),
            };
            let (child, mark) = self.trail.play(position, branch.action);
            let found = self.look(&child, view(below), ply + 1);
            self.trail.back(mark);
            branches[best].numbers = found?;
            self.refresh(&mut branches);
        }
    }

    /// What was learned of positions on the way to another counts here, too.
    fn refresh(&self, branches: &mut [Branch<P::Action>]) {
        for branch in branches {
            let is_open = branch.numbers.proof > 0 && branch.numbers.disproof > 0;
            if let Some(numbers) = self.known.get(&branch.key).filter(|_| is_open) {
                branch.numbers = *numbers;
            }
        }
    }
}

/// The numbers of a position by its branches, as its mover sees them.
fn summed<A>(branches: &[Branch<A>], view: impl Fn(Numbers) -> Numbers) -> Numbers {
    let seen = || branches.iter().map(|branch| view(branch.numbers));
    let proof = seen().map(|numbers| numbers.proof).min().unwrap_or(NEVER);
    let disproof = seen().fold(0_u32, |sum, numbers| sum.saturating_add(numbers.disproof).min(NEVER));
    Numbers { proof, disproof }
}

/// The branch that is proven most easily, and what the next one takes.
fn most_promising<A>(branches: &[Branch<A>], view: impl Fn(Numbers) -> Numbers) -> Option<(usize, u32)> {
    let mut best: Option<(usize, u32)> = None;
    let mut second = NEVER;
    for (index, branch) in branches.iter().enumerate() {
        let proof = view(branch.numbers).proof;
        match best {
            Some((_, least)) if proof >= least => second = second.min(proof),
            _ => {
                second = best.map_or(NEVER, |(_, least)| least);
                best = Some((index, proof));
            }
        }
    }
    best.map(|(index, _)| (index, second))
}
