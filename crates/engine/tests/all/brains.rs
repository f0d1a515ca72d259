//! What holds for the thinking players of every game.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::judges::{nanguk::NangukJudge, tigers::TigersJudge, yonin::YoninJudge};
use engine::levels::{Graded, Level};
use engine::{Brain, Decision, Limits, Score, Task, Thinker, Thought, Timer, catalog};
use game::rng::SplitMix;
use game::{Match, Position, Table};

use crate::common::{load, scramble, start};

const FEW: Limits = Limits { nodes: Some(60), depth: None, time_ms: None };

fn think(table: &dyn Table, kind: &str, level: &str, limits: Limits) -> (Decision, Option<Thought>) {
    let mut brain = catalog::brain(kind, level).expect("every game has every level");
    let seat = table.turn().expect("the game goes on");
    let mut last = None;
    let task = Task::choose(table, seat, limits, &());
    let decision = brain.think(&task, &mut |thought| last = Some(thought.clone()));
    (decision, last)
}

fn act(decision: Decision) -> String {
    match decision {
        Decision::Act(text) => text,
        Decision::Resign => panic!("nothing was lost"),
    }
}

/// The levels of a game that have a name rather than a rank.
fn named(kind: &str) -> Vec<&'static str> {
    catalog::levels(kind).iter().filter(|level| level.about.is_some()).map(|level| level.name).collect()
}

/// Lets brains of all levels play on from random positions; whatever they do must be accepted.
fn never_breaks_a_rule<P: Position>(rules: &str, games: u64) {
    for seed in 0..games {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<P>(rules);
        scramble(&mut game, rng.below(120), &mut rng);
        for turn in 0..12 {
            let Some(seat) = game.turn() else { break };
            let levels = named(P::KIND);
            let level = levels[(seed as usize + turn) % levels.len()];
            match think(&game, P::KIND, level, FEW).0 {
                Decision::Act(text) => game.act(&text).unwrap_or_else(|refusal| {
                    panic!("{rules}, seed {seed}: {text} in {}: {refusal}", game.position().state())
                }),
                Decision::Resign => {
                    assert_eq!(P::SEATS.len(), 2, "places matter with four");
                    game.leave(seat, game::Leaving::Resigned).expect("it is its own turn");
                }
            }
            game.carry_out_forced();
        }
    }
}

#[test]
fn janggi_is_played_by_the_rules() {
    for rules in ["kja", "casual", "fsf-janggi"] {
        never_breaks_a_rule::<janggi::Position>(rules, 40);
    }
}

#[test]
fn nanguk_is_played_by_the_rules() {
    let choices = ["base", "base;terrain=example", "siege;terrain=fortress", "sea;terrain=myeongnyang"];
    for rules in choices.into_iter().chain(["firearms;terrain=example", "base;placing=honour", "base;king=check"]) {
        never_breaks_a_rule::<nanguk::Position>(rules, 25);
    }
}

#[test]
fn tigers_is_played_by_the_rules() {
    for rules in ["base", "full", "full;markers=open"] {
        never_breaks_a_rule::<tigers::Position>(rules, 40);
    }
}

#[test]
fn yonin_is_played_by_the_rules() {
    for rules in ["standard", "doubles", "official1993"] {
        never_breaks_a_rule::<yonin::Position>(rules, 20);
    }
}

/// Every level answers from the start, with a thought, within its own limits.
#[test]
fn every_level_answers() {
    for game in catalog::games() {
        let kind = game.about().kind;
        for level in catalog::levels(kind) {
            let table = game.start("").expect("every game has a usual start");
            let (decision, thought) = think(&*table, kind, level.name, Limits { time_ms: None, ..limits(level.name) });
            let text = act(decision);
            assert!(table.legal().contains(&text), "{kind} {}: {text}", level.name);
            assert!(thought.is_some_and(|thought| thought.depth > 0 && !thought.line.is_empty()), "{kind}");
        }
    }
}

/// The stronger levels would take seconds without optimization.
fn limits(level: &str) -> Limits {
    let nodes = if matches!(level, "newcomer" | "beginner" | "gentle" | "easy") { None } else { Some(5_000) };
    Limits { nodes, depth: None, time_ms: None }
}

/// Asserts that all levels take a win that is one action away, and the stronger ones a farther one.
fn wins<P: Position>(rules: &str, state: &str, plies: u32) {
    let game = load::<P>(rules, state);
    let levels = if plies == 1 { named(P::KIND) } else { vec!["normal", "hard"] };
    for level in levels {
        let limits = Limits { nodes: Some(20_000), depth: None, time_ms: None };
        let (decision, thought) = think(&game, P::KIND, level, limits);
        let score = thought.map(|thought| thought.score);
        assert!(matches!(score, Some(Score::WinIn(found)) if found <= plies), "{level}: {score:?} in {state}");
        let mut won = game.clone();
        won.act(&act(decision)).expect("a winning action is legal");
        if plies == 1 {
            assert_eq!(won.outcome().and_then(|outcome| outcome.winner()), game.turn(), "{state}");
        }
    }
}

#[test]
fn janggi_is_won() {
    wins::<janggi::Position>("kja", "4k4/R8/9/9/9/9/9/9/3K5/1R7 w - - 0 1", 1);
    wins::<janggi::Position>("kja", "4k4/9/9/9/9/9/9/9/3K5/RR7 w - - 0 1", 3);
}

#[test]
fn nanguk_is_won() {
    let plain = "11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111";
    wins::<nanguk::Position>("base", &format!("N {plain} 3k4/8/8/8/8/8/8/3CK3 b B 0:0 0 1 - *"), 1);
    wins::<nanguk::Position>("base", &format!("N {plain} 3k4/C7/8/8/8/8/8/1C2K3 b B 0:0 0 1 - *"), 3);
}

#[test]
fn tigers_is_won() {
    let others = "ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@24:4";
    wins::<tigers::Position>("base", &format!("FTG1:b GY@25:10,{others} A3 - - 2-0 9.0 *"), 1);
    wins::<tigers::Position>("base", &format!("FTG1:b GY@20:10,{others} A3 - - 2-0 9.0 *"), 2);
}

#[test]
fn yonin_is_won() {
    wins::<yonin::Position>("standard", "4nK4/sR8/9/9/1xwK5xeK1/9/9/8sR/4sK4 s - - w#s,e#s 100", 1);
    wins::<yonin::Position>("standard", "4nK4/9/9/9/1xwK5xeK1/9/8sR/sR8/4sK4 s - - w#s,e#s 100", 3);
}

/// What a seat cannot see does not change what it does.
#[test]
fn hidden_markers_stay_hidden() {
    let decks = "GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@16:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@15:2{IM.AM.TR} \
                 gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.am.tr}";
    let choose = |marker: &str, level: &str| {
        let state = format!("FTG1:f {decks} A3 - - 0-0 9.0 * 13.0/13.0 20{marker},21tr");
        let game = load::<tigers::Position>("full", &state);
        think(&game, "tigers", level, Limits { nodes: Some(4_000), ..Limits::default() })
    };
    for level in Level::ALL.map(|level| level.info().name) {
        let trap = choose("tr", level);
        assert_eq!(choose("am", level), trap, "{level}");
        assert_eq!(choose("dc", level), trap, "{level}");
    }
}

/// Says stop at a certain look, and counts the looks after it.
struct Stopping {
    looks: AtomicU64,
    at: u64,
}

impl Timer for Stopping {
    fn elapsed_ms(&self) -> u64 {
        0
    }

    fn stopped(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed) >= self.at
    }
}

/// A wish to stop is obeyed at the first look.
#[test]
fn a_stop_is_obeyed() {
    const LOOKS: u64 = 50;
    for game in catalog::games() {
        let kind = game.about().kind;
        let table = game.start("").expect("every game has a usual start");
        let mut brain = catalog::analyst(kind).expect("every game has an analyst");
        let timer = Stopping { looks: AtomicU64::new(0), at: LOOKS };
        let seat = table.turn().expect("the game goes on");
        let decision = brain.think(&Task::choose(&*table, seat, Limits::default(), &timer), &mut |_| ());
        assert!(table.legal().contains(&act(decision)), "{kind}");
        assert_eq!(timer.looks.into_inner(), LOOKS + 1, "{kind}");
    }
}

/// A clock that jumps at every look.
struct Jumping {
    looks: AtomicU64,
    step_ms: u64,
}

impl Timer for Jumping {
    fn elapsed_ms(&self) -> u64 {
        self.looks.fetch_add(1, Ordering::Relaxed) * self.step_ms
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// However slow the machine, the looks at the clock after the time is up are the last ones.
fn answers_in_time<P: Position, J: Graded<P>>(rules: &str) {
    for level in Level::ALL {
        let strength = J::strength(level);
        let limit_ms = strength.limits.time_ms.expect("every level has a limit of time");
        assert!(limit_ms <= if level == Level::Hard { 5_000 } else { 2_000 }, "{level:?}: what its sentence says");
        let game = start::<P>(rules);
        let timer = Jumping { looks: AtomicU64::new(0), step_ms: limit_ms / 4 };
        let mut brain = Thinker::<P, J>::new(J::default(), J::METHOD, strength, 3);
        let seat = game.turn().expect("the game goes on");
        let task = Task::choose(&game, seat, Limits::default(), &timer);
        assert!(matches!(brain.think(&task, &mut |_| ()), Decision::Act(_)), "{level:?}");
        // A chain and each of several guesses look once more after their own share.
        let looks = timer.looks.into_inner();
        assert!(looks <= 12, "{level:?}: {looks} looks at the clock");
    }
}

#[test]
fn no_level_answers_later_than_it_says() {
    answers_in_time::<nanguk::Position, NangukJudge>("base;terrain=example");
    answers_in_time::<tigers::Position, TigersJudge>("base");
    answers_in_time::<yonin::Position, YoninJudge>("standard");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for game in catalog::games() {
        let kind = game.about().kind;
        let table = game.start("").expect("every game has a usual start");
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let answer = || think(&*table, kind, "easy", limits);
        assert_eq!(answer(), answer(), "{kind}");
        assert_eq!(think(&*table.fork(), kind, "easy", limits), answer(), "{kind}");
    }
}

/// Every level plays a lost game on or gives it up; the weaker ones let people win it.
#[test]
fn only_what_is_plainly_lost_is_given_up() {
    let lost = "rnba1abn1/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1";
    let game: Match<janggi::Position> = load("kja", lost);
    for level in Level::EVERYWHERE.map(|level| level.info().name) {
        assert_ne!(think(&game, "janggi", level, FEW).0, Decision::Resign, "{level}: a chariot is not yet the end");
    }
    let hopeless = "3k5/9/9/9/9/2N1C4/1PP1R4/4R4/3AKA3/2B1C4 b - - 0 1";
    let game: Match<janggi::Position> = load("kja", hopeless);
    assert_ne!(think(&game, "janggi", "easy", FEW).0, Decision::Resign);
    let enough = Limits { nodes: Some(2_000), ..Limits::default() };
    assert_eq!(think(&game, "janggi", "normal", enough).0, Decision::Resign);
}
