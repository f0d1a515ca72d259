//! A second Five Tigers, written from the rule book alone: slow, obvious, with lists and texts
//! instead of sets and bits. The board is the printed table, not the geometry of the library.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part")]
#![allow(
    clippy::assigning_clones,
    clippy::cast_possible_wrap,
    clippy::collapsible_match,
    clippy::format_push_string,
    clippy::manual_range_contains,
    clippy::match_same_arms,
    clippy::similar_names,
    clippy::too_many_lines,
    reason = "as plain as the rule book, neither short nor fast"
)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

const ROSTER: &str = "GY3325 ZF3233 ZY2244 HZ3323 MC3232 LB2235 WY3233 JW2333 CC2325 XD3233 ZL3243 XC3322 DW3313 \
                      XH2333 SQ1235 ZU1334 SC3243 GN2342 TS3332 LU3343";
const FIELD: &str = "ST UB IM BT PV CR RM RC CA LO";
const OFFICE: &str = "FR RE AM DC FI WA TO TR HT CT";

/// The printed table of tiles.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) edges: Vec<BTreeMap<usize, char>>,
    pub(crate) corners: Vec<BTreeSet<usize>>,
    pub(crate) distance: Vec<Vec<usize>>,
}

impl Board {
    pub(crate) fn printed() -> Self {
        let rows = include_str!("../../data/tiles.txt").lines().filter(|line| !line.starts_with('#'));
        let (mut edges, mut corners) = (Vec::new(), Vec::new());
        for row in rows {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let edge = |text: &str| {
                let (id, line) = text.split_at(text.len() - 1);
                (id.parse().expect("a tile"), line.chars().next().expect("a line"))
            };
            edges.push(cells[6].split(", ").map(edge).collect());
            corners.push(cells[7].split(", ").map(|id| id.parse().expect("a tile")).collect());
        }
        let distance = (0..34).map(|from| distances(&edges, from)).collect();
        Self { edges, corners, distance }
    }
}

fn distances(edges: &[BTreeMap<usize, char>], from: usize) -> Vec<usize> {
    let mut found = vec![usize::MAX; 34];
    found[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in edges[at].keys() {
            if found[*next] == usize::MAX {
                found[*next] = found[at] + 1;
                queue.push_back(*next);
            }
        }
    }
    found
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    Tile(usize),
    Out(u8),
    Wait(u8),
    On(usize),
    Hq,
    Gone,
}

#[derive(Clone, Debug)]
pub(crate) struct Man {
    pub(crate) code: String,
    pub(crate) side: usize,
    pub(crate) place: Where,
    pub(crate) troops: i32,
    pub(crate) out: bool,
    pub(crate) start: usize,
    pub(crate) initial: i32,
    pub(crate) effects: BTreeMap<String, i32>,
    pub(crate) provoker: usize,
    pub(crate) tactics: Vec<(String, bool)>,
}

impl Man {
    fn stat(&self, index: usize) -> i32 {
        let entry = ROSTER.split_whitespace().find(|entry| entry[..2] == self.code.to_uppercase()).expect("known");
        entry[2 + index..3 + index].parse().expect("a digit")
    }

    fn cap(&self) -> i32 {
        2 * self.stat(3)
    }

    pub(crate) fn tile(&self) -> Option<usize> {
        if let Where::Tile(tile) = self.place { Some(tile) } else { None }
    }

    fn has(&self, effect: &str) -> bool {
        self.effects.contains_key(effect)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Site {
    code: String,
    side: usize,
    durability: i32,
    shots: i32,
    revealed: bool,
}

impl Site {
    fn blocks(&self) -> bool {
        self.code == "WA" || self.code == "TO"
    }
}

#[derive(Clone)]
pub(crate) struct Game {
    board: Board,
    head: String,
    full: bool,
    options: BTreeMap<String, i32>,
    pub(crate) men: Vec<Man>,
    turn: usize,
    actions: i32,
    used: BTreeSet<(usize, usize)>,
    pairs: BTreeSet<(usize, usize)>,
    knocks: [i32; 2],
    number: i32,
    quiet: i32,
    result: String,
    reserve: [i32; 2],
    graveyard: [i32; 2],
    sites: BTreeMap<usize, Site>,
}

type Refused = &'static str;

impl Game {
    pub(crate) fn read(board: &Board, state: &str) -> Self {
        let f: Vec<&str> = state.split(' ').collect();
        let full = f[0].starts_with("FTG1:f");
        let mut options: BTreeMap<String, i32> =
            [("ap", 3), ("kn", 3), ("sup", 1), ("quiet", 30), ("ply", 200)].map(|(k, v)| (k.to_owned(), v)).into();
        for part in f[0].split(';').skip(1) {
            let (key, value) = part.split_once('=').expect("an option");
            options.insert(key.to_owned(), value.parse().expect("a number"));
        }
        let codes: Vec<String> =
            [f[1], f[2]].into_iter().flat_map(|deck| deck.split(',')).map(|e| e[..2].to_owned()).collect();
        let men = [f[1], f[2]].into_iter().flat_map(|deck| deck.split(',')).enumerate();
        let men = men.map(|(index, entry)| read_man(&codes, index, entry)).collect();
        let index = |code: &str| codes.iter().position(|c| c == code).expect("a known code");
        let list = |field: &str| field.split(',').filter(|item| *item != "-").map(str::to_owned).collect::<Vec<_>>();
        let used = list(f[4]).iter().map(|u| (index(&u[..2]), "makdt".find(&u[2..]).expect("a kind"))).collect();
        let pairs = list(f[5]).iter().map(|p| (index(&p[..2]), index(&p[3..]))).collect();
        let two = |text: &str, by: char| -> [i32; 2] {
            let (a, b) = text.split_once(by).expect("two numbers");
            [a.parse().expect("a number"), b.parse().expect("a number")]
        };
        let clock = two(f[7], '.');
        let (mut reserve, mut graveyard, mut sites) = ([0; 2], [0; 2], BTreeMap::new());
        if full {
            for (side, pool) in f[9].split('/').enumerate() {
                [reserve[side], graveyard[side]] = two(pool, '.');
            }
            sites = list(f[10]).iter().map(|text| read_site(text)).collect();
        }
        Self {
            board: board.clone(),
            head: f[0].to_owned(),
            full,
            options,
            men,
            turn: usize::from(f[3].starts_with('B')),
            actions: f[3][1..].parse().expect("a number"),
            used,
            pairs,
            knocks: two(f[6], '-'),
            number: clock[0],
            quiet: clock[1],
            result: f[8].to_owned(),
            reserve,
            graveyard,
            sites,
        }
    }

    pub(crate) fn write(&self) -> String {
        let join = |items: Vec<String>| if items.is_empty() { "-".to_owned() } else { items.join(",") };
        let deck = |side: usize| join(self.men.iter().filter(|m| m.side == side).map(|m| self.write_man(m)).collect());
        let used = self.used.iter().map(|(m, k)| format!("{}{}", self.men[*m].code, &"makdt"[*k..=*k])).collect();
        let pairs = self.pairs.iter().map(|(a, b)| format!("{}-{}", self.men[*a].code, self.men[*b].code)).collect();
        let mut text = format!(
            "{} {} {} {}{} {} {} {}-{} {}.{} {}",
            self.head,
            deck(0),
            deck(1),
            if self.turn == 0 { 'A' } else { 'B' },
            self.actions,
            join(used),
            join(pairs),
            self.knocks[0],
            self.knocks[1],
            self.number,
            self.quiet,
            self.result
        );
        if self.full {
            let sites = self.sites.iter().map(|(tile, site)| format!("{tile}{}", write_site(site))).collect();
            text += &format!(
                " {}.{}/{}.{} {}",
                self.reserve[0],
                self.graveyard[0],
                self.reserve[1],
                self.graveyard[1],
                join(sites)
            );
        }
        text
    }

    fn write_man(&self, man: &Man) -> String {
        let place = match &man.place {
            Where::Tile(tile) => tile.to_string(),
            Where::Out(n) => format!("o{n}"),
            Where::Wait(n) => format!("w{n}"),
            Where::On(host) => format!("s{}", self.men[*host].code),
            Where::Hq => "h".to_owned(),
            Where::Gone => "x".to_owned(),
        };
        let mut text = format!("{}@{place}:{}", man.code, man.troops);
        if man.out {
            text += "!";
        }
        let slot = self.men.iter().filter(|m| m.side == man.side).position(|m| m.code == man.code).expect("there");
        if man.start != [slot, 29 - slot][man.side] {
            text += &format!("/{}", man.start);
        }
        if !self.full && man.initial != man.cap() {
            text += &format!("={}", man.initial);
        }
        for (effect, count) in &man.effects {
            text += &format!("~{effect}");
            if ["DS", "SN", "PV"].contains(&effect.as_str()) {
                text += &count.to_string();
            }
            if effect == "PV" {
                text += &self.men[man.provoker].code;
            }
        }
        if self.full {
            let cards = man.tactics.iter().map(|(code, spent)| if *spent { code.to_lowercase() } else { code.clone() });
            text += &format!("{{{}}}", cards.collect::<Vec<_>>().join("."));
        }
        text
    }

    // ---- questions ----

    pub(crate) fn at(&self, tile: usize) -> Option<usize> {
        self.men.iter().position(|man| man.place == Where::Tile(tile))
    }

    fn is_free(&self, tile: usize) -> bool {
        self.at(tile).is_none() && !self.sites.get(&tile).is_some_and(Site::blocks)
    }

    fn partner(&self, man: usize) -> Option<usize> {
        self.pairs.iter().find_map(|(a, b)| if *a == man { Some(*b) } else { (*b == man).then_some(*a) })
    }

    fn rider(&self, host: usize) -> Option<usize> {
        self.men.iter().position(|man| man.place == Where::On(host))
    }

    fn end_row(side: usize) -> Vec<usize> {
        if side == 0 { (0..5).collect() } else { (25..30).collect() }
    }

    fn camp(side: usize) -> Vec<usize> {
        if side == 0 { (0..10).collect() } else { (20..30).collect() }
    }

    fn own_order(side: usize) -> Vec<usize> {
        if side == 0 { (0..34).collect() } else { (0..30).rev().chain((30..34).rev()).collect() }
    }

    fn find(&self, code: &str) -> Option<usize> {
        self.men.iter().position(|man| man.code == code)
    }

    // ---- actions ----

    /// The state after an action, or why it is refused.
    pub(crate) fn act(&self, text: &str) -> Result<Self, Refused> {
        let mut next = self.clone();
        next.do_action(text)?;
        Ok(next)
    }

    fn do_action(&mut self, text: &str) -> Result<(), Refused> {
        if text == "end" {
            if self.result != "*" {
                return Err("GAME_OVER");
            }
            self.end_turn();
            return Ok(());
        }
        let wish = Wish::read(text).ok_or("BAD_ACTION")?;
        let man = self.find(&wish.code).ok_or("NO_SUCH_GENERAL")?;
        for target in &wish.targets {
            if let Aim::Code(code) = target {
                self.find(code).ok_or("NO_SUCH_GENERAL")?;
            }
        }
        self.common(man, wish.kind)?;
        match wish.kind {
            'm' => self.check_move(man, &wish.path)?,
            'x' => self.check_attack(man, &wish.targets[0])?,
            'k' => self.check_knock(man)?,
            'd' => self.check_sortie(man, wish.path[0], wish.troops)?,
            _ => self.check_tactic(man, &wish.tactic, &wish.targets)?,
        }
        self.actions -= 1;
        let kind = "mxkdt".find(wish.kind).expect("a kind");
        self.used.insert((man, kind));
        match wish.kind {
            'm' => self.do_move(man, &wish.path),
            'x' => self.do_attack(man, &wish.targets[0]),
            'k' => self.do_knock(man),
            'd' => {
                self.men[man].place = Where::Tile(wish.path[0]);
                self.men[man].troops = wish.troops;
                self.reserve[self.turn] -= wish.troops;
            }
            _ => self.do_tactic(man, &wish.tactic, &wish.targets),
        }
        self.check_victory();
        if self.result == "*" && (self.actions == 0 || !self.anything_possible()) {
            self.end_turn();
        }
        Ok(())
    }

    fn common(&self, man: usize, kind: char) -> Result<(), Refused> {
        let m = &self.men[man];
        if !self.full && (kind == 't' || kind == 'd') {
            return Err("MODE");
        }
        if self.result != "*" {
            return Err("GAME_OVER");
        }
        if m.side != self.turn {
            return Err("NOT_YOUR_TURN");
        }
        if self.actions < 1 {
            return Err("NO_ACTIONS");
        }
        if m.place == Where::Gone {
            return Err("EXITED");
        }
        let ok = kind == 'd' || m.tile().is_some() || kind == 't' && m.place == Where::Hq;
        if !ok {
            return Err("OFF_BOARD");
        }
        if m.has("DS") {
            return Err("DISRUPTED");
        }
        let index = "mxkdt".find(kind).expect("a kind");
        if self.used.contains(&(man, index)) { Err("REPEAT") } else { Ok(()) }
    }

    fn troops_after_disengage(&self, man: usize) -> i32 {
        let loss = if self.partner(man).is_some() && !self.men[man].has("UB") { 2 } else { 0 };
        (self.men[man].troops - loss).max(0)
    }

    fn supply_possible(&self, man: usize, host: usize) -> bool {
        if self.options["sup"] == 0 {
            return false;
        }
        if self.full {
            return self.rider(host).is_none() && self.rider(man).is_none();
        }
        let room = self.men[host].cap() - self.men[host].troops;
        room.min(self.troops_after_disengage(man) - 1) >= 1
    }

    fn check_move(&self, man: usize, path: &[usize]) -> Result<(), Refused> {
        let m = &self.men[man];
        if m.has("SN") {
            return Err("IMMOBILE");
        }
        if path.is_empty() {
            return Err("EMPTY_PATH");
        }
        if path.len() as i32 > m.stat(2) {
            return Err("TOO_FAR");
        }
        let mut here = m.tile().expect("on the board");
        for (step, next) in path.iter().enumerate() {
            let near = *next < 34
                && (self.board.edges[here].contains_key(next)
                    || m.has("BT") && self.board.corners[here].contains(next));
            if !near {
                return Err("NOT_ADJACENT");
            }
            match self.at(*next) {
                Some(other) if other == man => {}
                Some(other) if self.men[other].side != m.side => return Err("ENEMY_TILE"),
                Some(_) if step + 1 < path.len() => return Err("ALLY_NOT_LAST"),
                Some(other) if !self.supply_possible(man, other) => return Err("SUPPLY_IMPOSSIBLE"),
                _ => {}
            }
            if self.sites.get(next).is_some_and(Site::blocks) {
                return Err("BLOCKED");
            }
            here = *next;
        }
        Ok(())
    }

    fn check_attack(&self, man: usize, target: &Aim) -> Result<(), Refused> {
        let m = &self.men[man];
        let here = m.tile().expect("on the board");
        match target {
            Aim::Code(code) => {
                let enemy = self.find(code).expect("found before");
                if self.men[enemy].side == m.side {
                    return Err("ALLY_TARGET");
                }
                let Some(there) = self.men[enemy].tile() else { return Err("NO_TARGET") };
                if !self.board.edges[here].contains_key(&there) {
                    return Err("NOT_ADJACENT");
                }
                if m.has("PV") && m.provoker != enemy { Err("PROVOKED") } else { Ok(()) }
            }
            Aim::Tile(tile) => {
                if !self.sites.get(tile).is_some_and(|s| s.blocks() && s.side != m.side) {
                    return Err("NO_TARGET");
                }
                if !self.board.edges[here].contains_key(tile) {
                    return Err("NOT_ADJACENT");
                }
                if m.has("PV") { Err("PROVOKED") } else { Ok(()) }
            }
        }
    }

    fn check_knock(&self, man: usize) -> Result<(), Refused> {
        let m = &self.men[man];
        if !Self::end_row(1 - m.side).contains(&m.tile().expect("on the board")) {
            return Err("NOT_END_ROW");
        }
        if self.partner(man).is_some() {
            return Err("STALEMATED");
        }
        if m.has("PV") { Err("PROVOKED") } else { Ok(()) }
    }

    fn check_sortie(&self, man: usize, tile: usize, troops: i32) -> Result<(), Refused> {
        let m = &self.men[man];
        if m.place != Where::Hq {
            return Err("NOT_STANDBY");
        }
        if !Self::end_row(m.side).contains(&tile) {
            return Err("BAD_TARGET");
        }
        if !self.is_free(tile) {
            return Err("TILE_OCCUPIED");
        }
        if troops < 1 || troops > m.cap().min(self.reserve[m.side]) { Err("TROOPS") } else { Ok(()) }
    }

    fn check_tactic(&self, man: usize, tactic: &str, targets: &[Aim]) -> Result<(), Refused> {
        let m = &self.men[man];
        match m.tactics.iter().find(|(code, _)| code == tactic) {
            None => return Err("TACTIC_NOT_EQUIPPED"),
            Some((_, true)) => return Err("TACTIC_USED"),
            _ => {}
        }
        if m.has("PV") {
            return Err("PROVOKED");
        }
        if FIELD.contains(tactic) {
            if m.tile().is_none() {
                return Err("TACTIC_CONDITION");
            }
        } else if let Some(tile) = m.tile() {
            if self.partner(man).is_some() {
                return Err("STALEMATED");
            }
            let enemy_near = |t: &usize| self.at(*t).is_some_and(|other| self.men[other].side != m.side);
            if !Self::camp(m.side).contains(&tile) || self.board.edges[tile].keys().any(enemy_near) {
                return Err("TACTIC_CONDITION");
            }
        }
        self.check_targets(man, tactic, targets)
    }

    /// Where the enemy stands at whom a target points.
    fn enemy_tile(&self, man: usize, target: &Aim) -> Option<usize> {
        let Aim::Code(code) = target else { return None };
        let other = &self.men[self.find(code).expect("found before")];
        if other.side == self.men[man].side { None } else { other.tile() }
    }

    /// The general of the own side at whom a target points.
    fn friend(&self, man: usize, target: &Aim) -> Option<usize> {
        let Aim::Code(code) = target else { return None };
        self.find(code).filter(|other| self.men[*other].side == self.men[man].side)
    }

    fn check_targets(&self, man: usize, tactic: &str, targets: &[Aim]) -> Result<(), Refused> {
        match tactic {
            "UB" | "IM" | "CA" | "CR" | "LO" | "BT" => {
                if !targets.is_empty() {
                    return Err("BAD_TARGET");
                }
                if tactic == "BT" && self.used.contains(&(man, 0)) { Err("TACTIC_CONDITION") } else { Ok(()) }
            }
            "ST" | "PV" | "RC" => self.check_enemies(man, tactic, targets),
            "RM" => self.check_ram(man, targets),
            "FR" | "CT" => self.check_far_enemy(man, tactic, targets),
            "RE" | "HT" => self.check_friend(man, tactic, targets),
            "FI" => match targets {
                [Aim::Tile(tile)] if (5..25).contains(tile) || (30..34).contains(tile) => Ok(()),
                _ => Err("BAD_TARGET"),
            },
            _ => self.check_building(tactic, targets),
        }
    }

    fn check_enemies(&self, man: usize, tactic: &str, targets: &[Aim]) -> Result<(), Refused> {
        let m = &self.men[man];
        let n = targets.len();
        let most = if tactic == "RC" { 2 } else { 1 };
        if n < 1 || n > most || targets.iter().any(|t| self.enemy_tile(man, t).is_none()) {
            return Err("BAD_TARGET");
        }
        let far = if tactic == "ST" { 1 } else { 2 };
        let here = m.tile().expect("on the board");
        let too_far = |t: &Aim| self.board.distance[here][self.enemy_tile(man, t).expect("checked")] > far;
        if targets.iter().any(too_far) { Err("RANGE") } else { Ok(()) }
    }

    fn check_ram(&self, man: usize, targets: &[Aim]) -> Result<(), Refused> {
        let m = &self.men[man];
        let n = targets.len();
        if n < 1 || n > 2 {
            return Err("BAD_TARGET");
        }
        let here = m.tile().expect("on the board");
        let (there, is_general) = match &targets[0] {
            Aim::Code(_) => (self.enemy_tile(man, &targets[0]).ok_or("BAD_TARGET")?, true),
            Aim::Tile(tile) => {
                let structure = self.sites.get(tile).is_some_and(|s| s.blocks() && s.side != m.side);
                if !structure {
                    return Err("BAD_TARGET");
                }
                (*tile, false)
            }
        };
        if !self.board.edges[here].contains_key(&there) {
            return Err("RANGE");
        }
        let room: Vec<usize> = if is_general {
            self.board.edges[there].keys().copied().filter(|t| self.is_free(*t)).collect()
        } else {
            Vec::new()
        };
        let fine = match targets.get(1) {
            None => room.is_empty(),
            Some(Aim::Tile(tile)) => room.contains(tile),
            Some(Aim::Code(_)) => false,
        };
        if fine { Ok(()) } else { Err("BAD_TARGET") }
    }

    fn check_far_enemy(&self, man: usize, tactic: &str, targets: &[Aim]) -> Result<(), Refused> {
        let m = &self.men[man];
        let n = targets.len();
        if n != 1 {
            return Err("BAD_TARGET");
        }
        if let (Aim::Tile(tile), "CT") = (&targets[0], tactic) {
            let known = |s: &Site| s.side != m.side && (s.blocks() || s.revealed);
            return if self.sites.get(tile).is_some_and(known) { Ok(()) } else { Err("BAD_TARGET") };
        }
        let tile = self.enemy_tile(man, &targets[0]).ok_or("BAD_TARGET")?;
        let shelter = if tactic == "FR" { Self::camp(1 - m.side) } else { Self::end_row(1 - m.side) };
        if shelter.contains(&tile) { Err("BAD_TARGET") } else { Ok(()) }
    }

    fn check_friend(&self, man: usize, tactic: &str, targets: &[Aim]) -> Result<(), Refused> {
        let m = &self.men[man];
        let n = targets.len();
        if n != 1 {
            return Err("BAD_TARGET");
        }
        let other = self.friend(man, &targets[0]).ok_or("BAD_TARGET")?;
        let o = &self.men[other];
        if tactic == "HT" && matches!(o.place, Where::Out(_)) {
            return Ok(());
        }
        if o.tile().is_none() {
            return Err("BAD_TARGET");
        }
        let gain = (o.cap() - o.troops).max(0).min(self.graveyard[m.side]);
        let cures = tactic == "HT" && ["DS", "SN", "PV"].iter().any(|e| o.has(e));
        if gain > 0 || cures { Ok(()) } else { Err("NO_EFFECT") }
    }

    fn check_building(&self, tactic: &str, targets: &[Aim]) -> Result<(), Refused> {
        let n = targets.len();
        let most = if tactic == "DC" { 2 } else { 1 };
        if n < 1 || n > most {
            return Err("BAD_TARGET");
        }
        let mut tiles = Vec::new();
        for target in targets {
            match target {
                Aim::Tile(tile) if *tile < 34 && !tiles.contains(tile) => tiles.push(*tile),
                _ => return Err("BAD_TARGET"),
            }
        }
        for tile in tiles {
            if tile < 5 || (25..30).contains(&tile) {
                return Err("BAD_TARGET");
            }
            if self.at(tile).is_some() || self.sites.contains_key(&tile) {
                return Err("TILE_OCCUPIED");
            }
        }
        Ok(())
    }

    // ---- effects ----

    fn unpair(&mut self, man: usize) {
        self.pairs.retain(|(a, b)| *a != man && *b != man);
    }

    fn off_board(&mut self, man: usize, place: Where) {
        self.unpair(man);
        self.men[man].effects.clear();
        self.men[man].place = place;
        for other in &mut self.men {
            if other.has("PV") && other.provoker == man {
                other.effects.remove("PV");
            }
        }
    }

    fn lose(&mut self, man: usize, damage: i32) {
        if self.men[man].has("UB") {
            return;
        }
        let loss = damage.min(self.men[man].troops);
        if loss > 0 {
            self.men[man].troops -= loss;
            self.quiet = 0;
            if self.full {
                self.graveyard[self.men[man].side] += loss;
            }
            if self.men[man].troops == 0 {
                self.annihilate(man);
            }
        }
    }

    fn annihilate(&mut self, man: usize) {
        let stack: Vec<usize> = [Some(man), self.rider(man)].into_iter().flatten().collect();
        for one in stack {
            let place = if self.men[one].out { Where::Gone } else { Where::Out(2) };
            self.men[one].out = place != Where::Gone;
            self.off_board(one, place);
        }
    }

    fn do_move(&mut self, man: usize, path: &[usize]) {
        if self.partner(man).is_some() {
            self.unpair(man);
            self.lose(man, 2);
        }
        for tile in path {
            if self.men[man].tile().is_none() {
                break;
            }
            if let Some(host) = self.at(*tile).filter(|other| *other != man) {
                self.supply(man, host);
                break;
            }
            self.men[man].place = Where::Tile(*tile);
            let Some(site) = self.sites.get(tile).filter(|s| s.side != self.men[man].side).cloned() else { continue };
            self.sites.remove(tile);
            match site.code.as_str() {
                "AM" => {
                    self.lose(man, 3);
                    break;
                }
                "TR" => {
                    self.men[man].effects.insert("SN".to_owned(), 2);
                    self.lose(man, 1);
                    break;
                }
                _ => {}
            }
        }
        self.men[man].effects.remove("BT");
    }

    fn supply(&mut self, man: usize, host: usize) {
        if self.full {
            self.men[host].troops += self.men[man].troops;
            self.men[man].troops = 0;
            self.off_board(man, Where::On(host));
        } else {
            let given = (self.men[host].cap() - self.men[host].troops).min(self.men[man].troops - 1);
            self.men[host].troops += given;
            self.men[man].troops -= given;
            self.off_board(man, Where::Wait(2));
        }
    }

    fn do_attack(&mut self, man: usize, target: &Aim) {
        let enemy = match target {
            Aim::Tile(tile) => {
                self.quiet = 0;
                let site = self.sites.get_mut(tile).expect("checked");
                site.durability -= 1;
                if site.durability == 0 {
                    self.sites.remove(tile);
                }
                return;
            }
            Aim::Code(code) => self.find(code).expect("checked"),
        };
        let (here, there) = (self.men[man].tile().expect("here"), self.men[enemy].tile().expect("there"));
        let mighty = i32::from(self.men[man].has("IM"));
        match self.board.edges[here][&there] {
            'F' => {
                self.lose(enemy, 1 + mighty);
                if self.men[enemy].tile().is_some() {
                    self.pairs.insert((man.min(enemy), man.max(enemy)));
                }
            }
            line => {
                let stat = usize::from(line == 'M');
                let ours = self.men[man].stat(stat) + mighty;
                let theirs = self.men[enemy].stat(stat) + i32::from(self.men[enemy].has("IM"));
                match ours - theirs {
                    0 => {
                        self.lose(enemy, 1);
                        self.lose(man, 1);
                    }
                    d if d > 0 => self.lose(enemy, d),
                    d => self.lose(man, -d),
                }
            }
        }
        if self.men[enemy].tile().is_some() && self.men[enemy].has("CA") && self.men[man].tile().is_some() {
            self.lose(man, 2);
        }
    }

    fn nearest(&self, tiles: &[usize], to: usize, side: usize) -> Option<usize> {
        let order = Self::own_order(side);
        let rank = |tile: usize| order.iter().position(|t| *t == tile).expect("in the order");
        tiles.iter().copied().filter(|t| self.is_free(*t)).min_by_key(|t| (self.board.distance[to][*t], rank(*t)))
    }

    /// Brings a general to its start tile; `false` if there is no place.
    fn bring_back(&mut self, man: usize) -> bool {
        let (start, side) = (self.men[man].start, self.men[man].side);
        let tile = match self.at(start) {
            _ if self.is_free(start) => Some(start),
            Some(other) if self.men[other].side != side => {
                let all: Vec<usize> = (0..34).collect();
                let refuge = self.nearest(&all, start, self.men[other].side).expect("some tile is free");
                self.unpair(other);
                self.men[other].place = Where::Tile(refuge);
                Some(start)
            }
            _ => self.nearest(&Self::camp(side), start, side),
        };
        if let Some(tile) = tile {
            self.men[man].place = Where::Tile(tile);
        }
        tile.is_some()
    }

    fn do_knock(&mut self, man: usize) {
        self.knocks[self.turn] += 1;
        self.quiet = 0;
        if self.knocks[self.turn] < self.options["kn"] && !self.bring_back(man) {
            let troops = self.men[man].troops;
            self.men[man].troops = 0;
            if self.full {
                self.graveyard[self.turn] += troops;
            }
            self.annihilate(man);
        }
    }

    fn reveal(&mut self, tower: usize, side: usize) {
        for (tile, site) in &mut self.sites {
            if site.side != side && !site.blocks() && self.board.distance[tower][*tile] <= 2 {
                site.revealed = true;
            }
        }
    }

    fn do_tactic(&mut self, man: usize, tactic: &str, targets: &[Aim]) {
        self.quiet = 0;
        let side = self.turn;
        for card in &mut self.men[man].tactics {
            if card.0 == tactic {
                card.1 = true;
            }
        }
        let target = targets.first().and_then(|t| if let Aim::Code(code) = t { self.find(code) } else { None });
        let tiles: Vec<usize> =
            targets.iter().filter_map(|t| if let Aim::Tile(t) = t { Some(*t) } else { None }).collect();
        match tactic {
            "UB" | "IM" | "CA" | "BT" => drop(self.men[man].effects.insert(tactic.to_owned(), 0)),
            "CR" => self.actions += 2,
            "ST" => self.lose(target.expect("checked"), 3),
            "PV" => {
                let enemy = &mut self.men[target.expect("checked")];
                enemy.effects.insert("PV".to_owned(), 1);
                enemy.provoker = man;
            }
            "RM" => match (target, tiles.first()) {
                (Some(enemy), Some(to)) => {
                    self.unpair(enemy);
                    self.men[enemy].place = Where::Tile(*to);
                    self.lose(enemy, 1);
                }
                (Some(enemy), None) => self.lose(enemy, 2),
                (None, tile) => drop(self.sites.remove(tile.expect("checked"))),
            },
            "RC" => self.shoot_bolts(targets),
            "LO" => self.send_locusts(man),
            "FR" => drop(self.men[target.expect("checked")].effects.insert("DS".to_owned(), 1)),
            "RE" | "HT" => self.heal(target.expect("checked"), if tactic == "RE" { 3 } else { 2 }, tactic == "HT"),
            "FI" => self.burn(tiles[0]),
            "CT" => match target {
                Some(enemy) => self.lose(enemy, 2),
                None => drop(self.sites.remove(&tiles[0])),
            },
            _ => {
                let durability = if tactic == "WA" { 2 } else { 1 };
                for tile in &tiles {
                    let code = tactic.to_owned();
                    self.sites.insert(*tile, Site { code, side, durability, shots: 3, revealed: false });
                }
                if tactic == "TO" {
                    self.reveal(tiles[0], side);
                }
            }
        }
    }

    fn shoot_bolts(&mut self, targets: &[Aim]) {
        for target in targets {
            if let Aim::Code(code) = target {
                let enemy = self.find(code).expect("checked");
                if self.men[enemy].tile().is_some() {
                    self.lose(enemy, 1);
                }
            }
        }
    }

    fn send_locusts(&mut self, man: usize) {
        let (here, side) = (self.men[man].tile().expect("on the board"), self.turn);
        for enemy in 0..10 {
            let Some(tile) = self.men[enemy].tile().filter(|_| self.men[enemy].side != side) else { continue };
            if self.board.edges[here].contains_key(&tile) || self.board.corners[here].contains(&tile) {
                self.lose(enemy, 1);
            }
        }
    }

    fn heal(&mut self, man: usize, most: i32, cures: bool) {
        let side = self.men[man].side;
        if self.men[man].tile().is_none() {
            self.men[man].place = Where::Hq;
            return;
        }
        let gain = (self.men[man].cap() - self.men[man].troops).max(0).min(most).min(self.graveyard[side]);
        self.men[man].troops += gain;
        self.graveyard[side] -= gain;
        if cures {
            self.men[man].effects.retain(|effect, _| !["DS", "SN", "PV"].contains(&effect.as_str()));
        }
    }

    fn burn(&mut self, tile: usize) {
        self.sites.remove(&tile);
        if let Some(man) = self.at(tile) {
            self.lose(man, 2);
        }
        for near in Self::own_order(self.turn) {
            if self.board.edges[tile].contains_key(&near)
                && let Some(man) = self.at(near)
            {
                self.lose(man, 1);
            }
        }
    }

    // ---- turns ----

    fn end_turn(&mut self) {
        let side = self.turn;
        for man in self.men.iter_mut().filter(|man| man.side == side) {
            man.effects.remove("BT");
            for effect in ["DS", "SN", "PV"] {
                if let Some(count) = man.effects.get_mut(effect) {
                    *count -= 1;
                    if *count == 0 {
                        man.effects.remove(effect);
                    }
                }
            }
        }
        self.used.clear();
        self.quiet += 1;
        self.number += 1;
        if self.quiet >= self.options["quiet"] || self.number > self.options["ply"] {
            self.actions = 0;
            let (a, b) = (self.score(0), self.score(1));
            self.result = match a.cmp(&b) {
                std::cmp::Ordering::Equal => "draw",
                std::cmp::Ordering::Greater => "A+adjudication",
                std::cmp::Ordering::Less => "B+adjudication",
            }
            .to_owned();
            return;
        }
        self.turn = 1 - side;
        self.start_turn();
        if self.result == "*" && !self.anything_possible() {
            self.end_turn();
        }
    }

    fn troops(&self, side: usize) -> i32 {
        self.men.iter().filter(|man| man.side == side).map(|man| man.troops).sum::<i32>() + self.reserve[side]
    }

    fn score(&self, side: usize) -> (i32, usize, i32) {
        let left = self.men.iter().filter(|man| man.side == side && man.place != Where::Gone).count();
        (self.knocks[side], left, self.troops(side))
    }

    fn start_turn(&mut self) {
        let side = self.turn;
        let own: Vec<usize> = (0..10).filter(|man| self.men[*man].side == side).collect();
        for man in &own {
            self.men[*man].effects.retain(|effect, _| !["UB", "IM", "CA"].contains(&effect.as_str()));
        }
        for man in &own {
            match self.men[*man].place {
                Where::Out(2) => self.men[*man].place = Where::Out(1),
                Where::Wait(2) => self.men[*man].place = Where::Wait(1),
                Where::Out(_) | Where::Wait(_) if self.full => self.men[*man].place = Where::Hq,
                Where::Out(_) => {
                    if self.bring_back(*man) {
                        self.men[*man].troops = self.men[*man].initial;
                    }
                }
                Where::Wait(_) => drop(self.bring_back(*man)),
                _ => {}
            }
        }
        for man in &own {
            if let Where::On(host) = self.men[*man].place {
                self.men[*man].place = Where::Wait(1);
                let excess = (self.men[host].troops - self.men[host].cap()).max(0);
                self.men[host].troops -= excess;
                self.reserve[side] += excess;
            }
        }
        self.actions = self.options["ap"];
        if self.full {
            self.man_towers();
            self.check_victory();
        }
    }

    fn man_towers(&mut self) {
        let side = self.turn;
        let is_tower = |s: Option<&Site>| s.is_some_and(|s| s.code == "TO" && s.side == side);
        let order = Self::own_order(side);
        let towers: Vec<usize> = order.iter().copied().filter(|t| is_tower(self.sites.get(t))).collect();
        for tower in &towers {
            self.reveal(*tower, side);
        }
        for tower in towers {
            let targets = (0..10).filter(|m| self.men[*m].side != side).filter_map(|m| {
                let tile = self.men[m].tile()?;
                let distance = self.board.distance[tower][tile];
                let rank = order.iter().position(|t| *t == tile)?;
                (distance <= 2).then_some((distance, self.men[m].troops, rank, m))
            });
            let Some((.., target)) = targets.min() else { continue };
            let site = self.sites.get_mut(&tower).expect("a tower");
            site.shots -= 1;
            if site.shots == 0 {
                self.sites.remove(&tower);
            }
            self.lose(target, 1);
        }
    }

    fn wiped_out(&self, side: usize) -> Option<&'static str> {
        if self.men.iter().filter(|man| man.side == side).all(|man| man.place == Where::Gone) {
            return Some("collapse");
        }
        (self.troops(side) == 0).then_some("annihilation")
    }

    fn check_victory(&mut self) {
        let letter = |side: usize| if side == 0 { 'A' } else { 'B' };
        let (us, them) = (self.turn, 1 - self.turn);
        if self.knocks[us] >= self.options["kn"] {
            self.result = format!("{}+knock", letter(us));
        } else if let Some(reason) = self.wiped_out(them) {
            self.result = format!("{}+{reason}", letter(us));
        } else if let Some(reason) = self.wiped_out(us) {
            self.result = format!("{}+{reason}", letter(them));
        }
    }

    // ---- lists ----

    fn anything_possible(&self) -> bool {
        let own = || (0..10).filter(|man| self.men[*man].side == self.turn);
        let moves = |man| self.common(man, 'm').is_ok() && (0..34).any(|tile| self.check_move(man, &[tile]).is_ok());
        let others = |man| self.candidates(man).iter().any(|text| self.is_legal_candidate(man, text));
        own().any(moves) || own().any(others)
    }

    fn is_legal_candidate(&self, man: usize, text: &str) -> bool {
        let wish = Wish::read(text).expect("a candidate is readable");
        let fine = self.common(man, wish.kind).and_then(|()| match wish.kind {
            'x' => self.check_attack(man, &wish.targets[0]),
            'k' => self.check_knock(man),
            'd' => self.check_sortie(man, wish.path[0], wish.troops),
            _ => self.check_tactic(man, &wish.tactic, &wish.targets),
        });
        fine.is_ok()
    }

    /// Every legal action; moves as `GYm>5`, general and destination.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        let mut list = BTreeSet::new();
        if self.result != "*" {
            return list;
        }
        list.insert("end".to_owned());
        for man in (0..10).filter(|man| self.men[*man].side == self.turn) {
            let code = &self.men[man].code;
            if self.common(man, 'm').is_ok() {
                list.extend(self.destinations(man).iter().map(|tile| format!("{code}m>{tile}")));
            }
            let candidates = self.candidates(man).into_iter();
            list.extend(candidates.filter(|text| self.is_legal_candidate(man, text)));
        }
        list
    }

    /// Where a general can go, other than to its own tile, by trying every path. A general that
    /// falls when it disengages goes nowhere: its one destination is `34`. A marker that is known
    /// to stop the general is the end of its path.
    fn destinations(&self, man: usize) -> BTreeSet<usize> {
        let home = self.men[man].tile().expect("on the board");
        let mut paths: Vec<Vec<usize>> = vec![Vec::new()];
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        while let Some(path) = paths.pop() {
            if path.len() as i32 >= self.men[man].stat(2) {
                continue;
            }
            let here = *path.last().unwrap_or(&home);
            for next in 0..34 {
                let mut longer = path.clone();
                longer.push(next);
                let near = self.board.edges[here].contains_key(&next) || self.board.corners[here].contains(&next);
                if !near || self.check_move(man, &longer).is_err() {
                    continue;
                }
                found.insert(next);
                let stops = |s: &Site| s.side != self.turn && s.revealed && ["AM", "TR"].contains(&s.code.as_str());
                let ends = self.at(next).is_some_and(|other| other != man) || self.sites.get(&next).is_some_and(stops);
                if !ends && seen.insert((next, longer.len())) {
                    paths.push(longer);
                }
            }
        }
        found.remove(&home);
        if self.troops_after_disengage(man) == 0 && !found.is_empty() { BTreeSet::from([34]) } else { found }
    }

    fn candidates(&self, man: usize) -> Vec<String> {
        let m = &self.men[man];
        let code = &m.code;
        let others: Vec<String> = self.men.iter().map(|other| other.code.clone()).collect();
        let tiles: Vec<String> = (0..34).map(|tile: usize| tile.to_string()).collect();
        let mut list = vec![format!("{code}k")];
        list.extend(others.iter().chain(&tiles).map(|target| format!("{code}x{target}")));
        for tile in tiles.iter().filter(|_| m.place == Where::Hq) {
            list.extend((1..=10).map(|troops| format!("{code}d{tile}:{troops}")));
        }
        for (tactic, _) in m.tactics.iter().filter(|(_, spent)| !spent) {
            list.push(format!("{code}t{tactic}"));
            for one in others.iter().chain(&tiles) {
                list.push(format!("{code}t{tactic}>{one}"));
            }
            if tactic == "RC" || tactic == "RM" {
                for one in &others {
                    list.extend(others.iter().chain(&tiles).map(|two| format!("{code}t{tactic}>{one},{two}")));
                }
            }
            if tactic == "DC" {
                for one in &tiles {
                    list.extend(tiles.iter().map(|two| format!("{code}t{tactic}>{one},{two}")));
                }
            }
        }
        list
    }
}

/// Bolts and decoys mean the same in any order.
pub(crate) fn unordered(text: &str) -> String {
    let Some((head, targets)) = text.split_once('>') else { return text.to_owned() };
    if !head.ends_with("tRC") && !head.ends_with("tDC") {
        return text.to_owned();
    }
    let mut targets: Vec<&str> = targets.split(',').collect();
    targets.sort_unstable();
    format!("{head}>{}", targets.join(","))
}

enum Aim {
    Code(String),
    Tile(usize),
}

struct Wish {
    code: String,
    kind: char,
    path: Vec<usize>,
    troops: i32,
    tactic: String,
    targets: Vec<Aim>,
}

fn is_code(text: &str) -> bool {
    text.len() == 2 && (text.bytes().all(|b| b.is_ascii_uppercase()) || text.bytes().all(|b| b.is_ascii_lowercase()))
}

fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse::<usize>().unwrap_or(9999).min(9999))
}

fn aim(text: &str) -> Option<Aim> {
    if is_code(text) { Some(Aim::Code(text.to_owned())) } else { number(text).map(Aim::Tile) }
}

impl Wish {
    fn read(text: &str) -> Option<Self> {
        let code = text.get(..2).filter(|code| is_code(code))?;
        let kind = text.get(2..)?.chars().next()?;
        let rest = text.get(2 + kind.len_utf8()..)?;
        let mut wish = Self {
            code: code.to_owned(),
            kind,
            path: Vec::new(),
            troops: 0,
            tactic: String::new(),
            targets: Vec::new(),
        };
        match kind {
            'm' if rest.is_empty() => {}
            'm' => wish.path = rest.split('-').map(number).collect::<Option<_>>()?,
            'x' => wish.targets = vec![aim(rest)?],
            'k' if rest.is_empty() => {}
            'd' => {
                let (tile, troops) = rest.split_once(':')?;
                wish.path = vec![number(tile)?];
                wish.troops = number(troops)? as i32;
            }
            't' => {
                let (tactic, targets) = rest.split_once('>').map_or((rest, None), |(a, b)| (a, Some(b)));
                if tactic.len() != 2 || !tactic.bytes().all(|b| b.is_ascii_uppercase()) {
                    return None;
                }
                wish.tactic = tactic.to_owned();
                if let Some(targets) = targets {
                    wish.targets = targets.split(',').map(aim).collect::<Option<_>>()?;
                }
            }
            _ => return None,
        }
        Some(wish)
    }
}

fn read_man(codes: &[String], index: usize, entry: &str) -> Man {
    let (body, tactics) = entry.split_once('{').map_or((entry, ""), |(a, b)| (a, b.trim_end_matches('}')));
    let mut parts = body.split('~');
    let body = parts.next().expect("a body");
    let find = |code: &str| codes.iter().position(|c| c == code).expect("a known code");
    let mut provoker = 0;
    let mut effects = BTreeMap::new();
    for effect in parts {
        let count = effect.get(2..3).map_or(0, |digit| digit.parse().expect("a digit"));
        if effect.starts_with("PV") {
            provoker = find(&effect[3..]);
        }
        effects.insert(effect[..2].to_owned(), count);
    }
    let (body, initial) = body.split_once('=').map_or((body, None), |(a, b)| (a, Some(b)));
    let (body, start) = body.split_once('/').map_or((body, None), |(a, b)| (a, Some(b)));
    let out = body.ends_with('!');
    let body = body.trim_end_matches('!');
    let (code, rest) = body.split_once('@').expect("a place");
    let (place, troops) = rest.split_once(':').expect("troops");
    let place = match place {
        "o2" => Where::Out(2),
        "o1" => Where::Out(1),
        "w2" => Where::Wait(2),
        "w1" => Where::Wait(1),
        "h" => Where::Hq,
        "x" => Where::Gone,
        _ if place.starts_with('s') => Where::On(find(&place[1..])),
        _ => Where::Tile(place.parse().expect("a tile")),
    };
    let side = index / 5;
    let mut man = Man {
        code: code.to_owned(),
        side,
        place,
        troops: troops.parse().expect("a number"),
        out,
        start: start.map_or([index % 5, 29 - index % 5][side], |start| start.parse().expect("a tile")),
        initial: 0,
        effects,
        provoker,
        tactics: Vec::new(),
    };
    man.initial = initial.map_or(man.cap(), |initial| initial.parse().expect("a number"));
    let cards = tactics.split('.').filter(|card| !card.is_empty());
    man.tactics = cards.map(|card| (card.to_uppercase(), card == card.to_lowercase())).collect();
    man
}

fn read_site(text: &str) -> (usize, Site) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (tile, rest) = text.split_at(digits);
    let (code, rest) = rest.split_at(2);
    let (durability, shots) = match rest.split_once('.') {
        Some((durability, shots)) => (durability.parse().expect("a number"), shots.parse().expect("a number")),
        None => (rest.parse().unwrap_or(0), 0),
    };
    let side = usize::from(code == code.to_lowercase());
    (tile.parse().expect("a tile"), Site { code: code.to_uppercase(), side, durability, shots, revealed: rest == "*" })
}

fn write_site(site: &Site) -> String {
    let code = if site.side == 0 { site.code.clone() } else { site.code.to_lowercase() };
    match site.code.as_str() {
        "WA" => format!("{code}{}", site.durability),
        "TO" => format!("{code}{}.{}", site.durability, site.shots),
        _ => format!("{code}{}", if site.revealed { "*" } else { "" }),
    }
}
