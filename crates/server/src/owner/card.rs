//! A game in one row: what lists tell of it, made once and read by everybody.

use ratings::{Pool, Tempo};
use room::{Awaited, Event, Face, Faces, PersonId, Phase, Sitting};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::{Card, Store};

/// What is stored of a line: the line as a stranger sees it, with the labels on the chairs, and who holds which seat.
#[derive(Serialize, Deserialize)]
pub(crate) struct Stored {
    people: Vec<Option<PersonId>>,
    line: Value,
}

/// The card of a game as it stands.
#[must_use]
pub(crate) fn card(sitting: &Sitting) -> Card {
    let stored = Stored { people: sitting.holders(), line: sitting.summary(&[]) };
    // Whoever looks at cards goes by the clock of the house.
    let of_house = |due_ms: i64| if due_ms > 0 { due_ms + sitting.paused_ms() } else { due_ms };
    let awaited = sitting.awaited().into_iter().map(|one| Awaited { due_ms: of_house(one.due_ms), ..one });
    Card {
        game: sitting.id(),
        kind: sitting.kind().about().kind,
        pool: pool(sitting).map(|pool| pool.to_string()).unwrap_or_default(),
        tempo: sitting.tempo().map_or("", Tempo::text),
        phase: sitting.phase().as_str(),
        is_rated: if sitting.table().is_some() { sitting.standing().is_rated() } else { sitting.plan().rated },
        is_listed: sitting.plan().listed,
        version: i64::from(sitting.version()),
        due_ms: of_house(sitting.deadline().unwrap_or(0)),
        changed_ms: sitting.changed_ms(),
        summary: serde_json::to_string(&stored).unwrap_or_default(),
        awaited: awaited.collect(),
    }
}

/// Whether a card is written together with these events: ordinary moves of a game that people sit at are not worth one.
#[must_use]
pub(crate) fn is_due(sitting: &Sitting, events: &[Event]) -> bool {
    let is_more_than_a_move = |event: &Event| {
        !matches!(
            event,
            Event::Act(_) | Event::Offer { .. } | Event::Accept { .. } | Event::Decline { .. } | Event::Pause { .. }
        )
    };
    sitting.phase() == Phase::Over || sitting.is_over_days() || events.iter().any(is_more_than_a_move)
}

/// Where it counts; before it has begun, where it would.
fn pool(sitting: &Sitting) -> Option<Pool> {
    if sitting.table().is_some() { sitting.standing().pool().cloned() } else { sitting.plan().pool(sitting.kind()) }
}

impl Stored {
    /// Reads what a card holds.
    #[must_use]
    pub(crate) fn read(summary: &str) -> Option<Self> {
        serde_json::from_str(summary).ok()
    }

    /// Whoever holds a seat.
    pub(crate) fn people(&self) -> impl Iterator<Item = PersonId> {
        self.people.iter().flatten().copied()
    }

    /// Whether the game has ended.
    #[must_use]
    pub(crate) fn is_over(&self) -> bool {
        self.line["phase"] == Phase::Over.as_str()
    }

    /// Whether somebody is to act while other people wait.
    #[must_use]
    pub(crate) fn awaits(&self, whom: PersonId) -> bool {
        let turn = self.line["turn"].as_u64().and_then(|turn| usize::try_from(turn).ok());
        let is_theirs = turn.and_then(|turn| self.people.get(turn).copied().flatten()) == Some(whom);
        is_theirs && self.people().any(|other| other != whom)
    }

    /// The line of a list as one of those who hold seats sees it, or a stranger.
    #[must_use]
    pub(crate) fn seen_by(mut self, viewer: PersonId, faces: &Faces) -> Value {
        let own: Vec<usize> = (0..self.people.len()).filter(|seat| self.people[*seat] == Some(viewer)).collect();
        for seat in &own {
            self.line["seats"][*seat]["you"] = json!(true);
        }
        for (seat, holder) in self.people.iter().enumerate() {
            let Some((holder, face)) = holder.and_then(|holder| Some((holder, faces.get(&holder)?))) else { continue };
            let seats = self.people().filter(|other| *other == holder).count();
            let sight = &mut self.line["seats"][seat];
            let label = sight["name"].as_str().unwrap_or_default().to_owned();
            sight["name"] = json!(Face::called(Some(face), &label, seats));
            sight["person"] = json!(Face::word(Some(face)));
        }
        self.line["you"] = json!(own);
        self.line
    }
}

/// Lines as somebody sees them; a card that cannot be read is left out.
///
/// # Errors
/// If the database fails.
pub(crate) async fn lines(
    store: &Store,
    summaries: impl IntoIterator<Item = String>,
    viewer: PersonId,
) -> Result<Vec<Option<Value>>, sqlx::Error> {
    let stored: Vec<Option<Stored>> = summaries.into_iter().map(|summary| Stored::read(&summary)).collect();
    let faces = store.faces(stored.iter().flatten().flat_map(Stored::people)).await?;
    Ok(stored.into_iter().map(|stored| stored.map(|stored| stored.seen_by(viewer, &faces))).collect())
}
