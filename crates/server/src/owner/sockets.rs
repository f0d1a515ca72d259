//! Whom the owner of a game tells, and in which words.

use game::Seat;
use room::{Drawn, Presence};
use serde::Serialize;
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use super::actor::Actor;
use super::request::{Joining, Recipient};
use crate::caller::Caller;
use crate::error::Refused;
use crate::outbox::Outbox;

/// One who is told all that happens.
#[derive(Clone)]
pub(super) struct Socket {
    pub(super) number: u64,
    pub(super) caller: Caller,
    pub(super) stake: Stake,
    out: Outbox,
}

impl Socket {
    /// Tells what is no event. Who has no room for it finds it when the page is opened again.
    pub(super) fn tell(&self, message: &Utf8Bytes) {
        let _ = self.out.put(message.clone());
    }
}

/// What a viewer has at a table: the seats that are held, and those that are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stake {
    pub(super) own: Vec<Seat>,
    pub(super) invited: Vec<Seat>,
}

/// What is answered to a message through a socket.
#[derive(Serialize)]
struct Answered<'a> {
    t: &'static str,
    a: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until_ms: Option<i64>,
    v: u32,
}

#[derive(Serialize)]
struct Here<'a> {
    t: &'static str,
    d: HereSight<'a>,
}

#[derive(Serialize)]
struct HereSight<'a> {
    seats: &'a [bool],
    watchers: usize,
}

impl Actor {
    /// Answers a message that was to be done.
    pub(super) fn answer(&self, answer: Recipient, ack: &str, result: Result<u32, Refused>) {
        match answer {
            Recipient::Once(waiting) => drop(waiting.send(result)),
            Recipient::Socket(number) => {
                let answered = match &result {
                    Ok(v) => Answered { t: "ack", a: ack, code: None, detail: None, until_ms: None, v: *v },
                    Err(refused) => self.answered("refused", ack, Some(refused)),
                };
                self.tell(number, text(&answered));
            }
        }
    }

    /// Answers a question of which nothing was to come.
    pub(super) fn explain(&self, answer: Recipient, ack: &str, result: Result<u32, Refused>) {
        match answer {
            Recipient::Once(waiting) => drop(waiting.send(result)),
            Recipient::Socket(number) => {
                self.tell(number, text(&self.answered("explained", ack, result.as_ref().err())));
            }
        }
    }

    fn answered<'a>(&self, t: &'static str, a: &'a str, refused: Option<&'a Refused>) -> Answered<'a> {
        let detail = refused.map(|refused| refused.detail.as_str());
        let until_ms = refused.and_then(|refused| refused.until_ms);
        Answered { t, a, code: refused.map(|refused| refused.code), detail, until_ms, v: self.sitting.version() }
    }

    /// Tells everybody what is no event.
    pub(super) fn tell_all(&self, message: &Utf8Bytes) {
        self.sockets.iter().for_each(|socket| socket.tell(message));
    }

    /// Tells everybody the whole state, where more has changed than events tell.
    pub(super) fn tell_anew(&self) {
        let drawn = Drawn::default();
        for socket in &self.sockets {
            let _ = socket.out.put(self.sitting.state_message(&self.looker(&socket.stake, &drawn)).into());
        }
    }

    pub(super) fn tell(&self, number: u64, message: Utf8Bytes) {
        if let Some(socket) = self.sockets.iter().find(|socket| socket.number == number) {
            let _ = socket.out.put(message);
        }
    }

    pub(super) fn sync(&self, number: u64, since: Option<u32>) {
        let Some(socket) = self.sockets.iter().find(|socket| socket.number == number) else { return };
        let drawn = Drawn::default();
        let looker = self.looker(&socket.stake, &drawn);
        let message = match since {
            Some(version) => self.sitting.message_since(version, &looker),
            None => Some(self.sitting.state_message(&looker)),
        };
        if let Some(message) = message {
            let _ = socket.out.put(message.into());
        }
    }

    pub(super) fn join(&mut self, joining: Joining) {
        let Joining { caller, since, out, joined } = joining;
        self.sockets_seen += 1;
        let number = self.sockets_seen;
        let stake = self.stake(caller.person);
        self.sockets.push(Socket { number, caller, stake, out });
        let _ = joined.send(number);
        self.look_around();
        self.sync(number, since);
        if let Some(socket) = self.sockets.iter().find(|socket| socket.number == number) {
            self.recall(socket);
        }
    }

    pub(super) fn part(&mut self, number: u64) {
        let parting = self.sockets.iter().position(|socket| socket.number == number);
        if let Some(Socket { caller, .. }) = parting.map(|index| self.sockets.remove(index)) {
            self.study.forget_asking(caller);
            self.counsel.forget(number);
        }
        self.look_around();
    }

    /// Notes who is here.
    fn look_around(&mut self) {
        if self.seatings != self.sitting.seatings() {
            self.seatings = self.sitting.seatings();
            for index in 0..self.sockets.len() {
                self.sockets[index].stake = self.stake(self.sockets[index].caller.person);
            }
        }
        self.sockets.sort_by_key(|socket| socket.stake.own.is_empty());
        let here = |seat: Seat| self.sockets.iter().any(|socket| socket.stake.own.contains(&seat));
        let computer = |seat: Seat| self.sitting.computer(seat).is_some();
        let seats = self.sitting.seats().map(|seat| here(seat) || computer(seat)).collect();
        let watchers = self.sockets.iter().filter(|socket| socket.stake.own.is_empty()).count();
        self.attendance.see(Presence { seats, watchers });
    }

    /// Tells everybody who is here, if it is time to. Nobody is let go for having no room for it: it is
    /// told again.
    pub(super) fn tell_who_is_here(&mut self) {
        let now = Instant::now();
        if self.attendance.due_at(now).is_none_or(|due_at| now < due_at) {
            return;
        }
        let Presence { seats, watchers } = self.attendance.now();
        let message = text(&Here { t: "here", d: HereSight { seats, watchers: *watchers } });
        let has_missed = |socket: &&Socket| !socket.out.is_closed() && socket.out.put(message.clone()).is_err();
        let missed = self.sockets.iter().filter(has_missed).count();
        self.attendance.told(now, missed == 0);
    }

    /// Tells every socket what has happened since a version. A socket that cannot keep up is let go;
    /// its owner comes back and asks for what was missed.
    pub(super) fn publish(&mut self, since: u32) {
        if self.sitting.version() == since {
            return;
        }
        self.look_around();
        let (mut made, drawn): (Vec<(Stake, Utf8Bytes)>, _) = (Vec::new(), Drawn::default());
        let mut sockets = std::mem::take(&mut self.sockets);
        sockets.retain(|socket| {
            let known = made.iter().find(|(stake, _)| *stake == socket.stake).map(|(_, message)| message.clone());
            let message = known.or_else(|| {
                let message: Utf8Bytes = self.sitting.message_since(since, &self.looker(&socket.stake, &drawn))?.into();
                made.push((socket.stake.clone(), message.clone()));
                Some(message)
            });
            message.is_none_or(|message| socket.out.put(message).is_ok())
        });
        self.sockets = sockets;
        self.recall_at_end();
        self.air();
    }
}

/// All of these are plain data: writing them cannot fail.
fn text(value: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(value).unwrap_or_default().into()
}
