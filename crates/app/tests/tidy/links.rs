//! Links of Markdown files: to files that exist and headings that exist.

use std::path::{Component, Path, PathBuf};

use crate::tree::{TextFile, Tree};

pub(crate) fn complaints(tree: &Tree) -> Vec<String> {
    tree.ending(".md").flat_map(|file| file_complaints(tree, file)).collect()
}

fn file_complaints(tree: &Tree, file: &TextFile) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in prose(&file.text) {
        for target in targets(line).filter(|target| !is_foreign(target)) {
            if !leads_somewhere(tree, file, target) {
                complaints.push(format!("{}:{number}: the link `{target}` leads nowhere", file.path));
            }
        }
    }
    complaints
}

fn leads_somewhere(tree: &Tree, file: &TextFile, target: &str) -> bool {
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let path = if path.is_empty() { file.path.clone() } else { resolved(&file.path, path) };
    match (anchor, tree.get(&path)) {
        (None, _) => tree.root.join(&path).exists(),
        (Some(anchor), Some(page)) => headings(&page.text).any(|heading| slug(heading) == anchor),
        (Some(_), None) => false,
    }
}

fn is_foreign(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// A path relative to a file, from the root of the repository.
fn resolved(from: &str, target: &str) -> String {
    let mut path = PathBuf::from(from);
    path.pop();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// Lines outside of code blocks, without their `code spans`.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// `[text](target)`, `[text]: target`, `src="target"` and `href="target"`.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let between = |open: &'static str, close: [char; 2]| {
        line.match_indices(open).filter_map(move |(at, _)| line[at + open.len()..].split(close).next())
    };
    let reference = line.starts_with('[').then(|| line.split_once("]: ")).flatten().map(|(_, target)| target.trim());
    between("](", [')', ' '])
        .chain(between("src=\"", ['"', '"']))
        .chain(between("href=\"", ['"', '"']))
        .chain(reference)
}

fn headings(text: &str) -> impl Iterator<Item = &str> {
    prose(text).filter_map(|(_, line)| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim())
}

/// The anchor that web hosts make of a heading.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_resolved() {
        let line = "see [a](docs/a.md), ![b](b.svg \"b\") and <img src=\"c.svg\">";
        assert_eq!(targets(line).collect::<Vec<_>>(), ["docs/a.md", "b.svg", "c.svg"]);
        assert_eq!(resolved("docs/rules/janggi.md", "../../README.md"), "README.md");
        assert_eq!(slug("§12 The pass, 한수쉼"), "12-the-pass-한수쉼");
        assert_eq!(prose("a\n```\nb\n```\nc").map(|(number, _)| number).collect::<Vec<_>>(), [1, 5]);
    }
}
