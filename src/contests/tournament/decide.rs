//! Decides commands. All conditions are here; nothing is changed.

use super::{
    event::{Command, Fact, TournamentOpened},
    pairing::MAX_ENTRANTS,
    schedule::Schedule,
    state::{EncounterState, Tournament},
};
use crate::contest::{
    AfterVoid, BadField, ContestKind as _, ContestReason, ContestRefusal, Entrant, EntryRemoval, MAX_MATCH_SETUP,
    MAX_REPLAYS, MatchKey, MatchResult, Outcome, Phase, Slot, Status, VoidMatch, check_name, check_reason, expect,
};

/// Why a result can no longer be changed.
const FOLLOWED: &str = "later pairings depend on its result";

/// Maximum entries of a tournament over time. Removed entries count, because their names are kept.
const MAX_ENTRIES: usize = 2 * MAX_ENTRANTS;

type Decided = Result<Vec<Fact>, ContestRefusal>;

/// Checks the opening of a tournament.
pub fn check_opening(opened: &TournamentOpened) -> Result<(), BadField> {
    check_name(&opened.name)?;
    let bytes = opened.match_setup.len();
    expect("bytes of the match setup", bytes, bytes <= MAX_MATCH_SETUP, format!("at most {MAX_MATCH_SETUP}"))?;
    opened.rules.check()?;
    // Stored rules skip this check: a contest opened before the check existed continues.
    opened.rules.check_test()
}

impl Tournament {
    /// Returns the facts that follow from a command. A result that was counted before, or no longer
    /// counts, has no consequences.
    pub fn decide(&self, command: &Command) -> Decided {
        match command {
            Command::Count { match_key, result } => return self.count(match_key, result),
            _ if self.phase.is_over() => return Err(self.not_now("is not over")),
            Command::Disqualify { .. }
            | Command::Void { .. }
            | Command::Award { .. }
            | Command::Confirm
            | Command::Resume
            | Command::ReleaseResults { .. }
            | Command::End { .. } => {}
            _ if matches!(self.phase, Phase::Provisional { .. }) => return Err(self.not_now("is not over")),
            _ => {}
        }
        let unless = |is_so: bool, fact: Fact| Ok(if is_so { Vec::new() } else { vec![fact] });
        match command {
            Command::Enter(name) => self.enter(name),
            Command::Start { absent } => self.start(absent),
            Command::FreezeEntries { reason } => {
                check_reason(reason)?;
                unless(self.frozen.is_some(), Fact::EntriesFrozen { reason: reason.clone() })
            }
            Command::Pause { reason } => {
                check_reason(reason)?;
                unless(self.paused.is_some(), Fact::Paused { reason: reason.clone() })
            }
            Command::Resume => unless(self.paused.is_none(), Fact::Resumed),
            Command::Withdraw { entrant, reason } => {
                self.leave(*entrant, reason, Fact::EntrantWithdrawn { entrant: *entrant, reason: reason.clone() })
            }
            Command::Disqualify { entrant, reason } => {
                self.leave(*entrant, reason, Fact::EntrantDisqualified { entrant: *entrant, reason: reason.clone() })
            }
            Command::Count { .. } => Ok(Vec::new()),
            Command::Void { match_key, reason, then: AfterVoid::Replay } => self.replay_match(match_key, reason),
            Command::Award { match_key, winner, reason } => self.award_match(match_key, *winner, reason),
            Command::Confirm => match &self.phase {
                Phase::Provisional { reason, .. } => Ok(vec![Fact::Ended { reason: reason.clone() }]),
                _ => Err(self.not_now("is provisional")),
            },
            Command::ReleaseResults { through_stage } => {
                let is_more = self.released_stages.is_some_and(|stages| *through_stage >= stages);
                unless(!is_more, Fact::ResultsReleased { through_stage: *through_stage })
            }
            Command::End { reason } => {
                check_reason(reason)?;
                Ok(vec![Fact::Ended { reason: reason.clone() }])
            }
            Command::OpenEntries
            | Command::Declare { .. }
            | Command::Return { .. }
            | Command::Revive { .. }
            | Command::Quarantine { .. }
            | Command::Release { .. }
            | Command::Void { then: AfterVoid::Keep, .. } => Err(ContestRefusal::OtherKind("ladder")),
        }
    }

    fn enter(&self, name: &str) -> Decided {
        check_name(name)?;
        let same = self.entrants.iter().find(|entrant| entrant.name == name);
        let is_barred = self.removed.get(name) == Some(&EntryRemoval::Barred);
        if is_barred || same.is_some_and(|entrant| entrant.status != Status::In) {
            return Err(ContestRefusal::NoReturn(name.to_owned()));
        }
        expect("name", format!("`{name}`"), same.is_none(), "an unused name")?;
        let entrants = self.entrants.len() + 1;
        expect("entrants", entrants, entrants <= MAX_ENTRANTS, format!("at most {MAX_ENTRANTS}"))?;
        let entries = entrants + self.removed.len() - usize::from(self.removed.contains_key(name));
        let expected = format!("at most {MAX_ENTRIES}, including removed entries");
        expect("entries", entries, entries <= MAX_ENTRIES, expected)?;
        let takes = self.phase == Phase::Entries
            || self.phase == Phase::Running && self.opened.rules.format.takes_late_entrants();
        match takes && self.frozen.is_none() {
            true => Ok(vec![Fact::EntrantEntered(name.to_owned())]),
            false => Err(self.not_now("still accepts entrants")),
        }
    }

    /// Returns the facts that start the tournament with the present entrants and remove the absent
    /// ones.
    pub(super) fn start(&self, absent: &[String]) -> Decided {
        if self.phase != Phase::Entries {
            return Err(self.not_now("has not begun"));
        }
        let mut facts = self.without(absent);
        self.can_start_without(facts.len())?;
        facts.push(Fact::Started);
        Ok(facts)
    }

    /// Returns the facts that remove the entries with these names.
    pub(super) fn without(&self, absent: &[String]) -> Vec<Fact> {
        let reason = ContestReason::NotConnected { minutes: self.opened.rules.timetable.check_in_minutes };
        let here = absent.iter().filter(|name| self.entrant_named(name).is_some());
        here.map(|name| Fact::EntryRemoved { name: name.clone(), reason: reason.clone(), cause: EntryRemoval::Absent })
            .collect()
    }

    fn can_start_without(&self, removed: usize) -> Result<(), ContestRefusal> {
        let (rules, entrants) = (&self.opened.rules, self.entrants.len() - removed);
        Ok(rules.check_entrants(entrants).and_then(|()| rules.check_encounters(entrants))?)
    }

    /// Returns the facts that remove an entry before the start.
    fn remove(&self, entrant: Entrant, reason: &ContestReason, cause: EntryRemoval) -> Decided {
        let last_tested = self.opened.rules.test.map(|test| test.entrants.0.max(test.entrants.1));
        let expected = "an entrant with a higher number than both entrants of the `test` (or cancel the tournament)";
        expect("entrant", entrant, last_tested.is_none_or(|last| entrant > last), expected)?;
        let name = self.entrants[entrant.index()].name.clone();
        Ok(vec![Fact::EntryRemoved { name, reason: reason.clone(), cause }])
    }

    /// Returns the facts for an entrant that leaves. Before the start, its entry is removed; later,
    /// it forfeits its remaining matches.
    fn leave(&self, entrant: Entrant, reason: &ContestReason, left: Fact) -> Decided {
        check_reason(reason)?;
        let state = self.entrants.get(entrant.index()).ok_or(ContestRefusal::UnknownEntrant(entrant))?;
        if self.phase == Phase::Entries && state.status == Status::In {
            let is_barred = matches!(left, Fact::EntrantDisqualified { .. });
            return self.remove(
                entrant,
                reason,
                if is_barred { EntryRemoval::Barred } else { EntryRemoval::Withdrawn },
            );
        }
        match (&state.status, &left) {
            (Status::In, _) | (Status::Withdrawn(_), Fact::EntrantDisqualified { .. }) => {}
            _ => return Err(is_out(entrant)),
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

    /// Returns a match by its key, ignoring the attempt, with its encounter.
    fn played(&self, key: &MatchKey) -> Result<(&EncounterState, &Slot), ContestRefusal> {
        let encounter = self.encounter(&key.encounter).ok_or(ContestRefusal::UnknownMatch(*key))?;
        let slot = encounter.matches.get(key.number as usize).ok_or(ContestRefusal::UnknownMatch(*key))?;
        Ok((encounter, slot))
    }

    fn count(&self, key: &MatchKey, result: &Result<MatchResult, VoidMatch>) -> Decided {
        let (encounter, slot) = self.played(key)?;
        if key.attempt > slot.attempt {
            return Err(ContestRefusal::UnknownMatch(*key));
        }
        let is_awaited =
            key.attempt == slot.attempt && slot.outcome == Outcome::Open && encounter.complete_ms.is_none();
        if !is_awaited || self.phase.is_over() {
            return Ok(Vec::new());
        }
        match result {
            Ok(result) => {
                result.check(encounter.paired.entrants.len())?;
                Ok(vec![Fact::MatchCounted { match_key: *key, result: result.clone() }])
            }
            Err(VoidMatch { reason, fault }) => {
                let then = if slot.attempt < self.opened.rules.replays { AfterVoid::Replay } else { AfterVoid::Keep };
                Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), fault: *fault, then }])
            }
        }
    }

    /// Replays a match if nothing depends on it: no pairing used the result of its encounter, and
    /// all its players are still in.
    fn replay_match(&self, key: &MatchKey, reason: &ContestReason) -> Decided {
        check_reason(reason)?;
        let (encounter, slot) = self.played(key)?;
        let refused = |why| Err(ContestRefusal::Unchangeable(*key, why));
        if key.attempt != slot.attempt || slot.outcome == Outcome::Open {
            return refused("it has not been counted");
        }
        if !encounter.forfeited_by.is_empty() {
            return refused("its encounter was forfeited");
        }
        if encounter.paired.entrants.iter().any(|entrant| !self.is_in(*entrant)) {
            return refused("one of its entrants is out");
        }
        if slot.attempt >= MAX_REPLAYS {
            return refused("it was replayed too often");
        }
        if self.is_followed(encounter) {
            return refused(FOLLOWED);
        }
        Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), fault: None, then: AfterVoid::Replay }])
    }

    /// Awards a match to one of its entrants, if nothing depends on the earlier result.
    fn award_match(&self, key: &MatchKey, winner: Entrant, reason: &ContestReason) -> Decided {
        check_reason(reason)?;
        let (encounter, slot) = self.played(key)?;
        let refused = |why| Err(ContestRefusal::Unchangeable(*key, why));
        if key.attempt != slot.attempt {
            return refused("this attempt was replayed, or does not exist");
        }
        let is_there = encounter.paired.entrants.contains(&winner);
        expect("winner", winner, is_there, "an entrant of the match")?;
        if !self.is_in(winner) {
            return Err(is_out(winner));
        }
        if !encounter.forfeited_by.is_empty() {
            return refused("its encounter was forfeited");
        }
        if self.test.is_some() {
            return refused("a tournament with a `test` allows no awards");
        }
        if slot.outcome != Outcome::Open && self.is_followed(encounter) {
            return refused(FOLLOWED);
        }
        let is_same = slot.outcome == Outcome::Awarded(winner);
        let awarded = Fact::MatchAwarded { match_key: *key, winner, reason: reason.clone() };
        Ok(if is_same { Vec::new() } else { vec![awarded] })
    }

    /// Returns whether other pairings used the result of an encounter, or may have.
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

    fn not_now(&self, expected: &'static str) -> ContestRefusal {
        let stands = match self.phase {
            Phase::Entries => "has not begun",
            Phase::Running if self.frozen.is_some() => "is running with closed entries",
            Phase::Running => "is running",
            // While results are withheld, no answer may reveal that the test has ended.
            Phase::Closing if self.released_stages.is_some() => "is running",
            Phase::Closing => "has finished its test",
            Phase::Provisional { .. } => "is provisional",
            Phase::Over(_) => "is over",
        };
        ContestRefusal::WrongState { stands, expected }
    }
}

fn is_out(entrant: Entrant) -> ContestRefusal {
    ContestRefusal::WrongStatus { entrant, stands: "is out of the tournament", expected: "is in the tournament" }
}
