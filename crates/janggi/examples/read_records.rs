//! How fast records are read: `cargo run --release --example read_records [FILE…]`.
//!
//! Files are read by their ending; without any, 2,000 random games are written in every format and
//! read again. Refused games are listed with their line and reason.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::rng::SplitMix;
use game::{Deed, Format, Match, Position as _};
use janggi::{Position, Rules, Start};

fn main() -> std::io::Result<()> {
    let files: Vec<_> = std::env::args_os().skip(1).map(std::path::PathBuf::from).collect();
    if files.is_empty() {
        for format in Position::FORMATS {
            Tally::default().read(format, "synthetic", &synthetic(format, 2000)).report(format.name);
        }
        return Ok(());
    }
    let mut tally = Tally::default();
    for file in files {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if let Some(format) = Position::FORMATS.iter().find(|format| format.name == ending) {
            tally = tally.read(format, &file.display().to_string(), &std::fs::read(&file)?);
        }
    }
    tally.report("files");
    Ok(())
}

#[derive(Default)]
struct Tally {
    legal: usize,
    plies: usize,
    refused: BTreeMap<&'static str, usize>,
    time: Duration,
}

impl Tally {
    #[allow(clippy::print_stdout, reason = "a program for the terminal")]
    fn read(mut self, format: &Format, name: &str, bytes: &[u8]) -> Self {
        let began = Instant::now();
        let games = format.read(bytes);
        self.time += began.elapsed();
        for game in games {
            match game {
                Ok(record) => {
                    self.legal += 1;
                    self.plies += record.entries.len();
                }
                Err(error) => {
                    println!("{name}:{}: {}", error.line, error.refusal);
                    *self.refused.entry(error.refusal.code).or_default() += 1;
                }
            }
        }
        self
    }

    #[allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "figures for a person")]
    fn report(&self, name: &str) {
        let refused: usize = self.refused.values().sum();
        let games = self.legal + refused;
        let speed = games as f64 / self.time.as_secs_f64();
        println!(
            "{name}: {games} games, {} legal, {refused} refused {:?}; {} plies, {:.2} s, {speed:.0} games a second",
            self.legal,
            self.refused,
            self.plies,
            self.time.as_secs_f64()
        );
    }
}

/// Random games of up to 100 plies, as a file.
fn synthetic(format: &Format, count: u64) -> Vec<u8> {
    let write = format.write.expect("every format of janggi can be written");
    let games = (0..count).map(|seed| {
        let mut rng = SplitMix::new(seed);
        let mut game = Match::<Position>::start(Rules::KJA, &Start::default()).expect("the game starts");
        while game.turn().is_some() && game.entries().len() < 100 {
            let legal = game.legal();
            let action = *rng.pick(&legal).expect("a game that goes on has an action");
            game.do_deed(Deed::Act(action)).expect("a legal action");
        }
        write(&game.record()).expect("a legal game")
    });
    games.flatten().collect()
}
