//! Something to look at without choosing: of each game, the best that strangers play now. Who is on is decided here, what is
//! shown comes from the owner of that game alone, in the words that anybody may hear.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::GameId;
use tokio::sync::broadcast;
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use super::UNRATED_STRENGTH;
use super::board::{SitterSight, TableSight};

/// How many pictures may wait for somebody slow, who is then shown the latest.
const KEPT: usize = 16;

/// How long a game stays on.
#[derive(Clone, Copy, Debug)]
pub struct TvWaits {
    /// Before a better one takes its place.
    pub stay: Duration,
    /// After its end, so that the end is seen.
    pub linger: Duration,
}

impl Default for TvWaits {
    fn default() -> Self {
        Self { stay: Duration::from_secs(30), linger: Duration::from_secs(5) }
    }
}

/// A channel for each kind of game.
pub(crate) struct Tv {
    channels: Mutex<BTreeMap<&'static str, Channel>>,
    waits: TvWaits,
}

struct Channel {
    on: Option<OnAir>,
    pictures: broadcast::Sender<Utf8Bytes>,
}

struct OnAir {
    game: GameId,
    since: Instant,
    /// When it was first seen that the game is no longer played.
    ended: Option<Instant>,
    picture: Option<Picture>,
    /// Whether its end is worth looking at as long as there is nothing else.
    has_result: bool,
}

/// What is shown of a game.
pub(crate) struct Picture {
    /// Who plays what, as JSON.
    pub table: String,
    /// The position, as JSON.
    pub screen: String,
    /// When it was so; a clock has run since.
    pub made: Instant,
}

impl Picture {
    fn text(&self, kind: &str, now: Instant) -> String {
        let Self { table, screen, made } = self;
        channel_text(kind, now.saturating_duration_since(*made), table, screen)
    }
}

impl Tv {
    /// Nothing is on yet.
    #[must_use]
    pub(super) fn new(kinds: impl Iterator<Item = &'static str>, waits: TvWaits) -> Self {
        let dark = || Channel { on: None, pictures: broadcast::channel(KEPT).0 };
        Self { channels: Mutex::new(kinds.map(|kind| (kind, dark())).collect()), waits }
    }

    /// Decides what is on, given all games that strangers play now. Gives those that have just come on: their owners are to
    /// show them.
    pub(crate) fn choose(&self, live: &[TableSight], now: Instant) -> Vec<GameId> {
        let mut chosen = Vec::new();
        for (kind, channel) in self.lock().iter_mut() {
            let best = best(live.iter().filter(|table| table.kind == *kind));
            let current = channel.on.as_mut().map(|on| {
                let table = live.iter().find(|table| table.id == on.game);
                on.ended = if table.is_some() { None } else { on.ended.or(Some(now)) };
                (table, on)
            });
            let stays = current.is_some_and(|(table, on)| match table {
                Some(table) => now < on.since + self.waits.stay || !is_better(best, table),
                None => {
                    on.ended.is_some_and(|ended| now < ended + self.waits.linger) || (best.is_none() && on.has_result)
                }
            });
            if stays {
                continue;
            }
            if let Some(best) = best {
                chosen.push(best.id);
            } else if channel.on.is_some() {
                let _ = channel.pictures.send(message(&dark(kind)));
            }
            channel.on = best.map(|best| OnAir::new(best.id, now));
        }
        chosen
    }

    /// When to decide anew even if no game begins or ends.
    pub(crate) fn changes_at(&self, now: Instant) -> Option<Instant> {
        let channels = self.lock();
        let on = channels.values().filter_map(|channel| channel.on.as_ref());
        let at = on.map(|on| on.ended.map_or(on.since + self.waits.stay, |ended| ended + self.waits.linger));
        at.filter(|at| *at > now).min()
    }

    /// Whether a game is on.
    #[must_use]
    pub(crate) fn is_on(&self, kind: &str, game: GameId) -> bool {
        self.lock().get(kind).and_then(|channel| channel.on.as_ref()).is_some_and(|on| on.game == game)
    }

    /// The owner of a game shows it; nobody looks if it is not on.
    pub(crate) fn show(&self, kind: &str, game: GameId, picture: Picture, has_result: bool) {
        let mut channels = self.lock();
        let Some(channel) = channels.get_mut(kind) else { return };
        if let Some(on) = channel.on.as_mut().filter(|on| on.game == game) {
            // Sent under the lock, so that pictures come in their order. Nobody may be looking.
            let _ = channel.pictures.send(message(&picture.text(kind, picture.made)));
            (on.picture, on.has_result) = (Some(picture), has_result);
        }
    }

    /// What is shown now, and all that follows; nothing if there is no such channel.
    #[must_use]
    pub(crate) fn watch(&self, kind: &str, now: Instant) -> Option<(Utf8Bytes, broadcast::Receiver<Utf8Bytes>)> {
        let channels = self.lock();
        let channel = channels.get(kind)?;
        Some((message(&channel.text(kind, now)), channel.pictures.subscribe()))
    }

    /// What all channels show now, as JSON.
    #[must_use]
    pub(crate) fn all(&self, now: Instant) -> String {
        let channels = self.lock();
        let shown: Vec<String> = channels.iter().map(|(kind, channel)| channel.text(kind, now)).collect();
        format!("{{\"channels\":[{}]}}", shown.join(","))
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<&'static str, Channel>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Channel {
    /// What is shown now.
    fn text(&self, kind: &str, now: Instant) -> String {
        let picture = self.on.as_ref().and_then(|on| on.picture.as_ref());
        picture.map_or_else(|| dark(kind), |picture| picture.text(kind, now))
    }
}

impl OnAir {
    const fn new(game: GameId, since: Instant) -> Self {
        Self { game, since, ended: None, picture: None, has_result: false }
    }
}

fn message(picture: &str) -> Utf8Bytes {
    format!("{{\"t\":\"tv\",\"d\":{picture}}}").into()
}

/// A channel on which nothing is.
fn dark(kind: &str) -> String {
    channel_text(kind, Duration::ZERO, "null", "null")
}

fn channel_text(kind: &str, age: Duration, table: &str, screen: &str) -> String {
    let age_ms = age.as_millis();
    format!("{{\"kind\":\"{kind}\",\"age_ms\":{age_ms},\"table\":{table},\"screen\":{screen}}}")
}

/// The strongest; of equals the one that has gone on for longest.
fn best<'a>(tables: impl Iterator<Item = &'a TableSight>) -> Option<&'a TableSight> {
    tables.max_by(|one, other| mean(one).cmp(&mean(other)).then(other.since.cmp(&one.since)))
}

fn is_better(best: Option<&TableSight>, current: &TableSight) -> bool {
    best.is_some_and(|best| mean(best) > mean(current))
}

/// How strong the people at a table are.
fn mean(table: &TableSight) -> i64 {
    let strength = |seat: &SitterSight| seat.rating.unwrap_or(UNRATED_STRENGTH);
    let people: Vec<i64> = table.seats.iter().filter(|seat| seat.kind == "person").map(strength).collect();
    people.iter().sum::<i64>() / (people.len() as i64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_game;

    const WAITS: TvWaits = TvWaits { stay: Duration::from_secs(30), linger: Duration::from_secs(5) };

    fn table(kind: &'static str, ratings: &[Option<i64>], since: Instant) -> TableSight {
        let sitter = |rating: &Option<i64>| SitterSight {
            kind: "person",
            name: String::new(),
            person: None,
            rating: *rating,
            rank: None,
            level: None,
        };
        TableSight {
            id: new_game(),
            kind,
            rules: String::new(),
            pool: None,
            rated: false,
            clock: None,
            free: 0,
            seats: ratings.iter().map(sitter).collect(),
            range: None,
            members: false,
            people: Vec::new(),
            open: None,
            strength: 0,
            since,
        }
    }

    #[test]
    fn the_best_mean_is_on_and_stays_for_a_while() {
        let (tv, start) = (Tv::new(["janggi", "yonin"].into_iter(), WAITS), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        let weak = table("janggi", &[Some(1400), Some(1500)], start);
        let strong = table("janggi", &[Some(2000), None], start);
        let four = table("yonin", &[None, None, None, None], start);
        assert!(tv.choose(&[], start).is_empty());
        assert_eq!(tv.choose(std::slice::from_ref(&weak), start), [weak.id]);
        let all = [weak.clone(), strong.clone(), four.clone()];
        assert_eq!(tv.choose(&all, after(29)), [four.id], "a better one must wait, another game need not");
        assert_eq!(tv.choose(&all, after(30)), [strong.id]);
        assert!(tv.is_on("janggi", strong.id) && !tv.is_on("janggi", weak.id));
        assert!(tv.choose(&all, after(3600)).is_empty(), "the best stays");
        let others = [weak.clone(), four];
        assert!(tv.choose(&others, after(3601)).is_empty(), "its end is seen");
        assert_eq!(tv.choose(&others, after(3606)), [weak.id], "and then the next is on, however short that was");
    }

    #[test]
    fn of_equals_the_oldest_is_on_and_nothing_flickers() {
        let (tv, start) = (Tv::new(["janggi"].into_iter(), WAITS), Instant::now());
        let [older, newer] = [0, 1].map(|age| table("janggi", &[None, None], start + Duration::from_secs(age)));
        assert_eq!(tv.choose(&[newer.clone(), older.clone()], start), [older.id]);
        assert!(tv.choose(&[newer, older], start + Duration::from_mins(5)).is_empty());
    }

    #[test]
    fn only_what_is_on_is_shown_and_the_last_picture_stays() {
        let (tv, start) = (Tv::new(["janggi"].into_iter(), WAITS), Instant::now());
        let [one, other] = [0, 1].map(|_| table("janggi", &[None, None], start));
        let picture = |screen: &str| Picture { table: "7".to_owned(), screen: screen.to_owned(), made: start };
        let (dark, mut pictures) = tv.watch("janggi", start).expect("a channel");
        assert_eq!(dark.as_str(), r#"{"t":"tv","d":{"kind":"janggi","age_ms":0,"table":null,"screen":null}}"#);
        assert!(tv.watch("chess", start).is_none());
        tv.choose(std::slice::from_ref(&one), start);
        tv.show("janggi", other.id, picture("2"), false);
        tv.show("janggi", one.id, picture("1"), true);
        let told = pictures.try_recv().expect("a picture");
        assert!(told.ends_with(r#""table":7,"screen":1}}"#), "{told}");
        assert!(pictures.try_recv().is_err());
        let later = start + Duration::from_hours(1);
        assert!(tv.choose(&[], later).is_empty());
        assert!(tv.choose(&[], later + Duration::from_hours(1)).is_empty());
        assert!(tv.all(later).ends_with(r#""table":7,"screen":1}]}"#), "an end is shown until there is another game");
        tv.show("janggi", one.id, picture("1"), false);
        assert!(tv.choose(&[], later + Duration::from_hours(2)).is_empty());
        assert!(tv.all(later).contains("null"), "what was called off is not");
    }

    /// Who comes between two moves sees the clock as it stands then.
    #[test]
    fn a_picture_says_how_old_it_is() {
        let (tv, start) = (Tv::new(["janggi"].into_iter(), WAITS), Instant::now());
        let table = table("janggi", &[None, None], start);
        tv.choose(std::slice::from_ref(&table), start);
        let picture = Picture { table: "7".to_owned(), screen: "1".to_owned(), made: start };
        tv.show("janggi", table.id, picture, false);
        let (now, _) = tv.watch("janggi", start + Duration::from_millis(1500)).expect("a channel");
        assert_eq!(now.as_str(), r#"{"t":"tv","d":{"kind":"janggi","age_ms":1500,"table":7,"screen":1}}"#);
    }
}
