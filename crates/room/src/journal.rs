//! The latest events of a game, for viewers who missed some, and what was acknowledged with them.

use std::collections::VecDeque;

use crate::event::{News, Scope};
use crate::ids::PersonId;

/// How many events are remembered.
pub(crate) const REMEMBERED: usize = 128;

/// Versions, and what led to them.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    version: u32,
    recent: VecDeque<Noted>,
    receipts: VecDeque<Receipt>,
}

#[derive(Debug)]
struct Noted {
    news: News,
    /// How many of the deeds before it were still there after it.
    kept: u32,
}

#[derive(Debug)]
struct Receipt {
    person: PersonId,
    ack: Box<str>,
    version: u32,
}

/// What a viewer has missed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Missed {
    /// Nothing.
    Nothing,
    /// These events, each with its version.
    Events {
        /// What happened.
        news: Vec<(u32, News)>,
        /// How many deeds that the viewer knows are still there, at most.
        kept: u32,
        /// What has changed.
        scope: Scope,
    },
    /// Too much to tell.
    Everything,
}

impl Journal {
    /// How many events there have been.
    #[must_use]
    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    /// Notes an event after which `kept` of the earlier deeds were still there.
    pub(crate) fn note(&mut self, news: News, kept: usize) {
        self.version += 1;
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(Noted { news, kept: kept as u32 });
    }

    /// Notes that a message has led to the current version.
    pub(crate) fn acknowledge(&mut self, person: PersonId, ack: &str) {
        if ack.is_empty() {
            return;
        }
        if self.receipts.len() == REMEMBERED {
            self.receipts.pop_front();
        }
        self.receipts.push_back(Receipt { person, ack: ack.into(), version: self.version });
    }

    /// The version to which a message led, if it was heeded already.
    #[must_use]
    pub(crate) fn acknowledged(&self, person: PersonId, ack: &str) -> Option<u32> {
        let is_same = |receipt: &&Receipt| receipt.person == person && *receipt.ack == *ack;
        self.receipts.iter().rev().find(is_same).map(|receipt| receipt.version)
    }

    /// What has happened since a version.
    #[must_use]
    pub(crate) fn since(&self, version: u32) -> Missed {
        let Some(missed) = self.version.checked_sub(version) else { return Missed::Everything };
        if missed == 0 {
            return Missed::Nothing;
        }
        let Some(first) = self.recent.len().checked_sub(missed as usize) else { return Missed::Everything };
        let noted = || self.recent.iter().skip(first);
        Missed::Events {
            news: (version + 1..).zip(noted().map(|noted| noted.news)).collect(),
            kept: noted().map(|noted| noted.kept).min().unwrap_or(0),
            scope: noted().map(|noted| noted.news.scope()).max().unwrap_or(Scope::All),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Done, Untold};

    #[test]
    fn what_was_missed_is_told_as_far_as_it_is_remembered() {
        let mut journal = Journal::default();
        for n in 0..200 {
            journal.note(News::Act(Done { seat: 0, n, count: 1 }), n as usize);
        }
        journal.note(News::Takeback { to: 150 }, 150);
        assert_eq!(journal.version(), 201);
        assert_eq!(journal.since(201), Missed::Nothing);
        assert_eq!(journal.since(202), Missed::Everything, "from the future");
        assert_eq!(journal.since(201 - 129), Missed::Everything);
        let Missed::Events { news, kept, scope } = journal.since(201 - 128) else { panic!("remembered") };
        assert_eq!(news.len(), 128);
        assert_eq!(news[0].0, 74);
        assert_eq!((kept, scope), (73, Scope::Board));
        let Missed::Events { kept, .. } = journal.since(190) else { panic!("remembered") };
        assert_eq!(kept, 150, "what was taken back is cut off");
    }

    #[test]
    fn a_message_is_acknowledged_with_its_old_version() {
        let mut journal = Journal::default();
        let (person, other) = (PersonId::drawn([1; 16]), PersonId::drawn([2; 16]));
        journal.note(News::Start(Untold {}), 0);
        journal.acknowledge(person, "a1");
        journal.acknowledge(person, "");
        journal.note(News::Agree, 0);
        assert_eq!(journal.acknowledged(person, "a1"), Some(1));
        assert_eq!(journal.acknowledged(person, ""), None);
        assert_eq!(journal.acknowledged(other, "a1"), None);
    }
}
