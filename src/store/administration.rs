//! A host's data besides accounts: invites, announcements, and the audit.

use super::StoreFuture;
use crate::accounts::tokens::{Digest, PublicId};

/// Invites, announcements and the audit.
///
/// An [`AuditEntry`] argument is written in the same transaction, if the action succeeds.
pub trait Administration: Send + Sync {
    /// Stores an invite, unless `most` usable ones exist. Returns whether the invite was stored.
    fn add_invite(&self, invite: NewInvite, most: usize, audit: AuditEntry) -> StoreFuture<'_, bool>;

    /// Returns a page of invites by id, starting after `after`.
    fn invites(&self, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<Invite>>;

    /// Removes an invite; returns whether it existed.
    fn remove_invite(&self, id: PublicId, audit: AuditEntry) -> StoreFuture<'_, bool>;

    /// Stores an announcement and removes expired ones. Returns the number of the announcement;
    /// `None` if `most` announcements exist.
    fn announce(&self, new: NewAnnouncement, most: usize, audit: AuditEntry) -> StoreFuture<'_, Option<u64>>;

    /// Returns the announcements that are current at `now_unix_ms`, newest first.
    fn announcements(&self, now_unix_ms: i64) -> StoreFuture<'_, Vec<Announcement>>;

    /// Removes an announcement; returns whether it existed.
    fn withdraw_announcement(&self, number: u64, audit: AuditEntry) -> StoreFuture<'_, bool>;

    fn note(&self, audit: AuditEntry) -> StoreFuture<'_, ()>;

    /// Returns a page of the audit, newest first, starting before the number `before`.
    fn audit(&self, before: Option<u64>, limit: usize) -> StoreFuture<'_, Vec<AuditRow>>;
}

/// An action of a host or an administrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Time of the action in milliseconds since 1970.
    pub at_unix_ms: i64,
    /// A player, or `host` for the command line on the server's machine.
    pub actor: String,
    /// Token of the actor; `None` on the server's machine.
    pub token: Option<PublicId>,
    /// The action: `ban`, `create_token`, ...
    pub action: String,
    pub subject: String,
    pub reason: String,
}

/// An entry of the audit with its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub number: u64,
    pub entry: AuditEntry,
}

/// An invite to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvite {
    /// Id of the invite in lists.
    pub id: PublicId,
    /// Digest of the code.
    pub digest: Digest,
    /// Recipient or reason.
    pub note: String,
    /// Maximum number of registrations.
    pub uses: u32,
    /// Creation time in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Expiry in milliseconds since 1970; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

/// An invite as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// Id of the invite in lists.
    pub id: PublicId,
    /// Recipient or reason.
    pub note: String,
    /// Maximum number of registrations.
    pub uses: u32,
    pub used: u32,
    /// Creation time in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Expiry in milliseconds since 1970; `None` for never.
    pub expires_unix_ms: Option<i64>,
}

impl Invite {
    /// Returns whether the invite can be used.
    pub fn is_open(&self, now_unix_ms: i64) -> bool {
        self.used < self.uses && self.expires_unix_ms.is_none_or(|expires| now_unix_ms < expires)
    }
}

/// An announcement to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAnnouncement {
    pub text: String,
    /// Creation time in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Expiry in milliseconds since 1970; `None` for never.
    pub until_unix_ms: Option<i64>,
}

/// An announcement with its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    pub number: u64,
    pub new: NewAnnouncement,
}
