//! `daeguk uci`: the engine protocol on standard input and output.

use std::io;

use engine::janggi::uci;

use crate::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    uci::run(io::stdin().lock(), io::stdout())?;
    Ok(())
}
