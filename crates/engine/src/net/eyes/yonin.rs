//! Yonin shogi: men by owner and square, hands, who lives, who moves, and attackers of kings.

use game::Seat;
use yonin::{Kind, Position, Role, Side, Square};

use super::{groups, step};
use crate::judges::yonin::YoninJudge;
use crate::net::{Eyes, Inputs};

/// The board turned so that the asking seat is South; the others follow clockwise.
#[derive(Clone, Copy, Debug)]
pub struct YoninEyes;

/// The four seats, and men that belong to nobody any more.
const OWNERS: usize = Side::COUNT + 1;
const HELD: usize = 4;
const ATTACKERS: [u32; 2] = [2, 3];

groups! {
    MEN: OWNERS * Role::COUNT * Square::COUNT;
    /// At least so many of a kind in a hand.
    HANDS: Side::COUNT * Kind::COUNT * HELD;
    LIVES: Side::COUNT;
    MOVES: Side::COUNT;
    MUST_ANSWER: Side::COUNT;
    /// Men that could take a king.
    CHECKED: Side::COUNT * (ATTACKERS.len() + 1);
}

impl Eyes<Position> for YoninEyes {
    type Hand = YoninJudge;
    type Glance = ();
    const INPUTS: usize = END;
    /// By the seats that are left.
    const STAGES: usize = 3;
    const SCALE: i32 = 800;

    fn glance(_: &Position) {}

    fn look(position: &Position, (): &(), seat: Seat, inputs: &mut Inputs) {
        let own = Side::of(seat);
        let turns = (Side::COUNT - own.index()) % Side::COUNT;
        let seen = |square: Square| (0..turns).fold(square, |square, _| square.turned()).index();
        let order = |side: Side| (side.index() + turns) % Side::COUNT;
        for square in Square::all() {
            let Some(man) = position.man(square) else { continue };
            let owner = man.owner().map_or(Side::COUNT, order);
            inputs.insert(MEN + seen(square) * OWNERS * Role::COUNT + owner * Role::COUNT + man.role().index());
        }
        for side in Side::ALL {
            let who = order(side);
            for (kind, count) in position.hand(side).into_iter().enumerate() {
                let held = (0..usize::from(count).min(HELD)).map(|held| (who * Kind::COUNT + kind) * HELD + held);
                held.for_each(|held| inputs.insert(HANDS + held));
            }
            if !position.living().contains(side) {
                continue;
            }
            inputs.insert(LIVES + who);
            let attackers = position.attackers(side).len();
            if attackers > 0 {
                inputs.insert(CHECKED + who * (ATTACKERS.len() + 1) + step(attackers, &ATTACKERS));
            }
        }
        inputs.insert(MOVES + order(Side::of(game::Position::turn(position))));
        position.pending().for_each(|side| inputs.insert(MUST_ANSWER + order(side)));
    }

    fn stage(position: &Position) -> usize {
        (position.living().len() as usize).saturating_sub(2).min(Self::STAGES - 1)
    }

    /// Partners see the game otherwise; nobody has taught that yet.
    fn knows(position: &Position) -> bool {
        !position.rules().is_doubles()
    }
}
