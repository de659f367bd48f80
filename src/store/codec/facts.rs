//! Converts facts to messages and back.

use referee_ids::{Nonce, Seq};
use referee_law::{Event, Fact, Time, event::Stall};
use referee_proto::v1::{self, match_event::Event as Kind};

use super::{
    conduct,
    read::Reader,
    write::{
        nanos, number, numbers, write_ended, write_flag_voided, write_lost, write_moved, write_opened, write_refused,
    },
};
use crate::limits::BrokenEvent;

/// Converts a fact to a message.
pub fn write(fact: &Fact) -> Kind {
    match fact {
        Fact::MatchOpened(opened) => Kind::MatchOpened(Box::new(write_opened(opened))),
        Fact::SeatConnected { seat } => Kind::SeatConnected(v1::SeatConnected { seat: number(*seat) }),
        Fact::SeatDisconnected { seat, grace_until, attended } => {
            let grace_until_ns = grace_until.map(Time::nanos);
            Kind::SeatDisconnected(v1::SeatDisconnected { seat: number(*seat), grace_until_ns, attended: *attended })
        }
        Fact::NonceGiven { seat, nonce, request_id } => Kind::NonceGiven(v1::NonceGiven {
            seat: number(*seat),
            nonce: nonce.as_str().to_owned(),
            request_id: request_id.as_str().to_owned(),
        }),
        Fact::RoundStarted { round, position } => {
            Kind::RoundStarted(v1::RoundStarted { round: *round, position: position.clone() })
        }
        Fact::MovePlayed(moved) => Kind::MovePlayed(write_moved(moved)),
        Fact::MoveRefused(refused) => Kind::MoveRefused(write_refused(refused)),
        Fact::FlagVoided(void) => Kind::FlagVoided(write_flag_voided(void)),
        Fact::ForcedMovePlayed { seat, round, ply, notation } => Kind::ForcedMovePlayed(v1::ForcedMovePlayed {
            seat: number(*seat),
            round: *round,
            ply: *ply,
            notation: notation.clone(),
        }),
        Fact::SeatLost(lost) => Kind::SeatLost(write_lost(lost)),
        Fact::MoveSubstituted { seat, round, ply, notation } => Kind::MoveSubstituted(v1::MoveSubstituted {
            seat: number(*seat),
            round: *round,
            ply: *ply,
            notation: notation.clone(),
        }),
        Fact::ChanceResolved { round, ply, notation } => {
            Kind::ChanceResolved(v1::ChanceResolved { round: *round, ply: *ply, notation: notation.clone() })
        }
        Fact::RoundEnded { round, cause, points, totals } => {
            let result = v1::RoundResult { cause: cause.clone(), points: numbers(points), totals: numbers(totals) };
            Kind::RoundEnded(v1::RoundEnded { round: *round, result: Some(result) })
        }
        Fact::FirstMoveDue { .. }
        | Fact::ProposalMade { .. }
        | Fact::ProposalAnswered { .. }
        | Fact::MovesTakenBack { .. }
        | Fact::MatchPaused { .. }
        | Fact::MatchResumed { .. }
        | Fact::MatchAdjudicated { .. } => conduct::write(fact),
        Fact::HostStalled(stall) => {
            Kind::HostStalled(v1::HostStalled { stalled_ns: nanos(stall.ended.since(stall.began)) })
        }
        Fact::ServerRestarted => Kind::ServerRestarted(v1::ServerRestarted {}),
        Fact::MatchEnded(ended) => Kind::MatchEnded(write_ended(ended)),
    }
}

/// Converts a message to an event, without checking limits.
pub fn read(message: v1::MatchEvent) -> Result<Event, BrokenEvent> {
    let seq = Seq(message.seq);
    let Some(kind) = message.event else {
        return Err(BrokenEvent::new(seq, "event", "", "a known kind of event"));
    };
    let at = Reader { seq, at: Time::ZERO }.time("at_ns", message.at_ns)?;
    Ok(Event { seq, at, fact: Reader { seq, at }.fact(kind)? })
}

impl Reader {
    fn fact(&self, kind: Kind) -> Result<Fact, BrokenEvent> {
        Ok(match kind {
            Kind::MatchOpened(opened) => Fact::MatchOpened(Box::new(self.opened(*opened)?)),
            Kind::SeatConnected(v1::SeatConnected { seat }) => {
                Fact::SeatConnected { seat: self.seat("seat_connected.seat", seat)? }
            }
            Kind::SeatDisconnected(v1::SeatDisconnected { seat, grace_until_ns, attended }) => Fact::SeatDisconnected {
                seat: self.seat("seat_disconnected.seat", seat)?,
                grace_until: self.time_or_none("seat_disconnected.grace_until_ns", grace_until_ns)?,
                attended,
            },
            Kind::NonceGiven(v1::NonceGiven { seat, nonce, request_id }) => Fact::NonceGiven {
                seat: self.seat("nonce_given.seat", seat)?,
                nonce: Nonce::parse(&nonce).map_err(|bad| self.broken("nonce_given.nonce", &nonce, bad.expected))?,
                request_id: self.request_id("nonce_given.request_id", &request_id)?,
            },
            Kind::RoundStarted(v1::RoundStarted { round, position }) => Fact::RoundStarted { round, position },
            Kind::MovePlayed(moved) => Fact::MovePlayed(self.moved(moved)?),
            Kind::MoveRefused(refused) => Fact::MoveRefused(self.refused(refused)?),
            Kind::FlagVoided(void) => Fact::FlagVoided(self.flag_voided(&void)?),
            Kind::ForcedMovePlayed(v1::ForcedMovePlayed { seat, round, ply, notation }) => {
                Fact::ForcedMovePlayed { seat: self.seat("forced_move_played.seat", seat)?, round, ply, notation }
            }
            Kind::SeatLost(lost) => Fact::SeatLost(self.lost(lost)?),
            Kind::MoveSubstituted(v1::MoveSubstituted { seat, round, ply, notation }) => {
                Fact::MoveSubstituted { seat: self.seat("move_substituted.seat", seat)?, round, ply, notation }
            }
            Kind::ChanceResolved(v1::ChanceResolved { round, ply, notation }) => {
                Fact::ChanceResolved { round, ply, notation }
            }
            Kind::RoundEnded(v1::RoundEnded { round, result }) => {
                let v1::RoundResult { cause, points, totals } = result.unwrap_or_default();
                Fact::RoundEnded {
                    round,
                    cause,
                    points: self.points("round_ended.result.points", &points)?,
                    totals: self.points("round_ended.result.totals", &totals)?,
                }
            }
            Kind::FirstMoveDue(_)
            | Kind::ProposalMade(_)
            | Kind::ProposalAnswered(_)
            | Kind::MovesTakenBack(_)
            | Kind::MatchPaused(_)
            | Kind::MatchResumed(_)
            | Kind::MatchAdjudicated(_) => self.conduct_fact(kind)?,
            Kind::HostStalled(v1::HostStalled { stalled_ns }) => Fact::HostStalled(Stall {
                began: Time(self.at.0.saturating_sub(self.time("host_stalled.stalled_ns", stalled_ns)?.0)),
                ended: self.at,
            }),
            Kind::ServerRestarted(v1::ServerRestarted {}) => Fact::ServerRestarted,
            Kind::MatchEnded(ended) => Fact::MatchEnded(self.ended(ended)?),
        })
    }
}
