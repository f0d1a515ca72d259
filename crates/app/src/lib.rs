//! The command line, as a library so that tests can run it without a process.
//!
//! [`args`] says what may be typed, [`commands`](self) what then happens: one file a command. All
//! output goes through a [`Console`], every way to fail is a [`Failure`].

pub mod args;
mod commands;
mod console;
mod failure;
mod house;
mod interrupt;
mod progress;
mod sitting;
mod source;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::FromArgMatches as _;

pub use console::Console;
pub use failure::{Exit, Failure};
pub use house::House;

use args::Cli;

/// Runs the binary: its own arguments, its own streams, the games of the house.
#[must_use]
pub fn main() -> ExitCode {
    // Not locked: engines write to standard output from threads of their own.
    let mut out = io::BufWriter::new(io::stdout());
    let mut err = io::stderr();
    let mut console = Console::of_process(&mut out, &mut err);
    run(std::env::args_os(), House::new(engine::catalog::games()), &mut console).into()
}

/// Runs one command line; its first word is the name of the program.
pub fn run<W>(words: impl IntoIterator<Item = W>, house: House, console: &mut Console<'_>) -> Exit
where
    W: Into<OsString> + Clone,
{
    let ran = parse(words, house).and_then(|cli| commands::run(cli, house, console));
    // What was printed is part of the answer: it leaves before the last word on standard error.
    let flushed = console.out.flush().map_err(Failure::from);
    match ran.and(flushed) {
        Ok(()) => Exit::Done,
        Err(failure) => failure.report(console),
    }
}

fn parse<W>(words: impl IntoIterator<Item = W>, house: House) -> Result<Cli, Failure>
where
    W: Into<OsString> + Clone,
{
    let matches = args::command(&house.kinds()).try_get_matches_from(words)?;
    Ok(Cli::from_arg_matches(&matches)?)
}
