//! Rulings: checks which callers may pause, resume, adjudicate or abort a match in which they do
//! not play, and writes the audit.
//!
//! An arbiter of the server may rule on every match, a host on the matches of its own contests.
//! Neither may rule on a match of its own player, or of a player with the same owner. In a contest,
//! neither may annul, award or disqualify if that benefits such a player.

use super::commander::{Commander, Ruling};
use crate::api::{auth, context::ServiceContext};
use referee_ids::{MatchId, PlayerId, Seq};
use referee_law::{Asker, MatchOpened, Reason, Refusal};

use crate::hall::table::{Ask, TableStub};

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
