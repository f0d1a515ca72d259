//! The engine protocol on a pair of streams.
//!
//! One thread reads lines, another thinks; whatever comes in while it thinks is answered at once.
//! Garbage is answered by an `info string` and changes nothing.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use game::{Match, Position as _, Refusal, Rules as _};
use janggi::{Action, Position, Rules, Start};

use super::clock::PonderTimer;
use super::engine::{Engine, Problem, Report};
use super::go::{Go, read_go};
use super::level::Level;
use super::search::{Budget, Line};
use super::time::Allotment;
use super::value;

/// The variants of other programs, and what they are called here.
const VARIANTS: [(&str, &str); 4] = [
    ("janggi", "fsf-janggi"),
    ("janggitraditional", "fsf-traditional"),
    ("janggicasual", "casual"),
    ("janggimodern", "modern"),
];

const HASH_MAX_MB: usize = 65_536;
const THREADS_MAX: usize = 256;
const LINES_MAX: usize = 64;

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
/// If the output is gone.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    for line in input.split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text == "quit" {
            break;
        }
        if let Err(trouble) = session.obey(text) {
            session.say(&format!("info string {trouble}"))?;
        }
    }
    session.halt();
    Ok(())
}

type Output = Arc<Mutex<dyn Write + Send>>;

struct Settings {
    hash_mb: usize,
    threads: usize,
    lines: usize,
    variant: String,
    level: Option<Level>,
    elo: u32,
    overhead_ms: u64,
}

struct Session {
    output: Output,
    settings: Settings,
    game: Match<Position>,
    engine: Arc<Mutex<Engine>>,
    thinking: Option<Thinking>,
}

struct Thinking {
    stop: Arc<AtomicBool>,
    timer: Arc<PonderTimer>,
    thread: JoinHandle<()>,
}

fn start_game(variant: &str) -> Result<Match<Position>, Refusal> {
    Match::start(rules_of(variant)?, &Start::default())
}

fn rules_of(variant: &str) -> Result<Rules, Refusal> {
    let preset = VARIANTS.iter().find(|(name, _)| *name == variant).map_or(variant, |(_, preset)| preset);
    game::choices::parse::<Rules, Start>(preset).map(|(rules, _)| rules)
}

impl Session {
    fn new(output: impl Write + Send + 'static) -> Self {
        let settings = Settings {
            hash_mb: 64,
            threads: 1,
            lines: 1,
            variant: "janggi".to_owned(),
            level: None,
            elo: Level::ELO_MAX,
            overhead_ms: super::time::OVERHEAD_MS,
        };
        Self {
            output: Arc::new(Mutex::new(output)),
            game: start_game(&settings.variant).expect("the default variant is known"),
            engine: Arc::new(Mutex::new(Engine::new(settings.hash_mb, settings.threads))),
            settings,
            thinking: None,
        }
    }

    fn say(&self, text: &str) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{text}")?;
        output.flush()
    }

    fn obey(&mut self, text: &str) -> Result<(), String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let said = match word {
            "" => Ok(()),
            "uci" => self.introduce(),
            "isready" => self.say("readyok"),
            "ucinewgame" => {
                self.halt();
                self.with_engine(Engine::clear);
                Ok(())
            }
            "setoption" => return self.set_option(rest),
            "position" => return self.set_position(rest),
            "go" => return self.go(rest),
            "stop" => {
                self.halt();
                Ok(())
            }
            "ponderhit" => {
                if let Some(thinking) = &self.thinking {
                    thinking.timer.hit();
                }
                Ok(())
            }
            "d" => self.describe(),
            "bench" => {
                self.halt();
                let bench = super::bench::run(rest.parse().unwrap_or(super::bench::DEPTH));
                self.say(&format!("{} nodes {} nps", bench.nodes, bench.nodes_per_second()))
            }
            _ => return Err(format!("unknown command `{word}`")),
        };
        said.map_err(|error| error.to_string())
    }

    fn introduce(&self) -> io::Result<()> {
        let presets =
            Rules::PRESETS.iter().map(|preset| preset.name).filter(|name| !VARIANTS.iter().any(|(v, _)| v == name));
        let names: Vec<_> = VARIANTS.iter().map(|(name, _)| *name).chain(presets).collect();
        let variants = format!(" var {}", names.join(" var "));
        self.say(concat!("id name Daeguk ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Daeguk authors")?;
        self.say(&format!("option name Hash type spin default 64 min 1 max {HASH_MAX_MB}"))?;
        self.say(&format!("option name Threads type spin default 1 min 1 max {THREADS_MAX}"))?;
        self.say(&format!("option name MultiPV type spin default 1 min 1 max {LINES_MAX}"))?;
        self.say("option name Ponder type check default false")?;
        self.say("option name Clear Hash type button")?;
        self.say("option name UCI_LimitStrength type check default false")?;
        self.say(&format!(
            "option name UCI_Elo type spin default {} min {} max {}",
            Level::ELO_MAX,
            Level::ELO_MIN,
            Level::ELO_MAX
        ))?;
        self.say("option name Move Overhead type spin default 8 min 0 max 5000")?;
        self.say(&format!("option name UCI_Variant type combo default janggi{variants}"))?;
        self.say("uciok")
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let text = text.strip_prefix("name").ok_or("setoption needs `name`")?.trim();
        let (name, value) = text.split_once(" value").map_or((text, ""), |(name, value)| (name.trim(), value.trim()));
        self.halt();
        let number = |max: usize| {
            let number: usize = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            if number == 0 || number > max { Err(format!("`{value}` is not between 1 and {max}")) } else { Ok(number) }
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.settings.hash_mb = number(HASH_MAX_MB)?;
                self.renew();
            }
            "threads" => {
                self.settings.threads = number(THREADS_MAX)?;
                self.renew();
            }
            "multipv" => self.settings.lines = number(LINES_MAX)?,
            "clear hash" => self.with_engine(Engine::clear),
            "ponder" => {}
            "move overhead" => {
                self.settings.overhead_ms = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            }
            "uci_limitstrength" => {
                self.settings.level = (value == "true").then(|| Level::from_elo(self.settings.elo));
            }
            "uci_elo" => {
                self.settings.elo = number(Level::ELO_MAX as usize)? as u32;
                if self.settings.level.is_some() {
                    self.settings.level = Some(Level::from_elo(self.settings.elo));
                }
            }
            "uci_variant" => {
                self.game = start_game(value).map_err(|refusal| refusal.to_string())?;
                value.clone_into(&mut self.settings.variant);
            }
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(())
    }

    fn renew(&mut self) {
        self.engine = Arc::new(Mutex::new(Engine::new(self.settings.hash_mb, self.settings.threads)));
    }

    fn with_engine(&self, action: impl FnOnce(&mut Engine)) {
        action(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// `startpos` or `fen FEN`, then `moves …`. Nothing changes if any part is refused.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.halt();
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = start.trim();
        let mut game = if start == "startpos" {
            start_game(&self.settings.variant)
        } else {
            let fen = start.strip_prefix("fen").ok_or("position needs `startpos` or `fen`")?;
            rules_of(&self.settings.variant).and_then(|rules| Match::load(rules, fen.trim()))
        }
        .map_err(|refusal| refusal.to_string())?;
        for action in moves.split_whitespace() {
            game.act(action).map_err(|refusal| format!("{action}: {refusal}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        self.halt();
        let go = read_go(text, self.game.position())?;
        if let Some(depth) = go.perft {
            return self.perft(depth).map_err(|error| error.to_string());
        }
        self.start_thinking(&go);
        Ok(())
    }

    fn perft(&self, depth: u32) -> io::Result<()> {
        let mut total = 0;
        for (action, count) in game::perft::divide(self.game.position(), depth) {
            self.say(&format!("{action}: {count}"))?;
            total += count;
        }
        self.say(&format!("\nNodes searched: {total}"))
    }

    fn start_thinking(&mut self, go: &Go) {
        let problem = Problem::of(&self.game);
        let stop = Arc::new(AtomicBool::new(false));
        let timer = Arc::new(PonderTimer::new(go.ponder));
        let budget = self.budget(go);
        let level = self.settings.level;
        let (engine, output) = (Arc::clone(&self.engine), Arc::clone(&self.output));
        let (stop_flag, clock) = (Arc::clone(&stop), Arc::clone(&timer));
        let waits = go.infinite;
        let thread = std::thread::spawn(move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tell = |report: Report<'_>| tell_lines(&output, &report, &clock);
            let lines = engine.think(&problem, &budget, &*clock, &stop_flag, &mut tell);
            // The answer to an open-ended question waits until it is asked for.
            while !stop_flag.load(Relaxed) && (waits || clock.is_pondering()) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            let choice = level.map_or_else(|| lines.first(), |level| level.choose(&lines, problem.position()));
            print(&output, &best_move(choice));
        });
        self.thinking = Some(Thinking { stop, timer, thread });
    }

    fn budget(&self, go: &Go) -> Budget {
        let mut budget = Budget { lines: self.settings.lines, only: go.only.clone(), ..Budget::default() };
        if let Some(depth) = go.depth {
            budget.depth = depth.clamp(1, budget.depth);
        }
        budget.nodes = go.nodes;
        let allotment = go.move_ms.map(Allotment::exactly).or_else(|| go.clock.map(Allotment::of));
        if let Some(allotment) = allotment {
            let extra = self.settings.overhead_ms.saturating_sub(super::time::OVERHEAD_MS);
            budget.hard_ms = Some(allotment.hard_ms.saturating_sub(extra).max(1));
            // A fixed time is used to its end; a share of a clock is not.
            budget.soft_ms = go.move_ms.is_none().then(|| allotment.soft_ms.saturating_sub(extra).max(1));
        }
        match self.settings.level {
            Some(level) => level.limit(budget),
            None => budget,
        }
    }

    /// Stops thinking and waits for the answer.
    fn halt(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Relaxed);
            // A thread that panicked has said so on its own; the session goes on.
            let _ = thinking.thread.join();
        }
    }

    fn describe(&self) -> io::Result<()> {
        let position = self.game.position();
        self.say(&position.show(None, game::Paint::Plain))?;
        self.say(&format!("Fen: {}", position.state()))?;
        self.say(&format!("Key: {:016X}", position.key()))?;
        self.say(&format!("Rules: {}", game::choices::write(self.game.rules())))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.halt();
    }
}

fn print(output: &Output, text: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    // If nobody listens any more, the end of input follows and ends the session.
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

fn tell_lines(output: &Output, report: &Report<'_>, clock: &PonderTimer) {
    let time = clock.total_ms();
    let nps = report.nodes * 1000 / time.max(1);
    for (index, line) in report.lines.iter().enumerate() {
        let (depth, seldepth, number) = (line.depth, line.depth_max.max(line.depth as usize), index + 1);
        let score = score_text(line.value);
        let (nodes, full) = (report.nodes, report.fullness);
        let pv: Vec<_> = line.actions.iter().map(ToString::to_string).collect();
        let pv = pv.join(" ");
        print(
            output,
            &format!(
                "info depth {depth} seldepth {seldepth} multipv {number} score {score} nodes {nodes} nps {nps} hashfull {full} time {time} pv {pv}"
            ),
        );
    }
}

/// Values count in hundredths of a point; a soldier, two points, is the protocol's pawn.
fn score_text(value: value::Value) -> String {
    match value::mate_plies(value) {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", value / 2),
    }
}

fn best_move(choice: Option<&Line>) -> String {
    let actions: &[Action] = choice.map_or(&[], |line| &line.actions);
    match actions {
        [] => "bestmove (none)".to_owned(),
        [best] => format!("bestmove {best}"),
        [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
    }
}
