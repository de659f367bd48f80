//! What follows from a command: every `if` is here, and nothing is changed.

use std::borrow::Cow;

use super::{
    command::{Command, LadderRefusal, VoidMatch},
    event::{AfterVoid, Anchor, Declaration, EntrantJoined, Fact, LadderOpened, MatchResult},
    event_key::{Entrant, MatchKey},
    rules::{BadRules, MAX_AT_ONCE, MAX_ENTRANTS, MAX_ENTRANTS_PER_OWNER, MAX_MATCHES_PER_DAY, MAX_REPLAYS, RatedBy},
    state::{EntrantState, Ladder, Outcome, Phase, Standing},
};
use crate::contest::{self, ContestReason, EXPECTED_NAME, MAX_REASON};

/// Points of a seat are within this of 0, in halves.
const MAX_HALVES: i64 = 1_000_000_000;
/// Anchors are within this of 0, in Elo; so are their standard deviations.
const MAX_ANCHOR_ELO: i32 = 10_000;
/// The most rounds of a match: as many deals as a log of points takes.
const MAX_ROUNDS: u32 = 1 << 20;
/// The longest word for how a match ended, in bytes.
const MAX_CAUSE: usize = 64;

type Decided = Result<Vec<Fact>, LadderRefusal>;

/// Whether a ladder can be opened so.
pub fn check_opening(opened: &LadderOpened) -> Result<(), BadRules> {
    if !contest::is_name(&opened.name) {
        let (field, value) = ("name".to_owned(), format!("`{}`", opened.name));
        return Err(BadRules { field, value, expected: EXPECTED_NAME.to_owned() });
    }
    opened.rules.check()
}

impl Ladder {
    /// What follows from a command. What was counted before, or is no longer to be counted, brings nothing.
    pub fn decide(&self, command: &Command) -> Decided {
        if let Command::Count { match_key, result } = command {
            return self.decide_count(match_key, result);
        }
        if let Phase::Closed(reason) = &self.phase {
            return Err(LadderRefusal::Closed(reason.clone()));
        }
        match command {
            Command::Join(joined) => self.decide_join(joined),
            Command::FreezeEntries { reason } => {
                reason_fits(reason)?;
                Ok(if self.frozen.is_some() {
                    Vec::new()
                } else {
                    vec![Fact::EntriesFrozen { reason: reason.clone() }]
                })
            }
            Command::OpenEntries => Ok(if self.frozen.is_some() { vec![Fact::EntriesOpened] } else { Vec::new() }),
            Command::Declare { entrant, declaration } => self.declare(*entrant, declaration),
            Command::Retire { entrant, reason } => {
                reason_fits(reason)?;
                self.is_not_out(*entrant)?;
                Ok(vec![Fact::EntrantRetired { entrant: *entrant, reason: reason.clone() }])
            }
            Command::Return { entrant, declaration } => {
                let is_away = matches!(self.entrant(*entrant)?.standing, Standing::Retired(_));
                let back = is_away.then_some(Fact::EntrantRevived { entrant: *entrant });
                if !is_away {
                    self.is_not_out(*entrant)?;
                }
                Ok(back.into_iter().chain(self.declared(*entrant, declaration)?).collect())
            }
            Command::Revive { entrant } => match &self.entrant(*entrant)?.standing {
                Standing::Retired(_) => Ok(vec![Fact::EntrantRevived { entrant: *entrant }]),
                _ => Err(self.wrong_standing(*entrant, "left")),
            },
            Command::Quarantine { entrant, reason } => {
                reason_fits(reason)?;
                self.is_not_out(*entrant)?;
                Ok(vec![Fact::EntrantQuarantined { entrant: *entrant, until_ms: None, reason: reason.clone() }])
            }
            Command::Release { entrant, reason } => {
                reason_fits(reason)?;
                match &self.entrant(*entrant)?.standing {
                    Standing::Quarantined { .. } => {
                        Ok(vec![Fact::EntrantReleased { entrant: *entrant, reason: reason.clone() }])
                    }
                    _ => Err(self.wrong_standing(*entrant, "is quarantined")),
                }
            }
            Command::Disqualify { entrant, reason } => {
                reason_fits(reason)?;
                match &self.entrant(*entrant)?.standing {
                    Standing::Disqualified(_) => Err(self.wrong_standing(*entrant, "is not disqualified")),
                    _ => Ok(vec![Fact::EntrantDisqualified { entrant: *entrant, reason: reason.clone() }]),
                }
            }
            Command::Count { .. } => Ok(Vec::new()),
            Command::Annul { match_key, reason, then } => self.annul(match_key, reason, *then),
            Command::Pause { reason } => {
                reason_fits(reason)?;
                Ok(if self.paused.is_some() { Vec::new() } else { vec![Fact::Paused { reason: reason.clone() }] })
            }
            Command::Resume => Ok(if self.paused.is_some() { vec![Fact::Resumed] } else { Vec::new() }),
            Command::Close { reason } => {
                reason_fits(reason)?;
                Ok(vec![Fact::Closed { reason: reason.clone() }])
            }
        }
    }

    fn entrant(&self, entrant: Entrant) -> Result<&EntrantState, LadderRefusal> {
        self.entrants.get(entrant.index()).ok_or(LadderRefusal::UnknownEntrant(entrant))
    }

    fn is_not_out(&self, entrant: Entrant) -> Result<(), LadderRefusal> {
        match self.entrant(entrant)?.standing {
            Standing::In | Standing::Quarantined { .. } => Ok(()),
            _ => Err(self.wrong_standing(entrant, "is not out of the ladder")),
        }
    }

    fn wrong_standing(&self, entrant: Entrant, expected: &'static str) -> LadderRefusal {
        let stands = match self.entrants.get(entrant.index()).map(|state| &state.standing) {
            Some(Standing::In) => "is in it",
            Some(Standing::Quarantined { .. }) => "is quarantined",
            Some(Standing::Retired(_)) => "left",
            Some(Standing::Disqualified(_)) => "is disqualified",
            None => "is unknown",
        };
        LadderRefusal::WrongStanding { entrant, stands, expected }
    }

    fn decide_join(&self, joined: &EntrantJoined) -> Decided {
        if let Some(reason) = &self.frozen {
            return Err(LadderRefusal::EntriesFrozen(reason.clone()));
        }
        let name = &joined.name;
        let shown = || format!("`{name}`");
        expect("name", shown, contest::is_name(name), || EXPECTED_NAME.to_owned())?;
        expect("name", shown, !self.names.contains(name), || "a name that no entrant ever had".to_owned())?;
        let count = self.entrants.len() + 1;
        expect("entrants", || count.to_string(), count <= MAX_ENTRANTS, || format!("at most {MAX_ENTRANTS}"))?;
        let owned = self.entrants.iter().filter(|state| state.joined.owner == joined.owner).count() + 1;
        let expected = || format!("at most {MAX_ENTRANTS_PER_OWNER} of one owner, those who left included");
        expect("entrants", || format!("{owned} of {}", joined.owner), owned <= MAX_ENTRANTS_PER_OWNER, expected)?;
        if let Some(parent) = joined.version_of {
            let of_same_owner = self.entrant(parent)?.joined.owner == joined.owner;
            expect("version_of", || parent.to_string(), of_same_owner, || "an entrant of the same owner".to_owned())?;
        }
        self.check_anchors(&joined.anchors)?;
        self.check_declaration(&joined.declaration)?;
        Ok(vec![Fact::EntrantJoined(joined.clone())])
    }

    /// Whether what is known of an entrant beforehand can be: each rating of a category of its own, rated by ranks, and in its range.
    pub fn check_anchors(&self, anchors: &[Anchor]) -> Result<(), LadderRefusal> {
        let categories = &self.opened.rules.categories;
        for (index, Anchor { category, elo, sd }) in anchors.iter().enumerate() {
            let field = |of: &str| format!("known_ratings[{index}].{of}");
            let known = categories.get(usize::from(*category));
            let named = || known.map_or_else(|| category.to_string(), |one| format!("`{}`", one.name));
            let is_known = known.is_some();
            expect(field("category"), named, is_known, || format!("less than {}", categories.len()))?;
            let by_ranks = known.is_some_and(|category| category.rated_by == RatedBy::Ranks);
            let expected = || "a category that is rated by ranks: nothing is known beforehand by points".to_owned();
            expect(field("category"), named, by_ranks, expected)?;
            let is_once = anchors[..index].iter().all(|other| other.category != *category);
            expect(field("category"), named, is_once, || "each category once".to_owned())?;
            let most = MAX_ANCHOR_ELO;
            expect(field("elo"), || elo.to_string(), (-most..=most).contains(elo), || format!("-{most} to {most}"))?;
            let is_fine = *sd <= most.unsigned_abs();
            expect(field("sd"), || sd.to_string(), is_fine, || format!("0, which is certain, to {most}"))?;
        }
        Ok(())
    }

    fn declare(&self, entrant: Entrant, declaration: &Declaration) -> Decided {
        self.is_not_out(entrant)?;
        Ok(self.declared(entrant, declaration)?.into_iter().collect())
    }

    /// What an entrant plays from now on; `None` where it plays that already.
    fn declared(&self, entrant: Entrant, declaration: &Declaration) -> Result<Option<Fact>, LadderRefusal> {
        self.check_declaration(declaration)?;
        let is_new = self.entrant(entrant)?.joined.declaration != *declaration;
        Ok(is_new.then(|| Fact::DeclarationChanged { entrant, declaration: declaration.clone() }))
    }

    fn check_declaration(&self, declaration: &Declaration) -> Result<(), LadderRefusal> {
        let Declaration { categories, at_once, matches_per_day } = declaration;
        let known = &self.opened.rules.categories;
        let fits = categories.iter().all(|category| usize::from(*category) < known.len())
            && categories.windows(2).all(|pair| pair[0] < pair[1])
            && !categories.is_empty();
        expect(
            "categories",
            || format!("{categories:?}"),
            fits,
            || format!("one or more from 0 to {}, in ascending order", known.len() - 1),
        )?;
        let is_fine = (1..=MAX_AT_ONCE).contains(at_once);
        expect("at_once", || at_once.to_string(), is_fine, || format!("1 to {MAX_AT_ONCE}"))?;
        let of = |category: &u16| known[usize::from(*category)].matches_per_encounter;
        let least = categories.iter().map(of).max().unwrap_or(1);
        let is_fine = (least..=MAX_MATCHES_PER_DAY).contains(matches_per_day);
        expect(
            "matches_per_day",
            || matches_per_day.to_string(),
            is_fine,
            || format!("{least}, a whole encounter, to {MAX_MATCHES_PER_DAY}"),
        )
    }

    fn decide_count(&self, key: &MatchKey, result: &Result<MatchResult, VoidMatch>) -> Decided {
        let slot = self.slot(key).filter(|slot| key.attempt <= slot.attempt);
        let Some(slot) = slot else {
            // An encounter that was forgotten was over, so that its match was counted before.
            let is_forgotten = key.encounter < self.next_encounter && !self.encounters.contains_key(&key.encounter);
            return if is_forgotten { Ok(Vec::new()) } else { Err(LadderRefusal::UnknownMatch(*key)) };
        };
        let is_awaited = key.attempt == slot.attempt && slot.outcome == Outcome::Open;
        if !is_awaited || self.phase != Phase::Open {
            return Ok(Vec::new());
        }
        let seats = self.seats(key);
        match result {
            Ok(result) => {
                check_result(seats, result)?;
                Ok(vec![Fact::MatchCounted { match_key: *key, result: result.clone() }])
            }
            Err(VoidMatch { reason, fault }) => {
                let is_seat = fault.is_none_or(|seat| seat.index() < seats);
                expect("fault", || format!("{fault:?}"), is_seat, || format!("one of {seats} seats"))?;
                let may_replay = slot.attempt < self.opened.rules.replays && self.put_out(key.encounter).is_none();
                let then = if may_replay { AfterVoid::Replay } else { AfterVoid::Leave };
                Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), fault: *fault, then }])
            }
        }
    }

    fn annul(&self, key: &MatchKey, reason: &ContestReason, then: AfterVoid) -> Decided {
        reason_fits(reason)?;
        let slot = self.slot(key).ok_or(LadderRefusal::UnknownMatch(*key))?;
        let refused = |why| Err(LadderRefusal::NotAnnullable(*key, why));
        if key.attempt != slot.attempt || !matches!(slot.outcome, Outcome::Counted(_)) {
            return refused("it does not count");
        }
        if then == AfterVoid::Replay && !self.open.contains(&key.encounter) {
            return refused("its encounter is over, so that it cannot be played again");
        }
        if then == AfterVoid::Replay && self.put_out(key.encounter).is_some() {
            return refused("somebody who sat in it is disqualified");
        }
        if then == AfterVoid::Replay && slot.attempt >= MAX_REPLAYS {
            return refused("it was played too often");
        }
        Ok(vec![Fact::MatchVoided { match_key: *key, reason: reason.clone(), fault: None, then }])
    }
}

/// Whether a match of so many seats can have come to this.
pub(super) fn check_result(seats: usize, result: &MatchResult) -> Result<(), LadderRefusal> {
    let MatchResult { places, halves, cause, fault, moves, thought_ms, rounds, .. } = result;
    let fits = [places.len(), halves.len(), moves.len(), thought_ms.len()].iter().all(|entries| *entries == seats)
        && places.iter().all(|place| (1..=seats).contains(&(*place as usize)))
        && halves.iter().all(|halves| (-MAX_HALVES..=MAX_HALVES).contains(halves))
        && fault.is_none_or(|seat| seat.index() < seats)
        && cause.len() <= MAX_CAUSE
        && *rounds <= MAX_ROUNDS;
    expect(
        "result",
        || format!("{result:?}"),
        fits,
        || {
            format!(
                "a place from 1 to {seats}, points, moves and time for each of {seats} seats, a cause of {MAX_CAUSE} bytes, and at \
                 most {MAX_ROUNDS} rounds"
            )
        },
    )
}

fn expect(
    field: impl Into<Cow<'static, str>>,
    value: impl FnOnce() -> String,
    holds: bool,
    expected: impl FnOnce() -> String,
) -> Result<(), LadderRefusal> {
    match holds {
        true => Ok(()),
        false => Err(LadderRefusal::BadField { field: field.into(), value: value(), expected: expected() }),
    }
}

fn reason_fits(reason: &ContestReason) -> Result<(), LadderRefusal> {
    expect(
        "bytes of the reason",
        || reason.to_string().len().to_string(),
        reason.fits(),
        || format!("1 to {MAX_REASON}"),
    )
}
