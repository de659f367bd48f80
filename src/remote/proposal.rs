//! A proposed match, as `referee challenge` and `referee seek` take it.

use std::time::Duration;

use clap::Args;
use referee_client::pb::CreateChallengeRequest;

use super::{RulesArgs, parse_span};
use crate::runner::options::{engine_words::BadWords, pair::Pair};

#[derive(Args)]
pub struct ProposalArgs {
    /// Game id
    pub game: String,
    /// Option of the game; repeat for several
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Your seat, from 0 [default: random]
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<u32>,
    /// Lifetime, such as 30s or 5m, up to 24h
    #[arg(long, value_name = "SPAN", default_value = "10m", value_parser = parse_span)]
    pub expires: Duration,
}

impl ProposalArgs {
    /// Returns the proposal, unless it contradicts itself.
    pub fn asked(self) -> Result<CreateChallengeRequest, BadWords> {
        Ok(CreateChallengeRequest {
            game: self.game,
            options: self.options.into_iter().map(|pair| (pair.name, pair.value)).collect(),
            rules: Some(self.rules.rules()?),
            seat: self.seat,
            // The server rejects a time that is too long for `i64`.
            expires_in_ms: Some(i64::try_from(self.expires.as_millis()).unwrap_or(i64::MAX)),
            ..CreateChallengeRequest::default()
        })
    }
}
