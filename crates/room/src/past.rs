//! What still counts of the events of a game, so that loading one does not play what was taken back.

use crate::event::{Deeds, Event};

/// What is left of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// All of it.
    Whole,
    /// So many of its deeds; the others were taken back.
    Deeds(usize),
    /// Nothing on the board: it was taken back as a whole, or took back what is gone anyway.
    Nothing,
}

/// An event on its way back from the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// How many deeds there were when it happened; `None` if they are all there still.
    pub(crate) before: Option<usize>,
    /// What is left of it.
    pub(crate) left: Left,
}

impl Kept {
    /// An event of which nothing was taken back.
    pub(crate) const WHOLE: Self = Self { before: None, left: Left::Whole };
}

/// What is left of every event. A leaving counts as one deed: no rules force an action upon it, and a
/// fold that finds otherwise has to begin anew with everything.
#[must_use]
pub(crate) fn kept(events: &[Event]) -> Vec<Kept> {
    let mut kept: Vec<Kept> = Vec::with_capacity(events.len());
    let mut deeds = 0;
    for event in events {
        kept.push(Kept { before: Some(deeds), left: Left::Whole });
        deeds = deeds_after(event, deeds);
    }
    // Of the deeds done so far, those below this number are there at the end.
    let mut limit = usize::MAX;
    for (event, kept) in events.iter().zip(&mut kept).rev() {
        if limit == usize::MAX {
            kept.before = None;
        }
        kept.left = left(event, kept.before.unwrap_or(0), limit);
        if let Event::Takeback { to } = event {
            limit = limit.min(*to as usize);
        }
    }
    kept
}

fn deeds_after(event: &Event, before: usize) -> usize {
    match event {
        Event::Act(Deeds { deeds, .. }) => before + deeds.len(),
        Event::Leave { .. } | Event::Agree | Event::Time => before + 1,
        Event::Takeback { to } => before.min(*to as usize),
        _ => before,
    }
}

fn left(event: &Event, before: usize, limit: usize) -> Left {
    match event {
        _ if limit == usize::MAX => Left::Whole,
        Event::Act(Deeds { deeds, .. }) => match limit.saturating_sub(before) {
            0 => Left::Nothing,
            some if some < deeds.len() => Left::Deeds(some),
            _ => Left::Whole,
        },
        Event::Leave { .. } | Event::Agree | Event::Time if before >= limit => Left::Nothing,
        Event::Takeback { to } if *to as usize > limit => Left::Nothing,
        _ => Left::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(count: usize) -> Event {
        Event::Act(Deeds { deeds: (0..count).map(|_| (0, String::new())).collect(), thought_ms: None })
    }

    #[test]
    fn what_was_taken_back_is_not_done_again() {
        let events = [act(1), act(3), Event::Takeback { to: 2 }, act(1), Event::Takeback { to: 2 }, act(1)];
        let left: Vec<_> = kept(&events).iter().map(|kept| kept.left).collect();
        assert_eq!(left, [Left::Whole, Left::Deeds(1), Left::Whole, Left::Nothing, Left::Whole, Left::Whole]);
    }

    #[test]
    fn what_took_back_deeds_that_are_gone_is_nothing() {
        let events = [act(1), act(1), act(1), Event::Takeback { to: 2 }, Event::Takeback { to: 1 }];
        let left: Vec<_> = kept(&events).iter().map(|kept| kept.left).collect();
        assert_eq!(left, [Left::Whole, Left::Nothing, Left::Nothing, Left::Nothing, Left::Whole]);
    }

    /// Five hundred times forth and back cost as much as nothing.
    #[test]
    fn the_work_of_loading_depends_on_what_is_left() {
        let mut events = vec![act(1); 20];
        for _ in 0..500 {
            events.extend(vec![act(1); 10]);
            events.push(Event::Takeback { to: 20 });
        }
        events.push(act(1));
        let played = events.iter().zip(kept(&events)).map(|(event, kept)| match (event, kept.left) {
            (Event::Act(Deeds { deeds, .. }), Left::Whole) => deeds.len(),
            (_, Left::Deeds(count)) => count,
            _ => 0,
        });
        assert_eq!(played.sum::<usize>(), 21);
    }
}
