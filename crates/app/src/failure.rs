//! Every way in which a command may fail, and what the shell is told.

use std::io;
use std::process::ExitCode;

use game::Refusal;

use crate::Console;

/// The exit status of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All went well, or nobody listens any more.
    Done = 0,
    /// The rules refused something.
    Refused = 1,
    /// The command line or a state string makes no sense.
    Misused = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// The rules refused something that was asked for.
    Refused(Refusal),
    /// Something was refused, and standard output or standard error already says what.
    Reported,
    /// The command line, a state string or a file makes no sense; nothing was printed.
    Misused(String),
    /// Clap speaks: a mistake in the command line, or a text that was asked for, such as help.
    Spoken(Box<clap::Error>),
    /// Writing failed.
    Output(io::Error),
}

impl Failure {
    /// Bad rules or an unreadable state, which are the caller's mistakes and not the rules' answer.
    #[must_use]
    pub fn misused(refusal: &Refusal) -> Self {
        Self::Misused(refusal.to_string())
    }

    /// Says what went wrong, and with which status to leave.
    pub fn report(self, console: &mut Console<'_>) -> Exit {
        match self {
            Self::Refused(refusal) => console.complain(Exit::Refused, &refusal.to_string()),
            Self::Reported => Exit::Refused,
            Self::Misused(message) => console.complain(Exit::Misused, &message),
            Self::Spoken(error) => spoken(&error, console),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Output(error) => console.complain(Exit::Refused, &format!("cannot write: {error}")),
        }
    }
}

fn spoken(error: &clap::Error, console: &mut Console<'_>) -> Exit {
    let text = error.render();
    let text = if console.colorful { text.ansi().to_string() } else { text.to_string() };
    if error.use_stderr() {
        return console.complain(Exit::Misused, text.trim_end());
    }
    match console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush()) {
        Ok(()) => Exit::Done,
        Err(error) => Failure::from(error).report(console),
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What the lab says: an engine, a file or a setting that does not do.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        // With a context it is about a file that it names, not about our own output.
        if error.chain().nth(1).is_some() {
            return Self::Misused(format!("{error:#}"));
        }
        match error.downcast::<io::Error>() {
            Ok(error) => Self::Output(error),
            Err(error) => Self::Misused(format!("{error:#}")),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Spoken(Box::new(error))
    }
}
