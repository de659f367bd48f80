//! Chooses the matches that a wall follows: those that the page shows, those that a change names,
//! the newest ones, or the featured one.

use std::collections::BTreeSet;

use referee_ids::{MatchId, Viewer};
use referee_law::{Phase, Reason, Refusal};
use referee_store::MatchState;

use super::{Cause, MATCHES_A_STREAM, Message, Wall, gone, is_passing};
use crate::{
    api::{
        convert::{Choice, WatchChange},
        watch::{
            changes::{Asked, Step},
            featured::{Candidate, FEATURED_STAY},
            rank::rank,
        },
    },
    hall::{Listed, table::Summary, wall_clock::TimerInstant},
};
use referee_proto::v1;

/// Maximum matches that one search tries as the featured one.
const FEATURED_TRIES: usize = 16;
/// Number of new matches tried in addition to the free places, since some may be full.
const SPARE_NEW: usize = 8;
/// Number of index rows per read for new matches, and the maximum number of reads.
const READ_FOR_NEW: usize = 200;
const READS_FOR_NEW: usize = 5;

impl Wall {
    /// Follows the matches that the page already shows, if they are live and there is room.
    pub(super) async fn take_up_shown(&mut self) -> Result<(), Refusal> {
        let most = match self.asked.choice {
            Choice::Named { .. } => return Ok(()),
            Choice::Newest(most) => most,
            Choice::Featured => 1,
        };
        for match_id in std::mem::take(&mut self.asked.shown) {
            match self.resumed(&match_id).await {
                Ok(Phase::Over) => self.say(&match_id, gone(None)).await?,
                Ok(_) if self.followed.len() < most => {
                    if self.follow(match_id, Cause::Shown).await? {
                        self.stays_until = Some(TimerInstant::now() + FEATURED_STAY);
                    }
                }
                Ok(_) => self.say(&match_id, removed()).await?,
                Err(refusal) => self.say(&match_id, gone(Some(&refusal))).await?,
            }
        }
        Ok(())
    }

    // This takes `&mut self` because a shared reference to a wall cannot be sent: its watches
    // cannot be shared.
    pub(super) async fn phase_of(&mut self, match_id: &MatchId) -> Result<Phase, Refusal> {
        let viewer = self.context.viewer(match_id, &self.caller).await?;
        Ok(self.context.hall().summary(match_id, |_| viewer).await?.phase)
    }

    /// Answers a change. Queues its parts if the matches fit into the stream.
    pub(super) fn plan(&mut self, Asked { change: WatchChange { add, remove }, answer }: Asked) {
        let mut after: BTreeSet<&MatchId> = self.followed.keys().collect();
        after.retain(|match_id| !remove.contains(match_id));
        after.extend(add.iter().map(|(match_id, _)| match_id));
        let planned = match self.asked.choice {
            Choice::Featured => {
                let expected = "the id of a stream of `matches` or `newest`";
                Err(Refusal::of_field(Reason::BadField, "watch_id", self.changes.id(), expected))
            }
            _ if after.len() > MATCHES_A_STREAM => {
                let given = format!("{} matches in all", after.len());
                Err(Refusal::limit_of_field("matches_a_stream", MATCHES_A_STREAM, "add", &given, "matches in all"))
            }
            _ => {
                self.to_do.extend(remove.into_iter().map(Step::Remove));
                self.to_do.extend(add.into_iter().map(|(match_id, seq)| Step::Add(match_id, seq)));
                Ok(())
            }
        };
        // The caller may no longer wait for the answer.
        let _ = answer.send(planned);
    }

    /// Carries out the next part of a change.
    pub(super) async fn work_off(&mut self) -> Result<(), Refusal> {
        match self.to_do.pop_front() {
            Some(Step::Remove(match_id)) => {
                if self.followed.remove(&match_id).is_some() {
                    self.say(&match_id, removed()).await?;
                }
                if matches!(self.asked.choice, Choice::Newest(_)) {
                    self.decline(match_id);
                }
                Ok(())
            }
            Some(Step::Add(match_id, after)) if !self.followed.contains_key(&match_id) => {
                self.follow(match_id, Cause::Named(after)).await.map(drop)
            }
            Some(Step::Add(..)) | None => Ok(()),
        }
    }

    pub(super) fn decline(&mut self, match_id: MatchId) {
        if self.declined.len() >= READ_FOR_NEW {
            self.declined.pop_front();
        }
        self.declined.insert(match_id);
    }

    /// Adds the newest live matches if there is room, or follows the featured match.
    pub(super) async fn look_for_new(&mut self) -> Result<(), Refusal> {
        let most = match self.asked.choice {
            Choice::Newest(most) => most,
            Choice::Featured => return self.look_for_featured().await,
            Choice::Named { .. } => 0,
        };
        let room = most.saturating_sub(self.followed.len());
        if room == 0 {
            return Ok(());
        }
        // Some of the matches may be full, so more are read than there is room for.
        let new = match self.newest(room + SPARE_NEW).await {
            Err(refusal) if is_passing(&refusal) => return Ok(()),
            new => new?,
        };
        for match_id in new {
            if self.followed.len() < most {
                self.follow(match_id, Cause::Found).await?;
            }
        }
        Ok(())
    }

    /// Follows the match that is featured now, unless the present match stays.
    async fn look_for_featured(&mut self) -> Result<(), Refusal> {
        if self.stays_until.is_some_and(|until| TimerInstant::now() < until) {
            return Ok(());
        }
        let ranking = self.context.ranking().get(|| rank(&self.context)).await;
        let present = self.followed.keys().next().cloned();
        let is_present = |one: &&Candidate| present.as_ref() == Some(&one.opened.match_id);
        let watchers = ranking.iter().find(is_present).map_or(0, |one| one.watchers);
        // The present match gives way only to a match that more spectators chose to watch.
        let is_better = |one: &&Candidate| present.is_none() || one.watchers > watchers;
        let wanted = ranking.iter().filter(|one| one.is_in(&self.asked.filter)).take_while(is_better);
        let wanted: Vec<MatchId> = wanted.map(|one| one.opened.match_id.clone()).take(FEATURED_TRIES).collect();
        for match_id in wanted {
            if self.declined.contains(&match_id) || self.phase_of(&match_id).await.ok() != Some(Phase::Live) {
                continue;
            }
            // If this match is full, the next one is tried.
            if !self.follow(match_id, Cause::Found).await? {
                continue;
            }
            if let Some(present) = present {
                self.followed.remove(&present);
                self.say(&present, removed()).await?;
            }
            self.stays_until = Some(TimerInstant::now() + FEATURED_STAY);
            return Ok(());
        }
        Ok(())
    }

    /// Returns up to `room` of the newest live matches that the stream does not follow.
    async fn newest(&mut self, room: usize) -> Result<Vec<MatchId>, Refusal> {
        let (context, caller) = (&self.context, &self.caller);
        let (followed, declined) = (&self.followed, &self.declined);
        let viewer = |opened: &_| context.viewer_in(opened, caller.player.as_ref());
        let hall = context.hall();
        let mut filter = self.asked.filter.clone();
        // With a spectator delay, the shown state may differ from the stored state, so the store
        // must not filter by it.
        filter.state = (!hall.holds_back(Viewer::Spectator)).then_some(MatchState::Live);
        let is_new = |summary: &&Summary| {
            let match_id = &summary.opened.match_id;
            summary.phase == Phase::Live && !followed.contains_key(match_id) && !declined.contains(match_id)
        };
        let (mut new, mut before) = (Vec::new(), None);
        for _ in 0..READS_FOR_NEW {
            let listed = hall.list(filter.clone(), before, READ_FOR_NEW, viewer).await?;
            let known = listed.iter().filter(|listed| context.may_know_listed(listed, caller));
            let found = known.filter_map(Listed::summary).filter(is_new);
            new.extend(found.map(|summary| summary.opened.match_id.clone()).take(room - new.len()));
            before = listed.last().map(|last| last.match_id().clone());
            if new.len() >= room || listed.len() < READ_FOR_NEW {
                break;
            }
        }
        Ok(new)
    }
}

fn removed() -> Message {
    Message::Gone(v1::Gone { refusal: None, is_removed: true })
}
