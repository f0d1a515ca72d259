//! What people see: boards, moves as they are written, data for drawing.

use game::{Match, Paint, Position as _, choices};
use yonin::{Position, Rules, START, Script, Start};

fn load(rules: &str, state: &str) -> Match<Position> {
    let (rules, _) = choices::parse::<Rules, Start>(rules).expect("known rules");
    Match::load(rules, state).expect("a state")
}

#[track_caller]
fn assert_written(state: &str, deed: &str, korean: &str, japanese: &str, letters: &str) {
    let game = load("standard;fate=inherit", state);
    let action = game.position().parse(deed).expect("an action");
    let written = |script| game.position().notation(action, script);
    assert_eq!(written(Script::Korean), korean);
    assert_eq!(written(Script::Japanese), japanese);
    assert_eq!(written(Script::Letters), letters);
}

#[test]
fn moves_are_written_for_people() {
    let silver = "4nK4/9/9/3sS5/wK7eK/9/9/9/4sK4 s sP - - 1";
    assert_written(START, "5g5f", "↑5육보", "↑5六步", "↑P-5f");
    assert_written(silver, "6d6c+", "↑6삼은 승격", "↑6三銀成", "↑S-6c+");
    assert_written(silver, "6d6c", "↑6삼은 불승격", "↑6三銀不成", "↑S-6c=");
    assert_written(silver, "P*5e", "↑5오보 투입", "↑5五步打", "↑P*5e");
    assert_written("4nK4/9/9/2sGeP5/wK7eK/9/9/9/4sK4 e - - - 1", "6d7d", "←7사보 불승격", "←7四步不成", "←Px7d=");
    assert_written("4xnK4/9/9/9/wK3snG3eK/9/9/9/5sK3 s - - n#s 1", "5e5f", "↓5육금", "↓5六金", "↓G-5f");
}

#[test]
fn the_square_is_added_where_two_could_go() {
    assert_written("4nK4/9/9/9/wK7eK/9/3sG1sG3/9/4sK4 s - - - 1", "6g5g", "↑5칠금(67)", "↑5七金(67)", "↑G6g-5g");
}

#[test]
fn the_board_shows_owner_and_facing() {
    let game = load("standard;fate=inherit", "4xnK4/2snG1s+R4/4sP4/9/wK7eK/9/9/9/4sK4 w wS2P - n#s 2");
    let expected = "    9    8    7    6    5    4    3    2    1
a   .    .    .    .  x↓K    .    .    .    .
b   .    .  s↓G    .  s↑+R   .    .    .    .
c   .    .    .    .  s↑P    .    .    .    .
d   .    .    .    .    .    .    .    .    .
e w→K    .    .    .    .    .    .    .  e←K
f   .    .    .    .    .    .    .    .    .
g   .    .    .    .    .    .    .    .    .
h   .    .    .    .    .    .    .    .    .
i   .    .    .    .  s↑K    .    .    .    .

s ↑ South
w → West   hand S2P
n ↓ North  mated by South
e ← East

move 2: West to play
";
    assert_eq!(game.position().show(None, Paint::Plain), expected);
}

#[test]
fn the_board_says_why_a_turn_was_skipped() {
    let mut game = load("standard", "4nK4/9/9/9/wK7eK/9/9/3sR5/5sK3 s - - - 1");
    game.act("6h5h").expect("a legal move");
    let text = game.position().show(None, Paint::Plain);
    assert!(text.contains("n ↓ North  in check from 5h\n"), "{text}");
    assert!(text.ends_with("move 2: North to play; West skipped\n"), "{text}");
    assert!(game.position().show(None, Paint::Color).contains("\x1b["));
}

#[test]
fn views_are_plain_data() {
    let mut game = load("standard", "4nK4/9/9/9/wK7eK/9/9/3sR5/5sK3 s wS - - 1");
    game.act("6h5h").expect("a legal move");
    let view = serde_json::to_value(game.position().view(None)).expect("plain data");
    assert_eq!(view["cells"][67], serde_json::json!({ "owner": "s", "facing": "s", "role": "R" }));
    assert_eq!(view["turn"], "n");
    assert_eq!(view["checks"], serde_json::json!([{ "seat": "n", "king": "5a", "by": ["5h"] }]));
    assert_eq!(view["skipped"], serde_json::json!(["w"]));
    assert_eq!(view["last"], serde_json::json!({ "by": "s", "from": "6h", "to": "5h" }));
    assert_eq!(view["hands"][1]["silver"], 1);
    assert_eq!(view["points"][0], 5);
}
