//! Calls in JSON over plain POST: the Connect protocol, which `curl` and every Connect client
//! speak. Streams are JSON lines too.
//!
//! A JSON request becomes the same gRPC call before any service sees it, and its answers become
//! JSON again. Limits, tokens and refusals are therefore those of gRPC.
//!
//! [`protocols`] is outermost: it distinguishes the protocols and writes refusals and the ends of
//! streams ([`errors`], [`streams`]). [`transcoding`] is innermost, where the request has arrived
//! within its limits and its caller pays for the work: it converts messages. [`get`] is the
//! table of the calls that also take GET.

mod envelopes;
mod errors;
mod get;
mod protocols;
mod reading;
mod request;
mod streams;
mod transcoding;

pub use protocols::Protocols;
pub use transcoding::Transcoding;
