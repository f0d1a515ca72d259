//! A real worker beside a real house that does not think: moves, a review, and an end in the middle of a thought.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use super::process::{Running, Socket, ask, free_port, house, until};
use crate::binary::command;

const PASSWORD: &str = "소나무 아래 장기판";

/// A house that thinks of nothing itself, with a host.
struct Place {
    _house: Running,
    address: String,
    metrics: String,
    cookie: String,
}

impl Place {
    fn open(folder: &Path) -> Self {
        let metrics = format!("127.0.0.1:{}", free_port());
        let (running, address) = house(folder, &["--thinkers", "0", "--metrics", &metrics]);
        let cookie = ask(&address, "GET", "/api/me", "", None).cookie().expect("a cookie");
        let account = json!({ "name": "주인", "password": PASSWORD });
        let made = ask(&address, "POST", "/api/account", &cookie, Some(&account));
        assert_eq!(made.status, 201, "{}", made.body);
        let made = command(&["people", "host", "주인", "--data"]).arg(folder).output().expect("the binary runs");
        assert!(made.status.success());
        let known = ask(&address, "POST", "/api/session", "", Some(&account));
        let cookie = known.cookie().expect("a cookie");
        Self { _house: running, address, metrics, cookie }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let answer = ask(&self.address, "POST", path, &self.cookie, Some(body));
        assert!(answer.status < 300, "{path}: {}", answer.body);
        answer.json()
    }

    fn token(&self) -> String {
        let made = self.post("/api/me/tokens", &json!({ "label": "일꾼", "scopes": ["worker"] }));
        made["token"].as_str().expect("a secret").to_owned()
    }

    /// A game against a computer, in which the first move is made.
    fn game(&self, level: &str) -> String {
        let seats = json!([{ "type": "me" }, { "type": "computer", "level": level }]);
        let made = self.post("/api/games", &json!({ "kind": "janggi", "choose": false, "seats": seats }));
        let id = made["id"].as_str().expect("an id").to_owned();
        self.post(&format!("/api/games/{id}/messages"), &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" }));
        id
    }

    fn until_answered(&self, id: &str) {
        until("the computer moves", || {
            let state = ask(&self.address, "GET", &format!("/api/games/{id}"), &self.cookie, None).json();
            (state["deeds"].as_array().map_or(0, Vec::len) == 2).then_some(())
        });
    }

    fn until_counted(&self, line: &str) {
        until(line, || {
            ask(&self.metrics, "GET", "/metrics", "", None).body.contains(&format!("{line}\n")).then_some(())
        });
    }

    fn worker(&self, token: &str) -> Running {
        let mut worker = command(&["worker", "--threads", "1", "--house", &format!("http://{}", self.address)]);
        Running::of(worker.env("DAEGUK_TOKEN", token).stdout(Stdio::null()).stderr(Stdio::null()))
    }
}

#[test]
fn a_worker_plays_reviews_and_may_be_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Place::open(folder.path());
    let token = place.token();
    let mut worker = place.worker(&token);
    place.until_answered(&place.game("easy"));
    let mut socket = Socket::open(&place.address, "/api/analysis/socket", &place.cookie);
    socket.send(r#"{"t":"review","a":"r","kind":"janggi","acts":["a4b4","a7b7"]}"#);
    while !socket.hear().contains(r#""reviewed""#) {}
    place.until_counted("daeguk_jobs_refused_total 0");
    // In the middle of a thought.
    let id = place.game("hard");
    place.until_counted("daeguk_jobs_taken 1");
    worker.kill();
    let mut next = place.worker(&token);
    place.until_answered(&id);
    place.until_counted("daeguk_jobs_home_total 0");
    let status = std::process::Command::new("kill").arg(next.0.id().to_string()).status();
    assert!(status.expect("kill").success());
    let ended = until("it ends when it is told to", || next.0.try_wait().expect("a child of ours"));
    assert!(ended.success(), "{ended}");
}

#[test]
fn a_worker_that_is_not_wanted_ends_and_keeps_its_token_to_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_house, address) = house(folder.path(), &[]);
    let token = format!("dgk_{}", "x".repeat(43));
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{token}\n")).expect("a file of our own");
    let mut worker = command(&["worker", "--house", &format!("http://{address}"), "--token-file"]);
    let output = worker.arg(&file).output().expect("the binary runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("E_SESSION") && !said.contains(&token), "{said}");
}
