//! A record becomes a volume: written in the game's own format, with what it is found by.

use game::{Game, Record, Refusal};
use unicode_normalization::UnicodeNormalization as _;

use super::setups::Setups;
use crate::ids::{sha256, short_secret};
use crate::store::{Spine, Volume};

/// The most deeds of a game that is kept.
const DEEDS_MAX: usize = 1000;
/// The most bytes of its record.
const BYTES_MAX: usize = 64 * 1024;
/// The most characters of a name, and of all that a game is searched by.
const NAME_MAX: usize = 60;
const WORDS_MAX: usize = 500;
/// As many characters as a whole date has.
pub(crate) const DAY_MAX: usize = 10;

/// The volume of a record.
///
/// # Errors
/// If it is too long, or cannot be written.
pub(super) fn bind(game: &dyn Game, record: &Record, setups: &mut Setups, added_ms: i64) -> Result<Volume, Refusal> {
    let about = game.about();
    if record.entries.len() > DEEDS_MAX {
        return Err(Refusal::new("E_LENGTH", format!("a game that is kept has at most {DEEDS_MAX} deeds")));
    }
    let format = about.formats.iter().find(|format| format.exact);
    let write = format.and_then(|format| format.write).ok_or_else(|| unwritten("there is no format to keep it in"))?;
    let text = String::from_utf8(write(record)?).map_err(|_| unwritten("its text is not UTF-8"))?;
    if text.len() > BYTES_MAX {
        return Err(Refusal::new("E_SIZE", format!("a record that is kept has at most {BYTES_MAX} bytes")));
    }
    if text.contains('\0') {
        return Err(unwritten("no text holds a zero"));
    }
    let names = names(game, record);
    let day = record.header("Date").map(day).unwrap_or_default();
    let setup = setups.name(&record.rules, &record.start);
    let spine = Spine {
        id: short_secret(),
        kind: about.kind.to_owned(),
        title: title(record, &names),
        day,
        setup,
        result: record.result.clone().unwrap_or_default(),
        deeds: record.entries.len() as i64,
        added_ms,
    };
    Ok(Volume { digest: digest(game, record), words: words(record), record: text, spine })
}

/// What tells a game from others: how it went, who played and when.
pub(super) fn digest(game: &dyn Game, record: &Record) -> String {
    let deeds: Vec<&str> = record.deeds().collect();
    let day = record.header("Date").map(day).unwrap_or_default();
    let names = names(game, record).join("\n");
    sha256([game.about().kind, &record.start, &deeds.join(" "), &names, &day].join("\n\n").as_bytes())
}

fn unwritten(detail: &'static str) -> Refusal {
    Refusal::new("E_RECORD", detail)
}

/// Who played, by seat; empty where that is not known.
pub(crate) fn names(game: &dyn Game, record: &Record) -> Vec<String> {
    game.about().seats.iter().map(|seat| name(record, seat)).collect()
}

/// Who had a seat; headers are called as the seats are, with a capital letter.
fn name(record: &Record, seat: &str) -> String {
    let (first, rest) = seat.split_at(1);
    let header = record.header(&format!("{}{rest}", first.to_ascii_uppercase()));
    header.filter(|name| *name != "?").map(|name| short(name, NAME_MAX)).unwrap_or_default()
}

/// Who played, or else where.
fn title(record: &Record, names: &[String]) -> String {
    if names.iter().any(|name| !name.is_empty()) {
        let known = names.iter().map(|name| if name.is_empty() { "?" } else { name });
        return known.collect::<Vec<_>>().join(" – ");
    }
    record.header("Event").filter(|event| *event != "?").map(|event| short(event, NAME_MAX)).unwrap_or_default()
}

/// In one line, and no longer than that.
pub(crate) fn short(text: &str, chars: usize) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(chars).collect()
}

/// As far as it is known: `2026.11.15`, `2026.11`, `2026`.
fn day(text: &str) -> String {
    let plain: String = text.trim().replace(['-', '/'], ".").chars().take(DAY_MAX).collect();
    let known = plain.split('.').take_while(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    known.collect::<Vec<_>>().join(".")
}

/// What its headers say, to be searched.
fn words(record: &Record) -> String {
    let said: Vec<&str> = record.headers.iter().map(|(_, value)| value.as_str()).filter(|said| *said != "?").collect();
    folded(&said.join(" ")).chars().take(WORDS_MAX).collect()
}

/// Texts are compared without regard to width and case.
pub(crate) fn folded(text: &str) -> String {
    short(&text.nfkc().collect::<String>().to_lowercase(), usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_told_as_far_as_it_is_known() {
        for (text, told) in [
            ("2026.11.15", "2026.11.15"),
            ("2026-11-15", "2026.11.15"),
            ("2026.11.??", "2026.11"),
            ("2026/1/2", "2026.1.2"),
            ("????.??.??", ""),
            ("", ""),
            ("yesterday", ""),
            ("99999999999999999999", "9999999999"),
        ] {
            assert_eq!(day(text), told);
        }
    }

    #[test]
    fn names_are_short_and_in_one_line() {
        assert_eq!(short("  a\r\n\tb\0 c ", 60), "a b c");
        assert_eq!(short(&"가".repeat(1000), NAME_MAX).chars().count(), NAME_MAX);
        assert_eq!(folded("ＫＩＭ 민수"), "kim 민수");
    }
}
