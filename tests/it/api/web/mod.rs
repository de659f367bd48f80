//! Calls of browsers and `curl`: JSON, streams in JSON, gRPC-web, other origins.

mod attend;
mod book;
mod cors;
mod health;
mod json;
mod json_streams;
mod proxies;
mod reasons;
mod request_ids;
mod server_info;
mod tls;
pub mod wire;
