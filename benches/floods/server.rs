//! The flooded server, in its own process.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Child, Command, Stdio},
    thread::{self, JoinHandle},
};

use anyhow::Context as _;

/// A server, killed on drop.
pub struct Server {
    child: Child,
    said: Option<JoinHandle<String>>,
    pub url: String,
}

impl Server {
    /// Starts the server on a data directory, or with its data in memory.
    pub fn start(data: Option<&Path>) -> anyhow::Result<Server> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        let many = "1000000";
        command.args(["serve", "--listen", "127.0.0.1:0", "--matches-per-minute-per-owner", many]);
        command.args(["--matches-per-minute-per-address", many]);
        match data {
            Some(data) => command.arg("--data").arg(data),
            None => command.arg("--memory"),
        };
        command.env("RUST_LOG", "error").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("it was piped")?).read_line(&mut line)?;
        let url = line.split([' ', ',']).find(|word| word.starts_with("http://")).context("no address")?.to_owned();
        let mut stderr = child.stderr.take().context("it was piped")?;
        let said = thread::spawn(move || {
            let mut said = String::new();
            // A server that fails writes its errors before it exits.
            let _ = stderr.read_to_string(&mut said);
            said
        });
        Ok(Server { child, said: Some(said), url })
    }

    /// Returns the peak memory of the server, in KiB.
    pub fn memory_kib(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no such line")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// Kills the server, and returns its error output.
    pub fn kill(mut self) -> String {
        self.end();
        self.said.take().and_then(|said| said.join().ok()).unwrap_or_default()
    }

    fn end(&mut self) {
        // The server may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
