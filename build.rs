//! Renders the book that a server shows.

#[path = "build/book.rs"]
mod book;

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("book.rs"), book::generate(&out.join("book"))?)?;
    println!("cargo:rerun-if-changed=docs");
    println!("cargo:rerun-if-changed=build");
    Ok(())
}
