//! Tournaments as this server runs them.

use super::Kind;
use referee_contests::{
    contest::ContestKind as _,
    tournament::{Tournament, TournamentEvent},
};
use referee_ids::Seq;
use referee_law::Reason;

impl Kind for Tournament {
    const RUNNING_LIMIT: &'static str = "running_tournaments";
    const WOKEN_LIMIT: &'static str = "woken_tournaments";
    const COMMANDS_LIMIT: &'static str = "tournament_commands";
    const UNKNOWN: Reason = Reason::UnknownTournament;

    type View = Tournament;
    type Shared = ();

    fn view(first: &TournamentEvent) -> Option<Tournament> {
        Tournament::replay([first])
    }

    fn follow(view: &mut Tournament, event: &TournamentEvent) {
        view.apply(event);
    }

    fn of(view: &Tournament) -> &Tournament {
        view
    }

    /// Returns the first event with results that the host has not released. Stored events that have
    /// not arrived here may contain such results, so they count as withheld.
    fn held_back_from(view: &Tournament) -> Option<Seq> {
        view.released_stages?;
        Some(view.held_back_from().unwrap_or(view.seq.next()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_contests::tournament::{
        Fact, Format, Rules, TournamentOpened,
        rules::{Deals, Release, Timetable},
        standings::{PointsSystem, ResultPoints},
    };

    use crate::contest_server::Seen;

    fn opened(release: Release) -> TournamentEvent {
        let rules = Rules {
            format: Format::RoundRobin { cycles: 1 },
            seats: 2,
            matches_per_encounter: 2,
            points: PointsSystem::Games(ResultPoints { win: 2, draw: 1, loss: 0 }),
            bye_halves: 0,
            tie_breaks: Vec::new(),
            replays: 0,
            release,
            deals: Deals::Own,
            test: None,
            timetable: Timetable::default(),
            accept_within_ms: 1,
        };
        let (name, match_setup) = ("cup".to_owned(), "{}".to_owned());
        let opened = TournamentOpened { name, opened_unix_ms: 0, rules, match_setup, deal_seed: [7; 32] };
        TournamentEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) }
    }

    /// Checks the moment between storing an event and knowing its content here: a withheld result
    /// must not be visible then.
    #[test]
    fn stored_results_not_yet_known_here_are_withheld() {
        let entered = TournamentEvent { seq: Seq(2), at_ms: 0, fact: Fact::EntrantEntered("ann".to_owned()) };
        for (release, shown) in [(Release::ByHost, 1), (Release::AtOnce, 2)] {
            let events = [opened(release), entered.clone()];
            let mut view = Tournament::view(&events[0]).expect("it opens one");
            let public = |view: &Tournament| Seen::<Tournament> { of: view, waiting: &[] }.public(&events).len();
            assert_eq!(public(&view), shown);
            Tournament::follow(&mut view, &entered);
            assert_eq!(public(&view), 2);
        }
    }
}
