//! A ladder as a person reads it in a terminal while it goes on.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::Path,
};

use serde_json::{Value, json};

use super::{
    columns::Columns,
    contest::Printer,
    text::{first_of, one_line, score},
};
use crate::{
    contest::ContestReason,
    ladder::{Entrant, Fact, Ladder, LadderEvent, MatchKey, Phase, Ratings, Standing},
    runner::ladder::{
        SignedRecord, Stands,
        report::{ranked, rows},
    },
    standard_output::standard_output,
    stats::{decimals, signed_decimals, weight},
    steward::Observer,
    store::codec::contest_reason::word,
};

impl Printer {
    /// How a ladder of local engines stands when no more of it is played; `directory` has everything of it.
    pub fn end_ladder(&self, stands: &Stands, directory: &Path) -> io::Result<()> {
        self.clear();
        let ratings = stands.results.publish(0);
        let how = match &stands.ladder.phase {
            Phase::Closed(reason) => one_line(&reason.to_string()),
            Phase::Open => "interrupted; the same command goes on".to_owned(),
        };
        let mut out = standard_output();
        if self.is_json {
            let object = json!({
                "over": stands.ladder.phase != Phase::Open,
                "stands": how,
                "table": ratings.as_ref().map(Ratings::table).ok(),
                "repeats": ratings.as_ref().map(|ratings| ratings.weight().repeats()).ok(),
                "unrated": ratings.as_ref().err().map(ToString::to_string),
                "record": stands.record.as_ref().ok().map(|record| &record.path),
                "key": stands.record.as_ref().ok().map(|record| record.key.to_string()),
            });
            return writeln!(out, "{object}");
        }
        writeln!(out, "\n{}: {how}", one_line(&stands.ladder.opened.name))?;
        match &ratings {
            Ok(ratings) => {
                table(ratings, &self.display_names).lines().iter().try_for_each(|row| writeln!(out, "{row}"))?;
                weight::warning(ratings.weight()).iter().try_for_each(|warning| writeln!(out, "{warning}"))?;
            }
            Err(none) => writeln!(out, "there are no ratings: {none}")?,
        }
        let Ok(SignedRecord { path, key }) = &stands.record else { return Ok(()) };
        let (directory, path) = (directory.display(), path.display());
        writeln!(out, "all of it is in {directory}, its events in {path}, signed by the key")?;
        writeln!(out, "{key}")
    }
}

impl Observer<Ladder> for Printer {
    fn happened(&mut self, ladder: &Ladder, event: &LadderEvent) -> anyhow::Result<()> {
        if self.is_json {
            let mut object = object(ladder, &event.fact);
            object["seq"] = event.seq.0.into();
            writeln!(standard_output(), "{object}")?;
            return Ok(());
        }
        if let Some(line) = line(ladder, &event.fact) {
            self.say(&line)?;
        }
        if let Fact::MatchCounted { match_key, .. } = &event.fact {
            self.count(|| leaders(ladder, *match_key))?;
        }
        // A ladder without an end has no bar.
        if let Some(all) = ladder.matches_to_have().map(u64::from).filter(|_| self.has_bar()) {
            let done = u64::from(ladder.matches_paired()).saturating_sub(ladder.open_matches() as u64);
            self.show(done, all, one_line(&ladder.opened.name));
        }
        Ok(())
    }
}

/// Who leads in the category of a match, by the ratings that move match by match: `leaders of blitz: alpha +132, beta +40, gamma -12 of 16`.
fn leaders(ladder: &Ladder, of: MatchKey) -> String {
    let number = ladder.encounters.get(&of.encounter).map_or(0, |encounter| encounter.paired.category);
    let is_in = |standing: &Standing| matches!(standing, Standing::In | Standing::Quarantined { .. });
    let rated =
        ladder.entrants.iter().enumerate().filter(|(_, state)| is_in(&state.standing)).filter_map(|(index, state)| {
            let elo = ladder.live_elo(Entrant(u32::try_from(index).ok()?), number)?.elo;
            Some((elo, &state.joined.name))
        });
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rated: Vec<String> =
        rated.iter().map(|(elo, name)| format!("{} {}", one_line(name), signed_decimals(*elo, 0))).collect();
    format!("leaders of {}: {}", category(ladder, number), first_of(&rated))
}

/// The ratings with their 95 % intervals, the best first, as reports have them.
fn table(ratings: &Ratings, display_names: &BTreeMap<String, String>) -> Columns {
    let (rows, unit) = rows(ratings);
    let mut table = Columns::default();
    let named = !display_names.is_empty();
    let head = ["entrant", unit.word(), "se", "95 % from", "to", "matches", "component"];
    table.row(head.into_iter().chain(named.then_some("name")));
    for row in ranked(&rows) {
        let numbers = [row.rating, row.se, row.low, row.high].map(|number| decimals(number, unit.digits_shown()));
        let counts = [row.matches.to_string(), row.component.to_string()];
        let display_name = display_names.get(&row.entrant).map(|text| one_line(text)).unwrap_or_default();
        let cells = [one_line(&row.entrant)].into_iter().chain(numbers).chain(counts);
        table.row(cells.chain(named.then_some(display_name)));
    }
    table
}

fn name(ladder: &Ladder, entrant: Entrant) -> String {
    ladder.entrants.get(entrant.index()).map_or_else(String::new, |state| one_line(&state.joined.name))
}

fn category(ladder: &Ladder, category: u16) -> String {
    ladder.opened.rules.categories.get(usize::from(category)).map_or_else(String::new, |one| one_line(&one.name))
}

fn seated(ladder: &Ladder, key: MatchKey) -> Vec<String> {
    let seated = ladder.encounters.get(&key.encounter).and_then(|encounter| encounter.seated(key.number));
    seated.unwrap_or_default().iter().map(|entrant| name(ladder, *entrant)).collect()
}

/// `e12-m1: alpha - beta 1-0, normal`.
fn line(ladder: &Ladder, fact: &Fact) -> Option<String> {
    let named = |reason: &ContestReason| one_line(&ladder.named(reason));
    let of = |entrant: &Entrant, what: &str, reason: &ContestReason| {
        Some(format!("{} {what}: {}", name(ladder, *entrant), named(reason)))
    };
    match fact {
        Fact::Opened(opened) => Some(format!("{} is open", one_line(&opened.name))),
        Fact::EntrantJoined(joined) => {
            let plays: Vec<String> = joined.declaration.categories.iter().map(|one| category(ladder, *one)).collect();
            Some(format!("{} enters: {}", one_line(&joined.name), plays.join(", ")))
        }
        Fact::EntriesFrozen { reason } => Some(format!("nobody enters: {}", named(reason))),
        Fact::EntriesOpened => Some("entries are open".to_owned()),
        Fact::DeclarationChanged { entrant, declaration } => {
            let plays: Vec<String> = declaration.categories.iter().map(|one| category(ladder, *one)).collect();
            Some(format!("{} plays {}", name(ladder, *entrant), plays.join(", ")))
        }
        Fact::EntrantRetired { entrant, reason } => of(entrant, "leaves", reason),
        Fact::EntrantRevived { entrant } => Some(format!("{} is back", name(ladder, *entrant))),
        Fact::EntrantQuarantined { entrant, reason, .. } => of(entrant, "is quarantined", reason),
        Fact::EntrantReleased { entrant, reason } => of(entrant, "is released", reason),
        Fact::EntrantDisqualified { entrant, reason } => of(entrant, "is disqualified", reason),
        Fact::EncounterPaired(paired) => {
            let names: Vec<String> = paired.entrants.iter().map(|entrant| name(ladder, *entrant)).collect();
            let reason = one_line(&ladder.named(&paired.why));
            let played = category(ladder, paired.category);
            Some(format!("e{}: {}, {played} ({reason})", u64::from(paired.number) + 1, names.join(" - ")))
        }
        Fact::MatchCounted { match_key, result } => {
            let names = seated(ladder, *match_key).join(" - ");
            Some(format!("{match_key}: {names} {}, {}", score(&result.places), result.cause))
        }
        Fact::MatchVoided { match_key, reason, .. } => Some(format!("{match_key}: void, {}", named(reason))),
        Fact::Paused { reason } => Some(format!("paused: {}", named(reason))),
        Fact::Resumed => Some("goes on".to_owned()),
        Fact::Closed { reason } => Some(format!("closed: {}", named(reason))),
    }
}

/// One object an event, with a key that says what became true.
fn object(ladder: &Ladder, fact: &Fact) -> Value {
    let names = |categories: &[u16]| categories.iter().map(|one| category(ladder, *one)).collect::<Vec<_>>();
    let named = |reason: &ContestReason| one_line(&ladder.named(reason));
    let of = |what: &str, entrant: &Entrant, reason: &ContestReason| json!({what: name(ladder, *entrant), "reason": named(reason), "code": word(reason)});
    match fact {
        Fact::Opened(opened) => json!({"opened": one_line(&opened.name)}),
        Fact::EntrantJoined(joined) => {
            json!({"joined": one_line(&joined.name), "categories": names(&joined.declaration.categories)})
        }
        Fact::EntriesFrozen { reason } => json!({"entries": "frozen", "reason": named(reason), "code": word(reason)}),
        Fact::EntriesOpened => json!({"entries": "open"}),
        Fact::DeclarationChanged { entrant, declaration } => {
            json!({"declared": name(ladder, *entrant), "categories": names(&declaration.categories)})
        }
        Fact::EntrantRetired { entrant, reason } => of("left", entrant, reason),
        Fact::EntrantRevived { entrant } => json!({"back": name(ladder, *entrant)}),
        Fact::EntrantQuarantined { entrant, reason, .. } => of("quarantined", entrant, reason),
        Fact::EntrantReleased { entrant, reason } => of("released", entrant, reason),
        Fact::EntrantDisqualified { entrant, reason } => of("disqualified", entrant, reason),
        Fact::EncounterPaired(paired) => json!({
            "paired": format!("e{}", u64::from(paired.number) + 1),
            "category": category(ladder, paired.category),
            "entrants": paired.entrants.iter().map(|entrant| name(ladder, *entrant)).collect::<Vec<_>>(),
            "reason": one_line(&ladder.named(&paired.why)),
        }),
        Fact::MatchCounted { match_key, result } => json!({
            "match": match_key.to_string(),
            "entrants": seated(ladder, *match_key),
            "places": result.places,
            "score": score(&result.places),
            "points": result.halves.iter().map(|halves| *halves as f64 / 2.0).collect::<Vec<_>>(),
            "cause": result.cause,
            "elapsedMs": result.elapsed_ms,
        }),
        Fact::MatchVoided { match_key, reason, .. } => {
            json!({"void": match_key.to_string(), "reason": named(reason), "code": word(reason)})
        }
        Fact::Paused { reason } => json!({"paused": true, "reason": named(reason), "code": word(reason)}),
        Fact::Resumed => json!({"paused": false}),
        Fact::Closed { reason } => json!({"closed": named(reason), "code": word(reason)}),
    }
}
