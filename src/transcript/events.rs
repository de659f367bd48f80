//! Prints the events of a match for people: a line for every step, round and verdict.

use std::{
    io::{self, Write},
    time::Duration,
};

use crate::{
    games::{self, scene::Scene},
    ids::Viewer,
    law::{self, opening::occasion::IMPORTED_LABEL},
    pb::v1::{
        Evidence, MatchEnded, MatchEvent, MatchOpened, MovePlayed, Proposal, ProposalAnswer, Termination, Verdict,
        evidence::Exit, match_event::Event,
    },
    transcript::{
        board,
        follow::Follower,
        text::{all_points, in_brackets, one_line, seconds, step},
    },
};

/// The printer of the events of one match. The first event tells the players' names.
pub struct Printer {
    match_id: String,
    players: Vec<String>,
    is_numbered: bool,
    draws_for: Option<Viewer>,
    follower: Option<Follower>,
}

impl Printer {
    /// Returns a printer for the match with this id.
    pub fn new(match_id: &str) -> Printer {
        let match_id = one_line(match_id);
        Printer { match_id, players: Vec::new(), is_numbered: false, draws_for: None, follower: None }
    }

    /// Prints the number of each event before it.
    pub fn numbered(self) -> Printer {
        Printer { is_numbered: true, ..self }
    }

    /// Prints the board after every step as `viewer` sees it. A viewer that cannot see hidden hands
    /// gets no boards.
    pub fn with_boards(self, viewer: Viewer) -> Printer {
        Printer { draws_for: Some(viewer), ..self }
    }

    /// Prints an event, in one or more lines.
    pub fn write(&mut self, out: &mut impl Write, event: &MatchEvent) -> io::Result<()> {
        let Some(fact) = &event.event else { return Ok(()) };
        if let Event::MatchOpened(opened) = fact {
            self.players = opened.players.iter().map(|player| one_line(player)).collect();
        }
        let (first, next) = match self.is_numbered {
            true => (format!("{:>5}  ", event.seq), "       "),
            false => (String::new(), ""),
        };
        for (index, line) in self.lines(fact).iter().enumerate() {
            writeln!(out, "{}{line}", if index == 0 { &first } else { next })?;
        }
        if let Some(scene) = self.draws_for.and_then(|viewer| self.follow(viewer, fact)) {
            board::draw(&scene).iter().try_for_each(|line| writeln!(out, "        {line}"))?;
        }
        let Some(revealed) = &event.revealed else { return Ok(()) };
        for shown in &revealed.steps {
            writeln!(out, "{next}step {} was {}", shown.ply, one_line(&shown.notation))?;
        }
        writeln!(out, "{next}all was: {}", one_line(&revealed.position))
    }

    /// Follows an event that changes the position, and returns the viewer's new scene.
    fn follow(&mut self, viewer: Viewer, fact: &Event) -> Option<Scene> {
        if let Event::MatchOpened(opened) = fact {
            let options = opened.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            self.follower = Follower::open(&opened.game, opened.players.len(), options);
        }
        let follower = self.follower.as_mut()?;
        match fact {
            Event::RoundStarted(start) => {
                follower.round(start.round, &start.position);
                follower.scene(viewer)
            }
            Event::MovePlayed(moved) => follower.step(&moved.notation, viewer),
            Event::ForcedMovePlayed(forced) => follower.step(&forced.notation, viewer),
            Event::MoveSubstituted(step) => follower.step(&step.notation, viewer),
            Event::ChanceResolved(came) => follower.step(&came.notation, viewer),
            Event::MovesTakenBack(back) => follower.taken_back(back.ply as usize, viewer),
            _ => None,
        }
    }

    fn lines(&self, fact: &Event) -> Vec<String> {
        let line = match fact {
            Event::MatchOpened(opened) => return opened_lines(&self.match_id, opened),
            Event::MatchEnded(ended) => return ended_lines(&self.players, ended),
            Event::MovePlayed(moved) => self.moved(moved),
            Event::SeatConnected(here) => format!("{} is here", self.name(here.seat)),
            Event::SeatDisconnected(gone) => format!("{} has gone", self.name(gone.seat)),
            Event::NonceGiven(given) if given.nonce.is_empty() => format!("{} adds no nonce", self.name(given.seat)),
            Event::NonceGiven(given) => format!("{} adds the nonce {}", self.name(given.seat), one_line(&given.nonce)),
            Event::RoundStarted(start) => format!("round {}: {}", start.round, one_line(&start.position)),
            Event::MoveRefused(refused) => {
                let sent = one_line(&refused.declined);
                step(refused.round, refused.ply, &self.name(refused.seat), &sent, "refused: asked again")
            }
            Event::FlagVoided(void) => {
                step(void.round, void.ply, &self.name(void.seat), "", "the host stalled: asked again")
            }
            Event::ForcedMovePlayed(forced) => {
                step(forced.round, forced.ply, &self.name(forced.seat), &one_line(&forced.notation), "forced")
            }
            Event::SeatLost(lost) => {
                let (name, by, detail) = (self.name(lost.seat), word(lost.cause()), in_brackets(&lost.detail));
                format!("{name} loses by {by}{detail}: the match continues without it")
            }
            Event::MoveSubstituted(played) => {
                step(played.round, played.ply, &self.name(played.seat), &one_line(&played.notation), "by the referee")
            }
            Event::ChanceResolved(came) => step(came.round, came.ply, "chance", &one_line(&came.notation), ""),
            Event::RoundEnded(ended) => {
                let result = ended.result.clone().unwrap_or_default();
                let (points, totals) = (all_points(&result.points), all_points(&result.totals));
                let cause = one_line(&result.cause);
                format!("round {} ended by {cause}: points {points}, together {totals}", ended.round)
            }
            Event::FirstMoveDue(due) => {
                let until = Duration::from_nanos(due.until_ns.cast_unsigned()).as_secs_f64();
                format!("{} has until second {until} for its first move", self.name(due.seat))
            }
            Event::ProposalMade(said) => format!("{} proposes a {}", self.name(said.seat), proposed(said.proposal())),
            Event::ProposalAnswered(said) => {
                let says = if said.answer() == ProposalAnswer::Accept { "accepts" } else { "declines" };
                format!("{} {says} the {}", self.name(said.seat), proposed(said.proposal()))
            }
            Event::MovesTakenBack(back) => {
                let clocks = back.clocks.iter().map(|clock| left(clock.remaining_ns, clock.periods));
                let clocks = clocks.collect::<Vec<_>>().join(" / ");
                format!("taken back: round {} resumes at ply {}: {clocks}", back.round, back.ply)
            }
            Event::MatchPaused(paused) => format!("{} pauses the match", one_line(&paused.arbiter)),
            Event::MatchResumed(resumed) => format!("{} resumes the match", one_line(&resumed.arbiter)),
            Event::MatchAdjudicated(by) => {
                format!("{} adjudicates the match: {}", one_line(&by.arbiter), one_line(&by.reason))
            }
            Event::HostStalled(stall) => {
                format!("the host stalled for {}: not charged", nanos(stall.stalled_ns))
            }
            Event::ServerRestarted(_) => "the server resumed".to_owned(),
        };
        vec![line]
    }

    fn moved(&self, moved: &MovePlayed) -> String {
        let left = left(moved.remaining_ns, moved.periods);
        let stalled = match moved.stalled_ns {
            0 => String::new(),
            ns => format!(", host stalled {}", nanos(ns)),
        };
        let declined = match &moved.declined {
            Some(sent) => format!(", instead of `{}`, which is illegal", one_line(sent)),
            None => String::new(),
        };
        let more = format_args!("{:>12}  {left}{stalled}{declined}", nanos(moved.charged_ns));
        step(moved.round, moved.ply, &self.name(moved.seat), &one_line(&moved.notation), more)
    }

    fn name(&self, seat: u32) -> String {
        name(&self.players, seat)
    }
}

/// Describes how a match between these players ended, without a line break.
pub fn verdict(players: &[String], verdict: &Verdict) -> String {
    let by = if verdict.termination() == Termination::Adjudication { "against" } else { "by" };
    let by = verdict.seat.map(|seat| format!(" {by} {}", name(players, seat))).unwrap_or_default();
    let over = verdict.overrun_ns.map(|overrun| format!(", {} over", nanos(overrun))).unwrap_or_default();
    let (word, detail) = (word(verdict.termination()), in_brackets(&verdict.detail));
    let places = match verdict.places.is_empty() {
        true => "does not count".to_owned(),
        false => {
            let placed =
                verdict.places.iter().zip(0..).map(|(place, seat)| format!("{place}. {}", name(players, seat)));
            placed.collect::<Vec<_>>().join(", ")
        }
    };
    format!("{word}{by}{over}{detail}, points {}, {places}", all_points(&verdict.points))
}

fn opened_lines(match_id: &str, opened: &MatchOpened) -> Vec<String> {
    let options: Vec<String> = opened.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    let mut lines = vec![format!("match {match_id}: {}", one_line(&format!("{}{}", opened.game, options.concat())))];
    let sides = games::find(&opened.game).map_or(&[][..], |game| game.facts().sides);
    let controls = opened.rules.as_ref().map_or(&[][..], |rules| &rules.time_controls);
    for (seat, player) in opened.players.iter().enumerate() {
        let side = sides.get(seat).map_or("seat", |side| side.name);
        let control = controls.get(seat).or(controls.first()).map(|text| one_line(text)).unwrap_or_default();
        lines.push(format!("  seat {seat}, {side}: {}, {control}", one_line(player)));
    }
    if let Some(luck) = &opened.luck {
        lines.push(format!("  SHA-256 of its seed: {}", one_line(&luck.commitment)));
    }
    if opened.labels.contains_key(IMPORTED_LABEL) {
        lines.push("  imported from a text: no clocks, never rated".to_owned());
    }
    if !opened.rematch_of.is_empty() {
        lines.push(format!("  the rematch of {}", one_line(&opened.rematch_of)));
    }
    lines
}

fn ended_lines(players: &[String], ended: &MatchEnded) -> Vec<String> {
    let of = ended.verdict.clone().unwrap_or_default();
    let mut lines = vec![format!("ended: {}", verdict(players, &of))];
    lines.extend(of.evidence.iter().flat_map(evidence_lines));
    if !ended.seed.is_empty() {
        lines.push(format!("its seed was {}", one_line(&ended.seed)));
    }
    lines
}

fn evidence_lines(evidence: &Evidence) -> Vec<String> {
    let exit = match evidence.exit {
        Some(Exit::Status(status)) => Some(format!("  its program ended with status {status}")),
        Some(Exit::Signal(signal)) => Some(format!("  its program was ended by signal {signal}")),
        None => None,
    };
    let stdout = evidence.stdout.iter().map(|line| format!("  stdout: {}", one_line(line)));
    let stderr = evidence.stderr.iter().map(|line| format!("  stderr: {}", one_line(line)));
    exit.into_iter().chain(stdout).chain(stderr).collect()
}

fn name(players: &[String], seat: u32) -> String {
    players.get(seat as usize).map_or_else(|| format!("seat {seat}"), |player| one_line(player))
}

fn word(of: Termination) -> &'static str {
    law::Termination::word_of(of.as_str_name())
}

fn proposed(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => "draw",
        Proposal::Takeback => "takeback",
        Proposal::Unspecified => "proposal",
    }
}

/// Formats the remaining time of a clock, with its periods.
fn left(remaining_ns: Option<i64>, periods: u32) -> String {
    let left = remaining_ns.map_or("no limit".to_owned(), |ns| format!("{} left", nanos(ns)));
    if periods > 0 { format!("{left}, {periods} periods") } else { left }
}

fn nanos(nanos: i64) -> String {
    seconds(Duration::from_nanos(nanos.cast_unsigned()))
}
