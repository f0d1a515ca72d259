use futures_util::future::join_all;
use game::clock::Control;
use room::{Awaited, GameId, GameWish, Person, Phase, Plan, SeatWish, Sitting};

use super::*;
use crate::house::House;
use crate::ids;
use crate::owner::card;
use crate::store::{Batch, Card, NewGame};
use crate::time::Wall;

const DAY_MS: i64 = 86_400_000;
const A_DAY: Control =
    Control { main_ms: 0, increment_ms: 0, byoyomi_ms: 0, periods: 0, turn_ms: DAY_MS.unsigned_abs(), total_ms: 0 };

/// A table over days at which one has acted and the other's time runs; as it is written.
fn begun(house: &House) -> (GameId, Batch) {
    let (id, stamp, one) = (ids::new_game(), house.time.stamp(), ids::new_person());
    let seats = vec![SeatWish::Me { name: None }, SeatWish::Me { name: None }];
    let wish = GameWish {
        seats,
        listed: false,
        shuffle: false,
        choose: false,
        ..GameWish::for_strangers("janggi".to_owned(), 2, A_DAY)
    };
    let plan = Plan::new(wish, Person { id: one, name: "" }, house).expect("a plan");
    let text = serde_json::to_string(&plan).expect("plain data");
    let (mut sitting, mut events) = Sitting::begun(id, plan, stamp, house).expect("a game");
    events.push(sitting.play("a4b4", None, stamp).expect("legal"));
    let rows = room::rows(&events, stamp, None).expect("plain data");
    let batch = Batch {
        game: Some(NewGame { id, plan: text, created_ms: stamp.at_ms }),
        cards: vec![card::card(&sitting)],
        events: (1..).zip(rows).map(|(version, row)| (id, version, row)).collect(),
        ..Batch::default()
    };
    (id, batch)
}

async fn write_all(house: &House, batches: Vec<Batch>) {
    for written in join_all(batches.into_iter().map(|batch| house.store.writer().write(batch))).await {
        written.expect("written");
    }
}

async fn tables(house: &House, count: usize) -> Vec<GameId> {
    let mut all = Vec::new();
    while all.len() < count {
        let (ids, batches): (Vec<_>, Vec<_>) = (0..500.min(count - all.len())).map(|_| begun(house)).unzip();
        write_all(house, batches).await;
        all.extend(ids);
    }
    all
}

/// Rows of tables that are not there, due with the others: looking for them is all that they cost.
async fn rows(house: &House, count: usize) {
    let (_, batch) = begun(house);
    for _ in 0..count / 500 {
        let cards = (0..500).flat_map(|_| batch.cards.clone()).map(|card| Card { game: ids::new_game(), ..card });
        write_all(house, vec![Batch { cards: cards.collect(), ..Batch::default() }]).await;
    }
}

#[tokio::test]
async fn ten_thousand_rows_are_swept_a_hundred_at_a_time() {
    const ROWS: usize = 10_000;
    const TABLES: usize = 1000;
    let (folder, wall) = (tempfile::tempdir().expect("a folder"), Wall::default());
    let house = House::of_test(folder.path(), wall.clone()).await;
    let rooms = Rooms::new(std::sync::Arc::clone(&house));
    rows(&house, (ROWS - TABLES) / 2).await;
    let all = tables(&house, TABLES).await;
    rows(&house, (ROWS - TABLES) / 2).await;
    let mut sweeper = Sweeper::default();
    assert_eq!(sweeper.round(&rooms).await.expect("well"), 0, "nobody's time has run out");
    wall.pass(DAY_MS / 2);
    wall.pass_unlived(2 * DAY_MS);
    assert_eq!(sweeper.round(&rooms).await.expect("well"), 0, "an outage is nobody's time");
    wall.pass(DAY_MS / 2);
    for round in 0..ROWS / ROUND as usize {
        assert_eq!(sweeper.round(&rooms).await.expect("well"), ROUND as usize, "round {round}");
    }
    for id in all.iter().step_by(97) {
        let sitting = rooms.sitting(*id).await.expect("a game");
        assert_eq!((sitting.phase(), sitting.version()), (Phase::Over, 3));
    }
}

#[tokio::test]
async fn tables_that_cannot_be_woken_do_not_hold_up_the_others() {
    let (folder, wall) = (tempfile::tempdir().expect("a folder"), Wall::default());
    let house = House::of_test(folder.path(), wall.clone()).await;
    let rooms = Rooms::new(std::sync::Arc::clone(&house));
    let spoiled = |_| {
        let (_, batch) = begun(&house);
        let awaited = vec![Awaited { who: None, due_ms: 1 }];
        let cards =
            batch.cards.into_iter().map(|card| Card { game: ids::new_game(), awaited: awaited.clone(), ..card });
        Batch { cards: cards.collect(), ..Batch::default() }
    };
    write_all(&house, (0..150).map(spoiled).collect()).await;
    let all = tables(&house, 20).await;
    wall.pass(DAY_MS);
    let mut sweeper = Sweeper::default();
    assert_eq!(sweeper.round(&rooms).await.expect("well"), 100);
    assert_eq!(sweeper.round(&rooms).await.expect("well"), 70);
    for id in all {
        assert_eq!(rooms.sitting(id).await.expect("a game").phase(), Phase::Over);
    }
    assert_eq!(sweeper.round(&rooms).await.expect("well"), 100, "it begins anew");
}

#[tokio::test]
async fn what_a_table_waits_for_is_found_out_where_it_is_not_noted() {
    let (folder, wall) = (tempfile::tempdir().expect("a folder"), Wall::default());
    let house = House::of_test(folder.path(), wall.clone()).await;
    let rooms = Rooms::new(std::sync::Arc::clone(&house));
    let (id, mut batch) = begun(&house);
    batch.cards[0].awaited.clear();
    write_all(&house, vec![batch]).await;
    let person = rooms.sitting(id).await.expect("a game").holders()[1].expect("a person");
    assert!(house.store.pending(person, 10).await.expect("well").is_empty());
    let mut sweeper = Sweeper::default();
    sweeper.round(&rooms).await.expect("well");
    let pending = house.store.pending(person, 10).await.expect("well");
    assert_eq!(pending.iter().map(|(listed, _)| listed.game).collect::<Vec<_>>(), [id]);
    wall.pass(DAY_MS);
    assert_eq!(sweeper.round(&rooms).await.expect("well"), 1);
    assert!(house.store.pending(person, 10).await.expect("well").is_empty(), "it is over");
}
