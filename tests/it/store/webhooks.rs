//! The cursors of webhooks, in every store.

use referee::{
    ids::Seq,
    law::Contest,
    store::{
        AuditEntry, ContestAppend, ContestStanding, Epoch, ListedCounts, NewContest, SqliteStore, Store, WebhookCursor,
        WebhookProgress,
    },
};

use super::contract::each;

const A: &str = "https://a.example/hook";
const B: &str = "https://b.example/hook";

fn cup(name: &str) -> Contest {
    Contest::Tournament(name.to_owned())
}

async fn open(store: &Store, name: &str) {
    let events = vec![b"opened".to_vec(), b"joined".to_vec()];
    let new = NewContest { contest: cup(name), content: [1; 32], opened_unix_ms: 7, events, is_running: false };
    store.contests.open_contest(new).await.unwrap();
}

async fn append(store: &Store, name: &str, expected: u64, is_over: bool) {
    let events = vec![b"more".to_vec()];
    let standing = is_over.then_some(ContestStanding::Over);
    let (is_running, counts) = (None, ListedCounts::default());
    let append = ContestAppend { expected: Seq(expected), owner: Epoch::FIRST, events, standing, is_running, counts };
    store.contests.append_to_contest(&cup(name), append).await.unwrap();
}

async fn keep(store: &Store, urls: &[&str]) {
    store.webhooks.keep_webhooks(urls.iter().map(|url| (*url).to_owned()).collect()).await.unwrap();
}

fn delivered(seq: u64) -> WebhookCursor {
    WebhookCursor { delivered: Seq(seq), ..WebhookCursor::default() }
}

async fn cursor(store: &Store, url: &str, name: &str) -> WebhookCursor {
    store.webhooks.webhook_progress(url, &cup(name)).await.unwrap().expect("there is one").cursor
}

async fn behind(store: &Store, url: &str) -> Vec<Contest> {
    store.webhooks.webhook_behind(url, None, 9).await.unwrap()
}

fn audit() -> AuditEntry {
    let text = || "x".to_owned();
    let (actor, action, subject, reason) = (text(), text(), text(), text());
    AuditEntry { at_unix_ms: 1, actor, token: None, action, subject, reason }
}

#[tokio::test]
async fn a_webhook_gets_only_events_after_its_creation() {
    each(async |store| {
        open(&store, "over").await;
        append(&store, "over", 2, true).await;
        open(&store, "live").await;
        keep(&store, &[A]).await;
        open(&store, "later").await;
        assert_eq!(behind(&store, A).await, [cup("later")]);
        assert_eq!(cursor(&store, A, "later").await, delivered(0));
        assert_eq!(cursor(&store, A, "live").await, delivered(2));
        assert_eq!(cursor(&store, A, "over").await, delivered(3));
        append(&store, "live", 2, false).await;
        assert_eq!(behind(&store, A).await, [cup("live"), cup("later")]);
        assert_eq!(store.webhooks.webhook_behind(A, None, 1).await.unwrap(), [cup("live")]);
        assert_eq!(store.webhooks.webhook_behind(A, Some(cup("live")), 9).await.unwrap(), [cup("later")]);
        // The existing subscription keeps its cursor; a new one starts at the newest event.
        keep(&store, &[B, A]).await;
        assert_eq!(behind(&store, A).await, [cup("live"), cup("later")]);
        assert_eq!(behind(&store, B).await, []);
        assert_eq!(store.webhooks.webhook_progress("https://c.example/", &cup("live")).await, Ok(None));
        assert_eq!(store.webhooks.webhook_progress(A, &cup("none")).await, Ok(None));
    })
    .await;
}

#[tokio::test]
async fn cursors_are_set_listed_and_forgotten_with_their_webhook() {
    each(async |store| {
        open(&store, "before").await;
        append(&store, "before", 2, true).await;
        keep(&store, &[A, B]).await;
        for name in ["x", "y", "z"] {
            open(&store, name).await;
        }
        let failed = WebhookCursor {
            attempts: 3,
            last_error: "no answer".into(),
            next_attempt_unix_ms: Some(99),
            ..delivered(1)
        };
        assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("x"), failed.clone()).await, Ok(true));
        assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("y"), delivered(2)).await, Ok(true));
        let given_up = WebhookCursor { is_given_up: true, ..delivered(1) };
        assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("z"), given_up.clone()).await, Ok(true));
        assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("none"), delivered(1)).await, Ok(false));
        assert_eq!(store.webhooks.set_webhook_cursor("c", &cup("x"), delivered(1)).await, Ok(false));
        let row = |name, cursor| WebhookProgress { contest: cup(name), opened_unix_ms: 7, newest: Seq(2), cursor };
        let all = [row("z", given_up), row("y", delivered(2)), row("x", failed)];
        assert_eq!(store.webhooks.webhook_list(A, None, 9).await.unwrap(), all, "not what was over before");
        assert_eq!(store.webhooks.webhook_list(A, Some(cup("z")), 1).await.unwrap(), all[1..2]);
        assert_eq!(behind(&store, A).await, [cup("x")], "neither what is delivered nor what was given up");
        assert_eq!(behind(&store, B).await, [cup("x"), cup("y"), cup("z")]);
        keep(&store, &[B]).await;
        assert_eq!(store.webhooks.webhook_list(A, None, 9).await, Ok(Vec::new()));
        keep(&store, &[A, B]).await;
        assert_eq!(cursor(&store, A, "x").await, delivered(2), "it restarts");
        assert_eq!(behind(&store, B).await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn a_redelivery_is_not_overtaken() {
    each(async |store| {
        keep(&store, &[A]).await;
        open(&store, "x").await;
        let given_up = WebhookCursor { attempts: 24, is_given_up: true, ..delivered(2) };
        store.webhooks.set_webhook_cursor(A, &cup("x"), given_up).await.unwrap();
        let moved = store.webhooks.redeliver(A, &cup("x"), Some(Seq(1)), audit()).await.unwrap().expect("there is one");
        assert_eq!(moved.cursor, WebhookCursor { redeliveries: 1, ..delivered(1) });
        assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("x"), delivered(2)).await, Ok(false), "it is older");
        assert_eq!(cursor(&store, A, "x").await, moved.cursor);
        assert_eq!(behind(&store, A).await, [cup("x")]);
        let current = WebhookCursor { redeliveries: 1, ..delivered(2) };
        assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("x"), current).await, Ok(true));
        let stays = store.webhooks.redeliver(A, &cup("x"), Some(Seq(9)), audit()).await.unwrap().expect("there is one");
        assert_eq!((stays.cursor.delivered, stays.cursor.redeliveries), (Seq(2), 2), "never ahead");
        assert_eq!(store.webhooks.redeliver(A, &cup("none"), None, audit()).await, Ok(None));
        assert_eq!(store.webhooks.redeliver("c", &cup("x"), None, audit()).await, Ok(None));
        assert_eq!(store.administration.audit(None, 9).await.unwrap().len(), 2, "what was not done is not noted");
    })
    .await;
}

#[tokio::test]
async fn cursors_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let reopen = || Store::from(SqliteStore::open(directory.path()).unwrap());
    let store = reopen();
    keep(&store, &[A]).await;
    open(&store, "x").await;
    let failed = WebhookCursor { attempts: 1, last_error: "no".into(), next_attempt_unix_ms: Some(5), ..delivered(1) };
    store.webhooks.set_webhook_cursor(A, &cup("x"), failed.clone()).await.unwrap();
    store.webhooks.redeliver(A, &cup("x"), None, audit()).await.unwrap();
    let failed = WebhookCursor { redeliveries: 1, ..failed };
    assert_eq!(store.webhooks.set_webhook_cursor(A, &cup("x"), failed.clone()).await, Ok(true));
    drop(store);
    let store = reopen();
    keep(&store, &[A]).await;
    assert_eq!(cursor(&store, A, "x").await, failed);
}
