//! Random games: whatever happens, ratings stay ratings, and seats have no order.

use std::num::NonZeroU8;

use game::rng::SplitMix;
use ratings::{Form, Player, Rating, Who, rate};

const GAMES: usize = 10_000;

fn random_player(rng: &mut SplitMix, form: Form) -> Player {
    // Outside the limits on purpose.
    let (points, deviation) = (rng.below(4000) as f64 - 500.0, 1.0 + rng.below(500) as f64);
    let volatility = 0.001 + rng.below(200) as f64 / 1000.0;
    Player {
        who: if rng.below(4) == 0 { Who::Computer } else { Who::Person },
        rating: Rating::new(form, points, deviation, volatility).expect("finite numbers"),
        place: NonZeroU8::new(1 + rng.below(form.seats()) as u8).expect("counted from one"),
    }
}

fn random_game(rng: &mut SplitMix) -> (Form, Vec<Player>) {
    let form = [Form::Duel, Form::Four, Form::Doubles][rng.below(3)];
    let mut players: Vec<_> = (0..form.seats()).map(|_| random_player(rng, form)).collect();
    if form == Form::Doubles {
        (players[2].place, players[3].place) = (players[0].place, players[1].place);
    }
    (form, players)
}

fn is_within_limits(form: Form, before: &Rating, after: &Rating) -> bool {
    let start = Rating::start(form).deviation();
    (400.0..=10_000.0).contains(&after.points())
        && (45.0..=start).contains(&after.deviation())
        && after.volatility() > 0.0
        && after.volatility() <= 0.1
        && (after.points() - before.points()).abs() <= 700.0
}

#[test]
fn ten_thousand_random_games_stay_within_limits() {
    let mut rng = SplitMix::new(1);
    for number in 0..GAMES {
        let (form, players) = random_game(&mut rng);
        for (player, after) in players.iter().zip(rate(form, &players)) {
            if let Some(after) = after {
                assert!(is_within_limits(form, &player.rating, &after), "game {number}: {player:?} → {after:?}");
            }
        }
    }
}

/// Every way to turn the table that keeps partners opposite each other, and for singles every order.
fn orders(form: Form) -> Vec<Vec<usize>> {
    match form {
        Form::Duel => vec![vec![1, 0]],
        Form::Four => vec![vec![3, 2, 1, 0], vec![1, 0, 3, 2], vec![2, 3, 0, 1], vec![1, 2, 3, 0], vec![0, 2, 1, 3]],
        Form::Doubles => vec![vec![1, 2, 3, 0], vec![2, 1, 0, 3], vec![0, 3, 2, 1]],
    }
}

#[test]
fn ten_thousand_random_games_do_not_depend_on_the_order_of_seats() {
    let mut rng = SplitMix::new(2);
    for number in 0..GAMES {
        let (form, players) = random_game(&mut rng);
        let after = rate(form, &players);
        for order in orders(form) {
            let turned: Vec<_> = order.iter().map(|seat| players[*seat]).collect();
            for (seat, turned) in order.iter().zip(rate(form, &turned)) {
                assert!(are_close(after[*seat], turned), "game {number}: {:?} and {turned:?}", after[*seat]);
            }
        }
    }
}

fn are_close(one: Option<Rating>, other: Option<Rating>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => {
            (one.points() - other.points()).abs() < 1e-6 && (one.deviation() - other.deviation()).abs() < 1e-6
        }
        (one, other) => one.is_none() && other.is_none(),
    }
}
