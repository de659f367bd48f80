//! Tables generated from the code. Each follows a line `<!-- table NAME -->`. `REFEREE_RENEW=1`
//! rewrites them, but keeps hand-written cells such as advice.

use std::{collections::BTreeMap, env, fs, path::Path};

use clap::CommandFactory as _;
use prost_reflect::{Cardinality, DescriptorPool, Kind, MessageDescriptor};
use referee::{
    api::{limits_list, settings::Settings, status},
    cli::Cli,
    engine::sandbox::{Mode, attempt::Attempt},
    hall::Limits,
    law::{ending::termination::LAW, reason::REASONS, verify::proofs::PROOFS},
};

use super::{PAGES, ROOT, page};
use crate::wire::descriptor;

type Rows = Vec<Vec<String>>;
/// Makes the rows of a table with the head first, from the current rows of the page.
type Make = fn(&Rows) -> Rows;

/// The tables by name, in alphabetical order.
const TABLES: &[(&str, Make)] = &[
    ("commands", commands),
    ("limits", limits),
    ("lines from-engine", |_| lines("FromEngine")),
    ("lines to-engine", |_| lines("ToEngine")),
    ("proofs", |_| proofs()),
    ("reasons", reasons),
    ("sandboxes", |_| sandboxes()),
    ("services", |_| services()),
    ("verdicts", |_| verdicts()),
];
/// Limits whose default depends on the machine.
const OF_THE_MACHINE: [&str; 3] = ["connections", "connections_per_address", "workers"];

/// Returns the name of the table if `line` is its marker.
fn marker(line: &str) -> Option<&str> {
    line.strip_prefix("<!-- table ")?.strip_suffix(" -->")
}

#[test]
fn every_table_is_the_code_s() {
    let mut used = BTreeMap::<String, usize>::new();
    for path in PAGES {
        let text = page(path);
        let mut made = String::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            made += line;
            made += "\n";
            let Some(name) = marker(line) else { continue };
            *used.entry(name.to_owned()).or_default() += 1;
            let make = TABLES.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{path}: {name}")).1;
            let mut rows = Rows::new();
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
            }
            // The second line only separates the head from the rows.
            if rows.len() > 1 {
                rows.remove(1);
            }
            for (at, row) in make(&rows).iter().enumerate() {
                made += &format!("| {} |\n", row.join(" | ")).replace("  |", " |");
                if at == 0 {
                    made += &format!("|{}\n", "---|".repeat(row.len()));
                }
            }
        }
        if env::var_os("REFEREE_RENEW").is_some() {
            fs::write(Path::new(ROOT).join(path), &made).expect("the page is written");
        } else {
            let differs = made.lines().zip(text.lines()).position(|(made, found)| made != found);
            assert!(made == text, "{path}:{:?}: renew the tables with REFEREE_RENEW=1", differs.map(|at| at + 1));
        }
    }
    assert_eq!(used.into_keys().collect::<Vec<_>>(), TABLES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn commands(_: &Rows) -> Rows {
    fn below(command: &clap::Command, path: &str, rows: &mut Rows) {
        for one in command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help") {
            let path = format!("{path} {}", one.get_name());
            if one.has_subcommands() {
                below(one, &path, rows);
            } else {
                rows.push(vec![format!("`{path}`"), one.get_about().unwrap_or_default().to_string()]);
            }
        }
    }
    let mut rows = vec![row(["command", "what it does"])];
    below(&Cli::command(), "referee", &mut rows);
    rows
}

/// Returns the verbs of a direction with their keys.
fn lines(direction: &str) -> Rows {
    let mut rows = vec![row(["verb", "keys and their values"])];
    let mut seen = BTreeMap::<String, String>::new();
    for verb in descriptor(direction).fields() {
        let Kind::Message(message) = verb.kind() else { panic!("{} is no message", verb.name()) };
        let first = seen.entry(message.name().to_owned()).or_insert_with(|| verb.name().to_owned());
        let is_first = first.as_str() == verb.name();
        let keys = if is_first { keys(&message) } else { format!("those of `{first}`") };
        rows.push(vec![format!("`{}`", verb.name()), keys]);
    }
    rows
}

fn keys(message: &MessageDescriptor) -> String {
    let key = |field: prost_reflect::FieldDescriptor| {
        let kind = match field.kind() {
            Kind::String | Kind::Bytes => "text",
            Kind::Bool => "flag",
            Kind::Enum(_) => "word",
            _ => "number",
        };
        let is_list = field.cardinality() == Cardinality::Repeated;
        let optional = if field.field_descriptor_proto().proto3_optional() { ", optional" } else { "" };
        format!("`{}` ({kind}{}{optional})", field.name(), if is_list { " list" } else { "" })
    };
    let mut fields: Vec<_> = message.fields().collect();
    fields.sort_by_key(|field| field.number());
    let keys: Vec<String> = fields.into_iter().map(key).collect();
    if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
}

fn limits(rows: &Rows) -> Rows {
    let known: BTreeMap<String, String> = limits_list::limits(&Settings::default(), &Limits::default())
        .into_iter()
        .map(|limit| (format!("`{}`", limit.name), limit.value))
        .collect();
    let mut rows = rows.clone();
    for row in rows.iter_mut().filter(|row| !OF_THE_MACHINE.contains(&row[0].trim_matches('`'))) {
        if let Some(value) = known.get(&row[0]) {
            row[1] = amount(&row[0], value);
        }
    }
    rows
}

/// Formats a value with its digits in groups of three, and bytes in the largest unit that divides
/// them.
fn amount(name: &str, value: &str) -> String {
    let Ok(number) = value.parse::<u64>() else { return value.to_owned() };
    match number {
        _ if name.contains("bytes") && number >= 1 << 20 && number % (1 << 20) == 0 => format!("{} MiB", number >> 20),
        _ if name.contains("bytes") && number >= 1 << 10 && number % (1 << 10) == 0 => format!("{} KiB", number >> 10),
        _ => {
            let digits = number.to_string();
            let groups: Vec<&str> =
                digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
            groups.join(" ")
        }
    }
}

fn proofs() -> Rows {
    let head = row(["verdict", "proved", "only the referee's word", "can be forged"]);
    let rows = PROOFS.iter().rev().map(|row| {
        let verdict = format!("`{}`", row.termination.word());
        vec![verdict, row.proved.to_owned(), row.word.to_owned(), row.forgeable.words().to_owned()]
    });
    [head].into_iter().chain(rows).collect()
}

/// Makes the table of reasons. The advice in it is hand-written, and every reason needs some.
fn reasons(rows: &Rows) -> Rows {
    let advice: BTreeMap<&str, &str> =
        rows.iter().filter(|row| row.len() == 3).map(|row| (row[0].trim_matches('`'), row[2].as_str())).collect();
    let made = REASONS.iter().map(|row| {
        let advice = advice.get(row.word).copied().unwrap_or_default();
        assert!(!advice.is_empty(), "docs/reasons.md: write what to do about {}", row.word);
        let code = format!("{:?}", status::code(row.reason));
        vec![format!("`{}`", row.word), format!("`{code}`"), advice.to_owned()]
    });
    [row(["reason", "code", "what to do"])].into_iter().chain(made).collect()
}

fn sandboxes() -> Rows {
    let head = row(["an engine can", "bubblewrap", "landlock"]);
    let rows = Attempt::ALL.map(|attempt| {
        let can = Mode::ALL.map(|mode| if mode.prevents(attempt) { "no" } else { "yes" }.to_owned());
        [attempt.text().to_owned()].into_iter().chain(can).collect()
    });
    [head].into_iter().chain(rows).collect()
}

/// Returns the calls of every service; an arrow marks the streams.
fn services() -> Rows {
    let pool = DescriptorPool::decode(referee::pb::DESCRIPTOR).expect("our own descriptor");
    let mut rows: Rows = pool
        .services()
        .filter(|service| service.package_name() == "referee.v1")
        .map(|service| {
            let calls = service.methods().map(|method| {
                let arrow = match (method.is_client_streaming(), method.is_server_streaming()) {
                    (false, false) => "",
                    (false, true) => " →",
                    (true, _) => " ⇄",
                };
                format!("`{}`{arrow}", method.name())
            });
            vec![format!("`{}`", service.name()), calls.collect::<Vec<_>>().join(", ")]
        })
        .collect();
    rows.sort();
    rows.insert(0, row(["service", "calls"]));
    rows
}

fn verdicts() -> Rows {
    let head = row(["termination", "loser", "counts", "applies from"]);
    let rows = LAW.iter().rev().map(|row| {
        let word = format!("`{}`", row.word);
        vec![word, row.loser.words().to_owned(), row.counts.words().to_owned(), row.since.words().to_owned()]
    });
    [head].into_iter().chain(rows).collect()
}
