//! The delay of the flag when a bot sends too much, and the cost for the referee. Run:
//! `cargo bench --bench deadlines [-- FLAGS [TRANSPORT...]]`.
//!
//! An answering bot plays one that writes endless `info`, an endless line, or 50 MB/s of lines
//! instead of answers. The bad bot is a local engine of `referee play`, an engine of
//! `referee join`, or a bot that floods with commands over gRPC. Each loses FLAGS matches (default
//! 30) on time.
//!
//! Each verdict may be 250 ms late, both in the record and at the other bot. The memory of every
//! referee process may grow by 8 MiB. Every next match must start. The floor is a silent bot.

mod bots;
mod measured;
mod place;
mod recorded;
mod server;
mod stdio;
mod stream;

use std::{env, process::ExitCode};

use measured::Measured;

/// Default number of flags per behaviour.
const FLAGS: usize = 30;

/// The behaviour of a bad bot on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// Nothing: the floor.
    Silent,
    /// Short lines without content, as fast as possible.
    Chatter,
    /// A line that never ends, as fast as possible.
    Endless,
    /// 50 MB/s of lines.
    Flood,
}

impl Behaviour {
    /// All behaviours.
    pub const ALL: [Behaviour; 4] = [Behaviour::Silent, Behaviour::Chatter, Behaviour::Endless, Behaviour::Flood];

    /// Returns the displayed name.
    pub fn word(self) -> &'static str {
        match self {
            Behaviour::Silent => "silent",
            Behaviour::Chatter => "chatter",
            Behaviour::Endless => "endless line",
            Behaviour::Flood => "50 MB/s",
        }
    }
}

/// The connection of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transport {
    Stdio,
    Join,
    Grpc,
}

impl Transport {
    const ALL: [Transport; 3] = [Transport::Stdio, Transport::Join, Transport::Grpc];

    fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<String> = env::args().collect();
    if let Some(done) = bots::run(&words) {
        return done.map(|()| ExitCode::SUCCESS);
    }
    let flags = words.iter().find_map(|word| word.parse().ok()).unwrap_or(FLAGS);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    println!("{flags} flags each, {} ms for each move", place::BUDGET.as_millis());
    Measured::print_head();
    let mut good = true;
    let named = |transport: &Transport| words.contains(&transport.word());
    let some = Transport::ALL.iter().any(named);
    for transport in Transport::ALL.into_iter().filter(|transport| !some || named(transport)) {
        for behaviour in Behaviour::ALL {
            let measured = runtime.block_on(async {
                match transport {
                    Transport::Stdio => stdio::measure(behaviour, flags).await,
                    Transport::Join => server::measure_engine(behaviour, flags).await,
                    Transport::Grpc => server::measure_bot(behaviour, flags).await,
                }
            })?;
            measured.print(&transport.word(), behaviour.word());
            good &= measured.is_good(flags);
        }
    }
    println!("every verdict at most {:?} late, at most {} KiB more: {good}", measured::MOST_LATE, measured::MOST_KIB);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
