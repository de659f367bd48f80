//! The gRPC services: they translate and decide nothing.
//!
//! | modules | purpose |
//! |---|---|
//! | [`server`], [`settings`], [`limits_list`] | all services on one port; limits |
//! | [`edge`] | connections, and the bytes and headers of requests |
//! | [`admission`] | which call is handled when, and by which thread |
//! | [`auth`] | tokens and accounts; what a caller may see and rule on |
//! | [`services`] | the calls |
//! | [`play`], [`watch`] | streams of bots, and of watchers |
//! | [`convert`], [`status`] | the only translation between `proto/` and other modules; refusals |
//! | [`json`], [`pages`] | JSON, and pages for browsers |

mod admission;
pub mod auth;
mod context;
pub mod convert;
pub mod demo;
mod display_names;
pub mod edge;
mod json;
pub mod limits_list;
mod pages;
pub mod paging;
pub mod play;
pub mod request_lines;
pub mod server;
pub mod services;
pub mod settings;
pub mod status;
pub mod watch;

pub use auth::host_token::host_token;
pub use edge::accept::raise_files;
pub use server::serve;
pub use settings::{Registration, Settings, usual_threads};
