//! Who asks.

use crate::ids::PersonId;
use crate::network::Network;

/// Who asks: always from a network, and perhaps someone we know. Limits and turns to think go by both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Caller {
    /// From where.
    pub(crate) network: Network,
    /// Who; nobody in particular if it is someone without a name.
    pub(crate) person: Option<PersonId>,
}

impl Caller {
    /// The house itself: nobody is there now.
    pub(crate) const HOUSE: Self = Self { network: Network::HOUSE, person: None };
}
