//! Game records (§24).

use game::Format;

/// Every format that janggi reads or writes.
pub(crate) const FORMATS: &[Format] = &[];
