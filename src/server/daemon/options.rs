//! The options of a server.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf};

use super::webhooks::WebhookArgs;
use crate::{
    api::Settings,
    hall::{Limits, records::retention::Retention},
};

/// The options of a server.
pub struct Options {
    /// The address to listen on; port 0 is any that is free.
    pub listen: SocketAddr,
    /// The certificate and the key that connections are secured with; without them they are in
    /// clear.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Where metrics are collected, on an address of their own.
    pub metrics: Option<SocketAddr>,
    /// The directory that everything is kept in; without one it is kept in memory, and nothing
    /// after the end.
    pub data: Option<PathBuf>,
    /// The free MiB in that directory that opening a match requires; 0 is any number.
    pub min_free_mib: u32,
    /// How long logs are kept of matches that are over; for ever without.
    pub retention: Option<Retention>,
    /// Where events of contests are sent.
    pub webhooks: WebhookArgs,
    /// Whether the house's own bots keep playing, so that there is something to see.
    pub demo: bool,
    /// How many threads serve moves.
    pub threads: NonZeroUsize,
    /// The limits of the hall.
    pub limits: Limits,
    pub settings: Settings,
}
