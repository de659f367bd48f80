//! What a match on a server is played by, as the commands that open or propose one ask for it.

use clap::Args;
use referee_client::pb;

use crate::{
    referee::{DrawRule, IllegalMovePolicy, ResignRule, Sides},
    runner::{
        adjudication::AdjudicationArgs,
        engine_words::BadWords,
        policies::{LostSeatPolicyArg, PolicyArgs},
    },
};

/// What a match is played by, beside its game and options.
#[derive(Args)]
pub struct RulesArgs {
    /// The time control of every seat, as docs/clocks.md writes it: 60+1, 60d5, 40/60:20/30, st=2 (each move), inf; given
    /// once for each seat, seat 0 first, for odds
    #[arg(long = "tc", value_name = "TC", default_value = "60+1")]
    pub time_controls: Vec<String>,
    /// How many seconds the first deal waits for the nonces of the seats, once all are there (docs/fair-deals.md); 2 where hands
    /// are hidden, and else 0, unless given
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub nonce_wait: Option<u32>,
    /// Play for the players' ratings: nothing is taken back
    #[arg(long)]
    pub rated: bool,
    /// When it ends before it is over on the board; players report scores with their moves, as `referee join` does for engines.
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,
    /// What the match does about illegal moves and lost seats.
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Call the match off when a seat takes longer than this many seconds for its first move; 0 is as its clock allows
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub first_move_grace: u32,
    /// Begin with this position, as `referee rules` writes it, in place of the game's own
    #[arg(long = "start", value_name = "POSITION", default_value = "")]
    pub start_position: String,
    /// Play this move before anybody is asked and any clock runs; given once for each
    #[arg(long = "opening", value_name = "MOVE")]
    pub opening_moves: Vec<String>,
}

impl RulesArgs {
    /// The rules that are asked for, if they can be.
    pub fn rules(self) -> Result<pb::MatchRules, BadWords> {
        let adjudication = self.adjudication.rules()?;
        Ok(pb::MatchRules {
            time_controls: self.time_controls,
            nonce_wait_ms: self.nonce_wait.map(|seconds| seconds * 1000),
            rated: self.rated,
            max_plies: adjudication.max_plies.unwrap_or(0),
            illegal_move_policy: illegal(self.policies.illegal_move_policy).into(),
            illegal_move_retries: match self.policies.illegal_move_policy {
                IllegalMovePolicy::Retry { retries } => retries,
                _ => 0,
            },
            lost_seat_policy: lost_seat_policy(self.policies.lost_seat_policy).into(),
            first_move_grace_ms: self.first_move_grace * 1000,
            resign_rule: adjudication.resign_rule.map(resign_rule),
            draw_rule: adjudication.draw_rule.map(draw_rule),
            start_position: self.start_position,
            opening_moves: self.opening_moves,
            ..pb::MatchRules::default()
        })
    }
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
