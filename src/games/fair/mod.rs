//! Fair numbers: what chance does in a match follows from a key that nobody can foretell and everybody can check, see
//! `docs/fair-deals.md`.

pub mod key_stream;
pub mod keyed_hash;
