//! The tests that every game must pass, written once.
//!
//! A game's test calls [`random_games`] for each of its rule sets and [`survives_text`] with texts
//! of its own. Failures name the rules, the seed and the deeds, so that they can be repeated.

mod variations;

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::rng::SplitMix;
use crate::{
    Choice, Choices as _, DEEDS_MAX, Deed, FORCED_MAX, Match, Position, Record, Rules as _, Seat, Table, choices, perft,
};

/// No state string is longer, whatever text it was read from.
const STATE_LENGTH_MAX: usize = 1000;

/// How much to test.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many games to play.
    pub games: u64,
    /// Where to stop a game that has no bound of its own.
    pub deeds: usize,
    /// The seed of the first game.
    pub seed: u64,
}

/// Plays random games under `choices` (as in `--rules`) and tests every law of the contract on
/// the way.
///
/// # Panics
/// If a law is broken.
pub fn random_games<P: Position>(choices: &str, effort: Effort) {
    for seed in effort.seed..effort.seed + effort.games {
        let (rules, start) = choices::parse::<P::Rules, P::Start>(choices).expect("the choices are known");
        assert_rules_round_trip::<P>(&rules);
        let game = Match::<P>::start(rules, &start).expect("the game starts");
        random_game(game, seed, effort.deeds);
    }
}

/// The same from a game that has begun, for states and starts that a game's own tests choose.
///
/// # Panics
/// If a law is broken.
pub fn random_game<P: Position>(game: Match<P>, seed: u64, deeds: usize) {
    let mut trial = Trial { game, rng: SplitMix::new(seed) };
    let bound = P::deeds_max(trial.game.rules()).map_or(DEEDS_MAX, |bound| DEEDS_MAX.min(bound as usize));
    let stop = deeds.min(bound);
    while trial.game.turn().is_some() && trial.game.entries().len() < stop {
        trial.assert_position_laws();
        trial.assert_refusals_change_nothing();
        trial.assert_foresight();
        trial.go_on();
    }
    let ended = trial.game.turn().is_none();
    assert!(ended || trial.game.entries().len() < bound, "no end in sight");
    trial.assert_record_laws();
    trial.assert_rewinding();
    variations::assert_variations(&trial.game, &mut trial.rng);
    trial.assert_exhaustion();
}

/// Plays random games to their end under random mixtures of all options, so that every limit is
/// switched off at some time; whatever is left of the rules, a game must end.
///
/// # Panics
/// If one does not.
pub fn mixed_games_end<P: Position>(effort: Effort) {
    for seed in effort.seed..effort.seed + effort.games {
        let mut rng = SplitMix::new(seed);
        let choices = random_choices::<P>(&mut rng);
        let Ok((rules, start)) = choices::parse::<P::Rules, P::Start>(&choices) else { continue };
        let Ok(game) = Match::<P>::start(rules, &start) else { continue };
        let mut trial = Trial { game, rng };
        while trial.game.turn().is_some() {
            assert!(trial.game.entries().len() < DEEDS_MAX, "seed {seed}: {choices} does not end");
            trial.go_on();
        }
        trial.assert_rewinding();
    }
}

/// A preset with a random value for about half of its options and of the choices of a start.
pub fn random_choices<P: Position>(rng: &mut SplitMix) -> String {
    let mut text = rng.pick(P::Rules::PRESETS).map_or("", |preset| preset.name).to_owned();
    for choice in P::Rules::CHOICES.iter().chain(P::Start::CHOICES) {
        if rng.below(2) == 0 {
            write!(text, ";{}={}", choice.key, random_value(choice, rng)).expect("writing to a string cannot fail");
        }
    }
    text
}

/// One of the values of a choice; numbers are small, nothing or more than any game needs.
fn random_value(choice: &Choice, rng: &mut SplitMix) -> String {
    const NUMBERS: &[&str] = &["0", "0", "1", "2", "3", "9", "40", "9999"];
    let value = *rng.pick(choice.values).expect("a choice has values");
    match value {
        "TEXT" => String::new(),
        _ => value.replace('N', rng.pick(NUMBERS).expect("there are some")),
    }
}

/// Gives a text to everything that reads texts; nothing may panic, and what is read must be
/// written back and read the same.
///
/// # Panics
/// If reading is not the inverse of writing.
pub fn survives_text<P: Position>(text: &str) {
    if let Ok((rules, _)) = choices::parse::<P::Rules, P::Start>(text) {
        assert_rules_round_trip::<P>(&rules);
    }
    let mut rules = P::Rules::default();
    let problems = P::problems(&rules, text);
    let loaded = P::load(&mut rules, text);
    assert_eq!(problems.is_empty(), loaded.is_ok(), "problems of `{text}`: {problems}");
    if let Ok(position) = loaded {
        let state = position.state();
        assert!(state.len() <= STATE_LENGTH_MAX, "{state} is as long as the text from which it came");
        let again = P::load(&mut rules, &state).expect("a written state is read");
        assert_eq!(again.state(), state);
        survives_play::<P>(rules, text);
    }
    if let Ok(game) = Match::<P>::start(P::Rules::default(), &P::Start::default())
        && let Ok(deed) = game.position().read(text)
    {
        let spelled = game.position().spell(&deed);
        assert_eq!(game.position().read(&spelled), Ok(deed), "{text} spelled {spelled}");
    }
}

/// A strange position can be played like any other.
fn survives_play<P: Position>(rules: P::Rules, state: &str) {
    let mut game = Match::<P>::load(rules, state).expect("a state that was read before");
    game.carry_out_forced();
    let Some(action) = game.legal().first().copied() else { return };
    game.do_deed(Deed::Act(action)).expect("a legal action is accepted");
    game.carry_out_forced();
    assert_eq!(
        game.rewound(0).position().state(),
        P::load(&mut game.rules().clone(), state).expect("as before").state()
    );
}

/// Gives bytes to every reader of records; nothing may panic, and what is read must survive
/// writing in the exact formats.
///
/// # Panics
/// If a format loses something.
pub fn survives_record_bytes<P: Position>(bytes: &[u8]) {
    for format in P::FORMATS {
        for record in format.read(bytes).into_iter().flatten() {
            assert_formats_keep::<P>(&record);
        }
    }
}

struct Trial<P: Position> {
    game: Match<P>,
    rng: SplitMix,
}

impl<P: Position> Trial<P> {
    /// Lets the rules act if they do so themselves, and else plays any action.
    fn go_on(&mut self) {
        if self.game.position().forced().is_none() {
            return self.play_one();
        }
        let before = self.game.entries().len();
        self.game.carry_out_forced();
        let forced = self.game.entries().len() - before;
        assert!((1..FORCED_MAX).contains(&forced), "{forced} forced actions at {}", self.game.position().state());
    }

    fn play_one(&mut self) {
        let legal = self.game.legal();
        let action = *self.rng.pick(&legal).expect("someone can act unless there is an outcome");
        self.game.do_deed(Deed::Act(action)).expect("a legal action is accepted");
    }

    fn assert_position_laws(&self) {
        let position = self.game.position();
        assert_eq!(position.key(), position.key_afresh(), "key at {}", position.state());
        self.assert_actions();
        self.assert_state_round_trip();
        self.assert_openness();
        for viewer in viewers::<P>() {
            let masked = position.masked(viewer);
            assert_eq!(masked.masked(viewer).state(), masked.state(), "masking twice is masking once");
            serde_json::to_value(position.view(viewer)).expect("a view is plain data");
            assert!(!position.show(viewer, crate::Paint::Plain).contains('\x1b'));
        }
    }

    /// A game that says it has no secrets has none from anybody.
    fn assert_openness(&self) {
        let position = self.game.position();
        let view = |viewer| serde_json::to_value(position.view(viewer)).expect("a view is plain data");
        for viewer in viewers::<P>().filter(|_| !P::HAS_SECRETS) {
            assert_eq!(position.masked(viewer).state(), position.state(), "what {viewer:?} knows");
            assert_eq!(view(viewer), view(None), "what {viewer:?} sees at {}", position.state());
            position.each_legal(&mut |action| assert_eq!(position.tell(action, viewer), action.to_string()));
        }
    }

    fn assert_actions(&self) {
        let position = self.game.position();
        let mut texts = HashSet::new();
        let mut count = 0;
        position.each_legal(&mut |action| {
            let text = action.to_string();
            assert_eq!(position.parse(&text), Ok(action), "{text} at {}", position.state());
            assert_eq!(position.read(&text), Ok(Deed::Act(action)));
            assert_eq!(position.check(action), Ok(()), "{text} at {}", position.state());
            let mut child = position.clone();
            child.play_unchecked(action);
            assert_eq!(child.key(), child.key_afresh(), "key after {text} at {}", position.state());
            assert!(texts.insert(text.clone()), "{text} twice at {}", position.state());
            count += 1;
        });
        assert_eq!(position.count_legal(), count, "bulk count at {}", position.state());
        assert_eq!(perft::perft(position, 1), count);
        let written: Vec<String> = serde_json::from_str(self.game.written_legal().get()).expect("a list of texts");
        assert_eq!(written, Table::legal(&self.game), "written at {}", position.state());
    }

    fn assert_state_round_trip(&self) {
        let position = self.game.position();
        let state = position.state();
        let mut rules = self.game.rules().clone();
        let again = P::load(&mut rules, &state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"));
        assert_eq!(again.state(), state);
        assert_eq!(&rules, self.game.rules(), "a state repeats the rules it was written under");
    }

    /// Tries texts that are almost actions; whatever is refused must leave no trace.
    fn assert_refusals_change_nothing(&mut self) {
        let legal = self.game.legal();
        for _ in 0..3 {
            let text = match self.rng.pick(&legal) {
                Some(action) => garbled(&action.to_string(), &mut self.rng),
                None => return,
            };
            let mut tried = self.game.clone();
            if tried.act(&text).is_err() {
                assert_eq!(format!("{tried:?}"), format!("{:?}", self.game), "{text} was refused");
            }
        }
    }

    /// What is foreseen of a text is what comes of it.
    fn assert_foresight(&mut self) {
        let Some(action) = self.rng.pick(&self.game.legal()).map(ToString::to_string) else { return };
        for text in [garbled(&action, &mut self.rng), action] {
            let mut played = self.game.clone();
            let foreseen = self.game.foresee(&text).map(|deeds| deeds.into_iter().map(|(_, deed)| deed).collect());
            let done = played.play_text(&text).map(|()| {
                played.carry_out_forced();
                played.entries()[self.game.entries().len()..].iter().map(|entry| entry.deed.clone()).collect::<Vec<_>>()
            });
            assert_eq!(foreseen, done, "{text} at {}", self.game.position().state());
        }
    }

    /// Going back to any deed gives what a fresh game has after it; so does going on from there.
    fn assert_rewinding(&mut self) {
        let record = self.game.record();
        let replayed = |count: usize| {
            let entries = record.entries[..count].to_vec();
            Match::<P>::replay(&Record { entries, ..record.clone() }).expect("a prefix is a game")
        };
        let count = self.rng.below(record.entries.len() + 1);
        for count in [count, count / 2, record.entries.len()] {
            let mut rewound = self.game.rewound(count);
            assert_same(&rewound, &replayed(count));
            if let Some(entry) = record.entries.get(count) {
                rewound.act(&entry.deed).expect("what was done can be done again");
                assert_same(&rewound, &replayed(count + 1));
            }
        }
        assert_eq!(self.game.record(), record, "looking back changes nothing");
    }

    /// A game that is too long ends, and the rules have words for it.
    fn assert_exhaustion(&self) {
        let mut position = self.game.position().clone();
        if position.outcome().is_none() {
            position.exhaust();
            assert!(position.outcome().is_some() && position.result().is_some(), "no end of {}", position.state());
            assert_eq!(position.key(), position.key_afresh());
        }
    }

    fn assert_record_laws(&self) {
        let record = self.game.record();
        let again = Match::<P>::replay(&record)
            .unwrap_or_else(|(index, refusal)| panic!("deed {index}: {refusal}\n{record:?}"));
        assert_eq!(again.position().key(), self.game.position().key());
        assert_eq!(again.position().state(), self.game.position().state());
        assert_eq!(again.outcome(), self.game.outcome());
        assert_eq!(again.record(), record);
        assert_formats_keep::<P>(&record);
    }
}

fn assert_same<P: Position>(one: &Match<P>, other: &Match<P>) {
    let texts = |game: &Match<P>| game.legal().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(one.position().key(), other.position().key());
    assert_eq!(one.position().state(), other.position().state());
    assert_eq!(texts(one), texts(other));
    assert_eq!(one.past(), other.past());
    assert_eq!(one.record(), other.record());
    let view = |game: &Match<P>, viewer| serde_json::to_value(game.position().view(viewer)).expect("plain data");
    for viewer in viewers::<P>() {
        assert_eq!(view(one, viewer), view(other, viewer));
        for deed in 0..=one.entries().len() {
            assert_eq!(one.told(deed, viewer), other.told(deed, viewer));
        }
    }
}

fn viewers<P: Position>() -> impl Iterator<Item = Option<Seat>> {
    std::iter::once(None).chain(Seat::first(P::SEATS.len()).map(Some))
}

fn assert_rules_round_trip<P: Position>(rules: &P::Rules) {
    let text = choices::write(rules);
    let (again, _) = choices::parse::<P::Rules, P::Start>(&text).expect("written rules are read");
    assert_eq!(&again, rules, "{text}");
    assert_eq!(again.base(), rules.base());
}

/// Writing and reading again gives the same record (but for headers that a format adds), and
/// writing that once more gives the same bytes.
fn assert_formats_keep<P: Position>(record: &Record) {
    for format in P::FORMATS {
        let Some(write) = format.write else { continue };
        let Ok(bytes) = write(record) else {
            assert!(!format.exact, "{} refuses {record:?}", format.name);
            continue;
        };
        let mut games = format.read(&bytes);
        assert_eq!(games.len(), 1, "{} wrote one game:\n{}", format.name, String::from_utf8_lossy(&bytes));
        let again = games.remove(0).unwrap_or_else(|error| {
            panic!("{} {error}\n{}", format.name, String::from_utf8_lossy(&bytes));
        });
        if format.exact {
            assert_eq!((&again.rules, &again.start), (&record.rules, &record.start));
            assert_eq!((&again.entries, &again.result), (&record.entries, &record.result));
        }
        let rewritten = write(&again).expect("what was read can be written");
        assert_eq!(String::from_utf8_lossy(&rewritten), String::from_utf8_lossy(&bytes));
    }
}

/// A text with one character changed, removed, doubled or added.
#[must_use]
pub fn garbled(text: &str, rng: &mut SplitMix) -> String {
    const STRANGE: &[char] = &['0', '9', 'a', 'e', 'z', 'X', '+', '-', '*', '!', ' ', '士', '한', '\u{301}', '\0'];
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.below(chars.len().max(1)).min(chars.len());
    let strange = STRANGE[rng.below(STRANGE.len())];
    match rng.below(4) {
        0 if at < chars.len() => chars[at] = strange,
        1 if at < chars.len() => drop(chars.remove(at)),
        2 if at < chars.len() => chars.insert(at, chars[at]),
        _ => chars.insert(at, strange),
    }
    chars.into_iter().collect()
}
