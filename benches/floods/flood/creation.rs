//! Floods of matches with the house's players: of tables, of the house's seats, and of searching
//! bots that play on.

use referee_client::{
    Client, NewMatch, accept_all,
    pb::{Hello, PlayRequest, play_request::Message as Said},
};
use tokio::{sync::mpsc, task::JoinSet};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{CALLS, Source, calls};

/// So many players that an address has all the matches and house seats that it may: five of either
/// would do.
pub const MANY: usize = 20;

/// Begins it by so many players.
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
        // It is connected, so that its matches begin, and never answers a turn.
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
    // All are connected before the first exceeds its limits.
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

/// A match: of the house with itself, which plays on for ever, or with the house, which waits for
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
