//! Whose thought goes on. Nothing here waits or knows the time: it is told, in microseconds.
//!
//! The next turn goes to the network that has used the least, within it to the person who has used the least, and
//! of that person's thoughts to the one that came first. A thought that has begun gives way to someone who has
//! used less, and goes on later where it was. Whoever only wants to understand a position comes after all who wait
//! for a move.

use std::collections::{BTreeMap, HashMap};

use super::shares::Shares;
use crate::caller::Caller;
use crate::ids::PersonId;
use crate::network::Network;

/// How much more than the next in line a thought's owner may have used before it gives way.
const MARGIN_US: u64 = 5_000;
/// How many thoughts of one network may have begun beyond those that can think at once.
const BEGUN_BY_NETWORK: usize = 3;
/// How many thoughts may have begun beyond those that can think at once. Each has a thread and a player in memory.
pub(super) const BEGUN_BESIDES: usize = 12;
/// How many studies may have begun: each has a thread and a player in memory as well.
pub(super) const STUDIES_BEGUN: usize = 12;
/// How many of them by one network: a place for each of the analyses that it may have open.
const STUDIES_BEGUN_BY_NETWORK: usize = crate::limits::ANALYSES_OF_NETWORK;
/// How many studies may wait or be under way.
const STUDIES_MAX: usize = 64;
/// A thought that stands in the way of someone new is told to come to an end, but not before it has had this.
const HURRIED_AFTER_US: u64 = 200_000;

/// What a thought is for. Studies come after games, and share half of the places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Purpose {
    /// Somebody waits for a move.
    Game,
    /// Somebody wants to understand.
    Study,
}

/// How many thoughts may wait or be under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// Of one person.
    pub person: usize,
    /// Of one network.
    pub network: usize,
    /// Of all.
    pub total: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { person: 24, network: 96, total: 512 }
    }
}

/// There are too many thoughts of this person or network, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// The number of a thought; later ones have greater numbers.
pub(super) type Number = u64;

/// A thought that may go on now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) number: Number,
    /// Whether it is its first.
    pub(super) begins: bool,
}

/// All thoughts that wait or are under way.
#[derive(Debug)]
pub(super) struct Queue {
    caps: Caps,
    /// How many may think at once.
    places: usize,
    thoughts: BTreeMap<Number, Entry>,
    networks: Shares<Network>,
    people: HashMap<Network, Shares<Option<PersonId>>>,
    numbers: Number,
}

#[derive(Debug)]
struct Entry {
    caller: Caller,
    purpose: Purpose,
    stage: Stage,
    used_us: u64,
    is_hurried: bool,
    /// Whether it was away in vain and must be thought at home.
    stays: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Waiting,
    /// One that yields has lost its place, and will notice at its next look at the clock.
    Running {
        since_us: u64,
        yields: bool,
    },
    Paused,
    /// Somebody elsewhere thinks about it, or may.
    Away,
}

/// Less is sooner.
type Rank = (Purpose, u64, Network, u64, Option<PersonId>, bool, Number);

impl Queue {
    /// Nobody thinks yet.
    pub(super) fn new(caps: Caps, places: usize) -> Self {
        let (thoughts, people) = (BTreeMap::new(), HashMap::new());
        Self { caps, places, thoughts, networks: Shares::default(), people, numbers: 0 }
    }

    /// Whether one more thought of this caller would be taken.
    pub(super) fn has_room(&self, caller: Caller) -> bool {
        let own = self.people.get(&caller.network).map_or(0, |people| people.tasks(caller.person));
        own < self.caps.person
            && self.networks.tasks(caller.network) < self.caps.network
            && self.thoughts.len() < self.caps.total
    }

    /// One more thought.
    ///
    /// # Errors
    /// If it is one too many.
    pub(super) fn enter(&mut self, caller: Caller, purpose: Purpose) -> Result<Number, Full> {
        let studies = self.count(|entry| entry.purpose == Purpose::Study);
        if !self.has_room(caller) || (purpose == Purpose::Study && studies >= STUDIES_MAX) {
            return Err(Full);
        }
        self.numbers += 1;
        self.networks.enter(caller.network);
        self.people.entry(caller.network).or_default().enter(caller.person);
        let entry = Entry { caller, purpose, stage: Stage::Waiting, used_us: 0, is_hurried: false, stays: false };
        self.thoughts.insert(self.numbers, entry);
        Ok(self.numbers)
    }

    /// A thought has ended, or nobody wants it any more.
    pub(super) fn leave(&mut self, number: Number, now_us: u64) {
        self.settle(now_us);
        let Some(Entry { caller, .. }) = self.thoughts.remove(&number) else { return };
        self.networks.leave(caller.network);
        if let Some(people) = self.people.get_mut(&caller.network) {
            people.leave(caller.person);
            if people.is_idle() && self.networks.tasks(caller.network) == 0 {
                self.people.remove(&caller.network);
            }
        }
    }

    /// How many may think at once. A house that leaves thinking to others still thinks of what they could not.
    fn room(&self) -> usize {
        if self.places > 0 { self.places } else { usize::from(self.thoughts.values().any(|entry| entry.stays)) }
    }

    /// Somebody elsewhere is to think about what has not begun; whether that can be.
    pub(super) fn send_away(&mut self, number: Number) -> bool {
        let entry = self.thoughts.get_mut(&number).filter(|entry| entry.stage == Stage::Waiting && !entry.stays);
        entry.map(|entry| entry.stage = Stage::Away).is_some()
    }

    /// What was away in vain waits at home again, for good.
    pub(super) fn come_home(&mut self, number: Number) {
        if let Some(entry) = self.thoughts.get_mut(&number).filter(|entry| entry.stage == Stage::Away) {
            (entry.stage, entry.stays) = (Stage::Waiting, true);
        }
    }

    /// The next thought that may go on, if there is a place for it.
    pub(super) fn next(&mut self, now_us: u64) -> Option<Turn> {
        self.settle(now_us);
        if self.count(Entry::has_place) >= self.room() {
            return None;
        }
        let number = self.first_in_line(None)?;
        let entry = self.thoughts.get_mut(&number)?;
        let begins = entry.stage == Stage::Waiting;
        entry.stage = Stage::Running { since_us: now_us, yields: false };
        Some(Turn { number, begins })
    }

    /// Whether a thought has lost its place, or should give it to someone who has used less.
    pub(super) fn gives_way(&mut self, number: Number, now_us: u64) -> bool {
        self.settle(now_us);
        let (Some(running), Some(next)) = (self.thoughts.get(&number), self.first_in_line(Some(number))) else {
            return false;
        };
        let Some(next) = self.thoughts.get(&next) else { return false };
        running.is_running() && (!running.has_place() || self.is_ahead(running, next))
    }

    /// Takes their places from the thoughts that should give way. They are not waited for: it may be a while until
    /// they look at their clocks.
    pub(super) fn giving_way(&mut self, now_us: u64) -> Vec<Number> {
        let running: Vec<_> =
            self.thoughts.iter().filter(|(_, entry)| entry.has_place()).map(|(number, _)| *number).collect();
        let giving: Vec<_> = running.into_iter().filter(|number| self.gives_way(*number, now_us)).collect();
        for number in &giving {
            if let Some(entry) = self.thoughts.get_mut(number) {
                entry.stage = Stage::Running { since_us: now_us, yields: true };
            }
        }
        giving
    }

    /// Whether one has used so much more than another that it should give way.
    fn is_ahead(&self, own: &Entry, other: &Entry) -> bool {
        if own.purpose != other.purpose {
            return own.purpose > other.purpose;
        }
        let (own, other) = (own.caller, other.caller);
        if own.network == other.network {
            self.person_us(other) + MARGIN_US < self.person_us(own)
        } else {
            self.networks.used_us(other.network) + MARGIN_US < self.networks.used_us(own.network)
        }
    }

    /// A thought gives way.
    pub(super) fn pause(&mut self, number: Number, now_us: u64) {
        self.settle(now_us);
        if let Some(entry) = self.thoughts.get_mut(&number) {
            entry.stage = Stage::Paused;
        }
    }

    /// Whether a thought is under way and need not wait.
    pub(super) fn is_running(&self, number: Number) -> bool {
        self.thoughts.get(&number).is_some_and(Entry::is_running)
    }

    /// A thought that has to come to an end because so many have begun that someone new cannot.
    pub(super) fn hurried(&mut self) -> Option<Number> {
        let waiting = self.thoughts.iter().filter(|(_, entry)| entry.stage == Stage::Waiting);
        let (_, first) = waiting.min_by_key(|(number, entry)| self.rank(**number, entry))?;
        let (crowd, network, purpose) = (self.crowd(first.purpose), first.caller.network, first.purpose);
        if crowd.lets_in(network) {
            return None;
        }
        let is_beside = |entry: &Entry| !crowd.is_of(network) || entry.caller.network == network;
        let in_the_way = |entry: &Entry| entry.has_begun() && entry.purpose == purpose && is_beside(entry);
        if self.count(|entry| in_the_way(entry) && entry.is_hurried) > 0 {
            return None;
        }
        let old = self.thoughts.iter().filter(|(_, entry)| in_the_way(entry) && entry.used_us > HURRIED_AFTER_US);
        let number = *old.max_by_key(|(_, entry)| entry.used_us)?.0;
        self.thoughts.get_mut(&number)?.is_hurried = true;
        Some(number)
    }

    /// How many thoughts wait or are under way.
    pub(super) fn len(&self) -> usize {
        self.thoughts.len()
    }

    /// How many of them do not think now.
    pub(super) fn waiting(&self) -> usize {
        self.count(|entry| matches!(entry.stage, Stage::Waiting | Stage::Paused))
    }

    fn count(&self, holds: impl Fn(&Entry) -> bool) -> usize {
        self.thoughts.values().filter(|entry| holds(entry)).count()
    }

    /// Who goes on next; the place of `leaving` counts as free.
    fn first_in_line(&self, leaving: Option<Number>) -> Option<Number> {
        let [games, studies] = [Purpose::Game, Purpose::Study].map(|purpose| self.crowd(purpose));
        let studying = |(number, entry): &(&Number, &Entry)| {
            entry.purpose == Purpose::Study && entry.has_place() && Some(**number) != leaving
        };
        let busy: Vec<Caller> = self.thoughts.iter().filter(studying).map(|(_, entry)| entry.caller).collect();
        let is_full = busy.len() >= (self.places / 2).max(1);
        // One analysis a guest, however many pages are open.
        let is_one_more = |entry: &Entry| entry.caller.person.is_some() && busy.contains(&entry.caller);
        let can_go_on = |entry: &Entry| match (entry.purpose, entry.stage) {
            (Purpose::Study, _) if is_full || is_one_more(entry) => false,
            (Purpose::Study, Stage::Waiting) => studies.lets_in(entry.caller.network),
            (Purpose::Game, Stage::Waiting) => games.lets_in(entry.caller.network),
            (_, Stage::Paused) => true,
            (_, Stage::Away) => false,
            (_, Stage::Running { yields, .. }) => yields,
        };
        let line = self.thoughts.iter().filter(|(_, entry)| can_go_on(entry));
        line.min_by_key(|(number, entry)| self.rank(**number, entry)).map(|(number, _)| *number)
    }

    /// What has begun goes on before something new of the same person begins.
    fn rank(&self, number: Number, entry: &Entry) -> Rank {
        let Caller { network, person } = entry.caller;
        let is_new = entry.stage == Stage::Waiting;
        (entry.purpose, self.networks.used_us(network), network, self.person_us(entry.caller), person, is_new, number)
    }

    fn person_us(&self, caller: Caller) -> u64 {
        self.people.get(&caller.network).map_or(0, |people| people.used_us(caller.person))
    }

    fn crowd(&self, purpose: Purpose) -> Crowd {
        let (most, most_by_network) = match purpose {
            Purpose::Game => (self.places + BEGUN_BESIDES, self.places + BEGUN_BY_NETWORK),
            Purpose::Study => (STUDIES_BEGUN, STUDIES_BEGUN_BY_NETWORK),
        };
        let begun = self.thoughts.values().filter(|entry| entry.has_begun() && entry.purpose == purpose);
        Crowd { most, most_by_network, begun: begun.map(|entry| entry.caller.network).collect() }
    }

    /// Charges everybody who thinks with the time since the last settling.
    fn settle(&mut self, now_us: u64) {
        for entry in self.thoughts.values_mut() {
            let Stage::Running { since_us, yields } = entry.stage else { continue };
            let used_us = now_us.saturating_sub(since_us);
            entry.used_us += used_us;
            entry.stage = Stage::Running { since_us: since_us.max(now_us), yields };
            self.networks.charge(entry.caller.network, used_us);
            if let Some(people) = self.people.get_mut(&entry.caller.network) {
                people.charge(entry.caller.person, used_us);
            }
        }
    }
}

/// The networks of the thoughts of one purpose that have begun.
struct Crowd {
    most: usize,
    most_by_network: usize,
    begun: Vec<Network>,
}

impl Crowd {
    fn lets_in(&self, network: Network) -> bool {
        self.begun.len() < self.most && !self.is_of(network)
    }

    /// Whether a network alone has as many as it may.
    fn is_of(&self, network: Network) -> bool {
        let own = self.begun.iter().filter(|other| **other == network).count();
        own >= self.most_by_network
    }
}

impl Entry {
    fn has_begun(&self) -> bool {
        matches!(self.stage, Stage::Running { .. } | Stage::Paused)
    }

    const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running { .. })
    }

    const fn has_place(&self) -> bool {
        matches!(self.stage, Stage::Running { yields: false, .. })
    }
}

#[cfg(test)]
mod tests;
