//! A game in progress without type parameters, for callers that handle any game.

use std::fmt::Write as _;
use std::ops::Range;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::{Leaving, Man, Match, Outcome, Paint, Position, Record, Refusal, Seat, Tree, Variations, perft};

/// A [`Match`] of some game: text in, text and plain data out.
pub trait Table: Send + Sync {
    /// The names of the seats.
    fn seats(&self) -> &'static [&'static str];
    /// Whose turn it is, or `None` if the game is over.
    fn turn(&self) -> Option<Seat>;
    /// Tells this turn from the next one, even if one seat has both because another was passed
    /// over: clocks ask for it.
    fn turn_mark(&self) -> u32;
    /// Every legal action, one canonical spelling each, sorted.
    fn legal(&self) -> Vec<String>;
    /// The same as finished JSON, without a text of its own for each.
    fn written_legal(&self) -> Box<RawValue>;
    /// Does what the text says.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    fn act(&mut self, text: &str) -> Result<(), Refusal>;
    /// As [`act`](Self::act), but only actions on the board: a text with which someone would leave
    /// or agree is refused. For texts of players, who must not speak for others.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    fn play(&mut self, text: &str) -> Result<(), Refusal>;
    /// What [`play`](Self::play) would do, and the rules after it: every deed in its canonical spelling, with its
    /// seat. Nothing changes.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    fn foresee(&self, text: &str) -> Result<Vec<(Seat, String)>, Refusal>;
    /// Carries out what the rules do themselves; hosts call it after every deed.
    fn carry_out_forced(&mut self);
    /// A seat leaves.
    ///
    /// # Errors
    /// If the rules do not let it.
    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal>;
    /// All seats agree to end the game.
    ///
    /// # Errors
    /// If the rules know no such end.
    fn agree(&mut self) -> Result<(), Refusal>;
    /// Whether a seat is out of a game that others play on.
    fn is_out(&self, seat: Seat) -> bool;
    /// Whether the rules let a seat [leave](Self::leave) now.
    fn may_leave(&self, seat: Seat, why: Leaving) -> bool;
    /// Whether the rules know an end by agreement, here and now.
    fn may_agree(&self) -> bool;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The rule book's text for the result, if the game has ended.
    fn result(&self) -> Option<String>;
    /// The state string.
    fn state(&self) -> String;
    /// The board as text for a person.
    fn show(&self, viewer: Option<Seat>, paint: Paint) -> String;
    /// What `viewer` may see, ready to draw.
    fn view(&self, viewer: Option<Seat>) -> serde_json::Value;
    /// The same as finished JSON, without a tree in between: for servers that show it to many.
    fn written_view(&self, viewer: Option<Seat>) -> Box<RawValue>;
    /// Whether one viewer may see or hear less than another; else every viewer is shown and told the same.
    fn has_secrets(&self) -> bool;
    /// Whether the seat whose turn it is may take back what it has done this turn without asking
    /// anybody.
    fn is_draft(&self) -> bool;
    /// What there is to tell of a finished game beyond its result, if the rule book asks for it.
    fn statistics(&self) -> Option<serde_json::Value>;
    /// How many deeds were done.
    fn deeds(&self) -> usize;
    /// The canonical text of a deed, as the record has it.
    fn deed(&self, index: usize) -> Option<&str>;
    /// What `viewer` was told of a deed.
    fn told(&self, index: usize, viewer: Option<Seat>) -> Option<&str>;
    /// The whole game as text.
    fn record(&self) -> Record;
    /// The same game as it stood after the first `count` deeds; cheap wherever in the game that is.
    fn rewound(&self, count: usize) -> Box<dyn Table>;
    /// This game as the main line of a tree of variations.
    fn variations(&self) -> Box<dyn Variations>;
    /// The number of action sequences from here.
    fn perft(&self, depth: u32) -> u64;
    /// The same below each first action.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// The hash that the repetition rule compares.
    fn key(&self) -> u64;
    /// The key by which openings are counted.
    fn opening_key(&self) -> u64;
    /// The same game once more, to think about while this one goes on.
    fn fork(&self) -> Box<dyn Table>;
    /// Every man on the board.
    fn men(&self) -> Vec<Man>;
    /// The seats that are in check or in danger.
    fn alarmed(&self) -> Vec<Seat>;
    /// A number that the game knows by name.
    fn gauge(&self, name: &str) -> Option<f64>;
    /// The same board with the next seat to move, without a past; `None` while somebody is alarmed
    /// or the game is over.
    fn skipped(&self) -> Option<Box<dyn Table>>;
    /// Whether the players have made the board and nothing has been done on it yet.
    fn is_laid(&self) -> bool;
    /// The seat whose holder may exchange seats with the other before anything else is done.
    fn exchanger(&self) -> Option<Seat>;
    /// The [`Match`] behind it, for thinking players that know its game.
    fn as_any(&self) -> &dyn std::any::Any;
}

impl<P: Position> Table for Match<P> {
    fn seats(&self) -> &'static [&'static str] {
        P::SEATS
    }

    fn turn(&self) -> Option<Seat> {
        Match::turn(self)
    }

    fn turn_mark(&self) -> u32 {
        self.position().turn_mark()
    }

    fn legal(&self) -> Vec<String> {
        let mut texts: Vec<_> = Match::legal(self).iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn written_legal(&self) -> Box<RawValue> {
        to_raw_value(&Texts::of(&Match::legal(self))).unwrap_or_default()
    }

    fn act(&mut self, text: &str) -> Result<(), Refusal> {
        Match::act(self, text)
    }

    fn play(&mut self, text: &str) -> Result<(), Refusal> {
        Match::play_text(self, text)
    }

    fn foresee(&self, text: &str) -> Result<Vec<(Seat, String)>, Refusal> {
        Match::foresee(self, text)
    }

    fn carry_out_forced(&mut self) {
        Match::carry_out_forced(self);
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        Match::leave(self, seat, why)
    }

    fn agree(&mut self) -> Result<(), Refusal> {
        Match::agree(self)
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.position().is_out(seat)
    }

    fn may_leave(&self, seat: Seat, why: Leaving) -> bool {
        self.position().clone().leave(seat, why).is_ok()
    }

    fn may_agree(&self) -> bool {
        self.position().clone().agree().is_ok()
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn result(&self) -> Option<String> {
        self.position().result()
    }

    fn state(&self) -> String {
        self.position().state()
    }

    fn show(&self, viewer: Option<Seat>, paint: Paint) -> String {
        self.position().show(viewer, paint)
    }

    fn view(&self, viewer: Option<Seat>) -> serde_json::Value {
        serde_json::to_value(self.position().view(viewer)).unwrap_or_default()
    }

    fn written_view(&self, viewer: Option<Seat>) -> Box<RawValue> {
        to_raw_value(&self.position().view(viewer)).unwrap_or_default()
    }

    fn has_secrets(&self) -> bool {
        P::HAS_SECRETS
    }

    fn is_draft(&self) -> bool {
        Match::turn(self).is_some() && self.position().is_draft()
    }

    fn statistics(&self) -> Option<serde_json::Value> {
        Match::outcome(self).and_then(|_| P::statistics(&Match::record(self)))
    }

    fn deeds(&self) -> usize {
        self.entries().len()
    }

    fn deed(&self, index: usize) -> Option<&str> {
        self.entries().get(index).map(|entry| entry.deed.as_str())
    }

    fn told(&self, index: usize, viewer: Option<Seat>) -> Option<&str> {
        Match::told(self, index, viewer)
    }

    fn record(&self) -> Record {
        Match::record(self)
    }

    fn rewound(&self, count: usize) -> Box<dyn Table> {
        Box::new(Match::rewound(self, count))
    }

    fn variations(&self) -> Box<dyn Variations> {
        Box::new(Tree::new(self))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        perft::divide(self.position(), depth)
    }

    fn opening_key(&self) -> u64 {
        self.position().opening_key()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn men(&self) -> Vec<Man> {
        self.position().men()
    }

    fn alarmed(&self) -> Vec<Seat> {
        self.position().alarmed()
    }

    fn gauge(&self, name: &str) -> Option<f64> {
        self.position().gauge(name)
    }

    fn skipped(&self) -> Option<Box<dyn Table>> {
        Match::skipped(self).ok().flatten().map(|table| Box::new(table) as Box<dyn Table>)
    }

    fn is_laid(&self) -> bool {
        self.position().is_laid()
    }

    fn exchanger(&self) -> Option<Seat> {
        self.position().exchanger()
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// Longer than the text of most actions.
const TEXT_LENGTH: usize = 8;

/// Texts in one piece, in order.
struct Texts {
    all: String,
    each: Vec<Range<usize>>,
}

impl Texts {
    fn of(actions: &[impl std::fmt::Display]) -> Self {
        let mut all = String::with_capacity(TEXT_LENGTH * actions.len());
        let mut each = Vec::with_capacity(actions.len());
        for action in actions {
            let start = all.len();
            let _ = write!(all, "{action}");
            each.push(start..all.len());
        }
        each.sort_unstable_by(|one, other| all[one.clone()].cmp(&all[other.clone()]));
        Self { all, each }
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each.iter().map(|range| &self.all[range.clone()]))
    }
}
