//! Tries a mode on this host: a hostile engine attacks a victim, and the referee observes the
//! result from outside.

use std::{
    fmt, fs,
    io::{self, ErrorKind},
    path::Path,
    time::Duration,
};

use tokio::time::timeout;

use super::{
    Choice, Mode, Sandbox,
    attacker::{FILES, Findings},
    attempt::{Attempt, Observed},
    grants::{self, Private},
    keyring::TrialKey,
    role::{self, Role},
    site::{Site, secret},
};
use crate::{
    command::{CLEAN_VARIABLES, EngineCommand, Environment},
    lines::Lines,
    process::{Process, ReadOutcome},
};

/// Time limit for all attacks.
const ATTACK: Duration = Duration::from_secs(20);
/// The program of all roles: this program, even if its file was renamed.
const OWN: &str = "/proc/self/exe";
/// A variable of the victim with a secret value.
const VARIABLE: &str = "REFEREE_TOKEN";

/// The results of all tried modes, if no mode works.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct NoSandbox {
    pub tried: Vec<(Mode, String)>,
}

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no engine was started: the requested sandbox does not work on this host (see `referee sandbox`)")?;
        self.tried.iter().try_for_each(|(mode, why)| write!(f, "; {mode}: {why}"))
    }
}

/// Returns the requested mode if it passes a trial on this host; for [`Choice::Auto`], the
/// strongest that does.
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

/// Checks whether a mode prevented every attack that it promises to prevent.
pub fn judge(mode: Mode, observed: &Observed) -> io::Result<()> {
    let broken: Vec<&str> = observed
        .iter()
        .filter(|(attempt, succeeded)| **succeeded && mode.prevents(**attempt))
        .map(|(attempt, _)| attempt.text())
        .collect();
    if broken.is_empty() {
        return Ok(());
    }
    Err(io::Error::other(format!("an engine in this sandbox can {}", broken.join(", "))))
}

/// Lets an engine try every attack in this mode, or without a sandbox. Returns which attacks
/// succeeded.
pub async fn observe(mode: Option<Mode>) -> io::Result<Observed> {
    let late = |_| io::Error::new(ErrorKind::TimedOut, format!("the trial took longer than {ATTACK:?}"));
    timeout(ATTACK, tried(mode)).await.map_err(late)?
}

async fn tried(mode: Option<Mode>) -> io::Result<Observed> {
    let start = |role: &Role, sandbox, environment, variables| -> io::Result<EngineCommand> {
        let [command, json] = role::words(role)?;
        let words = vec![OWN.to_owned(), command, json];
        Ok(EngineCommand { words, sandbox, environment, variables, ..EngineCommand::default() })
    };
    let token = secret()?;
    let variable = secret()?;
    let role = Role::Victim { token: token.clone() };
    let variables = vec![(VARIABLE.to_owned(), variable.clone())];
    let mut victim = Talk::start(&start(&role, None, Environment::Clean, variables)?).await?;
    let (id, address, memory) = victim.introduction().await?;
    let site = Site::make()?;
    let key = TrialKey::plant(&site.secret);
    let targets = site.targets(id, address, memory.len(), key.as_ref().map(TrialKey::number))?;
    let sandbox = mode.map(|mode| Sandbox::new(mode, vec![site.shown()]));
    let environment = if mode.is_some() { Environment::Clean } else { Environment::Inherited };
    let attacker = start(&Role::Attacker(targets), sandbox, environment, Vec::new())?;
    let mut attacker = Talk::start(&attacker).await?;
    let said = attacker.line().await?.ok_or_else(|| io::Error::other("the trial engine sends nothing"))?;
    let findings: Findings = serde_json::from_str(&said)?;
    let limits = fs::read_to_string(format!("/proc/{id}/limits")).unwrap_or_default();
    let is_limited = limits.lines().any(|line| {
        line.strip_prefix("Max open files")
            .is_some_and(|rest| rest.split_whitespace().next() == Some(&FILES.to_string()))
    });
    attacker.process.write_now(b"\n")?;
    // The attacker has exited once its output ends.
    while attacker.line().await?.is_some() {}
    attacker.process.end().await;
    let is_allowed = |name: &String| CLEAN_VARIABLES.contains(&name.as_str());
    let mut observed = site.observed()?;
    observed.extend(named_files(mode, &site).await?);
    if key.is_some() {
        observed.insert(Attempt::ReadKeys, findings.key == site.secret);
    }
    observed.extend([
        (Attempt::MakeNamespaces, findings.namespaces),
        (Attempt::IoUring, findings.io_uring),
        (Attempt::OtherSockets, findings.sockets),
        (Attempt::ListProcesses, findings.processes.contains(&id)),
        (Attempt::KnowProcess, findings.knows),
        (Attempt::ReadMemory, findings.memory == memory),
        (Attempt::ReadEnvironment, findings.environment.contains(&variable)),
        (Attempt::ReadCommandLine, findings.command_line.contains(&token)),
        (Attempt::SetLimits, is_limited),
        (Attempt::ReadFile, findings.file.trim_end() == site.secret),
        (Attempt::InheritVariables, !findings.variables.iter().all(is_allowed)),
        // The victim answers only after it has handled earlier signals.
        (Attempt::Signal, !victim.answers().await?),
    ]);
    victim.process.end().await;
    Ok(observed)
}

/// Tries to read two files named in a command: a link, and a hard link to the referee's file. An
/// ordinary named file must be readable, or a refusal would prove nothing.
async fn named_files(mode: Option<Mode>, site: &Site) -> io::Result<[(Attempt, bool); 2]> {
    let command = |path: &Path| {
        let [command, role] = role::words(&Role::Reader { file: path.to_owned() })?;
        let words = vec![OWN.to_owned(), command, role, path.display().to_string()];
        let sandbox = mode.map(|mode| Sandbox::new(mode, Vec::new()));
        io::Result::Ok(EngineCommand { words, sandbox, ..EngineCommand::default() })
    };
    let read = async |command: EngineCommand| -> io::Result<Option<String>> {
        let mut reader = Talk::start(&command).await?;
        let said = reader.line().await;
        reader.process.end().await;
        said
    };
    if read(command(&site.open_file())?).await? != Some(site.secret.clone()) {
        return Err(io::Error::other("the engine cannot read a file named in its command"));
    }
    let follows = read(command(&site.link())?).await.is_ok_and(|text| text == Some(site.secret.clone()));
    let mut private = command(&site.second_name())?;
    let secret = site.secret_file();
    let places = [("a file of the referee", Some(secret.as_path()))];
    let granted = grants::grant([&mut private], &Private { places: &places, data_file: "" });
    let reads = granted.is_ok() && read(private).await? == Some(site.secret.clone());
    Ok([(Attempt::FollowLink, follows), (Attempt::ReadPrivate, reads)])
}

/// A process with its output line by line.
struct Talk {
    process: Process,
    lines: Lines,
}

impl Talk {
    async fn start(command: &EngineCommand) -> io::Result<Talk> {
        Ok(Talk { process: Process::spawn(command).await?, lines: Lines::new() })
    }

    /// Returns the next line; `None` at the end of the output.
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

    /// Returns the victim's process id, the address of its secret, and the secret.
    async fn introduction(&mut self) -> io::Result<(i32, u64, String)> {
        let line = self.line().await?.unwrap_or_default();
        let mut words = line.split(' ');
        let read = (|| Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.to_owned())))();
        read.ok_or_else(|| io::Error::other("the victim of the trial did not start"))
    }

    async fn answers(&mut self) -> io::Result<bool> {
        match self.process.write_now(b"there?\n") {
            Ok(_) => Ok(self.line().await?.is_some()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error),
        }
    }
}
