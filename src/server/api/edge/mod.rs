//! Everything between the socket and the calls: connections, TLS, proxies, bodies and headers.
//!
//! | files | purpose |
//! |---|---|
//! | [`accept`], [`incoming`], [`connection_limits`] | accepts connections, within limits |
//! | [`proxy_protocol`], [`forwarded`], [`tls`] | identifies callers, and secures connections |
//! | [`bodies`], [`gzip`], [`write_coalescing`] | bytes of requests and answers |
//! | [`cached`] | answers that browsers may keep |
//! | [`cors`], [`origin`], [`request_ids`], [`trace_context`] | headers |
//! | [`error_details`] | adds a reason to every failed call |

pub(super) mod accept;
pub(super) mod bodies;
pub(super) mod cached;
pub(super) mod connection_limits;
pub(super) mod cors;
pub(super) mod error_details;
pub mod forwarded;
pub(super) mod gzip;
pub(super) mod incoming;
pub mod origin;
pub(super) mod proxy_protocol;
pub(super) mod request_ids;
pub mod tls;
pub(super) mod trace_context;
pub(super) mod write_coalescing;
