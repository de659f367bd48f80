//! What the law of a match reveals to a viewer: its events, its rejections, and its visible state.

use referee_games::{
    Course, Game,
    rules::{Setting, Turn, Viewer},
    search::split_mix::SplitMix64,
};
use referee_ids::{RequestId, Seat, Seq};
use referee_law::{Asker, Command, Decision, Event, Fact, Match, Refusal, SeenEvent, seen_by};

use super::{known, other_outcome};
use crate::{
    hiding::{hiding, viewers},
    planted::planted,
    rig::{Rig, opened},
    settings::any_setting,
};

/// Number of pairs of matches. Each is compared from the side of every viewer.
const PAIRS: u32 = 400;
/// Maximum moves that each pair is followed.
const FOLLOWED: usize = 4;

#[test]
fn no_seat_or_spectator_of_a_match_learns_more() {
    for game in hiding() {
        let mut luck = SplitMix64::new(11);
        let (mut pairs, mut told) = (0, 0);
        while pairs < PAIRS {
            let setting = any_setting(game, &mut luck);
            let Some(course) = somewhere(game, &setting, &mut luck) else { continue };
            let viewer = *luck.pick(&viewers(setting.seats())).expect("at least one viewer");
            let other = course.position().resample(viewer, &luck.entropy()).expect("there is one");
            let one = started(planted(game, course.position()), &setting);
            let other = started(planted(game, &*other), &setting);
            told += Pair { viewer, one, other }.compare(&mut luck);
            pairs += 1;
        }
        assert!(told > PAIRS, "{}: only {told} events were seen", game.facts().id);
    }
}

/// Plays a random match up to somewhere in a round. Returns `None` if the match ends first.
fn somewhere(game: &'static dyn Game, setting: &Setting, luck: &mut SplitMix64) -> Option<Course> {
    let mut course = Course::open(game, setting).expect("an opening");
    for _ in 0..luck.below(60) {
        let notation = match course.turn() {
            Turn::Over => {
                course.close_round()?;
                continue;
            }
            Turn::Chance => course.chance(&luck.entropy())?,
            Turn::Seat(_) | Turn::Forced(_) => luck.pick(&course.position().legal())?.clone(),
        };
        course.play(&notation).expect("it is legal");
    }
    matches!(course.turn(), Turn::Seat(_) | Turn::Forced(_)).then_some(course)
}

/// Starts a match of this game with all seats connected.
fn started(game: &'static dyn Game, setting: &Setting) -> Rig {
    let options: Vec<(&str, &str)> = setting.options().iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let controls = vec!["inf"; usize::from(setting.seats())];
    let mut rig = Rig::open(game, opened(game.facts().id, &controls, &options));
    rig.connect_all();
    rig
}

/// Two matches that the viewer cannot tell apart while its view of them is the same.
struct Pair {
    viewer: Viewer,
    one: Rig,
    other: Rig,
}

impl Pair {
    /// Compares both matches from all sides, and plays on in both. Returns the number of events
    /// compared.
    fn compare(mut self, luck: &mut SplitMix64) -> u32 {
        let (here, there) = (seen(&self.one, self.viewer, 0), seen(&self.other, self.viewer, 0));
        let mut told = self.same_until_hands_speak(&here, &there);
        for _ in 0..FOLLOWED {
            let turns = (self.one.current.turn(), self.other.current.turn());
            if self.view(&self.one) != self.view(&self.other) || turns.0 != turns.1 || turns.0.is_none() {
                break;
            }
            let (now, then) = (self.one.current.course().position(), self.other.current.course().position());
            assert!(known(now, self.viewer) == known(then, self.viewer), "{:?}: `{}`", self.viewer, now.text());
            self.tries_what_it_may_not(luck);
            let may = self.other.legal();
            let both: Vec<String> = self.one.legal().into_iter().filter(|notation| may.contains(notation)).collect();
            let Some(notation) = luck.pick(&both).cloned() else { break };
            let from = self.one.log.len();
            self.one.play(&notation);
            self.other.play(&notation);
            let (here, there) = (seen(&self.one, self.viewer, from), seen(&self.other, self.viewer, from));
            assert_eq!(here[0].1, there[0].1, "the move itself");
            told += self.same_until_hands_speak(&here, &there);
        }
        told
    }

    fn view(&self, rig: &Rig) -> String {
        rig.current.course().position().view(self.viewer)
    }

    /// Checks that events look the same while the views before them do. A hidden hand may decide
    /// which event follows; after that the matches differ.
    fn same_until_hands_speak(&self, here: &[(String, SeenEvent)], there: &[(String, SeenEvent)]) -> u32 {
        let mut told = 0;
        for ((view, event), (other_view, other)) in here.iter().zip(there) {
            if view != other_view || event.revealed().is_some() || self.is_own_luck(event) {
                break;
            }
            assert_eq!(event, other, "{:?} at `{view}`", self.viewer);
            told += 1;
        }
        told
    }

    /// Returns whether the event tells the viewer something it could not know before.
    fn is_own_luck(&self, event: &SeenEvent) -> bool {
        match event.fact() {
            Fact::ForcedMovePlayed { seat, .. } => self.viewer == Viewer::Seat(*seat),
            Fact::ChanceResolved { .. } => self.viewer != Viewer::Spectator,
            _ => false,
        }
    }

    /// Sends commands that the seat may not send, or not now. Both matches must give the same
    /// answer, and it may reveal only what the seat saw.
    fn tries_what_it_may_not(&self, luck: &mut SplitMix64) {
        let Viewer::Seat(seat) = self.viewer else { return };
        let view = self.view(&self.one);
        let words: Vec<&str> = view.split([' ', '/', ',', '=']).collect();
        let Some(turn) = self.one.current.turn() else { return };
        let word = luck.pick(&words).copied().unwrap_or_default().to_owned();
        let some = luck.pick(&self.one.legal()).cloned().unwrap_or_default();
        let (open, past) = (turn.id, Seq(turn.id.0 - luck.below(turn.ply as usize + 1) as u64));
        for (turn_id, notation) in [(open, word.clone()), (open, "\u{1F600}".into()), (past, word), (past, some)] {
            if turn.seat == seat && turn_id == open && self.one.legal().contains(&notation) {
                continue;
            }
            let command = Command::PlayMove { seat, turn_id, notation, received: self.one.now };
            let (here, there) = (said(&self.one, &command), said(&self.other, &command));
            assert_eq!(here.is_ok(), there.is_ok(), "{seat}: {command:?}");
            // The events of an accepted command depend on hidden tiles.
            if here.is_err() {
                assert_eq!(here, there, "{seat}: {command:?}");
            }
        }
        for command in
            [Command::Connect { seat }, Command::Abort { by: Asker::Seat(seat), request_id: RequestId::default() }]
        {
            assert_eq!(said(&self.one, &command), said(&self.other, &command), "{seat}: {command:?}");
        }
    }
}

/// Returns the answer to a command without applying it.
fn said(rig: &Rig, command: &Command) -> Result<Decision, Refusal> {
    rig.current.decide(rig.now, command)
}

/// Returns the events of a match from index `from` on, as the viewer sees them, each with the view
/// before it.
fn seen(rig: &Rig, viewer: Viewer, from: usize) -> Vec<(String, SeenEvent)> {
    let Fact::MatchOpened(opened) = rig.log[0].fact.clone() else { panic!("the first event") };
    let mut before = Match::open_with(rig.game, *opened).expect("a match");
    let mut all = Vec::new();
    for event in &rig.log {
        all.push((before.course().position().view(viewer), seen_by(viewer, &before, event)));
        before.apply(event);
    }
    all.split_off(from)
}

/// A deal that looks the same to one seat may differ for all others. No command of that seat may
/// reveal the difference.
#[test]
fn a_deal_that_is_over_tells_a_seat_its_own_tiles_alone() {
    for game in hiding() {
        let mut luck = SplitMix64::new(5);
        let mut compared = 0;
        for _ in 0..200 {
            let setting = any_setting(game, &mut luck);
            let one = started(game, &setting);
            let seat = Seat(luck.below(usize::from(setting.seats())) as u8);
            let Some(turn) = one.current.turn() else { continue };
            let Some(other) = dealt_otherwise(&one, seat, &mut luck) else { continue };
            let pair = Pair { viewer: Viewer::Seat(seat), one, other };
            let (here, there) = (seen(&pair.one, pair.viewer, 0), seen(&pair.other, pair.viewer, 0));
            if here.iter().zip(&there).any(|(one, other)| one.1 != other.1) || here.len() != there.len() {
                continue;
            }
            for turn_id in (1..turn.id.0).map(Seq) {
                let command = Command::PlayMove { seat, turn_id, notation: "x".into(), received: pair.one.now };
                assert_eq!(said(&pair.one, &command), said(&pair.other, &command), "{command:?}");
            }
            compared += 1;
        }
        let has_lists = game.facts().id != crate::takeaway::TAKEAWAY.facts().id;
        assert!(compared > 10 || !has_lists, "{}: {compared} deals were compared", game.facts().id);
    }
}

/// Returns the same match with different outcomes of chance that look the same to `seat`, and with
/// everything that follows from them.
fn dealt_otherwise(rig: &Rig, seat: Seat, luck: &mut SplitMix64) -> Option<Rig> {
    let Fact::MatchOpened(opened) = rig.log[0].fact.clone() else { panic!("the first event") };
    let current = Match::open_with(rig.game, *opened).expect("a match");
    let mut other = Rig { current, log: rig.log[..1].to_vec(), ..rig.clone() };
    for event in &rig.log[1..] {
        let fact = match &event.fact {
            Fact::ChanceResolved { round, ply, notation } => {
                let round_now = other.current.course().position();
                let notation = other_outcome(round_now, Viewer::Seat(seat), notation, luck)?;
                Fact::ChanceResolved { round: *round, ply: *ply, notation }
            }
            Fact::ForcedMovePlayed { notation, .. } if !other.legal().contains(notation) => return None,
            fact => fact.clone(),
        };
        let event = Event { fact, ..event.clone() };
        other.current.apply(&event);
        other.log.push(event);
    }
    Some(other)
}
