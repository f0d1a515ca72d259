//! What holds for the players against which the others are measured.

use engine::{Decision, Limits, Task, Thought, catalog};
use game::rng::SplitMix;
use game::{Match, Position, Table};

use crate::common::{load, scramble, start};

const RIVALS: [&str; 3] = ["uct", "puct", "maxn"];

fn think(table: &dyn Table, kind: &str, name: &str, nodes: u64) -> (Decision, Option<Thought>) {
    let mut brain = catalog::yardstick(kind, name, 7).expect("every game has every rival");
    let seat = table.turn().expect("the game goes on");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut last = None;
    let task = Task::choose(table, seat, limits, &());
    let decision = brain.think(&task, &mut |thought| last = Some(thought.clone()));
    (decision, last)
}

/// Lets the rivals play on from random positions; whatever they do must be accepted.
fn never_breaks_a_rule<P: Position>(rules: &str) {
    for seed in 0..9 {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<P>(rules);
        scramble(&mut game, rng.below(80), &mut rng);
        for turn in 0..6 {
            if game.turn().is_none() {
                break;
            }
            let name = RIVALS[(seed as usize + turn) % RIVALS.len()];
            let Decision::Act(text) = think(&game, P::KIND, name, 60).0 else { panic!("{name} gave up {rules}") };
            game.act(&text).unwrap_or_else(|refusal| panic!("{name}, {rules}, seed {seed}: {text}: {refusal}"));
            game.carry_out_forced();
        }
    }
}

#[test]
fn all_games_are_played_by_the_rules() {
    never_breaks_a_rule::<janggi::Position>("kja");
    never_breaks_a_rule::<nanguk::Position>("base;terrain=example");
    never_breaks_a_rule::<nanguk::Position>("sea;terrain=myeongnyang");
    never_breaks_a_rule::<tigers::Position>("base");
    never_breaks_a_rule::<tigers::Position>("full");
    never_breaks_a_rule::<yonin::Position>("standard");
    never_breaks_a_rule::<yonin::Position>("doubles");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for game in catalog::games() {
        let kind = game.about().kind;
        let table = game.start("").expect("every game has a usual start");
        for name in RIVALS {
            let (decision, thought) = think(&*table, kind, name, 300);
            assert_eq!((decision, thought.clone()), think(&*table.fork(), kind, name, 300), "{kind} {name}");
            let thought = thought.expect("a rival tells what it thinks");
            assert!(thought.nodes <= 301 && !thought.line.is_empty(), "{kind} {name}: {thought:?}");
        }
    }
}

/// A win one action away is taken, whoever sits there.
fn wins<P: Position>(rules: &str, state: &str) {
    let game: Match<P> = load(rules, state);
    for name in RIVALS {
        let Decision::Act(text) = think(&game, P::KIND, name, 3_000).0 else { panic!("{name} gave up") };
        let mut won = game.clone();
        won.act(&text).expect("it is legal");
        assert_eq!(won.outcome().and_then(|outcome| outcome.winner()), game.turn(), "{name}: {text} in {state}");
    }
}

#[test]
fn a_win_at_hand_is_taken() {
    let others = "ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@24:4";
    wins::<tigers::Position>("base", &format!("FTG1:b GY@25:10,{others} A3 - - 2-0 9.0 *"));
    let plain = "11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111";
    wins::<nanguk::Position>("base", &format!("N {plain} 3k4/8/8/8/8/8/8/3CK3 b B 0:0 0 1 - *"));
    wins::<yonin::Position>("standard", "4nK4/sR8/9/9/1xwK5xeK1/9/9/8sR/4sK4 s - - w#s,e#s 100");
}

/// What a seat cannot see does not change what a rival does there.
#[test]
fn hidden_markers_stay_hidden() {
    let decks = "GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@16:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@15:2{IM.AM.TR} \
                 gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.am.tr}";
    let choose = |marker: &str, name: &str| {
        let state = format!("FTG1:f {decks} A3 - - 0-0 9.0 * 13.0/13.0 20{marker},21tr");
        think(&load::<tigers::Position>("full", &state), "tigers", name, 500)
    };
    for name in RIVALS {
        let trap = choose("tr", name);
        assert_eq!(choose("am", name), trap, "{name}");
        assert_eq!(choose("dc", name), trap, "{name}");
    }
}
