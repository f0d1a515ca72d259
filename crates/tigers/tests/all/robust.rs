//! No text, however broken, does harm.

use game::conformance::{garbled, survives_record_bytes, survives_text};
use game::rng::SplitMix;
use game::{Position as _, choices};
use tigers::{Position, Rules, Start};

use crate::common;

fn texts() -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in include_str!("../data/examples.txt").lines() {
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
    for record in [include_str!("../data/golden-base.ftg"), include_str!("../data/golden-full.ftg")] {
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

/// Anything may stand in a set-up; what forbids playing from it is named at once.
#[test]
fn all_problems_of_a_set_up_are_named() {
    let problems = |state: &str| {
        let problems = <Position as game::Position>::problems(&Rules::default(), state);
        problems.iter().map(|problem| problem.detail.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        problems("FTG1:b GY@0:x,ZF@99:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 C3 - - 0 1 ?"),
        [
            "field 2: `GY@0:x`: `x` is not a number from 0 to 255",
            "field 2: `ZF@99:6`: no tile or place `99`",
            "field 4: no player `C`",
            "field 8: not of the form `1.0`",
            "field 7: not of the form `0-0`",
            "field 9: `?` is not a result"
        ]
    );
    let state =
        "FTG1:b GY@0:99,GY@0:6,ZY@h:8,HZ@3:6,MC@o1:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - GY-gy 0-0 1.0 *";
    assert_eq!(
        problems(state),
        [
            "GY: the general is there twice",
            "GY: 99 troops are not from 1 to 10",
            "GY: the general is there twice",
            "GY: two generals stand on one tile",
            "ZY: that place is for full mode",
            "ZY: 8 troops are not from 0 to 0",
            "MC: a general that is out bears a `!`",
            "MC: 4 troops are not from 0 to 0",
            "GY: a pair faces each other over a horizontal edge"
        ]
    );
    let setup: tigers::Setup = state.parse().expect("the form is right");
    assert_eq!((setup.to_string().as_str(), setup.problems(&Rules::default()).iter().len()), (state, 9));
}
