//! The paths that code names: its imports, and everything that it uses by full path.

use super::source::Source;

/// A path from the top of the crate, such as `pb::v1::Event`.
pub struct Named {
    /// Line in the file, from 1.
    pub line: usize,
    pub path: String,
}

/// Returns every path that the shipped code of a file names from the top of the crate: by
/// `crate::`, by enough `super::`, or by the name of one of our crates. All paths use the names in
/// `src/lib.rs`: `referee_law::Event` becomes `law::Event`.
pub fn named(source: &Source) -> Vec<Named> {
    let mut found = Vec::new();
    let code = source.code.join("\n");
    let depth = depth(&source.path);
    let mut at = 0;
    while let Some(skipped) = code[at..].find(|c: char| c.is_alphabetic() || c == '_') {
        let start = at + skipped;
        let word = word(&code[start..]);
        at = start + word.len();
        let line = code[..start].matches('\n').count();
        let glued = code[..start].ends_with(|c: char| c == ':' || c.is_alphanumeric());
        if glued || source.tested[line] {
            continue;
        }
        let tree = match word {
            "super" => behind_supers(&code[start..], depth),
            _ => code[at..].strip_prefix("::"),
        };
        let (Some(prefix), Some(tree)) = (top(word), tree) else { continue };
        for path in expand(tree) {
            found.push(Named { line: line + 1, path: format!("{prefix}{path}") });
        }
    }
    found
}

/// Returns the prefix of paths that begin with this word. `None` if the word is not one of our
/// crates.
fn top(word: &str) -> Option<String> {
    match word {
        "crate" | "super" => Some(String::new()),
        _ => match word.strip_prefix("referee_")? {
            "contests" | "os" | "server" => Some(String::new()),
            "proto" => Some("pb::".to_owned()),
            name => Some(format!("{name}::")),
        },
    }
}

/// Returns the depth of a file's module below the top: 1 for `src/store/mod.rs`, 2 for
/// `src/store/memory.rs`.
fn depth(path: &str) -> usize {
    let inner = path.trim_start_matches("src/").trim_start_matches("server/").trim_end_matches(".rs");
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    if inner == "lib" || inner == "main" { 0 } else { inner.split('/').count() }
}

/// Returns the path after `depth` times `super::`. `None` if there are fewer.
fn behind_supers(mut code: &str, depth: usize) -> Option<&str> {
    for _ in 0..depth {
        code = code.strip_prefix("super::")?;
    }
    Some(code)
}

fn word(code: &str) -> &str {
    let end = code.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(code.len());
    &code[..end]
}

/// Returns the paths of a use tree: `a::b` and `a::c::d` for `a::{b, c::d}`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim_start();
    if let Some(inner) = tree.strip_prefix('{') {
        return branches(inner).into_iter().flat_map(expand).collect();
    }
    let name = word(tree);
    let rest = &tree[name.len()..];
    match rest.strip_prefix("::") {
        Some(rest) if !rest.starts_with('<') => {
            let below = expand(rest);
            below.into_iter().map(|path| format!("{name}::{path}")).collect()
        }
        _ => vec![name.to_owned()],
    }
}

/// Returns the branches of `{a, b::{c, d}}`, given the text after its first brace.
fn branches(inner: &str) -> Vec<&str> {
    let (mut open, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open == 0 => {
                parts.push(inner[start..at].trim());
                break;
            }
            '}' => open -= 1,
            ',' if open == 0 => {
                parts.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
