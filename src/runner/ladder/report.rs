//! The present results of a ladder as files: the ratings and the crosstable of each category.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::Context as _;

use crate::{
    ladder::{CountedMatch, MAX_ENTRANTS, Ratings, Results},
    rating::{Rated, deal_points::DealRated},
    replaced_file,
    report::{
        Rating, Report, ReportEncounter, ReportMatch, Unit, csv, model,
        rating_table::{self, RatingRow},
        svg,
    },
    runner::options::opening_args::OpeningSet,
};

/// The report of a category has room for all rated entrants.
const _: () = assert!(MAX_ENTRANTS <= model::MAX_ENTRANTS);

/// Writes the reports of a ladder: a directory for each category, which is created if missing.
/// Existing files are overwritten. `sets` has the size and order of each category's openings, as
/// far as known.
pub fn write(results: &Results, ladder: &str, directory: &Path, sets: &[Option<OpeningSet>]) -> anyhow::Result<()> {
    let mut taken = BTreeSet::new();
    for (category, name) in (0..).zip(results.categories()) {
        let mut place = directory_name(name);
        if !taken.insert(place.clone()) {
            place = format!("{place}-{}", category + 1);
            taken.insert(place.clone());
        }
        let place = directory.join(place);
        fs::create_dir_all(&place).with_context(|| format!("failed to make the directory {}", place.display()))?;
        let set = sets.get(usize::from(category)).copied().flatten();
        for (name, text) in files(results, category, &format!("{ladder}: {name}"), set)? {
            let path = place.join(name);
            let written = replaced_file::write(&path, text.as_bytes());
            written.with_context(|| format!("failed to write {}", path.display()))?;
        }
    }
    Ok(())
}

/// Returns the name of a category's directory.
fn directory_name(category: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = category.chars().map(plain).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "category".to_owned() } else { name.to_owned() }
}

fn files(
    results: &Results,
    category: u16,
    title: &str,
    set: Option<OpeningSet>,
) -> anyhow::Result<Vec<(&'static str, String)>> {
    let matches: Vec<CountedMatch> = results.matches().filter(|one| one.category == category).collect();
    // Without a match, there are no ratings: the table is empty.
    let (rows, unit) = results.publish(category).map_or((Vec::new(), Unit::Elo), |ratings| rows(&ratings));
    let openings = set.map_or(BTreeMap::new(), |(count, order)| {
        let index = |(encounter, number)| (encounter, order.index(number, count) as u64);
        results.openings(category).into_iter().map(index).collect()
    });
    let report = Report { unit, ..report(results, &rows, &matches, title, &openings) };
    report.check().context("the report contradicts itself")?;
    Ok(vec![
        ("ratings.csv", rating_table::csv(&rows, unit)),
        ("ratings.json", rating_table::json(&rows, unit)),
        ("ratings.svg", svg::ratings(&report)),
        ("pairs.csv", csv::pairs(&report)),
        ("crosstable.csv", csv::crosstable(&report)),
        ("crosstable.svg", svg::heat_map(&report)),
    ])
}

/// Returns the ratings by name, and their unit.
pub fn rows(ratings: &Ratings) -> (Vec<RatingRow>, Unit) {
    match ratings {
        Ratings::Ranks(fit) => (fit.ratings().iter().map(row).collect(), Unit::Elo),
        Ratings::Points(fit) => (fit.ratings().iter().map(row_of_points).collect(), Unit::Points),
    }
}

/// Returns the best ratings first, with those of a component together.
pub fn ranked(rows: &[RatingRow]) -> Vec<&RatingRow> {
    let mut ranked: Vec<&RatingRow> = rows.iter().collect();
    ranked.sort_by(|a, b| {
        a.component.cmp(&b.component).then(b.rating.total_cmp(&a.rating)).then(a.entrant.cmp(&b.entrant))
    });
    ranked
}

fn row(rated: &Rated) -> RatingRow {
    RatingRow {
        entrant: rated.entrant.clone(),
        rating: rated.elo,
        se: rated.se_of_interval(),
        low: rated.low,
        high: rated.high,
        matches: rated.matches,
        component: rated.component,
    }
}

fn row_of_points(rated: &DealRated) -> RatingRow {
    RatingRow {
        entrant: rated.entrant.clone(),
        rating: rated.points,
        se: rated.se,
        low: rated.low,
        high: rated.high,
        matches: rated.matches,
        component: rated.component,
    }
}

/// Returns the report of a category: its matches and its ratings, the best first. The game's own
/// points are unknown, so counting matches are reported by their places. `openings` has the
/// openings of encounters.
fn report(
    results: &Results,
    rows: &[RatingRow],
    matches: &[CountedMatch],
    title: &str,
    openings: &BTreeMap<u32, u64>,
) -> Report {
    let seats = matches.first().map_or(2, |one| one.entrants.len());
    let mut report = Report { name: title.to_owned(), seats: seats as u8, ..Report::default() };
    report.format = "ladder".to_owned();
    let ranked = ranked(rows);
    report.entrants = ranked.iter().map(|row| row.entrant.clone()).collect();
    let index: BTreeMap<&str, usize> = ranked.iter().map(|row| row.entrant.as_str()).zip(0..).collect();
    let mut newest = None;
    for one in matches {
        let seated = one.entrants.iter().filter_map(|entrant| index.get(results.name(*entrant)?).copied());
        let seated: Vec<usize> = seated.collect();
        if seated.len() != seats {
            continue;
        }
        let played = ReportMatch {
            name: one.match_key.to_string(),
            places: one.places.clone(),
            by_seat: one.fault.map(|seat| seat.index()),
            digest: one.digest,
            entrants: seated.clone(),
            ..ReportMatch::default()
        };
        let is_of_last = newest.replace(one.match_key.encounter) == Some(one.match_key.encounter);
        match report.encounters.last_mut() {
            Some(last) if is_of_last => last.matches.push(played),
            _ => report.encounters.push(ReportEncounter {
                entrants: seated,
                opening: openings.get(&one.match_key.encounter.board).copied(),
                matches: vec![played],
                ..ReportEncounter::default()
            }),
        }
    }
    // Entrants of other components cannot be compared with these, and are only in the table.
    let largest = (0..).zip(sizes(rows)).max_by_key(|(at, size)| (*size, usize::MAX - at)).map_or(0, |(at, _)| at);
    let drawn = (0..).zip(&ranked).filter(|(_, row)| row.component == largest);
    report.ratings =
        drawn.map(|(entrant, row)| Rating { entrant, value: row.rating, low: row.low, high: row.high }).collect();
    report
}

/// Returns the number of entrants in each component.
fn sizes(rows: &[RatingRow]) -> Vec<usize> {
    let mut sizes = vec![0; rows.iter().map(|row| row.component + 1).max().unwrap_or_default()];
    rows.iter().for_each(|row| sizes[row.component] += 1);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contest::{ContestReason, EncounterKey},
        ids::{PlayerId, Seq},
        ladder::{
            Category, Declaration, Entrant, Entry, Fact, LadderEvent, LadderOpened, MatchKey, MatchResult, Paired,
            PairingRules, QuarantineRules, RatedBy, Rules,
        },
        openings::Order,
    };

    /// Returns a ladder of three entrants in two categories with the same matches: one rated by
    /// ranks, the other by points per deal.
    fn results() -> Results {
        let category = |name: &str, rated_by| Category {
            name: name.to_owned(),
            seats: 2,
            matches_per_encounter: 2,
            match_setup: String::new(),
            rated_by,
        };
        let rules = Rules {
            categories: vec![category("ranks", RatedBy::Ranks), category("points", RatedBy::Points)],
            pairing: PairingRules::default(),
            quarantine: QuarantineRules::default(),
            replays: 0,
            version_sd: 100,
            accept_within_ms: 600_000,
        };
        let opened = LadderOpened { name: "three".to_owned(), opened_unix_ms: 0, rules, deal_seed: [7; 32] };
        let enters = |name: &str| {
            Fact::EntrantEntered(Entry {
                name: name.to_owned(),
                owner: PlayerId::parse("owner").unwrap(),
                version_of: None,
                anchors: Vec::new(),
                declaration: Declaration { categories: vec![0, 1], at_once: 1, matches_per_day: 100 },
            })
        };
        let mut facts = vec![Fact::Opened(Box::new(opened)), enters("ada"), enters("bors"), enters("cleo")];
        // The entrant with the smaller number wins on seat 0 by 1, 2, ... points, and loses on seat
        // 1 by one point.
        let encounters = (0..2).flat_map(|category| [(0, 1), (0, 2), (1, 2)].map(|pair| (category, pair)));
        for (number, (category, (first, second))) in (0..).zip(encounters) {
            let (encounter, reason) = (EncounterKey::numbered(number), ContestReason::Played);
            let entrants = vec![Entrant(first), Entrant(second)];
            facts.push(Fact::EncounterPaired(Paired { encounter, number, category, entrants, matches: 2, reason }));
            for (of, halves) in [(0, i64::from(2 * (number % 3 + 1))), (1, 2)] {
                let (places, halves) = (vec![1, 2], vec![halves, -halves]);
                let result = MatchResult { places, halves, rounds: 1, ..MatchResult::default() };
                facts.push(Fact::MatchCounted { match_key: MatchKey { encounter, number: of, attempt: 0 }, result });
            }
        }
        let events: Vec<LadderEvent> =
            (1..).zip(facts).map(|(seq, fact)| LadderEvent { seq: Seq(seq), at_ms: 0, fact }).collect();
        Results::fold(&events)
    }

    #[test]
    fn points_that_a_ladder_does_not_keep_are_not_reported_as_none() {
        for category in [0, 1] {
            let files = files(&results(), category, "three", None).unwrap();
            let pairs = files.iter().find(|(name, _)| *name == "pairs.csv").map(|(_, text)| text.as_str()).unwrap();
            assert!(pairs.starts_with("first,second,won,drawn,lost,"), "{pairs}");
            assert_eq!(pairs.lines().count(), 4, "{pairs}");
            assert!(
                pairs.lines().skip(1).all(|line| line.contains(",1,0,1,") && line.ends_with(",,,,,pairs,0,2,")),
                "{pairs}"
            );
        }
    }

    #[test]
    fn the_openings_of_a_category_are_counted_where_its_set_is_known() {
        let numbers = results().openings(1);
        assert_eq!(numbers.into_iter().collect::<Vec<_>>(), [(3, 0), (4, 1), (5, 2)], "the numbers of the pairs");
        let files = files(&results(), 1, "three", Some((2, Order::Sequential))).unwrap();
        let pairs = files.iter().find(|(name, _)| *name == "pairs.csv").map(|(_, text)| text.as_str()).unwrap();
        assert!(pairs.lines().skip(1).all(|line| line.ends_with(",pairs,0,2,1")), "{pairs}");
    }

    #[test]
    fn each_category_has_its_plot_in_its_own_unit() {
        for (category, head, title) in
            [(0, "entrant,elo,", "three: Elo with"), (1, "entrant,points,", "three: points a deal with")]
        {
            let files = files(&results(), category, "three", None).unwrap();
            let text = |of: &str| files.iter().find(|(name, _)| *name == of).map(|(_, text)| text.as_str()).unwrap();
            assert!(text("ratings.csv").starts_with(head), "{}", text("ratings.csv"));
            assert!(text("ratings.svg").contains(title), "{}", text("ratings.svg"));
            assert!(text("ratings.svg").contains(">ada</text>"), "{}", text("ratings.svg"));
        }
    }

    #[test]
    fn a_category_names_a_directory_below_the_one_that_was_given() {
        for (category, name) in
            [("kamisado", "kamisado"), ("Hive 3+1", "hive-3-1"), ("../..", "category"), ("\u{9f8d}", "category")]
        {
            assert_eq!(directory_name(category), name);
        }
    }
}
