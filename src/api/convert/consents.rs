//! What players agree to beforehand.

use super::matches;
use crate::{
    pb::v1,
    referee::{AcceptPolicy, Contest, Reason, Refusal},
    store::accept_policies::{self, BadPolicy},
};

/// What a player says that it accepts; `field` is where it stands in the request.
pub fn asked_policy(said: &v1::AcceptPolicy, field: &'static str) -> Result<AcceptPolicy, Refusal> {
    accept_policies::read(said).map_err(|bad| {
        let BadPolicy { field: of, value, expected } = bad;
        Refusal::of_field(Reason::BadField, format!("{field}.{of}"), &value, expected)
    })
}

/// What a player accepts.
pub fn policy(of: &AcceptPolicy) -> v1::AcceptPolicy {
    accept_policies::write(of)
}

/// A contest that the caller enters.
pub fn contest_to_enter(asked: v1::EnterContestRequest) -> Result<Contest, Refusal> {
    use v1::enter_contest_request::Contest as Asked;
    named(asked.contest.map(|contest| match contest {
        Asked::Tournament(name) => Contest::Tournament(name),
        Asked::Ladder(name) => Contest::Ladder(name),
    }))
}

/// A contest that the caller leaves.
pub fn contest_to_leave(asked: v1::LeaveContestRequest) -> Result<Contest, Refusal> {
    use v1::leave_contest_request::Contest as Asked;
    named(asked.contest.map(|contest| match contest {
        Asked::Tournament(name) => Contest::Tournament(name),
        Asked::Ladder(name) => Contest::Ladder(name),
    }))
}

/// A contest whose players are listed.
pub fn contest_to_list(asked: Option<v1::list_entrants_request::Contest>) -> Result<Contest, Refusal> {
    use v1::list_entrants_request::Contest as Asked;
    named(asked.map(|contest| match contest {
        Asked::Tournament(name) => Contest::Tournament(name),
        Asked::Ladder(name) => Contest::Ladder(name),
    }))
}

fn named(contest: Option<Contest>) -> Result<Contest, Refusal> {
    let none = || Refusal::of_field(Reason::BadField, "contest", "", "`tournament` or `ladder`");
    let contest = contest.ok_or_else(none)?;
    let field = match contest {
        Contest::Tournament(_) => "tournament",
        Contest::Ladder(_) => "ladder",
    };
    matches::named(field, contest)
}
