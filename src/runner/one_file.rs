//! Collects all records of a contest in one file.

use std::{
    cmp::Ordering,
    fs::{self, File},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use crate::replaced_file::ReplacedFile;

/// Name of the directory with the records, in the directory of the contest.
pub const RECORDS: &str = "records";
/// Name of the file with all records, in the directory of the contest.
const ONE_FILE: &str = "records.jsonl";

/// Writes all records of a contest one after another into `records.jsonl` in its directory, and
/// replaces an existing file when complete. The records are in the order of their matches, each
/// with its original seal.
pub fn write(directory: &Path) -> anyhow::Result<PathBuf> {
    let path = directory.join(ONE_FILE);
    let failed = || format!("failed to write {}", path.display());
    let records = records(&directory.join(RECORDS)).context("failed to list the records")?;
    let mut file = ReplacedFile::private(&path).with_context(failed)?;
    for record in records {
        let mut source = File::open(&record).with_context(|| format!("failed to read {}", record.display()))?;
        io::copy(&mut source, &mut file).with_context(failed)?;
        if !ends_with_line(&mut source)? {
            writeln!(file).with_context(failed)?;
        }
    }
    file.finish().with_context(failed)?;
    Ok(path)
}

/// Returns the record files of a directory, ordered by the numbers in their names; none if the
/// directory is missing.
fn records(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(directory) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let is_record = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jsonl");
    let mut records: Vec<PathBuf> = paths.into_iter().filter(is_record).collect();
    records.sort_by(|a, b| by_number(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(records)
}

fn ends_with_line(file: &mut File) -> io::Result<bool> {
    let length = file.stream_position()?;
    if length == 0 {
        return Ok(true);
    }
    file.seek(io::SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Compares two names; consecutive digits count as one number.
fn by_number(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| -> Vec<(bool, usize, String)> {
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let runs = text.as_bytes().chunk_by(|a, b| is_digit(a) == is_digit(b));
        let part = |run: &[u8]| {
            let run = String::from_utf8_lossy(run);
            let number = run.trim_start_matches('0').len();
            if run.starts_with(|c: char| c.is_ascii_digit()) {
                (true, number, run.into_owned())
            } else {
                (false, 0, run.into_owned())
            }
        };
        runs.map(part).collect()
    };
    parts(a).cmp(&parts(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_in_the_order_of_their_matches() {
        let mut names = ["s1-b10-m1", "s1-b2-m2", "s10-b1-m1", "s1-b2-m1-r1", "s1-b2-m1", "s2-b1-m1"];
        names.sort_by(|a, b| by_number(a, b));
        assert_eq!(names, ["s1-b2-m1", "s1-b2-m1-r1", "s1-b2-m2", "s1-b10-m1", "s2-b1-m1", "s10-b1-m1"]);
    }
}
