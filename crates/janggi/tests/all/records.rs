//! Game records: what is read, what is written, and what is said about broken files.

use game::{Entry, Format, Match, Position as _, Record, RecordError};
use janggi::record::{gib, jgn, san, uci};
use janggi::{Position, Rules, Side, Start};
use proptest::prelude::*;

const SAMPLE_JGN: &str = include_str!("../data/sample.jgn");
const SAMPLE_GIB: &[u8] = include_bytes!("../data/sample.gib");
const SAMPLE_GIB_UTF8: &str = include_str!("../data/sample-utf8.gib");

fn format(name: &str) -> &'static Format {
    Position::FORMATS.iter().find(|format| format.name == name).expect("a format")
}

fn only(games: Vec<Result<Record, RecordError>>) -> Record {
    let [game] = games.try_into().expect("one game");
    game.expect("a good game")
}

fn error(games: Vec<Result<Record, RecordError>>) -> (u32, &'static str) {
    let [game] = games.try_into().expect("one game");
    let error = game.expect_err("a broken game");
    (error.line, error.refusal.code)
}

fn result(record: &Record) -> &str {
    record.result.as_deref().unwrap_or("ongoing")
}

// .jgn

#[test]
fn what_we_wrote_is_written_again_byte_for_byte() {
    let games: Vec<_> = jgn::read(SAMPLE_JGN.as_bytes()).into_iter().map(|game| game.expect("a good game")).collect();
    let written: Vec<u8> = games.iter().flat_map(|game| jgn::write(game).expect("a legal game")).collect();
    assert_eq!(String::from_utf8(written).expect("UTF-8"), SAMPLE_JGN);
    for game in &games {
        let again = only(jgn::read(&jgn::write(game).expect("a legal game")));
        assert_eq!(&again, game);
    }
}

#[test]
fn the_sample_is_understood() {
    let games: Vec<_> = jgn::read(SAMPLE_JGN.as_bytes()).into_iter().map(|game| game.expect("a good game")).collect();
    let results: Vec<_> = games.iter().map(result).collect();
    assert_eq!(
        results,
        [
            "han resign",
            "cho bikjang-score",
            "draw double-pass",
            "ongoing",
            "cho checkmate",
            "han time",
            "han agreement-score"
        ]
    );
    let first = &games[0];
    assert_eq!(first.header("Site"), Some("Busan, \"Blue House\" \\ Room 3"));
    assert_eq!(first.header("Annotator"), Some("Park Sena"));
    assert_eq!(first.header("PlyCount"), None, "it is written from the game");
    assert_eq!(first.entries[0].clock_ms, Some(598_000));
    assert_eq!(first.entries[1].clock_ms, Some(581_250));
    assert_eq!(first.entries[1].notes, ["a } and a \\"]);
    assert_eq!(first.entries[3].deed, "e9e9");
    assert_eq!(first.entries[3].notes, ["quiet\nvery quiet"]);
    let last = first.entries.last().expect("entries");
    assert_eq!((last.deed.as_str(), last.clock_ms), ("resign:cho", Some(0)));
    assert_eq!(games[1].header("Event"), None, "`?` is nothing known");
    assert_eq!(games[5].entries.last().map(|entry| entry.deed.as_str()), Some("timeout:cho"));
    for game in &games {
        let replayed = Match::<Position>::replay(game).expect("a record is always legal");
        assert_eq!(replayed.position().result(), game.result);
    }
}

/// The example of the rules for people, §24.
#[test]
fn the_example_of_the_rules_is_read() {
    for document in
        [include_str!("../../../../docs/rules/janggi.md"), include_str!("../../../../docs/rules/janggi.ko.md")]
    {
        let (_, rest) = document.split_once("```text\n[Event").expect("the example");
        let (example, _) = rest.split_once("```").expect("its end");
        let game = only(jgn::read(format!("[Event{example}").as_bytes()));
        assert_eq!(game.entries.len(), 6);
        assert_eq!(game.rules, "kja");
        assert!(String::from_utf8(jgn::write(&game).expect("legal")).expect("UTF-8").contains("6. 38包35 *\n"));
    }
}

fn tagged(changes: &[(&str, &str)], moves: &str) -> String {
    let mut tags = vec![
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("Cho", "?"),
        ("Han", "?"),
        ("Result", "*"),
        ("RuleSet", "kja"),
        ("SetupCho", "inner"),
        ("SetupHan", "inner"),
    ];
    for change in changes {
        match tags.iter_mut().find(|tag| tag.0 == change.0) {
            Some(tag) => tag.1 = change.1,
            None => tags.push(*change),
        }
    }
    let lines: Vec<_> = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{}\n{moves}\n", lines.concat())
}

fn jgn_error(changes: &[(&str, &str)], moves: &str) -> (u32, &'static str) {
    error(jgn::read(tagged(changes, moves).as_bytes()))
}

#[test]
fn errors_name_their_line() {
    let fen = ("FEN", "4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1");
    let free = [("SetupCho", "fen"), ("SetupHan", "fen"), fen];
    for (changes, moves, wanted) in [
        (&[][..], "1. 79卒78\n2. 18馬38 *", (13, "E_FRIEND")),
        (&[], "1. 79馬78\n*", (12, "E_PIECE")),
        (&[], "1. 79卒78 2.\n\nnonsense *", (14, "E_SYNTAX")),
        (&[], "1. 79卒78 {open\n*", (12, "E_RECORD")),
        (&[], "1. 79卒78 (open\n*", (12, "E_RECORD")),
        (&[], "1. 79卒78\n* 2. 18馬37", (13, "E_RECORD")),
        (&[], "1. 79卒78\n1-0", (13, "E_RECORD")),
        (&[("Result", "2-0")], "*", (7, "E_RECORD")),
        (&[("Result", "1-0"), ("Termination", "boredom")], "1-0", (11, "E_RECORD")),
        (&[("RuleSet", "nobody")], "*", (8, "E_OPTION")),
        (&[("RuleSet", "kja;cho=outer")], "*", (8, "E_OPTION")),
        (&[("SetupCho", "upside")], "*", (9, "E_RECORD")),
        (&[("SetupCho", "mobile")], "*", (9, "E_SETUP")),
        (&[("SetupHan", "fen")], "*", (1, "E_RECORD")),
        (&[("Handicap", "soldier")], "*", (1, "E_RECORD")),
        (&[("FEN", "9/9 w")], "*", (11, "E_STATE")),
        (&[("FEN", "9/9/9/9/9/9/9/9/9/9 w")], "*", (11, "E_STATE")),
        (
            &[("SetupHan", "left"), ("FEN", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w")],
            "*",
            (10, "E_RECORD"),
        ),
        (&free, "1. 04將05 2. 빅장\n3. 05將04 *", (14, "E_OVER")),
    ] {
        assert_eq!(jgn_error(changes, moves), wanted, "{changes:?} {moves}");
    }
}

#[test]
fn a_result_must_be_what_the_rules_say() {
    let fen = ("FEN", "4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1");
    let bikjang = |score, reason| {
        let changes = [("SetupCho", "fen"), ("SetupHan", "fen"), fen, ("Result", score), ("Termination", reason)];
        jgn::read(tagged(&changes, &format!("1. 04將05 2. 빅장 {score}")).as_bytes())
    };
    assert_eq!(result(&only(bikjang("1-0", "bikjang"))), "cho bikjang-score");
    assert_eq!(result(&only(bikjang("1-0", "unknown"))), "cho bikjang-score");
    for (score, reason) in [("0-1", "bikjang"), ("1/2-1/2", "bikjang"), ("1-0", "resign"), ("*", "unknown")] {
        assert_eq!(error(bikjang(score, reason)), (7, "E_RECORD"), "{score} {reason}");
    }
    let short = |rules, score, reason| {
        let changes = [("RuleSet", rules), ("Result", score), ("Termination", reason)];
        jgn::read(tagged(&changes, &format!("1. 79卒78 {score}")).as_bytes())
    };
    assert_eq!(error(short("kja", "1-0", "checkmate")), (7, "E_RECORD"));
    assert_eq!(error(short("kja", "1-0", "agreement")), (7, "E_RECORD"), "Han leads on points");
    assert_eq!(error(short("kja", "1/2-1/2", "resign")), (7, "E_RECORD"));
    // A referee's word, or no word at all, is beyond the board.
    assert_eq!(result(&only(short("kja", "1-0", "rules-infraction"))), "cho rules-infraction");
    assert_eq!(result(&only(short("kja", "1/2-1/2", "unknown"))), "draw unknown");
    assert_eq!(result(&only(short("kja", "1-0", "disconnect"))), "cho disconnect");
    // Recorded games were played under rules that are not known: their record is believed.
    let recorded = game::choices::write(&Rules::of_recorded_games());
    for (score, reason, wanted) in [
        ("1-0", "checkmate", "cho checkmate"),
        ("1-0", "agreement", "cho agreement"),
        ("0-1", "bikjang", "han bikjang"),
    ] {
        let game = only(short(&recorded, score, reason));
        assert_eq!(result(&game), wanted);
        assert_eq!(only(jgn::read(&jgn::write(&game).expect("legal"))), game);
    }
}

#[test]
fn a_broken_game_does_not_hide_the_others() {
    let good = tagged(&[], "1. 79卒78 *");
    for broken in [
        tagged(&[], "1. 79卒78 {open"),
        tagged(&[], "((((("),
        "[Event \"unclosed]\n[Site \"x\"]\n\n*\n".to_owned(),
        tagged(&[("RuleSet", "x")], "*"),
    ] {
        let games = jgn::read(format!("{good}\n{broken}\n{good}").as_bytes());
        let fine: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(fine, [true, false, true], "{broken}");
    }
}

#[test]
fn other_spellings_are_read() {
    let plain = only(jgn::read(tagged(&[], "1. 79卒78 2. 18馬37 3. 한수쉼 *").as_bytes()));
    for moves in [
        "i4h4 h10g8 e2e2",
        "1.79-78 2.18-37 3.0000 *",
        "79졸78! 18마37?? pass *",
        "{before} 1. P79-78 (1. 71-72 {x} 2. 18-37) 2. H18-37 $1 3. K95-95 *",
        "1... 79卒78+ 18馬37x車# 빅장 *",
    ] {
        let text = tagged(&[], moves);
        assert_eq!(only(jgn::read(text.as_bytes())).entries, plain.entries, "{moves}");
        assert_eq!(only(jgn::read(text.replace('\n', "\r\n").as_bytes())).entries, plain.entries);
    }
}

#[test]
fn an_endless_game_is_refused() {
    let rules = "kja;double_pass=none;no_capture_limit=0;repetition_count=0";
    assert_eq!(jgn_error(&[("RuleSet", rules)], &"pass ".repeat(10_001)), (12, "E_RECORD"));
    let many: Vec<_> = (0..5000).map(|number| format!("[Tag{number} \"\"]\n")).collect();
    assert_eq!(error(jgn::read(many.concat().as_bytes())), (201, "E_RECORD"));
}

#[test]
fn every_required_tag_is_required() {
    for name in ["Event", "Site", "Date", "Round", "Cho", "Han", "Result", "RuleSet", "SetupCho", "SetupHan"] {
        let text: String = tagged(&[], "*")
            .lines()
            .filter(|line| !line.starts_with(&format!("[{name} ")))
            .fold(String::new(), |text, line| text + line + "\n");
        let [game] = jgn::read(text.as_bytes()).try_into().expect("one game");
        let error: RecordError = game.expect_err("a tag is missing");
        assert_eq!((error.line, error.refusal.code), (1, "E_RECORD"));
        assert!(error.refusal.detail.contains(name), "{error}");
    }
}

// .gib

#[test]
fn both_encodings_say_the_same() {
    let games = gib::read(SAMPLE_GIB);
    assert_eq!(games, gib::read(SAMPLE_GIB_UTF8.as_bytes()));
    let results: Vec<_> = games
        .iter()
        .map(|game| match game {
            Ok(record) => result(record).to_owned(),
            Err(error) => format!("{} {}", error.line, error.refusal.code),
        })
        .collect();
    assert_eq!(
        results,
        [
            "han resign",
            "cho unknown",
            "draw agreement",
            "han unknown",
            "57 E_SYNTAX",
            "65 E_SYNTAX",
            "67 E_RECORD",
            "77 E_CHECK",
            "cho time"
        ]
    );
}

fn gib_games() -> Vec<Record> {
    gib::read(SAMPLE_GIB).into_iter().flatten().collect()
}

#[test]
fn every_header_has_its_name_here() {
    let games = gib_games();
    let headers =
        |game: &Record| game.headers.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
    assert_eq!(
        headers(&games[0]),
        [
            "Event=이름 없는 모임",
            "Site=부산",
            "Date=2024.05.03",
            "Round=1회전",
            "Cho=김하나 2단",
            "Han=이두리 3단",
            "TimeControl=main=600;byoyomi=30x3;total=0",
            "ResultText=한 기권승",
            "기록자=박세나"
        ]
    );
    assert_eq!(
        headers(&games[1]),
        [
            "Date=2023.04.??",
            "Cho=초보",
            "Han=고수",
            "TimeControl=main=900;byoyomi=40x3;total=3300",
            "ResultText=초 완승",
            "ChoTimeUsed=00:03:10",
            "HanTimeUsed=00:04:20"
        ]
    );
    // What has no exact counterpart keeps its own name; a missing notice is warned of.
    let warning = "Warning=Han moves first although the record does not say so";
    assert_eq!(
        headers(&games[3]),
        ["Event=한이 먼저", "대국일자=1998.03~1999.01", "제한시간=넉넉히", "ResultText=漢 0.5점 승", warning]
    );
}

#[test]
fn set_ups_are_seen_from_cho() {
    let games = gib_games();
    // 마상마상 is Cho's right set-up and Han's left one.
    assert_eq!(games[2].start, "rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR w - - 0 1");
    assert_eq!(games[3].start, "rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR b - - 0 1");
    assert_eq!(games[1].start, "rnba1abnr/4k4/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1");
}

#[test]
fn all_manners_of_moves_are_read() {
    let games = gib_games();
    let deeds = |game: &Record| game.deeds().collect::<Vec<_>>().join(" ");
    assert_eq!(
        deeds(&games[0]),
        "i4h4 a7b7 h1g3 b10c8 h3e3 i7h7 e3e7 c8e7 b1c3 h10g8 b3d3 h8e8 resign:cho",
        "Hangul, annotations, captures with and without a word"
    );
    assert_eq!(deeds(&games[1]), "b10c8 i4h4 b8e8 h1g3 i7h7 h3e3", "Hanja with sides");
    assert_eq!(deeds(&games[2]), "i4h4 b10c8 g1f3 e9e9 agree", "old coordinates and a pass");
    for game in &games {
        assert_eq!(game.rules, game::choices::write(&Rules::of_recorded_games()));
        Match::<Position>::replay(game).expect("a record is always legal");
    }
}

#[test]
fn gib_is_written_as_korean_programs_do() {
    let mut record = gib_games().remove(0);
    record.set_header("Event", "한글 Ω ღ \"따옴표\"");
    let bytes = gib::write(&record).expect("a legal game");
    let (text, _, broken) = encoding_rs::EUC_KR.decode(&bytes);
    assert!(!broken);
    assert!(!text.replace("\r\n", "").contains(['\r', '\n']), "every line ends with CRLF");
    assert!(
        text.starts_with("[대회명 \"한글 Ω ? '따옴표'\"]\r\n[회전 \"1회전\"]\r\n[대국일자 \"2024-05-03\"]\r\n"),
        "{text}"
    );
    assert!(text.contains("[초차림 \"마상상마\"]\r\n[한차림 \"마상상마\"]\r\n[제한시간 \"10분 30초 3회\"]"), "{text}");
    assert!(text.contains("[총수 \"12\"]\r\n[대국결과 \"한 기권승\"]\r\n[기록자 \"박세나\"]\r\n\r\n"), "{text}");
    let moves = "1. 79楚卒78 2. 41漢兵42 3. 08楚馬87 4. 12漢馬33 5. 88楚包85 6. 49漢兵48\r\n\
                 7. 85楚包45兵 8. 33漢馬45包 9. 02楚馬83 10. 18漢馬37 11. 82楚包84 12. 38漢包35\r\n\r\n";
    assert!(text.ends_with(moves), "{text}");
}

#[test]
fn gib_survives_a_round_trip() {
    for record in gib_games() {
        let bytes = gib::write(&record).expect("a legal game");
        let again = only(gib::read(&bytes));
        assert_eq!((&again.start, &again.entries, &again.result), (&record.start, &record.entries, &record.result));
        assert_eq!(gib::write(&again).expect("legal"), bytes);
    }
}

/// Ends of our own rules in the words of those files.
#[test]
fn results_are_told_in_korean() {
    let written = |text: &str| {
        let bytes = gib::write(&only(jgn::read(text.as_bytes()))).expect("a legal game");
        let (text, _, _) = encoding_rs::EUC_KR.decode(&bytes);
        let (_, rest) = text.split_once("대국결과 \"").expect("a result");
        rest.split_once('"').expect("its end").0.to_owned()
    };
    let sample: Vec<_> = jgn::read(SAMPLE_JGN.as_bytes()).into_iter().flatten().collect();
    let texts: Vec<_> = sample
        .iter()
        .map(|game| written(&String::from_utf8(jgn::write(game).expect("legal")).expect("UTF-8")))
        .collect();
    assert_eq!(texts, ["한 기권승", "초 빅승", "무승부(자동)", "미상", "초 완승", "한 시간승", "한 1.5점 승"]);
}

/// These files know no cannon that takes a cannon: better no file than one that nobody can read.
#[test]
fn a_game_of_other_pieces_is_not_written_as_gib() {
    let mut game = Match::<Position>::load(Rules::SEED1, "5k3/9/9/9/9/C1P3c2/9/9/9/3K5 w - - 0 1").expect("a start");
    game.act("a5g5").expect("seed1 allows it");
    assert_eq!(gib::write(&game.record()).expect_err("not elsewhere").code, "E_CANNON_TARGET");
}

// pychess and UCI

#[test]
fn pychess_moves() {
    let mut game = Match::<Position>::start(Rules::KJA, &Start::default()).expect("a start");
    for action in ["b1c3", "h10g8", "pass", "a7b7"] {
        game.act(action).expect("legal");
    }
    let text = String::from_utf8(san::write(&game.record()).expect("legal")).expect("UTF-8");
    assert!(text.ends_with("\n1. H02-83 H18-37 2. K95-95 P41-42 *\n\n"), "{text}");
    assert_eq!(only(san::read(text.as_bytes())).entries, game.entries());
    let theirs = "[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n[Variant \"Janggi\"]\n\n1. H02-83 H18-37 0-1\n";
    let record = only(san::read(theirs.as_bytes()));
    assert_eq!((record.header("Cho"), record.header("Han"), result(&record)), (Some("a"), Some("b"), "han unknown"));
    assert_eq!(error(san::read(b"[White \"a\"]\n\n1. e4 *")), (1, "E_RECORD"));
}

#[test]
fn uci_lines() {
    let text = "# two games\n\nposition startpos moves i4h4 h10g8\nposition fen 4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1 \
                moves d1e1 e10e10 # rules kja result cho bikjang\nposition startpos moves i4h9\ngo depth 3\n\
                position startpos # rules kja result cho checkmate\nposition startpos # hello";
    let games = uci::read(text.as_bytes());
    let seen: Vec<_> = games
        .iter()
        .map(|game| match game {
            Ok(record) => format!("{} {}", record.entries.len(), result(record)),
            Err(error) => format!("line {} {}", error.line, error.refusal.code),
        })
        .collect();
    assert_eq!(
        seen,
        [
            "2 ongoing",
            "2 cho bikjang-score",
            "line 5 E_PATTERN",
            "line 6 E_RECORD",
            "line 7 E_RECORD",
            "line 8 E_RECORD"
        ]
    );
    let second = games[1].as_ref().expect("a good game");
    let line = "position fen 4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1 moves d1e1 e10e10 # rules kja result cho bikjang\n";
    assert_eq!(uci::write(second).expect("legal"), line.as_bytes());
}

// Properties

/// A random game with random remarks, perhaps ended from outside the board.
fn any_record() -> impl Strategy<Value = Record> {
    let remark = (proptest::option::of(0..10_000_000_u64), proptest::collection::vec(any::<String>(), 0..3));
    let headers = proptest::collection::vec(("[A-Z][a-z]{1,5}", any::<String>()), 0..4);
    let choices = proptest::sample::select(vec!["kja", "seed1", "traditional;cho=mobile", "modern;han=left"]);
    let last = proptest::sample::select(vec!["", "resign", "timeout:cho", "forfeit:han", "agree"]);
    (choices, proptest::collection::vec((any::<u16>(), remark), 0..40), headers, last).prop_map(
        |(choices, plies, headers, last)| {
            let (rules, start) = game::choices::parse::<Rules, Start>(choices).expect("choices");
            let mut game = Match::<Position>::start(rules, &start).expect("a start");
            for (number, _) in &plies {
                let legal = game.legal();
                if !legal.is_empty() {
                    let action = legal[usize::from(*number) % legal.len()];
                    game.act(&action.to_string()).expect("legal");
                }
            }
            if game.turn().is_some() && !last.is_empty() {
                game.act(last).expect("a game that goes on can be left");
            }
            let mut record = game.record();
            for (entry, (_, (clock_ms, notes))) in record.entries.iter_mut().zip(plies) {
                *entry = Entry { clock_ms, notes, ..entry.clone() };
            }
            for (name, value) in headers {
                record.set_header(&name, value);
            }
            record
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_undoes_writing(record in any_record()) {
        let bytes = jgn::write(&record).expect("a legal game");
        let again = only(jgn::read(&bytes));
        prop_assert_eq!(&again.entries, &record.entries);
        prop_assert_eq!((&again.rules, &again.start, &again.result), (&record.rules, &record.start, &record.result));
        prop_assert_eq!(jgn::write(&again).expect("legal"), bytes);
        for name in ["gib", "san", "uci"] {
            let Ok(bytes) = (format(name).write.expect("a writer"))(&record) else { continue };
            let again = only(format(name).read(&bytes));
            prop_assert_eq!((format(name).write.expect("a writer"))(&again).expect("legal"), bytes);
        }
    }

    #[test]
    fn garbage_is_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        game::conformance::survives_record_bytes::<Position>(&bytes);
    }
}

// Real games

/// Twenty games of public events, if the file with them stands beside the repository.
#[test]
fn real_games_replay() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/reference/janggi-real-games.txt");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("the file with the real games is not there; nothing is tested");
        return;
    };
    let games: Vec<_> = text.split("[Game ").skip(1).map(real_game).collect();
    assert_eq!(games.len(), 20);
}

fn real_game(text: &str) {
    let fact = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap_or_else(|| panic!("{name} is missing in {text}")).trim()
    };
    let line = format!("position fen {} moves {}", fact("Start"), fact("UCI"));
    let record = only(uci::read(line.as_bytes()));
    let game = Match::<Position>::replay(&record).expect("a legal game");
    assert_eq!(record.entries.len().to_string(), fact("Plies"));
    assert!(game.position().state().starts_with(fact("Final")), "{text}");
    let points = Side::ALL.map(|side| f64::from(game.position().half_points(side)) / 2.0);
    assert_eq!(format!("{} / {}", points[0], points[1]), fact("FinalPoints"));
    let faced = fact("KingsFacedAfterPly").split([',', ' ']).any(|ply| ply == fact("Plies"));
    assert_eq!(game.position().board().kings_face(), faced, "{text}");

    // The same game as a .gib, with its result.
    let numbered = |(token, number): (&str, u32)| format!("{number}. {} ", token.replace("pass", "한수쉼"));
    let tokens = fact("Numeric").split_whitespace().zip(1..).map(numbered).collect::<Vec<_>>().concat();
    let headers = match gib_start(&record) {
        Some(board) => format!("[판 \"{board}\"]"),
        None => format!("[초차림 \"{}\"]\n[한차림 \"{}\"]", fact("Setup-Cho"), fact("Setup-Han")),
    };
    let file = format!("{headers}\n[대국결과 \"{}\"]\n\n{tokens}\n", fact("Result"));
    let imported = only(gib::read(file.as_bytes()));
    assert_eq!(imported.start, record.start);
    let moves: Vec<_> = imported.deeds().take(record.entries.len()).collect();
    assert_eq!(moves, record.deeds().collect::<Vec<_>>());
    let winner = match fact("Result").chars().next() {
        Some('초' | '楚') => "cho ",
        Some('한' | '漢') => "han ",
        Some('무') => "draw ",
        _ => "ongoing",
    };
    assert!(result(&imported).starts_with(winner), "{} is {}", fact("Result"), result(&imported));
}

/// The header 판 of a game that does not begin with a plain set-up.
fn gib_start(record: &Record) -> Option<String> {
    let bytes = gib::write(record).expect("a legal game");
    let (text, _, _) = encoding_rs::EUC_KR.decode(&bytes);
    let (_, rest) = text.split_once("[판 \"")?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// Two thousand games are read in a moment; the figure is printed for those who look.
#[test]
fn thousands_of_games_are_read_in_a_second() {
    let game: Vec<u8> = gib::write(&gib_games()[0]).expect("a legal game");
    let file = game.repeat(2000);
    let began = std::time::Instant::now();
    let games = gib::read(&file);
    let seconds = began.elapsed().as_secs_f64();
    assert!(games.len() == 2000 && games.iter().all(Result::is_ok));
    eprintln!("{:.0} short games a second", 2000.0 / seconds);
    assert!(seconds < 20.0, "{seconds} s, even on a busy machine");
}
