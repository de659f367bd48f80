//! What a server serves and with what.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf};

use super::webhooks::WebhookArgs;
use crate::{
    api::Settings,
    hall::{Limits, retention::Retention},
};

/// What a server serves and with what.
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
    /// How many MiB are to be free in that directory for a match to be opened; 0 is any number.
    pub min_free_mib: u32,
    /// How long logs are kept of matches that are over; for ever without.
    pub retention: Option<Retention>,
    /// Where events of contests are sent.
    pub webhooks: WebhookArgs,
    /// Whether the house's own bots keep playing, so that there is something to see.
    pub demo: bool,
    /// How many threads serve moves.
    pub threads: NonZeroUsize,
    /// What the hall takes on.
    pub limits: Limits,
    pub settings: Settings,
}
