//! The options of a server.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf};

use super::webhooks::WebhookArgs;
use crate::{
    api::Settings,
    hall::{Limits, records::retention::Retention},
};

/// The options of a server.
pub struct Options {
    /// Address to listen on; port 0 means any free port.
    pub listen: SocketAddr,
    /// Files with the certificate and the key; `None` for connections without encryption.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Separate address for metrics; `None` to serve none.
    pub metrics: Option<SocketAddr>,
    /// Data directory; `None` to keep everything in memory, which is lost at the end.
    pub data: Option<PathBuf>,
    /// Minimum free space of the data directory for opening a match, in MiB; 0 for no minimum.
    pub min_free_mib: u32,
    /// Rule for pruning the logs of finished matches; `None` to keep logs forever.
    pub retention: Option<Retention>,
    /// Webhooks that receive the events of contests.
    pub webhooks: WebhookArgs,
    /// Whether house bots keep playing, as a demonstration.
    pub demo: bool,
    /// Number of threads that serve moves.
    pub threads: NonZeroUsize,
    /// The limits of the hall.
    pub limits: Limits,
    pub settings: Settings,
}
