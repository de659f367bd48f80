//! Floods of matches against the house that use up tables, house seats, and searching bots.

use referee_client::{
    Client, NewMatch, accept_all,
    pb::{Hello, PlayRequest, play_request::Message as Said},
};
use tokio::{sync::mpsc, task::JoinSet};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{CALLS, Source, calls};

/// Number of players that together reach the address limits for matches and house seats. Five would
/// reach either one.
pub const MANY: usize = 20;

/// Starts the flood with this many players.
pub async fn begin(tasks: &mut JoinSet<()>, source: Source, players: usize) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for number in 0..players {
        let (name, client) = match number {
            0 => (super::log::PLAYER.to_owned(), calls::player(&source).await?),
            _ => {
                let name = format!("many-{number}");
                let client = Client::connect(&source.target.url).await?;
                let token = client.register(&name).await?;
                (name, client.with_token(&token)?)
            }
        };
        client.set_accept_policy(Some(accept_all())).await?;
        // Connected players let their matches start, and never answer a turn.
        let (sender, said) = mpsc::channel(1);
        let hello = Hello { max_matches: Some(256), without_position: true, without_legal: true, ..Hello::default() };
        sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
        let mut told = client.matches().play(ReceiverStream::new(said)).await?.into_inner();
        tasks.spawn(async move {
            let _sender = sender;
            while let Ok(Some(_)) = told.message().await {}
        });
        all.push((name, client));
    }
    // All players connect before the first one exceeds its limits.
    for (name, client) in all {
        for caller in 0..CALLS {
            let (source, client, name) = (source.clone(), client.clone(), name.clone());
            tasks.spawn(async move {
                for kind in caller.. {
                    let answered = create(&client, new_match(&name, kind)).await;
                    source.tally.note(answered).await;
                }
            });
        }
    }
    Ok(())
}

/// Returns a match between house bots that lasts very long, or one against the house that waits for
/// an answer.
fn new_match(name: &str, kind: usize) -> NewMatch {
    let search = "house-search";
    let (game, players) = match kind % 4 {
        0 => ("hive", [search, search]),
        1 => ("kamisado", [search, "house-greedy"]),
        2 => ("hive", [search, name]),
        _ => ("kamisado", [name, "house-greedy"]),
    };
    NewMatch::of(game, players, "inf")
}

async fn create(client: &Client, new: NewMatch) -> Result<(), Status> {
    let request = new.request(client.new_request_id());
    client.matches().create_match(request).await.map(drop)
}
