//! The calls that have one request and one answer, as JSON over plain POST: the unary form of the Connect protocol, which
//! `curl` and every Connect client speak.
//!
//! A request in JSON becomes the same call in gRPC before any service sees it, and its answer becomes JSON again. So
//! limits, tokens and refusals are those of gRPC, and nothing is decided here.
//!
//! [`protocols`] is outermost: it tells the protocols apart and says refusals as JSON ([`errors`]). [`transcoding`] is
//! innermost, where the request has arrived within its limits and its caller pays for the work: it turns messages from one
//! encoding into the other. [`unary`] is the table of the calls.

mod errors;
mod protocols;
mod request;
mod transcoding;
mod unary;

pub use protocols::Protocols;
pub use transcoding::Transcoding;
