//! Won endings to practice, from the tables: as many as one likes, each exactly as far from its end as is wished.

use game::rng::SplitMix;
use janggi::{Position, Side};

use super::file::BLOCK;
use super::{Class, Family, Outcome, Prober, Shelf, Verdict};

/// An ending that can be practiced.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// Its name in addresses.
    pub id: &'static str,
    /// Which pieces are left.
    pub class: &'static str,
    /// Under which rules, with which stronger side.
    pub family: Family,
    /// The longest win, in own moves.
    pub moves_max: u8,
}

/// The endings that come with the program, the easiest first: under the rules of the federation points make a bikjang a
/// threat, so that a single attacker wins.
pub const LADDER: &[Rung] = &[
    Rung { id: "chariot-guards", class: "KRAvKA", family: Family::KjaCho, moves_max: 7 },
    Rung { id: "chariot", class: "KRvKA", family: Family::KjaCho, moves_max: 10 },
    Rung { id: "horse", class: "KNvK", family: Family::KjaHan, moves_max: 11 },
    Rung { id: "elephant", class: "KBvK", family: Family::KjaHan, moves_max: 17 },
    Rung { id: "elephant-guard", class: "KBAvK", family: Family::KjaCho, moves_max: 19 },
];

impl Rung {
    /// The ending of that name.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        LADDER.iter().find(|rung| rung.id == id)
    }

    /// Whose win it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        if self.family.strong_is_han() { Side::Han } else { Side::Cho }
    }

    /// A position that is won with the `moves`-th own move, another for every seed; none if there is none so long.
    #[must_use]
    pub fn deal(&self, moves: u8, seed: u64) -> Option<Position> {
        let known = Shelf::built_in();
        let table = known.table(&Class::from_name(self.class)?, self.family)?;
        let half = table.layout().entries() / 2;
        let mut prober = Prober::new(Shelf::built_in());
        let mut rng = SplitMix::new(seed);
        // Entries with the stronger side to move come first.
        let blocks = half.div_ceil(BLOCK);
        let first_block = rng.below(blocks);
        for number in (first_block..blocks).chain(0..first_block) {
            let entries = table.block(number);
            let fits = |(at, code): (usize, &u8)| {
                let index = number * BLOCK + at;
                (*code == Verdict::Win(moves).code() && index < half).then_some(index)
            };
            let fitting: Vec<usize> = entries.iter().enumerate().filter_map(fits).collect();
            let first = rng.below(fitting.len().max(1));
            let (late, early) = fitting.split_at(first.min(fitting.len()));
            let mut tried = early.iter().chain(late).filter_map(|index| self.position(table.layout().placing(*index)?));
            let is_won = |position: &Position| prober.outcome(position) == Some(Outcome::Win(2 * u16::from(moves) - 1));
            if let Some(found) = tried.find(is_won) {
                return Some(found);
            }
        }
        None
    }

    fn position(&self, (men, strong_to_move): (super::Men, bool)) -> Option<Position> {
        let layout = super::Layout::new(&Class::from_name(self.class)?);
        let setup = self.family.as_played(layout.setup(&men, strong_to_move));
        Position::from_state(&setup.to_string(), &janggi::Rules::KJA).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_dealt_at_every_length() {
        for rung in LADDER {
            for moves in 1..=rung.moves_max {
                let dealt = rung.deal(moves, 7).unwrap_or_else(|| panic!("{} in {moves}", rung.id));
                assert_eq!(dealt.side(), rung.side(), "{}", rung.id);
                let known = Prober::new(Shelf::built_in()).outcome(&dealt);
                assert_eq!(known, Some(Outcome::Win(2 * u16::from(moves) - 1)), "{}", rung.id);
            }
            assert!(rung.deal(rung.moves_max + 1, 7).is_none(), "{} is never longer", rung.id);
        }
    }

    #[test]
    fn a_seed_always_deals_the_same_and_another_mostly_another() {
        let rung = Rung::find("chariot").expect("a rung");
        let state = |seed| game::Position::state(&rung.deal(4, seed).expect("there are many"));
        assert_eq!(state(3), state(3));
        assert!((4..9).any(|seed| state(seed) != state(3)));
        assert!(Rung::find("KRvKA").is_none());
    }
}
