//! The server under measurement, in a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use server::{Config, NodeConfig, Rates};

use crate::{Failure, number, value};

/// What nodes under measurement have in common.
const KEY: &str = "a-key-of-the-measurements-which-everybody-may-read";

/// Is that server, until it is ended: one alone with a file, or one of several nodes with a database by its address.
pub(crate) fn serve(folder: &str, database: Option<&str>) -> Result<(), Failure> {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut config =
        database.map_or_else(|| Config::in_folder(folder.as_ref()), |url| Config::with_database(url.to_owned()));
    if database.is_some() {
        config.node = Some(NodeConfig { address, key: KEY.parse()? });
    }
    config.listen = address;
    config.rates = Rates::unlimited();
    server::run(config, |address| {
        let _ = writeln!(std::io::stdout(), "{address}");
    })?;
    Ok(())
}

/// The server under measurement.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    process: u32,
    child: Option<Child>,
    pub(crate) is_bare: bool,
}

impl Server {
    pub(crate) fn new(arguments: &[String], folder: &std::path::Path) -> Result<Self, Failure> {
        if let Some(port) = value(arguments, "--bare") {
            let address = SocketAddr::from(([127, 0, 0, 1], port.parse()?));
            let process = u32::try_from(number(arguments, "--pid", 0)?)?;
            return Ok(Self { address, process, child: None, is_bare: true });
        }
        let mut command = Command::new(std::env::current_exe()?);
        if let Some(url) = value(arguments, "--database") {
            command.args(["--database", url]);
        }
        let mut child = command.arg("--serve").arg(folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        Ok(Self { address: line.trim().parse()?, process: child.id(), child: Some(child), is_bare: false })
    }

    /// Processor time so far, in microseconds.
    pub(crate) fn cpu_us(&self) -> Result<u64, Failure> {
        const TICK_US: u64 = 10_000;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process))?;
        let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        Ok((fields[11].parse::<u64>()? + fields[12].parse::<u64>()?) * TICK_US)
    }

    pub(crate) fn memory_kb(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
