//! Renders the book that a server shows.

#[path = "build/book.rs"]
mod book;

use std::{env, error::Error, fs, path::Path};

/// The repository: the pages and the files that they link to.
const REPOSITORY: &str = "../..";

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    env::set_current_dir(REPOSITORY)?;
    fs::write(out.join("book.rs"), book::generate(&out.join("book"))?)?;
    for read in ["docs", "README.md", "src/server/build"] {
        println!("cargo:rerun-if-changed={REPOSITORY}/{read}");
    }
    Ok(())
}
