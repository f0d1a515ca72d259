use super::*;
use crate::ids;
use crate::scopes::Scopes;
use sqlx::{Connection as _, Executor as _};

/// A store, and whatever must last as long as it.
struct Kept {
    store: Store,
    _server: Option<scratch::Scratch>,
}

impl std::ops::Deref for Kept {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// One of every kind that can be had.
async fn stores() -> Vec<Kept> {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let (store, _) = Store::open(&sqlite_url(&folder.join("a b?.db"))).await.expect("SQLite");
    [Kept { store, _server: None }].into_iter().chain(postgres().await).collect()
}

/// A corner of the server that `TEST_PG_URL` names, or a server of the test's own, which lasts as long as it is held.
pub(super) async fn postgres_url() -> Option<(String, Option<scratch::Scratch>)> {
    if let Ok(url) = std::env::var("TEST_PG_URL") {
        sqlx::any::install_default_drivers();
        return Some((corner_of(&url).await, None));
    }
    let server = scratch::Scratch::started()?;
    Some((server.url(), Some(server)))
}

async fn postgres() -> Option<Kept> {
    let (url, server) = postgres_url().await?;
    let (store, _) = Store::open(&url).await.expect("PostgreSQL");
    Some(Kept { store, _server: server })
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

fn session(token_hash: String) -> Session {
    Session {
        token_hash,
        device: String::new(),
        browser: "Firefox".to_owned(),
        created_ms: 1,
        seen_ms: 2,
        sudo_ms: 0,
        scopes: Scopes::ALL,
    }
}

#[tokio::test]
async fn tokens_are_good_until_their_time_is_over_or_they_are_revoked() {
    for store in stores().await {
        let person = ids::new_person();
        store.writer().write(newcomer(person)).await.expect("written");
        let scopes: Scopes = "read chat".parse().expect("scopes");
        let token = |id: &str, expires_ms| {
            let (hash, id, label) = (format!("{id} {person}"), id.to_owned(), "봇".to_owned());
            ApiToken { hash, id, person, label, scopes, created_ms: 10, used_ms: 0, expires_ms }
        };
        let write = async |changes: Vec<TokenChange>| {
            let batch = Batch::about_people(changes.into_iter().map(Amend::Token).collect());
            store.writer().write(batch).await.expect("written");
        };
        let (short, long, gone) = (token("short", 50), token("long", 90), token("gone", 90));
        // Written twice, as after a lost connection.
        for _ in 0..2 {
            write([&short, &long, &gone].map(|token| TokenChange::Made(token.clone())).to_vec()).await;
        }
        write(vec![TokenChange::Used(long.hash.clone(), 20), TokenChange::Revoked(person, "gone".to_owned())]).await;
        let known = store.bearer(&long.hash, 49).await.expect("read").expect("known");
        assert_eq!((known.person.id, known.session.scopes, known.session.seen_ms), (person, scopes, 20));
        let good = async |token: &ApiToken, now_ms| store.opens(&token.hash, now_ms).await.expect("read");
        assert!(good(&short, 49).await && !good(&short, 50).await && !good(&gone, 1).await);
        assert!(store.bearer(&short.hash, 50).await.expect("read").is_none());
        assert!(store.opens(&format!("hash {person}"), 1000).await.expect("read"), "a session has another time");
        assert_eq!(store.tokens(person, 50).await.expect("read"), [ApiToken { used_ms: 20, ..long.clone() }]);
        write(vec![TokenChange::Expired(50)]).await;
        assert_eq!(store.tokens(person, 0).await.expect("read").len(), 1);
        write(vec![TokenChange::AllRevoked(person)]).await;
        assert!(!good(&long, 1).await);
    }
}

fn newcomer(person: PersonId) -> Batch {
    Batch::about_people(vec![Amend::Arrive(person, 1), Amend::Enter(person, session(format!("hash {person}")))])
}

/// A database in a server that someone else has started, in a corner of its own.
async fn corner_of(url: &str) -> String {
    let mut connection = AnyConnection::connect(url).await.expect("PostgreSQL");
    let corner = format!("test_{}", ids::new_game()).to_lowercase();
    let text = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {corner}")).into_sql_str();
    sqlx::query(text).execute(&mut connection).await.expect("a schema");
    let joint = if url.contains('?') { '&' } else { '?' };
    format!("{url}{joint}options[search_path]={corner}")
}

#[tokio::test]
async fn every_statement_can_be_prepared() {
    for store in stores().await {
        let lists = [
            sql::ALL,
            batch::sql::ALL,
            accounts::sql::ALL,
            amend::sql::ALL,
            amend::sql::ERASE,
            attended::sql::ALL,
            audit::sql::ALL,
            card::sql::ALL,
            pending::sql::ALL,
            person::sql::ALL,
            scores::sql::ALL,
            profile::sql::ALL,
            faces::sql::ALL,
            library::sql::ALL,
            opening::sql::ALL,
            opening::sql::DISSOLVE,
            relation::sql::ALL,
            talk::sql::ALL,
            order::sql::ALL,
            terms::sql::ALL,
            token::sql::ALL,
            puzzles::sql::ALL,
            study::sql::ALL,
            job::sql::ALL,
            &[progress::KEEP, progress::OF_PERSON],
        ];
        for text in lists.into_iter().flatten().copied() {
            (&store.pool).prepare(text.into_sql_str()).await.expect(text);
        }
        for text in [1, 2, 63, 64].map(batch::insert_text) {
            (&store.pool).prepare(sqlx::AssertSqlSafe(text).into_sql_str()).await.expect("an insert");
        }
        for rows in [1, 64] {
            for (table, keys) in [("opening", &["spot", "next"][..]), ("beginning", &["setup"][..])] {
                let text = sqlx::AssertSqlSafe(opening::count_text(table, keys, rows)).into_sql_str();
                (&store.pool).prepare(text).await.expect("a count");
            }
        }
    }
}

#[tokio::test]
async fn what_was_written_is_read() {
    for store in stores().await {
        let (game, guest) = (ids::new_game(), ids::new_person());
        let hash = format!("hash {guest}");
        assert_eq!(store.known(&hash).await.expect("well"), None);
        let write = |batch| store.writer().write(batch);
        write(newcomer(guest)).await.expect("written");
        write(Batch::about_people(vec![Amend::Label(guest, "민수".to_owned())])).await.expect("written");
        let known = store.known(&hash).await.expect("well").expect("known");
        assert_eq!(
            (known.person.id, known.person.name.as_str(), known.person.kind),
            (guest, "민수", person::Kind::Guest)
        );
        assert_eq!(known.session, session(hash));

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
        let games: Vec<_> = (0..20).map(|_| ids::new_game()).collect();
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

#[tokio::test]
async fn whoever_ends_writes_what_was_handed_in_and_lets_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = sqlite_url(&folder.path().join("a.db"));
    let (store, _) = Store::open(&url).await.expect("SQLite");
    let game = ids::new_game();
    store.writer().write(new_game(game)).await.expect("written");
    let writes = (1..=50).map(|version| store.writer().write(batch(game, version..=version)));
    let (written, ()) = futures_util::future::join(futures_util::future::join_all(writes), store.close()).await;
    assert!(written.iter().all(Result::is_ok), "handed in before the end");
    assert!(store.writer().write(batch(game, 51..=51)).await.is_err());
    assert!(!store.writer().is_well());
    let (store, _) = Store::open(&url).await.expect("free again");
    assert_eq!(store.game(game).await.expect("well").expect("there").events.len(), 50);
}

#[tokio::test]
async fn a_batch_is_found_whole_or_not_at_all() {
    for store in stores().await {
        let (game, guest) = (ids::new_game(), ids::new_person());
        let batches = [
            newcomer(guest),
            new_game(game),
            batch(game, 1..=3),
            Batch::about_people(vec![Amend::Label(guest, "민수".to_owned())]),
        ];
        let mut connection = store.pool.acquire().await.expect("a reader");
        for batch in &batches {
            assert!(!batch.is_in(&mut connection).await.expect("well"));
        }
        for (index, batch) in batches.into_iter().enumerate() {
            let (copy, is_told) = (again(&batch), index < 3);
            store.writer().write(batch).await.expect("written");
            assert_eq!(copy.is_in(&mut connection).await.expect("well"), is_told, "{copy:?}");
        }
        let mut other = batch(game, 1..=3);
        other.events[2].2.ack = "another".to_owned();
        assert!(!other.is_in(&mut connection).await.expect("well"), "someone else's event is not ours");
    }
}

fn again(batch: &Batch) -> Batch {
    let game = batch.game.as_ref();
    Batch {
        people: batch.people.clone(),
        game: game.map(|game| NewGame { plan: game.plan.clone(), ..*game }),
        events: batch.events.clone(),
        ..Batch::default()
    }
}

#[tokio::test]
async fn an_outage_is_stored_once_and_with_the_first_that_comes_after_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = sqlite_url(&folder.path().join("a.db"));
    let (store, time) = Store::open(&url).await.expect("SQLite");
    store.writer().write(Batch::alive(time.now_ms())).await.expect("written");
    assert_eq!(time.unstored(), []);
    store.close().await;
    let (store, time) = Store::open(&url).await.expect("SQLite");
    assert_eq!(time.unstored().len(), 1);
    for version in 1..=2 {
        store.writer().write(batch(ids::new_game(), version..=version)).await.expect("written");
        assert_eq!(time.unstored(), []);
        let count = sqlx::query("SELECT count(*) FROM outage").fetch_one(&store.pool).await.expect("well");
        assert_eq!(count.get::<i64, _>(0), 1);
    }
}

#[tokio::test]
async fn a_sign_of_life_that_fails_is_followed_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, time) = Store::open(&sqlite_url(&folder.path().join("a.db"))).await.expect("SQLite");
    let alive =
        tokio::spawn(keep_alive(store.writer().clone(), Arc::clone(&time), std::time::Duration::from_millis(5)));
    let full = "CREATE TRIGGER full BEFORE INSERT ON alive BEGIN SELECT RAISE(ROLLBACK, 'full'); END";
    sqlx::query(full).execute(&store.pool).await.expect("a trigger");
    while store.writer().is_well() {
        tokio::task::yield_now().await;
    }
    sqlx::query("DROP TRIGGER full").execute(&store.pool).await.expect("no trigger");
    // The first sign is the proof of the new connection; the others are the server's.
    let later_ms = time.now_ms() + 1_000;
    while last_alive(&store.pool, None).await.expect("well") < Some(later_ms) {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(store.is_well().await);
    alive.abort();
}

#[tokio::test]
async fn every_table_moves() {
    let (store, _) =
        Store::open(&sqlite_url(&tempfile::tempdir().expect("a folder").keep().join("a.db"))).await.expect("SQLite");
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlx%' ORDER BY name";
    let rows = sqlx::query(tables).fetch_all(&store.pool).await.expect("tables");
    let mut listed = [moving::TABLES, moving::OF_NODES].concat();
    listed.sort_unstable();
    assert_eq!(rows.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>(), listed);
}

#[tokio::test]
async fn a_house_moves_to_postgres_and_back() {
    let Some((postgres, _server)) = postgres_url().await else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [here, back] = ["here.db", "back.db"].map(|name| sqlite_url(&folder.path().join(name)));
    let (store, _) = Store::open(&here).await.expect("SQLite");
    let (game, person) = (ids::new_game(), ids::new_person());
    for batch in [new_game(game), batch(game, 1..=200), newcomer(person)] {
        store.writer().write(batch).await.expect("written");
    }
    sqlx::query("INSERT INTO rating VALUES ($1, 'janggi/std/slow', 1512.25, 88.125, 0.059996, 3, 1, 1, 1, 1500, 7)")
        .bind(person.as_str())
        .execute(&store.pool)
        .await
        .expect("a rating");
    let stored = store.game(game).await.expect("read");
    store.close().await;
    let rows = move_house(&here, &postgres).await.expect("there");
    assert_eq!(move_house(&postgres, &back).await.expect("and back"), rows);
    assert!(matches!(move_house(&here, &postgres).await, Err(MoveError::Lived("game"))));
    let (store, _) = Store::open(&back).await.expect("SQLite");
    assert_eq!(store.game(game).await.expect("read"), stored);
}
