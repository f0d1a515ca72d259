//! What a person sees in the terminal, and what a drawing is given.

use game::{Match, Paint, Position as _, Seat, choices};
use nanguk::{Position, Rules, Start};

fn game(choice: &str, actions: &[&str]) -> Match<Position> {
    let (rules, start) = choices::parse::<Rules, Start>(choice).expect("known choices");
    let mut game = Match::<Position>::start(rules, &start).expect("a start");
    for action in actions {
        game.act(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

#[test]
fn heights_are_seen_at_a_glance() {
    let shown = game("terrain=example", &["d2-d4"]).position().show(None, Paint::Plain);
    let expected = "\x20   a    b    c    d    e    f    g    h
8   c0  ░m1   p0   k0   g0   p0  ░m1  ░c1  8
7  ░b1  ▒a2  ░b1   s0   s0  ░b1  ▒a2  ▒b2  7
6  ░·1  ▒b2  ░·1   b0  ░b1  ▒·2  ▓b3  ▓·3  6
5  ░·1  ░·1   ·0   ·0  ░·1  ░·1  ▒·2  ▒·2  5
4  ░·1   ·0   ·0  ░S1  ▒·2  ░·1  ░·1  ░·1  4
3   ·0   B0   ·0  ░B1  ░B1  ▒·2  ░B1  ░·1  3
2   B0   A0  ░B1  ▒·2  ▒S2  ▒B2  ░A1   B0  2
1   C0  ░M1  ░P1  ▒G2  ▓K3  ▒P2  ░M1   C0  1
    a    b    c    d    e    f    g    h
red to act, battle
turn 1, 0 plies without progress
";
    assert_eq!(shown, expected);
}

#[test]
fn red_sees_the_board_from_the_other_side() {
    let shown = game("terrain=example", &[]).position().show(Some(Seat::SECOND), Paint::Plain);
    let mut lines = shown.lines();
    assert_eq!(lines.next(), Some("    h    g    f    e    d    c    b    a"));
    assert_eq!(lines.next(), Some("1   C0  ░M1  ▒P2  ▓K3  ▒G2  ░P1  ░M1   C0  1"));
}

#[test]
fn extras_and_the_clearing_up_are_told() {
    let siege = game("siege;terrain=fortress", &[]).position().show(None, Paint::Plain);
    assert!(siege.contains("▒k2#") && siege.contains("# castle wall, / breach"), "{siege}");
    let fuse = game("firearms;terrain=example", &["c3@c6"]).position().show(None, Paint::Plain);
    assert!(fuse.contains("bombs: blue 2, red 3; a fuse burns on c6 (@)") && fuse.contains("h1@"), "{fuse}");
    let building = game("base", &["+e4"]).position().show(None, Paint::Plain);
    assert!(building.contains("blocks in hand: blue 31, red 32; 7 left in this turn"), "{building}");
    let over = game("terrain=plain", &["resign"]).position().show(None, Paint::Plain);
    let end = "result r+R: resignation\nturn 1, 0 plies without progress\n\
               pieces: blue 0 killed, 20 left; red 0 killed, 20 left\nblocks: 64\nfloor: folded\n";
    assert!(over.ends_with(end), "{over}");
}

#[test]
fn danger_is_shown() {
    let state = "N 11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111 3k4/8/8/8/8/8/8/3CK3 r B 0:0 0 1 - *";
    let game = Match::<Position>::load(Rules::default(), state).expect("a state");
    assert!(game.position().show(None, Paint::Plain).contains("the red king is in danger"));
    let view = serde_json::to_value(game.position().view(None)).expect("plain data");
    assert_eq!(view["danger"], serde_json::json!([false, true]));
}

#[test]
fn a_view_holds_what_a_drawing_needs() {
    let game = game("firearms;terrain=random:9", &["c3@c6", "a7-a6", "g3-h3"]);
    let view = serde_json::to_value(game.position().view(None)).expect("plain data");
    assert_eq!(view["variant"], "firearms");
    assert_eq!(view["turn"], "red");
    assert_eq!(view["heights"].as_array().map(Vec::len), Some(64));
    assert_eq!(view["last"], serde_json::json!({"action": "g3-h3", "squares": ["g3", "h3"]}));
    assert_eq!(view["bombs"], serde_json::json!([2, 3]));
    let first = &view["pieces"][0];
    assert_eq!((first["square"].as_str(), first["role"].as_str()), (Some("a1"), Some("colonel")));
}

#[test]
fn while_the_ground_is_built_the_armies_are_foretold_and_then_stand_there() {
    let building = game("base", &["+e4"]).position().view(None);
    assert!(building.pieces.is_empty());
    let battle = game("terrain=example", &[]).position().view(None);
    assert!(battle.muster.is_empty());
    assert_eq!(building.muster, battle.pieces);
}
