//! One node, as a process that can be killed, frozen and ended.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{DATABASE, LISTEN};
use crate::helpers::PATIENCE;

/// One of several processes.
pub(super) struct Node {
    child: Child,
    pub(super) address: SocketAddr,
}

impl Node {
    pub(super) fn start(database: &str) -> Self {
        Self::start_at(database, SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    pub(super) fn start_at(database: &str, listen: SocketAddr) -> Self {
        use std::io::BufRead as _;
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "cluster::child", "--nocapture"])
            .env(DATABASE, database)
            .env(LISTEN, listen.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut lines = std::io::BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on ")?.parse().ok()).expect("an address");
        // Nobody must wait for a pipe that is full.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    pub(super) fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(status.expect("kill").success());
    }

    /// Stops it, and returns when none of its threads runs any more: on a busy machine that takes its time.
    pub(super) fn freeze(&self) {
        self.signal("STOP");
        let tasks = format!("/proc/{}/task", self.child.id());
        let is_frozen = || {
            std::fs::read_dir(&tasks).expect("its threads").all(|task| {
                let stat = task.map(|task| std::fs::read_to_string(task.path().join("stat")).unwrap_or_default());
                stat.expect("a thread").rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
            })
        };
        let began = Instant::now();
        while !is_frozen() {
            assert!(began.elapsed() < PATIENCE, "it goes on");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub(super) fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("an end");
    }

    /// Tells it to end and waits for that.
    pub(super) fn end(&mut self) {
        self.signal("TERM");
        assert!(self.child.wait().expect("an end").success());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
