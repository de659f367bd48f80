//! `referee rules`: show a position by the rules of a game, like `GameService` without a server.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;

use super::asked;
use crate::{
    api::{convert, request_lines::Lines, services::games as service},
    cli::usage::{PositionArgs, SettingArgs, Usage, find, moves_of},
    games::{Catalogue, GAMES, scene::Scene},
    ids::{Seat, Viewer},
    law::Refusal,
    pb::v1,
    runner::options::pair::Pair,
    standard_output::standard_output,
    transcript::{board, position},
};

const EXAMPLES: &str = "\
Examples:
  referee rules                                          every game with its options
  referee rules kamisado                                 the start position: the turn and the legal moves
  referee rules kamisado --moves \"d8d3 f1f5\"             after two moves
  referee rules kamisado --board                         the start position, drawn
  referee rules kamisado -o length=marathon --json       the same as one JSON object
  echo '{\"game\":\"kamisado\",\"moves\":[\"d8d3\"]}' | referee rules --stdin

With --stdin, each input line is a JSON object. All fields except `game` can be omitted,
and `game` too if the command line names the game:
  {\"game\":\"kamisado\", \"options\":{\"length\":\"long\"}, \"seats\":2, \"round\":1, \"points\":[0,0], \"start\":\"...\", \
\"moves\":[\"d8d3\"], \"viewer\":0} Each output line is its answer:
`GetPositionResponse` of proto/referee/v1/games.proto as canonical JSON, or
  {\"error\":{\"reason\":\"ILLEGAL_MOVE\", \"field\":\"moves[0]\", \"value\":\"d8d9\", \"expected\":\"...\", \"text\":\"...\"}}
An invalid line gets an error, and reading continues. The moves may omit forced steps,
but not outcomes of chance.

Exit codes: 0 answered, 1 input or output failed, 2 invalid question (never with
--stdin).";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RulesArgs {
    /// Game id; omit to list the games
    pub game: Option<String>,
    /// Option of the game; repeat for several
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<Pair>,
    /// Number of seats [default: the game's usual number]
    #[arg(long, value_name = "N")]
    pub seats: Option<u32>,
    /// Position as text [default: the start position]
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub position: String,
    /// Moves from the position, separated by spaces. Quote a move that contains spaces. Forced
    /// steps can be omitted
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Round of the position, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub round: u32,
    /// Points of each seat before the round, separated by commas
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub points: Vec<f64>,
    /// Seat that views the position, from 0 [default: a spectator]
    #[arg(long, value_name = "SEAT")]
    pub viewer: Option<u32>,
    /// Draw the board
    #[arg(long, conflicts_with_all = ["json", "stdin"])]
    pub board: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Read one JSON object per line, and print one answer per line
    #[arg(long, conflicts_with_all = ["json", "position", "moves", "points", "viewer"])]
    pub stdin: bool,
}

pub fn run(args: RulesArgs) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(standard_output());
    print(&args, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the answer to the command line.
pub fn print(args: &RulesArgs, out: &mut impl Write) -> anyhow::Result<()> {
    if args.stdin {
        answer_lines(args, out)?;
    } else if let Some(game) = &args.game {
        let answer =
            service::position(Catalogue::ALL, args.request(game)?).map_err(|refusal| Usage::new(say(&refusal)))?;
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(&answer)?)?,
            false => {
                if args.board {
                    let lines = board::draw(&args.scene(game)?);
                    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
                position::position(out, game, &answer)?;
            }
        }
    } else {
        let games: Vec<v1::Game> = GAMES.iter().map(|game| convert::facts(game.facts())).collect();
        match args.json {
            true => {
                writeln!(out, "{}", serde_json::to_string(&v1::ListGamesResponse { games, ..Default::default() })?)?
            }
            false => games.iter().try_for_each(|game| position::game(out, game))?,
        }
    }
    Ok(())
}

impl RulesArgs {
    /// Returns the position in the form that the viewer sees.
    fn scene(&self, game: &str) -> Result<Scene, Usage> {
        let game = find(game)?;
        let seats = self.seats.map(|seats| u8::try_from(seats).unwrap_or(u8::MAX));
        let setting = SettingArgs { options: self.options.clone(), seats }.read(game)?;
        let position = (!self.position.is_empty()).then(|| self.position.clone());
        let course = PositionArgs { position, moves: self.moves.clone() }.read(game, &setting)?;
        let seat = self.viewer.and_then(|seat| u8::try_from(seat).ok());
        Ok(course.position().scene(seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)))))
    }

    fn request(&self, game: &str) -> Result<v1::GetPositionRequest, Usage> {
        Ok(v1::GetPositionRequest {
            points: self.points.clone(),
            start: self.position.clone(),
            moves: moves_of(&self.moves)?,
            viewer_seat: self.viewer,
            ..self.given(game)
        })
    }

    /// Returns the part of a request that may precede `--stdin`.
    fn given(&self, game: &str) -> v1::GetPositionRequest {
        v1::GetPositionRequest {
            game: game.to_owned(),
            options: self.options.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect(),
            seats: self.seats,
            round: Some(self.round),
            ..v1::GetPositionRequest::default()
        }
    }
}

/// Answers requests line by line. The command line supplies unset fields.
fn answer_lines(args: &RulesArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut lines = Lines::new(io::stdin().lock());
    let given = args.given(args.game.as_deref().unwrap_or_default());
    while let Some(line) = lines.next_line().context("failed to read standard input")? {
        let answer =
            line.and_then(|line| asked::read(&line, &given)).and_then(|asked| service::position(Catalogue::ALL, asked));
        match answer {
            Ok(answer) => serde_json::to_writer(&mut *out, &answer)?,
            Err(refusal) => serde_json::to_writer(&mut *out, &error(&refusal))?,
        }
        out.write_all(b"\n")?;
        // A caller that sends one request at a time waits for its answer.
        if !lines.has_more() {
            out.flush()?;
        }
    }
    Ok(())
}

fn error(refusal: &Refusal) -> serde_json::Value {
    serde_json::json!({"error": {
        "reason": refusal.reason.word(),
        "field": refusal.field,
        "value": refusal.value,
        "expected": refusal.expected,
        "text": refusal.text,
    }})
}

fn say(refusal: &Refusal) -> String {
    format!("{} ({})", refusal.text, refusal.reason.word())
}
