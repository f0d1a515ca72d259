//! Nothing is left of a closed account but its id in games.

use serde_json::Value;

use super::ERASED_AFTER_MS;
use crate::ids::{GameId, PersonId, sha256};
use crate::rooms::Rooms;
use crate::store::{Amend, Batch, Store, Ticket, TicketKind, TokenChange};

/// The most games of one person that are looked through.
const GAMES_MAX: u32 = 100_000;

/// Why something could not be erased; it is tried again.
type Failed = Box<dyn std::error::Error + Send + Sync>;

/// What closes an account at once; a while later nothing is left of it.
pub(crate) fn closing(id: PersonId, now_ms: i64) -> Vec<Amend> {
    let job = Ticket {
        hash: sha256(format!("erase {id}").as_bytes()),
        kind: TicketKind::Erase,
        person: id.to_string(),
        data: String::new(),
        created_ms: now_ms + ERASED_AFTER_MS,
        expires_ms: i64::MAX,
    };
    let no_tokens = Amend::Token(TokenChange::AllRevoked(id));
    vec![Amend::LeaveAll(id, String::new()), no_tokens, Amend::Close(id), Amend::Ticket(job)]
}

/// Erases what is due. A crash in between repeats it.
pub(crate) async fn due(store: &Store, rooms: &Rooms, now_ms: i64) -> Result<(), Failed> {
    for job in store.jobs(TicketKind::Erase, now_ms).await? {
        let person: PersonId = job.person.parse()?;
        for (game, _, plan) in store.held(person, GAMES_MAX).await? {
            let amends = unnamed(store, person, game, &plan).await?;
            store.writer().write(Batch::about_people(amends)).await?;
        }
        // The job goes with everything else that is kept under the id.
        store.writer().write(Batch::about_people(vec![Amend::Erase(person)])).await?;
        rooms.renamed(person).await;
    }
    Ok(())
}

/// The rows of a game in which the name stands, without it. This alone ever rewrites what has happened.
async fn unnamed(store: &Store, person: PersonId, game: GameId, plan: &str) -> Result<Vec<Amend>, Failed> {
    let plan = blanked(plan, person)?.map(|plan| Amend::Plan(game, plan));
    let mut amends: Vec<Amend> = plan.into_iter().chain([Amend::Uncard(game)]).collect();
    let events = store.game(game).await?.map(|stored| stored.events).unwrap_or_default();
    for (version, event) in (1..).zip(events) {
        amends.extend(blanked(&event.body, person)?.map(|body| Amend::Body(game, version, body)));
    }
    Ok(amends)
}

/// The same JSON without the names under which a person sits, if there is one.
fn blanked(text: &str, person: PersonId) -> Result<Option<String>, serde_json::Error> {
    if !text.contains(person.as_str()) {
        return Ok(None);
    }
    let mut value = serde_json::from_str(text)?;
    blank(&mut value, person);
    Ok(Some(value.to_string()))
}

fn blank(value: &mut Value, person: PersonId) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| blank(item, person)),
        Value::Object(fields) => {
            let is_theirs = fields.get("guest").is_some_and(|guest| guest == person.as_str());
            if let Some(name) = fields.get_mut("name").filter(|_| is_theirs) {
                *name = Value::String(String::new());
            }
            fields.values_mut().for_each(|field| blank(field, person));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_person;

    #[test]
    fn only_the_own_name_is_taken_out() {
        let (one, other) = (new_person(), new_person());
        let text = format!(
            r#"{{"chairs":[{{"person":{{"guest":"{one}","name":"민수"}}}},{{"person":{{"guest":"{other}","name":"영희"}}}}],"kind":"민수"}}"#
        );
        let blanked = blanked(&text, one).expect("JSON").expect("it is in there");
        assert_eq!(blanked.matches("민수").count(), 1);
        assert!(blanked.contains("영희") && blanked.contains(one.as_str()));
        assert_eq!(super::blanked(&text, new_person()).expect("JSON"), None);
    }
}
