//! Makes the tables of endings, and proves them.
//!
//! A table is filled from its end: mates first, then the wins that reach them, then the losses that cannot avoid
//! those, and so on. Every pass looks forward from the entries that are still open, by the rules' own
//! generator, so there is no code for moves backward that could be wrong.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use engine::janggi::endgame::{Class, Family, Force, Layout, Men, Prober, Shelf, TableFile, Verdict, tier};
use game::Match;
use janggi::{Action, Position, Rules, Side};

/// How many entries a thread takes at a time.
const SHARE: usize = 1 << 14;

/// A table in the making is watched and can be stopped.
pub struct Watch<'a> {
    /// Told the class, the family, the pass and how many entries it has settled.
    pub tell: &'a mut dyn FnMut(&Class, Family, u8, usize),
    /// Whether to stop.
    pub stop: &'a AtomicBool,
}

/// Why tables were not made.
#[derive(Debug, thiserror::Error)]
pub enum NotMade {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// A table in the folder is damaged.
    #[error("{0}: {1}; remove it to have it made again")]
    Damaged(PathBuf, engine::janggi::endgame::Damage),
    /// A table that is needed first is not there.
    #[error("{0} is needed first; make the earlier tiers")]
    Missing(String),
    /// A win takes more moves than an entry can hold.
    #[error("{0} has wins of more than {max} moves", max = Verdict::MOVES_MAX)]
    TooLong(Class),
    /// It was told to stop. What was finished is kept.
    #[error("stopped")]
    Stopped,
}

/// Makes every table of a tier that is not in the folder yet; gives the bytes of each new file.
///
/// # Errors
/// If a file cannot be read or written, or if it was told to stop.
pub fn build(
    folder: &Path,
    number: u8,
    families: &[Family],
    threads: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<(String, usize)>, NotMade> {
    let mut made = Vec::new();
    for class in tier(number) {
        for family in families {
            let name = TableFile::name(&class, *family);
            let path = folder.join(&name);
            if path.exists() {
                continue;
            }
            let entries = Workbench::new(&class, *family, folder)?.solve(threads, watch)?;
            let bytes = TableFile::pack(&class, *family, &entries);
            write_whole(&path, &bytes)?;
            made.push((name, bytes.len()));
        }
    }
    Ok(made)
}

/// A file is there whole or not at all, also when the process is killed.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), NotMade> {
    let failed = |error| NotMade::File(path.to_owned(), error);
    let beside = path.with_extension("part");
    std::fs::write(&beside, bytes).map_err(failed)?;
    std::fs::rename(&beside, path).map_err(failed)
}

/// Reads a table from a folder.
///
/// # Errors
/// If it is not there or damaged.
pub fn read(folder: &Path, class: &Class, family: Family) -> Result<TableFile, NotMade> {
    let name = TableFile::name(class, family);
    let path = folder.join(&name);
    match std::fs::read(&path) {
        Ok(bytes) => TableFile::read(bytes).map_err(|damage| NotMade::Damaged(path, damage)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(NotMade::Missing(name)),
        Err(error) => Err(NotMade::File(path, error)),
    }
}

/// A table that is being made.
struct Workbench {
    class: Class,
    family: Family,
    layout: Layout,
    rules: Rules,
    entries: Vec<AtomicU8>,
    lower: Lower,
}

/// The tables to which captures lead.
#[derive(Default)]
struct Lower(HashMap<(Class, Family), Unpacked>);

/// A finished table in memory.
struct Unpacked {
    layout: Layout,
    entries: Vec<u8>,
}

impl Lower {
    /// Every table that a capture can reach from a class at once.
    fn of(class: &Class, family: Family, folder: &Path) -> Result<Self, NotMade> {
        let mut lower = Self::default();
        for (next, exchanged) in after_a_capture(class) {
            let family = if exchanged { family.exchanged() } else { family };
            if !next.is_bare() {
                let table = read(folder, &next, family)?;
                let unpacked = Unpacked { layout: table.layout().clone(), entries: table.unpacked() };
                lower.0.insert((next, family), unpacked);
            }
        }
        Ok(lower)
    }

    fn code(&self, position: &Position, family: Family, was_strong: Side) -> u8 {
        let Some((class, strong)) = Class::of(position.board()) else { return Verdict::Open.code() };
        // Forces that are equal now are named as they were before.
        let strong = if class.strong() == class.weak() { was_strong } else { strong };
        let family = if strong == was_strong { family } else { family.exchanged() };
        let Some(table) = self.0.get(&(class, family)) else { return Verdict::Open.code() };
        let Unpacked { layout, entries } = table;
        entries[layout.index(&layout.men(position.board(), strong), position.side() == strong)]
    }

    /// The most moves that any entry takes.
    fn moves_max(&self) -> u8 {
        let moves = |code: &u8| match Verdict::from_code(*code) {
            Some(Verdict::Win(moves) | Verdict::Loss(moves)) => moves,
            _ => 0,
        };
        self.0.values().flat_map(|table| table.entries.iter().map(moves)).max().unwrap_or(0)
    }
}

/// The classes with one piece less, and whether the sides have to be exchanged.
fn after_a_capture(class: &Class) -> Vec<(Class, bool)> {
    let lesser = |force: &Force| {
        let roles: Vec<_> = force.attackers().collect();
        let without = |gone: usize| {
            let kept: Vec<_> = roles.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, role)| *role).collect();
            Force::new(&kept, force.guards())
        };
        let attacker_less = (0..roles.len()).filter_map(without);
        let guard_less = force.guards().checked_sub(1).and_then(|guards| Force::new(&roles, guards));
        attacker_less.chain(guard_less).collect::<Vec<_>>()
    };
    let strong_less = lesser(class.strong()).into_iter().map(|force| Class::new(force, class.weak().clone()));
    let weak_less = lesser(class.weak()).into_iter().map(|force| Class::new(class.strong().clone(), force));
    strong_less.chain(weak_less).collect()
}

/// What a pass looks for.
#[derive(Clone, Copy)]
enum Pass {
    /// Entries that no game reaches, and mates.
    Mates,
    /// Wins with so many moves.
    Wins(u8),
    /// Losses after so many moves.
    Losses(u8),
}

impl Workbench {
    fn new(class: &Class, family: Family, folder: &Path) -> Result<Self, NotMade> {
        let layout = Layout::new(class);
        let entries = std::iter::repeat_with(|| AtomicU8::new(Verdict::Open.code())).take(layout.entries()).collect();
        let lower = Lower::of(class, family, folder)?;
        Ok(Self { class: class.clone(), family, layout, rules: family.rules(), entries, lower })
    }

    fn solve(self, threads: usize, watch: &mut Watch<'_>) -> Result<Vec<u8>, NotMade> {
        self.pass(Pass::Mates, threads, watch.stop)?;
        let lower_max = self.lower.moves_max();
        for moves in 1..Verdict::MOVES_MAX {
            let won = self.pass(Pass::Wins(moves), threads, watch.stop)?;
            let lost = self.pass(Pass::Losses(moves), threads, watch.stop)?;
            (watch.tell)(&self.class, self.family, moves, won + lost);
            if won + lost == 0 && moves > lower_max {
                return Ok(self.entries.into_iter().map(AtomicU8::into_inner).collect());
            }
        }
        Err(NotMade::TooLong(self.class))
    }

    /// Settles what can be settled now; a pass reads only what earlier passes have written, so threads
    /// do not disturb each other.
    fn pass(&self, pass: Pass, threads: usize, stop: &AtomicBool) -> Result<usize, NotMade> {
        let (next, settled) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            loop {
                let start = next.fetch_add(SHARE, Ordering::Relaxed);
                if start >= self.entries.len() || stop.load(Ordering::Relaxed) {
                    return;
                }
                let end = self.entries.len().min(start + SHARE);
                settled.fetch_add((start..end).filter(|index| self.settle(*index, pass)).count(), Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        if stop.load(Ordering::Relaxed) { Err(NotMade::Stopped) } else { Ok(settled.into_inner()) }
    }

    fn settle(&self, index: usize, pass: Pass) -> bool {
        if self.entries[index].load(Ordering::Relaxed) != Verdict::Open.code() {
            return false;
        }
        let Some(code) = self.code(index, pass) else { return false };
        self.entries[index].store(code, Ordering::Relaxed);
        code != Verdict::NO_POSITION
    }

    fn code(&self, index: usize, pass: Pass) -> Option<u8> {
        let placing = self.layout.placing(index).and_then(|(men, strong_to_move)| {
            let position = Position::from_setup(&self.layout.setup(&men, strong_to_move), &self.rules).ok()?;
            Some((men, position))
        });
        let Some((men, position)) = placing else { return Some(Verdict::NO_POSITION) };
        let verdict = match pass {
            Pass::Mates => (!position.has_legal()).then_some(Verdict::Loss(0)),
            Pass::Wins(moves) => {
                let wanted = Verdict::Loss(moves - 1).code();
                self.some_answer(&position, &men, |code| code == wanted).then_some(Verdict::Win(moves))
            }
            Pass::Losses(moves) => {
                let holds = |code| !matches!(Verdict::from_code(code), Some(Verdict::Win(others)) if others <= moves);
                (!self.some_answer(&position, &men, holds)).then_some(Verdict::Loss(moves))
            }
        };
        verdict.map(Verdict::code)
    }

    /// Whether some action leads to an entry that is wanted.
    fn some_answer(&self, position: &Position, men: &Men, wanted: impl Fn(u8) -> bool) -> bool {
        let mut found = false;
        position.visit_legal(&mut |action| found = found || wanted(self.after(position, men, action)));
        found
    }

    /// What the other side's entry says after an action.
    fn after(&self, position: &Position, men: &Men, action: Action) -> u8 {
        let strong_moves_next = position.side() == Side::Han;
        if action.is_pass() {
            let stays = self.layout.index(men, strong_moves_next);
            let is_accepted = position.bikjang();
            return if is_accepted {
                self.accepted(position.side())
            } else {
                self.entries[stays].load(Ordering::Relaxed)
            };
        }
        if position.board().at(action.to).is_some() {
            let mut next = position.clone();
            next.play_watched(action, &mut ());
            return self.lower.code(&next, self.family, Side::Cho);
        }
        let index = self.layout.index(&Layout::moved(men, action), strong_moves_next);
        self.entries[index].load(Ordering::Relaxed)
    }

    /// A bikjang is accepted: to the other side that is an end at once.
    fn accepted(&self, by: Side) -> u8 {
        let by_strong = by == Side::Cho;
        match self.family.strong_leads(&self.class) {
            None => Verdict::Open.code(),
            Some(strong_leads) if strong_leads == by_strong => Verdict::Loss(0).code(),
            Some(_) => Verdict::Win(1).code(),
        }
    }
}

/// Every table in a folder, in the order of their names.
///
/// # Errors
/// If the folder or a table cannot be read.
pub fn shelf(folder: &Path) -> Result<Vec<TableFile>, NotMade> {
    let failed = |error| NotMade::File(folder.to_owned(), error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "dgt"));
    paths.sort();
    let read = |path: PathBuf| match std::fs::read(&path) {
        Ok(bytes) => TableFile::read(bytes).map_err(|damage| NotMade::Damaged(path, damage)),
        Err(error) => Err(NotMade::File(path, error)),
    };
    paths.into_iter().map(read).collect()
}

/// What the side to move can force in a position, and after each of its actions; `None` where no table knows it.
///
/// # Errors
/// If a table cannot be read, or the rules refuse the position.
pub fn probe(folder: &Path, rules: &str, state: &str) -> anyhow::Result<Probed> {
    let (rules, _) = game::choices::parse::<Rules, janggi::Start>(rules)?;
    let game = Match::<Position>::load(rules, state)?;
    let mut shelf = Shelf::default();
    self::shelf(folder)?.into_iter().for_each(|table| shelf.add(table));
    let mut prober = Prober::new(Arc::new(shelf));
    let verdict = prober.verdict(game.position());
    let mut actions = Vec::new();
    for action in game.legal() {
        let mut next = game.clone();
        next.act(&action.to_string())?;
        let answer = answer_to(next.position(), &mut prober);
        actions.push((action.to_string(), answer.map(seen_from_before)));
    }
    Ok(Probed { verdict, actions })
}

/// A position's verdict, and those of its actions, all for the side to move.
pub struct Probed {
    /// Of the position.
    pub verdict: Option<Verdict>,
    /// Of what can be done.
    pub actions: Vec<(String, Option<Verdict>)>,
}

const fn seen_from_before(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win(moves) => Verdict::Loss(moves),
        Verdict::Loss(moves) => Verdict::Win(moves + 1),
        Verdict::Open => Verdict::Open,
    }
}

/// What the side to move can force, also where the game has just ended.
fn answer_to(position: &Position, prober: &mut Prober) -> Option<Verdict> {
    match position.ending() {
        Some(ending) if ending.winner == Some(position.side()) => Some(Verdict::Win(1)),
        Some(ending) if ending.winner.is_some() => Some(Verdict::Loss(0)),
        Some(_) => Some(Verdict::Open),
        None => prober.verdict(position),
    }
}

/// What a check of a table has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many entries were looked at.
    pub entries: usize,
    /// The placings whose entry does not follow from its successors, as far as they were kept.
    pub wrong: Vec<String>,
    /// How many entries are won and lost for the side to move, and how many neither.
    pub won: usize,
    /// See `won`.
    pub lost: usize,
    /// See `won`.
    pub open: usize,
    /// The longest win in moves, with a placing that takes so long.
    pub longest: Option<(u8, String)>,
}

/// How many wrong placings are kept.
const WRONG_KEPT: usize = 10;

/// Holds entries of a table against those of their successors, each position made from its text and asked of the
/// packed file, as a player would: nothing of the code that made the table is used. Looks at every `step`-th entry.
///
/// # Errors
/// If a table is missing or damaged.
pub fn check(folder: &Path, class: &Class, family: Family, step: usize) -> Result<Checked, NotMade> {
    let mut shelf = Shelf::default();
    let table = read(folder, class, family)?;
    let layout = table.layout().clone();
    shelf.add(table);
    for (next, exchanged) in after_a_capture(class) {
        if !next.is_bare() {
            shelf.add(read(folder, &next, if exchanged { family.exchanged() } else { family })?);
        }
    }
    let mut examiner = Examiner::new(shelf, class, family);
    for index in (0..layout.entries()).step_by(step.max(1)) {
        if let Some((men, strong_to_move)) = layout.placing(index) {
            examiner.look(&examiner.text(&layout.setup(&men, strong_to_move)));
        }
    }
    Ok(examiner.found)
}

struct Examiner {
    prober: Prober,
    rules: Rules,
    /// Whether the stronger side is really Han, so that the board has to be turned.
    turned: bool,
    found: Checked,
}

impl Examiner {
    fn new(shelf: Shelf, class: &Class, family: Family) -> Self {
        let prober = Prober::new(Arc::new(shelf));
        // Equal forces are named as if Cho were the stronger.
        let turned = family == Family::ScoreHan && class.strong() != class.weak();
        Self { prober, rules: family.rules(), turned, found: Checked::default() }
    }

    fn text(&self, setup: &janggi::Setup) -> String {
        if !self.turned {
            return setup.to_string();
        }
        let mut turned = janggi::Setup { board: janggi::Board::default(), turn: setup.turn.other(), ..setup.clone() };
        for (point, piece) in setup.board.iter() {
            turned.board.put(janggi::Piece::new(piece.side().other(), piece.role()), point.turned());
        }
        turned.to_string()
    }

    fn look(&mut self, fen: &str) {
        let Ok(position) = Position::from_state(fen, &self.rules) else { return };
        self.found.entries += 1;
        let said = self.prober.verdict(&position);
        match said {
            Some(Verdict::Win(moves)) => {
                self.found.won += 1;
                if self.found.longest.as_ref().is_none_or(|(most, _)| moves > *most) {
                    self.found.longest = Some((moves, fen.to_owned()));
                }
            }
            Some(Verdict::Loss(_)) => self.found.lost += 1,
            _ => self.found.open += 1,
        }
        if said != Some(self.follows(&position)) && self.found.wrong.len() < WRONG_KEPT {
            self.found.wrong.push(fen.to_owned());
        }
    }

    /// What follows from the successors alone.
    fn follows(&mut self, position: &Position) -> Verdict {
        use game::Position as _;
        let mut actions = Vec::new();
        position.each_legal(&mut |action| actions.push(action));
        if actions.is_empty() {
            return Verdict::Loss(0);
        }
        let answers: Vec<_> = actions.into_iter().map(|action| self.answer(position, action)).collect();
        let lost =
            answers.iter().filter_map(|answer| if let Verdict::Loss(moves) = answer { Some(moves) } else { None });
        if let Some(moves) = lost.min() {
            return Verdict::Win(moves + 1);
        }
        let won = answers.iter().map(|answer| if let Verdict::Win(moves) = answer { Some(*moves) } else { None });
        won.collect::<Option<Vec<_>>>().and_then(|moves| moves.into_iter().max()).map_or(Verdict::Open, Verdict::Loss)
    }

    /// What the other side can force after an action.
    fn answer(&mut self, position: &Position, action: Action) -> Verdict {
        use game::Position as _;
        let mut next = position.clone();
        next.play_unchecked(action);
        answer_to(&next, &mut self.prober).unwrap_or(Verdict::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(folder: &Path, families: &[Family]) {
        let stop = AtomicBool::new(false);
        let mut watch = Watch { tell: &mut |_, _, _, _| {}, stop: &stop };
        for name in ["KRvK", "KPvK", "KNvK", "KRNvK", "KRRvK", "KRPvK", "KRvKR"] {
            let class = Class::from_name(name).expect("a class");
            for family in families {
                let entries = Workbench::new(&class, *family, folder).expect("earlier ones").solve(2, &mut watch);
                let bytes = TableFile::pack(&class, *family, &entries.expect("solved"));
                write_whole(&folder.join(TableFile::name(&class, *family)), &bytes).expect("written");
            }
        }
    }

    #[test]
    fn what_is_known_of_simple_endings_comes_out() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path(), &[Family::Ignored, Family::Draw]);
        let checked = |name: &str, family| {
            let found = check(folder.path(), &Class::from_name(name).expect("a class"), family, 5).expect("there");
            assert_eq!(found.wrong, [""; 0], "{name}");
            found
        };
        for lone in ["KRvK", "KPvK", "KNvK"] {
            let found = checked(lone, Family::Ignored);
            assert_eq!(found.longest.map_or(0, |(moves, _)| moves.min(1)), 0, "{lone} forces nothing: {}", found.won);
        }
        let longest = |name, family| checked(name, family).longest.expect("won").0;
        assert!((3..=4).contains(&longest("KRRvK", Family::Ignored)));
        assert!((5..=6).contains(&longest("KRNvK", Family::Ignored)));
        let share = |family| {
            let found = checked("KRPvK", family);
            found.won * 100 / found.entries
        };
        assert!(share(Family::Ignored) > share(Family::Draw), "a bikjang saves some");
    }
}
