//! A position and what may be done there, as one question and one answer: for boards that can be
//! tried without a game.

use game::edit::{Edit, Sketch};
use game::{Refusal, Seat, Table};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::catalog;

/// The most actions of a question.
pub const ACTS_MAX: usize = 1000;

/// The most changes of a set-up at once.
pub const EDITS_MAX: usize = 200;

/// A set-up and how to change it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The name of the game.
    pub kind: String,
    /// Rules as `--rules` writes them; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// A state string; without it, the start of a game.
    #[serde(default)]
    pub state: Option<String>,
    /// The changes.
    #[serde(default)]
    pub edits: Vec<Edit>,
}

/// Changes a set-up and looks.
///
/// # Errors
/// Why it cannot be read or changed; a set-up that cannot be played is an answer.
pub fn sketch(draft: &Draft) -> Result<Sketch, NoSight> {
    let game =
        catalog::find(&draft.kind).ok_or_else(|| refused(Refusal::new("E_KIND", "there is no such game"), None))?;
    if draft.edits.len() > EDITS_MAX {
        return Err(refused(Refusal::syntax(format!("at most {EDITS_MAX} changes")), None));
    }
    game.sketch(&draft.rules, draft.state.as_deref(), &draft.edits).map_err(|refusal| refused(refusal, None))
}

/// Where to begin and what to do there.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The name of the game.
    pub kind: String,
    /// Rules as `--rules` writes them; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// A state string; without it, the start of a game.
    #[serde(default)]
    pub state: Option<String>,
    /// What is done from there.
    #[serde(default)]
    pub acts: Vec<String>,
    /// Whether the positions on the way are wanted as well.
    #[serde(default)]
    pub trail: bool,
}

/// What is there then. Whoever asks knows the state, so nothing is hidden from the seat to move.
#[derive(Debug, Serialize)]
pub struct Sight {
    /// The state string.
    pub state: String,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// The board, as the seat to move sees it.
    pub view: Box<RawValue>,
    /// What may be done.
    pub legal: Vec<String>,
    /// The rule book's text for the result.
    pub result: Option<String>,
    /// Who is in check or in danger.
    pub alarmed: Vec<Seat>,
    /// What was done, in canonical spelling.
    pub told: Vec<Deed>,
    /// The positions before each of these, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trail: Vec<Step>,
}

/// A position on the way.
#[derive(Debug, Serialize)]
pub struct Step {
    /// Whose turn it was.
    pub turn: Option<Seat>,
    /// The board, as that seat saw it.
    pub view: Box<RawValue>,
}

/// Something that was done.
#[derive(Debug, Serialize)]
pub struct Deed {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub text: String,
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub struct NoSight {
    /// The game's code.
    pub code: &'static str,
    /// One English sentence.
    pub detail: String,
    /// The number of the refused action, from 0; none if the beginning is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<usize>,
}

/// Plays the actions and looks.
///
/// # Errors
/// Which action is refused, and why.
pub fn look(trial: &Trial) -> Result<Sight, NoSight> {
    let (table, told) = reach(trial)?;
    let turn = table.turn();
    Ok(Sight {
        state: table.state(),
        turn,
        view: table.written_view(turn),
        legal: table.legal(),
        result: table.result(),
        alarmed: table.alarmed(),
        trail: if trial.trail { trail(table.as_ref(), told.len()) } else { Vec::new() },
        told,
    })
}

fn trail(table: &dyn Table, count: usize) -> Vec<Step> {
    let step = |index| {
        let before = table.rewound(index);
        Step { turn: before.turn(), view: before.written_view(before.turn()) }
    };
    (0..count).map(step).collect()
}

/// The game as it stands after the actions, and these in canonical spelling. Somebody may have left on the way.
///
/// # Errors
/// Which action is refused, and why.
pub fn reach(trial: &Trial) -> Result<(Box<dyn Table>, Vec<Deed>), NoSight> {
    let game =
        catalog::find(&trial.kind).ok_or_else(|| refused(Refusal::new("E_KIND", "there is no such game"), None))?;
    if trial.acts.len() > ACTS_MAX {
        return Err(refused(Refusal::syntax(format!("at most {ACTS_MAX} actions")), Some(ACTS_MAX)));
    }
    let begun = match &trial.state {
        Some(state) => game.load(&trial.rules, state),
        None => game.start(&trial.rules),
    };
    let mut table = begun.map_err(|refusal| refused(refusal, None))?;
    let mut told = Vec::new();
    for (number, act) in trial.acts.iter().enumerate() {
        let (from, seat) = (table.deeds(), table.turn());
        table.act(act).map_err(|refusal| refused(refusal, Some(number)))?;
        let texts = (from..table.deeds()).filter_map(|index| table.deed(index));
        told.extend(texts.zip(seat.into_iter().cycle()).map(|(text, seat)| Deed { seat, text: text.to_owned() }));
    }
    Ok((table, told))
}

fn refused(refusal: Refusal, act: Option<usize>) -> NoSight {
    NoSight { code: refusal.code, detail: refusal.detail.into_owned(), act }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(kind: &str, acts: &[&str]) -> Result<Sight, NoSight> {
        let acts = acts.iter().map(|act| (*act).to_owned()).collect();
        look(&Trial { kind: kind.to_owned(), rules: String::new(), state: None, acts, trail: true })
    }

    #[test]
    fn a_refusal_names_the_action() {
        let sight = asked("janggi", &["a4a5", "a7a6"]).expect("two legal moves");
        assert_eq!((sight.turn, sight.told.len(), sight.told[1].seat), (Some(Seat::FIRST), 2, Seat::SECOND));
        assert_eq!(
            sight.trail.iter().map(|step| step.turn).collect::<Vec<_>>(),
            [Some(Seat::FIRST), Some(Seat::SECOND)]
        );
        assert!(sight.legal.contains(&"a5a6".to_owned()) && sight.alarmed.is_empty());
        let refused = asked("janggi", &["a4a5", "a7a8"]).expect_err("never back");
        assert_eq!((refused.code, refused.act), ("E_BACKWARD", Some(1)));
        assert_eq!(asked("tiddlywinks", &[]).expect_err("no game").code, "E_KIND");
        assert_eq!(asked("janggi", &["a4a5"; ACTS_MAX + 1]).expect_err("too many").code, "E_SYNTAX");
    }
}
