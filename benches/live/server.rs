//! The server: `referee serve`, in its own process.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::Context as _;

/// Grace period of absent seats, in seconds. It is long, so no seat loses by the restart.
const GRACE: &str = "3600";

/// A running server, killed on drop.
pub struct Server {
    child: Child,
    /// The host and port.
    pub address: String,
}

impl Server {
    /// Starts the server over a directory, and waits until it is ready.
    pub fn start(data: &Path, listen: &str, matches: usize) -> anyhow::Result<Server> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
            .args(["serve", "--listen", listen, "--grace", GRACE, "--start-grace", GRACE, "--max-matches"])
            .arg(matches.to_string())
            .args(["--max-matches-per-player", "100000", "--max-matches-per-owner", "100000"])
            .args(["--max-matches-per-address", "100000", "--matches-per-minute-per-owner", "1000000"])
            .args(["--matches-per-minute-per-address", "1000000", "--max-waiting-matches-per-player", "100000"])
            .args(["--max-waiting-matches-per-owner", "100000", "--max-waiting-matches-per-address", "100000"])
            .arg("--data")
            .arg(data)
            .env("RUST_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("it was piped")?).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split([',', '\n']).next());
        let address = address.with_context(|| format!("no address in `{line}`"))?.to_owned();
        Ok(Server { child, address })
    }

    /// Returns the URL of the server.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the current memory of the server, in KiB.
    pub fn memory_kib(&self) -> anyhow::Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("its memory is not told")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// Kills the server with SIGKILL.
    pub fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process has already ended after `kill`.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
