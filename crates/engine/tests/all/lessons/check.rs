//! Everything that must be true of a lesson book, each fault with its place.

use std::collections::{BTreeSet, HashSet};

use engine::catalog;
use engine::lessons::{Book, Goal, Lesson, Practice, Progress, Refused, Stage, Text};
use game::Game;

/// The longest text of a stage, in characters.
const TEXT_MAX: usize = 260;
/// More positions than these in one step are not searched; `par` then follows by counting.
const WIDTH_MAX: usize = 400;

/// What is wrong with a lesson file.
pub(crate) fn faults(file: &str, articles: &BTreeSet<String>) -> Vec<String> {
    match Book::read(file) {
        Ok(book) => of_book(&book, articles, |_| true),
        Err(error) => vec![format!("not a book: {error}")],
    }
}

/// The same for the stages that are wanted.
pub(crate) fn of_book(book: &Book, articles: &BTreeSet<String>, wanted: impl Fn(&Stage) -> bool) -> Vec<String> {
    let Some(game) = catalog::find(&book.game) else { return vec![format!("no game {}", book.game)] };
    let mut check = Check { game, kind: &book.game, articles, faults: Vec::new(), place: book.game.clone() };
    if book.version != 1 {
        check.fault("wrong version");
    }
    check.unique(book.lessons.iter().map(|lesson| &lesson.id));
    for lesson in &book.lessons {
        check.lesson(lesson, &wanted);
    }
    check.unique(book.practice.iter().map(|entry| &entry.id));
    for entry in &book.practice {
        check.practice(entry);
    }
    check.faults
}

struct Check<'a> {
    game: &'static dyn Game,
    kind: &'a str,
    articles: &'a BTreeSet<String>,
    faults: Vec<String>,
    place: String,
}

impl Check<'_> {
    fn fault(&mut self, what: impl std::fmt::Display) {
        self.faults.push(format!("{}: {what}", self.place));
    }

    fn unique<'b>(&mut self, ids: impl Iterator<Item = &'b String>) {
        let mut known = HashSet::new();
        for id in ids {
            if !known.insert(id) {
                self.fault(format!("two things with the name {id}"));
            }
        }
    }

    fn lesson(&mut self, lesson: &Lesson, wanted: &impl Fn(&Stage) -> bool) {
        self.place = format!("{}/{}", self.kind, lesson.id);
        self.article(&lesson.article);
        self.text("title", &lesson.title);
        self.text("about", &lesson.about);
        self.unique(lesson.stages.iter().map(|stage| &stage.id));
        for stage in lesson.stages.iter().filter(|stage| wanted(stage)) {
            self.place = format!("{}/{}/{}", self.kind, lesson.id, stage.id);
            self.stage(stage);
        }
    }

    fn article(&mut self, article: &str) {
        if !self.articles.contains(article) {
            self.fault(format!("no article {article}"));
        }
    }

    fn text(&mut self, key: &str, text: &Text) {
        let is_hangul = |c: char| ('가'..='힣').contains(&c);
        let is_kana = |c: char| ('ぁ'..='ヿ').contains(&c);
        let bare = outside_brackets(&text.en);
        if !text.ko.chars().any(is_hangul) || text.ko.chars().any(is_kana) && !text.ko.contains('(') {
            self.fault(format!("`{key}`.ko is not Korean"));
        }
        if text.en.is_empty() || bare.chars().any(|c| is_hangul(c) || is_kana(c)) {
            self.fault(format!("`{key}`.en is not English"));
        }
        if !text.ja.chars().any(is_kana) || outside_brackets(&text.ja).chars().any(is_hangul) {
            self.fault(format!("`{key}`.ja is not Japanese"));
        }
        for (language, text) in [("ko", &text.ko), ("en", &text.en), ("ja", &text.ja)] {
            if text.chars().count() > TEXT_MAX {
                self.fault(format!("`{key}`.{language} is longer than {TEXT_MAX} characters"));
            }
        }
        let named = [&text.ko, &text.en, &text.ja].map(|text| cells_in(text));
        for cell in named.iter().flatten() {
            self.cell(cell);
        }
    }

    fn cell(&mut self, cell: &str) {
        if !is_cell(self.kind, cell) {
            self.fault(format!("no cell {cell}"));
        }
    }

    fn stage(&mut self, stage: &Stage) {
        self.article(&stage.article);
        for (key, text) in [("text", &stage.text), ("hint", &stage.hint), ("done", &stage.done)] {
            self.text(key, text);
        }
        for cell in stage.marks.iter().chain(goal_cells(stage)) {
            self.cell(cell);
        }
        match self.game.load(&stage.rules, &stage.state) {
            Err(refusal) => return self.fault(format!("state refused: {refusal}")),
            Ok(table) if table.state() != stage.state => self.fault(format!("canonical is {}", table.state())),
            Ok(_) => {}
        }
        let start = match Progress::begin(self.game, stage) {
            Ok(start) if start.is_own_turn() => start,
            Ok(_) => return self.fault(format!("it is not the turn of {}", stage.seat)),
            Err(refusal) => return self.fault(format!("what happened before is refused: {refusal}")),
        };
        self.examples(stage, &start);
        self.answers(stage, &start);
        self.completeness(stage, &start);
    }

    fn examples(&mut self, stage: &Stage, start: &Progress<'_>) {
        for example in &stage.refuse {
            self.refusal(start, example);
        }
        for wrong in &stage.wrong {
            self.text("wrong", &wrong.text);
            match start.act(&wrong.act) {
                Ok(after) if !after.solved() => {}
                Ok(_) => self.fault(format!("wrong action {} solves it", wrong.act)),
                Err(refusal) => self.fault(format!("wrong action {}: {refusal}", wrong.act)),
            }
        }
    }

    fn refusal(&mut self, start: &Progress<'_>, example: &Refused) {
        match start.act(&example.act) {
            Err(refusal) if refusal.code == example.code => {}
            Err(refusal) => self.fault(format!("{} gives {}, not {}", example.act, refusal.code, example.code)),
            Ok(_) => self.fault(format!("{} is not refused", example.act)),
        }
        if let Some(text) = &example.text {
            self.text("refuse", text);
        }
    }

    fn answers(&mut self, stage: &Stage, start: &Progress<'_>) {
        if stage.answers.is_empty() || stage.par == 0 || stage.limit() < stage.par {
            self.fault("no answer, no par, or a limit below par");
        }
        for line in &stage.answers {
            if let Err(what) = follow(stage, start, line) {
                self.fault(format!("{line:?} {what}"));
            }
        }
    }

    /// With one action the answers are all actions that reach the goal; with several, no shorter
    /// line does.
    fn completeness(&mut self, stage: &Stage, start: &Progress<'_>) {
        if stage.par == 1 || is_forcing(stage) {
            let good = |act: &String| start.act(act).is_ok_and(|after| after.reached() && !after.failed());
            let found: BTreeSet<_> = start.table().legal().into_iter().filter(good).collect();
            let given: BTreeSet<_> = stage.answers.iter().filter_map(|line| line.first().cloned()).collect();
            if found != given {
                self.fault(format!("reach the goal: {found:?}; answers: {given:?}"));
            }
            if stage.par > 1 && start.can_force_within(stage.par - 1) {
                self.fault("it can be forced faster");
            }
        } else if let Some(line) = shorter(start, stage.par.saturating_sub(1)) {
            self.fault(format!("par is {}, but {line:?} does it", stage.par));
        }
    }

    fn practice(&mut self, entry: &Practice) {
        self.place = format!("{}/practice/{}", self.kind, entry.id);
        self.text("text", &entry.text);
        let seat = self.game.about().seats.iter().position(|seat| *seat == entry.seat);
        match self.game.load(&entry.rules, &entry.state) {
            Err(refusal) => self.fault(format!("state refused: {refusal}")),
            Ok(table) if table.state() != entry.state => self.fault(format!("canonical is {}", table.state())),
            Ok(table) if table.turn().map(game::Seat::index) != seat => self.fault("it is another's turn"),
            Ok(_) if entry.limit == 0 => self.fault("no limit"),
            Ok(_) => {}
        }
    }
}

/// Every action of a line is legal, the last one reaches the goal, and none before it.
fn follow(stage: &Stage, start: &Progress<'_>, line: &[String]) -> Result<(), String> {
    if line.len() != stage.par as usize {
        return Err(format!("has {} actions, par is {}", line.len(), stage.par));
    }
    let mut progress = None;
    for (index, act) in line.iter().enumerate() {
        let at = progress.as_ref().unwrap_or(start);
        if !at.table().legal().contains(act) {
            return Err(format!("{act} is not a legal action in its canonical spelling"));
        }
        let after = at.act(act).map_err(|refusal| refusal.to_string())?;
        if after.failed() {
            return Err("does what is to be avoided".to_owned());
        }
        match (index + 1 == line.len(), after.solved()) {
            (true, true) => return Ok(()),
            (true, false) => return Err(format!("does not reach the goal: {}", after.table().state())),
            (false, true) => return Err(format!("reaches the goal already with {act}")),
            (false, false) if is_forcing(stage) && !after.reached() => return Err(format!("{act} forces nothing")),
            (false, false) => progress = Some(after.answered()),
        }
        if !progress.as_ref().is_some_and(Progress::is_own_turn) {
            return Err(format!("after {act} and the replies it is another's turn"));
        }
    }
    Ok(())
}

/// A line of at most so many own actions that reaches the goal. Positions are looked at once.
fn shorter(start: &Progress<'_>, most: u32) -> Option<Vec<String>> {
    let mut seen = HashSet::new();
    let mut edge: Vec<(Vec<String>, Progress<'_>)> = Vec::new();
    for depth in 0..most {
        let mut following = Vec::new();
        let none = (Vec::new(), None);
        let from: Vec<_> = if depth == 0 { vec![none] } else { edge.into_iter().map(|(l, p)| (l, Some(p))).collect() };
        for (line, progress) in &from {
            let progress = progress.as_ref().unwrap_or(start);
            for act in progress.table().legal() {
                let Ok(after) = progress.act(&act) else { continue };
                let line: Vec<_> = line.iter().cloned().chain([act]).collect();
                if after.failed() {
                    continue;
                }
                if after.reached() {
                    return Some(line);
                }
                let answered = after.answered();
                if answered.is_own_turn() && seen.insert(answered.fingerprint()) {
                    following.push((line, answered));
                }
            }
        }
        edge = following;
        if edge.len() > WIDTH_MAX {
            return None;
        }
    }
    None
}

fn is_forcing(stage: &Stage) -> bool {
    matches!(stage.goal.as_slice(), [Goal::Force { .. }])
}

fn goal_cells(stage: &Stage) -> impl Iterator<Item = &String> {
    stage.goal.iter().flat_map(Goal::cells)
}

fn outside_brackets(text: &str) -> String {
    let mut depth = 0;
    let mut outside = String::new();
    for c in text.chars() {
        match c {
            '(' | '\u{ff08}' => depth += 1,
            ')' | '\u{ff09}' => depth -= 1,
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    outside
}

/// The cells that a text names as `{e6}`.
pub(crate) fn cells_in(text: &str) -> Vec<String> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(cell, _)| cell.to_owned()).collect()
}

/// Whether a board has such a cell.
fn is_cell(kind: &str, cell: &str) -> bool {
    let split = |at: usize| (cell.get(..at).unwrap_or_default(), cell.get(at..).unwrap_or_default());
    let is_one_of = |text: &str, set: &str| text.len() == 1 && set.contains(text);
    let (first, rest) = split(1);
    let number: Option<u32> = rest.parse().ok();
    match kind {
        "janggi" => is_one_of(first, "abcdefghi") && number.is_some_and(|rank| (1..=10).contains(&rank)),
        "nanguk" => is_one_of(first, "abcdefgh") && number.is_some_and(|rank| (1..=8).contains(&rank)),
        "tigers" => cell.parse::<u32>().is_ok_and(|tile| tile < 34),
        "yonin" => {
            let hand = rest.strip_prefix(':').is_some_and(|man| is_one_of(first, "swne") && is_one_of(man, "RGSP"));
            hand || is_one_of(first, "123456789") && is_one_of(rest, "abcdefghi")
        }
        _ => false,
    }
}
