//! The source of random ids and seeds for new matches.

use std::{fmt, sync::Arc};

/// A source of random bytes. Clones share the source.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) -> Result<(), getrandom::Error> + Send + Sync;

impl Entropy {
    /// Returns the operating system's source, for every real server.
    pub fn of_system() -> Entropy {
        Entropy(Arc::new(getrandom::fill))
    }

    /// Returns a predictable source for simulations. Never use it for matches that count, since
    /// anyone who knows the source can predict the deals.
    pub fn chosen(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Entropy {
        let fill = move |bytes: &mut [u8]| {
            fill(bytes);
            Ok(())
        };
        Entropy(Arc::new(fill))
    }

    /// Returns `N` random bytes.
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
