//! A server in its own process.

use std::{net::SocketAddr, path::Path, process::Stdio};

use referee_client::{Client, Retry};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

/// A running `referee serve`, killed on drop.
pub struct Server {
    pub address: SocketAddr,
    pub child: Child,
    pub stdout: Lines<BufReader<ChildStdout>>,
}

/// Returns a `referee serve` command that logs little.
pub fn serve(listen: &str, data: &Path) -> Command {
    let mut command = serve_anywhere(listen);
    command.arg("--data").arg(data);
    command
}

/// Returns the same command with its data in memory, run in `directory`.
pub fn serve_in_memory(directory: &Path) -> Command {
    let mut command = serve_anywhere("127.0.0.1:0");
    command.arg("--memory").current_dir(directory);
    command
}

fn serve_anywhere(listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command
        .args(["serve", "--listen", listen, "--registrations-per-hour", "1000000"])
        .env("RUST_LOG", "error")
        .env_remove("REFEREE_LISTEN");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    command
}

impl Server {
    pub async fn start(listen: &str, data: &Path) -> Server {
        Server::spawn(serve(listen, data)).await
    }

    pub async fn spawn(mut command: Command) -> Server {
        let mut child = command.spawn().expect("the binary is built");
        let stdout = child.stdout.take().expect("it is piped");
        let mut stdout = BufReader::new(stdout).lines();
        let ready = stdout.next_line().await.expect("it can be read").expect("it says when it is ready");
        let address = ready.split_once("://").and_then(|(_, rest)| rest.split(',').next());
        let address = address.and_then(|text| text.parse().ok());
        let address = address.unwrap_or_else(|| panic!("an address in `{ready}`"));
        Server { address, child, stdout }
    }

    /// Returns a client that connects on its first call, so the server may be down now.
    pub fn client(&self) -> Client {
        Client::connect_lazy(&format!("http://{}", self.address)).expect("it is an address")
    }

    pub fn signal(&self, signal: i32) {
        let pid = self.child.id().and_then(|pid| i32::try_from(pid).ok()).expect("it runs");
        // SAFETY: kill(2) on our own unreaped child touches no memory.
        assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
    }
}

/// Runs a `serve` command that must fail. Returns its exit code and standard error.
pub async fn failed(mut command: Command) -> (Option<i32>, String) {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary is built");
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut said).await.expect("it can be read");
    (child.wait().await.expect("it ends").code(), said)
}

/// Returns a retry policy with short delays, for a killed server that restarts soon.
pub fn soon() -> Retry {
    let ms = std::time::Duration::from_millis;
    Retry { first: ms(5), most: ms(50), attempts: None }
}
