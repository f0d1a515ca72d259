//! What a file has already: the same puzzle is not taken twice, nor too many of one sort.

use std::collections::{HashMap, HashSet};

use engine::puzzles::{Goal, Puzzle};

use super::Order;
use super::slips::Ground;

/// The puzzles of a file, by what makes them alike.
pub(super) struct Known {
    ids: HashSet<String>,
    alike: HashSet<String>,
    sorts: HashMap<String, usize>,
    wanted: usize,
    /// Among how many rules the puzzles are shared out.
    presets: usize,
    has_gains: bool,
    count: usize,
}

/// So many names are tried for a puzzle.
const SALTS: u64 = 1000;
/// No goal has more than so many percent of a file, no preset more than one and a half times its share …
const GOAL_SHARE: usize = 70;
const PRESET_SHARE: usize = 150;
/// … and ends in one turn, where turns are single actions, are for beginners only.
const ONE_SHARE: usize = 15;

impl Known {
    pub(super) fn new(order: &Order) -> Self {
        let ground = Ground::of(order.game.about().kind);
        let presets: HashSet<&str> = ground.rules.iter().map(|rules| preset(rules)).collect();
        Self {
            ids: HashSet::new(),
            alike: HashSet::new(),
            sorts: HashMap::new(),
            wanted: order.count,
            presets: presets.len().max(1),
            has_gains: ground.has_gains,
            count: 0,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.count
    }

    /// Remembers a puzzle of the file.
    pub(super) fn keep(&mut self, puzzle: &Puzzle) {
        self.ids.insert(puzzle.id.clone());
        self.alike.extend(likenesses(puzzle));
        for (sort, _) in self.sorts_of(puzzle) {
            *self.sorts.entry(sort).or_default() += 1;
        }
        self.count += 1;
    }

    /// Names and remembers a puzzle, unless the file has one like it or enough of its sort.
    pub(super) fn take(&mut self, mut puzzle: Puzzle) -> Option<Puzzle> {
        let full = |(sort, most): (String, usize)| self.sorts.get(&sort).is_some_and(|count| *count >= most);
        if self.sorts_of(&puzzle).into_iter().any(full) {
            return None;
        }
        if likenesses(&puzzle).iter().any(|likeness| self.alike.contains(likeness)) {
            return None;
        }
        puzzle.id = (0..SALTS).map(|salt| name(&puzzle, salt)).find(|id| !self.ids.contains(id))?;
        self.keep(&puzzle);
        Some(puzzle)
    }

    /// The sorts of a puzzle, and how many of each a file takes.
    fn sorts_of(&self, puzzle: &Puzzle) -> Vec<(String, usize)> {
        let share = |percent: usize| (self.wanted * percent).div_ceil(100).max(1);
        let mut sorts = vec![
            (preset(&puzzle.rules).to_owned(), share(PRESET_SHARE / self.presets)),
            (format!("{:?}", puzzle.goal), share(GOAL_SHARE)),
        ];
        if self.has_gains && puzzle.goal == Goal::Mate && puzzle.own_turns() == 1 {
            sorts.push(("one".to_owned(), share(ONE_SHARE)));
        }
        sorts
    }
}

fn preset(rules: &str) -> &str {
    rules.split(';').next().unwrap_or_default()
}

/// A puzzle is like another with the same board, also in a mirror where the game has one, or with the same solution among
/// the same men. Every game writes its boards in its own way; men and where they stand are the same in all.
fn likenesses(puzzle: &Puzzle) -> Vec<String> {
    let Ok(start) = puzzle.start() else { return Vec::new() };
    let men = start.men();
    let sorted = |mut texts: Vec<String>| {
        texts.sort_unstable();
        texts.join(" ")
    };
    let board = men.iter().map(|man| format!("{:?}{}{}{}", man.seat, man.kind, man.amount, man.cell)).collect();
    let kinds = men.iter().map(|man| format!("{:?}{}", man.seat, man.kind)).collect();
    let mirrored = format!("{:016x}", start.opening_key());
    vec![start.state(), sorted(board), mirrored, format!("{:?} {}", puzzle.turns, sorted(kinds))]
}

/// Four letters and digits after the letter of the game, from what the puzzle is.
fn name(puzzle: &Puzzle, salt: u64) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let text = format!("{} {:?} {:?}", puzzle.state, puzzle.before, puzzle.turns);
    // FNV-1a: the same on every machine.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let mut hash = text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ salt, mix);
    let mut id = puzzle.kind.get(..1).unwrap_or("p").to_owned();
    for _ in 0..4 {
        id.push(char::from(DIGITS[(hash % 36) as usize]));
        hash /= 36;
    }
    id
}

#[cfg(test)]
mod tests {
    use engine::puzzles::of_kind;

    use super::*;
    use crate::puzzles::Source;

    /// How boards are written must not decide it: some states begin with the mode and not with the board.
    #[test]
    fn puzzles_of_every_game_are_alike_only_to_themselves() {
        for game in engine::catalog::games() {
            let order = Order { game: *game, source: Source::Near, count: 10_000, threads: 1, seed: 1 };
            let mut known = Known::new(&order);
            let puzzles: Vec<_> = of_kind(game.about().kind).take(20).cloned().collect();
            for puzzle in &puzzles {
                assert!(known.take(puzzle.clone()).is_some(), "{} is like another", puzzle.id);
            }
            for puzzle in puzzles {
                assert!(known.take(puzzle.clone()).is_none(), "{} was taken twice", puzzle.id);
            }
        }
    }
}
