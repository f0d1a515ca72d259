//! Janggi as the house knows every game.

use game::{BenchPosition, Leaving, Moment, OpeningOrder, Outcome, Paint, Problems, Refusal, Seat, Title};

use crate::ending::{EndReason, Ending, MARK_CHECK, MARK_HAN};
use crate::rules::{Pass, SetupChoice, Stalemate};
use crate::{Action, Position, Rules, Side, Start, key, record, view};

impl game::Position for Position {
    type Rules = Rules;
    type Start = Start;
    type Action = Action;
    type View = view::View;

    const KIND: &'static str = "janggi";
    const TITLE: Title = Title { ko: "장기", en: "Janggi", ja: "チャンギ" };
    const SEATS: &'static [&'static str] = Side::NAMES;
    const BENCH: &'static [BenchPosition] = BENCH;
    const FORMATS: &'static [game::Format] = record::FORMATS;

    fn opening_order(rules: &Rules) -> OpeningOrder {
        match rules.setup {
            SetupChoice::FixedInner => OpeningOrder::None,
            SetupChoice::Choose4 | SetupChoice::Choose5 => OpeningOrder::Open { first: Side::Han.seat() },
        }
    }

    fn start(rules: &Rules, start: &Start) -> Result<Self, Refusal> {
        Ok(Self::from_setup(&start.setup(rules)?, rules)?)
    }

    fn load(rules: &mut Rules, state: &str) -> Result<Self, Refusal> {
        Ok(Self::from_state(state, rules)?)
    }

    fn problems(rules: &Rules, state: &str) -> Problems {
        Self::from_state(state, rules).err().unwrap_or_default()
    }

    fn sketch(rules: &Rules, state: &str, edits: &[game::edit::Edit]) -> Result<game::edit::Sketch, Refusal> {
        game::edit::sketch::<crate::Setup>(rules, state, edits)
    }

    fn state(&self) -> String {
        self.setup().to_string()
    }

    fn turn(&self) -> Seat {
        self.turn.seat()
    }

    fn each_legal(&self, visit: &mut impl FnMut(Action)) {
        self.visit_legal(visit);
    }

    fn count_legal(&self) -> u64 {
        Self::count_legal(self)
    }

    fn parse(&self, text: &str) -> Result<Action, Refusal> {
        self.read_action(text)
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        self.check_action(action)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play_watched(action, &mut ());
    }

    fn bans(&self, action: Action, past: &[Moment]) -> Option<Refusal> {
        let occurrence = self.forbidden_occurrence(action, past)?;
        Some(Refusal::new(
            "E_REPETITION",
            format!("the position would occur for time number {occurrence}; play something else"),
        ))
    }

    fn settle(&mut self, past: &[Moment]) {
        if self.ending.is_none() {
            self.ending = self.test_end(past);
        }
    }

    fn moment(&self, by: Seat) -> Moment {
        let check = if self.in_check(self.turn) { MARK_CHECK } else { 0 };
        let han = if self.turn == Side::Han { MARK_HAN } else { 0 };
        Moment { key: self.key, by, mark: check | han }
    }

    fn forced(&self) -> Option<Action> {
        self.forced_pass()
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        let reason = match why {
            Leaving::Resigned => EndReason::Resign,
            Leaving::Flagged => EndReason::Time,
            Leaving::Forfeited => EndReason::Disconnect,
        };
        self.end(Ending::won(Side::of(seat).other(), reason))
    }

    fn agree(&mut self) -> Result<(), Refusal> {
        self.end(self.adjudicated(EndReason::Agreement))
    }

    /// As by the limit of plies (§18).
    fn exhaust(&mut self) {
        self.ending = Some(self.adjudicated(EndReason::MoveLimit));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(Ending::outcome)
    }

    fn result(&self) -> Option<String> {
        self.ending.map(Ending::text)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn opening_key(&self) -> u64 {
        self.key().min(crate::key::of_mirrored_board(self.board(), self.side()))
    }

    fn key_afresh(&self) -> u64 {
        key::of_board(&self.board, self.turn)
    }

    fn view(&self, _: Option<Seat>) -> view::View {
        view::View::of(self)
    }

    fn show(&self, viewer: Option<Seat>, paint: Paint) -> String {
        self.draw(viewer.map(Side::of), paint)
    }

    fn men(&self) -> Vec<game::Man> {
        self.list_men()
    }

    fn alarmed(&self) -> Vec<Seat> {
        self.alarmed_seats()
    }

    fn gauge(&self, name: &str) -> Option<f64> {
        self.read_gauge(name)
    }

    fn skipped(&self) -> Option<Self> {
        self.after_skip()
    }

    fn deeds_max(rules: &Rules) -> Option<u32> {
        // Thirty pieces can be captured, and each capture starts the count anew.
        let captures = u32::from(rules.no_capture_limit) * 31;
        let plies = u32::from(rules.total_ply_limit);
        [captures, plies].into_iter().filter(|bound| *bound > 0).min()
    }
}

impl Position {
    /// The pass that the rules carry out themselves: no piece can move, and passing is not a
    /// choice (§15).
    pub(crate) fn forced_pass(&self) -> Option<Action> {
        let never = self.rules.pass == Pass::Never && self.rules.stalemate == Stalemate::ForcedPass;
        let stuck = never && self.ending.is_none() && !self.in_check(self.turn) && !self.has_move();
        stuck.then(|| Action::pass(self.king(self.turn)))
    }

    fn end(&mut self, ending: Ending) -> Result<(), Refusal> {
        if let Some(ended) = self.ending {
            return Err(Refusal::new("E_OVER", format!("the game is over: {}", ended.text())));
        }
        self.ending = Some(ending);
        Ok(())
    }
}

const BENCH: &[BenchPosition] = &[
    BenchPosition { rules: "fsf-janggi", state: None, depth: 5 },
    BenchPosition { rules: "kja;cho=outer;han=left", state: None, depth: 4 },
    BenchPosition { rules: "seed1", state: None, depth: 4 },
    BenchPosition {
        rules: "kja",
        state: Some("1nba1ab1r/r3k4/1c4nc1/p1p1p1pp1/9/2P1P1P2/P7P/1C5C1/4K4/RBNA1ABNR w - - 6 4"),
        depth: 4,
    },
    BenchPosition {
        rules: "kja",
        state: Some("3a1a3/4k4/2c1b4/1np1b4/2r1np3/6p2/3BPP1P1/3K1C2r/4AA1C1/N8 b - - 0 1"),
        depth: 4,
    },
    BenchPosition {
        rules: "casual",
        state: Some("r3a1R2/2R1ak3/c8/pp3C2n/2b1p1N1r/9/P4PP2/4B4/4K4/3AA1BN1 w - - 0 1"),
        depth: 4,
    },
];
