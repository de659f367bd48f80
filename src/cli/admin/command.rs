//! Which of the commands for a host and its administrators.

use std::{process::ExitCode, time::Duration};

use clap::{Args, Subcommand, value_parser};

use super::{invite, schema, token, webhook};
use crate::{
    cli::{examples, output::answer},
    remote::{CallArgs, Calls, ahead, parse_span},
};

const EXAMPLES: &str = "\
Examples:
  export REFEREE_TOKEN=$(referee admin token --data referee-data)
  referee admin schema --data referee-data
  referee admin accounts --banned
  referee admin ban ada --reason \"floods the lobby\"
  referee admin unban ada --reason \"has mended it\"
  referee admin rename ada --display-name Ada --reason \"asked for it\"
  referee admin retire ada-deep --reason \"hangs in every match\"
  referee admin revive ada-deep --reason \"is mended\"
  referee admin tokens ada
  referee admin revoke-token 0123456789abcdef --reason \"was published\"
  referee admin replace-tokens ada --reason \"has lost hers\"
  referee admin create-invite --note \"for Ada\" --uses 3 --expires 7d
  referee admin create-invite --note \"cup\" --count 300 --csv
  referee admin invites
  referee admin revoke-invite 0123456789abcdef --reason \"was published\"
  referee match list --player ada --state live
  referee admin end-match MATCH --reason \"hangs\"
  referee admin announce \"The server is down at noon.\" --expires 6h
  referee admin announcements
  referee admin withdraw 1 --reason \"it is up again\"
  referee admin limits --json
  referee admin webhook list
  referee admin webhook redeliver https://example.org/hook spring-cup --from 1 --reason \"was down\"
  referee admin audit --limit 100

`token` and `schema` work on the server's machine, on its data. All others call a server, with a token that has the scope `admin`; `host` is
enough for `end-match`, `announce`, `withdraw` and `webhook`, and none is needed for `announcements` and `limits`. Each change is noted in the
audit, with its reason. Codes and tokens are shown once. To give a token to somebody: `referee player token create --player
NAME --reason TEXT`. To pause or adjudicate a match: `referee arbiter`.

Exit codes: 0 done, 1 it could not be done, the server refused or was not reached, 2 the command line cannot be read.";

/// Arguments of `referee admin`.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("admin", EXAMPLES, ""))]
pub struct AdminArgs {
    /// What to do.
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make a token in the server's data directory, whether it runs or not, and print it
    Token(token::TokenArgs),
    /// Print the schema version of a data directory, and what a start of this program would do to it
    Schema(schema::SchemaArgs),
    /// List accounts, by name
    #[command(after_help = EXAMPLES)]
    Accounts {
        #[command(flatten)]
        call: CallArgs,
        /// Only the bots of this player; everybody unless given
        #[arg(long, value_name = "NAME", default_value = "")]
        owner: String,
        /// Only those that are banned, or whose owner is
        #[arg(long)]
        banned: bool,
        /// How many accounts at the most
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        limit: u32,
    },
    /// Keep a player and its bots from playing and calling
    Ban(PlayerArgs),
    /// Take a ban back
    Unban(PlayerArgs),
    /// Change what a player is called where people read
    Rename(RenameArgs),
    /// Take a bot of anybody's out of play
    Retire(PlayerArgs),
    /// Let a retired bot of anybody's play again
    Revive(PlayerArgs),
    /// List the tokens of a player, never their secrets
    Tokens(NameArgs),
    /// Make a token of anybody's useless, and end its streams
    RevokeToken(IdArgs),
    /// Revoke all tokens of a player, and print a new one for it
    ReplaceTokens(PlayerArgs),
    /// Make invites and print their codes
    #[command(alias = "invite", after_help = EXAMPLES)]
    CreateInvite(invite::InviteArgs),
    /// List invites, never their codes
    #[command(after_help = EXAMPLES)]
    Invites(CallArgs),
    /// Make an invite useless
    RevokeInvite(IdArgs),
    /// Call a live match off: it counts for nobody
    EndMatch(IdArgs),
    /// Say something to everybody, and print its number
    #[command(after_help = EXAMPLES)]
    Announce {
        #[command(flatten)]
        call: CallArgs,
        /// What to say, 1 to 500 characters
        text: String,
        /// How long it is shown, as in 6h; until it is withdrawn unless given
        #[arg(long, value_name = "SPAN", value_parser = parse_span)]
        expires: Option<Duration>,
    },
    /// List what is announced
    #[command(after_help = EXAMPLES)]
    Announcements(CallArgs),
    /// Take an announcement back
    #[command(after_help = EXAMPLES)]
    Withdraw {
        #[command(flatten)]
        call: CallArgs,
        /// Its number
        number: u64,
        /// Why, 1 to 500 characters
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// List the limits of the server with their values
    #[command(after_help = EXAMPLES)]
    Limits(CallArgs),
    /// How far webhooks have come, and sending something again
    #[command(
        subcommand,
        after_help = webhook::EXAMPLES,
        mut_subcommands = examples::each_its_own("admin webhook", webhook::EXAMPLES, "")
    )]
    Webhook(webhook::Webhook),
    /// List what hosts and administrators did, the newest first
    #[command(after_help = EXAMPLES)]
    Audit {
        #[command(flatten)]
        call: CallArgs,
        /// How many entries at the most
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        limit: u32,
    },
}

/// A player by its name.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct NameArgs {
    #[command(flatten)]
    call: CallArgs,
    /// The player's name
    name: String,
}

/// A player, and why something is done to it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct PlayerArgs {
    #[command(flatten)]
    of: NameArgs,
    /// Why, 1 to 500 characters; who is banned is told
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct RenameArgs {
    #[command(flatten)]
    player: PlayerArgs,
    /// What it is called where people read, up to 64 characters; its name unless given
    #[arg(long, value_name = "TEXT", default_value = "")]
    display_name: String,
}

/// A token, an invite or a match, and why it ends.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct IdArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Its id, as lists show it
    id: String,
    /// Why, 1 to 500 characters
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

/// Does it.
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
        Action::ReplaceTokens(args) => {
            to_player(args, async |c: Calls, name, reason| c.replace_tokens(name, reason).await)
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

/// Does something to a player, for a reason.
fn to_player(
    PlayerArgs { of: NameArgs { call, name }, reason }: PlayerArgs,
    does: impl AsyncFnOnce(Calls, String, String) -> anyhow::Result<Vec<String>>,
) -> anyhow::Result<ExitCode> {
    answer(&call, async |calls: Calls| does(calls, name, reason).await)
}
