//! A slow and obvious referee, written from the rule book and sharing nothing with the crate: a
//! mailbox of plain men, every move tried on a copy of the whole state.

use std::collections::BTreeMap;

/// South, West, North, East in the order of play.
pub(crate) const SEATS: [char; 4] = ['s', 'w', 'n', 'e'];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    /// A seat, or `x`.
    pub(crate) owner: char,
    pub(crate) facing: char,
    pub(crate) promoted: bool,
    pub(crate) kind: char,
}

/// A square as (file, rank), both from 1 to 9.
pub(crate) type Place = (i32, i32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options(BTreeMap<String, String>);

impl Options {
    /// Reads `key=value;key=value`; what is missing has its default.
    pub(crate) fn new(text: &str) -> Self {
        let defaults = "fate=freeze;zone=opposite;pawnforce=2;uchifuzume=forbid;uraou=allow;mode=singles;end=last;\
                        aftermate=mover";
        let pairs = defaults.split(';').chain(text.split(';')).filter_map(|pair| pair.split_once('='));
        Self(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.0.get(key).is_some_and(|found| found == value)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    options: Options,
    /// By file and rank; row and column zero are not used.
    board: [[Option<Man>; 10]; 10],
    /// By seat: rooks, golds, silvers, pawns.
    hands: [[u32; 4]; 4],
    turn: Option<char>,
    out: Vec<String>,
    ply: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Board { from: Place, to: Place, promote: bool },
    Drop { kind: char, to: Place },
}

fn name(place: Place) -> String {
    format!("{}{}", place.0, char::from(b'a' + place.1 as u8 - 1))
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Board { from, to, promote } => {
                write!(f, "{}{}{}", name(*from), name(*to), if *promote { "+" } else { "" })
            }
            Self::Drop { kind, to } => write!(f, "{kind}*{}", name(*to)),
        }
    }
}

fn seat_index(seat: char) -> usize {
    SEATS.iter().position(|other| *other == seat).expect("a seat")
}

fn clockwise(seat: char, steps: usize) -> char {
    SEATS[(seat_index(seat) + steps) % 4]
}

fn kind_index(kind: char) -> usize {
    "RGSP".find(kind).expect("a kind for the hand")
}

/// One step forward, and one to the right hand, as (file, rank).
fn axes(facing: char) -> (Place, Place) {
    match facing {
        's' => ((0, -1), (-1, 0)),
        'w' => ((-1, 0), (0, 1)),
        'n' => ((0, 1), (1, 0)),
        _ => ((1, 0), (0, -1)),
    }
}

/// 1 on the farthest rank, 9 on the back rank.
fn depth(facing: char, (file, rank): Place) -> i32 {
    match facing {
        's' => rank,
        'w' => file,
        'n' => 10 - rank,
        _ => 10 - file,
    }
}

fn places() -> impl Iterator<Item = Place> {
    (1..=9).flat_map(|rank| (1..=9).rev().map(move |file| (file, rank)))
}

fn on_board((file, rank): Place) -> bool {
    (1..=9).contains(&file) && (1..=9).contains(&rank)
}

/// Steps as (forward, right) and slides likewise.
fn ways(man: Man) -> (&'static [Place], &'static [Place]) {
    const KING: &[Place] = &[(1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)];
    const GOLD: &[Place] = &[(1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1)];
    const SILVER: &[Place] = &[(1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1)];
    const PAWN: &[Place] = &[(1, 0)];
    const CORNERS: &[Place] = &[(1, -1), (1, 1), (-1, -1), (-1, 1)];
    const CROSS: &[Place] = &[(1, 0), (-1, 0), (0, -1), (0, 1)];
    match (man.kind, man.promoted) {
        ('K', _) => (KING, &[]),
        ('R', false) => (&[], CROSS),
        ('R', true) => (CORNERS, CROSS),
        ('S', false) => (SILVER, &[]),
        ('P', false) => (PAWN, &[]),
        _ => (GOLD, &[]),
    }
}

impl State {
    /// Reads a valid state string.
    pub(crate) fn read(options: &Options, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut state = Self {
            options: options.clone(),
            board: [[None; 10]; 10],
            hands: [[0; 4]; 4],
            turn: fields[1].chars().next().filter(|turn| *turn != '-'),
            out: fields[4].split(',').filter(|out| *out != "-").map(str::to_owned).collect(),
            ply: fields[5].parse().expect("a number"),
        };
        for (rank, row) in (1..).zip(fields[0].split('/')) {
            state.read_row(rank, row);
        }
        for group in fields[2].split(',').filter(|group| *group != "-") {
            state.read_hand(group);
        }
        state
    }

    fn read_row(&mut self, rank: i32, row: &str) {
        let mut file = 9;
        let mut letters = row.chars().peekable();
        while let Some(first) = letters.next() {
            if let Some(run) = first.to_digit(10) {
                file -= run as i32;
                continue;
            }
            let facing = letters.next_if(char::is_ascii_lowercase).unwrap_or(first);
            let promoted = letters.next_if_eq(&'+').is_some();
            let kind = letters.next().expect("a kind");
            self.put((file, rank), Some(Man { owner: first, facing, promoted, kind }));
            file -= 1;
        }
    }

    fn read_hand(&mut self, group: &str) {
        let seat = seat_index(group.chars().next().expect("a seat"));
        let mut count = 0;
        for letter in group.chars().skip(1) {
            match letter.to_digit(10) {
                Some(digit) => count = count * 10 + digit,
                None => {
                    self.hands[seat][kind_index(letter)] = count.max(1);
                    count = 0;
                }
            }
        }
    }

    /// The state string.
    pub(crate) fn write(&self) -> String {
        let rows: Vec<String> = (1..=9).map(|rank| self.write_row(rank)).collect();
        let turn = self.turn.unwrap_or('-');
        let groups: Vec<String> = SEATS.iter().filter_map(|seat| self.write_hand(*seat)).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let pending: String = match self.turn {
            None => String::new(),
            Some(turn) => (0..4).map(|step| clockwise(turn, step)).filter(|seat| self.in_check(*seat)).collect(),
        };
        let (hands, pending, out) = (or_dash(groups.join(",")), or_dash(pending), or_dash(self.out.join(",")));
        format!("{} {turn} {hands} {pending} {out} {}", rows.join("/"), self.ply)
    }

    fn write_row(&self, rank: i32) -> String {
        let mut row = String::new();
        let mut run = 0;
        for file in (1..=9).rev() {
            let Some(man) = self.at((file, rank)) else {
                run += 1;
                continue;
            };
            if run > 0 {
                row.push_str(&run.to_string());
                run = 0;
            }
            row.push(man.owner);
            if man.facing != man.owner {
                row.push(man.facing);
            }
            if man.promoted {
                row.push('+');
            }
            row.push(man.kind);
        }
        if run > 0 { row + &run.to_string() } else { row }
    }

    fn write_hand(&self, seat: char) -> Option<String> {
        let mut group = seat.to_string();
        for (kind, count) in "RGSP".chars().zip(self.hands[seat_index(seat)]) {
            match count {
                0 => {}
                1 => group.push(kind),
                _ => group.push_str(&format!("{count}{kind}")),
            }
        }
        (group.len() > 1).then_some(group)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    fn at(&self, (file, rank): Place) -> Option<Man> {
        self.board[file as usize][rank as usize]
    }

    fn put(&mut self, (file, rank): Place, man: Option<Man>) {
        self.board[file as usize][rank as usize] = man;
    }

    fn is_out(&self, seat: char) -> bool {
        self.out.iter().any(|out| out.starts_with(seat))
    }

    fn lives(&self, seat: char) -> bool {
        !self.is_out(seat)
    }

    /// Where a man could go by geometry, up to and including the first man on its way.
    fn reach(&self, from: Place, man: Man) -> Vec<Place> {
        let (forward, right) = axes(man.facing);
        let direction = |(f, r): Place| (forward.0 * f + right.0 * r, forward.1 * f + right.1 * r);
        let (steps, slides) = ways(man);
        let mut reach = Vec::new();
        for (file, rank) in steps.iter().map(|step| direction(*step)) {
            reach.push((from.0 + file, from.1 + rank));
        }
        for (file, rank) in slides.iter().map(|slide| direction(*slide)) {
            let mut to = (from.0 + file, from.1 + rank);
            while on_board(to) {
                reach.push(to);
                if self.at(to).is_some() {
                    break;
                }
                to = (to.0 + file, to.1 + rank);
            }
        }
        reach.retain(|to| on_board(*to));
        reach
    }

    /// Whether a living seat's king is attacked by a man of another living seat.
    pub(crate) fn in_check(&self, seat: char) -> bool {
        let is_king = |man: Man| man.kind == 'K' && man.owner == seat;
        let Some(king) = places().find(|place| self.at(*place).is_some_and(is_king)) else { return false };
        places().any(|from| match self.at(from) {
            Some(man) if man.owner != 'x' && man.owner != seat => self.reach(from, man).contains(&king),
            _ => false,
        })
    }

    fn in_zone(&self, facing: char, place: Place) -> bool {
        if self.options.is("zone", "opposite") {
            return depth(facing, place) <= 3;
        }
        SEATS.iter().filter(|seat| **seat != facing).any(|camp| depth(*camp, place) >= 7)
    }

    /// Every legal move of a living seat as if it were to move.
    pub(crate) fn legal(&self, seat: char) -> Vec<Move> {
        let mut moves = self.board_moves(seat);
        moves.extend(self.drops(seat));
        moves.retain(|mv| self.kings_allow(seat, *mv));
        moves
    }

    fn board_moves(&self, seat: char) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in places() {
            let Some(man) = self.at(from).filter(|man| man.owner == seat) else { continue };
            for to in self.reach(from, man) {
                if self.at(to).is_some_and(|target| target.owner == seat || target.kind == 'K') {
                    continue;
                }
                let can = "RSP".contains(man.kind) && !man.promoted;
                let zone = self.in_zone(man.facing, from) || self.in_zone(man.facing, to);
                let forced_depth = if self.options.is("pawnforce", "1") { 1 } else { 2 };
                let forced = man.kind == 'P' && !man.promoted && depth(man.facing, to) <= forced_depth;
                if can && zone {
                    moves.push(Move::Board { from, to, promote: true });
                }
                if !forced {
                    moves.push(Move::Board { from, to, promote: false });
                }
            }
        }
        moves
    }

    fn drops(&self, seat: char) -> Vec<Move> {
        let mut moves = Vec::new();
        for kind in "RGSP".chars().filter(|kind| self.hands[seat_index(seat)][kind_index(*kind)] > 0) {
            for to in places().filter(|to| self.at(*to).is_none()) {
                if kind != 'P' || self.may_hold_dropped_pawn(seat, to) {
                    moves.push(Move::Drop { kind, to });
                }
            }
        }
        moves
    }

    fn may_hold_dropped_pawn(&self, seat: char, to: Place) -> bool {
        if depth(seat, to) == 1 {
            return false;
        }
        let (forward, _) = axes(seat);
        let ahead = self.at((to.0 + forward.0, to.1 + forward.1));
        if self.options.is("uraou", "forbid") && ahead.is_some_and(|man| man.kind == 'K' && man.owner == 'x') {
            return false;
        }
        let same_line = |place: Place| if "sn".contains(seat) { place.0 == to.0 } else { place.1 == to.1 };
        let own_pawn = |man: Man| man.owner == seat && man.kind == 'P' && !man.promoted;
        !places().any(|place| same_line(place) && self.at(place).is_some_and(own_pawn))
    }

    fn kings_allow(&self, seat: char, mv: Move) -> bool {
        let mut after = self.clone();
        after.apply(seat, mv);
        if after.in_check(seat) {
            return false;
        }
        let partner = clockwise(seat, 2);
        if self.options.is("mode", "doubles") && !self.in_check(partner) && after.in_check(partner) {
            return false;
        }
        match mv {
            Move::Drop { kind: 'P', to } if self.options.is("uchifuzume", "forbid") => !after.mated_by_pawn(seat, to),
            _ => true,
        }
    }

    /// Whether the pawn just dropped attacks a king whose seat has no move.
    fn mated_by_pawn(&self, seat: char, pawn: Place) -> bool {
        let (forward, _) = axes(seat);
        let ahead = (pawn.0 + forward.0, pawn.1 + forward.1);
        match self.at(ahead) {
            Some(man) if man.kind == 'K' && man.owner != 'x' && man.owner != seat => self.legal(man.owner).is_empty(),
            _ => false,
        }
    }

    fn apply(&mut self, seat: char, mv: Move) {
        match mv {
            Move::Board { from, to, promote } => {
                if let Some(taken) = self.at(to) {
                    self.hands[seat_index(seat)][kind_index(taken.kind)] += 1;
                }
                let man = self.at(from).map(|man| Man { promoted: man.promoted || promote, ..man });
                self.put(from, None);
                self.put(to, man);
            }
            Move::Drop { kind, to } => {
                self.hands[seat_index(seat)][kind_index(kind)] -= 1;
                self.put(to, Some(Man { owner: seat, facing: seat, promoted: false, kind }));
            }
        }
    }

    /// The state after a legal move of the seat to move, settled.
    pub(crate) fn play(&self, mv: Move) -> Self {
        let mover = self.turn.expect("somebody is to move");
        let mut next = self.clone();
        next.apply(mover, mv);
        next.ply += 1;
        next.settle(mover, Some(mover));
        next
    }

    /// The state after the seat to move has left for a cause.
    pub(crate) fn leave(&self, cause: char) -> Self {
        let leaver = self.turn.expect("somebody is to move");
        let mut next = self.clone();
        next.eliminate(leaver, cause, None);
        next.settle(leaver, None);
        next
    }

    fn settle(&mut self, base: char, credit: Option<char>) {
        let mut base = base;
        loop {
            if self.has_ended() {
                self.turn = None;
                return;
            }
            let order: Vec<char> = (1..=3).map(|step| clockwise(base, step)).filter(|seat| self.lives(*seat)).collect();
            let checked = order.iter().find(|seat| self.in_check(**seat));
            let candidate = *checked.unwrap_or(&order[0]);
            if !self.legal(candidate).is_empty() {
                self.turn = Some(candidate);
                return;
            }
            if self.in_check(candidate) {
                self.eliminate(candidate, '#', credit);
                if self.options.is("aftermate", "mated") {
                    base = candidate;
                }
            } else {
                self.eliminate(candidate, 'z', None);
            }
        }
    }

    fn has_ended(&self) -> bool {
        let enough = match () {
            () if self.options.is("mode", "doubles") => 1,
            () if self.options.is("end", "two") => 2,
            () => 3,
        };
        self.out.len() >= enough
    }

    fn eliminate(&mut self, seat: char, cause: char, credit: Option<char>) {
        let heir = credit.filter(|_| cause == '#' && self.options.is("fate", "inherit"));
        for place in places() {
            if let Some(man) = self.at(place).filter(|man| man.owner == seat) {
                let owner = if man.kind == 'K' { 'x' } else { heir.unwrap_or('x') };
                self.put(place, Some(Man { owner, ..man }));
            }
        }
        if let Some(heir) = heir {
            for kind in 0..4 {
                self.hands[seat_index(heir)][kind] += self.hands[seat_index(seat)][kind];
                self.hands[seat_index(seat)][kind] = 0;
            }
        }
        let credit = credit.filter(|_| cause == '#').map_or(String::new(), |seat| seat.to_string());
        self.out.push(format!("{seat}{cause}{credit}"));
    }

    /// The number of move sequences.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let Some(turn) = self.turn else { return u64::from(depth == 0) };
        match depth {
            0 => 1,
            1 => self.legal(turn).len() as u64,
            _ => self.legal(turn).into_iter().map(|mv| self.play(mv).perft(depth - 1)).sum(),
        }
    }

    /// The texts of the moves of the seat to move, sorted.
    pub(crate) fn legal_texts(&self) -> Vec<String> {
        let moves = self.turn.map_or(Vec::new(), |turn| self.legal(turn));
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    /// The legal move with that text.
    pub(crate) fn find(&self, text: &str) -> Option<Move> {
        self.legal(self.turn?).into_iter().find(|mv| mv.to_string() == text)
    }
}
