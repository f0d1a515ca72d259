//! The crate against the slow referee, which shares no code with it.

use game::rng::SplitMix;
use game::{Choices as _, Leaving, Position as _, choices};
use yonin::{Position, Rules, START, Start};

use crate::reference;

use reference::{Options, State};

/// Plays the same random game on both, comparing the legal actions, the state after every one
/// and sometimes the state after somebody leaves.
fn compare(options: &str, state: &str, seed: u64, plies: usize) -> usize {
    let (mut rules, _) = choices::parse::<Rules, Start>(&format!("standard;{options}")).expect("known options");
    let mut fast = Position::load(&mut rules, state).expect("a state");
    let mut slow = State::read(&Options::new(options), state);
    let mut rng = SplitMix::new(seed);
    for ply in 0..plies {
        let texts = slow.legal_texts();
        assert_eq!(legal_texts(&fast), texts, "{options} {}", slow.write());
        assert_eq!(fast.count_legal(), texts.len() as u64);
        if slow.is_over() {
            return ply;
        }
        compare_leaving(&fast, &slow);
        let text = rng.pick(&texts).expect("a legal action");
        fast.play_unchecked(fast.parse(text).expect("an action"));
        slow = slow.play(slow.find(text).expect("the same action"));
        assert_eq!(fast.state(), slow.write(), "{options} after {text}");
    }
    plies
}

fn compare_leaving(fast: &Position, slow: &State) {
    for (why, cause) in [(Leaving::Resigned, 'r'), (Leaving::Flagged, 't')] {
        let mut left = fast.clone();
        left.leave(fast.turn(), why).expect("it may leave");
        assert_eq!(left.state(), slow.leave(cause).write());
    }
}

fn legal_texts(position: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    position.each_legal(&mut |action| texts.push(action.to_string()));
    texts.sort_unstable();
    texts
}

fn mixed_options(rng: &mut SplitMix) -> String {
    let board = ["fate", "zone", "pawnforce", "uchifuzume", "uraou", "mode", "end", "aftermate"];
    let choices = Rules::CHOICES.iter().filter(|choice| board.contains(&choice.key));
    let picks: Vec<String> =
        choices.map(|choice| format!("{}={}", choice.key, rng.pick(choice.values).expect("values"))).collect();
    picks.join(";")
}

#[test]
fn both_agree_through_whole_games() {
    let mut rng = SplitMix::new(1);
    let positions: usize = (0..24).map(|seed| compare(&mixed_options(&mut rng), START, seed, 150)).sum();
    assert!(positions > 2000, "{positions} positions were compared");
}

#[test]
fn both_agree_where_men_are_few_and_checks_many() {
    let states = [
        "4nK4/9/9/9/wK7eK/9/9/1sR7/4sK4 s sG,wG,nRP,eRP - - 1",
        "3nK5/5wK1wR1/9/7sS1/7eK1/9/9/9/5sK3 s s2GP,w2P,n2S,e2S - - 1",
        "9/9/2nK1wK4/9/9/2sK1eK4/9/9/9 s sRGP,wRGP,nRGP,eRGP - - 1",
        "9/2nG1nK2sR1/3nP5/1w+R7/3sR5/4eP2eK1/wS4sP3/wKwPsPsP1sSsS2/wG1sG2sK3 n sGS4P,w4G4S2P,eR ne - 189",
        "7w+R1/2nG1nKnS3/e+P2nP1nP2wG/1wP6eS/1wG1sR1ePeG2/4nR3eK/wSwK3sP1eSeG/1wPsP2sS3/wG2sG1sKsSsS1 e sSP,wRGP,nP,eP e - 121",
        "1nK1wP2s+R2/4w+R4/wGwP1wGwS2nPnP/1wSwS4nG1/wGwKwP6/wSwP2n+R1ePwS1/9/sSwP1sK1n+R1eK1/wS1sS5eP e sP,n4G2P es - 173",
    ];
    let mut rng = SplitMix::new(2);
    let positions: usize =
        (0..120).map(|seed| compare(&mixed_options(&mut rng), states[seed as usize % states.len()], seed, 60)).sum();
    assert!(positions > 2000, "{positions} positions were compared");
}

#[test]
fn both_spare_the_partner() {
    let state = "3wR5/2nK1wP1eG2/9/1sG1eR1wS3/wKwP1nR2ePeK1/2wG1sS4/4sR4/3eP1nG3/4sK4 s sRP,wRP,nRP,eRP s - 1";
    let positions: usize = (0..25).map(|seed| compare("mode=doubles", state, seed, 50)).sum();
    assert!(positions > 500, "{positions} positions were compared");
}

#[test]
fn both_count_the_same_sequences() {
    let slow = State::read(&Options::new(""), START);
    let fast = Position::start(&Rules::default(), &Start::default()).expect("the game starts");
    for depth in 0..=4 {
        assert_eq!(game::perft::perft(&fast, depth), slow.perft(depth));
    }
}
