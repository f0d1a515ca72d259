//! Copies that are whole, put back without a loss; and a check that finds whatever is not as it was played.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

use serde_json::{Value, json};
use server::{Checked, Config, Told};

use crate::helpers::{Guest, House, hot_seat};

/// Chariots that go to and fro; no rule of [`endless`] objects.
const MOVES: [&str; 4] = ["a1a2", "a10a9", "a2a1", "a9a10"];

fn endless() -> Value {
    let mut wish = hot_seat();
    wish["preset"] = json!("casual");
    wish["options"] = json!({ "repetition_count": "0", "no_capture_limit": "0" });
    wish
}

fn moves(state: &Value) -> usize {
    state["deeds"].as_array().expect("deeds").len()
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("no panic")
}

async fn back_up(url: String, to: &Path) -> Result<(), String> {
    let to = to.to_owned();
    blocking(move || server::back_up(&url, &to)).await.map_err(|error| error.to_string())
}

async fn restore(from: &Path, folder: &Path, replace: bool) -> Result<Option<PathBuf>, String> {
    let (from, url) = (from.to_owned(), Config::in_folder(folder).database);
    blocking(move || server::restore(&from, &url, replace)).await.map_err(|error| error.to_string())
}

async fn check(url: String) -> (Checked, Vec<String>) {
    blocking(move || {
        let mut problems = Vec::new();
        let checked = server::check(&url, &mut |told| {
            if let Told::Problem(problem) = told {
                problems.push(problem.to_owned());
            }
        });
        (checked.expect("it can be read"), problems)
    })
    .await
}

/// Plays on until told to stop; how many moves were acknowledged is counted.
async fn play_on(guest: Guest, game: String, acknowledged: Arc<AtomicU64>, stop: Arc<AtomicBool>) {
    for n in (0_u64..400).take_while(|_| !stop.load(SeqCst)) {
        let action = MOVES[(n % 4) as usize];
        let told = guest.say(&game, &json!({ "t": "act", "a": n.to_string(), "n": n, "d": action })).await;
        assert_eq!(told.status, 200, "{}", told.text());
        acknowledged.store(n + 1, SeqCst);
    }
}

#[tokio::test]
async fn a_copy_under_load_is_one_moment_of_everything() {
    let house = House::open().await;
    let guest = house.guest().await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut games = Vec::new();
    for _ in 0..5 {
        let (game, count) = (guest.game(&endless()).await, Arc::new(AtomicU64::new(0)));
        let playing = tokio::spawn(play_on(guest.clone(), game.clone(), Arc::clone(&count), Arc::clone(&stop)));
        games.push((game, count, playing));
    }
    while games.iter().any(|(_, count, _)| count.load(SeqCst) < 3) {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let before: Vec<u64> = games.iter().map(|(_, count, _)| count.load(SeqCst)).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    back_up(house.url().to_owned(), &copy).await.expect("a copy");
    stop.store(true, SeqCst);
    assert!(
        back_up(house.url().to_owned(), &copy).await.expect_err("nothing is written over").contains("there already")
    );

    let new_house = tempfile::tempdir().expect("a folder");
    assert_eq!(restore(&copy, new_house.path(), false).await, Ok(None));
    let (checked, problems) = check(Config::in_folder(new_house.path()).database).await;
    assert_eq!((checked.games, checked.cards, problems), (5, 5, Vec::new()));
    let again = tempfile::tempdir().expect("a folder");
    assert_eq!(restore(&copy, again.path(), false).await, Ok(None));
    assert_eq!(check(Config::in_folder(again.path()).database).await.0, checked, "equal hashes");
    let (ours, _) = check(house.url().to_owned()).await;
    assert!(ours.events == checked.events || ours.hash != checked.hash, "a hash tells what has changed");
    let other = House::in_folder(new_house, |_| {}).await;
    let guest = Guest { address: other.address, ..guest };
    for ((game, _, playing), before) in games.into_iter().zip(before) {
        playing.await.expect("no panic");
        let state = guest.state(&game).await;
        assert!(moves(&state) as u64 >= before, "{before} moves were acknowledged before, {state}");
        assert_eq!(state["you"], json!([0, 1]), "the token is worth as much as before");
    }
}

#[tokio::test]
async fn nothing_is_put_back_over_a_house_that_lives_or_from_a_copy_that_is_not_whole() {
    let mut house = House::open().await;
    let guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    back_up(house.url().to_owned(), &copy).await.expect("a copy");
    guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    let place = house.database().parent().expect("a folder").to_owned();
    assert!(restore(&copy, &place, true).await.expect_err("it runs").contains("in use"));
    house.close().await;
    assert!(restore(&copy, &place, false).await.expect_err("it is there").contains("there already"));
    let broken = folder.path().join("broken.db");
    let mut bytes = std::fs::read(&copy).expect("bytes");
    let end = bytes.len();
    bytes[4096..end.min(12_288)].fill(0x5a);
    std::fs::write(&broken, bytes).expect("written");
    let refused = restore(&broken, &place, true).await.expect_err("it is not whole");
    assert!(refused.contains("not whole"), "{refused}");
    let house = house.reopened().await;
    let guest = Guest { address: house.address, ..guest };
    assert_eq!(moves(&guest.state(&game).await), 1, "nothing has changed");

    let mut house = house;
    house.close().await;
    let former = restore(&copy, &place, true).await.expect("put back").expect("the former one is kept");
    let house = house.reopened().await;
    let guest = Guest { address: house.address, ..guest };
    assert_eq!(moves(&guest.state(&game).await), 0, "as it was when it was copied");
    assert!(former.exists());
    assert!(!place.join("daeguk.db.part").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn what_root_puts_back_belongs_to_whoever_has_the_folder() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    const NOBODY: u32 = 65_534;
    let house = House::open().await;
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let copy = folders[0].path().join("copy.db");
    back_up(house.url().to_owned(), &copy).await.expect("a copy");
    if chown(folders[1].path(), Some(NOBODY), Some(NOBODY)).is_err() {
        return;
    }
    assert_eq!(restore(&copy, folders[1].path(), false).await, Ok(None));
    let put_back = std::fs::metadata(folders[1].path().join("daeguk.db")).expect("it is there");
    assert_eq!((put_back.uid(), put_back.mode() & 0o777), (NOBODY, 0o600));
}

#[tokio::test]
async fn a_check_finds_what_is_not_as_it_was_played() {
    let mut house = House::open().await;
    let guest = house.guest().await;
    for n in 0..6 {
        let game = guest.game(&hot_seat()).await;
        guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
        if n % 2 == 0 {
            guest.say(&game, &json!({ "t": "resign", "a": "2", "seat": 1 })).await;
        }
    }
    let (checked, problems) = check(house.url().to_owned()).await;
    assert_eq!((checked.games, checked.cards, problems), (6, 6, Vec::new()), "beside a server that runs");
    house.close().await;
    for (text, found) in [
        ("UPDATE card SET phase = 'waiting' WHERE game = (SELECT MIN(game) FROM card)", "its card says something else"),
        ("UPDATE card SET version = 9 WHERE game = (SELECT MIN(game) FROM card)", "its card knows of 9 events"),
        ("UPDATE event SET body = 'spoiled' WHERE game = (SELECT MAX(game) FROM event) AND version = 1", ": "),
    ] {
        house.sql(text).await;
        let (checked, problems) = check(house.url().to_owned()).await;
        assert!(checked.problems > 0 && problems.iter().any(|problem| problem.contains(found)), "{text}: {problems:?}");
    }
    house.sql("DELETE FROM card").await;
    let (checked, problems) = check(house.url().to_owned()).await;
    assert_eq!((checked.cards, problems.len()), (0, 1), "a card that is missing is made when somebody asks");
}

#[tokio::test]
async fn a_house_moves_only_into_an_empty_one() {
    let mut house = House::open().await;
    let guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    let state = guest.state(&game).await;
    let folder = tempfile::tempdir().expect("a folder");
    let to = Config::in_folder(folder.path()).database;
    let moved = |from: String, to: String| blocking(move || server::move_house(&from, &to));
    let refused = moved(house.url().to_owned(), to.clone()).await.expect_err("it runs").to_string();
    assert!(refused.contains("in use"), "{refused}");
    house.close().await;
    assert!(moved(house.url().to_owned(), to.clone()).await.expect("moved") > 4);
    let refused = moved(house.url().to_owned(), to).await.expect_err("somebody lives there").to_string();
    assert!(refused.contains("not empty"), "{refused}");
    let other = House::in_folder(folder, |_| {}).await;
    let guest = Guest { address: other.address, ..guest };
    let there = guest.state(&game).await;
    assert_eq!((&there["deeds"], &there["v"], &there["you"]), (&state["deeds"], &state["v"], &state["you"]));
}
