//! A try at a stage: one question, one answer.

use game::{Game, Refusal, Seat, Table};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::book::Stage;
use super::progress::Progress;

/// The most own actions that are looked at: every stage begins again long before, and no puzzle is as long.
pub(crate) const ACTS_MAX: usize = 64;

/// The first step of help is words or names the man; from the second on the action is told.
pub(crate) const SHOWN_FROM: u32 = 2;

/// What a learner has done since the stage began.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The own actions.
    pub acts: Vec<String>,
    /// How many steps of help were asked for.
    #[serde(default)]
    pub hints: u32,
    /// How often the stage began again.
    #[serde(default)]
    pub fails: u32,
}

/// What comes of it.
#[derive(Debug, Serialize)]
pub struct Feedback {
    /// The board as the learner sees it.
    pub view: Box<RawValue>,
    /// What may be done now; nothing unless the stage goes on.
    pub legal: Vec<String>,
    /// The last own action and the replies to it, oldest first.
    pub told: Vec<Told>,
    /// Whether it goes on.
    pub state: Standing,
    /// 1 to 3 once it is done, else 0.
    pub stars: u8,
    /// Which text of the stage fits.
    pub say: Option<Say>,
    /// The next action of a solution, for whoever asked for more than words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
}

/// Something that was done.
#[derive(Debug, Serialize)]
pub struct Told {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub text: String,
    /// The board afterwards.
    pub view: Box<RawValue>,
}

/// Whether a stage goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is the learner's turn.
    Going,
    /// The goal is reached.
    Done,
    /// It begins again.
    Again,
}

/// Which text of the stage fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Say {
    /// What was learned.
    Done,
    /// The text of a wrong action.
    Wrong(usize),
    /// The text of a refused action.
    Refuse(usize),
    /// That too many actions were used, or the goal is out of reach.
    Limit,
    /// That happened what must not.
    Avoid,
}

impl Serialize for Say {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Done => serializer.serialize_str("done"),
            Self::Wrong(number) => serializer.collect_str(&format_args!("wrong:{number}")),
            Self::Refuse(number) => serializer.collect_str(&format_args!("refuse:{number}")),
            Self::Limit => serializer.serialize_str("limit"),
            Self::Avoid => serializer.serialize_str("avoid"),
        }
    }
}

/// Why the last action was not done.
#[derive(Debug, Serialize)]
pub struct RefusedAct {
    /// The code of the rule.
    pub code: &'static str,
    /// One English sentence.
    pub detail: String,
    /// The stage's own text for it, if it has one.
    pub say: Option<Say>,
}

impl From<Refusal> for RefusedAct {
    fn from(refusal: Refusal) -> Self {
        Self { code: refusal.code, detail: refusal.detail.into_owned(), say: None }
    }
}

/// Plays a stage as far as the attempt goes.
///
/// # Errors
/// Which rule refuses the last action, and the stage's own text for it.
pub fn attempt(game: &dyn Game, stage: &Stage, attempt: &Attempt) -> Result<Feedback, RefusedAct> {
    let mut progress = Progress::begin(game, stage)?;
    let mut answer = seen(&progress, progress.table().deeds(), Standing::Going, None);
    let mut done = Vec::new();
    for act in attempt.acts.iter().take(ACTS_MAX) {
        if answer.state != Standing::Going {
            return Err(Refusal::new("E_OVER", "the stage has come to its end").into());
        }
        let from = progress.table().deeds();
        let after = progress.act(act).map_err(|refusal| lesson_of(stage, act, refusal))?;
        done.push(after.table().deed(from).unwrap_or(act).to_owned());
        let (standing, say) = judged(stage, &progress, &after);
        // The board is shown as it was when the goal was there.
        let unanswered = standing == Standing::Done && !stage.is_answered();
        progress = if unanswered { after } else { after.answered() };
        let over = standing == Standing::Going && !progress.is_own_turn();
        let (standing, say) = if over { (Standing::Again, Some(Say::Limit)) } else { (standing, say) };
        answer = seen(&progress, from, standing, say);
    }
    if answer.state == Standing::Done {
        answer.stars = stars(stage, progress.own(), attempt);
    } else if attempt.hints >= SHOWN_FROM {
        answer.show = next_of_solution(stage, &done, &answer.legal);
    }
    Ok(answer)
}

/// How the solution goes on after what was done; from elsewhere, what of it is legal.
fn next_of_solution(stage: &Stage, done: &[String], legal: &[String]) -> Option<String> {
    let goes_on = |line: &&Vec<String>| line.len() > done.len() && line.starts_with(done);
    let onward = stage.answers.iter().find(goes_on).and_then(|line| line.get(done.len()));
    let anyway = || stage.answers.iter().flatten().find(|act| legal.contains(act));
    onward.filter(|act| legal.contains(act)).or_else(anyway).cloned()
}

impl Stage {
    fn is_answered(&self) -> bool {
        self.when == super::When::Answered
    }

    fn forces(&self) -> bool {
        matches!(self.goal.as_slice(), [super::Goal::Force { .. }])
    }
}

/// Where a stage stands after an own action, before the replies.
fn judged(stage: &Stage, before: &Progress<'_>, after: &Progress<'_>) -> (Standing, Option<Say>) {
    if after.failed() {
        return (Standing::Again, Some(Say::Avoid));
    }
    if after.solved() {
        return (Standing::Done, Some(Say::Done));
    }
    let wrong = stage.wrong.iter().position(|wrong| same_act(before, &wrong.act, after)).map(Say::Wrong);
    let lost = after.own() >= stage.limit() || (stage.forces() && !after.is_forced());
    match (lost, wrong) {
        (false, wrong) => (Standing::Going, wrong),
        (true, wrong) => (Standing::Again, wrong.or(Some(Say::Limit))),
    }
}

fn same_act(before: &Progress<'_>, act: &str, after: &Progress<'_>) -> bool {
    before.played(act).is_ok_and(|wrong| wrong.table().state() == after.table().state())
}

/// The stage's own word on a refused action: for just that one, else for the same rule.
fn lesson_of(stage: &Stage, act: &str, refusal: Refusal) -> RefusedAct {
    let exact = stage.refuse.iter().position(|refused| refused.act == act && refused.code == refusal.code);
    let alike = || stage.refuse.iter().position(|refused| refused.code == refusal.code);
    let say = exact.or_else(alike).map(Say::Refuse);
    RefusedAct { say, ..refusal.into() }
}

fn seen(progress: &Progress<'_>, from: usize, state: Standing, say: Option<Say>) -> Feedback {
    let (table, seat) = (progress.table(), progress.seat());
    let legal = if state == Standing::Going { table.legal() } else { Vec::new() };
    let view = table.written_view(Some(seat));
    Feedback { view, legal, told: told(seat, table, from), state, stars: 0, say, show: None }
}

/// What was done from a deed on, as a seat is told it.
pub(crate) fn told(viewer: Seat, table: &dyn Table, from: usize) -> Vec<Told> {
    let step = |index: usize| Told {
        seat: table.rewound(index).turn().unwrap_or(viewer),
        text: table.told(index, Some(viewer)).unwrap_or_default().to_owned(),
        view: table.rewound(index + 1).written_view(Some(viewer)),
    };
    (from..table.deeds()).map(step).collect()
}

/// Three within par without help or failure, two with a little more of one, else one. Refusals cost
/// nothing: they are the lesson.
fn stars(stage: &Stage, own: u32, attempt: &Attempt) -> u8 {
    let slack = (stage.par / 3).max(1);
    let blots = attempt.hints.saturating_add(attempt.fails);
    if own <= stage.par && blots == 0 {
        3
    } else if own <= stage.par + slack && blots <= 1 {
        2
    } else {
        1
    }
}
