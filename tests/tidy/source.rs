//! The files of the repository as the rules read them: their text, and their code without comments
//! and strings.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders without hand-written files.
const SKIPPED: &[&str] = &[".git", "target", "node_modules", "__pycache__", "referee-data", "records", "dist"];

/// A file.
pub struct Source {
    /// Path from the top of the repository, with `/`.
    pub path: String,
    /// The unchanged text.
    pub text: String,
    /// Rust only: each line with comments and strings blanked.
    pub code: Vec<String>,
    /// Rust only: each line with comments blanked.
    pub spoken: Vec<String>,
    /// Rust only: whether each line belongs to an item with `#[cfg(test)]`.
    pub tested: Vec<bool>,
}

/// Returns every file below `top` with one of these extensions, sorted by path.
pub fn load(top: &Path, endings: &[&str]) -> Vec<Source> {
    let mut paths = Vec::new();
    walk(top, &mut paths);
    paths.retain(|path| !path.is_symlink());
    paths.retain(|path| path.extension().is_some_and(|end| endings.iter().any(|wanted| end == *wanted)));
    paths.sort();
    paths.iter().map(|path| Source::read(top, path)).collect()
}

/// Returns the path and the target of each symbolic link below `top`.
pub fn links(top: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut paths = Vec::new();
    walk(top, &mut paths);
    paths.retain(|path| path.is_symlink());
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_link(path).unwrap())).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let skipped = SKIPPED.iter().any(|name| entry.file_name() == *name);
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && !skipped {
            walk(&entry.path(), found);
        } else if kind.is_file() || kind.is_symlink() {
            found.push(entry.path());
        }
    }
}

impl Source {
    fn read(top: &Path, path: &Path) -> Source {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        let path = path.strip_prefix(top).unwrap().to_string_lossy().replace('\\', "/");
        Source::of(path, text)
    }

    /// Returns a file with this path and text. It need not exist.
    pub fn of(path: String, text: String) -> Source {
        let (mut code, mut spoken, mut tested) = (Vec::new(), Vec::new(), Vec::new());
        if path.ends_with(".rs") {
            let (without_strings, with_strings) = strip(&text);
            code = without_strings.lines().map(str::to_owned).collect();
            spoken = with_strings.lines().map(str::to_owned).collect();
            tested = mark_tests(&code);
        }
        Source { path, text, code, spoken, tested }
    }

    /// Returns the room of the file: the first name below `src`, or below `src/server`.
    pub fn room(&self) -> Option<&str> {
        let inner = self.path.strip_prefix("src/")?;
        let name = inner.strip_prefix("server/").unwrap_or(inner).split('/').next()?;
        Some(name.strip_suffix(".rs").unwrap_or(name))
    }

    /// Returns whether the file belongs to the crate of the server.
    pub fn is_of_server(&self) -> bool {
        self.path.starts_with("src/server/")
    }

    /// Returns the lines of code outside tests, with their numbers.
    pub fn shipped(&self) -> impl Iterator<Item = (usize, &str)> {
        let shipped = |&(index, _): &(usize, &String)| !self.tested[index];
        self.code.iter().enumerate().filter(shipped).map(|(index, line)| (index + 1, line.as_str()))
    }
}

/// Returns the text without comments and strings, and the text without comments. Both keep all line
/// breaks.
fn strip(text: &str) -> (String, String) {
    let chars: Vec<char> = text.chars().collect();
    let (mut code, mut spoken) = (String::new(), String::new());
    let mut at = 0;
    while at < chars.len() {
        let (end, kind) = token(&chars, at);
        for &c in &chars[at..end] {
            let blank = if c == '\n' { '\n' } else { ' ' };
            code.push(if kind == Kind::Code { c } else { blank });
            spoken.push(if kind == Kind::Comment { blank } else { c });
        }
        at = end;
    }
    (code, spoken)
}

#[derive(PartialEq)]
enum Kind {
    Code,
    Comment,
    Quoted,
}

/// Returns the end and the kind of the token that begins at `at`.
fn token(chars: &[char], at: usize) -> (usize, Kind) {
    let next = |ahead: usize| chars.get(at + ahead).copied().unwrap_or(' ');
    let find = |mut end: usize, closes: &dyn Fn(usize) -> bool| {
        while end < chars.len() && !closes(end) {
            end += 1;
        }
        end
    };
    let glued = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match (chars[at], next(1)) {
        ('/', '/') => (find(at, &|end| chars[end] == '\n'), Kind::Comment),
        ('/', '*') => (find(at + 2, &|end| chars[end - 1] == '*' && chars[end] == '/') + 1, Kind::Comment),
        ('"', _) => (quoted(chars, at), Kind::Quoted),
        ('r', '"' | '#') if !glued || chars[at - 1] == 'b' => raw(chars, at),
        ('\'', '\\') => (find(at + 3, &|end| chars[end] == '\'') + 1, Kind::Quoted),
        ('\'', _) if next(2) == '\'' => (at + 3, Kind::Quoted),
        _ => (at + 1, Kind::Code),
    }
}

fn quoted(chars: &[char], at: usize) -> usize {
    let mut end = at + 1;
    while end < chars.len() && chars[end] != '"' {
        end += if chars[end] == '\\' { 2 } else { 1 };
    }
    (end + 1).min(chars.len())
}

fn raw(chars: &[char], at: usize) -> (usize, Kind) {
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    if chars.get(at + 1 + hashes) != Some(&'"') {
        return (at + 1, Kind::Code);
    }
    let mut end = at + 2 + hashes;
    let closes =
        |end: usize| chars[end] == '"' && chars[end + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes;
    while end < chars.len() && !closes(end) {
        end += 1;
    }
    ((end + 1 + hashes).min(chars.len()), Kind::Quoted)
}

/// Marks the lines of every item after `#[cfg(test)]`.
fn mark_tests(code: &[String]) -> Vec<bool> {
    let mut tested = vec![false; code.len()];
    for start in 0..code.len() {
        if code[start].trim() == "#[cfg(test)]" && !tested[start] {
            let end = item_end(code, start + 1);
            tested[start..=end].fill(true);
        }
    }
    tested
}

/// Returns the last line of the item that begins on line `start`: the line that closes its braces,
/// or that has its semicolon before any brace.
pub fn item_end(code: &[String], start: usize) -> usize {
    let (mut braces, mut brackets) = (0, 0);
    for (index, line) in code.iter().enumerate().skip(start) {
        for c in line.chars() {
            match c {
                '(' | '[' => brackets += 1,
                ')' | ']' => brackets -= 1,
                '{' => braces += 1,
                '}' => braces -= 1,
                _ => {}
            }
            if matches!(c, '}' | ';') && braces == 0 && brackets == 0 {
                return index;
            }
        }
    }
    code.len() - 1
}
