//! Playing a game while it is read, and walking through one while it is written.

use game::{DEEDS_MAX, Deed, Entry, Match, Position as _, Record, RecordError, Refusal};

use super::malformed;
use super::movetext::{self, Item, Items};
use super::sheet::{Dialect, Sheet};
use super::verdict::{self, Reason, Verdict};
use crate::{Action, Position, Rules};

/// A game while it is being read.
pub(super) struct Player {
    game: Match<Position>,
    /// Clocks and notes, in step with the deeds of the game.
    remarks: Vec<Entry>,
    /// Comments before the first move.
    preface: Vec<Entry>,
}

impl Player {
    pub(super) fn new(rules: Rules, fen: &str) -> Result<Self, Refusal> {
        Ok(Self { game: Match::load(rules, fen)?, remarks: Vec::new(), preface: Vec::new() })
    }

    pub(super) fn act(&mut self, line: u32, text: &str) -> Result<(), RecordError> {
        let blame = |refusal| RecordError::new(line, refusal);
        if self.remarks.len() >= DEEDS_MAX {
            return Err(blame(malformed(format!("the game has more than {DEEDS_MAX} moves"))));
        }
        self.game.act(text).map_err(blame)?;
        self.remarks.resize_with(self.game.entries().len(), Entry::default);
        Ok(())
    }

    pub(super) fn comment(&mut self, comment: &str) {
        if self.remarks.is_empty() {
            self.preface.push(Entry::default());
        }
        if let Some(entry) = self.remarks.last_mut().or(self.preface.last_mut()) {
            movetext::annotate(entry, comment);
        }
    }

    /// Plays the words of a game until its score token, which is checked against the tag.
    pub(super) fn read_moves(&mut self, sheet: &Sheet, score: &str) -> Result<Vec<String>, RecordError> {
        let mut late = Vec::new();
        let mut ended = false;
        for item in Items::new(sheet.body, sheet.body_line, Dialect::Jgn) {
            match item? {
                (_, Item::Comment(comment)) if ended => late.push(comment.to_owned()),
                (_, Item::Comment(comment)) => self.comment(comment),
                (line, Item::Word(word)) if ended => {
                    return Err(RecordError::new(line, malformed(format!("`{word}` stands behind the result"))));
                }
                (line, Item::Word(word)) if verdict::from_score(word, Reason::Unknown).is_ok() => {
                    if word != score {
                        let detail = format!("the result is `{word}` here and `{score}` in the tag");
                        return Err(RecordError::new(line, malformed(detail)));
                    }
                    ended = true;
                }
                (line, Item::Word(word)) => self.read_word(line, word)?,
            }
        }
        Ok(late)
    }

    fn read_word(&mut self, line: u32, word: &str) -> Result<(), RecordError> {
        let text = movetext::without_number(word).trim_end_matches(['!', '?']);
        let glyph = word.starts_with('$') || text.is_empty();
        if glyph { Ok(()) } else { self.act(line, text) }
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Ends the game as its record says.
    pub(super) fn conclude(&mut self, verdict: Option<Verdict>) -> Result<Option<String>, Refusal> {
        let result = verdict::conclude(&mut self.game, verdict)?;
        self.remarks.resize_with(self.game.entries().len(), Entry::default);
        Ok(result)
    }

    pub(super) fn record(self, headers: Vec<(String, String)>, result: Option<String>) -> Record {
        let mut record = self.game.record();
        record.headers = headers;
        record.result = result;
        for (entry, remark) in record.entries.iter_mut().zip(self.remarks) {
            entry.clock_ms = remark.clock_ms;
            entry.notes = remark.notes;
        }
        let preface: Vec<_> = self.preface.into_iter().flat_map(|entry| entry.notes).collect();
        if !preface.is_empty() && record.header("Comment").is_none() {
            record.set_header("Comment", preface.join(" "));
        }
        record
    }
}

/// A record that has been played again, ready to be written.
pub(super) struct Written {
    pub(super) rules: Rules,
    /// Where the game began.
    pub(super) start: Position,
    /// The moves and passes, with their clocks and notes.
    pub(super) plies: Vec<(Action, Entry)>,
    /// The deed that ended the game from outside the board.
    pub(super) last_word: Option<Entry>,
    /// Where the game stands.
    pub(super) end: Position,
    pub(super) verdict: Option<Verdict>,
}

impl Written {
    /// # Errors
    /// If the record cannot be replayed or its result is not one of ours.
    pub(super) fn of(record: &Record) -> Result<Self, Refusal> {
        let game = Match::<Position>::replay(record).map_err(|(_, refusal)| refusal)?;
        let mut position = Position::from_state(&record.start, game.rules())?;
        let start = position.clone();
        let mut plies = Vec::with_capacity(game.entries().len());
        let mut last_word = None;
        for entry in game.entries() {
            match position.read(&entry.deed)? {
                Deed::Act(action) => {
                    position.play_unchecked(action);
                    plies.push((action, entry.clone()));
                }
                Deed::Leave(..) | Deed::Agree => last_word = Some(entry.clone()),
            }
        }
        let result = record.result.clone().or_else(|| game.position().result());
        let verdict = result.as_deref().map(Verdict::from_text).transpose()?;
        Ok(Self { rules: *game.rules(), start, plies, last_word, end: game.position().clone(), verdict })
    }

    /// Every ply with the position before it.
    pub(super) fn walk(&self) -> impl Iterator<Item = (Position, Action, &Entry)> {
        let mut position = self.start.clone();
        self.plies.iter().map(move |(action, entry)| {
            let before = position.clone();
            position.play_unchecked(*action);
            (before, *action, entry)
        })
    }
}
