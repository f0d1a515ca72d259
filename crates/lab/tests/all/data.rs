//! Data of self-play: nothing is lost, nothing is mixed up, and damage is found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::janggi::depth::Depth;
use engine::janggi::engine::Judgment;
use engine::janggi::evaluate::{Evaluator as _, HandEvaluator};
use engine::janggi::params::Params;
use game::rng::SplitMix;
use game::{Match, Position as _};
use janggi::{Position, Rules, Start};
use lab::data::{GameResult, Reader, Recipe, SAMPLE_BYTES, Sample, Writer, position_of};
use lab::selfplay::Settings;
use lab::{datagen, imitate, relabel, spsa, tune};

/// A path for a file of one test.
fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab");
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Positions of random games, won by the side that is ahead on points.
fn samples(seed: u64, count: usize) -> Vec<Sample> {
    let mut rng = SplitMix::new(seed);
    let mut samples = Vec::new();
    while samples.len() < count {
        let mut game: Match<Position> = Match::start(Rules::FSF_JANGGI, &Start::default()).expect("a game starts");
        for _ in 0..30 + rng.below(60) {
            let legal = game.legal();
            let Some(action) = rng.pick(&legal) else { break };
            game.do_deed(game::Deed::Act(*action)).expect("a legal action");
        }
        let position = game.position();
        let ahead = position.half_points(janggi::Side::Cho) as i32 - position.half_points(janggi::Side::Han) as i32;
        let side = position.side();
        samples.push(Sample {
            board: position.board().clone(),
            side,
            value: (50 * if side == janggi::Side::Cho { ahead } else { -ahead }) as i16,
            result: if ahead > 0 { GameResult::Won } else { GameResult::Lost },
            halfmove: position.halfmove().min(255) as u8,
        });
    }
    samples
}

fn write(path: &Path, blocks: &[Vec<Sample>]) {
    let mut writer = Writer::open(path, Recipe(7)).expect("a new file");
    for (number, block) in (0..).zip(blocks) {
        writer.append(number, block).expect("it can be written");
    }
}

fn read(path: &Path) -> anyhow::Result<BTreeMap<u64, Vec<Sample>>> {
    let mut reader = Reader::open(path)?;
    let mut games = BTreeMap::new();
    while let Some((number, block)) = reader.next_block()? {
        assert!(games.insert(number, block).is_none(), "game {number} stands there twice");
    }
    Ok(games)
}

#[test]
fn samples_survive_packing() {
    for sample in samples(1, 200) {
        assert_eq!(Sample::unpack(&sample.pack()).as_ref(), Some(&sample));
        let position = position_of(&sample, Rules::FSF_JANGGI);
        assert!(position.is_none_or(|position| position.board() == &sample.board));
    }
    assert_eq!(Sample::unpack(&[0xff; SAMPLE_BYTES]), None);
}

#[test]
fn a_file_gives_back_what_was_written() {
    let path = path("round-trip.data");
    let blocks = [samples(1, 5), Vec::new(), samples(2, 9)];
    write(&path, &blocks);
    assert_eq!(read(&path).expect("a sound file").into_values().collect::<Vec<_>>(), blocks);
    assert_eq!(Writer::open(&path, Recipe(7)).expect("the same recipe").count(), (3, 14));
    let other = Writer::open(&path, Recipe(8)).err().expect("another recipe");
    assert!(other.to_string().contains("other settings"), "{other}");
}

/// A changed byte anywhere is found, and named with the place of its block.
#[test]
fn damage_is_refused_with_its_place() {
    let path = path("damaged.data");
    write(&path, &[samples(1, 3), samples(2, 3)]);
    let sound = std::fs::read(&path).expect("it was written");
    let second = 16 + 16 + 3 * SAMPLE_BYTES;
    for at in [16, 30, 40, second + 2, second + 12, second + 20, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x55;
        std::fs::write(&path, &bytes).expect("it can be written");
        let error = read(&path).expect_err("a damaged file").to_string();
        let block = if at < second { 16 } else { second };
        assert!(error.contains(&format!("damaged at byte {block}")), "byte {at}: {error}");
        assert!(Writer::open(&path, Recipe(7)).is_err(), "byte {at}");
    }
    for (bytes, reason) in [(&b"short"[..], "no header"), (&b"NOTOURDATAFILE.."[..], "not a data file")] {
        std::fs::write(&path, bytes).expect("it can be written");
        let error = read(&path).expect_err("no data file").to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_cut_off_tail_is_dropped_and_nothing_else() {
    let path = path("cut-off.data");
    let blocks = [samples(1, 3), samples(2, 3)];
    write(&path, &blocks);
    let sound = std::fs::read(&path).expect("it was written");
    let second = 16 + 16 + 3 * SAMPLE_BYTES;
    for end in [second, second + 1, second + 15, second + 16, second + 40, sound.len() - 1] {
        std::fs::write(&path, &sound[..end]).expect("it can be written");
        let mut writer = Writer::open(&path, Recipe(7)).expect("only the tail is missing");
        assert_eq!((writer.count(), writer.has(0), writer.has(1)), ((1, 3), true, false), "cut at {end}");
        writer.append(1, &blocks[1]).expect("it can be written");
        drop(writer);
        assert_eq!(std::fs::read(&path).expect("it was written"), sound, "cut at {end}");
    }
}

fn order(games: u64, threads: usize) -> datagen::Order {
    let settings = Settings { nodes: 60, random_plies: 6, rules: Rules::FSF_JANGGI };
    datagen::Order { settings, games, seed: 3, threads, judgment: Judgment::Hand }
}

/// However often it is interrupted and on however many threads, the games are the same bytes.
#[test]
fn resuming_makes_the_same_games() {
    let go_on = AtomicBool::new(false);
    let (whole, parts) = (path("whole.data"), path("parts.data"));
    let (games, positions) = datagen::run(&order(6, 1), &whole, &go_on).expect("games are made");
    assert!(games == 6 && positions > 50, "{games} games, {positions} positions");
    datagen::run(&order(2, 2), &parts, &go_on).expect("games are made");
    let halted = datagen::run(&order(6, 2), &parts, &AtomicBool::new(true)).expect("a stop is no failure");
    assert_eq!(halted.0, 2);
    // As if the machine had gone down while a game was written.
    let torn = std::fs::read(&parts).expect("it was written");
    std::fs::write(&parts, &torn[..torn.len() - 5]).expect("it can be written");
    let resumed = datagen::run(&order(6, 2), &parts, &go_on).expect("games are made");
    assert_eq!(resumed, (games, positions));
    let packed = |path: &Path| -> BTreeMap<u64, Vec<[u8; SAMPLE_BYTES]>> {
        let games = read(path).expect("a sound file").into_iter();
        games.map(|(number, block)| (number, block.iter().map(Sample::pack).collect())).collect()
    };
    assert!(packed(&whole) == packed(&parts), "the same games, byte for byte");
    let other = datagen::Order { seed: 4, ..order(6, 1) };
    assert!(datagen::run(&other, &whole, &go_on).is_err(), "another seed is another file");
}

#[test]
fn tuning_lowers_the_error() {
    let path = path("tune.data");
    write(&path, &[samples(5, 700), samples(6, 500)]);
    let order = tune::Order { epochs: 30, result_share: 0.5, rate: 3.0 };
    let mut told = Vec::new();
    let tuned = tune::run(&order, &[&path], &mut |line| told.push(line.to_owned())).expect("enough data");
    assert!(tuned.error_after < 0.9 * tuned.error_before, "{} to {}", tuned.error_before, tuned.error_after);
    assert!(tuned.source.contains("pub static WEIGHTS") && told.len() > 2);
    write_few(&path);
    assert!(tune::run(&order, &[&path], &mut |_| {}).is_err(), "a few positions are not enough");
}

fn write_few(path: &Path) {
    std::fs::remove_file(path).expect("it was there");
    write(path, &[samples(1, 3)]);
}

/// What the games of a file are worth keeping for: positions that the rules accept.
#[test]
fn self_play_gives_sound_positions() {
    let path = path("sound.data");
    datagen::run(&order(2, 1), &path, &AtomicBool::new(false)).expect("games are made");
    for sample in read(&path).expect("a sound file").into_values().flatten() {
        let position = position_of(&sample, Rules::FSF_JANGGI).expect("a legal position");
        assert!(!position.in_check(position.side()) && position.outcome().is_none());
    }
}

/// Walks give quiet positions with the judgment by hand, the same for the same seed, and nothing twice.
#[test]
fn walks_from_games_are_judged_by_hand() {
    let (games, near) = (path("walk-games"), path("walk-near"));
    write(&games, &[samples(1, 40), samples(2, 40)]);
    let order = imitate::Order { walks: 5, seed: 8 };
    let count = imitate::run(order, &[&games], &near).expect("walks");
    let walked = read(&near).expect("sound");
    assert_eq!(walked.values().map(Vec::len).sum::<usize>() as u64, count);
    assert!(count > 100, "{count} positions");
    for sample in walked.values().flatten() {
        let position = position_of(sample, Rules::FSF_JANGGI).expect("a legal position");
        assert!(!position.in_check(position.side()));
        assert_eq!(i32::from(sample.value), HandEvaluator.value(&position, 0).hundredths());
    }
    assert_eq!(imitate::run(order, &[&games], &near).expect("nothing is left to do"), count);
}

#[test]
fn old_positions_are_judged_anew() {
    let (old, new) = (path("old"), path("new"));
    write(&old, &[samples(31, 40), samples(32, 30)]);
    let order = relabel::Order { depth: Depth::new(2), threads: 2, judgment: Judgment::Hand };
    let run = || relabel::run(&order, &old, &new, &AtomicBool::new(false), &mut |_| {}).expect("it can be written");
    let (games, positions) = run();
    assert_eq!((games, run()), (2, (games, positions)), "a second run has nothing to do");
    let (before, after) = (read(&old).expect("well"), read(&new).expect("well"));
    let mut changed = 0;
    for (number, judged) in &after {
        for sample in judged {
            let twin = before[number].iter().find(|old| old.board == sample.board && old.side == sample.side);
            let twin = twin.expect("no position is made up");
            assert_eq!((twin.result, twin.halfmove), (sample.result, sample.halfmove));
            changed += usize::from(twin.value != sample.value);
        }
    }
    assert!(changed > positions as usize / 2, "{changed} of {positions}");
    let other = relabel::Order { depth: Depth::ONE, ..order };
    assert!(relabel::run(&other, &old, &new, &AtomicBool::new(false), &mut |_| {}).is_err(), "labels are not mixed");
}

#[test]
fn numbers_of_the_search_stay_in_their_ranges() {
    let settings = Settings { nodes: 60, random_plies: 8, rules: Rules::FSF_JANGGI };
    let order = spsa::Order { settings, pairs: 6, rate: 50.0, seed: 3, threads: 2, judgment: Judgment::Hand };
    let none = spsa::run(&spsa::Order { pairs: 0, ..order.clone() }, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(none, Params::default());
    let turned = spsa::run(&order, &AtomicBool::new(false), &mut |_| {});
    for param in Params::ALL {
        let (min, max) = param.range;
        assert!((min..=max).contains(&(param.get)(&turned)), "{}", param.name);
    }
    assert_eq!(spsa::describe(&turned).lines().count(), Params::ALL.len());
}
