//! The whole server, started and killed as a host would.
