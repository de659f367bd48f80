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
    games::{Game, rules::Setting, uhp},
    ids::PlayerId,
    law::{Conduct, IllegalMovePolicy, LostSeatPolicy, Opening, Termination, TimeControl},
    openings::{Openings, Order},
    series::{deals::Deals, played::Played, sequential::SequentialTest, tally::Tally},
    tournament::{MatchKey, event::EncounterKey},
};

/// Maximum engines of a run.
pub const MAX_ENGINES: usize = 64;
/// Maximum concurrent matches.
pub const MAX_AT_ONCE: u16 = 256;
/// Time an engine has to exit after `quit` before it is killed.
pub const QUIT: Duration = Duration::from_secs(2);

pub struct Plan {
    pub game: &'static dyn Game,
    pub setting: Setting,
    pub engines: Vec<Entrant>,
    /// The engines on the seats of each match; after the last match, the list starts again.
    pub pairings: Vec<Vec<usize>>,
    pub matches: u32,
    /// Maximum concurrent matches.
    pub concurrency: u16,
    /// The core of each worker's engines, from worker 0. If empty, the system chooses the cores.
    pub cores: Vec<usize>,
    /// Time limits of engines for everything except moves.
    pub patience: Patience,
    /// Value of `{seed}` for worker 0.
    pub seed: u64,
    /// The deals of the matches.
    pub deals: Deals,
    /// The openings of the matches and their order; `None` if matches begin with the game's own
    /// start.
    pub openings: Option<(Openings, Order)>,
    /// Maximum consecutive failures of an engine.
    pub strikes: u32,
    /// Whether the matches of a rotation share their deals.
    pub is_duplicate: bool,
    /// The test that ends the run as soon as it has an answer.
    pub test: Option<SequentialTest>,
    /// How the matches are conducted.
    pub conduct: Conduct,
    /// The penalty for an illegal move.
    pub illegal_move_policy: IllegalMovePolicy,
    /// Consequence for a match if a seat loses while others can continue.
    pub lost_seat_policy: LostSeatPolicy,
    /// Consequence if an engine crashes or breaks the protocol.
    pub on_failure: OnFailure,
}

/// Consequence of an engine's failure, after it has lost the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// The engine is restarted for its next match.
    Recover,
    Stop,
}

/// An engine of a run.
pub struct Entrant {
    /// The unique name of the engine in this run.
    pub name: PlayerId,
    /// The display name: the given text if it is not a valid id, otherwise the name that the engine
    /// reports. Empty if unknown or equal to the name.
    pub display_name: String,
    /// The command that starts the engine, still with `{seed}`.
    pub command: EngineCommand,
    pub time_control: TimeControl,
    /// Whether the user gave the name. If not, the name that the engine reports replaces it.
    pub named: bool,
}

impl Plan {
    /// Starts every engine once, and reads their names. So a run with a broken engine fails before
    /// it begins.
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
            if self.engines[index].command.is_uhp() && uhp::have_queen_first(self.setting.options()) {
                anyhow::bail!("{} cannot play: {}", self.engine_in_words(index), uhp::NO_QUEEN_FIRST);
            }
            if !self.engines[index].named {
                self.engines[index].name = self.free_name(index, &said.name);
            }
            let engine = &mut self.engines[index];
            // A name that is an id becomes the engine's id, perhaps with a number, so it is not
            // needed as a display name.
            let is_id_enough = !engine.named && PlayerId::parse(&said.name).is_ok();
            if engine.display_name.is_empty() && !is_id_enough && said.name != engine.name.as_str() {
                engine.display_name = display_name(&said.name);
            }
        }
        Ok(())
    }

    /// Formats an engine for messages: its number from 1, and its name if the user gave one.
    fn engine_in_words(&self, index: usize) -> String {
        let Entrant { name, named, .. } = &self.engines[index];
        if *named { format!("engine {} ({name})", index + 1) } else { format!("engine {}", index + 1) }
    }

    /// Returns the engines of match `number`, from 0, by seat.
    pub fn pairing(&self, number: u32) -> &[usize] {
        &self.pairings[number as usize % self.pairings.len()]
    }

    /// Returns the opening of match `number`, from 0. All matches of a cycle, in which every
    /// encounter is played once, have the same opening.
    pub fn opening(&self, number: u32) -> Opening {
        let Some((openings, order)) = &self.openings else { return Opening::default() };
        openings.numbered(self.cycle(number), *order).opening.clone()
    }

    /// Returns the index of the opening of match `number` in its set; `None` without a set.
    pub fn opening_index(&self, number: u32) -> Option<u64> {
        let (openings, order) = self.openings.as_ref()?;
        Some(openings.index(self.cycle(number), *order) as u64)
    }

    /// Returns the key of match `number`, from 0. Its cycle is the stage, and its encounter has the
    /// number in the whole run.
    pub fn match_key(&self, number: u32) -> MatchKey {
        let seats = u32::from(self.setting.seats());
        let stage = u32::try_from(self.cycle(number)).unwrap_or(u32::MAX);
        let encounter = EncounterKey { stage, board: number / seats, extension: 0 };
        MatchKey { encounter, number: number % seats, attempt: 0 }
    }

    fn cycle(&self, number: u32) -> u64 {
        u64::from(number) / self.pairings.len().max(1) as u64
    }

    /// Creates the failure counts of all engines.
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

    /// Returns the command by which worker `worker`, from 0, starts an engine. A core limit of the
    /// engine takes precedence over the worker's core.
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

    /// Returns whether the run ends after this match.
    pub fn stops_at(&self, played: &Played) -> bool {
        let mut causes = played.lost.iter().map(|lost| lost.cause).chain([played.verdict.termination]);
        self.on_failure == OnFailure::Stop && causes.any(|cause| cause == Termination::ProtocolError)
    }

    /// Returns a name for an engine: the name that it reports, made valid and unique.
    fn free_name(&self, index: usize, said: &str) -> PlayerId {
        let others = self.engines.iter().enumerate().filter(|(other, _)| *other != index);
        free_id(said, |name| others.clone().any(|(_, engine)| engine.name == *name))
    }
}
