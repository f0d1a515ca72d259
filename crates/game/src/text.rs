//! Readers and writers of small things that the texts of all games share.

use std::str::FromStr;

/// The greatest count of plies or turns in a state string: more than any game can have, and far
/// from where adding to it would overflow.
pub const COUNTER_MAX: u32 = 9_999;

/// A number as we write it: digits alone, without needless zeros.
#[must_use]
pub fn number<T: FromStr>(text: &str) -> Option<T> {
    if text == "0" || !text.starts_with('0') { digits(text) } else { None }
}

/// A number as others write it: digits alone.
#[must_use]
pub fn digits<T: FromStr>(text: &str) -> Option<T> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// The one letter of a text that has no other.
#[must_use]
pub fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The time on a clock as records have it: `0:09:41`, or `0:09:41.250` if there is a part of a
/// second.
#[must_use]
pub fn write_clock(ms: u64) -> String {
    let (seconds, part) = (ms / 1000, ms % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let part = if part == 0 { String::new() } else { format!(".{part:03}") };
    format!("{hours}:{minutes:02}:{seconds:02}{part}")
}

/// Reads what [`write_clock`] writes, and one digit where it has two.
#[must_use]
pub fn read_clock(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let part: u64 = match part {
        None => 0,
        Some(part) if part.len() == 3 => digits(part)?,
        Some(_) => return None,
    };
    let mut numbers = whole.split(':').map(digits::<u64>);
    let (hours, minutes, seconds) = (numbers.next()??, numbers.next()??, numbers.next()??);
    if numbers.next().is_some() || minutes > 59 || seconds > 59 {
        return None;
    }
    hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?.checked_mul(1000)?.checked_add(part)
}

/// A clock as a comment of a record has it: `[%clk 0:09:41]`.
#[must_use]
pub fn write_clock_note(ms: u64) -> String {
    format!("[%clk {}]", write_clock(ms))
}

/// Reads a clock at the beginning of a comment; what follows it is given back.
#[must_use]
pub fn read_clock_note(comment: &str) -> Option<(u64, &str)> {
    let (time, rest) = comment.strip_prefix("[%clk ")?.split_once(']')?;
    Some((read_clock(time.trim())?, rest))
}

/// A text on one line, in which nothing ends what it stands in: a backslash goes before itself and
/// before those letters, and line breaks are `\n` and `\r`.
#[must_use]
pub fn escape(text: &str, letters: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ if letter == '\\' || letters.contains(&letter) => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Reads what [`escape`] writes. `meaning` says what a letter after a backslash stands for; where
/// it stands for nothing, others have written the backslash, and it stays.
#[must_use]
pub fn unescape(text: &str, meaning: impl Fn(char) -> Option<char>) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let meant = if letter == '\\' { letters.clone().next().and_then(&meaning) } else { None };
        plain.push(meant.unwrap_or(letter));
        if meant.is_some() {
            letters.next();
        }
    }
    plain
}

/// The line break that a letter after a backslash stands for.
#[must_use]
pub const fn line_break(letter: char) -> Option<char> {
    match letter {
        'n' => Some('\n'),
        'r' => Some('\r'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!((number("0"), number("40")), (Some(0_u8), Some(40_u8)));
        for text in ["", "00", "040", "+4", "-4", "256", " 4", "４"] {
            assert_eq!(number::<u8>(text), None, "{text}");
        }
        assert_eq!((digits("0040"), digits("")), (Some(40_u8), None::<u8>));
    }

    #[test]
    fn a_letter_stands_alone() {
        assert_eq!((letter("b"), letter("金"), letter("")), (Some('b'), Some('金'), None));
        assert_eq!(letter("bb"), None);
    }

    #[test]
    fn escaped_texts_are_read_back() {
        let meaning = |letter| line_break(letter).or_else(|| matches!(letter, '\\' | '}').then_some(letter));
        for text in ["", "plain", "a\nb\r", "\\n", "{a}\\}", "\\\\", "끝\\"] {
            let escaped = escape(text, &['}']);
            assert!(!escaped.contains(['\n', '\r']), "{escaped}");
            assert_eq!(unescape(&escaped, meaning), text);
        }
        assert_eq!(unescape("c:\\dir\\", meaning), "c:\\dir\\", "what others wrote stays");
    }

    #[test]
    fn clocks_stand_at_the_beginning_of_comments() {
        assert_eq!(read_clock_note(&write_clock_note(581_250)), Some((581_250, "")));
        assert_eq!(read_clock_note("[%clk 0:00:01] late"), Some((1000, " late")));
        assert_eq!((read_clock_note("late [%clk 0:00:01]"), read_clock_note("[%clk 1]")), (None, None));
    }

    #[test]
    fn clocks_are_read_back() {
        for ms in [0, 1, 999, 1000, 581_250, 3_600_000, 360_000_001, u64::MAX] {
            assert_eq!(read_clock(&write_clock(ms)), Some(ms));
        }
        assert_eq!(read_clock("0:9:1"), Some(541_000));
        let most = u64::MAX;
        for text in ["", "0:00", "0:60:00", "0:00:60", "0:00:00.5", "0:00:00:00", "1:-1:00"] {
            assert_eq!(read_clock(text), None, "{text}");
        }
        for text in [format!("{most}:00:00"), format!("0:{most}:00"), format!("0:00:{most}"), format!("{most}0:00:00")]
        {
            assert_eq!(read_clock(&text), None, "{text}");
        }
    }
}
