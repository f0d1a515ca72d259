//! How games began, counted: from which position they went on to which, and what came of it.

use std::collections::HashMap;

use game::{Game, Record, Seat, Table};

/// So many deeds of a game are counted.
const PLIES_MAX: usize = 40;
/// No game has more seats.
pub(crate) const SEATS_MAX: usize = 4;

/// What games came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sums {
    /// How many games.
    pub n: i64,
    /// Of how many the result is known.
    pub known: i64,
    /// By seat: wins, or places where there are more than two.
    pub by_seat: [i64; SEATS_MAX],
}

impl Sums {
    fn add(&mut self, worth: Option<[i64; SEATS_MAX]>) {
        self.n += 1;
        if let Some(worth) = worth {
            self.known += 1;
            for (sum, worth) in self.by_seat.iter_mut().zip(worth) {
                *sum += worth;
            }
        }
    }
}

/// A step from one position to the next, mirror images being one.
pub(crate) type Step = (i64, i64);

/// All that is counted of some games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Steps.
    pub steps: HashMap<Step, Sums>,
    /// Starts with names.
    pub setups: HashMap<String, Sums>,
    /// What tells the games from others.
    pub games: Vec<String>,
}

impl Tally {
    /// Counts a game. One that cannot be replayed counts as far as it goes.
    pub(crate) fn count(&mut self, game: &dyn Game, record: &Record, setup: &str, name: String) {
        let Ok(mut table) = game.load(&record.rules, &record.start) else { return };
        let mut steps = Vec::new();
        for (index, deed) in record.deeds().enumerate() {
            let before = spot(table.as_ref());
            // Whoever leaves goes on to no position.
            let is_action = index < PLIES_MAX && table.play(deed).is_ok();
            if is_action {
                steps.push((before, spot(table.as_ref())));
            } else if table.act(deed).is_err() {
                break;
            }
        }
        let worth = places(game, table.as_ref(), record.result.as_deref()).map(|places| worth(&places));
        // A position that comes twice in a game counts once.
        steps.sort_unstable();
        steps.dedup();
        for step in steps {
            self.steps.entry(step).or_default().add(worth);
        }
        if !setup.is_empty() {
            self.setups.entry(setup.to_owned()).or_default().add(worth);
        }
        self.games.push(name);
    }
}

/// The number of a position.
pub(crate) fn spot(table: &dyn Table) -> i64 {
    table.opening_key().cast_signed()
}

/// The places by seat, as the rules say or, where the board does not decide, as the record does.
pub(crate) fn places(game: &dyn Game, end: &dyn Table, result: Option<&str>) -> Option<Vec<u8>> {
    let seats = game.about().seats;
    if let Some(outcome) = end.outcome() {
        return Some(Seat::first(seats.len()).map(|seat| outcome.places[seat]).collect());
    }
    let said = result?.split_whitespace().next()?;
    if said == "draw" {
        return Some(vec![1; seats.len()]);
    }
    let winner = seats.iter().position(|seat| *seat == said)?;
    Some((0..seats.len()).map(|seat| if seat == winner { 1 } else { 2 }).collect())
}

/// Wins at two seats, places at more.
fn worth(places: &[u8]) -> [i64; SEATS_MAX] {
    let is_decided = places.iter().any(|place| *place > 1);
    let mut worth = [0; SEATS_MAX];
    for (worth, place) in worth.iter_mut().zip(places) {
        *worth = if places.len() > 2 { i64::from(*place) } else { i64::from(is_decided && *place == 1) };
    }
    worth
}

/// What may be done in a position, each with the number of the position that follows, until all that are looked for are found.
pub(crate) fn nexts(table: &dyn Table, wanted: &HashMap<i64, Sums>) -> Vec<(String, Sums)> {
    let mut found: HashMap<i64, String> = HashMap::new();
    for act in table.legal() {
        if found.len() == wanted.len() {
            break;
        }
        let mut after = table.fork();
        if after.play(&act).is_ok() && wanted.contains_key(&spot(after.as_ref())) {
            // Of two that are mirror images of each other, the first.
            found.entry(spot(after.as_ref())).or_insert(act);
        }
    }
    let mut nexts: Vec<_> = found.into_iter().filter_map(|(next, act)| Some((act, *wanted.get(&next)?))).collect();
    nexts.sort_by(|(one, first), (other, second)| second.n.cmp(&first.n).then_with(|| one.cmp(other)));
    nexts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(choices: &str, acts: &[&str], result: Option<&str>) -> Record {
        let game = engine::catalog::find("janggi").expect("a game");
        let mut table = game.start(choices).expect("a start");
        for act in acts {
            table.act(act).expect("legal");
        }
        Record { result: result.map(str::to_owned), ..table.record() }
    }

    #[test]
    fn wins_are_counted_and_mirror_images_are_one() {
        let game = engine::catalog::find("janggi").expect("a game");
        let mut tally = Tally::default();
        let games = [
            record("kja", &["a4b4", "a7b7"], Some("cho resign")),
            record("kja", &["i4h4", "i7h7"], Some("han resign")),
            record("kja", &["a4b4", "i7h7"], None),
            record("kja", &["c4c5"], Some("draw repetition")),
        ];
        for (number, record) in games.iter().enumerate() {
            tally.count(game, record, "cho=inner;han=inner", number.to_string());
        }
        let start = game.start("kja").expect("a start");
        let at = |spot: i64| -> HashMap<i64, Sums> {
            tally.steps.iter().filter(|((from, _), _)| *from == spot).map(|((_, next), sums)| (*next, *sums)).collect()
        };
        let first = nexts(start.as_ref(), &at(spot(start.as_ref())));
        let told: Vec<_> =
            first.iter().map(|(act, sums)| (act.as_str(), sums.n, sums.known, &sums.by_seat[..2])).collect();
        assert_eq!(told, [("a4b4", 3, 2, &[1, 1][..]), ("c4c5", 1, 1, &[0, 0][..])]);
        let mut mirrored = game.start("kja").expect("a start");
        mirrored.act("i4h4").expect("legal");
        let second: Vec<_> = nexts(mirrored.as_ref(), &at(spot(mirrored.as_ref())));
        assert_eq!(
            second.iter().map(|(act, sums)| (act.as_str(), sums.n)).collect::<Vec<_>>(),
            [("i7h7", 2), ("a7b7", 1)]
        );
        assert_eq!(tally.setups["cho=inner;han=inner"].n, 4);
    }

    #[test]
    fn four_seats_have_places() {
        assert_eq!(worth(&[1, 2, 3, 4]), [1, 2, 3, 4]);
        assert_eq!(worth(&[1, 2]), [1, 0, 0, 0]);
        assert_eq!(worth(&[1, 1]), [0; 4]);
    }
}
