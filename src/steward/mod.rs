//! Carries a tournament through: asks it what follows, has its matches played, stores what became true.
//!
//! A [`Steward`] knows neither where matches are played nor where events are kept: [`Matches`] begins matches and tells how they ended,
//! [`Log`] makes events durable, in a [`stored`] stream. Nothing is applied before it is stored, a match is begun only once its pairing is stored, and it has the
//! same id however often it is begun, so that a steward that ends anywhere goes on where it was: nothing twice, nothing left out.

pub mod stored;

use std::{collections::BTreeSet, future::Future, time::Duration};

use anyhow::Context as _;
use tokio::{
    sync::{mpsc, oneshot},
    time::sleep,
};

use crate::{
    hall::wall_clock::TimerInstant,
    tournament::{
        Command, Fact, MatchKey, MatchResult, Phase, Scheduled, Tournament, TournamentEvent, TournamentRefusal,
    },
};

/// How many commands of hosts may wait.
pub const WAITING_COMMANDS: usize = 64;

/// Where the events of one tournament are kept.
pub trait Log: Send {
    /// Appends events behind all that were appended before. When it gives `Ok`, they are durable, all of them or none.
    fn append(&mut self, events: &[TournamentEvent]) -> impl Future<Output = anyhow::Result<()>> + Send;
}

/// Where the matches of one tournament are played.
pub trait Matches: Send {
    /// How many may be under way at once.
    fn most_at_once(&self) -> usize;

    /// Begins a match. One that was begun before, by whomever, is the same match.
    fn begin(
        &mut self,
        tournament: &Tournament,
        scheduled: Scheduled,
    ) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Waits for the next match that ends. Dropped before it is ready, it has lost nothing.
    fn next_end(&mut self) -> impl Future<Output = anyhow::Result<End>> + Send;
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Which match.
    pub match_key: MatchKey,
    /// What it came to; an `Err` says why it counts for nobody.
    pub result: Result<MatchResult, String>,
}

/// Whoever is told how a tournament goes. An error ends the run.
pub trait Observer: Send {
    /// This became true, and is in the tournament.
    fn happened(&mut self, tournament: &Tournament, event: &TournamentEvent) -> anyhow::Result<()>;
}

/// What somebody asks of a tournament that is carried through, and where the answer goes.
pub struct Asked {
    /// What is asked.
    pub command: Command,
    /// Where the answer goes.
    pub answer: oneshot::Sender<Result<(), TournamentRefusal>>,
}

/// Carries one tournament through.
pub struct Steward<L, M> {
    tournament: Tournament,
    log: L,
    matches: M,
    under_way: BTreeSet<MatchKey>,
    /// What the time of the tournament was when this steward began.
    base_ms: u64,
    began: TimerInstant,
}

impl<L: Log, M: Matches> Steward<L, M> {
    /// A steward of a tournament that stands as its events have it, the newest at `at_ms` of its time. No time goes by in a tournament
    /// while nobody carries it through.
    pub fn new(tournament: Tournament, at_ms: u64, log: L, matches: M) -> Steward<L, M> {
        Steward { tournament, log, matches, under_way: BTreeSet::new(), base_ms: at_ms, began: TimerInstant::now() }
    }

    /// Carries it through until it is over, or until `interrupted` is done. Matches that are under way then are left to whoever plays
    /// them; those whose ends come later count when a steward goes on.
    pub async fn run(
        mut self,
        observer: &mut dyn Observer,
        commands: &mut mpsc::Receiver<Asked>,
        interrupted: impl Future<Output = ()>,
    ) -> anyhow::Result<(Tournament, M)> {
        let mut interrupted = std::pin::pin!(interrupted);
        loop {
            self.settle(observer).await?;
            if matches!(self.tournament.phase, Phase::Over(_)) {
                break;
            }
            self.begin_matches().await?;
            let wait = self.tournament.next_due_ms().map(|due_ms| due_ms.saturating_sub(self.now_ms()));
            tokio::select! {
                biased;
                () = &mut interrupted => break,
                Some(asked) = commands.recv() => self.answer(asked, observer).await?,
                end = self.matches.next_end(), if !self.under_way.is_empty() => self.count(end?, observer).await?,
                () = sleep(Duration::from_millis(wait.unwrap_or_default())), if wait.is_some() => {}
            }
        }
        Ok((self.tournament, self.matches))
    }

    /// All that follows by itself now.
    async fn settle(&mut self, observer: &mut dyn Observer) -> anyhow::Result<()> {
        loop {
            let facts = self.tournament.due(self.now_ms(), self.under_way.len());
            if facts.is_empty() {
                return Ok(());
            }
            self.take(facts, observer).await?;
        }
    }

    async fn begin_matches(&mut self) -> anyhow::Result<()> {
        let most = self.matches.most_at_once();
        while self.under_way.len() < most {
            let next = self.tournament.scheduled().find(|scheduled| !self.under_way.contains(&scheduled.match_key));
            let Some(scheduled) = next else { return Ok(()) };
            let match_key = scheduled.match_key;
            let failed = || format!("failed to begin match {match_key}");
            self.matches.begin(&self.tournament, scheduled).await.with_context(failed)?;
            self.under_way.insert(match_key);
        }
        Ok(())
    }

    async fn count(&mut self, end: End, observer: &mut dyn Observer) -> anyhow::Result<()> {
        let End { match_key, result } = end;
        let facts = self.tournament.decide(&Command::Count { match_key, result });
        let facts = facts.with_context(|| format!("the result of match {match_key} cannot be taken"))?;
        self.take(facts, observer).await?;
        self.under_way.remove(&match_key);
        Ok(())
    }

    async fn answer(&mut self, asked: Asked, observer: &mut dyn Observer) -> anyhow::Result<()> {
        let answer = match self.tournament.decide(&asked.command) {
            Ok(facts) => {
                self.take(facts, observer).await?;
                Ok(())
            }
            Err(refusal) => Err(refusal),
        };
        // Whoever asked may have gone.
        let _ = asked.answer.send(answer);
        Ok(())
    }

    /// Stores what became true, then takes it, then tells of it.
    async fn take(&mut self, facts: Vec<Fact>, observer: &mut dyn Observer) -> anyhow::Result<()> {
        if facts.is_empty() {
            return Ok(());
        }
        let (mut seq, at_ms) = (self.tournament.seq, self.now_ms());
        let events: Vec<TournamentEvent> = facts
            .into_iter()
            .map(|fact| {
                seq = seq.next();
                TournamentEvent { seq, at_ms, fact }
            })
            .collect();
        self.log.append(&events).await.context("failed to store what happened in the tournament")?;
        for event in &events {
            self.tournament.apply(event);
            observer.happened(&self.tournament, event)?;
        }
        Ok(())
    }

    fn now_ms(&self) -> u64 {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.base_ms.saturating_add(since)
    }
}
