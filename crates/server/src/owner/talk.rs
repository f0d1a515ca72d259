//! What is said around a table: who is told. The owner waits for nothing here; what must be looked up is looked up beside it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use game::Seat;
use room::{Chair, PersonId, Phase};

use super::actor::Actor;
use super::request::Said;
use super::sockets::Socket;
use crate::house::House;
use crate::ids::GameId;
use crate::talk;

/// How many lines whoever comes is told.
const RECENT_MAX: u32 = 50;

impl Actor {
    /// Tells what was said to those who hear it.
    pub(super) fn said(&mut self, said: Said) {
        self.has_lines = true;
        let Said { spoken, deaf, answer } = said;
        let (circle, is_over) = (spoken.line.circle, self.is_over());
        let seat = self.sitting.seats_of(spoken.line.person).first().copied();
        let message = talk::said_message(&spoken, seat).into();
        let is_deaf = |socket: &Socket| socket.caller.person.is_some_and(|person| deaf.contains(&person));
        for socket in &self.sockets {
            if talk::heard(circle, !socket.stake.own.is_empty(), is_over) && !is_deaf(socket) {
                socket.tell(&message);
            }
        }
        let _ = answer.send(self.sitting.version());
    }

    /// Has somebody told what was said before they came.
    pub(super) fn recall(&self, socket: &Socket) {
        if !self.has_lines {
            return;
        }
        let hears_all = socket.stake.own.is_empty() || self.is_over();
        let (house, game, reader) = (Arc::clone(&self.house), self.sitting.id(), socket.caller.person);
        let (socket, seats) = (socket.clone(), self.seats_of_people());
        tokio::spawn(async move {
            match recent(&house, game, reader, hears_all, &seats).await {
                Ok(message) => socket.tell(&message.into()),
                Err(error) => tracing::error!(%error, "what was said cannot be read"),
            }
        });
    }

    /// When the game is over, players hear what those who watched have said.
    pub(super) fn recall_at_end(&mut self) {
        if self.is_over() && !self.has_recalled {
            self.has_recalled = true;
            for socket in self.sockets.iter().filter(|socket| !socket.stake.own.is_empty()) {
                self.recall(socket);
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.sitting.phase() == Phase::Over
    }

    fn seats_of_people(&self) -> HashMap<PersonId, Seat> {
        let chairs = self.sitting.seats().zip(self.sitting.chairs());
        let held = chairs.filter_map(|(seat, chair)| match chair {
            Chair::Person { guest, .. } => Some((guest, seat)),
            _ => None,
        });
        // Who holds several seats speaks from the first.
        held.collect::<Vec<_>>().into_iter().rev().collect()
    }
}

async fn recent(
    house: &House,
    game: GameId,
    reader: Option<PersonId>,
    hears_all: bool,
    seats: &HashMap<PersonId, Seat>,
) -> Result<String, sqlx::Error> {
    let lines = house.store.heard_lines(game, hears_all, RECENT_MAX).await?;
    let unheard = match reader {
        Some(reader) => house.store.blocked_by(reader).await?,
        None => HashSet::new(),
    };
    Ok(talk::lines_message(&lines, &unheard, |person| seats.get(&person).copied()))
}
