//! Questions that are answered elsewhere: the same answers as at home, nothing that is hidden, and no belief in nonsense.

use engine::jobs::{Answer, Job, Question, Scene};
use engine::{Brain, Decision, Limits, Score, Task, Thought, catalog};
use game::conformance::garbled;
use game::rng::SplitMix;
use game::{BySeat, Seat, Table};

const NODES: Limits = Limits { nodes: Some(3000), depth: None, time_ms: None };
/// A position of five tigers in which both sides have laid what the other does not know.
const HIDDEN: &str = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{DC.AM.TR} \
                      gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{im.am.tr} \
                      A3 - - 0-0 1.0 * 13.0/13.0 ";

fn played(kind: &str, seed: u64, deeds: usize) -> Box<dyn Table> {
    let mut rng = SplitMix::new(seed);
    let mut table = catalog::find(kind).expect("a game").start("").expect("a start");
    for _ in 0..deeds {
        let legal = table.legal();
        let Some(text) = rng.pick(&legal) else { break };
        table.act(text).expect("a legal action");
        table.carry_out_forced();
    }
    table
}

fn tigers(sites: &str) -> Box<dyn Table> {
    let game = catalog::find("tigers").expect("a game");
    game.load("", &format!("{HIDDEN}{sites}")).expect("a state")
}

fn study(kind: &str, table: &dyn Table, seat: Seat) -> Job {
    let scene = Scene::of(kind, table, seat).expect("a game of that kind");
    let question = Question::Study { scene, limits: NODES, lines: 2, only: Vec::new() };
    Job { kind: kind.to_owned(), level: String::new(), seed: 0, seat, question }
}

fn act(kind: &str, level: &str, table: &dyn Table) -> Job {
    let seat = table.turn().expect("a game that goes on");
    let scene = Scene::of(kind, table, seat).expect("a game of that kind");
    let question = Question::Act { scene, limits: NODES };
    Job { kind: kind.to_owned(), level: level.to_owned(), seed: 7, seat, question }
}

/// The answer and the last lines of a job that has traveled as text.
fn elsewhere(job: &Job) -> (Answer, Vec<Thought>) {
    let text = serde_json::to_string(job).expect("plain data");
    let job: Job = serde_json::from_str(&text).expect("what was written is read");
    let mut lines = Vec::new();
    let answer = job.carry_out(&(), &mut |thought| keep(&mut lines, thought)).expect("an answer");
    (answer, lines)
}

fn keep(lines: &mut Vec<Thought>, thought: &Thought) {
    lines.truncate(thought.index);
    lines.push(thought.clone());
}

#[test]
fn the_same_question_has_the_same_answer_as_at_home() {
    for game in catalog::games() {
        let kind = game.about().kind;
        for seed in 0..3 {
            let table = played(kind, seed, 24);
            let Some(seat) = table.turn() else { continue };
            let ask = |brain: &mut dyn Brain, lines| {
                let mut told = Vec::new();
                let limits = NODES;
                // A game that hides something is thought about at home as it would be told.
                let hiding = Scene::hiding(kind, table.as_ref(), seat).map(|scene| scene.table(kind).expect("a game"));
                let (table, known) = (hiding.as_deref().unwrap_or(table.as_ref()), hiding.is_some());
                let task = Task { table, seat, limits, timer: &(), lines, only: &[], known };
                let decision = brain.think(&task, &mut |thought| keep(&mut told, thought));
                (Answer::Act(decision), told)
            };
            let at_home = ask(catalog::seeded_brain(kind, "easy", 7).expect("a player").as_mut(), 0);
            assert_eq!(elsewhere(&act(kind, "easy", table.as_ref())), at_home, "{kind} {seed}");
            let at_home = ask(catalog::analyst(kind).expect("an analyst").as_mut(), 2);
            assert_eq!(elsewhere(&study(kind, table.as_ref(), seat)), at_home, "{kind} {seed}");
        }
    }
}

#[test]
fn nothing_leaves_the_house_that_the_seat_does_not_know() {
    let payload = |sites: &str, deeds: &[&str], seat| {
        let mut table = tigers(sites);
        for deed in deeds {
            table.act(deed).expect("a legal action");
        }
        serde_json::to_string(&study("tigers", table.as_ref(), seat)).expect("plain data")
    };
    let kinds = ["am", "tr", "dc"];
    let seen = kinds.map(|kind| payload(&format!("12AM,13{kind}"), &[], Seat::FIRST));
    assert!(seen[0].contains("12AM,13qq") && seen[0].contains(r#""known":true"#), "{}", seen[0]);
    assert!(seen.iter().all(|text| *text == seen[0]), "{seen:?}");
    let seen = kinds.map(|kind| payload(&format!("12{},13tr", kind.to_uppercase()), &["MCtTR>11"], Seat::SECOND));
    assert!(seen.iter().all(|text| *text == seen[0] && text.contains("12QQ,13tr")), "{seen:?}");
    assert!(seen[0].contains("11TR"), "what was spent openly is remembered: {}", seen[0]);
    assert!(seen[0].contains(r#""deeds":[]"#), "how it came to that would tell the rest");
    let whole = serde_json::to_string(&act("janggi", "easy", played("janggi", 1, 9).as_ref())).expect("plain data");
    assert!(whole.contains(r#""known":false"#));
}

fn line(index: usize, acts: &[&str], seats: usize) -> Thought {
    let line = acts.iter().map(|&act| act.to_owned()).collect();
    Thought { index, depth: 3, score: Score::Value(5), nodes: 9, line, values: BySeat::from_fn(seats, |_| 0) }
}

#[test]
fn only_what_the_rules_allow_is_believed() {
    let table = played("janggi", 1, 0);
    let job = act("janggi", "easy", table.as_ref());
    let chosen = |text: &str| Answer::Act(Decision::Act(text.to_owned()));
    let believed = |answer: &Answer, lines| job.believed(Some(answer), lines);
    assert!(believed(&chosen("a4a5"), vec![line(0, &["a4a5", "a7a6"], 2)]).is_ok());
    assert!(believed(&Answer::Act(Decision::Resign), Vec::new()).is_ok());
    for lie in ["a4a9", "a7a6", "", "resign", "a4a5\n", "🐅"] {
        assert_eq!(believed(&chosen(lie), Vec::new()).expect_err(lie).code, "E_ANSWER");
    }
    assert!(believed(&Answer::Open(None), Vec::new()).is_err());
    let cut = believed(&chosen("a4a5"), vec![line(0, &["a4a5", "a4a5", "a7a6"], 2)]).expect("a line");
    assert_eq!(cut[0].line, ["a4a5"], "a line ends where the rules do not allow it");
    for lie in [line(1, &["a4a5"], 2), line(0, &["a7a6"], 2), line(0, &["a4a5"], 4), line(0, &["a4a5"; 300], 2)] {
        assert!(believed(&chosen("a4a5"), vec![lie.clone()]).is_err(), "{lie:?}");
    }
    let two = vec![line(0, &["a4a5"], 2), line(1, &["c4c5"], 2)];
    assert!(believed(&chosen("a4a5"), two.clone()).is_err(), "one was asked for");
    let mut study = study("janggi", table.as_ref(), Seat::FIRST);
    assert!(study.believed(None, two.clone()).is_ok());
    let Question::Study { only, .. } = &mut study.question else { unreachable!("a study") };
    only.push("a4a5".to_owned());
    assert!(study.believed(None, two).is_err(), "the second was not asked for");
}

#[test]
fn openings_are_asked_elsewhere_too() {
    let question = Question::Open { choices: String::new() };
    let job = Job { kind: "janggi".to_owned(), level: "hard".to_owned(), seed: 0, seat: Seat::FIRST, question };
    let (answer, _) = elsewhere(&job);
    assert!(matches!(&answer, Answer::Open(Some(_))), "{answer:?}");
    assert!(job.believed(Some(&answer), Vec::new()).is_ok());
    assert!(job.believed(Some(&Answer::Open(Some("x".repeat(1000)))), Vec::new()).is_err());
    assert!(job.believed(Some(&Answer::Act(Decision::Resign)), Vec::new()).is_err());
}

/// Whatever stands in a question or an answer: it is read or refused, and nothing breaks.
#[test]
fn garbled_questions_and_answers_are_refused() {
    let rounds = std::env::var("DAEGUK_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2000u64);
    let (mut rng, mut read, mut refused) = (SplitMix::new(1), 0, 0);
    let jobs: Vec<Job> = catalog::games()
        .iter()
        .map(|game| game.about().kind)
        .flat_map(|kind| {
            [act(kind, "easy", played(kind, 2, 10).as_ref()), study(kind, tigers_or(kind).as_ref(), Seat::FIRST)]
        })
        .collect();
    for round in 0..rounds {
        let job = &jobs[rng.below(jobs.len())];
        let (answer, lines) = (Answer::Act(Decision::Act("a4a5".to_owned())), vec![line(0, &["a4a5"], 2)]);
        let texts = [
            serde_json::to_string(job).expect("plain data"),
            serde_json::to_string(&answer).expect("plain data"),
            serde_json::to_string(&lines).expect("plain data"),
        ];
        let [question, answer, lines] =
            texts.map(|text| (0..=rng.below(3)).fold(text, |text, _| garbled(&text, &mut rng)));
        let answer: Option<Answer> = serde_json::from_str(&answer).ok();
        let lines: Vec<Thought> = serde_json::from_str(&lines).unwrap_or_default();
        let _ = job.believed(answer.as_ref(), lines.clone());
        if let Ok(strange) = serde_json::from_str::<Job>(&question) {
            read += 1;
            refused += u64::from(strange.believed(answer.as_ref(), lines).is_err());
        }
        assert!(round < 500 || read > 0, "some are read all the same");
    }
    assert!(refused <= read);
}

fn tigers_or(kind: &str) -> Box<dyn Table> {
    if kind == "tigers" { tigers("12AM,13tr") } else { played(kind, 3, 12) }
}
