//! Hidden hands: whatever a viewer cannot know may be otherwise, and not a byte that reaches this
//! viewer may change.
//!
//! `tests/law/hidden` asks the rules and the law. [`wire`] asks servers, and reads their logs.
//! [`delayed`] does so where spectators see what is played late.

mod delayed;
mod wire;
