//! An engine in a process of its own.
//!
//! It never hangs us: whatever we wait for has an end, a thread of its own reads its output, and
//! the process is ended when its owner is dropped, by force if it must be.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::Contestant;

/// How long an engine may take to get ready.
const START_PATIENCE: Duration = Duration::from_mins(1);
/// How long it may take to leave after `quit`.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);
/// How often a wait looks at the stop signal.
const PACE: Duration = Duration::from_millis(20);
/// Lines that may wait to be read; then the engine waits.
const LINES_MAX: usize = 4096;
/// Longer lines are cut.
const LINE_BYTES_MAX: u64 = 1 << 16;

/// Why an answer did not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Silence {
    #[error("the process has ended")]
    Died,
    #[error("there was no answer in time")]
    Late,
    #[error("the match was stopped")]
    Stopped,
}

/// A running engine.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    offers: Vec<String>,
}

impl Process {
    /// Starts an engine and sets its options and variant.
    pub(super) fn start(contestant: &Contestant, variant: &str, stop: &AtomicBool) -> Result<Self> {
        let name = &contestant.name;
        let mut process = Self::spawn(&contestant.command).with_context(|| format!("cannot start {name}"))?;
        process.introduce(stop).with_context(|| format!("{name} does not speak the engine protocol"))?;
        if !contestant.own && !process.offers_variant(variant) {
            bail!("{name} does not offer the variant `{variant}`");
        }
        let variant_option = ("UCI_Variant".to_owned(), variant.to_owned());
        for (option, value) in std::iter::once(&variant_option).chain(&contestant.options) {
            process.send(&format!("setoption name {option} value {value}"))?;
        }
        process.make_ready(stop).with_context(|| format!("{name} does not get ready"))?;
        Ok(process)
    }

    fn spawn(words: &[String]) -> Result<Self> {
        let (program, arguments) = words.split_first().context("an engine needs a command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // An interrupt from the keyboard is for us alone; we end our engines ourselves.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("its output was piped")?;
        let (sender, lines) = mpsc::sync_channel(LINES_MAX);
        std::thread::spawn(move || read_lines(BufReader::new(output), &sender));
        Ok(Self { child, input, lines, offers: Vec::new() })
    }

    fn introduce(&mut self, stop: &AtomicBool) -> Result<()> {
        self.send("uci")?;
        let end = Instant::now() + START_PATIENCE;
        loop {
            let line = self.next_line(end, stop)?;
            if line == "uciok" {
                return Ok(());
            }
            self.offers.extend(line.strip_prefix("option name ").map(str::to_owned));
        }
    }

    fn offers_variant(&self, variant: &str) -> bool {
        let offered = self.offers.iter().find(|option| option.starts_with("UCI_Variant "));
        offered.is_some_and(|option| option.split(" var ").skip(1).any(|name| name.trim() == variant))
    }

    /// Waits until the engine has done all that it was told.
    pub(super) fn make_ready(&mut self, stop: &AtomicBool) -> Result<(), Silence> {
        self.send("isready")?;
        self.wait_for("readyok", Instant::now() + START_PATIENCE, stop).map(drop)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Silence> {
        let input = self.input.as_mut().ok_or(Silence::Died)?;
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| Silence::Died)
    }

    /// What follows the first line that begins with that word.
    pub(super) fn wait_for(&mut self, word: &str, end: Instant, stop: &AtomicBool) -> Result<String, Silence> {
        loop {
            let line = self.next_line(end, stop)?;
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if first == word {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    fn next_line(&mut self, end: Instant, stop: &AtomicBool) -> Result<String, Silence> {
        loop {
            if stop.load(Relaxed) {
                return Err(Silence::Stopped);
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PACE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Died),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn read_lines(mut output: impl BufRead, sender: &SyncSender<String>) {
    let mut bytes = Vec::new();
    while matches!(output.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes), Ok(1..)) {
        if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
            return;
        }
        bytes.clear();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Many engines leave on `quit` only while someone reads what they say.
        let _ = self.send("stop").and_then(|()| self.send("quit"));
        self.input = None;
        let end = Instant::now() + QUIT_PATIENCE;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            drop(self.lines.recv_timeout(Duration::from_millis(2)));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
