//! What seats have offered each other, and how often they may ask.

use game::Seat;

use crate::wire::Topic;

/// How often in a row one seat may be refused the same thing in a game.
const REFUSED_MAX: u8 = 5;

/// The offers of a game: at most one of each kind is open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    open: Vec<Offer>,
    asked: Vec<Asked>,
}

/// Something that a seat has offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    pub(crate) what: Topic,
    pub(crate) by: Seat,
    pub(crate) accepted: Vec<Seat>,
}

/// How a seat has fared with one kind of offer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Asked {
    seat: Seat,
    what: Topic,
    /// It has not acted since.
    is_recent: bool,
    /// How often in a row it was refused, or withdrew.
    refused: u8,
}

impl Offers {
    /// The open offers.
    #[must_use]
    pub(crate) fn open(&self) -> &[Offer] {
        &self.open
    }

    /// The open offer of a kind.
    #[must_use]
    pub(crate) fn of(&self, what: Topic) -> Option<&Offer> {
        self.open.iter().find(|offer| offer.what == what)
    }

    /// Whether a seat may ask others for something: once between two actions of its own, and not after
    /// it was refused too often. After the game nobody acts, so only the refusals count.
    #[must_use]
    pub(crate) fn may_ask(&self, seat: Seat, what: Topic) -> bool {
        let asked = self.asked.iter().find(|asked| asked.seat == seat && asked.what == what);
        asked.is_none_or(|asked| asked.refused < REFUSED_MAX && (!asked.is_recent || what == Topic::Rematch))
    }

    /// A seat offers something; `accepted` are the seats of the same person.
    pub(crate) fn offered(&mut self, by: Seat, what: Topic, accepted: Vec<Seat>) {
        self.close(what);
        self.open.push(Offer { what, by, accepted });
        self.asked(by, what).is_recent = true;
    }

    /// More seats agree to what is offered.
    pub(crate) fn accepted(&mut self, what: Topic, seats: Vec<Seat>) {
        if let Some(offer) = self.open.iter_mut().find(|offer| offer.what == what) {
            offer.accepted.extend(seats);
        }
    }

    /// An offer was refused or withdrawn.
    pub(crate) fn declined(&mut self, what: Topic) {
        if let Some(by) = self.close(what) {
            let asked = self.asked(by, what);
            asked.refused = asked.refused.saturating_add(1);
        }
    }

    /// An offer was carried out: its seat may ask anew. Nothing that was offered before stands any more.
    pub(crate) fn carried_out(&mut self, what: Topic) {
        if let Some(by) = self.close(what) {
            self.asked.retain(|asked| asked.seat != by || asked.what != what);
        }
        self.open.clear();
    }

    /// Someone left, or the game is over: nothing stands any more.
    pub(crate) fn cleared(&mut self) {
        self.open.clear();
    }

    /// These seats have acted and may ask again; what was asked about the last action is void.
    pub(crate) fn acted(&mut self, seats: &[Seat]) {
        for asked in self.asked.iter_mut().filter(|asked| seats.contains(&asked.seat)) {
            asked.is_recent = false;
        }
        self.close(Topic::Takeback);
    }

    /// An offer to draw stands until the offerer's next turn.
    pub(crate) fn turned(&mut self, turn: Option<Seat>) {
        self.open.retain(|offer| turn.is_some_and(|turn| turn != offer.by));
    }

    fn close(&mut self, what: Topic) -> Option<Seat> {
        let index = self.open.iter().position(|offer| offer.what == what)?;
        Some(self.open.remove(index).by)
    }

    fn asked(&mut self, seat: Seat, what: Topic) -> &mut Asked {
        let known = self.asked.iter().position(|asked| asked.seat == seat && asked.what == what);
        let index = known.unwrap_or(self.asked.len());
        if known.is_none() {
            self.asked.push(Asked { seat, what, is_recent: false, refused: 0 });
        }
        &mut self.asked[index]
    }
}
