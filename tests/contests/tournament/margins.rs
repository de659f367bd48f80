//! Points by margin of victory.

use referee_contests::{
    contest::ContestKind as _,
    tournament::{Command, Entrant, Format, MatchResult, Rules, Shown, standings::PointsSystem},
};

use super::played::{Played, rules};

#[test]
fn margins_are_leads_over_the_best_other() {
    let series = Rules { points: PointsSystem::Margins, ..rules(Format::RoundRobin { cycles: 1 }) };
    let tables = Rules {
        seats: 3,
        matches_per_encounter: 3,
        points: PointsSystem::Margins,
        ..rules(Format::Tables { cycles: 1 })
    };
    for (rules, own) in [(series, vec![14, -3]), (tables, vec![10, 4, 4])] {
        let mut played = Played::new(&rules, own.len(), 1);
        played.settle();
        for one in played.tournament.scheduled().take(1).collect::<Vec<_>>() {
            let place = |halves| 1 + own.iter().filter(|other| *other > halves).count() as u32;
            let (places, halves) = (own.iter().map(place).collect(), own.clone());
            let result = MatchResult { places, halves, ..MatchResult::default() };
            played.command(Command::Count { match_key: one.match_key, result: Ok(result) }).unwrap();
            let standings = played.tournament.standings(Shown::All);
            let of = |entrant: &Entrant| standings.iter().find(|one| one.entrant == *entrant).unwrap().halves;
            let halves: Vec<i64> = one.entrants.iter().map(of).collect();
            assert_eq!(halves, if own.len() == 2 { vec![17, -17] } else { vec![6, -6, -6] });
        }
    }
}
