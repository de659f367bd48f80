//! Fair numbers. Every outcome of chance follows from a key that is unpredictable before the match
//! and verifiable after it. See `docs/fair-deals.md`.

pub mod key_stream;
pub mod keyed_hash;
