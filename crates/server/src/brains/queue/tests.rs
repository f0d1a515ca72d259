//! Stories of crowds, with thoughts that take as long as they are said to.

use super::*;
use crate::ids;

const MS: u64 = 1000;
/// Longer than any story takes.
const STORY_MS: u64 = 600_000;

/// A house with made-up thoughts and time made by hand.
struct Story {
    queue: Queue,
    now_us: u64,
    left_us: HashMap<Number, u64>,
    running: Vec<Number>,
    /// Who has had how much.
    served_us: HashMap<Caller, u64>,
    ended: Vec<Number>,
    begun_at_most: usize,
}

impl Story {
    fn new(places: usize) -> Self {
        Self::with(Caps::default(), places)
    }

    fn with(caps: Caps, places: usize) -> Self {
        Self {
            queue: Queue::new(caps, places),
            now_us: 0,
            left_us: HashMap::new(),
            running: Vec::new(),
            served_us: HashMap::new(),
            ended: Vec::new(),
            begun_at_most: 0,
        }
    }

    fn enter(&mut self, caller: Caller, cost_ms: u64) -> Number {
        self.enter_for(Purpose::Game, caller, cost_ms)
    }

    fn enter_for(&mut self, purpose: Purpose, caller: Caller, cost_ms: u64) -> Number {
        let number = self.queue.enter(caller, purpose).expect("room for it");
        self.left_us.insert(number, cost_ms * MS);
        number
    }

    /// A millisecond passes.
    fn pass(&mut self) {
        for number in self.queue.giving_way(self.now_us) {
            self.queue.pause(number, self.now_us);
            self.running.retain(|other| *other != number);
        }
        while let Some(turn) = self.queue.next(self.now_us) {
            self.running.push(turn.number);
        }
        self.begun_at_most = self.begun_at_most.max(self.queue.count(Entry::has_begun));
        let hurried = self.queue.hurried();
        self.now_us += MS;
        for number in self.running.clone() {
            let left = self.left_us.get_mut(&number).expect("it has not ended");
            *left -= MS;
            let caller = self.queue.thoughts[&number].caller;
            *self.served_us.entry(caller).or_default() += MS;
            if *left == 0 {
                self.end(number);
            }
        }
        if let Some(hurried) = hurried.filter(|number| !self.ended.contains(number)) {
            self.end(hurried);
        }
    }

    fn end(&mut self, number: Number) {
        self.queue.leave(number, self.now_us);
        self.running.retain(|other| *other != number);
        self.ended.push(number);
    }

    /// How many milliseconds pass until a thought has ended.
    fn until(&mut self, number: Number) -> u64 {
        for waited in 0..STORY_MS {
            if self.ended.contains(&number) {
                return waited;
            }
            self.pass();
        }
        panic!("it never ends");
    }

    fn served_ms(&self, caller: Caller) -> u64 {
        self.served_us.get(&caller).copied().unwrap_or(0) / MS
    }
}

fn network(number: u8) -> Network {
    Network::from(std::net::IpAddr::from([192, 0, 2, number]))
}

fn person(network_number: u8) -> Caller {
    Caller { network: network(network_number), person: Some(ids::new_person()) }
}

#[test]
fn a_short_thought_does_not_wait_for_somebody_elses_long_ones() {
    for stranger in [1, 2] {
        let (mut story, attacker, victim) = (Story::new(1), person(1), person(stranger));
        let first = story.enter(attacker, 5000);
        (0..20).for_each(|_| {
            story.enter(attacker, 5000);
        });
        for _ in 0..1000 {
            story.pass();
        }
        for _ in 0..20 {
            let short = story.enter(victim, 3);
            assert!(story.until(short) <= 4, "as if nobody else were there");
            (0..50).for_each(|_| story.pass());
        }
        assert!(!story.ended.contains(&first));
        assert!(story.until(first) > 0, "and the long one ends in its time, where it was");
        assert_eq!(story.ended.iter().filter(|number| **number <= 21).count(), 1);
    }
}

#[test]
fn networks_have_equal_shares_however_many_people_are_in_them() {
    for places in [1, 2, 4] {
        let mut story = Story::new(places);
        let crowd: Vec<_> = (0..6).map(|_| person(1)).collect();
        let (one, other) = (person(2), person(3));
        for caller in crowd.iter().chain([&one, &other]) {
            (0..8).for_each(|_| {
                story.enter(*caller, 2000);
            });
        }
        let total = 3000;
        (0..total).for_each(|_| story.pass());
        let crowd: u64 = crowd.iter().map(|caller| story.served_ms(*caller)).sum();
        for served in [crowd, story.served_ms(one), story.served_ms(other)] {
            let share = total * places as u64 / 3;
            assert!(served.abs_diff(share) < share / 10, "{served} of {share} with {places}");
        }
    }
}

#[test]
fn people_of_one_network_have_equal_shares_of_it() {
    let mut story = Story::new(1);
    let (greedy, modest) = (person(1), person(1));
    (0..20).for_each(|_| {
        story.enter(greedy, 1000);
    });
    (0..3).for_each(|_| {
        story.enter(modest, 1000);
    });
    (0..4000).for_each(|_| story.pass());
    let (greedy, modest) = (story.served_ms(greedy), story.served_ms(modest));
    assert!(greedy.abs_diff(modest) < 200, "{greedy} and {modest}");
}

#[test]
fn the_thoughts_of_one_person_are_done_in_the_order_of_their_coming() {
    let mut story = Story::new(1);
    let caller = person(1);
    let numbers: Vec<_> = (0..10).map(|_| story.enter(caller, 30)).collect();
    let other = person(2);
    (0..10).for_each(|_| {
        story.enter(other, 30);
    });
    story.until(numbers[9]);
    let own: Vec<_> = story.ended.iter().filter(|number| numbers.contains(number)).copied().collect();
    assert_eq!(own, numbers);
    assert_eq!(story.begun_at_most, 2, "one of each: what has begun is ended before something else is begun");
}

#[test]
fn nobody_saves_up_time_by_coming_late() {
    let mut story = Story::new(1);
    let (early, late) = (person(1), person(2));
    (0..8).for_each(|_| {
        story.enter(early, 5000);
    });
    (0..10_000).for_each(|_| story.pass());
    (0..8).for_each(|_| {
        story.enter(late, 5000);
    });
    let before = story.served_ms(early);
    (0..4000).for_each(|_| story.pass());
    let (early, late) = (story.served_ms(early) - before, story.served_ms(late));
    assert!(early.abs_diff(late) < 200, "{early} and {late} since both are there");
}

#[test]
fn too_many_are_refused_and_others_are_not() {
    let mut story = Story::with(Caps { person: 2, network: 3, total: 4 }, 1);
    let (one, neighbor, far) = (person(1), person(1), person(2));
    let first = story.enter(one, 10);
    story.enter(one, 10);
    assert_eq!(story.queue.enter(one, Purpose::Game), Err(Full), "a person's");
    story.enter(neighbor, 10);
    assert_eq!(story.queue.enter(neighbor, Purpose::Game), Err(Full), "a network's");
    story.enter(far, 10);
    assert_eq!(story.queue.enter(person(3), Purpose::Game), Err(Full), "all");
    story.until(first);
    assert!(story.queue.has_room(one) && story.queue.has_room(person(3)));
}

#[test]
fn a_crowd_of_networks_has_no_more_threads_than_there_are_and_newcomers_still_get_in() {
    let mut story = Story::new(1);
    for number in 1..=20 {
        (0..4).for_each(|_| {
            story.enter(person(number), 10_000);
        });
    }
    (0..8000).for_each(|_| story.pass());
    assert!(story.begun_at_most <= 1 + BEGUN_BESIDES, "{}", story.begun_at_most);
    let short = story.enter(person(200), 3);
    let waited = story.until(short);
    assert!(waited < 5000, "{waited} ms");
}

#[test]
fn what_nobody_wants_any_more_is_not_begun() {
    let mut story = Story::new(1);
    let caller = person(1);
    let (first, second, third) = (story.enter(caller, 10), story.enter(caller, 10), story.enter(caller, 10));
    story.pass();
    story.queue.leave(second, story.now_us);
    story.until(third);
    assert_eq!(story.ended, [first, third]);
    assert_eq!((story.queue.len(), story.queue.waiting()), (0, 0));
}

#[test]
fn whoever_wants_to_understand_waits_for_whoever_waits_for_a_move() {
    let (mut story, scholar, player) = (Story::new(1), person(1), person(2));
    let study = story.enter_for(Purpose::Study, scholar, 4000);
    (0..100).for_each(|_| story.pass());
    for _ in 0..20 {
        let game = story.enter(player, 50);
        assert!(story.until(game) <= 52, "as if nobody studied");
    }
    assert!(!story.ended.contains(&study));
    assert!(story.until(study) < 4000, "and it goes on where it was");
}

#[test]
fn studies_share_half_of_the_places_fairly() {
    let mut story = Story::new(4);
    let scholars: Vec<_> = (1..=6).map(person).collect();
    for scholar in &scholars {
        story.enter_for(Purpose::Study, *scholar, 10_000);
    }
    (0..3000).for_each(|_| story.pass());
    assert_eq!(story.running.len(), 2);
    for scholar in scholars {
        let served = story.served_ms(scholar);
        assert!(served.abs_diff(1000) < 100, "{served} ms of 1000");
    }
}

#[test]
fn a_guest_studies_one_position_at_a_time_and_the_next_afterwards() {
    let (mut story, scholar) = (Story::new(8), person(1));
    let both = [(); 2].map(|()| story.enter_for(Purpose::Study, scholar, 50));
    (0..40).for_each(|_| story.pass());
    assert_eq!(story.running.len(), 1, "although there is room for four");
    story.enter_for(Purpose::Study, person(1), 50);
    story.pass();
    assert_eq!(story.running.len(), 2, "somebody else has a place of their own");
    let last = both.map(|study| story.until(study));
    assert!(last[1] <= 110, "{last:?}");
}

/// A first line is there after a few milliseconds of thought.
#[test]
fn all_of_a_network_see_their_first_lines_soon_and_so_does_a_stranger() {
    let mut story = Story::new(2);
    let club: Vec<_> = (0..crate::limits::ANALYSES_OF_NETWORK).map(|_| person(1)).collect();
    for scholar in &club {
        story.enter_for(Purpose::Study, *scholar, 10_000);
    }
    (0..100).for_each(|_| story.pass());
    for scholar in &club {
        assert!(story.served_ms(*scholar) > 5, "{} ms", story.served_ms(*scholar));
    }
    let stranger = person(2);
    story.enter_for(Purpose::Study, stranger, 10_000);
    (0..10).for_each(|_| story.pass());
    assert!(story.served_ms(stranger) > 5, "{} ms", story.served_ms(stranger));
}

#[test]
fn studies_are_bounded_and_leave_room_for_games() {
    let mut story = Story::new(1);
    for number in 0..STUDIES_MAX {
        story.enter_for(Purpose::Study, person(number as u8), 10_000);
    }
    assert_eq!(story.queue.enter(person(200), Purpose::Study), Err(Full));
    assert!(story.queue.enter(person(200), Purpose::Game).is_ok());
    let studies = |entry: &Entry| entry.purpose == Purpose::Study && entry.has_begun();
    story.left_us.extend(story.queue.thoughts.keys().map(|number| (*number, 10_000 * MS)).collect::<Vec<_>>());
    (0..2000).for_each(|_| story.pass());
    assert!(story.queue.count(studies) <= STUDIES_BEGUN);
}
