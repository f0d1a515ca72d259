//! The worked examples of the rules, one claim a line of `data/examples.txt`.

use game::{Match, Rules as _};
use janggi::{Position, Rules};

struct Example<'a> {
    number: &'a str,
    fen: &'a str,
    presets: &'a str,
    moves: &'a str,
    claim: &'a str,
}

fn examples() -> impl Iterator<Item = Example<'static>> {
    let lines = include_str!("../data/examples.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| match line.split('|').collect::<Vec<_>>()[..] {
        [number, fen, presets, moves, claim, _] => Example { number, fen, presets, moves, claim },
        _ => panic!("not six fields: {line}"),
    })
}

fn played(example: &Example, preset: &str) -> Match<Position> {
    let rules = Rules::preset(preset).unwrap_or_else(|| panic!("preset {preset}"));
    let mut game = Match::load(rules, example.fen).unwrap_or_else(|refusal| panic!("{}: {refusal}", example.number));
    for action in example.moves.split_whitespace() {
        game.act(action).unwrap_or_else(|refusal| panic!("example {} {preset}: {action}: {refusal}", example.number));
    }
    game
}

fn legal(game: &Match<Position>) -> Vec<String> {
    let mut texts: Vec<_> = game.legal().iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn targets(game: &Match<Position>, from: &str) -> Vec<String> {
    let moves = game.legal().into_iter().filter(|action| action.from.to_string() == from && !action.is_pass());
    let mut texts: Vec<_> = moves.map(|action| action.to.to_string()).collect();
    texts.sort();
    texts
}

fn assert_claim(example: &Example, preset: &str) {
    let game = played(example, preset);
    let name = format!("example {} under {preset}", example.number);
    let (word, rest) = example.claim.split_once(' ').expect("a claim of two words");
    match word {
        "legal-count" => assert_eq!(legal(&game).len().to_string(), rest, "{name}"),
        "legal" => assert!(legal(&game).contains(&rest.to_owned()), "{name}: {rest}"),
        "illegal" => {
            assert!(!legal(&game).contains(&rest.to_owned()), "{name}: {rest}");
            let refusal = game.clone().act(rest).expect_err(&name);
            assert!(refusal.code.starts_with("E_"), "{name}");
        }
        "from" => {
            let (from, wanted) = rest.split_once(": ").expect("from SQ: targets");
            let mut wanted: Vec<_> = wanted.split_whitespace().filter(|target| *target != "-").collect();
            wanted.sort_unstable();
            assert_eq!(targets(&game, from), wanted, "{name}");
        }
        "result" => {
            let result = game::Position::result(game.position());
            assert_eq!(result.as_deref().unwrap_or("ongoing"), rest, "{name}");
        }
        _ => panic!("{name}: unknown claim {word}"),
    }
}

#[test]
fn every_worked_example_holds() {
    let mut count = 0;
    for example in examples() {
        for preset in example.presets.split(',') {
            assert_claim(&example, preset);
        }
        count += 1;
    }
    assert_eq!(count, 118);
}
