//! What people have, and what workers are handed, is the same on `PostgreSQL`, and what strangers try comes to nothing in a house of several
//! nodes, too: their tests are run once more, with a server that ends with them.

use std::process::Command;

use crate::helpers::{NODES, POSTGRES};
use crate::scratch::Scratch;

/// Everything about people, and the board of jobs.
const MODULES: [&str; 6] = ["accounts::", "bans::", "jobs::", "naming::", "ratings::", "relations::"];
/// Attacks and games, by a door behind which nothing is: everything is passed on to another node.
const THROUGH_ANOTHER_NODE: [&str; 7] =
    ["games::", "lobby::", "safety::", "secrets::", "sockets::", "talk::", "thinking::"];
/// But what every node counts by itself, and what the one who leads does within a minute.
const NOT_THERE: [&str; 2] = ["whoever_has_too_many_thoughts", "what_was_said_is_kept_ninety_days"];
/// A server that somebody else has started.
const NAMED: &str = "TEST_PG_URL";

fn again(modules: &[&str], change: impl FnOnce(&mut Command) -> &mut Command) {
    let named = std::env::var(NAMED).ok();
    let scratch = if named.is_none() { Scratch::started() } else { None };
    let Some(url) = named.or_else(|| scratch.as_ref().map(Scratch::url)) else { return };
    let mut again = Command::new(std::env::current_exe().expect("this test"));
    let status = change(again.args(modules).arg("--quiet").env(POSTGRES, url)).status();
    assert!(status.expect("a process").success(), "the tests of {modules:?} on PostgreSQL");
}

#[test]
fn accounts_and_ratings_are_the_same_on_postgresql() {
    again(&MODULES, |command| command);
}

#[test]
fn what_strangers_try_through_another_node_comes_to_nothing() {
    let skipped = NOT_THERE.iter().flat_map(|name| ["--skip", name]);
    again(&THROUGH_ANOTHER_NODE, |command| command.args(skipped).env(NODES, "2"));
}
