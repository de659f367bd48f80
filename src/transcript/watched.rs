//! Events of a watched match as a person reads them.

use std::{
    io::{self, Write},
    time::Duration,
};

use crate::{
    games::scene::Scene,
    ids::Viewer,
    pb::v1::{
        FirstMoveDue, MatchEvent, MatchOpened, MatchRules, Proposal, ProposalAnswer, ProposalAnswered, Termination,
        Verdict, match_event::Event,
    },
    transcript::{
        board,
        follow::Follower,
        text::{all_points, in_brackets, one_line, seconds, step},
    },
};

/// Prints events; it learns the players' names from the first.
#[derive(Default)]
pub struct Printer {
    players: Vec<String>,
    draws: bool,
    follower: Option<Follower>,
}

impl Printer {
    /// The same, with the board after every step, as far as it follows from what is told: not where hands are hidden.
    pub fn with_boards() -> Printer {
        Printer { draws: true, ..Printer::default() }
    }

    /// Writes an event in a line.
    pub fn write(&mut self, out: &mut impl Write, event: &MatchEvent) -> io::Result<()> {
        let Some(fact) = &event.event else { return Ok(()) };
        write!(out, "{:>5}  ", event.seq)?;
        self.write_fact(out, fact)?;
        if let Some(scene) = self.follow(fact).filter(|_| self.draws) {
            board::draw(&scene).iter().try_for_each(|line| writeln!(out, "        {line}"))?;
        }
        let Some(revealed) = &event.revealed else { return Ok(()) };
        for shown in &revealed.steps {
            writeln!(out, "       step {} was {}", shown.ply, one_line(&shown.notation))?;
        }
        writeln!(out, "       all was: {}", one_line(&revealed.position))
    }

    /// What is to be seen after an event that changes the position.
    fn follow(&mut self, fact: &Event) -> Option<Scene> {
        if let Event::MatchOpened(opened) = fact {
            let options = opened.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            self.follower = Follower::open(&opened.game, opened.players.len(), options);
        }
        let follower = self.follower.as_mut()?;
        match fact {
            Event::RoundStarted(start) => {
                follower.round(start.round, &start.position);
                follower.scene(Viewer::Spectator)
            }
            Event::MovePlayed(moved) => follower.step(&moved.notation, Viewer::Spectator),
            Event::ForcedMovePlayed(forced) => follower.step(&forced.notation, Viewer::Spectator),
            Event::MoveSubstituted(step) => follower.step(&step.notation, Viewer::Spectator),
            Event::ChanceResolved(came) => follower.step(&came.notation, Viewer::Spectator),
            Event::MovesTakenBack(back) => follower.taken_back(back.ply as usize, Viewer::Spectator),
            _ => None,
        }
    }

    fn write_fact(&mut self, out: &mut impl Write, fact: &Event) -> io::Result<()> {
        match fact {
            Event::MatchOpened(opened) => self.write_opened(out, opened),
            Event::SeatConnected(here) => writeln!(out, "{} is here", self.name(here.seat)),
            Event::SeatDisconnected(gone) => writeln!(out, "{} has gone", self.name(gone.seat)),
            Event::NonceGiven(given) => {
                writeln!(out, "{} adds the nonce {}", self.name(given.seat), one_line(&given.nonce))
            }
            Event::RoundStarted(start) => writeln!(out, "round {}: {}", start.round, one_line(&start.position)),
            Event::MovePlayed(moved) => {
                let left = moved.remaining_ns.map_or("no limit".to_owned(), |ns| format!("{} left", nanos(ns)));
                let (name, notation) = (self.name(moved.seat), one_line(&moved.notation));
                let charged = nanos(moved.charged_ns);
                let declined = match &moved.declined {
                    Some(sent) => format!(", in the place of `{}`, which is not legal", one_line(sent)),
                    None => String::new(),
                };
                let more = format_args!("{charged:>12}  {left}{declined}");
                writeln!(out, "{}", step(moved.round, moved.ply, &name, &notation, more))
            }
            Event::SeatLost(lost) => {
                let (name, by, detail) = (self.name(lost.seat), cause(lost.cause()), in_brackets(&lost.detail));
                writeln!(out, "{name} is lost by {by}{detail}: the match goes on without it")
            }
            Event::MoveSubstituted(played) => {
                let (name, notation) = (self.name(played.seat), one_line(&played.notation));
                writeln!(out, "{}", step(played.round, played.ply, &name, &notation, "by the referee"))
            }
            Event::FlagVoided(void) => {
                let name = self.name(void.seat);
                writeln!(out, "{:>4}.{:<4} {name:<12} the host stalled: asked again", void.round, void.ply)
            }
            Event::ForcedMovePlayed(forced) => {
                let (name, notation) = (self.name(forced.seat), one_line(&forced.notation));
                writeln!(out, "{}", step(forced.round, forced.ply, &name, &notation, "forced"))
            }
            Event::ChanceResolved(came) => {
                writeln!(out, "{}", step(came.round, came.ply, "chance", &one_line(&came.notation), ""))
            }
            Event::RoundEnded(ended) => {
                let result = ended.result.clone().unwrap_or_default();
                let (points, totals) = (all_points(&result.points), all_points(&result.totals));
                let cause = one_line(&result.cause);
                writeln!(out, "round {} ended by {cause}: points {points}, together {totals}", ended.round)
            }
            Event::FirstMoveDue(due) => self.write_first_move(out, due),
            Event::ProposalMade(said) => writeln!(out, "{} proposes a {}", self.name(said.seat), word(said.proposal())),
            Event::ProposalAnswered(said) => self.write_response(out, said),
            Event::MovesTakenBack(back) => {
                writeln!(out, "taken back: round {} goes on with ply {}", back.round, back.ply)
            }
            Event::MatchPaused(paused) => writeln!(out, "{} pauses the match", one_line(&paused.arbiter)),
            Event::MatchResumed(resumed) => writeln!(out, "{} lets the match go on", one_line(&resumed.arbiter)),
            Event::MatchAdjudicated(by) => {
                writeln!(out, "{} adjudicates the match: {}", one_line(&by.arbiter), one_line(&by.reason))
            }
            Event::HostStalled(stall) => {
                writeln!(out, "the host stalled for {}: charged to nobody", nanos(stall.stalled_ns))
            }
            Event::ServerRestarted(_) => writeln!(out, "the server came back"),
            Event::MatchEnded(ended) => {
                let seed =
                    if ended.seed.is_empty() { String::new() } else { format!(", seed {}", one_line(&ended.seed)) };
                writeln!(out, "ended: {}{seed}", self.verdict(&ended.verdict.clone().unwrap_or_default()))
            }
        }
    }

    fn write_opened(&mut self, out: &mut impl Write, opened: &MatchOpened) -> io::Result<()> {
        self.players = opened.players.iter().map(|player| one_line(player)).collect();
        let pairs = opened.options.iter().map(|(name, value)| format!("{name}={value}"));
        let what: Vec<String> = [opened.game.clone()].into_iter().chain(pairs).collect();
        let (what, control) =
            (one_line(&what.join(" ")), one_line(&time_control(&opened.rules.clone().unwrap_or_default())));
        let rematch = match opened.rematch_of.as_str() {
            "" => String::new(),
            of => format!(", the rematch of {}", one_line(of)),
        };
        writeln!(out, "{what}: {}, {control}{rematch}", self.players.join(" - "))
    }

    fn write_first_move(&self, out: &mut impl Write, due: &FirstMoveDue) -> io::Result<()> {
        let until = Duration::from_nanos(due.until_ns).as_secs_f64();
        writeln!(out, "{} has until second {until} for its first move", self.name(due.seat))
    }

    fn write_response(&self, out: &mut impl Write, said: &ProposalAnswered) -> io::Result<()> {
        let says = if said.answer() == ProposalAnswer::Accept { "accepts" } else { "declines" };
        writeln!(out, "{} {says} the {}", self.name(said.seat), word(said.proposal()))
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let word = cause(verdict.termination());
        let by = if verdict.termination() == Termination::Adjudication { "against" } else { "by" };
        let by = verdict.seat.map(|seat| format!(" {by} {}", self.name(seat))).unwrap_or_default();
        let detail = in_brackets(&verdict.detail);
        let placed = verdict.places.iter().zip(0..).map(|(place, seat)| format!(", {place}. {}", self.name(seat)));
        format!("{word}{by}{detail}, points {}{}", all_points(&verdict.points), placed.collect::<String>())
    }

    fn name(&self, seat: u32) -> String {
        self.players.get(seat as usize).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }
}

fn word(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => "draw",
        Proposal::Takeback => "takeback",
        Proposal::Unspecified => "proposal",
    }
}

fn cause(of: Termination) -> String {
    of.as_str_name().trim_start_matches("TERMINATION_").to_lowercase()
}

fn nanos(nanos: u64) -> String {
    seconds(Duration::from_nanos(nanos))
}

/// One text where all seats have the same control; else that of each, seat 0 first.
fn time_control(rules: &MatchRules) -> String {
    let mut each = rules.time_controls.clone();
    each.dedup();
    each.join("; ")
}
