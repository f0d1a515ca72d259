//! `daeguk convert`: records from one format to another.

use game::record::Writer;
use game::{Game, Refusal};

use crate::args::Convert;
use crate::source::Source;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Convert, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let source = Source::recognize(house, &args.file)?;
    let write = writer(source.game, &args.to)?;
    let mut complete = true;
    for (index, game) in source.format.read(&source.bytes()?).into_iter().enumerate() {
        let written = game
            .map_err(|error| (error.line.to_string(), error.refusal))
            .and_then(|record| write(&record).map_err(|refusal| (format!("game {}", index + 1), refusal)));
        match written {
            Ok(bytes) => console.out.write_all(&bytes)?,
            Err((place, refusal)) => {
                complete = false;
                report(&source, &place, &refusal, console)?;
            }
        }
    }
    if complete { Ok(()) } else { Err(Failure::Reported) }
}

fn writer(game: &dyn Game, name: &str) -> Result<Writer, Failure> {
    let about = game.about();
    let format = about.formats.iter().find(|format| format.name.eq_ignore_ascii_case(name));
    let names = || {
        let writable = about.formats.iter().filter(|format| format.write.is_some());
        writable.map(|format| format.name).collect::<Vec<_>>().join(", ")
    };
    let Some(format) = format else {
        return Err(Failure::Misused(format!("{} has no format `{name}`; it writes {}", about.kind, names())));
    };
    format
        .write
        .ok_or_else(|| Failure::Misused(format!("`{name}` is for reading only; {} writes {}", about.kind, names())))
}

fn report(source: &Source, place: &str, refusal: &Refusal, console: &mut Console<'_>) -> Result<(), Failure> {
    console.out.flush()?;
    console.note(&format!("{}:{place}: {refusal}", source.path.display()));
    Ok(())
}
