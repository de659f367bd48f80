//! Calls from browsers and `curl`: JSON, JSON streams, gRPC-web and other origins.

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
