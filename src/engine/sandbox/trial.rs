//! Tries a mode on this host: an engine in it attacks a victim, and what came of it is observed from outside.

use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{self, ErrorKind},
    net::{TcpListener, UdpSocket},
    os::{
        linux::net::SocketAddrExt as _,
        unix::{
            fs::{DirBuilderExt as _, PermissionsExt as _},
            net::{SocketAddr, UnixListener},
        },
    },
    path::PathBuf,
    time::Duration,
};

use serde::Serialize;
use tokio::time::timeout;

use super::{
    Choice, Mode, Sandbox,
    attacker::{FILES, Findings, GREETING, MODE, Targets},
    role::{self, Role},
};
use crate::engine::{
    command::{CLEAN_VARIABLES, EngineCommand, Environment},
    lines::Lines,
    process::{Process, ReadOutcome},
};

/// How long an attack may take, from its start to its end.
const ATTACK: Duration = Duration::from_secs(20);
/// What a victim's own environment holds.
const VARIABLE: &str = "REFEREE_TOKEN";

/// What a hostile engine tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Attempt {
    /// `/proc` has others.
    ListProcesses,
    /// Whether a number is that of a process.
    KnowProcess,
    /// By `process_vm_readv` or `/proc/PID/mem`.
    ReadMemory,
    /// `/proc/PID/environ`, where a token may be.
    ReadEnvironment,
    /// `/proc/PID/cmdline`, where a token may be.
    ReadCommandLine,
    /// SIGKILL.
    Signal,
    /// How many files another may open, how long it may compute.
    SetLimits,
    /// A file that it was not shown.
    ReadFile,
    /// A new file where it was shown nothing.
    WriteFile,
    /// The mode of a file that it was not shown.
    ChangeMode,
    /// TCP to the loopback.
    Connect,
    /// UDP to the loopback.
    SendDatagram,
    /// A local socket, by a path or by an abstract name.
    LocalSocket,
    /// Variables of the referee's own environment.
    InheritVariables,
}

impl Attempt {
    /// All of them, in the order of reports.
    pub const ALL: [Attempt; 14] = [
        Attempt::ListProcesses,
        Attempt::KnowProcess,
        Attempt::ReadMemory,
        Attempt::ReadEnvironment,
        Attempt::ReadCommandLine,
        Attempt::Signal,
        Attempt::SetLimits,
        Attempt::ReadFile,
        Attempt::WriteFile,
        Attempt::ChangeMode,
        Attempt::Connect,
        Attempt::SendDatagram,
        Attempt::LocalSocket,
        Attempt::InheritVariables,
    ];

    /// What it is, in words that follow "an engine can".
    pub fn text(self) -> &'static str {
        match self {
            Attempt::ListProcesses => "list other processes",
            Attempt::KnowProcess => "learn that a process exists",
            Attempt::ReadMemory => "read the memory of others",
            Attempt::ReadEnvironment => "read the environment of others",
            Attempt::ReadCommandLine => "read the command line of others",
            Attempt::Signal => "stop or kill others",
            Attempt::SetLimits => "lower the limits of others",
            Attempt::ReadFile => "read other files",
            Attempt::WriteFile => "write files of the host",
            Attempt::ChangeMode => "change modes of files",
            Attempt::Connect => "connect by TCP",
            Attempt::SendDatagram => "send by UDP",
            Attempt::LocalSocket => "connect to local sockets",
            Attempt::InheritVariables => "see the referee's variables",
        }
    }
}

impl Mode {
    /// What it promises to prevent.
    pub fn prevents(self, attempt: Attempt) -> bool {
        self == Mode::Bubblewrap || attempt != Attempt::KnowProcess
    }
}

/// Which attempts succeeded.
pub type Observed = BTreeMap<Attempt, bool>;

/// What each mode came to, where none works.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct NoSandbox {
    /// Why, mode by mode.
    pub tried: Vec<(Mode, String)>,
}

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "no engine was started: this host grants no sandbox that was asked for (`referee sandbox` tries all)",
        )?;
        self.tried.iter().try_for_each(|(mode, why)| write!(f, "; {mode}: {why}"))
    }
}

/// The mode that is asked for, once it was tried here and kept what it promises; for [`Choice::Auto`] the strongest.
pub async fn choose(choice: Choice) -> Result<Mode, NoSandbox> {
    let modes = match choice {
        Choice::Auto => Mode::ALL.to_vec(),
        Choice::Only(mode) => vec![mode],
    };
    let mut tried = Vec::new();
    for mode in modes {
        match observe(Some(mode)).await.and_then(|observed| judge(mode, &observed)) {
            Ok(()) => return Ok(mode),
            Err(error) => tried.push((mode, error.to_string())),
        }
    }
    Err(NoSandbox { tried })
}

/// Whether a mode kept what it promises.
pub fn judge(mode: Mode, observed: &Observed) -> io::Result<()> {
    let broken: Vec<&str> = observed
        .iter()
        .filter(|(attempt, succeeded)| **succeeded && mode.prevents(**attempt))
        .map(|(attempt, _)| attempt.text())
        .collect();
    if broken.is_empty() {
        return Ok(());
    }
    Err(io::Error::other(format!("an engine in it can {}", broken.join(", "))))
}

/// Has everything tried by an engine in this mode, or in none, and says what succeeded.
pub async fn observe(mode: Option<Mode>) -> io::Result<Observed> {
    let late = |_| io::Error::new(ErrorKind::TimedOut, format!("the trial takes longer than {ATTACK:?}"));
    timeout(ATTACK, tried(mode)).await.map_err(late)?
}

async fn tried(mode: Option<Mode>) -> io::Result<Observed> {
    let own = "/proc/self/exe".to_owned();
    let start = |role: &Role, sandbox, environment, variables| -> io::Result<EngineCommand> {
        let [command, json] = role::words(role)?;
        let words = vec![own.clone(), command, json];
        Ok(EngineCommand { words, sandbox, environment, variables, ..EngineCommand::default() })
    };
    let token = secret()?;
    let variable = secret()?;
    let role = Role::Victim { token: token.clone() };
    let variables = vec![(VARIABLE.to_owned(), variable.clone())];
    let mut victim = Talk::start(&start(&role, None, Environment::Clean, variables)?).await?;
    let (id, address, memory) = victim.introduction().await?;
    let site = Site::make()?;
    let targets = site.targets(id, address, memory.len())?;
    let sandbox = mode.map(|mode| Sandbox::new(mode, Vec::new()));
    let environment = if mode.is_some() { Environment::Clean } else { Environment::Inherited };
    let attacker = start(&Role::Attacker(targets), sandbox, environment, Vec::new())?;
    let mut attacker = Talk::start(&attacker).await?;
    let said = attacker.line().await?.ok_or_else(|| io::Error::other("the engine that tries it says nothing"))?;
    let findings: Findings = serde_json::from_str(&said)?;
    let limits = fs::read_to_string(format!("/proc/{id}/limits")).unwrap_or_default();
    let is_limited = limits.lines().any(|line| {
        line.strip_prefix("Max open files")
            .is_some_and(|rest| rest.split_whitespace().next() == Some(&FILES.to_string()))
    });
    attacker.process.write_now(b"\n")?;
    // It has gone when its output has.
    while attacker.line().await?.is_some() {}
    attacker.process.end().await;
    let is_allowed = |name: &String| CLEAN_VARIABLES.contains(&name.as_str());
    let mut observed = site.observed()?;
    observed.extend([
        (Attempt::ListProcesses, findings.processes.contains(&id)),
        (Attempt::KnowProcess, findings.knows),
        (Attempt::ReadMemory, findings.memory == memory),
        (Attempt::ReadEnvironment, findings.environment.contains(&variable)),
        (Attempt::ReadCommandLine, findings.command_line.contains(&token)),
        (Attempt::SetLimits, is_limited),
        (Attempt::ReadFile, findings.file == site.secret),
        (Attempt::InheritVariables, !findings.variables.iter().all(is_allowed)),
        // A signal that was sent comes before anything that the victim could still say.
        (Attempt::Signal, !victim.answers().await?),
    ]);
    victim.process.end().await;
    Ok(observed)
}

fn secret() -> io::Result<String> {
    Ok(format!("{:016x}", super::random()?))
}

/// A process, line by line.
struct Talk {
    process: Process,
    lines: Lines,
}

impl Talk {
    async fn start(command: &EngineCommand) -> io::Result<Talk> {
        Ok(Talk { process: Process::spawn(command).await?, lines: Lines::new() })
    }

    /// The next line; `None` once it says no more.
    async fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.lines.next_line() {
                return Ok(Some(String::from_utf8_lossy(&self.lines[line]).into_owned()));
            }
            if self.lines.is_overlong() || self.process.read(&mut self.lines).await? == ReadOutcome::End {
                return Ok(None);
            }
        }
    }

    /// Who the victim is, where its secret is, and the secret.
    async fn introduction(&mut self) -> io::Result<(i32, u64, String)> {
        let line = self.line().await?.unwrap_or_default();
        let mut words = line.split(' ');
        let read = (|| Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.to_owned())))();
        read.ok_or_else(|| io::Error::other("the victim of the trial does not start"))
    }

    /// Whether it still answers.
    async fn answers(&mut self) -> io::Result<bool> {
        match self.process.write_now(b"there?\n") {
            Ok(_) => Ok(self.line().await?.is_some()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// What there is to attack outside of processes. It is removed when this is dropped.
struct Site {
    directory: PathBuf,
    secret: String,
    tcp: TcpListener,
    udp: UdpSocket,
    sockets: [UnixListener; 2],
    abstract_socket: String,
}

impl Site {
    fn make() -> io::Result<Site> {
        let directory = std::env::temp_dir().join(format!("referee-trial-{}", secret()?));
        fs::DirBuilder::new().mode(0o700).create(&directory)?;
        let secret = secret()?;
        fs::write(directory.join("secret"), &secret)?;
        fs::set_permissions(directory.join("secret"), fs::Permissions::from_mode(0o600))?;
        let abstract_socket = format!("referee-trial-{secret}");
        let named = UnixListener::bind(directory.join("socket"))?;
        let unnamed = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&abstract_socket)?)?;
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        let udp = UdpSocket::bind("127.0.0.1:0")?;
        tcp.set_nonblocking(true)?;
        udp.set_nonblocking(true)?;
        named.set_nonblocking(true)?;
        unnamed.set_nonblocking(true)?;
        Ok(Site { directory, secret, tcp, udp, sockets: [named, unnamed], abstract_socket })
    }

    fn targets(&self, victim: i32, address: u64, length: usize) -> io::Result<Targets> {
        Ok(Targets {
            victim,
            address,
            length,
            file: self.directory.join("secret"),
            new_file: self.directory.join("new"),
            tcp: self.tcp.local_addr()?,
            udp: self.udp.local_addr()?,
            socket: self.directory.join("socket"),
            abstract_socket: self.abstract_socket.clone(),
        })
    }

    /// What of it was reached.
    fn observed(&self) -> io::Result<Observed> {
        let mode = fs::metadata(self.directory.join("secret"))?.permissions().mode();
        let mut datagram = [0; GREETING.len()];
        let local = [came(self.sockets[0].accept())?, came(self.sockets[1].accept())?];
        Ok(Observed::from([
            (Attempt::WriteFile, self.directory.join("new").exists()),
            (Attempt::ChangeMode, mode & 0o777 == MODE),
            (Attempt::Connect, came(self.tcp.accept())?),
            (Attempt::SendDatagram, came(self.udp.recv(&mut datagram))?),
            (Attempt::LocalSocket, local.contains(&true)),
        ]))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Whether something had come by now.
fn came<T>(taken: io::Result<T>) -> io::Result<bool> {
    match taken {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}
