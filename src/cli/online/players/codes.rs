//! `referee player recover`, `renew-recovery-code`, `device-code` and `redeem`: get a token without
//! an old one.

use std::{process::ExitCode, time::Duration};

use clap::Args;

use crate::{
    cli::console::output::{answer, answer_with_recovery},
    remote::{CallArgs, Calls, ServerArgs, TokenArgs, parse_span},
    store::Scope,
};

const RECOVER: &str = "\
Examples:
  referee player recover ada --code 7K3F-Q2M9-...
  export REFEREE_TOKEN=$(referee player recover ada --code $CODE --revoke-others)

Prints a new token. The recovery code becomes invalid; standard error shows a new code.
Case, hyphens and spaces in a code are ignored.

Exit codes: 0 recovered, 1 the server refused or could not be reached, 2 usage error.";

const REDEEM: &str = "\
Examples:
  referee player redeem 7K3FQ2M9 --label phone

Prints a token of the player that created the code. The code comes from `referee player
device-code` on a device that has a token.

Exit codes: 0 redeemed, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = RECOVER)]
pub struct RecoverArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Player name
    name: String,
    /// Recovery code, as `register` printed it; prefer REFEREE_RECOVERY_CODE
    #[arg(long, value_name = "CODE", env = "REFEREE_RECOVERY_CODE", hide_env_values = true)]
    code: String,
    /// Revoke all other tokens of the player
    #[arg(long)]
    revoke_others: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct DeviceCodeArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Scope of the new token; repeatable [default: the calling token's scopes]
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<Scope>,
    /// Lifetime of the code, such as 2m, at most 10m [default: 10m]
    #[arg(long, value_name = "SPAN", value_parser = parse_span)]
    expires: Option<Duration>,
}

#[derive(Args)]
#[command(after_help = REDEEM)]
pub struct RedeemArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Device code
    code: String,
    /// Label of the new token, up to 64 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    label: String,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn recover(args: RecoverArgs) -> anyhow::Result<ExitCode> {
    let RecoverArgs { server, name, code, revoke_others, json } = args;
    answer_with_recovery(&without_token(server, json), async |calls: Calls| {
        calls.recover(&name, &code, revoke_others).await
    })
}

pub fn renew(call: &CallArgs) -> anyhow::Result<ExitCode> {
    answer(call, async |calls: Calls| calls.renew_recovery_code().await)
}

pub fn device_code(DeviceCodeArgs { call, scopes, expires }: DeviceCodeArgs) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| calls.create_device_code(scopes, expires).await)
}

pub fn redeem(RedeemArgs { server, code, label, json }: RedeemArgs) -> anyhow::Result<ExitCode> {
    answer(&without_token(server, json), async |calls: Calls| calls.redeem_device_code(&code, &label).await)
}

/// Returns the arguments of a call by a caller without a token.
fn without_token(server: ServerArgs, json: bool) -> CallArgs {
    CallArgs { server, token: TokenArgs { token: None }, json }
}
