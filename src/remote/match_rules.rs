//! The command-line options for the rules of a match on a server.

use clap::{Args, ValueEnum};
use referee_client::pb;

use crate::{
    law::{DrawRule, IllegalMovePolicy, ResignRule, Sides},
    runner::options::{
        adjudication::AdjudicationArgs,
        engine_words::BadWords,
        policies::{LostSeatPolicyArg, PolicyArgs},
    },
};

/// The rules of a match, besides its game and options.
#[derive(Args)]
pub struct RulesArgs {
    /// Time control; repeat for each seat, seat 0 first, to give odds. Examples: 60+1, 60d5,
    /// 40/60:20/30, st=2 (per move), inf (docs/clocks.md)
    #[arg(long = "tc", value_name = "TC", default_value = "60+1")]
    pub time_controls: Vec<String>,
    /// Seconds the first deal waits for nonces once all seats are connected. See docs/fair-deals.md
    /// [default: 2 if hands are hidden, else 0]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub nonce_wait: Option<u32>,
    /// Play for ratings; takebacks are not allowed
    #[arg(long)]
    pub rated: bool,
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Seconds for the first move of each seat [default: as its clock allows]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub first_move_grace: Option<u32>,
    /// Limit on the absence of a seat that has a clock: grace, or clock alone [default: clock if
    /// the first move can take an hour or more, else grace]
    #[arg(long, value_name = "WHAT", value_enum)]
    pub absence: Option<AbsenceArg>,
    /// Seconds a seat can be disconnected [default: the server's --grace]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=4_000_000))]
    pub grace: Option<u32>,
    /// Seconds the match waits for its players to connect [default: the server's --start-grace]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=4_000_000))]
    pub start_grace: Option<u32>,
    /// Start from this position, written as by `referee rules` [default: the game's start]
    #[arg(long = "start", value_name = "POSITION", default_value = "")]
    pub start_position: String,
    /// Move to play before any clock runs; repeat for several
    #[arg(long = "opening", value_name = "MOVE")]
    pub opening_moves: Vec<String>,
}

impl RulesArgs {
    /// Returns the rules, unless they contradict each other.
    pub fn rules(self) -> Result<pb::MatchRules, BadWords> {
        let adjudication = self.adjudication.rules()?;
        Ok(pb::MatchRules {
            time_controls: self.time_controls,
            nonce_wait_ms: self.nonce_wait.map(in_ms),
            rated: self.rated,
            max_plies: adjudication.max_plies,
            illegal_move_policy: illegal(self.policies.illegal_move_policy).into(),
            illegal_move_retries: match self.policies.illegal_move_policy {
                IllegalMovePolicy::Retry { retries } => Some(retries),
                _ => None,
            },
            lost_seat_policy: lost_seat_policy(self.policies.lost_seat_policy).into(),
            first_move_grace_ms: self.first_move_grace.map(in_ms),
            absence: self.absence.map_or(pb::Absence::Unspecified, pb::Absence::from).into(),
            disconnect_grace_ms: self.grace.map(in_ms),
            start_grace_ms: self.start_grace.map(in_ms),
            resign_rule: adjudication.resign_rule.map(resign_rule),
            draw_rule: adjudication.draw_rule.map(draw_rule),
            start_position: self.start_position,
            opening_moves: self.opening_moves,
            ..pb::MatchRules::default()
        })
    }
}

/// Limit of the absence of a seat that has a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AbsenceArg {
    /// A seat that stays away longer than its grace loses
    Grace,
    /// A seat may stay away while its clock lasts
    Clock,
}

impl From<AbsenceArg> for pb::Absence {
    fn from(asked: AbsenceArg) -> pb::Absence {
        match asked {
            AbsenceArg::Grace => pb::Absence::Grace,
            AbsenceArg::Clock => pb::Absence::ClockOnly,
        }
    }
}

fn in_ms(seconds: u32) -> i64 {
    i64::from(seconds) * 1000
}

fn illegal(policy: IllegalMovePolicy) -> pb::IllegalMovePolicy {
    match policy {
        IllegalMovePolicy::Retry { .. } => pb::IllegalMovePolicy::Retry,
        IllegalMovePolicy::Forfeit => pb::IllegalMovePolicy::Forfeit,
        IllegalMovePolicy::Substitute => pb::IllegalMovePolicy::Substitute,
    }
}

fn resign_rule(rule: ResignRule) -> pb::ResignRule {
    let ResignRule { moves, score, sides } = rule;
    pb::ResignRule { moves, score, all_sides: sides == Sides::All }
}

fn draw_rule(rule: DrawRule) -> pb::DrawRule {
    let DrawRule { moves, score, from_ply } = rule;
    pb::DrawRule { moves, score, from_ply }
}

fn lost_seat_policy(asked: LostSeatPolicyArg) -> pb::LostSeatPolicy {
    match asked {
        LostSeatPolicyArg::Substitute => pb::LostSeatPolicy::Substitute,
        LostSeatPolicyArg::End => pb::LostSeatPolicy::End,
    }
}
