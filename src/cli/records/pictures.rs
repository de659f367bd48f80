//! The pictures of `referee export`: a position, or a whole round.

use anyhow::{Context as _, bail};

use crate::{
    games::{
        rules::Facts,
        scene::{
            Scene,
            svg::{self, Legend, MAX_ANIMATED},
        },
    },
    ids::Viewer,
    law::{
        Event, Fact, Match, MatchOpened,
        frames::{Frame, Frames},
        opening::conduct::MAX_PLIES,
    },
    stats::counted,
};

/// Draws one position of a round, by default the last one.
pub fn position(round: &[Frame], ply: Option<u32>, facts: &Facts, opened: &MatchOpened) -> anyhow::Result<String> {
    let last = round.last().context("no position")?;
    let frame = match ply {
        None => last,
        Some(ply) => {
            let found = round.iter().find(|frame| frame.ply == ply);
            found.with_context(|| format!("--ply {ply}: the round has {} steps", last.ply))?
        }
    };
    let of_round = if facts.rounds { format!("round {}, ", frame.round) } else { String::new() };
    let title = format!("{}, {of_round}ply {}", facts.name, frame.ply);
    Ok(svg::draw(&frame.scene(), facts, &legend(title, opened)))
}

/// Draws a round that plays by itself.
pub fn animation(round: &[Frame], seconds: f64, facts: &Facts, opened: &MatchOpened) -> anyhow::Result<String> {
    let number = round.first().map_or(0, |frame| frame.round);
    let title = if facts.rounds { format!("{}, round {number}", facts.name) } else { facts.name.to_owned() };
    let scenes: Vec<Scene> = round.iter().map(Frame::scene).collect();
    let drawn = svg::animate(&scenes, facts, &legend(title, opened), seconds);
    drawn.with_context(|| format!("the round is too long: the picture would exceed {MAX_ANIMATED} bytes"))
}

/// Returns the positions of a round, by default of the last one, to be drawn for a viewer.
pub fn round(
    events: &[Event],
    opened: &MatchOpened,
    number: Option<u32>,
    viewer: Viewer,
) -> anyhow::Result<Vec<Frame>> {
    let rounds = events.iter().filter(|event| matches!(event.fact, Fact::RoundStarted { .. })).count() as u32;
    let number = number.unwrap_or(rounds);
    let mut of = Match::open(opened.clone())?;
    let mut frames = Frames::new(viewer, (number, 0), MAX_PLIES as usize + 1);
    events[1..].iter().for_each(|event| frames.take(&mut of, event));
    let mut frames = frames.into_frames();
    frames.retain(|frame| frame.round == number);
    if frames.is_empty() {
        bail!("--round {number}: the match has {}", counted(rounds, ["round", "rounds"]));
    }
    Ok(frames)
}

fn legend(title: String, opened: &MatchOpened) -> Legend {
    Legend { title, players: opened.players.iter().map(ToString::to_string).collect() }
}
