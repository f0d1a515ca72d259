//! No function is longer than a screen, but for the nodes of the searches: steps that share thirty
//! locals are easier to follow in one piece.

use crate::tree::{TextFile, Tree};

const LINES_MAX: usize = 60;
const SEARCH_NODES: &[(&str, &str)] = &[
    ("crates/engine/src/alpha_beta.rs", "node"),
    ("crates/engine/src/janggi/search/node.rs", "node"),
    ("crates/engine/src/janggi/search/quiesce.rs", "quiesce"),
];

pub(crate) fn complaints(tree: &Tree) -> Vec<String> {
    tree.ending(".rs").flat_map(too_long).collect()
}

fn too_long(file: &TextFile) -> Vec<String> {
    let allowed = |name: &str| SEARCH_NODES.contains(&(&file.path, name));
    let lines: Vec<&str> = file.text.lines().collect();
    let functions = lines.iter().enumerate().filter_map(|(start, line)| Some((start, line, name(line)?)));
    functions
        .filter(|(start, line, name)| length(&lines[*start..], line) > LINES_MAX && !allowed(name))
        .map(|(start, _, name)| format!("{}:{}: `{name}` is longer than {LINES_MAX} lines", file.path, start + 1))
        .collect()
}

/// The name of the function that begins in a line.
fn name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let begins = before.split_whitespace().all(|word| {
        word.starts_with("pub") || matches!(word, "const" | "async" | "unsafe" | "extern" | "\"C\"" | "default")
    });
    let name = after.split(['(', '<']).next()?;
    (begins && !name.is_empty()).then_some(name)
}

/// From the first line to the brace that closes at the same depth; formatting keeps it there.
fn length(lines: &[&str], first: &str) -> usize {
    if first.ends_with(['}', ';']) {
        return 1;
    }
    let closing = format!("{}}}", &first[..first.len() - first.trim_start().len()]);
    lines.iter().position(|line| *line == closing).map_or(1, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, name: &str, lines: usize) -> TextFile {
        let body = "        step();\n".repeat(lines - 2);
        let text = format!(
            "impl A {{\n    pub(crate) const fn {name}<T>(a: T) {{\n{body}    }}\n    fn one(a: u8) {{}}\n}}\n"
        );
        TextFile { path: path.to_owned(), text }
    }

    #[test]
    fn a_long_function_is_found_with_its_line() {
        assert_eq!(too_long(&file("a.rs", "long", LINES_MAX)), [""; 0]);
        assert_eq!(too_long(&file("a.rs", "long", LINES_MAX + 1)), ["a.rs:2: `long` is longer than 60 lines"]);
    }

    #[test]
    fn only_the_nodes_of_the_searches_may_be() {
        let [(path, node), ..] = SEARCH_NODES else { panic!("there are some") };
        assert_eq!(too_long(&file(path, node, 300)), [""; 0]);
        assert_eq!(too_long(&file(path, "other", 300)).len(), 1);
    }
}
