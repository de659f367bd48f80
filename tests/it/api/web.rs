//! Calls of browsers and `curl`: JSON, streams in JSON, gRPC-web, other origins.

mod attend;
mod cors;
mod json;
mod json_streams;
mod request_ids;
pub mod wire;
