//! Files that are replaced in one step: the new content is written to a file beside the old one,
//! and replaces it once complete.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufWriter, ErrorKind, Write},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

/// Maximum attempts to create and lock a file while other processes do the same.
const MOST_TRIES: usize = 8;

/// A file that is being written. If it is dropped before [`ReplacedFile::finish`], the old content
/// remains.
pub struct ReplacedFile {
    file: BufWriter<File>,
    path: PathBuf,
    /// The path of the new content; `None` for a device or a pipe, which is written directly.
    beside: Option<PathBuf>,
}

impl ReplacedFile {
    /// Begins a file at a path. The old content is unchanged until [`ReplacedFile::finish`]; a
    /// device or a pipe is written directly.
    pub fn create(path: &Path) -> io::Result<ReplacedFile> {
        ReplacedFile::open(path, OpenOptions::new().write(true).create_new(true))
    }

    /// Begins a file that only its owner can read.
    pub fn private(path: &Path) -> io::Result<ReplacedFile> {
        let mut options = OpenOptions::new();
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        ReplacedFile::open(path, options.write(true).create_new(true))
    }

    fn open(path: &Path, options: &OpenOptions) -> io::Result<ReplacedFile> {
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
            return Ok(ReplacedFile { file, path: path.to_owned(), beside: None });
        }
        // Replaces the target of a symbolic link, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let no_file = || io::Error::new(ErrorKind::InvalidInput, "the path does not name a file");
        let mut name = path.file_name().ok_or_else(no_file)?.to_owned();
        name.push(".part");
        let beside = path.with_file_name(name);
        let file = BufWriter::new(begin(&beside, options)?);
        Ok(ReplacedFile { file, path, beside: Some(beside) })
    }

    /// Replaces the old content by the new one, durably.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(beside) = &self.beside {
            self.file.get_ref().sync_all()?;
            fs::rename(beside, &self.path)?;
            self.beside = None;
            sync_name(&self.path)?;
        }
        Ok(())
    }
}

/// Begins a new, locked file at a path. Replaces a file that an interrupted run left, since it may
/// be torn, or readable for other users. Fails with [`ErrorKind::WouldBlock`] while another process
/// writes the file.
fn begin(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let is_at_path = |file: &File| match (fs::symlink_metadata(path), file.metadata()) {
        (Ok(there), Ok(own)) => (there.dev(), there.ino()) == (own.dev(), own.ino()),
        _ => false,
    };
    for _ in 0..MOST_TRIES {
        match options.open(path) {
            Ok(file) => {
                lock(&file, path)?;
                // Another process may have removed the file before it was locked.
                if is_at_path(&file) {
                    return Ok(file);
                }
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let Ok(left) = File::open(path) else { continue };
                lock(&left, path)?;
                if is_at_path(&left) {
                    fs::remove_file(path)?;
                }
            }
            Err(error) => return Err(error),
        }
    }
    Err(in_use(path))
}

fn lock(file: &File, path: &Path) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => in_use(path),
        TryLockError::Error(error) => error,
    })
}

fn in_use(path: &Path) -> io::Error {
    io::Error::new(ErrorKind::WouldBlock, format!("another process is writing {}", path.display()))
}

impl Write for ReplacedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for ReplacedFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // A file that cannot be removed stays as an unused file.
            let _: io::Result<()> = fs::remove_file(beside);
        }
    }
}

/// Flushes the name of a new or renamed file: its content is safe only with its name.
pub fn sync_name(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = ReplacedFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Replaces the file at a path, durably, by one that only its owner can read.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = ReplacedFile::private(path)?;
    file.write_all(bytes)?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finished_changes_nothing_and_leaves_nothing() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("export.jsonl");
        write(&path, b"whole\n").expect("it is written");
        let mut file = ReplacedFile::create(&path).expect("it is begun");
        file.write_all(&[b'x'; 100_000]).expect("it is written");
        drop(file);
        assert_eq!(fs::read(&path).expect("it is there"), b"whole\n");
        let mut file = ReplacedFile::private(&path).expect("it is begun");
        file.write_all(b"new\n").expect("it is written");
        file.finish().expect("it takes its place");
        assert_eq!(fs::read(&path).expect("it is there"), b"new\n");
        assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn a_part_of_an_interrupted_run_is_replaced_and_a_part_in_use_is_not() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("record");
        fs::write(place.path().join("record.part"), b"torn").expect("an interrupted run");
        let file = ReplacedFile::create(&path).expect("the part is replaced");
        let refused = ReplacedFile::create(&path).map(drop).expect_err("the part is in use");
        assert_eq!(refused.kind(), ErrorKind::WouldBlock);
        file.finish().expect("it takes its place");
        write(&path, b"whole").expect("it is written");
        assert_eq!(fs::read(&path).expect("it is there"), b"whole");
        assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn a_device_is_written_and_not_replaced_and_a_directory_is_refused() {
        write(Path::new("/dev/null"), b"gone").expect("it takes anything");
        assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
        assert!(write(Path::new("/"), b"nowhere").is_err());
    }

    #[test]
    fn a_link_keeps_its_target() {
        let place = tempfile::tempdir().expect("a directory");
        let (path, link) = (place.path().join("one"), place.path().join("other"));
        write(&path, b"old").expect("it is written");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        write(&link, b"new").expect("it is written");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    }
}
