//! Draws, takebacks and arbiters, over the wire.

use referee::{api::Settings, ids::PlayerId};
use referee_client::{
    NewMatch,
    pb::{self, Proposal, ProposalAnswer, Reason, match_event::Event, submit_command_request::Command},
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_declined, assert_refused, command, kamisado, play_move};

fn propose(proposal: Proposal) -> Command {
    Command::Propose(pb::Propose { proposal: proposal.into() })
}

fn respond(proposal: Proposal, response: ProposalAnswer) -> Command {
    Command::AnswerProposal(pb::AnswerProposal { proposal: proposal.into(), answer: response.into() })
}

async fn say(bot: &mut Bot, match_id: &str, request_id: &str, said: Command) -> Result<u64, pb::Refusal> {
    bot.ask(command(match_id, request_id, said)).await
}

#[tokio::test]
async fn two_bots_agree_on_a_draw() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut white, mut black) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let new = NewMatch { game: "hive".into(), ..kamisado("ann", "bob") };
    let id = ann.create(new).await.expect("both are here").match_id;
    white.seated(&id).await;
    black.seated(&id).await;
    let first = say(&mut white, &id, "d", propose(Proposal::Draw)).await.expect("it may");
    assert_eq!(
        say(&mut white, &id, "d", propose(Proposal::Draw)).await,
        Ok(first),
        "the same request, the same answer"
    );
    assert_declined(say(&mut white, &id, "e", propose(Proposal::Draw)).await, Reason::AlreadyProposed, "");
    assert_declined(
        say(&mut white, &id, "f", Command::Propose(pb::Propose { proposal: 9 })).await,
        Reason::BadField,
        "proposal",
    );
    assert_declined(say(&mut white, &id, "g", Command::ClaimDraw(pb::ClaimDraw {})).await, Reason::NothingToClaim, "");
    say(&mut black, &id, "y", respond(Proposal::Draw, ProposalAnswer::Accept)).await.expect("it may");
    let request = pb::GetMatchRequest { match_id: id.clone(), ..Default::default() };
    let over =
        rig.client.matches().get_match(request).await.expect("it is known").into_inner().summary.expect("a summary");
    let verdict = over.verdict.expect("the end");
    assert_eq!((verdict.termination(), verdict.points), (pb::Termination::DrawAgreed, vec![0.5, 0.5]));
    assert_eq!(say(&mut white, &id, "d", propose(Proposal::Draw)).await, Ok(first), "also after the end");
}

#[tokio::test]
async fn the_house_lets_a_move_be_taken_back() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::enter(&ann).await;
    let id = ann.create(kamisado("ann", "house-random")).await.expect("both are here").match_id;
    bot.seated(&id).await;
    let turn = bot.turn().await;
    // The house bot computes its move without blocking other tasks.
    let played = play_move(&id, turn.turn_id, "a8a5");
    bot.ask(played).await.expect("it is legal");
    let next = bot.turn().await;
    assert_eq!(next.ply, 2);
    say(&mut bot, &id, "t", propose(Proposal::Takeback)).await.expect("the match is casual");
    let again = bot.turn().await;
    assert_eq!((again.ply, &again.position), (0, &turn.position), "it goes back to before its own move");
    assert_ne!(again.turn_id, turn.turn_id);
    let other = again.legal.last().expect("a move").clone();
    bot.ask(play_move(&id, again.turn_id, &other)).await.expect("another move of the same ply");
}

#[tokio::test]
async fn an_arbiter_pauses_and_decides() {
    let carl = PlayerId::parse("carl").expect("a name");
    let rig = Rig::with_settings(Settings { arbiters: vec![carl], ..Settings::default() }).await;
    let carl = rig.player("carl").await;
    let (mut black, _white, id) = rig.seated().await;
    let turn = black.turn().await;
    let submit = |request_id: &str, said: Command| {
        let (mut matches, asked) = (carl.matches(), command(&id, request_id, said));
        async move { matches.submit_command(asked).await.map(|answer| answer.into_inner().seq) }
    };
    let pause = || Command::Pause(pb::Pause {});
    assert_declined(say(&mut black, &id, "p", pause()).await, Reason::Forbidden, "");
    let paused = submit("p", pause()).await.expect("an arbiter may");
    assert_eq!(submit("p", pause()).await.ok(), Some(paused));
    let played = || play_move(&id, turn.turn_id, &turn.legal[0]);
    black.say(referee_client::pb::play_request::Message::Command(played())).await;
    assert_eq!(black.refusal().await.reason(), Reason::Paused);
    submit("u", Command::Resume(pb::Resume {})).await.expect("an arbiter may");
    assert_refused(submit("v", Command::Resume(pb::Resume {})).await, Code::FailedPrecondition, "NOT_PAUSED", "");
    let again = black.turn().await;
    assert_eq!((again.turn_id, again.round, again.ply), (turn.turn_id, turn.round, turn.ply), "the turn is re-sent");
    let ruling = |loser| Some(pb::adjudicate::Ruling::Loser(loser));
    let adjudicate = |loser| Command::Adjudicate(pb::Adjudicate { ruling: ruling(loser), reason: "he left".into() });
    assert_refused(submit("x", adjudicate(7)).await, Code::PermissionDenied, "NOT_SEATED", "seat");
    let decided = submit("w", adjudicate(0)).await.expect("an arbiter may");
    let mut watch = rig.client.watch(&id, 0);
    let mut last = None;
    while let Some(event) = watch.next().await.expect("it is watched") {
        last = event.event;
    }
    let Some(Event::MatchEnded(ended)) = last else { panic!("the end") };
    let verdict = ended.verdict.expect("a verdict");
    assert_eq!(
        (verdict.termination(), verdict.seat, verdict.places),
        (pb::Termination::Adjudication, Some(0), vec![2, 1])
    );
    assert_eq!(submit("w", adjudicate(0)).await.ok(), Some(decided), "also after the end");
}
