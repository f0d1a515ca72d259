//! Repetition, perpetual check, the cap and leaving, where the worked examples say nothing (§8, §9).

use game::{Leaving, Match, Moment, Position as _, Seat, choices};
use yonin::{Position, Rules, START, Side, Start};

fn load(rules: &str, state: &str) -> Match<Position> {
    let (rules, _) = choices::parse::<Rules, Start>(rules).expect("known rules");
    Match::load(rules, state).expect("a state")
}

#[track_caller]
fn play(game: &mut Match<Position>, deeds: &str) {
    for deed in deeds.split_whitespace() {
        game.act(deed).unwrap_or_else(|refusal| panic!("{deed}: {refusal} at {}", game.position().state()));
    }
}

const SHUFFLE: &str = "5i4i 9e9d 5a4a 1e1d 4i5i 9d9e 4a5a 1d1e ";
const PERPETUAL: &str = "2g1g 1e2e 1g2g 2e1e ";

#[test]
fn the_position_after_a_foul_counts_as_its_own_first_occurrence() {
    let mut game = load("standard", "wK3nK4/9/9/9/8eK/9/7sR1/9/4sK4 s - - - 1");
    play(&mut game, &PERPETUAL.repeat(3));
    assert_eq!(game.position().state(), "wK3nK4/9/9/9/8eK/9/7xsR1/9/4xsK4 w - - sf 13");
    assert_eq!(game.past().len(), 1);
    let round = "9a9b 5a4a 1e1d 9b9a 4a5a 1d1e ";
    play(&mut game, &round.repeat(2));
    assert!(game.outcome().is_none());
    play(&mut game, round);
    assert_eq!(game.position().result().as_deref(), Some("repetition 1:w 1:n 1:e 4:s"));
}

#[test]
fn leaving_restarts_the_history() {
    let mut game = load("standard", "4nK4/9/9/9/wK7eK/9/9/1sR7/4sK4 s - - - 1");
    play(&mut game, &SHUFFLE.repeat(2));
    play(&mut game, "resign");
    assert_eq!(game.past().len(), 1);
    assert_eq!(game.position().state(), "4nK4/9/9/9/wK7eK/9/9/1xsR7/4xsK4 w - - sr 17");
}

#[test]
fn without_the_rule_nothing_is_repeated_too_often() {
    let mut game = load("standard;rep=0;cap=0", "4nK4/9/9/9/wK7eK/9/9/1sR7/4sK4 s - - - 1");
    play(&mut game, &SHUFFLE.repeat(6));
    assert!(game.outcome().is_none());
    let mut game = load("sdin", "wK3nK4/9/9/9/8eK/9/7sR1/9/4sK4 s - - - 1");
    play(&mut game, &PERPETUAL.repeat(6));
    assert!(game.outcome().is_none() && game.position().out().is_empty());
}

#[test]
fn a_perpetual_checker_ends_a_duel_and_a_doubles_game() {
    let mut duel = load("standard", "xwK3xnK4/9/9/9/8eK/9/7sR1/9/4sK4 s - - wr,nr 1");
    play(&mut duel, &PERPETUAL.repeat(3));
    assert_eq!(duel.position().result().as_deref(), Some("win:e 1:e 2:s 3:n 4:w"));
    let mut doubles = load("doubles", "wK3nK4/9/9/9/8eK/9/7sR1/9/4sK4 s - - - 1");
    play(&mut doubles, &PERPETUAL.repeat(3));
    assert_eq!(doubles.position().result().as_deref(), Some("team:we 1:w 1:e 2:s 2:n"));
}

#[test]
fn an_impasse_in_doubles_compares_the_teams() {
    let mut game = load("doubles;cap=1", "4nK4/9/9/2wP6/wKwG5eSeK/9/9/1sR7/4sK4 s - - - 1");
    play(&mut game, "5i4i");
    assert_eq!(game.position().result().as_deref(), Some("impasse 1:s 1:n 2:w 2:e"));
    let mut even = load("doubles;cap=1", START);
    play(&mut even, "5g5f");
    assert_eq!(even.position().result().as_deref(), Some("impasse 1:s 1:w 1:n 1:e"));
}

#[test]
fn those_who_are_out_keep_their_lower_places_at_an_impasse() {
    let mut game = load("standard;cap=1", "4xnK4/9/9/2wP6/wKwG5eSeK/9/9/1sR7/4sK4 s nR - nr 1");
    play(&mut game, "5i4i");
    assert_eq!(game.position().result().as_deref(), Some("impasse 1:s 2:w 3:e 4:n"));
}

#[test]
fn two_survivors_may_tie() {
    let mut game = load("standard;end=two", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 w - - nr 1");
    play(&mut game, "resign");
    assert_eq!(game.position().result().as_deref(), Some("two 1:s 1:e 3:w 4:n"));
}

#[test]
fn after_a_resignation_the_order_goes_on_from_the_leaver() {
    let mut game = load("standard", "4nK4/9/9/9/wK7eK/9/9/3sR5/5sK3 s - - - 1");
    play(&mut game, "6h5h n:resign");
    assert_eq!(game.position().state(), "4xnK4/9/9/9/wK7eK/9/9/4sR4/5sK3 e - - nr 2");
}

#[test]
fn only_the_seat_to_move_leaves_and_a_forfeit_is_a_time_out() {
    let mut game = load("federation", START);
    let refusal = game.leave(Side::West.seat(), Leaving::Forfeited).expect_err("not its turn");
    assert_eq!(refusal.code, "E_WRONG_SEAT");
    assert_eq!(game.leave(Seat::FIRST, Leaving::Resigned).expect_err("four live").code, "E_RESIGN");
    game.leave(Seat::FIRST, Leaving::Forfeited).expect("it may");
    assert_eq!(game.position().out()[0].to_string(), "st");
    assert_eq!(game.record().deeds().collect::<Vec<_>>(), ["timeout"]);
    assert_eq!(game.agree().expect_err("no such end").code, "E_SYNTAX");
}

#[test]
fn a_game_is_played_to_the_last_survivor() {
    let mut game = load("standard", START);
    play(&mut game, "5g5f resign timeout resign");
    assert_eq!(game.position().result().as_deref(), Some("win:s 1:s 2:e 3:n 4:w"));
    assert_eq!(game.outcome().expect("an end").winner(), Some(Seat::FIRST));
    assert_eq!(game.act("5f5e").expect_err("it is over").code, "E_GAME_OVER");
}

#[test]
fn a_state_without_a_turn_names_how_it_must_have_ended() {
    let result = |rules: &str, state: &str| load(rules, state).position().result();
    let board = "4nK4/9/9/9/wK7eK/9/9/4sR4/5sK3";
    assert_eq!(result("standard", &format!("{board} - - - - 501")).as_deref(), Some("impasse 1:s 2:w 2:n 2:e"));
    assert_eq!(result("standard", &format!("{board} - - - - 25")).as_deref(), Some("repetition 1:s 1:w 1:n 1:e"));
}

/// Settles a position that came for the fourth time; the deeds of one round are (mover, seats in
/// check afterwards), and the round ends in the position.
fn repeated(rules: &str, state: &str, round: &[(Side, &str)]) -> Position {
    let mut position = load(rules, state).position().clone();
    let mark = |seats: &str| seats.chars().filter_map(Side::from_letter).fold(0, |bits, side| bits | 1 << side.index());
    let (last, checked) = round[round.len() - 1];
    let own = Moment { key: position.key(), by: last.seat(), mark: mark(checked) };
    let mut past = vec![own];
    for _ in 0..3 {
        let between = &round[..round.len() - 1];
        past.extend(between.iter().map(|(by, checked)| Moment { key: 0, by: by.seat(), mark: mark(checked) }));
        past.push(own);
    }
    position.settle(&past);
    position
}

#[test]
fn after_a_foul_the_turn_may_pass_to_another_seat_in_check() {
    let state = "4nK4/8nR/9/9/wK7eK/9/sR8/9/4sK4 w - we - 20";
    let position = repeated("standard", state, &[(Side::West, ""), (Side::South, "we")]);
    assert_eq!(position.state(), "4nK4/8nR/9/9/wK7eK/9/xsR8/9/4xsK4 e - e sf 20");
}

#[test]
fn after_a_foul_the_seat_to_move_keeps_its_turn_if_nobody_is_in_check() {
    let state = "4nK4/9/9/9/wK7eK/9/sR8/9/4sK4 w - w - 20";
    let position = repeated("standard", state, &[(Side::West, ""), (Side::South, "w")]);
    assert_eq!(position.state(), "4nK4/9/9/9/wK7eK/9/xsR8/9/4xsK4 w - - sf 20");
}

#[test]
fn several_perpetual_checkers_go_out_clockwise_after_the_last_mover() {
    let state = "4nK4/9/9/9/wK7eK/9/9/9/4sK4 n - - - 20";
    let round = [(Side::South, "n"), (Side::North, ""), (Side::East, ""), (Side::West, "e")];
    let out = |rules: &str| {
        let position = repeated(rules, state, &round);
        position.state().split(' ').nth(4).map(str::to_owned)
    };
    assert_eq!(out("standard").as_deref(), Some("sf,wf"));
    assert_eq!(out("standard;end=two").as_deref(), Some("sf,wf"));
    assert_eq!(out("doubles").as_deref(), Some("sf"), "the first elimination ends the game");
}

#[test]
fn nobody_is_punished_if_all_the_living_check_for_ever() {
    let state = "4xnK4/9/9/9/xwK7eK/9/9/9/4sK4 s - - nr,wr 20";
    let position = repeated("standard", state, &[(Side::South, "e"), (Side::East, "s")]);
    assert_eq!(position.result().as_deref(), Some("repetition 1:s 1:e 3:w 4:n"));
}

#[test]
fn the_cap_holds_after_a_foul_too() {
    let state = "4nK4/9/9/9/wK7eK/9/sR8/9/4sK4 w - w - 20";
    let position = repeated("standard;cap=19", state, &[(Side::West, ""), (Side::South, "w")]);
    assert_eq!(position.result().as_deref(), Some("impasse 1:w 1:n 1:e 4:s"));
}
