//! The gRPC services: they translate and decide nothing.
//!
//! | modules | purpose |
//! |---|---|
//! | [`server`], [`settings`] | all services on one port; limits |
//! | [`games`], [`matches`], [`players`], [`tokens`], [`consents`] | services |
//! | [`challenges`], [`contests`], [`tournaments`], [`ladders`] | services |
//! | [`admin`], [`announcements`], [`server_info`], [`health`] | services |
//! | [`play`], [`attend`] | streams of bots |
//! | [`watch`], [`watch_matches`], [`watch_lobby`], [`watch_contest`] | streams of watchers |
//! | [`frames`], [`results`], [`records`] | streams of positions, results and records |
//! | [`convert`] | the only translation between `proto/` and other modules |
//! | [`status`], [`error_details`] | refusals |
//! | [`auth`], [`registrations`], [`host_token`] | tokens and accounts |
//! | [`sealed`], [`rulings`] | who may know of a match, and rule on it |
//! | [`accept`], [`incoming`], [`proxy_protocol`], [`tls`] | connections |
//! | [`connection_limits`], [`write_coalescing`], [`forwarded`] | connections |
//! | [`admission`], [`pacing`], [`fair_queue`], [`byte_budget`] | admission of calls |
//! | [`worker_pool`], [`bodies`] | calls handled by worker threads |
//! | [`stream_limits`], [`line`] | limits of streams |
//! | [`json`], [`gzip`], [`cors`], [`pages`] | JSON, compression and browsers |

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
mod standings;
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
