//! Where a command speaks.

use std::io::{self, IsTerminal as _, Write};

use game::Paint;

use crate::Exit;

/// The two output streams of a command, and what they can do.
pub struct Console<'a> {
    /// Standard output: the answer and nothing else.
    pub out: &'a mut (dyn Write + 'a),
    /// Standard error: refusals, mistakes and progress.
    pub err: &'a mut (dyn Write + Send + 'a),
    /// Whether standard output may use colors.
    pub colorful: bool,
    /// Whether someone watches standard error, so that progress is worth showing.
    pub watched: bool,
}

impl<'a> Console<'a> {
    /// The streams of this process.
    pub fn of_process(out: &'a mut dyn Write, err: &'a mut (dyn Write + Send)) -> Self {
        Self { out, err, colorful: wants_color(), watched: io::stderr().is_terminal() }
    }

    /// How boards are to be painted.
    #[must_use]
    pub const fn paint(&self) -> Paint {
        if self.colorful { Paint::Color } else { Paint::Plain }
    }

    /// Says on standard error why a command leaves with that status.
    pub fn complain(&mut self, exit: Exit, message: &str) -> Exit {
        self.note(message);
        exit
    }

    /// A line on standard error. If even that is gone there is nobody left to tell.
    pub fn note(&mut self, message: &str) {
        drop(writeln!(self.err, "{message}"));
    }
}

fn wants_color() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
