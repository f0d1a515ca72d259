//! What a viewer may see of a sitting, as JSON of the protocol.

mod screen;

use game::clock::Reading;
use game::{Leaving, Seat, Table};
use ratings::{Pool, Tempo, Unrated};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::course::{Course, Done};
use crate::event::{News, Scope};
use crate::host::{Face, Faces, Stamp};
use crate::ids::GameId;
use crate::journal::Missed;
use crate::offers::Offer;
use crate::opening::OpeningSight;
use crate::plan::{Chair, Range};
use crate::sitting::{Phase, Sitting, Stop};
use crate::wire::Topic;

/// Who is connected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// The seats whose holder has an open socket.
    pub seats: Vec<bool>,
    /// How many sockets belong to nobody at the table.
    pub watchers: usize,
}

/// The state of section 5; an event holds only the parts that changed.
#[derive(Serialize, Default)]
struct Sight<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<GameId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(flatten)]
    people: Option<PeopleSight<'a>>,
    #[serde(flatten)]
    board: Option<BoardSight<'a>>,
    clock: Option<Reading>,
    offers: Vec<OfferSight<'a>>,
    can: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deeds: Option<Vec<DeedSight<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    watchers: Option<usize>,
}

#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of its own on the wire, and none excludes another")]
struct PeopleSight<'a> {
    rules: String,
    options: BTreeMap<&'static str, String>,
    seats: Vec<SeatSight<'a>>,
    you: &'a [Seat],
    opening: Option<OpeningSight>,
    rematch: Option<GameId>,
    /// Why it ended without the rules.
    stopped: Option<Stop>,
    listed: bool,
    shuffle: bool,
    members: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stand_in: Option<&'a str>,
    rated: bool,
    /// How fast it is played; left out without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    tempo: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pool: Option<&'a Pool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Unrated>,
}

#[derive(Serialize)]
struct SeatSight<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'a str>,
    you: bool,
    here: bool,
}

impl SeatSight<'_> {
    /// Nobody sits there.
    const fn open() -> Self {
        Self { kind: "open", name: "", person: None, level: None, you: false, here: false }
    }
}

#[derive(Serialize)]
struct BoardSight<'a> {
    #[serde(rename = "as")]
    eyes: Option<Seat>,
    phase: Phase,
    turn: Option<Seat>,
    /// The seat that has to decide whether seats are exchanged.
    sides: Option<Seat>,
    legal: Box<RawValue>,
    view: Cow<'a, RawValue>,
    result: Option<ResultSight>,
    /// How often each seat was shown what to do; only where there is help.
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<game::BySeat<u32>>,
}

#[derive(Serialize)]
struct ResultSight {
    text: String,
    reason: &'static str,
    places: game::BySeat<u8>,
    winner: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct OfferSight<'a> {
    what: Topic,
    by: Seat,
    accepted: &'a [Seat],
}

#[derive(Serialize)]
struct DeedSight<'a> {
    seat: Option<Seat>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
    at_ms: i64,
}

#[derive(Serialize)]
struct StateMessage<'a> {
    t: &'static str,
    d: Sight<'a>,
}

#[derive(Serialize)]
struct EventMessage<'a> {
    t: &'static str,
    v: u32,
    e: Vec<Versioned>,
    d: Sight<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deeds: Option<DeedsSight<'a>>,
}

#[derive(Serialize)]
struct Versioned {
    v: u32,
    #[serde(flatten)]
    news: News,
}

#[derive(Serialize)]
struct DeedsSight<'a> {
    from: usize,
    add: Vec<DeedSight<'a>>,
}

/// A line of a list of games.
#[derive(Serialize)]
struct Summary<'a> {
    id: GameId,
    kind: &'a str,
    rules: String,
    phase: Phase,
    turn: Option<Seat>,
    you: &'a [Seat],
    deeds: usize,
    seats: Vec<SeatSight<'a>>,
    result: Option<ResultSight>,
    created_ms: i64,
    changed_ms: i64,
    /// Whether whoever plays may be helped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    help: bool,
}

/// The eyes through which one look is made: the seats of the viewer, and who is connected.
pub struct Looker<'a> {
    /// The seats that the viewer holds.
    pub own: &'a [Seat],
    /// The seats that are kept for the viewer.
    pub invited: &'a [Seat],
    /// Who is connected.
    pub presence: &'a Presence,
    /// Who has a name of their own.
    pub faces: &'a Faces,
    /// When.
    pub stamp: Stamp,
    /// What was drawn for others who look at the same moment.
    pub drawn: &'a Drawn,
}

/// The board as everybody sees it, written once for all who look at the same moment. Where there are secrets, it stays empty.
#[derive(Debug, Default)]
pub struct Drawn(OnceCell<Box<RawValue>>);

impl Drawn {
    fn view(&self, table: &dyn Table, eyes: Option<Seat>) -> Cow<'_, RawValue> {
        if table.has_secrets() {
            return Cow::Owned(table.written_view(eyes));
        }
        Cow::Borrowed(self.0.get_or_init(|| table.written_view(None)))
    }
}

impl Sitting {
    /// The whole state, as `GET` answers it.
    #[must_use]
    pub fn state_text(&self, looker: &Looker<'_>) -> String {
        text(&self.whole(looker))
    }

    /// The whole state, as a message.
    #[must_use]
    pub fn state_message(&self, looker: &Looker<'_>) -> String {
        text(&StateMessage { t: "state", d: self.whole(looker) })
    }

    /// What has happened since a version, as a message; `None` if nothing has.
    #[must_use]
    pub fn message_since(&self, version: u32, looker: &Looker<'_>) -> Option<String> {
        match self.journal.since(version) {
            Missed::Nothing => None,
            Missed::Everything => Some(self.state_message(looker)),
            Missed::Events { news, kept, scope } => Some(text(&self.event_message(news, kept as usize, scope, looker))),
        }
    }

    /// A line of a list of games, as a JSON value. It is stored, so everybody is called by the label on the chair.
    #[must_use]
    pub fn summary(&self, own: &[Seat]) -> serde_json::Value {
        let (presence, faces) = (Presence::default(), Faces::default());
        let summary = Summary {
            id: self.id,
            kind: self.kind.about().kind,
            rules: self.rules(),
            phase: self.phase(),
            turn: self.turn(),
            you: own,
            deeds: self.deeds(),
            seats: self.seats_sight(own, &[], &presence, &faces),
            result: self.result().map(|result| ResultSight { statistics: None, ..result }),
            created_ms: self.created_ms,
            changed_ms: self.changed_ms,
            help: self.plan.help,
        };
        serde_json::to_value(summary).unwrap_or_default()
    }

    fn event_message<'a>(
        &'a self,
        news: Vec<(u32, News)>,
        kept: usize,
        scope: Scope,
        looker: &Looker<'a>,
    ) -> EventMessage<'a> {
        let deeds = DeedsSight { from: kept, add: self.deeds_sight(kept, looker.own) };
        let has_deeds = scope != Scope::Offers && (kept < self.deeds() || news.iter().any(|(_, e)| cuts(e)));
        EventMessage {
            t: "event",
            v: self.version(),
            e: news.into_iter().map(|(v, news)| Versioned { v, news }).collect(),
            d: self.sight(scope, looker),
            deeds: has_deeds.then_some(deeds),
        }
    }

    fn whole<'a>(&'a self, looker: &Looker<'a>) -> Sight<'a> {
        Sight {
            v: Some(self.version()),
            id: Some(self.id),
            kind: Some(self.kind.about().kind),
            deeds: Some(self.deeds_sight(0, looker.own)),
            watchers: Some(looker.presence.watchers),
            ..self.sight(Scope::All, looker)
        }
    }

    fn sight<'a>(&'a self, scope: Scope, looker: &Looker<'a>) -> Sight<'a> {
        let offer = |offer: &'a Offer| OfferSight { what: offer.what, by: offer.by, accepted: &offer.accepted };
        Sight {
            people: (scope >= Scope::All).then(|| self.people_sight(looker)),
            board: (scope >= Scope::Board).then(|| self.board_sight(looker)),
            clock: self.timing.as_ref().map(|timing| timing.reading(looker.stamp.uptime_ms)),
            offers: self.offers.open().iter().map(offer).collect(),
            can: self.can(looker.own, looker.invited),
            ..Sight::default()
        }
    }

    fn people_sight<'a>(&'a self, looker: &Looker<'a>) -> PeopleSight<'a> {
        let rules = self.rules();
        PeopleSight {
            options: self.kind.options(&rules).unwrap_or_default().into_iter().collect(),
            rules,
            seats: self.seats_sight(looker.own, looker.invited, looker.presence, looker.faces),
            you: looker.own,
            opening: self.opening_sight(looker.own),
            rematch: self.rematch,
            stopped: self.stopped,
            listed: self.plan.listed,
            shuffle: self.plan.shuffle,
            members: self.plan.members,
            range: self.plan.range,
            stand_in: self.plan.stand_in.as_deref(),
            rated: self.standing.is_rated(),
            tempo: self.tempo().map(Tempo::text),
            pool: self.standing.pool(),
            why: self.standing.why(),
        }
    }

    /// The rules in force; before the start, those agreed.
    fn rules(&self) -> String {
        match self.table() {
            Some(table) => table.record().rules,
            None => self.plan.choices.clone(),
        }
    }

    fn seats_sight<'a>(
        &'a self,
        own: &[Seat],
        invited: &[Seat],
        presence: &Presence,
        faces: &'a Faces,
    ) -> Vec<SeatSight<'a>> {
        let sight = |(seat, chair): (Seat, &'a Chair)| {
            let here = presence.seats.get(seat.index()).copied().unwrap_or(false);
            let (you, open) = (own.contains(&seat), SeatSight::open());
            match chair {
                Chair::Open => SeatSight { you, ..open },
                Chair::Invited { guest } => {
                    let name = Face::called(faces.get(guest), "", 1);
                    SeatSight { kind: "invited", name, you: invited.contains(&seat), ..open }
                }
                Chair::Person { guest, name } => {
                    let face = faces.get(guest);
                    let name = Face::called(face, name, self.seats.of(*guest).len());
                    SeatSight { kind: "person", name, person: Some(Face::word(face)), you, here, ..open }
                }
                Chair::Computer { level } => {
                    SeatSight { kind: "computer", level: Some(level), you, here: true, ..open }
                }
            }
        };
        self.seats.held().map(sight).collect()
    }

    fn board_sight<'a>(&self, looker: &Looker<'a>) -> BoardSight<'a> {
        let (turn, own) = (self.turn(), looker.own);
        let eyes = self.eyes(own);
        let mine = turn.is_some_and(|turn| own.contains(&turn));
        let view = match self.table() {
            Some(table) => looker.drawn.view(table, eyes),
            None => Cow::Owned(self.preview(own).map(|table| table.written_view(eyes)).unwrap_or_default()),
        };
        BoardSight {
            eyes,
            phase: self.phase(),
            turn,
            sides: self.exchanger(),
            legal: self.legal_sight(mine),
            view,
            result: self.result(),
            hints: self.plan.help.then(|| self.hints.clone()),
        }
    }

    /// What whoever is to act may do; nothing for others.
    fn legal_sight(&self, mine: bool) -> Box<RawValue> {
        let table = self.table().filter(|_| mine && self.exchanger().is_none());
        table.map_or_else(|| to_raw_value::<[(); 0]>(&[]).unwrap_or_default(), Table::written_legal)
    }

    /// Of several own seats, the one whose turn it is.
    #[must_use]
    pub fn eyes(&self, own: &[Seat]) -> Option<Seat> {
        self.turn().filter(|turn| own.contains(turn)).or_else(|| own.first().copied())
    }

    fn result(&self) -> Option<ResultSight> {
        let table = self.table()?;
        let outcome = table.outcome()?;
        Some(ResultSight {
            text: table.result().unwrap_or_default(),
            reason: outcome.reason,
            winner: outcome.winner(),
            statistics: table.statistics(),
            places: outcome.places,
        })
    }

    fn deeds_sight<'a>(&'a self, from: usize, own: &[Seat]) -> Vec<DeedSight<'a>> {
        let Some(course) = &self.course else { return Vec::new() };
        let eyes = self.eyes(own);
        let sight = |(n, done): (usize, &Done)| DeedSight {
            seat: done.seat,
            text: course.table.told(n, eyes).unwrap_or_default(),
            clock_ms: done.clock_ms,
            at_ms: done.at_ms,
        };
        course.done.iter().enumerate().skip(from).map(sight).collect()
    }

    /// Exactly what would be heeded, from one of these seats or from anybody.
    fn can(&self, own: &[Seat], invited: &[Seat]) -> Vec<&'static str> {
        let phase = self.phase();
        let has_room = !self.has_too_many_events();
        let may_leave = |why: Leaving| {
            let table = self.table().filter(|_| phase == Phase::Playing);
            table.is_some_and(|table| own.iter().any(|seat| self.is_stood_in_for(*seat) || table.may_leave(*seat, why)))
        };
        let is_open = self.seats.held().any(|(_, chair)| *chair == Chair::Open);
        let may_sit = (is_open || !invited.is_empty()) && (own.is_empty() || !self.plan.listed);
        let all = [
            (phase == Phase::Waiting && has_room && may_sit, "sit"),
            (matches!(phase, Phase::Waiting | Phase::Opening) && has_room && !own.is_empty(), "stand"),
            (phase == Phase::Waiting && !invited.is_empty(), "turn_down"),
            (self.may_close(own), "close"),
            (self.exchanger().is_some_and(|seat| own.contains(&seat)), "sides"),
            (self.may_abort(own), "abort"),
            (may_leave(Leaving::Resigned), "resign"),
            (may_leave(Leaving::Forfeited), "leave"),
            (self.may_be_helped(own), "hint"),
            (self.can_offer(own, Topic::Draw), "draw"),
            (self.can_offer(own, Topic::Takeback), "takeback"),
            (self.can_offer(own, Topic::Rematch), "rematch"),
        ];
        all.into_iter().filter_map(|(can, word)| can.then_some(word)).collect()
    }

    /// Whether some viewer was told less than the whole of a deed, or saw less of the start.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.course.as_ref().is_none_or(Course::has_secrets)
    }

    /// The record of the game, with names and clocks, if it has begun.
    #[must_use]
    pub fn record(&self) -> Option<game::Record> {
        let course = self.course.as_ref()?;
        let mut record = course.table.record();
        for (entry, done) in record.entries.iter_mut().zip(&course.done) {
            entry.clock_ms = done.clock_ms;
        }
        Some(record)
    }

    /// The names at the table, for records.
    #[must_use]
    pub fn names(&self, faces: &Faces) -> Vec<String> {
        let name = |chair: &Chair| match chair {
            Chair::Open => String::new(),
            Chair::Person { guest, name } => {
                Face::called(faces.get(guest), name, self.seats.of(*guest).len()).to_owned()
            }
            Chair::Invited { guest } => Face::called(faces.get(guest), "", 1).to_owned(),
            Chair::Computer { level } => format!("Daeguk ({level})"),
        };
        self.seats.held().map(|(_, chair)| name(chair)).collect()
    }
}

/// Whether deeds may be gone after it.
const fn cuts(news: &News) -> bool {
    matches!(news, News::Takeback { .. })
}

/// All of these are plain data: writing them cannot fail.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
