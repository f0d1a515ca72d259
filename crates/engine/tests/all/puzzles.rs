//! Puzzles: what is read, what is right, what is proved, and the set that comes with the program.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use engine::lessons;
use engine::puzzles::prove::{self, NODES_MAX};
use engine::puzzles::{
    Aim, Attempt, Budget, Flaw, Goal, LINE_MAX, NotRead, Proof, Puzzle, Unproved, attempt, begin, daily, day_ends_ms,
    day_of, known, read, read_line, shipped, themes,
};
use engine::{catalog, puzzles};
use game::rng::SplitMix;
use game::{Seat, Table};

const CHARIOTS: &str = "4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1";

fn acts(acts: &[&str]) -> Vec<String> {
    acts.iter().map(|act| (*act).to_owned()).collect()
}

fn puzzle(kind: &str, rules: &str, state: &str, goal: Goal, turns: &[&[&str]]) -> Puzzle {
    Puzzle {
        id: "test".to_owned(),
        kind: kind.to_owned(),
        rules: rules.to_owned(),
        state: state.to_owned(),
        before: Vec::new(),
        seat: 0,
        turns: turns.iter().map(|turn| acts(turn)).collect(),
        goal,
        proof: Proof::All,
        themes: Vec::new(),
        rating: 1000,
        rd: 250,
        from: "test".to_owned(),
    }
}

fn two_chariots() -> Puzzle {
    puzzle("janggi", "casual", CHARIOTS, Goal::Mate, &[&["h1h10"]])
}

fn tried(puzzle: &Puzzle, done: &[&str]) -> (bool, bool) {
    let answer = attempt(puzzle, &Attempt { acts: acts(done), ..Attempt::default() }).expect("legal");
    (answer.ok, answer.done)
}

fn table(kind: &str, rules: &str, state: &str) -> Box<dyn Table> {
    catalog::find(kind).expect("a game").load(rules, state).expect("a state")
}

/// A position, the only way to force its end and how many turns that takes.
fn proved(
    kind: &str,
    rules: &str,
    state: &str,
    goal: Goal,
    times: usize,
    turns: usize,
) -> Result<Vec<String>, Unproved> {
    let table = table(kind, rules, state);
    let aim = Aim::new(goal, table.as_ref(), Seat::FIRST, times);
    let line = prove::prove(kind, table.as_ref(), &aim, turns, &mut Budget::new(NODES_MAX))?;
    Ok(line[0].clone())
}

#[test]
fn a_line_is_read_and_written_without_a_loss() {
    let line = two_chariots().line();
    assert_eq!(read_line(&line), Ok(two_chariots()));
    assert_eq!(read(&format!("{line}\n")).map(|read| read.len()), Ok(1));
    assert!(!line.contains("\"rd\""), "what is usual is left out: {line}");
    assert_eq!(read(""), Ok(Vec::new()));
}

#[test]
fn what_is_wrong_with_a_line_is_said_exactly() {
    let flaw = |change: &dyn Fn(&mut Puzzle)| {
        let mut wrong = two_chariots();
        change(&mut wrong);
        read_line(&wrong.line()).expect_err("wrong")
    };
    assert_eq!(flaw(&|puzzle| puzzle.kind = "chess".to_owned()), Flaw::Kind("chess".to_owned()));
    assert_eq!(flaw(&|puzzle| puzzle.themes = acts(&["knock"])), Flaw::Theme("knock".to_owned()));
    assert_eq!(flaw(&|puzzle| puzzle.seat = 2), Flaw::Bounds("seat"));
    assert_eq!(flaw(&|puzzle| puzzle.seat = 1), Flaw::Turn(String::new()));
    assert_eq!(flaw(&|puzzle| puzzle.id = "No".to_owned()), Flaw::Bounds("id"));
    assert_eq!(flaw(&|puzzle| puzzle.rating = 99), Flaw::Bounds("rating"));
    assert_eq!(flaw(&|puzzle| puzzle.rd = 400), Flaw::Bounds("rd"));
    assert_eq!(flaw(&|puzzle| puzzle.turns = Vec::new()), Flaw::Bounds("turns"));
    assert_eq!(flaw(&|puzzle| puzzle.turns = vec![acts(&["d1d2"])]), Flaw::Goal);
    let refused = flaw(&|puzzle| puzzle.turns = vec![acts(&["d1d2"]), acts(&["d2d1"]), acts(&["h1h10"])]);
    assert!(matches!(&refused, Flaw::Act { act, .. } if act == "d2d1"), "{refused}");
    assert!(matches!(flaw(&|puzzle| puzzle.turns = vec![acts(&["a9a8", "h1h10"])]), Flaw::Turn(_)));
    assert!(matches!(flaw(&|puzzle| puzzle.state = "nonsense".to_owned()), Flaw::Position(_)));
    assert!(matches!(flaw(&|puzzle| puzzle.turns = vec![acts(&["a1a9"])]), Flaw::Act { .. }));
    assert!(matches!(read_line("{}"), Err(Flaw::Form(_))));
    assert!(matches!(read_line(&two_chariots().line().replace("\"id\"", "\"ids\"")), Err(Flaw::Form(_))));
    assert_eq!(read_line(&"x".repeat(LINE_MAX + 1)), Err(Flaw::Bounds("line")));
    let twice = format!("{0}\n{0}\n", two_chariots().line());
    assert_eq!(read(&twice), Err(NotRead { line: 2, flaw: Flaw::Taken("test".to_owned()) }));
}

#[test]
fn garbage_is_refused_and_nothing_else_happens() {
    let (mut rng, line) = (SplitMix::new(11), two_chariots().line());
    for _ in 0..3000 {
        let mut bytes = line.clone().into_bytes();
        for _ in 0..=rng.below(4) {
            let place = rng.below(bytes.len());
            bytes[place] = (rng.next_u64() % 256) as u8;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // Some changes leave a puzzle; those must be written as they were read.
        if let Ok(puzzle) = read_line(&text) {
            assert_eq!(read_line(&puzzle.line()), Ok(puzzle));
        }
    }
}

#[test]
fn the_expected_turn_is_right_and_another_is_not() {
    let puzzle = two_chariots();
    assert_eq!(tried(&puzzle, &[]), (true, false));
    assert_eq!(tried(&puzzle, &["h1h10"]), (true, true));
    assert_eq!(tried(&puzzle, &["d1d2"]), (false, false));
    let refused = attempt(&puzzle, &Attempt { acts: acts(&["h1h11"]), ..Attempt::default() }).err();
    assert!(refused.is_some_and(|refusal| refusal.code.starts_with("E_")));
    let late = attempt(&puzzle, &Attempt { acts: acts(&["h1h10", "d1d2"]), ..Attempt::default() }).err();
    assert_eq!(late.map(|refusal| refusal.code), Some("E_OVER"));
}

#[test]
fn whatever_ends_the_game_at_once_is_right_wherever_in_the_line() {
    let lesson = lessons::book("janggi").and_then(|book| book.lesson("mate2")?.stage("two-chariots")).expect("a stage");
    let mut either = puzzle("janggi", &lesson.rules, &lesson.state, Goal::Mate, &[]);
    let start = table("janggi", &lesson.rules, &lesson.state);
    let aim = Aim::new(Goal::Mate, start.as_ref(), Seat::FIRST, 1);
    either.turns = prove::prove("janggi", start.as_ref(), &aim, 2, &mut Budget::new(NODES_MAX)).expect("a mate in two");
    assert_eq!(read_line(&either.line()), Ok(either.clone()));
    assert_eq!(lesson.answers.len(), 2, "either chariot mates in the end");
    for answer in &lesson.answers {
        let answer: Vec<&str> = answer.iter().map(String::as_str).collect();
        assert_eq!(tried(&either, &answer), (true, true), "{answer:?}");
    }
    assert_eq!(tried(&either, &["f1f2"]), (false, false));
    let sooner = puzzle("janggi", "casual", CHARIOTS, Goal::Mate, &[&["a9b9"], &["e10d10"], &["h1h10"]]);
    assert_eq!(tried(&sooner, &["h1h10"]), (true, true));
    assert_eq!(tried(&sooner, &["a9b9"]), (true, false));
    assert_eq!(tried(&sooner, &["a9b9", "h1h10"]), (true, true));
}

/// Both knock; who does it first makes no difference.
const DOUBLE: &str = "FTG1:b GY@x:0,ZF@x:0,ZY@27:8,HZ@x:0,MC@24:4 gy@0:10,zf@x:0,zy@x:0,hz@x:0,mc@x:0 A3 - - 0-0 1.0 *";

#[test]
fn the_order_of_actions_within_a_turn_does_not_matter() {
    let puzzle = puzzle("tigers", "base", DOUBLE, Goal::Knock, &[&["ZYk", "MCm29", "MCk"]]);
    assert_eq!(tried(&puzzle, &["MCm29"]), (true, false), "a turn is judged when it is whole");
    assert_eq!(tried(&puzzle, &["MCm29", "MCk"]), (true, false));
    assert_eq!(tried(&puzzle, &["MCm29", "MCk", "ZYk"]), (true, true));
    assert_eq!(tried(&puzzle, &["MCm29", "ZYk", "MCk"]), (true, true));
    assert_eq!(tried(&puzzle, &["ZYk", "MCm29", "end"]), (false, false));
    assert_eq!(tried(&puzzle, &["end"]), (false, false));
    assert_eq!(proved("tigers", "base", DOUBLE, Goal::Knock, 2, 1).map(|turn| turn.len()), Ok(3));
    assert_eq!(themes(&puzzle).expect("a line"), ["one", "quiet", "double-knock"]);
}

#[test]
fn a_turn_of_several_actions_is_proved_to_be_the_only_one() {
    let clear = "FTG1:b GY@x:0,ZF@x:0,ZY@x:0,HZ@22:6,MC@x:0 gy@0:10,zf@x:0,zy@x:0,hz@x:0,mc@27:1 A3 - - 0-0 1.0 *";
    assert_eq!(proved("tigers", "base", clear, Goal::Knock, 1, 1), Ok(acts(&["HZxmc", "HZm27", "HZk"])));
    let free = "FTG1:b GY@x:0,ZF@x:0,ZY@17:8,HZ@x:0,MC@x:0 gy@0:10,zf@x:0,zy@x:0,hz@x:0,mc@x:0 A3 - - 0-0 1.0 *";
    let ways = proved("tigers", "base", free, Goal::Knock, 1, 1).map(|turn| turn.len());
    assert_eq!(ways, Ok(2), "whichever way it goes, it is home again after the knock");
    let both = "FTG1:b GY@x:0,ZF@x:0,ZY@16:8,HZ@12:6,MC@x:0 gy@x:0,zf@x:0,zy@17:1,hz@x:0,mc@x:0 A3 - - 0-0 1.0 *";
    assert_eq!(proved("tigers", "base", both, Goal::Mate, 1, 1), Err(Unproved::Other));
}

#[test]
fn ends_are_proved_in_every_game_and_only_as_quickly_as_they_come() {
    let mate = |kind, rules, state, turns| proved(kind, rules, state, Goal::Mate, 1, turns);
    assert_eq!(mate("janggi", "casual", CHARIOTS, 1), Ok(acts(&["h1h10"])));
    assert_eq!(mate("janggi", "casual", CHARIOTS, 2), Err(Unproved::Sooner));
    let kill = "N 11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111 k7/1b6/8/C4M2/8/8/8/7K b B 0:0 0 1 - *";
    assert_eq!(mate("nanguk", "base", kill, 1), Ok(acts(&["a5xa8"])));
    let last = "4nK4/3nP1nP3/4sS4/9/xwK7xeK/9/9/9/4sK4 s sG - w#s,e#s 1";
    assert_eq!(mate("yonin", "standard", last, 1), Ok(acts(&["G*5b"])));
    let points = "3k5/9/1n7/9/9/9/9/9/9/4K2R1 w - - 0 1";
    assert_eq!(mate("janggi", "kja", points, 1), Err(Unproved::NotForced), "counting is no mate");
}

/// The lessons know the mates in two of janggi; the proof finds the same turns.
#[test]
fn the_mates_in_two_of_the_lessons_are_proved() {
    let book = lessons::book("janggi").expect("a book");
    for stage in &book.lesson("mate2").expect("a lesson").stages {
        let table = table("janggi", &stage.rules, &stage.state);
        let aim = Aim::new(Goal::Mate, table.as_ref(), Seat::FIRST, 1);
        let mut budget = Budget::new(NODES_MAX);
        let line = prove::prove("janggi", table.as_ref(), &aim, 2, &mut budget).expect("a mate in two");
        assert_eq!(line[0][0], stage.answers[0][0], "{}", stage.id);
        assert_eq!(line.len(), 3);
        let turns: Vec<Vec<&str>> = line.iter().map(|turn| turn.iter().map(String::as_str).collect()).collect();
        let turns: Vec<&[&str]> = turns.iter().map(Vec::as_slice).collect();
        let whole = puzzle("janggi", &stage.rules, &stage.state, Goal::Mate, &turns);
        assert_eq!(prove::check(&whole, &mut Budget::new(NODES_MAX)), Ok(()), "{}", stage.id);
        assert_eq!(prove::check(&whole, &mut Budget::new(50)), Err(Unproved::Spent));
        let mut wrong = whole.clone();
        wrong.turns[0] = acts(&["e1e1"]);
        assert!(prove::check(&wrong, &mut Budget::new(NODES_MAX)).is_err());
    }
}

#[test]
fn help_names_the_man_and_then_the_action() {
    let puzzle = two_chariots();
    let helped = |hints| attempt(&puzzle, &Attempt { hints, ..Attempt::default() }).expect("a start");
    assert_eq!((helped(0).cells.len(), helped(0).act), (0, None));
    assert_eq!((helped(1).cells, helped(1).act), (acts(&["h1"]), None));
    assert_eq!(helped(2).act.as_deref(), Some("h1h10"));
}

#[test]
fn answers_are_not_told_before_they_are_due() {
    for puzzle in shipped().iter().step_by(7) {
        let (_, answer) = begin(puzzle).expect("a puzzle");
        let text = serde_json::to_value(&answer).expect("plain data");
        let fields: Vec<&String> = text.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["done", "legal", "ok", "told", "view"], "{}", puzzle.id);
        assert_eq!(answer.told.len(), puzzle.before.len(), "the mistake and no more: {}", puzzle.id);
        assert!(answer.legal.contains(&puzzle.turns[0][0]), "{}", puzzle.id);
    }
}

#[test]
fn themes_are_facts_of_the_line() {
    let book = lessons::book("janggi").expect("a book");
    let of = |lesson: &str, stage: &str, turns: &[&[&str]], goal| {
        let stage = book.lesson(lesson).and_then(|lesson| lesson.stage(stage)).expect("a stage");
        themes(&puzzle("janggi", &stage.rules, &stage.state, goal, turns)).expect("a line")
    };
    assert_eq!(of("mate", "horse", &[&["c9d7"]], Goal::Mate), ["one", "mate1", "horse-mate"]);
    assert_eq!(
        of("mate", "soldier", &[&["d8e9"]], Goal::Mate),
        ["one", "mate1", "soldier-mate", "discovered", "palace-diagonal"]
    );
    assert!(of("mate", "discovered", &[&["d8e6"]], Goal::Mate).contains(&"discovered".to_owned()));
    let fork = of("tactics", "royal-fork", &[&["e6d8"], &["e10e9"], &["d8b7"]], Goal::Gain);
    assert_eq!(fork, ["two", "gain", "fork"]);
    let sacrifice = of("mate2", "sacrifice", &[&["a8d8"], &["f8f9"], &["c6e7"]], Goal::Gain);
    assert!(!sacrifice.contains(&"sacrifice".to_owned()), "a man was taken for it");
}

#[test]
fn the_day_changes_at_midnight_in_seoul_and_all_puzzles_have_their_day() {
    let hour = 60 * 60 * 1000;
    assert_eq!(day_of(15 * hour - 1), 0);
    assert_eq!(day_of(15 * hour), 1, "nine hours ahead");
    assert_eq!(day_of(day_ends_ms(20_000)), 20_001);
    assert_eq!(day_of(day_ends_ms(20_000) - 1), 20_000);
    for game in catalog::games() {
        let kind = game.about().kind;
        let all = puzzles::of_kind(kind).count();
        let fitting = puzzles::of_kind(kind).filter(|puzzle| (1000..=1700).contains(&puzzle.rating)).count();
        let fitting = if fitting < 31 { all } else { fitting } as i64;
        assert!(fitting > 0, "{kind}");
        let days: Vec<&str> =
            (0..fitting * 2).filter_map(|day| daily(puzzles::of_kind(kind), day)).map(|one| one.id.as_str()).collect();
        let (first, second) = days.split_at(fitting as usize);
        let different: std::collections::BTreeSet<_> = first.iter().collect();
        assert_eq!((different.len() as i64, first), (fitting, second), "{kind}: one comes again after all others");
    }
    assert!(daily(&[], 5).is_none());
}

/// How many come with the program, at least.
const SHIPPED: [(&str, usize); 4] = [("janggi", 240), ("nanguk", 60), ("tigers", 60), ("yonin", 60)];
/// The budget of the file sizes; packed it is a quarter.
const BYTES_MAX: usize = 140_000;

#[test]
fn the_shipped_set_is_whole_small_and_of_every_kind() {
    let bytes: usize = puzzles::FILES.iter().map(|(_, text)| text.len()).sum();
    assert!(bytes <= BYTES_MAX, "{bytes} bytes");
    let mut ids = std::collections::HashSet::new();
    for (kind, text) in puzzles::FILES {
        let read = read(text).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let wanted = SHIPPED.iter().find(|(name, _)| *name == kind).map(|(_, count)| *count);
        assert!(wanted.is_some_and(|wanted| read.len() >= wanted), "{kind}: {}", read.len());
        assert!(read.iter().all(|puzzle| puzzle.kind == kind && ids.insert(puzzle.id.clone())), "{kind}");
        for puzzle in &read {
            assert_eq!(themes(puzzle), Ok(puzzle.themes.clone()), "{}", puzzle.id);
            assert!(puzzle.themes.iter().all(|theme| known(kind, theme)));
            assert_eq!(puzzle.proof == Proof::All, puzzle.goal.is_certain(), "{}", puzzle.id);
        }
    }
    let mut variants: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in puzzles::of_kind("nanguk") {
        *variants.entry(puzzle.rules.split(';').next().unwrap_or_default()).or_default() += 1;
    }
    assert_eq!(variants.keys().copied().collect::<Vec<_>>(), ["base", "firearms", "sea", "siege"], "{variants:?}");
}

#[test]
fn every_shipped_puzzle_is_solved_by_its_own_line() {
    for puzzle in shipped() {
        let mut done = Vec::new();
        for turn in puzzle.turns.iter().step_by(2) {
            done.extend(turn.iter().map(String::as_str));
            assert!(tried(puzzle, &done).0, "{}", puzzle.id);
        }
        assert_eq!(tried(puzzle, &done), (true, true), "{}", puzzle.id);
    }
}

/// What every run proves anew.
const NODES_QUICK: u64 = 60_000;
/// The rest is proved in turn, one part of so many a day; `daeguk puzzles check` does all of it.
const PARTS: u64 = 24;

#[test]
fn every_certain_end_of_the_shipped_set_is_proved_anew() {
    let day = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() / 86_400);
    let mut failed = Vec::new();
    for (number, puzzle) in (0..).zip(shipped()).filter(|(_, puzzle)| puzzle.proof == Proof::All) {
        let is_due = number % PARTS == day % PARTS;
        let nodes = if is_due { NODES_MAX } else { NODES_QUICK };
        match prove::check(puzzle, &mut Budget::new(nodes)) {
            Ok(()) => {}
            Err(Unproved::Spent) if !is_due => {}
            Err(why) => failed.push(format!("{}: {why}", puzzle.id)),
        }
    }
    assert!(failed.is_empty(), "day {day}: {failed:?}");
}
