//! Names that people give themselves.

use unicode_normalization::UnicodeNormalization;

/// The most characters of a name.
pub(crate) const NAME_CHARS_MAX: usize = 20;
/// The most bytes that are looked at.
const NAME_BYTES_MAX: usize = 200;

/// The name as it is stored, or `None` if it is not allowed: letters, digits and a few marks, single
/// spaces inside, nothing invisible and nothing that turns the direction of writing.
#[must_use]
pub(crate) fn normalized(text: &str) -> Option<String> {
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    let composed: String = text.nfc().collect();
    let name = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = name.chars().count();
    let allowed = (1..=NAME_CHARS_MAX).contains(&count) && name.chars().all(is_allowed) && !is_blank(&name);
    allowed.then_some(name)
}

fn is_allowed(character: char) -> bool {
    matches!(character, ' ' | '_' | '-' | '.') || (character.is_alphanumeric() && !is_filler(character))
}

/// Letters by their class that show nothing.
fn is_filler(character: char) -> bool {
    matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// Marks alone are no name.
fn is_blank(name: &str) -> bool {
    !name.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_three_languages_are_allowed() {
        for name in ["민수", "ひかる", "カタカナ", "漢字", "Anna-Maria", "player_1", "J. R.", "é"] {
            assert_eq!(normalized(name).as_deref(), Some(name));
        }
        assert_eq!(normalized("  김   민수 ").as_deref(), Some("김 민수"));
        assert_eq!(normalized("\u{1112}\u{1161}\u{11ab}").as_deref(), Some("한"), "composed");
    }

    #[test]
    fn nothing_invisible_long_or_clever_is_a_name() {
        let long = "가".repeat(NAME_CHARS_MAX + 1);
        let combining = format!("a{}", "\u{301}".repeat(50));
        let bad =
            ["", "   ", "...", "<b>", "a\u{202e}b", "a\u{200b}b", "\u{3164}", "a\nb\u{0}", "🦊", &long, &combining];
        for name in bad {
            assert_eq!(normalized(name), None, "{name:?}");
        }
    }
}
