//! A game in progress.

use std::sync::Arc;

use crate::scroll::{Mark, RUNG, Rung, Scroll, Told};
use crate::{Deed, Entry, Leaving, Moment, Outcome, Position, Record, Refusal, Rules as _, Seat, choices};

/// The most deeds of a game. Whatever its rules leave open, it ends with this one
/// ([`Position::exhaust`]), so that no game grows without bound.
pub const DEEDS_MAX: usize = 5000;

/// The most actions that the rules carry out themselves without anybody acting in between. No
/// game comes near it ([`conformance`](crate::conformance)); it keeps a mistake from looping.
pub const FORCED_MAX: usize = 64;

/// A position with its rules, its past and its record: the only thing that hosts keep.
///
/// Cloning and rewinding share what was done so far; it is copied when one of the two goes on.
#[derive(Clone, Debug)]
pub struct Match<P: Position> {
    rules: P::Rules,
    position: P,
    scroll: Arc<Scroll<P>>,
    mark: Mark,
}

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
        let scroll = Arc::new(Scroll::new(position.state()));
        let mut game = Self { rules, position, scroll, mark: Mark::default() };
        game.remember(game.position.turn());
        game.keep_position();
        game
    }

    /// The game as it stood after so many deeds of a scroll.
    ///
    /// # Panics
    /// Never: what was accepted once is accepted again.
    pub(crate) fn on_scroll(rules: P::Rules, scroll: Arc<Scroll<P>>, count: usize) -> Self {
        let rung = scroll.rung(count).clone();
        let mut game = Self { rules, position: rung.position, scroll, mark: rung.mark };
        while game.mark.deeds < count {
            game.redo().expect("an accepted deed is accepted again");
        }
        game
    }

    pub(crate) const fn mark(&self) -> Mark {
        self.mark
    }

    pub(crate) fn scroll(&self) -> &Scroll<P> {
        &self.scroll
    }

    pub(crate) fn start_state(&self) -> &str {
        &self.scroll.start
    }

    /// The scroll to write on: our own, and nothing on it that lies ahead of us.
    fn scroll_mut(&mut self) -> &mut Scroll<P> {
        if Arc::get_mut(&mut self.scroll).is_none() {
            self.scroll = Arc::new(self.scroll.copied(self.mark));
        }
        let scroll = Arc::get_mut(&mut self.scroll).expect("nobody else has it by now");
        scroll.cut(self.mark);
        scroll
    }

    /// Adds the position that `by` has brought about to the past, and lets history have its say.
    fn remember(&mut self, by: Seat) {
        self.add_moment(by);
        let key = self.position.key();
        self.position.settle(&self.scroll.moments[self.mark.since..self.mark.moments]);
        if self.position.key() != key {
            self.begin_past(by);
        }
    }

    /// Forgets all that can no longer be repeated.
    fn begin_past(&mut self, by: Seat) {
        self.mark.since = self.mark.moments;
        self.add_moment(by);
    }

    /// A moment that the scroll has already, because this game was rewound, is not written again.
    fn add_moment(&mut self, by: Seat) {
        let moment = self.position.moment(by);
        if self.scroll.moments.get(self.mark.moments) != Some(&moment) {
            self.scroll_mut().moments.push(moment);
        }
        self.mark.moments += 1;
    }

    /// Keeps every [`RUNG`]th position to rewind to.
    fn keep_position(&mut self) {
        if self.mark.deeds.is_multiple_of(RUNG) {
            let rung = Rung { position: self.position.clone(), mark: self.mark };
            self.scroll_mut().rungs.push(rung);
        }
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
            if let Some(last) = game.scroll_mut().entries.last_mut() {
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
        &self.scroll.moments[self.mark.since..self.mark.moments]
    }

    /// What was done so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.scroll.entries[..self.mark.deeds]
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
            if self.position.bans(action, self.past()).is_none() {
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
        if self.position.forced().is_none() {
            return self.do_all(&self.position.read_all(text)?);
        }
        let mut ahead = self.clone();
        for _ in 0..FORCED_MAX {
            let deeds = match ahead.position.forced() {
                None => ahead.position.read_all(text)?,
                Some(forced) if ahead.position.read(text) == Ok(Deed::Act(forced)) => vec![Deed::Act(forced)],
                Some(forced) => {
                    ahead.do_deed(Deed::Act(forced))?;
                    continue;
                }
            };
            ahead.do_all(&deeds)?;
            *self = ahead;
            return Ok(());
        }
        Err(Refusal::new("E_FORCED", "the rules do not come to an end of what they do themselves"))
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

    /// What a text of a player would do here, forced actions after it included: every deed in its canonical
    /// spelling, with its seat. Nothing changes.
    ///
    /// # Errors
    /// As [`play_text`](Self::play_text).
    pub fn foresee(&self, text: &str) -> Result<Vec<(Seat, String)>, Refusal> {
        let turn = self.position.turn();
        if let Some(deed) = self.foresee_one(text)? {
            return Ok(vec![(turn, deed)]);
        }
        let mut ahead = self.clone();
        ahead.play_text(text)?;
        let (own, next) = (ahead.mark.deeds, ahead.turn().unwrap_or(turn));
        ahead.carry_out_forced();
        let seat_of = |n: usize| if n < own { turn } else { next };
        let deeds = ahead.entries().iter().enumerate().skip(self.mark.deeds);
        Ok(deeds.map(|(n, entry)| (seat_of(n), entry.deed.clone())).collect())
    }

    /// The usual case, for which nothing needs to be copied but the moments: one action, nothing forced before or
    /// after it.
    fn foresee_one(&self, text: &str) -> Result<Option<String>, Refusal> {
        let deeds = self.position.read_all(text);
        let Ok([deed @ Deed::Act(action)]) = deeds.as_deref() else { return Ok(None) };
        if self.position.forced().is_some() || self.mark.deeds + 1 >= DEEDS_MAX {
            return Ok(None);
        }
        self.allows(*action)?;
        let mut after = self.position.clone();
        after.play_unchecked(*action);
        let mut past = self.past().to_vec();
        past.push(after.moment(self.position.turn()));
        after.settle(&past);
        Ok(after.forced().is_none().then(|| self.position.spell(deed)))
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

    /// Carries out what the rules do themselves, [`FORCED_MAX`] actions at most; hosts call it
    /// after every deed.
    pub fn carry_out_forced(&mut self) {
        for _ in 0..FORCED_MAX {
            let Some(forced) = self.position.forced() else { return };
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
    /// Which rule forbids it; then nothing has changed. `E_LENGTH` if the game has reached
    /// [`DEEDS_MAX`] and its rules know no end for that.
    pub fn do_deed(&mut self, deed: Deed<P::Action>) -> Result<(), Refusal> {
        let text = self.position.spell(&deed);
        let told = match deed {
            Deed::Act(action) => self.play(action)?,
            Deed::Leave(seat, why) => self.change(|position| position.leave(seat, why))?,
            Deed::Agree => self.change(P::agree)?,
        };
        self.scroll_mut().add(Entry::new(text), told);
        self.finish_deed();
        self.keep_position();
        Ok(())
    }

    /// Counts a deed; the last that a game may have ends it.
    fn finish_deed(&mut self) {
        self.mark.deeds += 1;
        if self.mark.deeds < DEEDS_MAX || self.position.outcome().is_some() {
            return;
        }
        let key = self.position.key();
        self.position.exhaust();
        if self.position.key() != key {
            self.begin_past(self.position.turn());
        }
    }

    fn play(&mut self, action: P::Action) -> Result<Option<Told>, Refusal> {
        self.allows(action)?;
        if self.mark.deeds >= DEEDS_MAX {
            return Err(Refusal::new("E_LENGTH", format!("a game has at most {DEEDS_MAX} deeds")));
        }
        let told = self.tell(action);
        self.play_unchecked(action);
        Ok(told)
    }

    /// Whether board and past allow an action.
    fn allows(&self, action: P::Action) -> Result<(), Refusal> {
        self.position.check(action)?;
        self.position.bans(action, self.past()).map_or(Ok(()), Err)
    }

    fn play_unchecked(&mut self, action: P::Action) {
        let by = self.position.turn();
        self.position.play_unchecked(action);
        self.remember(by);
    }

    /// Leaving and agreeing restart the past: no position before them can be repeated.
    fn change(&mut self, change: impl FnOnce(&mut P) -> Result<(), Refusal>) -> Result<Option<Told>, Refusal> {
        let by = self.position.turn();
        let mut changed = self.position.clone();
        change(&mut changed)?;
        self.position = changed;
        self.begin_past(by);
        Ok(None)
    }

    fn tell(&self, action: P::Action) -> Option<Told> {
        if !P::HAS_SECRETS {
            return None;
        }
        let plain = action.to_string();
        let viewers = std::iter::once(None).chain(Seat::first(P::SEATS.len()).map(Some));
        let told: Told = viewers.map(|viewer| self.position.tell(action, viewer)).collect();
        told.iter().any(|text| *text != plain).then_some(told)
    }

    /// What `viewer` was told of a deed (`None`: a spectator).
    #[must_use]
    pub fn told(&self, index: usize, viewer: Option<Seat>) -> Option<&str> {
        let deed = &self.entries().get(index)?.deed;
        let slot = viewer.map_or(0, |seat| seat.index() + 1);
        Some(self.scroll.told(index).and_then(|told| told.get(slot)).unwrap_or(deed))
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
            start: self.scroll.start.clone(),
            entries: self.entries().to_vec(),
            result: self.position.result(),
        }
    }

    /// The same game as it stood after the first `count` deeds. It costs the same wherever in the
    /// game that is: a kept position and the few deeds from there.
    ///
    /// # Panics
    /// Never: what was accepted once is accepted again.
    #[must_use]
    pub fn rewound(&self, count: usize) -> Self {
        Self::on_scroll(self.rules.clone(), Arc::clone(&self.scroll), count.min(self.mark.deeds))
    }

    /// Does again what comes next on the scroll.
    fn redo(&mut self) -> Result<(), Refusal> {
        match self.position.read(&self.scroll.entries[self.mark.deeds].deed)? {
            Deed::Act(action) => self.play_unchecked(action),
            Deed::Leave(seat, why) => drop(self.change(|position| position.leave(seat, why))?),
            Deed::Agree => drop(self.change(P::agree)?),
        }
        self.finish_deed();
        Ok(())
    }

    /// The name of the preset from which the rules started.
    #[must_use]
    pub fn preset(&self) -> &'static str {
        self.rules.base()
    }
}
