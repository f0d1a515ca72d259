//! `daeguk collection`: games whose beginnings can be explored, at the machine itself.

use std::fs;

use super::keeping::{address, misused};
use crate::args::collection::{Add, Collection, CollectionErrand, Remove};
use crate::{Console, Failure};

pub(crate) fn run(args: &Collection, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.errand {
        CollectionErrand::Add(args) => add(args, console),
        CollectionErrand::List(place) => {
            for (name, kind, games) in server::collections(&address(place)?).map_err(misused)? {
                writeln!(console.out, "{name}\t{kind}\t{games}")?;
            }
            Ok(())
        }
        CollectionErrand::Remove(Remove { name, books }) => {
            if server::remove_collection(&address(books)?, name).map_err(misused)? {
                Ok(())
            } else {
                Err(Failure::Misused(format!("there is no collection called `{name}`")))
            }
        }
    }
}

fn add(args: &Add, console: &mut Console<'_>) -> Result<(), Failure> {
    let (database, mut added, mut refused) = (address(&args.books)?, 0, 0);
    for path in &args.files {
        let shown = path.display();
        let bytes = fs::read(path).map_err(|error| Failure::Misused(format!("cannot read {shown}: {error}")))?;
        let gathered =
            server::add_collection(&database, &args.name, &path.to_string_lossy(), &bytes).map_err(misused)?;
        added += gathered.added;
        refused += gathered.refused.len();
        for (line, code, detail) in gathered.refused {
            console.note(&format!("{shown}:{line}: {code}: {detail}"));
        }
    }
    writeln!(console.out, "{added} games added, {refused} refused")?;
    Ok(())
}
