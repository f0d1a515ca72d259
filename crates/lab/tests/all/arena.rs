//! Matches with engines that misbehave in every way: nobody hangs, everybody is told.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use janggi::{Rules, Side};
use lab::arena::{self, Contestant, Finished, Limit, Opening, Plan, Standing};

/// An engine in a few lines of shell: it shows itself, then does what `on_go` says.
fn engine(name: &str, on_go: &str) -> Contestant {
    let script = format!(
        "while read -r word rest; do case $word in \
         uci) echo 'option name UCI_Variant type combo default janggi var janggi'; echo uciok;; \
         isready) echo readyok;; quit) exit;; go) {on_go};; esac; done"
    );
    Contestant {
        name: name.to_owned(),
        command: ["sh", "-c", &script].map(str::to_owned).to_vec(),
        options: Vec::new(),
        limit: Limit::MoveTime(Duration::from_millis(50)),
        own: false,
    }
}

/// Passes whenever it is asked; in the position below that is legal for Cho.
const CHO_PASSES: &str = "echo info depth 1; echo bestmove e2e2 ponder e9e9";

fn plan(first: Contestant, second: Contestant, pairs: usize) -> Plan {
    Plan {
        contestants: [first, second],
        rules: Rules::FSF_JANGGI,
        openings: vec![Opening::usual(Rules::FSF_JANGGI).expect("a usual start")],
        pairs,
        concurrency: 1,
        margin: Duration::from_millis(400),
        sprt: None,
    }
}

fn play(plan: &Plan) -> (Vec<Finished>, Standing) {
    let mut games = Vec::new();
    let standing = arena::run(plan, &AtomicBool::new(false), &mut |game, _| {
        games.push(game.clone());
        Ok(())
    });
    (games, standing.expect("the match is played"))
}

#[test]
#[cfg(unix)]
fn faults_lose_and_are_named() {
    let faults = [
        ("echo bestmove a1a9", "illegal move `a1a9`"),
        ("echo bestmove resign", "illegal move `resign`"),
        ("echo bestmove", "illegal move ``"),
        ("exit 3", "crash"),
        ("sleep 5", "time forfeit"),
        ("yes | head -100000", "time forfeit"),
    ];
    for (on_go, expected) in faults {
        let plan = plan(engine("faulty", on_go), engine("passing", CHO_PASSES), 1);
        let (games, standing) = play(&plan);
        let fault = games[0].bout.fault.clone().map(|(side, fault)| (side, fault.to_string()));
        assert_eq!(fault, Some((Side::Cho, expected.to_owned())), "{on_go}");
        assert_eq!(games[0].bout.winner, Some(Side::Han), "{on_go}");
        assert!(standing.faults[0] >= 1 && standing.count() == 2, "{on_go}");
    }
}

#[test]
#[cfg(unix)]
fn an_engine_that_does_not_speak_the_protocol_ends_the_match() {
    let silent = Contestant { command: vec!["true".to_owned()], ..engine("silent", "") };
    let missing = Contestant { command: vec!["no-such-engine".to_owned()], ..engine("missing", "") };
    for broken in [silent, missing] {
        let name = broken.name.clone();
        let plan = plan(engine("passing", CHO_PASSES), broken, 1);
        let error = arena::run(&plan, &AtomicBool::new(false), &mut |_, _| Ok(())).expect_err("it cannot play");
        assert!(format!("{error:#}").contains(&name), "{error:#}");
    }
    let mut plan = plan(engine("passing", CHO_PASSES), engine("passing", CHO_PASSES), 1);
    plan.rules = Rules::KJA;
    let error = arena::run(&plan, &AtomicBool::new(false), &mut |_, _| Ok(())).expect_err("kja is not offered");
    assert!(format!("{error:#}").contains("does not offer the variant `kja`"), "{error:#}");
}

/// A stop ends even an engine that does not listen, at once and with its process.
#[test]
#[cfg(unix)]
fn a_stop_ends_everything() {
    let mut deaf = engine("deaf", "trap '' TERM; sleep 60");
    deaf.limit = Limit::Depth(9);
    let plan = plan(deaf.clone(), deaf, 5);
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Relaxed);
        });
        let standing = arena::run(&plan, &stop, &mut |_, _| Ok(())).expect("a stop is no failure");
        assert_eq!(standing.count(), 0);
    });
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn rules_without_an_end_are_refused() {
    let endless = Rules { repetition_count: 0, no_capture_limit: 0, total_ply_limit: 0, ..Rules::CASUAL };
    let plan = Plan { rules: endless, ..plan(engine("a", ""), engine("b", ""), 1) };
    let error = arena::run(&plan, &AtomicBool::new(false), &mut |_, _| Ok(())).expect_err("endless");
    assert!(error.to_string().contains("total_ply_limit"), "{error}");
}
