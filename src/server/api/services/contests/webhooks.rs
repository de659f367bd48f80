//! The calls of a host about webhooks: their delivery state, and redelivery.

use crate::api::{
    auth::{self, Identity},
    context::ServiceContext,
    convert, paging,
};
use referee_ids::Seq;
use referee_law::{Contest, Reason, Refusal};
use referee_proto::v1;
use referee_store::WebhookProgress;

use crate::webhooks::NotRedelivered;

/// Returns a page of the delivery state of each webhook in each contest.
pub(in crate::api) async fn list(
    context: &ServiceContext,
    asked: v1::ListWebhooksRequest,
) -> Result<v1::ListWebhooksResponse, Refusal> {
    let Some(webhooks) = &context.settings().webhooks else { return none(&asked.url) };
    let urls: Vec<String> = webhooks.urls().map(str::to_owned).collect();
    if !asked.url.is_empty() && !urls.contains(&asked.url) {
        return Err(unknown_webhook(&asked.url));
    }
    let mut chosen = urls.clone();
    chosen.retain(|url| asked.url.is_empty() || *url == asked.url);
    let behind = paging::behind(&asked.page_token, |text| {
        let (contest, url) = text.split_once('\n')?;
        let place = chosen.iter().position(|chosen| chosen == url)?;
        Some((place, Contest::parse(contest)?))
    })?;
    let size = paging::size(asked.page_size)?;
    let (first, mut before) = behind.map_or((0, None), |(place, contest)| (place, Some(contest)));
    let mut page: Vec<(String, WebhookProgress)> = Vec::new();
    for url in chosen.split_off(first) {
        let rows = webhooks.list(&url, before.take(), size - page.len()).await.map_err(auth::store_fault)?;
        page.extend(rows.into_iter().map(|row| (url.clone(), row)));
        if page.len() >= size {
            break;
        }
    }
    let next_page_token = paging::next(&page, size, |(url, last)| format!("{}\n{url}", last.contest));
    let progress = page.into_iter().map(|(url, row)| convert::webhook_progress(&url, row)).collect();
    Ok(v1::ListWebhooksResponse { urls, progress, next_page_token })
}

/// Returns the list for a server without webhooks.
fn none(url: &str) -> Result<v1::ListWebhooksResponse, Refusal> {
    if url.is_empty() { Ok(v1::ListWebhooksResponse::default()) } else { Err(unknown_webhook(url)) }
}

/// Delivers events of a contest again.
pub(in crate::api) async fn redeliver(
    context: &ServiceContext,
    host: Identity,
    asked: v1::RedeliverWebhookRequest,
) -> Result<v1::RedeliverWebhookResponse, Refusal> {
    let v1::RedeliverWebhookRequest { url, contest, from_seq, reason } = asked;
    let contest = convert::asked_contest("", contest)?;
    let reason = convert::reason_text(&reason, "reason")?;
    let from = from_seq.map(|seq| convert::in_range("from_seq", seq, 1..=u64::MAX)).transpose()?.map(Seq);
    let webhooks = context.settings().webhooks.as_ref().ok_or_else(|| unknown_webhook(&url))?;
    let audit = host.audit("redeliver_webhook", format!("{contest} from {} to {url}", from_seq.unwrap_or(0)), reason);
    let progress = webhooks.redeliver(&url, &contest, from, audit).await.map_err(auth::store_fault)?;
    let progress = progress.map_err(|not| not_redelivered(not, &url, &contest, from_seq.unwrap_or(0)))?;
    tracing::info!(%contest, from_seq, by = %host.player(), "redelivering events");
    Ok(v1::RedeliverWebhookResponse { progress: Some(convert::webhook_progress(&url, progress)) })
}

fn not_redelivered(not: NotRedelivered, url: &str, contest: &Contest, from_seq: u64) -> Refusal {
    match not {
        NotRedelivered::UnknownWebhook => unknown_webhook(url),
        NotRedelivered::UnknownContest => {
            let (reason, field) = match contest {
                Contest::Tournament(_) => (Reason::UnknownTournament, "contest.tournament_id"),
                Contest::Ladder(_) => (Reason::UnknownLadder, "contest.ladder_id"),
            };
            Refusal::of_field(reason, field, contest.name(), "a contest of this server")
        }
        NotRedelivered::NotDelivered(newest) => {
            let expected = format!("at most {}, since nothing after {newest} was delivered", newest.next());
            Refusal::of_field(Reason::BadField, "from_seq", &from_seq.to_string(), expected)
        }
    }
}

fn unknown_webhook(url: &str) -> Refusal {
    // Refusals are logged, and the query or the credentials in a URL are often secret.
    let shown = url.split(['?', '#']).next().unwrap_or_default();
    let shown = match (shown.split_once("://"), shown.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => shown.to_owned(),
    };
    Refusal::of_field(Reason::BadField, "url", &shown, "the URL of a webhook of this server")
}
