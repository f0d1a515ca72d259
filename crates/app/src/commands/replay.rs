//! `daeguk replay`: are the games of these files legal?

use crate::args::Replay;
use crate::progress::Progress;
use crate::source::Source;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Replay, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    // All files are looked at before anything is printed: a mistake in the command line prints nothing.
    let sources: Vec<_> = args.files.iter().map(|file| Source::recognize(house, file)).collect::<Result<_, _>>()?;
    let mut tally = Tally::default();
    let mut progress = Progress::new();
    for (done, source) in sources.iter().enumerate() {
        progress.show(console, || format!("{done} of {} files, {}", sources.len(), tally.summary()));
        replay(source, &mut tally, &mut progress, console)?;
    }
    progress.wipe(console);
    writeln!(console.out, "{}", tally.summary())?;
    if tally.refused > 0 { Err(Failure::Reported) } else { Ok(()) }
}

fn replay(
    source: &Source,
    tally: &mut Tally,
    progress: &mut Progress,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    for game in source.format.read(&source.bytes()?) {
        match game {
            Ok(_) => tally.legal += 1,
            Err(error) => {
                tally.refused += 1;
                progress.wipe(console);
                writeln!(console.out, "{}:{}: {}", source.path.display(), error.line, error.refusal)?;
            }
        }
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    legal: u64,
    refused: u64,
}

impl Tally {
    fn summary(&self) -> String {
        format!("{} games, {} legal, {} refused", self.legal + self.refused, self.legal, self.refused)
    }
}
