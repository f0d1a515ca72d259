//! Every refusal of the rule book is reached, in its order of precedence (§12).

use std::collections::BTreeSet;

use game::{Match, choices};
use yonin::{Position, Rules, START, Start};

const ALL: [&str; 19] = [
    "E_SYNTAX",
    "E_GAME_OVER",
    "E_WRONG_SEAT",
    "E_RESIGN",
    "E_EMPTY",
    "E_NOT_OWN",
    "E_BAD_MOVE",
    "E_TARGET_OWN",
    "E_TARGET_KING",
    "E_BAD_PROMOTION",
    "E_MUST_PROMOTE",
    "E_NO_PIECE",
    "E_OCCUPIED",
    "E_DEAD_DROP",
    "E_NIFU",
    "E_SELF_CHECK",
    "E_PARTNER_CHECK",
    "E_PAWN_MATE",
    "E_STATE",
];

const OVER: &str = "4nK4/9/9/9/wK7eK/9/9/4sR4/5sK3 - - - - 501";
const KINGS: &str = "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s sP - - 1";
const DUEL: &str = "4xnK4/9/9/9/xwK7eK/9/9/9/4sK4 s - - n#s,wr 1";
const PINNED: &str = "4nK4/4nR4/9/9/wK7eK/9/sP8/4sS4/4sK4 s - - - 1";
const MATING: &str = "3nPnKnP3/9/3sG1sG3/9/wK7eK/9/9/9/4sK4 s sP - - 1";
const GOLDS: &str = "4nK4/9/4sP4/4sS4/wK3sG3eK/9/9/9/4sK4 s - - - 1";
/// Two errors in each text where that is possible: the earlier one is named.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("", START, "5g5z", "E_SYNTAX"),
    ("", OVER, "P*5e+", "E_SYNTAX"),
    ("", OVER, "+P*5e", "E_SYNTAX"),
    ("", OVER, "p*5e", "E_SYNTAX"),
    ("", OVER, "B*5e", "E_SYNTAX"),
    ("", OVER, "agree", "E_SYNTAX"),
    ("", OVER, "x:resign", "E_SYNTAX"),
    ("", OVER, "w:5e5d", "E_GAME_OVER"),
    ("", OVER, "w:resign", "E_GAME_OVER"),
    ("", OVER, "K*5e", "E_GAME_OVER"),
    ("", START, "w:5e5d", "E_WRONG_SEAT"),
    ("", START, "e:K*5e", "E_WRONG_SEAT"),
    ("resign=duel", START, "n:resign", "E_WRONG_SEAT"),
    ("", START, "n:timeout", "E_WRONG_SEAT"),
    ("resign=duel", START, "resign", "E_RESIGN"),
    ("resign=duel", START, "timeout", "ok"),
    ("resign=duel", DUEL, "resign", "ok"),
    ("mode=doubles;resign=duel", START, "resign", "E_RESIGN"),
    ("", START, "5e5e+", "E_EMPTY"),
    ("", START, "7e1a+", "E_NOT_OWN"),
    ("", DUEL, "5a5b", "E_NOT_OWN"),
    ("", START, "5i5i", "E_BAD_MOVE"),
    ("", START, "5h5f+", "E_BAD_MOVE"),
    ("", START, "5h5g+", "E_TARGET_OWN"),
    ("", "4nK4/4sP4/9/9/wK7eK/9/9/9/5sK3 n - n - 1", "5a5b", "ok"),
    ("", "4xnK4/4sG4/9/9/wK7eK/9/9/9/5sK3 s - - n#s 1", "5b5a+", "E_TARGET_KING"),
    ("", GOLDS, "5e4d+", "E_BAD_PROMOTION"),
    ("", GOLDS, "5d4c+", "ok"),
    ("", PINNED, "9g9f+", "E_BAD_PROMOTION"),
    ("", GOLDS, "5c5b", "E_MUST_PROMOTE"),
    ("pawnforce=1", GOLDS, "5c5b", "ok"),
    ("", KINGS, "K*5i", "E_NO_PIECE"),
    ("", KINGS, "G*5i", "E_NO_PIECE"),
    ("", KINGS, "P*5a", "E_OCCUPIED"),
    ("", GOLDS, "P*7a", "E_NO_PIECE"),
    ("", "4nK4/2sP6/9/9/wK7eK/9/9/9/4sK4 s sP - - 1", "P*7a", "E_DEAD_DROP"),
    ("uraou=forbid", "9/9/4xnK4/9/wK7eK/9/4sP4/9/5sK3 s sP - n#s 1", "P*5d", "E_DEAD_DROP"),
    ("", "9/9/4xnK4/9/wK7eK/9/4sP4/9/5sK3 s sP - n#s 1", "P*5d", "E_NIFU"),
    ("", PINNED, "5h4g", "E_SELF_CHECK"),
    ("", "4nK4/9/9/9/wK7eK/9/9/4sR4/5sK3 n nP n - 1", "P*4d", "E_SELF_CHECK"),
    ("mode=doubles", "4nK4/9/9/9/wK7eK/9/9/3sR5/5sK3 s - - - 1", "6h5h", "E_PARTNER_CHECK"),
    ("mode=doubles", MATING, "P*5b", "E_PARTNER_CHECK"),
    ("", MATING, "P*5b", "E_PAWN_MATE"),
    ("uchifuzume=allow", MATING, "P*5b", "ok"),
];

/// What is wrong with each state, for the reader.
const STATES: &[(&str, &str, &str)] = &[
    ("five fields", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - 1"),
    ("two blanks", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4  s - - - 1"),
    ("eight rows", "", "4nK4/9/9/9/wK7eK/9/9/4sK4 s - - - 1"),
    ("a short row", "", "4nK3/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("a long row", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK5 s - - - 1"),
    ("a man too many", "", "4nK4/9/9/9/wK7eKeG/9/9/9/4sK4 s - - - 1"),
    ("a split run", "", "4nK4/9/9/9/wK7eK/9/9/45/4sK4 s - - - 1"),
    ("an empty run", "", "4nK4/9/9/9/wK7eK/9/9/09/4sK4 s - - - 1"),
    ("an unknown kind", "", "4nK4/9/9/9/wK7eK/9/9/4sB4/4sK4 s - - - 1"),
    ("no kind", "", "4nK4/9/9/9/wK7eK/9/9/8s/4sK4 s - - - 1"),
    ("an unknown owner", "", "4nK4/9/9/9/wK7eK/9/9/4qG4/4sK4 s - - - 1"),
    ("a facing that is the owner's", "", "4nK4/9/9/9/wK7eK/9/9/4ssG4/4sK4 s - - - 1"),
    ("a frozen man without facing", "", "4nK4/9/9/9/wK7eK/9/9/4xG4/4sK4 s - - - 1"),
    ("a promoted gold", "", "4nK4/9/9/9/wK7eK/9/9/4s+G4/4sK4 s - - - 1"),
    ("a promoted king", "", "4n+K4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("no king", "", "9/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("two kings", "", "nK3nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("a king with another owner", "", "4snK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("a flipped king of a living seat", "", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("a flipped king beside a living one", "", "nK3xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("a living king of a seat that is out", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - nr 1"),
    ("a man of a seat that is out", "", "nG3xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - nr 1"),
    ("a pawn that could never move", "", "sP3nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 1"),
    ("a frozen pawn that could never move", "", "4xnK4/9/9/9/wK7eK/9/9/9/xnP3sK4 s - - nr 1"),
    ("an unknown turn", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 x - - - 1"),
    ("the turn of a seat that is out", "", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 n - - nr 1"),
    ("hands out of order", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s wP,sP - - 1"),
    ("a hand twice", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s sP,sG - - 1"),
    ("kinds out of order", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s sPG - - 1"),
    ("a count of one", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s1P - - 1"),
    ("a count of none", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s0P - - 1"),
    ("a count with a zero before", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s02P - - 1"),
    ("a huge count", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s100P - - 1"),
    ("too many men", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s99P - - 1"),
    ("an empty hand", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s - - 1"),
    ("a king in hand", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s sK - - 1"),
    ("a promoted man in hand", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s s+P - - 1"),
    ("somebody pending without check", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - n - 1"),
    ("pending in the wrong order", "", "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 w - ew - 2"),
    ("a check not listed", "", "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 w - - - 2"),
    ("pending although over", "", "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 - - we - 2"),
    ("an unknown pending seat", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - q - 1"),
    ("the turn of an unchecked seat", "", "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 n - ? - 2"),
    ("an unknown cause", "", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - nq 1"),
    ("a seat out twice", "", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - nr,nt 1"),
    ("a credit without mate", "", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - nrs 1"),
    ("a credit to oneself", "", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - n#n 1"),
    ("nobody left", "", "4xnK4/9/9/9/xwK7xeK/9/9/9/4xsK4 - - - nr,wr,er,sr 1"),
    ("ply zero", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 0"),
    ("a signed ply", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - +1"),
    ("no ply", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - "),
    ("a huge ply", "", "4nK4/9/9/9/wK7eK/9/9/9/4sK4 s - - - 99999999999"),
    ("one seat left", "", "4xnK4/9/9/9/xwK7xeK/9/9/9/4sK4 s - - nr,wr,er 1"),
    ("two seats left", "end=two", "4xnK4/9/9/9/xwK7eK/9/9/9/4sK4 s - - nr,wr 1"),
    ("one out in doubles", "mode=doubles", "4xnK4/9/9/9/wK7eK/9/9/9/4sK4 s - - nr 1"),
    ("no legal move", "", "4nK4/9/5wK3/1eR7/8eK/9/9/6eR2/sK8 s - - - 1"),
];

fn load(options: &str, state: &str) -> Result<Match<Position>, game::Refusal> {
    let (rules, _) = choices::parse::<Rules, Start>(&format!("standard;{options}")).expect("known options");
    Match::load(rules, state)
}

#[test]
fn every_refusal_is_reached_in_its_order() {
    let mut reached = BTreeSet::new();
    for (options, state, deed, code) in CASES {
        let mut game = load(options, state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"));
        let found = game.act(deed).map_or_else(|refusal| refusal.code, |()| "ok");
        assert_eq!(found, *code, "{deed} at {state} under {options}");
        reached.insert(found);
    }
    for (what, options, state) in STATES {
        match load(options, state) {
            Err(refusal) => reached.insert(refusal.code),
            Ok(_) => panic!("{what} is accepted: {state}"),
        };
    }
    let missing: Vec<_> = ALL.iter().filter(|code| !reached.contains(*code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn states_that_ask_for_the_checks_get_them() {
    let game = load("", "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 w - ? - 2").expect("a state");
    assert_eq!(game.record().start, "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 w - we - 2");
}

/// Anything may stand in a set-up; what forbids playing from it is named at once.
#[test]
fn all_problems_of_a_set_up_are_named() {
    let problems = |state: &str| {
        let problems = <Position as game::Position>::problems(&Rules::default(), state);
        problems.iter().map(|problem| problem.detail.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        problems("9/9 q sX Z s? 0"),
        [
            "the board has nine rows, not 2",
            "the turn is one of s, w, n, e and -, not `q`",
            "hand `sX` is not a seat and its men in the order R G S P",
            "`Z` does not list seats in check",
            "`s?` among the seats that are out: it is a seat, a cause and after # a credit",
            "the ply is a number from 1 to 9999, not `0`"
        ]
    );
    assert_eq!(
        problems("sP8/9/9/9/wK8/9/9/9/4sK4 s - - e# 1"),
        ["the pawn sP on 9a could never move", "North needs exactly one king", "East needs exactly one flipped king"]
    );
    let setup: yonin::Setup = "sP8/9/9/9/wK8/9/9/9/4sK4 s - - e# 1".parse().expect("the form is right");
    assert_eq!(setup.to_string(), "sP8/9/9/9/wK8/9/9/9/4sK4 s - - e# 1");
    assert_eq!(setup.problems(&Rules::default()).iter().len(), 3);
    assert_eq!(problems(yonin::START), [""; 0]);
}
