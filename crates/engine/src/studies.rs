//! Studies: lines of play as a tree, with what somebody thinks of them. Whoever keeps them asks here whether
//! every line can be played.

use game::{NodeId, Refusal};
use serde::{Deserialize, Serialize};

use crate::catalog;

/// The most bytes of a study, as it is kept.
pub const BYTES_MAX: usize = 64 * 1024;
/// The most moves of a study.
pub const NODES_MAX: usize = 2000;
/// The most letters of a title.
pub const TITLE_MAX: usize = 100;
/// The most letters of a note.
pub const NOTE_MAX: usize = 500;
/// The most arrows at a position.
pub const ARROWS_MAX: usize = 40;
/// Cells have short names.
const CELL_MAX: usize = 8;
/// No game has more seats.
const SEATS_MAX: usize = 4;
/// What may be thought of a move.
const SIGNS: [&str; 7] = ["", "!!", "!", "!?", "?!", "?", "??"];

/// A position, what can be done there, and what is thought of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The name of the game.
    pub kind: String,
    /// Rules as `--rules` writes them; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// A state string; without it, the start of a game.
    #[serde(default)]
    pub state: Option<String>,
    /// What it is called.
    #[serde(default)]
    pub title: String,
    /// What is said of the beginning.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What is drawn upon the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<[String; 2]>,
    /// The moves, each after the one before it.
    #[serde(default)]
    pub nodes: Vec<Node>,
}

/// A move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// After which: 0 is the beginning, 1 the first of the list.
    pub up: usize,
    /// What is done.
    pub act: String,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What is thought of it, as a sign.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sign: String,
    /// What every seat can expect then, from 0 to 100.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub w: Vec<f64>,
    /// What is drawn upon the board then: from a cell to a cell, or around one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<[String; 2]>,
}

impl Study {
    /// The study as it is kept.
    #[must_use]
    pub fn text(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether it is within bounds, and every line of it can be played.
    ///
    /// # Errors
    /// What is too much, or which rule forbids a move.
    pub fn check(&self) -> Result<(), Refusal> {
        self.check_bounds()?;
        self.check_lines()
    }

    fn check_bounds(&self) -> Result<(), Refusal> {
        require(self.nodes.len() <= NODES_MAX, || format!("a study has at most {NODES_MAX} moves"))?;
        let title = self.title.chars();
        require(title.clone().count() <= TITLE_MAX && !title.into_iter().any(char::is_control), || {
            format!("a title is one line of at most {TITLE_MAX} letters")
        })?;
        check_words(&self.note, &self.arrows)?;
        for (index, node) in self.nodes.iter().enumerate() {
            require(node.up <= index, || format!("move {} hangs at none before it", index + 1))?;
            require(SIGNS.contains(&node.sign.as_str()), || "there is no such sign".to_owned())?;
            let chances = node.w.len() <= SEATS_MAX && node.w.iter().all(|w| (0.0..=100.0).contains(w));
            require(chances, || "expectations are numbers from 0 to 100".to_owned())?;
            check_words(&node.note, &node.arrows)?;
        }
        Ok(())
    }

    fn check_lines(&self) -> Result<(), Refusal> {
        let game = catalog::find(&self.kind).ok_or_else(|| Refusal::new("E_KIND", "there is no such game"))?;
        let table = match &self.state {
            Some(state) => game.load(&self.rules, state)?,
            None => game.start(&self.rules)?,
        };
        let mut tree = table.variations();
        let mut known: Vec<NodeId> = vec![tree.current()];
        for node in &self.nodes {
            tree.go_to(known[node.up])?;
            known.push(tree.act(&node.act)?);
        }
        Ok(())
    }
}

fn check_words(note: &str, arrows: &[[String; 2]]) -> Result<(), Refusal> {
    require(note.chars().count() <= NOTE_MAX, || format!("a note has at most {NOTE_MAX} letters"))?;
    let short = |cell: &String| !cell.is_empty() && cell.len() <= CELL_MAX;
    let fits = arrows.len() <= ARROWS_MAX && arrows.iter().flatten().all(short);
    require(fits, || format!("at most {ARROWS_MAX} arrows, from cell to cell"))
}

fn require(holds: bool, problem: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new("E_MESSAGE", problem())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(nodes: Vec<Node>) -> Study {
        let (kind, rules, title) = ("janggi".to_owned(), "kja".to_owned(), "포진".to_owned());
        Study { kind, rules, state: None, title, note: String::new(), arrows: Vec::new(), nodes }
    }

    fn after(up: usize, act: &str) -> Node {
        let (note, sign) = (String::new(), String::new());
        Node { up, act: act.to_owned(), note, sign, w: Vec::new(), arrows: Vec::new() }
    }

    #[test]
    fn lines_that_can_be_played_are_kept_as_they_are() {
        let mut whole = study(vec![after(0, "a4b4"), after(1, "a7b7"), after(0, "c4d4"), after(3, "a7b7")]);
        whole.nodes[0].note = "차길을 연다\u{0}".to_owned();
        whole.nodes[1].w = vec![51.5, 48.5];
        whole.nodes[2].arrows = vec![["c4".to_owned(), "d4".to_owned()]];
        assert_eq!(whole.check(), Ok(()));
        assert_eq!(serde_json::from_str::<Study>(&whole.text()).expect("read again"), whole);
        assert!(!whole.text().contains('\u{0}'), "a database could not keep it");
    }

    #[test]
    fn what_breaks_a_rule_or_a_bound_is_refused() {
        let code = |study: Study| study.check().expect_err("refused").code;
        assert_eq!(code(study(vec![after(0, "a4b4"), after(1, "b4a4")])), "E_OWNER");
        assert_eq!(code(study(vec![after(1, "a4b4")])), "E_MESSAGE");
        assert_eq!(code(study(vec![after(0, "a4b4"); NODES_MAX + 1])), "E_MESSAGE");
        assert_eq!(code(Study { kind: "chess".to_owned(), ..study(Vec::new()) }), "E_KIND");
        assert_eq!(code(Study { state: Some("9/9".to_owned()), ..study(Vec::new()) }), "E_STATE");
        assert_eq!(code(Study { title: "a\nb".to_owned(), ..study(Vec::new()) }), "E_MESSAGE");
        assert_eq!(code(Study { note: "x".repeat(NOTE_MAX + 1), ..study(Vec::new()) }), "E_MESSAGE");
        let odd = |change: fn(&mut Node)| {
            let mut node = after(0, "a4b4");
            change(&mut node);
            code(study(vec![node]))
        };
        assert_eq!(odd(|node| node.sign = "!!!".to_owned()), "E_MESSAGE");
        assert_eq!(odd(|node| node.w = vec![101.0]), "E_MESSAGE");
        assert_eq!(odd(|node| node.w = vec![0.0; 5]), "E_MESSAGE");
        assert_eq!(odd(|node| node.arrows = vec![[String::new(), "a4".to_owned()]]), "E_MESSAGE");
        assert_eq!(odd(|node| node.act = "\u{0}é".repeat(3000)), "E_SYNTAX");
    }
}
