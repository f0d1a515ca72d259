//! Makes data without a search: positions a few random moves away from those of games, as the
//! evaluation by hand judges them. There is no end of such data, so that a network can learn by
//! heart what the evaluation knows before it learns from games.

use std::path::Path;

use anyhow::Result;
use engine::janggi::evaluate::{Evaluator as _, HandEvaluator};
use game::Position as _;
use game::rng::SplitMix;
use janggi::{Position, Rules};

use crate::data::{self, GameResult, Reader, Recipe, Sample, Writer, position_of};

/// What to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// How many walks to begin at each position.
    pub walks: usize,
    /// The seed of the walks.
    pub seed: u64,
}

/// The longest walk.
const PLIES_MAX: usize = 6;
/// Beyond this a position is decided and teaches nothing.
const VALUE_MAX: i32 = 3000;
/// Positions that are kept together, as those of one game are.
const BLOCK: usize = 5000;

/// Walks from the positions of the files; gives the number of positions. They have no results, so
/// that their result's share in a training must be 0.
///
/// # Errors
/// If a file is damaged or the new one cannot be written.
pub fn run(order: Order, paths: &[&Path], out: &Path) -> Result<u64> {
    let mut writer = Writer::open(out, Recipe(data::fingerprint(&format!("{order:?} {paths:?}"))))?;
    let mut rng = SplitMix::new(order.seed);
    let mut number = 0;
    for path in paths {
        let mut reader = Reader::open(path)?;
        while let Some((_, samples)) = reader.next_block()? {
            for block in walks(order, &samples, &mut rng).chunks(BLOCK) {
                if !writer.has(number) {
                    writer.append(number, block)?;
                }
                number += 1;
            }
        }
    }
    Ok(writer.count().1)
}

fn walks(order: Order, samples: &[Sample], rng: &mut SplitMix) -> Vec<Sample> {
    let starts = samples.iter().filter_map(|sample| position_of(sample, Rules::FSF_JANGGI));
    starts.flat_map(|start| (0..order.walks).filter_map(|_| walk(start.clone(), rng)).collect::<Vec<_>>()).collect()
}

/// Some random moves; `None` if they end in a position that is not quiet.
fn walk(mut position: Position, rng: &mut SplitMix) -> Option<Sample> {
    for _ in 0..=rng.below(PLIES_MAX) {
        let mut moves = Vec::new();
        position.each_legal(&mut |action| {
            if !action.is_pass() {
                moves.push(action);
            }
        });
        position.play_unchecked(*rng.pick(&moves)?);
    }
    let quiet = position.ending().is_none() && !position.in_check(position.side()) && !position.bikjang();
    let value = HandEvaluator.value(&position, 0).hundredths();
    (quiet && value.abs() <= VALUE_MAX).then(|| Sample {
        board: position.board().clone(),
        side: position.side(),
        value: value as i16,
        result: GameResult::Drawn,
        halfmove: position.halfmove().min(255) as u8,
    })
}
