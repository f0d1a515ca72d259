//! The searches find what looking at everything finds.

use engine::alpha_beta::{Inquiry, Method, Opponents, Oversight, Root, Shortcuts, Width, plain, search};
use engine::judges::{janggi::JanggiJudge, nanguk::NangukJudge, tigers::TigersJudge, yonin::YoninJudge};
use engine::{Judge, Limits, Worth};
use game::rng::SplitMix;
use game::{Match, Position};

use crate::common::heap::Heap;
use crate::common::{Blind, is_win, load, minimax, scramble, start};

/// Random positions of a game, searched to `depth`.
fn equals_minimax<P: Position, J: Judge<P> + Copy>(rules: &str, judge: J, depth: u32, positions: u64) {
    for seed in 0..positions {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<P>(rules);
        scramble(&mut game, 10 + rng.below(60), &mut rng);
        if game.turn().is_none() {
            continue;
        }
        let seat = game.position().turn();
        let expected = minimax(&game, &judge, seat, depth, 0);
        let found = plain(game.position(), game.past(), &judge, depth);
        assert_eq!(found, expected, "{rules}, seed {seed}: {}", game.position().state());
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (position, past, method) = (game.position(), game.past(), Method::PLAIN);
        let inquiry = Inquiry {
            position,
            past,
            seat,
            judge: &judge,
            method,
            oversight: Oversight::NONE,
            margin: 50,
            lines: 3,
            only: &[],
            limits,
            timer: &(),
        };
        let finding = search(&inquiry, &mut |_| ());
        assert_eq!(finding.worth(), expected, "{rules}, seed {seed}: {}", game.position().state());
        for (action, worth) in finding.choices {
            let mut child = game.clone();
            child.do_deed(game::Deed::Act(action)).expect("a choice is legal");
            let plies = judge.plies(position, action);
            assert_eq!(worth, minimax(&child, &judge, seat, depth.saturating_sub(plies), 1), "{action}");
        }
    }
}

#[test]
fn janggi_equals_minimax() {
    equals_minimax::<janggi::Position, _>("kja", JanggiJudge, 2, 12);
    equals_minimax::<janggi::Position, _>("fsf-janggi", JanggiJudge, 2, 6);
}

#[test]
fn nanguk_equals_minimax() {
    equals_minimax::<nanguk::Position, _>("base;terrain=example", NangukJudge, 2, 12);
    equals_minimax::<nanguk::Position, _>("sea;terrain=myeongnyang", NangukJudge, 2, 8);
    equals_minimax::<nanguk::Position, _>("firearms;terrain=example", NangukJudge, 2, 6);
}

#[test]
fn tigers_equals_minimax() {
    equals_minimax::<tigers::Position, _>("base", TigersJudge, 2, 12);
    equals_minimax::<tigers::Position, _>("base;ap=2;ply=12", TigersJudge, 3, 4);
}

/// Four seats in two camps.
#[test]
fn yonin_equals_minimax() {
    equals_minimax::<yonin::Position, _>("standard", YoninJudge, 2, 12);
    equals_minimax::<yonin::Position, _>("doubles", YoninJudge, 2, 8);
    equals_minimax::<yonin::Position, _>("standard;fate=inherit;cap=60", YoninJudge, 2, 8);
}

/// With the table and everything else, a heap is solved to its end, although seats act twice.
#[test]
fn a_heap_is_solved() {
    for tokens in 1..=16 {
        let game: Match<Heap> = load("heap", &tokens.to_string());
        let expected = minimax(&game, &Blind, game.position().turn(), 40, 0);
        let widths = [Width::All, Width::Best(3)];
        for (opponents, width) in [Opponents::United, Opponents::OneReply].into_iter().zip(widths) {
            let method = Method { shortcuts: Shortcuts::Safe, opponents, root: Root::Scouts, width, ..Method::PLAIN };
            let limits = Limits { depth: Some(20), ..Limits::default() };
            let (position, past, seat) = (game.position(), game.past(), game.position().turn());
            let inquiry = Inquiry {
                position,
                past,
                seat,
                judge: &Blind,
                method,
                oversight: Oversight::NONE,
                margin: 0,
                lines: 1,
                only: &[],
                limits,
                timer: &(),
            };
            let worth = search(&inquiry, &mut |_| ()).worth();
            assert_eq!(is_win(worth), is_win(expected), "{tokens} tokens: {worth:?}, not {expected:?}");
        }
        assert_eq!(plain(game.position(), game.past(), &Blind, 40), expected, "{tokens} tokens");
    }
}

/// Asks for the worth of a position and the first action.
fn best<P: Position, J: Judge<P>>(game: &Match<P>, judge: &J, method: Method, depth: u32) -> (Worth, String) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (position, past, seat) = (game.position(), game.past(), game.position().turn());
    let (oversight, only, timer) = (Oversight::NONE, &[][..], &());
    let inquiry = Inquiry { position, past, seat, judge, method, oversight, margin: 0, lines: 1, only, limits, timer };
    let finding = search(&inquiry, &mut |_| ());
    (finding.worth(), finding.choices[0].0.to_string())
}

/// What the shortcuts change is the way, not the win.
#[test]
fn shortcuts_keep_wins() {
    let mut wins = 0;
    for seed in 0..40 {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<nanguk::Position>("base;terrain=example");
        scramble(&mut game, 40 + rng.below(60), &mut rng);
        if game.turn().is_none() {
            continue;
        }
        let plain = best(&game, &NangukJudge, Method::PLAIN, 3);
        let strong = best(&game, &NangukJudge, Method::STRONG, 3);
        if is_win(plain.0) {
            wins += 1;
            assert!(is_win(strong.0), "seed {seed}: {plain:?}, {strong:?}");
        }
    }
    assert!(wins > 5, "only {wins} positions were won");
}

#[test]
fn the_same_search_finds_the_same_line() {
    let game = start::<yonin::Position>("standard");
    let one = best(&game, &YoninJudge, Method::STRONG, 4);
    assert_eq!(one, best(&game, &YoninJudge, Method::STRONG, 4));
}

/// A novice finds other things than who sees everything, and the same ones again.
#[test]
fn what_is_overlooked_is_overlooked_always() {
    let mut misled = 0;
    for seed in 0..12 {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<nanguk::Position>("base;terrain=example");
        scramble(&mut game, 40 + rng.below(40), &mut rng);
        let Some(seat) = game.turn() else { continue };
        let worth = |percent: u8| {
            let (position, past, method, oversight) =
                (game.position(), game.past(), Method::STRONG, Oversight::new(percent, seed));
            let (judge, limits) = (&NangukJudge, Limits { depth: Some(3), ..Limits::default() });
            let (margin, lines, only, timer) = (0, 1, &[][..], &());
            let inquiry =
                Inquiry { position, past, seat, judge, method, oversight, margin, lines, only, limits, timer };
            search(&inquiry, &mut |_| ()).worth()
        };
        assert_eq!(worth(40), worth(40), "seed {seed}");
        // Even who overlooks everything thinks of one answer.
        let (all, some, none) = (worth(0), worth(40), worth(100));
        misled += usize::from(some > all) + usize::from(none > all);
    }
    assert!(misled > 6, "{misled}: the other side's best answers are missed");
}

/// A judge that lists loud actions in a way of its own lists all of them, in the order of the rules.
fn lists_what_is_loud<P: Position, J: Judge<P>>(judge: &J, rules: &str) -> usize {
    let mut count = 0;
    for seed in 0..300 {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<P>(rules);
        scramble(&mut game, rng.below(160), &mut rng);
        let (position, mut listed) = (game.position(), Vec::new());
        judge.each_loud(position, &mut |action| listed.push(action));
        let mut loud = Vec::new();
        position.each_legal(&mut |action| loud.extend(Some(action).filter(|action| judge.is_loud(position, *action))));
        assert_eq!(listed, loud, "{rules}: {}", position.state());
        count += loud.len();
    }
    count
}

#[test]
fn what_is_loud_is_listed_in_full() {
    let counts = ["base", "full"].map(|rules| lists_what_is_loud::<tigers::Position, _>(&TigersJudge, rules));
    assert!(counts.iter().all(|count| *count > 15), "{counts:?}");
}
