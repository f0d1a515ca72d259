//! What an analyst thinks of positions: the questions of the screen, and turns that gain.

use engine::{Brain, Limits, Scale, Score, Task, Thought, catalog};
use game::{Seat, Table};

/// The first look at a position.
pub(super) const SCREEN_NODES: u64 = 3_000;
/// The second look.
const KEEP_NODES: u64 = 100_000;
/// What others may spend on their reply; with several seats there are several of them.
const REPLY_NODES: u64 = 40_000;
/// The last look, with empty memory.
pub(super) const TWICE_NODES: u64 = 1_000_000;

/// Before the mistake nothing was decided.
const OPEN: std::ops::RangeInclusive<f64> = 10.0..=90.0;
const SCREEN: Wanted = Wanted { best: 75.0, gap: 30.0 };
const KEEP: Wanted = Wanted { best: 80.0, gap: 35.0 };
/// The most turns of a line that gains.
const TURNS_MAX: usize = 4;

/// What an answer must be worth, and how much more than the next best.
#[derive(Clone, Copy)]
struct Wanted {
    best: f64,
    gap: f64,
}

/// Who is asked about the positions of one game.
pub(super) struct Analyst {
    kind: &'static str,
    scale: Scale,
    brain: Box<dyn Brain>,
}

/// What an action that stands out promises.
pub(super) enum Prospect {
    /// A certain win in so many turns.
    Win { turns: usize },
    /// More than the others.
    Gain,
}

/// The best action and what it and the next best are worth to whoever is asked, from 0 to 100.
struct Best {
    act: String,
    worth: f64,
    gap: f64,
    score: Score,
}

impl Analyst {
    pub(super) fn new(kind: &'static str) -> Option<Self> {
        Some(Self { kind, scale: catalog::scale(kind)?, brain: catalog::analyst(kind)? })
    }

    fn fresh(&self) -> Option<Self> {
        Self::new(self.kind)
    }

    fn lines(&mut self, table: &dyn Table, seat: Seat, lines: usize, nodes: u64) -> Vec<Thought> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let task = Task { table, seat, limits, timer: &(), lines, only: &[], known: false };
        let mut thoughts: Vec<Thought> = Vec::new();
        self.brain.think(&task, &mut |thought| {
            thoughts.truncate(thought.index);
            thoughts.push(thought.clone());
        });
        thoughts
    }

    fn best(&mut self, table: &dyn Table, seat: Seat, nodes: u64) -> Option<Best> {
        let thoughts = self.lines(table, seat, 2, nodes);
        let worth = |thought: &Thought| self.scale.expectations(seat, thought)[seat];
        let [first, second, ..] = &thoughts[..] else { return None };
        let act = first.line.first()?.clone();
        Some(Best { act, worth: worth(first), gap: worth(first) - worth(second), score: first.score })
    }

    /// Whether nothing was decided for a seat when another was to move.
    pub(super) fn is_open(&mut self, before: &dyn Table, solver: Seat) -> bool {
        let Some(mover) = before.turn() else { return false };
        let thoughts = self.lines(before, mover, 1, SCREEN_NODES);
        thoughts.first().is_some_and(|thought| OPEN.contains(&self.scale.expectations(mover, thought)[solver]))
    }

    /// The first look: whether one action stands out, and for what.
    pub(super) fn stands_out(&mut self, table: &dyn Table, seat: Seat) -> Option<Prospect> {
        let best = self.best(table, seat, SCREEN_NODES).filter(|best| best.is(SCREEN))?;
        Some(match best.score {
            Score::WinIn(plies) => Prospect::Win { turns: (plies as usize).div_ceil(2) },
            _ => Prospect::Gain,
        })
    }

    /// The second look, and the line that follows: as long as one action stands out.
    pub(super) fn gain(&self, start: &dyn Table, seat: Seat) -> Option<Vec<Vec<String>>> {
        let mut table = start.fork();
        let mut line: Vec<Vec<String>> = Vec::new();
        for turn in 0..TURNS_MAX {
            let Some(best) = self.fresh()?.best(table.as_ref(), seat, KEEP_NODES).filter(|best| best.is(KEEP)) else {
                break;
            };
            if turn > 0 && matches!(best.score, Score::Draw) {
                break;
            }
            table.play(&best.act).ok()?;
            line.push(vec![best.act]);
            let Some(reply) = self.reply(table.as_mut(), seat) else { break };
            line.push(reply);
        }
        // What is left is the solver's turn, or a reply to cut.
        if line.len().is_multiple_of(2) {
            line.pop();
        }
        cut_forced(start, &mut line)?;
        (line.len() >= 3).then_some(line)
    }

    /// What all others do until it is the seat's turn again; nothing if the game ends before.
    fn reply(&self, table: &mut dyn Table, seat: Seat) -> Option<Vec<String>> {
        let mut acts = Vec::new();
        while let Some(mover) = table.turn().filter(|mover| *mover != seat) {
            let thoughts = self.fresh()?.lines(table, mover, 1, REPLY_NODES);
            let act = thoughts.first()?.line.first()?.clone();
            table.play(&act).ok()?;
            acts.push(act);
        }
        table.turn().is_some().then_some(acts)
    }

    /// The third look at the first turn of a line: the same action stands out in a long search with empty memory.
    pub(super) fn agrees(&self, table: &dyn Table, seat: Seat, act: &str, nodes: u64) -> Option<bool> {
        let best = self.fresh()?.best(table, seat, nodes)?;
        Some(best.act == act && best.is(KEEP))
    }
}

impl Best {
    fn is(&self, wanted: Wanted) -> bool {
        self.worth >= wanted.best && self.gap >= wanted.gap
    }
}

/// Turns without a choice at the end of a line ask for nothing.
fn cut_forced(start: &dyn Table, line: &mut Vec<Vec<String>>) -> Option<()> {
    while line.len() >= 3 {
        let mut table = start.fork();
        for act in line[..line.len() - 1].iter().flatten() {
            table.play(act).ok()?;
        }
        if table.legal().len() > 1 {
            break;
        }
        line.truncate(line.len() - 2);
    }
    Some(())
}
