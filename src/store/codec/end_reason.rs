//! Converts end reasons to messages and back.

use referee_ids::Seat;
use referee_law::EndReason;
use referee_proto::v1::{self, end_reason::Code};

use super::read::Reader;
use crate::limits::BrokenEvent;

/// Returns the message of a reason; `None` if the termination already says everything.
pub fn write_reason(reason: &EndReason) -> Option<v1::EndReason> {
    let with = |code: Code| v1::EndReason { code: code.into(), ..v1::EndReason::default() };
    let of =
        |code, seats: &[Seat]| v1::EndReason { seats: seats.iter().map(|seat| seat.0.into()).collect(), ..with(code) };
    let said = |code, text: &str| v1::EndReason { text: text.to_owned(), ..with(code) };
    let reported = |code, number, score| v1::EndReason { number, score, ..with(code) };
    Some(match reason {
        EndReason::Plain => return None,
        EndReason::Rules(text) => said(Code::Rules, text),
        EndReason::PlyLimit(plies) => reported(Code::PlyLimit, *plies, 0),
        EndReason::ReportedLoss { moves, score } => reported(Code::ReportedLoss, *moves, *score),
        EndReason::ReportedDraw { moves, score } => reported(Code::ReportedDraw, *moves, *score),
        EndReason::Ruling(text) => said(Code::Ruling, text),
        EndReason::Unreadable => with(Code::Unreadable),
        EndReason::NotLegal => with(Code::NotLegal),
        EndReason::Missing(seats) => of(Code::Missing, seats),
        EndReason::NoFirstMove(seat) => of(Code::NoFirstMove, &[*seat]),
        EndReason::CalledOff(by) => of(Code::CalledOff, by.as_slice()),
        EndReason::NotCounted => with(Code::NotCounted),
        EndReason::LongPause => with(Code::LongPause),
        EndReason::NoSeatMoved => with(Code::NoSeatMoved),
        EndReason::NoSeatCameBack => with(Code::NoSeatCameBack),
        EndReason::Program(text) => said(Code::Program, text),
        EndReason::StalledFlags(seat) => of(Code::StalledFlags, &[*seat]),
        EndReason::OftenStalled => with(Code::OftenStalled),
        EndReason::Game(text) => said(Code::Game, text),
        EndReason::Host(text) => said(Code::Host, text),
    })
}

impl Reader {
    pub(super) fn reason(&self, field: &'static str, reason: Option<v1::EndReason>) -> Result<EndReason, BrokenEvent> {
        let Some(v1::EndReason { code: number_of_code, seats, number, score, text }) = reason else {
            return Ok(EndReason::Plain);
        };
        let seats: Vec<Seat> = seats.into_iter().map(|seat| self.seat(field, seat)).collect::<Result<_, _>>()?;
        let one = || match seats.as_slice() {
            [seat] => Ok(*seat),
            _ => Err(self.broken(field, format!("{} seats", seats.len()), "one seat")),
        };
        Ok(match Code::try_from(number_of_code) {
            Ok(Code::Rules) => EndReason::Rules(text),
            Ok(Code::PlyLimit) => EndReason::PlyLimit(number),
            Ok(Code::ReportedLoss) => EndReason::ReportedLoss { moves: number, score },
            Ok(Code::ReportedDraw) => EndReason::ReportedDraw { moves: number, score },
            Ok(Code::Ruling) => EndReason::Ruling(text),
            Ok(Code::Unreadable) => EndReason::Unreadable,
            Ok(Code::NotLegal) => EndReason::NotLegal,
            Ok(Code::Missing) => EndReason::Missing(seats),
            Ok(Code::NoFirstMove) => EndReason::NoFirstMove(one()?),
            Ok(Code::CalledOff) if seats.is_empty() => EndReason::CalledOff(None),
            Ok(Code::CalledOff) => EndReason::CalledOff(Some(one()?)),
            Ok(Code::NotCounted) => EndReason::NotCounted,
            Ok(Code::LongPause) => EndReason::LongPause,
            Ok(Code::NoSeatMoved) => EndReason::NoSeatMoved,
            Ok(Code::NoSeatCameBack) => EndReason::NoSeatCameBack,
            Ok(Code::Program) => EndReason::Program(text),
            Ok(Code::StalledFlags) => EndReason::StalledFlags(one()?),
            Ok(Code::OftenStalled) => EndReason::OftenStalled,
            Ok(Code::Game) => EndReason::Game(text),
            Ok(Code::Host) => EndReason::Host(text),
            Ok(Code::Unspecified) | Err(_) => {
                return Err(self.broken(field, number_of_code, "a known reason"));
            }
        })
    }
}
