//! Whoever looks on: what is shown without choosing, and that nobody is shown what is hidden.

use std::time::Duration;

use game::rng::SplitMix;
use game::{Game, Table};
use serde_json::{Value, json};
use server::{Rates, TvWaits};

use crate::helpers::{Guest, Heard, House, PATIENCE, Socket, hot_seat};
use crate::programs::Lines;

/// At once, so that no test waits.
const AT_ONCE: TvWaits = TvWaits { stay: Duration::ZERO, linger: Duration::ZERO };
/// How many actions are played of each game.
const ACTIONS: usize = 60;
/// How many actions are looked at for one that hides something.
const CANDIDATES: usize = 40;

async fn house() -> House {
    House::with(|config| (config.rates, config.tv) = (Rates::unlimited(), AT_ONCE)).await
}

/// Strangers who sit down at one table of the lobby.
async fn strangers(house: &House, kind: &str, preset: &str, seats: usize) -> (String, Vec<Guest>) {
    let wish = json!({ "kind": kind, "preset": preset, "clock": { "main_ms": 600_000 } });
    let (mut id, mut people) = (String::new(), Vec::new());
    for _ in 0..seats {
        let guest = house.guest().await;
        let found = guest.post("/api/lobby/match", &wish).await;
        assert_eq!(found.status, 200, "{}", found.text());
        found.json()["id"].as_str().expect("an id").clone_into(&mut id);
        people.push(guest);
    }
    (id, people)
}

/// Everybody chooses the first that is offered until the game begins.
async fn choose(id: &str, people: &[Guest]) {
    for turn in 0..4 * people.len() {
        let guest = &people[turn % people.len()];
        let state = guest.state(id).await;
        if state["phase"] == "playing" {
            return;
        }
        let own = state["you"][0].to_string();
        if let Some(offered) = state["opening"]["offered"][&own].as_array() {
            guest.say(id, &json!({ "t": "choose", "d": offered[0] })).await;
        }
    }
    panic!("{id} does not begin");
}

/// What a channel shows, once that holds.
async fn on_air(guest: &Guest, kind: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let asking = async {
        loop {
            let all = guest.get("/api/tv").await.json();
            let channels = all["channels"].as_array().expect("channels").clone();
            let channel = channels.into_iter().find(|channel| channel["kind"] == kind).expect("a channel");
            if holds(&channel) {
                return channel;
            }
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("a picture")
}

async fn channel(guest: &Guest, topics: &[&str]) -> Socket {
    let origin = format!("http://{}", guest.address);
    let mut socket = guest.upgrade("/api/socket", Some(&origin)).await.expect("a socket");
    for topic in topics {
        socket.send(&json!({ "t": "watch", "d": topic })).await;
    }
    socket
}

/// Listens until a picture fits; everything that was said on the way.
async fn until_picture(socket: &mut Socket, said: &mut String, holds: impl Fn(&Value) -> bool) {
    loop {
        let Heard::Json(frame) = socket.hear().await else { panic!("closed") };
        *said += &frame.to_string();
        if frame["t"] == "tv" && holds(&frame["d"]) {
            return;
        }
    }
}

/// The same of a stream.
async fn until_line(stream: &mut Lines, said: &mut String, holds: impl Fn(&Value) -> bool) {
    while let Some(line) = stream.told().await {
        *said += &line.to_string();
        if line["t"] == "tv" && holds(&line["d"]) {
            return;
        }
    }
    panic!("the stream has ended");
}

#[tokio::test]
async fn the_channel_of_a_game_shows_what_strangers_play_and_nothing_else() {
    let house = house().await;
    let onlooker = house.stranger();
    let private = house.guest().await.game(&hot_seat()).await;
    let dark = on_air(&onlooker, "janggi", |_| true).await;
    assert_eq!((&dark["table"], &dark["screen"]), (&Value::Null, &Value::Null), "{private} is nobody's business");

    let mut said = String::new();
    let mut socket = channel(&onlooker, &["tv:janggi"]).await;
    until_picture(&mut socket, &mut said, |d| d["screen"].is_null()).await;
    let (id, people) = strangers(&house, "janggi", "modern", 2).await;
    choose(&id, &people).await;
    until_picture(&mut socket, &mut said, |d| d["screen"]["id"] == json!(id) && d["screen"]["n"] == 0).await;
    let shown = on_air(&onlooker, "janggi", |channel| channel["screen"]["id"] == json!(id)).await;
    assert_eq!(shown["table"]["seats"].as_array().map(Vec::len), Some(2));
    assert_eq!((&shown["screen"]["last"], &shown["screen"]["result"]), (&Value::Null, &Value::Null));

    for guest in &people {
        let state = guest.state(&id).await;
        if state["turn"] == state["you"][0] {
            let done = guest.say(&id, &json!({ "t": "act", "n": 0, "d": state["legal"][0] })).await;
            assert_eq!(done.status, 200, "{}", done.text());
            until_picture(&mut socket, &mut said, |d| d["screen"]["last"] == state["legal"][0]).await;
            assert_eq!(people[0].state(&id).await["watchers"], 0, "who looks from afar does not sit at the table");
            break;
        }
    }
    people[0].say(&id, &json!({ "t": "resign" })).await;
    people[0].say(&id, &json!({ "t": "abort" })).await;
    assert!(!said.contains(&private));
}

#[tokio::test]
async fn another_game_comes_on_when_one_is_over_and_only_one_channel_is_on() {
    let house = house().await;
    let onlooker = house.stranger();
    let (first, one) = strangers(&house, "yonin", "standard", 4).await;
    let mut socket = channel(&onlooker, &["tv:janggi", "tv:yonin"]).await;
    let mut said = String::new();
    until_picture(&mut socket, &mut said, |d| d["screen"]["id"] == json!(first)).await;
    let (second, _) = strangers(&house, "yonin", "standard", 4).await;
    let (janggi, people) = strangers(&house, "janggi", "modern", 2).await;
    choose(&janggi, &people).await;
    on_air(&onlooker, "janggi", |channel| channel["screen"]["id"] == json!(janggi)).await;
    for guest in &one {
        guest.say(&first, &json!({ "t": "abort" })).await;
    }
    until_picture(&mut socket, &mut said, |d| d["screen"]["id"] == json!(second)).await;
    assert!(!said.contains(&janggi), "that channel went off when the other came on");
    socket.send(&json!({ "t": "watch", "d": "tv:chess" })).await;
    let refused = |socket: &Socket| socket.others.iter().any(|other| other["code"] == "E_MESSAGE");
    socket.until(refused).await;
}

/// A game of strangers beside a table of the rules that knows everything.
struct Watched {
    id: String,
    people: Vec<Guest>,
    truth: Box<dyn Table>,
    /// What was done and not told to everybody.
    secrets: Vec<String>,
    socket: Socket,
    /// All that the onlooker's socket has said.
    said: String,
}

impl Watched {
    async fn begin(house: &House, game: &dyn Game, preset: &str) -> Self {
        let about = game.about();
        let (id, people) = strangers(house, about.kind, preset, about.seats.len()).await;
        let mut socket = house.stranger().socket(&id).await;
        socket.until(|socket| socket.state["v"].is_u64()).await;
        choose(&id, &people).await;
        let format = about.formats.iter().find(|format| format.exact).expect("a format of its own");
        let record = people[0].get(&format!("/api/games/{id}/record.{}", format.name)).await;
        let record = format.read(&record.body).remove(0).expect("a record");
        let truth = game.load(&record.rules, &record.start).expect("a start");
        Self { id, people, truth, secrets: Vec::new(), socket, said: String::new() }
    }

    /// One action of whoever's turn it is, rather one that hides something.
    async fn act(&mut self, rng: &mut SplitMix) {
        let legal = self.truth.legal();
        let mut action = rng.pick(&legal).expect("something to do").clone();
        for _ in 0..CANDIDATES {
            let other = rng.pick(&legal).expect("something to do");
            let mut after = self.truth.fork();
            let done = after.deeds();
            if after.play(other).is_ok() && after.told(done, None) != after.deed(done) {
                action.clone_from(other);
                break;
            }
        }
        let turn = self.truth.turn().expect("somebody's turn").index();
        let n = self.truth.deeds();
        for guest in &self.people {
            if guest.state(&self.id).await["you"] == json!([turn]) {
                let done = guest.say(&self.id, &json!({ "t": "act", "n": n, "d": action })).await;
                assert_eq!(done.status, 200, "{action}: {}", done.text());
            }
        }
        self.truth.play(&action).expect("legal");
        self.truth.carry_out_forced();
        for index in n..self.truth.deeds() {
            let deed = self.truth.deed(index).expect("done");
            if self.truth.told(index, None) != Some(deed) {
                self.secrets.push(deed.to_owned());
            }
        }
        while self.socket.deeds() < self.truth.deeds() {
            let Heard::Json(frame) = self.socket.hear().await else { panic!("closed") };
            self.said += &frame.to_string();
        }
    }

    /// The onlooker has seen what the rules let anybody see.
    fn check(&self) {
        let (state, truth) = (&self.socket.state, &self.truth);
        assert_eq!(state["view"], truth.view(None), "{}", truth.state());
        assert_eq!((&state["legal"], &state["you"], &state["as"]), (&json!([]), &json!([]), &Value::Null));
        for index in 0..truth.deeds() {
            assert_eq!(state["deeds"][index]["text"].as_str(), truth.told(index, None));
        }
    }

    /// Every other way on which a stranger can look, as one text.
    async fn elsewhere(&self, onlooker: &Guest, kind: &str) -> String {
        let mut told = String::new();
        for path in ["", "/positions?from=0&to=199", "/board.svg", "/board.svg?seat=1", "/ratings"] {
            told += &onlooker.get(&format!("/api/games/{}{path}", self.id)).await.text();
        }
        for path in ["/api/live", "/api/lobby", "/api/games"] {
            told += &onlooker.get(path).await.text();
        }
        let n = self.truth.deeds();
        let id = json!(self.id);
        let shown = on_air(onlooker, kind, |d| d["screen"]["id"] == id && d["screen"]["n"] == json!(n)).await;
        assert_eq!(shown["screen"]["view"], self.truth.view(None));
        assert_eq!(shown["screen"]["last"].as_str(), n.checked_sub(1).and_then(|last| self.truth.told(last, None)));
        told + &shown.to_string()
    }
}

#[tokio::test]
async fn nothing_hidden_reaches_whoever_looks_on_in_random_games_of_every_kind_and_preset() {
    let mut hidden = 0;
    for (number, game) in engine::catalog::games().iter().enumerate() {
        let about = game.about();
        for (preset, seed) in about.presets.iter().zip((number * 100) as u64..) {
            // A house of its own, so that nothing else is on, and an end stays.
            let waits = TvWaits { linger: Duration::from_hours(1), ..AT_ONCE };
            let house = House::with(|config| (config.rates, config.tv) = (Rates::unlimited(), waits)).await;
            let onlooker = house.stranger();
            let mut rng = SplitMix::new(seed);
            let mut news = channel(&onlooker, &["lobby", "live", &format!("tv:{}", about.kind)]).await;
            let mut stream = Lines::open(&onlooker, &format!("lobby,live,tv:{}", about.kind), &[]).await;
            let mut watched = Watched::begin(&house, *game, preset.name).await;
            for _ in 0..ACTIONS {
                if watched.truth.turn().is_none() {
                    break;
                }
                watched.act(&mut rng).await;
                watched.check();
            }
            let (id, n) = (json!(watched.id), json!(watched.truth.deeds()));
            let mut told = watched.elsewhere(&onlooker, about.kind).await + &watched.said;
            let is_latest = |d: &Value| d["screen"]["id"] == id && d["screen"]["n"] == n;
            until_picture(&mut news, &mut told, is_latest).await;
            until_line(&mut stream, &mut told, is_latest).await;
            for secret in &watched.secrets {
                assert!(!told.contains(secret), "{secret} of {} {}: {told}", about.kind, preset.name);
            }
            if !watched.secrets.is_empty() && watched.truth.turn().is_some() {
                let record = format!("/api/games/{}/record.{}", watched.id, about.formats[0].name);
                assert_eq!(onlooker.get(&record).await.code(), "E_HIDDEN");
            }
            hidden += watched.secrets.len();
            for guest in &watched.people {
                guest.say(&watched.id, &json!({ "t": "resign" })).await;
            }
        }
    }
    assert!(hidden >= 3, "something was there to hide: {hidden}");
}
