//! The events that each viewer may see.

use referee_ids::{Seat, Viewer};
use referee_law::{Command, Fact, Match, Proposal, SeenEvent, same_for_all, seen_by};

use super::{
    rig::{Rig, opened, request, takeaway},
    takeaway::TAKEAWAY,
};

/// Returns every event of a match as the viewer sees it.
fn seen(rig: &Rig, viewer: Viewer) -> Vec<SeenEvent> {
    let Fact::MatchOpened(opened) = rig.log[0].fact.clone() else { panic!("the first event") };
    let mut before = Match::open_with(rig.game, *opened).expect("a match");
    let mut seen = Vec::new();
    for event in &rig.log {
        seen.push(seen_by(viewer, &before, event));
        before.apply(event);
    }
    seen
}

fn dealt(seen: &[SeenEvent]) -> Vec<&str> {
    let notation = |event| match SeenEvent::fact(event) {
        Fact::ChanceResolved { notation, .. } => Some(notation.as_str()),
        _ => None,
    };
    seen.iter().filter_map(notation).collect()
}

#[test]
fn each_viewer_sees_its_own_events_without_gaps() {
    let rig = Rig::started(&TAKEAWAY, opened("takeaway", &["10"; 3], &[]));
    assert!(!same_for_all(&rig.current));
    let spectator = seen(&rig, Viewer::Spectator);
    assert_eq!(dealt(&spectator), ["deal?"; 3]);
    for seat in 0..3 {
        let own = seen(&rig, Viewer::Seat(Seat(seat)));
        let known: Vec<bool> = dealt(&own).iter().map(|notation| *notation != "deal?").collect();
        assert_eq!(known, [seat == 0, seat == 1, seat == 2]);
        let numbers = |seen: &[SeenEvent]| seen.iter().map(|e| (e.seq(), e.at())).collect::<Vec<_>>();
        assert_eq!(numbers(&own), numbers(&spectator));
    }
}

#[test]
fn a_round_begins_with_the_view_of_its_own_position() {
    let mut rig = takeaway(&["10", "10"]);
    for notation in ["take1", "take1", "take3", "take2"] {
        rig.play(notation);
    }
    let starts: Vec<String> = seen(&rig, Viewer::Seat(Seat(1)))
        .iter()
        .filter_map(|event| match event.fact() {
            Fact::RoundStarted { position, .. } => Some(position.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(starts, ["/0070", "/1170"]);
}

#[test]
fn the_end_of_a_round_reveals_hidden_information() {
    let mut rig = takeaway(&["10", "10"]);
    for notation in ["take1", "take1", "take3", "take2"] {
        rig.play(notation);
    }
    rig.does(Command::Resign { seat: Seat(0), request_id: request("") });
    let deals: Vec<String> = rig
        .log
        .iter()
        .filter_map(|event| match &event.fact {
            Fact::ChanceResolved { notation, .. } => Some(notation.clone()),
            _ => None,
        })
        .collect();
    let number = |deal: &str| deal.strip_prefix("deal").expect("a deal").to_owned();
    let step = |ply: u32| move |deal: &String| (ply, deal.clone());
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Arbiter] {
        let seen = seen(&rig, viewer);
        let revealed: Vec<_> = seen.iter().filter_map(|event| Some((event.fact(), event.revealed()?))).collect();
        let [(Fact::RoundEnded { .. }, first), (Fact::MatchEnded(_), second)] = revealed[..] else {
            panic!("a round that ends and a match that ends in the next: {revealed:#?}")
        };
        for (revealed, deals, rest) in [(first, &deals[..2], "/0000"), (second, &deals[2..], "/1170")] {
            assert_eq!(revealed.position, format!("{}{}{rest}", number(&deals[0]), number(&deals[1])));
            let steps: Vec<_> = (0..).zip(deals).map(|(ply, deal)| step(ply)(deal)).collect();
            assert_eq!(revealed.steps, steps);
        }
    }
}

#[test]
fn an_arbiter_sees_everything_while_it_is_played() {
    let rig = takeaway(&["10", "10"]);
    let facts: Vec<Fact> = seen(&rig, Viewer::Arbiter).iter().map(|event| event.fact().clone()).collect();
    assert_eq!(facts, rig.log.iter().map(|event| event.fact.clone()).collect::<Vec<Fact>>());
    let round = rig.current.course().position();
    assert_eq!(round.view(Viewer::Arbiter), round.text());
}

#[test]
fn request_ids_are_hidden() {
    let mut rig = takeaway(&["10", "10"]);
    rig.does(Command::Propose { seat: Seat(1), proposal: Proposal::Draw, request_id: request("secret") });
    rig.does(Command::Resign { seat: Seat(0), request_id: request("another") });
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        for event in seen(&rig, viewer) {
            let id = match event.fact() {
                Fact::ProposalMade { request_id, .. } => request_id,
                Fact::MatchEnded(ended) => &ended.request_id,
                _ => continue,
            };
            assert!(id.is_empty());
        }
    }
}

#[test]
fn where_nothing_is_hidden_all_see_the_same() {
    let game = referee_games::find("kamisado").expect("a game with nothing hidden");
    let mut rig = Rig::started(game, opened("kamisado", &["10", "10"], &[]));
    let notation = rig.legal()[0].clone();
    rig.play(&notation);
    assert!(same_for_all(&rig.current));
    assert_eq!(seen(&rig, Viewer::Spectator), seen(&rig, Viewer::Seat(Seat(1))));
    let facts: Vec<Fact> = seen(&rig, Viewer::Spectator).iter().map(|event| event.fact().clone()).collect();
    assert_eq!(facts, rig.log.iter().map(|event| event.fact.clone()).collect::<Vec<Fact>>());
}
