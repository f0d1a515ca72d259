//! The laws that every game of the house keeps, under every preset and many mixes of options.

use game::conformance::{
    Effort, garbled, mixed_games_end, random_game, random_games, survives_record_bytes, survives_text,
};
use game::rng::SplitMix;
use game::{Choices as _, Match, Rules as _, choices};
use yonin::{Position, Rules, START, Start};

#[test]
fn random_games_keep_every_law_under_each_preset() {
    for preset in Rules::PRESETS {
        random_games::<Position>(preset.name, Effort { games: 4, deeds: 600, seed: 1 });
    }
}

#[test]
fn random_games_keep_every_law_under_mixed_options() {
    let mut rng = SplitMix::new(7);
    for seed in 0..60 {
        random_games::<Position>(&mixed_options(&mut rng), Effort { games: 1, deeds: 250, seed });
    }
}

/// Few men and many checks, mates, eliminations and repetitions.
#[test]
fn random_endgames_keep_every_law() {
    let states = [
        "4nK4/9/9/9/wK7eK/9/9/1sR7/4sK4 s sG,wG,nRP,eRP - - 1",
        "3nK5/5wK1wR1/9/7sS1/7eK1/9/9/9/5sK3 s s2GP,w2P,n2S,e2S - - 1",
        "4nK4/9/9/9/wK7eK/9/9/9/5sK3 s sR,wR,nR,eR - - 1",
    ];
    let mut rng = SplitMix::new(11);
    for seed in 0..90 {
        let (rules, _) = choices::parse::<Rules, Start>(&mixed_options(&mut rng)).expect("known options");
        let state = states[seed as usize % states.len()];
        random_game(Match::<Position>::load(rules, state).expect("a state"), seed, 150);
    }
}

fn mixed_options(rng: &mut SplitMix) -> String {
    let preset = rng.pick(Rules::PRESETS).expect("presets").name;
    let mut text = preset.to_owned();
    for choice in Rules::CHOICES.iter().filter(|choice| choice.key != "cap") {
        if rng.below(2) == 0 {
            let value = rng.pick(choice.values).expect("values");
            text = format!("{text};{}={value}", choice.key);
        }
    }
    format!("{text};cap={};first={}", [0, 60, 200][rng.below(3)], ["s", "w", "n", "e"][rng.below(4)])
}

#[test]
fn broken_texts_are_refused_or_read_back() {
    let seeds = [
        START,
        "4xnK4/2snG1sG4/4sP4/9/wK7eK/9/9/9/4sK4 w sS,n2R10P ? n#s 2",
        "4nK4/9/9/9/wK7eK/9/9/4sR4/5sK3 - - - - 501",
        "3nK5/9/9/9/wK3sR3eK/9/9/9/5sK3 w - we - 2",
        "standard;fate=inherit;cap=12;first=e",
        "5g5f",
        "w:7e6e+",
        "P*5e",
        "n:resign",
        "timeout",
    ];
    let mut rng = SplitMix::new(3);
    for seed in seeds {
        survives_text::<Position>(seed);
        for _ in 0..4000 {
            let mut text = seed.to_owned();
            for _ in 0..=rng.below(3) {
                text = garbled(&text, &mut rng);
            }
            survives_text::<Position>(&text);
        }
    }
}

#[test]
fn broken_records_are_refused_or_read_back() {
    let seeds = [
        "# header Event Spring\\nCup\noptions standard first=w\nposition startpos moves 7e6e n:5c5d timeout resign\n# note 2 well\n# clock 1 5000\n",
        "options sdin cap=3\nposition ysfen 4nK4/9/9/9/wK7eK/9/9/1sR7/4sK4 s - - - 1 moves 5i4i 9e9d 5a4a\nresult impasse 1:s 2:w 2:n 2:e\n",
        "options standard\nposition startpos\n\n\noptions doubles\nposition startpos moves resign\n",
    ];
    let mut rng = SplitMix::new(5);
    for seed in seeds {
        survives_record_bytes::<Position>(seed.as_bytes());
        for _ in 0..600 {
            let text = garbled(&garbled(seed, &mut rng), &mut rng);
            survives_record_bytes::<Position>(text.as_bytes());
        }
    }
    survives_record_bytes::<Position>(&[b'o', 0xff, b'\n']);
}

#[test]
fn every_mixture_of_options_comes_to_an_end() {
    mixed_games_end::<Position>(Effort { games: 8, deeds: 0, seed: 1 });
}
