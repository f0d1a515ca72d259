//! Those who think for the house elsewhere: what they are handed, what is believed of them, and what becomes of a game when they fail.

use std::time::Duration;

use engine::jobs::{Answer, Job};
use engine::{Decision, Thought};
use serde_json::{Value, json};
use server::{Config, Errand, Rates, WorkWaits};

use crate::helpers::{Guest, Heard, House, PATIENCE, Response, Socket, janggi};
use crate::programs::token;

const PASSWORD: &str = "소나무 아래 장기판";

/// Nobody waits long.
fn hasty() -> WorkWaits {
    WorkWaits { poll: Duration::from_millis(500), ..WorkWaits::default() }
}

async fn house(thinkers: usize, change: impl FnOnce(&mut Config)) -> House {
    House::with(|config| {
        config.thinkers = thinkers;
        config.work = hasty();
        config.rates = Rates::unlimited();
        change(config);
    })
    .await
}

/// A host of the house.
async fn host(house: &House, name: &str) -> Guest {
    let mut host = house.guest().await;
    host.sign_up(name, PASSWORD).await;
    house.errand(Errand::Host(name.to_owned())).await.expect("a host");
    assert_eq!(host.sign_in(name, PASSWORD).await.status, 200);
    host
}

/// Somebody with a token who does as the test wants.
struct Hand {
    guest: Guest,
    bearer: String,
}

/// A job that was handed out.
#[derive(Clone)]
struct Task {
    path: String,
    claim: Value,
    job: Job,
}

impl Hand {
    async fn of(house: &House) -> Self {
        Self::of_host(house, "주인").await
    }

    async fn of_host(house: &House, name: &str) -> Self {
        let secret = token(&host(house, name).await, &["worker"]).await;
        Self { guest: house.stranger(), bearer: format!("Bearer {secret}") }
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        let headers = [("Authorization", self.bearer.as_str()), ("Content-Type", "application/json")];
        self.guest.send("POST", path, &headers, Some(body.to_string())).await
    }

    /// Asks until there is a job.
    async fn take(&self) -> Task {
        let asking = async {
            loop {
                let answer = self.post("/api/jobs/acquire", &json!({})).await;
                assert_eq!(answer.status, 200, "{}", answer.text());
                if let Some(task) = task(&answer.json()["job"]) {
                    return task;
                }
            }
        };
        tokio::time::timeout(PATIENCE, asking).await.expect("a job in time")
    }

    async fn answer(&self, task: &Task, answer: &Answer, lines: &[Thought]) -> Response {
        let answered = json!({ "answer": answer, "lines": lines, "thought_ms": 3 });
        self.post(&task.path, &json!({ "claim": task.claim, "answered": answered, "next": false })).await
    }

    /// Does a job as an honest worker would.
    async fn work(&self, task: &Task) -> Response {
        let (answer, lines) = thought(&task.job);
        self.answer(task, &answer, &lines).await
    }
}

fn task(job: &Value) -> Option<Task> {
    let path = format!("/api/jobs/{}", job["id"].as_str()?);
    let question = serde_json::from_value(job["question"].clone()).expect("a question");
    Some(Task { path, claim: job["claim"].clone(), job: question })
}

fn thought(job: &Job) -> (Answer, Vec<Thought>) {
    let mut lines: Vec<Thought> = Vec::new();
    let answer = job.carry_out(&(), &mut |thought| {
        lines.truncate(thought.index);
        lines.push(thought.clone());
    });
    (answer.expect("an answer"), lines)
}

/// A table with a computer, at which somebody has moved.
async fn table(house: &House) -> (Socket, Guest, String) {
    let guest = house.guest().await;
    let id = guest.game(&janggi(&json!([{ "type": "me" }, { "type": "computer", "level": "easy" }]))).await;
    let mut socket = guest.socket(&id).await;
    socket.until(|socket| socket.state["phase"] == "playing").await;
    socket.act("1", "a4b4").await;
    (socket, guest, id)
}

async fn counted(house: &House, name: &str, count: i64) {
    let asking = async {
        while house.counter(name).await != Some(count) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, asking).await.is_ok(), "{name} is {:?}", house.counter(name).await);
}

fn is_not_yours(response: &Response) -> bool {
    (response.status, response.code().as_str()) == (410, "E_JOB")
}

#[tokio::test]
async fn a_house_that_does_not_think_is_thought_for() {
    let house = house(0, |_| {}).await;
    let hand = Hand::of(&house).await;
    let (mut socket, ..) = table(&house).await;
    let task = hand.take().await;
    assert_eq!((task.job.kind.as_str(), task.job.level.as_str(), task.job.seat.index()), ("janggi", "easy", 1));
    assert_eq!(hand.work(&task).await.status, 200);
    socket.until(|socket| socket.deeds() == 2).await;
    assert!(is_not_yours(&hand.work(&task).await), "one answer is enough");
    assert_eq!(socket.deeds(), 2);
    counted(&house, "jobs_done_total", 1).await;
    let text = house.metrics().await;
    assert!(text.contains("daeguk_job_seconds_count 1\n") && text.contains("daeguk_jobs_waiting "), "{text}");
}

#[tokio::test]
async fn a_worker_that_vanishes_costs_nobody_a_move() {
    let house = house(0, |config| config.work.lease = Duration::from_millis(400)).await;
    let hand = Hand::of(&house).await;
    let (mut socket, ..) = table(&house).await;
    let first = hand.take().await;
    let second = hand.take().await;
    assert_eq!(
        (&first.path, &first.job),
        (&second.path, &second.job),
        "nobody has answered, so it is handed out once more"
    );
    assert!(is_not_yours(&hand.work(&first).await), "too late");
    // The second one says nothing either: the house does it itself.
    socket.until(|socket| socket.deeds() == 2).await;
    assert!(is_not_yours(&hand.work(&second).await));
    counted(&house, "jobs_home_total", 1).await;
    counted(&house, "jobs_retaken_total", 1).await;
    assert_eq!(socket.state["phase"], "playing");
}

#[tokio::test]
async fn whoever_says_that_it_still_thinks_keeps_its_job() {
    let house = house(0, |config| config.work.lease = Duration::from_secs(3)).await;
    let hand = Hand::of(&house).await;
    let (mut socket, ..) = table(&house).await;
    let task = hand.take().await;
    let still = json!({ "claim": task.claim });
    for _ in 0..16 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(hand.post(&format!("{}/progress", task.path), &still).await.status, 204);
    }
    assert_eq!(hand.work(&task).await.status, 200);
    socket.until(|socket| socket.deeds() == 2).await;
    counted(&house, "jobs_retaken_total", 0).await;
}

#[tokio::test]
async fn whoever_lies_is_refused_and_set_aside() {
    let house = house(0, |config| config.work.lease = Duration::from_secs(3)).await;
    let hand = Hand::of(&house).await;
    let (mut socket, ..) = table(&house).await;
    for lie in ["a4a5", "nonsense"] {
        let task = hand.take().await;
        let answer = Answer::Act(Decision::Act(lie.to_owned()));
        let refused = hand.answer(&task, &answer, &[]).await;
        assert_eq!((refused.status, refused.code().as_str()), (422, "E_ANSWER"));
    }
    socket.until(|socket| socket.deeds() == 2).await;
    let action = socket.legal()[0].clone();
    socket.act("2", &action).await;
    let task = hand.take().await;
    let refused = hand.post(&task.path, &json!({ "claim": task.claim, "answered": { "move": "a4a5" } })).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "E_MESSAGE"));
    let aside = hand.post("/api/jobs/acquire", &json!({})).await;
    assert_eq!((aside.status, aside.code().as_str()), (403, "E_ASIDE"));
    assert!(aside.json()["retry_ms"].as_u64().is_some_and(|retry_ms| retry_ms > 1000), "{}", aside.text());
    counted(&house, "jobs_refused_total", 3).await;
    let honest = Hand::of_host(&house, "다른주인").await;
    let task = honest.take().await;
    assert_eq!(honest.work(&task).await.status, 200);
    socket.until(|socket| socket.deeds() == 4).await;
}

async fn analysis(house: &House) -> Socket {
    let guest = house.guest().await;
    guest.upgrade("/api/analysis/socket", Some(&format!("http://{}", house.address))).await.expect("a socket")
}

async fn lines(socket: &mut Socket) -> Value {
    loop {
        match socket.hear().await {
            Heard::Json(value) if value["t"] == "lines" => return value,
            Heard::Closed(code) => panic!("closed with {code:?}"),
            Heard::Json(_) | Heard::Pong => {}
        }
    }
}

/// Asks for a job when there is none.
async fn come(hand: &Hand) {
    let nothing = hand.post("/api/jobs/acquire", &json!({})).await;
    assert_eq!((nothing.status, nothing.json()), (200, json!({ "job": null })));
}

#[tokio::test]
async fn studies_prefer_workers_and_are_told_on_the_way() {
    let house = house(1, |config| config.work.untaken = PATIENCE).await;
    let hand = Hand::of(&house).await;
    come(&hand).await;
    let mut socket = analysis(&house).await;
    socket.send(&json!({ "t": "look", "a": "q", "kind": "janggi", "lines": 2, "nodes": 500 })).await;
    let task = hand.take().await;
    assert!(task.job.is_study());
    let (answer, found) = thought(&task.job);
    assert_eq!(found.len(), 2);
    let told = hand.post(&format!("{}/progress", task.path), &json!({ "claim": task.claim, "lines": found })).await;
    assert_eq!(told.status, 204, "{}", told.text());
    let heard = lines(&mut socket).await;
    assert_eq!((&heard["done"], heard["lines"].as_array().map(Vec::len)), (&json!(false), Some(2)));
    assert_eq!(hand.answer(&task, &answer, &found).await.status, 200);
    while lines(&mut socket).await["done"] != true {}
    drop(socket);
}

#[tokio::test]
async fn a_whole_review_is_worked_through() {
    let house = house(1, |config| config.work.untaken = PATIENCE).await;
    let hand = Hand::of(&house).await;
    come(&hand).await;
    let mut socket = analysis(&house).await;
    socket.send(&json!({ "t": "review", "a": "r", "kind": "janggi", "acts": ["a4b4", "a7b7", "b4b5"] })).await;
    let mut next = hand.take().await;
    let mut jobs = 0;
    loop {
        if let engine::jobs::Question::Study { limits, .. } = &mut next.job.question {
            limits.nodes = Some(300);
        }
        let (answer, lines) = thought(&next.job);
        let answered = json!({ "answer": answer, "lines": lines, "thought_ms": 1 });
        let done = hand.post(&next.path, &json!({ "claim": next.claim, "answered": answered, "next": true })).await;
        assert_eq!(done.status, 200, "{}", done.text());
        jobs += 1;
        next = if let Some(task) = task(&done.json()["job"]) {
            task
        } else {
            tokio::select! {
                () = reviewed(&mut socket) => break,
                task = hand.take() => task,
            }
        };
    }
    assert!(jobs >= 3, "{jobs}");
    counted(&house, "jobs_home_total", 0).await;
}

async fn reviewed(socket: &mut Socket) {
    loop {
        match socket.hear().await {
            Heard::Json(value) if value["t"] == "reviewed" => return,
            Heard::Closed(code) => panic!("closed with {code:?}"),
            Heard::Json(_) | Heard::Pong => {}
        }
    }
}

#[tokio::test]
async fn what_nobody_takes_is_done_at_home() {
    let house = house(1, |config| config.work.untaken = Duration::from_millis(200)).await;
    let hand = Hand::of(&house).await;
    come(&hand).await;
    let mut socket = analysis(&house).await;
    socket.send(&json!({ "t": "look", "a": "q", "kind": "janggi", "nodes": 500 })).await;
    while lines(&mut socket).await["done"] != true {}
    counted(&house, "jobs_home_total", 1).await;
}

/// What lies hidden in five tigers does not leave the house.
#[tokio::test]
async fn a_worker_is_told_nothing_that_is_hidden() {
    const STATE: &str = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{DC.AM.TR} \
                         gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{im.am.tr} \
                         A3 - - 0-0 1.0 * 13.0/13.0 12AM,13tr";
    let house = house(0, |_| {}).await;
    let hand = Hand::of(&house).await;
    let mut socket = analysis(&house).await;
    socket.send(&json!({ "t": "look", "a": "q", "kind": "tigers", "state": STATE, "nodes": 500 })).await;
    let task = hand.take().await;
    let text = serde_json::to_string(&task.job).expect("plain data");
    assert!(text.contains("12AM,13qq") && !text.contains("13tr"), "{text}");
    assert_eq!(hand.work(&task).await.status, 200);
    while lines(&mut socket).await["done"] != true {}
}

#[tokio::test]
async fn a_job_that_nobody_wants_any_more_is_taken_away() {
    let house = house(0, |_| {}).await;
    let hand = Hand::of(&house).await;
    let (socket, ..) = table(&house).await;
    let task = hand.take().await;
    drop(socket);
    let leaving = async {
        let still = json!({ "claim": task.claim });
        while !is_not_yours(&hand.post(&format!("{}/progress", task.path), &still).await) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, leaving).await.expect("everybody has gone");
    house.until_sql("SELECT count(*) FROM job", 0).await;
}

#[tokio::test]
async fn what_is_given_back_goes_to_the_next() {
    let house = house(0, |_| {}).await;
    let hand = Hand::of(&house).await;
    let (mut socket, ..) = table(&house).await;
    for _ in 0..4 {
        let task = hand.take().await;
        assert_eq!(hand.post(&format!("{}/abort", task.path), &json!({ "claim": task.claim })).await.status, 204);
        assert!(is_not_yours(&hand.work(&task).await));
    }
    let task = hand.take().await;
    assert_eq!(hand.work(&task).await.status, 200, "giving back is no failure");
    socket.until(|socket| socket.deeds() == 2).await;
}

#[tokio::test]
async fn only_a_hosts_token_that_is_good_for_it_gets_jobs() {
    let house = house(0, |_| {}).await;
    let mut member = house.guest().await;
    member.sign_up("회원", PASSWORD).await;
    let refused = member.post("/api/me/tokens", &json!({ "label": "일꾼", "scopes": ["worker"] })).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "E_ROLE"));
    let host = host(&house, "주인").await;
    let acquire = async |bearer: Option<String>, guest: &Guest| {
        let headers: Vec<_> = bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
        let answer = guest.send("POST", "/api/jobs/acquire", &headers, Some("{}".to_owned())).await;
        (answer.status, answer.code())
    };
    let stranger = house.stranger();
    assert_eq!(acquire(None, &stranger).await, (401, "E_SESSION".to_owned()));
    assert_eq!(acquire(None, &host).await, (401, "E_SESSION".to_owned()), "a browser is no worker");
    let wrong = format!("Bearer {}", token(&host, &["read", "play"]).await);
    assert_eq!(acquire(Some(wrong), &stranger).await, (403, "E_SCOPE".to_owned()));
    let right = format!("Bearer {}", token(&host, &["worker"]).await);
    assert_eq!(acquire(Some(right.clone()), &stranger).await.0, 200);
    house.sql("UPDATE person SET role = ''").await;
    assert_eq!(acquire(Some(right), &stranger).await, (403, "E_SCOPE".to_owned()), "no host any more");
}

#[tokio::test]
async fn a_house_ends_while_workers_wait_and_think() {
    let mut house = house(0, |config| config.work.poll = PATIENCE).await;
    let hand = Hand::of(&house).await;
    let (socket, guest, id) = table(&house).await;
    let task = hand.take().await;
    let waiting = async {
        let answer = hand.post("/api/jobs/acquire", &json!({})).await;
        (answer.status, answer.code())
    };
    let closing = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        drop(socket);
        house.close().await;
    };
    let ((status, code), ()) = tokio::join!(waiting, closing);
    assert_eq!((status, code.as_str()), (503, "E_ENDING"));
    let house = house.reopened_with(|config| {
        config.thinkers = 0;
        config.work = hasty();
    });
    let house = house.await;
    let hand = Hand { guest: house.stranger(), ..hand };
    assert!(is_not_yours(&hand.work(&task).await), "the question is another one now");
    let guest = Guest { address: house.address, ..guest };
    let mut socket = guest.socket(&id).await;
    let task = hand.take().await;
    assert_eq!(hand.work(&task).await.status, 200);
    socket.until(|socket| socket.deeds() == 2).await;
}

/// For the description: a request about a job that succeeds.
pub(crate) async fn example(house: &House, path: &str) -> Response {
    let letters: String = path.chars().filter(char::is_ascii_lowercase).take(20).collect();
    let hand = Hand::of_host(house, &letters).await;
    let mut socket = analysis(house).await;
    let asking = async {
        loop {
            // The first may be asked before somebody is there to whom it is lent.
            socket.send(&json!({ "t": "look", "a": "q", "kind": "janggi", "nodes": 1000 })).await;
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    };
    let none = json!({});
    let acquired = tokio::select! {
        acquired = hand.post("/api/jobs/acquire", &none) => acquired,
        () = asking => unreachable!("it asks for ever"),
    };
    if path.ends_with("/acquire") {
        return acquired;
    }
    let task = task(&acquired.json()["job"]).expect("a job");
    match path.rsplit('/').next() {
        Some("{id}") => hand.work(&task).await,
        word => {
            let path = format!("{}/{}", task.path, word.unwrap_or_default());
            hand.post(&path, &json!({ "claim": task.claim })).await
        }
    }
}
