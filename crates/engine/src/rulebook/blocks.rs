//! Paragraphs, lists, tables, code and boards of an article.

use serde::Serialize;

use super::inline::{self, Inline};
use super::sample;

/// A part of an article.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    P(Vec<Inline>),
    /// A list.
    List(List),
    /// A table: the first row is its head.
    Table(Vec<Vec<Vec<Inline>>>),
    /// Lines as they are.
    Code(String),
    /// A quotation.
    Quote(Vec<Block>),
    /// A board to try.
    Board(TryBoard),
    /// A game to step through.
    Sample(Sample),
}

/// A list.
#[derive(Clone, Debug, Serialize)]
pub struct List {
    /// The first number, if it is numbered.
    pub start: Option<u32>,
    /// Its items.
    pub items: Vec<Vec<Block>>,
}

/// A board to try: a fence `board KIND RULES` with lines `state`, `acts`, `pick` and `refuse`.
#[derive(Clone, Debug, Serialize)]
pub struct TryBoard {
    /// The game.
    pub kind: String,
    /// The rules.
    pub rules: String,
    /// Where it begins; the start of a game without it.
    pub state: Option<String>,
    /// What is done first.
    pub acts: Vec<String>,
    /// The cell of the piece to pick up first.
    pub pick: Option<String>,
    /// An action that is refused, and with which code.
    pub refuse: Vec<(String, String)>,
}

/// A game to step through.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    /// The rules.
    pub rules: String,
    /// Where it begins.
    pub state: String,
    /// What is done.
    pub acts: Vec<String>,
    /// What the book says of each, or nothing.
    pub notes: Vec<String>,
}

impl Block {
    /// The rows of a table, without its head.
    pub(super) fn rows(&self) -> &[Vec<Vec<Inline>>] {
        match self {
            Self::Table(rows) => rows.get(1..).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Every word, cut at what can be no part of a code.
    pub(super) fn words(&self) -> Vec<String> {
        let cut = |text: &str| -> Vec<String> {
            text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map(str::to_owned).collect()
        };
        match self {
            Self::P(pieces) => cut(&inline::plain(pieces)),
            Self::List(list) => list.items.iter().flatten().flat_map(Self::words).collect(),
            Self::Quote(blocks) => blocks.iter().flat_map(Self::words).collect(),
            Self::Table(rows) => rows.iter().flatten().flat_map(|cell| cut(&inline::plain(cell))).collect(),
            Self::Code(_) | Self::Board(_) | Self::Sample(_) => Vec::new(),
        }
    }
}

/// Reads the lines of an article.
pub(super) fn read(kind: &str, lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = lines;
    while let Some(line) = rest.first() {
        let used = if line.trim().is_empty() || line.trim() == "---" {
            1
        } else if let Some(name) = line.trim_start().strip_prefix("```") {
            let (used, block) = fence(kind, name.trim(), rest);
            blocks.extend(block);
            used
        } else if line.starts_with('|') {
            let rows: Vec<_> = rest.iter().take_while(|line| line.starts_with('|')).collect();
            blocks.push(Block::Table(rows.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect()));
            rows.len()
        } else if line.starts_with('>') {
            let quoted: Vec<&str> = rest.iter().map_while(|line| line.strip_prefix('>')).map(str::trim_start).collect();
            blocks.push(Block::Quote(read(kind, &quoted)));
            quoted.len()
        } else if bullet(line).is_some() {
            list(kind, rest, &mut blocks)
        } else {
            let words: Vec<&str> = rest.iter().take_while(|line| is_prose(line)).copied().collect();
            if !names_files(&words) {
                blocks.push(Block::P(inline::read(&joined(&words))));
            }
            words.len()
        };
        rest = rest.get(used.max(1)..).unwrap_or_default();
    }
    blocks
}

/// Whether a paragraph only says where the book lies in other languages: a page has its own way there.
fn names_files(lines: &[&str]) -> bool {
    lines.iter().any(|line| line.contains(".md)"))
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn is_prose(line: &str) -> bool {
    !line.trim().is_empty()
        && !line.trim_start().starts_with("```")
        && !line.starts_with(['|', '>'])
        && bullet(line).is_none()
}

fn is_rule(row: &str) -> bool {
    row.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '))
}

/// A bar within code does not end a cell.
fn cells(row: &str) -> Vec<Vec<Inline>> {
    let inner = row.trim().trim_start_matches('|').strip_suffix('|').unwrap_or(row);
    let mut parts = vec![String::new()];
    let mut in_code = false;
    for c in inner.chars() {
        in_code ^= c == '`';
        match parts.last_mut() {
            Some(_) if c == '|' && !in_code => parts.push(String::new()),
            Some(part) => part.push(c),
            None => {}
        }
    }
    parts.iter().map(|part| inline::read(part.trim())).collect()
}

/// The number of a list item, if it has one, and how far it is indented.
fn bullet(line: &str) -> Option<(Option<u32>, usize)> {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    if text.starts_with("- ") || text.starts_with("* ") {
        return Some((None, indent + 2));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits)?.parse().ok()?;
    text.get(digits..)?.starts_with(". ").then_some((Some(number), indent + digits + 2))
}

/// One list: items of the first one's kind, with all that is indented below them.
fn list(kind: &str, lines: &[&str], blocks: &mut Vec<Block>) -> usize {
    let Some((start, _)) = lines.first().and_then(|line| bullet(line)) else { return 1 };
    let base = lines[0].len() - lines[0].trim_start().len();
    let mut items = Vec::new();
    let mut used = 0;
    while let Some(line) = lines.get(used) {
        let indent = line.len() - line.trim_start().len();
        let Some((number, width)) = bullet(line).filter(|_| indent == base) else { break };
        if number.is_some() != start.is_some() {
            break;
        }
        let below: Vec<&str> = lines[used + 1..].iter().take_while(|line| indented(line, base)).copied().collect();
        let first = line.get(width..).unwrap_or_default();
        let own: Vec<&str> = std::iter::once(first).chain(below.iter().map(|line| dedented(line, width))).collect();
        items.push(read(kind, &own));
        used += 1 + below.len();
    }
    blocks.push(Block::List(List { start, items }));
    used
}

/// The line without the indentation of its item.
fn dedented(line: &str, width: usize) -> &str {
    let indent = line.len() - line.trim_start().len();
    line.get(width.min(indent)..).unwrap_or_default()
}

fn indented(line: &str, base: usize) -> bool {
    !line.trim().is_empty() && line.len() - line.trim_start().len() > base
}

fn fence(kind: &str, name: &str, lines: &[&str]) -> (usize, Option<Block>) {
    let inside: Vec<&str> =
        lines[1..].iter().take_while(|line| !line.trim_start().starts_with("```")).copied().collect();
    let text = inside.join("\n");
    let block = match name.split_once(' ') {
        Some(("board", head)) => board(head, &inside).map(Block::Board),
        _ => sample(kind, name, &text).map(Block::Sample).or(Some(Block::Code(text))),
    };
    (inside.len() + 2, block)
}

fn board(head: &str, lines: &[&str]) -> Option<TryBoard> {
    let (kind, rules) = head.split_once(' ')?;
    let (mut state, mut acts, mut pick, mut refuse) = (None, Vec::new(), None, Vec::new());
    for line in lines {
        let (word, value) = line.split_once(' ')?;
        match word {
            "state" => state = Some(value.to_owned()),
            "acts" => acts.extend(value.split(' ').map(str::to_owned)),
            "pick" => pick = Some(value.to_owned()),
            "refuse" => refuse.extend(value.split_once(' ').map(|(act, code)| (act.to_owned(), code.to_owned()))),
            _ => return None,
        }
    }
    Some(TryBoard { kind: kind.to_owned(), rules: rules.to_owned(), state, acts, pick, refuse })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_tables_quotes_and_fences_are_read() {
        let text = "Words\ngo on.\n\n1. One\n   more\n   - inner\n   - last\n2. Two\n\n| a | b |\n|---|---|\n| `x|y` | §3 |\n> said\n\n```text\n  a\n```\n";
        let lines: Vec<_> = text.lines().collect();
        let blocks = read("janggi", &lines);
        let [Block::P(words), Block::List(list), Block::Table(rows), Block::Quote(_), Block::Code(code)] =
            blocks.as_slice()
        else {
            panic!("{blocks:?}")
        };
        assert_eq!(inline::plain(words), "Words go on.");
        assert_eq!((list.start, list.items.len(), list.items[0].len()), (Some(1), 2, 2));
        assert_eq!((rows.len(), rows[1].len(), code.as_str()), (2, 2, "  a"));
    }

    #[test]
    fn a_board_is_read_line_by_line() {
        let text = "```board janggi casual\nstate 4k4/9 w\nacts a1a2 a2a3\npick e5\nrefuse e5f7 E_LEG\n```";
        let lines: Vec<_> = text.lines().collect();
        let [Block::Board(board)] = &read("janggi", &lines)[..] else { panic!("no board") };
        assert_eq!((board.rules.as_str(), board.acts.len(), board.pick.as_deref()), ("casual", 2, Some("e5")));
        assert_eq!(board.refuse, [("e5f7".to_owned(), "E_LEG".to_owned())]);
    }
}
