//! A bot that plays any legal move of any game: `random_bot http://127.0.0.1:7171 NAME [OPPONENT]`.
//! It registers under NAME. With OPPONENT, it opens a match of Kamisado against that player.

use std::{future::ready, time::Duration};

use referee_client::{
    Client, NewMatch, PlayOptions, Turn,
    pb::{AcceptPolicy, Reason},
};
use tokio::time::sleep;

fn any(turn: &Turn) -> String {
    let luck = getrandom::u32().unwrap_or(0) as usize;
    turn.legal[luck % turn.legal.len()].clone()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [url, name, opponents @ ..] = &args[..] else {
        return Err("usage: random_bot URL NAME [OPPONENT]".into());
    };
    let server = Client::connect(url).await?;
    let me = server.with_token(&server.register(name).await?)?;
    // Other players may open matches with the bot that this policy accepts.
    let accepted = AcceptPolicy { min_base_ms: 1_000, max_matches: Some(1), ..AcceptPolicy::default() };
    me.set_accept_policy(Some(accepted)).await?;
    // If the opponent's policy accepts the challenge, the match opens once both players are
    // connected.
    let opening = async {
        let [opponent] = opponents else { return Ok(()) };
        let new = NewMatch::of("kamisado", vec![name.clone(), opponent.clone()], "60+1");
        loop {
            match me.create(new.clone()).await {
                Err(away) if away.reason() == Some(Reason::BotUnavailable) => sleep(Duration::from_millis(100)).await,
                opened => return opened.map(|opened| println!("match {}", opened.match_id)),
            }
        }
    };
    let options = PlayOptions { until_ended: Some(1), agent: "random_bot".into(), ..PlayOptions::default() };
    let (results, ()) = tokio::try_join!(me.play(options, |turn| ready(any(&turn))), opening)?;
    for result in results {
        let verdict = &result.verdict;
        println!("{} places {:?}: {}", verdict.termination().as_str_name(), verdict.places, verdict.detail);
    }
    Ok(())
}
