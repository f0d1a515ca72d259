//! The school of every game: games that are repeated and gone on with, files that tell of damage, and a
//! training that learns.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use lab::games::{Block, Course, PlayOrder, Step, TrainOrder, Walk, Writer, read};

fn order(rules: &str, games: usize) -> PlayOrder {
    PlayOrder { rules: vec![rules.to_owned()], games, nodes: 40, random: 4, seed: 5, threads: 1, network: None }
}

fn play(kind: &str, order: &PlayOrder, out: &Path) -> anyhow::Result<(usize, usize)> {
    (Course::find(kind).expect("a school").play)(order, out, &AtomicBool::new(false))
}

fn block() -> Block {
    let steps = vec![Step { action: 3, value: None }, Step { action: 0, value: Some(-120) }];
    let walks = vec![Walk { after: 1, actions: vec![2, 7], value: 9 }];
    Block { number: 4, rules: "base;terrain=random:4".to_owned(), steps, walks }
}

#[test]
fn games_are_read_as_they_were_written_and_damage_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.games");
    Writer::open(&path, "a recipe").expect("a file").append(&block()).expect("written");
    assert_eq!(read(&path).expect("sound"), ("a recipe".to_owned(), vec![block()]));
    assert_eq!(block().lessons(), 2);
    assert!(Writer::open(&path, "another recipe").is_err());
    let text = std::fs::read_to_string(&path).expect("text");
    std::fs::write(&path, text.replace("-120", "-121")).expect("written");
    assert!(read(&path).expect_err("damaged").to_string().contains("line 2 is damaged"));
    std::fs::write(&path, &text[..text.len() - 3]).expect("written");
    assert_eq!(read(&path).expect("an unfinished line is as if never begun").1, []);
}

#[test]
fn games_are_the_same_every_time_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths: [PathBuf; 2] = ["one", "two"].map(|name| folder.path().join(name));
    for (kind, rules) in [("nanguk", "base;terrain=random:{round}"), ("tigers", "full"), ("yonin", "standard;cap=60")] {
        let (whole, part) = (order(rules, 3), order(rules, 1));
        let made = play(kind, &whole, &paths[0]).expect("games");
        assert_eq!(play(kind, &part, &paths[1]).expect("games").0, 1);
        assert_eq!(play(kind, &PlayOrder { threads: 2, ..whole }, &paths[1]).expect("games"), made);
        let [mut one, mut other] = paths.each_ref().map(|path| read(path).expect("sound").1);
        one.sort_by_key(|game| game.number);
        other.sort_by_key(|game| game.number);
        assert_eq!(one, other, "{kind}");
        assert!(one.iter().any(|game| !game.walks.is_empty()), "{kind}: some walks");
        for path in &paths {
            std::fs::remove_file(path).expect("it is there");
        }
    }
}

/// Even a few games teach something that the judge by hand does not know, the same every time, and the network can
/// be played with.
#[test]
fn a_network_learns_what_the_judge_by_hand_misses() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("tigers.games");
    play("tigers", &order("base", 40), &games).expect("games");
    let course = Course::find("tigers").expect("a school");
    let order = TrainOrder { epochs: 6, rate: 0.002, batch: 256, seed: 1, start: None };
    let nets = ["one.net", "two.net"].map(|name| folder.path().join(name));
    for net in &nets {
        let trained = (course.train)(&order, &[&games], net, &mut |_| {}).expect("a training");
        assert!(trained.errors[1] < 0.97 * trained.errors[2], "{trained:?}");
    }
    let [one, other] = nets.each_ref().map(|net| std::fs::read(net).expect("a network"));
    assert_eq!(one, other);
    assert!(one.len() <= 450_000);
    let path = nets[0].to_str().expect("a plain name");
    assert!(engine::catalog::analyst_by_network("tigers", path).is_ok());
    let refused = engine::catalog::analyst_by_network("yonin", path).err().expect("another game's");
    assert!(refused.contains("a network for `tigers`"), "{refused}");
    let start = Some(folder.path().join("one.training"));
    assert!((course.train)(&TrainOrder { start, ..order.clone() }, &[&games], &nets[1], &mut |_| {}).is_ok());
    let start = Some(games.clone());
    assert!((course.train)(&TrainOrder { start, ..order }, &[&games], &nets[1], &mut |_| {}).is_err());
}
