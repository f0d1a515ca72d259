//! Who says too much, or the same again.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::error::Refused;
use crate::ids::{GameId, PersonId};
use crate::store::Words;

/// So many lines…
const LINES_MAX: usize = 4;
/// …in so long.
const WINDOW: Duration = Duration::from_secs(10);
/// How long it is remembered what somebody has said.
const REMEMBERED: Duration = Duration::from_mins(1);
/// With how many of the last lines a new one is compared.
const COMPARED: usize = 2;

/// What everybody has said lately. It is forgotten with the process.
#[derive(Default)]
pub(crate) struct Flood(Mutex<HashMap<PersonId, VecDeque<Uttered>>>);

struct Uttered {
    at: Instant,
    game: GameId,
    ack: String,
    words: Words,
}

/// What is to be done with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is said.
    Fresh,
    /// It was said already, and only its acknowledgment was lost.
    Said,
}

impl Flood {
    /// Notes a line, unless it is one too many or the same again.
    ///
    /// # Errors
    /// If it is.
    pub(crate) fn hear(
        &self,
        who: PersonId,
        game: GameId,
        ack: &str,
        words: &Words,
        now: Instant,
    ) -> Result<Verdict, Refused> {
        let mut all = self.lock();
        let own = all.entry(who).or_default();
        own.retain(|uttered| now.duration_since(uttered.at) < REMEMBERED);
        if !ack.is_empty() && own.iter().any(|uttered| uttered.game == game && uttered.ack == ack) {
            return Ok(Verdict::Said);
        }
        let recent = own.iter().filter(|uttered| now.duration_since(uttered.at) < WINDOW);
        if let Some(first) = recent.rev().nth(LINES_MAX - 1) {
            let wait = WINDOW.saturating_sub(now.duration_since(first.at));
            return Err(Refused::rate(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1)));
        }
        if own.iter().rev().take(COMPARED).any(|uttered| is_near(&uttered.words, words)) {
            return Err(Refused::repeated());
        }
        own.push_back(Uttered { at: now, game, ack: ack.to_owned(), words: words.clone() });
        Ok(Verdict::Fresh)
    }

    /// A line could not be stored: it was not said.
    pub(crate) fn unhear(&self, who: PersonId, game: GameId, ack: &str) {
        if let Some(own) = self.lock().get_mut(&who) {
            own.retain(|uttered| uttered.game != game || uttered.ack != ack);
        }
    }

    /// Forgets who has said nothing for a while.
    pub(crate) fn tidy(&self, now: Instant) {
        let is_recent = |uttered: &Uttered| now.duration_since(uttered.at) < REMEMBERED;
        let mut all = self.lock();
        all.retain(|_, own| own.iter().any(is_recent));
        all.shrink_to_fit();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, VecDeque<Uttered>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two lines are the same but for a few letters: two, or one in eight. Of words so short that two letters make another
/// word, more than half must be the same.
fn is_near(one: &Words, other: &Words) -> bool {
    match (one, other) {
        (Words::Preset(one), Words::Preset(other)) => one == other,
        (Words::Text(one), Words::Text(other)) => {
            let [one, other] = [one, other].map(|text| text.to_lowercase().chars().collect::<Vec<_>>());
            let length = one.len().max(other.len());
            let distance = distance(&one, &other);
            distance <= (length / 8).max(2) && distance * 2 < length
        }
        _ => false,
    }
}

/// How many letters must be put in, taken out or exchanged.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let exchanged = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{new_game, new_person};
    use crate::store::Preset;

    fn text(text: &str) -> Words {
        Words::Text(text.to_owned())
    }

    #[test]
    fn letters_are_counted() {
        let count = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| text.chars().collect::<Vec<_>>());
            distance(&one, &other)
        };
        assert_eq!((count("", ""), count("", "가나"), count("가나", "")), (0, 2, 2));
        assert_eq!((count("kitten", "sitting"), count("flaw", "lawn"), count("장군", "멍군")), (3, 2, 1));
    }

    #[test]
    fn the_same_again_is_near_and_another_word_is_not() {
        let long = "이 판은 제가 졌습니다. 잘 두시네요";
        let pairs = [
            ("안녕하세요", "안녕하세요!"),
            ("GOOD game", "good game.."),
            ("ㅋㅋㅋ", "ㅋㅋㅋㅋ"),
            (long, "이 판은 제가 졌습니다 잘 두시네요~"),
            ("gg", "gg"),
        ];
        for (one, other) in pairs {
            assert!(is_near(&text(one), &text(other)), "{one} {other}");
        }
        for (one, other) in
            [("네", "아"), ("gg", "ok"), ("장군", "멍군"), ("hi", "gl"), (long, "다음 판은 이기겠습니다")]
        {
            assert!(!is_near(&text(one), &text(other)), "{one} {other}");
        }
        assert!(!is_near(&Words::Preset(Preset::Hello), &text("hello")));
    }

    #[tokio::test]
    async fn four_lines_in_ten_seconds_and_no_near_repeats() {
        let (flood, who, game, now) = (Flood::default(), new_person(), new_game(), Instant::now());
        let lines = ["안녕하세요", "처음 뵙겠습니다", "천천히 두세요", "날씨가 좋네요", "점심은 드셨나요"];
        let say = |n: usize, line: &str, at: u64| {
            flood
                .hear(who, game, &n.to_string(), &text(line), now + Duration::from_secs(at))
                .map_err(|refused| refused.code)
        };
        for (n, line) in lines.iter().take(4).enumerate() {
            assert_eq!(say(n, line, n as u64), Ok(Verdict::Fresh), "{line}");
        }
        assert_eq!(say(3, lines[3], 4), Ok(Verdict::Said), "the same message once more");
        assert_eq!(say(4, lines[4], 9), Err("E_RATE"));
        assert_eq!(say(4, lines[4], 10), Ok(Verdict::Fresh), "the first is ten seconds old");
        assert_eq!(say(5, "점심은 드셨나요?", 30), Err("E_REPEAT"));
        assert_eq!(say(6, lines[3], 30), Err("E_REPEAT"), "the last but one, too");
        assert_eq!(say(7, lines[2], 30), Ok(Verdict::Fresh), "older ones may be said again");
        assert_eq!(say(8, lines[2], 91), Ok(Verdict::Fresh), "after a minute it is forgotten");
        let other = flood.hear(new_person(), game, "1", &text(lines[2]), now + Duration::from_secs(91));
        assert_eq!(other.map_err(|refused| refused.code), Ok(Verdict::Fresh), "another person");
        flood.unhear(who, game, "8");
        assert_eq!(say(9, lines[2], 92), Ok(Verdict::Fresh), "what could not be stored was not said");
        flood.tidy(now + Duration::from_secs(500));
        assert!(flood.lock().is_empty());
    }
}
