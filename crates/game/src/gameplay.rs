//! A game in progress.

use crate::{Deed, Entry, Leaving, Moment, Outcome, Position, Record, Refusal, Rules as _, Seat, choices};

/// A position with its rules, its past and its record: the only thing that hosts keep.
#[derive(Clone, Debug)]
pub struct Match<P: Position> {
    rules: P::Rules,
    start: String,
    position: P,
    past: Vec<Moment>,
    told: Vec<Told>,
    entries: Vec<Entry>,
}

/// What spectators (first) and seats were told of one deed; empty if all were told its text.
type Told = Vec<String>;

impl<P: Position> Match<P> {
    /// A game from its beginning.
    ///
    /// # Errors
    /// If the rules do not offer that start.
    pub fn start(rules: P::Rules, start: &P::Start) -> Result<Self, Refusal> {
        let position = P::start(&rules, start)?;
        Ok(Self::from_position(rules, position))
    }

    /// A game from a state string.
    ///
    /// # Errors
    /// `E_STATE` and what is wrong with the string.
    pub fn load(mut rules: P::Rules, state: &str) -> Result<Self, Refusal> {
        let position = P::load(&mut rules, state)?;
        Ok(Self::from_position(rules, position))
    }

    fn from_position(rules: P::Rules, position: P) -> Self {
        let start = position.state();
        let mut game = Self { rules, start, position, past: Vec::new(), told: Vec::new(), entries: Vec::new() };
        game.remember(game.position.turn());
        game
    }

    /// Adds the position that `by` has brought about to the past, and lets history have its say.
    fn remember(&mut self, by: Seat) {
        self.past.push(self.position.moment(by));
        let key = self.position.key();
        self.position.settle(&self.past);
        if self.position.key() != key {
            self.begin_past(by);
        }
    }

    /// Forgets all that can no longer be repeated.
    fn begin_past(&mut self, by: Seat) {
        self.past.clear();
        self.past.push(self.position.moment(by));
    }

    /// Plays a record again.
    ///
    /// # Errors
    /// The number of the first deed that is refused (the number of entries if the start is), and
    /// why.
    pub fn replay(record: &Record) -> Result<Self, (usize, Refusal)> {
        let at_start = |refusal| (record.entries.len(), refusal);
        let (rules, _) = choices::parse::<P::Rules, P::Start>(&record.rules).map_err(at_start)?;
        let mut game = Self::load(rules, &record.start).map_err(at_start)?;
        for (index, entry) in record.entries.iter().enumerate() {
            game.act(&entry.deed).map_err(|refusal| (index, refusal))?;
            if let Some(last) = game.entries.last_mut() {
                last.clock_ms = entry.clock_ms;
                last.notes.clone_from(&entry.notes);
            }
        }
        Ok(game)
    }

    /// Where the game stands.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// The moments so far; the last is the current position's own.
    #[must_use]
    pub fn past(&self) -> &[Moment] {
        &self.past
    }

    /// What was done so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whose turn it is, or `None` if the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.position.outcome().is_none().then(|| self.position.turn())
    }

    /// Every action that board and past allow.
    #[must_use]
    pub fn legal(&self) -> Vec<P::Action> {
        let mut actions = Vec::new();
        self.position.each_legal(&mut |action| {
            if self.position.bans(action, &self.past).is_none() {
                actions.push(action);
            }
        });
        actions
    }

    /// Does what the text says, in any spelling of the rule book; it may stand for several deeds. A
    /// forced action that the text leaves out is carried out first.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    pub fn act(&mut self, text: &str) -> Result<(), Refusal> {
        match self.position.forced() {
            None => self.do_all(&self.position.read_all(text)?),
            Some(forced) if self.position.read(text) == Ok(Deed::Act(forced)) => self.do_deed(Deed::Act(forced)),
            Some(forced) => {
                let mut ahead = self.clone();
                ahead.do_deed(Deed::Act(forced))?;
                ahead.act(text)?;
                *self = ahead;
                Ok(())
            }
        }
    }

    /// As [`act`](Self::act), but only actions on the board: a text with which someone would leave
    /// or agree is refused.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    pub fn play_text(&mut self, text: &str) -> Result<(), Refusal> {
        let is_action = |deed: &Deed<P::Action>| matches!(deed, Deed::Act(_));
        // Unreadable texts are refused by `act`, after a forced action has had its say.
        match self.position.read_all(text) {
            Ok(deeds) if !deeds.iter().all(is_action) => {
                Err(Refusal::syntax(format!("`{text}` is not an action on the board")))
            }
            _ => self.act(text),
        }
    }

    /// Several deeds are tried on a copy, so that a refused one takes back those before it.
    fn do_all(&mut self, deeds: &[Deed<P::Action>]) -> Result<(), Refusal> {
        if let [deed] = deeds {
            return self.do_deed(*deed);
        }
        let mut ahead = self.clone();
        for deed in deeds {
            ahead.do_deed(*deed)?;
        }
        *self = ahead;
        Ok(())
    }

    /// Carries out what the rules do themselves; hosts call it after every deed.
    pub fn carry_out_forced(&mut self) {
        while let Some(forced) = self.position.forced() {
            if self.do_deed(Deed::Act(forced)).is_err() {
                return;
            }
        }
    }

    /// A seat leaves.
    ///
    /// # Errors
    /// If the rules do not let it; then nothing has changed.
    pub fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        self.do_deed(Deed::Leave(seat, why))
    }

    /// All seats agree to end the game.
    ///
    /// # Errors
    /// If the rules know no such end; then nothing has changed.
    pub fn agree(&mut self) -> Result<(), Refusal> {
        self.do_deed(Deed::Agree)
    }

    /// Does a deed.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    pub fn do_deed(&mut self, deed: Deed<P::Action>) -> Result<(), Refusal> {
        let text = self.position.spell(&deed);
        let told = match deed {
            Deed::Act(action) => self.play(action)?,
            Deed::Leave(seat, why) => self.change(|position| position.leave(seat, why))?,
            Deed::Agree => self.change(P::agree)?,
        };
        self.told.push(told);
        self.entries.push(Entry::new(text));
        Ok(())
    }

    fn play(&mut self, action: P::Action) -> Result<Told, Refusal> {
        self.position.check(action)?;
        if let Some(refusal) = self.position.bans(action, &self.past) {
            return Err(refusal);
        }
        let told = self.tell(action);
        let by = self.position.turn();
        self.position.play_unchecked(action);
        self.remember(by);
        Ok(told)
    }

    /// Leaving and agreeing restart the past: no position before them can be repeated.
    fn change(&mut self, change: impl FnOnce(&mut P) -> Result<(), Refusal>) -> Result<Told, Refusal> {
        let by = self.position.turn();
        let mut changed = self.position.clone();
        change(&mut changed)?;
        self.position = changed;
        self.begin_past(by);
        Ok(Told::new())
    }

    fn tell(&self, action: P::Action) -> Told {
        let plain = action.to_string();
        let viewers = std::iter::once(None).chain(Seat::first(P::SEATS.len()).map(Some));
        let told: Told = viewers.map(|viewer| self.position.tell(action, viewer)).collect();
        if told.iter().all(|text| *text == plain) { Told::new() } else { told }
    }

    /// What `viewer` was told of a deed (`None`: a spectator).
    #[must_use]
    pub fn told(&self, index: usize, viewer: Option<Seat>) -> Option<&str> {
        let told = self.told.get(index)?;
        let slot = viewer.map_or(0, |seat| seat.index() + 1);
        Some(told.get(slot).unwrap_or(&self.entries[index].deed))
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The whole game as text.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            headers: Vec::new(),
            rules: choices::write(&self.rules),
            start: self.start.clone(),
            entries: self.entries.clone(),
            result: self.position.result(),
        }
    }

    /// The same game as it stood after the first `count` deeds.
    ///
    /// # Panics
    /// Never: what was accepted once is accepted again.
    #[must_use]
    pub fn rewound(&self, count: usize) -> Self {
        let mut record = self.record();
        record.entries.truncate(count);
        Self::replay(&record).expect("an accepted deed is accepted again")
    }

    /// The name of the preset from which the rules started.
    #[must_use]
    pub fn preset(&self) -> &'static str {
        self.rules.base()
    }
}
