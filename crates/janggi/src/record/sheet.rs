//! Files of games with tags: where each game stands, and its tag lines `[Name "value"]`.

use game::RecordError;

use super::malformed;

/// How a format writes what stands between quotes and braces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Like PGN, with `\` as an escape; `( … )` is a variation.
    Jgn,
    /// Without escapes; `<n>` is an annotation.
    Gib,
}

/// One game of a file, not yet understood.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    /// The line on which it begins, counted from 1.
    pub(super) line: u32,
    pub(super) tags: Vec<Tag>,
    /// The first tag line that is none.
    pub(super) broken: Option<RecordError>,
    /// Everything behind the tags.
    pub(super) body: &'a str,
    /// The line on which that begins.
    pub(super) body_line: u32,
}

/// A name and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub(super) line: u32,
    pub(super) name: String,
    pub(super) value: String,
}

impl Sheet<'_> {
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|tag| tag.value.as_str())
    }

    /// The line to blame when a tag's value is wrong.
    pub(super) fn line_of(&self, name: &str) -> u32 {
        self.tag(name).map_or(self.line, |tag| tag.line)
    }

    fn blame(&mut self, error: RecordError) {
        self.broken.get_or_insert(error);
    }

    fn starts_anew(&self, name: Option<&str>) -> bool {
        !self.body.is_empty() || name.is_some_and(|name| self.tag(name).is_some())
    }
}

/// No game has more tags; looking them up stays cheap.
const TAGS_MAX: usize = 200;

/// Takes a file apart. A tag line begins a new game if moves stand before it or its name has been
/// there already; that way no game can swallow the next.
pub(super) fn sheets(text: &str, dialect: Dialect) -> Vec<Sheet<'_>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut body_start = 0;
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1_u32..) {
        let (start, end) = (at, at + line.len());
        at = end;
        let content = line.trim_start_matches('\u{feff}').trim();
        if content.is_empty() {
            continue;
        }
        let tag = is_tag_line(content).then(|| read_tag(content, number, dialect));
        let name = tag.as_ref().and_then(|tag| tag.as_ref().ok()).map(|tag| tag.name.as_str());
        if sheets.last().is_none_or(|sheet| tag.is_some() && sheet.starts_anew(name)) {
            sheets.push(Sheet { line: number, tags: Vec::new(), broken: None, body: "", body_line: number });
        }
        let Some(sheet) = sheets.last_mut() else { continue };
        match tag {
            Some(Ok(tag)) if sheet.tags.len() < TAGS_MAX => sheet.tags.push(tag),
            Some(Ok(tag)) => sheet.blame(RecordError::new(tag.line, malformed("a game has too many tags"))),
            Some(Err(error)) => sheet.blame(error),
            None => {
                if sheet.body.is_empty() {
                    (body_start, sheet.body_line) = (start, number);
                }
                sheet.body = &text[body_start..end];
            }
        }
    }
    sheets
}

/// `[%` opens a command in a comment, not a tag.
fn is_tag_line(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic))
}

fn read_tag(line: &str, number: u32, dialect: Dialect) -> Result<Tag, RecordError> {
    let split = || {
        let inside = line.strip_prefix('[')?.strip_suffix(']')?.trim();
        let (name, quoted) = inside.split_once(char::is_whitespace)?;
        let value = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
        is_name(name).then_some((name, value))
    };
    let (name, value) = split()
        .filter(|(_, value)| dialect == Dialect::Gib || is_escaped(value))
        .ok_or_else(|| RecordError::new(number, malformed("a tag is written `[Name \"value\"]`")))?;
    let value = if dialect == Dialect::Jgn { unescape(value) } else { value.to_owned() };
    Ok(Tag { line: number, name: name.to_owned(), value })
}

/// Whether a tag may be called so.
pub(super) fn is_name(name: &str) -> bool {
    let plain = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
    name.starts_with(char::is_alphabetic) && name.chars().all(plain)
}

/// Whether every quote inside a value is escaped, and none by half.
fn is_escaped(value: &str) -> bool {
    let mut chars = value.chars();
    while let Some(character) = chars.next() {
        if character == '"' || (character == '\\' && chars.next().is_none()) {
            return false;
        }
    }
    true
}

fn unescape(value: &str) -> String {
    game::text::unescape(value, |letter| matches!(letter, '"' | '\\').then_some(letter))
}

/// A tag line of ours. A line break inside a value becomes a blank.
pub(super) fn tag_line(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    format!("[{name} \"{value}\"]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_apart() {
        let text = "\u{feff}[A \"1\"]\n[B \"x \\\"y\\\" \\\\\"]\n\n1. a\n2. b\n\n[A \"2\"]\n[A \"3\"]\nz";
        let sheets = sheets(text, Dialect::Jgn);
        let seen: Vec<_> =
            sheets.iter().map(|sheet| (sheet.line, sheet.tags.len(), sheet.body, sheet.body_line)).collect();
        assert_eq!(seen, [(1, 2, "1. a\n2. b\n", 4), (7, 1, "", 7), (8, 1, "z", 9)]);
        assert_eq!(sheets[0].value("B"), Some("x \"y\" \\"));
    }

    #[test]
    fn a_broken_tag_is_blamed_and_still_begins_a_game() {
        let sheets = sheets("[A \"1\"]\n*\n[B \"2]\n[C \"a\"b\"]\n*\n", Dialect::Jgn);
        assert_eq!(sheets.len(), 2);
        assert!(sheets[0].broken.is_none());
        assert_eq!(sheets[1].broken.as_ref().map(|error| error.line), Some(3));
    }

    #[test]
    fn values_survive_writing() {
        for value in ["", "\"", "\\", "\\\"", "a\\nb", "한 \"수\""] {
            let line = tag_line("Name", value);
            let tag = read_tag(line.trim(), 1, Dialect::Jgn).expect("a tag");
            assert_eq!(tag.value, value);
        }
    }
}
