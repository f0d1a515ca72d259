//! Keeping the books, at the machine itself: copies, and the proof that what is stored is what was played.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::studies::Study;
use room::{Sitting, StoredGame};
use sha2::{Digest as _, Sha256};

use crate::ids::GameId;
use crate::owner::card;
use crate::store::{self, Audit, Card, CopyError, MoveError, Store, StoredCard};
use crate::time::Time;

/// How many games are asked for at a time.
const GAMES_A_PAGE: u32 = 500;
/// The same of studies, which may be long.
const STUDIES_A_PAGE: u32 = 50;

/// What came out of looking at everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games that were played through.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Cards that say what the events say; the others are made when somebody asks.
    pub cards: u64,
    /// Studies whose lines can be played.
    pub studies: u64,
    /// What is wrong.
    pub problems: u64,
    /// Of all games with their plans and events, in whatever order they are stored: two houses with the same games have the same.
    pub hash: u128,
}

/// Copies the database at an address into a new file, be the server running or not.
///
/// # Errors
/// If there is no copy.
pub fn back_up(database: &str, to: &Path) -> Result<(), CopyError> {
    wait_for(store::back_up(database, to))
}

/// Puts a copy in the place of the database at an address, where no server runs. The former one, if there is one and it may be
/// replaced, lies beside it under the name that is told.
///
/// # Errors
/// If it was not done; then nothing has changed.
pub fn restore(from: &Path, database: &str, replace: bool) -> Result<Option<PathBuf>, CopyError> {
    let now_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
    wait_for(store::restore(from, database, replace, now_ms))
}

/// Plays every stored game through and compares it with its card, be the server running or not. `tell` hears of every problem, and
/// of the state of the work after each page.
///
/// # Errors
/// If the database cannot be read.
pub fn check(database: &str, tell: &mut dyn FnMut(Told<'_>)) -> Result<Checked, CopyError> {
    wait_for(async {
        Store::bring_up_to_date(database).await?;
        let mut audit = Audit::open(database).await?;
        let checked = check_all(&mut audit, tell).await;
        audit.close().await;
        Ok(checked?)
    })
}

/// Copies everything into an empty database, of whatever kind, where no server runs. Tells how many rows.
///
/// # Errors
/// If it was not done; then the new database is as empty as before.
pub fn move_house(from: &str, to: &str) -> Result<u64, MoveError> {
    wait_for(store::move_house(from, to))
}

/// What is told while everything is looked at.
#[derive(Debug)]
pub enum Told<'a> {
    /// So far.
    Progress(&'a Checked),
    /// Something is wrong.
    Problem(&'a str),
}

fn wait_for<T, E: From<sqlx::Error>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(sqlx::Error::Io)?.block_on(work)
}

async fn check_all(audit: &mut Audit, tell: &mut dyn FnMut(Told<'_>)) -> Result<Checked, sqlx::Error> {
    let mut checked = Checked::default();
    if let Some(damage) = audit.damage().await? {
        checked.problems += 1;
        tell(Told::Problem(&damage));
    }
    check_games(audit, &mut checked, tell).await?;
    check_studies(audit, &mut checked, tell).await?;
    Ok(checked)
}

async fn check_games(
    audit: &mut Audit,
    checked: &mut Checked,
    tell: &mut dyn FnMut(Told<'_>),
) -> Result<(), sqlx::Error> {
    let time = audit.time().await?;
    let mut last = String::new();
    loop {
        let games = audit.games(&last, GAMES_A_PAGE).await?;
        let Some(end) = games.last() else { return Ok(()) };
        last = end.to_string();
        for game in games {
            // The card first: whatever is written meanwhile, the events then know of all that the card does.
            let card = audit.card(game).await?;
            let stored = audit.game(game).await?;
            checked.games += 1;
            checked.events += stored.events.len() as u64;
            checked.hash = checked.hash.wrapping_add(hash(game, &stored));
            match verdict(game, stored, card, &time) {
                Ok(has_card) => checked.cards += u64::from(has_card),
                Err(problem) => {
                    checked.problems += 1;
                    tell(Told::Problem(&format!("{game}: {problem}")));
                }
            }
        }
        tell(Told::Progress(checked));
    }
}

async fn check_studies(
    audit: &mut Audit,
    checked: &mut Checked,
    tell: &mut dyn FnMut(Told<'_>),
) -> Result<(), sqlx::Error> {
    let mut last = String::new();
    loop {
        let studies = audit.studies(&last, STUDIES_A_PAGE).await?;
        let Some((end, _)) = studies.last() else { return Ok(()) };
        last.clone_from(end);
        for (id, body) in studies {
            match sound(&body) {
                Ok(()) => checked.studies += 1,
                Err(problem) => {
                    checked.problems += 1;
                    tell(Told::Problem(&format!("study {id}: {problem}")));
                }
            }
        }
        tell(Told::Progress(checked));
    }
}

/// Of one game: what was agreed, and every event with its time, its author and its receipt.
fn hash(game: GameId, stored: &StoredGame) -> u128 {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(game.as_str().as_bytes());
    add(stored.plan.as_bytes());
    add(&stored.created_ms.to_le_bytes());
    for event in &stored.events {
        add(&event.at_ms.to_le_bytes());
        for text in [&event.guest, &event.ack, &event.body] {
            add(text.as_bytes());
        }
    }
    let mut number = [0; size_of::<u128>()];
    number.copy_from_slice(&hash.finalize()[..size_of::<u128>()]);
    u128::from_be_bytes(number)
}

/// Whether a study can be read and played.
fn sound(body: &str) -> Result<(), String> {
    let study: Study = serde_json::from_str(body).map_err(|error| error.to_string())?;
    study.check().map_err(|refusal| refusal.to_string())
}

/// Whether a game has a card, which then says what its events say up to the one that it knows of.
fn verdict(game: GameId, mut stored: StoredGame, known: Option<StoredCard>, time: &Time) -> Result<bool, String> {
    let restored = |stored: &StoredGame| {
        Sitting::restored(game, stored, &|at_ms| time.uptime_ms(at_ms)).map_err(|spoiled| spoiled.to_string())
    };
    let whole = restored(&stored)?;
    let Some(known) = known else { return Ok(false) };
    let [.., version, _, _] = known.numbers;
    let count = usize::try_from(version).ok().filter(|count| *count <= stored.events.len());
    let count =
        count.ok_or_else(|| format!("its card knows of {version} events, and there are {}", stored.events.len()))?;
    let then = if count == stored.events.len() {
        whole
    } else {
        stored.events.truncate(count);
        restored(&stored)?
    };
    if StoredCard::of(&card::card(&then)) == known {
        Ok(true)
    } else {
        Err("its card says something else than its events".to_owned())
    }
}

impl StoredCard {
    fn of(card: &Card) -> Self {
        let words = [card.kind, &card.pool, card.tempo, card.phase, &card.summary].map(str::to_owned);
        let flags = [card.is_rated, card.is_listed].map(i64::from);
        Self { words, numbers: [flags[0], flags[1], card.version, card.due_ms, card.changed_ms] }
    }
}
