//! The golden table `golden/bad_bots.tsv`.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

const TABLE: &str = include_str!("../../../golden/bad_bots.tsv");
/// Number of concurrent bad bots, which mostly wait.
const AT_ONCE: usize = 6;

/// A bad bot, and the consequences of its behaviour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub behaviour: String,
    pub transport: String,
    pub recover: Recover,
    /// The termination of the match.
    pub termination: String,
    /// The seat that lost the match: `bad`, `good`, or `-` for none.
    pub lost: String,
    /// The evidence in the verdict: the outputs of the program and its exit status or signal; `-`
    /// for none.
    pub evidence: String,
    /// The reason in the verdict or in the last refusal; `-` for none.
    pub reason: String,
}

/// Whether the bot recovers from its misbehaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recover {
    /// The bot continues.
    On,
    /// The bot does not continue.
    Off,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { behaviour, transport, recover, termination, lost, evidence, reason } = self;
        let recover = match recover {
            Recover::On => "on",
            Recover::Off => "off",
        };
        write!(f, "{behaviour}\t{transport}\t{recover}\t{termination}\t{lost}\t{evidence}\t{reason}")
    }
}

/// Returns the whole table.
pub fn rows() -> Vec<Row> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    let rows: Vec<Row> = lines.map(read).collect();
    let named: BTreeSet<_> = rows.iter().map(|row| (&row.behaviour, &row.transport, row.recover)).collect();
    assert_eq!(named.len(), rows.len(), "every row is there once");
    rows
}

fn read(line: &str) -> Row {
    let [behaviour, transport, recover, termination, lost, evidence, reason] =
        line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().expect("seven columns");
    let recover = match recover.as_str() {
        "on" => Recover::On,
        "off" => Recover::Off,
        other => panic!("recover is on or off, not `{other}`"),
    };
    Row { behaviour, transport, recover, termination, lost, evidence, reason }
}

/// Returns the rows of a transport.
pub fn of(transport: &str) -> Vec<Row> {
    rows().into_iter().filter(|row| row.transport == transport).collect()
}

/// Runs `play` on every row, a few at a time. Returns the results in the order of the rows.
pub fn in_parallel(rows: &[Row], play: impl Fn(&Row) -> Row + Sync) -> Vec<Row> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(rows.len()) {
            scope.spawn(|| {
                while let Some((at, row)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, rows.get(at)?)))
                {
                    let played = play(row);
                    found.lock().expect("the lock is not poisoned").push((at, played));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("the lock is not poisoned");
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, row)| row).collect()
}

/// Checks that the found rows match the table.
pub fn compare(expected: &[Row], found: &[Row]) {
    let wrong: Vec<String> = expected
        .iter()
        .zip(found)
        .filter(|(expected, found)| expected != found)
        .map(|(expected, found)| format!("expected {expected}\nfound    {found}"))
        .collect();
    assert!(wrong.is_empty() && expected.len() == found.len(), "\n{}\n", wrong.join("\n"));
}
