//! `referee player token`: make, renew, list and revoke tokens.

use std::{process::ExitCode, time::Duration};

use clap::{Args, Subcommand};
use referee_client::NewToken;

use crate::{
    cli::{examples, output::answer},
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

They take a token with the scope `account`, as `referee player register` prints it; `renew` takes any. Tokens are shown once; the
server keeps only their digests. Whatever is revoked or renewed is refused at once, and its streams end.

Exit codes: 0 done, 1 the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee player token`.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("player token", EXAMPLES, ""))]
pub struct TokensArgs {
    /// What to do.
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make another token, and print it
    #[command(after_help = EXAMPLES)]
    Create {
        #[command(flatten)]
        call: CallArgs,
        /// The bot of yours whose it shall be; yours unless given
        #[arg(long, value_name = "NAME", default_value = "")]
        player: String,
        /// Your word for it, up to 64 characters; none unless given
        #[arg(long, value_name = "TEXT", default_value = "")]
        name: String,
        /// What it may be used for: `play`, `create`, `account`, `host` or `admin`; may be repeated
        #[arg(long = "scope", value_name = "SCOPE", required = true)]
        scopes: Vec<Scope>,
        /// How long it is good, as in 90d or 12h; as long as the token that makes it unless given
        #[arg(long, value_name = "SPAN", value_parser = parse_span)]
        expires: Option<Duration>,
        /// Why, which an administrator says of somebody else's; none unless given
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Print another secret in the place of the token that it is called with
    #[command(after_help = EXAMPLES)]
    Renew(CallArgs),
    /// List tokens, never their secrets
    #[command(after_help = EXAMPLES)]
    List {
        #[command(flatten)]
        call: CallArgs,
        /// The bot of yours whose they are; your own unless given
        #[arg(long, value_name = "NAME", default_value = "")]
        player: String,
    },
    /// Make a token useless, and end its streams
    #[command(after_help = EXAMPLES)]
    Revoke {
        #[command(flatten)]
        call: CallArgs,
        /// The token's id, as `list` shows it
        id: String,
        /// Why, which an administrator says of somebody else's; none unless given
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
}

/// What to do with tokens.
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
