//! Requirements before any match.

use std::{collections::BTreeSet, time::Duration};

use super::{
    examiner::Examiner,
    probe::{Probe, name},
};
use crate::{
    exam::report::{Outcome, Passed},
    games,
    pb::engine::{IsReady, Option as EngineOption, SetOption, Stop, from_engine::Message},
};

/// Listening time while the engine must not send anything.
pub const SILENCE: Duration = Duration::from_millis(100);
/// Maximum length of a name that is shown in full everywhere, in characters.
const LONG_NAME: usize = 60;
/// Number of questions sent together.
const AT_ONCE: usize = 10;
/// Length of a very long line in bytes.
const LONG_LINE: usize = 60_000;

/// A requirement before any match.
#[derive(Clone, Copy)]
pub enum HandshakeTest {
    Identity,
    Options,
    Games,
    Ready,
    ReadyAtOnce,
    ReadyInPieces,
    Defaults,
    Ends,
    /// An unknown verb.
    Unknown,
    /// An unknown verb in many alphabets.
    UnknownLetters,
    UnknownLong,
    Empty,
    /// A CR LF line end.
    CarriageReturn,
    StopNothing,
    Silence,
}

/// All tests of this kind, in order.
pub const ALL: &[(HandshakeTest, &str)] = &[
    (HandshakeTest::Identity, "has a short printable name and author"),
    (HandshakeTest::Options, "gives every `option` a unique name, a type, and a default within its range"),
    (HandshakeTest::Games, "lists known games in `games`, each once"),
    (HandshakeTest::Ready, "answers `isready` with `readyok`"),
    (HandshakeTest::ReadyAtOnce, "answers ten `isready` at once with ten `readyok`"),
    (HandshakeTest::ReadyInPieces, "reads a line that arrives in two pieces"),
    (HandshakeTest::Defaults, "accepts the default of every option"),
    (HandshakeTest::Ends, "accepts each value, or both ends of the range, of every option, and the default again"),
    (HandshakeTest::Unknown, "ignores a line with an unknown verb"),
    (HandshakeTest::UnknownLetters, "ignores a line with letters of many alphabets"),
    (HandshakeTest::UnknownLong, "ignores a line of 60000 bytes"),
    (HandshakeTest::Empty, "ignores an empty line"),
    (HandshakeTest::CarriageReturn, "reads a line that ends with CR LF"),
    (HandshakeTest::StopNothing, "sends nothing after `stop` without `go`"),
    (HandshakeTest::Silence, "sends nothing unasked, and answers `isready` again"),
];

pub async fn take(act: HandshakeTest, examiner: &mut Examiner) -> Outcome {
    let json = examiner.probe.is_json();
    match act {
        HandshakeTest::Identity => return identity(&examiner.probe),
        HandshakeTest::Options => return options(&examiner.probe),
        HandshakeTest::Games => return known_games(&examiner.probe),
        HandshakeTest::Ready => {}
        HandshakeTest::ReadyAtOnce => return ready_at_once(examiner).await,
        HandshakeTest::ReadyInPieces => {
            let line: &[u8] = if json { b"{\"isready\":{}}\n" } else { b"isready\n" };
            examiner.probe.write(&line[..4]).await?;
            tokio::time::sleep(Duration::from_millis(30)).await;
            examiner.probe.write(&line[4..]).await?;
            return examiner.probe.hear_ready(&examiner.want).await.map(|()| Passed::Well);
        }
        HandshakeTest::Defaults => return defaults(examiner).await,
        HandshakeTest::Ends => return ends(examiner).await,
        HandshakeTest::Unknown => {
            let line = if json { "{\"xyzzy\":{\"plugh\":[1,2,3]}}\n" } else { "xyzzy plugh 1 2 3\n" };
            examiner.probe.write(line.as_bytes()).await?;
        }
        HandshakeTest::UnknownLetters => {
            let text = "¡olé! Жук 漢字 \u{1F41D}";
            let line =
                if json { format!("{{\"xyzzy\":{{\"text\":\"{text}\"}}}}\n") } else { format!("xyzzy {text}\n") };
            examiner.probe.write(line.as_bytes()).await?;
        }
        HandshakeTest::UnknownLong => {
            let text = "x".repeat(LONG_LINE);
            let line =
                if json { format!("{{\"xyzzy\":{{\"text\":\"{text}\"}}}}\n") } else { format!("xyzzy {text}\n") };
            examiner.probe.write(line.as_bytes()).await?;
        }
        HandshakeTest::Empty => examiner.probe.write(b"\n").await?,
        HandshakeTest::CarriageReturn => return carriage_return(examiner).await,
        HandshakeTest::StopNothing => {
            examiner.probe.say(&Stop {}).await?;
            examiner.probe.silence(SILENCE).await?;
        }
        HandshakeTest::Silence => examiner.probe.silence(SILENCE).await?,
    }
    examiner.ready().await.map(|()| Passed::Well)
}

fn identity(probe: &Probe) -> Outcome {
    let said = &probe.introduction;
    for (key, text) in [("name", &said.name), ("author", &said.author)] {
        if text.chars().any(char::is_control) {
            return Err(format!("`{key}` has a control character"));
        }
        let long = text.chars().count();
        if long > LONG_NAME {
            return Ok(Passed::But(format!("`{key}` has {long} characters: lists cut it at {LONG_NAME}")));
        }
    }
    Ok(Passed::Well)
}

fn options(probe: &Probe) -> Outcome {
    let mut names = BTreeSet::new();
    for option in &probe.options {
        let EngineOption { name, r#type, default, min, max, var } = option;
        let wrong = |what: &str| Err(format!("`option name {name}`: {what}"));
        if name.is_empty() {
            return Err("an `option` has no name".to_owned());
        }
        if !names.insert(name) {
            return wrong("declared twice");
        }
        match r#type.as_str() {
            "check" if !["true", "false"].contains(&default.as_str()) => {
                return wrong("expected default true or false");
            }
            "spin" => {
                let Ok(value) = default.parse::<i64>() else { return wrong("expected a whole number as default") };
                if min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
                    return wrong("default outside of min and max");
                }
            }
            "combo" if !var.contains(default) => return wrong("default not among its var"),
            "check" | "combo" | "button" | "string" => {}
            _ => return wrong("expected type check, spin, combo, button or string"),
        }
    }
    Ok(Passed::Well)
}

fn known_games(probe: &Probe) -> Outcome {
    let plays = &probe.introduction.games;
    let mut once = BTreeSet::new();
    if let Some(twice) = plays.iter().find(|game| !once.insert(*game)) {
        return Err(format!("`{twice}` is listed twice"));
    }
    let unknown: Vec<&str> = plays.iter().map(String::as_str).filter(|id| games::find(id).is_none()).collect();
    match unknown.is_empty() {
        true => Ok(Passed::Well),
        false => Ok(Passed::But(format!("unknown game {}", unknown.join(", ")))),
    }
}

async fn ready_at_once(examiner: &mut Examiner) -> Outcome {
    let line = examiner.probe.spelt(&IsReady {});
    examiner.probe.write(line.repeat(AT_ONCE).as_bytes()).await?;
    for _ in 0..AT_ONCE {
        examiner.probe.hear_ready(&examiner.want).await?;
    }
    examiner.probe.silence(SILENCE).await?;
    Ok(Passed::Well)
}

async fn defaults(examiner: &mut Examiner) -> Outcome {
    let options = examiner.probe.options.clone();
    if options.is_empty() {
        return Ok(Passed::NotAsked("no options".to_owned()));
    }
    for option in options {
        if option.r#type != "button" {
            examiner.probe.say(&SetOption { name: option.name, value: option.default }).await?;
        }
    }
    examiner.ready().await.map(|()| Passed::Well)
}

async fn ends(examiner: &mut Examiner) -> Outcome {
    let options = examiner.probe.options.clone();
    if options.is_empty() {
        return Ok(Passed::NotAsked("no options".to_owned()));
    }
    for EngineOption { name, r#type, default, min, max, var } in options {
        let number = |end: Option<i64>| end.map(|end| end.to_string());
        let values: Vec<String> = match r#type.as_str() {
            "check" => vec!["true".to_owned(), "false".to_owned()],
            "spin" => [number(min), number(max)].into_iter().flatten().collect(),
            "combo" => var,
            "button" => vec![String::new()],
            _ => Vec::new(),
        };
        for value in values.into_iter().chain((r#type != "button").then_some(default)) {
            let asked = format!("`setoption name {name} value {value}`");
            examiner.probe.say(&SetOption { name: name.clone(), value }).await?;
            examiner.ready().await.map_err(|problem| format!("after {asked}: {problem}"))?;
        }
    }
    Ok(Passed::Well)
}

async fn carriage_return(examiner: &mut Examiner) -> Outcome {
    let line: &[u8] = if examiner.probe.is_json() { b"{\"isready\":{}}\r\n" } else { b"isready\r\n" };
    examiner.probe.write(line).await?;
    match examiner.probe.next("readyok", SILENCE * 4).await {
        Ok(Message::Readyok(_)) => Ok(Passed::Well),
        Ok(other) => Err(format!("expected `readyok`, got {}", name(&other))),
        Err(_) => {
            // The referee ends its lines with LF only, unlike terminals of other systems.
            examiner.ready().await?;
            Ok(Passed::But("not understood; the referee never sends CR LF".to_owned()))
        }
    }
}
