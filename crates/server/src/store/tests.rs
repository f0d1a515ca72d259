use super::*;
use sqlx::Executor as _;

async fn stores() -> Vec<Store> {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let mut stores = vec![Store::open(&sqlite_url(&folder.join("a b?.db"))).await.expect("SQLite").0];
    if let Ok(url) = std::env::var("TEST_PG_URL") {
        stores.push(Store::open(&url).await.expect("PostgreSQL").0);
    }
    stores
}

fn event(body: &str) -> StoredEvent {
    StoredEvent { at_ms: 5, guest: String::new(), ack: "a1".to_owned(), body: body.to_owned() }
}

fn batch(game: GameId, versions: std::ops::RangeInclusive<i64>) -> Batch {
    let events = versions.map(|version| (game, version, event(&version.to_string()))).collect();
    Batch { events, ..Batch::default() }
}

fn new_game(id: GameId) -> Batch {
    Batch { game: Some(NewGame { id, plan: "{}".to_owned(), created_ms: 7 }), ..Batch::default() }
}

#[tokio::test]
async fn every_statement_can_be_prepared() {
    for store in stores().await {
        let inserts: Vec<_> = [1, 2, 63, 64].map(writer::insert_text).into_iter().collect();
        let fixed = [writer::NEW_GUEST, writer::RENAME, writer::NEW_GAME, writer::NEW_HOLDER, writer::STILL_ALIVE];
        for text in sql::ALL.iter().copied().chain(fixed) {
            (&store.pool).prepare(text.into_sql_str()).await.expect(text);
        }
        for text in inserts {
            (&store.pool).prepare(sqlx::AssertSqlSafe(text).into_sql_str()).await.expect("an insert");
        }
    }
}

#[tokio::test]
async fn what_was_written_is_read() {
    for store in stores().await {
        let (game, guest) = (GameId::random(), GuestId::random());
        let hash = format!("hash {guest}");
        assert_eq!(store.guest(&hash).await.expect("well"), None);
        let newcomer = NewGuest { token_hash: hash.clone(), id: guest, name: String::new(), created_ms: 1 };
        let write = |batch| store.writer().write(batch);
        write(Batch { guest: Some(newcomer), ..Batch::default() }).await.expect("written");
        write(Batch { rename: Some((guest, "민수".to_owned())), ..Batch::default() }).await.expect("written");
        let known = store.guest(&hash).await.expect("well").expect("known");
        assert_eq!(known, Guest { id: guest, name: "민수".to_owned() });

        assert!(store.game(game).await.expect("well").is_none());
        write(Batch { holders: vec![(guest, game, 1), (guest, game, 2)], ..new_game(game) }).await.expect("written");
        write(batch(game, 1..=100)).await.expect("written");
        let stored = store.game(game).await.expect("well").expect("there");
        let bodies: Vec<_> = stored.events.iter().map(|event| event.body.clone()).collect();
        assert_eq!(bodies, (1..=100).map(|version| version.to_string()).collect::<Vec<_>>());
        assert_eq!((stored.plan.as_str(), stored.created_ms), ("{}", 7));
        assert_eq!(store.games_of(guest, 10).await.expect("well"), [game]);
    }
}

#[tokio::test]
async fn a_version_is_written_once_and_a_bad_batch_spoils_no_other() {
    for store in stores().await {
        let games: Vec<_> = (0..20).map(|_| GameId::random()).collect();
        store.writer().write(batch(games[0], 1..=3)).await.expect("written");
        // All at once, so that they share a transaction; the first collides at version 3.
        let jobs = games.iter().map(|game| store.writer().write(batch(*game, 3..=5)));
        let written = futures_util::future::join_all(jobs).await;
        assert!(written[0].is_err());
        assert!(written[1..].iter().all(Result::is_ok));
        for (game, count) in games.iter().zip(std::iter::once(3).chain(std::iter::repeat(3))) {
            store.writer().write(new_game(*game)).await.expect("written");
            assert_eq!(store.game(*game).await.expect("well").expect("there").events.len(), count);
        }
    }
}
