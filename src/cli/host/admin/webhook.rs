//! `referee admin webhook`: show delivery progress, and redeliver events.

use std::process::ExitCode;

use clap::{Subcommand, value_parser};
use referee_client::pb::{Contest, RedeliverWebhookRequest};

use crate::{
    cli::console::output::answer,
    remote::{CallArgs, Calls},
};

pub const EXAMPLES: &str = "\
Examples:
  referee admin webhook list --webhook https://example.org/hook
  referee admin webhook redeliver https://example.org/hook spring-cup --reason \"the receiver is up again\"
  referee admin webhook redeliver https://example.org/hook spring-cup --from 1 --reason \"the receiver lost its data\"

These commands need a token with the scope `host`. See docs/webhooks.md.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Subcommand)]
pub enum Webhook {
    /// List deliveries and failures by webhook and contest
    List {
        #[command(flatten)]
        call: CallArgs,
        /// Only this webhook URL [default: all]
        #[arg(long, value_name = "URL", default_value = "")]
        webhook: String,
        /// Maximum number of lines
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        limit: u32,
    },
    /// Resend a contest's events, or resume an abandoned delivery
    Redeliver {
        #[command(flatten)]
        call: CallArgs,
        /// Webhook URL
        webhook: String,
        /// Tournament id; with --ladder, ladder id
        contest: String,
        /// Treat the contest as a ladder
        #[arg(long)]
        ladder: bool,
        /// First event to redeliver [default: the first undelivered one]
        #[arg(long, value_name = "SEQ")]
        from: Option<u64>,
        /// Reason, 1 to 500 characters
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

pub fn run(webhook: Webhook) -> anyhow::Result<ExitCode> {
    match webhook {
        Webhook::List { call, webhook, limit } => answer(&call, async |c: Calls| c.webhooks(&webhook, limit).await),
        Webhook::Redeliver { call, webhook, contest, ladder, from, reason } => {
            let contest = Some(if ladder { Contest::ladder(contest) } else { Contest::tournament(contest) });
            let asked = RedeliverWebhookRequest { url: webhook, contest, from_seq: from, reason };
            answer(&call, async |c: Calls| c.redeliver_webhook(asked).await)
        }
    }
}
