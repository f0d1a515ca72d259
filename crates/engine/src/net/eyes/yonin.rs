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
    const TURNS: usize = Side::COUNT;
    /// By the seats that are left.
    const STAGES: usize = 3;
    const SCALE: i32 = 800;

    fn glance(_: &Position) {}

    fn look(position: &Position, (): &(), inputs: &mut Inputs) {
        for square in Square::all() {
            let Some(man) = position.man(square) else { continue };
            let owner = man.owner().map_or(Side::COUNT, Side::index);
            inputs.insert(MEN + (owner * Role::COUNT + man.role().index()) * Square::COUNT + square.index());
        }
        for side in Side::ALL {
            let who = side.index();
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
        inputs.insert(MOVES + position.side().index());
        position.pending().for_each(|side| inputs.insert(MUST_ANSWER + side.index()));
    }

    /// So that the asking seat is South.
    fn turn(_: &Position, seat: Seat) -> usize {
        (Side::COUNT - Side::of(seat).index()) % Side::COUNT
    }

    fn seen(input: usize, turn: usize) -> usize {
        const OF_OWNER: usize = Role::COUNT * Square::COUNT;
        let clockwise = |number: usize, each: usize| (number + turn * each) % (Side::COUNT * each);
        let square = |index: usize| (0..turn).fold(Square::from_index(index), |square, _| square.turned()).index();
        match input {
            MEN..HANDS => {
                let (owner, rest) = (input - MEN, (input - MEN) % OF_OWNER);
                let man = rest - rest % Square::COUNT + square(rest % Square::COUNT);
                // Nobody's men stay nobody's.
                let own = owner / OF_OWNER < Side::COUNT;
                MEN + man + if own { clockwise(owner - rest, OF_OWNER) } else { owner - rest }
            }
            HANDS..LIVES => HANDS + clockwise(input - HANDS, Kind::COUNT * HELD),
            LIVES..MOVES => LIVES + clockwise(input - LIVES, 1),
            MOVES..MUST_ANSWER => MOVES + clockwise(input - MOVES, 1),
            MUST_ANSWER..CHECKED => MUST_ANSWER + clockwise(input - MUST_ANSWER, 1),
            _ => CHECKED + clockwise(input - CHECKED, ATTACKERS.len() + 1),
        }
    }

    fn stage(position: &Position) -> usize {
        (position.living().len() as usize).saturating_sub(2).min(Self::STAGES - 1)
    }

    /// Partners see the game otherwise; nobody has taught that yet.
    fn knows(position: &Position) -> bool {
        !position.rules().is_doubles()
    }
}
