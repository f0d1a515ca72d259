use std::num::NonZeroU8;

use futures_util::StreamExt as _;
use ratings::{Rating, Standing, Tempo};
use room::{Ended, Seated};

use super::*;
use crate::ids;
use crate::store::sqlite_url;

fn pool(kind: &str, family: &str) -> Pool {
    Pool::new(kind, family, Tempo::Slow).expect("sound words")
}

fn seated(who: Rater, place: u8) -> Seated {
    Seated { who, place: NonZeroU8::new(place).expect("from one") }
}

fn ending(pool: &Pool, ended_ms: i64, seats: Vec<Seated>) -> Batch {
    let standing = Standing::Rated { rated: pool.clone() };
    let game = ids::new_game();
    let ending = Ended { game, standing, is_due: true, ended_ms, seats };
    Batch { ending: Some(ending), ..Batch::default() }
}

async fn store(folder: &std::path::Path) -> Store {
    Store::open(&sqlite_url(&folder.join("a.db"))).await.expect("a database").0
}

#[tokio::test]
async fn results_are_rated_in_the_order_of_their_ends_whatever_the_order_of_writing() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path()).await;
    let (one, other) = (Rater::Person(ids::new_person()), Rater::Person(ids::new_person()));
    let pool = pool("janggi", "std");
    for (ended_ms, places) in [(200, (2, 1)), (100, (1, 2)), (300, (1, 1))] {
        let seats = vec![seated(one.clone(), places.0), seated(other.clone(), places.1)];
        store.writer().write(ending(&pool, ended_ms, seats)).await.expect("written");
    }
    let rated = rate_some(&store).await.expect("rated");
    let ends: Vec<_> = rated.iter().map(|rated| rated.due.ended_ms).collect();
    assert_eq!(ends, [100, 200, 300]);
    assert!(rate_some(&store).await.is_none(), "each is rated once");
    let now = store.score(&one, &pool).await.expect("read").expect("a rating");
    assert_eq!((now.games, now.won, now.drawn, now.lost, now.played_ms), (3, 1, 1, 1, 300));
    let last = rated[2].changes[0].as_ref().expect("a change");
    assert_eq!(now.rating, last.after);
    assert!((last.before.points() - rated[1].changes[0].as_ref().expect("a change").after.points()).abs() < 1e-9);
}

#[tokio::test]
async fn people_and_computers_at_four_seats_are_rated_as_foretold() {
    four_are_rated(Rater::House("normal".to_owned())).await;
    four_are_rated(Rater::Bot(ids::new_person())).await;
}

/// Two people, and one who is no person on two seats.
async fn four_are_rated(computer: Rater) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path()).await;
    let people = [ids::new_person(), ids::new_person()].map(Rater::Person);
    let pool = pool("yonin", "singles");
    let seats = vec![
        seated(people[0].clone(), 2),
        seated(computer.clone(), 1),
        seated(people[1].clone(), 3),
        seated(computer.clone(), 4),
    ];
    store.writer().write(ending(&pool, 1, seats)).await.expect("written");
    rate_some(&store).await.expect("rated");
    let points = async |who: &Rater| store.score(who, &pool).await.expect("read").expect("a rating").rating.points();
    let (first, second) = (points(&people[0]).await, points(&people[1]).await);
    assert!((first - 1525.90).abs() < 0.01, "one pair of people: {first}");
    assert!((second - 1474.10).abs() < 0.01, "{second}");
    assert!(points(&computer).await > 1500.0);
    let now = store.score(&computer, &pool).await.expect("read").expect("a rating");
    assert_eq!(now.games, 1, "two computers of one level are one");
}

#[tokio::test]
async fn a_rest_makes_a_rating_less_sure() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path()).await;
    let (one, other) = (Rater::Person(ids::new_person()), Rater::Person(ids::new_person()));
    let pool = pool("janggi", "std");
    for ended_ms in [0, 365 * 86_400_000] {
        let seats = vec![seated(one.clone(), 1), seated(other.clone(), 2)];
        store.writer().write(ending(&pool, ended_ms, seats)).await.expect("written");
    }
    let rated = rate_some(&store).await.expect("rated");
    let [first, second] = &rated[..] else { panic!("two games") };
    let (first, second) = (first.changes[0].as_ref().expect("moved"), second.changes[0].as_ref().expect("moved"));
    assert!(second.before.deviation() > first.after.deviation());
    assert_eq!(first.before, Rating::start(Form::Duel));
}

/// Not a test of correctness: `cargo test --workspace --lib a_hundred_thousand -- --ignored --nocapture` tells how long it takes.
#[tokio::test]
#[ignore = "a measurement"]
async fn a_hundred_thousand_results() {
    let count: usize = std::env::var("DAEGUK_RESULTS").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path()).await;
    let mut rng = game::rng::SplitMix::new(1);
    let people: Vec<_> = (0..1000).map(|_| Rater::Person(ids::new_person())).collect();
    let pool = pool("janggi", "std");
    let mut result = |number: usize| {
        let (one, other) = (people[rng.below(500)].clone(), people[500 + rng.below(500)].clone());
        let place = 1 + (number % 2) as u8;
        ending(&pool, number as i64 * 1000, vec![seated(one, place), seated(other, 3 - place)])
    };
    let results: Vec<Batch> = (0..count).map(&mut result).collect();
    let mut writing = futures_util::stream::iter(results.into_iter().map(|result| store.writer().write(result)))
        .buffer_unordered(512);
    while let Some(written) = writing.next().await {
        written.expect("written");
    }
    let began = std::time::Instant::now();
    let mut rated = 0;
    while let Some(some) = rate_some(&store).await {
        rated += some.len();
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    eprintln!("{rated} results in {:.1} s, {memory}", began.elapsed().as_secs_f64());
    assert_eq!(rated, count);
}
