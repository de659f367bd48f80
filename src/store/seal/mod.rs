//! Makes a record provable: a hash chain over its lines, and a seal that the server signs.
//! `docs/records.md` describes it for other implementations.

mod chain;
mod check;
mod hex;
mod key_file;
mod keys;
mod seal_line;

pub use chain::{Chain, Head, Sealed};
pub use check::{BadSeal, Origin, check};
pub use key_file::{KEY_FILE, KeyFileError};
pub use keys::{PublicKey, Signature, Signer};
pub use seal_line::{BrokenSeal, Seal};
