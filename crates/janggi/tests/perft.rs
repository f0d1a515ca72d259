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

/// The deepest counts run in release mode only.
const DEPTH_MAX: u32 = if cfg!(debug_assertions) { 3 } else { 4 };

#[test]
fn every_line_of_the_file() {
    let mut counts = 0;
    for line in include_str!("data/perft.epd").lines() {
        let mut fields = line.split(';');
        let (variant, fen) = (fields.next().expect("a variant"), fields.next().expect("a FEN"));
        let position = Position::from_fen(fen, rules(variant)).expect("a legal position");
        for field in fields {
            let (depth, nodes) = field.split_once(' ').expect("a depth and a count");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            if depth <= DEPTH_MAX {
                assert_eq!(perft(&position, depth).to_string(), nodes, "{line} at depth {depth}");
                counts += 1;
            }
        }
    }
    assert!(counts >= 592 * 3, "{counts} counts");
}

#[test]
fn the_start_position_to_depth_five() {
    if cfg!(debug_assertions) {
        return;
    }
    let fen = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    let position = Position::from_fen(fen, Rules::FSF_JANGGI).expect("a legal position");
    assert_eq!(perft(&position, 5), 35_243_995);
}
