//! A database from before there were people: nobody loses a token, a seat or a game.

use sqlx::AnyConnection;

use super::*;

/// What version 1 and 2 had written, by hand as it was then.
const OLD: &[&str] = &[
    "INSERT INTO guest (token_hash, id, name, created_ms) VALUES ('hash one', 'personOne001', '민수', 11)",
    "INSERT INTO guest (token_hash, id, name, created_ms) VALUES ('hash two', 'personTwo002', '', 12)",
    "INSERT INTO game (id, plan, created_ms) VALUES ('gameOne00001', '{}', 13)",
    "INSERT INTO event (game, version, at_ms, guest, ack, body) VALUES ('gameOne00001', 1, 14, 'personOne001', 'a', 'x')",
    "INSERT INTO holder (guest, game, since_ms) VALUES ('personOne001', 'gameOne00001', 15)",
    "INSERT INTO progress (person, kind, lesson, stage, stars, at_ms) VALUES ('personTwo002', 'janggi', 'soldier', 'one', 3, 16)",
    "INSERT INTO alive (id, at_ms) VALUES (1, 17)",
];

/// Brings a new database to where version 2 had left one.
async fn fill_old(url: &str) {
    let door = Door::of(url).expect("an address");
    let _lock = door.file().map(|file| claim(&file, true).expect("free"));
    let mut connection: AnyConnection = door.open_to_write().await.expect("open");
    migrate_with(&mut connection, &MIGRATIONS[..2]).await.expect("migrated");
    for text in OLD {
        sqlx::query(*text).execute(&mut connection).await.expect("written");
    }
    sqlx::Connection::close(connection).await.expect("closed");
}

async fn nothing_is_lost(url: &str) {
    fill_old(url).await;
    for _ in 0..2 {
        let (store, time) = Store::open(url).await.expect("opened, and opened again");
        let one = store.known("hash one").await.expect("well").expect("the token is known");
        assert_eq!(
            (one.person.id.as_str(), one.person.name.as_str(), one.person.kind),
            ("personOne001", "민수", Kind::Guest)
        );
        assert_eq!((one.person.created_ms, one.session.created_ms, one.session.sudo_ms), (11, 11, 0));
        let two = store.known("hash two").await.expect("well").expect("so is the other");
        assert_eq!(store.stars(two.person.id).await.expect("well").len(), 1);
        let games = store.games_of(one.person.id, 10).await.expect("well");
        assert_eq!(games.iter().map(|game| game.as_str().to_owned()).collect::<Vec<_>>(), ["gameOne00001"]);
        let game = store.game(games[0]).await.expect("well").expect("the game");
        assert_eq!((game.plan.as_str(), game.events[0].guest.as_str()), ("{}", "personOne001"));
        assert!(store.known("hash three").await.expect("well").is_none());
        assert!(time.now_ms() > 17);
        store.close().await;
    }
}

#[tokio::test]
async fn a_filled_database_of_version_1_becomes_one_with_people() {
    let folder = tempfile::tempdir().expect("a folder");
    nothing_is_lost(&sqlite_url(&folder.path().join("old.db"))).await;
}

#[tokio::test]
async fn so_does_one_in_postgresql() {
    if let Some((url, _server)) = tests::postgres_url().await {
        nothing_is_lost(&url).await;
    }
}
