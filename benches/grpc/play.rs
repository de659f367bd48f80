//! Moves through a whole server, with bots that play random moves immediately.

use std::{
    num::NonZeroU32,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use prost::Message as _;
use referee::{
    api::{self, Settings},
    hall::{Hall, Limits, limits::creation_limits::CreationLimits},
    store::Store,
};
use referee_client::{
    Client, NewMatch,
    pb::{self, PlayRequest, match_event::Event, play_request::Message as Said, play_response::Message},
};
use tokio::{net::TcpListener, runtime::Runtime, sync::mpsc, time::sleep};
use tokio_stream::wrappers::ReceiverStream;

use crate::measured::{Counted, Measured, PAIRS_A_CONNECTION, STOP, measure, server_runtime};

/// Interval between attempts to open a match until the guest has connected.
const RETRY_AFTER: Duration = Duration::from_millis(10);

/// Plays for `span` on `streams` streams, two per match.
pub fn play(store: Store, streams: usize, span: Duration, counted: &Arc<Counted>) -> anyhow::Result<Measured> {
    let (server, clients) = (server_runtime()?, Runtime::new()?);
    let (hall, listener) = server.block_on(async {
        // One address opens all matches, more than the default limits allow.
        let (per_minute_per_owner, per_minute_per_address) = (NonZeroU32::MAX, NonZeroU32::MAX);
        let creation = CreationLimits { per_minute_per_owner, per_minute_per_address, ..CreationLimits::default() };
        let limits = Limits { grace: Duration::from_secs(600), creation, ..Limits::default() };
        anyhow::Ok((Hall::open(store, limits).await?, TcpListener::bind("127.0.0.1:0").await?))
    })?;
    let address = listener.local_addr()?;
    // One address registers all bots, more than the default limits allow.
    let settings = Settings { registrations_per_hour: NonZeroU32::MAX, ..Settings::default() };
    server.spawn(api::serve(listener, hall, settings, std::future::pending()));
    clients.block_on(async {
        let mut server = Client::connect(&format!("http://{address}")).await?;
        for pair in 0..streams / 2 {
            if pair > 0 && pair % PAIRS_A_CONNECTION == 0 {
                server = Client::connect(&format!("http://{address}")).await?;
            }
            let names = [format!("a{pair}"), format!("b{pair}")];
            let guest = server.with_token(&server.register(&names[1]).await?)?;
            let host = server.with_token(&server.register(&names[0]).await?)?;
            guest.set_accept_policy(Some(referee_client::accept_all())).await?;
            for (me, hosts) in [(guest, false), (host, true)] {
                let (playing, counted) = (bot(me, names.clone(), hosts, Arc::clone(counted)), Arc::clone(counted));
                tokio::spawn(async move {
                    if let Err(error) = playing.await {
                        counted.gave_up(&error);
                    }
                });
            }
        }
        anyhow::Ok(())
    })?;
    let measured = measure(span, counted)?;
    clients.shutdown_timeout(STOP);
    server.shutdown_background();
    Ok(measured)
}

/// Plays every turn. If it `hosts`, also opens the next match when one ends.
async fn bot(me: Client, names: [String; 2], hosts: bool, counted: Arc<Counted>) -> anyhow::Result<()> {
    let (sender, receiver) = mpsc::channel(64);
    let hello = pb::Hello { max_matches: Some(4), coalesce: true, without_moves: true, ..pb::Hello::default() };
    sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
    let mut inbound = me.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
    if hosts {
        open(&me, &names).await?;
    }
    let mut number = 0_u64;
    while let Some(said) = inbound.message().await? {
        counted.bytes_down.fetch_add(said.encoded_len() as u64, Relaxed);
        counted.messages_down.fetch_add(1, Relaxed);
        match said.message {
            Some(Message::Turn(turn)) => {
                number += 1;
                let luck = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
                let notation = turn.legal[luck as usize % turn.legal.len()].clone();
                let played = pb::PlayMove { turn_id: turn.turn_id, notation, score: None };
                let command = Some(pb::submit_command_request::Command::PlayMove(played));
                let command = pb::SubmitCommandRequest { match_id: turn.match_id, request_id: String::new(), command };
                let request = PlayRequest { message: Some(Said::Command(command)) };
                counted.bytes_up.fetch_add(request.encoded_len() as u64, Relaxed);
                counted.moves.fetch_add(1, Relaxed);
                sender.send(request).await?;
            }
            Some(Message::Event(seen)) if hosts => {
                let event = seen.event.and_then(|event| event.event);
                if matches!(event, Some(Event::MatchEnded(_))) {
                    open(&me, &names).await?;
                }
            }
            Some(Message::Refused(refused)) => anyhow::bail!("declined: {refused:?}"),
            _ => {}
        }
    }
    Ok(())
}

async fn open(me: &Client, names: &[String; 2]) -> anyhow::Result<()> {
    let new = NewMatch {
        game: "kamisado".into(),
        options: [("length".to_owned(), "marathon".to_owned())].into(),
        rules: referee_client::timed("600+5"),
        players: names.to_vec(),
        ..NewMatch::default()
    };
    // The guest needs a moment to connect.
    loop {
        match me.create(new.clone()).await {
            Err(error) if error.reason() == Some(pb::Reason::BotUnavailable) => sleep(RETRY_AFTER).await,
            created => return Ok(created.map(drop)?),
        }
    }
}
