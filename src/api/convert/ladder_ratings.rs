//! What is published of ladders: ratings, who is connected, and what two entrants are apart.

use super::tournaments::counted;
use crate::{
    competitions::{LadderView, Published},
    ladder::{Ladder, Standing, table},
    pb::v1,
    rating::{CompareError, Component, Difference, DrawModel, Fit},
    referee::{Reason, Refusal},
};

/// What is published of a category.
pub fn ladder_ratings(view: &LadderView, category: u16, published: &Published) -> v1::GetLadderRatingsResponse {
    let ladder = &view.ladder;
    let made = v1::GetLadderRatingsResponse {
        category: name_of(ladder, category),
        seq: published.seq.0,
        ..v1::GetLadderRatingsResponse::default()
    };
    match &published.fit {
        Ok(fit) => v1::GetLadderRatingsResponse {
            ratings: ratings(ladder, category, fit),
            seat_effects: fit
                .seat_effects
                .iter()
                .map(|effect| v1::LadderSeatEffect { elo: effect.elo, se: effect.se })
                .collect(),
            table: table(fit),
            matches: fit.matches,
            draws: fit.draws.as_ref().map(draws),
            components: fit.components().iter().enumerate().map(component).collect(),
            ..made
        },
        Err(why) => v1::GetLadderRatingsResponse { unrated: why.to_string(), ..made },
    }
}

fn name_of(ladder: &Ladder, category: u16) -> String {
    let category = ladder.opened.rules.categories.get(usize::from(category));
    category.map_or_else(String::new, |category| category.name.clone())
}

fn draws(draws: &DrawModel) -> v1::LadderDrawModel {
    v1::LadderDrawModel { nu: draws.nu, between_equals: draws.between_equals(), ln_nu_se: draws.ln_nu_se }
}

fn component((number, component): (usize, &Component)) -> v1::LadderComponent {
    let Component { entrants, anchored } = component;
    v1::LadderComponent { component: counted(number), players: entrants.clone(), is_anchored: *anchored }
}

fn ratings(ladder: &Ladder, category: u16, fit: &Fit) -> Vec<v1::LadderRating> {
    let mut rated: Vec<_> = fit.ratings().iter().collect();
    rated.sort_by(|one, other| one.component.cmp(&other.component).then(other.elo.total_cmp(&one.elo)));
    let mut rank = (0, 0);
    let line = |one: &&crate::rating::Rated| {
        rank = if rank.0 == one.component { (rank.0, rank.1 + 1) } else { (one.component, 1) };
        let entrant = ladder.entrant_named(&one.entrant);
        let preview = entrant.and_then(|entrant| ladder.preview(entrant, category));
        let state = entrant.and_then(|entrant| ladder.entrants.get(entrant.index()));
        v1::LadderRating {
            rank: rank.1,
            player: one.entrant.clone(),
            elo: one.elo,
            se: one.se,
            low: one.low,
            high: one.high,
            matches: one.matches,
            component: counted(one.component),
            preview: preview.map(|preview| preview.rating),
            preview_deviation: preview.and_then(|preview| preview.deviation),
            is_in: state.is_some_and(|state| matches!(state.standing, Standing::In | Standing::Quarantined { .. })),
        }
    };
    rated.iter().map(line).collect()
}

/// What two entrants are apart by what is published of a category.
pub fn ladder_comparison(
    ladder: &Ladder,
    category: u16,
    published: &Published,
    asked: &v1::CompareLadderEntrantsRequest,
) -> Result<v1::CompareLadderEntrantsResponse, Refusal> {
    for (field, name) in [("first", &asked.first), ("second", &asked.second)] {
        let unknown = || Refusal::of_field(Reason::UnknownPlayer, field, name, "an entrant of the ladder");
        ladder.entrant_named(name).ok_or_else(unknown)?;
    }
    let unrated = |why| Refusal::new(Reason::NotComparable, format!("the category has no ratings: {why}"));
    let fit = published.fit.as_ref().map_err(unrated)?;
    let Difference { elo, se, low, high, los } =
        fit.difference(&asked.first, &asked.second).map_err(|why| not_comparable(&why, asked))?;
    Ok(v1::CompareLadderEntrantsResponse {
        category: name_of(ladder, category),
        seq: published.seq.0,
        difference: elo,
        se,
        low,
        high,
        los: Some(los),
        expected_score: Some(fit.expected_score(elo)),
    })
}

fn not_comparable(why: &CompareError, asked: &v1::CompareLadderEntrantsRequest) -> Refusal {
    match why {
        CompareError::Unknown { entrant } => {
            let field = if *entrant == asked.first { "first" } else { "second" };
            Refusal::of_field(Reason::NotComparable, field, entrant, "an entrant that is rated in the category")
        }
        CompareError::NotConnected { first, second } => {
            let expected = format!("an entrant that a chain of matches, or anchors of both, connects with {first}");
            Refusal::of_field(Reason::NotComparable, "second", second, expected)
        }
    }
}
