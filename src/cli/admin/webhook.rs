//! `referee admin webhook`: how far webhooks have come, and to send something again.

use std::process::ExitCode;

use clap::{Subcommand, value_parser};
use referee_client::pb::{RedeliverWebhookRequest, redeliver_webhook_request::Contest};

use crate::{
    cli::output::answer,
    remote::{CallArgs, Calls},
};

pub const EXAMPLES: &str = "\
Examples:
  referee admin webhook list --webhook https://example.org/hook
  referee admin webhook redeliver https://example.org/hook spring-cup --reason \"it is up again\"
  referee admin webhook redeliver https://example.org/hook spring-cup --from 1 --reason \"its data were lost\"

They need a token with the scope `host`; docs/webhooks.md says what is sent and when.

Exit codes: 0 done, 1 the server refused or was not reached, 2 the command line cannot be read.";

#[derive(Subcommand)]
pub enum Webhook {
    /// List how far each webhook has come with each contest, with what failed
    #[command(after_help = EXAMPLES)]
    List {
        #[command(flatten)]
        call: CallArgs,
        /// Only this webhook, by its URL; all unless given
        #[arg(long, value_name = "URL", default_value = "")]
        webhook: String,
        /// How many lines at the most
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        limit: u32,
    },
    /// Send events of a tournament or a ladder again, or go on with one that was given up
    #[command(after_help = EXAMPLES)]
    Redeliver {
        #[command(flatten)]
        call: CallArgs,
        /// The webhook, by its URL
        webhook: String,
        /// The tournament; with --ladder, the ladder
        contest: String,
        /// Send events of the ladder of this name, not of the tournament
        #[arg(long)]
        ladder: bool,
        /// From which event on; the first that was not delivered unless given
        #[arg(long, value_name = "SEQ", default_value_t = 0)]
        from: u64,
        /// Why, 1 to 500 characters
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

/// Does it.
pub fn run(webhook: Webhook) -> anyhow::Result<ExitCode> {
    match webhook {
        Webhook::List { call, webhook, limit } => answer(&call, async |c: Calls| c.webhooks(&webhook, limit).await),
        Webhook::Redeliver { call, webhook, contest, ladder, from, reason } => {
            let contest = Some(if ladder { Contest::Ladder(contest) } else { Contest::Tournament(contest) });
            let asked = RedeliverWebhookRequest { url: webhook, contest, from_seq: from, reason };
            answer(&call, async |c: Calls| c.redeliver_webhook(asked).await)
        }
    }
}
