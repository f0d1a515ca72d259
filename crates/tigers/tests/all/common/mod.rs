//! Random decks and random states for several tests.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part")]
#![allow(clippy::format_push_string, clippy::assigning_clones, reason = "texts of tests need not be fast")]

use std::collections::BTreeSet;

use game::rng::SplitMix;
use tigers::{Line, Name, POOL, Side, Tactic, Tile};

/// `count` different items.
fn draw<T: Clone>(items: &[T], count: usize, rng: &mut SplitMix) -> Vec<T> {
    let mut left = items.to_vec();
    (0..count).map(|_| left.remove(rng.below(left.len()))).collect()
}

fn random_names(rng: &mut SplitMix) -> Vec<Name> {
    let all: Vec<Name> = Name::all().collect();
    loop {
        let names = draw(&all, 5, rng);
        if names.iter().map(|name| u32::from(name.general().worth())).sum::<u32>() <= 57 {
            return names;
        }
    }
}

fn random_hands(rng: &mut SplitMix) -> Vec<Vec<Tactic>> {
    loop {
        let hands: Vec<_> = (0..5).map(|_| draw(&Tactic::ALL, 3, rng)).collect();
        let copies = |tactic| hands.iter().flatten().filter(|other| **other == tactic).count();
        if Tactic::ALL.into_iter().all(|tactic| copies(tactic) <= 2) {
            return hands;
        }
    }
}

/// A deck of full mode as the key of a seat writes it.
pub(crate) fn random_deck(side: Side, rng: &mut SplitMix) -> String {
    let (names, hands) = (random_names(rng), random_hands(rng));
    let rows = draw(&[0, 1, 2, 3, 4], 5, rng);
    let mut left = u32::from(POOL);
    let mut entries = Vec::new();
    for (index, ((name, hand), row)) in names.iter().zip(&hands).zip(rows).enumerate() {
        let tile = if side == Side::A { row } else { 29 - row };
        let cap = u32::from(name.general().cap()).min(left.saturating_sub(4));
        let at_home = cap == 0 || index > 0 && rng.below(5) == 0;
        let troops = if at_home { 0 } else { 1 + rng.below(cap as usize) as u32 };
        left -= troops;
        let place = if at_home { format!("h:0/{tile}") } else { format!("{tile}:{troops}") };
        let codes: Vec<_> = hand.iter().map(|tactic| tactic.code()).collect();
        entries.push(format!("{}@{place}{{{}}}", side.cased(name.general().code), codes.join(".")));
    }
    entries.join(",")
}

/// Rules of full mode with random decks.
pub(crate) fn random_full_choices(rng: &mut SplitMix) -> String {
    format!("full;A={};B={}", random_deck(Side::A, rng), random_deck(Side::B, rng))
}

/// A state of either mode with everything in it that a state can hold.
pub(crate) fn random_state(full: bool, rng: &mut SplitMix) -> String {
    StateMaker::new(full, rng).write()
}

struct Maker {
    code: String,
    side: Side,
    name: Name,
    tile: Option<usize>,
    place: String,
    troops: u32,
    tail: String,
}

struct StateMaker<'a> {
    rng: &'a mut SplitMix,
    full: bool,
    men: Vec<Maker>,
    pool: [u32; 2],
    sites: BTreeSet<(usize, String)>,
}

impl<'a> StateMaker<'a> {
    fn new(full: bool, rng: &'a mut SplitMix) -> Self {
        let mut maker = Self { rng, full, men: Vec::new(), pool: [u32::from(POOL); 2], sites: BTreeSet::new() };
        for side in Side::ALL {
            for name in random_names(maker.rng) {
                maker.add(side, name);
            }
        }
        maker.add_riders();
        maker.add_effects();
        if full {
            maker.add_sites();
            maker.add_hands();
        }
        maker
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.rng.below(one_in) == 0
    }

    /// Most generals crowd together, so that they meet.
    fn random_tile(&mut self) -> usize {
        match self.rng.below(3) {
            0 => self.rng.below(34),
            1 => 5 + self.rng.below(20),
            _ => *self.rng.pick(&[0, 2, 5, 10, 11, 12, 13, 16, 17, 22, 26, 27, 28, 30, 31, 32, 33]).expect("some"),
        }
    }

    fn add(&mut self, side: Side, name: Name) {
        let code = side.cased(name.general().code);
        let mut man = Maker { code, side, name, tile: None, place: String::new(), troops: 0, tail: String::new() };
        let tile = self.random_tile();
        let taken = self.men.iter().any(|other| other.tile == Some(tile));
        let cap = u32::from(name.general().cap());
        let most = if self.full { (self.pool[side.index()] / 4).min(cap) } else { cap };
        if !taken && most > 0 && !self.chance(5) {
            man.tile = Some(tile);
            man.place = tile.to_string();
            man.troops = 1 + self.rng.below(most.min(4) as usize) as u32;
            if self.chance(3) {
                man.tail.push('!');
            }
        } else {
            let places: &[&str] =
                if self.full { &["o2", "o1", "w1", "h", "h", "x"] } else { &["o2", "o1", "w2", "w1", "x"] };
            man.place = (*self.rng.pick(places).expect("some")).to_owned();
            man.troops = u32::from(!self.full && man.place.starts_with('w'));
            if man.place.starts_with('o') || man.place != "x" && self.chance(3) {
                man.tail.push('!');
            }
        }
        self.pool[side.index()] -= if self.full { man.troops } else { 0 };
        self.men.push(man);
    }

    fn add_riders(&mut self) {
        for index in 0..10 {
            let hosts: Vec<usize> = (0..10)
                .filter(|host| self.men[*host].side == self.men[index].side && self.men[*host].tile.is_some())
                .collect();
            let taken = |host: &usize| self.men.iter().any(|m| m.place == format!("s{}", self.men[*host].code));
            let hosts: Vec<usize> = hosts.into_iter().filter(|host| !taken(host)).collect();
            if self.full
                && self.men[index].place == "w1"
                && let Some(host) = self.rng.pick(&hosts)
            {
                self.men[index].place = format!("s{}", self.men[*host].code);
            }
        }
    }

    fn add_effects(&mut self) {
        for index in 0..10 {
            let side = self.men[index].side;
            let start = if side == Side::A { 0 } else { 25 };
            if self.chance(6) {
                let tile = start + self.rng.below(5);
                let slot = index % 5;
                let usual = if side == Side::A { slot } else { 29 - slot };
                if tile != usual {
                    self.men[index].tail += &format!("/{tile}");
                }
            }
            if !self.full && self.chance(6) {
                let cap = self.men[index].name.general().cap();
                self.men[index].tail += &format!("={}", 1 + self.rng.below(usize::from(cap) - 1));
            }
            let enemies: Vec<String> =
                self.men.iter().filter(|m| m.side != side && m.tile.is_some()).map(|m| m.code.clone()).collect();
            if !self.full || self.men[index].tile.is_none() {
                continue;
            }
            for effect in ["BT", "CA", "DS1", "IM", "PV1", "SN1", "UB"] {
                if self.chance(10) {
                    let mut text = format!("~{effect}");
                    match effect {
                        "PV1" if enemies.is_empty() => continue,
                        "PV1" => text += self.rng.pick(&enemies).expect("some"),
                        "SN1" if self.chance(2) => text = "~SN2".to_owned(),
                        _ => {}
                    }
                    self.men[index].tail += &text;
                }
            }
        }
    }

    fn add_sites(&mut self) {
        for tile in (5..25).chain(30..34) {
            if !self.chance(5) {
                continue;
            }
            let occupied = self.men.iter().any(|man| man.tile == Some(tile));
            let kinds: &[&str] = if occupied {
                &["AM", "TR", "DC", "AM*"]
            } else {
                &["AM", "TR", "DC", "AM*", "TR*", "DC*", "WA1", "WA2", "TO1.1", "TO1.2", "TO1.3"]
            };
            let kind = *self.rng.pick(kinds).expect("some");
            let kind = if self.chance(2) { kind.to_owned() } else { kind.to_lowercase() };
            self.sites.insert((tile, kind));
        }
    }

    fn add_hands(&mut self) {
        for side in 0..2 {
            for (slot, hand) in random_hands(self.rng).into_iter().enumerate() {
                let cards: Vec<String> = hand
                    .iter()
                    .map(|tactic| if self.chance(5) { tactic.code().to_lowercase() } else { tactic.code().to_owned() })
                    .collect();
                self.men[side * 5 + slot].tail += &format!("{{{}}}", cards.join("."));
            }
        }
    }

    fn pairs(&mut self) -> String {
        let mut pairs = Vec::new();
        for a in 0..5 {
            for b in 5..10 {
                if let (Some(one), Some(two)) = (self.men[a].tile, self.men[b].tile) {
                    let line = Tile::from_index(one).line_to(Tile::from_index(two));
                    if line == Some(Line::Front) && !self.chance(3) {
                        pairs.push(format!("{}-{}", self.men[a].code, self.men[b].code));
                    }
                }
            }
        }
        if pairs.is_empty() { "-".to_owned() } else { pairs.join(",") }
    }

    fn used(&mut self, side: Side) -> String {
        let mut used = Vec::new();
        for index in (0..10).filter(|index| self.men[*index].side == side).collect::<Vec<_>>() {
            for letter in if self.full { "makdt" } else { "mak" }.chars() {
                if self.chance(12) {
                    used.push(format!("{}{letter}", self.men[index].code));
                }
            }
        }
        if used.is_empty() { "-".to_owned() } else { used.join(",") }
    }

    fn write(mut self) -> String {
        let side = if self.chance(2) { Side::A } else { Side::B };
        let deck = |men: &[Maker]| {
            men.iter().map(|m| format!("{}@{}:{}{}", m.code, m.place, m.troops, m.tail)).collect::<Vec<_>>().join(",")
        };
        let (a, b) = (deck(&self.men[..5]), deck(&self.men[5..]));
        let options = match self.rng.below(6) {
            0 => ";ap=2",
            1 => ";kn=2",
            2 => ";sup=0",
            _ => "",
        };
        let (pairs, used) = (self.pairs(), self.used(side));
        let knocks = [self.rng.below(2), self.rng.below(2)];
        let actions = 1 + self.rng.below(3);
        let clock = [1 + self.rng.below(199), self.rng.below(29)];
        let mut text = format!(
            "FTG1:{}{options} {a} {b} {}{actions} {used} {pairs} {}-{} {}.{} *",
            if self.full { 'f' } else { 'b' },
            side.letter(),
            knocks[0],
            knocks[1],
            clock[0],
            clock[1]
        );
        if self.full {
            let pools: Vec<String> = self
                .pool
                .into_iter()
                .map(|pool| {
                    let graveyard = self.rng.below(pool as usize + 1) as u32;
                    format!("{}.{graveyard}", pool - graveyard)
                })
                .collect();
            let sites: Vec<String> = self.sites.iter().map(|(tile, kind)| format!("{tile}{kind}")).collect();
            let sites = if sites.is_empty() { "-".to_owned() } else { sites.join(",") };
            text += &format!(" {} {sites}", pools.join("/"));
        }
        text
    }
}
