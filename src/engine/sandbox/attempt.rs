//! The attacks of a trial.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Mode;

/// An attack, or what it tries to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Attempt {
    /// Lists processes in `/proc`.
    ListProcesses,
    /// Finds out whether a process id exists.
    KnowProcess,
    /// Reads memory by `process_vm_readv` or `/proc/PID/mem`.
    ReadMemory,
    /// Reads `/proc/PID/environ`, which may contain a token.
    ReadEnvironment,
    /// Reads `/proc/PID/cmdline`, which may contain a token.
    ReadCommandLine,
    Signal,
    /// Sets the limits of open files and CPU time of another process.
    SetLimits,
    /// Reads a file outside the engine's view.
    ReadFile,
    /// Creates a file outside the engine's view.
    WriteFile,
    /// Changes the mode of a file outside the engine's view.
    ChangeMode,
    Connect,
    SendDatagram,
    /// Reaches a local socket, by path or abstract name.
    LocalSocket,
    /// Inherits the referee's environment variables.
    InheritVariables,
    /// Reads the target of a link that the engine's author planted and the command names.
    FollowLink,
    /// Reads a file of the referee by a hard link that the command names.
    ReadPrivate,
    /// Changes extended attributes and flags of a file, even by the newest calls.
    SetAttributes,
    /// Reads a kernel key of the user.
    ReadKeys,
    /// Creates a user namespace, in which it has all capabilities.
    MakeNamespaces,
    /// Uses `io_uring`, whose operations no filter sees.
    IoUring,
    /// Opens sockets that reach the hypervisor or kernel services, or send raw packets.
    OtherSockets,
}

impl Attempt {
    /// All attacks, in the order of reports.
    pub const ALL: [Attempt; 21] = [
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
        Attempt::FollowLink,
        Attempt::ReadPrivate,
        Attempt::SetAttributes,
        Attempt::ReadKeys,
        Attempt::MakeNamespaces,
        Attempt::IoUring,
        Attempt::OtherSockets,
    ];

    /// Returns the text that follows "an engine can".
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
            Attempt::FollowLink => "read through a planted link",
            Attempt::ReadPrivate => "read the referee's own files",
            Attempt::SetAttributes => "change attributes of files",
            Attempt::ReadKeys => "read the user's keys",
            Attempt::MakeNamespaces => "make namespaces",
            Attempt::IoUring => "use io_uring",
            Attempt::OtherSockets => "open special sockets",
        }
    }
}

impl Mode {
    /// Returns whether the mode promises to prevent an attack.
    pub fn prevents(self, attempt: Attempt) -> bool {
        self == Mode::Bubblewrap || attempt != Attempt::KnowProcess
    }
}

/// Whether each attack succeeded.
pub type Observed = BTreeMap<Attempt, bool>;
