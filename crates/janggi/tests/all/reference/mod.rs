//! The oracle of the janggi tests: a second move generator, slow and obvious.
//!
//! It shares no line with the crate under test. A board is a plain array of ninety cells, a piece is
//! a side and a letter, every move is tried on a copy of the board, and a king is in check if a full
//! list of the enemy's moves contains one that ends on it. Whoever doubts it can read each function
//! next to the article of `docs/rules/janggi.md` that its comment names.
//!
//! ```text
//! let mut board = Board::new(START, Options::preset("kja"));
//! assert_eq!(legal(&board).len(), 32);
//! play(&mut board, "a4b4");
//! assert_eq!(perft(&board, 2), …);
//! ```
//!
//! It answers one question, which actions are legal, and therefore knows of the past only what that
//! question needs: whether the last ply was a pass and whether it moved a king. Repetition, limits,
//! points and insufficient material are not its business; neither is the refusal of nonsense, so a
//! malformed FEN or move panics.

#![allow(dead_code, reason = "every test that includes the oracle uses its own part of it")]

/// The usual first position, inner elephants on both sides.
pub(crate) const START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";

/// What two kings that look at each other along an open file mean (§14).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Facing {
    /// No move may leave the kings facing.
    Illegal,
    /// Whatever ply leaves them facing calls bikjang.
    BikjangAny,
    /// Only a ply of a king calls bikjang.
    BikjangKingMove,
    /// Nothing.
    Ignored,
}

/// When a side may pass (§13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    Never,
    NotInCheck,
    OnlyIfNoMove,
}

/// What befalls a side that is not in check and has nothing to play (§15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stalemate {
    Loss,
    ForcedPass,
}

/// The options on which the legal actions depend (§22).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) facing: Facing,
    /// Bikjang exists once this many of the 32 pieces are gone.
    pub(crate) bikjang_min_captures: usize,
    pub(crate) pass: Pass,
    pub(crate) stalemate: Stalemate,
    /// Whether two passes in a row end the game.
    pub(crate) double_pass_ends: bool,
    pub(crate) cannon_takes_cannon: bool,
}

impl Options {
    /// The options of a preset, by the name it has in records and on the command line.
    pub(crate) fn preset(name: &str) -> Self {
        let free = Self {
            facing: Facing::Ignored,
            bikjang_min_captures: 0,
            pass: Pass::NotInCheck,
            stalemate: Stalemate::ForcedPass,
            double_pass_ends: true,
            cannon_takes_cannon: false,
        };
        match name {
            "seed1" => Self {
                facing: Facing::Illegal,
                pass: Pass::Never,
                stalemate: Stalemate::Loss,
                double_pass_ends: false,
                cannon_takes_cannon: true,
                ..free
            },
            "traditional" => Self { facing: Facing::BikjangKingMove, ..free },
            "kja" => Self { facing: Facing::BikjangAny, bikjang_min_captures: 1, ..free },
            "fsf-janggi" | "fsf-traditional" => Self { facing: Facing::BikjangAny, ..free },
            "casual" | "modern" => free,
            _ => panic!("no preset is called {name:?}"),
        }
    }
}

/// Why no action is left although nobody is mated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// A called bikjang was accepted.
    Bikjang,
    /// Both sides passed, one after the other.
    DoublePass,
}

/// A piece: whether it is Cho's, and its letter, one of `KARCNBP`.
pub(crate) type Piece = (bool, char);

/// A point as file 0..9 (a..i) and rank 0..10 (1..10). Off the board while both are still unchecked.
type At = (i32, i32);

/// A position with the rules it is played under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// a1, b1, … i1, a2, … i10.
    pub(crate) cells: [Option<Piece>; 90],
    pub(crate) cho_to_move: bool,
    /// Plies since the last capture.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) options: Options,
    /// Of the last ply; a position just loaded has none.
    pub(crate) last_ply_was_pass: bool,
    pub(crate) last_ply_moved_king: bool,
    pub(crate) end: Option<End>,
}

impl Board {
    /// Reads a FEN; missing trailing fields are `- - 0 1` (§24).
    pub(crate) fn new(fen: &str, options: Options) -> Self {
        let mut fields = fen.split_whitespace();
        let placement = fields.next().expect("a FEN begins with a placement");
        let cho_to_move = match fields.next() {
            Some("w") => true,
            Some("b") => false,
            other => panic!("no side to move: {other:?}"),
        };
        let mut number = |skip, default| {
            let text = fields.nth(skip);
            text.map_or(default, |text| text.parse().expect("a counter of a FEN is a number"))
        };
        Self {
            cells: read_placement(placement),
            cho_to_move,
            halfmove: number(2, 0),
            fullmove: number(0, 1),
            options,
            last_ply_was_pass: false,
            last_ply_moved_king: false,
            end: None,
        }
    }

    pub(crate) fn in_check(&self) -> bool {
        king_attacked(&self.cells, self.cho_to_move, self.options)
    }

    pub(crate) fn kings_face(&self) -> bool {
        kings_face(&self.cells)
    }

    /// Whether the side to move has to answer a bikjang (§14).
    pub(crate) fn bikjang_called(&self) -> bool {
        let captured = 32 - self.cells.iter().flatten().count();
        let called = match self.options.facing {
            Facing::Illegal | Facing::Ignored => false,
            Facing::BikjangAny => true,
            Facing::BikjangKingMove => self.last_ply_moved_king,
        };
        called && captured >= self.options.bikjang_min_captures && self.kings_face()
    }
}

/// All legal actions as sorted UCI strings; the pass is the king's null move.
///
/// None after the game's end, when mated, and when stalemated under `stalemate=loss`. A pass that
/// `stalemate=forced_pass` makes on the side's behalf is listed as its only action, whatever `pass` says.
pub(crate) fn legal(board: &Board) -> Vec<String> {
    if board.end.is_some() {
        return Vec::new();
    }
    let facing_allowed = board.options.facing != Facing::Illegal && !board.bikjang_called();
    let mut actions = Vec::new();
    for (from, to) in pseudo_legal(&board.cells, board.cho_to_move, board.options) {
        let after = moved(&board.cells, from, to);
        let safe = !king_attacked(&after, board.cho_to_move, board.options);
        if safe && (facing_allowed || !kings_face(&after)) {
            actions.push(name(from) + &name(to));
        }
    }
    if may_pass(board, !actions.is_empty()) {
        let king = find_king(&board.cells, board.cho_to_move);
        actions.push(name(king) + &name(king));
    }
    actions.sort();
    actions
}

/// §13 to §15. `has_move`: some piece has a legal move.
fn may_pass(board: &Board, has_move: bool) -> bool {
    if board.bikjang_called() {
        return true; // accepts it, even in check and whatever the pass rule says
    }
    if board.in_check() {
        return false;
    }
    // Where facing kings are illegal, a side that finds them so has to break it if it can.
    let may_stay = board.options.facing != Facing::Illegal || !board.kings_face();
    match board.options.pass {
        Pass::NotInCheck if may_stay => true,
        Pass::OnlyIfNoMove if may_stay => !has_move,
        _ => !has_move && board.options.stalemate == Stalemate::ForcedPass,
    }
}

/// Plays an action, which must be legal.
pub(crate) fn play(board: &mut Board, action: &str) {
    assert!(legal(board).iter().any(|a| a == action), "{action} is not legal in {}", fen(board));
    play_unchecked(board, action);
}

fn play_unchecked(board: &mut Board, action: &str) {
    let (from, to) = read_move(action);
    let is_pass = from == to;
    if is_pass && board.bikjang_called() {
        board.end = Some(End::Bikjang);
    } else if is_pass && board.last_ply_was_pass && board.options.double_pass_ends {
        board.end = Some(End::DoublePass);
    }
    let is_capture = !is_pass && board.cells[index(to)].is_some();
    board.last_ply_moved_king = !is_pass && piece_at(&board.cells, from) == Some((board.cho_to_move, 'K'));
    board.last_ply_was_pass = is_pass;
    board.halfmove = if is_capture { 0 } else { board.halfmove + 1 };
    board.fullmove += u32::from(!board.cho_to_move);
    board.cho_to_move = !board.cho_to_move;
    board.cells = moved(&board.cells, from, to);
}

/// Number of lines of `depth` actions. A line that ends early, by accepted bikjang or second pass,
/// counts at the depth of its last action and not below.
pub(crate) fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actions = legal(board);
    if depth == 1 {
        return actions.len() as u64;
    }
    let mut lines = 0;
    for action in actions {
        let mut after = board.clone();
        play_unchecked(&mut after, &action);
        lines += perft(&after, depth - 1);
    }
    lines
}

/// The position as a FEN with all six fields (§24).
pub(crate) fn fen(board: &Board) -> String {
    let mut rows = Vec::new();
    for rank in (0..10).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..9 {
            match piece_at(&board.cells, (file, rank)) {
                None => empty += 1,
                Some((is_cho, letter)) => {
                    if empty > 0 {
                        row += &empty.to_string();
                        empty = 0;
                    }
                    row.push(if is_cho { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    let turn = if board.cho_to_move { 'w' } else { 'b' };
    format!("{} {turn} - - {} {}", rows.join("/"), board.halfmove, board.fullmove)
}

// ---------------------------------------------------------------------------------------------
// How the pieces move (§3 to §9)

const STRAIGHT: [At; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Every move of one side that the movement of its pieces allows, its king's safety aside.
fn pseudo_legal(cells: &[Option<Piece>; 90], cho: bool, options: Options) -> Vec<(At, At)> {
    let mut moves = Vec::new();
    for rank in 0..10 {
        for file in 0..9 {
            let from = (file, rank);
            let Some((is_cho, letter)) = piece_at(cells, from) else {
                continue;
            };
            if is_cho != cho {
                continue;
            }
            let targets = match letter {
                'K' | 'A' => palace_targets(from, cho),
                'R' => chariot_targets(cells, from),
                'C' => cannon_targets(cells, from, options),
                'N' => horse_targets(cells, from),
                'B' => elephant_targets(cells, from),
                'P' => soldier_targets(from, cho),
                _ => panic!("no piece is called {letter:?}"),
            };
            for to in targets {
                let own = piece_at(cells, to).is_some_and(|(is_cho, _)| is_cho == cho);
                if !own {
                    moves.push((from, to));
                }
            }
        }
    }
    moves
}

/// King and guard: one step along a line, inside the own palace (§4).
fn palace_targets(from: At, cho: bool) -> Vec<At> {
    let mut targets = Vec::new();
    for way in STRAIGHT.into_iter().chain(DIAGONAL) {
        if let Some(to) = step(from, way)
            && in_palace_of(cho, to)
        {
            targets.push(to);
        }
    }
    targets
}

/// Chariot: any distance along a line, up to and including the first piece (§5).
fn chariot_targets(cells: &[Option<Piece>; 90], from: At) -> Vec<At> {
    let mut targets = Vec::new();
    for way in STRAIGHT.into_iter().chain(DIAGONAL) {
        let mut at = from;
        while let Some(next) = step(at, way) {
            targets.push(next);
            if piece_at(cells, next).is_some() {
                break;
            }
            at = next;
        }
    }
    targets
}

/// Cannon: along a line over exactly one piece, which is no cannon (§6).
fn cannon_targets(cells: &[Option<Piece>; 90], from: At, options: Options) -> Vec<At> {
    let mut targets = Vec::new();
    for way in STRAIGHT.into_iter().chain(DIAGONAL) {
        let mut at = from;
        let mut jumped = false;
        while let Some(next) = step(at, way) {
            at = next;
            match (piece_at(cells, next), jumped) {
                (None, false) => {}
                (None, true) => targets.push(next),
                (Some((_, 'C')), false) => break,
                (Some(_), false) => jumped = true,
                (Some((_, 'C')), true) if !options.cannon_takes_cannon => break,
                (Some(_), true) => {
                    targets.push(next);
                    break;
                }
            }
        }
    }
    targets
}

/// Horse: one point straight, which is empty, then one diagonally outward (§7).
fn horse_targets(cells: &[Option<Piece>; 90], from: At) -> Vec<At> {
    let mut targets = Vec::new();
    for straight in STRAIGHT {
        for outward in outward_diagonals(straight) {
            let leg = plus(from, straight);
            let to = plus(leg, outward);
            if on_board(to) && piece_at(cells, leg).is_none() {
                targets.push(to);
            }
        }
    }
    targets
}

/// Elephant: one point straight, one diagonally outward, both empty, then one more that way (§8).
fn elephant_targets(cells: &[Option<Piece>; 90], from: At) -> Vec<At> {
    let mut targets = Vec::new();
    for straight in STRAIGHT {
        for outward in outward_diagonals(straight) {
            let first = plus(from, straight);
            let second = plus(first, outward);
            let to = plus(second, outward);
            if on_board(to) && piece_at(cells, first).is_none() && piece_at(cells, second).is_none() {
                targets.push(to);
            }
        }
    }
    targets
}

/// Soldier: one step forward or sideways, and on a palace diagonal also forward along it (§9).
fn soldier_targets(from: At, cho: bool) -> Vec<At> {
    let forward = if cho { 1 } else { -1 };
    let ways = [(0, forward), (-1, 0), (1, 0), (-1, forward), (1, forward)];
    ways.into_iter().filter_map(|way| step(from, way)).collect()
}

/// The two diagonal ways that lead on from a straight one: `(0, 1)` gives `(1, 1)` and `(-1, 1)`.
fn outward_diagonals(straight: At) -> Vec<At> {
    DIAGONAL
        .into_iter()
        .filter(|way| (straight.0 != 0 && way.0 == straight.0) || (straight.1 != 0 && way.1 == straight.1))
        .collect()
}

// ---------------------------------------------------------------------------------------------
// The board and its lines (§1)

/// The points where the diagonals of the two palaces begin, cross and end.
#[rustfmt::skip]
const DIAGONAL_POINTS: [At; 10] = [
    (3, 9),         (5, 9), // d10    f10
        (4, 8),             //     e9
    (3, 7),         (5, 7), // d8     f8

    (3, 2),         (5, 2), // d3     f3
        (4, 1),             //     e2
    (3, 0),         (5, 0), // d1     f1
];

/// The next point that way along a drawn line, if there is one.
fn step(from: At, way: At) -> Option<At> {
    let to = plus(from, way);
    let is_straight = way.0 == 0 || way.1 == 0;
    let is_palace_diagonal = DIAGONAL_POINTS.contains(&from) && DIAGONAL_POINTS.contains(&to);
    (on_board(to) && (is_straight || is_palace_diagonal)).then_some(to)
}

fn in_palace_of(cho: bool, (file, rank): At) -> bool {
    let ranks = if cho { 0..=2 } else { 7..=9 };
    (3..=5).contains(&file) && ranks.contains(&rank)
}

fn plus(a: At, b: At) -> At {
    (a.0 + b.0, a.1 + b.1)
}

fn on_board((file, rank): At) -> bool {
    (0..9).contains(&file) && (0..10).contains(&rank)
}

fn index(at: At) -> usize {
    assert!(on_board(at), "{at:?} is off the board");
    usize::try_from(at.1 * 9 + at.0).expect("a point on the board has an index")
}

fn piece_at(cells: &[Option<Piece>; 90], at: At) -> Option<Piece> {
    cells[index(at)]
}

fn moved(cells: &[Option<Piece>; 90], from: At, to: At) -> [Option<Piece>; 90] {
    let mut after = *cells;
    let piece = after[index(from)].take();
    after[index(to)] = piece;
    after
}

// ---------------------------------------------------------------------------------------------
// Kings (§10, §14)

fn find_king(cells: &[Option<Piece>; 90], cho: bool) -> At {
    let points = (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)));
    let mut kings = points.filter(|at| piece_at(cells, *at) == Some((cho, 'K')));
    kings.next().expect("each side has a king")
}

/// Whether some enemy piece could capture the king of that side.
fn king_attacked(cells: &[Option<Piece>; 90], cho: bool, options: Options) -> bool {
    let king = find_king(cells, cho);
    pseudo_legal(cells, !cho, options).iter().any(|(_, to)| *to == king)
}

/// Whether the kings stand on one file with nothing between them.
fn kings_face(cells: &[Option<Piece>; 90]) -> bool {
    let cho = find_king(cells, true);
    let han = find_king(cells, false);
    cho.0 == han.0 && (cho.1 + 1..han.1).all(|rank| piece_at(cells, (cho.0, rank)).is_none())
}

// ---------------------------------------------------------------------------------------------
// Text (§2, §24)

fn read_placement(text: &str) -> [Option<Piece>; 90] {
    let mut cells = [None; 90];
    let rows: Vec<&str> = text.split('/').collect();
    assert_eq!(rows.len(), 10, "a board has ten rows: {text}");
    for (row, rank) in rows.into_iter().zip((0..10).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += i32::try_from(empty).expect("a digit is small");
                continue;
            }
            let kind = match letter.to_ascii_uppercase() {
                'H' => 'N',
                'E' => 'B',
                kind => kind,
            };
            assert!("KARCNBP".contains(kind), "no piece is called {letter:?}");
            cells[index((file, rank))] = Some((letter.is_ascii_uppercase(), kind));
            file += 1;
        }
        assert_eq!(file, 9, "a row has nine points: {row}");
    }
    cells
}

/// `(4, 9)` is `e10`.
fn name((file, rank): At) -> String {
    let letter = "abcdefghi".chars().nth(usize::try_from(file).expect("on the board"));
    format!("{}{}", letter.expect("on the board"), rank + 1)
}

/// `a1a10` is from a1 to a10: a new point begins at every letter.
fn read_move(text: &str) -> (At, At) {
    let second = text.rfind(|c: char| c.is_ascii_lowercase()).expect("a move names two points");
    (read_point(&text[..second]), read_point(&text[second..]))
}

fn read_point(text: &str) -> At {
    let file = "abcdefghi".find(&text[..1]).expect("a file is a letter from a to i");
    let rank: i32 = text[1..].parse().expect("a rank is a number");
    let at = (i32::try_from(file).expect("there are nine files"), rank - 1);
    assert!(on_board(at), "no point is called {text:?}");
    at
}
