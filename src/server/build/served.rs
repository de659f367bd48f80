//! The table of everything that a server shows to browsers.

use std::{fmt::Write as _, path::PathBuf};

/// Content type of PNG images, the only files that are not text.
pub const PNG: &str = "image/png";

/// A file that a server shows.
pub struct Served {
    /// Path of the file in the address.
    pub path: String,
    /// Content type; all except [`PNG`] are text in UTF-8.
    pub kind: &'static str,
    /// Path of the file on disk.
    pub file: PathBuf,
}

impl Served {
    pub fn new(path: impl Into<String>, kind: &'static str, file: PathBuf) -> Served {
        Served { path: path.into(), kind, file }
    }
}

/// Returns the files as a Rust expression: a slice of path, content type and bytes.
pub fn table(files: &[Served]) -> String {
    let mut table = String::from("&[\n");
    for Served { path, kind, file } in files {
        let charset = if *kind == PNG { "" } else { "; charset=utf-8" };
        _ = writeln!(table, "({path:?}, \"{kind}{charset}\", include_bytes!({file:?})),");
    }
    table + "]"
}
