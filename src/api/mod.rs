//! The gRPC services: they translate and decide nothing.
//!
//! [`server`] puts them on one port; [`games`], [`matches`], [`play`], [`attend`], [`watch`], [`watch_matches`], [`frames`], [`results`], [`records`], [`players`], [`tokens`], [`consents`], [`challenges`], [`watch_lobby`], [`tournaments`], [`ladders`], [`watch_contest`], [`admin`] and [`announcements`] are a service or a
//! stream each; [`registrations`] says who may register, [`host_token`] is for the host's own machine; [`demo`] keeps a ladder and tournaments of the house going; [`convert`] is the only place that turns messages of `proto/` into things of the other rooms and back;
//! [`status`] says refusals, [`error_details`] for the transport as well; [`auth`] says who calls;
//! [`sealed`] says which matches a caller may know of; [`paging`] cuts lists.
//!
//! On the way in, [`accept`], [`incoming`], [`proxy_protocol`], [`tls`], [`connection_limits`] and [`write_coalescing`] are connections, [`admission`] is where every call comes in, and [`forwarded`] says of whom where a proxy does:
//! [`pacing`] says how fast calls may come, [`fair_queue`] when it is whose turn, [`byte_budget`] how much of it may have arrived, [`worker_pool`] serves what is
//! no move, [`bodies`] are what goes in and out there, [`stream_limits`] counts streams, [`line`]
//! bounds what waits on them. [`json`] are the same calls in JSON, [`gzip`] compresses what is
//! long, [`cors`] says
//! which web pages may call, [`pages`] is for people with a browser. [`settings`] are the limits of all that.

mod accept;
mod admin;
mod admission;
mod announcements;
pub mod attend;
pub mod auth;
mod bodies;
mod byte_budget;
pub mod challenges;
mod connection_limits;
pub mod consents;
mod contest_entry;
pub mod contest_gauges;
mod contest_progress;
mod contests;
mod context;
pub mod convert;
pub mod cors;
pub mod demo;
mod display_names;
mod error_details;
mod fair_queue;
pub mod forwarded;
pub mod frames;
pub mod games;
mod gone_entrants;
mod gzip;
pub mod handshake;
mod health;
mod host_token;
mod incoming;
mod json;
mod known_tokens;
pub mod ladders;
pub mod limits_list;
mod line;
pub mod matches;
mod pacing;
mod pages;
pub mod paging;
pub mod play;
pub mod players;
mod proxy_protocol;
pub mod records;
mod registrations;
mod remembered_tokens;
mod request_ids;
pub mod request_lines;
mod results;
mod round_trip;
mod rulings;
mod sealed;
pub mod server;
mod server_info;
pub mod settings;
pub mod status;
mod stream_limits;
pub mod tls;
pub mod tokens;
pub mod tournaments;
mod trace_context;
pub mod watch;
mod watch_contest;
pub mod watch_lobby;
pub mod watch_matches;
mod watcher_limits;
mod webhooks;
mod worker_pool;
mod write_coalescing;

pub use accept::raise_files;
pub use host_token::host_token;
pub use server::serve;
pub use settings::{Registration, Settings, usual_threads};
