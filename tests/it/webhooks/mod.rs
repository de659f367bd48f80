//! Webhooks: the deliveries of tournament events for every behaviour of a receiver.

mod process;
mod receiver;

use std::{
    collections::BTreeSet,
    io::Write as _,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use prost::Message as _;
use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    ids::PlayerId,
    law::Contest as Named,
    pb::v1::{self, contest_event::Event},
    store::{Store, write_contest},
    webhooks::{MAX_WEBHOOKS, Retry, Secrets, Webhooks},
};
use referee_client::{
    Client, NextEvent,
    pb::{self, change_contest_request::Change},
};
use tonic::Code;

use crate::api::{
    ladders,
    rig::{Rig, assert_refused},
    tournaments::{create, events, round_robin},
};
use receiver::{Answer, Delivery, Receiver};

/// A webhook secret of 32 bytes.
pub const SECRET: &str = "whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U=";
const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];
/// A retry policy with short delays, because receivers recover soon.
const QUICK: Retry = Retry {
    attempt_within: Duration::from_millis(500),
    first: Duration::from_millis(4),
    most: Duration::from_millis(16),
    attempts: 1_000,
};

/// Starts a server with these webhooks, and returns it with a host's client.
async fn hosted(urls: &[&str], retry: Retry) -> (Rig, Client) {
    let store = Store::in_memory().expect("there is memory");
    let targets = urls.iter().map(|url| url.parse().expect("a URL")).collect();
    let secrets = Secrets::parse(SECRET).expect("a secret");
    let settings = Settings {
        arbiters: vec![PlayerId::parse("host").expect("a name")],
        webhooks: Some(Webhooks::new(targets, secrets, retry, &store).expect("they can be called")),
        ..Settings::default()
    };
    let limits = Limits { house_pace: Duration::ZERO, house_nodes: 50, ..Limits::default() };
    let rig = Rig::over(store.clone(), Catalogue::ALL, limits, settings).await;
    rig.player("host").await;
    let admin = rig.administrator(&store).await;
    (rig, admin)
}

/// Starts a tournament of house bots.
async fn play(host: &Client, name: &str) {
    create(host, round_robin(name, &HOUSE)).await.expect("a host may");
}

fn is_end(delivery: &Delivery) -> bool {
    matches!(event(delivery).event, Some(Event::Ended(_)))
}

fn is_taken_end(delivery: &Delivery) -> bool {
    is_end(delivery) && matches!(delivery.answer, Answer::Status(200..=299) | Answer::Endless)
}

fn event(delivery: &Delivery) -> referee::pb::v1::ContestEvent {
    delivery.read().event.expect("an event")
}

fn of(name: &str) -> Option<v1::Contest> {
    Some(write_contest(&Named::Tournament(name.to_owned())))
}

fn seqs(deliveries: &[Delivery]) -> Vec<u64> {
    deliveries.iter().map(|delivery| delivery.read().seq).collect()
}

/// Returns whether the example in the docs accepts a delivery as genuine, with `in_front` inserted
/// before its body.
fn is_genuine(delivery: &Delivery, in_front: &str, secret: &str) -> bool {
    let program = "import json, sys; sys.path.insert(0, 'examples'); from verify_webhook import is_genuine\n\
        secret, headers = sys.argv[1], json.loads(sys.argv[2]); sys.exit(not is_genuine(secret, headers, sys.stdin.buffer.read()))";
    let headers = serde_json::to_string(&delivery.headers).expect("texts");
    let mut child = Command::new("python3")
        .args(["-c", program, secret, &headers])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .spawn()
        .expect("Python is there");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(&[in_front.as_bytes(), &delivery.body].concat()).expect("it reads");
    drop(stdin);
    let status = child.wait().expect("it ends");
    assert!(matches!(status.code(), Some(0 | 1)), "{status}");
    status.success()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_event_is_sent_once_in_order_and_signed() {
    let mut receiver = Receiver::start(|_| Answer::Status(204)).await;
    let (rig, host) = hosted(&[&receiver.url], QUICK).await;
    play(&host, "cup").await;
    let sent = receiver.until(is_end).await;
    let told = events(&rig.client, "cup").await;
    assert_eq!(seqs(&sent), (1..=told.len() as u64).collect::<Vec<_>>());
    for (delivery, told) in sent.iter().zip(&told) {
        assert_eq!(event(delivery).encode_to_vec(), told.encode_to_vec(), "the public event");
        assert_eq!((delivery.read().contest, delivery.read().delivery_id.as_str()), (of("cup"), delivery.id()));
        assert_eq!(delivery.path, "/hook?for=test");
        assert_eq!(delivery.headers["content-type"], "application/json");
        assert!(delivery.headers["user-agent"].starts_with("referee/"));
        assert!(delivery.id().starts_with("msg_") && !delivery.id().contains('.'));
    }
    assert_eq!(sent.iter().map(Delivery::id).collect::<BTreeSet<_>>().len(), sent.len(), "an id for each");
    let other = "whsec_b3RoZXJvdGhlcm90aGVyb3RoZXJvdGhlcm90aGVyb3Q=";
    assert!(is_genuine(&sent[0], "", SECRET) && is_genuine(&sent[1], "", SECRET));
    assert!(!is_genuine(&sent[0], " ", SECRET), "another body");
    assert!(!is_genuine(&sent[0], "", other), "another secret");
    assert!(receiver.is_quiet());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_a_receiver_does_it_gets_every_event_in_order() {
    let bad =
        [Answer::Status(500), Answer::Reset, Answer::Hang, Answer::Status(404), Answer::Redirect, Answer::Status(429)];
    let answer = move |number: usize| {
        if number < 2 * bad.len() { bad[number / 2] } else { [Answer::Status(200), Answer::Endless][number % 2] }
    };
    let mut receiver = Receiver::start(answer).await;
    let (rig, host) = hosted(&[&receiver.url], QUICK).await;
    play(&host, "cup").await;
    let sent = receiver.until(is_taken_end).await;
    assert!(sent.iter().all(|delivery| delivery.path == "/hook?for=test"), "no redirect is followed");
    let (failed, taken): (Vec<_>, Vec<_>) =
        sent.iter().cloned().partition(|one| !matches!(one.answer, Answer::Status(200..=299) | Answer::Endless));
    assert!(failed.len() >= bad.len(), "{} failed", failed.len());
    assert!(failed.iter().all(|one| one.read().seq == 1 && one.id() == taken[0].id()), "the same is tried again");
    let told = events(&rig.client, "cup").await.len() as u64;
    assert_eq!(seqs(&taken), (1..=told).collect::<Vec<_>>());
    let listed = host.admin().list_webhooks(pb::ListWebhooksRequest::default()).await.expect("a host may").into_inner();
    assert_eq!(listed.urls, [receiver.url.clone()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_hangs_delays_no_other() {
    let mut hanging = Receiver::start(|_| Answer::Hang).await;
    let mut well = Receiver::start(|_| Answer::Status(200)).await;
    let patient = Retry { attempt_within: Duration::from_secs(600), ..QUICK };
    let (_rig, host) = hosted(&[&hanging.url, &well.url], patient).await;
    play(&host, "cup").await;
    let sent = well.until(is_end).await;
    assert_eq!(seqs(&sent), (1..=sent.len() as u64).collect::<Vec<_>>());
    assert_eq!(hanging.next().await.read().seq, 1);
    assert!(hanging.is_quiet(), "it has its first delivery still");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_fails_for_hundreds_of_contests_hears_of_the_others() {
    const FAILING: usize = 256;
    let answer = |number| if number < FAILING { Answer::Status(500) } else { Answer::Status(200) };
    let mut receiver = Receiver::start(answer).await;
    let hour = Duration::from_secs(3600);
    let (_rig, host) = hosted(&[&receiver.url], Retry { first: hour, most: hour, ..QUICK }).await;
    for number in 0..FAILING {
        let asked = pb::CreateTournamentRequest { start: false, ..round_robin(&format!("cup-{number}"), &HOUSE) };
        create(&host, asked).await.expect("a host may");
    }
    let mut failed = BTreeSet::new();
    while failed.len() < FAILING {
        failed.insert(receiver.next().await.id().to_owned());
    }
    ladders::create(&host, ladders::blitz("blitz", &[])).await.expect("a host may");
    let heard = receiver.next().await.read();
    assert_eq!((heard.contest, heard.seq), (Some(write_contest(&Named::Ladder("blitz".to_owned()))), 1));
}

async fn progress(host: &Client) -> pb::WebhookProgress {
    let listed = host.admin().list_webhooks(pb::ListWebhooksRequest::default()).await.expect("a host may").into_inner();
    assert!(!format!("{listed:?}").contains(&SECRET[6..]), "nothing of the secret");
    listed.progress.into_iter().next().expect("a contest")
}

fn again(url: &str, name: &str, from_seq: u64) -> pb::RedeliverWebhookRequest {
    let contest = Some(pb::Contest::tournament(name));
    pb::RedeliverWebhookRequest {
        url: url.to_owned(),
        contest,
        from_seq: Some(from_seq).filter(|seq| *seq > 0),
        reason: "it was down".into(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_can_redeliver_abandoned_events() {
    let is_well = Arc::new(AtomicBool::new(false));
    let well = Arc::clone(&is_well);
    let answer = move |_| if well.load(Ordering::SeqCst) { Answer::Status(200) } else { Answer::Status(503) };
    let mut receiver = Receiver::start(answer).await;
    let (rig, host) = hosted(&[&receiver.url], Retry { attempts: 3, ..QUICK }).await;
    play(&host, "cup").await;
    let newest = events(&rig.client, "cup").await.len() as u64;
    let failed = [receiver.next().await, receiver.next().await, receiver.next().await];
    assert_eq!(seqs(&failed), [1, 1, 1]);
    while !progress(&host).await.is_given_up {
        tokio::task::yield_now().await;
    }
    let stopped = progress(&host).await;
    assert_eq!((stopped.delivered_seq, stopped.newest_seq, stopped.attempts), (0, newest, 3));
    assert!(stopped.last_error.contains("503") && stopped.last_error.contains("noted"), "{}", stopped.last_error);
    assert_eq!(stopped.next_attempt_unix_ms, None);

    is_well.store(true, Ordering::SeqCst);
    let url = receiver.url.clone();
    let redeliver = async |asked| host.admin().redeliver_webhook(asked).await;
    let elsewhere = again("http://127.0.0.1:1/", "cup", 0);
    assert_refused(redeliver(elsewhere).await, Code::InvalidArgument, "BAD_FIELD", "url");
    assert_refused(
        redeliver(again(&url, "no-cup", 0)).await,
        Code::NotFound,
        "UNKNOWN_TOURNAMENT",
        "contest.tournament_id",
    );
    assert_refused(redeliver(again(&url, "cup", 2)).await, Code::InvalidArgument, "BAD_FIELD", "from_seq");
    let silent = pb::RedeliverWebhookRequest { reason: String::new(), ..again(&url, "cup", 0) };
    assert_refused(redeliver(silent).await, Code::InvalidArgument, "BAD_FIELD", "reason");
    let ann = rig.player("ann").await;
    assert_refused(
        ann.admin().redeliver_webhook(again(&url, "cup", 0)).await,
        Code::PermissionDenied,
        "MISSING_SCOPE",
        "scope",
    );
    assert!(receiver.is_quiet(), "what was refused does nothing");

    redeliver(again(&url, "cup", 0)).await.expect("it continues");
    let sent = receiver.until(is_end).await;
    assert_eq!(seqs(&sent), (1..=newest).collect::<Vec<_>>());
    assert_eq!(sent[0].id(), failed[0].id());
    while progress(&host).await.delivered_seq < newest {
        tokio::task::yield_now().await;
    }
    redeliver(again(&url, "cup", newest - 1)).await.expect("the last two again");
    let twice = receiver.until(is_end).await;
    assert_eq!(seqs(&twice), [newest - 1, newest]);
    assert_eq!(twice[1].id(), sent.last().expect("some").id(), "the same delivery has the same id");
    let audit = host.admin().list_audit(pb::ListAuditRequest::default()).await.expect("an admin may").into_inner();
    assert_eq!(audit.entries.iter().filter(|entry| entry.action == "redeliver_webhook").count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_is_gone_is_given_up_at_once() {
    let mut receiver = Receiver::start(|_| Answer::Status(410)).await;
    let (_rig, host) = hosted(&[&receiver.url], QUICK).await;
    play(&host, "cup").await;
    receiver.next().await;
    while !progress(&host).await.is_given_up {
        tokio::task::yield_now().await;
    }
    assert_eq!(progress(&host).await.attempts, 1);
    assert!(receiver.is_quiet());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_that_are_held_back_are_sent_once_they_are_released() {
    let mut receiver = Receiver::start(|_| Answer::Status(200)).await;
    let (rig, host) = hosted(&[&receiver.url], QUICK).await;
    rig.player("ann").await;
    // ann is not connected, so the tournament stays unfinished.
    let mut held = round_robin("held", &["house-random", "house-greedy", "ann"]);
    held.rules.as_mut().expect("rules").is_released_by_host = true;
    create(&host, held).await.expect("a host may");
    let mut watched = host.watch_tournament("held", 0);
    let mut counted = 0;
    while counted < 2 {
        if let NextEvent::Event(event) = watched.next().await.expect("a host sees all") {
            use referee_client::pb::contest_event::Event;
            counted += usize::from(matches!(event.event, Some(Event::MatchCounted(_))));
        }
    }
    // Contests take turns. A delivery of the later contest proves that all permitted events of the
    // first contest were sent.
    play(&host, "open").await;
    let is_last = |one: &Delivery| one.read().contest == of("open") && is_end(one);
    let sent = receiver.until(is_last).await;
    let results = |sent: &[Delivery]| {
        let of_held = sent.iter().filter(|one| one.read().contest == of("held"));
        of_held.filter(|one| matches!(event(one).event, Some(Event::MatchCounted(_)))).count()
    };
    assert!(sent.iter().any(|one| one.read().contest == of("held")), "its beginning is no result");
    assert_eq!(results(&sent), 0, "no caller may see them yet");
    let release = Some(Change::ReleaseResults(9));
    let contest = Some(pb::Contest::tournament("held"));
    let asked = pb::ChangeContestRequest { contest, reason: String::new(), change: release };
    host.contests().change_contest(asked).await.expect("a host may");
    let is_released = |one: &Delivery| matches!(event(one).event, Some(Event::ResultsReleased(_)));
    assert_eq!(results(&receiver.until(is_released).await), 2);
}

#[tokio::test]
async fn webhooks_are_listed_in_pages_and_bounded() {
    let receivers = [Receiver::start(|_| Answer::Status(200)).await, Receiver::start(|_| Answer::Status(200)).await];
    let urls = receivers.each_ref().map(|one| one.url.as_str());
    let (rig, host) = hosted(&urls, QUICK).await;
    for name in ["a", "b", "c"] {
        let idle = pb::CreateTournamentRequest { start: false, ..round_robin(name, &HOUSE) };
        create(&host, idle).await.expect("a host may");
    }
    let list = async |page_token: String, url: &str| {
        let asked = pb::ListWebhooksRequest { page_size: Some(2), page_token, url: url.to_owned() };
        host.admin().list_webhooks(asked).await.map(tonic::Response::into_inner)
    };
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let page = list(token, "").await.expect("a host may");
        assert!(page.progress.len() <= 2);
        found.extend(page.progress.into_iter().map(|one| (one.url, one.contest.expect("a contest"))));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    let of = |url: &str, name: &str| (url.to_owned(), pb::Contest::tournament(name.to_owned()));
    let expected: Vec<_> = urls.iter().flat_map(|url| ["c", "b", "a"].map(|name| of(url, name))).collect();
    assert_eq!(found, expected);
    assert_eq!(list(String::new(), urls[1]).await.expect("one of them").progress[0].url, urls[1]);
    assert_refused(list(String::new(), "http://x/").await, Code::InvalidArgument, "BAD_FIELD", "url");
    assert_refused(list("p1.00".into(), "").await, Code::InvalidArgument, "BAD_PAGE_TOKEN", "page_token");
    drop(rig);

    let store = Store::in_memory().expect("there is memory");
    let open = |urls: Vec<String>| {
        let targets = urls.iter().map(|url| url.parse().expect("a URL")).collect();
        Webhooks::new(targets, Secrets::parse(SECRET).expect("a secret"), QUICK, &store).map(drop)
    };
    let many = |count: usize| (0..count).map(|number| format!("http://127.0.0.1:1/{number}")).collect::<Vec<_>>();
    assert!(open(many(MAX_WEBHOOKS)).is_ok());
    assert!(open(many(MAX_WEBHOOKS + 1)).is_err_and(|error| error.to_string().contains("limit 16")));
    assert!(open([many(1), many(1)].concat()).is_err_and(|error| error.to_string().contains("duplicate")));
}
