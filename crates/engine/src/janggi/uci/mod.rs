//! The engine protocol on a pair of streams.
//!
//! One thread reads lines, another works; whatever comes in while it works is answered at once.
//! Garbage is answered by an `info string` and changes nothing, not even the work under way.

mod go;
mod options;
mod report;
mod work;

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex, PoisonError};

use game::{Match, Position as _, Refusal};
use janggi::{Position, Rules, Start};

use self::go::{Go, read_go};
use self::options::{Change, Settings};
use self::work::{Assignment, Work};
use super::depth::Depth;
use super::engine::{Engine, Problem};
use super::search::Budget;
use super::time::{self, Allotment};

/// No sensible line is longer: a game of ten thousand moves fits.
const LINE_BYTES_MAX: usize = 1 << 16;
/// The deepest bench that is offered.
const BENCH_DEPTH_MAX: Depth = Depth::new(30);

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
/// If the input cannot be read or the output is gone.
pub fn run(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    while let Some(line) = next_line(&mut input)? {
        let obeyed = match &line {
            Ok(text) if text.trim() == "quit" => break,
            Ok(text) => session.obey(text.trim()),
            Err(length) => Err(format!("a line of {length} bytes is too long")),
        };
        if let Err(trouble) = obeyed {
            session.voice.say(&format!("info string {}", trouble.replace('\n', " ")))?;
        }
    }
    session.halt();
    Ok(())
}

/// The next line without its end, or the length of one that is too long; `None` at the end of input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, usize>>> {
    let mut bytes = Vec::new();
    let mut length = input.take(LINE_BYTES_MAX as u64).read_until(b'\n', &mut bytes)?;
    if length < LINE_BYTES_MAX || bytes.ends_with(b"\n") {
        return Ok((length > 0).then(|| Ok(String::from_utf8_lossy(&bytes).into_owned())));
    }
    while !bytes.ends_with(b"\n") {
        bytes.clear();
        match input.take(LINE_BYTES_MAX as u64).read_until(b'\n', &mut bytes)? {
            0 => break,
            more => length += more,
        }
    }
    Ok(Some(Err(length)))
}

/// The way out, shared with the work in the background.
#[derive(Clone)]
struct Voice(Arc<Mutex<dyn Write + Send>>);

impl Voice {
    fn say(&self, text: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{text}").and_then(|()| output.flush())
    }

    /// Says it to whoever listens. If nobody does, the end of input follows and ends the session.
    fn tell(&self, text: &str) {
        drop(self.say(text));
    }
}

struct Session {
    voice: Voice,
    settings: Settings,
    game: Match<Position>,
    engine: Arc<Mutex<Engine>>,
    work: Option<Work>,
}

impl Session {
    fn new(output: impl Write + Send + 'static) -> Self {
        let settings = Settings::default();
        Self {
            voice: Voice(Arc::new(Mutex::new(output))),
            game: start_game(settings.rules).expect("every preset starts a game"),
            engine: new_engine(&settings),
            settings,
            work: None,
        }
    }

    fn obey(&mut self, text: &str) -> Result<(), String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "uci" => return self.introduce().map_err(|error| error.to_string()),
            "isready" => return self.voice.say("readyok").map_err(|error| error.to_string()),
            "d" => return self.describe().map_err(|error| error.to_string()),
            "setoption" => return self.set_option(rest),
            "position" => return self.set_position(rest),
            "go" => return self.go(rest),
            "bench" => return self.bench(rest),
            "ucinewgame" => self.forget(),
            "stop" => self.halt(),
            "ponderhit" => self.work.iter().for_each(Work::ponder_hit),
            // Nothing to say and nothing to do: an empty line, and what other engines are asked.
            "" | "debug" | "register" => {}
            _ => return Err(format!("unknown command `{word}`")),
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        self.voice.say(concat!("id name Daeguk ", env!("CARGO_PKG_VERSION"), "\nid author the Daeguk authors"))?;
        self.voice.say(&options::lines().join("\n"))?;
        self.voice.say("uciok")
    }

    fn describe(&self) -> io::Result<()> {
        let position = self.game.position();
        self.voice.say(&position.show(None, game::Paint::Plain))?;
        self.voice.say(&format!("Fen: {}", position.state()))?;
        self.voice.say(&format!("Key: {:016X}", position.key()))?;
        self.voice.say(&format!("Rules: {}", game::choices::write(self.game.rules())))
    }

    /// What is set counts from the next `go` on: a search under way keeps its engine and goes on.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        match self.settings.set(text)? {
            Change::Noted => {}
            Change::NewEngine => self.engine = new_engine(&self.settings),
            Change::NewGame => self.game = start_game(self.settings.rules).map_err(|refusal| refusal.to_string())?,
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.halt();
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// `startpos` or `fen FEN`, then `moves …`. Nothing changes if any part is refused.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = start.trim();
        let mut game = match start.strip_prefix("fen ") {
            Some(fen) => Match::load(self.settings.rules, fen.trim()),
            None if start == "startpos" => start_game(self.settings.rules),
            None => return Err("position needs `startpos` or `fen`".to_owned()),
        }
        .map_err(|refusal| refusal.to_string())?;
        for action in moves.split_whitespace() {
            game.act(action).map_err(|refusal| format!("{action}: {refusal}"))?;
        }
        self.halt();
        self.game = game;
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        let go = read_go(text, self.game.position())?;
        self.halt();
        self.work = Some(match go.perft {
            Some(depth) => work::count(self.game.position(), depth, &self.voice),
            None => work::think(self.question(&go), &self.engine, &self.voice),
        });
        Ok(())
    }

    fn bench(&mut self, text: &str) -> Result<(), String> {
        let depth = if text.is_empty() { Ok(super::bench::DEPTH) } else { text.parse().map(Depth::wished) };
        let depth = depth.map_err(|_| format!("`{text}` is not a depth"))?;
        self.halt();
        self.work = Some(work::bench(depth.min(BENCH_DEPTH_MAX), &self.voice));
        Ok(())
    }

    fn question(&self, go: &Go) -> Assignment {
        Assignment {
            problem: Problem::of(&self.game),
            budget: self.budget(go),
            level: self.settings.level(),
            endings: self.settings.endings(),
            lines: self.settings.lines,
            open: go.infinite,
            ponder: go.ponder,
        }
    }

    fn budget(&self, go: &Go) -> Budget {
        let mut budget = Budget { lines: self.settings.lines, only: go.only.clone(), ..Budget::default() };
        budget.depth = go.depth.unwrap_or(budget.depth);
        budget.mate = go.mate;
        budget.nodes = go.nodes;
        let allotment = go.move_ms.map(Allotment::exactly).or_else(|| go.clock.map(Allotment::of));
        if let Some(allotment) = allotment {
            let extra = self.settings.overhead_ms.saturating_sub(time::OVERHEAD_MS);
            budget.hard_ms = Some(allotment.hard_ms.saturating_sub(extra).max(1));
            // A fixed time is used to its end; a share of a clock is not.
            budget.soft_ms = go.move_ms.is_none().then(|| allotment.soft_ms.saturating_sub(extra).max(1));
        }
        match self.settings.level() {
            Some(level) => level.limit(budget),
            None => budget,
        }
    }

    /// Stops the work under way and waits for its answer.
    fn halt(&mut self) {
        if let Some(work) = self.work.take() {
            work.halt();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.halt();
    }
}

fn start_game(rules: Rules) -> Result<Match<Position>, Refusal> {
    Match::start(rules, &Start::default())
}

fn new_engine(settings: &Settings) -> Arc<Mutex<Engine>> {
    Arc::new(Mutex::new(Engine::judging(settings.judgment(), settings.hash_mb, settings.threads)))
}
