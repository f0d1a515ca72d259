//! A `PostgreSQL` server of a test's own, where its programs are installed.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

/// Where Debian keeps the programs, a folder for each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// The user for whom they run if root starts the tests: they refuse root.
const USER: &str = "postgres";

/// A server that ends with the test.
pub(super) struct Scratch {
    folder: tempfile::TempDir,
    programs: PathBuf,
}

impl Scratch {
    /// A server that runs, or a word why there is none.
    pub(super) fn started() -> Option<Self> {
        let Some(programs) = programs() else {
            return skipped("PostgreSQL is not installed");
        };
        let scratch = Self { folder: tempfile::tempdir().expect("a folder"), programs };
        if is_root() && !run(Command::new("chown").arg(USER).arg(scratch.folder.path())) {
            return skipped("there is no user for PostgreSQL");
        }
        let made = scratch.run("initdb", &["--auth=trust", "--username=daeguk", "--encoding=UTF8", "--no-sync"]);
        if !made {
            return skipped("PostgreSQL cannot be set up here");
        }
        scratch.start();
        Some(scratch)
    }

    /// Its address, by a socket in its own folder.
    pub(super) fn url(&self) -> String {
        let folder = self.folder.path().to_string_lossy().replace('/', "%2F");
        format!("postgres://daeguk@{folder}/postgres")
    }

    pub(super) fn start(&self) {
        let settings = format!("-k {} -c listen_addresses='' -F", self.folder.path().display());
        let log = self.folder.path().join("data/log").to_string_lossy().into_owned();
        assert!(self.run("pg_ctl", &["start", "-w", "-l", &log, "-o", &settings]), "PostgreSQL starts");
    }

    /// As if its machine had lost power.
    pub(super) fn crash(&self) {
        assert!(self.run("pg_ctl", &["stop", "-w", "-m", "immediate"]), "PostgreSQL ends");
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = Command::new("runuser");
        command.args(["-u", USER, "--"]).arg(self.programs.join(program));
        if !is_root() {
            command = Command::new(self.programs.join(program));
        }
        let data = self.folder.path().join("data");
        run(command.arg("-D").arg(data).args(arguments).current_dir(self.folder.path()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = self.run("pg_ctl", &["stop", "-w", "-m", "immediate"]);
    }
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(PROGRAMS).ok()?.filter_map(Result::ok);
    versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max()
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|myself| std::os::unix::fs::MetadataExt::uid(&myself) == 0)
}

fn run(command: &mut Command) -> bool {
    // A server that is started keeps what it is given; nobody must wait for it to let go.
    let quiet = command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null());
    quiet.stderr(std::process::Stdio::null()).status().is_ok_and(|status| status.success())
}

fn skipped<T>(why: &str) -> Option<T> {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
    None
}
