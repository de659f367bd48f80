//! The file with the server's key, in its data directory.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read as _, Write as _},
    path::{Path, PathBuf},
};

use super::{
    Signer,
    hex::{hex, unhex},
};

/// Name of the key file in the data directory. It contains 64 hexadecimal digits, and only its
/// owner can read it.
pub const KEY_FILE: &str = "signing-key";
/// Maximum bytes read from the file; a key has fewer.
const MOST: u64 = 256;

/// The reason why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// The file has other content.
    #[error("{} is not a signing key: expected 64 hexadecimal digits in lower case. Restore a backup, or remove the file to sign with a new key", file.display())]
    Malformed { file: PathBuf },
    /// Others can or could read the key.
    #[error("{} is readable by others (mode {mode:03o}): restrict the file to its owner (chmod 600), or remove it to sign with a new key", file.display())]
    Open { file: PathBuf, mode: u32 },
    #[error("failed to {doing} {}: {cause}", file.display())]
    Failed { doing: &'static str, file: PathBuf, cause: io::Error },
    /// The system has no random numbers.
    #[error("failed to create a signing key: {cause}")]
    NoEntropy { cause: getrandom::Error },
}

impl Signer {
    /// Opens the key of a data directory, which must exist and be locked. The first start creates
    /// the key and makes it durable before signing.
    pub fn open(directory: &Path) -> Result<Signer, KeyFileError> {
        let file = directory.join(KEY_FILE);
        match read(&file)? {
            Some(secret) => Ok(Signer::of_secret(&secret)),
            None => make(directory, &file),
        }
    }

    /// Creates a key in memory.
    pub fn make() -> Result<Signer, KeyFileError> {
        secret().map(|secret| Signer::of_secret(&secret))
    }
}

fn secret() -> Result<[u8; 32], KeyFileError> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|cause| KeyFileError::NoEntropy { cause })?;
    Ok(secret)
}

fn read(file: &Path) -> Result<Option<[u8; 32]>, KeyFileError> {
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(failed("open", file)(cause)),
    };
    let mode = mode_of(&opened).map_err(failed("read", file))?;
    if mode & 0o077 != 0 {
        return Err(KeyFileError::Open { file: file.to_owned(), mode });
    }
    let mut text = String::new();
    match opened.take(MOST).read_to_string(&mut text) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::InvalidData => text.clear(),
        Err(cause) => return Err(failed("read", file)(cause)),
    }
    unhex(text.trim_end()).map(Some).ok_or_else(|| KeyFileError::Malformed { file: file.to_owned() })
}

/// Creates a key under a temporary name first, so that the file with the final name is always
/// complete.
fn make(directory: &Path, file: &Path) -> Result<Signer, KeyFileError> {
    let secret = secret()?;
    let new = directory.join(format!("{KEY_FILE}.new"));
    match fs::remove_file(&new) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(failed("replace", &new)(cause)),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut written = options.open(&new).map_err(failed("make", &new))?;
    let line = format!("{}\n", hex(&secret));
    written.write_all(line.as_bytes()).and_then(|()| written.sync_all()).map_err(failed("write", &new))?;
    fs::rename(&new, file).map_err(failed("name", file))?;
    File::open(directory).and_then(|directory| directory.sync_all()).map_err(failed("keep", file))?;
    Ok(Signer::of_secret(&secret))
}

fn failed(doing: &'static str, file: &Path) -> impl FnOnce(io::Error) -> KeyFileError {
    let file = file.to_owned();
    move |cause| KeyFileError::Failed { doing, file, cause }
}

fn mode_of(file: &File) -> io::Result<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.metadata()?.permissions().mode() & 0o777)
}
