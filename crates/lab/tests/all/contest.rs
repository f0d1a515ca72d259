//! Matches between players of the house.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Limits, catalog};
use lab::arena::statistics::{Sprt, Verdict};
use lab::contest::{Finished, Plan, Player, Seats, Standing, run};

fn plan(kind: &str, rules: &str, players: [&str; 2], seats: Seats, trials: usize) -> Plan {
    Plan {
        game: catalog::find(kind).expect("a game"),
        rules: rules.to_owned(),
        players: players.map(|name| Player::new(kind, name).expect("a player")),
        limits: [Limits { nodes: Some(200), ..Limits::default() }; 2],
        seats,
        random_actions: 4,
        trials,
        seed: 3,
        concurrency: 2,
        sprt: None,
    }
}

fn play(plan: &Plan) -> (Standing, Vec<Finished>) {
    let mut games = Vec::new();
    let standing = run(plan, None, &AtomicBool::new(false), &mut |game, _| games.push(game.clone())).expect("a match");
    games.sort_by_key(|game| game.number);
    (standing, games)
}

/// What the games were; processor time differs from run to run.
fn told(games: &[Finished]) -> Vec<(usize, usize, usize, String)> {
    games.iter().map(|game| (game.number, game.points, game.deeds, game.reason.clone())).collect()
}

#[test]
fn a_match_by_nodes_is_the_same_every_time_and_won_by_the_better() {
    let plan = plan("tigers", "base", ["easy", "random"], Seats::Two, 3);
    let (standing, games) = play(&plan);
    assert_eq!(standing.count(), 6);
    assert!(standing.share() > 0.9, "{}", standing.share());
    assert_eq!(standing.trials.count(), 3);
    assert_eq!(told(&games), told(&play(&Plan { concurrency: 1, ..plan }).1));
}

/// Equals sit in all six seatings of a trial, so that whoever wins, the trial is even.
#[test]
fn the_seatings_of_four_seats_are_one_trial() {
    let (standing, games) = play(&plan("yonin", "standard;cap=60", ["greedy", "random"], Seats::Half, 1));
    assert_eq!((standing.count(), standing.trials.count(), games.len()), (6, 1, 6));
    assert_eq!(standing.trials.counts().len(), 49);
    assert!((standing.share() - standing.trials.mean()).abs() < 1e-9);
}

#[test]
fn a_match_goes_on_where_its_journal_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tigers.match");
    let whole = plan("tigers", "base", ["greedy", "random"], Seats::Two, 4);
    let stop = AtomicBool::new(false);
    let part = Plan { trials: 2, ..whole.clone() };
    run(&part, Some(&path), &stop, &mut |_, _| ()).expect("the first half");
    // A line that was being written when the machine went down.
    let mut text = std::fs::read_to_string(&path).expect("a journal");
    text.push_str("4 2 1 1");
    std::fs::write(&path, &text).expect("it can be written");
    let mut fresh = Vec::new();
    let standing = run(&whole, Some(&path), &stop, &mut |game, _| fresh.push(game.clone())).expect("the rest");
    assert_eq!((fresh.len(), standing.count()), (4, 8));
    assert!(fresh.iter().all(|game| game.number >= 4));
    let (expected, _) = play(&whole);
    assert_eq!((standing.games, &standing.trials, standing.deeds), (expected.games, &expected.trials, expected.deeds));

    let other = Plan { seed: 4, ..whole };
    let refused = run(&other, Some(&path), &stop, &mut |_, _| ()).expect_err("another match");
    assert!(format!("{refused:#}").contains("the journal of another match"), "{refused:#}");
    std::fs::write(&path, text.replace("\n2 ", "\ntwo ")).expect("it can be written");
    assert!(format!("{:#}", run(&part, Some(&path), &stop, &mut |_, _| ()).expect_err("damaged")).contains("line "));
}

#[test]
fn a_clear_match_ends_early_and_a_stopped_one_at_once() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    let long = Plan { sprt: Some(sprt), ..plan("tigers", "base", ["easy", "random"], Seats::Two, 500) };
    let (standing, _) = play(&long);
    assert_eq!(sprt.verdict(&standing.trials), Verdict::Accepted);
    assert!(standing.count() < 100, "{} games", standing.count());
    let stop = AtomicBool::new(false);
    let standing = run(&Plan { sprt: None, ..long }, None, &stop, &mut |_, _| stop.store(true, Relaxed));
    assert!(standing.expect("a match").count() <= 3);
}

#[test]
fn players_are_known_by_name_and_others_refused_with_a_reason() {
    for name in ["hard", "beginner", "puct", "uct", "maxn", "greedy", "random", "hand", "hand:shortcuts=safe"] {
        assert!(Player::new("yonin", name).is_ok(), "{name}");
    }
    assert!(Player::new("janggi", "net").is_ok() && Player::new("janggi", "9k").is_ok());
    let refused = |kind: &str, name: &str| Player::new(kind, name).expect_err("there is none");
    assert!(refused("yonin", "champion").contains("newcomer, beginner, gentle, easy, casual, normal, skilled, hard"));
    assert!(refused("yonin", "net").contains("no network"));
    assert!(refused("janggi", "net=no-such-file.net").contains("cannot read"));
    assert!(refused("tigers", "hand:speed=fast").contains("speed=fast"));
}

#[test]
fn rules_that_are_refused_are_reported_before_anything_is_played() {
    let wrong = plan("tigers", "base;speed=fast", ["greedy", "random"], Seats::Two, 1);
    assert!(run(&wrong, None, &AtomicBool::new(false), &mut |_, _| ()).is_err());
}
