//! `referee player`: manage players on a server, and their accounts.

use std::process::ExitCode;

use clap::{Args, Subcommand, value_parser};
use referee_client::NewPlayer;

use super::{accept, codes, register, tokens};
use crate::{
    cli::{console::output::answer, help::examples},
    remote::{CallArgs, Calls},
};

const EXAMPLES: &str = "\
Examples:
  export REFEREE_TOKEN=$(referee player register ada)
  referee player create-bot ada-deep --display-name \"Deep Ada\"
  referee player bots ada
  referee player list --limit 1000 --json
  referee player rename ada-deep --display-name \"Deeper Ada\"
  referee player retire ada-deep
  referee player device-code

`create-bot` prints the bot's token, once. Changing an account needs a token with the
scope `account`, such as the token from `register`. --json prints canonical JSON
(Player).

Exit codes: 0 done, 1 the server refused or could not be reached, 2 usage error.";

/// Examples of the commands not listed above.
const MORE: &str = "\
  referee player show ada
  referee player renew-recovery-code
  referee player revive ada-deep";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_subcommands = examples::each_its_own("player", EXAMPLES, MORE))]
pub struct PlayerArgs {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand)]
pub enum Action {
    /// Register a player
    Register(register::RegisterArgs),
    /// Recover a player by its recovery code and print a new token
    Recover(codes::RecoverArgs),
    /// Replace your recovery code and print the new code
    RenewRecoveryCode(CallArgs),
    /// Print a short code to sign in on another device
    DeviceCode(codes::DeviceCodeArgs),
    /// Redeem a device code and print a token
    Redeem(codes::RedeemArgs),
    /// List players by name
    List(ListArgs),
    /// Set which matches your player accepts without being asked
    Accept(Box<accept::AcceptCommand>),
    /// Show a player's public profile
    Show(NameArgs),
    /// List the bots of a player
    Bots(NameArgs),
    /// Create a bot that you own, and print its token
    CreateBot(CalledArgs),
    /// Change the display name of your player or of your bot
    Rename(CalledArgs),
    /// Retire your bot
    Retire(NameArgs),
    /// Revive your retired bot
    Revive(NameArgs),
    /// Create, renew, list and revoke tokens
    Token(tokens::TokensArgs),
}

#[derive(Args)]
pub struct NameArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Player name: 1 to 32 of a-z, 0-9, `-` and `_`, starting with a letter
    name: String,
}

#[derive(Args)]
pub struct CalledArgs {
    #[command(flatten)]
    of: NameArgs,
    /// Display name, up to 64 characters [default: the player's name]
    #[arg(long, value_name = "TEXT", default_value = "")]
    display_name: String,
}

/// Which players.
#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Only the bots of this player [default: all players]
    #[arg(long, value_name = "NAME", default_value = "")]
    owner: String,
    /// Maximum number of players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
    limit: u32,
}

pub fn run(args: PlayerArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Register(args) => register::run(args),
        Action::Recover(args) => codes::recover(args),
        Action::RenewRecoveryCode(call) => codes::renew(&call),
        Action::DeviceCode(args) => codes::device_code(args),
        Action::Redeem(args) => codes::redeem(args),
        Action::Accept(args) => accept::run(*args),
        Action::List(ListArgs { call, owner, limit }) => answer(&call, async |c: Calls| c.players(&owner, limit).await),
        Action::Show(NameArgs { call, name }) => answer(&call, async |c: Calls| c.show(name).await),
        Action::Bots(NameArgs { call, name }) => answer(&call, async |c: Calls| c.players(&name, u32::MAX).await),
        Action::CreateBot(CalledArgs { of: NameArgs { call, name }, display_name }) => {
            let new = NewPlayer { display_name, ..NewPlayer::named(&name) };
            answer(&call, async |c: Calls| c.create_bot(new).await)
        }
        Action::Rename(CalledArgs { of: NameArgs { call, name }, display_name }) => {
            answer(&call, async |c: Calls| c.rename(name, display_name, String::new()).await)
        }
        Action::Retire(NameArgs { call, name }) => answer(&call, async |c: Calls| c.retire(name, String::new()).await),
        Action::Revive(NameArgs { call, name }) => answer(&call, async |c: Calls| c.revive(name, String::new()).await),
        Action::Token(args) => tokens::run(args),
    }
}
