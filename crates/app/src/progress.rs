//! A line on the terminal for those who wait.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::Console;

/// What a short command takes; nobody needs news before that.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often the line changes.
const PACE: Duration = Duration::from_millis(100);
/// Goes to the start of the line and wipes it.
const WIPE: &str = "\r\x1b[2K";

/// A line that is rewritten in place, and wiped in the end.
pub(crate) struct Progress {
    next: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { next: Instant::now() + PATIENCE, shown: false }
    }

    /// Shows a text if someone watches and the last one is old enough.
    pub(crate) fn show(&mut self, console: &mut Console<'_>, text: impl FnOnce() -> String) {
        if console.watched && Instant::now() >= self.next {
            write_line(console.err, &text());
            self.next = Instant::now() + PACE;
            self.shown = true;
        }
    }

    /// Makes room for other output.
    pub(crate) fn wipe(&mut self, console: &mut Console<'_>) {
        if std::mem::take(&mut self.shown) {
            write_line(console.err, "");
        }
    }
}

/// Works, and meanwhile tells a watcher for how long.
pub(crate) fn while_waiting<T>(console: &mut Console<'_>, what: &str, work: impl FnOnce() -> T) -> T {
    if !console.watched {
        return work();
    }
    let err = &mut *console.err;
    thread::scope(|scope| {
        let (working, done) = mpsc::channel::<()>();
        scope.spawn(move || tick(err, what, &done));
        let result = work();
        drop(working);
        result
    })
}

fn tick(err: &mut (dyn Write + Send), what: &str, done: &mpsc::Receiver<()>) {
    let begin = Instant::now();
    let mut shown = false;
    let mut pause = PATIENCE;
    while done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        write_line(err, &format!("{what}: {:.1} s", begin.elapsed().as_secs_f64()));
        (pause, shown) = (PACE, true);
    }
    if shown {
        write_line(err, "");
    }
}

/// Progress is a courtesy: if it cannot be shown, the work goes on.
fn write_line(err: &mut (dyn Write + Send), text: &str) {
    drop(write!(err, "{WIPE}{text}").and_then(|()| err.flush()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_reported_to_a_watcher_and_wiped_in_the_end() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console { out: &mut out, err: &mut err, colorful: false, watched: true };
        let answer = while_waiting(&mut console, "thinking", || {
            thread::sleep(PATIENCE + PACE);
            42
        });
        let text = String::from_utf8_lossy(&err);
        assert_eq!(answer, 42);
        assert!(text.starts_with("\r\x1b[2Kthinking: 0."), "{text}");
        assert!(text.ends_with(WIPE), "{text}");
    }

    #[test]
    fn nobody_is_told_of_short_work() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console { out: &mut out, err: &mut err, colorful: false, watched: true };
        while_waiting(&mut console, "thinking", || ());
        let mut progress = Progress::new();
        progress.show(&mut console, || "reading".to_owned());
        progress.wipe(&mut console);
        assert!(err.is_empty());
    }
}
