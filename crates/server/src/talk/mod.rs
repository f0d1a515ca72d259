//! What is said at tables. It goes on beside the games: no event knows of it, and no game waits for it.

mod flood;
mod said;

use std::hash::{BuildHasher as _, RandomState};

use room::Chair;
use serde::Deserialize;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::Instant;

use crate::accounts::GuestPolicy;
use crate::app::App;
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::{GameId, PersonId};
use crate::owner::{Request, Said};
use crate::scopes::{Scope, Scopes};
use crate::store::{Amend, Batch, Circle, Kind, Line, Preset, Spoken, Store, Utter, Words};
use crate::texts;
use flood::{Flood, Verdict};

pub(crate) use said::{LineSight, heard, lines_message, said_message, unsaid_message};

/// The longest line.
const CHARS_MAX: usize = 200;
/// How long lines are kept.
const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// How many tables can be spoken at without waiting for each other, at most.
const SHELVES: usize = 64;

/// Who may say what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatPolicy {
    /// Nobody says anything.
    Off,
    /// Everybody says what there are words for in every language.
    Presets,
    /// Members say what they like, guests the same as above.
    #[default]
    Members,
}

/// What somebody wants to say: a message of section 7.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SayWish {
    #[serde(rename = "t")]
    _say: SayWord,
    /// The id for the acknowledgment.
    #[serde(default)]
    pub(crate) a: String,
    #[serde(default)]
    d: Option<String>,
    #[serde(default)]
    preset: Option<Preset>,
}

#[derive(Clone, Debug, Deserialize)]
enum SayWord {
    #[serde(rename = "say")]
    Say,
}

/// The longest acknowledgment id, as of other messages.
const ACK_BYTES_MAX: usize = 32;

impl SayWish {
    /// Reads a message, if it is one.
    #[must_use]
    pub(crate) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().filter(|wish: &Self| wish.a.len() <= ACK_BYTES_MAX)
    }

    fn words(&self) -> Result<Words, Refused> {
        match (&self.d, self.preset) {
            (None, Some(preset)) => Ok(Words::Preset(preset)),
            (Some(text), None) => {
                let text = texts::plain(text, CHARS_MAX);
                text.map(Words::Text).ok_or_else(|| Refused::message("a line has 1 to 200 characters that can be seen"))
            }
            _ => Err(Refused::message("a line is either a preset or a text")),
        }
    }
}

/// What talking needs in memory.
pub(crate) struct Talk {
    flood: Flood,
    /// Lines of a table get their numbers one after another.
    shelves: Vec<Mutex<()>>,
    hasher: RandomState,
}

impl Default for Talk {
    fn default() -> Self {
        let shelves = (0..SHELVES).map(|_| Mutex::default()).collect();
        Self { flood: Flood::default(), shelves, hasher: RandomState::new() }
    }
}

impl Talk {
    async fn shelf(&self, game: GameId) -> MutexGuard<'_, ()> {
        let index = self.hasher.hash_one(game.as_str()) as usize % SHELVES;
        self.shelves[index].lock().await
    }

    /// Forgets who has said nothing for a while.
    pub(crate) fn tidy(&self) {
        self.flood.tidy(Instant::now());
    }
}

/// Says something at a table; the version of the game at which it was heard. It is stored before anybody hears it.
///
/// # Errors
/// If it may not be said, or cannot be stored.
pub(crate) async fn say(
    app: &App,
    caller: Caller,
    scopes: Scopes,
    game: GameId,
    wish: &SayWish,
) -> Result<u32, Refused> {
    let who = caller.person.ok_or_else(Refused::no_session)?;
    if !scopes.has(Scope::Chat) {
        return Err(Refused::no_scope());
    }
    let words = wish.words()?;
    app.limits.line(caller.network)?;
    let (kind, name) = speaker(app, who, &words).await?;
    let (circle, version) = circle(app, game, who).await?;
    // Whoever has blocked the speaker does not hear it.
    let deaf = app.house.store.blockers_of(who).await.map_err(Refused::logged)?;
    let shelf = app.talk.shelf(game).await;
    if app.talk.flood.hear(who, game, &wish.a, &words, Instant::now())? == Verdict::Said {
        return Ok(version);
    }
    let at_ms = app.house.time.now_ms();
    let written = write(&app.house.store, Line { game, n: 0, circle, person: who, words, at_ms }).await;
    drop(shelf);
    let line = written.inspect_err(|_| app.talk.flood.unhear(who, game, &wish.a))?;
    let spoken = Spoken { line, is_hidden: false, kind, name };
    app.rooms
        .ask(game, |answer| Request::Said(Box::new(Said { spoken: spoken.clone(), deaf: deaf.clone(), answer })))
        .await
}

/// Whether somebody may say that, and who it is.
async fn speaker(app: &App, who: PersonId, words: &Words) -> Result<(Kind, String), Refused> {
    let speaker = app.house.store.speaker(who).await.map_err(Refused::logged)?.ok_or_else(Refused::no_session)?;
    if speaker.kind == Kind::Guest && app.config.guests == GuestPolicy::Watch {
        return Err(Refused::no_account());
    }
    let may = match words {
        Words::Preset(_) => app.config.chat != ChatPolicy::Off,
        Words::Text(_) => app.config.chat == ChatPolicy::Members && matches!(speaker.kind, Kind::Member | Kind::Bot),
    };
    if !may {
        return Err(Refused::no_chat());
    }
    if speaker.muted_ms > app.house.time.now_ms() {
        return Err(Refused::muted());
    }
    Ok((speaker.kind, speaker.name))
}

/// Who holds a seat speaks among players. Also the version of the game.
async fn circle(app: &App, game: GameId, who: PersonId) -> Result<(Circle, u32), Refused> {
    let seated = app.rooms.ask(game, |answer| Request::Seated { answer }).await?;
    let is_seated = seated.chairs.iter().any(|chair: &Chair| chair.is_held_by(who));
    Ok((if is_seated { Circle::Seats } else { Circle::Watchers }, seated.version))
}

async fn write(store: &Store, line: Line) -> Result<Line, Refused> {
    let n = store.last_line(line.game).await.map_err(Refused::logged)? + 1;
    let line = Line { n, ..line };
    let batch = Batch::about_people(vec![Amend::Utter(Utter::Line(line.clone()))]);
    store.writer().write(batch).await.map_err(Refused::logged)?;
    Ok(line)
}

/// Forgets what was said long ago.
///
/// # Errors
/// If it cannot; it is tried again.
pub(crate) async fn forget_old(store: &Store, now_ms: i64) -> Result<(), Refused> {
    let before_ms = now_ms - KEPT_MS;
    if store.has_old_lines(before_ms).await.map_err(Refused::logged)? {
        let batch = Batch::about_people(vec![Amend::Utter(Utter::Forget(before_ms))]);
        store.writer().write(batch).await.map_err(Refused::logged)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_preset_or_a_text_is_a_line() {
        let words = |text: &str| SayWish::read(text).and_then(|wish| wish.words().ok());
        assert_eq!(words(r#"{"t":"say","a":"1","preset":"hello"}"#), Some(Words::Preset(Preset::Hello)));
        assert_eq!(words(r#"{"t":"say","d":" a\u202eb "}"#), Some(Words::Text("ab".to_owned())));
        let long = format!(r#"{{"t":"say","d":"{}"}}"#, "가".repeat(201));
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let bad = [
            r#"{"t":"say"}"#,
            r#"{"t":"say","d":""}"#,
            r#"{"t":"say","d":"\u200b"}"#,
            r#"{"t":"say","d":1}"#,
            r#"{"t":"say","preset":"curse"}"#,
            r#"{"t":"say","preset":"hello","d":"hello"}"#,
            r#"{"t":"act","n":0,"d":"a"}"#,
            "",
            "p",
            "[]",
            &long,
            &deep,
        ];
        for text in bad {
            assert_eq!(words(text), None, "{text:.60}");
        }
    }
}
