//! The gRPC services: they translate and decide nothing.
//!
//! [`server`] puts them on one port; [`games`], [`matches`], [`play`], [`watch`] and [`players`] are a service or a stream
//! each; [`convert`] is the only place that turns messages of `proto/` into things of the other rooms and back;
//! [`status`] says refusals, [`reasoned`] for the transport as well; [`gate`] and [`bundled`] are connections, [`streams`]
//! their streams; [`auth`] says who calls; [`page`] cuts lists.

pub mod auth;
mod bundled;
pub mod convert;
pub mod desk;
pub mod games;
mod gate;
pub mod matches;
pub mod page;
pub mod play;
pub mod players;
mod reasoned;
pub mod server;
pub mod status;
mod streams;
pub mod watch;
mod way;

pub use server::{Settings, serve, usual_threads};
