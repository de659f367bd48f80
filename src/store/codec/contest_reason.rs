//! The reasons of contests as messages, and back.

use crate::{
    contest::{ContestReason, Entrant, SeatRule, SwissScore, TableMethod},
    ids::{Seat, Seq},
    pb::log::{self, contest_reason::Code},
    store::limits::BrokenEvent,
};

const METHODS: [TableMethod; 3] = [TableMethod::Search, TableMethod::Field, TableMethod::Blocks];
const RULES: [SeatRule; 5] = [SeatRule::Both, SeatRule::Stronger, SeatRule::History, SeatRule::Higher, SeatRule::Drawn];

/// How a reason is written: [`write`] or [`shown`].
pub type Written = fn(&ContestReason) -> log::ContestReason;

/// A reason as it is stored: without its sentence.
pub fn write(reason: &ContestReason) -> log::ContestReason {
    let with = |code: Code, entrants: &[Entrant], numbers: &[i64], text: &str| log::ContestReason {
        code: code.into(),
        entrants: entrants.iter().map(|entrant| entrant.0).collect(),
        numbers: numbers.to_vec(),
        text: text.to_owned(),
        sentence: String::new(),
    };
    let of = |code, numbers: &[i64]| with(code, &[], numbers, "");
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let parts = |score: &SwissScore| [i64::from(score.halves), score.virtual_halves.into()];
    match reason {
        ContestReason::Said(text) => with(Code::Said, &[], &[], text),
        ContestReason::Left => of(Code::Left, &[]),
        ContestReason::Listed => of(Code::Listed, &[]),
        ContestReason::NotConnected { minutes } => of(Code::NotConnected, &[(*minutes).into()]),
        ContestReason::EngineFailed { times } => of(Code::EngineFailed, &[(*times).into()]),
        ContestReason::Faults { in_a_row, quarantine, length_ms } => {
            of(Code::Faults, &[(*in_a_row).into(), (*quarantine).into(), whole(*length_ms)])
        }
        ContestReason::QuarantineOver => of(Code::QuarantineOver, &[]),
        ContestReason::RoundRobin { cycle, row } => of(Code::RoundRobin, &[(*cycle).into(), (*row).into()]),
        ContestReason::RoundRobinBye { entrant, row } => with(Code::RoundRobinBye, &[*entrant], &[(*row).into()], ""),
        ContestReason::Gauntlet { cycle } => of(Code::Gauntlet, &[(*cycle).into()]),
        ContestReason::Table { seats, method, left: [least, most] } => {
            let method = METHODS.iter().position(|one| one == method).unwrap_or(0);
            of(Code::Table, &[(*seats).into(), method as i64, (*least).into(), (*most).into()])
        }
        ContestReason::Swiss { scores: [high, low], seats, met } => {
            let rule = RULES.iter().position(|one| one == seats).unwrap_or(0);
            let ([high, more], [low, less]) = (parts(high), parts(low));
            of(Code::Swiss, &[high, more, low, less, rule as i64, (*met).into()])
        }
        ContestReason::SwissBye { score, again } => {
            let [halves, virtual_halves] = parts(score);
            of(Code::SwissBye, &[halves, virtual_halves, (*again).into()])
        }
        ContestReason::Bracket { name, encounter } => with(Code::Bracket, &[], &[(*encounter).into()], name),
        ContestReason::Hill { king, challenger, defended } => {
            with(Code::Hill, &[*king, *challenger], &[(*defended).into()], "")
        }
        ContestReason::Arena { longest, waited_ms, met } => {
            with(Code::Arena, &[*longest], &[whole(*waited_ms), (*met).into()], "")
        }
        ContestReason::NotSeen => of(Code::NotSeen, &[]),
        ContestReason::Match(termination) => with(Code::Match, &[], &[], termination),
        ContestReason::LogUnreadable => of(Code::LogUnreadable, &[]),
        ContestReason::Disqualified(entrant) => with(Code::Disqualified, &[*entrant], &[], ""),
        ContestReason::NotSeated { seats, error } => {
            let seats: Vec<i64> = seats.iter().map(|seat| seat.0.into()).collect();
            with(Code::NotSeated, &[], &seats, error)
        }
        ContestReason::Played => of(Code::Played, &[]),
        ContestReason::AllMatches { matches } => of(Code::AllMatches, &[(*matches).into()]),
        ContestReason::Tested => of(Code::Tested, &[]),
        ContestReason::TooFew => of(Code::TooFew, &[]),
        ContestReason::NotStarted { entrants } => of(Code::NotStarted, &[(*entrants).into()]),
    }
}

/// A reason as it is shown, with its sentence.
pub fn shown(reason: &ContestReason) -> log::ContestReason {
    log::ContestReason { sentence: reason.to_string(), ..write(reason) }
}

/// The word of a reason's code, such as `round_robin`.
pub fn word(reason: &ContestReason) -> String {
    write(reason).code().as_str_name().trim_start_matches("CODE_").to_lowercase()
}

/// The reason of a message in the event of this number.
pub fn read(seq: Seq, field: &'static str, message: Option<log::ContestReason>) -> Result<ContestReason, BrokenEvent> {
    let broken = |value: String, expected| BrokenEvent::new(seq, field, value, expected);
    let message = message.ok_or_else(|| broken(String::new(), "a reason"))?;
    let code = message.code();
    let log::ContestReason { code: number_of_code, entrants, numbers, text, .. } = message;
    let at = |index: usize| {
        let number = numbers.get(index).and_then(|number| u32::try_from(*number).ok());
        number.ok_or_else(|| broken(format!("{numbers:?}"), "the numbers of its code, from 0 to 4294967295"))
    };
    let long = |index: usize| {
        let number = numbers.get(index).and_then(|number| u64::try_from(*number).ok());
        number.ok_or_else(|| broken(format!("{numbers:?}"), "the numbers of its code, from 0"))
    };
    let entrant = |index: usize| {
        let entrant = entrants.get(index).map(|number| Entrant(*number));
        entrant.ok_or_else(|| broken(format!("{entrants:?}"), "the entrants of its code"))
    };
    let seat = |number: &i64| u8::try_from(*number).map(Seat).map_err(|_| broken(number.to_string(), "a seat"));
    let score = |index: usize| Ok(SwissScore { halves: at(index)?, virtual_halves: at(index + 1)? });
    Ok(match code {
        Code::Said => ContestReason::Said(text),
        Code::Left => ContestReason::Left,
        Code::Listed => ContestReason::Listed,
        Code::NotConnected => ContestReason::NotConnected { minutes: at(0)? },
        Code::EngineFailed => ContestReason::EngineFailed { times: at(0)? },
        Code::Faults => ContestReason::Faults { in_a_row: at(0)?, quarantine: at(1)?, length_ms: long(2)? },
        Code::QuarantineOver => ContestReason::QuarantineOver,
        Code::RoundRobin => ContestReason::RoundRobin { cycle: at(0)?, row: at(1)? },
        Code::RoundRobinBye => ContestReason::RoundRobinBye { entrant: entrant(0)?, row: at(0)? },
        Code::Gauntlet => ContestReason::Gauntlet { cycle: at(0)? },
        Code::Table => ContestReason::Table {
            seats: u8::try_from(at(0)?).map_err(|_| broken(format!("{numbers:?}"), "at most 255 seats"))?,
            method: *METHODS.get(at(1)? as usize).ok_or_else(|| broken(format!("{numbers:?}"), "a method below 3"))?,
            left: [at(2)?, at(3)?],
        },
        Code::Swiss => ContestReason::Swiss {
            scores: [score(0)?, score(2)?],
            seats: *RULES.get(at(4)? as usize).ok_or_else(|| broken(format!("{numbers:?}"), "a rule below 5"))?,
            met: at(5)? > 0,
        },
        Code::SwissBye => ContestReason::SwissBye { score: score(0)?, again: at(2)? > 0 },
        Code::Bracket => ContestReason::Bracket { name: text, encounter: at(0)? },
        Code::Hill => ContestReason::Hill { king: entrant(0)?, challenger: entrant(1)?, defended: at(0)? },
        Code::Arena => ContestReason::Arena { longest: entrant(0)?, waited_ms: long(0)?, met: at(1)? },
        Code::NotSeen => ContestReason::NotSeen,
        Code::Match => ContestReason::Match(text),
        Code::LogUnreadable => ContestReason::LogUnreadable,
        Code::Disqualified => ContestReason::Disqualified(entrant(0)?),
        Code::NotSeated => {
            ContestReason::NotSeated { seats: numbers.iter().map(seat).collect::<Result<_, _>>()?, error: text }
        }
        Code::Played => ContestReason::Played,
        Code::AllMatches => ContestReason::AllMatches { matches: at(0)? },
        Code::Tested => ContestReason::Tested,
        Code::TooFew => ContestReason::TooFew,
        Code::NotStarted => ContestReason::NotStarted { entrants: at(0)? },
        Code::Unspecified => {
            return Err(broken(number_of_code.to_string(), "a code that this program knows"));
        }
    })
}
