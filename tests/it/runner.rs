//! The local match runner, as a user runs it.
