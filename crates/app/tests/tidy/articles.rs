//! Rule books: numbered articles, the same in all languages, and the code that refers to them.

use std::collections::BTreeSet;

use crate::tree::{TextFile, Tree};

const FOLDER: &str = "docs/rules/";
/// How the files of a book end: Korean, Japanese, English.
const ENDINGS: [&str; 3] = [".ko.md", ".ja.md", ".md"];
/// The crates that have a rule book.
const GAMES: &[&str] = crate::layers::LAYERS[1];

/// Articles that one language has and the other has not.
pub(crate) fn untranslated(tree: &Tree) -> Vec<String> {
    let books = tree.ending(".md").filter(|file| file.path.starts_with(FOLDER) && !file.path.ends_with("README.md"));
    books.flat_map(|book| missing_in_twin(tree, book)).collect()
}

fn missing_in_twin(tree: &Tree, book: &TextFile) -> Vec<String> {
    let stem = ENDINGS.iter().find_map(|ending| book.path.strip_suffix(ending)).unwrap_or(&book.path);
    let twins = ENDINGS.iter().map(|ending| format!("{stem}{ending}")).filter(|path| *path != book.path);
    twins.flat_map(|path| missing_in(tree, book, &path)).collect()
}

fn missing_in(tree: &Tree, book: &TextFile, twin_path: &str) -> Vec<String> {
    let Some(twin) = tree.get(twin_path) else {
        return vec![format!("{}:1: there is no {twin_path}", book.path)];
    };
    let missing = headed(&book.text).into_iter().filter(|article| !headed(&twin.text).contains(article));
    missing.map(|article| format!("{}:1: {twin_path} has no heading §{article}", book.path)).collect()
}

/// References in a game's code to articles that its rule book does not have.
pub(crate) fn dangling(tree: &Tree) -> Vec<String> {
    GAMES.iter().flat_map(|game| dangling_in_game(tree, game)).collect()
}

fn dangling_in_game(tree: &Tree, game: &str) -> Vec<String> {
    let book_path = format!("{FOLDER}{game}.md");
    let known = tree.get(&book_path).map(|book| articles(&book.text)).unwrap_or_default();
    let folder = format!("crates/{game}/");
    let sources = tree.ending(".rs").filter(|file| file.path.starts_with(&folder));
    sources.flat_map(|source| dangling_in(source, &known, &book_path)).collect()
}

fn dangling_in(source: &TextFile, known: &BTreeSet<String>, book_path: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in source.lines() {
        for article in references(line).filter(|article| !known.contains(article)) {
            complaints.push(format!("{}:{number}: {book_path} has no article §{article}", source.path));
        }
    }
    complaints
}

/// Articles that have a heading of their own.
fn headed(book: &str) -> BTreeSet<String> {
    book.lines().filter(|line| line.starts_with('#')).flat_map(references).collect()
}

/// Articles that a line of the book begins with, behind the marks of a heading, a list or bold type,
/// and their numbered paragraphs: the second of §6 is §6.2.
fn articles(book: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let mut current = None;
    for line in book.lines() {
        let begin = line.trim_start_matches(['#', '*', '-', '|', '>', ' ']);
        let article = begin.starts_with('§').then(|| references(begin).next()).flatten();
        if line.starts_with('#') {
            current.clone_from(&article);
        }
        let paragraph = line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok());
        known.extend(current.iter().zip(paragraph).map(|(article, (number, _))| format!("{article}.{number}")));
        known.extend(article);
    }
    known
}

/// The numbers behind each `§` of a line, such as `12` or `7.3`.
fn references(line: &str) -> impl Iterator<Item = String> {
    line.split('§').skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        (!number.is_empty()).then(|| number.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_and_references_are_found() {
        assert_eq!(references("as in §12 and §7.3.").collect::<Vec<_>>(), ["12", "7.3"]);
        let book = "# Book\n## §1 Board\nsee §9\n1. A point.\n2. A line, see §3.\n## More\n1. Thanks.\n- **§2** bold\n";
        assert_eq!(articles(book).into_iter().collect::<Vec<_>>(), ["1", "1.1", "1.2", "2"]);
        assert_eq!(headed(book).into_iter().collect::<Vec<_>>(), ["1"]);
    }
}
