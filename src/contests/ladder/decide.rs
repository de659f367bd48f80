//! Decides commands. All conditions are here; nothing is changed.

use super::{
    entrant::EntrantState,
    event::{Command, Entry, Fact, LadderOpened},
    rules::{MAX_AT_ONCE, MAX_ENTRANTS, MAX_ENTRANTS_PER_OWNER, MAX_MATCHES_PER_DAY, RatedBy},
    state::Ladder,
};
use crate::contest::{
    AfterVoid, Anchor, BadField, ContestReason, ContestRefusal, Declaration, Entrant, MAX_REPLAYS, MatchKey,
    MatchResult, Outcome, Phase, Status, VoidMatch, check_name, check_reason, expect,
};

/// Largest absolute rating and largest standard deviation of an anchor, in Elo.
const MAX_ANCHOR_ELO: i32 = 10_000;
type Decided = Result<Vec<Fact>, ContestRefusal>;

/// Checks the opening of a ladder.
pub fn check_opening(opened: &LadderOpened) -> Result<(), BadField> {
    check_name(&opened.name)?;
    opened.rules.check()
}

impl Ladder {
    /// Returns the facts that follow from a command. A result that was counted before, or no longer
    /// counts, has no consequences.
    pub fn decide(&self, command: &Command) -> Decided {
        if let Command::Count { match_key, result } = command {
            return self.decide_count(match_key, result);
        }
        if self.phase.is_over() {
            return Err(ContestRefusal::WrongState { stands: "is over", expected: "is not over" });
        }
        if let Command::FreezeEntries { reason }
        | Command::Withdraw { reason, .. }
        | Command::Quarantine { reason, .. }
        | Command::Release { reason, .. }
        | Command::Disqualify { reason, .. }
        | Command::Void { reason, .. }
        | Command::Pause { reason }
        | Command::End { reason } = command
        {
            check_reason(reason)?;
        }
        let unless = |is_so: bool, fact: Fact| Ok(if is_so { Vec::new() } else { vec![fact] });
        match command {
            Command::Enter(entry) => self.decide_entry(entry),
            Command::FreezeEntries { reason } => {
                unless(self.frozen.is_some(), Fact::EntriesFrozen { reason: reason.clone() })
            }
            Command::OpenEntries => unless(self.frozen.is_none(), Fact::EntriesOpened),
            Command::Declare { entrant, declaration } => {
                self.is_not_out(*entrant)?;
                Ok(self.declared(*entrant, declaration)?.into_iter().collect())
            }
            Command::Withdraw { entrant, reason } => {
                self.is_not_out(*entrant)?;
                Ok(vec![Fact::EntrantWithdrawn { entrant: *entrant, reason: reason.clone() }])
            }
            Command::Return { entrant, declaration } => {
                let is_away = matches!(self.entrant(*entrant)?.status, Status::Withdrawn(_));
                let back = is_away.then_some(Fact::EntrantRevived { entrant: *entrant });
                if !is_away {
                    self.is_not_out(*entrant)?;
                }
                Ok(back.into_iter().chain(self.declared(*entrant, declaration)?).collect())
            }
            Command::Revive { entrant } => match &self.entrant(*entrant)?.status {
                Status::Withdrawn(_) => Ok(vec![Fact::EntrantRevived { entrant: *entrant }]),
                _ => Err(self.wrong_status(*entrant, "has left")),
            },
            Command::Quarantine { entrant, reason } => {
                self.is_not_out(*entrant)?;
                Ok(vec![Fact::EntrantQuarantined { entrant: *entrant, until_ms: None, reason: reason.clone() }])
            }
            Command::Release { entrant, reason } => match &self.entrant(*entrant)?.status {
                Status::Quarantined { .. } => {
                    Ok(vec![Fact::EntrantReleased { entrant: *entrant, reason: reason.clone() }])
                }
                _ => Err(self.wrong_status(*entrant, "is quarantined")),
            },
            Command::Disqualify { entrant, reason } => match self.entrant(*entrant)?.status.is_disqualified() {
                true => Err(self.wrong_status(*entrant, "is not disqualified")),
                false => Ok(vec![Fact::EntrantDisqualified { entrant: *entrant, reason: reason.clone() }]),
            },
            Command::Count { .. } => Ok(Vec::new()),
            Command::Void { match_key, reason, then } => self.decide_void(match_key, reason, *then),
            Command::Pause { reason } => unless(self.paused.is_some(), Fact::Paused { reason: reason.clone() }),
            Command::Resume => unless(self.paused.is_none(), Fact::Resumed),
            Command::End { reason } => Ok(vec![Fact::Ended { reason: reason.clone() }]),
            Command::Start { .. } | Command::Award { .. } | Command::ReleaseResults { .. } | Command::Confirm => {
                Err(ContestRefusal::OtherKind("tournament"))
            }
        }
    }

    fn entrant(&self, entrant: Entrant) -> Result<&EntrantState, ContestRefusal> {
        self.entrants.get(entrant.index()).ok_or(ContestRefusal::UnknownEntrant(entrant))
    }

    fn is_not_out(&self, entrant: Entrant) -> Result<(), ContestRefusal> {
        match self.entrant(entrant)?.status {
            Status::In | Status::Quarantined { .. } => Ok(()),
            _ => Err(self.wrong_status(entrant, "is not out of the ladder")),
        }
    }

    fn wrong_status(&self, entrant: Entrant, expected: &'static str) -> ContestRefusal {
        let stands = match self.entrants.get(entrant.index()).map(|state| &state.status) {
            Some(Status::In) => "is in the ladder",
            Some(Status::Quarantined { .. }) => "is quarantined",
            Some(Status::Withdrawn(_)) => "has left",
            Some(Status::Disqualified(_)) => "is disqualified",
            None => "is unknown",
        };
        ContestRefusal::WrongStatus { entrant, stands, expected }
    }

    fn decide_entry(&self, entry: &Entry) -> Decided {
        if let Some(reason) = &self.frozen {
            return Err(ContestRefusal::EntriesFrozen(reason.clone()));
        }
        check_name(&entry.name)?;
        let is_new = !self.names.contains(&entry.name);
        expect("name", format!("`{}`", entry.name), is_new, "a name not used in this ladder before")?;
        let count = self.entrants.len() + 1;
        expect("entrants", count, count <= MAX_ENTRANTS, format!("at most {MAX_ENTRANTS}"))?;
        let owned = self.entrants.iter().filter(|state| state.entry.owner == entry.owner).count() + 1;
        let expected = format!("at most {MAX_ENTRANTS_PER_OWNER} per owner, including entrants that left");
        expect("entrants", format!("{owned} of {}", entry.owner), owned <= MAX_ENTRANTS_PER_OWNER, expected)?;
        if let Some(parent) = entry.version_of {
            let of_same_owner = self.entrant(parent)?.entry.owner == entry.owner;
            expect("version_of", parent, of_same_owner, "an entrant of the same owner")?;
        }
        self.check_anchors(&entry.anchors)?;
        self.check_declaration(&entry.declaration)?;
        Ok(vec![Fact::EntrantEntered(entry.clone())])
    }

    /// Checks the anchors of an entrant: each in range, and for a different category that is rated
    /// by ranks.
    pub fn check_anchors(&self, anchors: &[Anchor]) -> Result<(), BadField> {
        let categories = &self.opened.rules.categories;
        for (index, Anchor { category, elo, sd }) in anchors.iter().enumerate() {
            let field = |of: &str| format!("known_ratings[{index}].{of}");
            let known = categories.get(usize::from(*category));
            let named = known.map_or_else(|| category.to_string(), |one| format!("`{}`", one.name));
            expect(field("category"), &named, known.is_some(), format!("less than {}", categories.len()))?;
            let by_ranks = known.is_some_and(|category| category.rated_by == RatedBy::Ranks);
            let expected = "a category rated by ranks: ratings in points cannot be known beforehand";
            expect(field("category"), &named, by_ranks, expected)?;
            let is_once = anchors[..index].iter().all(|other| other.category != *category);
            expect(field("category"), &named, is_once, "each category once")?;
            let most = MAX_ANCHOR_ELO;
            expect(field("elo"), elo, (-most..=most).contains(elo), format!("-{most} to {most}"))?;
            let is_fine = *sd <= most.unsigned_abs();
            expect(field("sd"), sd, is_fine, format!("0 (exactly known) to {most}"))?;
        }
        Ok(())
    }

    /// Returns the fact of an entrant's new categories; `None` if they do not change.
    fn declared(&self, entrant: Entrant, declaration: &Declaration) -> Result<Option<Fact>, ContestRefusal> {
        self.check_declaration(declaration)?;
        let is_new = self.entrant(entrant)?.entry.declaration != *declaration;
        Ok(is_new.then(|| Fact::DeclarationChanged { entrant, declaration: declaration.clone() }))
    }

    fn check_declaration(&self, declaration: &Declaration) -> Result<(), BadField> {
        let Declaration { categories, at_once, matches_per_day } = declaration;
        let known = &self.opened.rules.categories;
        let fits = categories.iter().all(|category| usize::from(*category) < known.len())
            && categories.windows(2).all(|pair| pair[0] < pair[1])
            && !categories.is_empty();
        let expected = format!("one or more from 0 to {}, in ascending order", known.len() - 1);
        expect("categories", format!("{categories:?}"), fits, expected)?;
        expect("at_once", at_once, (1..=MAX_AT_ONCE).contains(at_once), format!("1 to {MAX_AT_ONCE}"))?;
        let of = |category: &u16| known[usize::from(*category)].matches_per_encounter;
        let least = categories.iter().map(of).max().unwrap_or(1);
        let is_fine = (least..=MAX_MATCHES_PER_DAY).contains(matches_per_day);
        let expected = format!("{least} (a whole encounter) to {MAX_MATCHES_PER_DAY}");
        expect("matches_per_day", matches_per_day, is_fine, expected)
    }

    fn decide_count(&self, key: &MatchKey, result: &Result<MatchResult, VoidMatch>) -> Decided {
        let slot = self.slot(key).filter(|slot| key.attempt <= slot.attempt);
        let Some(slot) = slot else {
            // A forgotten encounter was over, so its match was counted before.
            let number = key.encounter.board;
            let is_forgotten = number < self.next_encounter && !self.encounters.contains_key(&number);
            return if is_forgotten { Ok(Vec::new()) } else { Err(ContestRefusal::UnknownMatch(*key)) };
        };
        let is_awaited = key.attempt == slot.attempt && slot.outcome == Outcome::Open;
        if !is_awaited || self.phase != Phase::Running {
            return Ok(Vec::new());
        }
        let seats = self.seats(key);
        match result {
            Ok(result) => {
                result.check(seats)?;
                Ok(vec![Fact::MatchCounted { match_key: *key, result: result.clone() }])
            }
            Err(VoidMatch { reason, fault }) => {
                let is_seat = fault.is_none_or(|seat| seat.index() < seats);
                expect("fault", format!("{fault:?}"), is_seat, format!("one of {seats} seats"))?;
                let may_replay =
                    slot.attempt < self.opened.rules.replays && self.put_out(key.encounter.board).is_none();
                let then = if may_replay { AfterVoid::Replay } else { AfterVoid::Keep };
                Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), fault: *fault, then }])
            }
        }
    }

    fn decide_void(&self, key: &MatchKey, reason: &ContestReason, then: AfterVoid) -> Decided {
        let slot = self.slot(key).ok_or(ContestRefusal::UnknownMatch(*key))?;
        let refused = |why| Err(ContestRefusal::Unchangeable(*key, why));
        if key.attempt != slot.attempt || !matches!(slot.outcome, Outcome::Counted(_)) {
            return refused("its result does not count");
        }
        if then == AfterVoid::Replay && !self.open.contains(&key.encounter.board) {
            return refused("its encounter is over, and cannot be replayed");
        }
        if then == AfterVoid::Replay && self.put_out(key.encounter.board).is_some() {
            return refused("one of its entrants is disqualified");
        }
        if then == AfterVoid::Replay && slot.attempt >= MAX_REPLAYS {
            return refused("it was replayed too often");
        }
        Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), fault: None, then }])
    }
}
