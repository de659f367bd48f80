//! Limits on the content and order of events. They are checked before storing and after reading, so
//! that everything stored can be read back.

use referee_games::rules::MAX_TEXT;
use referee_ids::{MatchId, Seat, Seq};
use referee_law::{
    MAX_OPENING_MOVES, MatchAdjudicated, Ruling,
    ending::evidence::{MAX_LINE, MAX_LINES},
    event::{Event, Fact, FlagVoided, MatchEnded, MatchOpened, MovePlayed},
    opening::occasion::bad_label,
    turn::MAX_STALLS,
};

pub const MAX_SEATS: usize = 8;
pub const MAX_OPTIONS: usize = 64;
/// Maximum event number.
pub const MAX_SEQ: Seq = Seq(i64::MAX as u64);
/// Maximum characters of a value quoted in errors.
const MAX_QUOTED: usize = 60;

/// An event with an invalid field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq}: {field} = `{value}`: expected {expected}")]
pub struct BrokenEvent {
    /// Number of the event; 0 if unreadable.
    pub seq: Seq,
    /// Name of the field as in `referee.v1`: `moved.seat`.
    pub field: &'static str,
    /// Start of the field's value.
    pub value: String,
    /// The form that is accepted.
    pub expected: &'static str,
}

impl BrokenEvent {
    /// Creates an error about `field` of event `seq`.
    pub fn new(seq: Seq, field: &'static str, value: impl ToString, expected: &'static str) -> BrokenEvent {
        let value = value.to_string();
        let quoted = match value.char_indices().nth(MAX_QUOTED) {
            Some((end, _)) => format!("{}...", &value[..end]),
            None => value,
        };
        BrokenEvent { seq, field, value: quoted, expected }
    }
}

/// Checks that `events` follow `expected` in this match. They are numbered without gaps, only the
/// first may be an opening, and nothing follows the end.
pub fn check_following(match_id: &MatchId, expected: Seq, events: &[Event]) -> Result<(), BrokenEvent> {
    let mut before = expected;
    for (index, event) in events.iter().enumerate() {
        check(event)?;
        let broken =
            |field, value: &dyn ToString, wanted| Err(BrokenEvent::new(event.seq, field, value.to_string(), wanted));
        if event.seq != before.next() {
            return broken("seq", &event.seq, "the number after that of the previous event");
        }
        match &event.fact {
            Fact::MatchOpened(_) if event.seq != Seq(1) => {
                return broken("match_opened", &"", "`match_opened` only as the first event");
            }
            Fact::MatchOpened(opened) if opened.match_id != *match_id => {
                return broken("match_opened.match_id", &opened.match_id, "the id of the match of this log");
            }
            Fact::MatchOpened(_) => {}
            _ if event.seq == Seq(1) => return broken("event", &"", "`match_opened` as the first event"),
            Fact::MatchEnded(_) if index + 1 < events.len() => {
                return broken("match_ended", &"", "`match_ended` only as the last event");
            }
            _ => {}
        }
        before = event.seq;
    }
    Ok(())
}

/// Checks that `events` open this match.
pub fn check_opening(match_id: &MatchId, events: &[Event]) -> Result<(), BrokenEvent> {
    if events.is_empty() {
        let expected = "`match_opened` as the first event";
        return Err(BrokenEvent::new(Seq(1), "event", "", expected));
    }
    check_following(match_id, Seq(0), events)
}

/// Checks all limits of one event.
pub fn check(event: &Event) -> Result<(), BrokenEvent> {
    let seq = event.seq;
    if seq == Seq(0) || seq > MAX_SEQ {
        return Err(BrokenEvent::new(seq, "seq", seq, "a number from 1 to 2^63 - 1"));
    }
    match &event.fact {
        Fact::MatchOpened(opened) => check_opened(seq, opened),
        Fact::SeatConnected { seat } => check_seat(seq, "seat_connected.seat", *seat),
        Fact::SeatDisconnected { seat, .. } => check_seat(seq, "seat_disconnected.seat", *seat),
        Fact::NonceGiven { seat, nonce: _, request_id: _ } => check_seat(seq, "nonce_given.seat", *seat),
        Fact::RoundStarted { round, position } => {
            check_round(seq, "round_started.round", *round)?;
            check_text(seq, "round_started.position", position)
        }
        Fact::MovePlayed(moved) => check_moved(seq, moved),
        Fact::MoveRefused(refused) => {
            check_seat(seq, "move_refused.seat", refused.seat)?;
            check_round(seq, "move_refused.round", refused.round)?;
            check_text(seq, "move_refused.declined", &refused.declined)
        }
        Fact::FlagVoided(void) => check_flag_voided(seq, void),
        Fact::ForcedMovePlayed { seat, round, ply: _, notation } => {
            check_seat(seq, "forced_move_played.seat", *seat)?;
            check_round(seq, "forced_move_played.round", *round)?;
            check_text(seq, "forced_move_played.notation", notation)
        }
        Fact::SeatLost(lost) => {
            check_seat(seq, "seat_lost.seat", lost.seat)?;
            if let Some(evidence) = &lost.evidence {
                check_lines(seq, "seat_lost.evidence.stdout", &evidence.stdout)?;
                check_lines(seq, "seat_lost.evidence.stderr", &evidence.stderr)?;
            }
            check_text(seq, "seat_lost.reason.text", lost.reason.text().unwrap_or_default())?;
            lost.declined.as_ref().map_or(Ok(()), |declined| check_text(seq, "seat_lost.declined", declined))
        }
        Fact::MoveSubstituted { seat, round, ply: _, notation } => {
            check_seat(seq, "move_substituted.seat", *seat)?;
            check_round(seq, "move_substituted.round", *round)?;
            check_text(seq, "move_substituted.notation", notation)
        }
        Fact::ChanceResolved { round, ply: _, notation } => {
            check_round(seq, "chance_resolved.round", *round)?;
            check_text(seq, "chance_resolved.notation", notation)
        }
        Fact::RoundEnded { round, cause, points, totals } => {
            check_round(seq, "round_ended.round", *round)?;
            check_text(seq, "round_ended.result.cause", cause)?;
            check_per_seat(seq, "round_ended.result.points", points.len())?;
            check_per_seat(seq, "round_ended.result.totals", totals.len())
        }
        Fact::FirstMoveDue { seat, until: _ } => check_seat(seq, "first_move_due.seat", *seat),
        Fact::ProposalMade { seat, proposal: _, request_id: _ } => check_seat(seq, "proposal_made.seat", *seat),
        Fact::ProposalAnswered { seat, proposal: _, answer: _, request_id: _ } => {
            check_seat(seq, "proposal_answered.seat", *seat)
        }
        Fact::MovesTakenBack { round, ply: _, clocks } => {
            check_round(seq, "moves_taken_back.round", *round)?;
            check_per_seat(seq, "moves_taken_back.clocks", clocks.len())
        }
        Fact::MatchAdjudicated { by, request_id: _ } => check_adjudicated(seq, by),
        Fact::MatchEnded(ended) => check_ended(seq, ended),
        // The other kinds cannot break a limit: their types ensure it.
        _ => Ok(()),
    }
}

fn check_opened(seq: Seq, opened: &MatchOpened) -> Result<(), BrokenEvent> {
    check_text(seq, "match_opened.game", &opened.game)?;
    if opened.options.len() > MAX_OPTIONS {
        return Err(BrokenEvent::new(seq, "match_opened.options", opened.options.len(), "at most 64 entries"));
    }
    for (name, value) in &opened.options {
        check_text(seq, "match_opened.options", name)?;
        check_text(seq, "match_opened.options", value)?;
    }
    if bad_label(&opened.labels).is_some() {
        return Err(BrokenEvent::new(seq, "match_opened.labels", "", "labels that fit their limits"));
    }
    let graces = opened.graces;
    let first_move_grace = opened.conduct.first_move_grace.unwrap_or_default();
    let nonce_wait = opened.luck.as_ref().map(|luck| luck.nonce_wait).unwrap_or_default();
    for span in [graces.disconnect, graces.attend, graces.start, first_move_grace, nonce_wait] {
        if span.subsec_nanos() % 1_000_000 != 0 || span.as_millis() > u128::from(u32::MAX) {
            let expected = "spans in whole milliseconds, below 50 days";
            return Err(BrokenEvent::new(seq, "match_opened.rules", format!("{span:?}"), expected));
        }
    }
    check_text(seq, "match_opened.rules.start_position", &opened.opening.start_position)?;
    if opened.opening.moves.len() > MAX_OPENING_MOVES {
        let (given, expected) = (opened.opening.moves.len(), "at most 256 entries");
        return Err(BrokenEvent::new(seq, "match_opened.rules.opening_moves", given, expected));
    }
    for notation in &opened.opening.moves {
        check_text(seq, "match_opened.rules.opening_moves", notation)?;
    }
    if let Some(occasion) = opened.occasion.as_ref().filter(|occasion| !occasion.contest.is_named_well()) {
        let expected = "1 to 64 letters a-z, digits, `-` or `_`";
        return Err(BrokenEvent::new(seq, "match_opened.occasion.contest", occasion.contest.name(), expected));
    }
    check_per_seat(seq, "match_opened.players", opened.players.len())?;
    if opened.players.is_empty() {
        return Err(BrokenEvent::new(seq, "match_opened.players", "", "1 to 8 entries"));
    }
    if opened.time_controls.len() != opened.players.len() {
        return Err(BrokenEvent::new(
            seq,
            "match_opened.rules.time_controls",
            opened.time_controls.len(),
            "an entry for each seat",
        ));
    }
    if !opened.consents.is_empty() && opened.consents.len() != opened.players.len() {
        let expected = "an entry for each seat, or none";
        return Err(BrokenEvent::new(seq, "match_opened.consents", opened.consents.len(), expected));
    }
    Ok(())
}

fn check_moved(seq: Seq, moved: &MovePlayed) -> Result<(), BrokenEvent> {
    check_seat(seq, "move_played.seat", moved.seat)?;
    check_round(seq, "move_played.round", moved.round)?;
    check_text(seq, "move_played.notation", &moved.notation)?;
    moved.declined.as_ref().map_or(Ok(()), |declined| check_text(seq, "move_played.declined", declined))
}

fn check_flag_voided(seq: Seq, void: &FlagVoided) -> Result<(), BrokenEvent> {
    check_seat(seq, "flag_voided.seat", void.seat)?;
    check_round(seq, "flag_voided.round", void.round)?;
    if void.stalls.len() > MAX_STALLS {
        return Err(BrokenEvent::new(seq, "flag_voided.stalls", void.stalls.len(), "at most 64 entries"));
    }
    Ok(())
}

fn check_adjudicated(seq: Seq, by: &MatchAdjudicated) -> Result<(), BrokenEvent> {
    check_text(seq, "match_adjudicated.reason", &by.reason)?;
    match &by.ruling {
        Ruling::AsItStands => Ok(()),
        Ruling::Points(points) => check_per_seat(seq, "match_adjudicated.points", points.len()),
        Ruling::Loss(seat) => check_seat(seq, "match_adjudicated.loser", *seat),
    }
}

fn check_ended(seq: Seq, ended: &MatchEnded) -> Result<(), BrokenEvent> {
    if let Some(seat) = ended.verdict.seat {
        check_seat(seq, "match_ended.verdict.seat", seat)?;
    }
    check_text(seq, "match_ended.verdict.reason.text", ended.verdict.reason.text().unwrap_or_default())?;
    ended
        .verdict
        .declined
        .as_ref()
        .map_or(Ok(()), |declined| check_text(seq, "match_ended.verdict.declined", declined))?;
    if let Some(evidence) = &ended.verdict.evidence {
        check_lines(seq, "match_ended.verdict.evidence.stdout", &evidence.stdout)?;
        check_lines(seq, "match_ended.verdict.evidence.stderr", &evidence.stderr)?;
    }
    check_per_seat(seq, "match_ended.verdict.points", ended.verdict.totals.len())?;
    check_per_seat(seq, "match_ended.verdict.places", ended.verdict.places.len())
}

fn check_seat(seq: Seq, field: &'static str, seat: Seat) -> Result<(), BrokenEvent> {
    if seat.index() < MAX_SEATS { Ok(()) } else { Err(BrokenEvent::new(seq, field, seat, "a seat from 0 to 7")) }
}

fn check_round(seq: Seq, field: &'static str, round: u32) -> Result<(), BrokenEvent> {
    if round >= 1 { Ok(()) } else { Err(BrokenEvent::new(seq, field, round, "a round from 1")) }
}

fn check_text(seq: Seq, field: &'static str, text: &str) -> Result<(), BrokenEvent> {
    if text.len() <= MAX_TEXT { Ok(()) } else { Err(BrokenEvent::new(seq, field, text, "at most 65536 bytes")) }
}

fn check_lines(seq: Seq, field: &'static str, lines: &[String]) -> Result<(), BrokenEvent> {
    if lines.len() > MAX_LINES {
        return Err(BrokenEvent::new(seq, field, lines.len(), "at most 20 lines"));
    }
    match lines.iter().find(|line| line.len() > MAX_LINE) {
        Some(line) => Err(BrokenEvent::new(seq, field, line, "lines of at most 256 bytes")),
        None => Ok(()),
    }
}

fn check_per_seat(seq: Seq, field: &'static str, entries: usize) -> Result<(), BrokenEvent> {
    if entries <= MAX_SEATS { Ok(()) } else { Err(BrokenEvent::new(seq, field, entries, "at most 8 entries")) }
}
