//! Limits of an engine, as text and as values.

use std::{fmt, io, str::FromStr};

/// Maximum limits per engine.
pub const MAX_LIMITS: usize = 16;
/// Highest core number.
const MAX_CORE: usize = 1023;

/// A limit of an engine. If it cannot be applied, the engine does not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// `cpu=SECONDS`: CPU time of each process, which is then killed.
    Cpu { seconds: u64 },
    /// `address-space=SIZE`: address space of each process.
    AddressSpace {
        /// Size in bytes.
        bytes: u64,
    },
    /// `files=N`: open descriptors of each process.
    Files { count: u64 },
    /// `processes=N`: processes and threads of the engine's user. Does not bind the superuser.
    Processes { count: u64 },
    /// `cores=0-3,6`: cores that the engine may run on.
    Cores {
        /// Core numbers from 0, ascending.
        cores: Vec<usize>,
    },
    /// `network=off`: an empty network for the engine alone.
    NoNetwork,
    /// `privileges=fixed`: no program that the engine starts gains privileges.
    FixedPrivileges,
    /// `memory=SIZE`: memory of the engine and its children; cgroup v2.
    Memory {
        /// Size in bytes.
        bytes: u64,
    },
    /// `tasks=N`: processes and threads of the engine and its children; cgroup v2.
    Tasks { count: u64 },
    /// `share=PERCENT`: CPU share of the engine and its children, 200 for two cores; cgroup v2.
    Share {
        /// Share in hundredths of a core.
        percent: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct BadLimit {
    pub expected: &'static str,
}

impl Limit {
    /// Returns the limits of every sandboxed engine.
    pub fn sandbox() -> Vec<Limit> {
        vec![Limit::FixedPrivileges, Limit::Files { count: 1024 }]
    }

    /// Returns an example of each limit, for reports. No example hinders a small program.
    pub fn examples() -> Vec<Limit> {
        vec![
            Limit::NoNetwork,
            Limit::FixedPrivileges,
            Limit::Cpu { seconds: 60 },
            Limit::AddressSpace { bytes: 4 << 30 },
            Limit::Files { count: 1024 },
            Limit::Processes { count: 4096 },
            Limit::Cores { cores: vec![0] },
            Limit::Memory { bytes: 1 << 30 },
            Limit::Tasks { count: 256 },
            Limit::Share { percent: 100 },
        ]
    }

    /// Returns the name of the limit: the word before `=`.
    pub fn name(&self) -> &'static str {
        match self {
            Limit::Cpu { .. } => "cpu",
            Limit::AddressSpace { .. } => "address-space",
            Limit::Files { .. } => "files",
            Limit::Processes { .. } => "processes",
            Limit::Cores { .. } => "cores",
            Limit::NoNetwork => "network",
            Limit::FixedPrivileges => "privileges",
            Limit::Memory { .. } => "memory",
            Limit::Tasks { .. } => "tasks",
            Limit::Share { .. } => "share",
        }
    }
}

/// Merges the limits of an engine: its `own`, then `given`, which are for all engines, then `rest`.
/// For each name the first limit wins; within `given`, the last one. Returns at most
/// [`MAX_LIMITS`].
pub fn resolve(own: &[Limit], given: &[Limit], rest: Vec<Limit>) -> Vec<Limit> {
    let mut resolved: Vec<Limit> = Vec::new();
    for limit in own.iter().chain(given.iter().rev()).cloned().chain(rest) {
        if resolved.iter().all(|other| other.name() != limit.name()) {
            resolved.push(limit);
        }
    }
    debug_assert!(resolved.len() <= MAX_LIMITS, "each limit at most once");
    resolved
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.name())?;
        match self {
            Limit::AddressSpace { bytes } | Limit::Memory { bytes } => {
                let units = [(30, "G"), (20, "M"), (10, "K")];
                let whole = units.into_iter().find(|(shift, _)| bytes.is_multiple_of(1 << shift)).unwrap_or((0, ""));
                write!(f, "{}{}", bytes >> whole.0, whole.1)
            }
            Limit::Cpu { seconds: value }
            | Limit::Files { count: value }
            | Limit::Processes { count: value }
            | Limit::Tasks { count: value }
            | Limit::Share { percent: value } => write!(f, "{value}"),
            Limit::Cores { cores } => f.write_str(&listed(cores)),
            Limit::NoNetwork => f.write_str("off"),
            Limit::FixedPrivileges => f.write_str("fixed"),
        }
    }
}

impl FromStr for Limit {
    type Err = BadLimit;

    fn from_str(text: &str) -> Result<Limit, BadLimit> {
        let (name, value) = text.split_once('=').ok_or(BadLimit { expected: "NAME=VALUE" })?;
        Ok(match name {
            "cpu" => Limit::Cpu { seconds: count(value)? },
            "address-space" => Limit::AddressSpace { bytes: size(value)? },
            "files" => Limit::Files { count: count(value)? },
            "processes" => Limit::Processes { count: count(value)? },
            "cores" => Limit::Cores { cores: read_cores(value)? },
            "network" if value == "off" => Limit::NoNetwork,
            "network" => return Err(BadLimit { expected: "network=off" }),
            "privileges" if value == "fixed" => Limit::FixedPrivileges,
            "privileges" => return Err(BadLimit { expected: "privileges=fixed" }),
            "memory" => Limit::Memory { bytes: size(value)? },
            "tasks" => Limit::Tasks { count: count(value)? },
            "share" => Limit::Share { percent: count(value)? },
            _ => {
                let expected = "one of cpu, address-space, files, processes, cores, network, privileges, memory, tasks \
                                and share before the =";
                return Err(BadLimit { expected });
            }
        })
    }
}

fn count(text: &str) -> Result<u64, BadLimit> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000_000).contains(number));
    number.ok_or(BadLimit { expected: "a whole number from 1 to 1000000000" })
}

/// Parses a number of bytes. A suffix K, M or G multiplies by 1 KiB, 1 MiB or 1 GiB.
fn size(text: &str) -> Result<u64, BadLimit> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes > 0).ok_or(BadLimit { expected: "a size such as 512M or 2G" })
}

/// Returns the cores that this process may use, ascending. Fails if the system does not tell.
pub fn cores_here() -> io::Result<Vec<usize>> {
    #[cfg(target_os = "linux")]
    {
        let set = rustix::thread::sched_getaffinity(None)?;
        Ok((0..=MAX_CORE).filter(|core| set.is_set(*core)).collect())
    }
    #[cfg(not(target_os = "linux"))]
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Writes core numbers in the form that [`read_cores`] parses.
pub fn listed(cores: &[usize]) -> String {
    let listed: Vec<String> = cores.iter().map(usize::to_string).collect();
    listed.join(",")
}

/// Parses core numbers such as `0-3,6`. Returns each once, ascending.
pub fn read_cores(text: &str) -> Result<Vec<usize>, BadLimit> {
    let bad = BadLimit { expected: "core numbers from 0 to 1023, such as 0-3,6" };
    let mut cores = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else { return Err(bad) };
        if first > last || last > MAX_CORE {
            return Err(bad);
        }
        cores.extend(first..=last);
    }
    cores.sort_unstable();
    cores.dedup();
    Ok(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_read_as_it_is_written() {
        for limit in Limit::examples().into_iter().chain(Limit::sandbox()) {
            assert_eq!(limit.to_string().parse(), Ok(limit));
        }
        assert_eq!("cores=4,0-2,1".parse(), Ok(Limit::Cores { cores: vec![0, 1, 2, 4] }));
        assert_eq!(Limit::Memory { bytes: 1536 << 20 }.to_string(), "memory=1536M");
        assert_eq!("memory=2G".parse(), Ok(Limit::Memory { bytes: 2 << 30 }));
    }

    #[test]
    fn the_nearest_limit_of_a_name_holds() {
        let files = |count| Limit::Files { count };
        let cpu = Limit::Cpu { seconds: 1 };
        assert_eq!(resolve(&[files(1)], &[files(2), cpu.clone()], vec![files(3)]), [files(1), cpu]);
        assert_eq!(resolve(&[], &[files(2), files(4)], vec![files(3), Limit::NoNetwork]), [files(4), Limit::NoNetwork]);
    }

    #[test]
    fn limits_and_other_words_are_distinguished() {
        for text in ["", "cpu", "cpu=", "cpu=0", "cpu=-1", "cores=", "cores=3-1", "cores=0-9999", "network=on"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
        for text in ["memory=G", "memory=0", "memory=99999999999G", "files=1.5", "colour=red", "privileges=all"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
