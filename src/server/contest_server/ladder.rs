//! Ladders as this server runs them, with their published ratings.

use std::sync::Arc;

use super::{
    Kind,
    published::{LadderView, SharedFits},
};
use referee_contests::{
    contest::{ContestKind as _, ContestReason, MatchResult, VoidMatch},
    ladder::{Histories, Ladder, LadderEvent, Results},
};
use referee_ids::Seat;
use referee_law::{Reason, Refusal};

impl Kind for Ladder {
    const RUNNING_LIMIT: &'static str = "running_ladders";
    const WOKEN_LIMIT: &'static str = "woken_ladders";
    const COMMANDS_LIMIT: &'static str = "ladder_commands";
    const UNKNOWN: Reason = Reason::UnknownLadder;

    type View = LadderView;
    type Shared = Arc<SharedFits>;

    fn view(first: &LadderEvent) -> Option<LadderView> {
        let ladder = Ladder::replay([first])?;
        let (results, histories) = (Arc::new(Results::fold([first])), Histories::default());
        Some(LadderView { ladder, results, histories, fits: Arc::default() })
    }

    fn follow(view: &mut LadderView, event: &LadderEvent) {
        view.ladder.apply(event);
        view.histories.follow(&view.ladder, event);
        Arc::make_mut(&mut view.results).apply(event);
    }

    fn of(view: &LadderView) -> &Ladder {
        &view.ladder
    }

    /// Voids the match. Declining a match of an entered ladder is a fault; being busy or away is
    /// not.
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
