//! The board as text: 34 triangles whose edges are drawn as what they are, `\` for the Sun, `/` for
//! the Moon and `_` for the front.

use std::fmt::Write as _;

use game::Paint;

use crate::geometry::{Corner, Line, Tile, Tiles};
use crate::position::{Ending, Position};
use crate::site::{Feature, Site};
use crate::unit::{Kind, Place, Side, Unit};

/// Characters in half a base.
const HALF: usize = 8;
/// Lines in a row of triangles.
const HIGH: usize = 4;
const COLUMNS: usize = 6 * HALF + 1;
/// One line above the board for the topmost edges.
const LINES: usize = 6 * HIGH + 1;

#[derive(Clone, Copy)]
struct Cell {
    letter: char,
    side: Option<Side>,
    faint: bool,
}

/// Letters on a grid, not yet painted.
struct Canvas([[Cell; COLUMNS]; LINES]);

impl Canvas {
    fn new() -> Self {
        Self([[Cell { letter: ' ', side: None, faint: false }; COLUMNS]; LINES])
    }

    fn put(&mut self, line: usize, column: usize, cell: Cell) {
        if let Some(place) = self.0.get_mut(line).and_then(|line| line.get_mut(column)) {
            *place = cell;
        }
    }

    fn edge(&mut self, line: usize, column: usize, letter: char) {
        self.put(line, column, Cell { letter, side: None, faint: false });
    }

    /// Writes a text around a column.
    fn text(&mut self, line: usize, center: usize, text: &str, side: Option<Side>, faint: bool) {
        let first = center.saturating_sub(text.chars().count() / 2);
        for (index, letter) in text.chars().enumerate() {
            self.put(line, first + index, Cell { letter, side, faint });
        }
    }

    fn painted(&self, paint: Paint) -> String {
        let mut text = String::new();
        for line in &self.0 {
            let end = line.iter().rposition(|cell| cell.letter != ' ').map_or(0, |last| last + 1);
            for cell in &line[..end] {
                let letter = cell.letter.to_string();
                text.push_str(&match cell.side {
                    Some(side) => paint.seat(side.seat(), &letter),
                    None if cell.faint => paint.dim(&letter),
                    None => letter,
                });
            }
            text.push('\n');
        }
        text
    }
}

impl Position {
    /// The board with A above, or turned so that the viewer sits below.
    pub(crate) fn draw(&self, viewer: Option<Side>, paint: Paint) -> String {
        let turned = viewer == Some(Side::A);
        let mut canvas = Canvas::new();
        for tile in Tiles::ALL.iter() {
            draw_edges(&mut canvas, tile);
        }
        for tile in Tiles::ALL.iter() {
            self.draw_tile(&mut canvas, tile, if turned { tile.half_turn() } else { tile });
        }
        for unit in Unit::of(Side::A) {
            self.draw_pair(&mut canvas, unit, turned);
        }
        let mut text = canvas.painted(paint);
        let _ = writeln!(text, "\n{}", self.describe_turn());
        for side in Side::ALL {
            self.describe_side(&mut text, side, paint);
        }
        text
    }

    /// A tile's number, its general and what is built on it, at the place of `at`.
    fn draw_tile(&self, canvas: &mut Canvas, tile: Tile, at: Tile) {
        let spot = Spot::of(at);
        canvas.text(spot.number, spot.column, &tile.to_string(), None, true);
        if let Some(unit) = self.unit_at(tile) {
            let mark = if self.has_out(unit) { "!" } else { "" };
            let text = format!("{}{}{mark}", self.code(unit), self.troops(unit));
            canvas.text(spot.general, spot.column, &text, Some(unit.side()), false);
        }
        if let Some(site) = self.site(tile) {
            canvas.text(spot.site, spot.column, &site_text(site), Some(site.owner()), false);
        }
    }

    /// Two locked generals: `><` on the edge between them.
    fn draw_pair(&self, canvas: &mut Canvas, unit: Unit, turned: bool) {
        let Some(partner) = self.partner(unit) else { return };
        let tiles = [unit, partner].map(|unit| self.tile(unit));
        let [Some(one), Some(two)] = tiles.map(|tile| tile.map(|tile| if turned { tile.half_turn() } else { tile }))
        else {
            return;
        };
        let upper = if one.points_up() { one } else { two };
        let [apex, ..] = upper.corners();
        canvas.text(line_of(apex.1) + HIGH, column_of(apex.0), "><", None, false);
    }

    fn describe_turn(&self) -> String {
        let knocks = format!("knocks {}-{} of {}", self.knocks[0], self.knocks[1], self.rules.knocks);
        let turn = format!("turn {} (quiet {} of {})", self.clock.number, self.clock.quiet, self.rules.quiet);
        match self.ending.map(Ending::text) {
            Some(result) => format!("{result} · {knocks} · {turn}"),
            None => format!("{} to move, actions left: {} · {knocks} · {turn}", self.turn.letter(), self.actions),
        }
    }

    fn describe_side(&self, text: &mut String, side: Side, paint: Paint) {
        if self.is_full() {
            let _ =
                writeln!(text, "{}: reserve {}, graveyard {}", side.letter(), self.reserve(side), self.graveyard(side));
        }
        for unit in Unit::of(side) {
            let _ = writeln!(text, "{}", self.describe_general(unit, paint));
        }
    }

    fn describe_general(&self, unit: Unit, paint: Paint) -> String {
        let general = self.general(unit);
        let numbers = format!("☀{} ☾{} move {} star {}", general.sun, general.moon, general.moves, general.star);
        let place = match self.place(unit) {
            Place::Board(tile) => format!("on {tile}"),
            Place::Out(_) => format!("out ({})", self.place_text(unit)),
            Place::Away(_) => format!("on the way back ({})", self.place_text(unit)),
            Place::Riding(slot) => format!("with {}", self.code(Unit::new(unit.side(), usize::from(slot)))),
            Place::Headquarters => "at headquarters".to_owned(),
            Place::Fallen => "fallen".to_owned(),
        };
        let code = paint.seat(unit.side().seat(), &self.code(unit));
        let mut text = format!("  {code} {numbers}  troops {}/{}  {place}", self.troops(unit), general.cap());
        for note in self.notes(unit) {
            let _ = write!(text, ", {note}");
        }
        text
    }

    fn notes(&self, unit: Unit) -> Vec<String> {
        let mut notes = Vec::new();
        if self.has_out(unit) {
            notes.push("last life".to_owned());
        }
        if let Some(partner) = self.partner(unit) {
            notes.push(format!("locked with {}", self.code(partner)));
        }
        notes.extend(self.effect_texts(unit));
        let used: Vec<_> = Kind::ALL.into_iter().filter(|kind| self.used(unit).has(*kind)).map(Kind::word).collect();
        if !used.is_empty() {
            notes.push(format!("has done {}", used.join(" ")));
        }
        let cards: Vec<_> = self.hand(unit).cards().filter(|card| !card.spent).map(|card| card.tactic.code()).collect();
        if self.is_full() {
            notes.push(format!("tactics {}", if cards.is_empty() { "spent".to_owned() } else { cards.join(" ") }));
        }
        notes
    }
}

fn site_text(site: Site) -> String {
    let owner = site.owner();
    match site.feature() {
        Feature::Wall { durability } => format!("{}{durability}", owner.cased("WA")),
        Feature::Tower { shots } => format!("{}{shots}", owner.cased("TO")),
        Feature::Marker { marker, revealed } => {
            format!("{}{}", owner.cased(marker.code()), if revealed { "*" } else { "" })
        }
    }
}

const fn column_of(x: u8) -> usize {
    x as usize * HALF
}

const fn line_of(y: u8) -> usize {
    y as usize * HIGH
}

/// Where the parts of a tile's text stand.
struct Spot {
    column: usize,
    number: usize,
    general: usize,
    site: usize,
}

impl Spot {
    fn of(tile: Tile) -> Self {
        let [first, second, third] = tile.corners();
        if tile.is_edge() {
            // The middle of the vertical edge, a little towards the apex.
            let middle = line_of(third.1);
            let column = if first.0 == 0 { 3 } else { COLUMNS - 4 };
            return Self { column, number: middle - 1, general: middle, site: middle + 1 };
        }
        let top = line_of(if tile.points_up() { first.1 } else { second.1 }) + 1;
        let column = column_of(if tile.points_up() { first.0 } else { third.0 });
        if tile.points_up() {
            Self { column, number: top + 1, general: top + 2, site: top + 3 }
        } else {
            Self { column, number: top + 2, general: top + 1, site: top }
        }
    }
}

fn draw_edges(canvas: &mut Canvas, tile: Tile) {
    let corners = tile.corners();
    for (from, to) in [(0, 1), (0, 2), (1, 2)] {
        draw_edge(canvas, corners[from], corners[to]);
    }
}

fn draw_edge(canvas: &mut Canvas, one: Corner, two: Corner) {
    let (upper, lower) = if one.1 <= two.1 { (one, two) } else { (two, one) };
    let top = line_of(upper.1) + 1;
    match slope(upper, lower) {
        None => (top..=line_of(lower.1)).for_each(|line| canvas.edge(line, column_of(upper.0), '|')),
        Some(Line::Front) => {
            let (left, right) = (column_of(upper.0.min(lower.0)), column_of(upper.0.max(lower.0)));
            (left + 2..right - 2).for_each(|column| canvas.edge(top - 1, column, '_'));
        }
        Some(Line::Sun) => (0..HIGH).for_each(|i| canvas.edge(top + i, column_of(upper.0) + 2 * i, '\\')),
        Some(Line::Moon) => (0..HIGH).for_each(|i| canvas.edge(top + i, column_of(upper.0) - 1 - 2 * i, '/')),
    }
}

/// `None`: upright, the outer edge of an edge tile.
fn slope(upper: Corner, lower: Corner) -> Option<Line> {
    if upper.0 == lower.0 {
        None
    } else if upper.1 == lower.1 {
        Some(Line::Front)
    } else if upper.0 < lower.0 {
        Some(Line::Sun)
    } else {
        Some(Line::Moon)
    }
}
