//! Diagrams that a person puts together.

use game::Refusal;
use game::edit::{Diagram, Dial, Edit, Offer, Seen, named, unknown};

use crate::view::View;
use crate::{Board, Piece, Point, Position, Role, Rules, Setup, Side};

impl Setup {
    fn put(&mut self, piece: Piece, at: Point) {
        self.board.take(at);
        self.board.put(piece, at);
    }
}

impl Diagram for Setup {
    type Rules = Rules;
    const MIRRORS: bool = true;

    fn change(&mut self, edit: &Edit, _: &Rules) -> Result<(), Refusal> {
        match edit {
            Edit::Put { man, at } => {
                let piece = game::text::letter(man).and_then(Piece::from_letter).ok_or_else(|| unknown(man))?;
                self.put(piece, named(Point::all(), at)?);
            }
            Edit::Take { at } => {
                self.board.take(named(Point::all(), at)?);
            }
            Edit::Move { from, to } => {
                let (from, to) = (named(Point::all(), from)?, named(Point::all(), to)?);
                if let Some(piece) = self.board.take(from) {
                    self.put(piece, to);
                }
            }
            Edit::Set { dial, to } if dial == "turn" => {
                self.turn = Side::ALL.into_iter().find(|side| side.name() == to).ok_or_else(|| unknown(to))?;
            }
            Edit::Set { dial, .. } => return Err(unknown(dial)),
            Edit::Clear => self.board = Board::default(),
            Edit::Mirror => {
                let mut board = Board::default();
                for (point, piece) in Point::all().filter_map(|point| Some((point, self.board.at(point)?))) {
                    board.put(piece, point.mirrored());
                }
                self.board = board;
            }
        }
        Ok(())
    }

    fn men(&self) -> Vec<Offer> {
        let man =
            |side: Side, role| Offer { man: Piece::new(side, role).letter().to_string(), seat: Some(side.seat()) };
        Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| man(side, role))).collect()
    }

    fn dials(&self, _: &Rules) -> Vec<Dial> {
        vec![Dial::new("turn", &self.turn.name(), Side::ALL.map(Side::name))]
    }

    fn seen(&self, rules: &Rules) -> Seen {
        match Position::from_setup(self, rules) {
            Ok(position) => Seen::sound(position.setup().to_string(), &View::of(&position)),
            Err(problems) => Seen::flawed(problems, &View::plain(self, rules)),
        }
    }
}
