//! How the player of a seat agreed to a match. A player that did not act itself has fewer
//! obligations.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// By an act of the player: creating the match, accepting the challenge, requesting the
    /// rematch, or entering the contest.
    Act,
    /// By the declared policy of the player.
    Policy,
    /// The player is a house bot, played by the server.
    House,
}
