//! What a game must know.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use serde::Serialize;

use crate::edit::{Edit, Sketch};
use crate::{Choices, Format, Man, Outcome, Paint, Problems, Record, Refusal, Rules, Seat};

/// Where a game stands. A value: cloning it forks the game.
///
/// Equality and [`key`](Self::key) mean "the same for the repetition rule", nothing else.
/// Board law and history law are two questions: [`check`](Self::check) looks at the board alone,
/// [`bans`](Self::bans) and [`settle`](Self::settle) are told the past.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// The choices on which players differ, stored with every game.
    type Rules: Rules;
    /// How a game begins: set-ups, decks, terrain, handicap. Not part of the game tree.
    type Start: Choices;
    /// The atom of play. Passing and ending a turn are actions. Its `Display` is canonical.
    type Action: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// What a viewer may see, ready to draw.
    type View: Serialize;

    /// The name in commands, addresses and records, such as `janggi`.
    const KIND: &'static str;
    /// The name for people.
    const TITLE: Title;
    /// The seats' names in state strings and results; their number is the number of seats.
    const SEATS: &'static [&'static str];
    /// Fixed positions whose perft is the checksum of the rules.
    const BENCH: &'static [BenchPosition];
    /// The record formats, the game's own first.
    const FORMATS: &'static [Format];
    /// Whether one viewer may see or hear less than another. Where nobody does, what is made for one serves all.
    const HAS_SECRETS: bool = false;

    /// Who chooses what before the first action.
    #[must_use]
    fn opening_order(rules: &Self::Rules) -> OpeningOrder {
        let _ = rules;
        OpeningOrder::None
    }

    /// What a form needs to offer starts that are written as text, such as a roster; nothing
    /// where the choices say it all.
    #[must_use]
    fn stock() -> Option<serde_json::Value> {
        None
    }

    /// The first position of a game.
    ///
    /// # Errors
    /// If the rules do not offer that start.
    fn start(rules: &Self::Rules, start: &Self::Start) -> Result<Self, Refusal>;

    /// The position that a state string describes. Options that the string carries win and are
    /// written into `rules`.
    ///
    /// # Errors
    /// `E_STATE` and what is wrong with the string, at which place.
    fn load(rules: &mut Self::Rules, state: &str) -> Result<Self, Refusal>;

    /// Everything that forbids playing from a state string, all at once: what an editor shows.
    /// Nothing exactly if [`load`](Self::load) accepts it.
    #[must_use]
    fn problems(rules: &Self::Rules, state: &str) -> Problems {
        Self::load(&mut rules.clone(), state).err().map_or_else(Problems::default, Problems::from)
    }

    /// A set-up after some changes, whether or not it can be played: what an editor shows.
    ///
    /// # Errors
    /// If the text is no set-up, a change cannot be made, or the game has no editor.
    fn sketch(rules: &Self::Rules, state: &str, edits: &[Edit]) -> Result<Sketch, Refusal> {
        let _ = (rules, state, edits);
        Err(Refusal::syntax("this game has no editor"))
    }

    /// The state string of the rule book.
    fn state(&self) -> String;

    /// Who acts now. It may stay (several actions a turn) or jump (a seat in check).
    /// Without meaning once there is an outcome.
    fn turn(&self) -> Seat;

    /// Whether a seat is out of a game that others play on.
    #[must_use]
    fn is_out(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// Calls `visit` with one canonical spelling of every action that the board allows; with none
    /// if the game is over.
    fn each_legal(&self, visit: &mut impl FnMut(Self::Action));

    /// The number of actions that the board allows; fast where a game can count in bulk.
    fn count_legal(&self) -> u64 {
        let mut count = 0;
        self.each_legal(&mut |_| count += 1);
        count
    }

    /// Reads an action in any spelling of the rule book.
    ///
    /// # Errors
    /// The refusals that the rule book puts before those of [`check`](Self::check).
    fn parse(&self, text: &str) -> Result<Self::Action, Refusal>;

    /// Whether the board allows an action, and if not, which rule forbids it.
    ///
    /// # Errors
    /// The first refusal in the rule book's order.
    fn check(&self, action: Self::Action) -> Result<(), Refusal>;

    /// Plays an action that has passed [`check`](Self::check). Any other may spoil the position,
    /// but never memory.
    fn play_unchecked(&mut self, action: Self::Action);

    /// Whether the past forbids an action that the board allows. The last moment of `past` is
    /// this position's own.
    fn bans(&self, action: Self::Action, past: &[Moment]) -> Option<Refusal> {
        let _ = (action, past);
        None
    }

    /// Ends the game or eliminates a seat where board and past demand it: mate, repetition,
    /// limits. The last moment of `past` is this position's own; it is the only one when the
    /// position has just been loaded. If this changes the key, as an elimination does, the past
    /// begins anew with the position that results.
    fn settle(&mut self, past: &[Moment]) {
        let _ = past;
    }

    /// What the past will remember of this position, which `by` has just brought about.
    fn moment(&self, by: Seat) -> Moment;

    /// An action that the rules carry out themselves, without asking the seat whose turn it is.
    /// There are never more than a few in a row ([`FORCED_MAX`](crate::FORCED_MAX)).
    fn forced(&self) -> Option<Self::Action> {
        None
    }

    /// A seat leaves. What that means is the game's business: the loss, an elimination, or
    /// merely the end of a turn.
    ///
    /// # Errors
    /// If the rules do not let that seat leave now.
    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal>;

    /// All seats have agreed to end the game: a draw, or the counting of points.
    ///
    /// # Errors
    /// If the rules know no such end.
    fn agree(&mut self) -> Result<(), Refusal>;

    /// The game has had its greatest number of deeds ([`DEEDS_MAX`](crate::DEEDS_MAX)) and ends as
    /// the rule book says of its limits. A game without such an article does nothing; then no
    /// further action is accepted.
    fn exhaust(&mut self) {}

    /// Tells this turn from the next one, even if one seat has both because another was passed
    /// over: clocks ask for it.
    fn turn_mark(&self) -> u32 {
        self.turn().index() as u32
    }

    /// Reads anything that may stand in a record: an action, someone's leaving, an agreement.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn read(&self, text: &str) -> Result<Deed<Self::Action>, Refusal> {
        match Deed::declaration(text, Self::SEATS, self.turn()) {
            Some(deed) => Ok(deed),
            None => self.parse(text).map(Deed::Act),
        }
    }

    /// Reads a text that may stand for several deeds, such as a whole turn at once: they are done
    /// one after another, all or none, and recorded one by one.
    ///
    /// # Errors
    /// As [`read`](Self::read); for several deeds, the rule book's refusal of the whole.
    fn read_all(&self, text: &str) -> Result<Vec<Deed<Self::Action>>, Refusal> {
        self.read(text).map(|deed| vec![deed])
    }

    /// Writes what [`read`](Self::read) reads.
    fn spell(&self, deed: &Deed<Self::Action>) -> String {
        deed.text(Self::SEATS)
    }

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The rule book's text for the result, if the game has ended.
    fn result(&self) -> Option<String>;

    /// A hash of all that the repetition rule looks at, kept up to date by every action.
    fn key(&self) -> u64;

    /// The key by which openings are counted: one for a position and its mirror image where the rules know no left and
    /// right.
    fn opening_key(&self) -> u64 {
        self.key()
    }

    /// The same, computed from scratch; for tests.
    fn key_afresh(&self) -> u64;

    /// What `viewer` knows of this position (`None`: a spectator). A thinking player is handed
    /// this, so that it cannot cheat.
    #[must_use]
    fn masked(&self, viewer: Option<Seat>) -> Self {
        let _ = viewer;
        self.clone()
    }

    /// What `viewer` is told of an action about to be played here.
    fn tell(&self, action: Self::Action, viewer: Option<Seat>) -> String {
        let _ = viewer;
        action.to_string()
    }

    /// What `viewer` may see, ready to draw.
    fn view(&self, viewer: Option<Seat>) -> Self::View;

    /// The board as text for a person.
    fn show(&self, viewer: Option<Seat>, paint: Paint) -> String;

    /// Whether the seat whose turn it is may take back what it has done this turn without asking
    /// anybody, because it counts only once the turn is over.
    fn is_draft(&self) -> bool {
        false
    }

    /// Every man on the board, for lessons, themes and editors.
    fn men(&self) -> Vec<Man> {
        Vec::new()
    }

    /// The seats that are in check or in danger.
    fn alarmed(&self) -> Vec<Seat> {
        Vec::new()
    }

    /// A number that the game knows by name, such as `lead:cho`; `None` if there is no such number.
    fn gauge(&self, name: &str) -> Option<f64> {
        let _ = name;
        None
    }

    /// The same board with the next seat to move, if nobody is alarmed: what somebody would do next
    /// is a threat.
    #[must_use]
    fn skipped(&self) -> Option<Self> {
        None
    }

    /// Whether the players have made the board and nothing has been done on it yet: now it can be said how fair it is.
    fn is_laid(&self) -> bool {
        false
    }

    /// The seat whose holder may exchange seats with the other before anything else is done, if the rules have that.
    /// The position does not change by it.
    fn exchanger(&self) -> Option<Seat> {
        None
    }

    /// What there is to tell of a finished game beyond its result, if the rule book asks for it.
    #[must_use]
    fn statistics(record: &Record) -> Option<serde_json::Value> {
        let _ = record;
        None
    }

    /// An upper bound for the number of deeds in a game under these rules, if a reasonable one
    /// is known.
    #[must_use]
    fn deeds_max(rules: &Self::Rules) -> Option<u32>;
}

/// A name in the three languages of the house.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Title {
    /// Korean.
    pub ko: &'static str,
    /// English.
    pub en: &'static str,
    /// Japanese.
    pub ja: &'static str,
}

/// A position with a depth for [`perft`](crate::perft::perft).
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// Rules as `--rules` writes them.
    pub rules: &'static str,
    /// A state string, or nothing for the start.
    pub state: Option<&'static str>,
    /// How deep to count.
    pub depth: u32,
}

/// Who chooses what before the first action. The choices are values of [`Position::Start`] whose
/// key is the name of the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningOrder {
    /// Nobody: the start is agreed when the table is made.
    None,
    /// All seats at once, in secret.
    Sealed,
    /// One after another, visibly, this seat first.
    Open {
        /// The seat that chooses first.
        first: Seat,
    },
}

/// What the past remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The position's [`key`](Position::key).
    pub key: u64,
    /// Who brought it about.
    pub by: Seat,
    /// What else the game's history law asks about, such as who is in check.
    pub mark: u8,
}

/// Why a seat leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// It gives up.
    Resigned,
    /// Its time has run out.
    Flagged,
    /// It went away for good, as the host decides.
    Forfeited,
}

impl Leaving {
    const ALL: [Self; 3] = [Self::Resigned, Self::Flagged, Self::Forfeited];

    /// The word for it in records.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Resigned => "resign",
            Self::Flagged => "timeout",
            Self::Forfeited => "forfeit",
        }
    }
}

/// What a record is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed<A> {
    /// An action on the board.
    Act(A),
    /// A seat leaves.
    Leave(Seat, Leaving),
    /// All agree to end the game.
    Agree,
}

impl<A> Deed<A> {
    /// Reads `resign`, `resign:SEAT`, `timeout`, `timeout:SEAT`, `forfeit`, `forfeit:SEAT` and
    /// `agree`; a missing seat means the one whose turn it is.
    #[must_use]
    pub fn declaration(text: &str, seats: &[&str], turn: Seat) -> Option<Self> {
        if text == "agree" {
            return Some(Self::Agree);
        }
        let (word, name) = text.split_once(':').map_or((text, None), |(word, name)| (word, Some(name)));
        let why = Leaving::ALL.into_iter().find(|why| why.word() == word)?;
        let seat = match name {
            None => turn,
            Some(name) => Seat::new(seats.iter().position(|seat| *seat == name)?),
        };
        Some(Self::Leave(seat, why))
    }
}

impl<A: Display> Deed<A> {
    /// Writes what [`declaration`](Self::declaration) reads, and actions as they are.
    #[must_use]
    pub fn text(&self, seats: &[&str]) -> String {
        match self {
            Self::Act(action) => action.to_string(),
            Self::Leave(seat, why) => format!("{}:{}", why.word(), seats[seat.index()]),
            Self::Agree => "agree".to_owned(),
        }
    }
}
