//! A judge of yonin shogi: men on the board and in hand, guards around the own king, attackers
//! around the others.

mod checks;

use game::{Position as _, Seat};
use yonin::{Action, Kind, Man, Position, Role, Side, Square};

use crate::alpha_beta::{Method, Opponents};
use crate::judge::Judge;
use crate::levels::{Care, Graded, Level, Strength};
use crate::worth::Merit;

/// What a seat has, against the average of the others that are left.
#[derive(Clone, Copy, Debug, Default)]
pub struct YoninJudge;

const fn worth(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Rook => 800,
        Role::Gold => 450,
        Role::Silver => 400,
        Role::Pawn => 100,
        Role::Dragon => 1100,
        Role::PromotedSilver => 440,
        Role::Tokin => 420,
    }
}

/// A man in the hand can be anywhere in a moment.
const fn worth_in_hand(kind: Kind) -> i32 {
    match kind {
        Kind::Rook => 850,
        Kind::Gold => 490,
        Kind::Silver => 430,
        Kind::Pawn => 115,
    }
}

/// Every seat that is out makes the own place better by one.
const OUTLIVED: i32 = 500;

/// A check comes before quiet actions: it takes the turn from whoever would have it.
const CHECK: i32 = 60;

/// How many steps of a king are between two squares, by their numbers.
static DISTANCES: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let (one, other) = (index / Square::COUNT, index % Square::COUNT);
        let (files, ranks) = ((one % 9).abs_diff(other % 9), (one / 9).abs_diff(other / 9));
        table[one][other] = if files > ranks { files } else { ranks } as u8;
        index += 1;
    }
    table
};

fn distance(one: Square, other: Square) -> i32 {
    i32::from(DISTANCES[one.index()][other.index()])
}

/// A guard beside its king, and an attacker near another's.
fn presence(man: Man, at: Square, own: Square, others: &[Square]) -> i32 {
    let strong = match man.role() {
        Role::King => return 0,
        Role::Pawn => 1,
        Role::Silver | Role::Gold | Role::PromotedSilver | Role::Tokin => 3,
        Role::Rook | Role::Dragon => 2,
    };
    let guard = if distance(at, own) <= 1 { 6 * strong } else { 0 };
    let near = others.iter().map(|king| distance(at, *king)).min().unwrap_or(9);
    guard + strong * (9 - near)
}

/// What each side has, by the number of the side.
fn wealth(position: &Position) -> [i32; Side::COUNT] {
    let mut men: arrayvec::ArrayVec<(Square, Man, Side), { Square::COUNT }> = arrayvec::ArrayVec::new();
    let mut kings = [None; Side::COUNT];
    for at in Square::all() {
        let Some(man) = position.man(at) else { continue };
        let Some(owner) = man.owner() else { continue };
        men.push((at, man, owner));
        if man.role() == Role::King {
            kings[owner.index()] = Some(at);
        }
    }
    let others = Side::ALL.map(|side| -> arrayvec::ArrayVec<Square, { Side::COUNT }> {
        let kings = kings.iter().enumerate().filter(|(owner, _)| *owner != side.index());
        kings.filter_map(|(_, king)| *king).collect()
    });
    let mut wealth = Side::ALL.map(|side| {
        let hand = position.hand(side);
        Kind::ALL.iter().map(|kind| i32::from(hand[kind.index()]) * worth_in_hand(*kind)).sum()
    });
    for (at, man, owner) in men {
        let (own, others) = (kings[owner.index()].unwrap_or(at), &others[owner.index()]);
        wealth[owner.index()] += worth(man.role()) + presence(man, at, own, others) + advance(man, at);
    }
    wealth
}

/// Pawns grow toward their promotion.
fn advance(man: Man, at: Square) -> i32 {
    match man.role() {
        Role::Pawn => 4 * (7 - i32::from(at.depth(man.facing()))).max(0),
        _ => 0,
    }
}

fn is_team(one: Side, other: Side) -> bool {
    one == other || one == other.opposite()
}

impl Judge<Position> for YoninJudge {
    fn value(&self, position: &Position, seat: Seat) -> i32 {
        let own = Side::of(seat);
        let wealth = wealth(position);
        if position.rules().is_doubles() {
            let signed = |side: Side| if is_team(own, side) { wealth[side.index()] } else { -wealth[side.index()] };
            return Side::ALL.map(signed).iter().sum();
        }
        let others = position.living().without(own);
        let count = others.len().max(1).cast_signed();
        let average = others.iter().map(|side| wealth[side.index()]).sum::<i32>() / count;
        wealth[own.index()] - average + OUTLIVED * (3 - count)
    }

    fn is_loud(&self, position: &Position, action: Action) -> bool {
        match action {
            Action::Move { to, promote, .. } => promote || position.man(to).is_some(),
            Action::Drop { .. } => false,
        }
    }

    fn hint(&self, position: &Position, action: Action) -> i32 {
        let check = if checks::gives_check(position, action) { CHECK } else { 0 };
        let Action::Move { from, to, promote } = action else { return check };
        let mover = position.man(from).map_or(0, |man| worth(man.role()));
        let gain = position.man(to).map_or(0, |man| 100 + worth(man.role()) / 4 - mover / 40);
        check + gain + if promote { 60 } else { 0 }
    }

    fn slot(&self, action: Action) -> usize {
        const DROPS: usize = Kind::COUNT * Square::COUNT;
        match action {
            Action::Drop { kind, to } => kind.index() * Square::COUNT + to.index(),
            Action::Move { from, to, .. } => DROPS + from.index() * Square::COUNT + to.index(),
        }
    }

    fn must_answer(&self, position: &Position) -> bool {
        position.pending().next().is_some()
    }

    fn may_threaten(&self, position: &Position, action: Action) -> bool {
        checks::gives_check(position, action)
    }

    /// Checks bring the turn back, so that chains of them are long.
    fn chain_share(&self) -> u64 {
        20
    }

    fn allied(&self, position: &Position, one: Seat, other: Seat) -> bool {
        one == other || (position.rules().is_doubles() && is_team(Side::of(one), Side::of(other)))
    }

    /// Who is out keeps its place, whatever the others do.
    fn merit(&self, position: &Position, seat: Seat) -> Option<Merit> {
        let doubles = position.rules().is_doubles();
        let order = position.out().iter().position(|out| out.seat.seat() == seat);
        if let Some(order) = order.filter(|_| !doubles) {
            return Some(Merit::thousandths(-1000 + 10 * i32::from(order as u8)));
        }
        let outcome = position.outcome()?;
        let firsts = outcome.places.iter().filter(|(_, place)| **place == 1).count();
        Some(match outcome.places[seat] {
            1 if doubles && firsts == 2 => Merit::WIN,
            1 if firsts == 1 => Merit::WIN,
            1 => Merit::DRAW,
            _ if doubles => Merit::LOSS,
            _ => Merit::thousandths(-500),
        })
    }

    fn search_key(&self, position: &Position) -> u64 {
        const NEAR: u32 = 24;
        let cap = position.rules().cap;
        let late = cap > 0 && position.ply() + NEAR > cap;
        position.key() ^ if late { u64::from(position.ply()).wrapping_mul(0x9fb2_1c65_1e98_df25) } else { 0 }
    }
}

impl Graded<Position> for YoninJudge {
    /// One reply won 6 of 7 games, two seats against two, from the reading in which all are united.
    const METHOD: Method = Method { opponents: Opponents::OneReply, ..Method::STRONG };

    fn strength(level: Level) -> Strength {
        match level {
            Level::Newcomer => Strength::new(60, Care::within(400)).overlooking(30),
            Level::Beginner => Strength::new(300, Care::within(200)).overlooking(12),
            Level::Gentle => Strength::new(1_100, Care::within(100)).overlooking(4),
            Level::Easy => Strength::new(4_000, Care::within(60)),
            Level::Casual => Strength::new(16_000, Care::within(30)),
            Level::Normal => Strength::new(60_000, Care::within(15)),
            Level::Skilled => Strength::new(250_000, Care::within(10)),
            Level::Hard => Strength::new(1_000_000, Care::within(5)).within_ms(5_000),
        }
    }
}
