//! `daeguk games`: what can be played, and how.

use std::collections::BTreeMap;
use std::io::{self, Write};

use engine::catalog;
use engine::levels::LevelInfo;
use game::{Choice, Format, Game, Preset, Title};
use serde::Serialize;

use crate::args::Games;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Games, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let games: Vec<_> = house.games().map(listed).collect();
    if args.json {
        serde_json::to_writer_pretty(&mut *console.out, &games).map_err(io::Error::from)?;
        writeln!(console.out)?;
    } else {
        for (index, game) in games.iter().enumerate() {
            if index > 0 {
                writeln!(console.out)?;
            }
            print(game, console.out)?;
        }
    }
    Ok(())
}

/// What is told of a game; for programs, the names of these fields are a contract.
#[derive(Serialize)]
struct Listed {
    kind: &'static str,
    titles: Title,
    seats: &'static [&'static str],
    presets: Vec<ListedPreset>,
    options: Vec<ListedChoice>,
    starts: Vec<ListedChoice>,
    formats: Vec<ListedFormat>,
    levels: Vec<ListedLevel>,
}

#[derive(Serialize)]
struct ListedPreset {
    name: &'static str,
    about: &'static str,
    options: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct ListedChoice {
    key: &'static str,
    /// The default first.
    values: Vec<String>,
    about: &'static str,
}

#[derive(Serialize)]
struct ListedFormat {
    name: &'static str,
    about: &'static str,
    exact: bool,
    writes: bool,
}

#[derive(Serialize)]
struct ListedLevel {
    name: &'static str,
    titles: Title,
    about: Option<Title>,
}

fn listed(game: &dyn Game) -> Listed {
    let about = game.about();
    let defaults = options(game, "");
    Listed {
        kind: about.kind,
        titles: about.title,
        seats: about.seats,
        presets: about.presets.iter().map(|preset| listed_preset(game, preset)).collect(),
        options: about.options.iter().map(|choice| listed_choice(choice, defaults.get(choice.key))).collect(),
        starts: about.starts.iter().map(|choice| listed_choice(choice, None)).collect(),
        formats: about.formats.iter().map(listed_format).collect(),
        levels: catalog::levels(about.kind).iter().map(listed_level).collect(),
    }
}

fn options(game: &dyn Game, rules: &str) -> BTreeMap<&'static str, String> {
    game.options(rules).unwrap_or_default().into_iter().collect()
}

fn listed_preset(game: &dyn Game, preset: &Preset) -> ListedPreset {
    ListedPreset { name: preset.name, about: preset.about, options: options(game, preset.name) }
}

/// A choice with its default first: the default preset's value, or else the first that is declared.
fn listed_choice(choice: &Choice, default: Option<&String>) -> ListedChoice {
    let mut values: Vec<_> = choice.values.iter().map(ToString::to_string).collect();
    if let Some(default) = default.filter(|default| !default.is_empty()) {
        values.retain(|value| value != default);
        values.insert(0, default.clone());
    }
    ListedChoice { key: choice.key, values, about: choice.about }
}

fn listed_format(format: &Format) -> ListedFormat {
    ListedFormat { name: format.name, about: format.about, exact: format.exact, writes: format.write.is_some() }
}

const fn listed_level(level: &LevelInfo) -> ListedLevel {
    ListedLevel { name: level.name, titles: level.title, about: level.about }
}

fn print(game: &Listed, out: &mut dyn Write) -> io::Result<()> {
    let Title { ko, en, ja } = game.titles;
    writeln!(out, "{}: {en}, {ko}, {ja}", game.kind)?;
    writeln!(out, "  seats: {}", game.seats.join(", "))?;
    let presets = game.presets.iter().map(|preset| (preset.name.to_owned(), preset.about));
    section(out, "presets (the first is the default)", presets.collect())?;
    section(out, "options of the rules (the default first)", game.options.iter().map(choice_line).collect())?;
    section(out, "options of the start (the default first)", game.starts.iter().map(choice_line).collect())?;
    section(out, "record formats", game.formats.iter().map(format_line).collect())?;
    // Ranks say enough by themselves.
    let levels = game.levels.iter().filter_map(|level| Some((level.name.to_owned(), level.about?.en)));
    section(out, "levels of the computer (the weakest first)", levels.collect())
}

fn choice_line(choice: &ListedChoice) -> (String, &'static str) {
    (format!("{}={}", choice.key, choice.values.join("|")), choice.about)
}

fn format_line(format: &ListedFormat) -> (String, &'static str) {
    let name = if format.writes { format.name.to_owned() } else { format!("{} (reading only)", format.name) };
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
