//! What is said to the house, and what it answers.

use std::time::Duration;

use engine::Thought;
use engine::jobs::{Answer, Job};
use serde::{Deserialize, Serialize};
use ureq::Agent;

use crate::{Address, Token};

/// How long the house may take: it lets us wait some seconds for a job.
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);
const CONNECTED_WITHIN: Duration = Duration::from_secs(5);
/// The most bytes of an answer: a job with the longest game.
const BODY_MAX: u64 = 1 << 20;
/// How long to wait if the house does not say.
const WAIT: Duration = Duration::from_secs(5);

/// The house, as we reach it.
#[derive(Clone)]
pub(crate) struct House {
    agent: Agent,
    address: Address,
    bearer: String,
}

/// A job that we have.
#[derive(Debug, Deserialize)]
pub(crate) struct Task {
    id: String,
    claim: String,
    /// How long we may have it.
    pub(crate) run_ms: u64,
    /// How often we are to say that we still do.
    pub(crate) renew_ms: u64,
    /// What is asked.
    pub(crate) question: Job,
}

#[derive(Deserialize)]
struct Next {
    job: Option<Task>,
}

/// Why the house has not done what we asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The job is not ours, or no longer.
    NotOurs,
    /// It is to be asked again after that.
    Wait(Duration, String),
    /// It did not answer.
    Away(String),
    /// It will not do it, however often it is asked.
    Never(String),
    /// It refuses what we said.
    Refused(String),
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Refusal {
    code: String,
    detail: String,
    retry_ms: Option<u64>,
}

#[derive(Serialize)]
struct Told<'a> {
    claim: &'a str,
    lines: &'a [Thought],
}

#[derive(Serialize)]
struct Done<'a> {
    claim: &'a str,
    answered: Answered<'a>,
    next: bool,
}

#[derive(Serialize)]
struct Answered<'a> {
    answer: &'a Answer,
    lines: &'a [Thought],
    thought_ms: u64,
}

#[derive(Serialize)]
struct Given<'a> {
    claim: &'a str,
    failed: bool,
}

impl House {
    pub(crate) fn new(address: Address, token: &Token) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let config = config.timeout_global(Some(ANSWERED_WITHIN)).timeout_connect(Some(CONNECTED_WITHIN));
        let config = config.user_agent(concat!("daeguk-worker/", env!("CARGO_PKG_VERSION")));
        Self { agent: config.build().into(), address, bearer: token.bearer() }
    }

    /// Waits some seconds for a job.
    pub(crate) fn acquire(&self) -> Result<Option<Task>, Trouble> {
        self.next("/api/jobs/acquire", &serde_json::json!({}))
    }

    /// Answers a job; the next one.
    pub(crate) fn answer(
        &self,
        task: &Task,
        answer: &Answer,
        lines: &[Thought],
        thought_ms: u64,
    ) -> Result<Option<Task>, Trouble> {
        let answered = Answered { answer, lines, thought_ms };
        self.next(&format!("/api/jobs/{}", task.id), &Done { claim: &task.claim, answered, next: true })
    }

    /// Says that we still think, and what we have found.
    pub(crate) fn progress(&self, task: &Task, lines: &[Thought]) -> Result<(), Trouble> {
        self.post(&format!("/api/jobs/{}/progress", task.id), &Told { claim: &task.claim, lines }).map(drop)
    }

    /// Gives a job back, because we end or because we have failed.
    pub(crate) fn give_back(&self, task: &Task, failed: bool) -> Result<(), Trouble> {
        self.post(&format!("/api/jobs/{}/abort", task.id), &Given { claim: &task.claim, failed }).map(drop)
    }

    fn next(&self, path: &str, body: &impl Serialize) -> Result<Option<Task>, Trouble> {
        let text = self.post(path, body)?;
        let next: Next = serde_json::from_str(&text).map_err(|error| Trouble::Never(strange(&error.to_string())))?;
        Ok(next.job)
    }

    fn post(&self, path: &str, body: &impl Serialize) -> Result<String, Trouble> {
        let text = serde_json::to_string(body).map_err(|error| Trouble::Refused(error.to_string()))?;
        let request = self.agent.post(format!("{}{path}", self.address));
        let request = request.header("Authorization", &self.bearer).header("Content-Type", "application/json");
        let away = |error: ureq::Error| Trouble::Away(error.to_string());
        let mut response = request.send(text).map_err(away)?;
        let status = response.status().as_u16();
        let text = response.body_mut().with_config().limit(BODY_MAX).read_to_string().map_err(away)?;
        if (200..300).contains(&status) { Ok(text) } else { Err(trouble(status, &text)) }
    }
}

/// What a refusal means for us.
fn trouble(status: u16, body: &str) -> Trouble {
    let refusal: Refusal = serde_json::from_str(body).unwrap_or_default();
    let about = if refusal.code.is_empty() {
        format!("status {status}")
    } else {
        format!("{}: {}", refusal.code, refusal.detail)
    };
    let wait = refusal.retry_ms.map_or(WAIT, Duration::from_millis);
    match (status, refusal.code.as_str()) {
        (410, _) => Trouble::NotOurs,
        (_, "E_ASIDE") | (429 | 502..=504, _) => Trouble::Wait(wait, about),
        (400 | 422, _) => Trouble::Refused(about),
        (500.., _) => Trouble::Wait(WAIT, about),
        (_, "") => Trouble::Never(strange(&about)),
        _ => Trouble::Never(about),
    }
}

fn strange(about: &str) -> String {
    format!("that does not answer as a house does ({about})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_house_refuses_is_understood() {
        let told = |code: &str| format!(r#"{{"code":"{code}","detail":"so it is","retry_ms":700}}"#);
        assert_eq!(trouble(410, &told("E_JOB")), Trouble::NotOurs);
        let wait = Trouble::Wait(Duration::from_millis(700), "E_RATE: so it is".to_owned());
        assert_eq!(trouble(429, &told("E_RATE")), wait);
        assert!(matches!(trouble(403, &told("E_ASIDE")), Trouble::Wait(..)));
        assert!(matches!(trouble(401, &told("E_SESSION")), Trouble::Never(_)));
        assert!(matches!(trouble(403, &told("E_SCOPE")), Trouble::Never(_)));
        assert!(matches!(trouble(422, &told("E_ANSWER")), Trouble::Refused(_)));
        assert!(matches!(trouble(502, "<html>"), Trouble::Wait(..)), "a proxy whose house is down");
        assert!(matches!(trouble(404, "<html>"), Trouble::Never(_)));
    }
}
