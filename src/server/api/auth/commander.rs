//! Callers of commands to matches, and rulings on matches in which the caller does not play.

use referee_ids::{MatchId, PlayerId, RequestId};
use referee_law::Refusal;
use referee_store::{AuditEntry, PublicId, Scope};

use super::{Identity, looker::Looker};
use crate::hall::{limits::creation_limits::Creator, table::Ask, wall_clock::unix_ms};

/// The caller of a command, with the rights of its token.
#[derive(Clone, Debug)]
pub(in crate::api) struct Commander {
    pub by: Creator,
    /// Id of the token in lists; `None` on a stream.
    token: Option<PublicId>,
    /// Whether the caller may rule on the matches of its own contests.
    pub(super) is_host: bool,
    /// The refusal if the token may not act for the player's seat; `None` if it may.
    lacks_play: Option<Box<Refusal>>,
}

/// A ruling with its description for the audit.
pub(in crate::api) struct Ruling {
    pub match_id: MatchId,
    pub request_id: RequestId,
    pub ask: Ask,
    /// Name of the action in the audit.
    pub action: &'static str,
    /// Reason in the audit; may be empty.
    pub reason: String,
}

impl Commander {
    /// Identifies the caller of a unary call. A token without the scope `play` may only rule, and
    /// for that it needs the scope `host`.
    pub fn of_call(caller: &Identity, by: Creator, ask: &Ask) -> Result<Commander, Refusal> {
        let is_host = caller.has(Scope::Host);
        let lacks_play = match caller.demand(Scope::Play) {
            Err(lacks) if !(is_host && ask.is_ruling()) => return Err(lacks),
            demanded => demanded.err().map(Box::new),
        };
        Ok(Commander { by, token: Some(caller.token.id), is_host, lacks_play })
    }

    /// Identifies a bot on its stream. A bot can rule only as an arbiter.
    pub fn on_stream(by: Creator) -> Commander {
        Commander { by, token: None, is_host: false, lacks_play: None }
    }

    /// Identifies a host that calls `EndMatch`.
    pub fn of_host(caller: &Identity) -> Commander {
        let by = Creator { player: caller.player().clone(), address: None };
        Commander { by, token: Some(caller.token.id), is_host: true, lacks_play: None }
    }

    /// Rejects a token that may not act for its player's seat.
    pub fn may_play(&self) -> Result<(), Refusal> {
        self.lacks_play.as_deref().cloned().map_or(Ok(()), Err)
    }

    /// Returns the caller as a reader of matches.
    pub fn looker(&self, is_arbiter: bool) -> Looker {
        Looker::acting(self.by.player.clone(), self.is_host || is_arbiter)
    }

    pub(super) fn player(&self) -> &PlayerId {
        &self.by.player
    }

    pub(super) fn audit(&self, action: &str, match_id: &MatchId, reason: String) -> AuditEntry {
        let (actor, action, subject) = (self.player().to_string(), action.to_owned(), match_id.to_string());
        AuditEntry { at_unix_ms: unix_ms(), actor, token: self.token, action, subject, reason }
    }
}

impl Ruling {
    /// Returns the ruling that a command makes; `None` for any other command.
    pub fn of(match_id: MatchId, request_id: RequestId, ask: Ask) -> Option<Ruling> {
        let (action, reason) = match &ask {
            Ask::Pause => ("pause_match", String::new()),
            Ask::Resume => ("resume_match", String::new()),
            Ask::Abort => ("abort_match", String::new()),
            Ask::Adjudicate { ruling: _, reason } => ("adjudicate_match", reason.clone()),
            _ => return None,
        };
        Some(Ruling { match_id, request_id, ask, action, reason })
    }
}
