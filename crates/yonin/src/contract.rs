//! Yonin shogi as a game of the house.

use game::{
    BenchPosition, BySeat, Deed, Format, Leaving, Moment, Outcome, Paint, Position as GamePosition, Problems, Refusal,
    Seat, Title,
};

use crate::action::Wish;
use crate::generate::{Count, List};
use crate::state::START;
use crate::{Action, Ending, Position, Rules, Setup, Side, Start, View, record};

impl GamePosition for Position {
    type Rules = Rules;
    type Start = Start;
    type Action = Action;
    type View = View;

    const KIND: &'static str = "yonin";
    const TITLE: Title = Title { ko: "요닌쇼기", en: "Yonin shogi", ja: "四人将棋" };
    const SEATS: &'static [&'static str] = Side::NAMES;
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { rules: "standard", state: None, depth: 6 },
        BenchPosition {
            rules: "standard",
            state: Some(
                "5nGnS2/2nSnK2nP2/3nP1xeS2n+R/nR3xeKxeP3/xwK8/3sRsK2xeS1/4sG4/5sG1sPsP/xeG4sS3 s sG2P,wP,nR3G3S3P,eP - w#n,e#n 121",
            ),
            depth: 3,
        },
        BenchPosition {
            rules: "standard;fate=inherit",
            state: Some(
                "nR6nGnK/9/s+Ss+S2s+RnP2nR/2wP3weS1nP/6wePweG1/1wGwP1sP1weP2/wG1wGsPsKsPsG1xeK/wK3sS4/1wG2w+R1w+S1n+S n s3P,wGS,nS - e#w 121",
            ),
            depth: 3,
        },
    ];
    const FORMATS: &'static [Format] = &[record::YSR];

    fn start(rules: &Rules, start: &Start) -> Result<Self, Refusal> {
        let setup = Setup { turn: Some(start.first), ..START.parse()? };
        Ok(Self::from_setup(&setup, rules)?)
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

    fn is_out(&self, seat: Seat) -> bool {
        !self.living.contains(Side::of(seat))
    }

    fn each_legal(&self, visit: &mut impl FnMut(Action)) {
        if let Some(mover) = self.mover() {
            // The list never stops early.
            let _ = self.generate(mover, &mut List(visit));
        }
    }

    fn count_legal(&self) -> u64 {
        let mut count = Count(0);
        if let Some(mover) = self.mover() {
            // Counting never stops early.
            let _ = self.generate(mover, &mut count);
        }
        count.0
    }

    fn parse(&self, text: &str) -> Result<Action, Refusal> {
        match self.understand(text)? {
            Wish::Act(action) => Ok(action),
            Wish::DropKing | Wish::Leave(_) => Err(Refusal::syntax(format!("`{text}` is no action on the board"))),
        }
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        self.check_action(action)
    }

    fn play_unchecked(&mut self, action: Action) {
        self.play(action);
    }

    fn settle(&mut self, past: &[Moment]) {
        self.settle_history(past);
    }

    fn moment(&self, by: Seat) -> Moment {
        Moment { key: self.key(), by, mark: self.checked.bits() }
    }

    /// On its own turn only (§8). A forfeit that the host declares counts as a time-out.
    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        self.depart(seat, why)
    }

    fn agree(&mut self) -> Result<(), Refusal> {
        Err(Refusal::syntax("yonin shogi knows no end by agreement"))
    }

    /// As by the cap (§9).
    fn exhaust(&mut self) {
        self.finish(Ending::Impasse);
    }

    fn read(&self, text: &str) -> Result<Deed<Action>, Refusal> {
        match self.understand(text)? {
            Wish::Leave(why) => Ok(Deed::Leave(self.turn.seat(), why)),
            _ => self.parse(text).map(Deed::Act),
        }
    }

    fn spell(&self, deed: &Deed<Action>) -> String {
        match deed {
            Deed::Act(action) => action.to_string(),
            Deed::Leave(_, Leaving::Resigned) => Leaving::Resigned.word().to_owned(),
            Deed::Leave(..) => Leaving::Flagged.word().to_owned(),
            Deed::Agree => deed.text(Self::SEATS),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.ending?;
        let places = self.places(end);
        Some(Outcome { places: BySeat::from_fn(Side::COUNT, |seat| places[seat.index()]), reason: end.word() })
    }

    fn result(&self) -> Option<String> {
        self.result_line()
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.side_key
    }

    fn key_afresh(&self) -> u64 {
        let kings = Side::ALL.map(|side| self.board.king(side));
        crate::board::Board::new(self.board.men(), kings).key() ^ self.side_key_afresh()
    }

    fn view(&self, _: Option<Seat>) -> View {
        View::of(self)
    }

    fn show(&self, _: Option<Seat>, paint: Paint) -> String {
        self.draw(paint)
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

    /// The cap, and everybody but the last leaving.
    fn deeds_max(rules: &Rules) -> Option<u32> {
        (rules.cap != 0).then(|| rules.cap.saturating_add(Side::COUNT as u32))
    }
}
