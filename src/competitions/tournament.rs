//! Tournaments as this server carries them through.

use super::{Fixture, Kind};
use crate::{
    contest::ContestReason,
    hall::tally::Tally,
    ids::Seq,
    pb::log,
    referee::{Contest, Reason, Refusal, forfeit::Played},
    steward::tournament_result,
    store::{MatchRow, codec::tournament as codec},
    tournament::{MatchResult, Scheduled, Tournament, TournamentEvent, TournamentRefusal},
};

impl Kind for Tournament {
    const WORD: &'static str = "tournament";
    const RUNNING_LIMIT: &'static str = "running_tournaments";
    const WOKEN_LIMIT: &'static str = "woken_tournaments";
    const COMMANDS_LIMIT: &'static str = "tournament_commands";

    type View = Tournament;
    type Shown = log::TournamentEvent;
    type Shared = ();

    fn contest(id: String) -> Contest {
        Contest::Tournament(id)
    }

    fn is_one(contest: &Contest) -> bool {
        matches!(contest, Contest::Tournament(_))
    }

    fn view(first: &TournamentEvent) -> Option<Tournament> {
        Tournament::replay([first])
    }

    fn follow(view: &mut Tournament, event: &TournamentEvent) {
        view.apply(event);
    }

    fn of(view: &Tournament) -> &Tournament {
        view
    }

    fn shown(event: &TournamentEvent) -> log::TournamentEvent {
        codec::shown(event)
    }

    /// Where it tells of results that the host has not released. What is stored and has not come here yet may tell of such.
    fn held_back_from(view: &Tournament) -> Option<Seq> {
        view.released_stages?;
        Some(view.held_back_from().unwrap_or(view.seq.next()))
    }

    fn released_stages(&self) -> Option<u32> {
        self.released_stages
    }

    fn stages_of_encounters(&self, from: usize) -> impl Iterator<Item = u32> {
        self.encounters.iter().skip(from).map(|one| one.paired.encounter.stage)
    }

    fn refuse(&self, refusal: TournamentRefusal) -> Refusal {
        let text = self.named(&refusal);
        match refusal {
            TournamentRefusal::BadField { field, value, expected } => {
                let value = self.named(value.trim_matches('`'));
                Refusal::of_field(Reason::BadField, field, &value, expected)
            }
            TournamentRefusal::WrongPhase { .. }
            | TournamentRefusal::EntrantOut(_)
            | TournamentRefusal::NoReturn(_)
            | TournamentRefusal::NotAwardable(..)
            | TournamentRefusal::NotReplayable(..) => Refusal::new(Reason::WrongPhase, text),
            TournamentRefusal::UnknownEntrant(_) => Refusal::new(Reason::UnknownPlayer, text),
            TournamentRefusal::UnknownMatch(_) => Refusal::new(Reason::UnknownMatch, text),
        }
    }

    fn unknown(contest: &Contest) -> Refusal {
        let expected = "a tournament of this server";
        Refusal::of_field(Reason::UnknownTournament, "tournament", contest.name(), expected)
    }

    fn fixture(&self, scheduled: &Scheduled) -> Fixture<'_> {
        let Scheduled { match_key, entrants, number, opening } = scheduled;
        Fixture {
            setup: 0,
            entrants: entrants.iter().map(|entrant| self.entrants[entrant.index()].name.as_str()).collect(),
            encounter: *number,
            opening: *opening,
            pairing: match_key.number_in_all(),
            deals: self.deals_of(match_key),
        }
    }

    fn result_of(row: &MatchRow, tally: &Tally) -> Result<MatchResult, ContestReason> {
        let Some(end) = &row.end else { return Err(ContestReason::LogUnreadable) };
        let seats = row.opened.as_ref().map_or(end.verdict.totals.len(), |opened| opened.players.len());
        let lost: Vec<_> = end.lost.losses().iter().map(|loss| (loss.seat, loss.cause)).collect();
        let moves = if tally.is_counted { tally.moves.as_slice() } else { &[] };
        let played = Played { lost: &lost, moves };
        tournament_result(&end.verdict, seats, played, tally.plies, super::matches::elapsed_ms(row), tally.digest)
    }

    fn no_show(_: &Refusal, forfeits: &[bool]) -> Result<MatchResult, ContestReason> {
        Ok(MatchResult::of_no_show(forfeits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        competitions::Seen,
        tournament::{
            Fact, Format, Rules, TournamentOpened,
            rules::{Deals, Release, Timetable},
            standings::{PointsSystem, ResultPoints},
        },
    };

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

    /// An event is stored a moment before it is known here what it tells: a result that the host holds back shows in no such moment.
    #[test]
    fn what_is_stored_and_not_known_here_yet_is_shown_to_nobody_where_results_are_held_back() {
        let joined = TournamentEvent { seq: Seq(2), at_ms: 0, fact: Fact::EntrantJoined { name: "ann".to_owned() } };
        for (release, shown) in [(Release::ByHost, 1), (Release::AtOnce, 2)] {
            let events = [opened(release), joined.clone()];
            let mut view = Tournament::view(&events[0]).expect("it opens one");
            let public = |view: &Tournament| Seen::<Tournament> { of: view, waiting: &[] }.public(&events).len();
            assert_eq!(public(&view), shown);
            Tournament::follow(&mut view, &joined);
            assert_eq!(public(&view), 2);
        }
    }
}
