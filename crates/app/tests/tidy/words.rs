//! Words that no file may hold: unfinished code, and traces of one person's machine.

use std::path::Component;

use crate::tree::{TextFile, Tree};

/// Unfinished code. Lints catch most of it; features that are switched off escape them.
const UNFINISHED: &[&str] = &["todo!(", "unimplemented!(", "dbg!("];
/// Homes of people.
const HOMES: &[&str] = &["/home/", "/root/", "/Users/"];
/// Package registries belong into tools and their settings.
const REGISTRIES: &[&str] = &["index.crates.io", "static.crates.io", "registry.npmjs", "registry.yarnpkg", "pypi.org"];
/// Folders that every machine has.
const COMMON_FOLDERS: &[&str] = &["usr", "tmp", "opt", "var", "bin", "etc", "dev", "srv"];

pub(crate) fn complaints(tree: &Tree) -> Vec<String> {
    let mut banned: Vec<String> = [UNFINISHED, HOMES, REGISTRIES].concat().into_iter().map(str::to_owned).collect();
    banned.extend(place_of_checkout(tree));
    let own = |file: &&TextFile| file.path.ends_with("tests/tidy/words.rs");
    tree.files.iter().filter(|file| !own(file)).flat_map(|file| found(file, &banned)).collect()
}

/// The top folder in which this checkout lies, unless every machine has it: nothing may depend on it.
fn place_of_checkout(tree: &Tree) -> Option<String> {
    let top = tree.root.components().find_map(|component| match component {
        Component::Normal(name) => name.to_str(),
        _ => None,
    })?;
    (!COMMON_FOLDERS.contains(&top)).then(|| format!("/{top}/"))
}

fn found(file: &TextFile, banned: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in file.lines() {
        for word in banned.iter().filter(|word| line.contains(word.as_str())) {
            complaints.push(format!("{}:{number}: `{word}` has no place here", file.path));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banned_word_is_found_with_its_line() {
        let file = TextFile { path: "a.rs".to_owned(), text: "fn a() {\n    todo!()\n}\n".to_owned() };
        assert_eq!(found(&file, &["todo!(".to_owned()]), ["a.rs:2: `todo!(` has no place here"]);
    }
}
