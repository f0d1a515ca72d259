//! The text behind the tags, word by word.

use std::fmt::Write as _;

use game::{Entry, RecordError, text};

use super::malformed;
use super::sheet::Dialect;

/// A piece of move text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item<'a> {
    /// A move, a number or a result.
    Word(&'a str),
    /// What stands between braces, as it is written there.
    Comment(&'a str),
}

/// Reads move text. Variations and annotations are skipped.
pub(super) struct Items<'a> {
    rest: &'a str,
    line: u32,
    dialect: Dialect,
}

impl<'a> Items<'a> {
    pub(super) const fn new(body: &'a str, line: u32, dialect: Dialect) -> Self {
        Self { rest: body, line, dialect }
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    /// Everything up to the brace that closes the comment, which begins here.
    fn comment(&mut self) -> Option<&'a str> {
        let end = comment_end(self.rest, self.dialect)?;
        Some(&self.take(end + 1)[1..end])
    }

    /// Skips a variation, which begins here, with all that is in it.
    fn skip_variation(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let at = self.rest.find(['(', ')', '{'])?;
            self.take(at);
            match self.rest.as_bytes()[0] {
                b'{' => {
                    self.comment()?;
                    continue;
                }
                b'(' => depth += 1,
                _ => depth -= 1,
            }
            self.take(1);
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn skip_annotation(&mut self) -> Option<()> {
        let end = self.rest.find(['>', '\n']).filter(|end| self.rest.as_bytes()[*end] == b'>')?;
        self.take(end + 1);
        Some(())
    }

    fn word(&mut self) -> &'a str {
        let ends = |character: char| {
            character.is_whitespace()
                || matches!(character, '{' | '}')
                || match self.dialect {
                    Dialect::Jgn => matches!(character, '(' | ')'),
                    Dialect::Gib => character == '<',
                }
        };
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// A fault ends the reading: what follows it cannot be trusted.
    fn fault(&mut self, line: u32, detail: &'static str) -> Result<(u32, Item<'a>), RecordError> {
        self.rest = "";
        Err(RecordError::new(line, malformed(detail)))
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<(u32, Item<'a>), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.skip_blanks();
            let line = self.line;
            let skipped = match (self.rest.chars().next()?, self.dialect) {
                ('{', _) => {
                    return Some(match self.comment() {
                        Some(comment) => Ok((line, Item::Comment(comment))),
                        None => self.fault(line, "a comment is not closed"),
                    });
                }
                ('}', _) => return Some(self.fault(line, "a brace closes nothing")),
                (')', Dialect::Jgn) => return Some(self.fault(line, "a parenthesis closes nothing")),
                ('(', Dialect::Jgn) => self.skip_variation(),
                ('<', Dialect::Gib) => self.skip_annotation(),
                _ => return Some(Ok((line, Item::Word(self.word())))),
            };
            if skipped.is_none() {
                return Some(self.fault(line, "a variation or annotation is not closed"));
            }
        }
    }
}

fn comment_end(text: &str, dialect: Dialect) -> Option<usize> {
    if dialect == Dialect::Gib {
        return text.find('}');
    }
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'}' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// A word without the number before it: `12.79卒78` is `79卒78`, `12.` is nothing.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Puts what a comment says into an entry: a clock, a note, or both.
pub(super) fn annotate(entry: &mut Entry, comment: &str) {
    match text::read_clock_note(comment.trim_start()) {
        Some((clock_ms, rest)) => {
            entry.clock_ms = Some(clock_ms);
            if !rest.trim().is_empty() {
                entry.notes.push(unescape(rest.trim()));
            }
        }
        None => entry.notes.push(unescape(comment)),
    }
}

/// The comments of an entry, each with a blank before it.
pub(super) fn comments(entry: &Entry) -> String {
    let mut text = String::new();
    if let Some(clock_ms) = entry.clock_ms {
        let _ = write!(text, " {{{}}}", text::write_clock_note(clock_ms));
    }
    for note in &entry.notes {
        let _ = write!(text, " {{{}}}", escape(note));
    }
    text
}

/// A note on one line; one that looks like a clock is kept from being read as one.
fn escape(note: &str) -> String {
    let mut escaped = text::escape(note, &['}']);
    if escaped.trim_start().starts_with("[%") {
        let at = escaped.len() - escaped.trim_start().len();
        escaped.insert(at, '\\');
    }
    escaped
}

fn unescape(comment: &str) -> String {
    let itself = |letter| matches!(letter, '\\' | '}' | '[').then_some(letter);
    text::unescape(comment, |letter| text::line_break(letter).or_else(|| itself(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(body: &str, dialect: Dialect) -> Vec<String> {
        Items::new(body, 1, dialect)
            .map(|item| match item {
                Ok((line, Item::Word(word))) => format!("{line}:{word}"),
                Ok((line, Item::Comment(comment))) => format!("{line}#{comment}"),
                Err(error) => format!("{}!", error.line),
            })
            .collect()
    }

    #[test]
    fn words_comments_and_variations() {
        let body = "1. a{x\\} y}b\n( c (d {)}) e\n) 2.\nf *";
        assert_eq!(items(body, Dialect::Jgn), ["1:1.", "1:a", "1#x\\} y", "1:b", "3:2.", "4:f", "4:*"]);
        assert_eq!(items("1. a<3> {b\n\\}\n2.<x> (c)", Dialect::Gib), ["1:1.", "1:a", "1#b\n\\", "3:2.", "3:(c)"]);
    }

    #[test]
    fn what_is_not_closed_is_blamed_where_it_opens() {
        for body in ["a\n{b\nc", "a\n(b {c}\nd", "a\n}", "a\n)"] {
            assert_eq!(items(body, Dialect::Jgn), ["1:a", "2!"], "{body}");
        }
        assert_eq!(items("a\n<b\n>", Dialect::Gib), ["1:a", "2!"]);
    }

    #[test]
    fn numbers_are_no_part_of_a_word() {
        for (word, rest) in [("12.", ""), ("12.a", "a"), ("3...a", "a"), ("79卒78", "79卒78"), ("1-0", "1-0")] {
            assert_eq!(without_number(word), rest);
        }
    }

    #[test]
    fn entries_keep_clocks_and_notes() {
        let notes = ["", " a ", "}", "\\}", "\\n", "a\nb\r", "[%clk 0:00:01]", " [%eval 3]", "\\[", "{"];
        for clock_ms in [None, Some(0), Some(581_000), Some(581_250), Some(360_000_001)] {
            let entry = Entry { deed: String::new(), clock_ms, notes: notes.map(str::to_owned).into() };
            let text = comments(&entry);
            let mut again = Entry::default();
            for item in Items::new(&text, 1, Dialect::Jgn) {
                match item {
                    Ok((_, Item::Comment(comment))) => annotate(&mut again, comment),
                    other => panic!("{other:?} in {text}"),
                }
            }
            assert_eq!(again, entry, "{text}");
        }
    }

    #[test]
    fn clocks_of_others() {
        assert_eq!(text::read_clock_note("[%clk 0:09:41]"), Some((581_000, "")));
        assert_eq!(text::read_clock_note("[%clk 1:00:00.5]"), None);
        assert_eq!(text::read_clock_note("[%clk 0:99:00]"), None);
        assert_eq!(text::read_clock_note("[%clk 99999999999999999:00:00]"), None);
        let mut entry = Entry::default();
        annotate(&mut entry, " [%clk 0:00:09] good ");
        assert_eq!((entry.clock_ms, entry.notes), (Some(9000), vec!["good".to_owned()]));
    }
}
