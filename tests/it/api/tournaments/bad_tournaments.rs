//! Invalid requests for tournaments. Each is rejected with the name of its field.

use referee::store::Store;
use referee_client::pb::{self, CreateTournamentRequest as Request};
use tonic::Code::{self, InvalidArgument, NotFound, ResourceExhausted};

use crate::api::{
    rig::assert_refused,
    tournaments::{create, hosted, round_robin},
};

/// Change that makes a valid request invalid.
type Spoil = fn(&mut Request);

#[tokio::test]
async fn bad_tournaments_are_rejected_by_field() {
    fn rules(of: &mut Request) -> &mut pb::TournamentRules {
        of.rules.as_mut().expect("rules")
    }
    fn matches(of: &mut Request) -> &mut pb::TournamentMatches {
        of.matches.as_mut().expect("matches")
    }
    fn conduct(of: &mut Request) -> &mut pb::MatchRules {
        matches(of).rules.as_mut().expect("rules")
    }
    let table: [(Spoil, Code, &str, &str); 8] = [
        (|of| of.entrants = vec!["nobody".into()], NotFound, "UNKNOWN_PLAYER", "entrants[0]"),
        (|of| matches(of).game = "chess".into(), NotFound, "UNKNOWN_GAME", "matches.game"),
        (|of| matches(of).openings = vec!["moves nonsense".into()], InvalidArgument, "BAD_FIELD", "matches.openings"),
        (|of| rules(of).matches_per_encounter = 3, InvalidArgument, "BAD_FIELD", "rules.matches_per_encounter"),
        (|of| conduct(of).max_plies = Some(u32::MAX), ResourceExhausted, "LIMIT", "matches.rules.max_plies"),
        (
            |of| conduct(of).time_controls = vec!["soon".into(); 2],
            InvalidArgument,
            "BAD_TIME_CONTROL",
            "matches.rules.time_controls[0]",
        ),
        (|of| of.name = " ".into(), InvalidArgument, "BAD_FIELD", "name"),
        (
            |of| {
                let none = pb::GauntletFormat { challengers: 0, cycles: 1 };
                rules(of).format = Some(pb::tournament_rules::Format::Gauntlet(none));
            },
            InvalidArgument,
            "BAD_FIELD",
            "rules.format.challengers",
        ),
    ];
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, _ann) = (rig.player("host").await, rig.player("ann").await);
    for (spoil, code, reason, field) in table {
        let mut bad = Request { start: false, ..round_robin("cup", &["ann", "house-random"]) };
        spoil(&mut bad);
        assert_refused(create(&host, bad).await, code, reason, field);
    }
}
