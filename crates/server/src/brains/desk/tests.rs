//! The desk with players who do as the tests want.

use engine::{Brain, Decision, Score, Task};
use game::Seat;

use super::super::errand::{Place, Question, Study};
use super::*;
use crate::ids;
use crate::network::Network;

/// What players note, and the door behind which the patient ones wait.
#[derive(Default)]
struct Notes {
    at_once: AtomicUsize,
    most_at_once: AtomicUsize,
    order: Mutex<Vec<u64>>,
    is_open: AtomicBool,
    thought_ms: AtomicUsize,
}

impl Notes {
    fn order(&self) -> Vec<u64> {
        self.order.lock().expect("nobody panics").clone()
    }
}

struct Player {
    notes: Arc<Notes>,
    level: String,
    seed: u64,
    thoughts: u64,
}

impl Brain for Player {
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let notes = Arc::clone(&self.notes);
        self.thoughts += 1;
        notes.order.lock().expect("nobody panics").push(self.seed);
        match self.level.as_str() {
            "busy" => {
                let at_once = notes.at_once.fetch_add(1, Ordering::SeqCst) + 1;
                notes.most_at_once.fetch_max(at_once, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(5));
                notes.at_once.fetch_sub(1, Ordering::SeqCst);
            }
            "patient" => {
                notes.at_once.fetch_add(1, Ordering::SeqCst);
                while !notes.is_open.load(Ordering::SeqCst) && !task.timer.stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                notes.thought_ms.store(usize::try_from(task.timer.elapsed_ms()).unwrap_or(0), Ordering::SeqCst);
                notes.at_once.fetch_sub(1, Ordering::SeqCst);
            }
            "breaks" => panic!("a brain of the tests breaks down on purpose"),
            _ => {}
        }
        for depth in 1..=3 {
            let line = vec![format!("line {depth}")];
            let (seen, values) = (100 * u64::from(depth), game::BySeat::from_fn(2, |_| 7));
            tell(&Thought { index: 0, depth, score: Score::Value(7), nodes: seen, line, values });
        }
        Decision::Act(self.thoughts.to_string())
    }

    fn memory(&self) -> usize {
        64
    }
}

struct Players(Arc<Notes>);

impl Minds for Players {
    fn levels(&self, _: &str) -> Vec<&'static str> {
        vec!["busy", "patient", "quick", "breaks"]
    }

    fn brain(&self, _: &str, level: &str, seed: u64) -> Option<Box<dyn Brain>> {
        Some(Box::new(Player { notes: Arc::clone(&self.0), level: level.to_owned(), seed, thoughts: 0 }))
    }

    fn analyst(&self, kind: &str) -> Option<Box<dyn Brain>> {
        self.brain(kind, "patient", 0)
    }
}

fn thinkers(count: usize) -> (Thinkers, Arc<Notes>) {
    let notes = Arc::new(Notes::default());
    let minds = Arc::new(Players(Arc::clone(&notes)));
    (Thinkers::new(minds, count, Caps::default()).expect("threads"), notes)
}

fn caller(number: u8) -> Caller {
    Caller { network: Network::from(std::net::IpAddr::from([192, 0, 2, number])), person: Some(ids::new_person()) }
}

fn errand(caller: Caller, level: &str, seed: u64) -> Errand {
    let table = engine::catalog::find("janggi").expect("janggi").start("").expect("a start");
    let place = Place { game: ids::new_game(), seat: Seat::FIRST };
    let question = Question::Act(table, None);
    Errand { caller, place, kind: "janggi", level: level.to_owned(), seed, question }
}

async fn decided(thinking: &mut Thinking) -> Option<Decision> {
    let outcome = tokio::time::timeout(Duration::from_secs(20), thinking.outcome()).await.expect("in time")?;
    match outcome.answer {
        Answer::Act(decision) => Some(decision),
        Answer::Open(_) => None,
    }
}

fn nth(number: u64) -> Decision {
    Decision::Act(number.to_string())
}

#[tokio::test]
async fn only_so_many_think_at_once() {
    let (thinkers, notes) = thinkers(2);
    let who = caller(1);
    let mut thoughts: Vec<_> = (0..12).map(|seed| thinkers.think(errand(who, "busy", seed)).expect("room")).collect();
    for thought in &mut thoughts {
        assert_eq!(decided(thought).await, Some(nth(1)));
    }
    assert_eq!(notes.most_at_once.load(Ordering::SeqCst), 2);
    assert_eq!(thinkers.figures().ended, 12);
}

#[tokio::test]
async fn a_thought_gives_way_to_someone_who_has_had_nothing_and_goes_on_where_it_was() {
    let (thinkers, notes) = thinkers(1);
    let mut long = thinkers.think(errand(caller(1), "patient", 1)).expect("room");
    while notes.order().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // More than the margin must have been used.
    tokio::time::sleep(Duration::from_millis(50)).await;
    for seed in 2..5 {
        let mut short = thinkers.think(errand(caller(2), "quick", seed)).expect("room");
        assert_eq!(decided(&mut short).await, Some(nth(1)));
    }
    notes.is_open.store(true, Ordering::SeqCst);
    assert_eq!(decided(&mut long).await, Some(nth(1)));
    assert_eq!(notes.order(), [1, 2, 3, 4], "it was begun once");
}

#[tokio::test]
async fn time_spent_waiting_is_not_time_thought() {
    let (thinkers, notes) = thinkers(1);
    let mut long = thinkers.think(errand(caller(1), "patient", 1)).expect("room");
    while notes.order().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    let began = Instant::now();
    // Each of these holds the only place for some milliseconds without looking at its clock.
    let mut others: Vec<_> =
        (2..22).map(|seed| thinkers.think(errand(caller(2), "busy", seed)).expect("room")).collect();
    for other in &mut others {
        decided(other).await;
    }
    let waited = began.elapsed();
    assert!(thinkers.figures().pauses >= 1);
    notes.is_open.store(true, Ordering::SeqCst);
    let outcome = long.outcome().await.expect("an outcome");
    let all = u64::try_from((waited + Duration::from_millis(50)).as_millis()).expect("short");
    assert!(outcome.thought_ms < all, "{} of {all} ms", outcome.thought_ms);
    let own = notes.thought_ms.load(Ordering::SeqCst);
    assert!(own as u64 <= outcome.thought_ms + 1, "the player's own clock stood still, too");
}

#[tokio::test]
async fn a_thought_that_nobody_wants_any_more_is_not_begun() {
    let (thinkers, notes) = thinkers(1);
    let who = caller(1);
    let mut thoughts: Vec<_> = [("patient", 0), ("quick", 1), ("quick", 2)]
        .map(|(level, seed)| thinkers.think(errand(who, level, seed)).expect("room"))
        .into_iter()
        .collect();
    drop(thoughts.remove(1));
    assert_eq!(thinkers.figures().thoughts, 2);
    drop(thoughts.remove(0));
    assert_eq!(decided(&mut thoughts[0]).await, Some(nth(1)));
    assert!(!notes.order().contains(&1), "{:?}", notes.order());
}

/// People who go from position to position: of a thousand questions, each given up for the next, none is thought about any more.
#[tokio::test]
async fn of_a_thousand_questions_that_were_given_up_no_thread_is_left_thinking() {
    let (thinkers, notes) = thinkers(2);
    let people: Vec<_> = (0..8).map(caller).collect();
    let look = |person: &Caller| {
        let asked = errand(*person, "", 0);
        let Question::Act(table, _) = asked.question else { unreachable!("it is one") };
        let study = Study { lines: 3, only: Vec::new(), limits: engine::Limits::default() };
        thinkers.think(Errand { question: Question::Study(table, Seat::FIRST, study), ..asked }).expect("room")
    };
    let mut open: Vec<_> = people.iter().map(look).collect();
    for number in 0..1000 {
        let place = number % people.len();
        open[place] = look(&people[place]);
        // A thread may not have noticed yet that nobody wants its thought any more.
        let threads = 2 + BEGUN_BESIDES + STUDIES_BEGUN;
        assert!(thinkers.figures().thoughts <= people.len() + threads, "a new one ends the last");
        if number % 50 == 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    assert!(!notes.order().is_empty(), "some were begun");
    drop(open);
    let idle = async {
        while notes.at_once.load(Ordering::SeqCst) + thinkers.figures().thoughts > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), idle).await.expect("they have stopped");
}

#[tokio::test]
async fn thoughts_are_told_as_they_come() {
    let (thinkers, _) = thinkers(1);
    let mut thinking = thinkers.think(errand(caller(1), "quick", 1)).expect("room");
    let mut latest = thinking.latest().clone();
    assert!(latest.wait_for(|lines| !lines.is_empty()).await.is_ok());
    decided(&mut thinking).await;
    let thought = latest.borrow().first().cloned().expect("a thought");
    assert_eq!((thought.depth, thought.score, thought.line), (3, Score::Value(7), vec!["line 3".to_owned()]));
    assert_eq!(thinkers.figures().nodes, 300);
}

#[tokio::test]
async fn a_player_stays_warm_until_its_table_is_gone_and_a_broken_one_is_replaced() {
    let (thinkers, _) = thinkers(1);
    let place = errand(caller(1), "quick", 1).place;
    let again = |level: &str| Errand { place, ..errand(caller(1), level, 1) };
    for number in 1..=2 {
        let mut thinking = thinkers.think(again("quick")).expect("room");
        assert_eq!(decided(&mut thinking).await, Some(nth(number)));
    }
    assert_eq!(thinkers.figures().kept_bytes, 64);
    thinkers.forget(place.game);
    let mut thinking = thinkers.think(again("breaks")).expect("room");
    assert!(matches!(decided(&mut thinking).await, Some(Decision::Act(text)) if text != "1"), "some legal action");
    let mut thinking = thinkers.think(again("quick")).expect("room");
    assert_eq!(decided(&mut thinking).await, Some(nth(1)));
}

#[tokio::test]
async fn when_the_house_ends_nothing_half_thought_is_told() {
    let (thinkers, notes) = thinkers(1);
    let mut thinking = thinkers.think(errand(caller(1), "patient", 1)).expect("room");
    while notes.order().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut waiting = thinkers.think(errand(caller(1), "quick", 2)).expect("room");
    thinkers.stop();
    assert_eq!(decided(&mut thinking).await, None);
    assert_eq!(decided(&mut waiting).await, None);
    assert!(thinkers.think(errand(caller(1), "quick", 3)).is_err());
}
