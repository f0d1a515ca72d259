//! A game in one row: what lists tell of it, made once and read by everybody.

use ratings::{Pool, Tempo};
use room::{Event, PersonId, Phase, Sitting};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::Card;

/// What is stored of a line: the line as a stranger sees it, and who holds which seat.
#[derive(Serialize, Deserialize)]
struct Stored {
    people: Vec<Option<PersonId>>,
    line: Value,
}

/// The card of a game as it stands.
#[must_use]
pub(crate) fn card(sitting: &Sitting) -> Card {
    let stored = Stored { people: sitting.holders(), line: sitting.summary(&[]) };
    Card {
        game: sitting.id(),
        kind: sitting.kind().about().kind,
        pool: pool(sitting).map(|pool| pool.to_string()).unwrap_or_default(),
        tempo: tempo(sitting).map_or("", Tempo::text),
        phase: sitting.phase().as_str(),
        is_rated: if sitting.table().is_some() { sitting.standing().is_rated() } else { sitting.plan().rated },
        version: i64::from(sitting.version()),
        due_ms: sitting.deadline().unwrap_or(0),
        changed_ms: sitting.changed_ms(),
        summary: serde_json::to_string(&stored).unwrap_or_default(),
    }
}

/// Whether a card is written together with these events: ordinary moves of a game that people sit at are not worth one.
#[must_use]
pub(crate) fn is_due(sitting: &Sitting, events: &[Event]) -> bool {
    let is_more_than_a_move = |event: &Event| {
        !matches!(event, Event::Act(_) | Event::Offer { .. } | Event::Accept { .. } | Event::Decline { .. })
    };
    sitting.phase() == Phase::Over || tempo(sitting) == Some(Tempo::Days) || events.iter().any(is_more_than_a_move)
}

/// Where it counts; before it has begun, where it would.
fn pool(sitting: &Sitting) -> Option<Pool> {
    if sitting.table().is_some() { sitting.standing().pool().cloned() } else { sitting.plan().pool(sitting.kind()) }
}

fn tempo(sitting: &Sitting) -> Option<Tempo> {
    sitting.control().and_then(|control| Tempo::of(&control))
}

/// Whether somebody is to act while other people wait.
#[must_use]
pub(crate) fn awaits(summary: &str, whom: PersonId) -> bool {
    let Ok(Stored { people, line }) = serde_json::from_str(summary) else { return false };
    let turn = line["turn"].as_u64().and_then(|turn| usize::try_from(turn).ok());
    let is_theirs = turn.and_then(|turn| people.get(turn).copied().flatten()) == Some(whom);
    is_theirs && people.iter().flatten().any(|other| *other != whom)
}

/// The line of a list as one of those who hold seats sees it, or a stranger.
#[must_use]
pub(crate) fn line(summary: &str, viewer: PersonId) -> Option<Value> {
    let Stored { people, mut line } = serde_json::from_str(summary).ok()?;
    let own: Vec<usize> = (0..people.len()).filter(|seat| people[*seat] == Some(viewer)).collect();
    for seat in &own {
        line["seats"][*seat]["you"] = json!(true);
    }
    line["you"] = json!(own);
    Some(line)
}
