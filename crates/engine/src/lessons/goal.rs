//! Whether a goal is reached. The rules decide, by what a position says of itself.

use game::{Man, Table};

use super::book::{Act, Goal, Measure, Stage, Threat, When};
use super::progress::{Progress, seat_named};

impl Progress<'_> {
    /// Whether the stage's goal is reached by the last own action, when the stage wants it looked at.
    #[must_use]
    pub fn reached(&self) -> bool {
        match (self.stage.when, self.stage.surely) {
            (When::Done, _) => self.holds_all(),
            (When::Answered, false) => self.answered().holds_all(),
            (When::Answered, true) => !self.is_own_turn() && self.after_every_reply(&Self::holds_all),
        }
    }

    /// Whether what must not happen has happened.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.stage.avoid.as_ref().is_some_and(|avoid| self.holds(avoid))
    }

    /// Whether the goal can still be forced, and so the learner is on the way.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        forced(self.stage).is_some() && self.holds_all()
    }

    /// Whether the goal itself is there, and not only its certainty.
    #[must_use]
    pub fn solved(&self) -> bool {
        match forced(self.stage) {
            Some(goal) => self.own > 0 && self.holds(goal),
            None => self.reached(),
        }
    }

    fn holds_all(&self) -> bool {
        self.stage.goal.iter().all(|goal| self.holds(goal))
    }

    /// Whether a goal is there right now.
    #[must_use]
    pub fn holds(&self, goal: &Goal) -> bool {
        let table = self.table();
        match goal {
            Goal::Act(act) => self.did(act),
            Goal::Take { at, all } => fits(*all, at, |cell| self.taken.contains(cell)),
            Goal::Reach { at, piece, all: true } => at.iter().all(|cell| self.has_visited(cell, piece.as_deref())),
            Goal::Reach { at, piece, all: false } => self.stands_on(at, piece.as_deref()),
            Goal::Check { seats, exactly } => alarms(table, seats, *exactly),
            Goal::Turn { seat } => table.turn().is_some() && table.turn() == seat_named(table, seat),
            Goal::Result { is } => table.result().is_some_and(|result| result.starts_with(is)),
            Goal::Gauge(measure) => self.measures(measure),
            Goal::Safe(threat) => self.is_safe(threat),
            Goal::Force { goal, within } => self.forces(goal, within.saturating_sub(self.own)),
        }
    }

    /// Two spellings that lead to the same position are the same action.
    fn did(&self, act: &Act) -> bool {
        let leads_here = |text: &String| {
            let mut table = self.before.as_ref()?.fork();
            table.play(text).ok()?;
            Some(table.state() == self.table.state())
        };
        act.one_of.iter().any(|text| leads_here(text).unwrap_or(false))
    }

    fn has_visited(&self, cell: &str, piece: Option<&str>) -> bool {
        self.visited.iter().any(|(at, kind)| at == cell && piece.is_none_or(|piece| piece == kind))
    }

    fn stands_on(&self, cells: &[String], piece: Option<&str>) -> bool {
        let fits = |man: &Man| man.seat == Some(self.seat) && piece.is_none_or(|piece| piece == man.kind);
        self.table.men().iter().any(|man| cells.contains(&man.cell) && fits(man))
    }

    fn measures(&self, measure: &Measure) -> bool {
        let Some(now) = self.table.gauge(&measure.name) else { return false };
        let begin = if measure.change { self.start.gauge(&measure.name).unwrap_or(0.0) } else { 0.0 };
        let value = now - begin;
        measure.is.is_none_or(|is| same(value, is))
            && measure.least.is_none_or(|least| value >= least)
            && measure.most.is_none_or(|most| value <= most)
    }

    /// Whether nothing that the next seat can do at once does what is to be prevented.
    fn is_safe(&self, threat: &Threat) -> bool {
        if let Threat::Check {} = threat {
            return !self.table.alarmed().contains(&self.seat);
        }
        if let Some(result) = self.table.result() {
            return !matches!(threat, Threat::Result { result: feared } if result.starts_with(feared));
        }
        !self.is_own_turn() && self.after_every_reply(&|after| !self.suffers(threat, after))
    }

    fn suffers(&self, threat: &Threat, after: &Self) -> bool {
        match threat {
            Threat::Take { at, pieces } => {
                let men = after.table.men();
                let wanted = |man: &Man| {
                    man.seat == Some(self.seat)
                        && (at.is_empty() || at.contains(&man.cell))
                        && (pieces.is_empty() || pieces.contains(&man.kind))
                };
                let stays = |man: &Man| men.iter().any(|other| other.cell == man.cell && other.seat == man.seat);
                self.table.men().iter().any(|man| wanted(man) && !stays(man))
            }
            Threat::Check {} => after.table.alarmed().contains(&self.seat),
            Threat::Result { result } => after.table.result().is_some_and(|text| text.starts_with(result)),
            Threat::Gauge { name, least } => after.table.gauge(name).is_some_and(|value| value >= *least),
        }
    }

    /// Whether something holds after every single action of the seat to move.
    fn after_every_reply(&self, test: &dyn Fn(&Self) -> bool) -> bool {
        let legal = self.table.legal();
        !legal.is_empty() && legal.iter().all(|reply| self.played(reply).is_ok_and(|after| test(&after)))
    }

    /// Whether the learner can force the goal with at most `left` more own actions.
    fn forces(&self, goal: &Goal, left: u32) -> bool {
        if self.own > 0 && self.holds(goal) {
            return true;
        }
        self.forces_on(goal, left)
    }

    /// The same where the goal itself does not count: a reply reaches nothing by itself.
    pub(super) fn forces_on(&self, goal: &Goal, left: u32) -> bool {
        if self.table.turn().is_none() || left == 0 {
            return false;
        }
        if self.is_own_turn() {
            let acts = self.table.legal();
            return acts.iter().any(|act| self.act(act).is_ok_and(|after| after.forces(goal, left - 1)));
        }
        self.after_every_reply(&|after| after.forces_on(goal, left))
    }

    /// Whether the goal of a forcing stage can be forced from the beginning with so many own actions.
    #[must_use]
    pub fn can_force_within(&self, within: u32) -> bool {
        forced(self.stage).is_some_and(|goal| self.forces_on(goal, within))
    }
}

/// What a stage wants forced, if that is its goal.
fn forced(stage: &Stage) -> Option<&Goal> {
    match stage.goal.as_slice() {
        [Goal::Force { goal, .. }] => Some(goal),
        _ => None,
    }
}

fn fits(all: bool, cells: &[String], test: impl Fn(&String) -> bool) -> bool {
    if all { cells.iter().all(test) } else { cells.iter().any(test) }
}

fn alarms(table: &dyn Table, seats: &[String], exactly: bool) -> bool {
    let alarmed = table.alarmed();
    let wanted: Vec<_> = seats.iter().filter_map(|seat| seat_named(table, seat)).collect();
    let all = wanted.len() == seats.len() && wanted.iter().all(|seat| alarmed.contains(seat));
    all && (!exactly || alarmed.len() == wanted.len())
}

/// Gauges are whole or half numbers, far from where a float would be inexact.
fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.25
}
