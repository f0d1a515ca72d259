//! `daeguk backup`, `restore`, `check` and `move-house`: the books, at the machine itself.

use server::Told;

use super::serve::books;
use crate::args::keeping::{Backup, Check, MoveHouse, Restore};
use crate::args::people::Books;
use crate::{Console, Failure};

pub(crate) fn back_up(args: &Backup) -> Result<(), Failure> {
    server::back_up(&address(&args.books)?, &args.file).map_err(misused)
}

pub(crate) fn restore(args: &Restore, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(aside) = server::restore(&args.file, &address(&args.books)?, args.replace).map_err(misused)? {
        writeln!(console.out, "the former database is {}", aside.display())?;
    }
    Ok(())
}

pub(crate) fn check(args: &Check, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut problems = Vec::new();
    let checked = server::check(&address(&args.books)?, &mut |told| match told {
        Told::Progress(so_far) => console.note(&format!("{} games", so_far.games)),
        Told::Problem(problem) => problems.push(problem.to_owned()),
    });
    let checked = checked.map_err(misused)?;
    for problem in &problems {
        writeln!(console.out, "{problem}")?;
    }
    let server::Checked { games, events, cards, studies, problems, hash } = checked;
    writeln!(console.out, "{games} games, {events} events, {cards} cards, {studies} studies, {problems} problems")?;
    writeln!(console.out, "hash of all games: {hash:032x}")?;
    if problems > 0 { Err(Failure::Reported) } else { Ok(()) }
}

pub(crate) fn move_house(args: &MoveHouse, console: &mut Console<'_>) -> Result<(), Failure> {
    let rows = server::move_house(&address(&args.books)?, &args.to).map_err(misused)?;
    writeln!(console.out, "{rows} rows, every table as it was")?;
    Ok(())
}

pub(super) fn address(place: &Books) -> Result<String, Failure> {
    Ok(books(place.database.as_ref(), place.data.as_ref())?.database)
}

pub(super) fn misused(error: impl std::fmt::Display) -> Failure {
    Failure::Misused(error.to_string())
}
