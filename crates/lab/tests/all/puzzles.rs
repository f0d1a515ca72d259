//! The miner: the same order gives the same file, however it is done.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::catalog;
use engine::puzzles::{Proof, prove, read, shipped};
use lab::puzzles::{Order, Progress, Source, mine, rated, recheck};

fn order(count: usize, threads: usize) -> Order {
    Order { game: catalog::find("janggi").expect("a game"), source: Source::Near, count, threads, seed: 1 }
}

fn mined(order: &Order, out: &Path) -> (Progress, String) {
    let progress = mine(order, out, &AtomicBool::new(false), &mut |_| ()).expect("it is mined");
    (progress, std::fs::read_to_string(out).expect("a file"))
}

#[test]
fn the_same_order_gives_the_same_file_in_one_go_in_two_and_by_two_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let (progress, whole) = mined(&order(2, 1), &folder.path().join("whole"));
    assert_eq!((progress.puzzles, whole.lines().count()), (2, 2));
    assert_eq!(mined(&order(2, 2), &folder.path().join("threads")).1, whole);

    let parts = folder.path().join("parts");
    let stop = AtomicBool::new(false);
    let stopped = mine(&order(2, 1), &parts, &stop, &mut |now| stop.store(now.puzzles >= 1, Relaxed));
    assert!(stopped.is_ok());
    // A line that was cut off in the middle is as if it had never been begun.
    let cut = std::fs::read_to_string(&parts).expect("a file") + &whole[..40];
    std::fs::write(&parts, cut).expect("written");
    assert_eq!(mined(&order(2, 1), &parts).1, whole);
    assert_eq!(mined(&order(2, 1), &parts).1, whole, "nothing is added to what is whole");

    let puzzles = read(&whole).expect("puzzles");
    assert!(recheck(&puzzles, None, 2, &stop_never(), &mut |_| ()).is_empty());
    assert!(puzzles.iter().all(|puzzle| rated(puzzle.clone()) == *puzzle), "ratings do not depend on chance");
    let other = Order { seed: 6, ..order(2, 1) };
    assert!(mine(&other, &parts, &stop_never(), &mut |_| ()).is_err(), "the file is of another order");
}

fn stop_never() -> AtomicBool {
    AtomicBool::new(false)
}

#[test]
fn a_puzzle_that_does_not_hold_is_named() {
    let sound = shipped().iter().find(|puzzle| puzzle.proof == Proof::All && puzzle.kind == "janggi");
    let mut wrong = sound.expect("there is one").clone();
    wrong.themes.clear();
    let failed = recheck(&[wrong.clone()], None, 1, &stop_never(), &mut |_| ());
    assert_eq!(failed.iter().map(|failed| &failed.id).collect::<Vec<_>>(), [&wrong.id]);
    wrong.themes = engine::puzzles::themes(&wrong).expect("a line");
    let failed = recheck(&[wrong], Some(3), 1, &stop_never(), &mut |_| ());
    assert_eq!(failed[0].why, prove::Unproved::Spent.to_string());
}

/// A few of the gains a day, so that all of them have their turn; `daeguk puzzles check` does them all.
#[test]
fn gains_of_the_shipped_set_are_found_again_by_a_long_search() {
    const A_DAY: usize = 2;
    let day =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.as_secs() / 86_400);
    let gains: Vec<_> = shipped().iter().filter(|puzzle| puzzle.proof == Proof::Twice).cloned().collect();
    let first = (day as usize * A_DAY) % gains.len().max(1);
    let due: Vec<_> = gains.iter().cycle().skip(first).take(A_DAY.min(gains.len())).cloned().collect();
    let failed = recheck(&due, None, 1, &stop_never(), &mut |_| ());
    assert!(failed.is_empty(), "{failed:?}");
}
