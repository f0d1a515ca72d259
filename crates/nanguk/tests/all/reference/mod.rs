//! The rules once more, slow and obvious: a mailbox, one piece after another, no sets and no
//! tables. It shares nothing with the crate but the rule book, and the tests compare the two.

#![allow(dead_code, reason = "not every test and example needs all of it")]
#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::struct_excessive_bools,
    reason = "plain arithmetic and plain flags are the point of it"
)]

use std::fmt;

type Square = (i8, i8); // file and rank from zero

const STRAIGHT: [Square; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [Square; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const ALL_WAYS: [Square; 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const HORSE: [Square; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn beyond(square: Square, way: Square, steps: i8) -> Square {
    (square.0 + way.0 * steps, square.1 + way.1 * steps)
}

fn name(square: Square) -> String {
    format!("{}{}", (b'a' + square.0 as u8) as char, square.1 + 1)
}

/// An action: its sign (`-` for every move) and its squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Act {
    sign: &'static str,
    from: Square,
    to: Square,
    takes: bool,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (name(self.from), name(self.to));
        match self.sign {
            "+" => write!(f, "+{to}"),
            "~" => write!(f, "~{from}-{to}"),
            "--" => write!(f, "--"),
            "**" | "^" => write!(f, "{from}{}", self.sign),
            "-" if self.takes => write!(f, "{from}x{to}"),
            sign => write!(f, "{from}{sign}{to}"),
        }
    }
}

#[derive(Clone, Copy)]
struct Options {
    height_max: i8,
    turn_blocks: Option<i32>,
    honor: bool,
    level_near: bool,
    level_far: bool,
    arrows_blocked: bool,
    uphill_foot: bool,
    check: bool,
    must_pass: bool,
}

impl Options {
    fn new(text: &str) -> Self {
        let value = |key: &str| text.split(';').filter_map(|part| part.split_once('=')).find(|(k, _)| *k == key);
        let is = |key: &str, wanted: &str| value(key).is_some_and(|(_, found)| found == wanted);
        Self {
            height_max: if is("max_height", "4") { 4 } else { 3 },
            turn_blocks: value("turn_blocks").map(|(_, blocks)| blocks.parse().expect("a number")),
            honor: is("placing", "honour"),
            level_near: is("level_shot", "near") || is("level_shot", "both"),
            level_far: is("level_shot", "far") || is("level_shot", "both"),
            arrows_blocked: is("arrow_block", "pieces"),
            uphill_foot: is("uphill", "foot"),
            check: is("king", "check"),
            must_pass: is("stalemate", "pass"),
        }
    }
}

#[derive(Clone)]
pub(crate) struct Slow {
    options: Options,
    variant: char,
    height: [[i8; 8]; 8],
    piece: [[char; 8]; 8],
    blue_moves: bool,
    phase: char,
    hands: [i32; 2],
    quiet: u32,
    number: u32,
    breached: Vec<Square>,
    bombs: [i32; 2],
    fuse: Option<Square>,
    result: &'static str,
}

impl Slow {
    /// Options are `key=value` joined by `;`.
    pub(crate) fn new(options: &str, state: &str) -> Self {
        let fields: Vec<&str> = state.split(' ').collect();
        let variant = fields[0].chars().next().expect("a variant");
        let pair = |text: &str| -> [i32; 2] {
            let (blue, red) = text.split_once(':').expect("a pair");
            [blue.parse().expect("a number"), red.parse().expect("a number")]
        };
        let mut slow = Self {
            options: Options::new(options),
            variant,
            height: [[0; 8]; 8],
            piece: [['.'; 8]; 8],
            blue_moves: fields[3] == "b",
            phase: fields[4].chars().next().expect("a phase"),
            hands: pair(fields[5]),
            quiet: fields[6].parse().expect("a number"),
            number: fields[7].parse().expect("a number"),
            breached: Vec::new(),
            bombs: [0; 2],
            fuse: None,
            result: "*",
        };
        for (row, text) in fields[1].split('/').enumerate() {
            for (file, digit) in text.chars().enumerate() {
                slow.height[7 - row][file] = digit.to_digit(10).expect("a digit") as i8;
            }
        }
        slow.read_pieces(fields[2]);
        if variant == 'S' && fields[8] != "-" {
            slow.breached =
                fields[8].as_bytes().chunks(2).map(|c| ((c[0] - b'a') as i8, (c[1] - b'1') as i8)).collect();
        }
        if variant == 'F' {
            let (bombs, fuse) =
                fields[8].split_once('@').map_or((fields[8], None), |(bombs, fuse)| (bombs, Some(fuse)));
            slow.bombs = pair(bombs);
            slow.fuse = fuse.map(|text| ((text.as_bytes()[0] - b'a') as i8, (text.as_bytes()[1] - b'1') as i8));
        }
        slow
    }

    fn read_pieces(&mut self, text: &str) {
        for (row, text) in text.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(run) = letter.to_digit(10) {
                    file += run as usize;
                } else {
                    self.piece[7 - row][file] = letter;
                    file += 1;
                }
            }
        }
    }

    pub(crate) fn state(&self) -> String {
        let mut heights = Vec::new();
        let mut pieces = Vec::new();
        for rank in (0..8).rev() {
            heights.push(self.height[rank].iter().map(ToString::to_string).collect::<String>());
            let mut row: String = self.piece[rank].iter().collect();
            for run in (1..=8).rev() {
                row = row.replace(&".".repeat(run), &run.to_string());
            }
            pieces.push(row);
        }
        let extras = match self.variant {
            'S' if !self.breached.is_empty() => {
                let mut breached = self.breached.clone();
                breached.sort_by_key(|(file, rank)| (*rank, *file));
                breached.into_iter().map(name).collect()
            }
            'F' => {
                let fuse = self.fuse.map_or(String::new(), |fuse| format!("@{}", name(fuse)));
                format!("{}:{}{fuse}", self.bombs[0], self.bombs[1])
            }
            _ => "-".to_owned(),
        };
        format!(
            "{} {} {} {} {} {}:{} {} {} {extras} {}",
            self.variant,
            heights.join("/"),
            pieces.join("/"),
            if self.blue_moves { 'b' } else { 'r' },
            self.phase,
            self.hands[0],
            self.hands[1],
            self.quiet,
            self.number,
            self.result
        )
    }

    fn height_max(&self) -> i8 {
        if self.variant == 'H' { 1 } else { self.options.height_max }
    }

    fn turn_blocks(&self) -> i32 {
        self.options.turn_blocks.unwrap_or(if self.variant == 'H' { 4 } else { 8 })
    }

    fn honor(&self) -> bool {
        self.options.honor && self.variant != 'H'
    }

    fn height_at(&self, square: Square) -> i8 {
        self.height[square.1 as usize][square.0 as usize]
    }

    fn at(&self, square: Square) -> char {
        self.piece[square.1 as usize][square.0 as usize]
    }

    fn set(&mut self, square: Square, piece: char) {
        self.piece[square.1 as usize][square.0 as usize] = piece;
    }

    fn is_empty(&self, square: Square) -> bool {
        self.at(square) == '.'
    }

    fn is_own(&self, square: Square) -> bool {
        !self.is_empty(square) && self.at(square).is_ascii_uppercase() == self.blue_moves
    }

    fn is_enemy(&self, square: Square) -> bool {
        !self.is_empty(square) && self.at(square).is_ascii_uppercase() != self.blue_moves
    }

    fn enemy_role(&self, square: Square) -> char {
        if self.is_enemy(square) { self.at(square).to_ascii_uppercase() } else { '.' }
    }

    fn forward(&self) -> i8 {
        if self.blue_moves { 1 } else { -1 }
    }

    fn neighbors(square: Square) -> impl Iterator<Item = Square> {
        STRAIGHT.into_iter().map(move |way| beyond(square, way, 1)).filter(|to| on_board(*to))
    }

    // Terrain.

    fn fits(&self, square: Square) -> bool {
        let new = self.height_at(square) + 1;
        new <= self.height_max() && Self::neighbors(square).all(|near| new <= self.height_at(near) + 1)
    }

    fn sea_is_connected(&self) -> bool {
        let sea: Vec<Square> = squares().filter(|square| self.height_at(*square) == 0).collect();
        let mut reached = vec![sea[0]];
        let mut next = 0;
        while next < reached.len() {
            for near in Self::neighbors(reached[next]) {
                if sea.contains(&near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
            next += 1;
        }
        reached.len() == sea.len()
    }

    fn can_place(&self, square: Square) -> bool {
        if self.variant == 'H' {
            let mut after = self.clone();
            after.height[square.1 as usize][square.0 as usize] += 1;
            (2..6).contains(&square.1) && self.height_at(square) == 0 && after.sea_is_connected()
        } else if self.honor() {
            self.height_at(square) < self.height_max()
        } else {
            self.fits(square)
        }
    }

    fn is_too_high(&self, square: Square) -> bool {
        Self::neighbors(square).any(|near| self.height_at(square) >= self.height_at(near) + 2)
    }

    fn relocations(&self, list: &mut Vec<Act>) {
        for from in squares().filter(|from| self.honor() && self.is_too_high(*from)) {
            let mut lowered = self.clone();
            lowered.height[from.1 as usize][from.0 as usize] -= 1;
            for to in squares().filter(|to| *to != from && lowered.fits(*to)) {
                list.push(Act { sign: "~", from, to, takes: false });
            }
        }
    }

    // Battle.

    pub(crate) fn legal(&self) -> Vec<Act> {
        let mut list = Vec::new();
        match self.phase {
            'T' => {
                for to in squares().filter(|to| self.can_place(*to)) {
                    list.push(Act { sign: "+", from: to, to, takes: false });
                }
                self.relocations(&mut list);
            }
            'I' => {
                self.relocations(&mut list);
                list.push(Act { sign: "--", from: (0, 0), to: (0, 0), takes: false });
            }
            'B' => list = self.battle(),
            _ => {}
        }
        list
    }

    fn battle(&self) -> Vec<Act> {
        let mut list = self.untested();
        let check = self.options.check;
        if check {
            list.retain(|act| self.keeps_king(*act));
        }
        if list.is_empty() && self.options.must_pass && !(check && self.danger(self.blue_moves)) {
            list.push(Act { sign: "--", from: (0, 0), to: (0, 0), takes: false });
        }
        list
    }

    fn keeps_king(&self, act: Act) -> bool {
        let mut after = self.clone();
        after.play(act);
        match after.result {
            "b+K" => self.blue_moves,
            "r+K" => !self.blue_moves,
            _ => !after.danger(self.blue_moves),
        }
    }

    /// Whether the king of a side could be killed by the other side's next action.
    pub(crate) fn danger(&self, blue: bool) -> bool {
        let letter = if blue { 'K' } else { 'k' };
        let Some(king) = squares().find(|square| self.at(*square) == letter) else { return false };
        let mut enemy = self.clone();
        enemy.blue_moves = !blue;
        self.fuse == Some(king) || enemy.untested().into_iter().any(|act| enemy.victims(act).contains(&king))
    }

    fn victims(&self, act: Act) -> Vec<Square> {
        match act.sign {
            "-" | "*" | "!" => vec![act.to],
            "**" => self.fan(act.from),
            _ => Vec::new(),
        }
    }

    fn fan(&self, from: Square) -> Vec<Square> {
        let fan = [-1, 0, 1].map(|file| (from.0 + file, from.1 + 2 * self.forward()));
        fan.into_iter().filter(|square| on_board(*square)).collect()
    }

    fn untested(&self) -> Vec<Act> {
        let mut list = Vec::new();
        for from in squares().filter(|from| self.is_own(*from)) {
            let ahead = (0, self.forward());
            match self.at(from).to_ascii_uppercase() {
                'K' => self.step(from, &ALL_WAYS, true, &mut list),
                'G' => self.slide(from, &ALL_WAYS, &mut list),
                'C' => self.slide(from, &STRAIGHT, &mut list),
                'P' => self.slide(from, &DIAGONAL, &mut list),
                'M' => self.step(from, &HORSE, true, &mut list),
                'A' if self.variant == 'H' => self.archer_boat(from, &mut list),
                'A' => self.archer(from, &mut list),
                'S' => self.step(from, &[ahead, (0, 2 * self.forward())], true, &mut list),
                'B' => {
                    self.step(from, &[ahead], true, &mut list);
                    self.step(from, &[(1, 0), (-1, 0)], false, &mut list);
                }
                'R' => self.ram(from, &mut list),
                'L' | 'W' | 'H' | 'E' => {
                    self.step(from, &STRAIGHT, false, &mut list);
                    self.gunpowder(from, &mut list);
                }
                'T' => self.sail(from, &ALL_WAYS, true, &mut list),
                'O' => self.gunship(from, &mut list),
                'Y' => self.step(from, &ALL_WAYS, false, &mut list),
                other => panic!("unknown piece {other}"),
            }
        }
        list
    }

    fn go(&self, from: Square, to: Square, list: &mut Vec<Act>) {
        list.push(Act { sign: "-", from, to, takes: !self.is_empty(to) });
    }

    /// Single steps and jumps.
    fn step(&self, from: Square, ways: &[Square], may_take: bool, list: &mut Vec<Act>) {
        for way in ways {
            let to = beyond(from, *way, 1);
            if on_board(to) && self.may_end(from, to, may_take) && self.may_cross(from, to) {
                self.go(from, to, list);
            }
        }
    }

    /// Whether the piece on `from` may stand on `to`, whatever lies between.
    fn may_end(&self, from: Square, to: Square, may_take: bool) -> bool {
        let role = self.at(from).to_ascii_uppercase();
        let target = self.enemy_role(to);
        if self.is_own(to) || (target != '.' && !may_take) {
            return false;
        }
        if target == 'Y' || (target == 'T' && role != 'K') {
            return false;
        }
        if self.variant == 'H' && self.height_at(to) > 0 {
            return false;
        }
        if self.variant == 'S' && (role == 'K' || role == 'A') && !Self::in_castle(self.blue_moves, to) {
            return false;
        }
        if self.variant == 'S' && (role == 'R' || role == 'L') && Self::in_castle(!self.blue_moves, to) {
            return false;
        }
        if role == 'Y' {
            let camp = if self.blue_moves { 5..8 } else { 0..3 };
            return camp.contains(&to.1);
        }
        true
    }

    fn in_castle(blue: bool, square: Square) -> bool {
        (2..6).contains(&square.0) && if blue { square.1 <= 1 } else { square.1 >= 6 }
    }

    /// Walls: whether a piece may pass from one square to the next.
    fn may_cross(&self, before: Square, after: Square) -> bool {
        let enters = Self::in_castle(!self.blue_moves, after) && !Self::in_castle(!self.blue_moves, before);
        self.variant != 'S' || !enters || self.is_open(after)
    }

    fn is_open(&self, square: Square) -> bool {
        let ladder = if self.blue_moves { 'L' } else { 'l' };
        self.breached.contains(&square)
            || Self::neighbors(square).any(|near| self.at(near) == ladder && !Self::in_castle(!self.blue_moves, near))
    }

    /// How many steps before the first climb along these squares; `None` if there is none.
    fn first_climb(&self, from: Square, way: Square, steps: i8) -> Option<i8> {
        (0..steps).find(|n| self.height_at(beyond(from, way, n + 1)) > self.height_at(beyond(from, way, *n)))
    }

    fn uphill_allows(&self, from: Square, way: Square, steps: i8) -> bool {
        match self.first_climb(from, way, steps) {
            None => true,
            Some(_) if steps <= 2 => true,
            Some(level) => self.options.uphill_foot && steps <= level + 2,
        }
    }

    fn slide(&self, from: Square, ways: &[Square], list: &mut Vec<Act>) {
        for way in ways {
            for steps in 1..8 {
                let (before, to) = (beyond(from, *way, steps - 1), beyond(from, *way, steps));
                if !on_board(to) || !self.may_cross(before, to) {
                    break;
                }
                if self.may_end(from, to, true) && self.uphill_allows(from, *way, steps) {
                    self.go(from, to, list);
                }
                if !self.is_empty(to) {
                    break;
                }
            }
        }
    }

    fn archer(&self, from: Square, list: &mut Vec<Act>) {
        self.step(from, &[(0, self.forward()), (1, 0), (-1, 0)], false, list);
        let own = self.height_at(from);
        let near = (from.0, from.1 + self.forward());
        let Options { level_near, level_far, arrows_blocked, .. } = self.options;
        if on_board(near) && self.is_enemy(near) {
            let other = self.height_at(near);
            if other > own || (other == own && level_near) {
                list.push(Act { sign: "*", from, to: near, takes: true });
            }
        }
        let blocked = arrows_blocked && on_board(near) && !self.is_empty(near);
        for far in self.fan(from) {
            let other = self.height_at(far);
            if self.is_enemy(far) && !blocked && (other < own || (other == own && level_far)) {
                list.push(Act { sign: "*", from, to: far, takes: true });
            }
        }
    }

    fn ram(&self, from: Square, list: &mut Vec<Act>) {
        for way in STRAIGHT {
            for steps in 1..8 {
                let to = beyond(from, way, steps);
                if !on_board(to) {
                    break;
                }
                if Self::in_castle(!self.blue_moves, to) {
                    let standing = !self.breached.contains(&to) && !self.is_own(to);
                    if standing && self.uphill_allows(from, way, steps - 1) {
                        list.push(Act { sign: "!", from, to, takes: true });
                    }
                    break;
                }
                if !self.is_empty(to) {
                    break;
                }
                if self.uphill_allows(from, way, steps) {
                    self.go(from, to, list);
                }
            }
        }
    }

    fn sail(&self, from: Square, ways: &[Square], may_take: bool, list: &mut Vec<Act>) {
        for way in ways {
            for steps in 1..=2 {
                let to = beyond(from, *way, steps);
                if !on_board(to) {
                    break;
                }
                if self.may_end(from, to, may_take) {
                    self.go(from, to, list);
                }
                if !self.is_empty(to) || self.height_at(to) > 0 {
                    break;
                }
            }
        }
    }

    fn gunship(&self, from: Square, list: &mut Vec<Act>) {
        self.sail(from, &STRAIGHT, false, list);
        for way in STRAIGHT {
            for distance in 2..=3 {
                let to = beyond(from, way, distance);
                let free = |n: &i8| self.height_at(beyond(from, way, *n)) == 0;
                if on_board(to) && self.is_enemy(to) && self.enemy_role(to) != 'Y' && (1..distance).all(|n| free(&n)) {
                    list.push(Act { sign: "*", from, to, takes: true });
                }
            }
        }
    }

    fn archer_boat(&self, from: Square, list: &mut Vec<Act>) {
        self.step(from, &STRAIGHT, false, list);
        for way in DIAGONAL {
            let to = beyond(from, way, 2);
            if on_board(to) && self.is_enemy(to) && self.enemy_role(to) != 'Y' {
                list.push(Act { sign: "*", from, to, takes: true });
            }
        }
    }

    fn gunpowder(&self, from: Square, list: &mut Vec<Act>) {
        match self.at(from).to_ascii_uppercase() {
            'W' if self.bombs[usize::from(!self.blue_moves)] > 0 => {
                for way in STRAIGHT {
                    for to in (2..=4).map(|distance| beyond(from, way, distance)).filter(|to| on_board(*to)) {
                        list.push(Act { sign: "@", from, to, takes: false });
                    }
                }
            }
            'H' if self.fan(from).into_iter().any(|to| self.is_enemy(to)) => {
                list.push(Act { sign: "**", from, to: from, takes: true });
            }
            'E' => list.push(Act { sign: "^", from, to: from, takes: false }),
            _ => {}
        }
    }

    // Playing.

    pub(crate) fn play(&mut self, act: Act) {
        match act.sign {
            "+" => self.play_block(act.to),
            "~" => {
                self.height[act.from.1 as usize][act.from.0 as usize] -= 1;
                self.height[act.to.1 as usize][act.to.0 as usize] += 1;
            }
            "--" if self.phase == 'I' => self.set_up(),
            _ => self.play_battle(act),
        }
    }

    fn play_block(&mut self, square: Square) {
        self.height[square.1 as usize][square.0 as usize] += 1;
        let player = usize::from(!self.blue_moves);
        self.hands[player] -= 1;
        if self.hands == [0, 0] {
            self.blue_moves = true;
            if self.honor() {
                self.phase = 'I';
            } else {
                self.set_up();
            }
        } else if self.hands[player] % self.turn_blocks() == 0 && self.hands[1 - player] > 0 {
            self.blue_moves = !self.blue_moves;
        }
    }

    fn set_up(&mut self) {
        self.phase = 'B';
        self.read_pieces(match self.variant {
            'N' => "cmpkgpmc/babssbab/1b1bb1b1/8/8/1B1BB1B1/BABSSBAB/CMPGKPMC",
            'S' => "cmpkgpmc/bbassabb/lbrbbrbl/8/8/LBRBBRBL/BBASSABB/CMPGKPMC",
            'H' => "oaoktoao/bYbbbb1b/8/8/8/8/B1BBBByB/OAOTKOAO",
            _ => "cmpkgpmc/babssbab/1bhbbwb1/8/8/1BWBBHB1/BABSSBAB/CMPGKPMC",
        });
    }

    fn play_battle(&mut self, act: Act) {
        let burning = self.fuse;
        let mut progress = self.do_act(act);
        if self.result == "*"
            && let Some(target) = burning
        {
            self.burst(target);
            progress = true;
        }
        if act.sign == "@" {
            self.fuse = Some(act.to);
        }
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        self.number += u32::from(!self.blue_moves);
        self.blue_moves = !self.blue_moves;
        if self.result != "*" {
            self.phase = 'E';
        }
    }

    fn do_act(&mut self, act: Act) -> bool {
        let piece = self.at(act.from);
        match act.sign {
            "-" => {
                self.set(act.from, '.');
                let killed = self.kill(act.to);
                self.set(act.to, piece);
                let role = piece.to_ascii_uppercase();
                let one_way = role == 'B' || role == 'S' || (role == 'A' && self.variant != 'H');
                killed || (one_way && act.from.1 != act.to.1)
            }
            "*" => self.kill(act.to),
            "!" => {
                self.kill(act.to);
                self.breached.push(act.to);
                let way = ((act.to.0 - act.from.0).signum(), (act.to.1 - act.from.1).signum());
                self.set(act.from, '.');
                self.set(beyond(act.to, way, -1), piece);
                true
            }
            "@" => {
                self.bombs[usize::from(!self.blue_moves)] -= 1;
                true
            }
            "**" => {
                for target in self.fan(act.from) {
                    self.kill(target);
                }
                self.set(act.from, if self.blue_moves { 'E' } else { 'e' });
                true
            }
            "^" => {
                self.set(act.from, if self.blue_moves { 'H' } else { 'h' });
                false
            }
            _ => false,
        }
    }

    fn kill(&mut self, square: Square) -> bool {
        let piece = self.at(square);
        self.set(square, '.');
        let mover_king = if self.blue_moves { 'K' } else { 'k' };
        if piece == 'K' && (self.result == "*" || piece == mover_king) {
            self.result = "r+K";
        }
        if piece == 'k' && (self.result == "*" || piece == mover_king) {
            self.result = "b+K";
        }
        piece != '.'
    }

    fn burst(&mut self, target: Square) {
        self.fuse = None;
        self.kill(target);
        for square in squares() {
            let distance = (square.0 - target.0).abs() + (square.1 - target.1).abs();
            let height = &mut self.height[square.1 as usize][square.0 as usize];
            *height = (*height).min(distance);
        }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for act in self.legal() {
            let mut after = self.clone();
            after.play(act);
            count += after.perft(depth - 1);
        }
        count
    }
}
