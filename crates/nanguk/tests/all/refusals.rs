//! Every refusal is reached, and of two that apply the rule book's first is given.

use std::collections::BTreeSet;

use game::{Match, Position as _, choices};
use nanguk::{NGN, Position, REFUSAL_CODES, Rules, Start};

const FLAT: &str = "11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111";
const SEA: &str = "00000000/00000000/00000000/00000000/00000000/00000000/00000000/00000000";

fn code(options: &str, state: &str, action: &str) -> &'static str {
    let (rules, _) = choices::parse::<Rules, Start>(options).expect("known options");
    let mut game = Match::<Position>::load(rules, state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"));
    game.act(action).expect_err(action).code
}

/// A battle with Blue to move: variant, terrain, pieces, extras.
fn battle(variant: char, terrain: &str, pieces: &str, extras: &str) -> String {
    format!("{variant} {terrain} {pieces} b B 0:0 0 1 {extras} *")
}

/// What it shows, options, state, action, and the code that is expected.
type Case<'a> = (&'a str, &'a str, String, &'a str, &'a str);

const STEEP: &str = "11111111/11111111/11112111/11112111/11111111/11111111/11111111/11111111";

fn assert_codes(cases: &[Case<'_>]) {
    for (what, options, state, action, expected) in cases {
        assert_eq!(code(options, state, action), *expected, "{what}");
    }
}

/// What is refused, and which of two reasons counts.
#[test]
fn the_first_reason_in_the_rule_books_order_counts() {
    let ended = format!("N {FLAT} 3C4/8/8/8/8/8/8/4K3 r E 0:0 0 1 - b+K");
    let base = |pieces: &str| battle('N', FLAT, pieces, "-");
    let hill = "11111111/11111111/11111111/12111111/11111111/11111111/11111111/11111111";
    let siege = |pieces: &str, extras: &str| battle('S', FLAT, pieces, extras);
    let steep = STEEP;
    let floor = format!("N {SEA} 8/8/8/8/8/8/8/8 b T 32:32 0 1 - *");
    let cases: &[Case] = &[
        ("syntax before the end", "", ended.clone(), "e9-e1", "E_SYNTAX"),
        ("the end before the phase", "", ended.clone(), "+e4", "E_OVER"),
        ("the end before the count", "", ended.clone(), "+e4,e5", "E_OVER"),
        ("the end before an empty square", "", ended.clone(), "Ke5-e6", "E_OVER"),
        ("nobody leaves a game that is over", "", ended.clone(), "resign:b", "E_OVER"),
        ("nobody agrees on a game that is over", "", ended, "draw", "E_OVER"),
        ("the phase before the empty square", "", floor.clone(), "Ke5-e6", "E_PHASE"),
        ("the phase before the count", "", base("3k4/8/8/8/8/8/8/4K3"), "+e4,e5", "E_PHASE"),
        ("the count before the slope", "", floor.clone(), "+e4,e4", "E_COUNT"),
        ("an empty square before the letter", "", base("3k4/8/8/8/8/8/8/4K3"), "Qe5-e6", "E_EMPTY"),
        ("the owner before the letter", "", base("3k4/8/8/8/8/8/8/4K3"), "Qd8-d7", "E_OWNER"),
        ("the letter before the shape", "", base("3k4/8/8/8/8/8/8/4K3"), "Qe1-e5", "E_PIECE"),
        ("the shape before the friend", "", base("3k4/8/8/8/8/4B3/8/4K3"), "e1-e3", "E_PATTERN"),
        ("the friend before the block", "", base("3k4/8/8/8/1B6/1B6/1C6/4K3"), "b2-b4", "E_FRIEND"),
        ("the block before the climb", "", battle('N', hill, "3k4/8/8/8/1b6/8/1C6/4K3", "-"), "b2-b5", "E_BLOCKED"),
        ("the block before the wall", "", siege("3k4/8/4B3/8/4C3/8/8/4K3", "-"), "e4-e7", "E_BLOCKED"),
        ("the wall before the climb", "", battle('S', steep, "3k4/8/8/8/4C3/8/8/4K3", "-"), "e4-e7", "E_WALL"),
        ("the climb before the attack", "", battle('S', hill, "3k4/8/1b6/8/8/8/1R6/4K3", "-"), "b2xb6", "E_UPHILL"),
        ("the camp before the attack", "", battle('H', SEA, "3k4/8/1Y6/1b6/8/8/8/4K3", "-"), "b6xb5", "E_CAMP"),
        ("the attack before immunity", "", battle('H', SEA, "3k4/8/8/8/8/2Bt4/8/4K3", "-"), "c3xd3", "E_NOATTACK"),
    ];
    assert_codes(cases);
}

#[test]
fn the_first_reason_counts_for_shots_charges_and_bombs() {
    let base = |pieces: &str| battle('N', FLAT, pieces, "-");
    let siege = |pieces: &str, extras: &str| battle('S', FLAT, pieces, extras);
    let steep = STEEP;
    let cases: &[Case] = &[
        ("the shape of a shot before its target", "", base("3k4/8/8/8/8/1A6/8/4K3"), "b3*b6", "E_PATTERN"),
        ("a friend is no target", "level_shot=both", base("3k4/8/8/8/1B6/1A6/8/4K3"), "b3*b4", "E_NOTARGET"),
        ("heights before the block", "arrow_block=pieces", base("3k4/8/8/1b6/1B6/1A6/8/4K3"), "b3*b5", "E_HEIGHT"),
        ("a target before the friend", "", siege("3k4/2B5/8/8/8/2R5/8/4K3", "c7"), "c3!c7", "E_NOTARGET"),
        ("the friend before the wall", "", siege("3C4/8/8/8/8/3R4/8/k3K3", "-"), "d3!d8", "E_FRIEND"),
        ("the wall before the block", "", siege("3k4/8/8/3b4/8/3R4/8/4K3", "-"), "d3!d8", "E_WALL"),
        (
            "the block before the climb of a charge",
            "",
            battle('S', steep, "3k4/8/8/4b3/8/4R3/8/4K3", "-"),
            "e3!e7",
            "E_BLOCKED",
        ),
        ("no charge across", "", siege("3k4/8/8/8/8/2R5/8/4K3", "-"), "c3!d7", "E_PATTERN"),
        ("only rams charge", "", siege("3k4/8/8/8/8/2C5/8/4K3", "-"), "c3!c7", "E_PATTERN"),
        ("distance before bombs", "", battle('F', FLAT, "3k4/8/8/8/8/8/3W4/4K3", "0:0"), "d2@d3", "E_PATTERN"),
        ("only carts fire", "", battle('F', FLAT, "3k4/8/8/8/8/8/3W4/4K3", "0:0"), "d2**", "E_PATTERN"),
        ("a full cart is not loaded", "", battle('F', FLAT, "3k4/8/8/8/8/8/3H4/4K3", "0:0"), "d2^", "E_PATTERN"),
        (
            "an empty cart before its target",
            "",
            battle('F', FLAT, "3k4/8/8/8/8/8/3E4/4K3", "0:0"),
            "d2**",
            "E_EMPTYCART",
        ),
        ("the shape before check", "king=check", base("3k4/8/8/3c4/8/8/8/4K3"), "e1-d3", "E_PATTERN"),
        ("a lob at the own king", "king=check", battle('F', FLAT, "3k4/8/8/8/8/8/8/1W2K3", "1:0"), "b1@e1", "E_CHECK"),
        ("no pass by default", "", base("3k4/8/8/8/8/8/8/4K3"), "--", "E_PASS"),
        ("no island off the zone", "", format!("H {SEA} 8/8/8/8/8/8/8/8 b T 8:8 0 1 - *"), "+a1", "E_ZONE"),
        (
            "no relocation at sea",
            "placing=honour",
            format!("H {SEA} 8/8/8/8/8/8/8/8 b T 8:8 0 1 - *"),
            "~a1-a2",
            "E_PHASE",
        ),
        ("no floor time-out", "", base("3k4/8/8/8/8/8/8/4K3"), "timeout", "E_SYNTAX"),
    ];
    assert_codes(cases);
}

#[test]
fn the_first_reason_counts_for_relocations() {
    let high = "33300000/30000000/00000000/00000000/00000000/00000000/00000000/10000000";
    let state = format!("N {high} 8/8/8/8/8/8/8/8 b T 8:8 0 1 - *");
    assert_eq!(code("placing=honour", &state, "~c8-a8"), "E_CEILING");
    assert_eq!(code("placing=honour", &state, "~c8-a1"), "E_SLOPE");
    assert_eq!(code("placing=honour", &state, "~h1-h1"), "E_NOFAULT");
}

#[test]
fn broken_states_are_refused() {
    let bad = [
        "",
        "N",
        "X 1 2 3 4 5 6 7 8 9",
        "N 0/0 8/8/8/8/8/8/8/8 b T 32:32 0 1 - *",
        "N F 8/8/8/8/8/8/8/8 b T 32:32 0 1 -",
        "N F 8/8/8/8/8/8/8/8  b T 32:32 0 1 - *",
        "N F 8/8/8/8/8/8/8/7 b B 0:0 0 1 - *",
        "N F 8/8/8/8/8/8/8/44 b B 0:0 0 1 - *",
        "N F 8/8/8/8/8/8/8/9 b B 0:0 0 1 - *",
        "N F 8/8/8/8/8/8/8/KKKKKKKKK b B 0:0 0 1 - *",
        "N F kk6/8/8/8/8/8/8/4K3 b B 0:0 0 1 - *",
        "N F R7/8/8/8/8/8/8/4K3 b B 0:0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 g B 0:0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b X 0:0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b E 0:0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 - b+K",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 33:0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 8:8 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b T 8:8 0 1 - *",
        "N F 8/8/8/8/8/8/8/8 b T 8:8 3 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 -1 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 +1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 99999999999 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 c7 *",
        "S F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 d2c2 *",
        "S F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 a1 *",
        "S F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 c *",
        "F F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 - *",
        "F F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 10:1 *",
        "F F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 1 1:1@e9 *",
        "H F 4k3/8/8/8/8/8/8/4KG2 b B 0:0 0 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b E 0:0 0 1 - b+N",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 10000 1 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 10000 - *",
        "N F 4k3/8/8/8/8/8/8/4K3 b B 0:0 0 0000001 - *",
    ];
    for text in bad {
        let state = text.replacen(" F ", &format!(" {FLAT} "), 1);
        let refused = Position::load(&mut Rules::default(), &state).map(|position| position.state());
        assert_eq!(refused.map_err(|refusal| refusal.code), Err("E_STATE"), "{text}");
    }
    let state = format!("H {SEA} 8/8/8/8/8/8/8/8 b T 8:8 0 1 - *");
    let (mut rules, _) = choices::parse::<Rules, Start>("turn_blocks=16").expect("known");
    assert_eq!(Position::load(&mut rules, &state).map_err(|refusal| refusal.code), Err("E_OPTION"));
}

/// With which code a state is refused; nothing if it is not.
fn refusal(options: &str, state: &str) -> Option<&'static str> {
    let (mut rules, _) = choices::parse::<Rules, Start>(options).expect("known");
    Position::load(&mut rules, state).err().map(|refusal| refusal.code)
}

/// §5: Blue lays a whole turn first, then Red; nobody is further ahead.
#[test]
fn hands_that_no_game_can_have_are_refused() {
    let terrain = |side: char, hands: &str| format!("N {SEA} 8/8/8/8/8/8/8/8 {side} T {hands} 0 1 - *");
    for (side, hands) in [('b', "32:32"), ('b', "25:32"), ('r', "24:32"), ('r', "24:25"), ('b', "24:24"), ('r', "0:1")]
    {
        assert_eq!(refusal("", &terrain(side, hands)), None, "{side} {hands}");
    }
    let impossible = [
        ('r', "32:29"),
        ('r', "32:32"),
        ('b', "24:32"),
        ('b', "32:31"),
        ('r', "24:24"),
        ('b', "1:32"),
        ('r', "23:32"),
        ('b', "0:0"),
        ('b', "0:8"),
    ];
    for (side, hands) in impossible {
        assert_eq!(refusal("", &terrain(side, hands)), Some("E_COUNT"), "{side} {hands}");
    }
    assert_eq!(refusal("turn_blocks=1", &terrain('r', "31:32")), None);
    assert_eq!(refusal("", &terrain('r', "31:32")), Some("E_COUNT"));
}

/// Who has a block must find a place for it (§6, §26).
#[test]
fn hands_without_room_are_refused() {
    let full = ["33333333"; 8].join("/");
    assert_eq!(refusal("", &format!("N {full} 8/8/8/8/8/8/8/8 b T 8:8 0 1 - *")), Some("E_STATE"));
    let sea = |rows: &str| format!("H {rows} 8/8/8/8/8/8/8/8 b T 8:8 0 1 - *");
    assert_eq!(refusal("", &sea("00000000/00000000/00000000/00000000/00000000/11000000/00000000/00000000")), None);
    for (why, rows) in [
        ("too many", "00000000/00000000/00000000/00000000/00000000/11110000/00000000/00000000"),
        ("off the zone", "10000000/00000000/00000000/00000000/00000000/00000000/00000000/00000000"),
        ("cut off", "00000000/00000000/01000000/10100000/01000000/00000000/00000000/00000000"),
    ] {
        assert_eq!(refusal("", &sea(rows)), Some("E_STATE"), "{why}");
    }
}

/// §6, §8: only honor placing leaves cliffs behind.
#[test]
fn ground_that_breaks_the_slope_rule_is_refused() {
    let steep = "00000000/00000000/00000000/00020000/00000000/00000000/00000000/00000000";
    for state in [
        format!("N {steep} 8/8/8/8/8/8/8/8 b T 31:32 0 1 - *"),
        format!("N {steep} 3k4/8/8/8/8/8/8/4K3 b B 0:0 0 1 - *"),
        format!("F {steep} 3k4/8/8/8/8/8/8/4K3 b B 0:0 0 1 3:3 *"),
        format!("N {steep} 3k4/8/8/8/8/8/8/8 b E 0:0 0 1 - r+K"),
    ] {
        assert_eq!(refusal("", &state), Some("E_SLOPE"), "{state}");
        assert_eq!(refusal("placing=honour", &state), None, "{state}");
    }
}

#[test]
fn every_code_is_reached() {
    let mut reached: BTreeSet<&str> = include_str!("../data/examples.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("result:  "))
        .filter(|result| result.starts_with("E_"))
        .collect();
    // The others are not refusals of actions: strings, options and records, tested above and below.
    assert_eq!(NGN.read(b"1. e2-e4")[0].as_ref().map_err(|error| error.refusal.code), Err("E_STATE"));
    assert_eq!(NGN.read(b"[Broken\n")[0].as_ref().map_err(|error| error.refusal.code), Err("E_RECORD"));
    reached.extend(["E_STATE", "E_RECORD", "E_OPTION"]);
    assert_eq!(reached, REFUSAL_CODES.iter().copied().collect());
}

#[test]
fn loading_ends_no_game() {
    let stuck = format!("N {FLAT} 8/4K3/8/8/8/8/ss4B1/ks6 r B 0:0 1 1 - *");
    let game = Match::<Position>::load(Rules::default(), &stuck).expect("a state");
    assert_eq!((game.outcome(), game.legal().len()), (None, 0));
    let dead = format!("N {FLAT} 3k4/8/8/8/8/8/8/4K3 b B 0:0 200 1 - *");
    let mut game = Match::<Position>::load(Rules::default(), &dead).expect("a state");
    assert_eq!(game.outcome(), None);
    game.act("e1-e2").expect("legal");
    assert_eq!(game.position().result().as_deref(), Some("=D"));
}

#[test]
fn leaving_and_agreeing_end_a_game() {
    let state = format!("N {SEA} 8/8/8/8/8/8/8/8 r T 24:32 0 1 - *");
    for (text, result, spelled) in [
        ("resign", "b+R", "resign:r"),
        ("resign:b", "r+R", "resign:b"),
        ("timeout:r", "b+T", "timeout:r"),
        ("forfeit:b", "r+F", "forfeit:b"),
        ("draw", "=A", "draw"),
    ] {
        let mut game = Match::<Position>::load(Rules::default(), &state).expect("a state");
        game.act(text).expect("possible at any time");
        assert_eq!(game.position().result().as_deref(), Some(result));
        assert_eq!(game.entries()[0].deed, spelled);
        assert!(game.position().state().contains(" r E 24:32 "), "whose turn it was stays");
    }
}

/// Anything may stand in a set-up; what forbids playing from it is named at once.
#[test]
fn all_problems_of_a_set_up_are_named() {
    let problems = |state: &str| {
        let problems = <Position as game::Position>::problems(&Rules::default(), state);
        problems.iter().map(|problem| problem.detail.to_string()).collect::<Vec<_>>()
    };
    let flat = "00000000/".repeat(8);
    let flat = flat.trim_end_matches('/');
    assert_eq!(
        problems("X 0/0 8/8 x Q 8 a b - ?"),
        [
            "the variant is none of N, S, H, F",
            "the terrain has 2 rows instead of 8",
            "the board has 2 rows instead of 8",
            "the side to move is neither b nor r",
            "the hands are not two numbers such as 8:8",
            "the no-progress counter is not a plain number up to 9999",
            "the turn number is not a plain number up to 9999",
            "the result is none of the known ones such as b+K or =3",
            "the phase is none of T, I, B, E"
        ]
    );
    let high = flat.replacen("00000000", "90000009", 1);
    assert_eq!(
        problems(&format!("N {high} KK6/8/8/8/8/8/8/7r b B 33:0 0 1 - *")),
        [
            "the terrain on a8 is not a height from 0 to 3",
            "the terrain on h8 is not a height from 0 to 3",
            "the board has a `r` on h1, which `base` does not know",
            "the board has more than one king of blue",
            "the hands hold more than 32 blocks"
        ]
    );
    let setup: nanguk::Setup =
        format!("N {high} KK6/8/8/8/8/8/8/7r b B 33:0 0 1 - *").parse().expect("the form is right");
    assert_eq!((setup.heights[56], setup.problems(&Rules::default()).iter().len()), (9, 5));
    assert_eq!(problems(&format!("N {flat} K7/8/8/8/8/8/8/7k b B 0:0 0 1 - *")), [""; 0]);
}

/// Numbers that no game knows are refused like others, however large they are.
#[test]
fn hands_and_bombs_beyond_all_bounds_are_refused() {
    for hands in ["33:32", "39:40", "255:255", "32:255"] {
        let state = format!("N {SEA} 8/8/8/8/8/8/8/8 b T {hands} 0 1 - *");
        let refusal = Match::<Position>::load(Rules::default(), &state).expect_err(&state);
        assert_eq!(refusal.code, "E_STATE", "{state}");
    }
}
