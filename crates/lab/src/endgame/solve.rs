//! Fills one table from its end.
//!
//! Step by step, what is over in no ply, in one, in two and so on is settled. What can be settled in a step is decided
//! by the rules' own generator, looking forward; which entries to look at is guessed backward: those from which a
//! piece could come to a settled entry if nothing stood in its way. A guess too many costs a look and nothing
//! else, so there is no code for moves backward that could be wrong.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};

use engine::janggi::endgame::{Class, Family, Layout, Men, Verdict};
use janggi::rules::{Facing, Rules};
use janggi::{Action, Position, Side, reach};

use super::lower::{Lower, over_at_once};
use super::{NotMade, Watch};

/// How many entries a thread takes at a time.
const SHARE: usize = 1 << 14;
/// An entry that no step has to look at.
const NEVER: u8 = u8::MAX;
/// The most plies that an entry can hold.
const PLIES_MAX: u8 = 2 * Verdict::MOVES_MAX - 1;

/// A table that is being made.
pub(super) struct Workbench {
    class: Class,
    family: Family,
    layout: Layout,
    rules: Rules,
    entries: Vec<AtomicU8>,
    /// Which step looks at an entry next.
    due: Vec<AtomicU8>,
    /// Which of the men are the kings.
    kings: [usize; 2],
    lower: Lower,
}

impl Workbench {
    pub(super) fn new(class: &Class, family: Family, folder: &Path) -> Result<Self, NotMade> {
        let layout = Layout::new(class);
        let all = |byte: u8| std::iter::repeat_with(move || AtomicU8::new(byte)).take(layout.entries()).collect();
        let (entries, due) = (all(Verdict::Open.code()), all(0));
        let kings = [0, 1 + class.strong().roles().count()];
        let lower = Lower::of(class, family, folder)?;
        Ok(Self { class: class.clone(), family, layout, rules: family.rules(), entries, due, kings, lower })
    }

    pub(super) fn solve(self, threads: usize, watch: &mut Watch<'_>) -> Result<Vec<u8>, NotMade> {
        let mut next = Some(0);
        while let Some(plies) = next {
            if plies > PLIES_MAX {
                return Err(NotMade::TooLong(self.class));
            }
            let settled = self.step(plies, threads, watch.stop)?;
            (watch.tell)(&self.class, self.family, plies, settled);
            next = if settled > 0 { Some(plies + 1) } else { self.next_due() };
        }
        Ok(self.entries.into_iter().map(AtomicU8::into_inner).collect())
    }

    fn next_due(&self) -> Option<u8> {
        self.due.iter().map(|due| due.load(Relaxed)).min().filter(|due| *due != NEVER)
    }

    /// Settles what is over in so many plies. A step decides by what earlier steps have written, so threads do not
    /// disturb each other.
    fn step(&self, plies: u8, threads: usize, stop: &AtomicBool) -> Result<usize, NotMade> {
        let (next, settled) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            loop {
                let start = next.fetch_add(SHARE, Relaxed);
                if start >= self.entries.len() || stop.load(Relaxed) {
                    return;
                }
                let end = self.entries.len().min(start + SHARE);
                let is_due = |index: &usize| self.due[*index].load(Relaxed) == plies;
                settled
                    .fetch_add((start..end).filter(is_due).filter(|index| self.look(*index, plies)).count(), Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        if stop.load(Relaxed) { Err(NotMade::Stopped) } else { Ok(settled.into_inner()) }
    }

    /// Looks at an entry; whether it is over in just so many plies.
    fn look(&self, index: usize, plies: u8) -> bool {
        self.due[index].store(NEVER, Relaxed);
        let Some((men, position)) = self.position(index) else {
            self.entries[index].store(Verdict::NO_POSITION, Relaxed);
            return false;
        };
        let Some(verdict) = self.follows(&position, &men) else { return false };
        let over_in = verdict.plies().map_or(NEVER, |plies| plies as u8);
        if over_in != plies {
            self.due[index].fetch_min(over_in, Relaxed);
            return false;
        }
        self.entries[index].store(verdict.code(), Relaxed);
        self.look_before(&men, position.side(), plies + 1);
        true
    }

    fn position(&self, index: usize) -> Option<(Men, Position)> {
        let (men, strong_to_move) = self.layout.placing(index)?;
        let position = Position::from_setup(&self.layout.setup(&men, strong_to_move), &self.rules).ok()?;
        Some((men, position))
    }

    /// What follows from the answers, as far as they are known.
    fn follows(&self, position: &Position, men: &Men) -> Option<Verdict> {
        let (mut soonest_loss, mut latest_win, mut holds) = (None::<u8>, 0, false);
        position.visit_legal(&mut |action| match Verdict::from_code(self.after(position, men, action)) {
            Some(Verdict::Loss(moves)) => soonest_loss = Some(soonest_loss.map_or(moves, |least| least.min(moves))),
            Some(Verdict::Win(moves)) => latest_win = latest_win.max(moves),
            _ => holds = true,
        });
        match soonest_loss {
            Some(moves) => Some(Verdict::Win(moves + 1)),
            None => (!holds).then_some(Verdict::Loss(latest_win)),
        }
    }

    /// What the other side's entry says after an action.
    fn after(&self, position: &Position, men: &Men, action: Action) -> u8 {
        let strong_moves_next = position.side() == Side::Han;
        if action.is_pass() {
            return if position.bikjang() {
                self.accepted(position.side()).code()
            } else {
                self.entries[self.layout.index(men, strong_moves_next)].load(Relaxed)
            };
        }
        if position.board().at(action.to).is_some() {
            let mut next = position.clone();
            next.play_watched(action, &mut ());
            return self.lower.code(&next, self.family);
        }
        self.entries[self.layout.index(&Layout::moved(men, action), strong_moves_next)].load(Relaxed)
    }

    /// A bikjang is accepted: to the other side that is an end at once.
    fn accepted(&self, by: Side) -> Verdict {
        let other_is_strong = by == Side::Han;
        match self.family.strong_leads(&self.class) {
            None => Verdict::Open,
            Some(strong_leads) => over_at_once(strong_leads == other_is_strong),
        }
    }

    /// Has a step look at every open entry from which `men`, with `side` to move, may have come.
    fn look_before(&self, men: &Men, side: Side, step: u8) {
        let strong_moved = side == Side::Han;
        self.have_both_looked_at(men, strong_moved, step);
        for (at, piece) in self.layout.pieces().iter().enumerate().filter(|(_, piece)| piece.side() != side) {
            let mut before = men.clone();
            for from in reach::range(piece.role(), men[at]).iter().filter(|from| !men.contains(from)) {
                before[at] = from;
                self.have_both_looked_at(&before, strong_moved, step);
            }
        }
    }

    /// A placing and its mirror image: with the king on the middle file they are two entries.
    fn have_both_looked_at(&self, men: &Men, strong_to_move: bool, step: u8) {
        self.have_looked_at(men, strong_to_move, step);
        if Layout::is_twofold(men) {
            self.have_looked_at(&Layout::mirrored(men), strong_to_move, step);
        }
    }

    fn have_looked_at(&self, men: &Men, strong_to_move: bool, step: u8) {
        let index = self.layout.index(men, strong_to_move);
        let is_open = self.entries[index].load(Relaxed) == Verdict::Open.code();
        if is_open && self.due[index].load(Relaxed) > step && !self.may_stand_still(index, men, step) {
            self.due[index].fetch_min(step, Relaxed);
        }
    }

    /// Whether a step that looks for losses finds none here: a pass does not lose as far as is known, and when it does,
    /// that has this entry looked at. In check nobody may pass, and the same placing with the other side to move is
    /// none; and where the kings may face, a pass may be more than that.
    fn may_stand_still(&self, index: usize, men: &Men, step: u8) -> bool {
        let other_to_move = (index + self.entries.len() / 2) % self.entries.len();
        let after = Verdict::from_code(self.entries[other_to_move].load(Relaxed));
        let [strong, weak] = self.kings.map(|at| men[at].file());
        let may_accept = self.rules.facing == Facing::Bikjang && strong == weak;
        step.is_multiple_of(2) && !may_accept && matches!(after, Some(Verdict::Open | Verdict::Loss(_)))
    }
}
