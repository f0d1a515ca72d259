//! What people are called, by their ids.

use room::{Face, Faces};
use sqlx::Row as _;

use super::Store;
use super::person::Kind;
use crate::ids::PersonId;

/// How many are asked for at once.
const AT_ONCE: usize = 8;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const FACES: &str = "SELECT id, kind, name FROM person
        WHERE kind IN ('member', 'bot', 'closed') AND id IN ($1, $2, $3, $4, $5, $6, $7, $8)";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[FACES];
}

impl Store {
    /// Those of these people who are no guests, with their names.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn faces(&self, people: impl IntoIterator<Item = PersonId>) -> Result<Faces, sqlx::Error> {
        let mut people: Vec<PersonId> = people.into_iter().collect();
        people.sort_unstable();
        people.dedup();
        let mut faces = Faces::new();
        for some in people.chunks(AT_ONCE) {
            let mut query = sqlx::query(sql::FACES);
            for place in 0..AT_ONCE {
                query = query.bind(some.get(place).map(PersonId::to_string).unwrap_or_default());
            }
            for row in query.fetch_all(&self.pool).await? {
                let name: String = row.try_get(2)?;
                let face = match row.try_get::<&str, _>(1)?.try_into()? {
                    Kind::Bot => Face::Bot(name),
                    Kind::Closed => Face::Closed,
                    _ => Face::Member(name),
                };
                faces.insert(super::id(&row, 0)?, face);
            }
        }
        Ok(faces)
    }
}
