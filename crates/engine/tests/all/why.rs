//! Why turns are bad: what the proved lines of puzzles show is what is said, in every game, and of every cell that is
//! named something is seen in the line.

use std::collections::BTreeMap;

use engine::puzzles::{Goal, Puzzle, of_kind, shipped};
use engine::{Why, catalog, why};
use game::{Man, Table};

/// So many positions of each game.
const EACH: usize = 15;
/// So far a line is walked along after the own turn.
const WALKED: usize = 6;

fn play(table: &dyn Table, acts: &[String]) -> Box<dyn Table> {
    let mut table = table.fork();
    for act in acts {
        table.act(act).expect("a line of a puzzle is legal");
    }
    table
}

/// An action of the solver's that is none of the line's and takes nothing.
fn idle(puzzle: &Puzzle, start: &dyn Table) -> Option<Vec<String>> {
    let men = start.men().len();
    let quiet = |act: &String| {
        let after = play(start, std::slice::from_ref(act));
        after.outcome().is_none() && after.men().len() == men && after.alarmed().is_empty()
    };
    start.legal().into_iter().filter(|act| !puzzle.turns[0].contains(act)).find(quiet).map(|act| vec![act])
}

/// What is overlooked, as the goal of the puzzle has it.
fn is_overlooked(puzzle: &Puzzle, said: &Why, acts: usize) -> bool {
    match (puzzle.goal, said) {
        (Goal::Mate, Why::Misses { plies } | Why::Fells { plies })
        | (Goal::Knock, Why::Knocks { plies } | Why::Misses { plies }) => *plies <= acts,
        (Goal::Annihilate, Why::Spares { .. } | Why::Knocks { .. }) => true,
        _ => false,
    }
}

/// Every man that acts or is gone along a line, by its cell; `by` may act without leaving its own.
fn touched(start: &dyn Table, acts: &[String]) -> Vec<String> {
    let mut table = start.fork();
    let mut cells = Vec::new();
    for act in acts {
        let was = table.men();
        if table.act(act).is_err() {
            break;
        }
        let is = table.men();
        let changed =
            |man: &&Man, others: &[Man]| !others.iter().any(|other| other.cell == man.cell && other.seat == man.seat);
        cells.extend(was.iter().filter(|man| changed(man, &is)).map(|man| man.cell.clone()));
        cells.extend(is.iter().filter(|man| changed(man, &was)).map(|man| man.cell.clone()));
        let is_named = |man: &Man| act.get(..man.kind.len()).is_some_and(|name| name.eq_ignore_ascii_case(&man.kind));
        let acts_there = |man: &&Man| act.starts_with(&man.cell) || is_named(man);
        cells.extend(was.iter().filter(acts_there).map(|man| man.cell.clone()));
    }
    cells
}

/// What a reason names takes part in one of the lines; the other man of a fork at least stands there.
fn names_what_is_seen(start: &dyn Table, played: &[String], best: &[String], said: &Why) {
    let seen: Vec<String> = [played, best].iter().flat_map(|line| touched(start, line)).collect();
    let named: Vec<&String> = match said {
        Why::Hangs { at, by } | Why::Spares { at, by } | Why::Ground { at, by } | Why::Fork { at, by, .. } => {
            vec![at, by]
        }
        Why::Checks { at } => vec![at],
        _ => Vec::new(),
    };
    assert!(named.iter().all(|cell| seen.contains(cell)), "{said:?} of {played:?} and {best:?}");
    if let Why::Fork { and: Some(and), .. } = said {
        assert!(start.men().iter().any(|man| man.cell == *and), "{said:?} of {played:?}");
    }
}

#[test]
fn whoever_does_not_see_a_puzzle_is_told_what_it_is() {
    let mut positions = 0;
    for game in catalog::games() {
        let kind = game.about().kind;
        let mut left = EACH;
        for puzzle in of_kind(kind).filter(|puzzle| puzzle.goal.is_certain()) {
            let (start, line) = (puzzle.start().expect("a start"), puzzle.turns.concat());
            let Some(played) = idle(puzzle, start.as_ref()).filter(|_| line.len() <= puzzle.turns[0].len() + WALKED)
            else {
                continue;
            };
            let said = why(start.as_ref(), puzzle.solver(), &played, &line);
            let said = said.unwrap_or_else(|| panic!("{}: nothing is said", puzzle.id));
            assert!(is_overlooked(puzzle, &said, line.len()), "{}: {said:?}", puzzle.id);
            names_what_is_seen(start.as_ref(), &played, &line, &said);
            left -= 1;
            if left == 0 {
                break;
            }
        }
        assert_eq!(left, 0, "{kind}");
        positions += EACH;
    }
    assert_eq!(positions, 60);
}

#[test]
fn whoever_let_it_happen_is_told_how_it_ends() {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in shipped().iter().filter(|puzzle| puzzle.goal.is_certain() && !puzzle.before.is_empty()) {
        let origin = puzzle.origin().expect("a position");
        let seat = origin.turn().expect("somebody's");
        let played: Vec<String> = puzzle.before.iter().cloned().chain(puzzle.turns.concat()).collect();
        let after = play(origin.as_ref(), &played);
        let lost = match after.outcome() {
            Some(outcome) => outcome.places[seat] != 1,
            None => after.is_out(seat),
        };
        if !lost || played.len() > puzzle.before.len() + WALKED || puzzle.before.len() > 1 {
            continue;
        }
        let said = why(origin.as_ref(), seat, &played, &[]);
        let ends = matches!(&said, Some(Why::Ends { plies } | Why::Falls { plies }) if *plies == played.len());
        assert!(ends, "{}: {said:?}", puzzle.id);
        *count.entry(puzzle.kind.as_str()).or_default() += 1;
    }
    assert!(count["janggi"] >= EACH && count["nanguk"] >= EACH && count["yonin"] >= 3, "{count:?}");
}

/// Where a man is won by a fork, that is said, and both men are the victim's.
#[test]
fn forks_of_the_shipped_set_are_named() {
    let mut said_of: BTreeMap<String, usize> = BTreeMap::new();
    for puzzle in of_kind("janggi").filter(|puzzle| puzzle.goal == Goal::Gain) {
        let origin = puzzle.origin().expect("a position");
        let seat = origin.turn().expect("somebody's");
        let played: Vec<String> = puzzle.before.iter().cloned().chain(puzzle.turns.concat()).collect();
        let Some(said) = why(origin.as_ref(), seat, &played, &[]) else { continue };
        names_what_is_seen(origin.as_ref(), &played, &[], &said);
        if let Why::Fork { at, .. } = &said {
            let owner = |men: &[Man]| men.iter().find(|man| man.cell == *at).and_then(|man| man.seat);
            let before = play(origin.as_ref(), &played[..played.len() - 1]);
            assert_eq!(owner(&before.men()), Some(seat), "{}: {said:?}", puzzle.id);
        }
        let name = serde_json::to_value(&said).expect("plain")["reason"].as_str().unwrap_or_default().to_owned();
        *said_of.entry(name).or_default() += 1;
    }
    assert!(said_of.get("fork").is_some_and(|count| *count >= 10), "{said_of:?}");
}

/// Some positions put up for one reason each.
#[test]
fn each_reason_is_said_where_it_holds() {
    let of = |kind: &str, rules: &str, state: &str, played: &[&str], best: &[&str]| {
        let table = catalog::find(kind).expect("a game").load(rules, state).expect("a state");
        let owned = |acts: &[&str]| acts.iter().map(|act| (*act).to_owned()).collect::<Vec<_>>();
        why(table.as_ref(), table.turn().expect("it goes on"), &owned(played), &owned(best))
    };
    let text = |cell: &str| cell.to_owned();
    // A horse that comes to b7 attacks both chariots.
    let chariots = "4k4/9/3R5/9/9/R1n6/9/9/4K4/9 w - - 0 1";
    let fork = of("janggi", "casual", chariots, &["e2e1", "c5b7", "a5a1", "b7d8"], &[]);
    assert_eq!(fork, Some(Why::Fork { at: text("d8"), and: Some(text("a5")), by: text("b7") }));
    let unpunished = of("janggi", "casual", chariots, &["e2e1", "c5b7", "a5a1", "e10e10"], &[]);
    assert_eq!(unpunished, None, "what does not fall is not named");
    // Cho moves up to the king instead of passing by.
    let check = "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1";
    let checks = of("janggi", "casual", check, &["a1b1"], &["a1a10"]);
    assert_eq!(checks, Some(Why::Checks { at: text("a10") }));
    // Both pass, and Han has more points.
    let even = "3k5/9/9/9/9/9/9/9/5K3/R7r w - - 0 1";
    let passes = of("janggi", "kja", even, &["f2f2", "d10d10"], &[]);
    assert_eq!(passes, Some(Why::Counts { plies: 2 }));
    assert_eq!(of("janggi", "casual", check, &["a1b1"], &["a1c1"]), None);
    let hills = catalog::find("nanguk").expect("a game").start("base;terrain=example").expect("a start").state();
    let uphill = of("nanguk", "base;terrain=example", &hills, &["g3-f3"], &["g3-h3"]);
    assert_eq!(uphill, Some(Why::Ground { at: text("f3"), by: text("g3") }));
}

/// Among four, a check calls whom it hits before the others.
#[test]
fn a_check_that_gives_the_turn_away_is_named() {
    let mut count = 0;
    for puzzle in of_kind("yonin").filter(|puzzle| puzzle.themes.iter().any(|theme| theme == "jump")) {
        let start = puzzle.start().expect("a start");
        let first = &puzzle.turns[0];
        let (Some(usual), Some(idle)) = (start.skipped().and_then(|next| next.turn()), idle(puzzle, start.as_ref()))
        else {
            continue;
        };
        let after = play(start.as_ref(), first);
        let Some(next) = after.turn().filter(|next| *next != usual && after.alarmed().contains(next)) else { continue };
        assert_eq!(why(start.as_ref(), puzzle.solver(), first, &idle), Some(Why::Turn { next }), "{}", puzzle.id);
        count += 1;
    }
    assert!(count >= 10, "{count}");
}
