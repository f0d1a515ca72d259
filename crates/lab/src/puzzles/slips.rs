//! The games in whose positions puzzles are looked for.

use anyhow::{Result, anyhow};
use engine::arena::play;
use engine::{Brain, Limits, catalog};
use game::rng::SplitMix;
use game::{Seat, Table};

use super::{Order, Source};
use crate::contest::opening;

/// A game of the house's players is left after so many deeds.
const DEEDS_MAX: usize = 240;
/// Random actions at its start.
const RANDOM_ACTIONS: usize = 4;
/// What they may spend on a thought.
const NODES: u64 = 1_500;

/// What is known of a game before it is mined.
pub(super) struct Ground {
    pub(super) kind: &'static str,
    /// The rules, taken in turn; `{round}` becomes the number of the game.
    pub(super) rules: &'static [&'static str],
    /// Who plays, taken in turn.
    levels: &'static [&'static str],
    /// Whether a turn is one action, so that turns can be compared by searching.
    pub(super) has_gains: bool,
}

const GROUNDS: [Ground; 4] = [
    Ground {
        kind: "janggi",
        rules: &[
            "kja;cho=inner;han=outer",
            "modern;cho=left;han=right",
            "casual;cho=outer;han=inner",
            "kja;cho=right;han=right",
            "modern;cho=inner;han=left",
        ],
        levels: &["12k", "9k", "14k", "7k"],
        has_gains: true,
    },
    Ground {
        kind: "nanguk",
        rules: &[
            "base;terrain=random:{round}",
            "siege;terrain=random:{round}",
            "sea;terrain=random:{round}",
            "firearms;terrain=random:{round}",
        ],
        levels: &["beginner", "easy"],
        has_gains: true,
    },
    Ground { kind: "tigers", rules: &["base", "full;markers=open"], levels: &["beginner", "easy"], has_gains: false },
    Ground { kind: "yonin", rules: &["standard"], levels: &["beginner", "easy"], has_gains: true },
];

/// Of a game that nobody has prepared.
const OTHER: Ground = Ground { kind: "", rules: &[""], levels: &["beginner"], has_gains: false };

impl Ground {
    pub(super) fn of(kind: &str) -> &'static Self {
        GROUNDS.iter().find(|ground| ground.kind == kind).unwrap_or(&OTHER)
    }
}

/// A position before a turn, and that turn.
pub(super) struct Slip {
    pub(super) before: Box<dyn Table>,
    pub(super) acts: Vec<String>,
    /// How many deeds the game had.
    pub(super) deeds: usize,
}

/// The turns of a game after which somebody else may have something to find.
pub(super) fn slips(order: &Order, number: usize) -> Result<Vec<Slip>> {
    let seed = order.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
    let mut rng = SplitMix::new(seed ^ 0x5eed_0f51_1b5e_ed01);
    let table = match &order.source {
        Source::Records(records) => {
            order.game.replay(&records[number]).map_err(|(deed, refusal)| anyhow!("deed {deed}: {refusal}"))?
        }
        Source::Own | Source::Near => played(order, number, seed)?,
    };
    let is_near = matches!(order.source, Source::Near);
    let mut slips = Vec::new();
    for (first, count) in turns(table.as_ref()) {
        let before = table.rewound(first);
        let acts = if is_near {
            random_turn(before.as_ref(), &mut rng)
        } else {
            (first..first + count).filter_map(|index| table.deed(index)).map(str::to_owned).collect()
        };
        slips.push(Slip { before, acts, deeds: first });
    }
    Ok(slips)
}

fn played(order: &Order, number: usize, seed: u64) -> Result<Box<dyn Table>> {
    let about = order.game.about();
    let ground = Ground::of(about.kind);
    let level = |seat: usize| ground.levels[(number / ground.rules.len() + seat) % ground.levels.len()];
    let mind = |seat: usize| {
        catalog::seeded_brain(about.kind, level(seat), seed.wrapping_add(seat as u64))
            .ok_or_else(|| anyhow!("nobody plays {}", about.kind))
    };
    let mut minds = (0..about.seats.len()).map(mind).collect::<Result<Vec<_>>>()?;
    let mut brains: Vec<&mut dyn Brain> = minds.iter_mut().map(|mind| &mut **mind as &mut dyn Brain).collect();
    let rules = ground.rules[number % ground.rules.len()];
    let mut table = opening(order.game, rules, RANDOM_ACTIONS, seed)?;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    play(&mut *table, &mut brains, |_| limits, DEEDS_MAX, || (), &mut |_, _, _| ());
    Ok(table)
}

/// The turns of a game: the number of their first deed, and how many they have.
fn turns(table: &dyn Table) -> Vec<(usize, usize)> {
    let mut turns: Vec<(usize, usize)> = Vec::new();
    let mut last: Option<(Seat, u32)> = None;
    for index in 0..table.deeds() {
        let before = table.rewound(index);
        let Some(seat) = before.turn() else { break };
        let own = Some((seat, before.turn_mark()));
        match turns.last_mut().filter(|_| last == own) {
            Some(turn) => turn.1 += 1,
            None => turns.push((index, 1)),
        }
        last = own;
    }
    turns
}

/// Random actions to the end of a turn.
fn random_turn(before: &dyn Table, rng: &mut SplitMix) -> Vec<String> {
    const ACTS_MAX: usize = 8;
    let mut table = before.fork();
    let own = (table.turn(), table.turn_mark());
    let mut acts = Vec::new();
    while acts.len() < ACTS_MAX && (table.turn(), table.turn_mark()) == own {
        let legal = table.legal();
        let Some(act) = rng.pick(&legal) else { break };
        if table.play(act).is_err() {
            break;
        }
        acts.push(act.clone());
    }
    acts
}
