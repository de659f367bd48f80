//! Renders `docs/` to the pages that a server shows at `/docs`, with a table of contents and a
//! search index. Other linked files, and all protos, are served as text at their path.

use std::{
    collections::BTreeSet,
    error::Error,
    fs, io,
    path::{Component, Path, PathBuf},
};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::served::{PNG, Served};

/// Files that the pages load, with their content types.
const PARTS: [(&str, &str); 2] = [("/docs/book.css", "text/css"), ("/docs/book.js", "text/javascript")];

/// A page with its place in the summary.
struct Entry {
    part: String,
    title: String,
    /// Name of the file in `docs/`, without `.md`.
    name: String,
}

/// The content of the book while it is collected.
#[derive(Default)]
struct Book {
    served: Vec<Served>,
    /// Files that pages link to, by their path in the repository.
    linked: BTreeSet<PathBuf>,
    /// Pages outside of `docs/` that other pages link to. Those that are not rendered yet are at
    /// the end.
    beside: Vec<PathBuf>,
    /// Items of the JSON array that the search uses.
    sections: Vec<String>,
}

/// Returns the files of the book. Reads the repository in the current directory, and writes the
/// rendered pages to `out`.
pub fn files(out: &Path) -> Result<Vec<Served>, Box<dyn Error>> {
    let here = std::env::current_dir()?;
    let entries = entries(&fs::read_to_string("docs/SUMMARY.md")?);
    let mut book = Book::default();
    fs::create_dir_all(out)?;
    for entry in &entries {
        let source = PathBuf::from(format!("docs/{}.md", entry.name));
        book.add(out, &entries, &source, &entry.title)?;
    }
    let first = book.served.first().ok_or("docs/SUMMARY.md lists no page")?.file.clone();
    for path in ["/docs", "/docs/"] {
        book.served.push(Served::new(path, "text/html", first.clone()));
    }
    let mut rendered = 0;
    while let Some(source) = book.beside.get(rendered).cloned() {
        book.add(out, &entries, &source, "")?;
        rendered += 1;
    }
    let index = out.join("search.json");
    fs::write(&index, format!("[{}]", book.sections.join(",\n")))?;
    book.served.push(Served::new("/docs/search.json", "application/json", index));
    for (path, kind) in PARTS {
        let name = path.rsplit('/').next().unwrap_or_default();
        book.served.push(Served::new(path, kind, here.join("src/server/api/pages").join(name)));
    }
    protos(Path::new("proto"), &mut book.linked)?;
    for path in &book.linked {
        let kind = match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => "image/svg+xml",
            Some("png") => PNG,
            _ => "text/plain",
        };
        book.served.push(Served::new(format!("/{}", path.display()), kind, here.join(path)));
    }
    Ok(book.served)
}

fn entries(summary: &str) -> Vec<Entry> {
    let mut part = String::new();
    let mut entries = Vec::new();
    for line in summary.lines().skip(1) {
        if let Some(title) = line.strip_prefix("# ") {
            part = title.to_owned();
        } else if let Some((title, name)) = link(line) {
            entries.push(Entry { part: part.clone(), title, name });
        }
    }
    entries
}

fn link(line: &str) -> Option<(String, String)> {
    let (title, rest) = line.split_once('[')?.1.split_once("](")?;
    Some((title.to_owned(), rest.split_once(".md)")?.0.to_owned()))
}

/// Finds every proto that is sent or shown, for tools and for readers of the clients.
fn protos(folder: &Path, found: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            protos(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "proto") {
            found.insert(path);
        }
    }
    Ok(())
}

impl Book {
    /// Renders a page. Without a title, its first heading is the title.
    fn add(&mut self, out: &Path, entries: &[Entry], source: &Path, title: &str) -> Result<(), Box<dyn Error>> {
        let url = url(source);
        let text = fs::read_to_string(source)?;
        let first = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        let title = if title.is_empty() { first } else { title };
        let body = self.render(source, &text, title)?;
        let file = out.join(format!("{}.html", url.trim_start_matches('/').replace('/', "-")));
        fs::write(&file, page(entries, &url, title, &body))?;
        self.served.push(Served::new(url, "text/html", file));
        Ok(())
    }

    fn render(&mut self, source: &Path, text: &str, title: &str) -> Result<String, Box<dyn Error>> {
        let url = url(source);
        let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
        let mut shown = Vec::with_capacity(events.len());
        let (mut heading, mut anchor, mut words) = (title.to_owned(), String::new(), String::new());
        for (at, event) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                    self.section(&format!("{url}#{anchor}"), title, &heading, &words);
                    heading = plain(&events[at..]);
                    (anchor, words) = (slug(&heading), String::new());
                    let id = Some(CowStr::from(anchor.clone()));
                    let (level, classes, attrs) = (*level, classes.clone(), attrs.clone());
                    shown.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                    let dest_url = self.target(source, dest_url)?.into();
                    shown.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                    let dest_url = self.target(source, dest_url)?.into();
                    shown.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
                }
                // Comments in HTML, such as the marks of generated tables, are left out.
                Event::Html(_) | Event::InlineHtml(_) => {}
                other => {
                    if let Event::Text(text) | Event::Code(text) = other {
                        words.push_str(text);
                        words.push(' ');
                    }
                    shown.push(other.clone());
                }
            }
        }
        self.section(&format!("{url}#{anchor}"), title, &heading, &words);
        let mut body = String::new();
        html::push_html(&mut body, shown.into_iter());
        Ok(body)
    }

    fn section(&mut self, at: &str, title: &str, heading: &str, words: &str) {
        if !words.is_empty() {
            self.sections.push(format!("[{}]", [at, title, heading, words].map(json).join(",")));
        }
    }

    /// Returns the target of a page's link on a server: a page, a file at its path in the
    /// repository, or an external address.
    fn target(&mut self, source: &Path, link: &str) -> Result<String, Box<dyn Error>> {
        if link.starts_with("https://") || link.starts_with('#') {
            return Ok(link.to_owned());
        }
        let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
        let mut path = source.parent().unwrap_or(Path::new("")).to_owned();
        for part in Path::new(file).components() {
            match part {
                Component::ParentDir => _ = path.pop(),
                other => path.push(other),
            }
        }
        if !path.is_file() {
            return Err(format!("{}: {link} leads nowhere", source.display()).into());
        }
        if path.extension().is_none_or(|ending| ending != "md") {
            let target = format!("/{}", path.display());
            self.linked.insert(path);
            return Ok(target);
        }
        let target = url(&path);
        if !path.starts_with("docs") && !self.beside.contains(&path) {
            self.beside.push(path);
        }
        Ok(target + &anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default())
    }
}

/// Returns the address at which a page is served.
fn url(source: &Path) -> String {
    format!("/{}", source.with_extension("").display())
}

/// Returns the text of a heading, whose events begin the list.
fn plain(events: &[Event]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let texts = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect()
}

/// Returns the anchor of a heading, in the form of GitHub and mdBook.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn page(entries: &[Entry], url: &str, title: &str, body: &str) -> String {
    let mut contents = String::new();
    let mut part = "";
    let mut next = String::new();
    let mut is_next = false;
    for Entry { part: own, title, name } in entries {
        if own != part {
            part = own;
            contents += &format!("<h2>{part}</h2>\n");
        }
        if is_next {
            next = format!("<p class=\"next\"><a href=\"/docs/{name}\">Next: {title}</a></p>\n");
        }
        is_next = url == format!("/docs/{name}");
        let here = if is_next { " aria-current=\"page\"" } else { "" };
        contents += &format!("<a href=\"/docs/{name}\"{here}>{title}</a>\n");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title} - referee</title>\n\
        <link rel=\"stylesheet\" href=\"/docs/book.css\">\n<script src=\"/docs/book.js\" defer></script>\n\
        <nav>\n<a href=\"/\">referee {}</a>\n<input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\">\n\
        <div id=\"contents\">\n{contents}</div>\n<ol id=\"found\" hidden></ol>\n</nav>\n<main>\n{body}{next}</main>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
    )
}

/// Quotes a text for JSON.
fn json(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
