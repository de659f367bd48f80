//! Rulings: checks which callers may pause, resume, adjudicate or abort a match in which they do
//! not play, and writes the audit.
//!
//! An arbiter of the server may rule on every match, a host on the matches of its own contests.
//! Neither may rule on a match of its own player, or of a player with the same owner. In a contest,
//! neither may annul, award or disqualify if that benefits such a player.

use super::{Identity, sealed::Looker};
use crate::api::{auth, context::ServiceContext};
use referee_ids::{MatchId, PlayerId, RequestId, Seq};
use referee_law::{Asker, MatchOpened, Reason, Refusal};
use referee_store::{AuditEntry, PublicId, Scope};

use crate::hall::{
    limits::creation_limits::Creator,
    table::{Ask, TableStub},
    wall_clock::unix_ms,
};

/// The caller of a command, with the rights of its token.
#[derive(Clone, Debug)]
pub(in crate::api) struct Commander {
    pub by: Creator,
    /// Id of the token in lists; `None` on a stream.
    token: Option<PublicId>,
    /// Whether the caller may rule on the matches of its own contests.
    is_host: bool,
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

    fn player(&self) -> &PlayerId {
        &self.by.player
    }

    fn audit(&self, action: &str, match_id: &MatchId, reason: String) -> AuditEntry {
        let (actor, action, subject) = (self.player().to_string(), action.to_owned(), match_id.to_string());
        AuditEntry { at_unix_ms: unix_ms(), actor, token: self.token, action, subject, reason }
    }
}

impl ServiceContext {
    /// Rejects a caller that may not rule on a match in which it does not play. The refusal tells
    /// what the caller would need.
    pub(in crate::api) async fn may_rule(
        &self,
        who: &Commander,
        opened: &MatchOpened,
        ask: &Ask,
    ) -> Result<(), Refusal> {
        let player = who.player();
        let is_own = opened.occasion.is_some() && opened.created_by.as_ref() == Some(player);
        if !(self.is_arbiter(player) || who.is_host && is_own) {
            return Err(match (is_own, &opened.occasion) {
                (true, _) => missing_host_scope(),
                (false, Some(occasion)) if who.is_host => not_its_host(player, &occasion.contest.to_string()),
                (false, _) => ask.refusal_to(player, &opened.match_id),
            });
        }
        self.has_no_part(player, "match_id", &opened.players).await
    }

    /// Rejects a caller that rules on results of its own player, or of a player with the same
    /// owner. `field` names the field with the subject of the ruling.
    pub(in crate::api) async fn has_no_part(
        &self,
        caller: &PlayerId,
        field: &'static str,
        players: &[PlayerId],
    ) -> Result<(), Refusal> {
        let owner = self.hall().owner(caller).await?;
        for player in players {
            if self.hall().owner(player).await? == owner {
                let text = format!(
                    "{caller} may not rule on results of {player}, who has the same owner: ask an arbiter \
                     (`referee serve --arbiter NAME`)"
                );
                let expected = "results without players of your owner".into();
                return Err(Refusal { field: field.into(), expected, ..Refusal::new(Reason::Forbidden, text) });
            }
        }
        Ok(())
    }

    /// Rules on a live match for an authorised caller. Writes an audit entry before the ruling, and
    /// another with its outcome.
    pub(in crate::api) async fn rule(
        &self,
        who: &Commander,
        table: &TableStub,
        ruling: Ruling,
    ) -> Result<Seq, Refusal> {
        let Ruling { match_id, request_id, ask, action, reason } = ruling;
        let note = |entry| self.administration().note(entry);
        let asked = who.audit(&format!("{action}_asked"), &match_id, reason.clone());
        note(asked).await.map_err(auth::store_fault)?;
        let ruled = table.ask(Asker::Arbiter(who.player().clone()), request_id, ask).await;
        let outcome = match &ruled {
            Ok(_) => who.audit(action, &match_id, reason),
            Err(refusal) => {
                who.audit(&format!("{action}_refused"), &match_id, format!("{:?}: {refusal}", refusal.reason))
            }
        };
        if let Err(error) = note(outcome).await {
            let is_done = ruled.is_ok();
            tracing::error!(%match_id, by = %who.player(), %error, is_done, "failed to record the outcome of a ruling");
        }
        if ruled.is_ok() {
            tracing::info!(%match_id, by = %who.player(), action, "match ruled on");
        }
        ruled
    }

    /// Returns whether a caller rules on a match without a table (true), or acts for its seat
    /// (false). Rejects a caller that may do neither.
    pub(in crate::api) async fn rules_on_past(
        &self,
        who: &Commander,
        match_id: &MatchId,
        ask: &Ask,
    ) -> Result<bool, Refusal> {
        let opened = match ask.is_ruling() {
            true => self.hall().opened(match_id).await.ok(),
            false => None,
        };
        match opened {
            Some(opened) if opened.seat_of(who.player()).is_none() => {
                self.may_rule(who, &opened, ask).await.map(|()| true)
            }
            _ => who.may_play().map(|()| false),
        }
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

fn missing_host_scope() -> Refusal {
    let expected = "a token with the scope `host`";
    let text = "this match belongs to your contest: rule on it with a token of the scope `host` \
                (`referee admin token --player NAME --scope host`)";
    Refusal { text: text.into(), ..Refusal::of_field(Reason::MissingScope, "scope", "", expected) }
}

fn not_its_host(player: &PlayerId, contest: &str) -> Refusal {
    let text = format!(
        "{player} did not create the {contest}: only its creator, with a token with the scope `host`, or an \
         arbiter (`referee serve --arbiter NAME`) rules on its matches"
    );
    Refusal::new(Reason::Forbidden, text)
}
