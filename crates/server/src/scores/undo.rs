//! Taking a game out of the ratings.

use super::tally::outcome;
use crate::ids::GameId;
use crate::store::{Counted, Order, Store};

/// What makes a game count for nobody; `None` if it does not count anyhow. Whoever asks has the books.
///
/// # Errors
/// If the database fails.
pub(crate) async fn unrating(store: &Store, game: GameId) -> Result<Option<Order>, sqlx::Error> {
    let counting = store.counting(game).await?;
    let order = counting.map(|due| {
        // Two computers of one level have one rating, which the first of them has moved.
        let is_first = |seat: &usize| due.seats[..*seat].iter().all(|other| other.who != due.seats[*seat].who);
        let counted = |seat: usize| Counted { who: due.seats[seat].who.clone(), outcome: outcome(&due, seat) };
        let counted = (0..due.seats.len()).filter(is_first).map(counted).collect();
        Order::Unrate(Box::new(due), counted)
    });
    Ok(order)
}
