//! The terrain phase: laying blocks, moving wrong ones, whole turns at once (§5–§8, §26).

use game::Refusal;

use crate::geometry::{Square, Squares};
use crate::ground::Ground;
use crate::key;
use crate::position::{Phase, Position};
use crate::refusals;
use crate::rules::Variant;
use crate::terrain::sea_is_connected;

/// Where islands may lie: ranks 3 to 6 (§26).
const ISLAND_ZONE: Squares = Squares::from_bits(0x0000_ffff_ffff_0000);

impl Position {
    /// Where the side to move may lay a block.
    #[must_use]
    pub fn placeable(&self) -> Squares {
        let height_max = self.rules.height_max();
        if self.hand(self.turn) == 0 {
            return Squares::EMPTY;
        }
        match self.rules.variant {
            Variant::Sea => {
                let islands = self.ground.raised();
                let keeps_sea = |square: &Square| sea_is_connected(islands.with(*square));
                (ISLAND_ZONE & !islands).iter().filter(keeps_sea).collect()
            }
            _ if self.rules.on_honor() => self.ground.below(height_max),
            _ => self.ground.fit_for_block(height_max),
        }
    }

    /// Whether the islands lie where they may, and leave the sea in one piece (§26).
    pub(crate) fn has_sound_sea(&self) -> bool {
        let islands = self.ground.raised();
        !islands.meets(!ISLAND_ZONE) && sea_is_connected(islands)
    }

    /// Whether a block may be laid there, and if not, why.
    pub(crate) fn check_block(&self, square: Square) -> Result<(), Refusal> {
        let islands = self.ground.raised();
        if self.hand(self.turn) == 0 {
            return Err(refusals::count(0));
        }
        if self.rules.variant == Variant::Sea && !ISLAND_ZONE.contains(square) {
            return Err(refusals::ZONE);
        }
        if !self.ground.below(self.rules.height_max()).contains(square) {
            return Err(refusals::CEILING);
        }
        match self.rules.variant {
            Variant::Sea if !sea_is_connected(islands.with(square)) => Err(refusals::CONNECT),
            Variant::Sea => Ok(()),
            _ if self.placeable().contains(square) => Ok(()),
            _ => Err(refusals::SLOPE),
        }
    }

    /// Lays a block; the turn passes after the last one of the turn (§5).
    pub(crate) fn place(&mut self, square: Square) {
        let side = self.turn;
        let hand = self.hands[side.index()];
        self.key ^= self.ground.raise(square) ^ key::hand(side, hand);
        self.hands[side.index()] = hand.saturating_sub(1);
        self.key ^= key::hand(side, hand.saturating_sub(1));
        if self.hands == [0; 2] {
            self.finish_ground();
        } else if self.hand(side).is_multiple_of(self.rules.blocks_a_turn()) && self.hand(side.other()) > 0 {
            self.key ^= key::turn(side) ^ key::turn(side.other());
            self.turn = side.other();
        }
    }

    fn finish_ground(&mut self) {
        if self.rules.on_honor() {
            self.phase = Phase::Inspection;
            self.turn = crate::side::Side::Blue;
            self.key = self.hash();
        } else {
            self.begin_battle();
        }
    }

    /// Every relocation that honor placing allows now, as sources with their destinations (§8).
    pub(crate) fn relocations(&self) -> impl Iterator<Item = (Square, Squares)> {
        let allowed = self.rules.on_honor() && self.phase != Phase::Battle;
        let sources = if allowed { self.ground.too_high() } else { Squares::EMPTY };
        sources.iter().map(|from| (from, self.right_places(from)))
    }

    /// Where the top block of `from` would lie right once it is taken off.
    fn right_places(&self, from: Square) -> Squares {
        self.without_top(from).fit_for_block(self.rules.height_max()).without(from)
    }

    fn without_top(&self, square: Square) -> Ground {
        let mut ground = self.ground;
        ground.lower(square);
        ground
    }

    pub(crate) fn check_relocation(&self, from: Square, to: Square) -> Result<(), Refusal> {
        if !self.ground.too_high().contains(from) {
            Err(refusals::NOFAULT)
        } else if to == from {
            Err(refusals::SLOPE)
        } else if !self.ground.below(self.rules.height_max()).contains(to) {
            Err(refusals::CEILING)
        } else if !self.right_places(from).contains(to) {
            Err(refusals::SLOPE)
        } else {
            Ok(())
        }
    }

    /// Moves the top block of one square to another (§8).
    pub(crate) fn relocate(&mut self, from: Square, to: Square) {
        self.key ^= self.ground.lower(from) ^ self.ground.raise(to);
    }

    /// Puts the blocks of a whole turn into an order in which each is legal (§7).
    ///
    /// # Errors
    /// The refusal of the whole.
    pub(crate) fn order_turn(&self, blocks: &[Square]) -> Result<Vec<Square>, Refusal> {
        if blocks.len() != usize::from(self.left_in_turn()) {
            return Err(refusals::count(self.left_in_turn()));
        }
        let as_written = self.rules.on_honor() || self.rules.variant == Variant::Sea;
        if as_written { self.check_order(blocks) } else { self.find_order(blocks) }
    }

    fn check_order(&self, blocks: &[Square]) -> Result<Vec<Square>, Refusal> {
        let mut ahead = self.clone();
        for square in blocks {
            ahead.check_block(*square)?;
            ahead.place(*square);
        }
        Ok(blocks.to_vec())
    }

    /// Takes the first listed block that is legal until none is left. If that gets stuck, no order
    /// helps: blocks laid can only make others legal.
    fn find_order(&self, blocks: &[Square]) -> Result<Vec<Square>, Refusal> {
        let height_max = self.rules.height_max();
        let mut ground = self.ground;
        let mut waiting = blocks.to_vec();
        let mut order = Vec::with_capacity(blocks.len());
        while let Some(lowest) = waiting.iter().min() {
            let fit = ground.fit_for_block(height_max);
            let Some(next) = waiting.iter().position(|square| fit.contains(*square)) else {
                let fits_below = ground.below(height_max).contains(*lowest);
                return Err(if fits_below { refusals::SLOPE } else { refusals::CEILING });
            };
            let square = waiting.remove(next);
            ground.raise(square);
            order.push(square);
        }
        Ok(order)
    }
}
