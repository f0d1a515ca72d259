//! Reading an action: any text that names existing generals becomes a request, however foolish
//! (§32). Only requests that could be legal somewhere are [`Action`]s.

use arrayvec::ArrayVec;

use crate::action::{Action, Actor, Path, Target, Targets};
use crate::geometry::Tile;
use crate::position::Position;
use crate::refusal::Code;
use crate::tactic::Tactic;
use crate::unit::{Kind, Side, Unit};

/// A tile number as written; `None` is beyond the board.
pub(crate) type Spot = Option<Tile>;

/// One step more than any general can take: what follows cannot change the refusal.
pub(crate) type Steps = ArrayVec<Spot, { Path::LONGEST + 1 }>;
/// One target more than any tactic has.
pub(crate) type Aims = ArrayVec<Aim, AIMS>;
const AIMS: usize = 3;

/// What a text asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    Move(Unit, Steps),
    Attack(Unit, Aim),
    Knock(Unit),
    Sortie(Unit, Spot, u32),
    /// `None`: no tactic has that code.
    Tactic(Unit, Option<Tactic>, Aims),
    End,
}

/// What a text aims at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    General(Unit),
    Spot(Spot),
}

impl Position {
    pub(crate) fn read_request(&self, text: &str) -> Result<Request, Code> {
        if text == "end" {
            return Ok(Request::End);
        }
        let (code, rest) = split_code(text).ok_or(Code::BadAction)?;
        let letter = rest.chars().next().ok_or(Code::BadAction)?;
        let shape = Shape::read(letter, &rest[letter.len_utf8()..]).ok_or(Code::BadAction)?;
        let unit = self.find_code(code)?;
        Ok(match shape {
            Shape::Move(path) => Request::Move(unit, path.into_iter().take(Path::LONGEST + 1).collect()),
            Shape::Attack(mark) => Request::Attack(unit, self.aim_at(mark)?),
            Shape::Knock => Request::Knock(unit),
            Shape::Sortie(spot, troops) => Request::Sortie(unit, spot, troops),
            Shape::Tactic(code, marks) => {
                let aims = marks.into_iter().map(|mark| self.aim_at(mark)).collect::<Result<Vec<_>, _>>()?;
                Request::Tactic(unit, Tactic::from_code(code), aims.into_iter().take(AIMS).collect())
            }
        })
    }

    fn find_code(&self, code: &str) -> Result<Unit, Code> {
        Unit::all().find(|unit| unit.side().cased(self.general(*unit).code) == code).ok_or(Code::NoSuchGeneral)
    }

    fn aim_at(&self, mark: Mark<'_>) -> Result<Aim, Code> {
        Ok(match mark {
            Mark::Code(code) => Aim::General(self.find_code(code)?),
            Mark::Spot(spot) => Aim::Spot(spot),
        })
    }

    /// The action that a request is, if it could be legal somewhere.
    pub(crate) fn action_of(&self, request: &Request) -> Option<Action> {
        Some(match request {
            Request::End => Action::End,
            Request::Knock(unit) => Action::Knock(self.actor(*unit)),
            Request::Move(unit, spots) => {
                let tiles = spots.iter().copied().collect::<Option<ArrayVec<_, { Path::LONGEST + 1 }>>>()?;
                Action::Move(self.actor(*unit), Path::new(&tiles)?)
            }
            Request::Attack(unit, aim) => Action::Attack(self.actor(*unit), self.target_of(*aim)?),
            Request::Sortie(unit, spot, troops) => {
                Action::Sortie(self.actor(*unit), (*spot)?, u8::try_from(*troops).ok()?)
            }
            Request::Tactic(unit, tactic, aims) => {
                let targets = match aims.as_slice() {
                    [] => Targets::None,
                    [one] => Targets::One(self.target_of(*one)?),
                    [one, two] => Targets::Two(self.target_of(*one)?, self.target_of(*two)?),
                    _ => return None,
                };
                Action::Tactic(self.actor(*unit), (*tactic)?, targets)
            }
        })
    }

    fn target_of(&self, aim: Aim) -> Option<Target> {
        Some(match aim {
            Aim::General(unit) => Target::General(self.actor(unit)),
            Aim::Spot(spot) => Target::Tile(spot?),
        })
    }

    /// The request that an action is; refused if it was made for another game.
    pub(crate) fn request_of(&self, action: Action) -> Result<Request, Code> {
        let known =
            |actor: Actor| if self.name(actor.unit) == actor.name { Ok(actor.unit) } else { Err(Code::NoSuchGeneral) };
        let aim = |target: Target| {
            Ok(match target {
                Target::General(actor) => Aim::General(known(actor)?),
                Target::Tile(tile) => Aim::Spot(Some(tile)),
            })
        };
        Ok(match action {
            Action::End => Request::End,
            Action::Knock(actor) => Request::Knock(known(actor)?),
            Action::Move(actor, path) => Request::Move(known(actor)?, path.tiles().iter().copied().map(Some).collect()),
            Action::Attack(actor, target) => Request::Attack(known(actor)?, aim(target)?),
            Action::Sortie(actor, tile, troops) => Request::Sortie(known(actor)?, Some(tile), troops.into()),
            Action::Tactic(actor, tactic, targets) => {
                let aims = targets.iter().map(aim).collect::<Result<_, _>>()?;
                Request::Tactic(known(actor)?, Some(tactic), aims)
            }
        })
    }
}

/// The grammar alone, without a game.
enum Shape<'a> {
    Move(Vec<Spot>),
    Attack(Mark<'a>),
    Knock,
    Sortie(Spot, u32),
    Tactic(&'a str, Vec<Mark<'a>>),
}

#[derive(Clone, Copy)]
enum Mark<'a> {
    Code(&'a str),
    Spot(Spot),
}

impl<'a> Shape<'a> {
    fn read(letter: char, rest: &'a str) -> Option<Self> {
        match letter {
            'm' if rest.is_empty() => Some(Self::Move(Vec::new())),
            'm' => rest.split('-').map(read_spot).collect::<Option<_>>().map(Self::Move),
            'x' => Mark::read(rest).map(Self::Attack),
            'k' => rest.is_empty().then_some(Self::Knock),
            'd' => {
                let (tile, troops) = rest.split_once(':')?;
                Some(Self::Sortie(read_spot(tile)?, read_number(troops)?))
            }
            't' => Self::read_tactic(rest),
            _ => None,
        }
    }

    fn read_tactic(rest: &'a str) -> Option<Self> {
        let (code, marks) = match rest.split_once('>') {
            None => (rest, Vec::new()),
            Some((code, marks)) => (code, marks.split(',').map(Mark::read).collect::<Option<_>>()?),
        };
        let is_code = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        is_code.then_some(Self::Tactic(code, marks))
    }
}

impl<'a> Mark<'a> {
    fn read(text: &'a str) -> Option<Self> {
        match split_code(text) {
            Some((code, "")) => Some(Self::Code(code)),
            Some(_) => None,
            None => read_spot(text).map(Self::Spot),
        }
    }
}

/// Two letters of one case, and what follows.
fn split_code(text: &str) -> Option<(&str, &str)> {
    let (code, rest) = text.split_at_checked(2)?;
    let upper = code.bytes().all(|byte| byte.is_ascii_uppercase());
    let lower = code.bytes().all(|byte| byte.is_ascii_lowercase());
    (upper || lower).then_some((code, rest))
}

fn read_spot(text: &str) -> Option<Spot> {
    read_number(text).map(|number| Tile::new(number as usize))
}

/// Digits only; numbers too large for anything are as good as the largest.
pub(crate) fn read_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u32::MAX))
}

impl Request {
    /// Who does what, unless it is the end of the turn.
    pub(crate) fn unit_and_kind(&self) -> Option<(Unit, Kind)> {
        Some(match *self {
            Self::Move(unit, _) => (unit, Kind::Move),
            Self::Attack(unit, _) => (unit, Kind::Attack),
            Self::Knock(unit) => (unit, Kind::Knock),
            Self::Sortie(unit, ..) => (unit, Kind::Sortie),
            Self::Tactic(unit, ..) => (unit, Kind::Tactic),
            Self::End => return None,
        })
    }
}

impl Aim {
    /// The general that is aimed at, if it is an enemy of that side.
    pub(crate) fn enemy_of(self, side: Side) -> Option<Unit> {
        match self {
            Self::General(unit) if unit.side() != side => Some(unit),
            _ => None,
        }
    }
}
