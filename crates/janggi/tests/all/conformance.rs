//! The laws of the house, on random games of every preset and of mixed options.

use std::fmt::Write as _;

use game::conformance::{Effort, garbled, mixed_games_end, random_games, survives_record_bytes, survives_text};
use game::rng::SplitMix;
use game::{Choices as _, Game as _, Rules as _};
use janggi::{Position, Rules, Start};

#[test]
fn every_preset() {
    for preset in Rules::PRESETS {
        random_games::<Position>(preset.name, Effort { games: 3, deeds: 400, seed: 1 });
    }
}

#[test]
fn every_set_up_and_handicap() {
    for setup in ["cho=outer;han=left", "cho=right;han=inner", "cho=left;han=outer"] {
        random_games::<Position>(&format!("kja;{setup}"), Effort { games: 2, deeds: 200, seed: 10 });
    }
    random_games::<Position>("traditional;cho=mobile;han=mobile", Effort { games: 2, deeds: 200, seed: 20 });
    for handicap in janggi::Handicap::TEXTS {
        random_games::<Position>(&format!("kja;handicap={handicap}"), Effort { games: 1, deeds: 120, seed: 30 });
    }
}

#[test]
fn mixed_options() {
    let mut rng = SplitMix::new(99);
    for seed in 0..40 {
        let choices = random_choices(&mut rng);
        if game::choices::parse::<Rules, Start>(&choices).is_ok() {
            random_games::<Position>(&choices, Effort { games: 1, deeds: 250, seed });
        }
    }
}

/// A preset with up to four options set to any of their values.
fn random_choices(rng: &mut SplitMix) -> String {
    let mut text = Rules::PRESETS[rng.below(Rules::PRESETS.len())].name.to_owned();
    for _ in 0..rng.below(5) {
        let choice = Rules::CHOICES[rng.below(Rules::CHOICES.len())];
        let value = *rng.pick(choice.values).expect("a value");
        let value = if value == "N" { ["0", "2", "3", "40"][rng.below(4)] } else { value };
        let _ = write!(text, ";{}={value}", choice.key);
    }
    text
}

#[test]
fn no_text_brings_a_panic() {
    let seeds = [
        "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
        "e2e2",
        "a10a9",
        "76象53x馬+",
        "한수쉼",
        "han:d7-g5",
        "resign:cho",
        "kja;facing=ignored;repetition_count=4;dum=0",
    ];
    let mut rng = SplitMix::new(5);
    for _ in 0..4000 {
        let mut text = (*rng.pick(&seeds).expect("a text")).to_owned();
        for _ in 0..=rng.below(4) {
            text = garbled(&text, &mut rng);
        }
        survives_text::<Position>(&text);
    }
}

#[test]
fn no_record_brings_a_panic() {
    let gib = include_bytes!("../data/sample.gib");
    let seeds = [include_str!("../data/sample.jgn"), include_str!("../data/sample-utf8.gib")];
    let mut rng = SplitMix::new(6);
    survives_record_bytes::<Position>(gib);
    for _ in 0..200 {
        let mut bytes = gib.to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
        }
        survives_record_bytes::<Position>(&bytes);
    }
    for _ in 0..300 {
        let mut text = (*rng.pick(&seeds).expect("a text")).to_owned();
        for _ in 0..=rng.below(3) {
            text = garbled(&text, &mut rng);
        }
        survives_record_bytes::<Position>(text.as_bytes());
        let mut bytes = text.into_bytes();
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
        survives_record_bytes::<Position>(&bytes);
    }
}

#[test]
fn every_mixture_of_options_comes_to_an_end() {
    mixed_games_end::<Position>(Effort { games: 12, deeds: 0, seed: 1 });
}

/// What is played on the one wing is the same opening as what is played on the other.
#[test]
fn a_game_and_its_mirror_image_have_the_same_openings() {
    let other_wing = |letter: char| match letter {
        'a'..='i' => char::from(b'a' + b'i' - letter as u8),
        digit => digit,
    };
    let mut different = 0;
    for seed in 0..20 {
        let mut rng = SplitMix::new(seed);
        let start = |choices| game::KindOf::<Position>::new().start(choices).expect("a start");
        let (mut one, mut other) = (start("casual;cho=left;han=inner"), start("casual;cho=right;han=inner"));
        for _ in 0..40 {
            assert_eq!(one.opening_key(), other.opening_key(), "seed {seed}: {}", one.state());
            different += usize::from(one.key() != other.key());
            let legal = one.legal();
            let Some(action) = rng.pick(&legal) else { break };
            other.act(&action.chars().map(other_wing).collect::<String>()).expect("the mirror image is legal");
            one.act(action).expect("legal");
        }
    }
    assert!(different > 100, "images are not the same positions");
}
