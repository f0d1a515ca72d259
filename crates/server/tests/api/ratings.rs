//! Ratings through the real server: which games count and why not, that each is rated once, and that every number on a profile follows
//! from the stored results.

use std::collections::BTreeMap;
use std::num::NonZeroU8;
use std::path::Path;

use ::ratings::{Form, Player, Rank, Rating, Who, rate};
use serde_json::{Value, json};
use sqlx::Row as _;

use crate::crash::Process;
use crate::helpers::{Guest, House, beside, database_of};

/// Somebody who has an account.
pub(crate) const NAME: &str = "jisu";
const POOL: &str = "janggi/std/slow";
const DAY_MS: f64 = 86_400_000.0;
/// How often the server is killed between the end of a game and its rating.
const ROUNDS: usize = 50;

async fn id_of(guest: &Guest) -> String {
    guest.get("/api/me").await.json()["id"].as_str().expect("an id").to_owned()
}

/// Gives a guest an account, as far as ratings look at it.
pub(crate) async fn enroll(url: &str, guest: &Guest, name: &str) {
    let query = sqlx::query("UPDATE person SET kind = 'member', name = $2, name_key = $2 WHERE id = $1");
    query.bind(id_of(guest).await).bind(name).execute(&mut beside(url).await).await.expect("a member");
}

/// Names of lower-case letters but `m` look like nothing else, so they are their own keys.
pub(crate) fn name_of(number: usize) -> String {
    format!("player{}", char::from(b'a' + number as u8))
}

pub(crate) async fn members(house: &House, count: usize) -> Vec<Guest> {
    let mut members = Vec::new();
    for number in 0..count {
        let guest = house.guest().await;
        enroll(house.url(), &guest, &name_of(number)).await;
        members.push(guest);
    }
    members
}

fn clock() -> Value {
    json!({ "main_ms": 600_000, "byoyomi_ms": 30_000, "periods": 3 })
}

pub(crate) fn wish() -> Value {
    json!({ "kind": "janggi", "clock": clock(), "seats": [{ "type": "me" }, { "type": "open" }] })
}

/// Two sit down and choose; the game has begun.
async fn begun(one: &Guest, other: &Guest, wish: &Value) -> String {
    let game = one.game(wish).await;
    assert_eq!(other.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status, 200);
    other.say(&game, &json!({ "t": "choose", "a": "c1", "d": "inner" })).await;
    one.say(&game, &json!({ "t": "choose", "a": "c0", "d": "inner" })).await;
    assert_eq!(one.state(&game).await["phase"], "playing");
    game
}

/// Each acts once, then the second gives up.
pub(crate) async fn played(one: &Guest, other: &Guest, wish: &Value) -> String {
    let game = begun(one, other, wish).await;
    for (n, player) in [one, other].into_iter().enumerate() {
        let action = player.state(&game).await["legal"][0].clone();
        let done = player.say(&game, &json!({ "t": "act", "a": format!("a{n}"), "n": n, "d": action })).await;
        assert_eq!(done.status, 200, "{}", done.text());
    }
    assert_eq!(other.say(&game, &json!({ "t": "resign", "a": "r" })).await.status, 200);
    game
}

async fn count(url: &str, text: &'static str) -> i64 {
    sqlx::query(text).fetch_one(&mut beside(url).await).await.expect("a count").get(0)
}

pub(crate) async fn until_all_are_rated(url: &str) {
    let all_are_rated = async {
        while count(url, "SELECT COUNT(*) FROM result WHERE state = 'due'").await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::helpers::PATIENCE, all_are_rated).await.expect("rated in time");
}

/// Makes somebody a bot, and writes down how strong somebody is.
async fn note(url: &str, name: &str, kind: &str, deviation: f64, played_ms: i64) {
    let mut beside = beside(url).await;
    let query = sqlx::query("UPDATE person SET kind = $2 WHERE name = $1");
    query.bind(name).bind(kind).execute(&mut beside).await.expect("a kind");
    let query = sqlx::query(
        "INSERT INTO rating (person, pool, rating, deviation, volatility, games, won, drawn, lost, best, played_ms)
        SELECT id, $2, 1600.0, $3, 0.06, 20, 20, 0, 0, 1600.0, $4 FROM person WHERE name = $1",
    );
    query.bind(name).bind(POOL).bind(deviation).bind(played_ms).execute(&mut beside).await.expect("a rating");
}

#[tokio::test]
async fn a_bot_is_measured_by_people_and_never_moves_them() {
    let house = House::open().await;
    let [one, robot] = &members(&house, 2).await[..] else { panic!("two") };
    let now_ms = one.get("/api/people/playera").await.json()["created_ms"].as_i64().expect("a time");
    note(house.url(), "playera", "member", 60.0, now_ms).await;
    note(house.url(), "playerb", "bot", 60.0, now_ms).await;
    let game = played(one, robot, &wish()).await;
    until_all_are_rated(house.url()).await;
    let state = one.state(&game).await;
    assert_eq!((&state["rated"], &state["why"]), (&json!(false), &json!("computer")));
    assert_eq!(count(house.url(), "SELECT COUNT(*) FROM change").await, 1, "the bot's alone");
    let rating = async |name: &str| one.get(&format!("/api/people/{name}")).await.json()["ratings"][0].clone();
    assert_eq!(rating("playera").await["games"], 20);
    let bots = rating("playerb").await;
    assert_eq!((&bots["games"], &bots["lost"]), (&json!(21), &json!(1)));
    assert!(bots["rating"].as_i64() < Some(1600), "{bots}");
    let told = one.get(&format!("/api/games/{game}/ratings")).await.json();
    assert_eq!((&told["seats"][1]["name"], &told["seats"][0]["change"]), (&json!("playerb"), &Value::Null));
    let leaders = one.get(&format!("/api/leaders/{POOL}")).await.json();
    let names =
        |list: &str| leaders[list].as_array().expect("a list").iter().map(|line| line["name"].clone()).collect();
    let (people, programs): (Vec<Value>, Vec<Value>) = (names("leaders"), names("bots"));
    assert_eq!((people, programs), (vec![json!("playera")], vec![json!("playerb")]));
}

#[tokio::test]
async fn a_game_of_two_members_moves_both_and_everybody_is_told() {
    let house = House::open().await;
    let [one, other] = &members(&house, 2).await[..] else { panic!("two") };
    let game = begun(one, other, &wish()).await;
    let state = one.state(&game).await;
    assert_eq!((&state["rated"], &state["pool"], &state["why"]), (&json!(true), &json!(POOL), &Value::Null));
    let mut socket = other.socket(&game).await;
    for (n, player) in [one, other].into_iter().enumerate() {
        let action = player.state(&game).await["legal"][0].clone();
        player.say(&game, &json!({ "t": "act", "a": format!("a{n}"), "n": n, "d": action })).await;
    }
    let can = one.state(&game).await["can"].clone();
    assert!(!can.as_array().expect("a list").contains(&json!("takeback")), "{can}");
    other.say(&game, &json!({ "t": "resign", "a": "r" })).await;
    let told = loop {
        match socket.hear().await {
            crate::helpers::Heard::Json(message) if message["t"] == "rated" => break message,
            crate::helpers::Heard::Closed(code) => panic!("closed: {code:?}"),
            _ => {}
        }
    };
    assert_eq!(told["d"]["pool"], POOL);
    let seats = &told["d"]["seats"];
    assert_eq!(
        (&seats[0]["before"], &seats[0]["after"], &seats[1]["after"]),
        (&json!(1500), &json!(1662), &json!(1338))
    );
    let table = one.get(&format!("/api/games/{game}/ratings")).await.json();
    assert_eq!(table["seats"][0]["change"], seats[0]);
    assert_eq!(table["seats"][1]["name"], "playerb");
    let profile = other.get("/api/people/playera").await.json();
    assert_eq!((&profile["ratings"][0]["rating"], &profile["ratings"][0]["won"]), (&json!(1662), &json!(1)));
    let games = other.get("/api/people/playerb/games").await.json();
    assert_eq!((&games["games"][0]["id"], &games["games"][0]["after"]), (&json!(game), &json!(1338)));
    assert_eq!(other.get("/api/people/nobody").await.code(), "E_PERSON");
    assert_eq!(other.get("/api/leaders/janggi/std/never").await.code(), "E_POOL");
}

/// What a game is at its beginning: rated, and why not.
async fn verdict(one: &Guest, other: &Guest, wish: &Value) -> (bool, Value) {
    let game = begun(one, other, wish).await;
    let state = one.state(&game).await;
    (state["rated"] == json!(true), state["why"].clone())
}

#[tokio::test]
async fn a_game_that_does_not_count_says_why() {
    let house = House::open().await;
    let [one, other] = &members(&house, 2).await[..] else { panic!("two") };
    let guest = house.guest().await;
    assert_eq!(verdict(one, other, &wish()).await, (true, Value::Null));
    assert_eq!(verdict(one, &guest, &wish()).await, (false, json!("guest")));
    assert_eq!(verdict(one, one, &wish()).await, (false, json!("same")));
    let changed = |key: &str, value: Value| {
        let mut wish = wish();
        wish[key] = value;
        wish
    };
    assert_eq!(verdict(one, other, &changed("rated", json!(false))).await, (false, json!("casual")));
    assert_eq!(verdict(one, other, &changed("clock", Value::Null)).await, (false, json!("clock")));
    assert_eq!(verdict(one, other, &changed("options", json!({ "pass": "never" }))).await, (false, json!("rules")));
    assert_eq!(verdict(one, other, &changed("preset", json!("casual"))).await, (false, json!("rules")));
    assert_eq!(verdict(one, other, &changed("start", json!({ "handicap": "none" }))).await, (true, Value::Null));
    let seen = "UPDATE session SET device = 'shared' WHERE person IN (SELECT id FROM person WHERE kind = 'member')";
    sqlx::query(seen).execute(&mut beside(house.url()).await).await.expect("a device");
    assert_eq!(verdict(one, other, &wish()).await, (false, json!("device")));
}

#[tokio::test]
async fn the_same_pair_is_rated_ten_times_a_day() {
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let [one, other, third] = &members(&house, 3).await[..] else { panic!("three") };
    for _ in 0..10 {
        played(one, other, &wish()).await;
        until_all_are_rated(house.url()).await;
    }
    assert_eq!(verdict(one, other, &wish()).await, (false, json!("often")));
    assert_eq!(verdict(one, third, &wish()).await, (true, Value::Null));
    let profile = one.get("/api/people/playera").await.json();
    assert_eq!((&profile["ratings"][0]["games"], &profile["ratings"][0]["won"]), (&json!(10), &json!(10)));
}

#[tokio::test]
async fn a_game_in_which_a_seat_never_acted_has_no_result() {
    let house = House::open().await;
    let [one, other] = &members(&house, 2).await[..] else { panic!("two") };
    let game = begun(one, other, &wish()).await;
    assert_eq!(other.say(&game, &json!({ "t": "resign", "a": "r" })).await.status, 200);
    assert_eq!(count(house.url(), "SELECT COUNT(*) FROM result").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_the_end_and_the_rating_each_game_is_rated_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = &database_of(folder.path());
    let mut people = first_members(folder.path(), url, 10).await;
    for round in 0..ROUNDS {
        let process = Process::start(folder.path());
        for person in &mut people {
            person.address = process.address;
        }
        let pair = 2 * (round % 5);
        played(&people[pair], &people[pair + 1], &wish()).await;
        process.signal("KILL");
    }
    let process = Process::start(folder.path());
    until_all_are_rated(url).await;
    for person in &mut people {
        person.address = process.address;
    }
    assert_eq!(count(url, "SELECT COUNT(*) FROM result WHERE state = 'done'").await, ROUNDS as i64);
    assert_eq!(count(url, "SELECT COUNT(*) FROM change").await, 2 * ROUNDS as i64);
    assert_eq!(count(url, "SELECT CAST(SUM(games) AS BIGINT) FROM rating").await, 2 * ROUNDS as i64);
    for number in 0..people.len() {
        check_profile(&people[0], url, &name_of(number)).await;
    }
}

async fn first_members(folder: &Path, url: &str, count: usize) -> Vec<Guest> {
    let process = Process::start(folder);
    let mut people = Vec::new();
    for number in 0..count {
        let mut guest = Guest { address: process.address, token: None };
        let response = guest.get("/api/me").await;
        let cookie = response.header("set-cookie").expect("a cookie").to_owned();
        guest.token = cookie.strip_prefix("daeguk=").and_then(|rest| rest.split(';').next()).map(str::to_owned);
        enroll(url, &guest, &name_of(number)).await;
        people.push(guest);
    }
    process.end();
    people
}

/// What stored results say of one rating.
#[derive(Clone, Copy)]
struct Computed {
    rating: Rating,
    games: i64,
    won: i64,
    drawn: i64,
    lost: i64,
    best: f64,
    played_ms: i64,
}

/// All ratings of the pool from nothing but the stored results of games for two, by whose they are.
async fn computed(url: &str) -> BTreeMap<String, Computed> {
    let text = "SELECT ended_ms, seats FROM result WHERE pool = $1 AND state = 'done' ORDER BY ended_ms, game";
    let rows = sqlx::query(text).bind(POOL).fetch_all(&mut beside(url).await).await.expect("results");
    let mut all = BTreeMap::new();
    for row in rows {
        let seats: Value = serde_json::from_str(&row.get::<String, _>(1)).expect("seats");
        replay(&mut all, row.get(0), seats.as_array().expect("a list"));
    }
    all
}

fn replay(all: &mut BTreeMap<String, Computed>, ended_ms: i64, seats: &[Value]) {
    let start = Computed {
        rating: Rating::start(Form::Duel),
        games: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        best: 0.0,
        played_ms: ended_ms,
    };
    let whose = |seat: &Value| seat["who"]["person"].as_str().expect("a person").to_owned();
    let place = |seat: &Value| NonZeroU8::new(seat["place"].as_u64().expect("a place") as u8).expect("from one");
    let before: Vec<Computed> = seats.iter().map(|seat| all.get(&whose(seat)).copied().unwrap_or(start)).collect();
    let rested = |old: &Computed| old.rating.grown(Form::Duel, (ended_ms - old.played_ms) as f64 / DAY_MS);
    let player =
        |(old, seat): (&Computed, &Value)| Player { who: Who::Person, rating: rested(old), place: place(seat) };
    let players: Vec<Player> = before.iter().zip(seats).map(player).collect();
    for (seat, after) in rate(Form::Duel, &players).into_iter().enumerate() {
        let (rating, old) = (after.expect("people move each other"), before[seat]);
        let (own, other) = (players[seat].place, players[1 - seat].place);
        let best = if rating.is_provisional(Form::Duel) { old.best } else { old.best.max(rating.points()) };
        let new = Computed {
            rating,
            games: old.games + 1,
            won: old.won + i64::from(own < other),
            drawn: old.drawn + i64::from(own == other),
            lost: old.lost + i64::from(own > other),
            best,
            played_ms: ended_ms,
        };
        all.insert(whose(&seats[seat]), new);
    }
}

/// Every number of a profile against what the stored results say.
pub(crate) async fn check_profile(asker: &Guest, url: &str, name: &str) {
    let query = sqlx::query("SELECT id FROM person WHERE name = $1").bind(name);
    let id: String = query.fetch_one(&mut beside(url).await).await.expect("a person").get(0);
    let expected = computed(url).await[&id];
    let profile = asker.get(&format!("/api/people/{name}")).await.json();
    let points = expected.rating.shown();
    let best = expected.best.round() as i64;
    let score = json!({
        "pool": POOL, "rating": points, "deviation": expected.rating.deviation().round() as i64,
        "rank": Rank::of(points), "provisional": expected.rating.is_provisional(Form::Duel),
        "games": expected.games, "won": expected.won, "drawn": expected.drawn, "lost": expected.lost,
        "best": if best > 0 { json!({ "rating": best, "rank": Rank::of(best) }) } else { Value::Null },
        "played_ms": expected.played_ms,
    });
    assert_eq!(profile["ratings"], json!([score]), "{name}");
    let history = asker.get(&format!("/api/people/{name}/ratings")).await.json();
    let points = history["points"].as_array().expect("points");
    assert_eq!((points.len() as i64, &points[points.len() - 1]["rating"]), (expected.games, &score["rating"]));
}
