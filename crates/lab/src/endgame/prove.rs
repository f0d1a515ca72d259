//! Holds every entry of a table against those of its successors.

use std::path::Path;
use std::sync::Arc;

use engine::janggi::endgame::{Class, Family, Layout, Prober, Shelf, TableFile, Verdict, read_one};
use janggi::{Action, Position, Rules};

use super::lower::after_a_capture;
use super::{NotMade, answer_to};

/// What a check of a table has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Entries with the stronger side to move.
    pub strong: Tally,
    /// Entries with the weaker side to move.
    pub weak: Tally,
    /// The placings whose entry does not follow from its successors, as far as they were kept.
    pub wrong: Vec<String>,
    /// The longest win in moves, with a placing that takes so long.
    pub longest: Option<(u8, String)>,
}

/// How many entries are won and lost for the side to move, and how many neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won.
    pub won: usize,
    /// Lost.
    pub lost: usize,
    /// Neither.
    pub open: usize,
}

impl Tally {
    /// All of them.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.won + self.lost + self.open
    }

    fn count(&mut self, verdict: Option<Verdict>) {
        match verdict {
            Some(Verdict::Win(_)) => self.won += 1,
            Some(Verdict::Loss(_)) => self.lost += 1,
            _ => self.open += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.open += other.open;
    }
}

/// How many wrong placings are kept.
const WRONG_KEPT: usize = 10;
/// How many entries a thread takes at a time.
const SHARE: usize = 1 << 14;
/// How many unpacked blocks a thread keeps: all of the largest table and those to which its captures lead.
const BLOCKS_KEPT: usize = 1 << 13;

impl Checked {
    fn add(&mut self, other: Self) {
        self.strong.add(other.strong);
        self.weak.add(other.weak);
        self.wrong.extend(other.wrong);
        self.wrong.truncate(WRONG_KEPT);
        let moves = |longest: &Option<(u8, String)>| longest.as_ref().map_or(0, |(moves, _)| *moves);
        if moves(&other.longest) > moves(&self.longest) {
            self.longest = other.longest;
        }
    }

    fn long(&mut self, moves: u8, fen: &str) {
        if self.longest.as_ref().is_none_or(|(most, _)| moves > *most) {
            self.longest = Some((moves, fen.to_owned()));
        }
    }
}

/// Holds entries of a table against those of their successors, each position made from its text and asked of the
/// packed file, as a player would: nothing of the code that made the table is used. Looks at every `step`-th entry.
///
/// # Errors
/// If a table is missing or damaged.
///
/// # Panics
/// If one of its threads does: then the rules are broken.
pub fn check(folder: &Path, class: &Class, family: Family, step: usize, threads: usize) -> Result<Checked, NotMade> {
    let table = read_one(folder, class, family)?;
    let layout = table.layout().clone();
    let mut shelf: Shelf = std::iter::once(table).collect();
    for (next, family) in after_a_capture(class, family) {
        let table: TableFile = read_one(folder, &next, family)?;
        shelf.add(table);
    }
    let shelf = Arc::new(shelf);
    let work = |first: usize| {
        let mut examiner = Examiner::new(Arc::clone(&shelf), family);
        for start in (first * SHARE..layout.entries()).step_by(threads * SHARE) {
            let end = layout.entries().min(start + SHARE);
            (start..end)
                .filter(|index| index.is_multiple_of(step.max(1)))
                .for_each(|index| examiner.entry(&layout, index));
        }
        examiner.found
    };
    let mut found = Checked::default();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || work(first))).collect();
        found.add(work(0));
        for other in others {
            found.add(other.join().expect("a check does not panic"));
        }
    });
    Ok(found)
}

struct Examiner {
    prober: Prober,
    family: Family,
    rules: Rules,
    found: Checked,
}

impl Examiner {
    fn new(shelf: Arc<Shelf>, family: Family) -> Self {
        let prober = Prober::keeping(shelf, BLOCKS_KEPT);
        Self { prober, family, rules: family.rules(), found: Checked::default() }
    }

    fn entry(&mut self, layout: &Layout, index: usize) {
        let Some((men, strong_to_move)) = layout.placing(index) else { return };
        let fen = self.family.as_played(layout.setup(&men, strong_to_move)).to_string();
        let Ok(position) = Position::from_state(&fen, &self.rules) else { return };
        let said = self.prober.verdict(&position);
        if strong_to_move { &mut self.found.strong } else { &mut self.found.weak }.count(said);
        if let Some(Verdict::Win(moves)) = said {
            self.found.long(moves, &fen);
        }
        if said != Some(self.follows(&position)) && self.found.wrong.len() < WRONG_KEPT {
            self.found.wrong.push(fen);
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
        let mut next = position.clone();
        next.play_watched(action, &mut ());
        answer_to(&next, &mut self.prober).unwrap_or(Verdict::Open)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::{Watch, make};
    use super::*;

    fn made(folder: &Path, families: &[Family], names: &[&str]) {
        let stop = AtomicBool::new(false);
        let mut watch = Watch { tell: &mut |_, _, _, _| {}, stop: &stop };
        for class in names.iter().map(|name| class(name)) {
            for family in families.iter().filter(|family| family.has(&class)) {
                make(folder, &class, *family, 2, &mut watch).expect("the earlier ones are there");
            }
        }
    }

    fn class(name: &str) -> Class {
        Class::from_name(name).expect("a class")
    }

    fn checked(folder: &Path, name: &str, family: Family) -> Checked {
        let found = check(folder, &class(name), family, 5, 2).expect("there");
        assert_eq!(found.wrong, [""; 0], "{name} {}", family.name());
        found
    }

    #[test]
    fn what_is_known_of_simple_endings_comes_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let all = ["KRvK", "KPvK", "KNvK", "KRNvK", "KRRvK", "KRPvK", "KRvKR"];
        made(folder.path(), &[Family::Casual, Family::Traditional], &all);
        let checked = |name: &str, family| checked(folder.path(), name, family);
        for lone in ["KRvK", "KPvK", "KNvK"] {
            let found = checked(lone, Family::Casual);
            assert_eq!(found.longest.map_or(0, |(moves, _)| moves.min(1)), 0, "{lone} forces nothing");
        }
        let longest = |name, family| checked(name, family).longest.expect("won").0;
        assert!((3..=4).contains(&longest("KRRvK", Family::Casual)));
        assert!((5..=6).contains(&longest("KRNvK", Family::Casual)));
        let won = |family| checked("KRPvK", family).strong.won;
        assert!(won(Family::Casual) > won(Family::Traditional), "a bikjang saves some");
        checked("KRvKR", Family::Casual);
    }

    #[test]
    fn points_end_a_game_without_attackers_where_the_rules_say_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let families = [Family::KjaCho, Family::KjaHan, Family::ModernCho, Family::ModernHan, Family::FairyHan];
        made(folder.path(), &families, &["KPvK", "KPvKA", "KRvK"]);
        made(folder.path(), &[Family::ModernCho], &["KRvKP"]);
        let weak_wins = |name: &str, family| checked(folder.path(), name, family).weak.won;
        // Whoever takes the last attacker leads with his guard, or with the extra points.
        assert!(weak_wins("KPvKA", Family::ModernCho) > 0);
        assert!(weak_wins("KPvK", Family::ModernCho) > 0);
        assert_eq!(weak_wins("KPvK", Family::ModernHan), 0);
        assert!(weak_wins("KPvKA", Family::KjaHan) > weak_wins("KPvKA", Family::FairyHan));
        checked(folder.path(), "KRvKP", Family::ModernCho);
    }

    #[test]
    fn an_entry_that_does_not_follow_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path(), &[Family::Casual], &["KRvK", "KRRvK"]);
        let (class, family) = (class("KRRvK"), Family::Casual);
        let mut entries = read_one(folder.path(), &class, family).expect("made").unpacked();
        let at = entries.iter().position(|code| *code == Verdict::Win(3).code()).expect("some take three moves");
        entries[at] = Verdict::Win(2).code();
        let bytes = TableFile::pack(&class, family, &entries);
        std::fs::write(folder.path().join(TableFile::name(&class, family)), bytes).expect("written");
        assert!(!check(folder.path(), &class, family, 1, 2).expect("whole").wrong.is_empty());
    }
}
