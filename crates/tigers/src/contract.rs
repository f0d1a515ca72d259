//! Five Tigers as a game of the house.

use game::{
    BenchPosition, Deed, Format, Leaving, Moment, OpeningOrder, Outcome, Paint, Problems, Refusal, Seat, Title,
};

use crate::action::Action;
use crate::position::{Ending, Position, Reason};
use crate::record;
use crate::refusal::Code;
use crate::rules::Rules;
use crate::site::{Feature, Marker, Site};
use crate::start::Start;
use crate::unit::Side;
use crate::view::View;

const MIDGAME: &str = "FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@30:4 gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 \
                       A3 - GY-gy 0-0 9.0 *";

impl game::Position for Position {
    type Rules = Rules;
    type Start = Start;
    type Action = Action;
    type View = View;

    const KIND: &'static str = "tigers";
    const TITLE: Title = Title { ko: "오호대장군", en: "Five Tigers", ja: "五虎大将軍" };
    const SEATS: &'static [&'static str] = Side::NAMES;
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { rules: "base", state: None, depth: 6 },
        BenchPosition { rules: "base", state: Some(MIDGAME), depth: 5 },
        BenchPosition { rules: "full", state: None, depth: 4 },
    ];
    const FORMATS: &'static [Format] = &[record::FORMAT];
    const HAS_SECRETS: bool = true;

    /// Both choose deployment, troops and decks in secret (§9).
    fn opening_order(_: &Rules) -> OpeningOrder {
        OpeningOrder::Sealed
    }

    fn stock() -> Option<serde_json::Value> {
        serde_json::to_value(crate::stock::Stock::new()).ok()
    }

    fn start(rules: &Rules, start: &Start) -> Result<Self, Refusal> {
        Self::begin(rules, start)
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
        self.visit_legal(visit);
    }

    fn count_legal(&self) -> u64 {
        self.count_all_legal()
    }

    fn parse(&self, text: &str) -> Result<Action, Refusal> {
        let request = self.read_request(text)?;
        match self.action_of(&request) {
            Some(action) => Ok(action),
            // What no action can say is never legal.
            None => Err(self.explain(&request).err().unwrap_or(Code::BadAction).into()),
        }
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        let request = self.request_of(action)?;
        Ok(self.explain(&request)?)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play_watched(action, &mut ());
    }

    fn moment(&self, by: Seat) -> Moment {
        Moment { key: self.hash(), by, mark: 0 }
    }

    /// Running out of time only ends the turn (§26).
    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Code::GameOver.into());
        }
        let side = Side::of(seat);
        match why {
            Leaving::Resigned => self.ending = Some(Ending::Won(side.other(), Reason::Surrender)),
            Leaving::Forfeited => self.ending = Some(Ending::Won(side.other(), Reason::Forfeit)),
            Leaving::Flagged if side != self.turn => return Err(Code::NotYourTurn.into()),
            Leaving::Flagged => self.end_turn(&mut ()),
        }
        Ok(())
    }

    /// The rule book knows no draw by agreement: limits end a quiet game (§25).
    fn agree(&mut self) -> Result<(), Refusal> {
        Err(Code::Mode.into())
    }

    /// As by the limit of turns (§25).
    fn exhaust(&mut self) {
        self.adjudicate();
    }

    /// A player who can do nothing is passed over, and the other has two turns in a row (§12).
    fn turn_mark(&self) -> u32 {
        u32::from(self.turn_number())
    }

    fn read(&self, text: &str) -> Result<Deed<Action>, Refusal> {
        if let Some(deed) = read_declaration(text) {
            return Ok(deed);
        }
        if text == record::TIMEOUT {
            return Ok(Deed::Leave(self.turn.seat(), Leaving::Flagged));
        }
        self.parse(text).map(Deed::Act)
    }

    fn spell(&self, deed: &Deed<Action>) -> String {
        match deed {
            Deed::Act(action) => action.to_string(),
            Deed::Leave(seat, why) => format!("{}{}", why.word(), Side::of(*seat).letter()),
            Deed::Agree => AGREE.to_owned(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|ending| match ending {
            Ending::Won(side, reason) => Outcome::won(side.seat(), reason.text()),
            Ending::Drawn => Outcome::drawn(Reason::Adjudication.text()),
        })
    }

    fn result(&self) -> Option<String> {
        self.ending.map(Ending::text)
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn key_afresh(&self) -> u64 {
        self.hash()
    }

    /// The opponent's unrevealed markers lose their kind (§31).
    fn masked(&self, viewer: Option<Seat>) -> Self {
        let mut masked = *self;
        if self.is_open() {
            return masked;
        }
        for (tile, site) in self.sites().filter(|(_, site)| site.is_hidden() && !sees(viewer, site.owner())) {
            let unknown = Feature::Marker { marker: Marker::Unknown, revealed: false };
            masked.put_site(tile, Site::new(site.owner(), unknown));
        }
        masked
    }

    /// The opponent hears that a marker was laid and where, not which (§31).
    fn tell(&self, action: Action, viewer: Option<Seat>) -> String {
        match action {
            Action::Tactic(actor, tactic, targets)
                if tactic.is_hidden() && !self.is_open() && !sees(viewer, actor.unit.side()) =>
            {
                format!("{actor}t{}>{targets}", Marker::Unknown.code())
            }
            _ => action.to_string(),
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        View::of(&self.masked(viewer))
    }

    fn show(&self, viewer: Option<Seat>, paint: Paint) -> String {
        self.masked(viewer).draw(viewer.map(Side::of), paint)
    }

    fn men(&self) -> Vec<game::Man> {
        self.list_men()
    }

    fn gauge(&self, name: &str) -> Option<f64> {
        self.read_gauge(name)
    }

    fn skipped(&self) -> Option<Self> {
        self.after_skip()
    }

    fn statistics(record: &game::Record) -> Option<serde_json::Value> {
        serde_json::to_value(crate::statistics(record).ok()?).ok()
    }

    /// A turn has its actions and its end; four carrots at most bring eight actions more, and a
    /// state may begin with up to 99.
    fn deeds_max(rules: &Rules) -> Option<u32> {
        Some(u32::from(rules.turns) * (u32::from(rules.actions) + 1) + 8 + 99 + 1)
    }
}

const AGREE: &str = "agree";

fn sees(viewer: Option<Seat>, owner: Side) -> bool {
    viewer.map(Side::of) == Some(owner)
}

/// `resignA`, `timeoutB`, `forfeitA` (§26).
fn read_declaration(text: &str) -> Option<Deed<Action>> {
    if text == AGREE {
        return Some(Deed::Agree);
    }
    let words = [Leaving::Resigned, Leaving::Flagged, Leaving::Forfeited];
    words.into_iter().find_map(|why| {
        let side = Side::from_name(text.strip_prefix(why.word())?)?;
        Some(Deed::Leave(side.seat(), why))
    })
}
