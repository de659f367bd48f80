//! The targets of a trial that are not processes: files, sockets and a key. They are created for
//! the trial and removed after it.

use std::{
    fs,
    io::{self, ErrorKind},
    net::{TcpListener, UdpSocket},
    os::{
        linux::net::SocketAddrExt as _,
        unix::{
            fs::{DirBuilderExt as _, PermissionsExt as _, symlink},
            net::{SocketAddr, UnixListener},
        },
    },
    path::PathBuf,
};

use super::{
    attacker::{GREETING, MODE, Targets},
    attempt::{Attempt, Observed},
    attributes,
};

/// The targets of a trial, removed when dropped.
pub struct Site {
    directory: PathBuf,
    /// Secret that the files contain.
    pub secret: String,
    has_attribute: bool,
    flags: [Option<u32>; 2],
    tcp: TcpListener,
    udp: UdpSocket,
    sockets: [UnixListener; 2],
    abstract_socket: String,
}

/// Returns a random text that an engine cannot guess.
pub fn secret() -> io::Result<String> {
    Ok(format!("{:016x}", super::random()?))
}

impl Site {
    /// Creates the targets in the host's temporary directory.
    pub fn make() -> io::Result<Site> {
        let directory = std::env::temp_dir().join(format!("referee-trial-{}", secret()?));
        fs::DirBuilder::new().mode(0o700).create(&directory)?;
        let secret = secret()?;
        let abstract_socket = format!("referee-trial-{secret}");
        let named = UnixListener::bind(directory.join("socket"))?;
        let unnamed = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&abstract_socket)?)?;
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        let udp = UdpSocket::bind("127.0.0.1:0")?;
        tcp.set_nonblocking(true)?;
        udp.set_nonblocking(true)?;
        named.set_nonblocking(true)?;
        unnamed.set_nonblocking(true)?;
        let sockets = [named, unnamed];
        let mut site =
            Site { directory, secret, has_attribute: false, flags: [None; 2], tcp, udp, sockets, abstract_socket };
        site.make_files()?;
        Ok(site)
    }

    fn make_files(&mut self) -> io::Result<()> {
        fs::DirBuilder::new().mode(0o700).create(self.shown())?;
        for file in [self.secret_file(), self.open_file()] {
            fs::write(&file, format!("{}\n", self.secret))?;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
        }
        symlink(self.secret_file(), self.link())?;
        fs::hard_link(self.secret_file(), self.second_name())?;
        self.has_attribute = attributes::set(&self.secret_file()).is_ok();
        self.flags = self.flags_now();
        Ok(())
    }

    /// Returns the path of a file that no engine may read.
    pub fn secret_file(&self) -> PathBuf {
        self.directory.join("secret")
    }

    /// Returns the path of a directory that the engine may read.
    pub fn shown(&self) -> PathBuf {
        self.directory.join("shown")
    }

    /// Returns the path of a file that the engine may read.
    pub fn open_file(&self) -> PathBuf {
        self.shown().join("open")
    }

    /// Returns the path of a link to the secret file, in the readable directory.
    pub fn link(&self) -> PathBuf {
        self.shown().join("link")
    }

    /// Returns the path of a hard link to the secret file.
    pub fn second_name(&self) -> PathBuf {
        self.directory.join("second")
    }

    fn flags_now(&self) -> [Option<u32>; 2] {
        [self.secret_file(), self.open_file()].map(|file| attributes::flags(&file).ok())
    }

    /// Returns the targets for the engine, completed by a victim process and a key, if there is
    /// one.
    pub fn targets(&self, victim: i32, address: u64, length: usize, key: Option<u64>) -> io::Result<Targets> {
        Ok(Targets {
            victim,
            address,
            length,
            file: self.secret_file(),
            new_file: self.directory.join("new"),
            shown_file: self.open_file(),
            key,
            tcp: self.tcp.local_addr()?,
            udp: self.udp.local_addr()?,
            socket: self.directory.join("socket"),
            abstract_socket: self.abstract_socket.clone(),
        })
    }

    /// Returns which attacks on the targets succeeded.
    pub fn observed(&self) -> io::Result<Observed> {
        let mode = fs::metadata(self.secret_file())?.permissions().mode();
        let mut datagram = [0; GREETING.len()];
        let local = [came(self.sockets[0].accept())?, came(self.sockets[1].accept())?];
        let mut observed = Observed::from([
            (Attempt::WriteFile, self.directory.join("new").exists()),
            (Attempt::ChangeMode, mode & 0o777 == MODE),
            (Attempt::Connect, came(self.tcp.accept())?),
            (Attempt::SendDatagram, came(self.udp.recv(&mut datagram))?),
            (Attempt::LocalSocket, local.contains(&true)),
        ]);
        // Some file systems have neither attributes nor flags.
        if self.has_attribute || self.flags != [None; 2] {
            let is_changed =
                (self.has_attribute && !attributes::is_set(&self.secret_file())) || self.flags_now() != self.flags;
            observed.insert(Attempt::SetAttributes, is_changed);
        }
        Ok(observed)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Returns whether a message or a connection has arrived.
fn came<T>(taken: io::Result<T>) -> io::Result<bool> {
    match taken {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}
