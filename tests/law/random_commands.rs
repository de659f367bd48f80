//! Random commands at random times: nothing panics, no event is lost, and every match can end.

use std::time::Duration;

use proptest::prelude::*;
use referee_games::{GAMES, Game, rules::Points};
use referee_ids::{Nonce, PlayerId, RequestId, Seat, Seq};
use referee_law::{
    Asker, Command, Decision, Evidence, Fact, IllegalMovePolicy, LostSeatPolicy, Match, MatchAdjudicated, Note, Phase,
    Proposal, ProposalAnswer, Reason, Ruling, Stakes, Time, memory::seek_reply,
};

use super::{
    rig::{Rig, host, opened, request},
    takeaway::TAKEAWAY,
};

/// One random step: what happens, to which seat, time since the last step, and a number for further
/// choices.
type Happening = (u8, u8, u64, u16);

const CONTROLS: &[&str] = &["10+1", "3", "st=2", "inf", "5+0.5 per=round", "8 st=3", "2 per=round"];

/// Executes the step. Returns the command, if it is one.
fn command(rig: &mut Rig, (what, seat, _, choice): Happening) -> Option<Command> {
    let seat = Seat(seat);
    let named = request(["", "a", "b", "c"][usize::from(choice % 4)]);
    let received = Time(rig.now.0.saturating_sub(u64::from(choice) * 1_000_000));
    let turn = rig.current.turn();
    Some(match what {
        0..=19 => {
            let turn = turn?;
            let legal = rig.legal();
            let notation = legal[usize::from(choice) % legal.len()].clone();
            Command::PlayMove { seat: turn.seat, turn_id: turn.id, notation, received }
        }
        20..=21 => {
            // Usually a recent turn.
            let turn_id = Seq((rig.current.seq().0 + 2).saturating_sub(u64::from(choice % 11)));
            let notation = ["take1", "take2", "TAKE3", "skip", "", "e1e4"][usize::from(choice) % 6].to_owned();
            Command::PlayMove { seat, turn_id, notation, received }
        }
        22..=33 => {
            let turn = turn?;
            rig.current.note(Note::Offered { seat: turn.seat, at: received });
            return None;
        }
        45..=46 => Command::Propose { seat, proposal: proposal(choice), request_id: named },
        47..=48 => {
            let answer = if choice % 5 == 0 { ProposalAnswer::Decline } else { ProposalAnswer::Accept };
            Command::AnswerProposal { seat, proposal: proposal(choice), answer, request_id: named, received }
        }
        49 => Command::ClaimDraw { seat, request_id: named, received },
        50 => match choice % 12 {
            0 => adjudicate(choice / 12, named),
            1..=3 => Command::Pause { arbiter: arbiter(), request_id: named },
            _ => Command::Resume { arbiter: arbiter(), request_id: named },
        },
        34..=39 => Command::Connect { seat },
        40 => Command::Disconnect { seat, attended: choice % 2 == 0 },
        41..=42 => Command::Expire,
        43..=44 => {
            let nonce = Nonce::parse(&"n".repeat(usize::from(choice % 4))).expect("a nonce");
            Command::GiveNonce { seat, nonce, request_id: named }
        }
        _ => match choice % 32 {
            0 => Command::Resign { seat, request_id: named },
            1 => Command::Abort { by: Asker::Seat(seat), request_id: named },
            2 => Command::Abort { by: host(), request_id: named },
            3 => Command::Misbehave {
                seat,
                detail: "x".repeat(usize::from(choice)),
                evidence: Evidence::default(),
                received,
            },
            4 => Command::Fault { detail: "\u{e9}".repeat(usize::from(choice)) },
            5..=16 => Command::Restart,
            17..=24 => Command::NoteStall { began: received },
            _ => return None,
        },
    })
}

fn proposal(choice: u16) -> Proposal {
    if choice.is_multiple_of(2) { Proposal::Draw } else { Proposal::Takeback }
}

fn arbiter() -> PlayerId {
    PlayerId::parse("carl").expect("a name")
}

fn adjudicate(choice: u16, request_id: RequestId) -> Command {
    let points = |count: u16| (0..count).map(|at| Points::whole(i64::from(at))).collect();
    let ruling = match choice % 4 {
        0 => Ruling::AsItStands,
        1 => Ruling::Loss(Seat((choice / 4 % 5) as u8)),
        _ => Ruling::Points(points(choice / 4 % 5)),
    };
    Command::Adjudicate { by: MatchAdjudicated { arbiter: arbiter(), ruling, reason: "z".repeat(2000) }, request_id }
}

fn happen(rig: &mut Rig, happening: Happening) {
    let (_, _, later, _) = happening;
    rig.now = rig.now.after(Duration::from_millis(later));
    let Some(command) = command(rig, happening) else { return };
    let before = (rig.current.seq(), rig.current.at(), rig.log.len());
    match rig.say(command.clone()) {
        Ok(_) => {}
        Err(refusal) => {
            assert_eq!(before, (rig.current.seq(), rig.current.at(), rig.log.len()), "a refusal changes nothing");
            assert!(!refusal.text.is_empty() && refusal.value.len() < 1000, "{refusal:?}");
        }
    }
    holds(rig);
    if let Command::PlayMove { .. } = command {
        replies_alike(rig, &command);
    }
}

/// Checks that every answer to a decided turn gets the same reply, whatever the answer is.
fn replies_alike(rig: &Rig, command: &Command) {
    let Command::PlayMove { seat, turn_id, received, .. } = *command else { return };
    let other = Command::PlayMove { seat, turn_id, notation: "another".to_owned(), received };
    let again = |command: &Command| match rig.current.decide(rig.now, command) {
        Ok(Decision::Repeat { seq }) => Some(Ok(seq)),
        Err(refusal) if matches!(refusal.reason, Reason::IllegalMove | Reason::UnreadableMove) => Some(Err(refusal)),
        _ => None,
    };
    let Some(reply) = again(command) else { return };
    assert_eq!(again(&other), Some(reply.clone()), "{command:?}");
    let from = rig.log.iter().filter(|event| event.seq >= turn_id);
    let found = from.map(|event| seek_reply(event, &other)).find_map(|told| told.break_value());
    assert_eq!(found, Some(Some(reply)), "the log alone says so too: {command:?}");
}

/// Checks the invariants of a match.
fn holds(rig: &Rig) {
    let current = &rig.current;
    assert_eq!(current.seq().0, rig.log.len() as u64, "no gaps");
    assert_eq!(current.at(), rig.log.last().expect("an event").at);
    assert_eq!(current.phase() == Phase::Over, current.verdict().is_some());
    let is_played = current.phase() == Phase::Live && !current.is_paused();
    assert_eq!(current.turn().is_some(), is_played, "a live match waits for a seat");
    assert_eq!(current.deadline().is_some(), current.phase() != Phase::Over, "whatever is waited for has an end");
    if let Some(turn) = current.turn() {
        assert_eq!(current.round_moves().len(), turn.ply as usize);
        assert_eq!((turn.round, turn.ply), (current.course().round_number(), current.course().ply()));
    }
}

/// Returns the visible state of a match as text.
fn summary(current: &Match, now: Time) -> String {
    let seats: Vec<Seat> = Seat::all(current.course().setting().seats()).collect();
    let clocks: Vec<_> = seats.iter().map(|seat| (current.remaining(*seat, now), current.connected(*seat))).collect();
    let course = current.course();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?} {} {:?} {:?}",
        current.phase(),
        current.lost(),
        current.seq(),
        current.at(),
        current.turn(),
        current.verdict(),
        clocks,
        current.round_start(),
        current.round_moves(),
        course.position().text(),
        course.totals(),
        current.deadline(),
    )
}

/// Checks that recomputing the log gives the same match. Whether the seat was asked is not an
/// event.
fn replays(rig: &Rig) {
    let mut folded = rig.folded();
    if let Some(turn) = rig.current.turn()
        && let Some(sent) = turn.sent
    {
        folded.current.note(Note::Offered { seat: turn.seat, at: sent });
    }
    assert_eq!(summary(&folded.current, rig.now), summary(&rig.current, rig.now));
    assert_eq!(rig.verified().over, rig.current.phase() == Phase::Over);
}

/// Checks that time alone ends the match.
fn end(rig: &mut Rig) {
    for _ in 0..40 {
        if rig.current.phase() == Phase::Over {
            return;
        }
        // Offer only every other turn: time ends the match either way.
        if let Some(turn) = rig.current.turn().filter(|_| rig.log.len().is_multiple_of(2)) {
            rig.current.note(Note::Offered { seat: turn.seat, at: rig.now });
        }
        rig.now = rig.now.max(rig.current.deadline().expect("something is due").at);
        rig.does(Command::Expire);
    }
    panic!("{} does not end", summary(&rig.current, rig.now));
}

fn try_all(game: &'static dyn Game, seats: usize, controls: &[usize], policies: (u8, bool), happenings: &[Happening]) {
    let controls: Vec<&str> = (0..seats).map(|seat| CONTROLS[controls[seat] % CONTROLS.len()]).collect();
    let mut opening = opened(game.facts().id, &controls, &[]);
    let (illegal, ends) = policies;
    opening.illegal_move_policy = match illegal {
        0 => IllegalMovePolicy::Retry { retries: 1 },
        1 => IllegalMovePolicy::Forfeit,
        _ => IllegalMovePolicy::Substitute,
    };
    opening.conduct.stakes = if happenings.len().is_multiple_of(3) { Stakes::Rated } else { Stakes::Casual };
    opening.lost_seat_policy = if ends { LostSeatPolicy::End } else { LostSeatPolicy::Substitute };
    if let Some(luck) = opening.luck.as_mut().filter(|_| happenings.len().is_multiple_of(3)) {
        luck.nonce_wait = Duration::from_secs(2);
    }
    opening.conduct.first_move_grace = happenings.len().is_multiple_of(5).then_some(Duration::from_secs(3));
    opening.conduct.max_plies = happenings.len().is_multiple_of(7).then_some(6);
    let mut rig = Rig::open(game, opening);
    if !happenings.len().is_multiple_of(4) {
        rig.connect_all();
    }
    for happening in happenings {
        happen(&mut rig, *happening);
    }
    replays(&rig);
    end(&mut rig);
    replays(&rig);
    let last = rig.log.iter().filter(|event| matches!(event.fact, Fact::MatchEnded(_))).count();
    assert_eq!(last, 1, "a match ends once");
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let later = prop_oneof![8 => Just(0u64), 8 => 0u64..50, 2 => 0u64..1000, 1 => 0u64..8_000];
    prop::collection::vec((0u8..52, 0u8..5, later, any::<u16>()), 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hidden_luck_and_many_seats(
        seats in 2usize..=4,
        controls in prop::collection::vec(0usize..100, 4),
        policies in (0u8..3, prop::bool::weighted(0.2)),
        happenings in happenings(),
    ) {
        try_all(&TAKEAWAY, seats, &controls, policies, &happenings);
    }

    #[test]
    fn every_registered_game(
        game in 0..GAMES.len(),
        controls in prop::collection::vec(0usize..100, 8),
        policies in (0u8..3, prop::bool::weighted(0.2)),
        happenings in happenings(),
    ) {
        let game = GAMES[game];
        try_all(game, usize::from(game.facts().usual_seats), &controls, policies, &happenings);
    }
}
