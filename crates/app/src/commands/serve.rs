//! `daeguk serve`: until there is a server, what the house can do without one.

use crate::{Console, Failure, House};

pub(crate) fn run(house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let titles: Vec<_> = house.games().map(|game| game.about().title).collect();
    let names: Vec<_> = titles.iter().map(|title| format!("{} {}", title.en, title.ko)).collect();
    writeln!(console.out, "Daeguk 대국 {}: {}.", env!("CARGO_PKG_VERSION"), names.join(", "))?;
    write!(console.out, "{WELCOME}")?;
    Ok(())
}

const WELCOME: &str = "
The boards in the browser are not there yet. The rules are, on the command line:

  daeguk games             the games, their rule sets and options
  daeguk show janggi       a board
  daeguk legal janggi      every legal move
  daeguk --help            everything else
";
