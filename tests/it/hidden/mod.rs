//! Hidden information: if only facts change that a viewer cannot know, no byte may change that this
//! viewer receives.
//!
//! `tests/law/hidden` tests the rules and the law. [`wire`] tests servers and their logs.
//! [`delayed`] tests servers that delay events for spectators.

mod delayed;
mod wire;
