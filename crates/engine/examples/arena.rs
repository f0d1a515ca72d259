//! Lets thinking players play each other and counts.
//!
//! `arena KIND ONE OTHER [games=N] [rules=CHOICES] [opening=PLIES] [nodes=N] [depth=N] [seats=one|half] [seed=N] [show=yes] [minutes=N]`
//!
//! A player is a level (`normal`), `random` or `greedy`. Games come in rounds: each round begins
//! with the same random opening, and the players change seats until all have had all. With four
//! seats, ONE has one seat against three of OTHER (`seats=one`) or two against two (`seats=half`).
#![allow(clippy::print_stdout, reason = "an example speaks to a person")]

use std::time::Instant;

use engine::arena::{Bout, play};
use engine::{Brain, Limits, Timer, catalog};
use game::rng::SplitMix;
use game::{Outcome, Seat, Table};

const DEEDS_MAX: usize = 3000;

struct Clock(Instant);

impl Timer for Clock {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn stopped(&self) -> bool {
        false
    }
}

struct Options {
    kind: String,
    names: [String; 2],
    games: u64,
    rules: String,
    opening: usize,
    nodes: Option<u64>,
    depth: Option<u32>,
    half: bool,
    seed: u64,
    show: bool,
    minutes: u64,
}

impl Options {
    fn read() -> Option<Self> {
        let mut words = std::env::args().skip(1);
        let (kind, one, other) = (words.next()?, words.next()?, words.next()?);
        let mut options = Self {
            kind,
            names: [one, other],
            games: 20,
            rules: String::new(),
            opening: 4,
            nodes: None,
            depth: None,
            half: false,
            seed: 1,
            show: false,
            minutes: 60,
        };
        for word in words {
            let (key, value) = word.split_once('=')?;
            match key {
                "games" => options.games = value.parse().ok()?,
                "rules" => value.clone_into(&mut options.rules),
                "opening" => options.opening = value.parse().ok()?,
                "nodes" => options.nodes = Some(value.parse().ok()?),
                "depth" => options.depth = Some(value.parse().ok()?),
                "seats" => options.half = value == "half",
                "show" => options.show = value == "yes",
                "minutes" => options.minutes = value.parse().ok()?,
                "seed" => options.seed = value.parse().ok()?,
                _ => return None,
            }
        }
        Some(options)
    }

    fn brain(&self, name: &str, seed: u64) -> Option<Box<dyn Brain>> {
        catalog::seeded_brain(&self.kind, name, seed).or_else(|| catalog::yardstick(&self.kind, name, seed))
    }
}

/// What one player has done so far.
#[derive(Default)]
struct Tally {
    thoughts: u64,
    time_ms: u64,
    slowest_ms: u64,
    nodes: u64,
    depth: u64,
}

fn opened(options: &Options, round: u64) -> Option<Box<dyn Table>> {
    let game = catalog::find(&options.kind)?;
    let mut rng = SplitMix::new(options.seed.wrapping_mul(1000) + round);
    let rules = options.rules.replace("{round}", &(options.seed * 1000 + round).to_string());
    loop {
        let mut table = game.start(&rules).map_err(|refusal| println!("{refusal}")).ok()?;
        table.carry_out_forced();
        for _ in 0..options.opening {
            let legal = table.legal();
            if let Some(text) = rng.pick(&legal) {
                table.act(text).ok()?;
                table.carry_out_forced();
            }
        }
        if table.outcome().is_none() {
            return Some(table);
        }
    }
}

/// Who sits where in the games of a round: true is ONE.
fn seatings(seats: usize, half: bool) -> Vec<Vec<bool>> {
    match (seats, half) {
        (2, _) => vec![vec![true, false], vec![false, true]],
        (_, true) => [0b0101, 0b1010, 0b0011, 0b1100, 0b0110, 0b1001]
            .map(|bits: u8| (0..seats).map(|seat| bits >> seat & 1 == 1).collect())
            .into(),
        (_, false) => (0..seats).map(|own| (0..seats).map(|seat| seat == own).collect()).collect(),
    }
}

/// The share of the opponents' seats that ONE's seats have left behind, and whether ONE is alone
/// in first place.
fn score(outcome: &Outcome, seating: &[bool]) -> (f64, bool) {
    let places: Vec<_> = outcome.places.iter().map(|(seat, place)| (seating[seat.index()], *place)).collect();
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (_, own) in places.iter().filter(|place| place.0) {
        for (_, other) in places.iter().filter(|place| !place.0) {
            pairs += 1.0;
            sum += match own.cmp(other) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
    }
    let first = |one: bool| places.iter().any(|place| place.0 == one && place.1 == 1);
    (sum / pairs, first(true) && !first(false))
}

fn main() {
    let Some(options) = Options::read() else {
        println!(
            "arena KIND ONE OTHER [games=N] [rules=CHOICES] [opening=PLIES] [nodes=N] [depth=N] [seats=one|half] [seed=N] [show=yes] [minutes=N]"
        );
        return;
    };
    let seats = catalog::find(&options.kind).map_or(0, |game| game.about().seats.len());
    if seats == 0 || options.names.iter().any(|name| options.brain(name, 0).is_none()) {
        println!("no such game or player");
        return;
    }
    run(&options, seats);
}

fn run(options: &Options, seats: usize) {
    let mut tallies = [Tally::default(), Tally::default()];
    let (mut played, mut points, mut firsts, mut draws, mut unfinished, mut deeds) = (0, 0.0, 0, 0, 0, 0);
    let begun = Instant::now();
    let mut reasons = std::collections::BTreeMap::new();
    'rounds: for round in 0.. {
        for seating in seatings(seats, options.half) {
            if played == options.games || begun.elapsed().as_secs() >= 60 * options.minutes {
                break 'rounds;
            }
            let Some(mut table) = opened(options, round) else { return };
            let bout = bout(options, &mut *table, &seating, round, &mut tallies);
            if let Some(refused) = bout.refused {
                println!("refused: {refused} in {}", table.state());
            }
            if options.show {
                let record = table.record();
                println!("{} | {} | {:?}", record.start, record.deeds().collect::<Vec<_>>().join(" "), record.result);
            }
            played += 1;
            deeds += bout.deeds;
            match bout.outcome {
                Some(outcome) => {
                    let (score, first) = score(&outcome, &seating);
                    points += score;
                    firsts += u32::from(first);
                    draws += u32::from((score - 0.5).abs() < 0.01);
                    *reasons.entry(outcome.reason).or_insert(0) += 1;
                }
                None => unfinished += 1,
            }
        }
    }
    println!(
        "{} {} vs {}: {played} games, won {firsts}, drawn {draws}, unfinished {unfinished}, score {:.3}, {} deeds a game, {reasons:?}",
        options.kind,
        options.names[0],
        options.names[1],
        points / played as f64,
        deeds as u64 / played.max(1),
    );
    for (name, tally) in options.names.iter().zip(&tallies) {
        let thoughts = tally.thoughts.max(1);
        println!(
            "  {name}: {} ms a thought, slowest {} ms, {} nodes, depth {:.1}",
            tally.time_ms / thoughts,
            tally.slowest_ms,
            tally.nodes / thoughts,
            tally.depth as f64 / thoughts as f64,
        );
    }
}

fn bout(options: &Options, table: &mut dyn Table, seating: &[bool], round: u64, tallies: &mut [Tally; 2]) -> Bout {
    let name = |one: bool| &options.names[usize::from(!one)];
    let seeds = (0..).map(|seat: u64| options.seed * 1_000_003 + round * 16 + seat);
    let mut minds: Vec<_> =
        seating.iter().zip(seeds).filter_map(|(one, seed)| options.brain(name(*one), seed)).collect();
    let mut brains: Vec<&mut dyn Brain> = minds.iter_mut().map(|mind| &mut **mind as &mut dyn Brain).collect();
    let limits = Limits { nodes: options.nodes, depth: options.depth, time_ms: None };
    play(table, &mut brains, limits, DEEDS_MAX, || Clock(Instant::now()), &mut |seat: Seat, thought, time_ms| {
        let tally = &mut tallies[usize::from(!seating[seat.index()])];
        tally.thoughts += 1;
        tally.time_ms += time_ms;
        tally.slowest_ms = tally.slowest_ms.max(time_ms);
        tally.nodes += thought.map_or(0, |thought| thought.nodes);
        tally.depth += thought.map_or(0, |thought| u64::from(thought.depth));
    })
}
