//! The bots; this program runs as one when its arguments say so.

use std::{
    io::{self, BufRead as _, Write},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::{
    Behaviour,
    place::{Post, What},
};

/// Bytes per write of a flood.
const WAVE: usize = 512 * 1024;
/// Bytes per second of a flood.
pub const PER_SECOND: u32 = 50_000_000;

/// Runs as a bot if the arguments ask for one: `--good-bot PLACE` or `--bad-bot BEHAVIOUR PLACE`.
pub fn run(words: &[String]) -> Option<anyhow::Result<()>> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[1..] {
        ["--good-bot", place] => Some(play(place, None)),
        ["--bad-bot", behaviour, place] => {
            let behaviour = Behaviour::ALL.into_iter().find(|known| format!("{known:?}") == behaviour)?;
            Some(play(place, Some(behaviour)))
        }
        _ => None,
    }
}

/// Plays the first legal move of every turn, or misbehaves.
fn play(place: &str, bad: Option<Behaviour>) -> anyhow::Result<()> {
    let mut post = Post::of(Path::new(place))?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match (line.split_whitespace().next(), bad) {
            (Some("referee"), _) => output.write_all(b"id name bench\nrefereeok\n")?,
            (Some("isready"), _) => output.write_all(b"readyok\n")?,
            (Some("quit"), _) => return Ok(()),
            (Some("go"), Some(behaviour)) => {
                post.tell(What::Asked)?;
                let behaviour = if post.is_calm() { Behaviour::Silent } else { behaviour };
                misbehave(behaviour, &mut output)?;
            }
            (Some("go"), None) => {
                let first = line.split_once(" legal ").and_then(|(_, legal)| legal.split_whitespace().next());
                writeln!(output, "bestmove {}", first.unwrap_or_default())?;
            }
            (Some("newmatch"), None) => post.tell(What::Announced)?,
            (Some("matchresult"), None) => {
                let is_calm = post.is_calm();
                post.tell(What::MatchEnded)?;
                if is_calm {
                    post.wait_for_the_storm()?;
                }
            }
            _ => {}
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn misbehave(behaviour: Behaviour, output: &mut impl Write) -> io::Result<()> {
    match behaviour {
        Behaviour::Silent => Ok(()),
        Behaviour::Chatter => write_for_ever(output, &b"info depth 1 string on and on\n".repeat(10), None),
        Behaviour::Endless => write_for_ever(output, &[b'x'; 64 * 1024], None),
        Behaviour::Flood => {
            let line = [&[b'x'; 99][..], b"\n"].concat();
            let wave = line.repeat(WAVE / line.len());
            write_for_ever(output, &wave, Some(Duration::from_secs(1) * wave.len() as u32 / PER_SECOND))
        }
    }
}

/// Writes `bytes` repeatedly until killed.
fn write_for_ever(output: &mut impl Write, bytes: &[u8], every: Option<Duration>) -> io::Result<()> {
    let mut next = Instant::now();
    loop {
        output.write_all(bytes)?;
        if let Some(every) = every {
            next += every;
            thread::sleep(next.saturating_duration_since(Instant::now()));
        }
    }
}
