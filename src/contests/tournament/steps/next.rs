//! The next step of a tournament.

use crate::tournament::event::Fact;

pub(in crate::tournament) enum Next {
    /// Apply these facts.
    Facts(Vec<Fact>),
    /// Wait until a match ends, or an entrant has waited long enough.
    Wait,
    /// All encounters were played.
    Over,
}
