//! `daeguk games`: what can be played, and how.

use std::io::{self, Write};

use game::{About, Choice, Format, Title};
use serde::Serialize;

use crate::args::Games;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Games, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let games: Vec<_> = house.games().map(game::Game::about).collect();
    if args.json {
        let games: Vec<_> = games.iter().map(Listed::from).collect();
        serde_json::to_writer_pretty(&mut *console.out, &games).map_err(io::Error::from)?;
        writeln!(console.out)?;
    } else {
        for (index, about) in games.iter().enumerate() {
            if index > 0 {
                writeln!(console.out)?;
            }
            print(about, console.out)?;
        }
    }
    Ok(())
}

fn print(about: &About, out: &mut dyn Write) -> io::Result<()> {
    let Title { ko, en, ja } = about.title;
    writeln!(out, "{}: {en}, {ko}, {ja}", about.kind)?;
    writeln!(out, "  seats: {}", about.seats.join(", "))?;
    let presets = about.presets.iter().map(|preset| (preset.name.to_owned(), preset.about));
    section(out, "presets (the first is the default)", presets.collect())?;
    section(out, "options of the rules (the first value is the default)", about.options.iter().map(choice).collect())?;
    section(out, "options of the start", about.starts.iter().map(choice).collect())?;
    section(out, "record formats", about.formats.iter().map(format).collect())
}

fn choice(choice: &Choice) -> (String, &'static str) {
    (format!("{}={}", choice.key, choice.values.join("|")), choice.about)
}

fn format(format: &Format) -> (String, &'static str) {
    let name = if format.write.is_some() { format.name.to_owned() } else { format!("{} (reading only)", format.name) };
    (name, format.about)
}

/// Names on the left, what they mean beside them; a name that is too long has the line for itself.
fn section(out: &mut dyn Write, title: &str, lines: Vec<(String, &str)>) -> io::Result<()> {
    const WIDTH: usize = 34;
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {title}:")?;
    for (name, about) in lines {
        if name.chars().count() > WIDTH {
            writeln!(out, "    {name}\n    {:WIDTH$}  {about}", "")?;
        } else {
            writeln!(out, "    {name:WIDTH$}  {about}")?;
        }
    }
    Ok(())
}

/// What programs are told of a game; the names of these fields are a contract.
#[derive(Serialize)]
struct Listed {
    kind: &'static str,
    titles: Title,
    seats: &'static [&'static str],
    presets: Vec<ListedPreset>,
    options: Vec<ListedChoice>,
    starts: Vec<ListedChoice>,
    formats: Vec<ListedFormat>,
}

#[derive(Serialize)]
struct ListedPreset {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct ListedChoice {
    key: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

#[derive(Serialize)]
struct ListedFormat {
    name: &'static str,
    about: &'static str,
    exact: bool,
    writes: bool,
}

impl From<&About> for Listed {
    fn from(about: &About) -> Self {
        Self {
            kind: about.kind,
            titles: about.title,
            seats: about.seats,
            presets: about.presets.iter().map(|it| ListedPreset { name: it.name, about: it.about }).collect(),
            options: about.options.iter().map(ListedChoice::from).collect(),
            starts: about.starts.iter().map(ListedChoice::from).collect(),
            formats: about.formats.iter().map(ListedFormat::from).collect(),
        }
    }
}

impl From<&Choice> for ListedChoice {
    fn from(choice: &Choice) -> Self {
        Self { key: choice.key, values: choice.values, about: choice.about }
    }
}

impl From<&Format> for ListedFormat {
    fn from(format: &Format) -> Self {
        Self { name: format.name, about: format.about, exact: format.exact, writes: format.write.is_some() }
    }
}
