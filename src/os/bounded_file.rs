//! Reads whole files up to a size limit. The limit also holds for devices and pipes, whose length
//! is unknown beforehand.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

/// Returns the bytes of a file. If the file has more than `most` bytes, reading stops there with an
/// error of the kind [`io::ErrorKind::FileTooLarge`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, most)
}

fn read_from(source: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("too long, expected at most {most} bytes")));
    }
    Ok(bytes)
}

/// Returns the text of a file of at most `most` bytes. Text that is not UTF-8 is an error of the
/// kind [`io::ErrorKind::InvalidData`].
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    read_text_from(File::open(path)?, most)
}

/// Returns the text of an open file, with the errors of [`read_text`].
pub fn read_text_from(source: impl io::Read, most: u64) -> io::Result<String> {
    String::from_utf8(read_from(source, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_is_refused_also_where_it_says_no_length() {
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let length = std::fs::metadata(file).expect("it is there").len();
        assert_eq!(read(file, length).expect("it is not longer").len() as u64, length);
        for (path, most) in [(file, length - 1), (Path::new("/dev/zero"), 4096)] {
            let refused = read_text(path, most).expect_err("it is longer");
            assert_eq!(refused.kind(), io::ErrorKind::FileTooLarge, "{refused}");
        }
    }
}
