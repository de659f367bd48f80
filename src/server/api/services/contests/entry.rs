//! What the services of contests share: rights, entries, and the audit.

use referee_contests::{
    contest::{CommandOf, Event, Fact},
    tournament::Shown,
};
use referee_ids::{PlayerId, Seq};
use referee_law::{Contest, Reason, Refusal};
use referee_proto::v1;
use referee_store::{Entered, Scope, consents::CONTESTS_A_PLAYER};
use tonic::{Request, Status};

use crate::api::{
    auth::{self, Identity},
    context::ServiceContext,
    convert::{self, ServedKind},
    paging,
    status::status,
};
use crate::contest_server::{Contests, ToOpen};

impl ServiceContext {
    /// Identifies the caller as a host of this server.
    pub(in crate::api) async fn host<T>(&self, request: &Request<T>) -> Result<Identity, Status> {
        let caller = self.caller(request).await?;
        if self.is_host(&caller) {
            return Ok(caller);
        }
        Err(caller.demand(Scope::Host).map_or_else(|no| status(&no), |()| status(&auth::no_token())))
    }

    /// Rejects a name that may not enter a contest: no player of this server, or a guest.
    pub(in crate::api) async fn may_enter(&self, player: &PlayerId, field: String) -> Result<(), Refusal> {
        if self.hall().lobby().is_house(player) {
            return Ok(());
        }
        let (reason, expected) = match self.accounts().account(player).await.map_err(auth::store_fault)? {
            None => (Reason::UnknownPlayer, "the name of a registered player"),
            Some(account) if account.is_guest => {
                (Reason::Forbidden, "a registered player: guests cannot enter contests")
            }
            Some(_) => return Ok(()),
        };
        Err(Refusal::of_field(reason, field, player.as_str(), expected))
    }

    /// Writes an audit entry about an action that a host is about to take.
    pub(in crate::api) async fn note(
        &self,
        host: &Identity,
        action: &str,
        id: &str,
        reason: &str,
    ) -> Result<(), Refusal> {
        let audit = host.audit(action, id.to_owned(), reason.to_owned());
        self.administration().note(audit).await.map_err(auth::store_fault)
    }

    /// Stores a player's consent to all matches of a contest, and then asks the contest to accept
    /// the entry. If the contest declines, withdraws the consent.
    pub(in crate::api) async fn entering<T>(
        &self,
        contest: &Contest,
        player: &PlayerId,
        asking: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        let _one_at_a_time = self.entry_locks().lock(player).await;
        let consents = self.consents();
        let was_in = consents.has_entered(contest, player).await.map_err(auth::store_fault)?;
        let entered = consents.enter_contest(contest, player).await.map_err(auth::store_fault)?;
        if entered == Entered::TooMany {
            let text = format!("limit reached: {player} is in {CONTESTS_A_PLAYER} running contests");
            return Err(Refusal::limit("contests_a_player", CONTESTS_A_PLAYER, text));
        }
        let asked = asking.await;
        // After a fault of the server, the entry may exist in spite of the error, so the consent
        // stays.
        let is_declined = |refusal: &Refusal| !matches!(refusal.reason, Reason::StoreUnavailable | Reason::HostFault);
        if !was_in && asked.as_ref().err().is_some_and(is_declined) {
            consents.leave_contest(contest, player).await.map_err(auth::store_fault)?;
        }
        asked
    }

    /// Opens a contest. The contest is opened even if the caller disconnects.
    pub(in crate::api) async fn create_contest<K: ServedKind>(
        &self,
        of: &Contests<K>,
        host: &Identity,
        name: &str,
        new: ToOpen<K>,
    ) -> Result<v1::ContestSummary, Refusal> {
        let (contests, id) = (of.clone(), new.id.clone());
        self.note(host, &format!("create_{}", K::WORD), &id, name).await?;
        self.to_the_end(async move { contests.create(new).await }).await?;
        tracing::info!(contest = %K::contest(id.clone()), by = %host.player(), "contest opened");
        of.see(&id, |seen| K::summary(&id, seen, Shown::All)).await
    }

    /// Sends a command to a contest.
    pub(in crate::api) async fn ask_contest<K: ServedKind>(
        &self,
        of: &Contests<K>,
        id: &str,
        command: impl FnOnce(&K) -> Result<CommandOf<K>, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        let (contests, id) = (of.clone(), id.to_owned());
        self.to_the_end(async move { contests.ask(&id, command).await }).await
    }
}

/// Returns a page of contests, with the token of the next page.
pub(in crate::api) async fn list<K: ServedKind>(
    of: &Contests<K>,
    page_token: &str,
    page_size: Option<u32>,
) -> Result<(Vec<v1::ContestSummary>, String), Refusal> {
    let before = paging::behind(page_token, |text| convert::contest_id(K::WORD, text).ok().map(str::to_owned))?;
    let size = paging::size(page_size)?;
    let rows = of.list(before, size).await?;
    let next_page_token = match rows.last() {
        Some(last) if rows.len() == size => paging::token(last.contest.name()),
        _ => String::new(),
    };
    let mut summaries = Vec::with_capacity(rows.len());
    for row in rows {
        let id = row.contest.name();
        if let Some(summary) = of.see_now(id, |seen| K::summary(id, seen, Shown::Released)) {
            summaries.push(summary);
            continue;
        }
        let last = Seq(row.newest.0.saturating_sub(1));
        let newest = if row.is_over() { of.events(id, last, 1).await.unwrap_or_default().pop() } else { None };
        // This contest is over, rests, or is being read, so its opening comes from the store. If
        // the opening is unreadable, the contest is listed without it.
        let opened = match of.first_event(id).await {
            Ok(Some(Event { fact: Fact::Opened(opened), .. })) => Some(opened),
            Ok(_) | Err(_) => None,
        };
        summaries.push(K::row(&row, opened.as_deref(), newest.as_ref().map(|event| &event.fact)));
    }
    Ok((summaries, next_page_token))
}
