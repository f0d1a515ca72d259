//! Games in which nobody can move any more (§15).

use game::{Match, choices};
use janggi::{Position, Rules, Start};

/// Every end by limit, repetition or two passes is switched off.
const ENDLESS: &str = "facing=illegal;double_pass=none;repetition_count=0;no_capture_limit=0";
/// After `a1a2` neither side has a move that leaves its king safe, and nobody is in check.
const LOCKED: &str = "5c3/4ba3/2Ccka3/9/9/9/9/9/3C5/3K5 w - - 0 1";

fn load(options: &str, fen: &str) -> Match<Position> {
    let (rules, _) = choices::parse::<Rules, Start>(options).expect("known options");
    Match::load(rules, fen).expect("a position")
}

#[test]
fn forced_passes_end_when_nobody_can_move() {
    let mut game = load(&format!("kja;pass=never;{ENDLESS}"), LOCKED);
    assert!(game.act("a1a2").is_err());
    game.carry_out_forced();
    assert_eq!(game.entries().len(), 2, "each side has passed once");
    assert_eq!(game.position().ending().map(janggi::Ending::text).as_deref(), Some("han double-pass-score"));
}

#[test]
fn passes_by_choice_end_when_nobody_can_move() {
    for pass in ["not_in_check", "only_if_no_move"] {
        let mut game = load(&format!("casual;pass={pass};{ENDLESS}"), LOCKED);
        game.act("pass").expect("nothing else is legal");
        assert_eq!(game.outcome(), None);
        game.act("pass").expect("nothing else is legal");
        assert_eq!(game.outcome().map(|outcome| outcome.reason), Some("double-pass"));
    }
}

#[test]
fn two_passes_end_nothing_while_somebody_can_move() {
    let mut game = load("kja;double_pass=none", "4k4/c8/4P4/3R1R3/9/9/9/9/9/3K5 b - - 0 1");
    game.act("pass").expect("Han is stuck");
    game.act("pass").expect("Cho may pass");
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_game_without_any_limit_ends_after_so_many_plies() {
    let mut game = load(
        "casual;double_pass=none;repetition_count=0;no_capture_limit=0",
        "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
    );
    for _ in 0..game::DEEDS_MAX {
        assert_eq!(game.outcome(), None);
        game.act("pass").expect("a pass is always legal here");
    }
    assert_eq!(game.position().ending().map(janggi::Ending::text).as_deref(), Some("draw move-limit"));
    assert_eq!(game.act("pass").map_err(|refusal| refusal.code), Err("E_OVER"));
    let again = Match::<Position>::replay(&game.record()).expect("a whole game");
    assert_eq!(again.outcome(), game.outcome());
    assert_eq!(game.rewound(game::DEEDS_MAX).outcome(), game.outcome());
    assert_eq!(game.rewound(game::DEEDS_MAX - 1).outcome(), None);
}
