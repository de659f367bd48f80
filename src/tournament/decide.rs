//! What follows from a command: every `if` is here, and nothing is changed.

use super::{
    command::{Command, TournamentRefusal},
    event::{AfterVoid, EntryRemoval, Fact, MatchKey, MatchResult, TournamentOpened},
    pairing::{ContestReason, Entrant, MAX_ENTRANTS},
    rules::BadRules,
    schedule::Schedule,
    standings::MAX_HALVES,
    state::{EncounterState, Outcome, Phase, Standing, Tournament},
};
use crate::contest::{self, EXPECTED_NAME, MAX_REASON};

/// Why a result stays as it is.
const FOLLOWED: &str = "what was paired since follows from what it came to";

/// The most players that ever enter a tournament, those included whose entries were removed: their
/// names are kept.
const MAX_ENTRIES: usize = 2 * MAX_ENTRANTS;

type Decided = Result<Vec<Fact>, TournamentRefusal>;

/// Whether a tournament can be opened so.
pub fn check_opening(opened: &TournamentOpened) -> Result<(), BadRules> {
    let bad = |field, value: String, expected: String| Err(BadRules { field, value, expected });
    if !contest::is_name(&opened.name) {
        return bad("name", format!("`{}`", opened.name), EXPECTED_NAME.to_owned());
    }
    if opened.match_setup.len() > super::event::MAX_MATCH_SETUP {
        let expected = format!("at most {}", super::event::MAX_MATCH_SETUP);
        return bad("bytes of the match setup", opened.match_setup.len().to_string(), expected);
    }
    opened.rules.check()?;
    // Not where stored rules are read: what was opened before this was asked goes on.
    opened.rules.check_test()
}

impl Tournament {
    /// What follows from a command. What was counted before, or is no longer to be counted, brings nothing.
    pub fn decide(&self, command: &Command) -> Decided {
        match command {
            Command::Count { match_key, result } => return self.count(match_key, result),
            _ if matches!(self.phase, Phase::Over(_)) => return Err(self.not_now("is not over")),
            Command::Disqualify { .. }
            | Command::Replay { .. }
            | Command::Award { .. }
            | Command::Confirm
            | Command::Resume
            | Command::Release { .. }
            | Command::Cancel { .. } => {}
            _ if matches!(self.phase, Phase::Provisional { .. }) => return Err(self.not_now("is not over")),
            _ => {}
        }
        match command {
            Command::Join { name } => self.join(name),
            Command::Start { absent } => self.start(absent),
            Command::FreezeEntries { reason } => {
                reason_fits(reason)?;
                Ok(if self.is_frozen { Vec::new() } else { vec![Fact::EntriesFrozen { reason: reason.clone() }] })
            }
            Command::Pause { reason } => {
                reason_fits(reason)?;
                Ok(if self.paused.is_some() { Vec::new() } else { vec![Fact::Paused { reason: reason.clone() }] })
            }
            Command::Resume => Ok(if self.paused.is_some() { vec![Fact::Resumed] } else { Vec::new() }),
            Command::Withdraw { entrant, reason } => {
                self.leave(*entrant, reason, Fact::EntrantWithdrawn { entrant: *entrant, reason: reason.clone() })
            }
            Command::Disqualify { entrant, reason } => {
                self.leave(*entrant, reason, Fact::EntrantDisqualified { entrant: *entrant, reason: reason.clone() })
            }
            Command::Count { .. } => Ok(Vec::new()),
            Command::Replay { match_key, reason } => self.replay_match(match_key, reason),
            Command::Award { match_key, winner, reason } => self.award_match(match_key, *winner, reason),
            Command::Confirm => match &self.phase {
                Phase::Provisional { reason, .. } => Ok(vec![Fact::Ended { reason: reason.clone() }]),
                _ => Err(self.not_now("is provisional")),
            },
            Command::Release { through_stage } => {
                let is_more = self.released_stages.is_some_and(|stages| *through_stage >= stages);
                Ok(if is_more { vec![Fact::ResultsReleased { through_stage: *through_stage }] } else { Vec::new() })
            }
            Command::Cancel { reason } => {
                reason_fits(reason)?;
                Ok(vec![Fact::Ended { reason: reason.clone() }])
            }
        }
    }

    fn join(&self, name: &str) -> Decided {
        let bad =
            |expected: String| TournamentRefusal::BadField { field: "name", value: format!("`{name}`"), expected };
        if !contest::is_name(name) {
            return Err(bad(EXPECTED_NAME.to_owned()));
        }
        let same = self.entrants.iter().find(|entrant| entrant.name == name);
        let is_barred = self.removed.get(name) == Some(&EntryRemoval::Barred);
        if is_barred || same.is_some_and(|entrant| entrant.standing != Standing::In) {
            return Err(TournamentRefusal::NoReturn(name.to_owned()));
        }
        if same.is_some() {
            return Err(bad("a name that no entrant has".to_owned()));
        }
        if self.entrants.len() >= MAX_ENTRANTS {
            let value = (self.entrants.len() + 1).to_string();
            let expected = format!("at most {MAX_ENTRANTS}");
            return Err(TournamentRefusal::BadField { field: "entrants", value, expected });
        }
        let removed = self.removed.len() - usize::from(self.removed.contains_key(name));
        if self.entrants.len() + removed >= MAX_ENTRIES {
            let value = (self.entrants.len() + removed + 1).to_string();
            let expected = format!("at most {MAX_ENTRIES}, removed ones included");
            return Err(TournamentRefusal::BadField { field: "entries", value, expected });
        }
        let takes = self.phase == Phase::Entries
            || self.phase == Phase::Running && self.opened.rules.format.takes_late_entrants();
        match takes && !self.is_frozen {
            true => Ok(vec![Fact::EntrantJoined { name: name.to_owned() }]),
            false => Err(self.not_now("still takes entrants")),
        }
    }

    /// Starts with those who are in, the absent removed.
    pub(super) fn start(&self, absent: &[String]) -> Decided {
        if self.phase != Phase::Entries {
            return Err(self.not_now("has not begun"));
        }
        let mut facts = self.without(absent);
        self.can_start_without(facts.len())?;
        facts.push(Fact::Started);
        Ok(facts)
    }

    /// Removes the entries of these names.
    pub(super) fn without(&self, absent: &[String]) -> Vec<Fact> {
        let reason = ContestReason::NotConnected { minutes: self.opened.rules.timetable.check_in_minutes };
        let here = absent.iter().filter(|name| self.entrant_named(name).is_some());
        here.map(|name| Fact::EntryRemoved { name: name.clone(), reason: reason.clone(), cause: EntryRemoval::Absent })
            .collect()
    }

    fn can_start_without(&self, removed: usize) -> Result<(), TournamentRefusal> {
        let bad =
            |bad: BadRules| TournamentRefusal::BadField { field: bad.field, value: bad.value, expected: bad.expected };
        let (rules, entrants) = (&self.opened.rules, self.entrants.len() - removed);
        rules.check_entrants(entrants).and_then(|()| rules.check_encounters(entrants)).map_err(bad)?;
        // An older version kept those who left before the start.
        rules.check_entrants(self.count_in().saturating_sub(removed)).map_err(bad)
    }

    /// Removes an entry before the start.
    fn remove(&self, entrant: Entrant, reason: &ContestReason, cause: EntryRemoval) -> Decided {
        let last_tested = self.opened.rules.test.map(|test| test.entrants.0.max(test.entrants.1));
        if last_tested.is_some_and(|last| entrant <= last) {
            return Err(TournamentRefusal::BadField {
                field: "entrant",
                value: entrant.to_string(),
                expected: "one behind those that the `test` names by number: cancel the tournament instead".to_owned(),
            });
        }
        let name = self.entrants[entrant.index()].name.clone();
        Ok(vec![Fact::EntryRemoved { name, reason: reason.clone(), cause }])
    }

    /// Takes an entrant out: its entry before the start; later it forfeits what it has left to
    /// play.
    fn leave(&self, entrant: Entrant, reason: &ContestReason, left: Fact) -> Decided {
        reason_fits(reason)?;
        let state = self.entrants.get(entrant.index()).ok_or(TournamentRefusal::UnknownEntrant(entrant))?;
        if self.phase == Phase::Entries && state.standing == Standing::In {
            let is_barred = matches!(left, Fact::EntrantDisqualified { .. });
            return self.remove(entrant, reason, if is_barred { EntryRemoval::Barred } else { EntryRemoval::Left });
        }
        match (&state.standing, &left) {
            (Standing::In, _) | (Standing::Withdrawn(_), Fact::EntrantDisqualified { .. }) => {}
            _ => return Err(TournamentRefusal::EntrantOut(entrant)),
        }
        let mut facts = vec![left];
        let open = self.unfinished.iter().map(|index| &self.encounters[*index].paired);
        facts.extend(open.filter(|paired| paired.entrants.contains(&entrant)).map(|paired| {
            let is_out = |other: &&Entrant| **other == entrant || !self.is_in(**other);
            let by = paired.entrants.iter().filter(is_out).copied().collect();
            Fact::EncounterForfeited { encounter: paired.encounter, by }
        }));
        Ok(facts)
    }

    fn count(&self, key: &MatchKey, result: &Result<MatchResult, ContestReason>) -> Decided {
        let encounter = self.encounter(&key.encounter).ok_or(TournamentRefusal::UnknownMatch(*key))?;
        let slot = encounter.matches.get(key.number as usize).ok_or(TournamentRefusal::UnknownMatch(*key))?;
        if key.attempt > slot.attempt {
            return Err(TournamentRefusal::UnknownMatch(*key));
        }
        let is_awaited =
            key.attempt == slot.attempt && slot.outcome == Outcome::Open && encounter.complete_ms.is_none();
        if !is_awaited || matches!(self.phase, Phase::Over(_)) {
            return Ok(Vec::new());
        }
        match result {
            Ok(result) => {
                check_result(encounter.paired.entrants.len(), result)?;
                Ok(vec![Fact::MatchCounted { match_key: *key, result: result.clone() }])
            }
            Err(reason) => {
                let then = if slot.attempt < self.opened.rules.replays { AfterVoid::Replay } else { AfterVoid::Leave };
                Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), then }])
            }
        }
    }

    /// A match may be played again as long as nothing follows from it: nobody was paired by what its encounter came to, and all who
    /// played it are still in.
    fn replay_match(&self, key: &MatchKey, reason: &ContestReason) -> Decided {
        reason_fits(reason)?;
        let encounter = self.encounter(&key.encounter).ok_or(TournamentRefusal::UnknownMatch(*key))?;
        let slot = encounter.matches.get(key.number as usize).ok_or(TournamentRefusal::UnknownMatch(*key))?;
        let refused = |why| Err(TournamentRefusal::NotReplayable(*key, why));
        if key.attempt != slot.attempt || slot.outcome == Outcome::Open {
            return refused("it has not been counted");
        }
        if !encounter.forfeited_by.is_empty() {
            return refused("its encounter was forfeited");
        }
        if encounter.paired.entrants.iter().any(|entrant| !self.is_in(*entrant)) {
            return refused("one of its entrants is out");
        }
        if slot.attempt >= super::rules::MAX_REPLAYS {
            return refused("it was played too often");
        }
        if self.is_followed(encounter) {
            return refused(FOLLOWED);
        }
        Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), then: AfterVoid::Replay }])
    }

    /// Gives a match to one of its entrants, as long as nothing follows from what it came to
    /// before.
    fn award_match(&self, key: &MatchKey, winner: Entrant, reason: &ContestReason) -> Decided {
        reason_fits(reason)?;
        let encounter = self.encounter(&key.encounter).ok_or(TournamentRefusal::UnknownMatch(*key))?;
        let slot = encounter.matches.get(key.number as usize).ok_or(TournamentRefusal::UnknownMatch(*key))?;
        let refused = |why| Err(TournamentRefusal::NotAwardable(*key, why));
        if key.attempt != slot.attempt {
            return refused("it was played again, or is no such attempt yet");
        }
        if !encounter.paired.entrants.contains(&winner) {
            let (field, expected) = ("winner", "an entrant of the match".to_owned());
            return Err(TournamentRefusal::BadField { field, value: winner.to_string(), expected });
        }
        if !self.is_in(winner) {
            return Err(TournamentRefusal::EntrantOut(winner));
        }
        if !encounter.forfeited_by.is_empty() {
            return refused("its encounter was forfeited");
        }
        if self.test.is_some() {
            return refused("the test counts results as they were played");
        }
        if slot.outcome != Outcome::Open && self.is_followed(encounter) {
            return refused(FOLLOWED);
        }
        let is_same = slot.outcome == Outcome::Awarded(winner);
        let awarded = Fact::MatchAwarded { match_key: *key, winner, reason: reason.clone() };
        Ok(if is_same { Vec::new() } else { vec![awarded] })
    }

    /// Whether others were paired by what an encounter came to, or may have been.
    fn is_followed(&self, encounter: &EncounterState) -> bool {
        let of = encounter.paired.encounter;
        let mut others = self.encounters.iter().map(|other| other.paired.encounter);
        match (&self.schedule, self.opened.rules.format) {
            (Some(Schedule::Fixed(_)), _) => self.test.is_some(),
            (Some(Schedule::Arena(_)), _) => encounter.complete_ms.is_some(),
            (Some(Schedule::Bracket(drawn)), _) => {
                let followers = drawn.bracket.followers(of.board as usize);
                others.any(|other| {
                    let is_again = other.board == of.board && other.extension > of.extension;
                    is_again || followers.get(other.board as usize) == Some(&true)
                })
            }
            _ => others.any(|other| other.stage > of.stage),
        }
    }

    fn not_now(&self, expected: &'static str) -> TournamentRefusal {
        let stands = match self.phase {
            Phase::Entries => "has not begun",
            Phase::Running if self.is_frozen => "is played, its entries frozen",
            Phase::Running => "is played",
            // That it has the answer is not told whoever asks while results are held back.
            Phase::Closing if self.released_stages.is_some() => "is played",
            Phase::Closing => "has the answer of its test",
            Phase::Provisional { .. } => "is provisional",
            Phase::Over(_) => "is over",
        };
        TournamentRefusal::WrongPhase { stands, expected }
    }
}

/// Whether a match of so many seats can have come to this.
pub(super) fn check_result(seats: usize, result: &MatchResult) -> Result<(), TournamentRefusal> {
    let fits = result.places.len() == seats
        && result.halves.len() == seats
        && result.forfeits.iter().all(|seat| seat.index() < seats)
        && result.forfeits.windows(2).all(|two| two[0] < two[1])
        && result.places.iter().all(|place| (1..=seats).contains(&(*place as usize)))
        && result.halves.iter().all(|halves| (-MAX_HALVES..=MAX_HALVES).contains(halves))
        && result
            .halves
            .iter()
            .max()
            .zip(result.halves.iter().min())
            .is_some_and(|(most, least)| most - least <= MAX_HALVES);
    match fits {
        true => Ok(()),
        false => Err(TournamentRefusal::BadField {
            field: "result",
            value: format!("places {:?} with {} points", result.places, result.halves.len()),
            expected: format!(
                "a place from 1 to {seats} and points for each of {seats} seats, all within {MAX_HALVES} halves, \
                 and each of them at most once among those that forfeit it"
            ),
        }),
    }
}

fn reason_fits(reason: &ContestReason) -> Result<(), TournamentRefusal> {
    match reason.fits() {
        true => Ok(()),
        false => Err(TournamentRefusal::BadField {
            field: "bytes of the reason",
            value: reason.to_string().len().to_string(),
            expected: format!("1 to {MAX_REASON}"),
        }),
    }
}
