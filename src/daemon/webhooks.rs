//! Where events of contests are sent: options of `referee serve`.

use std::path::PathBuf;

use clap::Args;

use crate::{
    store::Store,
    webhooks::{Retry, Secrets, Target, Webhooks},
};

/// Where events of contests are sent.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookArgs {
    /// A URL of http or https that every event of every tournament is POSTed to, signed; may be repeated, up to 16 times; none unless given
    #[arg(long = "webhook", value_name = "URL", requires = "webhook_secret")]
    pub webhooks: Vec<Target>,
    /// The secret that webhooks are signed with: a file that its owner and group alone may read, with whsec_ and 24 to 64 bytes in base64.
    /// Each delivery is signed with every line of up to 3; none unless given
    #[arg(long, value_name = "FILE", requires = "webhooks")]
    pub webhook_secret: Option<PathBuf>,
}

impl WebhookArgs {
    /// The webhooks that they say; `None` without one. Reads the file.
    pub fn open(self, store: &Store) -> anyhow::Result<Option<Webhooks>> {
        let Some(file) = self.webhook_secret.filter(|_| !self.webhooks.is_empty()) else { return Ok(None) };
        Ok(Some(Webhooks::new(self.webhooks, Secrets::read(&file)?, Retry::default(), store)?))
    }
}
