//! Bad bots on a server: engines of `referee join`, and bots that use gRPC.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use referee_client::{Client, NewMatch, pb::Reason};
use tokio::{task::JoinHandle, time::sleep};

use crate::{
    Behaviour,
    measured::Measured,
    place::{CONTROL, Place, Post, Running, What},
    recorded,
    stream::BadBot,
};

/// Maximum time for both bots to connect.
const CONNECTS_WITHIN: Duration = Duration::from_secs(30);
/// Retry interval for opening a match.
const RETRY_AFTER: Duration = Duration::from_millis(10);

/// A server, and the good bot on it.
struct Served {
    server: Running,
    good: Running,
    url: String,
    client: Client,
    bad_token: String,
}

/// Makes a bad engine of `referee join` lose this many matches on time.
pub async fn measure_engine(behaviour: Behaviour, flags: usize) -> anyhow::Result<Measured> {
    let mut place = Place::new()?;
    let served = Served::start(&place).await?;
    let bad = join(&place, &served.url, &served.bad_token, &place.bad_bot(behaviour)?)?;
    let mut ids = Vec::new();
    let followed = {
        let directory = place.path().to_owned();
        let open = async || {
            Post::of(&directory)?.tell(What::MatchOpened)?;
            ids.push(served.open().await?);
            Ok(())
        };
        place.follow(flags, &[&served.server, &served.good, &bad], open).await
    };
    served.measured(followed, &ids).await
}

/// Makes a bad bot on gRPC lose this many matches on time. It reconnects for each match.
pub async fn measure_bot(behaviour: Behaviour, flags: usize) -> anyhow::Result<Measured> {
    let mut place = Place::new()?;
    let served = Served::start(&place).await?;
    let mut ids = Vec::new();
    let mut playing: Option<JoinHandle<anyhow::Result<()>>> = None;
    let directory = place.path().to_owned();
    let followed = {
        let open = async || {
            playing.take().inspect(JoinHandle::abort);
            let mut post = Post::of(&directory)?;
            let behaviour = if post.is_calm() { Behaviour::Silent } else { behaviour };
            let bot = BadBot::enter(&served.url, &served.bad_token, behaviour).await?;
            post.tell(What::MatchOpened)?;
            ids.push(served.open().await?);
            playing = Some(tokio::spawn(bot.play(post)));
            Ok(())
        };
        place.follow(flags, &[&served.server, &served.good], open).await
    };
    playing.inspect(JoinHandle::abort);
    served.measured(followed, &ids).await
}

impl Served {
    async fn start(place: &Place) -> anyhow::Result<Served> {
        let mut server = place.start(
            &[
                "serve",
                "--memory",
                "--listen",
                "127.0.0.1:0",
                "--matches-per-minute-per-owner",
                "1000000",
                "--matches-per-minute-per-address",
                "1000000",
            ],
            Stdio::piped(),
        )?;
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().context("it was piped")?).read_line(&mut line)?;
        let url = line.split([' ', ',']).find(|word| word.starts_with("http://")).context("no address")?.to_owned();
        let client = Client::connect(&url).await?;
        let bad_token = client.register("bad").await?;
        client.with_token(&bad_token)?.set_accept_policy(Some(referee_client::accept_all())).await?;
        let good_token = client.register("good").await?;
        let good = join(place, &url, &good_token, &place.good_bot()?)?;
        Ok(Served { server, good, client: client.with_token(&good_token)?, url, bad_token })
    }

    /// Opens a match in which the bad bot moves first. Returns its id.
    async fn open(&self) -> anyhow::Result<String> {
        let players = vec!["bad".to_owned(), "good".to_owned()];
        let new = NewMatch {
            game: "kamisado".to_owned(),
            rules: referee_client::timed(CONTROL),
            players,
            ..NewMatch::default()
        };
        // The bots need a moment to connect.
        let until = Instant::now() + CONNECTS_WITHIN;
        loop {
            match self.client.create(new.clone()).await {
                Err(error) if error.reason() == Some(Reason::BotUnavailable) && Instant::now() < until => {
                    sleep(RETRY_AFTER).await;
                }
                created => return Ok(created?.match_id),
            }
        }
    }

    /// Adds the recorded delays of the matches `ids` to the measurements, without the calm match.
    async fn measured(&self, followed: anyhow::Result<Measured>, ids: &[String]) -> anyhow::Result<Measured> {
        let measured = followed?;
        let mut all = Vec::new();
        for id in &ids[1..] {
            all.extend(recorded::read(&self.client.record(id).await?)?);
        }
        measured.recorded(&all)
    }
}

fn join(place: &Place, url: &str, token: &str, engine: &str) -> anyhow::Result<Running> {
    // The time limit is below one second, which `join` does not accept by default.
    place.start(&["join", "--url", url, "--token", token, "--min-base", "0", "--engine", engine], Stdio::null())
}
