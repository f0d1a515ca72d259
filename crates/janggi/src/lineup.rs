//! How a game starts: set-ups (§11) and handicap (§12).

use game::{Refusal, choice_enum};

use crate::rules::SetupChoice;
use crate::setup::Setup;
use crate::{Board, Piece, Point, Role, Rules, Side};

choice_enum! {
    /// Where a side's horses and elephants stand; names follow the owner's left to right.
    pub enum Lineup {
        /// 마상상마, 안상차림 (원앙마).
        Inner = "inner",
        /// 상마마상, 바깥상차림 (양귀마).
        Outer = "outer",
        /// 상마상마, 왼상차림 (귀마).
        Left = "left",
        /// 마상마상, 오른상차림 (귀마).
        Right = "right",
        /// 상마차–차마상, 기동차: elephants and chariots trade places on both wings.
        Mobile = "mobile",
    }
}

impl Lineup {
    /// The four-syllable pattern from the owner's left to right, or both wings of the fifth.
    #[must_use]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Inner => "마상상마",
            Self::Outer => "상마마상",
            Self::Left => "상마상마",
            Self::Right => "마상마상",
            Self::Mobile => "상마차차마상",
        }
    }

    /// The three pieces beside the left guard and the three beside the right, from the owner's
    /// left to right.
    const fn wings(self) -> [Role; 6] {
        use Role::{Chariot as R, Elephant as E, Horse as H};
        match self {
            Self::Inner => [R, H, E, E, H, R],
            Self::Outer => [R, E, H, H, E, R],
            Self::Left => [R, E, H, E, H, R],
            Self::Right => [R, H, E, H, E, R],
            Self::Mobile => [E, H, R, R, H, E],
        }
    }

    /// The set-up whose wings stand on a side's back rank, if it is one.
    #[must_use]
    pub fn of_board(board: &Board, side: Side) -> Option<Self> {
        let stands =
            |lineup: &Self| lineup.back_rank(side).all(|(point, role)| board.at(point) == Some(Piece::new(side, role)));
        Self::ALL.into_iter().find(stands)
    }

    fn back_rank(self, side: Side) -> impl Iterator<Item = (Point, Role)> {
        const FILES: [usize; 6] = [0, 1, 2, 6, 7, 8];
        FILES.into_iter().zip(self.wings()).filter_map(move |(file, role)| Some((own(side, file, 0)?, role)))
    }
}

/// A point as its owner counts: files from the own left, ranks from the own side.
fn own(side: Side, file: usize, rank: usize) -> Option<Point> {
    let point = Point::new(file, rank)?;
    Some(if side == Side::Cho { point } else { point.turned() })
}

choice_enum! {
    /// What the stronger player, Han, gives away; Han then moves first (§12).
    pub enum Handicap {
        /// An even game.
        Off = "none",
        /// Han moves first, nothing is removed.
        First = "first",
        /// An edge soldier (Han's right).
        Soldier = "soldier",
        /// The right elephant.
        Elephant = "elephant",
        /// The right horse.
        Horse = "horse",
        /// The right cannon.
        Cannon = "cannon",
        /// The right chariot.
        Chariot = "chariot",
        /// Both guards.
        Guards = "guards",
        /// The right chariot and horse.
        ChariotHorse = "chariot+horse",
        /// The right chariot and cannon.
        ChariotCannon = "chariot+cannon",
        /// Both guards and all soldiers.
        GuardsSoldiers = "guards+soldiers",
    }
}

impl Handicap {
    /// The roles that are taken away, each the rightmost as Han sees it, or all of them.
    const fn given(self) -> &'static [(Role, bool)] {
        match self {
            Self::Off | Self::First => &[],
            Self::Soldier => &[(Role::Soldier, false)],
            Self::Elephant => &[(Role::Elephant, false)],
            Self::Horse => &[(Role::Horse, false)],
            Self::Cannon => &[(Role::Cannon, false)],
            Self::Chariot => &[(Role::Chariot, false)],
            Self::Guards => &[(Role::Guard, true)],
            Self::ChariotHorse => &[(Role::Chariot, false), (Role::Horse, false)],
            Self::ChariotCannon => &[(Role::Chariot, false), (Role::Cannon, false)],
            Self::GuardsSoldiers => &[(Role::Guard, true), (Role::Soldier, true)],
        }
    }
}

/// What both sides chose before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// Cho's set-up, chosen second.
    pub cho: Lineup,
    /// Han's set-up, chosen first.
    pub han: Lineup,
    /// What Han gives away.
    pub handicap: Handicap,
}

impl Default for Start {
    fn default() -> Self {
        Self { cho: Lineup::Inner, han: Lineup::Inner, handicap: Handicap::Off }
    }
}

game::options! {
    Start {
        ("cho", cho, Lineup, "Cho's set-up"),
        ("han", han, Lineup, "Han's set-up"),
        ("handicap", handicap, Handicap, "what Han gives away; Han then moves first"),
    }
}

impl Start {
    /// The first diagram, if the rules offer these set-ups.
    ///
    /// # Errors
    /// `E_SETUP` if they do not.
    pub fn setup(self, rules: &Rules) -> Result<Setup, Refusal> {
        for lineup in [self.han, self.cho] {
            let refused = match rules.setup {
                SetupChoice::FixedInner => lineup != Lineup::Inner,
                SetupChoice::Choose4 => lineup == Lineup::Mobile,
                SetupChoice::Choose5 => false,
            };
            if refused {
                let (name, offered) = (lineup.text(), rules.setup.text());
                return Err(Refusal::new(
                    "E_SETUP",
                    format!("the set-up `{name}` is not offered with setup={offered}"),
                ));
            }
        }
        Ok(self.diagram())
    }

    /// The choices that lead to a diagram, if a game can start like that.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        let cho = Lineup::of_board(&setup.board, Side::Cho)?;
        let handicaps = |han| Handicap::ALL.into_iter().map(move |handicap| Self { cho, han, handicap });
        let mut starts = Lineup::ALL.into_iter().flat_map(handicaps);
        starts.find(|start| start.diagram() == *setup)
    }

    fn diagram(self) -> Setup {
        let mut board = Board::default();
        place(&mut board, Side::Cho, self.cho);
        place(&mut board, Side::Han, self.han);
        for (role, all) in self.handicap.given() {
            // Han's right is the lowest file.
            for point in board.pieces(Side::Han, *role).iter().take(if *all { usize::MAX } else { 1 }) {
                board.take(point);
            }
        }
        let turn = if self.handicap == Handicap::Off { Side::Cho } else { Side::Han };
        Setup { board, turn, halfmove: 0, fullmove: 1 }
    }
}

fn place(board: &mut Board, side: Side, lineup: Lineup) {
    const FIXED: [(Role, usize, usize); 10] = [
        (Role::Guard, 3, 0),
        (Role::Guard, 5, 0),
        (Role::King, 4, 1),
        (Role::Cannon, 1, 2),
        (Role::Cannon, 7, 2),
        (Role::Soldier, 0, 3),
        (Role::Soldier, 2, 3),
        (Role::Soldier, 4, 3),
        (Role::Soldier, 6, 3),
        (Role::Soldier, 8, 3),
    ];
    let fixed = FIXED.into_iter().filter_map(|(role, file, rank)| Some((own(side, file, rank)?, role)));
    for (point, role) in fixed.chain(lineup.back_rank(side)) {
        board.put(Piece::new(side, role), point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(cho: Lineup, han: Lineup) -> String {
        Start { cho, han, handicap: Handicap::Off }.diagram().to_string()
    }

    #[test]
    fn patterns_are_read_from_the_owners_left() {
        for (lineup, cho, han) in [
            (Lineup::Inner, "RNBA1ABNR", "rnba1abnr"),
            (Lineup::Outer, "RBNA1ANBR", "rbna1anbr"),
            (Lineup::Left, "RBNA1ABNR", "rnba1anbr"),
            (Lineup::Right, "RNBA1ANBR", "rbna1abnr"),
            (Lineup::Mobile, "BNRA1ARNB", "bnra1arnb"),
        ] {
            let text = fen(lineup, lineup);
            assert!(text.starts_with(han), "{text}");
            assert!(text.contains(&format!("/{cho} w")), "{text}");
            let board = Start { cho: lineup, han: lineup, handicap: Handicap::Off }.diagram().board;
            assert_eq!(Lineup::of_board(&board, Side::Cho), Some(lineup));
            assert_eq!(Lineup::of_board(&board, Side::Han), Some(lineup));
        }
    }

    #[test]
    fn the_giver_of_a_handicap_moves_first() {
        let start = Start { handicap: Handicap::Soldier, ..Start::default() };
        assert_eq!(
            start.diagram().to_string(),
            "rnba1abnr/4k4/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1"
        );
        for handicap in Handicap::ALL {
            let start = Start { handicap, ..Start::default() };
            assert_eq!(start.diagram().flaws(), [], "{handicap:?}");
        }
    }
}
