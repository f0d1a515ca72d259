//! The fuzz targets on stable Rust: valid texts of random games, mutated by a seeded generator.
//!
//! `DAEGUK_FUZZ_ROUNDS` says how many mutations each reader gets, `DAEGUK_FUZZ_SEED` where they begin.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::conformance::{garbled, survives_record_bytes, survives_text};
use game::rng::SplitMix;
use game::{Match, Position};

/// How long the games are from which the texts are taken.
const DEEDS: usize = 40;
/// How many mutations one text gets at most.
const MUTATIONS: usize = 6;

macro_rules! survive {
    ($($game:ident),+ $(,)?) => {
        const FUZZED: &[&str] = &[$(stringify!($game)),+];
        $(mod $game {
            #[test]
            fn texts() {
                super::texts_survive::<::$game::Position>();
            }

            #[test]
            fn records() {
                super::records_survive::<::$game::Position>();
            }
        })+
    };
}

survive!(janggi, nanguk, tigers, yonin);

#[test]
fn no_game_is_forgotten() {
    let kinds: Vec<_> = engine::catalog::games().iter().map(|game| game.about().kind).collect();
    assert_eq!(kinds, FUZZED);
}

fn texts_survive<P: Position>() {
    let rounds = usize::try_from(number("DAEGUK_FUZZ_ROUNDS", 2000)).expect("a few thousand rounds");
    let inputs = (number("DAEGUK_FUZZ_SEED", 1)..).flat_map(|seed| {
        let mut rng = SplitMix::new(seed);
        let (_, texts) = random_game::<P>(&mut rng);
        texts.into_iter().map(move |text| (seed, mutated_text(&text, &mut rng)))
    });
    for (seed, text) in inputs.take(rounds) {
        check(seed, text.as_bytes(), || survives_text::<P>(&text));
    }
}

/// A record is some fifty texts long, so there are fewer of them.
fn records_survive<P: Position>() {
    let first = number("DAEGUK_FUZZ_SEED", 1);
    for seed in first..first + number("DAEGUK_FUZZ_ROUNDS", 2000) / 4 {
        let mut rng = SplitMix::new(seed);
        let record = random_game::<P>(&mut rng).0.record();
        for bytes in P::FORMATS.iter().filter_map(|format| (format.write?)(&record).ok()) {
            let bytes = mutated_bytes(&bytes, &mut rng);
            check(seed, &bytes, || survives_record_bytes::<P>(&bytes));
        }
    }
}

/// A random game, with every state and action on its way.
fn random_game<P: Position>(rng: &mut SplitMix) -> (Match<P>, Vec<String>) {
    let mut game = Match::<P>::start(P::Rules::default(), &P::Start::default()).expect("the default start is offered");
    let mut texts = vec![game.position().state(), game.record().rules];
    for _ in 0..=rng.below(DEEDS) {
        let legal = game.legal();
        let Some(action) = rng.pick(&legal).map(ToString::to_string) else { break };
        game.act(&action).expect("a legal action is accepted");
        game.carry_out_forced();
        texts.extend([action, game.position().state()]);
    }
    (game, texts)
}

fn mutated_text(text: &str, rng: &mut SplitMix) -> String {
    let text = if rng.below(4) == 0 { swollen(text, rng) } else { text.to_owned() };
    (0..rng.below(MUTATIONS)).fold(text, |text, _| garbled(&text, rng))
}

/// A text one of whose digits has become a huge number, or has many zeros before it.
fn swollen(text: &str, rng: &mut SplitMix) -> String {
    let zeros = "0".repeat(3000);
    let huge = ["255", "9999", "65535", "4294967295", "18446744073709551615", "99999999999999999999999", &zeros];
    let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let Some(at) = rng.pick(&digits) else { return text.to_owned() };
    let number = rng.pick(&huge).expect("there are some");
    let rest = if *number == zeros { &text[*at..] } else { &text[at + 1..] };
    format!("{}{number}{rest}", &text[..*at])
}

/// Bytes with some changed, cut out, doubled or moved.
fn mutated_bytes(bytes: &[u8], rng: &mut SplitMix) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.below(MUTATIONS) {
        let from = rng.below(bytes.len() + 1);
        let to = (from + rng.below(64)).min(bytes.len());
        match rng.below(4) {
            0 => bytes[from..to].iter_mut().take(1).for_each(|byte| *byte = rng.below(256) as u8),
            1 => drop(bytes.drain(from..to)),
            2 => bytes.extend_from_within(from..to),
            _ => bytes.rotate_left(from),
        }
    }
    bytes
}

/// Runs a check and says which input broke it.
fn check(seed: u64, input: &[u8], law: impl FnOnce()) {
    let held = catch_unwind(AssertUnwindSafe(law)).is_ok();
    assert!(held, "seed {seed}, input {:?}", String::from_utf8_lossy(input));
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}
