//! Who moves next, who is out, and when it ends (§5, §8, §9, §10).

use arrayvec::ArrayVec;
use game::{Leaving, Moment, Refusal, Seat};

use crate::rules::{AfterMate, Fate, Repetition, Survivors};
use crate::{Action, Cause, Elimination, Ending, Kind, Position, Role, Side, Sides, key};

/// How often a position may occur before the game is over (§9).
const OCCURRENCES_MAX: usize = 4;

impl Position {
    /// Plays a legal action and settles what follows from it.
    pub(crate) fn play(&mut self, action: Action) {
        let mover = self.turn;
        self.apply(mover, action);
        self.ply = self.ply.saturating_add(1);
        self.last = Some((mover, action));
        self.pass_turn(mover, Some(mover));
    }

    /// §5: the turn goes on from `base`; whoever it reaches without a legal move is out.
    fn pass_turn(&mut self, base: Side, credit: Option<Side>) {
        match self.end_by_eliminations() {
            Some(end) => self.finish(end),
            None => self.offer_turn(self.next_seat(base), base, credit),
        }
    }

    /// §5: the candidate moves if it can, and else it is out and the order is run again.
    fn offer_turn(&mut self, mut candidate: Side, mut base: Side, credit: Option<Side>) {
        while !self.has_legal(candidate) {
            if self.checked.contains(candidate) {
                self.eliminate(Elimination { seat: candidate, cause: Cause::Mate, credit });
                if self.rules.aftermate == AfterMate::Mated {
                    base = candidate;
                }
            } else {
                self.eliminate(Elimination { seat: candidate, cause: Cause::Stuck, credit: None });
            }
            if let Some(end) = self.end_by_eliminations() {
                return self.finish(end);
            }
            candidate = self.next_seat(base);
        }
        self.set_turn(candidate);
    }

    /// §5: the first living seat in check clockwise after `base`, and else the first living one.
    #[inline]
    fn next_seat(&self, base: Side) -> Side {
        let eligible = if self.checked.is_empty() { self.living } else { self.checked };
        base.others().into_iter().find(|side| eligible.contains(*side)).unwrap_or(base)
    }

    /// §8: the king flips; the other men freeze, or obey whoever mated.
    fn eliminate(&mut self, elimination: Elimination) {
        let seat = elimination.seat;
        let heir = elimination.credit.filter(|_| self.rules.fate == Fate::Inherit);
        for at in self.board.owned(seat).iter() {
            let owner = heir.filter(|_| at != self.board.king(seat));
            self.board.hand_over(at, owner);
        }
        if let Some(heir) = heir {
            self.bequeath(seat, heir);
        }
        // There is room: the last seat is never eliminated, for the game is over before.
        let _ = self.out.try_push(elimination);
        self.living = self.living.without(seat);
        self.side_key ^= key::out(seat);
        // No elimination creates a check, but the frozen men's checks are gone.
        self.checked = self.checked.without(seat).iter().filter(|side| self.board.is_attacked(*side)).collect();
    }

    fn bequeath(&mut self, seat: Side, heir: Side) {
        for kind in Kind::ALL {
            let left = self.hands[seat.index()][kind.index()];
            let held = self.hands[heir.index()][kind.index()];
            self.set_hand(heir, kind, held.saturating_add(left));
            self.set_hand(seat, kind, 0);
        }
    }

    /// §10: whether enough seats are out.
    pub(crate) fn end_by_eliminations(&self) -> Option<Ending> {
        match self.living.len() {
            4 => None,
            _ if self.rules.is_doubles() => Some(Ending::Team),
            1 => Some(Ending::Win),
            2 if self.rules.end == Survivors::Two => Some(Ending::Two),
            _ => None,
        }
    }

    pub(crate) fn finish(&mut self, end: Ending) {
        self.set_turn(Side::South);
        if self.ending.replace(end).is_none() {
            self.side_key ^= key::over();
        }
    }

    /// §8: a seat gives up or runs out of time; its turn is used up.
    pub(crate) fn depart(&mut self, seat: Seat, why: Leaving) -> Result<(), Refusal> {
        let seat = Side::of(seat);
        self.check_departure(seat, why)?;
        let cause = if why == Leaving::Resigned { Cause::Resigned } else { Cause::TimeOut };
        self.eliminate(Elimination { seat, cause, credit: None });
        self.pass_turn(seat, None);
        Ok(())
    }

    /// §9, after a move: repetition first, then the cap.
    pub(crate) fn settle_history(&mut self, past: &[Moment]) {
        if past.len() < 2 || self.ending.is_some() {
            return; // Loading never ends a game.
        }
        self.settle_repetition(past);
        let cap = self.rules.cap;
        if self.ending.is_none() && cap != 0 && self.ply > cap {
            self.finish(Ending::Impasse);
        }
    }

    fn settle_repetition(&mut self, past: &[Moment]) {
        let Some(now) = past.last().filter(|_| self.rules.rep == Repetition::Fourth) else { return };
        let mut occurrences = past.iter().enumerate().filter(|(_, moment)| moment.key == now.key);
        let Some((first, _)) = occurrences.next() else { return };
        if occurrences.count() + 1 < OCCURRENCES_MAX {
            return;
        }
        let fouls = self.perpetual_checkers(&past[first..]);
        if fouls.is_empty() || fouls == self.living {
            return self.finish(Ending::Repetition);
        }
        self.punish(fouls, Side::of(now.by));
    }

    /// §9: the living seats that moved in the window and gave check with every move of theirs.
    /// The first moment is where the window opens. Nobody went out in it, for the same seats are
    /// out in both its ends.
    fn perpetual_checkers(&self, window: &[Moment]) -> Sides {
        let (mut gave, mut did_not) = (Sides::EMPTY, Sides::EMPTY);
        for pair in window.windows(2) {
            let by = Side::of(pair[1].by);
            let newly = Sides::from_bits(pair[1].mark & !pair[0].mark).without(by);
            if newly.is_empty() {
                did_not = did_not.with(by);
            } else {
                gave = gave.with(by);
            }
        }
        gave & !did_not & self.living
    }

    /// §9: perpetual checkers are out, clockwise after the last mover; the others play on.
    fn punish(&mut self, fouls: Sides, last_mover: Side) {
        let turn = self.turn;
        let order = last_mover.others().into_iter().chain([last_mover]);
        for seat in order.filter(|seat| fouls.contains(*seat)) {
            self.eliminate(Elimination { seat, cause: Cause::Foul, credit: None });
            if let Some(end) = self.end_by_eliminations() {
                return self.finish(end);
            }
        }
        let stays = self.living.contains(turn) && (self.checked.is_empty() || self.checked.contains(turn));
        let candidate = if stays { turn } else { self.next_seat(turn) };
        self.offer_turn(candidate, turn, None);
    }

    /// §10: the place of each side.
    pub(crate) fn places(&self, end: Ending) -> [u8; Side::COUNT] {
        if self.rules.is_doubles() {
            return self.team_places(end);
        }
        let mut places = [1; Side::COUNT];
        for (index, elimination) in self.out.iter().enumerate() {
            places[elimination.seat.index()] = (Side::COUNT - index) as u8;
        }
        for seat in self.living.iter() {
            let better = |other: &Side| self.merit(end, *other) > self.merit(end, seat);
            places[seat.index()] += self.living.iter().filter(better).count() as u8;
        }
        places
    }

    fn team_places(&self, end: Ending) -> [u8; Side::COUNT] {
        let team = |side: Side| match end {
            Ending::Impasse => self.points(side) + self.points(side.opposite()),
            _ => u32::from(self.out.first().is_none_or(|first| ![side, side.opposite()].contains(&first.seat))),
        };
        Side::ALL.map(|side| if team(side) < team(side.next()) { 2 } else { 1 })
    }

    /// What the living are ranked by: nothing if they tie.
    fn merit(&self, end: Ending, seat: Side) -> (u32, u32) {
        let mates = || self.out.iter().filter(|elimination| elimination.credit == Some(seat)).count() as u32;
        match end {
            Ending::Impasse => (0, self.points(seat)),
            Ending::Two => (mates(), self.count_men(seat) + mates()),
            Ending::Win | Ending::Team | Ending::Repetition => (0, 0),
        }
    }

    /// §9: the points of a seat's men on the board and in its hand.
    #[must_use]
    pub fn points(&self, seat: Side) -> u32 {
        let owned = self.board.owned(seat);
        let rooks = (owned & self.board.rooks()).len();
        let others = (owned & !self.board.rooks() & !self.board.of(Role::King)).len();
        let held = Kind::ALL.iter().map(|kind| kind.points() * u32::from(self.hand(seat)[kind.index()]));
        rooks * Kind::Rook.points() + others + held.sum::<u32>()
    }

    fn count_men(&self, seat: Side) -> u32 {
        self.board.owned(seat).len() + self.hand(seat).iter().copied().map(u32::from).sum::<u32>()
    }

    /// §10: the result line.
    pub(crate) fn result_line(&self) -> Option<String> {
        let end = self.ending?;
        let places = self.places(end);
        let mut line = end.word().to_owned();
        if matches!(end, Ending::Win | Ending::Team) {
            line.push(':');
            line.extend(Side::ALL.iter().filter(|side| places[side.index()] == 1).map(|side| side.letter()));
        }
        let mut order: ArrayVec<Side, { Side::COUNT }> = Side::ALL.into();
        order.sort_by_key(|side| places[side.index()]);
        let pairs = order.iter().map(|side| format!(" {}:{}", places[side.index()], side.letter()));
        line.extend(pairs);
        Some(line)
    }
}
