//! What a host keeps beside the accounts: invites, announcements, and who did what.

use super::{
    StoreFuture,
    tokens::{Digest, PublicId},
};

/// Invites, announcements and the audit.
///
/// Whatever takes an [`AuditEntry`] writes it in the same transaction, and only if it was done.
pub trait Administration: Send + Sync {
    /// Keeps an invite, unless `most` are there that can still be used; gives whether it is kept.
    fn add_invite(&self, invite: NewInvite, most: usize, audit: AuditEntry) -> StoreFuture<'_, bool>;

    /// A page of the invites in the order of their ids, beginning after `after`.
    fn invites(&self, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<Invite>>;

    /// Removes an invite; gives whether there was one.
    fn remove_invite(&self, id: PublicId, audit: AuditEntry) -> StoreFuture<'_, bool>;

    /// Keeps an announcement and removes those that are over, unless `most` are there; gives its number where it is kept.
    fn announce(&self, new: NewAnnouncement, most: usize, audit: AuditEntry) -> StoreFuture<'_, Option<u64>>;

    /// The announcements that are not over at `now_unix_ms`, the newest first.
    fn announcements(&self, now_unix_ms: i64) -> StoreFuture<'_, Vec<Announcement>>;

    /// Removes an announcement; gives whether there was one.
    fn withdraw_announcement(&self, number: u64, audit: AuditEntry) -> StoreFuture<'_, bool>;

    fn note(&self, audit: AuditEntry) -> StoreFuture<'_, ()>;

    /// A page of what was done, the newest first, beginning before the number `before`.
    fn audit(&self, before: Option<u64>, limit: usize) -> StoreFuture<'_, Vec<AuditRow>>;
}

/// What a host or an administrator did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// When, in milliseconds since 1970.
    pub at_unix_ms: i64,
    /// Who: a player, or `host` for the command line on the server's machine.
    pub actor: String,
    /// By which token; `None` on the server's machine.
    pub token: Option<PublicId>,
    /// What: `ban`, `create_token`, ...
    pub action: String,
    pub subject: String,
    pub reason: String,
}

/// The same with its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub number: u64,
    pub entry: AuditEntry,
}

/// An invite to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvite {
    /// What it is called in lists.
    pub id: PublicId,
    /// The digest of its code.
    pub digest: Digest,
    /// For whom it is, or why.
    pub note: String,
    /// How many may register with it.
    pub uses: u32,
    /// When it was made, in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// From when on it is refused; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

/// An invite as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// What it is called in lists.
    pub id: PublicId,
    /// For whom it is, or why.
    pub note: String,
    /// How many may register with it.
    pub uses: u32,
    pub used: u32,
    /// When it was made, in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// From when on it is refused; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

impl Invite {
    /// Whether somebody can register with it.
    pub fn is_open(&self, now_unix_ms: i64) -> bool {
        self.used < self.uses && self.expires_unix_ms.is_none_or(|expires| now_unix_ms < expires)
    }
}

/// An announcement to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAnnouncement {
    pub text: String,
    /// When it was made, in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// From when on it is not shown any more; `None` for never.
    pub until_unix_ms: Option<i64>,
}

/// An announcement with its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    pub number: u64,
    /// What it says, and until when.
    pub new: NewAnnouncement,
}
