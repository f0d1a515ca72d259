//! Nim: the smallest game that has everything a command meets: options, starts, an action written
//! `--`, a forced action, a result, records that are read and one format that is not written.

use std::fmt;

use game::choices::{bad_value, unknown};
use game::{
    BenchPosition, Choice, Choices, Entry, Format, Game, KindOf, Leaving, Match, Moment, Outcome, Paint, Position,
    Preset, Record, RecordError, Refusal, Rules, Seat, Title,
};

/// A house with nothing but nim.
pub(crate) static GAMES: &[&dyn Game] = &[&KindOf::<Nim>::new()];

/// Some matches; whoever takes the last one wins. From seven matches a side may also pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Nim {
    heap: u32,
    turn: Seat,
    most: u32,
    resigned: Option<Seat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Action {
    Take(u32),
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(count) => write!(f, "{count}"),
            Self::Pass => write!(f, "--"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NimRules {
    most: u32,
}

impl Default for NimRules {
    fn default() -> Self {
        Self { most: 3 }
    }
}

impl Choices for NimRules {
    const CHOICES: &'static [Choice] =
        &[Choice { key: "most", values: &["3", "2", "4"], about: "How many matches a side may take at once." }];

    fn get(&self, key: &str) -> Option<String> {
        (key == "most").then(|| self.most.to_string())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        self.most = match value {
            "2" => 2,
            "3" => 3,
            "4" => 4,
            _ => return Err(bad_value::<Self>(key, value)),
        };
        Ok(())
    }
}

impl Rules for NimRules {
    const PRESETS: &'static [Preset] =
        &[Preset { name: "common", about: "Take up to three." }, Preset { name: "slow", about: "Take up to two." }];

    fn preset(name: &str) -> Option<Self> {
        match name {
            "common" => Some(Self { most: 3 }),
            "slow" => Some(Self { most: 2 }),
            _ => None,
        }
    }

    fn base(&self) -> &'static str {
        "common"
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Heap(u32);

impl Default for Heap {
    fn default() -> Self {
        Self(9)
    }
}

impl Choices for Heap {
    const CHOICES: &'static [Choice] =
        &[Choice { key: "heap", values: &["9", "N"], about: "How many matches there are." }];

    fn get(&self, key: &str) -> Option<String> {
        (key == "heap").then(|| self.0.to_string())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        if key != "heap" {
            return Err(unknown(key));
        }
        self.0 = value.parse().map_err(|_| bad_value::<Self>(key, value))?;
        Ok(())
    }
}

impl Position for Nim {
    type Rules = NimRules;
    type Start = Heap;
    type Action = Action;
    type View = String;

    const KIND: &'static str = "nim";
    const TITLE: Title = Title { ko: "님", en: "Nim", ja: "ニム" };
    const SEATS: &'static [&'static str] = &["left", "right"];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { rules: "", state: None, depth: 4 },
        BenchPosition { rules: "slow", state: Some("20 left"), depth: 5 },
    ];
    const FORMATS: &'static [Format] = &[
        Format { name: "nim", about: "One game a line.", exact: true, each, write: Some(write) },
        Format { name: "nimlog", about: "The same, of old.", exact: false, each: |_, _| {}, write: None },
    ];

    fn start(rules: &NimRules, start: &Heap) -> Result<Self, Refusal> {
        Ok(Self { heap: start.0, turn: Seat::FIRST, most: rules.most, resigned: None })
    }

    fn load(rules: &mut NimRules, state: &str) -> Result<Self, Refusal> {
        let bad = |what: &str| Refusal::state(format!("`{state}`: {what}"));
        let (heap, seat) = state.split_once(' ').ok_or_else(|| bad("two words are needed"))?;
        let heap = heap.parse().map_err(|_| bad("the first word is not a number"))?;
        let turn = Self::SEATS.iter().position(|name| *name == seat).ok_or_else(|| bad("no such seat"))?;
        Ok(Self { heap, turn: Seat::new(turn), most: rules.most, resigned: None })
    }

    fn state(&self) -> String {
        format!("{} {}", self.heap, Self::SEATS[self.turn.index()])
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn each_legal(&self, visit: &mut impl FnMut(Action)) {
        if self.outcome().is_some() {
            return;
        }
        (1..=self.most.min(self.heap)).for_each(|count| visit(Action::Take(count)));
        if self.heap == 7 {
            visit(Action::Pass);
        }
    }

    fn parse(&self, text: &str) -> Result<Action, Refusal> {
        match text {
            "--" => Ok(Action::Pass),
            _ => text.parse().map(Action::Take).map_err(|_| Refusal::syntax(format!("`{text}` is not a number"))),
        }
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        match action {
            _ if self.outcome().is_some() => Err(Refusal::new("E_OVER", "the game is over")),
            Action::Pass if self.heap == 7 => Ok(()),
            Action::Pass => Err(Refusal::new("E_PASS", "a pass needs seven matches")),
            Action::Take(count) if (1..=self.most.min(self.heap)).contains(&count) => Ok(()),
            Action::Take(count) => Err(Refusal::new("E_TAKE", format!("{count} cannot be taken"))),
        }
    }

    fn play_unchecked(&mut self, action: Action) {
        if let Action::Take(count) = action {
            self.heap -= count;
        }
        self.turn = Seat::new(1 - self.turn.index());
    }

    fn moment(&self, by: Seat) -> Moment {
        Moment { key: self.key(), by, mark: 0 }
    }

    fn forced(&self) -> Option<Action> {
        (self.heap == 1).then_some(Action::Take(1))
    }

    fn leave(&mut self, seat: Seat, _: Leaving) -> Result<(), Refusal> {
        self.resigned = Some(seat);
        Ok(())
    }

    fn agree(&mut self) -> Result<(), Refusal> {
        Err(Refusal::new("E_AGREE", "nim knows no draw"))
    }

    fn outcome(&self) -> Option<Outcome> {
        let other = |seat: Seat| Seat::new(1 - seat.index());
        match self.resigned {
            Some(seat) => Some(Outcome::won(other(seat), "resign")),
            None if self.heap == 0 => Some(Outcome::won(other(self.turn), "empty")),
            None => None,
        }
    }

    fn result(&self) -> Option<String> {
        let outcome = self.outcome()?;
        Some(format!("{} {}", Self::SEATS[outcome.winner()?.index()], outcome.reason))
    }

    fn key(&self) -> u64 {
        self.key_afresh()
    }

    fn key_afresh(&self) -> u64 {
        u64::from(self.heap) * 2 + self.turn.index() as u64
    }

    fn view(&self, _: Option<Seat>) -> String {
        self.state()
    }

    fn show(&self, _: Option<Seat>, paint: Paint) -> String {
        paint.seat(self.turn, &"|".repeat(self.heap as usize))
    }

    fn deeds_max(_: &NimRules) -> Option<u32> {
        None
    }
}

fn each(bytes: &[u8], keep: &mut game::Keeper<'_>) {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(line, number)| read_line(line).map_err(|refusal| RecordError::new(number, refusal));
    game::hand_over(lines, |(_, number)| *number, read, keep);
}

fn read_line(line: &str) -> Result<Record, Refusal> {
    let (start, deeds) = line.split_once(':').ok_or_else(|| Refusal::syntax("a colon is missing"))?;
    let entries = deeds.split_whitespace().map(Entry::new).collect();
    let record = Record { rules: "common".to_owned(), start: start.to_owned(), entries, ..Record::default() };
    Ok(Match::<Nim>::replay(&record).map_err(|(_, refusal)| refusal)?.record())
}

fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    if record.entries.is_empty() {
        return Err(Refusal::new("E_EMPTY", "nothing was played"));
    }
    let deeds: Vec<_> = record.deeds().collect();
    Ok(format!("{}: {}\n", record.start, deeds.join(" ")).into_bytes())
}
