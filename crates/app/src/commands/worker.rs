//! `daeguk worker`: thinking for a house that is on another machine.

use std::num::NonZeroUsize;

use worker::{Settings, Token};

use crate::args::worker::Worker;
use crate::{Console, Failure, interrupt};

/// Where the token is looked for that is not named.
const VARIABLE: &str = "DAEGUK_TOKEN";

pub(crate) fn run(args: &Worker, console: &mut Console<'_>) -> Result<(), Failure> {
    let house = args.house.parse().map_err(|error| Failure::Misused(format!("`{}`: {error}", args.house)))?;
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let settings = Settings { house, token: token(args)?, threads };
    let stop = interrupt::flag()?;
    writeln!(console.out, "Daeguk 대국 {}: {threads} at once for {}", env!("CARGO_PKG_VERSION"), settings.house)?;
    console.out.flush()?;
    let worked = worker::work(&settings, stop, &mut |note| console.note(note));
    worked.map_err(|problem| Failure::Misused(problem.to_string()))
}

/// A wrong one is not repeated: it may be somebody's right one elsewhere.
fn token(args: &Worker) -> Result<Token, Failure> {
    let text = match (&args.token, &args.token_file) {
        (Some(text), _) => text.clone(),
        (None, Some(file)) => std::fs::read_to_string(file)
            .map_err(|error| Failure::Misused(format!("cannot read {}: {error}", file.display())))?,
        (None, None) => std::env::var(VARIABLE).map_err(|_| {
            Failure::Misused(format!("a worker needs a token: --token-file FILE, or {VARIABLE} in the environment"))
        })?,
    };
    text.parse().map_err(|error: worker::BadToken| Failure::Misused(error.to_string()))
}
