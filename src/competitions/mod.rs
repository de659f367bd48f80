//! Tournaments that this server carries through, each by a steward: [`running`] keeps the stewards, [`matches`] opens their matches in the
//! hall, [`shown`] is what may be seen of them.
//!
//! All state of a tournament is a fold of its stored events: a server that ends anywhere goes on with what is stored.

mod matches;
mod refused;
mod running;
mod shown;

use std::{
    collections::{BTreeMap, VecDeque},
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::{broadcast, mpsc, oneshot, watch},
    time::sleep,
};
use tracing::Instrument as _;

pub use matches::MatchSetup;
pub use shown::{Seen, read_rules, rules_message, shown_event};

use running::Running;

pub use crate::steward::WAITING_COMMANDS;
use crate::{
    hall::Hall,
    ids::{PlayerId, Seq},
    referee::{Contest, Reason, Refusal},
    steward::{Asked, stored},
    store::{ContestLog, ContestOpened, ContestRow},
    tournament::{Command, Fact, Phase, Tournament, TournamentEvent, TournamentOpened, check_opening},
};

/// The most tournaments that are carried through at once.
pub const MAX_RUNNING: usize = 256;
/// How many tournaments that are over are kept ready to be shown.
const KEPT_FINISHED: usize = 16;
/// How many appends may be unheard by whoever is told of them; more are told as one lag.
const UNHEARD_APPENDS: usize = 1024;

/// How soon a store that failed at the start is asked again.
const RESUME_AGAIN: Duration = Duration::from_secs(1);

/// Reads what the matches of a tournament are like from what its opening says.
pub type ReadSetup = fn(&Hall, &TournamentOpened) -> Result<MatchSetup, Refusal>;

/// The tournaments of a server. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Competitions {
    inner: Arc<Inner>,
}

struct Inner {
    hall: Hall,
    contests: Arc<dyn ContestLog>,
    read_setup: ReadSetup,
    /// Where matches are served; stewards run elsewhere, since pairing many takes its time.
    serving: Handle,
    stewards: Handle,
    running: Mutex<BTreeMap<Contest, Arc<Running>>>,
    finished: Mutex<VecDeque<(Contest, Arc<Tournament>)>>,
    /// Where something was appended.
    appended: broadcast::Sender<Contest>,
    stopping: watch::Sender<bool>,
}

/// A tournament that is to be opened.
pub struct NewTournament {
    /// Its name in ids.
    pub id: String,
    /// How it is opened.
    pub opened: TournamentOpened,
    /// Who takes part from the start, the strongest first.
    pub entrants: Vec<PlayerId>,
    /// Whether it begins at once.
    pub starts: bool,
    /// SHA-256 of what was asked for.
    pub content: [u8; 32],
}

impl Competitions {
    /// The tournaments of a hall's store, whose matches are played in that hall, which this runtime serves.
    pub fn new(hall: Hall, read_setup: ReadSetup) -> Competitions {
        let contests = Arc::clone(hall.contests());
        let stewards = hall.limits().stewards.clone().unwrap_or_else(Handle::current);
        Competitions {
            inner: Arc::new(Inner {
                hall,
                contests,
                read_setup,
                serving: Handle::current(),
                stewards,
                running: Mutex::default(),
                finished: Mutex::default(),
                appended: broadcast::Sender::new(UNHEARD_APPENDS),
                stopping: watch::Sender::new(false),
            }),
        }
    }

    /// Goes on with every tournament that is not over. A store that fails is asked again.
    pub async fn resume(self) {
        let unfinished = loop {
            match self.inner.contests.unfinished_contests().await {
                Ok(unfinished) => break unfinished,
                Err(error) => tracing::error!(%error, "failed to look which tournaments go on: it is tried again"),
            }
            sleep(RESUME_AGAIN).await;
        };
        for contest in unfinished.into_iter().filter(|contest| matches!(contest, Contest::Tournament(_))) {
            self.carry(contest);
        }
    }

    /// Opens a tournament; the same asked again is the same one. [`Reason::NameTaken`] where another one has its name.
    pub async fn create(&self, new: NewTournament) -> Result<(), Refusal> {
        let NewTournament { id, opened, entrants, starts, content } = new;
        let contest = Contest::Tournament(id);
        check_opening(&opened)
            .map_err(|bad| Refusal::of_field(Reason::BadField, bad.field, &bad.value, bad.expected))?;
        (self.inner.read_setup)(&self.inner.hall, &opened)?;
        let joined = entrants.iter().map(|player| Fact::EntrantJoined { name: player.to_string() });
        let facts = std::iter::once(Fact::Opened(Box::new(opened.clone()))).chain(joined);
        let facts = facts.chain(starts.then_some(Fact::Started));
        let events: Vec<TournamentEvent> =
            (1..).zip(facts).map(|(seq, fact)| TournamentEvent { seq: Seq(seq), at_ms: 0, fact }).collect();
        if starts && let Err(bad) = opened.rules.check_entrants(entrants.len()) {
            return Err(Refusal::of_field(Reason::BadField, bad.field, &bad.value, bad.expected));
        }
        let is_new = !self.lock().contains_key(&contest);
        if is_new && self.lock().len() >= MAX_RUNNING {
            let text = format!("at most {MAX_RUNNING} tournaments that are not over");
            return Err(Refusal::limit("running_tournaments", MAX_RUNNING, text));
        }
        let opening = stored::StoredEvents::open(&*self.inner.contests, &contest, content, &events);
        match opening.await.map_err(refused::store_fault)? {
            ContestOpened::New => self.carry(contest),
            ContestOpened::Before => {}
            ContestOpened::Taken => {
                let expected = "a name that no other tournament has, or has had";
                return Err(Refusal::of_field(Reason::NameTaken, "tournament", contest.name(), expected));
            }
        }
        Ok(())
    }

    /// Asks something of a tournament; `command` makes it of how the tournament stands.
    pub async fn ask(
        &self,
        id: &str,
        command: impl FnOnce(&Tournament) -> Result<Command, Refusal>,
    ) -> Result<(), Refusal> {
        let contest = Contest::Tournament(id.to_owned());
        let Some(running) = self.lock().get(&contest).cloned() else {
            // It is over, or there is none.
            let over = self.finished(&contest).await?;
            let command = command(&over)?;
            return over.decide(&command).map(drop).map_err(refused::of);
        };
        let command = running.see(|seen| command(seen.tournament))??;
        let (answer, answered) = oneshot::channel();
        let full = |_| Refusal::limit("tournament_commands", WAITING_COMMANDS, "too many commands wait".to_owned());
        running.commands.try_send(Asked { command, answer }).map_err(full)?;
        answered.await.map_err(|_| refused::not_stored())?.map_err(refused::of)
    }

    /// How a tournament stands.
    pub async fn see<T>(&self, id: &str, look: impl FnOnce(Seen<'_>) -> T) -> Result<T, Refusal> {
        let contest = Contest::Tournament(id.to_owned());
        if let Some(running) = self.lock().get(&contest).cloned()
            && running.is_loaded()
        {
            return running.see(look);
        }
        let tournament = self.finished(&contest).await?;
        Ok(look(Seen { tournament: &tournament, waiting: &[] }))
    }

    /// A page of tournaments, the newest first, behind `before`.
    pub async fn list(&self, before: Option<String>, limit: usize) -> Result<Vec<ContestRow>, Refusal> {
        let mut before = before.map(Contest::Tournament);
        let mut page: Vec<ContestRow> = Vec::new();
        loop {
            let rows = self.inner.contests.contests(before.take(), limit).await.map_err(refused::store_fault)?;
            let is_last = rows.len() < limit;
            before = rows.last().map(|row| row.contest.clone());
            page.extend(rows.into_iter().filter(|row| matches!(row.contest, Contest::Tournament(_))));
            if is_last || page.len() >= limit {
                page.truncate(limit);
                return Ok(page);
            }
        }
    }

    /// The next events of a tournament behind one.
    pub async fn events(&self, id: &str, after: Seq) -> Result<Vec<TournamentEvent>, Refusal> {
        let contest = Contest::Tournament(id.to_owned());
        stored::page(&*self.inner.contests, &contest, after).await.map_err(refused::unreadable)
    }

    /// How a tournament was opened, as its first event; `None` where there is none.
    pub async fn first_event(&self, id: &str) -> Result<Option<TournamentEvent>, Refusal> {
        let contest = Contest::Tournament(id.to_owned());
        stored::first(&*self.inner.contests, &contest).await.map_err(refused::unreadable)
    }

    /// To wait for events behind those that are stored; `None` where nobody carries the tournament through any more.
    pub fn newest(&self, id: &str) -> Option<watch::Receiver<u64>> {
        Some(self.lock().get(&Contest::Tournament(id.to_owned()))?.newest.subscribe())
    }

    /// To be told of every contest when something was appended to it that can be seen, and when it is begun or gone on with.
    pub fn appended(&self) -> broadcast::Receiver<Contest> {
        self.inner.appended.subscribe()
    }

    /// Stops all stewards; what they had begun is stored or not, and is gone on with at the next start.
    pub fn close(&self) {
        self.inner.stopping.send_replace(true);
    }

    /// A tournament that nobody carries through, from the store.
    async fn finished(&self, contest: &Contest) -> Result<Arc<Tournament>, Refusal> {
        let kept = self.lock_finished().iter().find(|(of, _)| of == contest).map(|(_, kept)| Arc::clone(kept));
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let read = stored::replay(&*self.inner.contests, contest).await.map_err(refused::unreadable)?;
        let (tournament, _) = read.ok_or_else(|| refused::unknown(contest))?;
        let tournament = Arc::new(tournament);
        if matches!(tournament.phase, Phase::Over(_)) {
            let mut finished = self.lock_finished();
            finished.truncate(KEPT_FINISHED - 1);
            finished.push_front((contest.clone(), Arc::clone(&tournament)));
        }
        Ok(tournament)
    }

    /// Has a steward carry a tournament through, unless one does.
    fn carry(&self, contest: Contest) {
        let (commands, asked) = mpsc::channel(WAITING_COMMANDS);
        let running = {
            let mut all = self.lock();
            if all.contains_key(&contest) {
                return;
            }
            let running = Arc::new(Running::new(commands));
            all.insert(contest.clone(), Arc::clone(&running));
            running
        };
        let this = self.clone();
        let span = tracing::info_span!("tournament", tournament = contest.name());
        let carried = async move {
            running::carry(&this.inner, &contest, &running, asked).await;
            this.lock().remove(&contest);
        };
        self.inner.stewards.spawn(carried.instrument(span));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Contest, Arc<Running>>> {
        self.inner.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_finished(&self) -> MutexGuard<'_, VecDeque<(Contest, Arc<Tournament>)>> {
        self.inner.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn tell_appended(&self, contest: &Contest) {
        // An error means that nobody wants to know.
        let _ = self.appended.send(contest.clone());
    }

    /// Waits until the server stops.
    fn stopped(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.subscribe();
        async move {
            // An error means that all are gone.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    }
}
