//! The fast generator against the slow, obvious one on random games.

use game::rng::SplitMix;
use game::{Choices as _, Rules as _};
use janggi::{Position, Rules};
use reference::{Board, Facing, Options, Pass, Stalemate};

use crate::reference;

/// The same rules for the oracle.
fn options(rules: &Rules) -> Options {
    let is = |key: &str, value: &str| rules.get(key).as_deref() == Some(value);
    let facing = if is("facing", "illegal") {
        Facing::Illegal
    } else if is("facing", "ignored") {
        Facing::Ignored
    } else if is("bikjang_trigger", "king_move") {
        Facing::BikjangKingMove
    } else {
        Facing::BikjangAny
    };
    let pass = if is("pass", "never") {
        Pass::Never
    } else if is("pass", "not_in_check") {
        Pass::NotInCheck
    } else {
        Pass::OnlyIfNoMove
    };
    Options {
        facing,
        bikjang_min_captures: usize::from(rules.bikjang_min_captures),
        pass,
        stalemate: if is("stalemate", "loss") { Stalemate::Loss } else { Stalemate::ForcedPass },
        double_pass_ends: is("double_pass", "ends"),
        cannon_takes_cannon: is("cannon_takes_cannon", "yes"),
    }
}

fn legal(position: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    position.visit_legal(&mut |action| texts.push(action.to_string()));
    texts.sort();
    texts
}

/// Plays at random, captures preferred now and then, so that boards empty and kings come out.
fn compare_game(rules: Rules, fen: &str, seed: u64) -> usize {
    let mut rng = SplitMix::new(seed);
    let mut fast = Position::from_state(fen, &rules).expect("a legal position");
    let mut slow = Board::new(fen, options(&rules));
    let mut compared = 0;
    for _ in 0..160 {
        let actions = legal(&fast);
        let state = game::Position::state(&fast);
        assert_eq!(actions, reference::legal(&slow), "{rules:?} seed {seed}\n{state}");
        assert_eq!(fast.count_legal(), actions.len() as u64, "{state}");
        assert_eq!(fast.has_legal(), !actions.is_empty(), "{state}");
        compared += 1;
        let enemy = fast.board().of(fast.side().other());
        let mut captures = Vec::new();
        fast.visit_moves_to(enemy, &mut |action| captures.push(action.to_string()));
        let pool = if !captures.is_empty() && rng.below(3) == 0 { &captures } else { &actions };
        let Some(text) = rng.pick(pool).cloned() else { break };
        let action = game::Position::parse(&fast, &text).expect("a legal action");
        game::Position::play_unchecked(&mut fast, action);
        reference::play(&mut slow, &text);
        assert_eq!(game::Position::state(&fast), reference::fen(&slow));
    }
    compared
}

#[test]
fn the_fast_generator_equals_the_slow_one() {
    let mut compared = 0;
    let starts = [reference::START, "bnra1arnb/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR w - - 0 1"];
    for preset in Rules::PRESETS {
        let rules = Rules::preset(preset.name).expect("a preset");
        for seed in 0..12 {
            compared += compare_game(rules, starts[seed as usize % 2], seed);
        }
    }
    assert!(compared > 5000, "{compared} positions");
}

#[test]
fn so_it_does_under_mixed_options() {
    const MIXES: [&str; 7] = [
        "kja;pass=only_if_no_move",
        "seed1;stalemate=forced_pass",
        "seed1;pass=not_in_check",
        "seed1;cannon_takes_cannon=no;pass=only_if_no_move",
        "traditional;cannon_takes_cannon=yes;double_pass=none",
        "kja;bikjang_min_captures=10;bikjang_trigger=king_move",
        "fsf-janggi;pass=never;stalemate=forced_pass",
    ];
    for (mix, seed) in MIXES.into_iter().zip(100..) {
        let (rules, ()) = game::choices::parse(mix).expect("known options");
        for step in 0..8 {
            compare_game(rules, reference::START, seed * 1000 + step);
        }
    }
}

/// Random diagrams with few pieces near the palaces: checks, pins and screens in every shape.
#[test]
fn so_it_does_on_random_diagrams() {
    let mut rng = SplitMix::new(2026);
    let mut compared = 0;
    while compared < 4000 {
        let preset = Rules::PRESETS[rng.below(Rules::PRESETS.len())].name;
        let rules = Rules::preset(preset).expect("a preset");
        let setup = random_setup(&mut rng);
        if Position::from_setup(&setup, &rules).is_ok() {
            compare_start(rules, &setup.to_string());
            compared += 1;
        }
    }
}

fn compare_start(rules: Rules, fen: &str) {
    let fast = Position::from_state(fen, &rules).expect("no flaws");
    let slow = Board::new(fen, options(&rules));
    assert_eq!(legal(&fast), reference::legal(&slow), "{rules:?}\n{fen}");
    assert_eq!(fast.count_legal(), legal(&fast).len() as u64, "{fen}");
}

fn random_setup(rng: &mut SplitMix) -> janggi::Setup {
    use janggi::{Board, Piece, Point, Role, Setup, Side};
    let mut board = Board::default();
    for side in Side::ALL {
        let palace = |rng: &mut SplitMix| {
            let rank = rng.below(3) + if side == Side::Cho { 0 } else { 7 };
            Point::new(3 + rng.below(3), rank).expect("in the palace")
        };
        let put = |role, point: Point, board: &mut Board| {
            if board.at(point).is_none() {
                board.put(Piece::new(side, role), point);
            }
        };
        let king = palace(rng);
        put(Role::King, king, &mut board);
        for role in Role::ALL.into_iter().skip(1) {
            for _ in 0..rng.below(role.full_count() as usize + 1) {
                let point = if role == Role::Guard { palace(rng) } else { Point::from_index(rng.below(Point::COUNT)) };
                put(role, point, &mut board);
            }
        }
    }
    let turn = Side::ALL[rng.below(2)];
    Setup { board, turn, halfmove: 0, fullmove: 1 }
}
