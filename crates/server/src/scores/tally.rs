//! What results do to ratings, one after another.

use ratings::{Form, Player, Rating, Who, rate};
use room::{Rater, Seated};

use super::Known;
use crate::store::{Change, Due, Rated, Score, Tally, key};

const DAY_MS: f64 = 86_400_000.0;

/// Rates results in their order. `known` has everybody's rating from before the first of them.
pub(super) fn tally(due: Vec<Due>, mut known: Known) -> Tally {
    let mut moved = Vec::new();
    let mut rated = Vec::with_capacity(due.len());
    for due in due {
        let changes = super::form(&due.pool).map_or_else(Vec::new, |form| changes(form, &due, &known));
        for (seat, change) in changes.iter().enumerate() {
            let Some(change) = change else { continue };
            let whose = (change.who.clone(), due.pool.clone());
            let before = known.get(&whose).copied().flatten();
            known.insert(whose.clone(), Some(scored(before, &due, seat, change)));
            moved.push(whose);
        }
        rated.push(Rated { due, changes });
    }
    moved.sort_unstable_by_key(|(who, pool)| (key(who), pool.to_string()));
    moved.dedup();
    let score = |whose: (Rater, ratings::Pool)| {
        let score = known.get(&whose).copied().flatten()?;
        Some((whose.0, whose.1, score))
    };
    Tally { scores: moved.into_iter().filter_map(score).collect(), rated }
}

/// What a game does, by seat.
fn changes(form: Form, due: &Due, known: &Known) -> Vec<Option<Change>> {
    let player = |seated: &Seated| {
        let who = match seated.who {
            Rater::Person(_) => Who::Person,
            Rater::Bot(_) | Rater::House(_) => Who::Computer,
        };
        let score = known.get(&(seated.who.clone(), due.pool.clone())).copied().flatten();
        Player { who, rating: rested(form, score, due.ended_ms), place: seated.place }
    };
    let players: Vec<Player> = due.seats.iter().map(player).collect();
    let after = first_of_each(due, rate(form, &players));
    let change = |((player, seated), after): ((&Player, &Seated), Option<Rating>)| {
        Some(Change { who: seated.who.clone(), place: seated.place, before: player.rating, after: after? })
    };
    players.iter().zip(&due.seats).zip(after).map(change).collect()
}

/// Two computers of one level have one rating: the first of them moves it.
fn first_of_each(due: &Due, after: Vec<Option<Rating>>) -> Vec<Option<Rating>> {
    let is_first = |seat: usize| due.seats[..seat].iter().all(|other| other.who != due.seats[seat].who);
    after.into_iter().enumerate().map(|(seat, rating)| rating.filter(|_| is_first(seat))).collect()
}

/// A rating as the game finds it: after a rest less is known.
fn rested(form: Form, score: Option<Score>, ended_ms: i64) -> Rating {
    let Some(score) = score else { return Rating::start(form) };
    score.rating.grown(form, ended_ms.saturating_sub(score.played_ms) as f64 / DAY_MS)
}

fn scored(before: Option<Score>, due: &Due, seat: usize, change: &Change) -> Score {
    let blank = Score { rating: change.after, games: 0, won: 0, drawn: 0, lost: 0, best: 0.0, played_ms: 0 };
    let before = before.unwrap_or(blank);
    let (won, drawn, lost) = outcome(due, seat);
    let is_established = super::form(&due.pool).is_some_and(|form| !change.after.is_provisional(form));
    Score {
        rating: change.after,
        games: before.games + 1,
        won: before.won + won,
        drawn: before.drawn + drawn,
        lost: before.lost + lost,
        best: if is_established { before.best.max(change.after.points()) } else { before.best },
        // A clock that was set back makes nobody play earlier.
        played_ms: before.played_ms.max(due.ended_ms),
    }
}

/// Won: nobody of the others came in better or equal. Drawn: nobody better. Partners are no others.
pub(super) fn outcome(due: &Due, seat: usize) -> (i64, i64, i64) {
    let is_doubles = super::form(&due.pool) == Some(Form::Doubles);
    let is_other = |other: usize| other != seat && !(is_doubles && other % 2 == seat % 2);
    let own = due.seats[seat].place;
    let others = || due.seats.iter().enumerate().filter(|(other, _)| is_other(*other)).map(|(_, seated)| seated.place);
    if others().all(|other| own < other) {
        (1, 0, 0)
    } else if others().all(|other| own <= other) {
        (0, 1, 0)
    } else {
        (0, 0, 1)
    }
}
