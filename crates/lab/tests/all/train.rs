//! The trainer: it learns what there is to learn, repeats itself, and goes on where it stopped.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::janggi::evaluate::Evaluator as _;
use engine::janggi::network::Network;
use engine::janggi::network::evaluator::NetworkEvaluator;
use game::rng::SplitMix;
use game::{Match, Position as _};
use janggi::{Position, Rules, Side, Start};
use lab::data::{GameResult, Recipe, Sample, Writer, position_of};
use lab::train::{self, Order, Reading, Trained};

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Positions of random games, worth what the material says.
    fn data(&self, games: u64) -> PathBuf {
        let path = self.path("some.data");
        let mut writer = Writer::open(&path, Recipe(1)).expect("a fresh file");
        // Some of the first sixteen games are held out.
        for number in 14..14 + games {
            writer.append(number, &random_samples(number)).expect("written");
        }
        path
    }

    fn train(&self, order: &Order, data: &Path, out: &str) -> anyhow::Result<Trained> {
        train::run(order, &[data], &self.path(out), &AtomicBool::new(false), &mut |_| {})
    }
}

fn random_samples(seed: u64) -> Vec<Sample> {
    let mut rng = SplitMix::new(seed);
    let game: Match<Position> = Match::start(Rules::FSF_JANGGI, &Start::default()).expect("the game starts");
    let mut position = game.position().clone();
    let mut samples = Vec::new();
    for _ in 0..60 {
        let mut legal = Vec::new();
        position.each_legal(&mut |action| legal.push(action));
        let Some(action) = rng.pick(&legal).filter(|action| !action.is_pass()) else { continue };
        position.play_unchecked(*action);
        samples.push(sample(&position));
    }
    samples
}

fn sample(position: &Position) -> Sample {
    let lead = position.half_points(Side::Cho) as i16 - position.half_points(Side::Han) as i16;
    let value = if position.side() == Side::Cho { 50 * lead } else { -50 * lead };
    let result = if lead > 0 { GameResult::Won } else { GameResult::Lost };
    Sample { board: position.board().clone(), side: position.side(), value, result, halfmove: 0 }
}

fn order() -> Order {
    Order {
        epochs: 6,
        rate: 0.002,
        reading: Reading { result_share: 0.0, pointless_every: 20 },
        batch: 64,
        threads: 1,
        seed: 9,
        start: None,
    }
}

#[test]
fn it_learns_a_small_set_by_heart() {
    let bench = Bench::new();
    let data = bench.data(30);
    let trained = bench.train(&Order { epochs: 40, ..order() }, &data, "a.net").expect("trained");
    assert!(trained.finished);
    assert!(trained.errors[0] < 0.0015, "still wrong by {}", trained.errors[0]);

    // What was written in whole numbers says the same.
    let network = Network::read(&std::fs::read(bench.path("a.net")).expect("written")).expect("sound");
    let mut evaluator = NetworkEvaluator::new(network.into());
    let samples = random_samples(20);
    let off = |sample: &Sample| {
        let position = position_of(sample, Rules::FSF_JANGGI)?;
        evaluator.begin(&position);
        Some((evaluator.value(&position, 0).hundredths() - i32::from(sample.value)).abs())
    };
    let offs: Vec<i32> = samples.iter().filter_map(off).collect();
    let mean = offs.iter().sum::<i32>() / offs.len() as i32;
    assert!(mean < 120, "values are off by {mean} on average");
    let picture = std::fs::read_to_string(bench.path("a.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("held out"));
}

#[test]
fn the_same_order_gives_the_same_network() {
    let bench = Bench::new();
    let data = bench.data(24);
    let networks = ["a.net", "b.net"].map(|name| {
        bench.train(&order(), &data, name).expect("trained");
        std::fs::read(bench.path(name)).expect("written")
    });
    assert!(networks[0] == networks[1]);
}

#[test]
fn interrupted_it_goes_on_as_if_nothing_had_happened() {
    let bench = Bench::new();
    let data = bench.data(24);
    bench.train(&order(), &data, "whole.net").expect("trained");

    // Stopped after every epoch, and taken up again each time.
    let stop = AtomicBool::new(false);
    let out = bench.path("parts.net");
    loop {
        let mut stop_now = |line: &str| stop.store(line.starts_with("epoch"), std::sync::atomic::Ordering::Relaxed);
        stop.store(false, std::sync::atomic::Ordering::Relaxed);
        if train::run(&order(), &[&data], &out, &stop, &mut stop_now).expect("trained").finished {
            break;
        }
    }
    let read = |name| std::fs::read(bench.path(name)).expect("written");
    assert!(read("whole.net") == read("parts.net"));
}

#[test]
fn another_order_or_a_damaged_training_is_refused() {
    let bench = Bench::new();
    let data = bench.data(24);
    bench.train(&Order { epochs: 1, ..order() }, &data, "a.net").expect("trained");
    let refused = |order: &Order| bench.train(order, &data, "a.net").expect_err("refused").to_string();
    assert!(refused(&Order { epochs: 2, ..order() }).contains("other data or settings"));

    let path = bench.path("a.training");
    let mut bytes = std::fs::read(&path).expect("written");
    bytes[5000] ^= 1;
    std::fs::write(&path, bytes).expect("written");
    assert!(refused(&Order { epochs: 1, ..order() }).contains("checksum"));
}
