//! Guests: players whose name the server makes. After a long absence a guest is released: the
//! display name is cleared, and the tokens end. The id stays in records, so it is never used again.

use std::{collections::BTreeSet, net::IpAddr, time::Duration};

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1;
use referee_store::{NewAccount, Registered, Scopes, StoreError};
use tokio::time::sleep;

use super::players::{Players, Secrets, added, public};
use crate::api::{
    auth::{
        self,
        drawn_tokens::{Drawn, FIRST},
        remembered_tokens::TokenRequest,
        typed_codes::{RECOVERY_CODE, TypedCode},
    },
    context::ServiceContext,
    convert,
};
use crate::hall::wall_clock::{ClockTrust, unix_ms};

/// First characters of the name of a guest.
const PREFIX: &str = "guest-";
/// Number of characters after [`PREFIX`].
const NAME: usize = 6;
/// Maximum names drawn for one guest until one is free.
const NAMES: usize = 16;

/// Interval between searches for absent guests.
const SEARCH_EVERY: Duration = Duration::from_secs(60);
/// Pause between two batches if more guests may be absent.
const BATCH_PAUSE: Duration = Duration::from_secs(1);
/// Maximum guests released per batch.
pub const GUESTS_A_BATCH: usize = 64;
/// Precision of the stored time of a guest's last call, so that it is written seldom.
const SEEN_STEP: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Players {
    /// Registers a guest with a name that the server draws.
    pub(super) async fn register_guest(
        &self,
        asked: v1::RegisterRequest,
        address: Option<IpAddr>,
    ) -> Result<v1::RegisterResponse, Refusal> {
        if !asked.name.is_empty() {
            let expected = "empty for a guest, since the server makes its name; `display_name` is free";
            return Err(Refusal::of_field(Reason::BadField, "name", &asked.name, expected));
        }
        convert::request_id(&asked.request_id)?;
        let request = TokenRequest::by_secret_id(asked.request_id, |request_id| TokenRequest::Register {
            name: None,
            request_id,
            token_digest: asked.token_digest.clone(),
        });
        if let Some(before) = self.remembered().recall(request.as_ref()) {
            return self.registered(before).await;
        }
        let display_name = convert::display_name(&asked.display_name)?;
        self.registrations().allow_display_name(&display_name)?;
        let drawn = Drawn::new(&asked.token_digest, FIRST.to_owned(), Scopes::of_player(), None)?;
        // A repeated request with the same digest gets the same guest.
        let known = self.context().accounts().grant(drawn.token.digest).await.map_err(auth::store_fault)?;
        if let Some(known) = known.filter(|grant| grant.is_guest) {
            let (token, recovery_code) = (String::new(), String::new());
            return self.registered(Secrets { player: known.token.player, token, recovery_code }).await;
        }
        let invite = self.registrations().admit("guest", "true", &asked.invite)?;
        self.registrations().count_guest(address)?;
        let recovery_code = TypedCode::draw(RECOVERY_CODE)?;
        for _ in 0..NAMES {
            let player = draw_name()?;
            let new = NewAccount {
                player: player.clone(),
                owner: None,
                is_guest: true,
                display_name: display_name.clone(),
                token: Some(drawn.token.clone()),
                created_unix_ms: unix_ms(),
                recovery_code: Some(recovery_code.digest()),
                invite: invite.as_deref().map(auth::digest),
                most_owned: 0,
            };
            match self.context().accounts().register(new).await.map_err(auth::store_fault)? {
                Registered::Taken | Registered::LooksLike(_) => {}
                registered => {
                    added(registered, &player, None, 0)?;
                    let recovery_code = recovery_code.grouped();
                    let shown = Secrets { player, token: drawn.secret, recovery_code };
                    self.remembered().remember(request, &shown);
                    tracing::info!(player = %shown.player, "guest registered");
                    return self.registered(shown).await;
                }
            }
        }
        Err(Refusal::new(Reason::HostFault, format!("{NAMES} names drawn for a guest were taken: retry")))
    }

    async fn registered(
        &self,
        Secrets { player, token, recovery_code }: Secrets,
    ) -> Result<v1::RegisterResponse, Refusal> {
        let account = self.account(&player, "name").await?;
        Ok(v1::RegisterResponse { player: Some(public(self.context().hall(), &account)), token, recovery_code })
    }
}

/// Draws a name for a guest.
fn draw_name() -> Result<PlayerId, Refusal> {
    let name = format!("{PREFIX}{}", TypedCode::draw(NAME)?.as_str().to_ascii_lowercase());
    PlayerId::parse(&name).map_err(|bad| Refusal::new(Reason::HostFault, format!("a drawn name is invalid: {bad}")))
}

/// The task that releases guests after a long absence.
pub(in crate::api) struct GuestKeeper {
    context: ServiceContext,
    clock: ClockTrust,
}

impl GuestKeeper {
    pub fn new(context: ServiceContext) -> GuestKeeper {
        GuestKeeper { context, clock: ClockTrust::default() }
    }

    /// Releases guests, until this future is dropped.
    pub async fn run(mut self) {
        loop {
            let pause = match self.batch(unix_ms()).await {
                Ok(GUESTS_A_BATCH) => BATCH_PAUSE,
                Ok(_) => SEARCH_EVERY,
                Err(error) => {
                    tracing::error!(%error, "failed to release guests: retrying");
                    SEARCH_EVERY
                }
            };
            sleep(pause).await;
        }
    }

    /// Stores which guests called, and releases those absent the longest, at most
    /// [`GUESTS_A_BATCH`]. Returns the number of absent guests found.
    pub async fn batch(&mut self, now_unix_ms: i64) -> Result<usize, StoreError> {
        let days = self.context.settings().keep_guests_days;
        if !self.clock.trusts(now_unix_ms, "no guest is released") {
            return Ok(0);
        }
        let hall = self.context.hall();
        self.note(self.context.guests_seen().take(), now_unix_ms).await?;
        if days == 0 {
            return Ok(0);
        }
        let before = now_unix_ms.saturating_sub(ms(DAY * days));
        let found = hall.guests().absent_guests(before, GUESTS_A_BATCH).await?;
        let is_here = |guest: &&PlayerId| hall.lobby().is_online(guest) || self.context.guests_seen().contains(guest);
        let here: BTreeSet<PlayerId> = found.iter().filter(is_here).cloned().collect();
        let absent = found.iter().filter(|guest| !here.contains(*guest)).cloned().collect();
        self.note(here, now_unix_ms).await?;
        for guest in hall.guests().release_guests(absent, before).await? {
            self.context.end_tokens(&guest, &auth::expired());
            tracing::info!(player = %guest, days, "guest released");
        }
        Ok(found.len())
    }

    async fn note(&self, seen: BTreeSet<PlayerId>, now_unix_ms: i64) -> Result<(), StoreError> {
        if seen.is_empty() {
            return Ok(());
        }
        self.context.hall().guests().see_guests(seen.into_iter().collect(), now_unix_ms, ms(SEEN_STEP)).await
    }
}

fn ms(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}
