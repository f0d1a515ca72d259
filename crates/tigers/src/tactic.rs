//! The twenty tactics and the three that a general carries (§27, §28).

game::small_enum! {
    /// A tactic; those of the field come first.
    pub enum Tactic {
        /// 일격: 3 damage to a neighbor.
        Strike,
        /// 불괴: loses no troops for a round.
        Unbreakable,
        /// 보병장력: Sun and Moon +1, frontline 2.
        InfantryMight,
        /// 돌파: steps over corners.
        Breakthrough,
        /// 도발: the target may attack only the caster.
        Provoke,
        /// 고오급 당근: two more actions.
        PremiumCarrot,
        /// 충차: pushes a neighbor or destroys a structure.
        BatteringRam,
        /// 연노: two bolts of 1 damage.
        RepeatingCrossbow,
        /// 역습: strikes back for a round.
        Counterattack,
        /// 황충: 1 damage to every enemy that touches the caster.
        Locusts,
        /// 위보: the target loses its next turn.
        FalseReport,
        /// 모병: up to 3 troops from the graveyard.
        Recruit,
        /// 매복: hidden, 3 damage.
        Ambush,
        /// 기만: hidden decoys.
        Deception,
        /// 화계: burns a tile and its neighbors.
        Fire,
        /// 토벽: a wall.
        EarthWall,
        /// 망루: a tower that shoots.
        Watchtower,
        /// 함정: hidden, 1 damage and a snare.
        Trap,
        /// 화타: heals, cures, or calls back.
        HuaTuo,
        /// 투석: 2 damage from afar.
        Catapult,
    }
}

/// Where a tactic may be cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// 현장용: on the board.
    Field,
    /// 사무용: at headquarters or undisturbed in the own camp.
    Office,
}

impl Tactic {
    /// The two letters in actions and states.
    #[must_use]
    pub const fn code(self) -> &'static str {
        const CODES: [&str; 20] = [
            "ST", "UB", "IM", "BT", "PV", "CR", "RM", "RC", "CA", "LO", "FR", "RE", "AM", "DC", "FI", "WA", "TO", "TR",
            "HT", "CT",
        ];
        CODES[self as usize]
    }

    /// The tactic with that code in upper case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tactic| tactic.code() == code)
    }

    /// The name in Korean.
    #[must_use]
    pub const fn ko(self) -> &'static str {
        const NAMES: [&str; 20] = [
            "일격",
            "불괴",
            "보병장력",
            "돌파",
            "도발",
            "고오급 당근",
            "충차",
            "연노",
            "역습",
            "황충",
            "위보",
            "모병",
            "매복",
            "기만",
            "화계",
            "토벽",
            "망루",
            "함정",
            "화타",
            "투석",
        ];
        NAMES[self as usize]
    }

    /// The name in English.
    #[must_use]
    pub const fn en(self) -> &'static str {
        const NAMES: [&str; 20] = [
            "Strike",
            "Unbreakable",
            "Infantry Might",
            "Breakthrough",
            "Provoke",
            "Premium Carrot",
            "Battering Ram",
            "Repeating Crossbow",
            "Counterattack",
            "Locusts",
            "False Report",
            "Recruit",
            "Ambush",
            "Deception",
            "Fire",
            "Earth Wall",
            "Watchtower",
            "Trap",
            "Hua Tuo",
            "Catapult",
        ];
        NAMES[self as usize]
    }

    /// Where it may be cast.
    #[must_use]
    pub const fn ground(self) -> Ground {
        if (self as u8) <= Self::Locusts as u8 { Ground::Field } else { Ground::Office }
    }

    /// Whether it lays a marker whose kind the opponent does not see.
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::Ambush | Self::Deception | Self::Trap)
    }
}

/// How many tactics a general carries.
pub(crate) const HAND: usize = 3;

/// The three tactics of a general, each used once a game; nothing in base mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand([u8; HAND]);

/// One tactic of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// Which.
    pub tactic: Tactic,
    /// Whether it has been cast.
    pub spent: bool,
}

const SPENT: u8 = 32;
const NOTHING: u8 = u8::MAX;

impl Hand {
    /// No tactics: base mode.
    pub const EMPTY: Self = Self([NOTHING; HAND]);

    /// A hand of three.
    #[must_use]
    pub fn new(cards: [Card; HAND]) -> Self {
        Self(cards.map(|card| card.tactic as u8 | if card.spent { SPENT } else { 0 }))
    }

    /// Three fresh tactics.
    #[must_use]
    pub fn fresh(tactics: [Tactic; HAND]) -> Self {
        Self::new(tactics.map(|tactic| Card { tactic, spent: false }))
    }

    /// The tactics in order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.0
            .into_iter()
            .filter(|byte| *byte != NOTHING)
            .map(|byte| Card { tactic: Tactic::ALL[usize::from(byte % SPENT)], spent: byte & SPENT != 0 })
    }

    /// The tactics that can still be cast.
    #[inline]
    pub fn unspent(self) -> impl Iterator<Item = Tactic> {
        self.0.into_iter().filter(|byte| *byte < SPENT).map(|byte| Tactic::ALL[usize::from(byte)])
    }

    /// Whether a tactic is spent, or `None` if it is not in the hand.
    #[must_use]
    pub fn find(self, tactic: Tactic) -> Option<bool> {
        self.cards().find(|card| card.tactic == tactic).map(|card| card.spent)
    }

    /// The hand after casting a tactic.
    #[must_use]
    pub fn without(self, tactic: Tactic) -> Self {
        Self(self.0.map(|byte| if byte == tactic as u8 { byte | SPENT } else { byte }))
    }

    pub(crate) const fn bytes(self) -> [u8; HAND] {
        self.0
    }
}
