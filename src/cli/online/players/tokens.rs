//! `referee player token`: create, renew, list and revoke tokens.

use std::{process::ExitCode, time::Duration};

use clap::{Args, Subcommand};
use referee_client::NewToken;

use crate::{
    cli::{console::output::answer, help::examples},
    remote::{CallArgs, Calls, ahead, parse_span, sent},
    store::Scope,
};

const EXAMPLES: &str = "\
Examples:
  referee player token create --name laptop --scope play --expires 90d
  referee player token create --player ada-deep --name ladder --scope play
  referee player token list --json
  referee player token revoke 0123456789abcdef
  referee player token renew

These commands need a token with the scope `account`, such as the token from `referee
player register`; `renew` accepts any token. Tokens are shown once; the server keeps
only their digests. Revoking or renewing takes effect immediately and ends the token's
streams.

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error.";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("player token", EXAMPLES, ""))]
pub struct TokensArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create another token and print it
    Create {
        #[command(flatten)]
        call: CallArgs,
        /// Your bot to create the token for [default: yourself]
        #[arg(long, value_name = "NAME", default_value = "")]
        player: String,
        /// Label, up to 64 characters
        #[arg(long, value_name = "TEXT", default_value = "")]
        name: String,
        /// Scope: `play`, `create`, `account`, `host` or `admin`; repeatable
        #[arg(long = "scope", value_name = "SCOPE", required = true)]
        scopes: Vec<Scope>,
        /// Lifetime, such as 90d or 12h [default: until the calling token expires]
        #[arg(long, value_name = "SPAN", value_parser = parse_span)]
        expires: Option<Duration>,
        /// Reason; required from an administrator acting for another player
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Replace the calling token and print the new token
    Renew(CallArgs),
    /// List tokens, without their secrets
    List {
        #[command(flatten)]
        call: CallArgs,
        /// Your bot whose tokens to list [default: yourself]
        #[arg(long, value_name = "NAME", default_value = "")]
        player: String,
    },
    /// Revoke a token and end its streams
    Revoke {
        #[command(flatten)]
        call: CallArgs,
        /// Token id, as `list` shows it
        id: String,
        /// Reason; required from an administrator acting for another player
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
}

pub fn run(args: TokensArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Create { call, player, name, scopes, expires, reason } => {
            let scopes = scopes.into_iter().map(sent).collect();
            let new = NewToken { player, name, scopes, expires_unix_ms: expires.map(ahead), reason };
            answer(&call, async |calls: Calls| calls.create_token(new).await)
        }
        Action::Renew(call) => answer(&call, async |calls: Calls| calls.renew_token().await),
        Action::List { call, player } => answer(&call, async |calls: Calls| calls.tokens(&player).await),
        Action::Revoke { call, id, reason } => {
            answer(&call, async |calls: Calls| calls.revoke_token(&id, &reason).await)
        }
    }
}
