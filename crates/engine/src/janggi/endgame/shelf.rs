//! All tables at hand, and how a search looks into them.

use std::collections::HashMap;
use std::sync::Arc;

use janggi::rules::DoublePass;
use janggi::{Position, Side};

use super::file::BLOCK;
use super::{Class, Family, TableFile, Verdict};

/// How many unpacked blocks a prober keeps: 2 MB.
const BLOCKS_KEPT: usize = 128;
/// No table has so many pieces.
const MEN_MAX: u32 = super::placement::MEN_MAX as u32;

/// The tables at hand.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    tables: HashMap<(Class, Family), TableFile>,
}

impl Shelf {
    /// Puts a table on the shelf, in place of an older one of the same kind.
    pub fn add(&mut self, table: TableFile) {
        self.tables.insert((table.class().clone(), table.family()), table);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The table of a class under the rules of a family.
    #[must_use]
    pub fn table(&self, class: &Class, family: Family) -> Option<&TableFile> {
        self.tables.get(&(class.clone(), family))
    }
}

/// Looks into the tables and remembers the blocks that it has unpacked. One for each thread.
pub struct Prober {
    shelf: Arc<Shelf>,
    kept: Vec<Option<Kept>>,
}

struct Kept {
    class: Class,
    family: Family,
    number: usize,
    entries: Vec<u8>,
}

impl Prober {
    /// A prober of these tables.
    #[must_use]
    pub fn new(shelf: Arc<Shelf>) -> Self {
        Self { shelf, kept: Vec::new() }
    }

    /// What the side to move can force; `None` where no table knows it.
    ///
    /// A table does not know that a pass came before: where a second one ends the game it is not asked.
    pub fn verdict(&mut self, position: &Position) -> Option<Verdict> {
        if self.shelf.is_empty() || position.board().occupied().len() > MEN_MAX || position.ending().is_some() {
            return None;
        }
        if position.after_pass() && position.rules().double_pass == DoublePass::Ends {
            return None;
        }
        let (class, strong) = Class::of(position.board())?;
        if class.is_bare() {
            return None;
        }
        self.look_up(position, &class, strong)
    }

    fn look_up(&mut self, position: &Position, class: &Class, strong: Side) -> Option<Verdict> {
        let family = Family::of(position.rules(), strong)?;
        let layout = self.shelf.table(class, family)?.layout();
        let index = layout.index(&layout.men(position.board(), strong), position.side() == strong);
        Verdict::from_code(self.entry(class, family, index)?)
    }

    fn entry(&mut self, class: &Class, family: Family, index: usize) -> Option<u8> {
        let number = index / BLOCK;
        if self.kept.is_empty() {
            self.kept.resize_with(BLOCKS_KEPT, || None);
        }
        let slot = (number.wrapping_mul(31) + class.men() * 7 + class.strong().points() as usize) % BLOCKS_KEPT;
        let is_it = |kept: &Kept| kept.number == number && kept.family == family && kept.class == *class;
        if !self.kept[slot].as_ref().is_some_and(is_it) {
            let entries = self.shelf.table(class, family)?.block(number);
            self.kept[slot] = Some(Kept { class: class.clone(), family, number, entries });
        }
        self.kept[slot].as_ref()?.entries.get(index % BLOCK).copied()
    }
}
