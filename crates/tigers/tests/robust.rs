//! No text, however broken, does harm.

mod common;

use game::conformance::{garbled, survives_record_bytes, survives_text};
use game::rng::SplitMix;
use game::{Position as _, choices};
use tigers::{Position, Rules, Start};

fn texts() -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in include_str!("data/examples.txt").lines() {
        if let Some(state) = line.strip_prefix("S ") {
            texts.push(state.to_owned());
        }
        if let Some(actions) = line.strip_prefix("A ") {
            texts.extend(actions.split(' ').map(str::to_owned));
        }
    }
    texts.extend(
        ["base;ap=2;A=GY@1:10,ZF@0:6,ZY@3:8,HZ@2:1,MC@4", "full;A=GY@h/4{CR.CT.HT},ZF:6,ZY,HZ,MC@0"].map(str::to_owned),
    );
    texts
}

#[test]
fn garbled_texts_do_no_harm() {
    let mut rng = SplitMix::new(7);
    for text in texts() {
        survives_text::<Position>(&text);
        let mut broken = text;
        for _ in 0..25 {
            broken = garbled(&broken, &mut rng);
            survives_text::<Position>(&broken);
        }
    }
}

/// Whatever is read as a state can be played.
#[test]
fn garbled_states_can_be_played() {
    let mut rng = SplitMix::new(8);
    let mut read = 0;
    for seed in 0..6000 {
        let state = garbled(&common::random_state(seed % 2 == 0, &mut rng), &mut rng);
        let Ok(mut position) = Position::load(&mut Rules::default(), &state) else { continue };
        read += 1;
        for _ in 0..12 {
            let mut actions = Vec::new();
            position.each_legal(&mut |action| actions.push(action));
            let Some(action) = rng.pick(&actions) else { break };
            position.play_unchecked(*action);
        }
    }
    assert!(read > 200, "only {read} garbled states were states");
}

#[test]
fn garbled_openings_do_no_harm() {
    let mut rng = SplitMix::new(9);
    for _ in 0..3000 {
        let text = garbled(&garbled(&common::random_full_choices(&mut rng), &mut rng), &mut rng);
        if let Ok((rules, start)) = choices::parse::<Rules, Start>(&text) {
            let _ = Position::start(&rules, &start);
        }
    }
}

#[test]
fn garbled_records_do_no_harm() {
    let mut rng = SplitMix::new(10);
    for record in [include_str!("data/golden-base.ftg"), include_str!("data/golden-full.ftg")] {
        survives_record_bytes::<Position>(record.as_bytes());
        for _ in 0..400 {
            let broken = garbled(&garbled(record, &mut rng), &mut rng);
            survives_record_bytes::<Position>(broken.as_bytes());
        }
    }
    survives_record_bytes::<Position>(&[0xff, 0xfe, b'\n', b';']);
}

/// Actions that are not legal may spoil a position, but nothing else.
#[test]
fn unchecked_actions_do_not_panic() {
    let mut rng = SplitMix::new(11);
    let mut actions = Vec::new();
    for seed in 0..400 {
        let state = common::random_state(seed % 2 == 0, &mut rng);
        let mut position = Position::load(&mut Rules::default(), &state).expect("a state");
        position.each_legal(&mut |action| actions.push(action));
        for _ in 0..10 {
            position.play_unchecked(*rng.pick(&actions).expect("some"));
        }
    }
}
