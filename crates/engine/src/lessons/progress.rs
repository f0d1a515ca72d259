//! How far a learner is in a stage.

use std::collections::BTreeSet;
use std::sync::Arc;

use game::{Game, Man, Refusal, Seat, Table};

use super::book::Stage;

/// The most replies between two own actions: no game has more seats that could answer each other.
const REPLIES_MAX: usize = 12;

/// What the learner has done in a stage so far, as a value: playing on gives a new one.
pub struct Progress<'a> {
    pub(super) stage: &'a Stage,
    pub(super) seat: Seat,
    pub(super) table: Box<dyn Table>,
    /// Where the learner began, for changes of gauges.
    pub(super) start: Arc<dyn Table>,
    /// Where the last own action was done.
    pub(super) before: Option<Arc<dyn Table>>,
    pub(super) own: u32,
    /// Where own men have stood after own actions, and of what kind they were.
    pub(super) visited: BTreeSet<(String, String)>,
    /// Where others' men have been taken.
    pub(super) taken: BTreeSet<String>,
}

impl<'a> Progress<'a> {
    /// A stage at its beginning.
    ///
    /// # Errors
    /// If the stage does not fit the rules; the stages of the house do.
    pub fn begin(game: &dyn Game, stage: &'a Stage) -> Result<Self, Refusal> {
        let mut table = game.load(&stage.rules, &stage.state)?;
        for act in &stage.before {
            table.play(act)?;
        }
        let seat = seat_named(&*table, &stage.seat).ok_or_else(|| Refusal::state("there is no such seat"))?;
        let start = Arc::from(table.fork());
        let (visited, taken) = (BTreeSet::new(), BTreeSet::new());
        Ok(Self { stage, seat, table, start, before: None, own: 0, visited, taken })
    }

    /// Where the stage stands.
    #[must_use]
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The learner's seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many own actions were done.
    #[must_use]
    pub const fn own(&self) -> u32 {
        self.own
    }

    /// Whether it is the learner's turn.
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        self.table.turn() == Some(self.seat)
    }

    /// After an own action and before the replies.
    ///
    /// # Errors
    /// Which rule forbids it.
    pub fn act(&self, text: &str) -> Result<Self, Refusal> {
        let mut after = self.played(text)?;
        let men = after.table.men();
        after.taken.extend(taken(&self.table.men(), &men, self.seat));
        let own = men.into_iter().filter(|man| man.seat == Some(self.seat));
        after.visited.extend(own.map(|man| (man.cell, man.kind)));
        after.before = Some(Arc::from(self.table.fork()));
        after.own += 1;
        Ok(after)
    }

    /// After somebody's action that is not the learner's.
    ///
    /// # Errors
    /// Which rule forbids it.
    pub fn played(&self, text: &str) -> Result<Self, Refusal> {
        let mut table = self.table.fork();
        table.play(text)?;
        Ok(Self { table, ..self.copied() })
    }

    /// Lets the others reply until it is the learner's turn again.
    #[must_use]
    pub fn answered(&self) -> Self {
        let mut progress = self.copied();
        for _ in 0..REPLIES_MAX {
            let Some(reply) = progress.reply() else { break };
            match progress.played(&reply) {
                Ok(after) => progress = after,
                Err(_) => break,
            }
        }
        progress
    }

    /// What the seat to move does, if it is another's turn: the first legal one of the stage's
    /// replies, else the first legal action.
    fn reply(&self) -> Option<String> {
        if self.table.turn().is_none() || self.is_own_turn() {
            return None;
        }
        let legal = self.table.legal();
        let wanted = self.stage.replies.iter().find(|reply| legal.contains(reply)).cloned();
        wanted.or_else(|| legal.into_iter().next())
    }

    /// Equal for a search: the same board and the same stars.
    #[must_use]
    pub fn fingerprint(&self) -> (u64, Vec<String>, Vec<String>) {
        let wanted = |cell: &String| self.stage.goal.iter().any(|goal| goal.cells().contains(cell));
        let stars = self.visited.iter().filter(|(cell, _)| wanted(cell)).map(|(cell, kind)| format!("{kind}@{cell}"));
        (self.table.key(), stars.collect(), self.taken.iter().cloned().collect())
    }

    fn copied(&self) -> Self {
        Self {
            stage: self.stage,
            seat: self.seat,
            table: self.table.fork(),
            start: Arc::clone(&self.start),
            before: self.before.clone(),
            own: self.own,
            visited: self.visited.clone(),
            taken: self.taken.clone(),
        }
    }
}

/// The seat of that name.
pub(super) fn seat_named(table: &dyn Table, name: &str) -> Option<Seat> {
    table.seats().iter().position(|seat| *seat == name).map(Seat::new)
}

/// Where men of others stood that are gone or have another owner. A man that only went elsewhere is
/// not taken: there are still as many of its kind.
fn taken(before: &[Man], after: &[Man], seat: Seat) -> Vec<String> {
    let count =
        |men: &[Man], like: &Man| men.iter().filter(|man| man.seat == like.seat && man.kind == like.kind).count();
    let stays = |man: &Man| after.iter().any(|other| other.cell == man.cell && other.seat == man.seat);
    let others = before.iter().filter(|man| man.seat != Some(seat) && !stays(man));
    others.filter(|man| count(after, man) < count(before, man)).map(|man| man.cell.clone()).collect()
}
