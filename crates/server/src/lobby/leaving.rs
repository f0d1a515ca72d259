//! Whoever leaves strangers again and again does not sit down with strangers for a while.

use crate::error::Refused;
use crate::house::House;
use crate::ids::PersonId;
use crate::store::Attended;

/// So many of the latest games are looked at,
const LOOKED_AT: usize = 10;
/// and whoever has left so many of them has to wait:
const LEFT_MAX: usize = 3;
/// so long at first, twice as long each further time, and never longer than a day.
const FIRST_MS: i64 = 10 * 60 * 1000;
const LONGEST_MS: i64 = 24 * 60 * 60 * 1000;
/// How many games are read: more than it takes to come to the longest wait.
const READ: u32 = 64;

/// Until when somebody does not sit down with strangers, by their games from the earliest to the latest; 0 if they may.
fn barred_until(games: &[Attended]) -> i64 {
    let (mut until_ms, mut wait_ms) = (0, FIRST_MS);
    for (n, game) in games.iter().enumerate() {
        let latest = &games[(n + 1).saturating_sub(LOOKED_AT)..=n];
        if latest.iter().filter(|game| game.is_gone).count() < LEFT_MAX {
            // Old times are forgotten.
            wait_ms = FIRST_MS;
        } else if game.is_gone {
            until_ms = game.at_ms + wait_ms;
            wait_ms = LONGEST_MS.min(wait_ms * 2);
        }
    }
    until_ms
}

impl House {
    /// Whether somebody may sit down with strangers.
    ///
    /// # Errors
    /// Until when not.
    pub(crate) async fn lets_join(&self, person: PersonId) -> Result<(), Refused> {
        let until_ms = barred_until(&self.store.attended(person, READ).await.map_err(Refused::logged)?);
        let now_ms = self.time.now_ms();
        if until_ms > now_ms { Err(Refused::leaver(until_ms, now_ms)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{new_game, new_person};

    const MINUTE_MS: i64 = 60_000;

    /// A game a minute: `-` to its end, `x` left.
    fn until(games: &str) -> i64 {
        let person = new_person();
        let game = |(n, letter): (i64, char)| Attended {
            person,
            game: new_game(),
            at_ms: n * MINUTE_MS,
            is_gone: letter == 'x',
        };
        barred_until(&(0..).zip(games.chars()).map(game).collect::<Vec<_>>()) / MINUTE_MS
    }

    #[test]
    fn the_third_of_ten_games_that_is_left_costs_ten_minutes() {
        assert_eq!(until(""), 0);
        assert_eq!(until("xx--------"), 0);
        assert_eq!(until("xx-------x"), 9 + 10);
        assert_eq!(until("xx--------x"), 0, "the first is no longer among the ten");
        assert_eq!(until("xxx"), 2 + 10);
        assert_eq!(until("xxx-------"), 2 + 10, "who stays afterward waits no longer than that");
    }

    #[test]
    fn each_further_time_is_twice_as_long_up_to_a_day() {
        let waits: Vec<i64> = (3..14).map(|count| until(&"x".repeat(count)) - (count as i64 - 1)).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440]);
        assert_eq!(until("xxxx---------xx"), 3 + 20, "two of ten are forgiven");
        assert_eq!(until("xxxx---------xxx"), 15 + 10, "and one begins anew");
    }
}
