//! The engine protocol: transcripts, stops at any moment, and garbage.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::janggi::network::Network;
use engine::janggi::uci;
use game::conformance::garbled;
use game::rng::SplitMix;

/// Everything that the engine says, with the moment at which it said it.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("nobody panics while writing")).into_owned()
    }

    /// Waits until the text holds a word.
    fn wait_for(&self, word: &str) {
        let begin = Instant::now();
        while !self.text().contains(word) {
            assert!(begin.elapsed() < Duration::from_secs(20), "`{word}` never came:\n{}", self.text());
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input that comes when it is sent, and ends when the sender is dropped.
struct Input(Receiver<String>, Cursor<Vec<u8>>);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.1.read(buffer)? {
                0 => match self.0.recv() {
                    Ok(line) => self.1 = Cursor::new(format!("{line}\n").into_bytes()),
                    Err(_) => return Ok(0),
                },
                count => return Ok(count),
            }
        }
    }
}

/// An engine to talk with.
struct Talk {
    sender: Option<Sender<String>>,
    output: Output,
    thread: Option<std::thread::JoinHandle<io::Result<()>>>,
}

impl Talk {
    fn begin() -> Self {
        let (sender, receiver) = mpsc::channel();
        let output = Output::default();
        let writer = output.clone();
        let input = BufReader::new(Input(receiver, Cursor::default()));
        let thread = std::thread::spawn(move || uci::run(input, writer));
        let talk = Self { sender: Some(sender), output, thread: Some(thread) };
        talk.send("setoption name Hash value 1");
        talk
    }

    fn send(&self, line: &str) {
        self.sender.as_ref().expect("not ended").send(line.to_owned()).expect("the engine listens");
    }

    /// Ends the input and waits for the engine.
    fn end(&mut self) -> String {
        self.sender = None;
        let thread = self.thread.take().expect("it ends once");
        thread.join().expect("no panic").expect("no failure");
        self.output.text()
    }
}

/// What the engine says to some lines, each answered before the next.
fn transcript(lines: &[&str]) -> String {
    let text = lines.join("\n");
    let output = Output::default();
    uci::run(text.as_bytes(), output.clone()).expect("no failure");
    output.text()
}

/// Times and speeds differ from run to run, counts with every change of the search.
fn steady(text: &str) -> String {
    let mut words = Vec::new();
    for line in text.lines() {
        let mut hide = false;
        let shown = line.split(' ').map(|word| {
            let shown = if std::mem::take(&mut hide) { "N" } else { word };
            hide = matches!(word, "nps" | "time" | "nodes" | "seldepth" | "hashfull");
            shown
        });
        words.push(shown.collect::<Vec<_>>().join(" "));
    }
    words.join("\n")
}

#[test]
fn it_introduces_itself() {
    insta::assert_snapshot!(transcript(&["uci", "isready", "quit", "uci"]));
}

#[test]
fn positions_are_set_shown_and_counted() {
    insta::assert_snapshot!(dialog(&[
        ("position startpos moves a4b4 i7h7", ""),
        ("d", "Rules:"),
        ("go perft 1", "Nodes searched"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1", ""),
        ("go perft 3", "Nodes searched"),
        ("setoption name UCI_Variant value seed1", ""),
        ("go perft 2", "Nodes searched"),
    ]));
}

/// One after the other: the next line comes only when the last is answered.
fn dialog(lines: &[(&str, &str)]) -> String {
    let mut talk = Talk::begin();
    for (line, answer) in lines {
        let said = talk.output.text().len();
        talk.send(line);
        let begin = Instant::now();
        while !talk.output.text()[said..].contains(answer) {
            assert!(begin.elapsed() < Duration::from_mins(1), "`{line}`: {}", talk.output.text());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    steady(&talk.end())
}

const MATE_IN_ONE: &str = "position fen 4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1";

/// Lines whose numbers do not depend on how well the engine is tuned.
#[test]
fn mates_are_announced() {
    insta::assert_snapshot!(dialog(&[
        (MATE_IN_ONE, ""),
        ("go depth 2", "bestmove"),
        ("go mate 1", "bestmove"),
        ("go depth 3 nodes 500 searchmoves h1h10", "bestmove"),
    ]));
}

#[test]
fn garbage_is_answered_and_changes_nothing() {
    insta::assert_snapshot!(transcript(&[
        "position startpos moves a4b4",
        "xyzzy",
        "position",
        "position fen",
        "position fen 9/9/9 w",
        "position startpos moves a4b4 a4b4",
        "position startpos moves i7h7",
        "setoption",
        "setoption name",
        "setoption name Speed value 3",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Threads value 100000",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_LimitStrength value maybe",
        "setoption name UCI_Elo value 9000",
        "go depth",
        "go depth deep",
        "go sideways",
        "go searchmoves a1a9",
        "bench fast",
        "debug on",
        "",
        "\u{0}\u{301}한",
        "d",
    ]));
}

/// A refused line does not even end the search under way.
#[test]
fn a_network_is_loaded_or_refused_with_its_reason() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("networks");
    std::fs::create_dir_all(&folder).expect("a folder");
    let [good, cut, missing] = ["good.net", "cut.net", "missing.net"].map(|name| folder.join(name));
    let bytes = Network::built_in().write();
    std::fs::write(&good, &bytes).expect("written");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("written");
    let set = |path: &std::path::Path| format!("setoption name EvalFile value {}", path.display());
    let says = |line: &str| dialog(&[(line, ""), ("go depth 1", "bestmove")]);

    assert!(!says(&set(&good)).contains("info string"));
    for (path, reason) in [(&cut, "this program needs"), (&missing, "cannot read the network")] {
        let answer = says(&set(path));
        assert!(answer.contains(reason) && answer.contains("the network in use stays"), "{answer}");
        assert!(answer.contains("bestmove"), "{answer}");
    }
    assert!(says("setoption name UseNetwork value perhaps").contains("neither `true` nor `false`"));
    let first = |line: &str| says(line).lines().find(|line| line.starts_with("info depth")).map(steady);
    assert_ne!(first("setoption name UseNetwork value false"), first("setoption name UseNetwork value true"));
    assert_eq!(first("setoption name EvalFile value built-in"), first(&set(&good)));
}

#[test]
fn tables_are_asked_or_refused_with_their_reason() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("KRvK.casual.dgt"), b"DGKTABLE\x02 and then nothing of a table").expect("written");
    let says = |line: &str| {
        let chariot = "position fen 3ak4/9/9/9/9/9/9/1R7/9/3K5 w - - 0 1";
        let casual = "setoption name UCI_Variant value janggicasual";
        dialog(&[(line, ""), (casual, ""), (chariot, ""), ("go depth 3", "bestmove")])
    };
    let hits = |answer: &str| {
        let last = answer.lines().rfind(|line| line.starts_with("info depth")).expect("a line");
        last.split(" tbhits ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok())
    };
    assert!(hits(&says("setoption name TablesPath value built-in")) > Some(0));
    assert_eq!(hits(&says("setoption name TablesPath value none")), Some(0));
    assert_eq!(hits(&says("setoption name UCI_LimitStrength value true")), Some(0), "a rank knows no endings by heart");
    for (path, reason) in [(folder.join("nowhere"), "nowhere"), (folder, "KRvK.casual.dgt: a damaged table")] {
        let answer = says(&format!("setoption name TablesPath value {}", path.display()));
        assert!(answer.contains(reason) && answer.contains("the tables in use stay"), "{answer}");
        assert!(hits(&answer) > Some(0), "{answer}");
    }
}

/// As other engines do: options are for the next search, and the one under way goes on.
#[test]
fn options_that_come_during_a_search_count_from_the_next_one_on() {
    let mut talk = Talk::begin();
    talk.send("go infinite");
    talk.output.wait_for("depth 3 ");
    let options = ["MultiPV value 2", "Hash value 2", "Clear Hash", "UCI_Variant value kja", "TablesPath value none"];
    for option in options {
        talk.send(&format!("setoption name {option}"));
    }
    talk.send("isready");
    talk.output.wait_for("readyok");
    assert!(!talk.output.text().contains("bestmove"), "{}", talk.output.text());
    talk.send("stop");
    talk.output.wait_for("bestmove");
    assert!(!talk.output.text().contains("multipv 2"), "{}", talk.output.text());
    talk.send("go depth 2");
    talk.output.wait_for("multipv 2");
    assert_eq!(talk.end().matches("bestmove").count(), 2);
}

/// A mate within the wished number of moves ends the search; without one it goes on until it is stopped.
#[test]
fn a_wished_mate_is_looked_for_until_it_is_found() {
    let found = dialog(&[(MATE_IN_ONE, ""), ("go mate 1", "bestmove h1h10")]);
    assert!(found.contains("info depth 1 ") && !found.contains("info depth 2 "), "{found}");
    let mut talk = Talk::begin();
    talk.send("go mate 1");
    talk.output.wait_for("depth 4 ");
    assert!(!talk.output.text().contains("bestmove"), "{}", talk.output.text());
    talk.send("stop");
    assert_eq!(talk.end().matches("bestmove").count(), 1);
}

#[test]
fn more_lines_than_moves_are_as_many_as_there_are_moves() {
    let text = dialog(&[("setoption name MultiPV value 5", ""), ("go depth 2 searchmoves i4h4 a4b4", "bestmove")]);
    assert!(text.contains("multipv 2") && !text.contains("multipv 3"), "{text}");
}

#[test]
fn garbage_does_not_end_a_search() {
    let mut talk = Talk::begin();
    talk.send("go infinite");
    talk.output.wait_for("depth 3 ");
    for line in ["position nowhere", "setoption name Hash value x", "go upstairs", "xyzzy", "bench fast"] {
        talk.send(line);
    }
    talk.send("isready");
    talk.output.wait_for("readyok");
    assert!(!talk.output.text().contains("bestmove"), "{}", talk.output.text());
    assert!(talk.end().contains("bestmove"));
}

/// The number of this process's threads, where the system tells.
fn threads() -> Option<usize> {
    std::fs::read_dir("/proc/self/task").ok().map(Iterator::count)
}

/// `stop`, `quit` and the end of input, at any moment of any work: the answer comes at once.
#[test]
fn it_stops_at_any_moment() {
    let works = ["go infinite", "go ponder wtime 60000 btime 60000", "go movetime 60000", "go perft 20", "bench 30"];
    let mut waits = Vec::new();
    for (index, work) in works.iter().cycle().take(40).enumerate() {
        let mut talk = Talk::begin();
        if index % 3 == 0 {
            talk.send("setoption name Threads value 2");
        }
        talk.send("position startpos moves a4b4");
        talk.send("isready");
        talk.output.wait_for("readyok");
        talk.send(work);
        std::thread::sleep(Duration::from_micros(700 * index as u64));
        let begin = Instant::now();
        match index % 4 {
            0 => {}
            1 => talk.send("quit"),
            2 => talk.send("stop"),
            _ => talk.send("position startpos"),
        }
        let text = talk.end();
        waits.push(begin.elapsed());
        assert_eq!(
            text.matches("bestmove").count(),
            usize::from(work.starts_with("go") && !work.contains("perft")),
            "{work}: {text}"
        );
    }
    assert_prompt(waits);
}

/// How late an answer may come.
const PROMPT: Duration = Duration::from_millis(50);
/// How late it may come now and then, on a machine that is busy with other things.
const BUSY: Duration = Duration::from_secs(3);

/// Most answers come promptly, and none comes very late.
fn assert_prompt(mut waits: Vec<Duration>) {
    waits.sort_unstable();
    let (median, last) = (waits[waits.len() / 2], waits[waits.len() - 1]);
    assert!(median < PROMPT && last < BUSY, "median {median:?}, last {last:?}");
}

/// All work ends with its session. Other tests have threads too, so only growth with the number of
/// sessions counts.
#[test]
fn no_thread_is_left_behind() {
    let Some(before) = threads() else { return };
    for _ in 0..60 {
        transcript(&["setoption name Hash value 1", "setoption name Threads value 4", "go infinite"]);
    }
    let after = threads().unwrap_or_default();
    assert!(after < before + 60, "{before} threads before, {after} after");
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut talk = Talk::begin();
    talk.send("position startpos moves a4b4");
    talk.send("go ponder movetime 50");
    std::thread::sleep(Duration::from_millis(150));
    assert!(!talk.output.text().contains("bestmove"), "the time has not begun");
    talk.send("ponderhit");
    talk.output.wait_for("bestmove");
    talk.send("go ponder depth 2");
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(talk.output.text().matches("bestmove").count(), 1, "a finished thought waits for its question");
    talk.send("ponderhit");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(talk.end().matches("bestmove").count(), 2);
}

#[test]
fn several_lines_are_shown_best_first() {
    let text = dialog(&[("setoption name MultiPV value 3", ""), ("go depth 4", "bestmove")]);
    let last: Vec<_> = text.lines().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(last.len(), 3, "{text}");
    let first_moves: Vec<_> = last.iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
    assert!(first_moves[0] != first_moves[1] && first_moves[1] != first_moves[2], "{text}");
    assert!(text.contains(&format!("bestmove {}", first_moves[0])), "{text}");
    let scores: Vec<i32> =
        last.iter().filter_map(|line| line.split(" cp ").nth(1)?.split(' ').next()?.parse().ok()).collect();
    assert!(scores.is_sorted_by(|one, two| one >= two) && scores.len() == 3, "{text}");
}

/// What somebody does who analyzes: some moves of a position, each with a line of its own, until told to stop.
#[test]
fn analysis_shows_a_line_for_each_wanted_move_until_it_is_stopped() {
    let mut talk = Talk::begin();
    talk.send("setoption name MultiPV value 4");
    talk.send("position startpos moves a4b4 i7h7");
    talk.send("go infinite searchmoves i4h4 g4f4 e4d4");
    talk.output.wait_for("info depth 5 ");
    assert!(!talk.output.text().contains("bestmove"), "{}", talk.output.text());
    talk.send("stop");
    let text = talk.end();
    for (number, line) in text.lines().filter(|line| line.starts_with("info depth ")).enumerate() {
        assert!(line.contains(&format!(" multipv {} ", number % 3 + 1)), "{text}");
    }
    let first_move = |line: &str| line.split(" pv ").nth(1)?.split(' ').next().map(str::to_owned);
    let mut shown: Vec<_> =
        text.lines().filter(|line| line.starts_with("info depth 4 ")).filter_map(first_move).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["e4d4", "g4f4", "i4h4"], "{text}");
    let best = text.split("bestmove ").nth(1).and_then(|rest| rest.split_whitespace().next());
    assert!(matches!(best, Some("i4h4" | "g4f4" | "e4d4")), "{text}");
}

/// A wished mate may be one that the side to move suffers: then no move is better, and the search ends by itself.
#[test]
fn a_mate_that_is_suffered_ends_the_search_for_it() {
    let text = dialog(&[
        ("setoption name UCI_Variant value janggicasual", ""),
        ("setoption name MultiPV value 2", ""),
        ("position fen 4k4/R8/9/9/9/9/9/9/9/3K3R1 b - - 0 1", ""),
        ("go mate 1", "bestmove"),
    ]);
    let last: Vec<_> = text.lines().filter(|line| line.starts_with("info depth ")).rev().take(2).collect();
    assert!(last.iter().all(|line| line.contains(" score mate -1 ")), "{text}");
}

/// Words that belong to no work under way are obeyed by doing nothing.
#[test]
fn stop_and_ponderhit_without_a_search_say_nothing() {
    let text = transcript(&["ponderhit", "stop", "ucinewgame", "stop", "isready"]);
    assert_eq!(text.trim(), "readyok");
}

/// A question during another one: the first is answered, then the second.
#[test]
fn a_new_question_ends_the_one_before() {
    let mut talk = Talk::begin();
    for _ in 0..3 {
        talk.send("go infinite");
        talk.send("go ponder infinite");
    }
    talk.send("go depth 2 searchmoves a4b4");
    talk.output.wait_for("bestmove a4b4");
    talk.send("go ponder wtime 60000 btime 60000");
    talk.send("stop");
    assert_eq!(talk.end().matches("bestmove").count(), 8, "every question has one answer");
}

/// The guess was right: what was thought already counts, and time runs from now on.
#[test]
fn a_hit_ends_a_ponder_that_has_thought_enough() {
    let mut talk = Talk::begin();
    talk.send("setoption name MultiPV value 2");
    talk.send("position startpos moves a4b4");
    talk.send("go ponder wtime 1000 btime 1000 searchmoves i7h7 a7b7");
    talk.output.wait_for("depth 6 ");
    assert!(!talk.output.text().contains("bestmove"), "{}", talk.output.text());
    talk.send("setoption name MultiPV value 1");
    talk.send("ponderhit");
    talk.output.wait_for("bestmove");
    let text = talk.end();
    let best = text.split("bestmove ").nth(1).and_then(|rest| rest.split_whitespace().next());
    assert!(matches!(best, Some("i7h7" | "a7b7")), "{text}");
    let told: Vec<_> = text.lines().filter(|line| line.starts_with("info depth ")).collect();
    assert_eq!(told.len() % 2, 0, "both lines are shown to the end:\n{text}");
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let text = dialog(&[("go depth 3 searchmoves i4h4 a4b4", "bestmove")]);
    let best = text.split("bestmove ").nth(1).and_then(|rest| rest.split_whitespace().next());
    assert!(matches!(best, Some("i4h4" | "a4b4")), "{text}");
}

#[test]
fn clocks_and_periods_are_kept() {
    let mut overruns = Vec::new();
    let questions = [
        ("go wtime 300 btime 9000 winc 0 binc 0", 300),
        ("go wtime 0 btime 0 byoyomi 200 periods 3", 200),
        ("go movetime 100", 100),
        ("go wtime -5 btime 100", 100),
    ];
    for (go, longest) in questions.into_iter().cycle().take(12) {
        let mut talk = Talk::begin();
        talk.send("isready");
        talk.output.wait_for("readyok");
        let begin = Instant::now();
        talk.send(go);
        talk.output.wait_for("bestmove");
        overruns.push(begin.elapsed().saturating_sub(Duration::from_millis(longest)));
        talk.end();
    }
    assert_prompt(overruns);
}

#[test]
fn a_clock_without_end_is_no_trouble() {
    let longest = i64::MAX;
    let times = format!("wtime {longest} btime {longest} winc {longest} binc {longest} byoyomi {longest}");
    for go in [format!("go depth 2 {times}"), format!("go depth 2 movetime {longest}")] {
        let text = dialog(&[("position startpos", ""), (&go, "bestmove")]);
        assert!(text.contains("bestmove "), "{go}: {text}");
    }
}

#[test]
fn a_weak_level_plays_legally_and_looks_at_little() {
    let lines = [
        ("setoption name UCI_LimitStrength value true", ""),
        ("setoption name UCI_Elo value 200", ""),
        ("go movetime 5000", "bestmove"),
    ];
    let text = dialog(&lines);
    assert!(!text.contains("multipv 2"), "one line was asked for:\n{text}");
    assert!(text.contains("info depth 1 ") && !text.contains("info depth 2 "), "{text}");
}

#[test]
fn a_finished_game_has_no_move() {
    let text = dialog(&[("position startpos moves e2e2 e9e9", ""), ("go depth 5", "bestmove"), ("go infinite", "")]);
    assert_eq!(text.matches("bestmove (none)").count(), 2, "{text}");
}

#[test]
fn a_line_without_end_is_skipped() {
    let long = format!("position startpos moves {}", "a".repeat(200_000));
    let text = transcript(&[&long, "isready", &"x".repeat(70_000)]);
    assert_eq!(text.matches("is too long").count(), 2, "{text}");
    assert!(text.contains("readyok"));
}

/// Lines from which garbage is made.
const SEEDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "d",
    "stop",
    "ponderhit",
    "position startpos moves a4b4 i7h7 e2e2",
    "position fen 4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1 moves d1e1",
    "position fen rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
    "go depth 1",
    "go nodes 40",
    "go movetime 1",
    "go perft 1",
    "go wtime 5 btime 5 winc 0 binc 0 movestogo 3",
    "go byoyomi 3 periods 2",
    "go mate 1 searchmoves a4b4 i4h4",
    "go infinite",
    "go ponder depth 1",
    "setoption name MultiPV value 3",
    "setoption name UCI_Elo value 900",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Variant value janggimodern",
    "setoption name Move Overhead value 20",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
    "debug on",
];

/// Memory and threads without measure are the user's own wish, not the parser's concern.
fn is_modest(line: &str) -> bool {
    !line.to_ascii_lowercase().contains("hash value") && !line.contains("Threads")
}

#[test]
fn garbled_lines_never_break_it() {
    let rounds: u64 = std::env::var("DAEGUK_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let mut rng = SplitMix::new(2026);
    for round in 0..rounds / 100 {
        let mut lines = vec!["setoption name Hash value 1".to_owned()];
        for _ in 0..100 {
            let seed = SEEDS[rng.below(SEEDS.len())];
            let garbled = (0..rng.below(5)).fold(seed.to_owned(), |text, _| garbled(&text, &mut rng));
            lines.push(garbled);
        }
        lines.retain(|line| is_modest(line) || line.ends_with("value 1"));
        lines.push("isready".to_owned());
        let text = transcript(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text.contains("readyok"), "round {round}: {lines:?}");
    }
}
