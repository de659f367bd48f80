//! The plan of a run: its matches and engines.

use std::{sync::Arc, time::Duration};

use anyhow::Context;

use super::{
    affinity::Affinity,
    names::{display_name, free_id},
    options::engine_words::BadWords,
};
use crate::{
    engine::{
        limit::{self, Limit},
        process::EngineCommand,
        session::{Patience, Session},
        strikes::Strikes,
    },
    games::{Game, rules::Setting},
    ids::PlayerId,
    law::{Conduct, IllegalMovePolicy, LostSeatPolicy, Opening, Termination, TimeControl},
    openings::{Openings, Order},
    series::{deals::Deals, played::Played, sequential::SequentialTest, tally::Tally},
    tournament::{MatchKey, event::EncounterKey},
};

/// How many engines may take part in a run.
pub const MAX_ENGINES: usize = 64;
/// Maximum concurrent matches.
pub const MAX_AT_ONCE: u16 = 256;
/// How long an engine may take to end after `quit`, before it is killed.
pub const QUIT: Duration = Duration::from_secs(2);

pub struct Plan {
    pub game: &'static dyn Game,
    pub setting: Setting,
    pub engines: Vec<Entrant>,
    /// Which engines sit on which seats, match after match; after the last comes the first again.
    pub pairings: Vec<Vec<usize>>,
    pub matches: u32,
    /// The number of concurrent matches.
    pub concurrency: u16,
    /// The core on which each worker's engines run, from worker 0; where the system puts them if
    /// there is none.
    pub cores: Vec<usize>,
    /// Time limits of engines for everything but moves.
    pub patience: Patience,
    /// Value of `{seed}` with worker 0.
    pub seed: u64,
    /// Which deals the matches have.
    pub deals: Deals,
    /// The openings of the matches and their order; `None` if matches begin as the game does.
    pub openings: Option<(Openings, Order)>,
    /// How often an engine may fail in a row.
    pub strikes: u32,
    /// Whether the matches of a rotation are dealt alike.
    pub is_duplicate: bool,
    /// The test that ends the run as soon as it has its answer.
    pub test: Option<SequentialTest>,
    /// How the matches are conducted.
    pub conduct: Conduct,
    /// The penalty for an illegal move.
    pub illegal_move_policy: IllegalMovePolicy,
    /// Consequence for a match if a seat loses and others play on.
    pub lost_seat_policy: LostSeatPolicy,
    /// Consequence if an engine crashes or breaks the protocol.
    pub on_failure: OnFailure,
}

/// Consequence of an engine's failure, after it has lost the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// It is started again for its next match.
    Recover,
    Stop,
}

/// An engine that takes part.
pub struct Entrant {
    /// Its name in this run, unlike every other's.
    pub name: PlayerId,
    /// The display name: the given text if it is not an id, else the name that the engine reports.
    /// Empty if unknown or equal to the name.
    pub display_name: String,
    /// How it is started; `{seed}` is still in it.
    pub command: EngineCommand,
    pub time_control: TimeControl,
    /// Whether the name was given; if not, it becomes the one that the engine reports.
    pub named: bool,
}

impl Plan {
    /// Starts every engine once, so that a run that cannot be played fails before it begins, and
    /// hears their names.
    pub async fn introduce(&mut self) -> anyhow::Result<()> {
        let game = self.game.facts().id;
        for index in 0..self.engines.len() {
            let text = || {
                let command = self.engines[index].command.shown();
                format!("failed to start {}, `{command}`", self.engine_in_words(index))
            };
            let session = Session::start(&self.command(index, 0), self.patience).await.with_context(text)?;
            let said = session.introduction().clone();
            session.quit().await;
            if !said.games.is_empty() && !said.games.iter().any(|plays| plays == game) {
                anyhow::bail!("{} plays only {}, not {game}", self.engine_in_words(index), said.games.join(", "));
            }
            if !self.engines[index].named {
                self.engines[index].name = self.free_name(index, &said.name);
            }
            let engine = &mut self.engines[index];
            // `honest-2` was numbered, so `honest` beside it would say nothing.
            let is_id_enough = !engine.named && PlayerId::parse(&said.name).is_ok();
            if engine.display_name.is_empty() && !is_id_enough && said.name != engine.name.as_str() {
                engine.display_name = display_name(&said.name);
            }
        }
        Ok(())
    }

    /// An engine in messages: its number from 1, and its name if it was given one.
    fn engine_in_words(&self, index: usize) -> String {
        let Entrant { name, named, .. } = &self.engines[index];
        if *named { format!("engine {} ({name})", index + 1) } else { format!("engine {}", index + 1) }
    }

    /// The engines of match `number`, from 0, by seat.
    pub fn pairing(&self, number: u32) -> &[usize] {
        &self.pairings[number as usize % self.pairings.len()]
    }

    /// Where match `number`, from 0, begins: all matches of a cycle alike, in which every encounter
    /// is played once.
    pub fn opening(&self, number: u32) -> Opening {
        let Some((openings, order)) = &self.openings else { return Opening::default() };
        openings.numbered(self.cycle(number), *order).opening.clone()
    }

    /// The index of that opening in its set; `None` without a set.
    pub fn opening_index(&self, number: u32) -> Option<u64> {
        let (openings, order) = self.openings.as_ref()?;
        Some(openings.index(self.cycle(number), *order) as u64)
    }

    /// The key of match `number`, from 0: its cycle is the stage, and its encounter has the number
    /// that it has in the whole run.
    pub fn match_key(&self, number: u32) -> MatchKey {
        let seats = u32::from(self.setting.seats());
        let stage = u32::try_from(self.cycle(number)).unwrap_or(u32::MAX);
        let encounter = EncounterKey { stage, board: number / seats, extension: 0 };
        MatchKey { encounter, number: number % seats, attempt: 0 }
    }

    fn cycle(&self, number: u32) -> u64 {
        u64::from(number) / self.pairings.len().max(1) as u64
    }

    /// No failures yet, of all engines.
    pub fn no_strikes(&self) -> Arc<Strikes> {
        Arc::new(Strikes::new(self.engines.len(), self.strikes))
    }

    pub fn tally(&self) -> Tally {
        let (engines, seats) = (self.engines.len(), usize::from(self.setting.seats()));
        let mut tally = if self.is_duplicate { Tally::with_sets(engines, seats) } else { Tally::new(engines, seats) };
        tally.test.clone_from(&self.test);
        tally
    }

    /// Assigns a core to the engines of each concurrent match.
    pub fn give_cores(&mut self, affinity: &Affinity) -> Result<(), BadWords> {
        self.cores = affinity.cores(self.concurrency)?;
        Ok(())
    }

    /// The command by which worker `worker`, from 0, starts an engine. An engine's own core limit
    /// takes precedence over the worker's core.
    pub fn command(&self, engine: usize, worker: u16) -> EngineCommand {
        let mut command = self.engines[engine].command.clone();
        let seed = self.seed.wrapping_add(u64::from(worker)).to_string();
        for word in &mut command.words {
            *word = word.replace("{seed}", &seed);
        }
        let core = self.cores.get(usize::from(worker)).map(|core| Limit::Cores { cores: vec![*core] });
        command.limits = limit::resolve(&command.limits, &[], core.into_iter().collect());
        command
    }

    /// Whether the run ends with this match.
    pub fn stops_at(&self, played: &Played) -> bool {
        let mut causes = played.lost.iter().map(|lost| lost.cause).chain([played.verdict.termination]);
        self.on_failure == OnFailure::Stop && causes.any(|cause| cause == Termination::ProtocolError)
    }

    /// The name of an engine: the name that it reports, made valid and unique.
    fn free_name(&self, index: usize, said: &str) -> PlayerId {
        let others = self.engines.iter().enumerate().filter(|(other, _)| *other != index);
        free_id(said, |name| others.clone().any(|(_, engine)| engine.name == *name))
    }
}
