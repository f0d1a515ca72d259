//! What a line does to the board, action by action.

use game::{Man, Seat, Table};

use crate::puzzles::is_counted;

/// So many actions of a line are walked along after the own turn.
const PLIES_MAX: usize = 6;
/// The most own actions at its beginning.
const OWN_MAX: usize = 16;

/// A line and what came of it.
pub(super) struct Walk {
    /// Whose turn began it.
    pub(super) seat: Seat,
    pub(super) steps: Vec<Step>,
    pub(super) end: Option<End>,
}

/// How the game ended on the way.
pub(super) struct End {
    /// After how many actions.
    pub(super) plies: usize,
    pub(super) is_won: bool,
    pub(super) is_lost: bool,
    /// Whether somebody counted, instead of being beaten.
    pub(super) is_counted: bool,
}

/// One action.
#[derive(Clone)]
pub(super) struct Step {
    pub(super) by: Seat,
    /// Where the man stood that acted, and where it stands now if that is elsewhere.
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    /// Who lost a man, and where.
    pub(super) taken: Option<(Seat, String)>,
    /// Who is in check or in danger afterwards.
    pub(super) alarmed: Vec<Seat>,
    /// Whether the man went from low to high.
    pub(super) climbs: bool,
    /// Whose turn it is afterwards.
    pub(super) next: Option<Seat>,
    /// Who is out since this action, and who has knocked with it.
    fallen: Vec<Seat>,
    knocked: Vec<Seat>,
    /// The game after it, as far as somebody may look on.
    after: std::rc::Rc<dyn Table>,
}

impl Walk {
    pub(super) fn new(before: &dyn Table, seat: Seat, acts: &[String]) -> Self {
        let mut table = before.fork();
        let mut walk = Self { seat, steps: Vec::new(), end: None };
        for act in acts {
            let own = walk.own().count();
            let Some(by) = table.turn().filter(|_| own < OWN_MAX && walk.steps.len() < own + PLIES_MAX) else { break };
            let prior = table.fork();
            if table.act(act).is_err() {
                break;
            }
            walk.steps.push(Step::new(by, act, prior.as_ref(), table.as_ref()));
            if let Some(outcome) = table.outcome() {
                let (is_first, is_drawn) =
                    (outcome.places[seat] == 1, outcome.places.iter().all(|(_, place)| *place == 1));
                walk.end = Some(End {
                    plies: walk.steps.len(),
                    is_won: is_first && !is_drawn,
                    is_lost: !is_first,
                    is_counted: is_counted(outcome.reason),
                });
                break;
            }
        }
        walk
    }

    /// The own turn at the beginning.
    pub(super) fn own(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().take_while(|step| step.by == self.seat)
    }

    /// The number of the first answer.
    pub(super) fn answered(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.by != self.seat)
    }

    /// Whether somebody else loses a man by an own action.
    pub(super) fn takes(&self, step: &Step) -> bool {
        step.by == self.seat && step.taken.is_some()
    }

    /// After how many actions such a seat is out.
    pub(super) fn fall_of(&self, wanted: impl Fn(Seat) -> bool) -> Option<usize> {
        self.after_first(|step| step.fallen.iter().any(|seat| wanted(*seat)))
    }

    /// After how many actions such a seat has knocked.
    pub(super) fn knock_of(&self, wanted: impl Fn(Seat) -> bool) -> Option<usize> {
        self.after_first(|step| step.knocked.iter().any(|seat| wanted(*seat)))
    }

    fn after_first(&self, wanted: impl Fn(&Step) -> bool) -> Option<usize> {
        self.steps.iter().position(wanted).map(|index| index + 1)
    }
}

impl Step {
    fn new(by: Seat, act: &str, prior: &dyn Table, after: &dyn Table) -> Self {
        let (was, is) = (prior.men(), after.men());
        let seats = || Seat::first(after.seats().len());
        let knocks = |table: &dyn Table, seat: Seat| table.gauge(&format!("knocks:{}", table.seats()[seat.index()]));
        let fallen: Vec<Seat> = seats().filter(|seat| after.is_out(*seat) && !prior.is_out(*seat)).collect();
        let (from, to) = moved(by, act, &was, &is);
        let height = |cell: &Option<String>| prior.gauge(&format!("height:{}", cell.as_ref()?));
        Self {
            by,
            taken: taken(by, &was, &is).filter(|(loser, _)| !fallen.contains(loser)),
            alarmed: after.alarmed().into_iter().filter(|seat| *seat != by).collect(),
            climbs: matches!((height(&from), height(&to)), (Some(low), Some(high)) if low < high),
            knocked: seats().filter(|seat| knocks(after, *seat) > knocks(prior, *seat)).collect(),
            next: after.turn(),
            after: after.fork().into(),
            from,
            to,
            fallen,
        }
    }

    /// Whether a seat loses a man.
    pub(super) fn costs(&self, seat: Seat) -> bool {
        self.taken.as_ref().is_some_and(|(loser, _)| *loser == seat)
    }

    /// The cells of a seat's men that the man on a cell would take next, if it were its turn again.
    pub(super) fn aimed_at(&self, from: &str, seat: Seat) -> Vec<String> {
        let Some(table) = self.again() else { return Vec::new() };
        let was = table.men();
        let aim = |act: String| {
            let mut after = table.fork();
            after.act(&act).ok()?;
            let is = after.men();
            let (loser, at) = taken(self.by, &was, &is)?;
            (loser == seat && moved(self.by, &act, &was, &is).0.as_deref() == Some(from)).then_some(at)
        };
        let mut aimed: Vec<String> = table.legal().into_iter().filter_map(aim).collect();
        aimed.dedup();
        aimed
    }

    /// The same board with the mover to move once more, if nobody is alarmed.
    fn again(&self) -> Option<Box<dyn Table>> {
        let mut table = self.after.fork();
        for _ in self.after.seats() {
            if table.turn() == Some(self.by) {
                return Some(table);
            }
            table = table.skipped()?;
        }
        None
    }
}

/// Where the man of the mover stood that stands elsewhere now, and where; else whom the action names.
fn moved(by: Seat, act: &str, was: &[Man], is: &[Man]) -> (Option<String>, Option<String>) {
    let holds = |men: &[Man], cell: &str| men.iter().any(|man| man.seat == Some(by) && man.cell == cell);
    let own = |men: &[Man], others: &[Man]| {
        let mut gone = men.iter().filter(|man| man.seat == Some(by) && !holds(others, &man.cell));
        gone.next().map(|man| man.cell.clone())
    };
    let named = || {
        let names = was.iter().filter(|man| man.seat == Some(by) && act.starts_with(&man.cell));
        names.max_by_key(|man| man.cell.len()).map(|man| man.cell.clone())
    };
    // A side may write its names small.
    let is_named = |man: &&Man| act.get(..man.kind.len()).is_some_and(|name| name.eq_ignore_ascii_case(&man.kind));
    let coded = || was.iter().filter(|man| man.seat == Some(by)).find(is_named).map(|man| man.cell.clone());
    (own(was, is).or_else(named).or_else(coded), own(is, was))
}

/// Who has lost a man and where: rather where the mover stands now than elsewhere.
fn taken(by: Seat, was: &[Man], is: &[Man]) -> Option<(Seat, String)> {
    let count = |men: &[Man], seat: Seat| men.iter().filter(|man| man.seat == Some(seat)).count();
    let holds = |men: &[Man], cell: &str, seat: Seat| men.iter().any(|man| man.seat == Some(seat) && man.cell == cell);
    let lost = |man: &&Man| {
        man.seat.is_some_and(|seat| seat != by && !holds(is, &man.cell, seat) && count(is, seat) < count(was, seat))
    };
    let mut gone = was.iter().filter(lost);
    let first = gone.clone().next()?;
    let man = gone.find(|man| holds(is, &man.cell, by)).unwrap_or(first);
    Some((man.seat?, man.cell.clone()))
}
