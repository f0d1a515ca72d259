//! Set-ups that a person puts together.

use game::Refusal;
use game::edit::{Diagram, Dial, Edit, Offer, Seen, named, no_mirror, unknown};

use crate::view::View;
use crate::{Kind, Man, Position, Role, Rules, Setup, Side, Square};

/// As many men of a kind as there are in the game's set of pawns.
const HAND_DIAL_MAX: u8 = 18;
/// The owner of a frozen man.
const NOBODY: &str = "x";

fn side(text: &str) -> Result<Side, Refusal> {
    game::text::letter(text).and_then(Side::from_letter).ok_or_else(|| unknown(text))
}

fn men() -> impl Iterator<Item = Man> {
    Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| Man::of(side, role)))
}

impl Setup {
    /// `turn`, `hand:s.R` or `owner:5e`.
    fn set(&mut self, dial: &str, to: &str) -> Result<(), Refusal> {
        match dial.split_once(':') {
            None if dial == "turn" => self.turn = Some(side(to)?),
            Some(("hand", whose)) => {
                let (owner, code) = whose.split_once('.').ok_or_else(|| unknown(dial))?;
                let kind =
                    Kind::ALL.into_iter().find(|kind| kind.role().code() == code).ok_or_else(|| unknown(dial))?;
                self.hands[side(owner)?.index()][kind.index()] = named(0..=HAND_DIAL_MAX, to)?;
            }
            Some(("owner", at)) => {
                let at = named(Square::all(), at)?;
                let owner = if to == NOBODY { None } else { Some(side(to)?) };
                let man = &mut self.men[at.index()];
                *man = man.map(|man| man.owned_by(owner));
            }
            _ => return Err(unknown(dial)),
        }
        Ok(())
    }
}

impl Diagram for Setup {
    type Rules = Rules;

    fn change(&mut self, edit: &Edit, _: &Rules) -> Result<(), Refusal> {
        match edit {
            Edit::Put { man, at } => self.men[named(Square::all(), at)?.index()] = Some(named(men(), man)?),
            Edit::Take { at } => self.men[named(Square::all(), at)?.index()] = None,
            Edit::Move { from, to } => {
                let (from, to) = (named(Square::all(), from)?, named(Square::all(), to)?);
                if let Some(man) = self.men[from.index()].take() {
                    self.men[to.index()] = Some(man);
                }
            }
            Edit::Set { dial, to } => self.set(dial, to)?,
            Edit::Clear => {
                (self.men, self.hands) = ([None; Square::COUNT], Default::default());
                self.out.clear();
            }
            Edit::Mirror => return Err(no_mirror()),
        }
        // Who is in check follows from the board.
        self.pending = None;
        Ok(())
    }

    fn men(&self) -> Vec<Offer> {
        men().map(|man| Offer { man: man.to_string(), seat: man.owner().map(Side::seat) }).collect()
    }

    fn dials(&self, _: &Rules) -> Vec<Dial> {
        let turn = self.turn.map_or_else(|| "-".to_owned(), |side| side.letter().to_string());
        let mut dials = vec![Dial::new("turn", &turn, Side::ALL.map(|side| side.letter().to_string()))];
        for (side, kind) in Side::ALL.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind))) {
            let name = format!("hand:{}.{}", side.letter(), kind.role().code());
            dials.push(Dial::new(name, &self.hands[side.index()][kind.index()], 0..=HAND_DIAL_MAX));
        }
        let owners = || Side::ALL.into_iter().map(|side| side.letter().to_string()).chain([NOBODY.to_owned()]);
        for (at, man) in Square::all().zip(self.men).filter_map(|(at, man)| Some((at, man?))) {
            let owner = man.owner().map_or_else(|| NOBODY.to_owned(), |side| side.letter().to_string());
            dials.push(Dial::new(format!("owner:{at}"), &owner, owners()));
        }
        dials
    }

    fn seen(&self, rules: &Rules) -> Seen {
        match Position::from_setup(self, rules) {
            Ok(position) => Seen::sound(position.setup().to_string(), &View::of(&position)),
            Err(problems) => Seen::flawed(problems, &View::plain(self)),
        }
    }
}
