//! The one binary of the house.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::main()
}
