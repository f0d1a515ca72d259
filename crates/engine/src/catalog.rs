//! The only list of games in the house. A new game is one line here, and one for its judge.

use std::sync::Arc;

use game::{Game, KindOf, Position, Seat, Table};

use crate::janggi::engine::Judgment;
use crate::janggi::level::Rank;
use crate::janggi::player::JanggiPlayer;
use crate::judges::janggi::JanggiJudge;
use crate::levels::{Graded, Level, LevelInfo, Strength};
use crate::net::eyes::{NangukEyes, TigersEyes, YoninEyes};
use crate::net::{Eyes, Learned, Net, Shape};
use crate::players::{GreedyPlayer, MaxnPlayer, PuctPlayer, RandomPlayer, UctPlayer};
use crate::puzzles::Prover;
use crate::view::{self, Knowledge};
use crate::{Brain, Limits, Scale, Thinker};

static JANGGI: KindOf<janggi::Position> = KindOf::new();
static NANGUK: KindOf<nanguk::Position> = KindOf::new();
static TIGERS: KindOf<tigers::Position> = KindOf::new();
static YONIN: KindOf<yonin::Position> = KindOf::new();

/// Every game, in the order in which people see them.
#[must_use]
pub fn games() -> &'static [&'static dyn Game] {
    static GAMES: &[&dyn Game] = &[&JANGGI, &NANGUK, &TIGERS, &YONIN];
    GAMES
}

/// The game of that name.
#[must_use]
pub fn find(kind: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.about().kind == kind)
}

/// A player, or why there is none.
type Made = Result<Box<dyn Brain>, String>;

/// The thinking players of a game.
struct Minds {
    kind: &'static str,
    of_level: fn(&str, u64) -> Option<Box<dyn Brain>>,
    analyst: fn() -> Box<dyn Brain>,
    by_hand: fn(&str, u64) -> Made,
    by_network: fn(&[u8]) -> Made,
    rival: fn(&str, u64) -> Option<Box<dyn Brain>>,
    prover: Prover,
    knowledge: fn(&dyn Table, Seat) -> Option<Knowledge>,
    /// `daeguk lab scale` fits it anew.
    scale: Scale,
}

impl Minds {
    /// Janggi has an engine of its own, and ranks from 18k to 9d besides the house's levels.
    const JANGGI: Self = Self {
        kind: "janggi",
        of_level: |level, seed| JanggiPlayer::of_level(level, seed).map(|player| Box::new(player) as Box<dyn Brain>),
        analyst: || Box::new(JanggiPlayer::new(None, Limits::default(), 0)),
        by_hand: |options, _| match options {
            "" => Ok(Box::new(JanggiPlayer::judging(Judgment::Hand))),
            _ => Err("the janggi engine has no options here".to_owned()),
        },
        ..Self::of::<janggi::Position, JanggiJudge>(Scale::new(379.0))
    };

    const fn of<P: Position, J: Graded<P>>(scale: Scale) -> Self {
        Self {
            scale,
            prover: Prover::of::<P, J>(),
            knowledge: view::knowledge::<P, J>,
            kind: P::KIND,
            of_level: |level, seed| {
                let strength = J::strength(Level::from_name(level)?);
                Some(Box::new(Thinker::<P, J>::new(J::default(), J::METHOD, strength, seed)))
            },
            analyst: || Box::new(Thinker::<P, J>::new(J::default(), J::METHOD, Strength::FULL, 0)),
            by_hand: |options, seed| {
                let mut strength = Strength::FULL;
                let of_method: Vec<_> = options.split(',').filter(|change| !strength.take(change)).collect();
                let method = J::METHOD.with(&of_method.join(","))?;
                Ok(Box::new(Thinker::<P, J>::new(J::default(), method, strength, seed)))
            },
            by_network: |_| Err(format!("{} has a program of its own for networks", P::KIND)),
            rival: |name, seed| match name {
                "greedy" => Some(Box::new(GreedyPlayer::<P, J>::new(J::default(), seed))),
                "uct" => Some(Box::new(UctPlayer::<P, J>::new(J::default(), seed))),
                "puct" => Some(Box::new(PuctPlayer::<P, J>::new(J::default(), seed))),
                "maxn" => Some(Box::new(MaxnPlayer::<P, J>::new(J::default(), seed))),
                _ => None,
            },
        }
    }

    /// The same for a game that a network can see.
    const fn seeing<P: Position, E: Eyes<P>>(scale: Scale) -> Self {
        Self {
            by_network: |bytes| {
                let net = Net::read(Shape::of::<P, E>(), bytes).map_err(|damage| damage.to_string())?;
                let judge = Learned::<P, E>::new(Arc::new(net));
                Ok(Box::new(Thinker::<P, _>::new(judge, E::Hand::METHOD, Strength::FULL, 0)))
            },
            ..Self::of::<P, E::Hand>(scale)
        }
    }

    fn find(kind: &str) -> Option<&'static Self> {
        static MINDS: &[Minds] = &[
            Minds::JANGGI,
            Minds::seeing::<nanguk::Position, NangukEyes>(Scale::new(960.0).bent(1.8)),
            Minds::seeing::<tigers::Position, TigersEyes>(Scale::new(369.0)),
            Minds::seeing::<yonin::Position, YoninEyes>(Scale::new(3136.0)),
        ];
        MINDS.iter().find(|minds| minds.kind == kind)
    }
}

/// The levels at which a game's thinking players play, the weakest first; none if there is no such
/// game. Janggi has those of every game and then ranks from 18k to 9d.
#[must_use]
pub fn levels(kind: &str) -> &'static [LevelInfo] {
    match Minds::find(kind) {
        Some(minds) if minds.kind == janggi::Position::KIND => &JANGGI_LEVELS,
        Some(_) => Level::INFOS,
        None => &[],
    }
}

static JANGGI_LEVELS: [LevelInfo; Level::EVERYWHERE.len() + Rank::INFOS.len()] = {
    let named = Level::EVERYWHERE.len();
    let mut levels = [Level::INFOS[0]; Level::EVERYWHERE.len() + Rank::INFOS.len()];
    let mut index = 0;
    while index < levels.len() {
        levels[index] = if index < named { Level::EVERYWHERE[index].info() } else { Rank::INFOS[index - named] };
        index += 1;
    }
    levels
};

/// A thinking player of that game and level; the same game always gets the same answer.
#[must_use]
pub fn brain(kind: &str, level: &str) -> Option<Box<dyn Brain>> {
    seeded_brain(kind, level, 0)
}

/// As [`brain`], with other choices among equals for every seed, so that not all games are alike.
#[must_use]
pub fn seeded_brain(kind: &str, level: &str, seed: u64) -> Option<Box<dyn Brain>> {
    (Minds::find(kind)?.of_level)(level, seed)
}

/// A player that thinks as long as it is let, always chooses the best and never gives up.
#[must_use]
pub fn analyst(kind: &str) -> Option<Box<dyn Brain>> {
    Some((Minds::find(kind)?.analyst)())
}

/// How the values of a game's analyst become expected results.
#[must_use]
pub fn scale(kind: &str) -> Option<Scale> {
    Some(Minds::find(kind)?.scale)
}

/// What a seat knows of a game, if it is a game of that kind.
#[must_use]
pub fn knowledge(kind: &str, table: &dyn Table, seat: Seat) -> Option<Knowledge> {
    (Minds::find(kind)?.knowledge)(table, seat)
}

/// The proofs of a game's puzzles.
#[must_use]
pub(crate) fn prover(kind: &str) -> Option<Prover> {
    Some(Minds::find(kind)?.prover)
}

/// The analyst with the judgment by hand and a changed method, such as `shortcuts=safe`, see
/// [`Method::with`](crate::alpha_beta::Method::with), or a changed strength: `nodes=300`, `margin=120`,
/// `overlooks=12`, so that levels can be tried before they are one. Its inexact choices depend on the seed.
///
/// # Errors
/// If there is no such game or it cannot be changed so.
pub fn analyst_by_hand(kind: &str, options: &str, seed: u64) -> Result<Box<dyn Brain>, String> {
    let minds = Minds::find(kind).ok_or_else(|| format!("there is no game `{kind}`"))?;
    (minds.by_hand)(options, seed)
}

/// The analyst with a network from a file beside the judgment by hand.
///
/// # Errors
/// If there is no such game or file, or the file is no sound network of the game.
pub fn analyst_by_network(kind: &str, path: &str) -> Result<Box<dyn Brain>, String> {
    let minds = Minds::find(kind).ok_or_else(|| format!("there is no game `{kind}`"))?;
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    (minds.by_network)(&bytes).map_err(|damage| format!("{path}: {damage}"))
}

/// The names of the [yardsticks](yardstick).
pub const YARDSTICKS: &[&str] = &["random", "greedy", "uct", "puct", "maxn"];

/// A player that others are measured against: `random`; `greedy`, which looks no further than its
/// next action; or another method with the same judge: `uct`, `puct`, `maxn`.
#[must_use]
pub fn yardstick(kind: &str, name: &str, seed: u64) -> Option<Box<dyn Brain>> {
    let minds = Minds::find(kind)?;
    match name {
        "random" => Some(Box::new(RandomPlayer::new(seed))),
        _ => (minds.rival)(name, seed),
    }
}

/// Fixed searches of a game's engine: the nodes are a checksum of its behavior.
#[derive(Clone, Copy, Debug)]
pub struct SearchBench {
    /// How deep every position is searched.
    pub depth: i32,
    /// The positions, as state strings.
    pub positions: &'static [&'static str],
    /// Searches one of them and counts.
    pub search: fn(&str) -> u64,
}

/// The fixed searches of a game, if it has an engine of its own.
#[must_use]
pub fn search_bench(kind: &str) -> Option<SearchBench> {
    use crate::janggi::bench::{DEPTH, POSITIONS, search};
    let search = |fen: &str| search(fen, DEPTH, &std::sync::atomic::AtomicBool::new(false));
    (kind == janggi::Position::KIND).then_some(SearchBench { depth: DEPTH.plies(), positions: POSITIONS, search })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_own_name_and_only_once() {
        for game in games() {
            let kind = game.about().kind;
            assert!(find(kind).is_some());
            assert_eq!(games().iter().filter(|other| other.about().kind == kind).count(), 1, "{kind}");
        }
        assert!(find("tiddlywinks").is_none());
    }

    #[test]
    fn every_game_is_rated_by_presets_that_it_has() {
        for game in games() {
            let about = game.about();
            let mut rated: Vec<_> = about.families.iter().flat_map(|family| family.presets).collect();
            assert!(
                !rated.is_empty() && rated.iter().all(|name| about.presets.iter().any(|preset| preset.name == **name))
            );
            rated.sort_unstable();
            assert!(rated.is_sorted_by(|one, other| one < other), "{}: a preset has one family", about.kind);
        }
    }

    #[test]
    fn every_game_has_a_thinking_player_at_every_level() {
        for game in games() {
            let kind = game.about().kind;
            let names: Vec<_> = levels(kind).iter().map(|level| level.name).collect();
            assert_eq!(names.len(), if kind == "janggi" { 4 + Rank::COUNT } else { Level::ALL.len() }, "{kind}");
            assert!(names.iter().all(|name| brain(kind, name).is_some()), "{kind}");
            // These stand in stored games and ratings.
            assert!(["beginner", "easy", "normal", "hard"].iter().all(|name| names.contains(name)), "{kind}");
            assert!(scale(kind).is_some() && analyst(kind).is_some() && analyst_by_hand(kind, "", 0).is_ok(), "{kind}");
            assert!(YARDSTICKS.iter().all(|name| yardstick(kind, name, 0).is_some()), "{kind}");
            assert!(
                yardstick(kind, "oracle", 0).is_none() && analyst_by_hand(kind, "speed=fast", 0).is_err(),
                "{kind}"
            );
        }
        assert!(brain("janggi", "invincible").is_none());
        assert!(brain("tiddlywinks", "normal").is_none());
    }
}
