//! The owner's part in helping: what whoever plays alone or against computers may ask.

use engine::review::Review;
use engine::{Limits, Scale, Thought};
use game::{Seat, Table};
use room::{Heeded, Message, Person, Wish};
use serde_json::{Value, json};

use super::actor::{Actor, Broken};
use super::request::Recipient;
use crate::brains::{self, Errand, Outcome, Place, Question, Study, Thinking, line_sight, tenths};
use crate::error::Refused;
use crate::store::Guest;

/// For what to do.
const HINT: Limits = Limits { nodes: Some(60_000), depth: None, time_ms: Some(1_500) };
/// For whether something is a blunder, and for what threatens.
const GLANCE: Limits = Limits { nodes: Some(20_000), depth: None, time_ms: Some(1_000) };
/// What a threat costs of a hundred before it is shown.
const THREAT_MIN: f64 = 10.0;

/// What a person at this table is being told.
#[derive(Default)]
pub(super) struct Counsel {
    current: Option<Current>,
    /// The latest hint, and after how many deeds it was given.
    known: Option<(usize, Value)>,
}

struct Current {
    socket: u64,
    ack: String,
    deeds: usize,
    matter: Matter,
    thinking: Thinking,
}

/// What it is about.
enum Matter {
    Hint,
    Weigh(Box<Review>),
    /// What the next seat would do, once that is known.
    Threats(Option<(Seat, Thought)>),
}

/// What has to be thought about next.
struct Puzzle {
    table: Box<dyn Table>,
    seat: Seat,
    only: Vec<String>,
    limits: Limits,
}

impl Counsel {
    /// What comes of the thought; never, if there is none.
    pub(super) async fn outcome(&mut self) -> Option<Outcome> {
        match &mut self.current {
            Some(current) => current.thinking.outcome().await,
            None => std::future::pending().await,
        }
    }

    /// Whoever has gone needs no advice.
    pub(super) fn forget(&mut self, socket: u64) {
        self.current = self.current.take().filter(|current| current.socket != socket);
    }
}

impl Actor {
    /// Helps somebody who may be helped. It is stored that a way was shown before it is.
    pub(super) async fn help(&mut self, who: &Guest, message: &Message, socket: u64) -> Result<(), Broken> {
        if self.reminds(message, socket) {
            return Ok(());
        }
        let (before, stamp) = (self.sitting.version(), self.now());
        let person = Person { id: who.id, name: &who.name };
        match self.sitting.heed(person, message, stamp, &*self.house) {
            Err(refused) => self.answer(Recipient::Socket(socket), &message.a, Err(refused.into())),
            Ok(heeded) => {
                if let Heeded::Now(events) = heeded {
                    self.store(before, events, stamp, Some((who.id, &message.a))).await?;
                    self.publish(before);
                }
                self.consult(socket, message);
            }
        }
        Ok(())
    }

    /// Whether the answer is known already, or on its way to who asks again. A hint for one position counts once.
    fn reminds(&self, message: &Message, socket: u64) -> bool {
        let is_asked = |current: &Current| current.socket == socket && current.ack == message.a;
        if self.counsel.current.as_ref().is_some_and(is_asked) {
            return true;
        }
        let Wish::Hint { n } = message.wish else { return false };
        match &self.counsel.known {
            Some((deeds, advice)) if *deeds == n as usize && *deeds == self.sitting.deeds() => {
                self.tell_advice(socket, "advice", &message.a, advice.clone());
                true
            }
            _ => false,
        }
    }

    /// Begins to think about what was asked. A new question takes the place of the last one.
    fn consult(&mut self, socket: u64, message: &Message) {
        self.counsel.current = None;
        let deeds = self.sitting.deeds();
        match self.matter(&message.wish) {
            Some((matter, puzzle)) => self.think_about(socket, message.a.clone(), deeds, matter, puzzle),
            None => self.tell_advice(socket, word(&message.wish), &message.a, json!({})),
        }
    }

    fn scale(&self) -> Option<Scale> {
        engine::catalog::scale(self.sitting.kind().about().kind)
    }

    /// What is asked, and the first thing to think about; nothing if there is nothing to say.
    fn matter(&self, wish: &Wish) -> Option<(Matter, Puzzle)> {
        let table = self.sitting.table()?.fork();
        let seat = table.turn()?;
        match wish {
            Wish::Hint { .. } => Some((Matter::Hint, Puzzle { table, seat, only: Vec::new(), limits: HINT })),
            Wish::Weigh { d, .. } => {
                let (mut done, n) = (table, self.sitting.deeds());
                done.act(d).ok()?;
                let review = Review::of_turn(self.sitting.kind().about().kind, done, n)?;
                let puzzle = next_of(&review)?;
                Some((Matter::Weigh(Box::new(review)), puzzle))
            }
            _ => {
                let table = table.skipped()?;
                let seat = table.turn()?;
                Some((Matter::Threats(None), Puzzle { table, seat, only: Vec::new(), limits: GLANCE }))
            }
        }
    }

    fn think_about(&mut self, socket: u64, ack: String, deeds: usize, matter: Matter, puzzle: Puzzle) {
        let Some(caller) = self.sockets.iter().find(|known| known.number == socket).map(|known| known.caller) else {
            return;
        };
        let Puzzle { table, seat, only, limits } = puzzle;
        let errand = Errand {
            caller,
            place: Place { game: self.sitting.id(), seat },
            kind: self.sitting.kind().about().kind,
            level: String::new(),
            seed: 0,
            question: Question::Study(table, seat, Study { lines: 1, only, limits }),
        };
        match self.house.thinkers.think(errand) {
            Ok(thinking) => self.counsel.current = Some(Current { socket, ack, deeds, matter, thinking }),
            Err(brains::Full) => self.answer(Recipient::Socket(socket), &ack, Err(Refused::full())),
        }
    }

    /// Tells what was found, or thinks on.
    pub(super) fn advise(&mut self, outcome: Option<Outcome>) {
        let Some(Current { socket, ack, deeds, matter, thinking }) = self.counsel.current.take() else { return };
        let thought = outcome.and_then(|_| thinking.latest().borrow().first().cloned());
        if deeds != self.sitting.deeds() {
            return self.answer(Recipient::Socket(socket), &ack, Err(room::Refused::stale().into()));
        }
        match matter {
            Matter::Hint => self.show_way(socket, &ack, thought.as_ref()),
            Matter::Weigh(review) => self.weigh(socket, ack, review, thought.as_ref()),
            Matter::Threats(None) => self.foresee(socket, ack, thought),
            Matter::Threats(Some(foreseen)) => self.threaten(socket, &ack, &foreseen, thought.as_ref()),
        }
    }

    fn show_way(&mut self, socket: u64, ack: &str, thought: Option<&Thought>) {
        let found = thought.zip(self.sitting.table()).zip(self.scale());
        let advice = found.and_then(|((thought, table), scale)| {
            let seat = table.turn()?;
            let mut advice = line_sight(seat, scale, thought);
            advice["why"] = json!(engine::worth(table, seat, &thought.line));
            Some(advice)
        });
        let advice = advice.unwrap_or_else(|| json!({}));
        self.tell_advice(socket, "advice", ack, advice.clone());
        self.counsel.known = Some((self.sitting.deeds(), advice));
    }

    fn weigh(&mut self, socket: u64, ack: String, mut review: Box<Review>, thought: Option<&Thought>) {
        if let Some(judged) = review.answer(thought) {
            let told = json!({
                "drop": tenths(judged.drop), "verdict": judged.verdict, "why": judged.why, "refutation": judged.refutation,
            });
            return self.tell_advice(socket, "weighed", &ack, told);
        }
        match next_of(&review) {
            Some(puzzle) => self.think_about(socket, ack, self.sitting.deeds(), Matter::Weigh(review), puzzle),
            None => self.tell_advice(socket, "weighed", &ack, json!({})),
        }
    }

    /// What the next seat would do is known; what that costs is asked next.
    fn foresee(&mut self, socket: u64, ack: String, thought: Option<Thought>) {
        let table = self.sitting.table().map(Table::fork);
        let next = table.as_ref().and_then(|table| table.skipped()).and_then(|skipped| skipped.turn());
        let found = thought.zip(next).zip(table).and_then(|(foreseen, table)| Some((foreseen, table.turn()?, table)));
        let Some(((thought, next), seat, table)) = found else {
            return self.tell_advice(socket, "threatened", &ack, json!({}));
        };
        let puzzle = Puzzle { table, seat, only: Vec::new(), limits: GLANCE };
        self.think_about(socket, ack, self.sitting.deeds(), Matter::Threats(Some((next, thought))), puzzle);
    }

    fn threaten(&self, socket: u64, ack: &str, (next, foreseen): &(Seat, Thought), now: Option<&Thought>) {
        let found = now.zip(self.scale()).zip(self.sitting.turn());
        let cost = found.map(|((now, scale), seat)| {
            scale.expectations(seat, now)[seat] - scale.expectations(*next, foreseen)[seat]
        });
        let is_shown = cost.is_some_and(|cost| cost >= THREAT_MIN);
        let told = if is_shown { json!({ "acts": foreseen.line, "drop": cost.map(tenths) }) } else { json!({}) };
        self.tell_advice(socket, "threatened", ack, told);
    }

    fn tell_advice(&self, socket: u64, word: &str, ack: &str, mut advice: Value) {
        (advice["t"], advice["a"]) = (json!(word), json!(ack));
        self.tell(socket, advice.to_string().into());
    }
}

fn next_of(review: &Review) -> Option<Puzzle> {
    let engine::review::Asked { table, seat, only } = review.question()?;
    Some(Puzzle { table, seat, only, limits: GLANCE })
}

/// The word with which a question is answered.
const fn word(wish: &Wish) -> &'static str {
    match wish {
        Wish::Hint { .. } => "advice",
        Wish::Weigh { .. } => "weighed",
        _ => "threatened",
    }
}
