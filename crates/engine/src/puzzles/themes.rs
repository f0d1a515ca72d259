//! What a line shows, by facts along it: what cannot be seen on the board is not named.

use game::{Man, Match, Seat, Table};
use janggi::{Role, reach};

use super::aim::Goal;
use super::puzzle::{Flaw, Puzzle, play};

/// The themes of every game, and of each.
pub const THEMES: [(&str, &[&str]); 5] = [
    ("", &["one", "two", "long", "quiet", "sacrifice", "defense", "gain"]),
    (
        "janggi",
        &[
            "mate1",
            "mate2",
            "mate3",
            "mate4",
            "mate5",
            "cannon-mate",
            "horse-mate",
            "soldier-mate",
            "fork",
            "discovered",
            "palace-diagonal",
            "bikjang",
        ],
    ),
    ("nanguk", &["uphill-shot", "downhill-shot", "climb", "king-hunt", "breach", "fuse"]),
    ("tigers", &["knock", "double-knock", "annihilate", "unlock", "carrot", "order"]),
    ("yonin", &["jump", "double-check", "drop", "mate"]),
];

/// Those of them that only count turns.
const LENGTHS: [&str; 3] = ["one", "two", "long"];

/// Whether a game has a theme.
#[must_use]
pub fn known(kind: &str, theme: &str) -> bool {
    THEMES.iter().any(|(of, names)| (of.is_empty() || *of == kind) && names.contains(&theme))
}

/// One action of the line.
struct Step {
    is_own: bool,
    act: String,
    before: Box<dyn Table>,
    after: Box<dyn Table>,
}

impl Step {
    /// The man of its mover that stands elsewhere now: what it is, from where, to where.
    fn moved(&self) -> Option<(Man, String)> {
        let by = self.before.turn()?;
        let (before, after) = (self.before.men(), self.after.men());
        let at = |men: &[Man], cell: &str| men.iter().any(|man| man.cell == cell && man.seat == Some(by));
        let left = before.iter().find(|man| man.seat == Some(by) && !at(&after, &man.cell))?;
        let came = after.iter().find(|man| man.seat == Some(by) && !at(&before, &man.cell))?;
        Some((left.clone(), came.cell.clone()))
    }

    fn men(&self, of: impl Fn(Seat) -> bool) -> (usize, usize) {
        let count = |table: &dyn Table| table.men().iter().filter(|man| man.seat.is_some_and(&of)).count();
        (count(self.before.as_ref()), count(self.after.as_ref()))
    }

    fn grew(&self, gauge: &str) -> bool {
        self.after.gauge(gauge) > self.before.gauge(gauge)
    }
}

/// The themes of a puzzle, in the order of [`THEMES`].
///
/// # Errors
/// If its line is refused.
pub fn themes(puzzle: &Puzzle) -> Result<Vec<String>, Flaw> {
    let steps = steps(puzzle)?;
    let mut found = general(puzzle, &steps);
    match puzzle.kind.as_str() {
        "janggi" => of_janggi(puzzle, &steps, &mut found),
        "nanguk" => of_nanguk(puzzle, &steps, &mut found),
        "tigers" => of_tigers(puzzle, &steps, &mut found)?,
        "yonin" => of_yonin(puzzle, &steps, &mut found),
        _ => {}
    }
    let named = THEMES.iter().flat_map(|(_, names)| names.iter());
    Ok(named.filter(|name| found.contains(name)).map(|name| (*name).to_owned()).collect())
}

/// The themes of puzzles in which a seat does what `acts` do from here, the most particular first; how long the line is
/// does not count.
pub(crate) fn shown(kind: &str, from: &dyn Table, acts: &[String], goal: Goal) -> Vec<String> {
    let Some(puzzle) = from.turn().and_then(|seat| Puzzle::of_line(kind, from, seat, acts, goal)) else {
        return Vec::new();
    };
    let found = themes(&puzzle).unwrap_or_default();
    let of = |wanted: &str| THEMES.iter().find(|(of, _)| *of == wanted).map_or(&[][..], |(_, names)| names);
    let general = of("").iter().filter(|name| !LENGTHS.contains(name)).rev();
    let named = of(kind).iter().chain(general);
    named.filter(|name| found.iter().any(|theme| theme == **name)).map(|name| (*name).to_owned()).collect()
}

fn steps(puzzle: &Puzzle) -> Result<Vec<Step>, Flaw> {
    let mut table = puzzle.start()?;
    let mut steps = Vec::new();
    for (index, turn) in puzzle.turns.iter().enumerate() {
        for act in turn {
            let before = table.fork();
            play(table.as_mut(), act)?;
            steps.push(Step { is_own: index % 2 == 0, act: act.clone(), before, after: table.fork() });
        }
    }
    Ok(steps)
}

fn general(puzzle: &Puzzle, steps: &[Step]) -> Vec<&'static str> {
    let seat = puzzle.solver();
    let mut found = vec![match puzzle.own_turns() {
        1 => "one",
        2 => "two",
        _ => "long",
    }];
    let takes = |step: &Step| {
        let (before, after) = step.men(|owner| owner != seat);
        after < before
    };
    let first = || steps.iter().take(puzzle.turns[0].len());
    let is_over = |step: &Step| step.after.outcome().is_some();
    if first().all(|step| !takes(step) && step.after.alarmed().is_empty() && !is_over(step)) {
        found.push("quiet");
    }
    let loses = |step: &Step| {
        let (before, after) = step.men(|owner| owner == seat);
        !step.is_own && after < before
    };
    let gave = steps.get(puzzle.turns[0].len()).is_some_and(loses);
    if gave && !first().any(takes) {
        found.push("sacrifice");
    }
    if steps.first().is_some_and(|step| step.before.alarmed().contains(&seat)) {
        found.push("defense");
    }
    if puzzle.goal == Goal::Gain {
        found.push("gain");
    }
    found
}

fn of_janggi(puzzle: &Puzzle, steps: &[Step], found: &mut Vec<&'static str>) {
    const MATES: [&str; 5] = ["mate1", "mate2", "mate3", "mate4", "mate5"];
    let own: Vec<&Step> = steps.iter().filter(|step| step.is_own).collect();
    if puzzle.goal == Goal::Mate {
        found.extend(MATES.get(puzzle.own_turns() - 1));
        let last = own.last().and_then(|step| step.moved());
        found.extend(last.and_then(|(man, _)| match man.kind.as_str() {
            "C" => Some("cannon-mate"),
            "N" => Some("horse-mate"),
            "P" => Some("soldier-mate"),
            _ => None,
        }));
    }
    if own.iter().any(|step| is_fork(step, steps)) {
        found.push("fork");
    }
    if own.iter().any(|step| is_discovered(step)) {
        found.push("discovered");
    }
    let diagonal = |step: &&Step| {
        step.moved().is_some_and(|(man, to)| ["R", "C", "P"].contains(&man.kind.as_str()) && is_slant(&man.cell, &to))
    };
    if own.iter().any(diagonal) {
        found.push("palace-diagonal");
    }
    if own.iter().any(|step| step.grew("facing")) {
        found.push("bikjang");
    }
}

/// Whether two cells are in different files and ranks.
fn is_slant(from: &str, to: &str) -> bool {
    from.as_bytes().first() != to.as_bytes().first() && from.get(1..) != to.get(1..)
}

/// The enemy men worth a blow that the moved man strikes now: their cells.
fn struck(step: &Step) -> Option<Vec<janggi::Point>> {
    let game = step.after.as_any().downcast_ref::<Match<janggi::Position>>()?;
    let (_, to) = step.moved()?;
    let board = game.position().board();
    let (from, piece) = board.iter().find(|(point, _)| point.to_string() == to)?;
    let occupied = board.iter().map(|(point, _)| point).collect();
    let targets = match piece.role() {
        Role::Chariot => reach::chariot_targets(from, occupied),
        Role::Cannon => {
            let cannons = board.iter().filter(|(_, other)| other.role() == Role::Cannon).map(|(point, _)| point);
            reach::cannon_targets(from, occupied, cannons.collect())
        }
        Role::Horse => reach::horse_targets(from, occupied),
        Role::Elephant => reach::elephant_targets(from, occupied),
        Role::Soldier => reach::soldier_targets(from, piece.side()),
        Role::King | Role::Guard => return None,
    };
    let counts = |role: Role| !matches!(role, Role::Soldier | Role::Guard);
    let enemies = board
        .iter()
        .filter(|(point, other)| other.side() != piece.side() && counts(other.role()) && targets.contains(*point));
    Some(enemies.map(|(point, _)| point).collect())
}

/// Two men are struck at once, and one of them falls later.
fn is_fork(step: &Step, steps: &[Step]) -> bool {
    let Some(cells) = struck(step).filter(|cells| cells.len() >= 2) else { return false };
    let mut later = steps.iter().filter(|other| other.is_own && other.before.deeds() > step.before.deeds());
    let falls = |other: &Step| {
        other.moved().is_some_and(|(_, to)| {
            let was_there = other.before.men().iter().any(|man| man.cell == to);
            was_there && cells.iter().any(|cell| cell.to_string() == to)
        })
    };
    later.any(falls)
}

/// There is a check, and not by the man that moved.
fn is_discovered(step: &Step) -> bool {
    let alarmed = step.after.alarmed();
    let king = |cells: &[janggi::Point]| {
        let men = step.after.men();
        men.iter().any(|man| {
            man.kind == "K"
                && man.seat.is_some_and(|seat| alarmed.contains(&seat))
                && cells.iter().any(|cell| cell.to_string() == man.cell)
        })
    };
    !alarmed.is_empty() && struck(step).is_some_and(|cells| !king(&cells))
}

fn of_nanguk(puzzle: &Puzzle, steps: &[Step], found: &mut Vec<&'static str>) {
    let own = || steps.iter().filter(|step| step.is_own);
    let height = |step: &Step, cell: &str| step.before.gauge(&format!("height:{cell}"));
    for step in own() {
        if let Some((from, to)) = step.act.split_once('*').filter(|(_, to)| to.len() == 2) {
            match height(step, from).partial_cmp(&height(step, to)) {
                Some(std::cmp::Ordering::Less) => found.push("uphill-shot"),
                Some(std::cmp::Ordering::Greater) => found.push("downhill-shot"),
                _ => {}
            }
        }
        if step.moved().is_some_and(|(man, to)| height(step, &man.cell) < height(step, &to)) {
            found.push("climb");
        }
    }
    let flees = |step: &&Step| !step.is_own && step.moved().is_some_and(|(man, _)| man.kind == "K");
    if puzzle.own_turns() >= 3 && steps.iter().filter(flees).count() >= 2 {
        found.push("king-hunt");
    }
    if own().any(|step| step.grew("broken")) {
        found.push("breach");
    }
    if own().any(|step| step.grew("fuse")) {
        found.push("fuse");
    }
}

fn of_tigers(puzzle: &Puzzle, steps: &[Step], found: &mut Vec<&'static str>) -> Result<(), Flaw> {
    let seat = puzzle.solver();
    let own: Vec<&Step> = steps.iter().filter(|step| step.is_own).collect();
    let knocks = own.iter().filter(|step| step.act.ends_with('k')).count();
    if knocks > 0 {
        found.push(if knocks == 1 { "knock" } else { "double-knock" });
    }
    let loses = |step: &&&Step| {
        let (before, after) = step.men(|owner| owner != seat);
        after < before
    };
    if own.iter().any(|step| loses(&step)) {
        found.push("annihilate");
    }
    let locked = |step: &Step, table: &dyn Table| table.gauge(&format!("locked:{}", step.act.get(..2)?));
    if own.iter().any(|step| locked(step, step.before.as_ref()) > locked(step, step.after.as_ref())) {
        found.push("unlock");
    }
    if own.iter().any(|step| step.act.get(2..).is_some_and(|rest| rest.starts_with("tCR"))) {
        found.push("carrot");
    }
    if order_matters(puzzle)? {
        found.push("order");
    }
    Ok(())
}

/// Whether the same actions from the last to the first fail.
fn order_matters(puzzle: &Puzzle) -> Result<bool, Flaw> {
    let (aim, first) = (puzzle.aim()?, &puzzle.turns[0]);
    // The last action reaches the goal; what comes before it is turned around.
    let Some((last, lead)) = first.split_last().filter(|(_, lead)| lead.len() >= 2) else { return Ok(false) };
    let mut table = puzzle.start()?;
    let legal = lead.iter().rev().chain([last]).all(|act| play(table.as_mut(), act).is_ok());
    Ok(!legal || !aim.is_reached(table.as_ref()))
}

fn of_yonin(puzzle: &Puzzle, steps: &[Step], found: &mut Vec<&'static str>) {
    let own = || steps.iter().filter(|step| step.is_own);
    let jumps = |step: &Step| {
        let usual = step.before.skipped().and_then(|next| next.turn());
        usual.is_some() && step.after.turn().is_some() && step.after.turn() != usual
    };
    if own().any(jumps) {
        found.push("jump");
    }
    if own().any(|step| step.after.alarmed().len() >= 2) {
        found.push("double-check");
    }
    if own().any(|step| step.act.contains('*')) {
        found.push("drop");
    }
    if puzzle.goal == Goal::Mate {
        found.push("mate");
    }
}
