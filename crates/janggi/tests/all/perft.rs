//! Perft counts: every line of `data/perft.epd`, and the start positions to depth 5.

use game::perft::perft;
use janggi::{Position, Rules};

fn rules(variant: &str) -> Rules {
    match variant {
        "janggi" => Rules::FSF_JANGGI,
        "janggitraditional" => Rules::FSF_TRADITIONAL,
        "janggicasual" | "janggimodern" => Rules::CASUAL,
        _ => panic!("unknown variant {variant}"),
    }
}

/// The deepest counts are for optimized builds.
fn is_deep() -> bool {
    std::env::var_os("DAEGUK_DEEP").is_some()
}

#[test]
fn every_line_of_the_file() {
    let (mut counts, depth_max) = (0, if is_deep() { 4 } else { 3 });
    for line in include_str!("../data/perft.epd").lines() {
        let mut fields = line.split(';');
        let (variant, fen) = (fields.next().expect("a variant"), fields.next().expect("a FEN"));
        let position = Position::from_state(fen, &rules(variant)).expect("a legal position");
        for field in fields {
            let (depth, nodes) = field.split_once(' ').expect("a depth and a count");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            if depth <= depth_max {
                assert_eq!(perft(&position, depth).to_string(), nodes, "{line} at depth {depth}");
                counts += 1;
            }
        }
    }
    assert!(counts >= 592 * 3, "{counts} counts");
}

#[test]
fn the_start_position_to_depth_five() {
    if !is_deep() {
        return;
    }
    let fen = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    let position = Position::from_state(fen, &Rules::FSF_JANGGI).expect("a legal position");
    assert_eq!(perft(&position, 5), 35_243_995);
}
