//! What the house asks of a game.

use game::text::letter;
use game::{BenchPosition, Deed, Format, Leaving, Moment, Outcome, Paint, Problems, Refusal, Seat, Title};

use crate::action::{Action, Written, read_macro};
use crate::ending::{DrawReason, Ending, WinReason};
use crate::ground::Ground;
use crate::position::{Phase, Position};
use crate::record;
use crate::refusals;
use crate::rules::{Rules, Swap};
use crate::side::Side;
use crate::start::Start;
use crate::view::View;

/// How often a game can make progress at most: every piece dies, every foot soldier walks the
/// board, every wall breaks, every bomb is lobbed and bursts.
const PROGRESS_MAX: u32 = 48 + 24 * 7 + 16 + 4 * 9;

impl game::Position for Position {
    type Rules = Rules;
    type Start = Start;
    type Action = Action;
    type View = View;

    const KIND: &'static str = "nanguk";
    const TITLE: Title = Title { ko: "난국", en: "Nanguk", ja: "難国" };
    const SEATS: &'static [&'static str] = Side::NAMES;
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { rules: "base;terrain=example", state: None, depth: 5 },
        BenchPosition { rules: "siege;terrain=fortress", state: None, depth: 4 },
        BenchPosition { rules: "sea;terrain=myeongnyang", state: None, depth: 5 },
        BenchPosition { rules: "firearms;terrain=example", state: None, depth: 4 },
        BenchPosition { rules: "base", state: None, depth: 3 },
    ];
    const FORMATS: &'static [Format] = &[record::NGN];

    fn start(rules: &Rules, start: &Start) -> Result<Self, Refusal> {
        game::Rules::validate(rules)?;
        Ok(match start.heights(rules)? {
            None => Self::bare(rules),
            Some(heights) => Self::on_ground(rules, Ground::new(&heights)),
        })
    }

    fn load(rules: &mut Rules, state: &str) -> Result<Self, Refusal> {
        let position = Self::from_state(state, rules)?;
        *rules = position.rules;
        Ok(position)
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
        if self.ending.is_some() {
            return;
        }
        match self.phase {
            Phase::Battle => {
                self.each_battle_action(visit);
                if self.must_pass() {
                    visit(Action::Pass);
                }
            }
            Phase::Terrain => self.each_on_ground(visit),
            Phase::Inspection => {
                self.each_on_ground(visit);
                visit(Action::Pass);
            }
        }
    }

    fn count_legal(&self) -> u64 {
        if self.ending.is_some() {
            return 0;
        }
        if self.phase == Phase::Battle {
            let count = self.count_battle_actions();
            return if count == 0 { u64::from(self.must_pass()) } else { count };
        }
        let relocations: u32 = self.relocations().map(|(_, places)| places.len()).sum();
        let other = if self.phase == Phase::Inspection { 1 } else { self.placeable().len() };
        u64::from(relocations + other)
    }

    fn parse(&self, text: &str) -> Result<Action, Refusal> {
        let written = Written::from_text(text)?;
        if let (Some(letter), Some(origin)) = (written.letter, written.action.origin())
            && self.own_piece(origin)?.role.letter() != letter
        {
            return Err(refusals::PIECE);
        }
        Ok(self.normalized(written.action))
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        self.check_action(action)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play(action);
    }

    fn settle(&mut self, past: &[Moment]) {
        self.settle_battle(past);
    }

    fn moment(&self, by: Seat) -> Moment {
        Moment { key: self.key, by, mark: 0 }
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        let reason = match why {
            Leaving::Resigned => WinReason::Resigned,
            Leaving::Flagged => WinReason::Time,
            Leaving::Forfeited => WinReason::Forfeited,
        };
        self.end(Ending::Won(Side::of(seat).other(), reason))
    }

    fn agree(&mut self) -> Result<(), Refusal> {
        self.end(Ending::Drawn(DrawReason::Agreed))
    }

    /// As after too long without progress (§19).
    fn exhaust(&mut self) {
        self.ending = Some(self.adjudicated(DrawReason::NoProgress));
    }

    fn read(&self, text: &str) -> Result<Deed<Action>, Refusal> {
        match text {
            "draw" => Ok(Deed::Agree),
            "resign" => Ok(Deed::Leave(self.turn.seat(), Leaving::Resigned)),
            _ => match read_leaving(text) {
                Some(deed) => Ok(deed),
                None => self.parse(text).map(Deed::Act),
            },
        }
    }

    fn read_all(&self, text: &str) -> Result<Vec<Deed<Action>>, Refusal> {
        let Some(blocks) = read_macro(text) else { return self.read(text).map(|deed| vec![deed]) };
        if self.ending.is_some() {
            return Err(refusals::OVER);
        }
        if self.phase != Phase::Terrain {
            return Err(refusals::PHASE);
        }
        let order = self.order_turn(&blocks)?;
        Ok(order.into_iter().map(|square| Deed::Act(Action::Place(square))).collect())
    }

    fn spell(&self, deed: &Deed<Action>) -> String {
        match deed {
            Deed::Act(action) => self.normalized(*action).to_string(),
            Deed::Leave(seat, why) => format!("{}:{}", why.word(), Side::of(*seat).letter()),
            Deed::Agree => "draw".to_owned(),
        }
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

    fn key_afresh(&self) -> u64 {
        self.hash()
    }

    fn view(&self, _: Option<Seat>) -> View {
        View::of(self)
    }

    fn show(&self, viewer: Option<Seat>, paint: Paint) -> String {
        self.draw(viewer.map(Side::of), paint)
    }

    /// The blocks of a turn count once the last of them lies (section 5.1).
    fn is_draft(&self) -> bool {
        self.phase() == Phase::Terrain
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

    fn is_laid(&self) -> bool {
        self.phase == Phase::Battle && self.number == 1 && self.turn == Side::Blue && self.ending.is_none()
    }

    /// Red's player, once the ground lies (§9).
    fn exchanger(&self) -> Option<Seat> {
        (self.rules.swap == Swap::On && self.is_laid()).then(|| Side::Red.seat())
    }

    /// Relocations of honor placing have no bound, and neither has a battle without a limit.
    fn deeds_max(rules: &Rules) -> Option<u32> {
        let blocks = 2 * u32::from(rules.variant.blocks());
        let bounded = rules.limit > 0 && !rules.on_honor();
        bounded.then(|| rules.limit.saturating_mul(PROGRESS_MAX + 1).saturating_add(blocks + 1))
    }
}

impl Position {
    fn each_on_ground(&self, visit: &mut impl FnMut(Action)) {
        if self.phase == Phase::Terrain {
            self.placeable().iter().map(Action::Place).for_each(&mut *visit);
        }
        for (from, places) in self.relocations() {
            places.iter().for_each(|to| visit(Action::Relocate { from, to }));
        }
    }

    /// On input `-` and `x` mean the same (§34); the board knows which is right.
    fn normalized(&self, action: Action) -> Action {
        match action {
            Action::Go { from, to, .. } => Action::Go { from, to, takes: self.board.occupied().contains(to) },
            other => other,
        }
    }

    fn end(&mut self, ending: Ending) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(refusals::OVER);
        }
        self.ending = Some(ending);
        Ok(())
    }
}

/// Reads `resign:b`, `timeout:r`, `forfeit:b` and the like.
fn read_leaving(text: &str) -> Option<Deed<Action>> {
    let (word, side) = text.split_once(':')?;
    let why = [Leaving::Resigned, Leaving::Flagged, Leaving::Forfeited].into_iter().find(|why| why.word() == word)?;
    Some(Deed::Leave(Side::from_letter(letter(side)?)?.seat(), why))
}
