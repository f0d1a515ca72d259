//! What every game of the house must fulfill, for every variant and many mixtures of options.

use game::conformance::{
    Effort, garbled, mixed_games_end, random_game, random_games, survives_record_bytes, survives_text,
};
use game::rng::SplitMix;
use game::{Match, choices};
use nanguk::{NGN, Position, Rules, Start, Variant};

const EFFORT: Effort = Effort { games: 2, deeds: 260, seed: 1 };

#[test]
fn every_variant_from_the_first_block() {
    for variant in Variant::ALL {
        random_games::<Position>(variant.text(), EFFORT);
    }
}

#[test]
fn every_variant_on_ground_that_lies() {
    for variant in Variant::ALL {
        random_games::<Position>(&format!("{};terrain=random:5", variant.text()), EFFORT);
        random_games::<Position>(&format!("{};king=check;terrain=random:6;symmetric=no", variant.text()), EFFORT);
    }
}

#[test]
fn mixtures_of_options() {
    let mut rng = SplitMix::new(99);
    let values: [(&str, &[&str]); 12] = [
        ("max_height", &["3", "4"]),
        ("turn_blocks", &["1", "2", "4", "8"]),
        ("placing", &["strict", "honour"]),
        ("level_shot", &["none", "near", "far", "both"]),
        ("arrow_block", &["never", "pieces"]),
        ("uphill", &["whole", "foot"]),
        ("king", &["capture", "check"]),
        ("stalemate", &["draw", "loss", "pass"]),
        ("repeat", &["3", "0"]),
        ("limit", &["100", "0", "7", "30"]),
        ("bombs", &["3", "0", "9"]),
        ("swap", &["off", "on"]),
    ];
    for seed in 0..24 {
        let mut parts = vec![rng.pick(&Variant::ALL).expect("four").text().to_owned()];
        for (key, values) in values {
            parts.push(format!("{key}={}", rng.pick(values).expect("some")));
        }
        parts.push((*rng.pick(&["terrain=build", "terrain=random:8"]).expect("two")).to_owned());
        let text = parts.join(";");
        random_games::<Position>(&text, Effort { games: 1, deeds: 200, seed });
    }
}

#[test]
fn middle_games_of_the_rule_book() {
    for line in include_str!("../data/perft.txt").lines().filter(|line| line.contains(" b B ")) {
        let mut fields = line.split(" | ");
        let (rules, _) = choices::parse::<Rules, Start>(fields.next().expect("rules")).expect("known");
        let game = Match::<Position>::load(rules, fields.next().expect("a state")).expect("a state");
        random_game(game, 3, 60);
    }
}

#[test]
fn broken_texts_do_no_harm() {
    let mut rng = SplitMix::new(4);
    let states = include_str!("../data/examples.txt").lines().filter_map(|line| line.strip_prefix("state:   "));
    let actions = include_str!("../data/examples.txt").lines().filter_map(|line| line.strip_prefix("action:  "));
    let options = include_str!("../data/perft.txt").lines().filter_map(|line| line.split(" | ").next());
    let fixed =
        ["", " ", "-", "+", "~", "resign", "resign:x", "draw", "timeout:b", "forfeit:r", "terrain=random:", "한"];
    let texts: Vec<&str> = states.chain(actions.flat_map(|line| line.split(' '))).chain(options).chain(fixed).collect();
    for text in texts {
        survives_text::<Position>(text);
        for _ in 0..6 {
            let once = garbled(text, &mut rng);
            survives_text::<Position>(&once);
            survives_text::<Position>(&garbled(&once, &mut rng));
        }
    }
}

#[test]
fn broken_records_do_no_harm() {
    let mut rng = SplitMix::new(5);
    let (rules, start) = choices::parse::<Rules, Start>("firearms;terrain=random:3").expect("known");
    let mut game = Match::<Position>::start(rules, &start).expect("a start");
    for _ in 0..20 {
        let action = *rng.pick(&game.legal()).expect("an action");
        game.do_deed(game::Deed::Act(action)).expect("legal");
    }
    let bytes = (NGN.write.expect("it is written"))(&game.record()).expect("a record");
    let text = String::from_utf8(bytes).expect("UTF-8");
    survives_record_bytes::<Position>(text.as_bytes());
    survives_record_bytes::<Position>(&[0xff, 0xfe, b'\n']);
    for _ in 0..500 {
        let once = garbled(&text, &mut rng);
        survives_record_bytes::<Position>(once.as_bytes());
        survives_record_bytes::<Position>(garbled(&once, &mut rng).as_bytes());
    }
}

#[test]
fn every_mixture_of_options_comes_to_an_end() {
    mixed_games_end::<Position>(Effort { games: 8, deeds: 0, seed: 1 });
}
