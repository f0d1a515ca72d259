//! Which pieces are left.

use std::fmt;

use arrayvec::ArrayVec;
use janggi::{Board, Role, Side};

/// The most guards of a side.
const GUARDS_MAX: u8 = 2;
/// The most attackers of a side that tables are made for.
const ATTACKERS_MAX: usize = 2;

/// What may attack: everything that leaves its palace, the strongest first.
const ATTACKERS: [Role; 5] = [Role::Chariot, Role::Cannon, Role::Horse, Role::Elephant, Role::Soldier];

/// What one side has beside its king.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Force {
    /// In the order of [`ATTACKERS`]; numbers compare as strength, the fewer pieces the weaker.
    attackers: ArrayVec<u8, ATTACKERS_MAX>,
    guards: u8,
}

impl Force {
    /// A force of these pieces, if tables know so many.
    #[must_use]
    pub fn new(attackers: &[Role], guards: u8) -> Option<Self> {
        let mut ranked = ArrayVec::new();
        for role in attackers {
            let rank = ATTACKERS.iter().position(|attacker| attacker == role)?;
            ranked.try_push(rank as u8).ok()?;
        }
        ranked.sort_unstable();
        (guards <= GUARDS_MAX).then_some(Self { attackers: ranked, guards })
    }

    fn of(board: &Board, side: Side) -> Option<Self> {
        let mut roles = ArrayVec::<Role, ATTACKERS_MAX>::new();
        for role in ATTACKERS {
            for _ in 0..board.pieces(side, role).len() {
                roles.try_push(role).ok()?;
            }
        }
        Self::new(&roles, board.pieces(side, Role::Guard).len() as u8)
    }

    /// The attackers, the strongest first.
    #[must_use]
    pub fn attackers(&self) -> impl ExactSizeIterator<Item = Role> + '_ {
        self.attackers.iter().map(|rank| ATTACKERS[usize::from(*rank)])
    }

    /// How many guards there are.
    #[must_use]
    pub const fn guards(&self) -> u8 {
        self.guards
    }

    /// Everything but the king: guards, then attackers.
    pub fn roles(&self) -> impl Iterator<Item = Role> + '_ {
        std::iter::repeat_n(Role::Guard, self.guards.into()).chain(self.attackers())
    }

    /// The points of all pieces (§17).
    #[must_use]
    pub fn points(&self) -> u32 {
        self.roles().map(Role::points).sum()
    }

    /// For the order of the two sides: more attackers, then stronger ones, then more guards.
    fn strength(&self) -> (usize, std::cmp::Reverse<&[u8]>, u8) {
        (self.attackers.len(), std::cmp::Reverse(self.attackers.as_slice()), self.guards)
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        let guards = std::iter::repeat_n(Role::Guard, self.guards.into());
        self.attackers().chain(guards).try_for_each(|role| write!(f, "{}", role.letter()))
    }
}

/// The pieces of both sides, the stronger side first: `KRPvKA` is chariot and soldier against a guard.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    strong: Force,
    weak: Force,
}

impl Class {
    /// The class of two forces; says whether they had to be exchanged.
    #[must_use]
    pub fn new(one: Force, other: Force) -> (Self, bool) {
        let exchanged = one.strength() < other.strength();
        let (strong, weak) = if exchanged { (other, one) } else { (one, other) };
        (Self { strong, weak }, exchanged)
    }

    /// The class of a board and its stronger side, if there are few enough pieces.
    #[must_use]
    pub fn of(board: &Board) -> Option<(Self, Side)> {
        let (class, exchanged) = Self::new(Force::of(board, Side::Cho)?, Force::of(board, Side::Han)?);
        Some((class, if exchanged { Side::Han } else { Side::Cho }))
    }

    /// The class of a name such as `KRPvKA`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (strong, weak) = name.split_once('v')?;
        let force = |text: &str| {
            let roles: Vec<Role> = text.strip_prefix('K')?.chars().map(Role::from_any_letter).collect::<Option<_>>()?;
            let attackers: Vec<Role> = roles.iter().copied().filter(|role| *role != Role::Guard).collect();
            Force::new(&attackers, (roles.len() - attackers.len()) as u8)
        };
        let class = Self::new(force(strong)?, force(weak)?).0;
        (class.to_string() == name).then_some(class)
    }

    /// The stronger side.
    #[must_use]
    pub const fn strong(&self) -> &Force {
        &self.strong
    }

    /// The weaker side.
    #[must_use]
    pub const fn weak(&self) -> &Force {
        &self.weak
    }

    /// Whether nobody has anything to attack with: then there is nothing to force.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.strong.attackers.is_empty()
    }

    /// Whether both sides have the same.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.strong == self.weak
    }

    /// How many pieces there are, kings included.
    #[must_use]
    pub fn men(&self) -> usize {
        2 + self.strong.roles().count() + self.weak.roles().count()
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}

/// The classes of a tier, so ordered that every capture leads to an earlier one or to an earlier tier.
///
/// 1: one attacker, any guards on both sides. 2: two attackers without guards, against any guards. 3: one
/// attacker each, no guards.
#[must_use]
pub fn tier(number: u8) -> Vec<Class> {
    let mut classes = Vec::new();
    let mut add = |one: &[Role], guards: u8, other: &[Role], others: u8| {
        let forces = Force::new(one, guards).zip(Force::new(other, others));
        classes.extend(forces.map(|(one, other)| Class::new(one, other).0));
    };
    for (index, first) in ATTACKERS.into_iter().enumerate() {
        match number {
            1 => {
                for (guards, others) in (0..=GUARDS_MAX).flat_map(|own| (0..=GUARDS_MAX).map(move |other| (own, other)))
                {
                    add(&[first], guards, &[], others);
                }
            }
            2 => {
                for second in &ATTACKERS[index..] {
                    (0..=GUARDS_MAX).for_each(|others| add(&[first, *second], 0, &[], others));
                }
            }
            _ => ATTACKERS[index..].iter().for_each(|second| add(&[first], 0, &[*second], 0)),
        }
    }
    classes.sort_by_key(Class::men);
    classes.dedup();
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_have_their_classes() {
        assert_eq!([1, 2, 3].map(|number| tier(number).len()), [45, 45, 15]);
        let names: Vec<_> = tier(3).iter().map(ToString::to_string).collect();
        assert_eq!(names[..6], ["KRvKR", "KRvKC", "KRvKN", "KRvKB", "KRvKP", "KCvKC"]);
    }

    #[test]
    fn names_are_read_again() {
        for class in (1..=3).flat_map(tier) {
            assert_eq!(Class::from_name(&class.to_string()), Some(class));
        }
        for name in ["", "KR", "KRvRK", "KAvKR", "KPRvK", "KRRRvK", "KAAAvKR", "KRvK "] {
            assert_eq!(Class::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn the_side_with_more_to_attack_is_the_strong_one() {
        let board = |fen: &str| fen.parse::<janggi::Setup>().expect("a diagram").board;
        let (class, strong) = Class::of(&board("3ak4/9/9/9/4r4/9/9/9/9/3KA4 w - - 0 1")).expect("few pieces");
        assert_eq!((class.to_string().as_str(), strong), ("KRAvKA", Side::Han));
        let (class, strong) = Class::of(&board("4k4/9/9/9/4p4/9/3N5/9/9/3K5 w - - 0 1")).expect("few pieces");
        assert_eq!((class.to_string().as_str(), strong), ("KNvKP", Side::Cho));
        assert!(Class::of(&board("4k4/9/9/9/3RRR3/9/9/9/9/3K5 w - - 0 1")).is_none());
    }
}
