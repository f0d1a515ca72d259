//! What people have, and what workers are handed, is the same on `PostgreSQL`: their tests are run once more, with a server that ends with them.

use std::process::Command;

use crate::helpers::POSTGRES;
use crate::scratch::Scratch;

/// Everything about people, and the board of jobs.
const MODULES: [&str; 6] = ["accounts::", "bans::", "jobs::", "naming::", "ratings::", "relations::"];
/// A server that somebody else has started.
const NAMED: &str = "TEST_PG_URL";

#[test]
fn accounts_and_ratings_are_the_same_on_postgresql() {
    let named = std::env::var(NAMED).ok();
    let scratch = if named.is_none() { Scratch::started() } else { None };
    let Some(url) = named.or_else(|| scratch.as_ref().map(Scratch::url)) else { return };
    let again = std::env::current_exe().expect("this test");
    let status = Command::new(again).args(MODULES).arg("--quiet").env(POSTGRES, url).status();
    assert!(status.expect("a process").success(), "the tests of {MODULES:?} on PostgreSQL");
}
