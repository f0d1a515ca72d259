//! The network: what it keeps up to date equals what is computed afresh, and it has no favorite
//! side or wing.

use std::sync::Arc;

use engine::janggi::evaluate::Evaluator as _;
use engine::janggi::network::evaluator::NetworkEvaluator;
use engine::janggi::network::inputs::{Context, INPUTS, STAGES, Tilt, View};
use engine::janggi::network::{Network, WIDTH};
use engine::janggi::value::Value;
use game::rng::SplitMix;
use game::{Match, Position as _, Rules as _};
use janggi::{Action, Board, Handicap, Lineup, Piece, Position, Rules, Setup, Side, Start};

/// A network of random weights: a fault anywhere shows.
fn random_network(seed: u64) -> Arc<Network> {
    let mut rng = SplitMix::new(seed);
    let count = (INPUTS + Context::COUNT + 1 + 2 * STAGES) * WIDTH + STAGES;
    let weights = std::iter::repeat_with(move || rng.below(161) as i16 - 80).take(count);
    Arc::new(Network::from_weights(weights).expect("as many as needed"))
}

fn fresh_value(network: &Arc<Network>, position: &Position) -> Value {
    let mut evaluator = NetworkEvaluator::new(Arc::clone(network));
    evaluator.begin(position);
    evaluator.value(position, 0)
}

fn random_start(rules: Rules, rng: &mut SplitMix) -> Position {
    let lineup = |rng: &mut SplitMix| Lineup::ALL[rng.below(4)];
    let start = Start { cho: lineup(rng), han: lineup(rng), handicap: Handicap::Off };
    let game: Match<Position> = Match::start(rules, &start).expect("the four set-ups are offered");
    game.position().clone()
}

/// Legal actions, with king moves, captures and passes more often than they deserve.
fn random_action(position: &Position, rng: &mut SplitMix) -> Option<Action> {
    let mut legal = Vec::new();
    position.each_legal(&mut |action| legal.push(action));
    let board = position.board();
    let rare = |action: &&Action| {
        action.is_pass() || board.at(action.to).is_some() || action.from == position.king(position.side())
    };
    let rare: Vec<Action> = legal.iter().filter(rare).copied().collect();
    let pool = if rng.below(2) == 0 && !rare.is_empty() { &rare } else { &legal };
    rng.pick(pool).copied()
}

/// A walk through the tree as the search does it: down, back up, and down again elsewhere.
#[test]
fn what_is_followed_equals_what_is_computed_afresh() {
    const DEPTH: usize = 60;
    let network = random_network(1);
    for seed in 0..40 {
        let mut rng = SplitMix::new(seed);
        let rules = [Rules::FSF_JANGGI, Rules::CASUAL][seed as usize % 2];
        let mut line = vec![random_start(rules, &mut rng)];
        let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
        evaluator.begin(&line[0]);
        for _ in 0..300 {
            let ply = line.len() - 1;
            let here = &line[ply];
            let action = random_action(here, &mut rng).filter(|_| here.ending().is_none());
            if ply > 0 && (ply >= DEPTH || action.is_none() || rng.below(4) == 0) {
                line.truncate(rng.below(ply) + 1);
                continue;
            }
            let Some(action) = action else { break };
            let mut next = here.clone();
            next.play_watched(action, &mut evaluator.follow(ply + 1));
            if rng.below(3) > 0 {
                assert_eq!(evaluator.value(&next, ply + 1), fresh_value(&network, &next), "{} {action}", here.setup());
            }
            line.push(next);
        }
    }
}

fn changed(position: &Position, change: impl Fn(&mut Board, janggi::Point, Piece), turn: Side) -> Position {
    let mut board = Board::default();
    position.board().iter().for_each(|(at, piece)| change(&mut board, at, piece));
    let setup = Setup { board, turn, ..position.setup() };
    Position::from_setup(&setup, position.rules()).expect("as legal as before")
}

fn random_positions(rules: Rules, count: u64) -> impl Iterator<Item = Position> {
    (0..count).map(move |seed| {
        let mut rng = SplitMix::new(seed);
        let mut position = random_start(rules, &mut rng);
        for _ in 0..rng.below(120) {
            let Some(action) = random_action(&position, &mut rng) else { break };
            let mut next = position.clone();
            next.play_unchecked(action);
            if next.ending().is_none() {
                position = next;
            }
        }
        position
    })
}

#[test]
fn a_mirror_image_is_worth_the_same() {
    let network = random_network(2);
    for position in random_positions(Rules::FSF_JANGGI, 500) {
        let mirrored = changed(&position, |board, at, piece| board.put(piece, at.mirrored()), position.side());
        assert_eq!(fresh_value(&network, &position), fresh_value(&network, &mirrored), "{}", position.setup());
    }
}

/// Where no extra points make a difference between the sides.
#[test]
fn with_sides_exchanged_it_is_worth_the_same_to_the_mover() {
    let network = random_network(3);
    let rules = Rules::preset("fsf-traditional").expect("a preset");
    for position in random_positions(rules, 500) {
        let swap = |board: &mut Board, at: janggi::Point, piece: Piece| {
            board.put(Piece::new(piece.side().other(), piece.role()), at.turned());
        };
        let turned = changed(&position, swap, position.side().other());
        assert_eq!(fresh_value(&network, &position), fresh_value(&network, &turned), "{}", position.setup());
    }
}

#[test]
fn every_input_has_its_own_place_and_the_king_stands_left() {
    for position in random_positions(Rules::FSF_JANGGI, 200) {
        let tilt = Tilt::of(position.board());
        for side in Side::ALL {
            let view = View::new(side, position.king(side), tilt);
            assert!(view.index() < View::COUNT);
            let mut inputs: Vec<usize> =
                position.board().iter().map(|(at, piece)| view.input(side, piece, at)).collect();
            inputs.sort_unstable();
            inputs.dedup();
            assert_eq!(inputs.len(), position.board().occupied().len() as usize);
            assert!(inputs.iter().all(|input| *input < INPUTS));
        }
        assert!(Context::of(&position).iter().all(|context| context.index() < Context::COUNT));
    }
}
