//! Converts reasons of contests to messages and back.

use referee_contests::contest::{
    Choice, ContestReason, Entrant, Opponent, SeatRule, Served, Side, SwissScore, TableMethod,
};
use referee_ids::{Seat, Seq};
use referee_proto::v1::{self, contest_reason::Code};

use crate::limits::BrokenEvent;

const METHODS: [TableMethod; 3] = [TableMethod::Search, TableMethod::Field, TableMethod::Blocks];
const RULES: [SeatRule; 5] = [SeatRule::Both, SeatRule::Stronger, SeatRule::History, SeatRule::Higher, SeatRule::Drawn];

const CHOICES: [Choice; 3] = [Choice::Wide, Choice::Informative, Choice::Patience];
const SIDES: [Side; 3] = [Side::Below, Side::Level, Side::Above];

/// A function that writes a reason: [`write`] or [`shown`].
pub type Written = fn(&ContestReason) -> v1::ContestReason;

/// Writes a reason as stored, without its sentence.
pub fn write(reason: &ContestReason) -> v1::ContestReason {
    let with = |code: Code, entrants: &[Entrant], numbers: &[i64], text: &str| v1::ContestReason {
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
        ContestReason::Withdrew => of(Code::Withdrew, &[]),
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
        ContestReason::Served(served) => {
            let Served { served, waited_ms, choice, opponents } = &**served;
            let entrants: Vec<Entrant> =
                std::iter::once(*served).chain(opponents.iter().map(|one| one.entrant)).collect();
            let choice = CHOICES.iter().position(|one| one == choice).unwrap_or(0);
            let of_opponent = |one: &Opponent| [one.expected_permille.into(), one.side.sign().into(), one.met.into()];
            let numbers: Vec<i64> =
                [whole(*waited_ms), choice as i64].into_iter().chain(opponents.iter().flat_map(of_opponent)).collect();
            with(Code::Served, &entrants, &numbers, "")
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

/// Writes a reason with its sentence.
pub fn shown(reason: &ContestReason) -> v1::ContestReason {
    v1::ContestReason { sentence: reason.to_string(), ..write(reason) }
}

/// Reads a reason of the event with this number.
pub fn read(seq: Seq, field: &'static str, message: Option<v1::ContestReason>) -> Result<ContestReason, BrokenEvent> {
    let message = message.ok_or_else(|| BrokenEvent::new(seq, field, "", "a reason"))?;
    let of = Parts { seq, field, message: &message };
    let text = || message.text.clone();
    Ok(match message.code() {
        Code::Said => ContestReason::Said(text()),
        Code::Withdrew => ContestReason::Withdrew,
        Code::Listed => ContestReason::Listed,
        Code::NotConnected => ContestReason::NotConnected { minutes: of.number(0)? },
        Code::EngineFailed => ContestReason::EngineFailed { times: of.number(0)? },
        Code::Faults => {
            ContestReason::Faults { in_a_row: of.number(0)?, quarantine: of.number(1)?, length_ms: of.number(2)? }
        }
        Code::QuarantineOver => ContestReason::QuarantineOver,
        Code::RoundRobin => ContestReason::RoundRobin { cycle: of.number(0)?, row: of.number(1)? },
        Code::RoundRobinBye => ContestReason::RoundRobinBye { entrant: of.entrant(0)?, row: of.number(0)? },
        Code::Gauntlet => ContestReason::Gauntlet { cycle: of.number(0)? },
        Code::Table => ContestReason::Table {
            seats: of.number(0)?,
            method: of.one_of(&METHODS, 1)?,
            left: [of.number(2)?, of.number(3)?],
        },
        Code::Swiss => ContestReason::Swiss {
            scores: [of.score(0)?, of.score(2)?],
            seats: of.one_of(&RULES, 4)?,
            met: of.number::<u8>(5)? > 0,
        },
        Code::SwissBye => ContestReason::SwissBye { score: of.score(0)?, again: of.number::<u8>(2)? > 0 },
        Code::Bracket => ContestReason::Bracket { name: text(), encounter: of.number(0)? },
        Code::Hill => ContestReason::Hill { king: of.entrant(0)?, challenger: of.entrant(1)?, defended: of.number(0)? },
        Code::Arena => ContestReason::Arena { longest: of.entrant(0)?, waited_ms: of.number(0)?, met: of.number(1)? },
        Code::Served => ContestReason::Served(Box::new(of.served()?)),
        Code::NotSeen => ContestReason::NotSeen,
        Code::Match => ContestReason::Match(text()),
        Code::LogUnreadable => ContestReason::LogUnreadable,
        Code::Disqualified => ContestReason::Disqualified(of.entrant(0)?),
        Code::NotSeated => {
            let seats = (0..message.numbers.len()).map(|index| of.number(index).map(Seat));
            ContestReason::NotSeated { seats: seats.collect::<Result<_, _>>()?, error: text() }
        }
        Code::Played => ContestReason::Played,
        Code::AllMatches => ContestReason::AllMatches { matches: of.number(0)? },
        Code::Tested => ContestReason::Tested,
        Code::TooFew => ContestReason::TooFew,
        Code::NotStarted => ContestReason::NotStarted { entrants: of.number(0)? },
        Code::Unspecified => {
            return Err(BrokenEvent::new(seq, field, message.code, "a known code"));
        }
    })
}

/// The arguments of a reason.
struct Parts<'a> {
    seq: Seq,
    field: &'static str,
    message: &'a v1::ContestReason,
}

impl Parts<'_> {
    fn number<N: TryFrom<i64>>(&self, index: usize) -> Result<N, BrokenEvent> {
        let number = self.message.numbers.get(index).and_then(|number| N::try_from(*number).ok());
        number.ok_or_else(|| self.broken("the numbers of its code"))
    }

    fn entrant(&self, index: usize) -> Result<Entrant, BrokenEvent> {
        let entrant = self.message.entrants.get(index).map(|number| Entrant(*number));
        entrant.ok_or_else(|| self.broken("the entrants of its code"))
    }

    /// Returns the value at an index of `all`.
    fn one_of<T: Copy>(&self, all: &[T], index: usize) -> Result<T, BrokenEvent> {
        all.get(self.number::<usize>(index)?).copied().ok_or_else(|| self.broken("numbers below those of its code"))
    }

    fn score(&self, index: usize) -> Result<SwissScore, BrokenEvent> {
        Ok(SwissScore { halves: self.number(index)?, virtual_halves: self.number(index + 1)? })
    }

    fn served(&self) -> Result<Served, BrokenEvent> {
        let opponent = |index: usize| {
            let sign = self.number::<i32>(3 * index)?;
            Ok(Opponent {
                entrant: self.entrant(index)?,
                expected_permille: self.number(3 * index - 1)?,
                side: SIDES.into_iter().find(|side| side.sign() == sign).ok_or_else(|| self.broken("sides"))?,
                met: self.number(3 * index + 1)?,
            })
        };
        Ok(Served {
            served: self.entrant(0)?,
            waited_ms: self.number(0)?,
            choice: self.one_of(&CHOICES, 1)?,
            opponents: (1..self.message.entrants.len()).map(opponent).collect::<Result<_, BrokenEvent>>()?,
        })
    }

    fn broken(&self, expected: &'static str) -> BrokenEvent {
        let v1::ContestReason { entrants, numbers, .. } = self.message;
        BrokenEvent::new(self.seq, self.field, format!("{entrants:?} {numbers:?}"), expected)
    }
}
