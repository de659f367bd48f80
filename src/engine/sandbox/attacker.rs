//! A hostile engine that tests sandboxes, and its victim. The engine makes the attacks; the
//! [`trial`](super::trial) observes for itself which of them succeed.

use std::{
    env,
    fs::{self, File},
    io::{self, BufRead as _, Read as _, Write as _},
    net::{SocketAddr, TcpStream, UdpSocket},
    os::{
        linux::net::SocketAddrExt as _,
        unix::{fs::FileExt as _, fs::PermissionsExt as _, net},
    },
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{attributes, keyring};

/// Message sent through every socket that the engine can reach.
pub const GREETING: &[u8] = b"here I am";
/// Mode that the attack sets on a file of the victim.
pub const MODE: u32 = 0o604;
/// Limit of open files that the attack sets on the victim.
pub const FILES: u64 = 77;
/// Time limit for a connection.
const CONNECT: Duration = Duration::from_secs(2);
/// Maximum bytes read of a file of another process.
const MAX_READ: u64 = 64 << 10;
/// Maximum bytes read of a key.
const MAX_KEY: usize = 256;
/// Size in bytes of the parameters of `io_uring_setup`.
const IO_URING_PARAMETERS: usize = 120;
/// Socket types that reach the hypervisor or kernel services, or send raw packets.
const SPECIAL_SOCKETS: [(libc::c_int, libc::c_int); 4] = [
    (libc::AF_VSOCK, libc::SOCK_STREAM),
    (libc::AF_NETLINK, libc::SOCK_RAW),
    (libc::AF_ALG, libc::SOCK_SEQPACKET),
    (libc::AF_PACKET, libc::SOCK_DGRAM),
];
/// Maximum processes and variables in a report.
const MAX_TOLD: usize = 4096;

/// The targets of the attacks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Targets {
    pub victim: i32,
    /// Address of the secret in the victim's memory.
    pub address: u64,
    /// Length of that secret in bytes.
    pub length: usize,
    /// A file that contains a secret.
    pub file: PathBuf,
    /// A file that the engine tries to create.
    pub new_file: PathBuf,
    /// A file that the engine may read.
    pub shown_file: PathBuf,
    /// Id of a kernel key with a secret; `None` if the kernel keeps no keys.
    pub key: Option<u64>,
    pub tcp: SocketAddr,
    pub udp: SocketAddr,
    /// A socket with a path in the file system.
    pub socket: PathBuf,
    pub abstract_socket: String,
}

/// The findings of an attack, reported as one line of JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// Ids of the processes that the engine could list.
    pub processes: Vec<i32>,
    /// Whether the engine knows that the victim exists.
    pub knows: bool,
    pub memory: String,
    pub environment: String,
    pub command_line: String,
    /// Content read from the secret file.
    pub file: String,
    /// Names of the environment variables that the engine inherited.
    pub variables: Vec<String>,
    pub key: String,
    pub namespaces: bool,
    /// Whether the engine got an `io_uring`.
    pub io_uring: bool,
    /// Whether the engine opened a special socket.
    pub sockets: bool,
}

/// Tries every attack, and reports the findings. The signal that kills the victim comes last, after
/// reading a line.
pub fn attack(targets: &Targets) -> io::Result<()> {
    let of_victim = |name: &str| PathBuf::from(format!("/proc/{}/{name}", targets.victim));
    let listed = fs::read_dir("/proc").map(|entries| entries.flatten().collect::<Vec<_>>()).unwrap_or_default();
    let ids = listed.iter().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let findings = Findings {
        processes: ids.take(MAX_TOLD).collect(),
        knows: of_victim("").exists(),
        memory: String::from_utf8_lossy(&memory(targets)).into_owned(),
        environment: read(&of_victim("environ")),
        command_line: read(&of_victim("cmdline")),
        file: read(&targets.file),
        variables: env::vars_os().filter_map(|(name, _)| name.into_string().ok()).take(MAX_TOLD).collect(),
        key: targets.key.map(key).unwrap_or_default(),
        namespaces: makes_namespaces(),
        io_uring: has_io_uring(),
        sockets: SPECIAL_SOCKETS.iter().any(|(family, kind)| opens(*family, *kind)),
    };
    [&targets.file, &targets.shown_file].into_iter().for_each(|file| attributes::attack(file));
    let _ = fs::write(&targets.new_file, GREETING);
    let _ = fs::set_permissions(&targets.file, fs::Permissions::from_mode(MODE));
    greet(targets);
    let limit = libc::rlimit { rlim_cur: FILES, rlim_max: FILES };
    // SAFETY: the call only reads the limit.
    unsafe { libc::prlimit(targets.victim, libc::RLIMIT_NOFILE, &limit, std::ptr::null_mut()) };
    let mut out = io::stdout();
    writeln!(out, "{}", serde_json::to_string(&findings)?)?;
    out.flush()?;
    // Waits for a line: the trial checks the other results before the victim may die.
    io::stdin().read_line(&mut String::new())?;
    // SAFETY: sending a signal touches no memory.
    unsafe { libc::kill(targets.victim, libc::SIGKILL) };
    Ok(())
}

fn key(number: u64) -> String {
    let mut held = [0; MAX_KEY];
    let length = keyring::read(number, &mut held).unwrap_or_default();
    String::from_utf8_lossy(&held[..length]).into_owned()
}

/// Returns whether a child process gets new namespaces, in which it would have all capabilities.
fn makes_namespaces() -> bool {
    // SAFETY: this process has one thread, and the child makes two calls that touch no memory.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::_exit(libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS));
        }
        let mut status = 0;
        child > 0 && libc::waitpid(child, &mut status, 0) == child && status == 0
    }
}

fn has_io_uring() -> bool {
    let mut parameters = [0_u8; IO_URING_PARAMETERS];
    // SAFETY: the parameters have the size that the kernel writes.
    is_open(unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, parameters.as_mut_ptr()) })
}

fn opens(family: libc::c_int, kind: libc::c_int) -> bool {
    // SAFETY: the call touches no memory.
    is_open(unsafe { libc::socket(family, kind, 0) }.into())
}

/// Returns whether a system call returned a new descriptor, which is then closed.
fn is_open(descriptor: libc::c_long) -> bool {
    let new = libc::c_int::try_from(descriptor).ok().filter(|new| *new >= 0);
    // SAFETY: the descriptor was just opened, and nothing else uses it.
    new.is_some_and(|new| unsafe { libc::close(new) } == 0)
}

/// Sends the greeting to every socket.
fn greet(targets: &Targets) {
    let _ = TcpStream::connect_timeout(&targets.tcp, CONNECT).and_then(|mut stream| stream.write_all(GREETING));
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let _ = UdpSocket::bind(any).and_then(|socket| socket.send_to(GREETING, targets.udp));
    let _ = net::UnixStream::connect(&targets.socket).and_then(|mut stream| stream.write_all(GREETING));
    let _ = net::SocketAddr::from_abstract_name(&targets.abstract_socket)
        .and_then(|address| net::UnixStream::connect_addr(&address))
        .and_then(|mut stream| stream.write_all(GREETING));
}

/// Reads the victim's secret by either interface of the kernel; empty if both are closed.
fn memory(targets: &Targets) -> Vec<u8> {
    let mut found = vec![0; targets.length.min(MAX_READ as usize)];
    let local = libc::iovec { iov_base: found.as_mut_ptr().cast(), iov_len: found.len() };
    let address = usize::try_from(targets.address).unwrap_or_default();
    let remote = libc::iovec { iov_base: std::ptr::without_provenance_mut(address), iov_len: found.len() };
    // SAFETY: the kernel writes only to `found`, and not beyond its length.
    let count = unsafe { libc::process_vm_readv(targets.victim, &local, 1, &remote, 1, 0) };
    if usize::try_from(count) == Ok(found.len()) {
        return found;
    }
    let file = File::open(format!("/proc/{}/mem", targets.victim));
    match file.and_then(|file| file.read_exact_at(&mut found, targets.address)) {
        Ok(()) => found,
        Err(_) => Vec::new(),
    }
}

fn read(path: &Path) -> String {
    let mut bytes = Vec::new();
    let _ = File::open(path).and_then(|file| file.take(MAX_READ).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Acts as the victim: keeps a secret in memory, reports its address, and answers every line until
/// the input ends.
pub fn suffer() -> io::Result<()> {
    let secret = format!("{:016x}", super::random()?);
    let mut out = io::stdout();
    writeln!(out, "{} {} {secret}", std::process::id(), secret.as_ptr().expose_provenance())?;
    out.flush()?;
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", line?)?;
        out.flush()?;
    }
    // Keeps the secret in memory until this point.
    std::hint::black_box(&secret);
    Ok(())
}
