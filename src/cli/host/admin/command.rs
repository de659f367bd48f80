//! Arguments of the commands for hosts and administrators.

use std::{process::ExitCode, time::Duration};

use clap::{Args, Subcommand, value_parser};

use super::{invite, schema, token, webhook};
use crate::{
    cli::{
        console::output::{answer, answer_with_recovery},
        help::examples,
    },
    remote::{CallArgs, Calls, ahead, parse_span},
};

const EXAMPLES: &str = "\
Examples:
  export REFEREE_TOKEN=$(referee admin token --data referee-data)
  referee admin schema --data referee-data
  referee admin accounts --banned
  referee admin ban ada --reason \"floods the lobby\"
  referee admin unban ada --reason \"apologised\"
  referee admin rename ada --display-name Ada --reason \"requested\"
  referee admin retire ada-deep --reason \"hangs in every match\"
  referee admin revive ada-deep --reason \"fixed\"
  referee admin tokens ada
  referee admin revoke-token 0123456789abcdef --reason \"was published\"
  referee admin replace-tokens ada --reason \"lost her token\"
  referee admin create-invite --note \"for Ada\" --uses 3 --expires 7d
  referee admin create-invite --note \"cup\" --count 300 --csv
  referee admin invites
  referee admin revoke-invite 0123456789abcdef --reason \"was published\"
  referee match list --player ada --state live
  referee admin end-match MATCH --reason \"hangs\"
  referee admin announce \"The server is down at noon.\" --expires 6h
  referee admin announcements
  referee admin withdraw 1 --reason \"the server is up again\"
  referee admin limits --json
  referee admin webhook list
  referee admin webhook redeliver https://example.org/hook spring-cup --from 1 --reason \"was down\"
  referee admin audit --limit 100

`token` and `schema` read the data directory on the server's machine. All others call a
server with a token of scope `admin`. The scope `host` is enough for `end-match`,
`announce`, `withdraw` and `webhook`; `announcements` and `limits` need no token. The
audit log records each change with its reason. Codes and tokens are shown once. To give
a player a token: `referee player token create --player NAME --reason TEXT`. To pause or
adjudicate a match: `referee arbiter`.

Exit codes: 0 done, 1 failed, or the server refused or could not be reached, 2 usage
error.";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("admin", EXAMPLES, ""))]
pub struct AdminArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create a token directly in a data directory, and print it
    Token(token::TokenArgs),
    /// Print the schema version of a data directory and pending upgrades
    Schema(schema::SchemaArgs),
    /// List accounts by name
    Accounts {
        #[command(flatten)]
        call: CallArgs,
        /// Only the bots of this player [default: all accounts]
        #[arg(long, value_name = "NAME", default_value = "")]
        owner: String,
        /// Only banned accounts, and bots of banned owners
        #[arg(long)]
        banned: bool,
        /// Maximum number of accounts
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        limit: u32,
    },
    /// Ban a player and its bots from playing and from using the server
    Ban(PlayerArgs),
    /// Unban a player
    Unban(PlayerArgs),
    /// Change a player's display name
    Rename(RenameArgs),
    /// Retire any player's bot
    Retire(PlayerArgs),
    /// Revive any player's retired bot
    Revive(PlayerArgs),
    /// List a player's tokens, without their secrets
    Tokens(NameArgs),
    /// Revoke any token and end its streams
    RevokeToken(IdArgs),
    /// Revoke a player's tokens and recovery code; print a new token
    ReplaceTokens(PlayerArgs),
    /// Create invites and print their codes
    #[command(alias = "invite")]
    CreateInvite(invite::InviteArgs),
    /// List invites, without their codes
    Invites(CallArgs),
    /// Revoke an invite
    RevokeInvite(IdArgs),
    /// Abort a live match, without a result
    EndMatch(IdArgs),
    /// Publish an announcement and print its number
    Announce {
        #[command(flatten)]
        call: CallArgs,
        /// Text, 1 to 500 characters
        text: String,
        /// Lifetime, such as 6h [default: until withdrawn]
        #[arg(long, value_name = "SPAN", value_parser = parse_span)]
        expires: Option<Duration>,
    },
    /// List announcements
    Announcements(CallArgs),
    /// Withdraw an announcement
    Withdraw {
        #[command(flatten)]
        call: CallArgs,
        /// Number of the announcement
        number: u64,
        /// Reason, 1 to 500 characters
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// List the server's limits with their values
    Limits(CallArgs),
    /// Show the delivery state of webhooks, or redeliver events
    #[command(
        subcommand,
        after_help = webhook::EXAMPLES,
        mut_subcommands = examples::each_its_own("admin webhook", webhook::EXAMPLES, "")
    )]
    Webhook(webhook::Webhook),
    /// List the actions of hosts and administrators, newest first
    Audit {
        #[command(flatten)]
        call: CallArgs,
        /// Maximum number of entries
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        limit: u32,
    },
}

#[derive(Args)]
struct NameArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Player name
    name: String,
}

#[derive(Args)]
struct PlayerArgs {
    #[command(flatten)]
    of: NameArgs,
    /// Reason, 1 to 500 characters; shown to a banned player
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

#[derive(Args)]
struct RenameArgs {
    #[command(flatten)]
    player: PlayerArgs,
    /// Display name, up to 64 characters [default: the player's name]
    #[arg(long, value_name = "TEXT", default_value = "")]
    display_name: String,
}

/// A token, an invite or a match, and the reason to end it.
#[derive(Args)]
struct IdArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Id of the token, invite or match, as lists show it
    id: String,
    /// Reason, 1 to 500 characters
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub fn run(args: AdminArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Token(args) => token::run(args),
        Action::Schema(args) => schema::run(args),
        Action::Accounts { call, owner, banned, limit } => {
            answer(&call, async |c: Calls| c.accounts(&owner, banned, limit).await)
        }
        Action::Ban(args) => to_player(args, async |c: Calls, name, reason| c.ban(name, reason).await),
        Action::Unban(args) => to_player(args, async |c: Calls, name, reason| c.unban(name, reason).await),
        Action::Rename(RenameArgs { player, display_name }) => {
            to_player(player, async |c: Calls, name, reason| c.rename(name, display_name, reason).await)
        }
        Action::Retire(args) => to_player(args, async |c: Calls, name, reason| c.retire(name, reason).await),
        Action::Revive(args) => to_player(args, async |c: Calls, name, reason| c.revive(name, reason).await),
        Action::Tokens(NameArgs { call, name }) => answer(&call, async |c: Calls| c.tokens(&name).await),
        Action::RevokeToken(IdArgs { call, id, reason }) => {
            answer(&call, async |c: Calls| c.revoke_token(&id, &reason).await)
        }
        Action::ReplaceTokens(PlayerArgs { of: NameArgs { call, name }, reason }) => {
            answer_with_recovery(&call, async |c: Calls| c.replace_tokens(name, reason).await)
        }
        Action::CreateInvite(args) => invite::run(args),
        Action::Invites(call) => answer(&call, async |c: Calls| c.invites().await),
        Action::RevokeInvite(IdArgs { call, id, reason }) => {
            answer(&call, async |c: Calls| c.revoke_invite(id, reason).await)
        }
        Action::EndMatch(IdArgs { call, id, reason }) => answer(&call, async |c: Calls| c.end_match(id, reason).await),
        Action::Announce { call, text, expires } => {
            answer(&call, async |c: Calls| c.announce(text, expires.map(ahead)).await)
        }
        Action::Announcements(call) => answer(&call, async |c: Calls| c.announcements().await),
        Action::Withdraw { call, number, reason } => {
            answer(&call, async |c: Calls| c.withdraw_announcement(number, reason).await)
        }
        Action::Limits(call) => answer(&call, async |c: Calls| c.limits().await),
        Action::Webhook(webhook) => webhook::run(webhook),
        Action::Audit { call, limit } => answer(&call, async |c: Calls| c.audit(limit).await),
    }
}

/// Applies an action to a player, with a reason.
fn to_player(
    PlayerArgs { of: NameArgs { call, name }, reason }: PlayerArgs,
    does: impl AsyncFnOnce(Calls, String, String) -> anyhow::Result<Vec<String>>,
) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| does(calls, name, reason).await)
}
