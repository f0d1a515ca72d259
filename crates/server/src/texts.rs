//! Texts that people write to each other: one line, of letters that are seen and that turn nothing around.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The most marks upon one letter; Vietnamese, Thai and Arabic do with fewer.
const MARKS_MAX: usize = 3;
/// More bytes no text of so many characters needs, with what is left out of it.
const BYTES_A_CHAR_MAX: usize = 8;

/// The text as it is stored, or `None` if nothing of it is left or it is too long.
///
/// It is composed (NFC) and in one line. Whatever is not seen itself is left out: controls, marks that turn the direction of
/// writing, letters without width, fillers, private ones. Marks do not pile up over other lines.
#[must_use]
pub(crate) fn plain(text: &str, chars_max: usize) -> Option<String> {
    if text.len() > chars_max * BYTES_A_CHAR_MAX {
        return None;
    }
    let seen: String = text.nfc().filter(|letter| letter.is_whitespace() || !is_unseen(*letter)).collect();
    let line = unpiled(&seen.split_whitespace().collect::<Vec<_>>().join(" "));
    (1..=chars_max).contains(&line.chars().count()).then_some(line)
}

fn unpiled(line: &str) -> String {
    let mut marks = 0;
    let fits = |letter: &char| {
        marks = if is_combining_mark(*letter) { marks + 1 } else { 0 };
        marks <= MARKS_MAX
    };
    line.chars().filter(fits).collect()
}

/// Whether a letter is nothing to look at, or only changes how others are shown.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            // Without width, and what turns the direction of writing.
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            // Nobody's, or anybody's.
            | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}'..='\u{ffff}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_stays() {
        let texts = [
            "좋은 수네요!",
            "お願いします。",
            "Well played :)",
            "<b>1</b> & \"2\"",
            "http://example.org",
            "🎉 ❤",
            "Nguyễn ก้อง",
            "שלום",
        ];
        for text in texts {
            assert_eq!(plain(text, 200).as_deref(), Some(text));
        }
        assert_eq!(plain("\u{1112}\u{1161}\u{11ab}", 200).as_deref(), Some("한"), "composed");
    }

    #[test]
    fn what_is_not_seen_is_left_out() {
        let bad = [
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{0}b",
            "\u{2067}a\u{2069}b",
            "a\u{feff}b\u{3164}",
            "a\u{e0041}b\u{ad}",
            "a\u{e000}b",
        ];
        for text in bad {
            assert_eq!(plain(text, 200).as_deref(), Some("ab"), "{text:?}");
        }
        assert_eq!(plain(" a \n\r\t\u{2028}\u{3000} b ", 200).as_deref(), Some("a b"), "one line");
        assert_eq!(plain("❤\u{fe0f}", 200).as_deref(), Some("❤"));
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        for text in ["", "  \n ", "\u{200b}\u{202e}", "\u{3164}"] {
            assert_eq!(plain(text, 200), None, "{text:?}");
        }
        assert_eq!(plain(&"가".repeat(200), 200).map(|text| text.chars().count()), Some(200));
        assert_eq!(plain(&"가".repeat(201), 200), None);
        assert_eq!(plain(&"\u{200b}".repeat(100_000), 200), None, "not even looked at");
    }

    #[test]
    fn marks_do_not_pile_up() {
        let piled = format!("z{}y", "\u{301}".repeat(100));
        assert_eq!(plain(&piled, 200).map(|text| text.chars().count()), Some(1 + MARKS_MAX + 1));
    }
}
