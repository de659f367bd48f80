//! Unary calls as JSON over plain POST: the unary form of the Connect protocol, which `curl` and
//! every Connect client speak.
//!
//! A JSON request becomes the same gRPC call before any service sees it, and its answer becomes
//! JSON again. Limits, tokens and refusals are therefore those of gRPC.
//!
//! [`protocols`] is outermost: it distinguishes the protocols and writes refusals as JSON
//! ([`errors`]). [`transcoding`] is innermost, where the request has arrived within its limits and
//! its caller pays for the work: it converts messages. [`unary`] is the table of the calls, [`get`]
//! that of those which also take GET.

mod errors;
mod get;
mod protocols;
mod request;
mod transcoding;
mod unary;

pub use protocols::Protocols;
pub use transcoding::Transcoding;
