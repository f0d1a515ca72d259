//! The limits of §25, and whose turn it is when a player is passed over (§12).

use game::{Leaving, Match, Position as _, Seat};
use tigers::{Position, Rules};

/// GY and zy face each other along a Sun line.
const CONTACT: &str = "GY@12:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@13:8,hz@26:6,mc@25:4";

fn load(state: &str) -> Match<Position> {
    Match::load(Rules::default(), state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"))
}

fn played(state: &str, actions: &str) -> Match<Position> {
    let mut game = load(state);
    for action in actions.split(' ') {
        game.act(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

#[test]
fn a_turn_in_which_troops_were_lost_is_not_quiet() {
    let state = format!("FTG1:b;quiet=1 {CONTACT} A3 - - 0-0 1.0 *");
    assert_eq!(played(&state, "GYxzy end").outcome(), None);
    assert_eq!(played(&state, "GYxzy end").position().quiet_turns(), 0);
    for quiet in ["end", "GYxzy end end"] {
        assert_eq!(played(&state, quiet).outcome().map(|outcome| outcome.reason), Some("adjudication"), "{quiet}");
    }
}

#[test]
fn so_many_quiet_turns_end_a_game_after_any_progress() {
    let state = format!("FTG1:b;quiet=3 {CONTACT} A3 - - 0-0 1.0 *");
    assert_eq!(played(&state, "GYxzy end end end").outcome(), None);
    assert!(played(&state, "GYxzy end end end end").outcome().is_some());
    assert!(played(&state, "end end end").outcome().is_some());
}

/// Whoever disengages loses troops by a Move, which the used actions do not show.
#[test]
fn a_state_remembers_that_its_turn_is_not_quiet() {
    let state =
        "FTG1:b GY@12:5,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@17:9,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - GY-gy 0-0 9.4 *";
    let left = played(state, "GYm11").position().state();
    assert!(left.ends_with(" A2 GYm - 0-0 9.0! *"), "{left}");
    let moved = played(state, "ZYm7").position().state();
    assert!(moved.ends_with(" A2 ZYm GY-gy 0-0 9.4 *"), "{moved}");
    assert!(played(&left, "end").position().state().ends_with(" B3 - - 0-0 10.0 *"));
    assert!(played(&left.replace("9.0!", "9.0"), "end").position().state().ends_with(" B3 - - 0-0 10.1 *"));
    assert!(Position::load(&mut Rules::default(), &state.replace("9.4", "9.4!")).is_err());
}

/// B has nobody on the board and can do nothing: A has two turns in a row, and two turns' time.
#[test]
fn turns_differ_though_one_player_has_both() {
    let state =
        "FTG1:b GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@o2:0!,zf@w2:6,zy@o2:0!,hz@o2:0!,mc@o2:0! A3 - - 0-0 1.0 *";
    let mut game = load(state);
    let before = game.position().turn_mark();
    game.leave(Seat::FIRST, Leaving::Flagged).expect("time ends the turn");
    assert_eq!(game.turn(), Some(Seat::FIRST));
    assert_ne!(game.position().turn_mark(), before);
    let before = game.position().turn_mark();
    game.act("GYm5").expect("a move");
    assert_eq!(game.position().turn_mark(), before, "an action is no turn");
}
