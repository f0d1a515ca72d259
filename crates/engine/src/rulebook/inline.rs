//! Words within a paragraph: plain, strong, emphasized, code.

use serde::Serialize;

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Inline {
    /// Plain words.
    Text(String),
    /// `**strong**`
    Strong(Vec<Inline>),
    /// `*emphasized*`
    Em(Vec<Inline>),
    /// `` `code` ``
    Code(String),
}

/// Reads a line. What is not closed is plain. Links keep their words alone: a page has its own way to
/// other pages.
pub(super) fn read(text: &str) -> Vec<Inline> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((piece, after)) = special(rest) {
            if !plain.is_empty() {
                found.push(Inline::Text(std::mem::take(&mut plain)));
            }
            found.extend(piece);
            rest = after;
        } else {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        found.push(Inline::Text(plain));
    }
    found
}

fn special(rest: &str) -> Option<(Vec<Inline>, &str)> {
    if let Some(after) = rest.strip_prefix('`') {
        let (code, after) = after.split_once('`')?;
        return Some((vec![Inline::Code(code.to_owned())], after));
    }
    if let Some(after) = rest.strip_prefix("**") {
        let (inside, after) = after.split_once("**").filter(|(inside, _)| !inside.is_empty())?;
        return Some((vec![Inline::Strong(read(inside))], after));
    }
    if let Some(after) = rest.strip_prefix('*').filter(|after| !after.starts_with([' ', '*'])) {
        let (inside, after) = after.split_once('*').filter(|(inside, _)| !inside.ends_with(' '))?;
        return Some((vec![Inline::Em(read(inside))], after));
    }
    let (words, after) = rest.strip_prefix('[')?.split_once("](")?;
    let (_, after) = after.split_once(')').filter(|_| !words.contains(['[', ']']))?;
    Some((read(words), after))
}

/// The words alone.
pub(super) fn plain(pieces: &[Inline]) -> String {
    let text = |piece: &Inline| match piece {
        Inline::Text(text) | Inline::Code(text) => text.clone(),
        Inline::Strong(inside) | Inline::Em(inside) => plain(inside),
    };
    pieces.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_and_what_is_open_stays_plain() {
        let text = |text: &str| Inline::Text(text.to_owned());
        assert_eq!(
            read("a **b `c`** *d* [e](f.md) 2 * 3"),
            [
                text("a "),
                Inline::Strong(vec![text("b "), Inline::Code("c".to_owned())]),
                text(" "),
                Inline::Em(vec![text("d")]),
                text(" "),
                text("e"),
                text(" 2 * 3"),
            ]
        );
        assert_eq!(read("`open and **open"), [text("`open and **open")]);
        assert_eq!(plain(&read("**a** `b`")), "a b");
    }
}
