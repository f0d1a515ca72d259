use game::rng::SplitMix;

use super::*;

/// A random game of some kind, ended where it stands.
fn random_record(game: &dyn Game, seed: u64, deeds: usize) -> Record {
    let mut rng = SplitMix::new(seed);
    let mut table = game.start("").expect("a start");
    while table.turn().is_some() && table.deeds() < deeds {
        let legal = table.legal();
        table.play(rng.pick(&legal).expect("something to do")).expect("legal");
        table.carry_out_forced();
    }
    table.record()
}

fn janggi_lines(count: usize) -> String {
    "position startpos moves a4b4\n".repeat(count)
}

#[test]
fn every_format_of_every_game_is_recognized_and_read() {
    for game in engine::catalog::games() {
        for format in game.about().formats {
            let record = random_record(*game, 7, 12);
            let bytes = format.write.expect("it can be written")(&record).expect("written");
            for ending in [format.name, "", "txt"] {
                let found = read_file(&bytes, ending, 1);
                assert_eq!(
                    (found.kind, found.volumes.len()),
                    (game.about().kind, 1),
                    "{} {:?}",
                    format.name,
                    found.refused
                );
                let (_, again) = read_one(found.kind, &found.volumes[0].record).expect("what was kept is read");
                assert!(again.deeds().eq(record.deeds()), "{}", format.name);
            }
        }
    }
}

#[test]
fn cp949_and_utf8_are_the_same_game() {
    let files: [&[u8]; 2] = [
        include_bytes!("../../../../janggi/tests/data/sample.gib"),
        include_bytes!("../../../../janggi/tests/data/sample-utf8.gib"),
    ];
    let [old, new] = files.map(|bytes| read_file(bytes, "gib", 1));
    assert!(!old.volumes.is_empty());
    let digests = |found: &Found| found.volumes.iter().map(|volume| volume.digest.clone()).collect::<Vec<_>>();
    assert_eq!(digests(&old), digests(&new));
    assert!(old.volumes.iter().any(|volume| volume.spine.title.contains(|letter| ('가'..='힣').contains(&letter))));
    assert!(old.volumes.iter().any(|volume| volume.spine.setup.starts_with("cho=")), "set-ups are known");
}

#[test]
fn a_file_has_no_more_games_than_it_may() {
    let found = read_file(janggi_lines(GAMES_MAX + 20).as_bytes(), "uci", 1);
    assert_eq!(found.volumes.len(), GAMES_MAX);
    let refused: Vec<_> = found.refused.iter().map(|refused| (refused.line, refused.code)).collect();
    assert_eq!(refused, [(GAMES_MAX as u32 + 1, "E_SIZE")]);
}

#[test]
fn a_broken_game_is_refused_by_its_line_and_hides_no_other() {
    let text = format!("{}position startpos moves a4a3\nnonsense\n{}", janggi_lines(2), janggi_lines(1));
    let found = read_file(text.as_bytes(), "uci", 1);
    assert_eq!(found.volumes.len(), 3);
    let refused: Vec<_> = found.refused.iter().map(|refused| (refused.line, refused.code)).collect();
    assert_eq!(refused, [(3, "E_BACKWARD"), (4, "E_RECORD")]);
}

#[test]
fn a_game_that_is_too_long_is_refused() {
    let steps = ["e2e1", "e9e10", "e1e2", "e10e9"];
    let moves: Vec<_> = steps.iter().cycle().take(1002).copied().collect();
    let text = format!("position startpos moves {}\n", moves.join(" "));
    let found = read_file(text.as_bytes(), "uci", 1);
    assert_eq!(found.refused.iter().map(|refused| refused.code).collect::<Vec<_>>(), ["E_LENGTH"]);
    let note = "x".repeat(70_000);
    let record = random_record(engine::catalog::find("nanguk").expect("a game"), 1, 3);
    let format = engine::catalog::find("nanguk").expect("a game").about().formats[0];
    let text = String::from_utf8(format.write.expect("written")(&record).expect("written")).expect("text");
    let noted = text.replacen("\n*", &format!(" {{{note}}}\n*"), 1);
    let found = read_file(noted.as_bytes(), "", 1);
    assert_eq!(found.refused.iter().map(|refused| refused.code).collect::<Vec<_>>(), ["E_SIZE"], "{noted:.200}");
}

#[test]
fn what_takes_too_long_is_left_out_from_there_on() {
    let bounds = Bounds { games: GAMES_MAX, until: Some(Instant::now()) };
    let found = read_within(janggi_lines(100).as_bytes(), "uci", 1, bounds);
    assert_eq!(found.volumes.len(), 1, "it is looked at after each game");
    assert_eq!(found.refused.iter().map(|refused| refused.code).collect::<Vec<_>>(), ["E_SLOW"]);
}

/// Whatever is brought is read or refused, and nothing breaks.
#[test]
fn bombs_do_not_go_off() {
    let megabyte = |piece: &str| piece.repeat(FILE_MAX / piece.len()).into_bytes();
    let bombs: Vec<Vec<u8>> = vec![
        Vec::new(),
        vec![0; FILE_MAX],
        vec![0xff; FILE_MAX],
        (0..FILE_MAX).map(|index| index as u8).collect(),
        megabyte("("),
        megabyte("{"),
        megabyte("[["),
        megabyte("["),
        megabyte("[A \"1\"]\n"),
        megabyte("[Event \"가\"]\n\n1. 79卒78 "),
        megabyte("99999999999999999999999999. "),
        megabyte("position startpos moves a4b4 a7b7 b4a4 b7a7\n"),
        megabyte("position fen 9/9/9/9/9/9/9/9/9/9999999999999999999 w - - 0 1\n"),
        megabyte("options standard\nposition startpos moves 5g5f\n\n"),
        megabyte("start: FTG1:b\n"),
        megabyte("[Game \"nanguk\"]\n1. +a1 "),
        format!("[Event \"{}\"]\n*", "가".repeat(300_000)).into_bytes(),
        format!("position startpos moves {}", "a4b4 b4a4 ".repeat(100_000)).into_bytes(),
        b"\xfe\xff\x00[\x00E".repeat(1000),
    ];
    for (number, bomb) in bombs.iter().enumerate() {
        let found = read_file(bomb, "gib", 1);
        assert!(found.volumes.len() <= GAMES_MAX && found.refused.len() <= GAMES_MAX + 1, "bomb {number}");
        assert!(found.volumes.iter().all(|volume| volume.record.len() <= 64 * 1024));
    }
}

#[test]
fn garbage_breaks_nothing() {
    let sample = include_str!("../../../../janggi/tests/data/sample.jgn");
    let mut rng = SplitMix::new(3);
    let mut text = sample.to_owned();
    for _ in 0..60 {
        text = game::conformance::garbled(&text, &mut rng);
        let found = read_file(text.as_bytes(), "jgn", 1);
        assert!(found.volumes.len() + found.refused.len() > 0);
    }
}

#[test]
fn a_collection_counts_each_game_once() {
    let text = format!("{}position startpos moves c4c5\nnonsense\n", janggi_lines(120));
    let mut known = std::collections::HashSet::new();
    let bounds = Bounds { games: 1000, until: None };
    let mut is_new = |_: &str, name: &str| known.insert(name.to_owned());
    let counted = count_file(text.as_bytes(), "uci", bounds, &mut is_new);
    assert_eq!((counted.kind, counted.refused.len()), ("janggi", 1));
    assert_eq!(counted.tallies.iter().map(|tally| tally.games.len()).sum::<usize>(), 2);
    let again = count_file(text.as_bytes(), "uci", bounds, is_new);
    assert!(again.tallies.is_empty(), "nothing is new");
}
