//! Whether a game counts, asked when it begins.

use game::Game;
use ratings::{Form, Sitter, Standing, Terms, Unrated};
use room::{Chair, Ended, Face, PersonId, Plan, Rater, Seated};

use crate::store::{Kind, Store};

/// Two people who have used one device in so many milliseconds might be one.
const DEVICE_MS: i64 = 24 * 60 * 60 * 1000;

/// Whether a game with these people counts if it begins now.
///
/// # Errors
/// If the database fails.
pub(crate) async fn standing(
    store: &Store,
    plan: &Plan,
    kind: &dyn Game,
    chairs: &[Chair],
    now_ms: i64,
) -> Result<Standing, sqlx::Error> {
    let family = plan.family(kind);
    let Some(form) = Form::of(chairs.len(), family.is_some_and(|family| family.has_partners)) else {
        return Ok(Standing::Casual { why: Unrated::Rules });
    };
    let mut people: Vec<PersonId> = Vec::with_capacity(chairs.len());
    let mut sitters = Vec::with_capacity(chairs.len());
    for chair in chairs {
        let sitter = sitter(store, chair, now_ms).await?;
        people.extend(holder(chair).filter(|_| sitter != Sitter::Computer));
        sitters.push(sitter);
    }
    let about = kind.about();
    let terms = Terms {
        wished: plan.rated,
        kind: about.kind,
        family: family.map(|family| family.name),
        form,
        control: plan.control,
        sitters: &sitters,
        shares_device: false,
        meetings: 0,
    };
    // The questions below cost more; most games do not get so far.
    if terms.verdict().is_err() {
        return Ok(terms.standing());
    }
    let shares_device = store.share_device(&people, now_ms - DEVICE_MS).await?;
    let meetings = most_meetings(store, about.kind, &people, now_ms - form.meetings_span_ms()).await?;
    Ok(Terms { shares_device, meetings, ..terms }.standing())
}

const fn holder(chair: &Chair) -> Option<PersonId> {
    match chair {
        Chair::Person { guest, .. } => Some(*guest),
        Chair::Open | Chair::Invited { .. } | Chair::Computer { .. } => None,
    }
}

async fn sitter(store: &Store, chair: &Chair, now_ms: i64) -> Result<Sitter<PersonId>, sqlx::Error> {
    let Some(id) = holder(chair) else { return Ok(Sitter::Computer) };
    let found = store.rated_person(id).await?;
    Ok(match found {
        Some(person) if person.kind == Kind::Bot => Sitter::Computer,
        Some(person) if person.kind == Kind::Member => Sitter::Member { id, is_excluded: person.unrated_ms > now_ms },
        _ => Sitter::Guest,
    })
}

/// Notes which of those who have a result are programs: they never move people.
///
/// # Errors
/// If the database fails.
pub(crate) async fn note_bots(store: &Store, ending: &mut Ended) -> Result<(), sqlx::Error> {
    let person = |seated: &Seated| match seated.who {
        Rater::Person(person) => Some(person),
        Rater::Bot(_) | Rater::House(_) => None,
    };
    let faces = store.faces(ending.seats.iter().filter_map(person)).await?;
    for seated in &mut ending.seats {
        if let Some(bot) = person(seated).filter(|person| matches!(faces.get(person), Some(Face::Bot(_)))) {
            seated.who = Rater::Bot(bot);
        }
    }
    Ok(())
}

/// The most rated games that two of them have had since.
async fn most_meetings(store: &Store, kind: &str, people: &[PersonId], since_ms: i64) -> Result<u32, sqlx::Error> {
    let mut most = 0;
    for (index, one) in people.iter().enumerate() {
        for other in &people[index + 1..] {
            most = most.max(store.meetings(kind, *one, *other, since_ms).await?);
        }
    }
    Ok(most)
}
