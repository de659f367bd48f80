//! Entering and leaving before and after the start, scheduled starts, and the check-in.

use referee_contests::contest::BadField;
use referee_contests::{
    contest::{ContestKind as _, ContestReason, Now},
    tournament::{
        Command, ContestRefusal, Entrant, Fact, Format, Phase, Rules, Tournament, TournamentEvent, check_opening,
        event::EntryRemoval, rules::Timetable,
    },
};
use referee_ids::Seq;

use super::played::{every_format, opened, rules, with_tests};

const MINUTE_MS: i64 = 60_000;

/// A tournament that is open for entries, at a given time.
struct Opened {
    tournament: Tournament,
    log: Vec<TournamentEvent>,
    unix_ms: i64,
    /// Connected players. `None` if unknown.
    here: Option<Vec<&'static str>>,
}

impl Opened {
    fn new(rules: Rules, entrants: &[&str]) -> Opened {
        let opened = opened(rules);
        assert_eq!(check_opening(&opened), Ok(()));
        let first = TournamentEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        let tournament = Tournament::replay([&first]).unwrap();
        let mut of = Opened { tournament, log: vec![first], unix_ms: 0, here: Some(Vec::new()) };
        entrants.iter().for_each(|name| of.join(name).unwrap());
        of
    }

    fn join(&mut self, name: &str) -> Result<(), ContestRefusal> {
        self.command(Command::Enter(name.to_owned()))
    }

    fn leave(&mut self, name: &str) -> Result<(), ContestRefusal> {
        let entrant = self.tournament.entrant_named(name).expect("it is in");
        self.command(Command::Withdraw { entrant, reason: "it left".into() })
    }

    fn start(&mut self) -> Result<(), ContestRefusal> {
        self.command(Command::Start { absent: Vec::new() })
    }

    fn command(&mut self, command: Command) -> Result<(), ContestRefusal> {
        let facts = self.tournament.decide(&command)?;
        self.take(facts);
        Ok(())
    }

    fn take(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            let event = TournamentEvent { seq: self.tournament.seq.next(), at_ms: self.unix_ms as u64, fact };
            assert!(self.tournament.take(&event), "{event:?} follows");
            self.log.push(event);
        }
        let again = Tournament::replay(&self.log).expect("it is replayed");
        assert_eq!(format!("{again:?}"), format!("{:?}", self.tournament));
    }

    /// Takes the automatic steps that are due at this time.
    fn settle(&mut self, unix_ms: i64) {
        self.unix_ms = unix_ms;
        loop {
            let here = self.here.as_ref();
            let were_here =
                |names: &[&str], _: u32| here.map(|here| names.iter().map(|name| here.contains(name)).collect());
            let places = |names: &[&str], _: usize| vec![1; names.len()];
            let now = Now { at_ms: unix_ms as u64, unix_ms, under_way: 0, places: &places, were_here: &were_here };
            let facts = self.tournament.due(now);
            if facts.is_empty() {
                return;
            }
            self.take(facts);
        }
    }

    fn names(&self) -> Vec<&str> {
        self.tournament.entrants.iter().map(|entrant| entrant.name.as_str()).collect()
    }

    fn removed(&self) -> Vec<(&str, EntryRemoval)> {
        let removed = self.log.iter().filter_map(|event| match &event.fact {
            Fact::EntryRemoved { name, cause, .. } => Some((name.as_str(), *cause)),
            _ => None,
        });
        removed.collect()
    }
}

fn timed(starts_at_unix_ms: Option<i64>, check_in_minutes: u32) -> Rules {
    let timetable = Timetable { starts_at_unix_ms, check_in_minutes, provisional_ms: 0 };
    Rules { timetable, ..rules(Format::RoundRobin { cycles: 1 }) }
}

#[test]
fn a_player_that_leaves_before_the_start_is_no_entrant_and_can_enter_again() {
    for rules in every_format() {
        let mut of = Opened::new(rules, &["a", "b", "c", "d", "e"]);
        of.leave("b").unwrap();
        assert_eq!(of.names(), ["a", "c", "d", "e"]);
        of.join("b").unwrap();
        of.leave("a").unwrap();
        assert_eq!(of.names(), ["c", "d", "e", "b"], "the numbers follow the order of entry");
        of.start().unwrap();
        of.settle(0);
        let met = of.tournament.encounters.iter().flat_map(|one| &one.paired.entrants);
        assert!(met.clone().count() > 0 && met.clone().all(|entrant| of.tournament.is_in(*entrant)));
        assert!(of.tournament.encounters.iter().all(|one| one.forfeited_by.is_empty()), "nothing is forfeited");
    }
}

#[test]
fn a_start_needs_enough_entrants_that_are_in() {
    let mut of = Opened::new(timed(None, 0), &["a", "b"]);
    of.leave("b").unwrap();
    let refused = of.start().unwrap_err();
    assert_eq!(refused.to_string(), "entrants is 1, expected 2 to 2048 for the format round_robin");
    of.join("b").unwrap();
    of.start().unwrap();
    assert_eq!(of.tournament.phase, Phase::Running);
}

#[test]
fn a_player_that_left_after_the_start_or_was_put_out_cannot_enter_again_in_any_format() {
    for rules in every_format() {
        let mut of = Opened::new(rules, &["a", "b", "c", "d", "e", "f"]);
        let put_out = |of: &Opened, name| {
            let entrant = of.tournament.entrant_named(name).unwrap();
            Command::Disqualify { entrant, reason: "a cheat".into() }
        };
        of.command(put_out(&of, "a")).unwrap();
        assert_eq!(of.names(), ["b", "c", "d", "e", "f"], "it is no entrant before the start");
        assert_eq!(of.join("a"), Err(ContestRefusal::NoReturn("a".to_owned())));
        of.start().unwrap();
        of.leave("b").unwrap();
        of.command(put_out(&of, "c")).unwrap();
        for name in ["a", "b", "c"] {
            assert_eq!(of.join(name), Err(ContestRefusal::NoReturn(name.to_owned())));
        }
        let again = of.join("d").unwrap_err();
        assert_eq!(again.to_string(), "name is `d`, expected an unused name");
    }
}

#[test]
fn an_entrant_that_a_test_counts_by_number_does_not_leave_before_the_start() {
    let rules = with_tests().remove(0);
    let mut of = Opened::new(rules, &["new", "old", "third"]);
    for name in ["new", "old"] {
        assert!(
            matches!(&of.leave(name), Err(ContestRefusal::BadField(BadField { field, .. })) if field == "entrant"),
            "{name}"
        );
    }
    of.leave("third").unwrap();
    of.start().unwrap();
}

#[test]
fn a_tournament_starts_at_its_time_and_not_before() {
    let mut of = Opened::new(timed(Some(1_000_000), 0), &["a", "b", "c"]);
    of.settle(999_999);
    assert_eq!(of.tournament.phase, Phase::Entries);
    assert_eq!(of.tournament.next_due_ms(500, 999_999), Some(501));
    assert_eq!(of.tournament.next_due_ms(500, 0), Some(60_500), "the wall clock may be changed");
    of.settle(1_000_000);
    assert_eq!(of.tournament.phase, Phase::Running);
    // If the server was down at that time, it starts the tournament when it is up again.
    let mut late = Opened::new(timed(Some(1_000_000), 0), &["a", "b"]);
    late.settle(90_000_000);
    assert_eq!(late.tournament.phase, Phase::Running);
}

#[test]
fn a_tournament_with_too_few_entrants_at_its_time_ends_and_says_why() {
    let mut of = Opened::new(timed(Some(1_000), 5), &["a", "b"]);
    of.here = Some(vec!["a"]);
    of.settle(1_000);
    assert_eq!(of.tournament.phase, Phase::Over(ContestReason::NotStarted { entrants: 1 }));
    assert_eq!(of.removed(), [("b", EntryRemoval::Absent)], "it says who missed the check-in");
}

#[test]
fn only_entrants_that_were_connected_during_the_check_in_start() {
    let mut of = Opened::new(timed(Some(MINUTE_MS), 5), &["a", "b", "c", "d"]);
    of.here = None;
    of.settle(MINUTE_MS);
    assert_eq!(of.tournament.phase, Phase::Entries, "the server does not know yet who was connected");
    assert_eq!(of.tournament.next_due_ms(7, MINUTE_MS), Some(1_007));
    of.here = Some(vec!["b", "d"]);
    of.settle(2 * MINUTE_MS);
    assert_eq!((of.tournament.phase.clone(), of.names()), (Phase::Running, vec!["b", "d"]));
    assert_eq!(of.removed(), [("a", EntryRemoval::Absent), ("c", EntryRemoval::Absent)]);
    assert!(of.log.iter().any(|event| matches!(
        &event.fact,
        Fact::EntryRemoved { reason: ContestReason::NotConnected { minutes: 5 }, .. }
    )));
}

#[test]
fn a_manual_start_leaves_the_absent_out_too() {
    let mut of = Opened::new(timed(None, 5), &["a", "b", "c"]);
    let start = |absent: &[&str]| Command::Start { absent: absent.iter().map(|name| (*name).to_owned()).collect() };
    let refused = of.command(start(&["a", "b"]));
    assert!(
        matches!(&refused, Err(ContestRefusal::BadField(BadField { field, .. })) if field == "entrants"),
        "{refused:?}"
    );
    assert_eq!(of.names(), ["a", "b", "c"], "a rejected start removes no entrant");
    of.command(start(&["a", "gone"])).unwrap();
    assert_eq!((of.tournament.phase.clone(), of.names()), (Phase::Running, vec!["b", "c"]));
}

#[test]
fn a_timetable_out_of_its_bounds_is_refused() {
    let bad = |timetable| Rules { timetable, ..timed(None, 0) }.check().unwrap_err().field;
    assert_eq!(bad(Timetable { check_in_minutes: 1441, ..Timetable::default() }), "check_in_minutes");
    assert_eq!(bad(Timetable { provisional_ms: u64::MAX, ..Timetable::default() }), "provisional_ms");
    assert_eq!(bad(Timetable { starts_at_unix_ms: Some(0), ..Timetable::default() }), "starts_at_unix_ms");
    let tested =
        Rules { timetable: Timetable { check_in_minutes: 5, ..Timetable::default() }, ..with_tests().remove(0) };
    assert_eq!(tested.check().unwrap_err().field, "check_in_minutes", "entries that are removed renumber others");
}

/// An older version stored a player that left before the start as withdrawn. Such logs keep their
/// meaning.
#[test]
fn a_log_of_an_older_version_keeps_early_departures() {
    let mut of = Opened::new(timed(None, 0), &["a", "b", "c"]);
    of.take(vec![Fact::EntrantWithdrawn { entrant: Entrant(1), reason: "it left".into() }]);
    assert_eq!(of.join("b"), Err(ContestRefusal::NoReturn("b".to_owned())));
    of.take(vec![Fact::Started]);
    of.settle(0);
    assert_eq!(of.names(), ["a", "b", "c"]);
    assert_eq!(of.tournament.encounters.iter().filter(|one| one.forfeited_by == [Entrant(1)]).count(), 2);
}

/// The names of removed entries are kept, so the limit includes them.
#[test]
fn removed_entries_count_towards_the_limit_of_entries() {
    let mut of = Opened::new(timed(None, 0), &[]);
    let mut decide = |command: &Command| {
        let facts = of.tournament.decide(command)?;
        for fact in facts {
            let event = TournamentEvent { seq: of.tournament.seq.next(), at_ms: 0, fact };
            assert!(of.tournament.take(&event));
        }
        Ok(())
    };
    let join = |number: usize| Command::Enter(format!("p{number}"));
    let leave = Command::Withdraw { entrant: Entrant(0), reason: "it left".into() };
    for number in 0..4_096 {
        decide(&join(number)).expect("there is room");
        decide(&leave).expect("it is in");
    }
    let refused = decide(&join(4_096)).expect_err("the names of all entries are kept");
    assert!(matches!(&refused, ContestRefusal::BadField(BadField { field, .. }) if field == "entries"), "{refused}");
    assert_eq!(decide(&join(0)), Ok(()));
}
