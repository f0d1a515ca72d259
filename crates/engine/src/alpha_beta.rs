//! Alpha-beta over the contract of all games.
//!
//! The sign follows the seat, not the ply: a seat that acts several times in a row keeps its own
//! view, and a turn that jumps does no harm. With more than two seats there are still two camps,
//! the thinking seat with its allies and everybody else: the *paranoid* reading, or the milder
//! *best reply*, in which only one of the opponents between two turns of the thinking camp answers
//! as it likes and the others do what looks best to them.

mod method;
mod oversight;

use game::{Moment, Position, Seat};

use crate::judge::Judge;
use crate::net::Sums;
use crate::order::{self, Experience, PLY_MAX};
use crate::trail::Trail;
use crate::transpositions::{Bound, Entry, Transpositions};
use crate::worth::{Window, Worth};
use crate::{Limits, Timer};

pub use method::{Chains, Leaves, Method, Opponents, Root, Shortcuts, Width};
pub use oversight::Oversight;

/// What to search.
pub struct Inquiry<'a, P: Position, J> {
    /// From where.
    pub position: &'a P,
    /// How it came there; the last moment is the position's own.
    pub past: &'a [Moment],
    /// For whom.
    pub seat: Seat,
    /// Who judges.
    pub judge: &'a J,
    /// How.
    pub method: Method,
    /// Which answers it does not think of.
    pub oversight: Oversight,
    /// All actions worth less than the best by no more than this get an exact worth.
    pub margin: i32,
    /// So many of the best actions get an exact worth and a line, however much worse they are.
    pub lines: usize,
    /// The only actions to look at; empty for all.
    pub only: &'a [P::Action],
    /// How long.
    pub limits: Limits,
    /// Time and the wish to stop.
    pub timer: &'a dyn Timer,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Finding<A> {
    /// The actions whose worth is known, best first; empty only if there is none at all.
    pub choices: Vec<(A, Worth)>,
    /// The last depth that was looked at.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The expected line of each of these actions.
    pub lines: Vec<Vec<A>>,
}

impl<A> Finding<A> {
    /// The worth of the best action.
    #[must_use]
    pub fn worth(&self) -> Worth {
        self.choices.first().map_or(Worth::DRAW, |choice| choice.1)
    }
}

/// Searches deeper and deeper until a limit is reached; tells what it has found after each depth.
pub fn search<P: Position, J: Judge<P>>(
    inquiry: &Inquiry<'_, P, J>,
    tell: &mut dyn FnMut(&Finding<P::Action>),
) -> Finding<P::Action> {
    search_with(inquiry, &mut Transpositions::for_nodes(room(inquiry)), tell)
}

/// As [`search`], with what was found before.
pub(crate) fn search_with<P: Position, J: Judge<P>>(
    inquiry: &Inquiry<'_, P, J>,
    table: &mut Transpositions<P::Action>,
    tell: &mut dyn FnMut(&Finding<P::Action>),
) -> Finding<P::Action> {
    Searcher::new(inquiry, table).deepen(tell)
}

/// How many positions a search will want to remember.
pub(crate) fn room<P: Position, J>(inquiry: &Inquiry<'_, P, J>) -> u64 {
    if inquiry.method.is_plain() { 0 } else { inquiry.limits.nodes.unwrap_or(NODES_USUAL) }
}

/// The worth of a position to the seat whose turn it is, looking at everything to `depth`.
#[must_use]
pub fn plain<P: Position, J: Judge<P>>(position: &P, past: &[Moment], judge: &J, depth: u32) -> Worth {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (seat, method) = (position.turn(), Method::PLAIN);
    let (oversight, only, timer) = (Oversight::NONE, &[][..], &());
    let inquiry = Inquiry { position, past, seat, judge, method, oversight, margin: 0, lines: 1, only, limits, timer };
    Searcher::new(&inquiry, &mut Transpositions::for_nodes(0)).worth_to(depth)
}

/// How many nodes are looked at between two looks at the clock.
const NODES_PER_LOOK: u64 = 64;
/// How far lines of loud actions are followed between two camps.
const LOUD_MAX: u32 = 10;
/// And among more seats, where everybody takes from everybody.
const LOUD_AMONG_MANY_MAX: u32 = 4;
/// The first depth is finished even if that takes more nodes than allowed, but not without end.
const FIRST_DEPTH_NODES: u64 = 2_000;
/// How far into them threats are answered with quiet actions.
const ANSWERS_MAX: u32 = 2;
/// The first actions of a node are never reduced.
const UNREDUCED: usize = 4;

/// So near to the end of a line, only so many actions are looked at where one must be found that
/// is better than what is known.
const fn skipped_after(depth: i32) -> usize {
    match depth {
        ..=1 => 10,
        2 => 18,
        3 => 36,
        _ => usize::MAX,
    }
}

/// So near to the end of a line, actions are not compared by value: that is what looking at them does.
const WIDE_BELOW: i32 = 2;

/// Which side of the sign a seat is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Camp {
    Own,
    Other,
}

/// The search has to stop; what it was looking at is not known.
struct Stopped;

type Found = Result<Worth, Stopped>;

/// What a node is told by its parent.
#[derive(Clone, Copy)]
struct Frame {
    depth: i32,
    window: Window,
    ply: u32,
    /// Whether an opponent has answered since the own camp acted.
    replied: bool,
}

impl Frame {
    /// What an entry of the table says, if that is enough here.
    fn settled_by<A>(self, entry: &Entry<A>) -> Option<Worth> {
        let worth = entry.worth.seen_from_root(self.ply);
        let is_enough = match entry.bound {
            Bound::Exact => self.window.is_null(),
            Bound::AtLeast => worth >= self.window.beta,
            Bound::AtMost => worth <= self.window.alpha,
        };
        (i32::from(entry.depth) >= self.depth && is_enough).then_some(worth)
    }

    /// What the table keeps of a worth that was found here.
    fn entry<A>(self, key: u64, best: Worth, action: Option<A>) -> Entry<A> {
        let bound = if best >= self.window.beta {
            Bound::AtLeast
        } else if best > self.window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let depth = self.depth.clamp(0, i32::from(i16::MAX)) as i16;
        Entry { key, worth: best.seen_from_node(self.ply), depth, bound, action }
    }
}

struct RootAction<A> {
    action: A,
    worth: Worth,
    /// Whether the worth is exact and of the depth that was finished last.
    known: bool,
    /// What is expected then, if it is.
    line: Vec<A>,
}

/// What was found of a root action at the present depth.
struct Fresh<A> {
    worth: Worth,
    is_exact: bool,
    line: Vec<A>,
}

/// An action of a node and where it comes in the order: the higher rank first, the earlier of equals.
#[derive(Clone, Copy)]
struct Ranked<A> {
    rank: i32,
    listed: u32,
    action: A,
}

struct Searcher<'a, P: Position, J> {
    inquiry: &'a Inquiry<'a, P, J>,
    trail: Trail,
    table: &'a mut Transpositions<P::Action>,
    experience: Experience<P::Action>,
    sums: Sums,
    /// The actions of all nodes on the line, one node's after the other's.
    ranked: Vec<Ranked<P::Action>>,
    /// The expected line from each ply on.
    lines: Vec<Vec<P::Action>>,
    nodes: u64,
    depth: u32,
}

/// Room for a search that has no limit of nodes.
const NODES_USUAL: u64 = 1 << 17;

impl<'a, P: Position, J: Judge<P>> Searcher<'a, P, J> {
    fn new(inquiry: &'a Inquiry<'a, P, J>, table: &'a mut Transpositions<P::Action>) -> Self {
        Self {
            inquiry,
            trail: Trail::new(inquiry.past),
            table,
            experience: Experience::of(P::SEATS.len()),
            sums: Sums::default(),
            ranked: Vec::new(),
            lines: vec![Vec::new(); PLY_MAX as usize + 2],
            nodes: 0,
            depth: 0,
        }
    }

    fn deepen(mut self, tell: &mut dyn FnMut(&Finding<P::Action>)) -> Finding<P::Action> {
        let mut roots = self.roots();
        let mut finding = self.finding(&roots);
        let depth_max = self.inquiry.limits.depth.unwrap_or(PLY_MAX / 2).clamp(1, PLY_MAX / 2);
        for depth in 1..=depth_max {
            self.depth = depth;
            let finished = self.look(&mut roots).is_ok();
            let known = roots.iter().filter(|root| root.known).count();
            if known >= self.inquiry.lines.min(roots.len()).max(1) && (finding.depth == 0 || self.counts(depth)) {
                finding = self.finding(&roots);
                tell(&finding);
            }
            if !finished || self.is_settled(&finding) {
                break;
            }
        }
        finding.nodes = self.nodes;
        finding
    }

    /// Whether what is found at this depth is better than what was found before.
    fn counts(&self, depth: u32) -> bool {
        let asked = self.inquiry.limits.depth == Some(depth);
        asked || self.inquiry.judge.is_even(self.inquiry.position, depth)
    }

    fn roots(&mut self) -> Vec<RootAction<P::Action>> {
        let position = self.inquiry.position;
        let base = self.rank(position, 0, None, false);
        let ranked = self.ranked.split_off(base);
        let wanted = |action: &P::Action| self.inquiry.only.is_empty() || self.inquiry.only.contains(action);
        let allowed = ranked
            .into_iter()
            .filter(|Ranked { action, .. }| wanted(action) && position.bans(*action, self.trail.past()).is_none());
        let fresh = |action| RootAction { action, worth: Worth::LEAST, known: false, line: vec![action] };
        let mut roots: Vec<_> = allowed.map(|Ranked { rank, action, .. }| (rank, fresh(action))).collect();
        roots.sort_by_key(|(rank, _)| -rank);
        roots.into_iter().map(|(_, root)| root).collect()
    }

    /// The best action first; an action that nobody has looked at yet if there is no other.
    fn finding(&self, roots: &[RootAction<P::Action>]) -> Finding<P::Action> {
        let mut known: Vec<_> = roots.iter().filter(|root| root.known).map(|root| (root, root.worth)).collect();
        known.sort_by_key(|choice| -choice.1);
        if known.is_empty() {
            known.extend(roots.first().map(|root| (root, Worth::DRAW)));
        }
        let choices = known.iter().map(|(root, worth)| (root.action, *worth)).collect();
        let lines = known.iter().map(|(root, _)| root.line.clone()).collect();
        Finding { choices, depth: self.depth, nodes: self.nodes, lines }
    }

    /// Whether more depth cannot change anything: one choice alone, or a certain end within reach.
    fn is_settled(&self, finding: &Finding<P::Action>) -> bool {
        let is_near = |worth: Worth| match worth.score() {
            crate::Score::WinIn(plies) | crate::Score::LossIn(plies) => plies <= self.depth,
            crate::Score::Value(_) | crate::Score::Draw => false,
        };
        finding.choices.iter().take(self.inquiry.lines.max(1)).all(|choice| is_near(choice.1))
    }

    /// Looks at all root actions to the present depth. If it has to stop, the actions that were
    /// finished count, and no others.
    fn look(&mut self, roots: &mut [RootAction<P::Action>]) -> Result<(), Stopped> {
        let mut fresh: Vec<Fresh<P::Action>> = Vec::with_capacity(roots.len());
        let mut stopped = Ok(());
        for root in roots.iter() {
            let floor = self.floor(&fresh);
            let Ok(worth) = self.try_root(root.action, floor) else {
                stopped = Err(Stopped);
                break;
            };
            let is_exact = worth > floor || fresh.is_empty();
            let mut line = vec![root.action];
            if is_exact {
                line.extend_from_slice(&self.lines[1]);
            }
            fresh.push(Fresh { worth, is_exact, line });
        }
        if !fresh.is_empty() {
            self.accept(roots, fresh);
        }
        stopped
    }

    /// What a further root action must be worth to matter: no less than the best but for the margin, or enough
    /// for one of the wanted lines.
    fn floor(&self, fresh: &[Fresh<P::Action>]) -> Worth {
        let best = fresh.iter().map(|found| found.worth).max().unwrap_or(Worth::LEAST);
        let near = best.less(self.inquiry.margin);
        if self.inquiry.lines < 2 {
            return near;
        }
        let mut known: Vec<_> = fresh.iter().filter(|found| found.is_exact).map(|found| found.worth).collect();
        known.sort_unstable_by_key(|worth| -*worth);
        known.get(self.inquiry.lines - 1).map_or(Worth::LEAST, |last| near.min(*last))
    }

    fn accept(&self, roots: &mut [RootAction<P::Action>], fresh: Vec<Fresh<P::Action>>) {
        let floor = self.floor(&fresh);
        for root in roots.iter_mut() {
            root.known = false;
        }
        for (root, found) in roots.iter_mut().zip(fresh) {
            root.worth = found.worth;
            root.known = found.is_exact && found.worth >= floor;
            root.line = found.line;
        }
        // Stable, so that equals keep their order and the first that was best stays so.
        roots.sort_by_key(|root| (!root.known, -root.worth));
    }

    /// The worth of a root action, exact if it is above `floor`.
    fn try_root(&mut self, action: P::Action, floor: Worth) -> Found {
        let position = self.inquiry.position;
        let window = Window { alpha: floor.max(Worth::LEAST), beta: Worth::MOST };
        let (child, mark) = self.trail.play(position, action);
        let plies = self.inquiry.judge.plies(position, action);
        let depth = self.depth.cast_signed() - plies.cast_signed();
        let frame = Frame { depth, window, ply: 1, replied: false };
        let camp = self.camp(position);
        let scouts = self.inquiry.method.root == Root::Scouts && floor > Worth::LEAST;
        let found = if scouts { self.scout(&child, camp, frame, 0) } else { self.child(&child, camp, frame) };
        self.trail.back(mark);
        found
    }

    fn worth_to(&mut self, depth: u32) -> Worth {
        let position = self.inquiry.position;
        self.depth = depth;
        let camp = self.camp(position);
        let frame = Frame { depth: depth.cast_signed(), window: Window::OPEN, ply: 0, replied: false };
        self.child(position, camp, frame).unwrap_or(Worth::DRAW)
    }

    fn camp(&self, position: &P) -> Camp {
        let own = self.inquiry.judge.allied(position, position.turn(), self.inquiry.seat);
        if own { Camp::Own } else { Camp::Other }
    }

    /// The worth of a position to the camp that has brought it about.
    fn child(&mut self, child: &P, of: Camp, mut frame: Frame) -> Found {
        self.lines[frame.ply.min(PLY_MAX) as usize].clear();
        let signed = |worth: Worth| if of == Camp::Own { worth } else { -worth };
        if let Some(merit) = self.inquiry.judge.merit(child, self.inquiry.seat) {
            self.nodes += 1;
            return Ok(signed(Worth::end(merit, frame.ply)));
        }
        let camp = self.camp(child);
        if camp == Camp::Own {
            frame.replied = false;
        }
        if camp == of {
            return self.node(child, camp, frame);
        }
        let turned = Frame { window: frame.window.turned(), ..frame };
        self.node(child, camp, turned).map(|worth| -worth)
    }

    /// The judge's value as a camp sees it.
    fn value(&mut self, position: &P, camp: Camp) -> Worth {
        let Inquiry { judge, seat, .. } = *self.inquiry;
        let value = Worth::value(judge.value_with(position, seat, &mut self.sums));
        if camp == Camp::Own { value } else { -value }
    }

    fn search_key(&self, position: &P, frame: Frame) -> u64 {
        const REPLIED: u64 = 0x2545_f491_4f6c_dd1d;
        const SEAT: u64 = 0xd6e8_feb8_6659_fd93;
        let key = self.inquiry.judge.search_key(position) ^ if frame.replied { REPLIED } else { 0 };
        // With two seats, what is good for one is bad for the other, whoever asks.
        if P::SEATS.len() > 2 { key ^ SEAT.wrapping_mul(self.inquiry.seat.index() as u64 + 1) } else { key }
    }

    /// Counts a node and looks at the clock now and then.
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let limits = self.inquiry.limits;
        let looks = self.nodes.is_multiple_of(NODES_PER_LOOK);
        // The first depth may take a little more, so that the answer is never a mere guess.
        let more = if self.depth > 1 { 0 } else { FIRST_DEPTH_NODES };
        let spent = limits.nodes.is_some_and(|nodes| self.nodes > nodes + more);
        let late = looks && limits.time_ms.is_some_and(|limit| self.inquiry.timer.elapsed_ms() >= limit);
        if spent || late || (looks && self.inquiry.timer.stopped()) { Err(Stopped) } else { Ok(()) }
    }

    /// The worth of a position that goes on, to the camp whose turn it is.
    fn node(&mut self, position: &P, camp: Camp, mut frame: Frame) -> Found {
        let (judge, method) = (self.inquiry.judge, self.inquiry.method);

        // 1. The end of the line.
        let answers = !method.is_plain() && judge.must_answer(position);
        if answers && frame.ply < 2 * self.depth {
            frame.depth += 1;
        }
        if frame.depth <= 0 || frame.ply >= PLY_MAX {
            return if !method.is_plain() && frame.ply < PLY_MAX {
                self.quiet(position, camp, frame, 0)
            } else {
                self.count()?;
                Ok(self.value(position, camp))
            };
        }
        self.count()?;

        // 2. What is known from before.
        let key = if method.is_plain() { 0 } else { self.search_key(position, frame) };
        let known = if method.is_plain() { None } else { self.table.find(key).copied() };
        if let Some(worth) = known.and_then(|entry| frame.settled_by(&entry)) {
            return Ok(worth);
        }

        // 3. All actions in the order of their promise. Of several opponents only one chooses.
        // What the others do unasked is what looks best to them, not what has hurt us before.
        let several = P::SEATS.len() > 2;
        let one_reply = several && method.opponents == Opponents::OneReply && camp == Camp::Other;
        let first = if one_reply { None } else { known.and_then(|entry| entry.action) };
        let base = self.rank(position, frame.ply, first, false);
        let unasked = one_reply && frame.replied && !answers;
        let mut window = frame.window;
        let (mut best, mut best_action, mut tried) = (Worth::LEAST, None, 0);
        let width = if frame.depth < WIDE_BELOW || answers { usize::MAX } else { method.width.most() };
        let mut valued = width == usize::MAX;

        loop {
            // What the table says needs no comparison.
            if !valued && (tried > 0 || first.is_none()) {
                self.rank_by_value(position, camp, base)?;
                valued = true;
            }
            let Some(action) = self.next(base) else { break };

            // 4. History law.
            if position.bans(action, self.trail.past()).is_some() {
                continue;
            }
            let loud = judge.is_loud(position, action);
            let skips = method.shortcuts == Shortcuts::All && window.is_null() && !answers && !loud;
            if skips && tried >= skipped_after(frame.depth) && !best.is_decided() {
                break; // What is left looks worse still.
            }
            if tried >= width && !loud {
                break;
            }
            let (child, mark) = self.trail.play(position, action);
            let replied = frame.replied || (one_reply && tried > 0);
            let plies = judge.plies(position, action).cast_signed();
            let below = Frame { depth: frame.depth - plies, window, ply: frame.ply + 1, replied };

            // 5. The first action gets the whole window, the others must show that they are better.
            let found = if tried == 0 {
                self.child(&child, camp, below)
            } else {
                let may_reduce = method.shortcuts == Shortcuts::All && !answers;
                let late = may_reduce && !loud && frame.depth >= 3 && tried >= UNREDUCED;
                let reduced = if late { 1 + i32::from(tried >= 4 * UNREDUCED) } else { 0 };
                self.scout(&child, camp, below, reduced)
            };
            self.trail.back(mark);
            let worth = match found {
                Ok(worth) => worth,
                Err(stopped) => {
                    self.ranked.truncate(base);
                    return Err(stopped);
                }
            };
            tried += 1;

            // 6. The best so far.
            if worth > best {
                best = worth;
                best_action = Some(action);
                if worth > window.alpha && !frame.window.is_null() {
                    self.extend_line(frame.ply, action);
                }
                window.raise(worth);
                if window.is_closed() {
                    if !loud {
                        self.experience.note(position.turn(), action, judge.slot(action), frame.ply, frame.depth);
                    }
                    break;
                }
            }
            if unasked {
                break;
            }
        }
        self.ranked.truncate(base);

        // 7. Nothing can be done, although the game goes on.
        if tried == 0 {
            return Ok(self.value(position, camp));
        }

        // 8. For the next time.
        if !method.is_plain() {
            self.table.keep(frame.entry(key, best, best_action));
        }
        Ok(best)
    }

    /// Asks whether a child is better than what is known, less deeply at first; only if so, how
    /// good it is.
    fn scout(&mut self, child: &P, camp: Camp, below: Frame, reduced: i32) -> Found {
        let null = Frame { window: below.window.null(), ..below };
        let alpha = below.window.alpha;
        if reduced > 0 {
            let worth = self.child(child, camp, Frame { depth: below.depth - reduced, ..null })?;
            if worth <= alpha {
                return Ok(worth);
            }
        }
        let worth = self.child(child, camp, null)?;
        if worth > alpha && worth < below.window.beta { self.child(child, camp, below) } else { Ok(worth) }
    }

    /// Follows loud actions until nothing is in the air.
    fn quiet(&mut self, position: &P, camp: Camp, frame: Frame, far: u32) -> Found {
        self.count()?;
        let judge = self.inquiry.judge;
        let remembers = far == 0 && self.inquiry.method.leaves == Leaves::Remembered;
        let key = if remembers { self.search_key(position, frame) } else { 0 };
        let known = if remembers { self.table.find(key).copied() } else { None };
        if let Some(worth) = known.and_then(|entry| frame.settled_by(&entry)) {
            return Ok(worth);
        }
        let answers = far < ANSWERS_MAX && judge.must_answer(position);
        let mut window = frame.window;
        let mut best = Worth::LEAST;
        if !answers {
            best = self.value(position, camp);
            window.raise(best);
            let far_max = if P::SEATS.len() > 2 { LOUD_AMONG_MANY_MAX } else { LOUD_MAX };
            if window.is_closed() || far >= far_max || frame.ply >= PLY_MAX {
                self.keep_leaf(remembers, known, frame.entry(key, best, None));
                return Ok(best);
            }
        }
        let base = self.rank(position, frame.ply, None, !answers);
        while let Some(action) = self.next(base) {
            if position.bans(action, self.trail.past()).is_some() {
                continue;
            }
            let (child, mark) = self.trail.play(position, action);
            let found = self.quiet_child(&child, camp, Frame { window, ply: frame.ply + 1, ..frame }, far + 1);
            self.trail.back(mark);
            let worth = match found {
                Ok(worth) => worth,
                Err(stopped) => {
                    self.ranked.truncate(base);
                    return Err(stopped);
                }
            };
            best = best.max(worth);
            window.raise(worth);
            if window.is_closed() {
                break;
            }
        }
        self.ranked.truncate(base);
        if best == Worth::LEAST {
            best = self.value(position, camp);
        }
        self.keep_leaf(remembers, known, frame.entry(key, best, None));
        Ok(best)
    }

    /// Remembers the end of a line, unless more is known of that position.
    fn keep_leaf(&mut self, remembers: bool, known: Option<Entry<P::Action>>, leaf: Entry<P::Action>) {
        if remembers && known.is_none_or(|known| known.depth <= 0) {
            self.table.keep(leaf);
        }
    }

    /// As [`child`](Self::child), at the end of a line.
    fn quiet_child(&mut self, child: &P, of: Camp, frame: Frame, far: u32) -> Found {
        if let Some(merit) = self.inquiry.judge.merit(child, self.inquiry.seat) {
            let worth = Worth::end(merit, frame.ply);
            return Ok(if of == Camp::Own { worth } else { -worth });
        }
        let camp = self.camp(child);
        if camp == of {
            return self.quiet(child, camp, frame, far);
        }
        let turned = Frame { window: frame.window.turned(), ..frame };
        self.quiet(child, camp, turned, far).map(|worth| -worth)
    }

    /// Lists the actions of a node behind those of the nodes above; gives where they begin.
    fn rank(&mut self, position: &P, ply: u32, first: Option<P::Action>, loud_only: bool) -> usize {
        let base = self.ranked.len();
        let (judge, seat) = (self.inquiry.judge, position.turn());
        let blind = self.inquiry.oversight.at(|| judge.search_key(position));
        let blind = blind.filter(|_| self.camp(position) == Camp::Other);
        let Self { ranked, experience, .. } = self;
        let (mut missed, mut listed) = (None, 0);
        let mut list = |action| {
            let slot = judge.slot(action);
            let hint = judge.hint(position, action);
            let rank = experience.rank(seat, action, slot, ply, hint, first == Some(action));
            listed += 1;
            if blind.is_some_and(|blind| blind.misses(slot)) {
                missed = missed.or(Some(Ranked { rank, listed, action }));
            } else {
                ranked.push(Ranked { rank, listed, action });
            }
        };
        if loud_only {
            judge.each_loud(position, &mut list);
        } else {
            position.each_legal(&mut list);
        }
        // Something can always be answered.
        if !loud_only && ranked.len() == base {
            ranked.extend(missed);
        }
        base
    }

    /// Orders the actions of a node by the value of what they lead to, but for what the table says.
    fn rank_by_value(&mut self, position: &P, camp: Camp, base: usize) -> Result<(), Stopped> {
        for index in base..self.ranked.len() {
            if let Err(stopped) = self.count() {
                self.ranked.truncate(base);
                return Err(stopped);
            }
            let Ranked { rank, action, .. } = self.ranked[index];
            let (child, mark) = self.trail.play(position, action);
            let merit = self.inquiry.judge.merit(&child, self.inquiry.seat);
            let worth = match merit.map(|merit| Worth::end(merit, 0)) {
                Some(end) => {
                    if camp == Camp::Own {
                        end
                    } else {
                        -end
                    }
                }
                None => self.value(&child, camp),
            };
            self.trail.back(mark);
            self.ranked[index].rank = order::by_value(rank, worth.number());
        }
        Ok(())
    }

    /// Takes the most promising action that is left in the list of a node.
    fn next(&mut self, base: usize) -> Option<P::Action> {
        let left = &self.ranked[base..];
        // The earliest of equals, so that the order is that of the rules.
        let (best, _) = left.iter().enumerate().max_by_key(|(_, left)| (left.rank, std::cmp::Reverse(left.listed)))?;
        Some(self.ranked.swap_remove(base + best).action)
    }

    /// The expected line of a ply begins with this action and goes on as expected below it.
    fn extend_line(&mut self, ply: u32, action: P::Action) {
        let ply = ply.min(PLY_MAX) as usize;
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(action);
        above[ply].extend_from_slice(&below[0]);
    }
}
