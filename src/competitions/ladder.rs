//! Ladders as this server carries them through, with what is published of them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use super::{Fixture, Kind};
use crate::{
    hall::{house::is_house, tally::Tally, wall_clock::TimerInstant},
    ids::{PlayerId, Seat, Seq},
    ladder::{
        Ladder, LadderEvent, LadderRefusal, MAX_REPLAYS, MatchResult, PublishError, Ratings, Results, Scheduled,
        VoidMatch,
    },
    pb::log,
    referee::{Contest, Reason, Refusal, Termination},
    steward::ladder_result::Course,
    store::{MatchEnd, MatchRow, codec::ladder as codec},
};

/// Ratings are made anew at most once in so many times what that took the last time, and by one at a time: looking costs the server
/// little, however often anybody does.
const FIT_SHARE: u32 = 20;

/// A ladder with all that its ratings are made of.
#[derive(Debug)]
pub struct LadderView {
    /// The ladder.
    pub ladder: Ladder,
    /// The matches that count; shared with those who work on them after they have let go of the ladder.
    pub results: Arc<Results>,
    fits: Arc<Mutex<Fits>>,
}

/// The ratings that were made or are being made, by category.
#[derive(Debug, Default)]
struct Fits {
    kept: BTreeMap<u16, Kept>,
    /// Each ends when its making does, however that ends.
    making: BTreeMap<u16, watch::Receiver<()>>,
}

/// What is published of a category.
#[derive(Debug)]
pub struct Published {
    /// The newest event that is in it.
    pub seq: Seq,
    /// The ratings, or why there are none.
    pub ratings: Result<Ratings, PublishError>,
}

/// Ratings that are there, or what they are to be made of: making them is for whoever has let go of the ladder.
pub enum Publication {
    /// They are there.
    Made(Arc<Published>),
    /// They are to be made.
    ToMake(ToPublish),
    /// Somebody else is making them; to be asked again when this ends.
    BeingMade(watch::Receiver<()>),
}

/// What ratings are to be made of.
pub struct ToPublish {
    making: Making,
    seq: Seq,
    results: Arc<Results>,
    began: TimerInstant,
}

/// While this is there, nobody else makes the ratings of the category.
struct Making {
    category: u16,
    fits: Arc<Mutex<Fits>>,
    _ends: watch::Sender<()>,
}

/// Ratings that were made.
#[derive(Debug)]
struct Kept {
    published: Arc<Published>,
    until: TimerInstant,
}

impl LadderView {
    /// The ratings of a category by the matches that count; they may be a few seconds old where making them takes long.
    pub fn published(&self, category: u16) -> Publication {
        let began = TimerInstant::now();
        let mut fits = lock(&self.fits);
        let making = fits.making.get(&category).cloned();
        if let Some(kept) = fits.kept.get(&category)
            && (kept.published.seq == self.ladder.seq || kept.until > began || making.is_some())
        {
            return Publication::Made(Arc::clone(&kept.published));
        }
        if let Some(making) = making {
            return Publication::BeingMade(making);
        }
        let (_ends, ended) = watch::channel(());
        fits.making.insert(category, ended);
        drop(fits);
        let making = Making { category, fits: Arc::clone(&self.fits), _ends };
        // Whoever looks has the ladder locked, and so its steward: nothing is made of the matches yet.
        let results = Arc::clone(&self.results);
        Publication::ToMake(ToPublish { making, seq: self.ladder.seq, results, began })
    }
}

impl ToPublish {
    /// Makes them. Takes a few seconds of the processor for a thousand entrants.
    pub fn make(self) -> Arc<Published> {
        let ToPublish { making, seq, results, began } = self;
        let to_rate = results.to_rate(making.category);
        drop(results);
        let ratings = to_rate.and_then(|to_rate| to_rate.rate());
        let made = Arc::new(Published { seq, ratings });
        let until = TimerInstant::now() + began.elapsed() * FIT_SHARE;
        lock(&making.fits).kept.insert(making.category, Kept { published: Arc::clone(&made), until });
        made
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        lock(&self.fits).making.remove(&self.category);
    }
}

/// The lock is held for a few lookups; what is under it is never half changed.
fn lock(fits: &Mutex<Fits>) -> MutexGuard<'_, Fits> {
    fits.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kind for Ladder {
    const WORD: &'static str = "ladder";
    const RUNNING_LIMIT: &'static str = "running_ladders";
    const COMMANDS_LIMIT: &'static str = "ladder_commands";

    type View = LadderView;
    type Shown = log::LadderEvent;

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

    fn is_held_back(_: &LadderView, _: &LadderEvent) -> bool {
        false
    }

    fn refuse(&self, refusal: LadderRefusal) -> Refusal {
        let text = self.named(&refusal.to_string());
        match refusal {
            LadderRefusal::BadField { field, value, expected } => {
                Refusal::of_field(Reason::BadField, field, value.trim_matches('`'), expected)
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
        let expected = "a ladder of this server: `ListLadders` has them";
        Refusal::of_field(Reason::UnknownLadder, "ladder", contest.name(), expected)
    }

    fn fixture(&self, scheduled: &Scheduled) -> Fixture<'_> {
        let Scheduled { match_key, category, entrants } = scheduled;
        Fixture {
            setup: usize::from(*category),
            entrants: entrants.iter().map(|entrant| self.entrants[entrant.index()].joined.name.as_str()).collect(),
            encounter: match_key.encounter,
            pairing: match_key.number * (MAX_REPLAYS + 1) + match_key.attempt,
            // Bots of a ladder remember: each of its matches has deals of its own.
            deals: None,
        }
    }

    fn result_of(row: &MatchRow, tally: &Tally) -> Result<MatchResult, VoidMatch> {
        let Some(end) = &row.end else {
            return Err(VoidMatch { reason: "its log cannot be read".to_owned(), fault: None });
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
        };
        course.result()
    }

    /// Others wait for their turn: a match whose player is not free, or does not accept it, counts for nobody. Not to accept what one has
    /// entered for is a fault; to be busy is none. What the server has no room for is waited for.
    fn unopened(refusal: &Refusal, players: &[PlayerId]) -> Option<VoidMatch> {
        let is_players = matches!(
            refusal.reason,
            Reason::BotUnavailable
                | Reason::NotAccepted
                | Reason::UnknownPlayer
                | Reason::PlayerBanned
                | Reason::PlayerRetired
        );
        let named = players.iter().position(|player| player.as_str() == refusal.value && !is_house(player));
        let seat = named.and_then(|index| u8::try_from(index).ok()).map(Seat);
        let is_fault = refusal.reason != Reason::BotUnavailable;
        let void = || VoidMatch { reason: refusal.to_string(), fault: seat.filter(|_| is_fault) };
        (is_players && seat.is_some()).then(void)
    }
}

/// How many rounds of a match were played to their end; that in which it ended otherwise than by its rules was not.
fn rounds_of(end: &MatchEnd, tally: &Tally) -> u32 {
    let is_whole = end.verdict.termination == Termination::Normal;
    if tally.is_counted { tally.rounds } else { end.round.saturating_sub(u32::from(!is_whole)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::{Category, Fact, LadderOpened, PairingRules, QuarantineRules, RatedBy, Rules};

    #[test]
    fn ratings_are_made_of_nothing_that_was_copied_while_the_ladder_was_locked() {
        let category = Category {
            name: "go".to_owned(),
            seats: 2,
            matches_per_encounter: 2,
            match_setup: "{}".to_owned(),
            rated_by: RatedBy::Ranks,
        };
        let rules = Rules {
            categories: vec![category],
            pairing: PairingRules::default(),
            quarantine: QuarantineRules::default(),
            replays: 1,
            version_sd: 100,
        };
        let opened = LadderOpened { name: "ladder".to_owned(), opened_unix_ms: 0, rules, deal_seed: [7; 32] };
        let first = LadderEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        let view = Ladder::view(&first).expect("it opens a ladder");
        let Publication::ToMake(to_make) = view.published(0) else { panic!("nobody has made them") };
        assert!(Arc::ptr_eq(&to_make.results, &view.results));
        assert!(matches!(view.published(0), Publication::BeingMade(_)), "one makes them at a time");
        drop(to_make);
        assert!(matches!(view.published(0), Publication::ToMake(_)), "and another where it is given up");
    }
}
