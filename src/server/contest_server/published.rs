//! The published ratings of ladders. They are computed on demand, one fit at a time for all ladders
//! of a server, and kept as small as possible.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use referee_contests::ladder::{Histories, Ladder, PublishError, Ratings, Results};
use referee_ids::Seq;
use tokio::sync::watch;

use crate::hall::wall_clock::TimerInstant;

/// Minimum interval between two fits, as a multiple of the duration of the last fit, so that
/// frequent requests cost little.
const FIT_SHARE: u32 = 20;
/// Maximum concurrent fits, over all ladders of a server. A fit of 4 000 entrants needs five
/// matrices of 128 MB.
pub const MAX_FITS_AT_ONCE: usize = 1;
/// Maximum fits that keep their covariance: the fits last used for comparisons. The covariance of 4
/// 000 entrants takes 128 MB. Other fits are computed again for a comparison.
pub const KEPT_COVARIANCES: usize = 4;

/// The published ratings of a category.
#[derive(Debug)]
pub struct Published {
    /// Number of the newest event that the ratings include.
    pub seq: Seq,
    /// The ratings, or the reason why there are none.
    pub ratings: Result<Ratings, PublishError>,
}

/// The requested part of the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The ratings alone.
    Ratings,
    /// The ratings with their covariance, by which entrants can be compared.
    Covariance,
}

/// Ratings, or the input to compute them from once the ladder is unlocked.
pub enum Publication {
    /// The ratings are ready.
    Made(Arc<Published>),
    /// The caller must compute the ratings.
    ToMake(ToPublish),
    /// Another caller is computing these ratings, or all places for fits are taken. Retry when the
    /// receiver changes.
    BeingMade(watch::Receiver<u64>),
}

/// The input of a computation of ratings.
pub struct ToPublish {
    making: Making,
    seq: Seq,
    results: Arc<Results>,
    began: TimerInstant,
}

/// The ratings of a ladder that are kept, and those that are being computed, by category.
#[derive(Debug, Default)]
pub(super) struct Fits {
    kept: BTreeMap<u16, Kept>,
    making: BTreeSet<u16>,
}

/// Ratings that are kept.
#[derive(Debug)]
struct Kept {
    /// The ratings without their covariance.
    published: Arc<Published>,
    /// The ratings with their covariance, as long as that is kept.
    whole: Weak<Published>,
    until: TimerInstant,
}

/// A guard that prevents a second computation of the same category's ratings.
struct Making {
    category: u16,
    fits: Arc<Mutex<Fits>>,
    // This field is dropped last. So the callers that it wakes find the category free and its
    // ratings ready.
    place: FitPlace,
}

/// What the ladders of a server share: the places for fits, and the fits that keep their
/// covariance.
#[derive(Debug, Default)]
pub struct SharedFits {
    computing: Mutex<usize>,
    /// Number of finished computations, changed whenever a place is freed.
    computed: watch::Sender<u64>,
    /// The fits with covariance, the last used for a comparison first.
    whole: Mutex<VecDeque<Arc<Published>>>,
}

/// The place for computing one fit, freed when dropped. Do not hold it across an await, since all
/// other callers wait for it.
#[derive(Debug)]
pub struct FitPlace(Arc<SharedFits>);

/// A ladder with the results, histories and fits behind its ratings.
#[derive(Debug)]
pub struct LadderView {
    /// The ladder, folded from its events.
    pub ladder: Ladder,
    /// The matches that count. Computations share them after the ladder is unlocked.
    pub results: Arc<Results>,
    /// The history of each live rating.
    pub histories: Histories,
    pub(super) fits: Arc<Mutex<Fits>>,
}

impl LadderView {
    /// Returns the ratings of a category by the matches that count. If computing them takes long,
    /// they may be a few seconds old.
    pub fn published(&self, category: u16, wanted: Wanted, shared: &Arc<SharedFits>) -> Publication {
        let began = TimerInstant::now();
        let mut fits = lock(&self.fits);
        let is_being_made = fits.making.contains(&category);
        if let Some(kept) = fits.kept.get(&category)
            && (kept.published.seq == self.ladder.seq || kept.until > began || is_being_made)
            && let Some(published) = kept.get(wanted, shared)
        {
            return Publication::Made(published);
        }
        if is_being_made {
            return Publication::BeingMade(shared.computed.subscribe());
        }
        let place = match shared.take() {
            Ok(place) => place,
            Err(computed) => return Publication::BeingMade(computed),
        };
        fits.making.insert(category);
        drop(fits);
        let making = Making { category, fits: Arc::clone(&self.fits), place };
        // The caller holds the lock of the ladder, which its steward needs too. So the matches must
        // not be processed here.
        let results = Arc::clone(&self.results);
        Publication::ToMake(ToPublish { making, seq: self.ladder.seq, results, began })
    }
}

impl Kept {
    fn get(&self, wanted: Wanted, shared: &SharedFits) -> Option<Arc<Published>> {
        // A category without ratings has no covariance either.
        if wanted == Wanted::Ratings || self.published.ratings.is_err() {
            return Some(Arc::clone(&self.published));
        }
        let whole = self.whole.upgrade()?;
        shared.keep(&whole);
        Some(whole)
    }
}

impl ToPublish {
    /// Computes the ratings, with their covariance. Takes a few seconds of CPU time for a thousand
    /// entrants.
    pub fn make(self) -> Arc<Published> {
        let ToPublish { making, seq, results, began } = self;
        let to_rate = results.to_rate(making.category);
        drop(results);
        let ratings = to_rate.and_then(|to_rate| to_rate.rate());
        let small = ratings.as_ref().map(Ratings::without_covariance).map_err(Clone::clone);
        let published = Arc::new(Published { seq, ratings: small });
        let whole = Arc::new(Published { seq, ratings });
        if whole.ratings.is_ok() {
            making.place.0.keep(&whole);
        }
        let until = TimerInstant::now() + began.elapsed() * FIT_SHARE;
        let kept = Kept { published, whole: Arc::downgrade(&whole), until };
        lock(&making.fits).kept.insert(making.category, kept);
        whole
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        lock(&self.fits).making.remove(&self.category);
    }
}

impl SharedFits {
    /// Waits for a free place for a fit.
    pub async fn place(self: &Arc<SharedFits>) -> FitPlace {
        loop {
            match self.take() {
                Ok(place) => return place,
                // The sender lives as long as this object, so an error is impossible.
                Err(mut computed) => _ = computed.changed().await,
            }
        }
    }

    /// Takes a place for a fit. If none is free, fails with a receiver that changes when one is
    /// freed.
    fn take(self: &Arc<SharedFits>) -> Result<FitPlace, watch::Receiver<u64>> {
        let mut computing = lock(&self.computing);
        if *computing >= MAX_FITS_AT_ONCE {
            return Err(self.computed.subscribe());
        }
        *computing += 1;
        Ok(FitPlace(Arc::clone(self)))
    }

    /// Keeps a fit with its covariance, and drops the one that was not compared for the longest
    /// time.
    fn keep(&self, whole: &Arc<Published>) {
        let mut all = lock(&self.whole);
        all.retain(|other| !Arc::ptr_eq(other, whole));
        all.truncate(KEPT_COVARIANCES - 1);
        all.push_front(Arc::clone(whole));
    }
}

impl Drop for FitPlace {
    fn drop(&mut self) {
        *lock(&self.0.computing) -= 1;
        self.0.computed.send_modify(|computed| *computed = computed.wrapping_add(1));
    }
}

/// Locks the ratings. The lock is held for a few lookups, and never protects a half-made change.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_contests::{
        contest::ContestKind as _,
        ladder::{
            Category, Command, Declaration, Entry, Fact, Ladder, LadderEvent, LadderOpened, MatchResult, PairingRules,
            QuarantineRules, RatedBy, Rules,
        },
        rating::CompareError,
    };
    use referee_ids::PlayerId;

    use crate::contest_server::Kind as _;

    const WHO: [&str; 2] = ["ann", "bob"];

    /// Returns a ladder of two entrants with `matches` matches that count.
    fn ladder(matches: usize) -> LadderView {
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
            accept_within_ms: 600_000,
        };
        let opened = LadderOpened { name: "ladder".to_owned(), opened_unix_ms: 0, rules, deal_seed: [7; 32] };
        let first = LadderEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        let mut view = Ladder::view(&first).expect("it opens a ladder");
        for name in WHO {
            let owner = PlayerId::parse(name).expect("a name");
            let declaration = Declaration { categories: vec![0], at_once: 1, matches_per_day: 100 };
            let name = name.to_owned();
            let entry = Entry { name, owner, version_of: None, anchors: Vec::new(), declaration };
            take(&mut view, |ladder| ladder.decide(&Command::Enter(entry)).expect("it may enter"));
        }
        (0..matches).for_each(|_| play(&mut view));
        view
    }

    fn take(view: &mut LadderView, facts: impl FnOnce(&Ladder) -> Vec<Fact>) {
        for fact in facts(&view.ladder) {
            let event = LadderEvent { seq: view.ladder.seq.next(), at_ms: 60_000, fact };
            Ladder::follow(view, &event);
        }
    }

    fn play(view: &mut LadderView) {
        take(view, |ladder| ladder.due(60_000, &|names, _| vec![usize::MAX; names.len()]));
        let next = view.ladder.scheduled().next().expect("a match").match_key;
        let result = MatchResult {
            places: vec![1, 2],
            halves: vec![0; 2],
            moves: vec![9; 2],
            thought_ms: vec![9; 2],
            elapsed_ms: 18,
            rounds: 1,
            ..MatchResult::default()
        };
        let counted = Command::Count { match_key: next, result: Ok(result) };
        take(view, |ladder| ladder.decide(&counted).expect("it counts"));
    }

    fn made(publication: Publication) -> Arc<Published> {
        match publication {
            Publication::Made(published) => published,
            Publication::ToMake(_) => panic!("they are to be made"),
            Publication::BeingMade(_) => panic!("they are being made"),
        }
    }

    fn to_make(publication: Publication) -> ToPublish {
        match publication {
            Publication::ToMake(to_make) => to_make,
            Publication::Made(_) => panic!("they are there"),
            Publication::BeingMade(_) => panic!("they are being made"),
        }
    }

    fn compare(published: &Published) -> Result<f64, CompareError> {
        let ratings = published.ratings.as_ref().expect("they have played");
        ratings.compare(WHO[0], WHO[1]).map(|found| found.se)
    }

    #[test]
    fn ratings_are_made_of_nothing_that_was_copied_while_the_ladder_was_locked() {
        let (view, shared) = (ladder(0), Arc::default());
        let to_make = to_make(view.published(0, Wanted::Ratings, &shared));
        assert!(Arc::ptr_eq(&to_make.results, &view.results));
        assert!(matches!(view.published(0, Wanted::Ratings, &shared), Publication::BeingMade(_)), "one makes them");
        drop(to_make);
        let again = view.published(0, Wanted::Ratings, &shared);
        assert!(matches!(again, Publication::ToMake(_)), "and another where it is given up");
    }

    #[test]
    fn one_fit_is_computed_at_a_time_whatever_ladders_it_is_of() {
        let (one, other, shared) = (ladder(2), ladder(2), Arc::default());
        let making = to_make(one.published(0, Wanted::Ratings, &shared));
        let Publication::BeingMade(mut computed) = other.published(0, Wanted::Ratings, &shared) else {
            panic!("another ladder's are being made")
        };
        assert!(shared.take().is_err() && !computed.has_changed().expect("the server is there"));
        making.make();
        assert!(computed.has_changed().expect("the server is there"), "waiting callers are woken");
        computed.mark_unchanged();
        drop(to_make(other.published(0, Wanted::Ratings, &shared)));
        assert!(computed.has_changed().expect("the server is there"), "also where it was given up");
        made(one.published(0, Wanted::Covariance, &shared));
    }

    #[test]
    fn only_a_few_fits_keep_their_covariance_and_the_others_are_refitted() {
        let shared = Arc::default();
        let views: Vec<LadderView> = (0..=KEPT_COVARIANCES).map(|_| ladder(2)).collect();
        let se = compare(&to_make(views[0].published(0, Wanted::Covariance, &shared)).make()).expect("both are rated");
        for view in &views[1..KEPT_COVARIANCES] {
            to_make(view.published(0, Wanted::Ratings, &shared)).make();
        }
        let kept = made(views[0].published(0, Wanted::Covariance, &shared));
        assert_eq!(compare(&kept), Ok(se), "so many are kept");
        drop(kept);
        to_make(views[KEPT_COVARIANCES].published(0, Wanted::Ratings, &shared)).make();
        assert_eq!(lock(&shared.whole).len(), KEPT_COVARIANCES);
        made(views[0].published(0, Wanted::Covariance, &shared));
        let ratings = made(views[1].published(0, Wanted::Ratings, &shared));
        assert_eq!(compare(&ratings), Err(CompareError::NoCovariance), "the ratings stay, and take little");
        let refitted = to_make(views[1].published(0, Wanted::Covariance, &shared)).make();
        assert_eq!(compare(&refitted), Ok(se));
        assert_eq!(lock(&shared.whole).len(), KEPT_COVARIANCES);
    }

    #[test]
    fn without_ratings_nothing_is_refitted_for_comparisons() {
        let (view, shared) = (ladder(0), Arc::default());
        to_make(view.published(0, Wanted::Ratings, &shared)).make();
        assert!(made(view.published(0, Wanted::Covariance, &shared)).ratings.is_err());
        assert!(lock(&shared.whole).is_empty(), "what has no covariance takes no place of one that has");
    }
}
