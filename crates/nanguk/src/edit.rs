//! Set-ups that a person puts together: always a battle, on any ground.

use game::Refusal;
use game::edit::{Diagram, Dial, Edit, Offer, Seen, named, unknown};

use crate::board::Board;
use crate::geometry::{Square, Squares};
use crate::piece::{Piece, Role};
use crate::position::{Phase, Position};
use crate::rules::{BOMBS_MAX, Rules, Variant};
use crate::setup::Setup;
use crate::side::Side;
use crate::view::View;

/// What else can be put on a square: a block more or less, a broken wall, a fuse.
const TOOLS: [&str; 4] = ["up", "down", "breach", "fuse"];
/// State strings write a height as one digit.
const DIGIT_MAX: u8 = 9;
/// From a to h, a power of two.
const FILES: usize = 8;

impl Setup {
    /// Whoever edits has left building behind: the armies stand where they would.
    fn go_to_battle(&mut self) {
        if self.phase != Phase::Battle && self.board.occupied().is_empty() {
            self.board = self.variant.layout();
        }
        (self.phase, self.hands, self.ending) = (Phase::Battle, [0; 2], None);
    }

    fn put(&mut self, man: &str, at: Square) -> Result<(), Refusal> {
        let height = &mut self.heights[at.index()];
        match man {
            "up" => *height = (*height + 1).min(DIGIT_MAX),
            "down" => *height = height.saturating_sub(1),
            "breach" if self.variant == Variant::Siege => self.breached ^= Squares::of(at),
            "fuse" if self.variant == Variant::Firearms => self.fuse = (self.fuse != Some(at)).then_some(at),
            _ => {
                let piece = game::text::letter(man).and_then(Piece::from_letter).ok_or_else(|| unknown(man))?;
                self.board.lift(at);
                self.board.put(piece, at);
            }
        }
        Ok(())
    }

    fn mirror(&mut self) {
        let mirrored = |square: Square| Square::from_index(square.index() ^ (FILES - 1));
        let (heights, pieces) = (self.heights, self.board.pieces().collect::<Vec<_>>());
        self.heights = std::array::from_fn(|index| heights[mirrored(Square::from_index(index)).index()]);
        self.board = Board::default();
        for (square, piece) in pieces {
            self.board.put(piece, mirrored(square));
        }
        self.breached = self.breached.iter().map(mirrored).fold(Squares::EMPTY, |all, one| all | Squares::of(one));
        self.fuse = self.fuse.map(mirrored);
    }

    fn set(&mut self, dial: &str, to: &str) -> Result<(), Refusal> {
        match dial {
            "turn" => self.turn = Side::ALL.into_iter().find(|side| side.name() == to).ok_or_else(|| unknown(to))?,
            "variant" => {
                let found = Variant::ALL.into_iter().find(|variant| variant.text() == to);
                self.variant = found.ok_or_else(|| unknown(to))?;
                (self.breached, self.fuse, self.bombs) = (Squares::EMPTY, None, [0; 2]);
            }
            _ => {
                let owner = dial.strip_prefix("bombs:").filter(|_| self.variant == Variant::Firearms);
                let owner = Side::ALL.into_iter().find(|side| owner == Some(side.name()));
                let owner = owner.ok_or_else(|| unknown(dial))?;
                self.bombs[owner.index()] = named(0..=BOMBS_MAX, to)?;
            }
        }
        Ok(())
    }
}

impl Diagram for Setup {
    type Rules = Rules;
    const MIRRORS: bool = true;

    fn change(&mut self, edit: &Edit, _: &Rules) -> Result<(), Refusal> {
        self.go_to_battle();
        match edit {
            Edit::Put { man, at } => self.put(man, named(Square::all(), at)?)?,
            Edit::Take { at } => {
                self.board.lift(named(Square::all(), at)?);
            }
            Edit::Move { from, to } => {
                let (from, to) = (named(Square::all(), from)?, named(Square::all(), to)?);
                if let Some(piece) = self.board.lift(from) {
                    self.board.lift(to);
                    self.board.put(piece, to);
                }
            }
            Edit::Set { dial, to } => self.set(dial, to)?,
            Edit::Clear => {
                (self.board, self.heights) = (Board::default(), [0; Square::COUNT]);
                (self.breached, self.fuse) = (Squares::EMPTY, None);
            }
            Edit::Mirror => self.mirror(),
        }
        Ok(())
    }

    fn men(&self) -> Vec<Offer> {
        let roles = || Role::ALL.into_iter().filter(|role| self.variant.has(*role));
        let man = |side: Side, role| Offer { man: Piece { side, role }.letter().to_string(), seat: Some(side.seat()) };
        let men = Side::ALL.into_iter().flat_map(|side| roles().map(move |role| man(side, role)));
        let has = |tool: &&str| match *tool {
            "breach" => self.variant == Variant::Siege,
            "fuse" => self.variant == Variant::Firearms,
            _ => true,
        };
        let tools = TOOLS.into_iter().filter(has).map(|tool| Offer { man: tool.to_owned(), seat: None });
        men.chain(tools).collect()
    }

    fn dials(&self, _: &Rules) -> Vec<Dial> {
        let mut dials = vec![
            Dial::new("turn", &self.turn.name(), Side::ALL.map(Side::name)),
            Dial::new("variant", &self.variant.text(), Variant::ALL.into_iter().map(Variant::text)),
        ];
        let armed = Side::ALL.into_iter().filter(|_| self.variant == Variant::Firearms);
        let bombs = |side: Side| Dial::new(format!("bombs:{}", side.name()), &self.bombs[side.index()], 0..=BOMBS_MAX);
        dials.extend(armed.map(bombs));
        dials
    }

    fn seen(&self, rules: &Rules) -> Seen {
        match Position::from_setup(self, rules) {
            Ok(position) => Seen::sound(position.setup().to_string(), &View::of(&position)),
            Err(problems) => Seen::flawed(problems, &View::plain(self, rules)),
        }
    }
}
