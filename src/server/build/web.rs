//! Collects the pages of the web app. They are committed in their built form, so building the
//! server needs no Node.

use std::{error::Error, fs, path::Path};

use super::served::Served;

/// The folder of the built pages.
const DIST: &str = "clients/web/dist";
/// The file that shows every page of the web app.
pub const INDEX: &str = "/index.html";

/// Returns the files of the web app by their path below `DIST`. Reads the repository in the current
/// directory.
pub fn files() -> Result<Vec<Served>, Box<dyn Error>> {
    let mut files = Vec::new();
    collect(&std::env::current_dir()?.join(DIST), "", &mut files)?;
    // Directories list their files in different orders on different machines.
    files.sort_by(|one, other| one.path.cmp(&other.path));
    if files.iter().all(|file| file.path != INDEX) {
        return Err(format!("{DIST}{INDEX} is missing").into());
    }
    Ok(files)
}

fn collect(folder: &Path, path: &str, files: &mut Vec<Served>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let name = file.file_name().and_then(|name| name.to_str()).ok_or("a name is not UTF-8")?;
        let path = format!("{path}/{name}");
        if file.is_dir() {
            collect(&file, &path, files)?;
        } else {
            files.push(Served::new(path, kind(name)?, file));
        }
    }
    Ok(())
}

fn kind(name: &str) -> Result<&'static str, String> {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => Ok("text/html"),
        "js" => Ok("text/javascript"),
        "css" => Ok("text/css"),
        "svg" => Ok("image/svg+xml"),
        "txt" => Ok("text/plain"),
        _ => Err(format!("{DIST}: no media type for {name}")),
    }
}
