//! All tables at hand.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::bundle::unbundle;
use super::{Class, Family, TableFile};

/// The tables at hand.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    tables: HashMap<(Class, Family), TableFile>,
    /// No table knows more pieces.
    men_max: usize,
}

/// The tables that come with the program: those of the first and the third tier.
static BUILT_IN: LazyLock<Arc<Shelf>> = LazyLock::new(|| {
    let tables = unbundle(include_bytes!("built-in.dgb")).expect("a test reads the built-in tables");
    Arc::new(tables.into_iter().collect())
});

impl Shelf {
    /// The tables that come with the program.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// Puts a table on the shelf, in place of an older one of the same kind.
    pub fn add(&mut self, table: TableFile) {
        self.men_max = self.men_max.max(table.class().men());
        self.tables.insert((table.class().clone(), table.family()), table);
    }

    /// Whether no table knows so many pieces.
    #[must_use]
    pub(super) const fn is_too_small_for(&self, men: usize) -> bool {
        men > self.men_max
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

impl Extend<TableFile> for Shelf {
    fn extend<T: IntoIterator<Item = TableFile>>(&mut self, tables: T) {
        tables.into_iter().for_each(|table| self.add(table));
    }
}

impl FromIterator<TableFile> for Shelf {
    fn from_iter<T: IntoIterator<Item = TableFile>>(tables: T) -> Self {
        let mut shelf = Self::default();
        shelf.extend(tables);
        shelf
    }
}
