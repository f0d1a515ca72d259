//! Every refusal of §23, each with a small position that brings it about.

use std::collections::BTreeSet;

use game::{Match, Refusal};
use janggi::{Position, Rules, Start};

const START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
const ROOK_SHUFFLE: &str = "a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1";

/// Code, rules, position, what is played before, and what is then refused.
const ACTIONS: &[(&str, &str, &str, &str, &str)] = &[
    ("E_SYNTAX", "kja", START, "", "e4e11"),
    ("E_OVER", "kja", START, "pass pass", "a4b4"),
    ("E_OVER", "kja", START, "resign", "a4b4"),
    ("E_EMPTY", "kja", START, "", "e5e6"),
    ("E_OWNER", "kja", START, "", "a7a6"),
    ("E_PIECE", "kja", START, "", "79馬78"),
    ("E_FRIEND", "kja", START, "", "a1b1"),
    // A king across the palace, a soldier two steps, a chariot askew, a piece that stands still.
    ("E_PATTERN", "kja", "5k3/9/9/9/9/9/8P/9/9/3K5 w - - 0 1", "", "d1d3"),
    ("E_PATTERN", "kja", START, "", "e4e6"),
    ("E_PATTERN", "kja", START, "", "a1b2"),
    ("E_PATTERN", "kja", START, "", "b1b2"),
    ("E_PATTERN", "kja", START, "", "e4e4"),
    ("E_PALACE", "kja", "5k3/9/9/9/9/9/8P/3K5/9/9 w - - 0 1", "", "d3c3"),
    ("E_PALACE", "kja", START, "", "d1c2"),
    ("E_BACKWARD", "kja", START, "", "e4e3"),
    ("E_BACKWARD", "kja", START, "a4b4", "e7e8"),
    ("E_BLOCKED", "kja", START, "", "a1a6"),
    ("E_BLOCKED", "kja", "4k4/4a4/3R5/9/9/9/9/9/9/3K5 w - - 0 1", "", "d8f10"),
    ("E_LEG", "kja", START, "", "b1d2"),
    ("E_LEG", "kja", "5k3/9/9/5p3/9/4B4/9/9/9/3K5 w - - 0 1", "", "e5g8"),
    ("E_NO_SCREEN", "kja", "5k3/9/9/9/9/4C4/9/9/9/3K5 w - - 0 1", "", "e5e8"),
    ("E_SCREENS", "kja", "5k3/9/9/9/9/C1P1P1r2/9/9/9/3K5 w - - 0 1", "", "a5g5"),
    ("E_CANNON_SCREEN", "kja", "5k3/9/9/9/9/C1c3r2/9/9/9/3K5 w - - 0 1", "", "a5d5"),
    ("E_CANNON_TARGET", "kja", "5k3/9/9/9/9/C1P3c2/9/9/9/3K5 w - - 0 1", "", "a5g5"),
    ("E_PASS", "seed1", START, "", "pass"),
    ("E_PASS", "kja;pass=only_if_no_move", START, "", "e2e2"),
    ("E_PASS_CHECK", "kja", "5k3/9/3R5/n8/9/P8/9/9/9/3K5 b - - 0 1", "", "pass"),
    ("E_CHECK", "kja", "5k3/9/3R5/n8/9/P8/9/9/9/3K5 b - - 0 1", "", "a7b5"),
    ("E_CHECK", "kja", "5k3/9/9/9/9/4r4/9/9/4A4/4K4 w - - 0 1", "", "e2f2"),
    ("E_FACING", "seed1", "4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1", "", "d1e1"),
    ("E_FACING", "seed1;pass=not_in_check", "4k4/9/9/8p/9/R8/9/9/9/4K4 b - - 0 1", "", "pass"),
    ("E_BIKJANG", "kja", "4k4/9/9/8p/9/R8/9/9/9/4K4 b - - 0 1", "", "i7i6"),
    ("E_REPETITION", "kja", START, ROOK_SHUFFLE, "a9a10"),
    ("E_REPETITION", "modern", START, ROOK_SHUFFLE, "a9a10"),
];

fn refused(rules: &str, state: &str, before: &str, action: &str) -> Refusal {
    let (rules, ()) = game::choices::parse::<Rules, ()>(rules).expect("rules");
    let mut game = Match::<Position>::load(rules, state).expect("a state");
    for text in before.split_whitespace() {
        game.act(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    game.act(action).expect_err(action)
}

/// Refusals of what comes before the first action.
fn others() -> Vec<Refusal> {
    let choose = |text| game::choices::parse::<Rules, Start>(text);
    let start = |text| choose(text).and_then(|(rules, start)| Match::<Position>::start(rules, &start));
    let option = |text| choose(text).expect_err("an unknown choice");
    vec![
        option("nobody"),
        option("kja;color=red"),
        option("kja;pass=maybe"),
        option("kja;dum=03"),
        option("kja;repetition_count=1"),
        option("kja;seed1_points=on"),
        start("kja;cho=mobile").expect_err("four set-ups only"),
        start("seed1;han=outer").expect_err("a fixed set-up"),
        Position::from_state("", &Rules::KJA).expect_err("nothing at all").into(),
        janggi::record::uci::read(b"hello").remove(0).expect_err("no record").refusal,
    ]
}

#[test]
fn every_refusal_is_reached() {
    for (code, rules, state, before, action) in ACTIONS {
        let refusal = refused(rules, state, before, action);
        assert_eq!(refusal.code, *code, "{action} at {state} under {rules}: {refusal}");
    }
    let codes: Vec<_> = others().iter().map(|refusal| refusal.code).collect();
    let wanted = [["E_OPTION"; 6].as_slice(), &["E_SETUP", "E_SETUP", "E_STATE", "E_RECORD"]].concat();
    assert_eq!(codes, wanted);
}

#[test]
fn the_rules_for_people_list_exactly_these() {
    let reached: BTreeSet<_> =
        ACTIONS.iter().map(|(code, ..)| *code).chain(others().iter().map(|refusal| refusal.code)).collect();
    for document in
        [include_str!("../../../../docs/rules/janggi.md"), include_str!("../../../../docs/rules/janggi.ko.md")]
    {
        let (_, article) = document.split_once("## §23").expect("the article");
        let (article, _) = article.split_once("## §24").expect("its end");
        let listed = article.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        assert_eq!(listed.map(|(code, _)| code).collect::<BTreeSet<_>>(), reached);
    }
}

/// §24: whatever is wrong with a FEN is said at once.
#[test]
fn all_flaws_of_a_state_are_named_at_once() {
    let flaws = |fen| {
        let problems = Position::from_state(fen, &Rules::KJA).expect_err(fen);
        assert!(problems.iter().all(|problem| problem.code == "E_STATE"), "{fen}");
        assert_eq!(<Position as game::Position>::problems(&Rules::KJA, fen), problems);
        problems.iter().map(|problem| problem.detail.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(flaws(""), ["the state is empty", "field 2, the side to move (`w` or `b`), is missing"]);
    assert_eq!(flaws("9/9 w"), ["the placement has 2 rows instead of 10"]);
    assert_eq!(
        flaws("3k5/9/8/10/9/9/9/9/2x6/4K5 x a - -1 0 7"),
        [
            "rank 8 has 8 points instead of 9",
            "rank 7 has an unknown letter `0`",
            "rank 7 has 2 points instead of 9",
            "rank 2 has an unknown letter `x`",
            "rank 1 has 10 points instead of 9",
            "field 2 is `x`: the side to move is `w` (Cho) or `b` (Han)",
            "field 3 is `a`: it is always `-`",
            "field 5 is `-1`: it is a number from 0 to 9999",
            "field 6 is `0`: it is a number from 1 to 9999",
            "field 7 is `7`: a FEN has six fields"
        ]
    );
    assert_eq!(
        flaws("a2RRR3/9/9/PPPPPP3/9/9/9/9/9/K8 w"),
        [
            "cho has 3 pieces of kind chariot (2 at most)",
            "cho has 6 pieces of kind soldier (5 at most)",
            "the king of cho on a1 is outside its palace",
            "han has no king",
            "the guard of han on a10 is outside its palace"
        ]
    );
    assert_eq!(flaws("3k5/9/9/9/9/3R5/9/9/9/4K4 w"), ["han is in check but not to move"]);
    assert_eq!(
        flaws("4kk3/9/9/9/9/9/9/9/9/3K1Z3 w"),
        ["rank 1 has an unknown letter `Z`", "han has 2 pieces of kind king (1 at most)"]
    );
    for fen in ["4k4/9/9/9/9/9/9/9/9/4K4 w", "3k5/9/9/9/9/9/9/9/9/4K4 b - -"] {
        assert!(Position::from_state(fen, &Rules::KJA).is_ok(), "{fen}");
    }
}

#[test]
fn refusals_have_the_right_article() {
    let detail = |text: &str| {
        let mut game = Match::<Position>::load(Rules::KJA, START).expect("a position");
        game.act(text).expect_err(text).detail.into_owned()
    };
    assert_eq!(detail("79象78"), "the piece on i4 is a soldier, not an elephant");
    assert_eq!(detail("03車04"), "the piece on c1 is an elephant, not a chariot");
    assert_eq!(detail("c1c2"), "an elephant does not move from c1 to c2");
    assert_eq!(detail("d1c2"), "a guard never leaves its palace");
}

#[test]
fn counters_have_a_bound() {
    for (halfmove, fullmove) in [("10000", "1"), ("0", "10000"), ("0", "0"), ("99999999999999999999", "1"), ("-1", "1")]
    {
        let fen = START.replace("0 1", &format!("{halfmove} {fullmove}"));
        let refused = Position::from_state(&fen, &Rules::KJA).map(|position| position.setup().to_string());
        assert_eq!(refused.map_err(|problems| game::Refusal::from(problems).code), Err("E_STATE"), "{fen}");
    }
    let zeros = "0".repeat(1000);
    let fen = START.replace("0 1", &format!("{zeros}7 {zeros}9"));
    let position = Position::from_state(&fen, &Rules::CASUAL).expect("zeros do no harm");
    assert_eq!(position.setup().to_string(), START.replace("0 1", "7 9"), "and are not kept");
}
