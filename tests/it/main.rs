//! The one integration binary.

mod api;
mod bad_bots;
mod certificates;
mod check;
mod contest_steward;
mod docs;
mod engine;
mod games;
mod hall;
mod hidden;
mod ladder;
mod law;
mod logged;
mod numbers;
mod openings;
mod rating;
mod report;
mod runner;
mod sandbox;
mod server;
mod stats;
mod store;
mod tournament;
mod webhooks;
mod wire;
