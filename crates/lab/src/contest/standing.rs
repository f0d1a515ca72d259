//! How a match stands.

use std::collections::BTreeMap;

use engine::Thought;

use super::Plan;
use crate::arena::statistics::Trials;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The first player's points, of [`Seats::points_max`](super::Seats::points_max).
    pub points: usize,
    /// Whether the first player alone had the first place.
    pub first: bool,
    /// How many deeds were done.
    pub deeds: usize,
    /// The rule book's word for the end, or `unfinished`.
    pub reason: String,
    /// What the players spent.
    pub spent: [Spent; 2],
}

/// What a player has spent on its thoughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How many thoughts.
    pub thoughts: u64,
    /// Milliseconds of processor time, each thought's rounded down.
    pub time_ms: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// The sum of the depths.
    pub depths: u64,
}

impl Spent {
    pub(super) fn add(&mut self, thought: Option<&Thought>, time_ms: u64) {
        self.thoughts += 1;
        self.time_ms += time_ms;
        self.nodes += thought.map_or(0, |thought| thought.nodes);
        self.depths += thought.map_or(0, |thought| u64::from(thought.depth));
    }

    fn more(&mut self, other: &Self) {
        self.thoughts += other.thoughts;
        self.time_ms += other.time_ms;
        self.nodes += other.nodes;
        self.depths += other.depths;
    }

    /// Milliseconds, positions and depth of a thought, on the average.
    #[must_use]
    pub fn means(&self) -> [f64; 3] {
        [self.time_ms, self.nodes, self.depths].map(|sum| sum as f64 / self.thoughts.max(1) as f64)
    }
}

/// How a match stands, from the first player's view.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Games with less than half, half and more than half of the points.
    pub games: [u64; 3],
    /// Games in which the first player alone had the first place.
    pub firsts: u64,
    /// Complete trials.
    pub trials: Trials,
    /// How often each end came about.
    pub ends: BTreeMap<String, u64>,
    /// All deeds.
    pub deeds: u64,
    /// What the players spent.
    pub spent: [Spent; 2],
    points: u64,
    points_max: usize,
    games_in_trial: usize,
    /// The points and games of trials that are not complete.
    begun: BTreeMap<usize, (usize, usize)>,
}

impl Standing {
    pub(super) fn new(plan: &Plan) -> Self {
        let (points_max, games_in_trial) = (plan.seats.points_max(), plan.seats.games());
        Self {
            games: [0; 3],
            firsts: 0,
            trials: Trials::up_to(points_max * games_in_trial),
            ends: BTreeMap::new(),
            deeds: 0,
            spent: [Spent::default(); 2],
            points: 0,
            points_max,
            games_in_trial,
            begun: BTreeMap::new(),
        }
    }

    /// All games.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The first player's share of points in all games.
    #[must_use]
    pub fn share(&self) -> f64 {
        let all = self.count() * self.points_max as u64;
        if all == 0 { 0.5 } else { self.points as f64 / all as f64 }
    }

    pub(super) fn add(&mut self, game: &Finished) {
        let place = match (2 * game.points).cmp(&self.points_max) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        self.games[place] += 1;
        self.firsts += u64::from(game.first);
        self.points += game.points as u64;
        self.deeds += game.deeds as u64;
        *self.ends.entry(game.reason.clone()).or_default() += 1;
        self.spent.iter_mut().zip(&game.spent).for_each(|(all, one)| all.more(one));
        let trial = game.number / self.games_in_trial;
        let (points, games) = self.begun.entry(trial).or_default();
        *points += game.points;
        *games += 1;
        if *games == self.games_in_trial {
            self.trials.add(*points);
            self.begun.remove(&trial);
        }
    }
}
