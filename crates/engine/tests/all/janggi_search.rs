//! The janggi search: what it must find, and what it must agree with.

use std::sync::atomic::AtomicBool;

use engine::janggi::depth::Depth;
use engine::janggi::engine::{Engine, Judgment, Problem};
use engine::janggi::evaluate::{Evaluator, HandEvaluator};
use engine::janggi::exchange::{wins_at_least, worth};
use engine::janggi::search::{Budget, Line};
use engine::janggi::value::Value;
use game::rng::SplitMix;
use game::{Match, Rules as _};
use janggi::{Action, EndReason, Point, Position, Role, Rules, Side};

fn think(game: &Match<Position>, budget: &Budget) -> Vec<Line> {
    Engine::new(16, 1).think(&Problem::of(game), budget, &(), &AtomicBool::new(false), &mut |_| {})
}

fn think_by_hand(game: &Match<Position>, budget: &Budget) -> Vec<Line> {
    let mut engine = Engine::judging(Judgment::Hand, 16, 1);
    engine.think(&Problem::of(game), budget, &(), &AtomicBool::new(false), &mut |_| {})
}

fn load(rules: Rules, fen: &str) -> Match<Position> {
    Match::load(rules, fen).expect("a legal position")
}

/// A game of random moves, with captures preferred now and then.
fn random_game(rules: Rules, plies: usize, seed: u64) -> Match<Position> {
    let mut rng = SplitMix::new(seed);
    let mut game: Match<Position> = Match::start(rules, &janggi::Start::default()).expect("the game starts");
    for _ in 0..plies {
        let legal: Vec<Action> = game.legal();
        let captures: Vec<Action> =
            legal.iter().copied().filter(|a| !a.is_pass() && game.position().board().at(a.to).is_some()).collect();
        let pool = if !captures.is_empty() && rng.below(2) == 0 { &captures } else { &legal };
        let Some(action) = rng.pick(pool) else { break };
        game.do_deed(game::Deed::Act(*action)).expect("legal");
    }
    game
}

/// Plain alpha-beta without the beta: every line to its end.
fn minimax(game: &Match<Position>, depth: i32, ply: usize) -> Value {
    let position = game.position();
    let side = position.side();
    if let Some(ending) = position.ending() {
        if matches!(ending.reason, EndReason::Checkmate | EndReason::Stalemate) {
            return Value::mated_in(ply);
        }
        return ending.winner.map_or(Value::EVEN, |winner| Value::decided_at(ply, winner == side));
    }
    // Where passing wins at once the search does not look further.
    let passing = position.bikjang() || (position.after_pass() && !position.in_check(side));
    if ply > 0 && position.rules().scores() && position.leader() == side && passing {
        return Value::decided_at(ply + 1, true);
    }
    if depth == 0 {
        return HandEvaluator.value(position, 0);
    }
    let mut best = Value::NOTHING;
    for action in game.legal() {
        let mut child = game.clone();
        child.do_deed(game::Deed::Act(action)).expect("legal");
        best = best.max(-minimax(&child, depth - 1, ply + 1));
    }
    best
}

#[test]
fn without_guesswork_it_is_plain_alpha_beta() {
    for (seed, preset) in (0..14)
        .zip(["fsf-janggi", "casual", "kja", "traditional", "seed1", "modern", "fsf-traditional"].into_iter().cycle())
    {
        let game = random_game(Rules::preset(preset).expect("a preset"), 30 + 5 * seed as usize, seed);
        if game.turn().is_none() {
            continue;
        }
        for depth in 1..=2 {
            let budget = Budget { depth: Depth::new(depth), plain: true, ..Budget::default() };
            let found = think_by_hand(&game, &budget)[0].value;
            assert_eq!(found, minimax(&game, depth, 0), "{preset} seed {seed} depth {depth}");
        }
    }
}

struct Puzzle {
    fen: &'static str,
    best: &'static str,
    mate: Option<i32>,
}

fn puzzles() -> impl Iterator<Item = Puzzle> {
    include_str!("data/janggi-tactics.epd").lines().map(|line| {
        let mut fields = line.split(';');
        let fen = fields.next().expect("a FEN");
        let best = fields.next().and_then(|field| field.strip_prefix("bm ")).expect("a best move");
        let mate = fields.next().and_then(|field| field.strip_prefix("mate ")?.parse().ok());
        Puzzle { fen, best, mate }
    })
}

#[test]
fn mates_are_found_and_counted() {
    let mut count = 0;
    for puzzle in puzzles() {
        let Some(moves) = puzzle.mate else { continue };
        count += 1;
        let game = load(Rules::FSF_JANGGI, puzzle.fen);
        // With some time to spare the search ends as soon as a mate is proven.
        let budget = Budget { nodes: Some(500_000), soft_ms: Some(1000), ..Budget::default() };
        let lines = think(&game, &budget);
        // A bikjang that the other side must accept while behind on points is as good as a mate.
        let wins = lines[0].value.is_won() && lines[0].actions[0].to_string() == puzzle.best;
        let mates = lines[0].value.mate_plies().is_some_and(|plies| plies > 0 && (plies + 1) / 2 <= moves);
        assert!(mates || wins, "{} {} in {moves}: {:?}", puzzle.fen, puzzle.best, lines[0]);
    }
    assert_eq!(count, 37);
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let game = random_game(Rules::KJA, 24, 5);
    let budget = Budget { nodes: Some(30_000), ..Budget::default() };
    let (one, two) = (think(&game, &budget), think(&game, &budget));
    assert_eq!(one[0].actions, two[0].actions);
    assert_eq!(one[0].value, two[0].value);
}

/// An exchange played out on real boards: always the cheapest attacker, until it does not pay.
fn played_out(position: &Position, target: Point, side: Side) -> i32 {
    let board = position.board();
    let Some(victim) = board.at(target) else { return 0 };
    let order = [Role::Soldier, Role::Guard, Role::Elephant, Role::Horse, Role::Cannon, Role::Chariot, Role::King];
    let attacks = |role: &Role| board.pieces(side, *role).iter().find(|from| position.reach(*from).contains(target));
    let Some(from) = order.iter().find_map(attacks) else { return 0 };
    let next = moved(position, Action::new(from, target));
    (worth(victim.role()) - played_out(&next, target, side.other())).max(0)
}

/// The board after a move, whoever's turn it is and whatever it leaves in check.
fn moved(position: &Position, action: Action) -> Position {
    let mut next = position.clone();
    next.play_watched(action, &mut ());
    next
}

#[test]
fn exchanges_agree_with_playing_them_out() {
    let mut compared = 0;
    for seed in 0..200 {
        let game = random_game(Rules::CASUAL, 20 + seed as usize % 60, seed);
        let position = game.position();
        let side = position.side();
        position.visit_moves_to(position.board().of(side.other()), &mut |action| {
            let victim = position.board().at(action.to).expect("a capture");
            let gain = worth(victim.role()) - played_out(&moved(position, action), action.to, side.other());
            for threshold in [-900, -300, -1, 0, 1, 150, 400, 900] {
                let wins = wins_at_least(position, action, threshold);
                assert_eq!(wins, gain >= threshold, "{action} {gain} {threshold} {}", game::Position::state(position));
            }
            compared += 1;
        });
    }
    assert!(compared > 150, "{compared} captures");
}

#[test]
fn it_passes_to_win_on_points_and_not_to_lose() {
    // Han leads by the extra points; Cho has just passed, so a pass wins at once.
    let mut game = load(Rules::KJA, "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1");
    game.act("e2e2").expect("a pass");
    let budget = Budget { depth: Depth::new(4), ..Budget::default() };
    assert_eq!(think(&game, &budget)[0].actions[0].to_string(), "e9e9");
    // Under draws the same pass would only draw; at the start nobody gives that away.
    let game = load(Rules::KJA, "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1");
    assert!(!think(&game, &budget)[0].actions[0].is_pass(), "Cho would lose by half a point more");
}

#[test]
fn it_seeks_a_bikjang_when_ahead_and_avoids_it_when_behind() {
    // Example 75: Cho is ahead by half a point; facing the kings wins if Han cannot part them well.
    let budget = Budget { depth: Depth::new(5), ..Budget::default() };
    let ahead = load(Rules::KJA, "4k4/9/9/9/9/9/P8/9/9/3K5 w - - 0 1");
    assert!(think(&ahead, &budget)[0].value > Value::EVEN);
    let behind = load(Rules::KJA, "4k4/9/9/r8/9/9/9/9/9/3K5 w - - 0 1");
    assert_ne!(think(&behind, &budget)[0].actions[0].to_string(), "d1e1");
}

#[test]
fn a_limit_decides_by_points_or_draws() {
    let fen = "5k3/9/9/9/9/1R7/9/9/9/3K5 w - - 98 1";
    let budget = Budget { depth: Depth::new(3), ..Budget::default() };
    assert!(think(&load(Rules::FSF_JANGGI, fen), &budget)[0].value.is_won());
    let drawn = think(&load(Rules::FSF_TRADITIONAL, fen), &budget)[0].value;
    assert!(!drawn.is_certain(), "{drawn:?}");
}
