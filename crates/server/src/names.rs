//! Names that people give themselves.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _};

/// The most characters of a name.
pub(crate) const NAME_CHARS_MAX: usize = 20;
/// The most bytes that are looked at.
const NAME_BYTES_MAX: usize = 200;

/// The most marks upon one letter; Thai and Vietnamese need two.
const MARKS_MAX: usize = 2;

/// The name as it is stored, or `None` if it is not allowed.
///
/// A name is composed (NFC) and made of letters and digits that Unicode recommends for identifiers
/// (UTS 39), so nothing invisible, of full width or turning the direction of writing. Its letters are
/// of one script, or of those that Korean, Japanese or Chinese mix with Latin: `Kim민수` is a name, Latin
/// with a Cyrillic look-alike is not. Between them may stand `_`, `-`, `.` and single spaces.
#[must_use]
pub(crate) fn normalized(text: &str) -> Option<String> {
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    let composed: String = text.nfc().collect();
    let name = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters: String = name.chars().filter(|character| !is_separator(*character)).collect();
    let fits = (1..=NAME_CHARS_MAX).contains(&name.chars().count()) && !letters.is_empty();
    let allowed = letters.chars().all(is_letter)
        && letters.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive)
        && is_lightly_marked(&name);
    (fits && allowed).then_some(name)
}

/// What the names of members are compared by: names that look alike, whatever their case and script, share it.
#[must_use]
pub(crate) fn key(name: &str) -> String {
    let folded = name.nfkc().collect::<String>().to_lowercase();
    skeleton(&folded).collect()
}

/// Nobody's: they would speak for the house.
const RESERVED: [&str; 9] = ["daeguk", "admin", "host", "computer", "guest", "관리자", "운영자", "손님", "컴퓨터"];
/// What ranks are called.
const RANKS: [&str; 6] = ["급", "단", "k", "d", "級", "段"];
/// The lowest of them.
const RANK_MAX: u8 = 18;

/// A name under which a member is known to all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MemberName {
    shown: String,
    key: String,
}

impl MemberName {
    /// A name of at least two letters and digits with single `_` and `-` between them, which is nobody's office or rank: it
    /// stands in addresses, and others must be able to tell it from every other.
    #[must_use]
    pub(crate) fn new(text: &str) -> Option<Self> {
        let shown = normalized(text)?;
        let is_joint = |letter: char| matches!(letter, '_' | '-');
        let parts: Vec<&str> = shown.split(is_joint).collect();
        let is_whole = parts.iter().all(|part| !part.is_empty() && !part.contains(is_separator));
        let key = key(&shown);
        let is_free = is_whole && shown.chars().count() >= 2 && !is_reserved(&key);
        is_free.then_some(Self { shown, key })
    }

    /// As it is shown.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.shown
    }

    /// What it is compared by.
    #[must_use]
    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}

fn is_reserved(name_key: &str) -> bool {
    let ranks = (1..=RANK_MAX).flat_map(|number| RANKS.map(|rank| format!("{number}{rank}")));
    RESERVED.into_iter().map(str::to_owned).chain(ranks).any(|reserved| key(&reserved) == name_key)
}

const fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '_' | '-' | '.')
}

fn is_letter(character: char) -> bool {
    character.identifier_allowed() && (character.is_alphanumeric() || is_combining_mark(character))
}

/// Marks stand upon letters, and not in heaps.
fn is_lightly_marked(name: &str) -> bool {
    let mut room = 0;
    name.nfd().all(|character| {
        if !is_combining_mark(character) {
            room = if is_separator(character) { 0 } else { MARKS_MAX };
            return true;
        }
        let has_room = room > 0;
        room = room.saturating_sub(1);
        has_room
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_three_languages_are_allowed() {
        for name in ["민수", "ひかる", "カタカナ", "漢字", "Anna-Maria", "player_1", "J. R.", "é", "7"] {
            assert_eq!(normalized(name).as_deref(), Some(name));
        }
        assert_eq!(normalized("  김   민수 ").as_deref(), Some("김 민수"));
        assert_eq!(normalized("\u{1112}\u{1161}\u{11ab}").as_deref(), Some("한"), "composed");
    }

    #[test]
    fn scripts_that_are_written_together_are_allowed_together() {
        let mixed =
            ["Kim민수", "金민수", "ヒカルの碁", "スーパーMario", "小明Ming", "Ольга", "Νίκη", "สมชาย", "ก้อง", "Nguyễn"];
        for name in mixed {
            assert_eq!(normalized(name).as_deref(), Some(name));
        }
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

    #[test]
    fn look_alikes_of_other_scripts_are_refused() {
        let bad = [
            "\u{430}dmin",  // Cyrillic а before Latin
            "p\u{430}y",    // and within
            "Αdmin",        // Greek
            "ａｄｍｉｎ",   // of full width
            "ﾊﾝｶｸ",         // of half width
            "𝐚𝐝𝐦𝐢𝐧",        // for formulas
            "ⓐdmin",        // in a circle
            "ㅁㄴㅇ",       // letters of syllables that were not written
            "민수\u{1161}", // a loose vowel
            "м민수",        // Cyrillic with Hangul
            "א漢",          // Hebrew with Han
        ];
        for name in bad {
            assert_eq!(normalized(name), None, "{name:?}");
        }
    }

    #[test]
    fn marks_need_a_letter_and_do_not_pile_up() {
        let piled = format!("ก{}", "\u{e31}".repeat(10));
        let bad = ["\u{e31}", &piled, "\u{301}", "z\u{301}\u{302}\u{303}", "a.\u{301}", "ก-\u{e31}", "- \u{308}"];
        for name in bad {
            assert_eq!(normalized(name), None, "{name:?}");
        }
    }

    /// Sixty pairs of names that two people could not tell apart, each of which is a name.
    #[test]
    fn names_that_look_alike_are_one_name() {
        const CYRILLIC: [(char, char); 10] = [
            ('a', '\u{430}'),
            ('c', '\u{441}'),
            ('e', '\u{435}'),
            ('p', '\u{440}'),
            ('o', '\u{43e}'),
            ('x', '\u{445}'),
            ('y', '\u{443}'),
            ('s', '\u{455}'),
            ('i', '\u{456}'),
            ('j', '\u{458}'),
        ];
        let cyrillic =
            |letter: char| CYRILLIC.iter().find(|(latin, _)| *latin == letter).map_or(letter, |(_, other)| *other);
        let words = "ace cop pea ape cape space peace scope soap soy joy pay say spy axe pox coax copy easy essay pie spice ice \
                     pipe pixie epoxy oasis papa pop cocoa";
        let m_words = "mom mint mail moon name home game team time lamp summer farm room film gem mark amber lime";
        let others = [
            ("minsu", "MINSU"),
            ("lee", "1ee"),
            ("hello", "HE11O"),
            ("ball", "ba11"),
            ("ova", "\u{3bf}\u{3bd}\u{3b1}"),
            ("工口", "エロ"),
            ("力士", "カ士"),
            ("夕立", "タ立"),
            ("二人", "ニ人"),
            ("八木", "ハ木"),
            ("へいわ", "ヘいわ"),
            ("べん", "ベん"),
        ];
        let pairs = words.split_whitespace().map(|word| (word.to_owned(), word.chars().map(cyrillic).collect()));
        let pairs = pairs.chain(m_words.split_whitespace().map(|word| (word.to_owned(), word.replace('m', "rn"))));
        let pairs: Vec<(String, String)> =
            pairs.chain(others.map(|(one, other)| (one.to_owned(), other.to_owned()))).collect();
        assert_eq!(pairs.len(), 60);
        for (one, other) in pairs {
            let [a, b] = [&one, &other].map(|name| MemberName::new(name).unwrap_or_else(|| panic!("{name} is a name")));
            assert_ne!(one, other);
            assert_eq!(a.key(), b.key(), "{one} and {other}");
        }
    }

    #[test]
    fn members_have_names_for_addresses() {
        for name in ["민수", "ひかる", "ヒカルの碁", "漢字", "Anna-Maria", "player_1", "Kim민수", "éa"] {
            assert_eq!(MemberName::new(name).map(|name| name.as_str().to_owned()).as_deref(), Some(name));
        }
        let jamo = "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}";
        assert_eq!(MemberName::new(jamo).map(|name| name.key().to_owned()), Some(key("한글")), "composed");
        let bad = [
            "a",
            "J. R.",
            "a.b",
            "김 민수",
            "_a",
            "a-",
            "a--b",
            "a_-b",
            "관리자",
            "Admin",
            "\u{430}dmin",
            "7단",
            "18급",
            "3k",
        ];
        for name in bad.into_iter().chain(["a\u{200b}b", "a\u{202e}b", "ａｂ", "ㅁㄴ"]) {
            assert_eq!(MemberName::new(name), None, "{name:?}");
        }
        assert_ne!(key("민수"), key("민주"));
    }
}
