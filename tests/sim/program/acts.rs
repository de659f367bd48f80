//! The acts of a program on its own initiative, and the faults of its link.

use std::time::Duration;

use referee::{
    hall::table::{Ask, Misconduct},
    ids::{MatchId, Seq},
    law::{Proposal, ProposalAnswer},
};

use super::{Job, Program};
use crate::{
    plan::{Act, FLICKER, FLICKER_HERE, Game},
    takeaway::PANICS,
    truth::Span,
};

impl Program {
    pub(super) fn act(&mut self, act: Act) {
        let now = self.world.now();
        match act {
            Act::Cut(away) => self.cut(away),
            Act::Forget(away) => {
                self.cut(away);
                self.sittings.values_mut().for_each(|sitting| sitting.last = Seq(0));
            }
            Act::Flap(times) => {
                self.cut(Duration::from_millis(100));
                if times > 1 {
                    self.soon(Duration::from_millis(400), Job::Act(Act::Flap(times - 1)));
                }
            }
            Act::Flicker(times) => {
                self.cut(FLICKER);
                if times > 1 {
                    self.soon(FLICKER + FLICKER_HERE, Job::Act(Act::Flicker(times - 1)));
                }
            }
            Act::Silence => self.is_silent = true,
            Act::OpenByPolicy(victim) => self.open_by_policy(victim),
            Act::Challenge(victim, count) => self.challenge(victim, count),
            Act::Replace => self.replace(),
            Act::Shut(lasts) => {
                self.shut_until = self.shut_until.max(now + lasts);
                let span = Span { began: now, ended: Some(now + lasts) };
                self.world.truth().players[self.me].shut.push(span);
                self.soon(lasts, Job::Wake);
            }
            Act::Stall(lasts) => self.stalled_until = self.stalled_until.max(now + lasts),
            Act::Delay(delay) => self.delay = delay,
            Act::Flood(count) => self.flood(count),
            Act::Late => self.late = true,
            Act::Brink => self.brink = true,
            Act::Behind => self.behind = true,
            Act::Illegal(times) => self.illegal = times,
            Act::Misbehave => self.misbehave(),
            Act::Resign => self.ask_all(&Ask::Resign),
            Act::ProposeDraw => self.ask_all(&Ask::Propose { proposal: Proposal::Draw }),
            Act::ProposeTakeback => self.ask_all(&Ask::Propose { proposal: Proposal::Takeback }),
            Act::Abort => self.ask_all(&Ask::Abort),
            Act::ClaimDraw => self.ask_all(&Ask::ClaimDraw { received: Default::default() }),
            Act::Poison => self.poison(),
        }
    }

    fn cut(&mut self, away: Duration) {
        self.hang_up();
        self.soon(away, Job::Connect);
    }

    fn live(&self) -> Vec<MatchId> {
        self.sittings.iter().filter(|(_, sitting)| !sitting.over).map(|(match_id, _)| match_id.clone()).collect()
    }

    fn ask_all(&mut self, ask: &Ask) {
        for match_id in self.live() {
            self.ask(&match_id, ask.clone(), true);
        }
    }

    fn flood(&mut self, count: usize) {
        for number in 0..count {
            for match_id in self.live() {
                let received = Default::default();
                let ask = match number % 3 {
                    0 => Ask::PlayMove { turn_id: Seq(99_999), notation: "junk".to_owned(), score: None, received },
                    1 => Ask::AnswerProposal { proposal: Proposal::Draw, answer: ProposalAnswer::Decline, received },
                    _ => Ask::PlayMove { turn_id: Seq(0), notation: String::new(), score: None, received },
                };
                self.ask(&match_id, ask, false);
            }
        }
    }

    fn poison(&mut self) {
        if !matches!(self.world.plan.game, Game::Takeaway { .. }) {
            return;
        }
        let open: Vec<_> = self.sittings.values().filter_map(|sitting| sitting.open.clone()).collect();
        for card in open {
            let (turn_id, notation) = (card.turn_id, PANICS.to_owned());
            let ask = Ask::PlayMove { turn_id, notation, score: None, received: Default::default() };
            self.ask(&card.opened.match_id, ask, false);
        }
    }

    fn misbehave(&mut self) {
        let Some(line) = &self.line else { return };
        let now = self.world.now();
        for (match_id, sitting) in &self.sittings {
            if let Some(table) = line.hall.table(match_id) {
                self.world.truth().players[self.me].misbehaved.push(now);
                let misconduct = Misconduct::seen("it said what is no message".to_owned(), table.clock().now());
                table.misbehaved(sitting.seat, line.link.id, misconduct);
            }
        }
    }
}
