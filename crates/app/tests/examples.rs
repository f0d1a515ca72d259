//! The examples that people read are true: those of the help texts run, those of the READMEs print what they say.

mod binary;
mod hosting;

use std::path::Path;

use binary::command;

/// Splits a line as a shell does, as far as our examples need it: blanks and single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What a line prints, standard error behind standard output.
fn printed(line: &str) -> String {
    let words = words(line);
    let words: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
    let output = command(&words).current_dir(root()).output().expect("the binary runs");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("the binary prints text")
}

/// Editors drop blanks at the ends of lines, and documents separate runs by empty lines.
fn trimmed(text: &str) -> String {
    text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Commands with the output that a document claims for them, from its blocks marked `console`.
fn claims(document: &str) -> Vec<(String, String)> {
    let blocks = document.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let runs = blocks.flat_map(|block| block.split("$ ").skip(1));
    runs.filter_map(|run| run.split_once('\n')).map(|(line, out)| (line.to_owned(), out.to_owned())).collect()
}

#[test]
fn the_documents_show_real_output() {
    for name in ["README.md", "README.ko.md"] {
        let document = std::fs::read_to_string(root().join(name)).expect("the document is there");
        let claims = claims(&document);
        assert!(claims.len() >= 5, "{name} shows how to use the command line");
        for (line, out) in claims {
            assert_eq!(trimmed(&printed(&line)), trimmed(&out), "{name}: {line}");
        }
    }
}

/// Lines that need files or would write to a home folder are left out.
#[test]
fn the_examples_of_the_help_texts_run() {
    let commands = ["games", "state", "legal", "show", "perft", "best"];
    for name in commands {
        let help = printed(&format!("daeguk {name} --help"));
        let examples: Vec<_> = help.lines().map(str::trim).filter(|line| line.starts_with("daeguk ")).collect();
        assert!(!examples.is_empty(), "{name} has examples");
        for line in examples {
            let words = words(line);
            let words: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
            let output = command(&words).output().expect("the binary runs");
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
