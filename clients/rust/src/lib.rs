//! Connects a bot or a viewer to a referee server.
