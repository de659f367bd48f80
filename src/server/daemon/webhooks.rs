//! Options of `referee serve` for webhooks.

use std::path::PathBuf;

use clap::Args;
use referee_store::Store;

use crate::webhooks::{Retry, Secrets, Target, Webhooks};

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookArgs {
    /// URL that receives every contest event by signed POST. http or https; repeat for up to 16
    #[arg(long = "webhook", value_name = "URL", requires = "webhook_secret")]
    pub webhooks: Vec<Target>,
    /// File with the signing secrets, readable by owner and group only. Up to 3 lines of whsec_ and
    /// 24 to 64 bytes in base64. Each delivery is signed with every secret
    #[arg(long, value_name = "FILE", requires = "webhooks")]
    pub webhook_secret: Option<PathBuf>,
}

impl WebhookArgs {
    /// Opens the webhooks and reads their secrets; `None` without a webhook.
    pub fn open(self, store: &Store) -> anyhow::Result<Option<Webhooks>> {
        let Some(file) = self.webhook_secret.filter(|_| !self.webhooks.is_empty()) else { return Ok(None) };
        Ok(Some(Webhooks::new(self.webhooks, Secrets::read(&file)?, Retry::default(), store)?))
    }
}
