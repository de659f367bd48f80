//! Matches that end because of the scores that bots report with their moves.

use referee::{
    law::{Fact, verify::verify},
    store::record,
};
use referee_client::{
    Client, NewMatch,
    pb::{self, Termination, match_event::Event, play_response::Message},
};

use crate::api::rig::{Bot, Rig, kamisado, play_move};

/// Plays moves with this score until the match is over.
async fn report(mut bot: Bot, score: Option<i64>) {
    let mut number = 0;
    loop {
        match bot.hear().await {
            Message::Turn(turn) => {
                number += 1;
                let mut request = play_move(&turn.match_id, turn.turn_id, &turn.legal[number % turn.legal.len()]);
                if let Some(pb::submit_command_request::Command::PlayMove(played)) = &mut request.command {
                    played.score = score;
                }
                bot.say(pb::play_request::Message::Command(request)).await;
            }
            Message::Event(seen) => {
                if let Some(Event::MatchEnded(_)) = seen.event.and_then(|event| event.event) {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// Plays a match in which the bots report these scores. Returns its summary and its record.
async fn play(
    rig: &Rig,
    [ann, bob]: [&Client; 2],
    new: NewMatch,
    scores: [Option<i64>; 2],
) -> (pb::MatchSummary, String) {
    let (white, black) = (Bot::enter(ann).await, Bot::enter(bob).await);
    let id = ann.create(new).await.expect("both are here").match_id;
    tokio::join!(report(white, scores[0]), report(black, scores[1]));
    let request = pb::GetMatchRequest { match_id: id.clone(), ..Default::default() };
    let seen = rig.client.matches().get_match(request).await.expect("it is known").into_inner();
    (seen.summary.expect("a summary"), rig.client.record(&id).await.expect("it is over"))
}

#[tokio::test]
async fn reports_of_bots_end_a_match() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let short = || pb::MatchRules { max_plies: Some(20), ..referee_client::timed("inf") };
    let hive = || NewMatch { game: "hive".into(), ..kamisado("ann", "bob") };
    let resign = |all_sides| NewMatch {
        rules: pb::MatchRules { resign_rule: Some(pb::ResignRule { moves: 2, score: 500, all_sides }), ..short() },
        ..hive()
    };
    let draw_rule = Some(pb::DrawRule { moves: 2, score: 10, from_ply: 6 });
    let drawn = || NewMatch { rules: pb::MatchRules { draw_rule, ..short() }, ..hive() };
    let (lost, even) = (Some(-900), Some(3));
    for (new, scores, termination, seat, plies) in [
        (resign(false), [even, lost], Termination::Adjudication, Some(1), 4),
        (resign(true), [Some(900), lost], Termination::Adjudication, Some(1), 4),
        // The other side does not agree, or no side reports a score.
        (resign(true), [even, lost], Termination::MaxPlies, None, 20),
        (resign(false), [None, None], Termination::MaxPlies, None, 20),
        (drawn(), [even, even], Termination::Adjudication, None, 6),
        (drawn(), [even, None], Termination::MaxPlies, None, 20),
    ] {
        let what = format!("{new:?} {scores:?}");
        let asked = new.rules.clone();
        let (summary, kept) = play(&rig, [&ann, &bob], new, scores).await;
        let rules = summary.rules.expect("a match has rules");
        assert_eq!(
            (rules.resign_rule, rules.draw_rule, rules.max_plies),
            (asked.resign_rule, asked.draw_rule, Some(20))
        );
        let verdict = summary.verdict.expect("the end");
        assert_eq!((verdict.termination(), verdict.seat), (termination, seat), "{what}");
        let events = record::read(&kept).expect("a record");
        let reports: Vec<Option<i64>> = events
            .iter()
            .filter_map(|event| if let Fact::MovePlayed(moved) = &event.fact { Some(moved.score) } else { None })
            .collect();
        assert_eq!(reports.len(), plies, "{what}");
        assert!(reports.iter().enumerate().all(|(ply, score)| *score == scores[ply % 2]), "{what}: {reports:?}");
        verify(&events).expect("the record verifies");
    }
}
