//! `daeguk people`: accounts, at the machine itself.

use server::Errand;

use super::serve::books;
use crate::args::people::{Books, People, PeopleErrand};
use crate::{Console, Failure};

pub(crate) fn run(args: &People, console: &mut Console<'_>) -> Result<(), Failure> {
    let (errand, place) = errand(&args.errand);
    let config = books(place.database.as_ref(), place.data.as_ref())?;
    let lines = server::run_errand(&config.database, &errand).map_err(|error| Failure::Misused(error.to_string()))?;
    for line in lines {
        writeln!(console.out, "{line}")?;
    }
    Ok(())
}

fn errand(args: &PeopleErrand) -> (Errand, &Books) {
    match args {
        PeopleErrand::Host(named) => (Errand::Host(named.name.clone()), &named.books),
        PeopleErrand::List(books) => (Errand::List, books),
        PeopleErrand::Reset(named) => (Errand::Reset(named.name.clone()), &named.books),
        PeopleErrand::Ban(ban) => (Errand::Ban { name: ban.name.clone(), days: ban.days }, &ban.books),
    }
}
