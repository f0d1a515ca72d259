//! The real binary, run like a script would run it.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

/// Where the tests keep their records.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

/// Runs the binary far from any terminal, beside the tests' records.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_daeguk"));
    command.args(words).current_dir(DATA).stdin(Stdio::null()).env_remove("COLUMNS").env_remove("NO_COLOR");
    command
}

/// Everything that a script can see of a run: standard output, standard error, exit status.
#[allow(dead_code, reason = "not every test file looks at all of it")]
pub(crate) fn transcript(words: &[&str]) -> String {
    let output = command(words).output().expect("the binary runs");
    let status = output.status.code().expect("it ends by itself");
    let mut text = format!("$ daeguk {}\n", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "));
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    if !output.stderr.is_empty() {
        let _ = write!(text, "--- standard error\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let _ = write!(text, "--- exit status {status}");
    text
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}
