//! Where the names and seeds of new matches come from.

use std::{fmt, sync::Arc};

/// Fills bytes that nobody can foresee. Cloning gives another handle to the same source.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) -> Result<(), getrandom::Error> + Send + Sync;

impl Entropy {
    /// The operating system's: the source for every server.
    pub fn of_system() -> Entropy {
        Entropy(Arc::new(getrandom::fill))
    }

    /// A source that is chosen by the caller, so that a simulation repeats exactly. Never for matches that count: whoever
    /// knows the source knows every deal.
    pub fn chosen(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Entropy {
        let fill = move |bytes: &mut [u8]| {
            fill(bytes);
            Ok(())
        };
        Entropy(Arc::new(fill))
    }

    /// `N` fresh bytes.
    pub(super) fn bytes<const N: usize>(&self) -> Result<[u8; N], getrandom::Error> {
        let mut bytes = [0; N];
        (self.0)(&mut bytes)?;
        Ok(bytes)
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy")
    }
}
