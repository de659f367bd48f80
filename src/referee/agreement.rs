//! How the player of a seat agreed to its match: a seat that did not act itself owes less.

/// How the player of a seat agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// By an act of its own: it created the match, accepted its challenge, asked for the rematch, or entered the contest.
    Act,
    /// By the policy that it had declared.
    Policy,
    /// A house bot: the server plays it.
    House,
}
