//! Who plays.

use engine::janggi::{engine::Judgment, player::JanggiPlayer};
use engine::{Brain, catalog};

/// The network that janggi has without a file.
const BUILT_IN: &str = "built-in";

/// A player of a game by its name: a level, `hand` or `hand:OPTIONS` (the search with the judgment by
/// hand), `net` or `net=FILE` (with a network), or a yardstick such as `puct`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    kind: String,
    name: String,
}

impl Player {
    /// The player of that name, if the game has it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(kind: &str, name: &str) -> Result<Self, String> {
        let player = Self { kind: kind.to_owned(), name: name.to_owned() };
        player.brain(0)?;
        Ok(player)
    }

    /// As it was called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn brain(&self, seed: u64) -> Result<Box<dyn Brain>, String> {
        let (kind, name) = (self.kind.as_str(), self.name.as_str());
        let known = catalog::seeded_brain(kind, name, seed).or_else(|| catalog::yardstick(kind, name, seed));
        match known {
            Some(brain) => Ok(brain),
            None if name == "hand" => catalog::analyst_by_hand(kind, "", seed),
            None if name == "net" => self.with_network(BUILT_IN),
            None => match (name.strip_prefix("hand:"), name.strip_prefix("net=")) {
                (Some(options), _) => catalog::analyst_by_hand(kind, options, seed),
                (None, Some(file)) => self.with_network(file),
                (None, None) => Err(self.unknown()),
            },
        }
    }

    fn with_network(&self, name: &str) -> Result<Box<dyn Brain>, String> {
        if self.kind == crate::arena::KIND {
            return Ok(Box::new(JanggiPlayer::judging(Judgment::named(name)?)));
        }
        if name == BUILT_IN {
            return Err(format!("no network for {} is built in", self.kind));
        }
        catalog::analyst_by_network(&self.kind, name)
    }

    fn unknown(&self) -> String {
        let levels = catalog::levels(&self.kind).iter().map(|level| level.name);
        let names: Vec<_> = levels.chain(catalog::YARDSTICKS.iter().copied()).collect();
        format!("there is no player `{}` of {}; there are {}, hand, net", self.name, self.kind, names.join(", "))
    }
}
