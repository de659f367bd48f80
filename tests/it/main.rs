//! The one integration binary.

mod api;
mod bad_bots;
mod certificates;
mod check;
mod docs;
mod engine;
mod games;
mod hall;
mod hidden;
mod referee;
mod runner;
mod server;
mod store;
mod wire;
