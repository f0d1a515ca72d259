//! What the tests of thinking players share.

use engine::{Judge, Merit, Worth};
use game::rng::SplitMix;
use game::{Deed, Match, Position, Seat, choices};

/// A game from choices as `--rules` writes them.
pub(crate) fn start<P: Position>(rules: &str) -> Match<P> {
    let (rules, start) = choices::parse::<P::Rules, P::Start>(rules).expect("the choices are known");
    Match::start(rules, &start).expect("the start is offered")
}

/// A game from a state string.
pub(crate) fn load<P: Position>(rules: &str, state: &str) -> Match<P> {
    let (rules, _) = choices::parse::<P::Rules, P::Start>(rules).expect("the choices are known");
    Match::load(rules, state).expect("the state can be read")
}

/// Plays random actions; stops where the game ends.
pub(crate) fn scramble<P: Position>(game: &mut Match<P>, deeds: usize, rng: &mut SplitMix) {
    for _ in 0..deeds {
        game.carry_out_forced();
        let Some(action) = rng.pick(&game.legal()).copied() else { return };
        game.do_deed(Deed::Act(action)).expect("a legal action is accepted");
    }
    game.carry_out_forced();
}

/// The worth of a game to the camp of `hero`, by looking at everything: slow, and with nothing of
/// the searches in it.
pub(crate) fn minimax<P: Position, J: Judge<P>>(game: &Match<P>, judge: &J, hero: Seat, depth: u32, ply: u32) -> Worth {
    if let Some(merit) = judge.merit(game.position(), hero) {
        return Worth::end(merit, ply);
    }
    let own = judge.allied(game.position(), game.position().turn(), hero);
    let worths = game.legal().into_iter().filter(|_| depth > 0).map(|action| {
        let plies = judge.plies(game.position(), action);
        let mut child = game.clone();
        child.do_deed(Deed::Act(action)).expect("a legal action is accepted");
        minimax(&child, judge, hero, depth.saturating_sub(plies), ply + 1)
    });
    let best = if own { worths.max() } else { worths.min() };
    best.unwrap_or_else(|| Worth::value(judge.value(game.position(), hero)))
}

/// A heap of tokens. A turn is two actions of taking one, two or three; whoever takes the last
/// token wins. `SEATS` of them sit around it.
pub(crate) mod heap {
    use game::{BenchPosition, Choice, Choices, Format, Leaving, Moment, Outcome, Paint, Preset, Refusal, Seat, Title};

    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct Heap {
        pub(crate) tokens: u32,
        pub(crate) turn: u8,
        pub(crate) actions: u8,
    }

    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub(crate) struct Nothing;

    impl Choices for Nothing {
        const CHOICES: &'static [Choice] = &[];
        fn get(&self, _: &str) -> Option<String> {
            None
        }
        fn set(&mut self, key: &str, _: &str) -> Result<(), Refusal> {
            Err(game::choices::unknown(key))
        }
    }

    impl game::Rules for Nothing {
        const PRESETS: &'static [Preset] = &[Preset { name: "heap", about: "the only one" }];
        fn preset(name: &str) -> Option<Self> {
            (name == "heap").then_some(Self)
        }
        fn base(&self) -> &'static str {
            "heap"
        }
    }

    impl game::Position for Heap {
        type Rules = Nothing;
        type Start = Nothing;
        type Action = u32;
        type View = u32;
        const KIND: &'static str = "heap";
        const TITLE: Title = Title { ko: "더미", en: "Heap", ja: "山" };
        const SEATS: &'static [&'static str] = &["one", "other"];
        const BENCH: &'static [BenchPosition] = &[];
        const FORMATS: &'static [Format] = &[];

        fn start(_: &Nothing, _: &Nothing) -> Result<Self, Refusal> {
            Ok(Self { tokens: 20, turn: 0, actions: 2 })
        }
        fn load(_: &mut Nothing, state: &str) -> Result<Self, Refusal> {
            let tokens = state.parse().map_err(|_| Refusal::state("not a number"))?;
            Ok(Self { tokens, turn: 0, actions: 2 })
        }
        fn state(&self) -> String {
            self.tokens.to_string()
        }
        fn turn(&self) -> Seat {
            Seat::new(self.turn.into())
        }
        fn each_legal(&self, visit: &mut impl FnMut(u32)) {
            (1..=self.tokens.min(3)).for_each(visit);
        }
        fn parse(&self, text: &str) -> Result<u32, Refusal> {
            text.parse().map_err(|_| Refusal::syntax("not a number"))
        }
        fn check(&self, action: u32) -> Result<(), Refusal> {
            let fits = (1..=self.tokens.min(3)).contains(&action);
            if fits { Ok(()) } else { Err(Refusal::new("E_TOO_MANY", "one to three")) }
        }
        fn play_unchecked(&mut self, action: u32) {
            self.tokens -= action;
            self.actions -= 1;
            if self.actions == 0 && self.tokens > 0 {
                (self.turn, self.actions) = (1 - self.turn, 2);
            }
        }
        fn moment(&self, by: Seat) -> Moment {
            Moment { key: game::Position::key(self), by, mark: 0 }
        }
        fn leave(&mut self, _: Seat, _: Leaving) -> Result<(), Refusal> {
            Err(Refusal::syntax("nobody leaves"))
        }
        fn agree(&mut self) -> Result<(), Refusal> {
            Err(Refusal::syntax("nobody agrees"))
        }
        fn outcome(&self) -> Option<Outcome> {
            // The last token ends the game in the turn of whoever took it.
            (self.tokens == 0).then(|| Outcome::won(game::Position::turn(self), "empty"))
        }
        fn result(&self) -> Option<String> {
            self.outcome().map(|outcome| format!("{:?}", outcome.winner()))
        }
        fn key(&self) -> u64 {
            u64::from(self.tokens) << 16 | u64::from(self.turn) << 8 | u64::from(self.actions)
        }
        fn key_afresh(&self) -> u64 {
            game::Position::key(self)
        }
        fn view(&self, _: Option<Seat>) -> u32 {
            self.tokens
        }
        fn show(&self, _: Option<Seat>, _: Paint) -> String {
            self.state()
        }
        fn deeds_max(_: &Nothing) -> Option<u32> {
            None
        }
    }
}

/// Knows nothing of a heap.
pub(crate) struct Blind;

impl Judge<heap::Heap> for Blind {
    fn value(&self, _: &heap::Heap, _: Seat) -> i32 {
        0
    }
}

/// Whether a worth is a win.
pub(crate) fn is_win(worth: Worth) -> bool {
    worth > Worth::end(Merit::thousandths(500), 0)
}
