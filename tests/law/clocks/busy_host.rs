//! A bot that answers at half of its time budget on a host that stalls all the time, in virtual
//! time.

use std::time::Duration;

use referee_games::search::split_mix::SplitMix64;
use referee_law::{Command, Event, Fact, Note, Stall, Termination, Time, turn::MIN_STALL};

use crate::rig::{Rig, takeaway};

/// Number of moves.
const MOVES: u32 = 100_000;

/// Clocks that leave at least a tenth of a second for every move. A stall that is too short to be
/// noted is then less than half of a move's budget.
const CONTROLS: [&str; 7] =
    ["st=0.1", "1+0.2", "1d0.2", "0/3x0.2", "1/0.2:1/0.2+0.1", "1+0.2 per=round match=1000", "nodes=10 st=0.3"];

/// Totals over all turns.
#[derive(Default)]
struct Count {
    moves: u32,
    marked: u32,
    void: u32,
    flags: u32,
    host_faults: u32,
}

#[test]
fn a_bot_that_answers_at_half_of_its_budget_is_never_flagged() {
    let (mut count, mut luck) = (Count::default(), SplitMix64::new(1));
    let mut number = 0;
    while count.moves < MOVES {
        let control = CONTROLS[number % CONTROLS.len()];
        let mut rig = takeaway(&[control, control]);
        while rig.current.verdict().is_none() {
            turn(&mut rig, &mut luck);
        }
        // Verify every tenth record. Verifying each one would take longer than playing it.
        if number % 10 == 0 {
            rig.verified();
        }
        rig.log.iter().for_each(|event| count.add(event));
        number += 1;
    }
    let Count { moves, marked, void, flags, host_faults } = count;
    assert_eq!(flags, 0, "of {moves} moves");
    assert!(
        marked > moves / 100 && void > 100 && host_faults > 0,
        "{marked} marked, {void} void, {host_faults} faults"
    );
    assert!(host_faults < moves / 1000, "{host_faults} faults in {moves} moves");
}

/// Plays one turn of a bot that thinks for half of its budget, with or without a stall of the host.
fn turn(rig: &mut Rig, luck: &mut SplitMix64) {
    rig.now = rig.now.after(Duration::from_micros(luck.below(1000) as u64));
    rig.ask();
    let sent = rig.now;
    let half = budget(rig) / 2;
    let stall = stall(luck);
    let began = sent.after(half * luck.below(1000) as u32 / 1000);
    let ended = began.after(stall);
    let received = sent.after(half + stall);
    if stall >= MIN_STALL {
        rig.current.note(Note::Stalled(Stall { began, ended }));
    }
    // After the stall, either the flag timer or the answer may come first.
    let rings = rig.current.deadline().map(|deadline| deadline.at.max(ended));
    if let Some(rings) = rings.filter(|rings| *rings < received) {
        rig.now = rings;
        rig.does(Command::Expire);
        return;
    }
    rig.now = received;
    let legal = rig.legal();
    let notation = luck.pick(&legal).expect("a legal move").clone();
    rig.play(&notation);
}

/// Returns the time budget of the seat to move.
fn budget(rig: &Rig) -> Duration {
    let seat = rig.current.turn().expect("a turn").seat;
    let (clock, terms) = rig.current.clock(seat, Time::ZERO).zip(rig.current.terms(seat)).expect("a clock");
    clock.budget(&terms).expect("a limit")
}

/// Returns the length of a stall: usually too short to be noted, rarely longer than the budget of
/// the turn.
fn stall(luck: &mut SplitMix64) -> Duration {
    Duration::from_millis(match luck.below(100) {
        0..90 => luck.below(40) as u64,
        90..98 => 50 + luck.below(200) as u64,
        _ => 250 + luck.below(3000) as u64,
    })
}

impl Count {
    fn add(&mut self, event: &Event) {
        match &event.fact {
            Fact::MovePlayed(moved) => {
                self.moves += 1;
                self.marked += u32::from(!moved.stalled.is_zero());
            }
            Fact::FlagVoided(_) => self.void += 1,
            Fact::MatchEnded(ended) => match ended.verdict.termination {
                Termination::Flag => self.flags += 1,
                Termination::HostFault => self.host_faults += 1,
                _ => {}
            },
            _ => {}
        }
    }
}
