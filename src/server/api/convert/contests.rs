//! Converts entries, withdrawals and changes of tournaments and ladders.

use std::time::Duration;

use super::{
    ladders::{asked_declaration, asked_entry, ladder_entrant, ladder_row, ladder_summary},
    player_id, reason_text,
    tournaments::{AT_ONCE, read_setup, tournament_row, tournament_summary, waiting_match},
};
use referee_contests::{
    contest::{
        AfterVoid, Command, CommandOf, ContestKind, ContestReason, ContestRefusal, Entrant, FactOf, MatchKey, Opening,
        Phase, Progress, Status,
    },
    ladder::{self, Entry, Ladder, LadderOpened},
    tournament::{self, Shown, Tournament, TournamentOpened},
};
use referee_ids::PlayerId;
use referee_law::{Contest, Reason, Refusal};
use referee_proto::v1::{self, change_contest_request::Change};
use referee_store::ContestRow;

use crate::{
    contest_server::{Kind, Seen, WaitingMatch},
    hall::{Hall, wall_clock::unix_ms},
};

/// Maximum entrants or matches in each list of a report.
pub const MAX_LISTED: usize = 512;

/// A kind of contest, with the conversions that the services need.
pub trait ServedKind: Kind {
    /// Converts a player's entry in the field `of`; `owner` is the owner of that player.
    fn entry(
        &self,
        asked: &v1::LadderEntry,
        owner: PlayerId,
        of: &str,
    ) -> Result<<<Self as ContestKind>::Opened as Opening>::Entry, Refusal>;
    /// Returns the command by which a player enters or changes its entry; `None` if nothing would
    /// change.
    fn to_enter(&self, asked: &v1::LadderEntry, owner: PlayerId) -> Result<Option<CommandOf<Self>>, Refusal>;
    /// Returns whether an entrant that withdrew still has matches to play.
    fn has_matches(&self, entrant: Entrant) -> bool;
    /// Returns the entrants that miss the check-in if it starts now. `were_here` returns whether
    /// each of some players was connected within a time.
    fn absent(&self, were_here: &dyn Fn(&[&str], Duration) -> Vec<bool>) -> Vec<String>;
    /// Converts an entrant; `None` if this kind of contest shows no entrants.
    fn entrant(&self, entrant: Entrant, hall: &Hall) -> Option<v1::LadderEntrant>;
    fn summary(id: &str, seen: Seen<'_, Self>, shown: Shown) -> v1::ContestSummary;
    /// Returns the summary of a contest that no steward runs. `newest` is the newest event of a
    /// finished contest.
    fn row(row: &ContestRow, opened: Option<&Self::Opened>, newest: Option<&FactOf<Self>>) -> v1::ContestSummary;
}

impl ServedKind for Tournament {
    fn entry(&self, asked: &v1::LadderEntry, _: PlayerId, of: &str) -> Result<String, Refusal> {
        let alone = v1::LadderEntry { player: asked.player.clone(), ..v1::LadderEntry::default() };
        if *asked != alone {
            let expected = "only `player`: a tournament has no categories";
            return Err(Refusal::of_field(Reason::BadField, of.to_owned(), "more fields", expected));
        }
        Ok(player_id(&asked.player, format!("{of}.player"))?.to_string())
    }

    fn to_enter(&self, asked: &v1::LadderEntry, owner: PlayerId) -> Result<Option<tournament::Command>, Refusal> {
        let name = self.entry(asked, owner, "entry")?;
        let is_in = self.entrant_named(&name).is_some_and(|entrant| self.is_in(entrant));
        Ok((!is_in).then_some(Command::Enter(name)))
    }

    fn has_matches(&self, _: Entrant) -> bool {
        false
    }

    fn absent(&self, were_here: &dyn Fn(&[&str], Duration) -> Vec<bool>) -> Vec<String> {
        let minutes = self.opened.rules.timetable.check_in_minutes;
        if minutes == 0 {
            return Vec::new();
        }
        let names: Vec<&str> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let were_here = were_here(&names, Duration::from_secs(u64::from(minutes) * 60));
        names.into_iter().zip(were_here).filter(|(_, was_here)| !was_here).map(|(name, _)| name.to_owned()).collect()
    }

    fn entrant(&self, _: Entrant, _: &Hall) -> Option<v1::LadderEntrant> {
        None
    }

    fn summary(id: &str, seen: Seen<'_, Tournament>, shown: Shown) -> v1::ContestSummary {
        tournament_summary(id, seen.of, shown)
    }

    fn row(
        row: &ContestRow,
        opened: Option<&TournamentOpened>,
        newest: Option<&tournament::Fact>,
    ) -> v1::ContestSummary {
        tournament_row(row, opened, newest)
    }
}

impl ServedKind for Ladder {
    fn entry(&self, asked: &v1::LadderEntry, owner: PlayerId, of: &str) -> Result<Entry, Refusal> {
        asked_entry(self, asked, owner, &format!("{of}."))
    }

    fn to_enter(&self, asked: &v1::LadderEntry, owner: PlayerId) -> Result<Option<ladder::Command>, Refusal> {
        if !asked.known_ratings.is_empty() {
            let expected = "none: only a host declares known ratings";
            return Err(Refusal::of_field(Reason::BadField, "entry.known_ratings", "given", expected));
        }
        let Some(entrant) = self.entrant_named(&asked.player) else {
            return Ok(Some(Command::Enter(self.entry(asked, owner, "entry")?)));
        };
        if !asked.version_of.is_empty() {
            let expected = "empty: the player is in the ladder already";
            return Err(Refusal::of_field(Reason::BadField, "entry.version_of", &asked.version_of, expected));
        }
        Ok(Some(Command::Return { entrant, declaration: asked_declaration(self, asked, "entry.")? }))
    }

    fn has_matches(&self, entrant: Entrant) -> bool {
        self.entrants.get(entrant.index()).is_some_and(|state| state.in_flight > 0)
    }

    fn absent(&self, _: &dyn Fn(&[&str], Duration) -> Vec<bool>) -> Vec<String> {
        Vec::new()
    }

    fn entrant(&self, entrant: Entrant, hall: &Hall) -> Option<v1::LadderEntrant> {
        Some(ladder_entrant(self, entrant, hall))
    }

    fn summary(id: &str, seen: Seen<'_, Ladder>, _: Shown) -> v1::ContestSummary {
        ladder_summary(id, &seen.of.ladder)
    }

    fn row(row: &ContestRow, opened: Option<&LadderOpened>, newest: Option<&ladder::Fact>) -> v1::ContestSummary {
        ladder_row(row, opened, newest)
    }
}

/// Converts a host's change of a contest; `owner` is the owner of a player to add.
pub fn asked_change<K: ServedKind>(
    asked: &v1::ChangeContestRequest,
    of: &K,
    owner: Option<PlayerId>,
    were_here: &dyn Fn(&[&str], Duration) -> Vec<bool>,
) -> Result<CommandOf<K>, Refusal> {
    let bad = |field, value: &str, expected| Refusal::of_field(Reason::BadField, field, value, expected);
    let reason = || reason_text(&asked.reason, "reason").map(ContestReason::Said);
    let entrant = |field, name: &str| -> Result<Entrant, Refusal> {
        let expected = format!("an entrant of the {}", K::WORD);
        of.entrant_named(name).ok_or_else(|| Refusal::of_field(Reason::UnknownPlayer, field, name, expected))
    };
    Ok(match asked.change.as_ref().ok_or_else(|| bad("change", "", "exactly one change"))? {
        Change::Start(_) => Command::Start { absent: of.absent(were_here) },
        Change::Pause(_) => Command::Pause { reason: reason()? },
        Change::Resume(_) => Command::Resume,
        Change::FreezeEntries(_) => Command::FreezeEntries { reason: reason()? },
        Change::OpenEntries(_) => Command::OpenEntries,
        Change::Enter(entry) => {
            let owner = owner.map_or_else(|| player_id(&entry.player, "enter.player"), Ok)?;
            Command::Enter(of.entry(entry, owner, "enter")?)
        }
        Change::Withdraw(name) => Command::Withdraw { entrant: entrant("withdraw", name)?, reason: reason()? },
        Change::Revive(name) => Command::Revive { entrant: entrant("revive", name)? },
        Change::Quarantine(name) => Command::Quarantine { entrant: entrant("quarantine", name)?, reason: reason()? },
        Change::Release(name) => Command::Release { entrant: entrant("release", name)?, reason: reason()? },
        Change::Disqualify(name) => Command::Disqualify { entrant: entrant("disqualify", name)?, reason: reason()? },
        Change::Void(v1::VoidMatch { match_key, replay }) => {
            let then = if *replay { AfterVoid::Replay } else { AfterVoid::Keep };
            Command::Void { match_key: key_of_match("void.match_key", match_key)?, reason: reason()?, then }
        }
        Change::Award(v1::AwardMatch { match_key, winner }) => {
            let (match_key, winner) = (key_of_match("award.match_key", match_key)?, entrant("award.winner", winner)?);
            Command::Award { match_key, winner, reason: reason()? }
        }
        Change::ReleaseResults(stage) => {
            let none = || bad("release_results", "0", "the number of a stage, from 1");
            Command::ReleaseResults { through_stage: stage.checked_sub(1).ok_or_else(none)? }
        }
        Change::Confirm(_) => Command::Confirm,
        Change::End(_) => Command::End { reason: reason()? },
    })
}

/// Returns the players whose results a change rules on, with the field that selects them. These are
/// the players of a match, or all entrants. Returns `None` for other changes. Rejects a match that
/// is not paired yet, since the caller could get a seat in it before the ruling is stored.
pub fn ruled_on<K: Kind>(change: &Change, of: &K) -> Result<Option<(&'static str, Vec<PlayerId>)>, Refusal> {
    let (field, match_key) = match change {
        Change::Void(v1::VoidMatch { match_key, .. }) => ("void.match_key", Some(match_key)),
        Change::Award(v1::AwardMatch { match_key, .. }) => ("award.match_key", Some(match_key)),
        Change::Disqualify(_) => ("disqualify", None),
        // A withdrawal forfeits matches, whose points the other entrants get.
        Change::Withdraw(_) if !K::RUNS_WHEN_OPENED && *of.phase() != Phase::Entries => ("withdraw", None),
        _ => return Ok(None),
    };
    let entrants: Vec<Entrant> = match match_key {
        None => (0..of.counts()[0]).map(Entrant::at).collect(),
        Some(match_key) => {
            let match_key = key_of_match(field, match_key)?;
            let unknown = || of.refuse(ContestRefusal::UnknownMatch(match_key));
            of.paired(&match_key).ok_or_else(unknown)?.entrants.clone()
        }
    };
    let names = entrants.into_iter().filter_map(|entrant| of.name_of(entrant));
    Ok(Some((field, names.filter_map(|name| PlayerId::parse(name).ok()).collect())))
}

fn key_of_match(field: &'static str, key: &str) -> Result<MatchKey, Refusal> {
    let expected = "the key of a match, as `s1-b2-m1`";
    MatchKey::parse(key).ok_or_else(|| Refusal::of_field(Reason::BadField, field, key, expected))
}

/// Returns the name of a change in the audit.
pub fn change_name(change: &Change) -> &'static str {
    match change {
        Change::Start(_) => "start",
        Change::Pause(_) => "pause",
        Change::Resume(_) => "resume",
        Change::FreezeEntries(_) => "freeze_entries",
        Change::OpenEntries(_) => "open_entries",
        Change::Enter(_) => "enter",
        Change::Withdraw(_) => "withdraw",
        Change::Revive(_) => "revive",
        Change::Quarantine(_) => "quarantine",
        Change::Release(_) => "release",
        Change::Disqualify(_) => "disqualify",
        Change::Void(_) => "void",
        Change::Award(_) => "award",
        Change::ReleaseResults(_) => "release_results",
        Change::Confirm(_) => "confirm",
        Change::End(_) => "end",
    }
}

/// Returns the reason that a player gives for its withdrawal.
pub fn asked_withdrawal(reason: &str) -> Result<ContestReason, Refusal> {
    match reason {
        "" => Ok(ContestReason::Withdrew),
        said => reason_text(said, "reason").map(ContestReason::Said),
    }
}

/// Returns the number of the entrant with this name.
pub fn entered<K: ContestKind>(player: &PlayerId, of: &K) -> Result<Entrant, Refusal> {
    let is_not_in = || Refusal::new(Reason::UnknownPlayer, format!("{player} has not entered the {}", K::WORD));
    of.entrant_named(player.as_str()).ok_or_else(is_not_in)
}

/// Returns whether an entrant has withdrawn.
pub fn has_withdrawn<K: ContestKind>(player: &PlayerId, of: &K) -> Result<bool, Refusal> {
    Ok(matches!(of.status_of(entered(player, of)?), Some(Status::Withdrawn(_))))
}

/// The facts of a contest for its report that need neither the hall nor the store.
pub struct About {
    pub contest: Contest,
    pub entrants: Vec<PlayerId>,
    pub progress: Progress,
    /// Number of concurrent matches; 1 if the mean duration already is the time between two ends.
    pub at_once: u64,
    pub is_running: bool,
    /// Whether the last match of the contest is over, and its results are provisional.
    pub is_played_out: bool,
    pub is_over: bool,
    /// Whether the caller may see which matches exist, and how many are over.
    pub shows_matches: bool,
    pub waiting: Vec<v1::WaitingMatch>,
}

/// Returns the facts for a progress report about a contest that plays `at_once` matches.
pub fn about<K: ContestKind>(id: &str, of: &K, waiting: &[WaitingMatch], at_once: u64, shows_matches: bool) -> About {
    let age_ms = unix_ms().saturating_sub(of.opened().opened_unix_ms());
    About {
        contest: K::contest(id.to_owned()),
        entrants: of.playing().filter_map(|name| PlayerId::parse(name).ok()).collect(),
        progress: of.progress(u64::try_from(age_ms).unwrap_or(0)),
        at_once,
        is_running: of.may_begin(),
        is_played_out: of.rests(),
        is_over: of.is_over(),
        shows_matches,
        // The waiting matches would reveal the results of other matches.
        waiting: waiting.iter().filter(|_| shows_matches).take(MAX_LISTED).map(waiting_match).collect(),
    }
}

/// Returns the facts for a tournament's progress report.
pub fn about_tournament(id: &str, seen: Seen<'_, Tournament>, shown: Shown) -> About {
    let tournament = seen.of;
    let opened = &tournament.opened;
    let at_once = read_setup(&opened.match_setup).ok().and_then(|setup| setup.matches.at_once).unwrap_or(AT_ONCE);
    let tables = tournament.count_in() / usize::from(opened.rules.seats).max(1);
    let shows_matches = shown == Shown::All || tournament.released_stages.is_none();
    about(id, tournament, seen.waiting, u64::from(at_once).min(tables as u64), shows_matches)
}
