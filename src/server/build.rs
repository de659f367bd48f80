//! Collects the pages that a server shows: the rendered book, and the web app.

#[path = "build/book.rs"]
mod book;
#[path = "build/served.rs"]
mod served;
#[path = "build/web.rs"]
mod web;

use std::{env, error::Error, fs, path::Path};

/// Path of the repository, which contains the pages and the files that they link to.
const REPOSITORY: &str = "../..";

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    env::set_current_dir(REPOSITORY)?;
    let mut files = book::files(&out.join("book"))?;
    files.extend(web::files()?);
    fs::write(out.join("pages.rs"), served::table(&files))?;
    for read in ["docs", "README.md", "clients/web/dist", "src/server/build"] {
        println!("cargo:rerun-if-changed={REPOSITORY}/{read}");
    }
    Ok(())
}
