//! A match as a person reads it: a line for every step, round and verdict.

use std::{
    io::{self, Write},
    time::Duration,
};

use crate::{
    games::{self, scene::Scene},
    ids::{Seat, Viewer},
    referee::{
        Event, Evidence, Exit, Fact, MatchOpened, ProposalAnswer, Termination, Verdict,
        event::{FlagVoided, MovePlayed},
    },
    transcript::{
        board,
        follow::Follower,
        text::{all_points, in_brackets, one_line, seconds, step},
    },
};

/// The events of a match, to be written out.
pub struct Transcript<'a> {
    events: &'a [Event],
    opened: Option<&'a MatchOpened>,
}

impl<'a> Transcript<'a> {
    /// The transcript of these events.
    pub fn of(events: &'a [Event]) -> Transcript<'a> {
        let opened = events.iter().find_map(|event| match &event.fact {
            Fact::MatchOpened(opened) => Some(&**opened),
            _ => None,
        });
        Transcript { events, opened }
    }

    /// Writes it, event by event.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.events.iter().try_for_each(|event| self.write_event(out, event))
    }

    /// The same, with the board as an arbiter sees it after every step.
    pub fn write_with_boards(&self, out: &mut impl Write) -> io::Result<()> {
        let mut follower = self.opened.and_then(|opened| {
            let options = opened.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            Follower::open(&opened.game, opened.players.len(), options)
        });
        for event in self.events {
            self.write_event(out, event)?;
            if let Some(scene) = follower.as_mut().and_then(|follower| follow(follower, &event.fact)) {
                board::draw(&scene).iter().try_for_each(|line| writeln!(out, "        {line}"))?;
            }
        }
        Ok(())
    }

    /// How the match ended, in a line.
    pub fn verdict(&self) -> String {
        match self.events.last().map(|event| &event.fact) {
            Some(Fact::MatchEnded(ended)) => self.say_verdict(&ended.verdict),
            _ => "not over yet".to_owned(),
        }
    }

    fn write_event(&self, out: &mut impl Write, event: &Event) -> io::Result<()> {
        match &event.fact {
            Fact::MatchOpened(opened) => self.write_opened(out, opened),
            Fact::SeatConnected { seat } => writeln!(out, "{} is here", self.name(*seat)),
            Fact::SeatDisconnected { seat, .. } => writeln!(out, "{} has gone", self.name(*seat)),
            Fact::NonceGiven { seat, nonce, .. } if nonce.is_empty() => {
                writeln!(out, "{} adds no nonce", self.name(*seat))
            }
            Fact::NonceGiven { seat, nonce, .. } => {
                writeln!(out, "{} adds the nonce {}", self.name(*seat), nonce.as_str())
            }
            Fact::RoundStarted { round, position } => writeln!(out, "round {round}: {position}"),
            Fact::MovePlayed(moved) => self.write_moved(out, moved),
            Fact::FlagVoided(FlagVoided { seat, round, ply, .. }) => {
                writeln!(out, "{round:>4}.{ply:<4} {:<12} the host stalled: asked again", self.name(*seat))
            }
            Fact::ForcedMovePlayed { seat, round, ply, notation } => {
                writeln!(out, "{}", step(*round, *ply, &self.name(*seat), notation, "forced"))
            }
            Fact::SeatLost(lost) => {
                let detail = in_brackets(&lost.detail);
                let (name, cause) = (self.name(lost.seat), lost.cause.word());
                writeln!(out, "{name} is lost by {cause}{detail}: the match goes on without it")
            }
            Fact::MoveSubstituted { seat, round, ply, notation } => {
                writeln!(out, "{}", step(*round, *ply, &self.name(*seat), notation, "by the referee"))
            }
            Fact::ChanceResolved { round, ply, notation } => {
                writeln!(out, "{}", step(*round, *ply, "chance", notation, ""))
            }
            Fact::RoundEnded { round, cause, points, totals } => {
                writeln!(
                    out,
                    "round {round} ended by {cause}: points {}, together {}",
                    all_points(points),
                    all_points(totals)
                )
            }
            Fact::FirstMoveDue { seat, until } => {
                let until = Duration::from_nanos(until.0).as_secs_f64();
                writeln!(out, "{} has until second {until} for its first move", self.name(*seat))
            }
            Fact::ProposalMade { seat, proposal, .. } => {
                writeln!(out, "{} proposes a {}", self.name(*seat), proposal.word())
            }
            Fact::ProposalAnswered { seat, proposal, answer, .. } => {
                let says = match answer {
                    ProposalAnswer::Accept => "accepts",
                    ProposalAnswer::Decline => "declines",
                };
                writeln!(out, "{} {says} the {}", self.name(*seat), proposal.word())
            }
            Fact::MovesTakenBack { round, ply } => writeln!(out, "taken back: round {round} goes on with ply {ply}"),
            Fact::MatchPaused { arbiter, .. } => writeln!(out, "{arbiter} pauses the match"),
            Fact::MatchResumed { arbiter, .. } => writeln!(out, "{arbiter} lets the match go on"),
            Fact::MatchAdjudicated { by, .. } => {
                writeln!(out, "{} adjudicates the match: {}", by.arbiter, one_line(&by.reason))
            }
            Fact::HostStalled(stall) => {
                writeln!(out, "the host stalled for {}: charged to nobody", seconds(stall.ended.since(stall.began)))
            }
            Fact::ServerRestarted => writeln!(out, "the server came back"),
            Fact::MatchEnded(ended) => {
                writeln!(out, "ended: {}", self.say_verdict(&ended.verdict))?;
                ended.verdict.evidence.as_deref().map_or(Ok(()), |evidence| write_evidence(out, evidence))?;
                ended.seed.as_ref().map_or(Ok(()), |seed| writeln!(out, "its seed was {}", seed.hex()))
            }
        }
    }

    fn write_opened(&self, out: &mut impl Write, opened: &MatchOpened) -> io::Result<()> {
        let options: Vec<String> = opened.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        writeln!(out, "match {}: {}{}", opened.match_id, opened.game, options.concat())?;
        let sides = games::find(&opened.game).map_or(&[][..], |game| game.facts().sides);
        for (seat, player) in opened.players.iter().enumerate() {
            let side = sides.get(seat).map_or("seat", |side| side.name);
            let time = opened.time_controls.get(seat).map(ToString::to_string).unwrap_or_default();
            writeln!(out, "  seat {seat}, {side}: {player}, {time}")?;
        }
        if let Some(luck) = &opened.luck {
            writeln!(out, "  SHA-256 of its seed: {}", luck.commitment)?;
        }
        Ok(())
    }

    fn write_moved(&self, out: &mut impl Write, moved: &MovePlayed) -> io::Result<()> {
        let MovePlayed { seat, round, ply, notation, charged, clock, stalled, .. } = moved;
        let left = clock.left.map_or("no limit".to_owned(), |left| format!("{} left", seconds(left)));
        let periods = if clock.periods > 0 { format!(", {} periods", clock.periods) } else { String::new() };
        let stalled = if stalled.is_zero() { String::new() } else { format!(", host stalled {}", seconds(*stalled)) };
        let (name, charged) = (self.name(*seat), seconds(*charged));
        let declined = match &moved.declined {
            Some(sent) => format!(", in the place of `{}`, which is not legal", one_line(sent)),
            None => String::new(),
        };
        let more = format_args!("{charged:>12}  {left}{periods}{stalled}{declined}");
        writeln!(out, "{}", step(*round, *ply, &name, notation, more))
    }

    fn say_verdict(&self, verdict: &Verdict) -> String {
        let by = if verdict.termination == Termination::Adjudication { "against" } else { "by" };
        let by = verdict.seat.map(|seat| format!(" {by} {}", self.name(seat))).unwrap_or_default();
        let detail = in_brackets(&verdict.detail);
        let places = match verdict.places.is_empty() {
            true => "counts for nobody".to_owned(),
            false => {
                let placed = verdict.places.iter().zip((0..).map(Seat));
                placed.map(|(place, seat)| format!("{place}. {}", self.name(seat))).collect::<Vec<_>>().join(", ")
            }
        };
        let over = verdict.overrun.map(|overrun| format!(", {} over", seconds(overrun))).unwrap_or_default();
        let word = verdict.termination.word();
        format!("{word}{by}{over}{detail}, points {}, {places}", all_points(&verdict.totals))
    }

    fn name(&self, seat: Seat) -> String {
        let player = self.opened.and_then(|opened| opened.players.get(seat.index()));
        player.map_or_else(|| format!("seat {seat}"), ToString::to_string)
    }
}

/// What is to be seen after an event that changes the position.
fn follow(follower: &mut Follower, fact: &Fact) -> Option<Scene> {
    match fact {
        Fact::RoundStarted { round, position } => {
            follower.round(*round, position);
            follower.scene(Viewer::Arbiter)
        }
        Fact::MovePlayed(moved) => follower.step(&moved.notation, Viewer::Arbiter),
        Fact::ForcedMovePlayed { notation, .. }
        | Fact::MoveSubstituted { notation, .. }
        | Fact::ChanceResolved { notation, .. } => follower.step(notation, Viewer::Arbiter),
        Fact::MovesTakenBack { ply, .. } => follower.taken_back(*ply as usize, Viewer::Arbiter),
        _ => None,
    }
}

fn write_evidence(out: &mut impl Write, evidence: &Evidence) -> io::Result<()> {
    match evidence.exit {
        Some(Exit::Status(status)) => writeln!(out, "  its program ended with status {status}")?,
        Some(Exit::Signal(signal)) => writeln!(out, "  its program was ended by signal {signal}")?,
        None => {}
    }
    evidence.stdout.iter().try_for_each(|line| writeln!(out, "  stdout: {line}"))?;
    evidence.stderr.iter().try_for_each(|line| writeln!(out, "  stderr: {line}"))
}
