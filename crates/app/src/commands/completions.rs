//! `daeguk completions`: a script for the shell.

use crate::args::{self, Completions};
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Completions, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(&house.kinds()), "daeguk", &mut script);
    console.out.write_all(&script)?;
    Ok(())
}
