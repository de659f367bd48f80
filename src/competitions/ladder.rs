//! Ladders as this server carries them through, with what is published of them.

use std::sync::{Arc, Mutex};

use super::{
    Fixture, Kind,
    published::{Fits, SharedFits},
};
use crate::{
    contest::ContestReason,
    hall::tally::Tally,
    ids::{Seat, Seq},
    ladder::{Ladder, LadderEvent, LadderRefusal, MatchResult, Results, Scheduled, VoidMatch},
    pb::log,
    referee::{Contest, Reason, Refusal, Termination},
    steward::ladder_result::Course,
    store::{MatchEnd, MatchRow, codec::ladder as codec},
};

/// A ladder with all that its ratings are made of.
#[derive(Debug)]
pub struct LadderView {
    /// The ladder.
    pub ladder: Ladder,
    /// The matches that count; shared with those who work on them after they have let go of the ladder.
    pub results: Arc<Results>,
    pub(super) fits: Arc<Mutex<Fits>>,
}

impl Kind for Ladder {
    const WORD: &'static str = "ladder";
    const RUNNING_LIMIT: &'static str = "running_ladders";
    const WOKEN_LIMIT: &'static str = "woken_ladders";
    const COMMANDS_LIMIT: &'static str = "ladder_commands";

    type View = LadderView;
    type Shown = log::LadderEvent;
    type Shared = Arc<SharedFits>;

    fn contest(id: String) -> Contest {
        Contest::Ladder(id)
    }

    fn is_one(contest: &Contest) -> bool {
        matches!(contest, Contest::Ladder(_))
    }

    fn view(first: &LadderEvent) -> Option<LadderView> {
        let ladder = Ladder::replay([first])?;
        Some(LadderView { ladder, results: Arc::new(Results::fold([first])), fits: Arc::default() })
    }

    fn follow(view: &mut LadderView, event: &LadderEvent) {
        view.ladder.apply(event);
        Arc::make_mut(&mut view.results).apply(event);
    }

    fn of(view: &LadderView) -> &Ladder {
        &view.ladder
    }

    fn shown(event: &LadderEvent) -> log::LadderEvent {
        codec::shown(event)
    }

    fn held_back_from(_: &LadderView) -> Option<Seq> {
        None
    }

    fn released_stages(&self) -> Option<u32> {
        None
    }

    fn stages_of_encounters(&self, _: usize) -> impl Iterator<Item = u32> {
        std::iter::empty()
    }

    fn refuse(&self, refusal: LadderRefusal) -> Refusal {
        let text = self.named(&refusal);
        match refusal {
            LadderRefusal::BadField { field, value, expected } => {
                let value = self.named(value.trim_matches('`'));
                Refusal::of_field(Reason::BadField, field, &value, expected)
            }
            LadderRefusal::Closed(_)
            | LadderRefusal::EntriesFrozen(_)
            | LadderRefusal::WrongStanding { .. }
            | LadderRefusal::NotAnnullable(..) => Refusal::new(Reason::WrongPhase, text),
            LadderRefusal::UnknownEntrant(_) => Refusal::new(Reason::UnknownPlayer, text),
            LadderRefusal::UnknownMatch(_) => Refusal::new(Reason::UnknownMatch, text),
        }
    }

    fn unknown(contest: &Contest) -> Refusal {
        let expected = "a ladder of this server";
        Refusal::of_field(Reason::UnknownLadder, "ladder", contest.name(), expected)
    }

    fn fixture(&self, scheduled: &Scheduled) -> Fixture<'_> {
        let Scheduled { match_key, category, entrants, opening } = scheduled;
        Fixture {
            setup: usize::from(*category),
            entrants: entrants.iter().map(|entrant| self.entrants[entrant.index()].joined.name.as_str()).collect(),
            encounter: match_key.encounter,
            opening: *opening,
            pairing: match_key.number_in_all(),
            // Bots of a ladder remember: each of its matches has deals of its own.
            deals: None,
        }
    }

    fn result_of(row: &MatchRow, tally: &Tally) -> Result<MatchResult, VoidMatch> {
        let Some(end) = &row.end else {
            return Err(VoidMatch { reason: ContestReason::LogUnreadable, fault: None });
        };
        let lost: Vec<_> = end.lost.losses().iter().map(|loss| (loss.seat, loss.cause)).collect();
        let course = Course {
            verdict: &end.verdict,
            lost: &lost,
            moves: &tally.moves,
            charged: &tally.charged,
            is_counted: tally.is_counted,
            rounds: rounds_of(end, tally),
            elapsed_ms: super::matches::elapsed_ms(row),
            digest: tally.digest,
        };
        course.result()
    }

    /// It counts for nobody. Not to accept what one has entered for is a fault; to be busy or away
    /// is none.
    fn no_show(refusal: &Refusal, forfeits: &[bool]) -> Result<MatchResult, VoidMatch> {
        let absent = (0..).map(Seat).zip(forfeits).filter(|(_, is_absent)| **is_absent);
        let seats: Vec<Seat> = absent.map(|(seat, _)| seat).collect();
        let fault = match seats[..] {
            [seat] if refusal.reason != Reason::BotUnavailable => Some(seat),
            _ => None,
        };
        let error = refusal.reason.word().to_owned();
        Err(VoidMatch { reason: ContestReason::NotSeated { seats, error }, fault })
    }
}

/// How many rounds of a match were played to their end; that in which it ended otherwise than by its rules was not.
fn rounds_of(end: &MatchEnd, tally: &Tally) -> u32 {
    let is_whole = end.verdict.termination == Termination::Normal;
    if tally.is_counted { tally.rounds } else { end.round.saturating_sub(u32::from(!is_whole)) }
}
