//! Converts the published data of ladders: ratings, connectivity, and comparisons.

use super::{
    ladders::{entrant, ladder_category, rated_by},
    tournaments::counted,
};
use referee_contests::{
    contest::ContestKind as _,
    ladder::{Comparison, Ladder, RatedBy, Ratings, Status},
    rating::{
        CompareError, Component, DrawModel, Rated, SeatEffect,
        deal_points::{DealFit, DealRated, PointsEffect},
    },
};
use referee_ids::Seq;
use referee_law::{Reason, Refusal};
use referee_proto::v1;

use crate::{
    api::paging,
    contest_server::{LadderView, Published},
};

/// Converts the published ratings of a category.
pub fn ladder_ratings(view: &LadderView, category: u16, published: &Published) -> v1::LadderRatings {
    let ladder = &view.ladder;
    let made = v1::LadderRatings {
        category: name_of(ladder, category),
        seq: published.seq.0,
        rated_by: rated_by(how_rated(ladder, category)).into(),
        ..v1::LadderRatings::default()
    };
    let ratings = match &published.ratings {
        Ok(ratings) => ratings,
        Err(why) => return v1::LadderRatings { unrated: why.to_string(), ..made },
    };
    let lines = match ratings {
        Ratings::Ranks(fit) => fit.ratings().iter().map(by_ranks).collect(),
        Ratings::Points(fit) => fit.ratings().iter().map(by_points).collect(),
    };
    let weight = ratings.weight();
    let made = v1::LadderRatings {
        ratings: ranked(ladder, category, lines),
        matches: weight.all,
        repeats: weight.repeats(),
        table: ratings.table(),
        components: ratings.components().iter().enumerate().map(component).collect(),
        ..made
    };
    match ratings {
        Ratings::Ranks(fit) => v1::LadderRatings {
            seat_effects: fit.seat_effects.iter().map(seat_in_elo).collect(),
            draws: fit.draws.as_ref().map(draws),
            ..made
        },
        Ratings::Points(fit) => v1::LadderRatings {
            seat_effects: fit.seat_effects.iter().map(seat_in_points).collect(),
            points_model: Some(points_model(fit)),
            ..made
        },
    }
}

fn how_rated(ladder: &Ladder, category: u16) -> RatedBy {
    let category = ladder.opened.rules.categories.get(usize::from(category));
    category.map_or_else(RatedBy::default, |category| category.rated_by)
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

fn points_model(fit: &DealFit) -> v1::LadderPointsModel {
    v1::LadderPointsModel { residual_sd: fit.residual_sd, degrees_of_freedom: fit.degrees_of_freedom }
}

fn seat_in_elo(effect: &SeatEffect) -> v1::LadderSeatEffect {
    let (low, high) = effect.interval();
    v1::LadderSeatEffect { elo: effect.elo, se: effect.se, points: None, low, high }
}

fn seat_in_points(effect: &PointsEffect) -> v1::LadderSeatEffect {
    let PointsEffect { points, se, low, high } = *effect;
    v1::LadderSeatEffect { elo: 0.0, se, points: Some(points), low, high }
}

fn by_ranks(one: &Rated) -> v1::LadderRating {
    v1::LadderRating {
        player: one.entrant.clone(),
        elo: one.elo,
        se: one.se,
        low: one.low,
        high: one.high,
        matches: one.matches,
        component: counted(one.component),
        ..v1::LadderRating::default()
    }
}

fn by_points(one: &DealRated) -> v1::LadderRating {
    v1::LadderRating {
        player: one.entrant.clone(),
        points: Some(one.points),
        se: one.se,
        low: one.low,
        high: one.high,
        matches: one.matches,
        component: counted(one.component),
        ..v1::LadderRating::default()
    }
}

/// Ranks the lines, the best of each component first, and adds what the ladder knows of each
/// entrant.
fn ranked(ladder: &Ladder, category: u16, mut lines: Vec<v1::LadderRating>) -> Vec<v1::LadderRating> {
    let rating = |one: &v1::LadderRating| one.points.unwrap_or(one.elo);
    lines.sort_by(|one, other| one.component.cmp(&other.component).then_with(|| rating(other).total_cmp(&rating(one))));
    let mut rank = (0, 0);
    for line in &mut lines {
        rank = if rank.0 == line.component { (rank.0, rank.1 + 1) } else { (line.component, 1) };
        line.rank = rank.1;
        let Some(entrant) = ladder.entrant_named(&line.player) else { continue };
        let preview = ladder.preview(entrant, category);
        line.preview = preview.map(|preview| preview.rating);
        line.preview_deviation = preview.and_then(|preview| preview.deviation);
        let live = ladder.live_elo(entrant, category);
        line.live_elo = live.map(|live| live.elo);
        line.live_elo_deviation = live.map(|live| live.deviation);
        let state = ladder.entrants.get(entrant.index());
        line.is_in = state.is_some_and(|state| matches!(state.status, Status::In | Status::Quarantined { .. }));
    }
    lines
}

/// Converts a page of an entrant's rating history: at most `size` points, after the event `after`.
pub fn ladder_history(
    view: &LadderView,
    asked: &v1::GetLadderHistoryRequest,
    after: Option<Seq>,
    size: usize,
) -> Result<v1::GetLadderHistoryResponse, Refusal> {
    let ladder = &view.ladder;
    let category = ladder_category(ladder, &asked.category)?;
    let entrant = entrant(ladder, "player".to_owned(), &asked.player)?;
    let opened_unix_ms = ladder.opened.opened_unix_ms;
    let points = view.histories.of(category, entrant).skip_while(|point| after.is_some_and(|after| point.seq <= after));
    let points: Vec<v1::LadderHistoryPoint> = points
        .take(size)
        .map(|point| {
            let (low, high) = point.interval();
            let at_unix_ms = opened_unix_ms.saturating_add(i64::try_from(point.at_ms).unwrap_or(i64::MAX));
            v1::LadderHistoryPoint { seq: point.seq.0, at_unix_ms, live_elo: point.elo(), low, high }
        })
        .collect();
    let next_page_token = paging::next(&points, size, |last| last.seq.to_string());
    Ok(v1::GetLadderHistoryResponse { category: name_of(ladder, category), points, next_page_token })
}

/// Compares two entrants by the published ratings of a category.
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
    let ratings = published.ratings.as_ref().map_err(unrated)?;
    let Comparison { difference, se, low, high, los, expected_score } =
        ratings.compare(&asked.first, &asked.second).map_err(|why| not_comparable(&why, asked))?;
    Ok(v1::CompareLadderEntrantsResponse {
        category: name_of(ladder, category),
        seq: published.seq.0,
        difference,
        se,
        low,
        high,
        los,
        expected_score,
        rated_by: rated_by(how_rated(ladder, category)).into(),
    })
}

fn not_comparable(why: &CompareError, asked: &v1::CompareLadderEntrantsRequest) -> Refusal {
    match why {
        CompareError::Unknown { entrant } => {
            let field = if *entrant == asked.first { "first" } else { "second" };
            Refusal::of_field(Reason::NotComparable, field, entrant, "an entrant with a rating in the category")
        }
        CompareError::NotConnected { first, second } => {
            let expected = format!("an entrant connected with {first} by a chain of matches or by anchors");
            Refusal::of_field(Reason::NotComparable, "second", second, expected)
        }
        CompareError::NoCovariance => Refusal::new(Reason::HostFault, why.to_string()),
    }
}
