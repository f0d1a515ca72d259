//! Collections of games, made at the machine itself, be the server running or not.

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::errands::ErrandError;
use crate::ids::sha256;
use crate::shelf::{self, Bounds, NotRead};
use crate::store::{Addition, Beside, Collection, Store};

/// What came of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Which game it holds.
    pub kind: String,
    /// How many games were new.
    pub added: usize,
    /// What was not read: the line, the code, a sentence.
    pub refused: Vec<(u32, &'static str, String)>,
}

/// Counts how the games of a file began, in a collection of that name that everybody may ask. Games that are in it already do
/// not count again, so that what was interrupted can be begun anew.
///
/// # Errors
/// If the database cannot be used.
pub fn add_collection(database: &str, name: &str, file: &str, bytes: &[u8]) -> Result<Gathered, ErrandError> {
    at(database, async |beside| {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        let mut known: HashMap<&'static str, HashSet<String>> = HashMap::new();
        for game in engine::catalog::games() {
            let kind = game.about().kind;
            known.insert(kind, beside.counted(&id(name, kind)).await?.into_iter().collect());
        }
        let is_new = |kind: &'static str, game: &str| known.entry(kind).or_default().insert(game.to_owned());
        let counted = shelf::count_file(bytes, ending, Bounds { games: usize::MAX, until: None }, is_new);
        let mut gathered = Gathered { kind: counted.kind.to_owned(), ..Gathered::default() };
        let read = |NotRead { line, code, detail }| (line, code, detail);
        gathered.refused = counted.refused.into_iter().map(read).collect();
        for tally in counted.tallies {
            gathered.added += tally.games.len();
            let collection = Collection {
                id: id(name, counted.kind),
                person: String::new(),
                kind: counted.kind.to_owned(),
                name: name.to_owned(),
                games: tally.games.len() as i64,
                changed_ms: now_ms(),
            };
            beside.count(&Addition { collection, tally }).await?;
        }
        Ok(gathered)
    })
}

/// All of them: name, kind of game, number of games.
///
/// # Errors
/// If the database cannot be used.
pub fn collections(database: &str) -> Result<Vec<(String, String, i64)>, ErrandError> {
    at(database, async |beside| {
        let told = |collection: Collection| (collection.name, collection.kind, collection.games);
        Ok(beside.collections().await?.into_iter().map(told).collect())
    })
}

/// Takes the collections of a name away; whether there were any.
///
/// # Errors
/// If the database cannot be used.
pub fn remove_collection(database: &str, name: &str) -> Result<bool, ErrandError> {
    at(database, async |beside| {
        let mut all = beside.collections().await?;
        all.retain(|collection| collection.name == name);
        for collection in &all {
            beside.dissolve(&collection.id).await?;
        }
        Ok(!all.is_empty())
    })
}

fn id(name: &str, kind: &str) -> String {
    format!("c{}", &sha256(format!("{kind}\n{name}").as_bytes())[..24])
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Does something with a database whose tables are up to date.
fn at<T>(database: &str, act: impl AsyncFnOnce(&mut Beside) -> Result<T, sqlx::Error>) -> Result<T, ErrandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ErrandError::Threads)?;
    runtime.block_on(async {
        Store::bring_up_to_date(database).await?;
        Ok(act(&mut Beside::open(database).await?).await?)
    })
}
