//! A late referee decides the same as a punctual one. Every command of a history is decided twice:
//! by a referee that checks the time at every instant, and by one that catches up in a single step.
//!
//! The histories are random: two to eight seats under every time control, with graces, pauses,
//! proposals, claims and stalls of the host.
//!
//! Both decisions start from the same state. The punctual referee checks each deadline; the late
//! one checks none. A turn that opens in between opens later for the late referee, which also asks
//! the seat later. The expiry of such a turn is therefore not compared, nor is the wait for nonces
//! that begins when a seat is lost before the start.

use std::time::Duration;

use referee_games::search::split_mix::SplitMix64;
use referee_ids::{PlayerId, Seat};
use referee_law::{
    Absence, Asker, Command, Conduct, EndReason, Event, Evidence, Fact, IllegalMovePolicy, LostSeatPolicy, Match, Note,
    Phase, Proposal, ProposalAnswer, Reason, Stakes, Stall, Termination, Time,
};

use super::time_controls::CONTROLS;
use crate::{
    rig::{Rig, opened, request, word},
    takeaway::TAKEAWAY,
};

/// Number of histories. `REFEREE_HISTORIES` overrides it.
const HISTORIES: u64 = 4_000;
/// Maximum steps in a history.
const STEPS: usize = 60;

/// Counts of the comparisons that matter.
#[derive(Default, Debug)]
struct Count {
    steps: u64,
    causes: u64,
    several: u64,
    behind: u64,
    voids: u64,
    stalls: u64,
}

#[test]
fn to_decide_late_is_to_decide_on_time() {
    let wanted = crate::tries::repeats("REFEREE_HISTORIES", HISTORIES);
    let first = crate::tries::repeats("REFEREE_HISTORY", 0);
    let mut count = Count::default();
    for number in first..first + wanted {
        let tried = std::panic::catch_unwind(|| history(number));
        match tried {
            Ok(one) => count.add(&one),
            Err(panic) => {
                eprintln!("history {number}: REFEREE_HISTORY={number} REFEREE_HISTORIES=1 tries it again");
                std::panic::resume_unwind(panic);
            }
        }
    }
    if wanted >= HISTORIES {
        let Count { steps, causes, several, behind, voids, stalls } = count;
        assert!(causes > wanted / 2 && several > wanted / 100 && behind > wanted / 4, "{count:?}");
        assert!(voids > wanted / 20 && stalls > wanted / 4 && steps > 8 * wanted, "{count:?}");
    }
}

/// Plays one history. Returns its counts.
fn history(number: u64) -> Count {
    let luck = &mut SplitMix64::new(number);
    let mut count = Count::default();
    let mut rig = opening(luck);
    for _ in 0..STEPS {
        if rig.current.phase() == Phase::Over {
            break;
        }
        step(&mut rig, luck, &mut count);
    }
    rig.verified();
    count
}

fn opening(luck: &mut SplitMix64) -> Rig {
    let seats = 2 + luck.below(7);
    let controls: Vec<&str> = (0..seats).map(|_| *luck.pick(CONTROLS).expect("a control")).collect();
    let mut opening = opened("takeaway", &controls, &[("rounds", ["2", "3", "9"][luck.below(3)])]);
    opening.graces.disconnect = millis(luck, 20_000);
    opening.graces.attend = millis(luck, 30_000);
    opening.graces.start = millis(luck, 40_000);
    opening.graces.absence = [Absence::Grace, Absence::ClockOnly][luck.below(2)];
    opening.illegal_move_policy =
        [IllegalMovePolicy::Retry { retries: 1 }, IllegalMovePolicy::Forfeit, IllegalMovePolicy::Substitute]
            [luck.below(3)];
    opening.lost_seat_policy = if luck.below(5) == 0 { LostSeatPolicy::End } else { LostSeatPolicy::Substitute };
    if luck.below(3) == 0 {
        opening.luck.as_mut().expect("a game of luck").nonce_wait = millis(luck, 5_000);
    }
    let first_move_grace = (luck.below(3) == 0).then(|| millis(luck, 9_000));
    let max_plies = (luck.below(5) == 0).then_some(6);
    let stakes = if luck.below(2) == 0 { Stakes::Rated } else { Stakes::Casual };
    opening.conduct = Conduct { first_move_grace, max_plies, stakes, ..Conduct::default() };
    let mut rig = Rig::open(&TAKEAWAY, opening);
    if luck.below(4) != 0 {
        rig.connect_all();
    }
    rig
}

fn millis(luck: &mut SplitMix64, most: usize) -> Duration {
    Duration::from_millis(1 + luck.below(most) as u64)
}

/// Returns the time of the next step: usually soon, sometimes near the next deadline, sometimes
/// long after it.
fn later(rig: &Rig, luck: &mut SplitMix64) -> Time {
    let now = rig.now;
    let deadline = rig.current.deadline().map_or(now, |deadline| deadline.at.max(now));
    match luck.below(40) {
        0 => deadline,
        1 => Time(deadline.0.saturating_sub(1)).max(now),
        2 => deadline.after(Duration::from_nanos(1)),
        3 => deadline.after(millis(luck, 3_000)),
        4 => deadline.after(millis(luck, 60_000)),
        5..=28 => now.after(millis(luck, 300)),
        _ => now.after(millis(luck, 4_000)),
    }
}

/// Takes one step at a later moment: perhaps a stall of the host, and then a command that is
/// decided twice.
fn step(rig: &mut Rig, luck: &mut SplitMix64, count: &mut Count) {
    if let Some(turn) = rig.current.turn()
        && luck.below(3) != 0
    {
        rig.current.note(Note::Offered { seat: turn.seat, at: rig.now });
    }
    let moment = later(rig, luck);
    let stall = (luck.below(6) == 0).then(|| {
        let span = moment.since(rig.now).as_nanos() as u64;
        let began = rig.now.after(Duration::from_nanos(span / 8 * luck.below(8) as u64));
        Stall { began, ended: began.after(Duration::from_nanos(span / 16 * luck.below(16) as u64)).min(moment) }
    });
    let command = command(rig, luck, moment);
    let (on_time, moment, command) = OnTime::decide(rig, stall, moment, command);
    let late = late(rig, luck, stall, moment, &command, &on_time);
    assert_eq!(late, on_time.told, "{command:?} at {moment:?}, {stall:?}: {:#?}", rig.log);
    count.steps += 1;
    let causes = on_time.events.iter().filter(|event| is_cause(&event.fact)).count() as u64;
    count.causes += u64::from(causes > 0);
    count.several += u64::from(causes > 1);
    count.behind += u64::from(causes > 0 && command != Command::Expire);
    let has = |is: fn(&Fact) -> bool| u64::from(on_time.events.iter().any(|event| is(&event.fact)));
    count.voids += has(|fact| matches!(fact, Fact::FlagVoided(_)));
    count.stalls += has(|fact| matches!(fact, Fact::HostStalled(_)));
    rig.log.extend(on_time.events);
    rig.current = on_time.current;
    rig.now = moment;
}

/// Returns a random command, received at this moment.
fn command(rig: &Rig, luck: &mut SplitMix64, received: Time) -> Command {
    let seat = Seat(luck.below(rig.current.opened().players.len()) as u8);
    let (carl, named) = (PlayerId::parse("carl").expect("a name"), request(""));
    let proposal = Proposal::Draw;
    match (luck.below(128), rig.current.turn()) {
        (64.., Some(turn)) => {
            let legal = rig.legal();
            let notation = if luck.below(40) == 0 { "take9" } else { luck.pick(&legal).expect("a move") }.to_owned();
            Command::PlayMove { seat: turn.seat, turn_id: turn.id, notation, received }
        }
        (0..30, _) => Command::Connect { seat },
        (30..36, _) => Command::Disconnect { seat, attended: luck.below(2) == 0 },
        (36..40, _) => Command::Propose { seat, proposal, request_id: named },
        (40..47, _) => {
            let answer = if luck.below(6) == 0 { ProposalAnswer::Decline } else { ProposalAnswer::Accept };
            Command::AnswerProposal { seat, proposal, answer, request_id: named, received }
        }
        (47..49, _) => Command::ClaimDraw { seat, request_id: named, received },
        (49, _) => Command::Pause { arbiter: carl, request_id: named },
        (50..59, _) => Command::Resume { arbiter: carl, request_id: named },
        (59, _) => Command::Resign { seat, request_id: named },
        (60, _) => {
            let (detail, evidence) = ("it ended".to_owned(), Evidence::default());
            Command::Misbehave { seat, detail, evidence, received }
        }
        (61, _) => Command::Abort { by: Asker::Seat(seat), request_id: named },
        _ => Command::Expire,
    }
}

/// The decisions of a referee that checks every deadline on time.
struct OnTime {
    current: Match,
    events: Vec<Event>,
    told: Vec<String>,
    refused: Option<Reason>,
}

impl OnTime {
    /// Decides a command at `moment`. If a turn that opened in the meantime would expire first,
    /// stops there instead and only checks the time.
    fn decide(rig: &Rig, stall: Option<Stall>, moment: Time, command: Command) -> (OnTime, Time, Command) {
        let mut now = OnTime { current: rig.current.clone(), events: Vec::new(), told: Vec::new(), refused: None };
        let stalled_until = stall.map_or(rig.now, |stall| stall.ended);
        if let Some(stall) = stall {
            if let Some(before) = now.look(rig, rig.now, Time(stall.began.0.saturating_sub(1))) {
                return (now, before.max(rig.now), Command::Expire);
            }
            now.current.note(Note::Stalled(stall));
        }
        if let Some(before) = now.look(rig, stalled_until, judged_at(&command, moment)) {
            return (now, before.max(stalled_until), Command::Expire);
        }
        if let Err(reason) = now.say(rig, moment, &command) {
            now.refused = Some(reason);
            now.look(rig, stalled_until, moment);
        }
        (now, moment, command)
    }

    /// Checks every deadline up to `until`, each no earlier than `from`. Stops just before a newly
    /// opened turn expires, and returns that moment.
    fn look(&mut self, rig: &Rig, from: Time, until: Time) -> Option<Time> {
        for _ in 0..100 {
            let due = self.current.deadline().filter(|deadline| deadline.at <= until)?.at;
            let (before, known) = (self.current.clone(), (self.events.len(), self.told.len()));
            self.say(rig, due.max(from), &Command::Expire).expect("it is never refused");
            let ran_out = self.events[known.0..].iter().any(|event| runs_out(&event.fact));
            let began = self.events[known.0..].iter().any(|event| matches!(event.fact, Fact::RoundStarted { .. }));
            let waits_anew = began && before.lost() != rig.current.lost();
            if ran_out && opened_meanwhile(&rig.current, &before) || waits_anew {
                self.current = before;
                self.events.truncate(known.0);
                self.told.truncate(known.1);
                return Some(Time(due.0 - 1));
            }
        }
        panic!("something is due for ever");
    }

    fn say(&mut self, rig: &Rig, at: Time, command: &Command) -> Result<(), Reason> {
        let (events, told) = decided(rig, &mut self.current, at, command)?;
        self.events.extend(events);
        self.told.extend(told);
        Ok(())
    }
}

/// Returns the decisions of a referee that has not checked the time since the last command.
fn late(
    rig: &Rig,
    luck: &mut SplitMix64,
    stall: Option<Stall>,
    moment: Time,
    command: &Command,
    on_time: &OnTime,
) -> Vec<String> {
    let mut current = rig.current.clone();
    if let Some(stall) = stall {
        current.note(Note::Stalled(stall));
    }
    let is_stamped = matches!(
        command,
        Command::PlayMove { .. }
            | Command::AnswerProposal { .. }
            | Command::ClaimDraw { .. }
            | Command::Misbehave { .. }
    );
    let at = if is_stamped { moment.after(millis(luck, 100_000)) } else { moment };
    match decided(rig, &mut current, at, command) {
        Ok((_, told)) => told,
        Err(reason) => {
            assert_eq!(Some(reason), on_time.refused, "{command:?} at {moment:?}: {:#?}", rig.log);
            // A rejection changes nothing. The next check decides what was due.
            decided(rig, &mut current, moment, &Command::Expire).expect("it is never refused").1
        }
    }
}

/// Returns the last moment whose causes take precedence over the command. An abort takes precedence
/// over causes at its own moment.
fn judged_at(command: &Command, moment: Time) -> Time {
    if matches!(command, Command::Abort { .. }) { Time(moment.0.saturating_sub(1)) } else { moment }
}

/// Returns the events of a command, and descriptions of them that must not depend on when they are
/// decided.
fn decided(rig: &Rig, current: &mut Match, at: Time, command: &Command) -> Result<(Vec<Event>, Vec<String>), Reason> {
    let referee_law::Decision::Events(events) = current.decide(at, command).map_err(|refusal| refusal.reason)? else {
        panic!("{command:?} has no name by which it could be known again")
    };
    let mut told = Vec::new();
    for event in &events {
        let reopened = opened_meanwhile(&rig.current, current);
        current.apply(event);
        told.extend(tell(current, &event.fact, reopened));
    }
    Ok((events, told))
}

fn tell(after: &Match, fact: &Fact, reopened: bool) -> Option<String> {
    Some(match fact {
        // A stall is recorded with the next decision, whenever that is.
        Fact::HostStalled(_) => return None,
        Fact::SeatLost(lost) => {
            format!("{} since {:?}: {}", word(fact), after.lost().since(lost.seat), lost.detail())
        }
        Fact::MatchEnded(ended) => {
            let verdict = &ended.verdict;
            format!("{} {:?} {:?}: {}", word(fact), verdict.totals, verdict.places, verdict.detail())
        }
        Fact::FlagVoided(void) => format!("{} {:?} {:?}", word(fact), void.sent, void.stalls),
        Fact::MovePlayed(moved) if !reopened => {
            let (times, clock) = ((moved.sent, moved.received, moved.lag, moved.charged), moved.clock);
            format!("{} {:?} {times:?} {clock:?} {:?}", word(fact), moved.declined, moved.stalled)
        }
        _ => word(fact),
    })
}

/// Returns whether the open turn is a new one.
fn opened_meanwhile(before: &Match, now: &Match) -> bool {
    now.turn().map(|turn| turn.id) != before.turn().map(|turn| turn.id)
}

/// Returns whether this event can be the expiry of a turn.
fn runs_out(fact: &Fact) -> bool {
    match fact {
        Fact::FlagVoided(_) => true,
        Fact::SeatLost(lost) => lost.cause != Termination::Disconnect,
        Fact::MatchEnded(ended) => ended.verdict.termination != Termination::Disconnect,
        _ => false,
    }
}

/// Returns whether time alone can cause this event.
fn is_cause(fact: &Fact) -> bool {
    let by_time = |cause| matches!(cause, Termination::Flag | Termination::Disconnect | Termination::NoShow);
    match fact {
        Fact::FlagVoided(_) => true,
        Fact::SeatLost(lost) => by_time(lost.cause),
        Fact::MatchEnded(ended) => {
            by_time(ended.verdict.termination) || ended.verdict.reason == EndReason::NoSeatCameBack
        }
        _ => false,
    }
}

impl Count {
    fn add(&mut self, one: &Count) {
        self.steps += one.steps;
        self.causes += one.causes;
        self.several += one.several;
        self.behind += one.behind;
        self.voids += one.voids;
        self.stalls += one.stalls;
    }
}
