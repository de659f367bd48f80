//! Calls in JSON over plain POST, by the Connect protocol, which `curl` and every Connect client
//! speak. Streams are also available as JSON lines.
//!
//! A JSON request becomes the same call in gRPC before any service sees it, and the answers become
//! JSON again. So limits, tokens and refusals are the same as in gRPC.
//!
//! [`protocols`] is the outermost layer: it distinguishes the protocols, and writes refusals and
//! the ends of streams ([`errors`], [`streams`]). [`transcoding`] is the innermost layer and
//! converts messages. There the request has arrived within its limits, and its caller pays for the
//! work. [`get`] lists the calls that can also be made by GET.

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
