//! Rules of a tournament to messages and back.

use super::{read::ms, write_ms};
use crate::{
    contest::ACCEPT_WITHIN_MS,
    ids::{Seat, Seq},
    pb::log::{self, tournament_rules::Format as Message},
    series::sequential::Hypotheses,
    stats::{EloModel, MeanPointsTest, Sprt},
    store::limits::BrokenEvent,
    tournament::{
        Entrant, Format, MAX_ENTRANTS, Rules,
        knockout::ThirdPlace,
        rules::{Deals, PairTest, Release, Timetable},
        standings::{PointsSystem, ResultPoints, TieBreak},
        swiss::Acceleration,
    },
};

pub(super) fn write(rules: &Rules) -> log::TournamentRules {
    let (points_for, points) = match rules.points {
        PointsSystem::Games(points) => (log::PointsFor::Games, Some(points)),
        PointsSystem::Encounters(points) => (log::PointsFor::Encounters, Some(points)),
        PointsSystem::Own => (log::PointsFor::Own, None),
        PointsSystem::Margins => (log::PointsFor::Margins, None),
    };
    log::TournamentRules {
        format: Some(write_format(&rules.format)),
        seats: rules.seats.into(),
        matches_per_encounter: rules.matches_per_encounter,
        points_for: points_for.into(),
        result_halves: points.map_or_else(Vec::new, |points| vec![points.win, points.draw, points.loss]),
        bye_halves: rules.bye_halves,
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
        Format::RoundRobin { cycles } => Message::RoundRobin(log::RoundRobinFormat { cycles }),
        Format::Gauntlet { challengers, cycles } => Message::Gauntlet(log::GauntletFormat { challengers, cycles }),
        Format::Tables { cycles } => Message::Tables(log::TablesFormat { cycles }),
        Format::Swiss { stages, initial_seat, acceleration } => Message::Swiss(log::SwissFormat {
            stages,
            initial_seat: initial_seat.0.into(),
            is_accelerated: acceleration == Acceleration::Baku,
        }),
        Format::Knockout { third_place } => {
            Message::Knockout(log::KnockoutFormat { has_third_place: third_place == ThirdPlace::Played })
        }
        Format::DoubleElimination => Message::DoubleElimination(log::DoubleEliminationFormat {}),
        Format::KingOfTheHill { challenges } => Message::KingOfTheHill(log::KingOfTheHillFormat { challenges }),
        Format::Arena { duration_ms, patience_ms } => {
            Message::Arena(log::ArenaFormat { duration_ms: write_ms(duration_ms), patience_ms: write_ms(patience_ms) })
        }
    }
}

fn write_tie_break(tie_break: TieBreak) -> log::TieBreak {
    use log::TieBreakKind as Kind;
    let (kind, cut_least, cut_greatest) = match tie_break {
        TieBreak::Buchholz { cut_least, cut_greatest } => (Kind::Buchholz, cut_least, cut_greatest),
        TieBreak::SonnebornBerger => (Kind::SonnebornBerger, 0, 0),
        TieBreak::DirectEncounter => (Kind::DirectEncounter, 0, 0),
        TieBreak::Wins => (Kind::Wins, 0, 0),
        TieBreak::Progressive => (Kind::Progressive, 0, 0),
    };
    log::TieBreak { kind: kind.into(), cut_least: cut_least.into(), cut_greatest: cut_greatest.into() }
}

fn write_test(of: &PairTest) -> log::SequentialTest {
    let PairTest { hypotheses: test, entrants } = of;
    let (observes, model, (lower, upper, alpha, beta)) = match test {
        Hypotheses::Pairs(sprt) | Hypotheses::Games(sprt) => {
            let (lower, upper, alpha, beta, model) = sprt.parts();
            let is_logistic = model == EloModel::Logistic;
            let model = if is_logistic { log::EloModel::Logistic } else { log::EloModel::Normalised };
            let is_of_pairs = matches!(test, Hypotheses::Pairs(_));
            let observes = if is_of_pairs { log::TestObserves::Pairs } else { log::TestObserves::Games };
            (observes, model, (lower, upper, alpha, beta))
        }
        Hypotheses::Points(test) => (log::TestObserves::Points, log::EloModel::Unspecified, test.parts()),
    };
    let (first, second) = (Some(entrants.0.0), Some(entrants.1.0));
    let (observes, model) = (observes.into(), model.into());
    log::SequentialTest { observes, model, lower, upper, alpha, beta, first, second }
}

pub(super) fn read(seq: Seq, rules: log::TournamentRules) -> Result<Rules, BrokenEvent> {
    let broken = |field, value: &dyn ToString, expected| BrokenEvent::new(seq, field, value.to_string(), expected);
    let format = rules.format.ok_or_else(|| broken("rules.format", &"", "a format"))?;
    let points = match rules.result_halves[..] {
        [win, draw, loss] => Some(ResultPoints { win, draw, loss }),
        _ => None,
    };
    let points = match (rules.points_for(), points) {
        (log::PointsFor::Games, Some(points)) => PointsSystem::Games(points),
        (log::PointsFor::Encounters, Some(points)) => PointsSystem::Encounters(points),
        (log::PointsFor::Own, None) => PointsSystem::Own,
        (log::PointsFor::Margins, None) => PointsSystem::Margins,
        (other, _) => {
            let expected = "games or encounters with three numbers, or own or margins";
            return Err(broken("rules.points_for", &other.as_str_name(), expected));
        }
    };
    let span = |field, given: Option<i64>, default| given.map_or(Ok(default), |given| ms(seq, field, given));
    let read = Rules {
        format: read_format(seq, format)?,
        seats: u8::try_from(rules.seats).map_err(|_| broken("rules.seats", &rules.seats, "2 to 8"))?,
        matches_per_encounter: rules.matches_per_encounter,
        points,
        bye_halves: rules.bye_halves,
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

/// Reads the rules of an opened tournament.
pub(super) fn read_checked(seq: Seq, rules: log::TournamentRules) -> Result<Rules, BrokenEvent> {
    let read = read(seq, rules)?;
    let broken = |bad| BrokenEvent::new(seq, "rules", bad, "valid rules of a tournament");
    read.check().map_err(broken)?;
    Ok(read)
}

fn read_format(seq: Seq, format: Message) -> Result<Format, BrokenEvent> {
    Ok(match format {
        Message::RoundRobin(log::RoundRobinFormat { cycles }) => Format::RoundRobin { cycles },
        Message::Gauntlet(log::GauntletFormat { challengers, cycles }) => Format::Gauntlet { challengers, cycles },
        Message::Tables(log::TablesFormat { cycles }) => Format::Tables { cycles },
        Message::Swiss(swiss) => Format::Swiss {
            stages: swiss.stages,
            // An invalid seat is rejected with the rules.
            initial_seat: Seat(u8::try_from(swiss.initial_seat).unwrap_or(u8::MAX)),
            acceleration: if swiss.is_accelerated { Acceleration::Baku } else { Acceleration::None },
        },
        Message::Knockout(log::KnockoutFormat { has_third_place }) => {
            Format::Knockout { third_place: if has_third_place { ThirdPlace::Played } else { ThirdPlace::Shared } }
        }
        Message::DoubleElimination(_) => Format::DoubleElimination,
        Message::KingOfTheHill(log::KingOfTheHillFormat { challenges }) => Format::KingOfTheHill { challenges },
        Message::Arena(log::ArenaFormat { duration_ms, patience_ms }) => Format::Arena {
            duration_ms: ms(seq, "rules.format.duration_ms", duration_ms)?,
            patience_ms: ms(seq, "rules.format.patience_ms", patience_ms)?,
        },
    })
}

fn read_tie_break(seq: Seq, tie_break: &log::TieBreak) -> Result<TieBreak, BrokenEvent> {
    let broken = |field, value: &dyn ToString, expected| BrokenEvent::new(seq, field, value.to_string(), expected);
    let cut = |cut: u32| u8::try_from(cut).map_err(|_| broken("rules.tie_breaks.cut", &cut, "0 to 255"));
    match tie_break.kind() {
        log::TieBreakKind::Buchholz => {
            Ok(TieBreak::Buchholz { cut_least: cut(tie_break.cut_least)?, cut_greatest: cut(tie_break.cut_greatest)? })
        }
        log::TieBreakKind::SonnebornBerger => Ok(TieBreak::SonnebornBerger),
        log::TieBreakKind::DirectEncounter => Ok(TieBreak::DirectEncounter),
        log::TieBreakKind::Wins => Ok(TieBreak::Wins),
        log::TieBreakKind::Progressive => Ok(TieBreak::Progressive),
        log::TieBreakKind::Unspecified => {
            Err(broken("rules.tie_breaks.kind", &tie_break.kind, "a value of TieBreakKind"))
        }
    }
}

fn read_test(seq: Seq, test: &log::SequentialTest) -> Result<PairTest, BrokenEvent> {
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

fn read_hypotheses(seq: Seq, test: &log::SequentialTest) -> Result<Hypotheses, BrokenEvent> {
    let broken = |field, value: &dyn ToString, expected| BrokenEvent::new(seq, field, value.to_string(), expected);
    let log::SequentialTest { lower, upper, alpha, beta, .. } = *test;
    let model = match test.model() {
        log::EloModel::Normalised => EloModel::Normalised,
        log::EloModel::Unspecified | log::EloModel::Logistic => EloModel::Logistic,
    };
    let sprt = || {
        Sprt::new(lower, upper, alpha, beta, model)
            .map_err(|bad| broken("rules.test", &bad, "a test of an Elo difference"))
    };
    match test.observes() {
        log::TestObserves::Pairs => Ok(Hypotheses::Pairs(sprt()?)),
        log::TestObserves::Games => Ok(Hypotheses::Games(sprt()?)),
        log::TestObserves::Points => MeanPointsTest::new(lower, upper, alpha, beta)
            .map(Hypotheses::Points)
            .map_err(|bad| broken("rules.test", &bad, "a test of mean points")),
        log::TestObserves::Unspecified => {
            Err(broken("rules.test.observes", &test.observes, "a value of TestObserves other than 0"))
        }
    }
}
