//! The tables to which captures lead.

use std::collections::HashMap;
use std::path::Path;

use engine::janggi::endgame::{Class, Family, Force, Layout, Verdict, read_one};
use janggi::{Position, Side};

use super::NotMade;

/// Finished tables in memory.
#[derive(Default)]
pub(super) struct Lower(HashMap<(Class, Family), Unpacked>);

struct Unpacked {
    layout: Layout,
    entries: Vec<u8>,
}

impl Lower {
    /// Every table that a capture can reach from a class at once.
    pub(super) fn of(class: &Class, family: Family, folder: &Path) -> Result<Self, NotMade> {
        let mut lower = Self::default();
        for (class, family) in after_a_capture(class, family) {
            let table = read_one(folder, &class, family)?;
            let unpacked = Unpacked { layout: table.layout().clone(), entries: table.unpacked() };
            lower.0.insert((class, family), unpacked);
        }
        Ok(lower)
    }

    /// What the entry of a position says that a capture has reached, from a table in which Cho was the stronger side.
    pub(super) fn code(&self, position: &Position, family: Family) -> u8 {
        let Some((class, strong)) = Class::of(position.board()) else { return Verdict::Open.code() };
        let is_exchanged = if class.is_even() { family.strong_is_han() } else { strong == Side::Han };
        let (family, strong) = if is_exchanged { (family.exchanged(), Side::Han) } else { (family, Side::Cho) };
        let strong_to_move = position.side() == strong;
        match self.0.get(&(class.clone(), family)) {
            Some(Unpacked { layout, entries }) => {
                entries[layout.index(&layout.men(position.board(), strong), strong_to_move)]
            }
            None => bare(&class, family, strong_to_move).code(),
        }
    }
}

/// What it means for the side to move that nobody can attack any more.
fn bare(class: &Class, family: Family, strong_to_move: bool) -> Verdict {
    match family.strong_leads(class).filter(|_| family.bare_ends()) {
        None => Verdict::Open,
        Some(strong_leads) => over_at_once(strong_leads == strong_to_move),
    }
}

/// To the side that would be to move, the game has just ended.
pub(super) const fn over_at_once(won: bool) -> Verdict {
    if won { Verdict::Win(1) } else { Verdict::Loss(0) }
}

/// The tables of the classes with one piece less.
pub(super) fn after_a_capture(class: &Class, family: Family) -> Vec<(Class, Family)> {
    let strong_less = lesser(class.strong()).into_iter().map(|force| Class::new(force, class.weak().clone()));
    let weak_less = lesser(class.weak()).into_iter().map(|force| Class::new(class.strong().clone(), force));
    let table = |(next, exchanged): (Class, bool)| {
        // Of equal forces Cho's counts as the stronger.
        let exchanged = if next.is_even() { family.strong_is_han() } else { exchanged };
        let family = if exchanged { family.exchanged() } else { family };
        (!next.is_bare()).then_some((next, family))
    };
    strong_less.chain(weak_less).filter_map(table).collect()
}

fn lesser(force: &Force) -> Vec<Force> {
    let roles: Vec<_> = force.attackers().collect();
    let without = |gone: usize| {
        let kept: Vec<_> = roles.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, role)| *role).collect();
        Force::new(&kept, force.guards())
    };
    let attacker_less = (0..roles.len()).filter_map(without);
    let guard_less = force.guards().checked_sub(1).and_then(|guards| Force::new(&roles, guards));
    attacker_less.chain(guard_less).collect()
}
