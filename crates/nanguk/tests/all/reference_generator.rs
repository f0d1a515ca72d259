//! The fast generator against the slow one, action by action, on random games of every kind.

use game::rng::SplitMix;
use game::{Match, Position as _, choices};
use nanguk::{Action, Position, Rules, Side, Square, Start, Variant};
use reference::Slow;

use crate::reference;

/// A random choice of options, as text.
fn random_options(rng: &mut SplitMix, variant: Variant) -> String {
    let mut options = vec![variant.text().to_owned()];
    let turn_blocks: &[&str] =
        if variant == Variant::Sea { &["1", "2", "4", "8"] } else { &["1", "2", "8", "16", "32"] };
    let choices: [(&str, &[&str]); 10] = [
        ("max_height", &["3", "4"]),
        ("turn_blocks", turn_blocks),
        ("placing", &["strict", "honour"]),
        ("level_shot", &["none", "near", "far", "both"]),
        ("arrow_block", &["never", "pieces"]),
        ("uphill", &["whole", "foot"]),
        ("king", &["capture", "check"]),
        ("stalemate", &["draw", "loss", "pass"]),
        ("repeat", &["3", "0"]),
        ("bombs", &["3", "0", "9"]),
    ];
    for (key, values) in choices {
        let value = rng.pick(values).expect("some value");
        options.push(format!("{key}={value}"));
    }
    options.join(";")
}

fn assert_same(position: &Position, options: &str) {
    let state = position.state();
    let slow = Slow::new(options, &state);
    let mut expected: Vec<String> = slow.legal().iter().map(ToString::to_string).collect();
    let mut found = Vec::new();
    position.each_legal(&mut |action| found.push(action.to_string()));
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{options}\n{state}");
    for side in Side::ALL {
        let danger = position.phase() == nanguk::Phase::Battle && slow.danger(side == Side::Blue);
        assert_eq!(position.in_danger(side), danger, "{options}\n{state}");
    }
}

fn assert_same_children(position: &Position, options: &str) {
    let state = position.state();
    let slow = Slow::new(options, &state);
    for act in slow.legal() {
        let mut after = slow.clone();
        after.play(act);
        let mut child = position.clone();
        child.play_unchecked(child.parse(&act.to_string()).expect("a legal text"));
        assert_eq!(child.state(), after.state(), "{act} with {options}\n{state}");
    }
}

/// Whatever is listed is allowed, and nothing else.
fn assert_check_agrees(position: &Position) {
    let mut legal = Vec::new();
    position.each_legal(&mut |action| legal.push(action));
    let occupied = position.board().occupied();
    let mut candidates = vec![Action::Pass];
    for from in Square::all() {
        candidates.extend([Action::Place(from), Action::Volley(from), Action::Reload(from)]);
        for to in Square::all() {
            candidates.extend([
                Action::Relocate { from, to },
                Action::Go { from, to, takes: occupied.contains(to) },
                Action::Shoot { from, to },
                Action::Charge { from, to },
                Action::Lob { from, to },
            ]);
        }
    }
    for action in candidates {
        assert_eq!(position.check(action).is_ok(), legal.contains(&action), "{action} at {}", position.state());
    }
}

fn random_game(options: &str, start: &str, seed: u64, plies: usize) -> usize {
    let mut rng = SplitMix::new(seed);
    let (rules, start) = choices::parse::<Rules, Start>(&format!("{options};{start}")).expect("known choices");
    let mut game = Match::<Position>::start(rules, &start).expect("a start");
    for ply in 0..plies {
        assert_same(game.position(), options);
        if ply % 3 == 0 {
            assert_same_children(game.position(), options);
        }
        if ply % 8 == 0 {
            assert_check_agrees(game.position());
        }
        let Some(action) = rng.pick(&game.legal()).copied() else { return ply };
        game.do_deed(game::Deed::Act(action)).expect("a legal action");
    }
    plies
}

#[test]
fn both_generators_agree_with_default_options() {
    for variant in Variant::ALL {
        for seed in 0..4 {
            random_game(variant.text(), &format!("terrain=random:{seed}"), seed, 150);
        }
    }
}

#[test]
fn both_generators_agree_with_random_options() {
    let mut rng = SplitMix::new(2024);
    let mut positions = 0;
    for seed in 0..36 {
        for variant in Variant::ALL {
            let options = random_options(&mut rng, variant);
            let symmetric = rng.pick(&["yes", "no"]).expect("two");
            let start = match seed % 5 {
                0 => "terrain=build".to_owned(),
                _ => format!("terrain=random:{seed};symmetric={symmetric}"),
            };
            positions += random_game(&options, &start, seed, 100);
        }
    }
    assert!(positions > 8_000, "only {positions} positions were compared");
}

/// Positions that no game reaches: any piece anywhere, cliffs, kings missing, fuses and breaches.
#[test]
fn both_generators_agree_on_wild_positions() {
    let mut rng = SplitMix::new(7);
    for _ in 0..400 {
        for variant in Variant::ALL {
            // Cliffs are for honor placing.
            let options = random_options(&mut rng, variant).replace("placing=strict", "placing=honour");
            let (mut rules, _) = choices::parse::<Rules, Start>(&options).expect("known options");
            let state = wild_state(&mut rng, &rules);
            let position = Position::load(&mut rules, &state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"));
            assert_eq!(position.state(), state);
            assert_same(&position, &options);
            assert_same_children(&position, &options);
            assert_check_agrees(&position);
        }
    }
}

fn wild_state(rng: &mut SplitMix, rules: &Rules) -> String {
    let heights = usize::from(rules.height_max()) + 1;
    let terrain = joined_rows(|| char::from(b'0' + rng.below(heights) as u8));
    let letters: &str = match rules.variant {
        Variant::Base => "GCPMASB",
        Variant::Siege => "GCPMASBRLRL",
        Variant::Sea => "TOABYTO",
        Variant::Firearms => "GCPMASBWHEWH",
    };
    let crowd = 2 + rng.below(6);
    let mut kings = vec!['k', 'K'];
    let rows = joined_rows(|| {
        if rng.below(8) >= crowd {
            return '.';
        }
        if rng.below(12) == 0
            && let Some(king) = kings.pop()
        {
            return king;
        }
        let letter = char::from(letters.as_bytes()[rng.below(letters.len())]);
        if rng.below(2) == 0 { letter } else { letter.to_ascii_lowercase() }
    });
    let mut pieces = rows;
    for run in (1..=8).rev() {
        pieces = pieces.replace(&".".repeat(run), &run.to_string());
    }
    let extras = match rules.variant {
        Variant::Siege => {
            let castles =
                ["c1", "d1", "e1", "f1", "c2", "d2", "e2", "f2", "c7", "d7", "e7", "f7", "c8", "d8", "e8", "f8"];
            let broken: String = castles.into_iter().filter(|_| rng.below(4) == 0).collect();
            if broken.is_empty() { "-".to_owned() } else { broken }
        }
        Variant::Firearms if rng.below(2) == 0 => format!("{}:{}", rng.below(3), rng.below(3)),
        Variant::Firearms => format!("{}:{}@{}", rng.below(3), rng.below(3), Square::from_index(rng.below(64))),
        Variant::Base | Variant::Sea => "-".to_owned(),
    };
    let (letter, side) = (rules.variant.letter(), rng.pick(&["b", "r"]).expect("two"));
    format!("{letter} {terrain} {pieces} {side} B 0:0 {} {} {extras} *", rng.below(120), 1 + rng.below(99))
}

fn joined_rows(mut letter: impl FnMut() -> char) -> String {
    let rows: Vec<String> = (0..8).map(|_| (0..8).map(|_| letter()).collect()).collect();
    rows.join("/")
}

#[test]
fn counts_agree() {
    let example = Position::start(
        &Rules::default(),
        &Start { terrain: nanguk::Terrain::Preset(nanguk::terrain::Preset::Example), ..Start::default() },
    )
    .expect("a start");
    assert_eq!(Slow::new("", &example.state()).perft(3), game::perft::perft(&example, 3));
}
