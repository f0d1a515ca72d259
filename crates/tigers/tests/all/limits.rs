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
fn a_turn_in_which_troops_were_lost_ends_no_game() {
    let state = format!("FTG1:b;quiet=1 {CONTACT} A3 - - 0-0 1.0 *");
    assert_eq!(played(&state, "GYxzy end").outcome(), None);
    for quiet in ["end", "GYxzy end end"] {
        assert_eq!(played(&state, quiet).outcome().map(|outcome| outcome.reason), Some("adjudication"), "{quiet}");
    }
    let middle = played(&state, "GYxzy").position().state();
    assert_eq!(played(&middle, "end").outcome(), None, "{middle}");
}

#[test]
fn the_turn_of_the_last_progress_is_the_first_that_counts() {
    let state = format!("FTG1:b;quiet=3 {CONTACT} A3 - - 0-0 1.0 *");
    assert_eq!(played(&state, "GYxzy end").position().quiet_turns(), 1);
    assert_eq!(played(&state, "GYxzy end end").outcome(), None);
    assert!(played(&state, "GYxzy end end end").outcome().is_some());
    assert!(played(&state, "end end end").outcome().is_some());
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
