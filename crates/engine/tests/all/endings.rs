//! The tables of endings that come with the program, held against the search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::janggi::depth::Depth;
use engine::janggi::endgame::{Class, Family, Outcome, Prober, Shelf, TableFile, Verdict, read_all, tier};
use engine::janggi::engine::{Engine, Judgment, Problem};
use engine::janggi::player::JanggiPlayer;
use engine::janggi::search::{Budget, Line};
use engine::{Brain as _, Decision, Limits, Score, Task, Thought};
use game::{Match, Seat};
use janggi::{Position, Rules};

/// The families whose small tables are built in, and how many pieces those have at most.
const BUILT_IN: [Family; 6] =
    [Family::Casual, Family::Traditional, Family::KjaCho, Family::KjaHan, Family::ModernCho, Family::ModernHan];
const MEN_MAX: usize = 5;

fn built_in_classes() -> Vec<Class> {
    [1, 3].into_iter().flat_map(tier).filter(|class| class.men() <= MEN_MAX).collect()
}

#[test]
fn every_small_table_comes_with_the_program() {
    let shelf = Shelf::built_in();
    let mut count = 0;
    for family in BUILT_IN {
        for class in built_in_classes().iter().filter(|class| family.has(class)) {
            let table = shelf.table(class, family);
            assert!(table.is_some(), "{}", TableFile::name(class, family));
            count += 1;
        }
    }
    assert_eq!(shelf.len(), count, "and no other");
}

/// Positions of a table whose entry says so, spread over the whole of it.
fn samples(class: &str, family: Family, wanted: impl Fn(Verdict) -> bool, most: usize) -> Vec<Match<Position>> {
    let class = Class::from_name(class).expect("a class");
    let shelf = Shelf::built_in();
    let table = shelf.table(&class, family).expect("built in");
    let layout = table.layout();
    let entries = table.unpacked();
    let fits = |index: usize| {
        let (men, strong_to_move) = layout.placing(index)?;
        let said = Verdict::from_code(entries[index])?;
        wanted(said).then(|| family.as_played(layout.setup(&men, strong_to_move)).to_string())
    };
    // A step without common factors with the layout comes by every kind of placing.
    let indexes = (0..entries.len()).map(|turn| (turn * 7_919) % entries.len());
    let games = indexes.filter_map(fits).filter_map(|fen| Match::load(family.rules(), &fen).ok());
    games.take(most).collect()
}

fn plain(game: &Match<Position>, depth: u16) -> Line {
    let mut engine = Engine::judging(Judgment::Hand, 1, 1);
    engine.know(Arc::default());
    let budget = Budget { plain: true, depth: Depth::new(depth.into()), ..Budget::default() };
    let mut lines = engine.think(&Problem::of(game), &budget, &(), &AtomicBool::new(false), &mut |_| {});
    lines.swap_remove(0)
}

fn state(game: &Match<Position>) -> String {
    game::Position::state(game.position())
}

/// Every line to its end, without tables: what they call won is won, as soon as they say.
#[test]
fn short_wins_are_found_by_a_plain_search() {
    let cases = [
        ("KRvKA", Family::Casual, 1),
        ("KRvKA", Family::KjaCho, 3),
        ("KNAvK", Family::KjaHan, 2),
        ("KPvKA", Family::ModernHan, 3),
        ("KRvKC", Family::ModernHan, 2),
    ];
    for (class, family, moves) in cases {
        for wanted in 1..=moves {
            let games = samples(class, family, |said| said == Verdict::Win(wanted), 6);
            assert!(!games.is_empty(), "{class} {} has wins in {wanted}", family.name());
            for game in games {
                let plies = Verdict::Win(wanted).plies().expect("a win has an end");
                let value = plain(&game, plies).value;
                assert!(value.is_won(), "{class} {}: {}", family.name(), state(&game));
                assert!(value.end_plies() <= Some(plies.into()), "{class} {}", state(&game));
                assert!(plies < 3 || !plain(&game, plies - 2).value.is_won(), "sooner: {class} {}", state(&game));
            }
        }
    }
}

/// What nobody can force is not found by a search either.
#[test]
fn a_search_finds_no_end_where_the_tables_know_none() {
    for (class, family) in [
        ("KRAvKA", Family::Casual),
        ("KRvKA", Family::KjaHan),
        ("KPvKA", Family::ModernCho),
        ("KCvKN", Family::Traditional),
    ] {
        for game in samples(class, family, |said| said == Verdict::Open, 6) {
            assert!(!plain(&game, 4).value.is_certain(), "{class} {}: {}", family.name(), state(&game));
        }
    }
}

fn think(game: &Match<Position>, nodes: u64) -> Line {
    let mut engine = Engine::judging(Judgment::Hand, 1, 1);
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut lines = engine.think(&Problem::of(game), &budget, &(), &AtomicBool::new(false), &mut |_| {});
    lines.swap_remove(0)
}

/// With few positions to look at, the longest wins are known at once and brought home move by move.
#[test]
fn a_long_win_is_played_to_its_end() {
    for (class, family) in [("KRvKA", Family::KjaCho), ("KNvKP", Family::KjaHan), ("KCvK", Family::ModernCho)] {
        let mut prober = Prober::new(Shelf::built_in());
        for mut game in samples(class, family, |said| matches!(said, Verdict::Win(4..)), 3) {
            let Some(Outcome::Win(plies)) = prober.outcome(game.position()) else { continue };
            assert_eq!(think(&game, 200).value.end_plies(), Some(plies.into()), "{class} {}", state(&game));
            for _ in 0..plies {
                if game.turn().is_some() {
                    let line = think(&game, 200);
                    game.act(&line.actions[0].to_string()).expect("legal");
                }
            }
            assert!(game.turn().is_none(), "{class}: not over after {plies} plies: {}", state(&game));
        }
    }
}

fn thoughts(rules: Rules, fen: &str) -> (Decision, Vec<Thought>) {
    let table: Match<Position> = Match::load(rules, fen).expect("a legal position");
    let mut thoughts = Vec::new();
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let task = Task { lines: 3, ..Task::choose(&table, table.turn().unwrap_or(Seat::FIRST), limits, &()) };
    let decision =
        JanggiPlayer::new(None, Limits::default(), 0).think(&task, &mut |thought| thoughts.push(thought.clone()));
    (decision, thoughts)
}

#[test]
fn a_player_says_what_is_a_draw() {
    let chariot = "3k5/9/9/9/9/9/9/1R7/9/4K4 w - - 0 1";
    let last = |rules| thoughts(rules, chariot).1.pop().map(|thought| thought.score);
    assert_eq!(last(Rules::CASUAL), Some(Score::Draw));
    assert!(matches!(last(Rules::TRADITIONAL), Some(Score::Value(_))), "no table knows these rules");
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn tables_of_a_folder_join_the_built_in_ones_and_damage_is_named() {
    let folder = folder("endings");
    let class = Class::from_name("KRRvK").expect("a class");
    let entries = vec![Verdict::Open.code(); engine::janggi::endgame::Layout::new(&class).entries()];
    let path = folder.join(TableFile::name(&class, Family::Casual));
    let bytes = TableFile::pack(&class, Family::Casual, &entries);
    std::fs::write(&path, &bytes).expect("written");
    let name = folder.to_str().expect("plain letters");
    let joined = Shelf::named(name).expect("whole");
    assert_eq!(joined.len(), Shelf::built_in().len() + 1);
    assert!(Shelf::named("none").expect("nothing").is_empty());
    assert!(Shelf::named(&format!("{name}/nowhere")).is_err());

    std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
    let refusal = read_all(&folder).expect_err("cut").to_string();
    assert!(refusal.contains("KRRvK.casual.dgt") && refusal.contains("damaged"), "{refusal}");
}
