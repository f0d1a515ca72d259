//! How a search goes about it.

/// How a search goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// What it may do beyond looking at everything to the same depth.
    pub shortcuts: Shortcuts,
    /// How several opponents are thought to act.
    pub opponents: Opponents,
    /// How the actions after the best one are looked at.
    pub root: Root,
    /// How many actions of a position are followed.
    pub width: Width,
    /// Whether the ends of lines are remembered like other positions.
    pub leaves: Leaves,
    /// Whether a thought begins with a look for chains of threats.
    pub chains: Chains,
}

/// What a search may do beyond looking at everything to the same depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shortcuts {
    /// Nothing: the worth is that of looking at everything.
    None,
    /// It remembers positions, follows lines until nothing loud is left, and answers threats
    /// without losing depth.
    Safe,
    /// It also looks less deeply at actions without promise.
    All,
}

/// How the root actions after the best one are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// For what they are worth at once.
    Open,
    /// First whether they are worth more than what is known, then how much.
    Scouts,
}

/// Whether the ends of lines are remembered like other positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// No.
    Forgotten,
    /// Yes: several actions in another order come to the same end.
    Remembered,
}

/// Whether a thought begins with a look for chains of threats, in a game whose judge wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chains {
    /// No.
    Ignored,
    /// Yes.
    Sought,
}

/// How many actions of a position below the root are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// All, in the order of their promise.
    All,
    /// Only so many, and what is loud: those that leave the most valuable positions. A turn of several
    /// actions is seen to its end so, and the answer to it, where all of them would be too many.
    Best(u8),
}

impl Width {
    pub(super) const fn most(self) -> usize {
        match self {
            Self::All => usize::MAX,
            Self::Best(most) => most as usize,
        }
    }
}

/// How several opponents are thought to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponents {
    /// All against the thinking seat.
    United,
    /// Only one of them at a time.
    OneReply,
}

impl Method {
    /// Nothing but alpha-beta: the same worth as looking at everything.
    pub const PLAIN: Self = Self {
        shortcuts: Shortcuts::None,
        opponents: Opponents::United,
        root: Root::Open,
        width: Width::All,
        leaves: Leaves::Forgotten,
        chains: Chains::Ignored,
    };
    /// All that helps.
    pub const STRONG: Self = Self { shortcuts: Shortcuts::All, chains: Chains::Sought, ..Self::PLAIN };

    /// The same, changed as a text says: `shortcuts=none|safe|all`, `opponents=united|one`,
    /// `root=open|scouts`, `width=all|1|2|…`, `leaves=forgotten|remembered`
    /// and `chains=ignored|sought`, with commas between.
    ///
    /// # Errors
    /// What of the text is not known.
    pub fn with(mut self, changes: &str) -> Result<Self, String> {
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            match change.split_once('=').unwrap_or((change, "")) {
                ("shortcuts", "none") => self.shortcuts = Shortcuts::None,
                ("shortcuts", "safe") => self.shortcuts = Shortcuts::Safe,
                ("shortcuts", "all") => self.shortcuts = Shortcuts::All,
                ("opponents", "united") => self.opponents = Opponents::United,
                ("opponents", "one") => self.opponents = Opponents::OneReply,
                ("root", "open") => self.root = Root::Open,
                ("root", "scouts") => self.root = Root::Scouts,
                ("leaves", "forgotten") => self.leaves = Leaves::Forgotten,
                ("leaves", "remembered") => self.leaves = Leaves::Remembered,
                ("chains", "ignored") => self.chains = Chains::Ignored,
                ("chains", "sought") => self.chains = Chains::Sought,
                ("width", "all") => self.width = Width::All,
                ("width", number) if number.parse::<u8>().is_ok_and(|number| number > 0) => {
                    self.width = number.parse().map_or(Width::All, Width::Best);
                }
                _ => return Err(format!("a search cannot be changed by `{change}`")),
            }
        }
        Ok(self)
    }

    pub(super) const fn is_plain(self) -> bool {
        matches!(self.shortcuts, Shortcuts::None)
    }
}
