//! Paths and texts of the golden files, for the tests of every package.

use std::path::{Path, PathBuf};

/// Returns the path of a file of `golden`, at the top of the repository.
pub fn golden(name: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = package.ancestors().find(|folder| folder.join("golden").is_dir());
    top.expect("the package is in the repository").join("golden").join(name)
}

/// Returns the text of a golden file.
pub fn golden_text(name: &str) -> String {
    let path = golden(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
