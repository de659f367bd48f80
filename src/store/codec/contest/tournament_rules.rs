//! Converts rules of a tournament to messages and back.

use referee_contests::{
    contest::ACCEPT_WITHIN_MS,
    series::sequential::Hypotheses,
    stats::{EloModel, MeanPointsTest, Sprt},
    tournament::{
        Entrant, Format, MAX_ENTRANTS, Rules,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::{Deals, PairTest, Release, Timetable},
        standings::{PointsSystem, ResultPoints, TieBreak},
    },
};
use referee_ids::{Seat, Seq};
use referee_proto::v1::{self, tournament_rules::Format as Message};

use super::numbers::{halves, ms, points as points_of, write_ms};
use crate::limits::BrokenEvent;

pub(super) fn write(rules: &Rules) -> v1::TournamentRules {
    let (points_for, points) = match rules.points {
        PointsSystem::Games(points) => (v1::PointsFor::Games, Some(points)),
        PointsSystem::Encounters(points) => (v1::PointsFor::Encounters, Some(points)),
        PointsSystem::Own => (v1::PointsFor::Own, None),
        PointsSystem::Margins => (v1::PointsFor::Margins, None),
    };
    v1::TournamentRules {
        format: Some(write_format(&rules.format)),
        seats: rules.seats.into(),
        matches_per_encounter: rules.matches_per_encounter,
        points_for: points_for.into(),
        result_points: points.map_or_else(Vec::new, |of| [of.win, of.draw, of.loss].map(points_of).to_vec()),
        bye_points: points_of(rules.bye_halves),
        tie_breaks: rules.tie_breaks.iter().map(|tie_break| write_tie_break(*tie_break)).collect(),
        replays: rules.replays,
        is_released_by_host: rules.release == Release::ByHost,
        has_shared_deals: rules.deals == Deals::Shared,
        test: rules.test.as_ref().map(write_test),
        starts_at_unix_ms: rules.timetable.starts_at_unix_ms,
        check_in_minutes: rules.timetable.check_in_minutes,
        provisional_ms: Some(write_ms(rules.timetable.provisional_ms)),
        accept_within_ms: Some(write_ms(rules.accept_within_ms)),
    }
}

fn write_format(format: &Format) -> Message {
    match *format {
        Format::RoundRobin { cycles } => Message::RoundRobin(v1::RoundRobinFormat { cycles }),
        Format::Gauntlet { challengers, cycles } => Message::Gauntlet(v1::GauntletFormat { challengers, cycles }),
        Format::Tables { cycles } => Message::Tables(v1::TablesFormat { cycles }),
        Format::Swiss { stages, initial_seat, acceleration } => Message::Swiss(v1::SwissFormat {
            stages,
            initial_seat: initial_seat.0.into(),
            is_accelerated: acceleration == Acceleration::Baku,
        }),
        Format::Knockout { third_place } => {
            Message::Knockout(v1::KnockoutFormat { has_third_place: third_place == ThirdPlace::Played })
        }
        Format::DoubleElimination => Message::DoubleElimination(v1::DoubleEliminationFormat {}),
        Format::KingOfTheHill { challenges } => Message::KingOfTheHill(v1::KingOfTheHillFormat { challenges }),
        Format::Arena { duration_ms, patience_ms } => {
            Message::Arena(v1::ArenaFormat { duration_ms: write_ms(duration_ms), patience_ms: write_ms(patience_ms) })
        }
    }
}

fn write_tie_break(tie_break: TieBreak) -> v1::TieBreak {
    use v1::TieBreakKind as Kind;
    let (kind, cut_least, cut_greatest) = match tie_break {
        TieBreak::Buchholz { cut_least, cut_greatest } => (Kind::Buchholz, cut_least, cut_greatest),
        TieBreak::SonnebornBerger => (Kind::SonnebornBerger, 0, 0),
        TieBreak::DirectEncounter => (Kind::DirectEncounter, 0, 0),
        TieBreak::Wins => (Kind::Wins, 0, 0),
        TieBreak::Progressive => (Kind::Progressive, 0, 0),
    };
    v1::TieBreak { kind: kind.into(), cut_least: cut_least.into(), cut_greatest: cut_greatest.into() }
}

fn write_test(of: &PairTest) -> v1::SequentialTest {
    let PairTest { hypotheses: test, entrants } = of;
    let (observes, model, (lower, upper, alpha, beta)) = match test {
        Hypotheses::Pairs(sprt) | Hypotheses::Games(sprt) => {
            let (lower, upper, alpha, beta, model) = sprt.parts();
            let is_logistic = model == EloModel::Logistic;
            let model = if is_logistic { v1::EloModel::Logistic } else { v1::EloModel::Normalised };
            let is_of_pairs = matches!(test, Hypotheses::Pairs(_));
            let observes = if is_of_pairs { v1::TestObserves::Pairs } else { v1::TestObserves::Games };
            (observes, model, (lower, upper, alpha, beta))
        }
        Hypotheses::Points(test) => (v1::TestObserves::Points, v1::EloModel::Unspecified, test.parts()),
    };
    let (first, second) = (Some(entrants.0.0), Some(entrants.1.0));
    let (observes, model) = (observes.into(), model.into());
    v1::SequentialTest { observes, model, lower, upper, alpha, beta, first, second }
}

pub(super) fn read(seq: Seq, rules: v1::TournamentRules) -> Result<Rules, BrokenEvent> {
    let broken = |field, value: &dyn ToString, expected| BrokenEvent::new(seq, field, value.to_string(), expected);
    let format = rules.format.ok_or_else(|| broken("rules.format", &"", "a format"))?;
    let points = rules.result_points.iter().map(|points| halves(seq, "rules.result_points", *points));
    let points = match points.collect::<Result<Vec<_>, _>>()?[..] {
        [] => None,
        [win, draw, loss] => Some(ResultPoints { win, draw, loss }),
        _ => return Err(broken("rules.result_points", &rules.result_points.len(), "three numbers or none")),
    };
    let points = match (rules.points_for(), points) {
        (v1::PointsFor::Games, Some(points)) => PointsSystem::Games(points),
        (v1::PointsFor::Encounters, Some(points)) => PointsSystem::Encounters(points),
        (v1::PointsFor::Own, None) => PointsSystem::Own,
        (v1::PointsFor::Margins, None) => PointsSystem::Margins,
        (other, _) => {
            let expected = "games or encounters with `result_points`, or own or margins without them";
            return Err(broken("rules.points_for", &other.as_str_name(), expected));
        }
    };
    let span = |field, given: Option<i64>, default| given.map_or(Ok(default), |given| ms(seq, field, given));
    let read = Rules {
        format: read_format(seq, format)?,
        seats: u8::try_from(rules.seats).map_err(|_| broken("rules.seats", &rules.seats, "2 to 8"))?,
        matches_per_encounter: rules.matches_per_encounter,
        points,
        bye_halves: halves(seq, "rules.bye_points", rules.bye_points)?,
        tie_breaks: rules.tie_breaks.iter().map(|one| read_tie_break(seq, one)).collect::<Result<_, _>>()?,
        replays: rules.replays,
        release: if rules.is_released_by_host { Release::ByHost } else { Release::AtOnce },
        deals: if rules.has_shared_deals { Deals::Shared } else { Deals::Own },
        test: rules.test.map(|test| read_test(seq, &test)).transpose()?,
        timetable: Timetable {
            starts_at_unix_ms: rules.starts_at_unix_ms,
            check_in_minutes: rules.check_in_minutes,
            provisional_ms: span("rules.provisional_ms", rules.provisional_ms, 0)?,
        },
        accept_within_ms: span("rules.accept_within_ms", rules.accept_within_ms, ACCEPT_WITHIN_MS)?,
    };
    Ok(read)
}

/// Reads and checks the rules of an opened tournament.
pub(super) fn read_checked(seq: Seq, rules: v1::TournamentRules) -> Result<Rules, BrokenEvent> {
    let read = read(seq, rules)?;
    let broken = |bad| BrokenEvent::new(seq, "rules", bad, "valid rules of a tournament");
    read.check().map_err(broken)?;
    Ok(read)
}

fn read_format(seq: Seq, format: Message) -> Result<Format, BrokenEvent> {
    Ok(match format {
        Message::RoundRobin(v1::RoundRobinFormat { cycles }) => Format::RoundRobin { cycles },
        Message::Gauntlet(v1::GauntletFormat { challengers, cycles }) => Format::Gauntlet { challengers, cycles },
        Message::Tables(v1::TablesFormat { cycles }) => Format::Tables { cycles },
        Message::Swiss(swiss) => Format::Swiss {
            stages: swiss.stages,
            // The check of the rules rejects an invalid seat.
            initial_seat: Seat(u8::try_from(swiss.initial_seat).unwrap_or(u8::MAX)),
            acceleration: if swiss.is_accelerated { Acceleration::Baku } else { Acceleration::None },
        },
        Message::Knockout(v1::KnockoutFormat { has_third_place }) => {
            Format::Knockout { third_place: if has_third_place { ThirdPlace::Played } else { ThirdPlace::Shared } }
        }
        Message::DoubleElimination(_) => Format::DoubleElimination,
        Message::KingOfTheHill(v1::KingOfTheHillFormat { challenges }) => Format::KingOfTheHill { challenges },
        Message::Arena(v1::ArenaFormat { duration_ms, patience_ms }) => Format::Arena {
            duration_ms: ms(seq, "rules.format.duration_ms", duration_ms)?,
            patience_ms: ms(seq, "rules.format.patience_ms", patience_ms)?,
        },
    })
}

fn read_tie_break(seq: Seq, tie_break: &v1::TieBreak) -> Result<TieBreak, BrokenEvent> {
    let broken = |field, value: &dyn ToString, expected| BrokenEvent::new(seq, field, value.to_string(), expected);
    let cut = |cut: u32| u8::try_from(cut).map_err(|_| broken("rules.tie_breaks.cut", &cut, "0 to 255"));
    match tie_break.kind() {
        v1::TieBreakKind::Buchholz => {
            Ok(TieBreak::Buchholz { cut_least: cut(tie_break.cut_least)?, cut_greatest: cut(tie_break.cut_greatest)? })
        }
        v1::TieBreakKind::SonnebornBerger => Ok(TieBreak::SonnebornBerger),
        v1::TieBreakKind::DirectEncounter => Ok(TieBreak::DirectEncounter),
        v1::TieBreakKind::Wins => Ok(TieBreak::Wins),
        v1::TieBreakKind::Progressive => Ok(TieBreak::Progressive),
        v1::TieBreakKind::Unspecified => {
            Err(broken("rules.tie_breaks.kind", &tie_break.kind, "a value of TieBreakKind"))
        }
    }
}

fn read_test(seq: Seq, test: &v1::SequentialTest) -> Result<PairTest, BrokenEvent> {
    let hypotheses = read_hypotheses(seq, test)?;
    match (test.first.unwrap_or(0), test.second.unwrap_or(1)) {
        (first, second) if first != second && first.max(second) < MAX_ENTRANTS as u32 => {
            Ok(PairTest { hypotheses, entrants: (Entrant(first), Entrant(second)) })
        }
        (first, second) => {
            let value = format!("{first} and {second}");
            Err(BrokenEvent::new(seq, "rules.test.second", value, "two different numbers of entrants"))
        }
    }
}

fn read_hypotheses(seq: Seq, test: &v1::SequentialTest) -> Result<Hypotheses, BrokenEvent> {
    let broken = |field, value: &dyn ToString, expected| BrokenEvent::new(seq, field, value.to_string(), expected);
    let v1::SequentialTest { lower, upper, alpha, beta, .. } = *test;
    let model = match test.model() {
        v1::EloModel::Normalised => EloModel::Normalised,
        v1::EloModel::Unspecified | v1::EloModel::Logistic => EloModel::Logistic,
    };
    let sprt = || {
        Sprt::new(lower, upper, alpha, beta, model)
            .map_err(|bad| broken("rules.test", &bad, "a test of an Elo difference"))
    };
    match test.observes() {
        v1::TestObserves::Pairs => Ok(Hypotheses::Pairs(sprt()?)),
        v1::TestObserves::Games => Ok(Hypotheses::Games(sprt()?)),
        v1::TestObserves::Points => MeanPointsTest::new(lower, upper, alpha, beta)
            .map(Hypotheses::Points)
            .map_err(|bad| broken("rules.test", &bad, "a test of mean points")),
        v1::TestObserves::Unspecified => {
            Err(broken("rules.test.observes", &test.observes, "a value of TestObserves other than 0"))
        }
    }
}
