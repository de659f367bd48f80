//! Connects a bot or a viewer to a referee server. A bot is one type with one method,
//! [`Bot::choose`]: [`run`] plays on a server or on stdio. For everything else, use these calls:
//!
//! 1. [`Client::connect`] connects to a server, and [`Client::with_token`] identifies the caller;
//! 2. [`Client::register`] registers a player and returns its token, and
//!    [`Client::set_accept_policy`] sets the matches that the player accepts;
//! 3. [`Client::create`] opens a match;
//! 4. [`Client::play`] answers every turn in every match of the player, with one closure;
//! 5. [`Client::watch`] returns the events of a match, each once and in order, [`Client::results`]
//!    the results of all matches, and [`Client::standings`] the standings of a tournament or a
//!    ladder.
//!
//! `play`, `watch` and `results` survive cut connections and restarts of the server: they reconnect
//! automatically and resume. `play` is built on [`Seats`], which is for programs with their own
//! loop.

#![warn(missing_docs)]

mod accounts;
mod bot;
mod connect;
mod contests;
mod error;
mod lobby;
mod pages;
mod play;
pub mod profiles;
mod reopening;
mod results;
mod retry;
mod seats;
mod security;
mod watch;

pub use accounts::{NewPlayer, NewToken, Secret};
pub use bot::{Bot, Choice, EngineOption, MatchResult, Move, RunOptions, Turn, play_on_stdio, run};
pub use connect::{Client, ConnectOptions, NewMatch, accept_all, timed};
pub use contests::{ContestEvents, NextEvent};
pub use error::{Error, Limit, Refusal};
pub use lobby::Lobby;
pub use pages::pages;
pub use play::PlayOptions;
pub use referee_proto::{scene, v1 as pb};
pub use results::{NextResult, Results};
pub use retry::Retry;
pub use seats::{Incoming, PROTOCOL_VERSION, Seats};
pub use watch::Watch;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
