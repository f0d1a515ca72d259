//! What the printed rules show must be true of the game.

use game::{Choices as _, Position as _, Rules as _};
use yonin::{Position, Rules, START, Start, YSR};

const BOOKS: [&str; 2] =
    [include_str!("../../../../docs/rules/yonin.md"), include_str!("../../../../docs/rules/yonin.ko.md")];

/// The printed blocks of text, without their indentation.
fn figures(book: &str) -> Vec<String> {
    let fenced = book.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    fenced.map(|block| block.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")).collect()
}

#[test]
fn the_printed_start_is_the_start() {
    let start = Position::start(&Rules::default(), &Start::default()).expect("the game starts");
    let shown = start.show(None, game::Paint::Plain);
    let board: Vec<&str> = shown.lines().take(10).collect();
    for book in BOOKS {
        let figures = figures(book);
        assert!(figures.iter().any(|figure| *figure == board.join("\n")));
        assert!(figures.iter().any(|figure| figure.trim() == START));
    }
}

#[test]
fn the_printed_record_is_read() {
    for book in BOOKS {
        let figures = figures(book);
        let record = figures.iter().find(|figure| figure.contains("options")).expect("a record");
        let lines: Vec<&str> = record.lines().map(str::trim).collect();
        let games = YSR.read(lines.join("\n").as_bytes());
        assert!(games.len() == 1 && games[0].is_ok(), "{games:?}");
    }
}

#[test]
fn the_printed_options_and_presets_are_all_there_are() {
    for book in BOOKS {
        for choice in Rules::CHOICES.iter().chain(Start::CHOICES) {
            assert!(book.contains(&format!("| `{}`", choice.key)), "{}", choice.key);
            let values = choice.values.iter().filter(|value| **value != "N");
            assert!(values.clone().all(|value| book.contains(&format!("`{value}`"))), "{:?}", choice.values);
        }
        for preset in Rules::PRESETS {
            let rules = Rules::preset(preset.name).expect("a preset");
            let row = book.lines().find(|line| line.starts_with(&format!("| `{}` |", preset.name))).expect("a row");
            for choice in Rules::CHOICES {
                let value = rules.get(choice.key).expect("a value");
                let differs = value != choice.values[0];
                assert_eq!(row.contains(&format!("`{}={value}`", choice.key)), differs, "{row}");
            }
        }
    }
}
