//! A tree that grows by one position at a time where it is most promising (Monte-Carlo tree search).
//!
//! Every seat looks after itself alone: a position has a chance for each of them, and whoever is to
//! move goes where its own is best. So two seats, four seats and several actions a turn are one case.

use std::marker::PhantomData;

use game::{Deed, Match, Moment, Position, Seat};

use super::budget::{Budget, Chances};
use crate::brain::opposed;
use crate::judge::Judge;
use crate::trail::Trail;
use crate::view::View;
use crate::{Brain, Decision, Score, Task, Thought};
use game::rng::SplitMix;

/// How a tree is grown.
pub trait Guide<P: Position>: Send {
    /// How much an action deserves attention before anything is known of it.
    fn prior(&self, position: &P, action: P::Action) -> f32;

    /// The chances of all seats in a position that has just been reached.
    fn chances(&mut self, position: &P, past: &[Moment]) -> Chances;

    /// How urgent another look below an action is.
    fn urgency(&self, branch: &Look, above: &Look) -> f32;
}

/// What is known of an action or of a position, to whoever chooses there.
#[derive(Clone, Copy)]
pub struct Look {
    pub(super) prior: f32,
    pub(super) visits: f32,
    /// The mean chance, without meaning if nobody has been there.
    pub(super) mean: f32,
}

struct Branch<A> {
    action: A,
    prior: f32,
    node: Option<u32>,
}

struct Node<P: Position> {
    position: P,
    moment: Moment,
    /// Whether the past begins here, because nothing before can come again.
    renews: bool,
    over: bool,
    branches: Vec<Branch<P::Action>>,
    visits: f32,
    sums: Chances,
}

/// A player that grows a tree and plays what was looked at most.
pub struct TreePlayer<P, J, G> {
    judge: J,
    guide: G,
    seed: u64,
    game: PhantomData<fn() -> P>,
}

impl<P: Position, J: Judge<P>, G: Guide<P>> TreePlayer<P, J, G> {
    pub(super) const fn with(judge: J, guide: G, seed: u64) -> Self {
        Self { judge, guide, seed, game: PhantomData }
    }

    fn decide(&mut self, game: &Match<P>, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Option<Decision> {
        let view = View::new(game, task, &self.judge);
        let position = view.guessed(&self.judge, &mut SplitMix::new(view.seed ^ self.seed));
        let mut tree = Tree::new(position, &view.past);
        let mut budget = Budget::new(task);
        tree.expand(0, &self.guide, &mut Trail::new(&view.past));
        if tree.nodes[0].branches.len() > 1 {
            while budget.spend() {
                tree.grow(&view.past, &mut self.guide);
            }
        }
        let line = tree.line();
        let mean = tree.mean_of(*line.first()?, view.seat);
        let value = ((mean - 0.5) * 1000.0) as i32;
        tell(&Thought {
            index: 0,
            depth: line.len() as u32,
            score: Score::Value(value),
            nodes: budget.nodes,
            line: line.iter().map(|branch| tree.action(*branch).to_string()).collect(),
            values: opposed(P::SEATS.len(), view.seat, value),
        });
        Some(Decision::Act(view.position.spell(&Deed::Act(tree.action(line[0])))))
    }
}

impl<P: Position, J: Judge<P>, G: Guide<P>> Brain for TreePlayer<P, J, G> {
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let game = task.table.as_any().downcast_ref::<Match<P>>();
        game.and_then(|game| self.decide(game, task, tell)).unwrap_or(Decision::Resign)
    }
}

struct Tree<P: Position> {
    nodes: Vec<Node<P>>,
}

/// A node and one of its branches.
type Step = (usize, usize);

impl<P: Position> Tree<P> {
    fn new(position: P, past: &[Moment]) -> Self {
        let moment = past.last().copied().unwrap_or_else(|| position.moment(position.turn()));
        Self { nodes: vec![Node::new(position, moment, false)] }
    }

    /// Goes down to a position that is new or over, judges it, and tells all above.
    fn grow<G: Guide<P>>(&mut self, past: &[Moment], guide: &mut G) {
        let mut trail = Trail::new(past);
        let mut path = vec![0];
        let mut at = 0;
        while !self.nodes[at].over && !self.nodes[at].branches.is_empty() {
            let chosen = self.most_urgent(at, guide);
            let (next, is_new) = self.follow(at, chosen, &mut trail);
            path.push(next);
            at = next;
            if is_new {
                self.expand(at, guide, &mut trail);
                break;
            }
        }
        let chances = guide.chances(&self.nodes[at].position, trail.past());
        for node in path {
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            for (sum, chance) in node.sums.iter_mut().zip(chances) {
                *sum += chance;
            }
        }
    }

    fn most_urgent<G: Guide<P>>(&self, at: usize, guide: &G) -> usize {
        let node = &self.nodes[at];
        let seat = node.position.turn();
        let above = Look { prior: 1.0, visits: node.visits, mean: node.mean(seat) };
        let mut best = (0, f32::MIN);
        for (index, branch) in node.branches.iter().enumerate() {
            let urgency = guide.urgency(&self.look(branch, seat), &above);
            if urgency > best.1 {
                best = (index, urgency);
            }
            // Branches are tried by their priors, so those after the first untried are untried and no better.
            if branch.node.is_none() {
                break;
            }
        }
        best.0
    }

    fn look(&self, branch: &Branch<P::Action>, seat: Seat) -> Look {
        let node = branch.node.map(|node| &self.nodes[node as usize]);
        let (visits, mean) = node.map_or((0.0, 0.0), |node| (node.visits, node.mean(seat)));
        Look { prior: branch.prior, visits, mean }
    }

    /// The position below a branch, and whether nobody has been there.
    fn follow(&mut self, at: usize, chosen: usize, trail: &mut Trail) -> (usize, bool) {
        let branch = &self.nodes[at].branches[chosen];
        if let Some(next) = branch.node {
            let node = &self.nodes[next as usize];
            trail.rejoin(node.moment, node.renews);
            return (next as usize, false);
        }
        let action = branch.action;
        let begun = trail.past().len();
        let (child, _) = trail.play(&self.nodes[at].position, action);
        let renews = trail.past().len() <= begun;
        let moment = trail.past().last().copied().expect("a played action leaves a moment");
        let next = self.nodes.len();
        self.nodes.push(Node::new(child, moment, renews));
        self.nodes[at].branches[chosen].node = Some(next as u32);
        (next, true)
    }

    /// Lists what can be done in a position.
    fn expand<G: Guide<P>>(&mut self, at: usize, guide: &G, trail: &mut Trail) {
        let node = &mut self.nodes[at];
        if node.over {
            return;
        }
        let position = &node.position;
        let mut branches = Vec::new();
        position.each_legal(&mut |action| {
            if position.bans(action, trail.past()).is_none() {
                branches.push(Branch { action, prior: guide.prior(position, action), node: None });
            }
        });
        let sum: f32 = branches.iter().map(|branch| branch.prior).sum();
        for branch in &mut branches {
            branch.prior /= sum;
        }
        // Stable, so that equals keep the order of the rules.
        branches.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        node.branches = branches;
    }

    /// The most visited way from the root.
    fn line(&self) -> Vec<Step> {
        let mut line = Vec::new();
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            let seat = node.position.turn();
            let looks = node.branches.iter().map(|branch| self.look(branch, seat)).enumerate();
            let better = |one: &(usize, Look), other: &(usize, Look)| {
                let key = |look: Look| (look.visits, look.mean, look.prior);
                key(one.1).partial_cmp(&key(other.1)).unwrap_or(std::cmp::Ordering::Equal)
            };
            let Some((best, _)) = looks.max_by(better) else { return line };
            line.push((at, best));
            let Some(next) = node.branches[best].node else { return line };
            at = next as usize;
        }
    }

    fn action(&self, (node, branch): Step) -> P::Action {
        self.nodes[node].branches[branch].action
    }

    fn mean_of(&self, (node, branch): Step, seat: Seat) -> f32 {
        self.look(&self.nodes[node].branches[branch], seat).mean
    }
}

impl<P: Position> Node<P> {
    fn new(position: P, moment: Moment, renews: bool) -> Self {
        let over = position.outcome().is_some();
        Self { position, moment, renews, over, branches: Vec::new(), visits: 0.0, sums: [0.0; Seat::MAX] }
    }

    fn mean(&self, seat: Seat) -> f32 {
        self.sums[seat.index()] / self.visits.max(1.0)
    }
}
