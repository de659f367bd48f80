//! The link between a program and the server. Messages are delayed and stay in order.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use referee::{
    hall::{
        limits::PAGE,
        link::{self, SeatMessage, WAITING_EVENTS, Wants},
        lobby::Profile,
    },
    ids::{MatchId, Seq},
    law::Reason,
};
use tokio::time::sleep;

use super::{AGAIN, Asked, Job, Line, Program, number_of, request};
use crate::{
    invariant::Invariant,
    truth::{Arrival, Offer, Reply, Span},
    world::LANE,
};

/// Maximum delay of a request to a match without a table.
const MOST_WAIT: Duration = Duration::from_millis(50);

impl Program {
    /// Notices the death of its server.
    pub(super) fn look_at_server(&mut self) {
        if self.line.as_ref().is_some_and(|line| !self.world.lives(line.server) || line.link.is_closed()) {
            self.hang_up();
            let after = self.below(Duration::from_secs(2));
            self.soon(after, Job::Connect);
        }
    }

    /// Checks that the link stays within its limits.
    pub(super) fn look_at_link(&mut self) {
        let Some(line) = &self.line else { return };
        // For each seat: its queue of live events, and one page of older ones.
        let most = self.sittings.len().max(1) * (WAITING_EVENTS + PAGE);
        let unread = line.link.unread_events();
        if unread > most {
            let what = format!("{unread} events wait for {}, at most {most} may", self.player);
            self.world.truth().breaks(Invariant::Bounded, what);
        }
    }

    pub(super) fn hang_up(&mut self) {
        let now = self.world.now();
        if self.line.take().is_some()
            && let Some((_, span)) = self.world.truth().players[self.me].here.last_mut()
        {
            span.ended.get_or_insert(now);
        }
        for sitting in self.sittings.values_mut() {
            sitting.open = None;
        }
    }

    pub(super) fn connect(&mut self) {
        if self.line.is_some() {
            return;
        }
        // Retry when a server is up.
        let Some(server) = self.world.server() else { return self.soon(AGAIN, Job::Connect) };
        let known = self.sittings.iter().filter(|(_, sitting)| sitting.last > Seq(0));
        let resume: BTreeMap<_, _> = known.map(|(match_id, sitting)| (match_id.clone(), sitting.last)).collect();
        let profile = Profile {
            games: Vec::new(),
            max_matches: self.world.plan.places(),
            resume: resume.clone().into_iter().collect(),
            agent: String::new(),
            accepts: None,
        };
        let (mut link, reader) = link::channel(Wants { moves: !self.is_spared(), position: false, legal: true });
        // For every other program, messages that require no answer are sent together with the next
        // message.
        link.coalescer = (self.me % 2 == 1).then(|| server.hall.coalescer().clone());
        let now = self.world.now();
        match server.hall.lobby().enter(self.player.clone(), profile, link.clone()) {
            Ok(presence) => {
                self.lines += 1;
                self.world.truth().players[self.me].here.push((server.number, Span::from(now)));
                self.line = Some(Line {
                    number: self.lines,
                    server: server.number,
                    hall: server.hall,
                    link,
                    reader,
                    _presence: presence,
                    resume,
                    last_down: Duration::ZERO,
                    last_up: Duration::ZERO,
                });
                // The program does not know which other requests arrived. If its answer to a turn
                // did not, the server sends the turn again.
                self.unanswered.retain(|_, asked| asked.again);
                let again: Vec<u32> = self.unanswered.keys().copied().collect();
                again.into_iter().for_each(|id| self.transmit(id));
            }
            Err(refusal) => self.world.truth().breaks(Invariant::LetIn, format!("{}: {refusal}", self.player)),
        }
    }

    /// Opens another link while the first one is up. The server must report the replacement on the
    /// first link, and send nothing after that.
    pub(super) fn replace(&mut self) {
        let Some(mut before) = self.line.take() else { return };
        self.connect();
        if self.line.is_none() {
            return;
        }
        let (number, server) = (before.number, before.server);
        if !self.is_with(server) {
            // The new link is with another server, which does not know the first link.
            let now = self.world.now();
            let here = &mut self.world.truth().players[self.me].here;
            for (_, span) in here.iter_mut().filter(|(of, _)| *of == server) {
                span.ended.get_or_insert(now);
            }
            self.sittings.values_mut().for_each(|sitting| sitting.open = None);
            return;
        }
        let last = before.reader.recv().now_or_never();
        let after = before.reader.recv().now_or_never();
        if !matches!(last, Some(Some(SeatMessage::Replaced))) || !matches!(after, Some(None)) {
            let what = format!("link {number} of {} was told {last:?}, then {after:?}", self.player);
            self.world.truth().breaks(Invariant::ReplacedIsSaid, what);
        }
        drop(before);
        // The program was connected the whole time.
        let mut truth = self.world.truth();
        let here = &mut truth.players[self.me].here;
        if here.len() >= 2 && here[here.len() - 2].0 == server {
            here.pop();
        }
        drop(truth);
        for sitting in self.sittings.values_mut() {
            sitting.open = None;
        }
    }

    /// Takes a message from the server. A turn counts as offered at this moment.
    pub(super) fn take_off(&mut self, message: Option<SeatMessage>) {
        let Some(line) = &self.line else { return };
        let (number, server) = (line.number, line.server);
        match message {
            Some(SeatMessage::Turn(card)) => {
                card.offered_now();
                let (match_id, seat, turn_id) = (card.opened.match_id.clone(), card.seat, card.turn_id);
                let offer = Offer { at: self.world.now(), server, seat, turn_id };
                self.world.truth().offers.of_mut(&match_id).push(offer);
                self.deliver(Job::Hear(number, SeatMessage::Turn(card)));
            }
            Some(SeatMessage::Replaced) => {
                let what = format!("{} was told so of its only link", self.player);
                self.world.truth().breaks(Invariant::ReplacedIsSaid, what);
                self.hang_up();
                self.soon(AGAIN, Job::Connect);
            }
            Some(SeatMessage::Answered(answered)) => {
                let id = number_of(&answered.request_id);
                let result = answered.result.map_err(|refusal| refusal.reason);
                self.note_reply(&answered.match_id, id, result);
                self.deliver(Job::HearAnswer(number, id, result));
            }
            Some(message) => self.deliver(Job::Hear(number, message)),
            None => {
                self.hang_up();
                self.soon(AGAIN, Job::Connect);
            }
        }
    }

    pub(super) fn note_reply(&self, match_id: &MatchId, id: u32, result: Result<Seq, Reason>) {
        let server = self.line.as_ref().map_or(0, |line| line.server);
        let Some(sitting) = self.sittings.get(match_id) else { return };
        let (seat, request_id) = (sitting.seat, request(id));
        let at = self.world.now();
        self.world.truth().replies.of_mut(match_id).push(Reply { at, server, seat, request_id, result });
    }

    /// Delivers something to the program after everything that is already in transit.
    pub(super) fn deliver(&mut self, job: Job) {
        let now = self.world.now();
        let Some(line) = &mut self.line else { return };
        let at = line.last_down.max(now + self.delay).max(self.stalled_until);
        line.last_down = at;
        self.at(at, job);
    }

    pub(super) fn transmit(&mut self, id: u32) {
        let now = self.world.now();
        let Some(line) = &mut self.line else { return };
        let Some(asked) = self.unanswered.get_mut(&id) else { return };
        asked.tries += 1;
        asked.line = line.number;
        let at = line.last_up.max(now + self.delay).max(self.stalled_until);
        line.last_up = at;
        let job = Job::Arrive(line.number, id, asked.clone());
        self.at(at, job);
    }

    /// Passes a request that reached the server to its table.
    pub(super) fn arrive(&mut self, id: u32, asked: Asked) {
        let Some(line) = &self.line else { return };
        let Asked { match_id, seat, ask, .. } = asked;
        let (at, server, request_id) = (self.world.now(), line.server, request(id));
        let arrival = Arrival { at, server, seat, request_id: request_id.clone(), ask: ask.clone(), by_table: true };
        if let Some(table) = line.hall.table(&match_id) {
            let stamped = ask.clone().received_at(table.clock().now());
            self.world.truth().arrivals.of_mut(&match_id).push(arrival.clone());
            if table.ask_by_link(seat, request_id.clone(), stamped, &line.link).is_ok() {
                // For each seat: its commands, and one request each to connect, to disconnect, to
                // report that it is up to date, and to report a protocol violation.
                let most = table.opened().players.len() * (LANE + 4);
                let waiting = table.waiting();
                if waiting > most {
                    let what = format!("{waiting} requests wait for match {match_id}, at most {most} may");
                    self.world.truth().breaks(Invariant::Bounded, what);
                }
                return;
            }
            self.world.truth().arrivals.of_mut(&match_id).pop();
        }
        self.world.truth().arrivals.of_mut(&match_id).push(Arrival { by_table: false, ..arrival.clone() });
        let (hall, player, number) = (line.hall.clone(), self.player.clone(), line.number);
        let (world, wait) = (Arc::clone(&self.world), self.below(MOST_WAIT));
        self.errands.spawn(async move {
            // The match may return to a table during this delay.
            sleep(wait).await;
            let result = match hall.table_by_now(&match_id) {
                Ok(Some(table)) => {
                    let stamped = ask.received_at(table.clock().now());
                    world.truth().arrivals.of_mut(&match_id).push(Arrival { at: world.now(), ..arrival });
                    table.ask(seat, request_id, stamped).await
                }
                Ok(None) => hall.answer_again(&match_id, &player, false, request_id, ask).await,
                Err(refusal) => Err(refusal),
            };
            (number, id, result.map_err(|refusal| refusal.reason))
        });
    }
}
